"""How well a text was read: the share of its words that have the shape of words.

Shapes only, in the Latin alphabet: a scan read badly is full of lone letters, letters mixed with figures and marks, and
words without a vowel. It knows no dictionary, so it cannot tell a rare name from a misreading of the same shape.
"""

from __future__ import annotations

import re

__all__ = ["READABLE", "text_quality"]

READABLE = 0.75
"""From here on a page reads well; the scans of the records that people cannot read lie below."""
_FEW = 25
"""A shorter text is too short to judge."""
# "motion", "Ossipee's", "7:00", "$1,250.00", "25-03-LM", "91-A:3", "II", "(a)"
_GOOD = re.compile(
    r"""[("'“‘\[]*(?:
        [A-Z]?[a-zé]*[aeiouyé][a-zé]*(?:['’-][A-Za-z]?[a-z]+)*      # a word with a vowel
      | [A-Z]{2,}(?:['’-][A-Z]+)*s?                                # an acronym, a heading
      | \$?[\d][\d.,:/%-]*(?:st|nd|rd|th|[apAP][mM])?%?            # a figure, a time, a date
      | [A-Za-z]\.?(?:[A-Za-z]\.)* | \d+[A-Za-z]? | [IVX]+ | \d{1,4}-[A-Z]{1,2}(?::\d+)?(?:-[a-z])? | \d{2}-\d{2,3}-?[A-Z]*
    )[)"'”’\].,;:?!]*""",
    re.VERBOSE,
)
_LONE = re.compile(r"[^\W\dAaIi_]")
"""A lone letter other than "a" and "I"."""
_MARKS = re.compile(r"[\W_]+")


def text_quality(text: str) -> float:
    """Share of the words that look like words, 0..1; 1 for a text too short to judge. Marks alone ("|", "~~") count
    against it, a rule to sign on ("______") does not."""
    tokens = text.split()
    if len(tokens) < _FEW:
        return 1.0
    good = bad = 0
    for token in tokens:
        if _MARKS.fullmatch(token):
            bad += len(set(token)) > 1 or token in "|~^"
        elif _GOOD.fullmatch(token) and not _LONE.fullmatch(token):
            good += 1
        else:
            bad += 1
    return good / (good + bad or 1)
