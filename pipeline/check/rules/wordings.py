"""One wording for what the language says in several: limits, prohibitions, conditions said the other way round, days.

Holds the rewriting of a sentence before two are compared word by word, so that "may not exceed 8" is no altered copy of
"no hole shall be more than 8". It rewrites both sides alike and refuses to make two different rules one.
"""

from __future__ import annotations

import re
from functools import lru_cache

from vault.facts.dates import MONTH, MONTH_NAMES
from vault.text.patterns import lazy_regex

__all__ = ["EXEMPTION", "LEFT_FREE", "LIMITS", "PROHIBITION", "one_wording", "readable"]

PROHIBITION, EXEMPTION = "mustnot", "neednot"
_AT_MOST, _AT_LEAST, _ABOVE, _BELOW, _BY = "atmost", "atleast", "above", "below", "nolater"
LIMITS = frozenset({_AT_MOST, _AT_LEAST, _ABOVE, _BELOW, _BY})

_MODAL = r"(?:(?:shall|may|must|can|will|should|could|does|do|did|is|are|was|were)\s+)?"
_BIG, _SMALL = r"(?:more|greater|larger|longer|higher|wider|farther)", r"(?:less|fewer|smaller|shorter|lower)"
_REWRITES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (lazy_regex(pattern, re.IGNORECASE), written)
    for pattern, written in (
        # "2025-09-17", "17 September", "the 17th of September", "September 17th"
        (rf"\b(\d{{1,2}})(?:st|nd|rd|th)?(?:\s+day)?(?:\s+of)?\s+(?-i:(?=[A-Z]))({MONTH})\b", r"\2 \1"),
        (rf"\b(?-i:(?=[A-Z]))({MONTH})\s+(\d{{1,2}})(?:st|nd|rd|th)\b", r"\1 \2"),
        # "shall not exceed", "no more than", "may be at most", "up to"
        (rf"\b{_MODAL}(?:not|never)\s+(?:to\s+|be\s+)*(?:exceed(?:ing)?|{_BIG}\s+than|over|in excess of)\b", _AT_MOST),
        (rf"\b{_MODAL}(?:be\s+)?(?:no\s+{_BIG}\s+than|at most|a maximum of)\b", _AT_MOST),
        (rf"\b{_MODAL}(?:be\s+)?(?:(?:not|no|never)\s+(?:be\s+)?{_SMALL}\s+than|at least|a minimum of)\b", _AT_LEAST),
        # "3 members or more", "12 or fewer"
        (r"\b(\$?[\w.,-]+(?:\s\w+)?)\s+or\s+(?:more|greater|older)\b", rf"{_AT_LEAST} \1"),
        (r"\b(\$?[\w.,-]+(?:\s\w+)?)\s+or\s+(?:less|fewer|younger)\b", rf"{_AT_MOST} \1"),
        (r"\b(?:only|just)\s+(?=(?:one|two|three|a single|\d))", f"{_AT_MOST} "),
        # "no later than 25 days before" is at least 25 days before
        (r"\b(?:not|no)\s+later\s+than\s+((?:[\w()-]+\s+){1,4}(?:before|prior)\b)", rf"{_AT_LEAST} \1"),
        (
            r"\b(?:(?:not|no)\s+later\s+than|on or before"
            r"|within(?=\s+(?:[\w()-]+\s+){1,4}(?:hours?|days?|weeks?|months?|years?|minutes?)\b))\b",
            _BY,
        ),
        (rf"\b(?:{_BIG}\s+than|exceed(?:s|ed|ing)?|in excess of)\b", _ABOVE),
        (rf"\b{_SMALL}\s+than\b", _BELOW),
        # "need not" lets, it never forbids
        (
            r"\b(?:(?:shall|is|are|was|were|be)\s+)?not\s+(?:be\s+)?(?:required|obliged)\s+to\b"
            r"|\b(?:does|do|did)\s+not\s+(?:have|need)\s+to\b|\bneed\s+not\b",
            EXEMPTION,
        ),
        # "shall not", "cannot", "is not allowed to", "is prohibited from"
        (
            r"\b(?:is|are|be|was|were)\s+(?:not\s+(?:allowed|permitted)|prohibited|forbidden)(?:\s+(?:to|from))?\b"
            r"|\b(?:shall|may|must|can)\s+not\b|\bcannot\b|\b(?:can|must|shall)n['’]t\b",
            PROHIBITION,
        ),
        # "No person shall", "nobody may"
        (
            r"(?:\A|(?<=[.;:]\s)|(?<=\)\s))\s*(?:no\s?body|no one|no|none|neither)\b"
            r"([^.;:]{0,80}?)\b(?:shall|may|must|can)\b(?!\s+not)",
            rf"\1 {PROHIBITION}",
        ),
        # "shall not open until approved" is "may open only once approved"
        (r"\bonly\s+(?:if|when|after|upon|with|once|on)\b", "only"),
        (
            rf"\b{PROHIBITION}\b([^.;]*?),?\s*\b(?:unless and until|unless|until|without"
            r"|except(?:\s+(?:with|as|if|when|in|that|upon|after|by))?)\b",
            r"may\1 only",
        ),
        # "failed to file", "did not file"
        (r"\b(?:fail(?:ed|s)?\s+to|(?:did|does|do)\s+not|did\s?n['’]t)\b", "not"),
    )
)
# "Nothing in this section shall prohibit a landlord from contracting", "shall not be construed to bar a town from it"
LEFT_FREE = lazy_regex(
    r"\b(?:nothing\b[^.;:]{0,60}?\b(?:shall|may|must|does)|(?:shall|does|do|did|may|will)\s+not)\s+"
    r"(?:be\s+(?:construed|deemed|interpreted)\s+(?:to|as)\s+)?"
    r"(?:prohibit|prevent|preclude|bar|forbid|keep|stop)(?:s|ing|ting|ring)?\s+((?:[\w'’-]+\s+){1,6}?)from\s+",
    re.IGNORECASE,
)
"""What is not forbidden: the words between are who may do what follows."""
_ISO = lazy_regex(r"\b((?:19|20)\d\d)-(0\d|1[0-2])-([0-3]\d)\b")


_READABLE = {
    PROHIBITION: "must not", EXEMPTION: "need not", _AT_MOST: "at most", _AT_LEAST: "at least", _ABOVE: "more than",
    _BELOW: "less than", _BY: "no later than",
}  # fmt: skip


def readable(words: str) -> str:
    """Words of the one wording as a reader writes them: "at most" for the limit's token."""
    return " ".join(_READABLE.get(word, word) for word in words.split())


@lru_cache(maxsize=16384)
def one_wording(text: str) -> str:
    """The text with each limit, prohibition, turned condition and day in its one wording; other words stay."""
    written = _ISO.sub(lambda found: f"{MONTH_NAMES[int(found[2]) - 1].title()} {int(found[3])}, {found[1]}", text)
    written = LEFT_FREE.sub(r"\1may ", written)
    for pattern, instead in _REWRITES:
        written = pattern.sub(instead, written)
    return written
