"""Sentences of a text with their places, found by nupunkt inside blocks that a sentence never crosses.

Holds the one definition of a sentence used by composer, validator and audit. It refuses to change the text: every
sentence is a slice of what was given, so `text[s.start:s.end] == s.text` always holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import nupunkt

from vault.text.labels import CITATION
from vault.text.patterns import lazy_regex

__all__ = ["Sentence", "sentences"]


class Sentence(NamedTuple):
    """One sentence: half-open character span into the text it came from, and that slice."""

    start: int
    end: int
    text: str


# A block ends at a blank line, a form feed, or before a line that opens a list item or a heading:
# "\n\n", "\f", "\n- motion carried", "\n2) Roads", "\n## Old business", "\n 35" (a bullet of a symbol font).
_BLOCK_END = lazy_regex(
    r"\n[ \t\r]*\n\s*|\f+|\n(?=[ \t]*(?:[-*•▪◦‣\ue000-\uf8ff]\s|\d{1,3}[.)]\s|\([a-z0-9]{1,3}\)\s|#{1,6}\s))"
)

# "within thirty\n(30) days": a figure in parentheses behind its own word opens no item
_SPELLED = lazy_regex(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy"
    r"|eighty|ninety|hundred|thousand)\Z",
    re.IGNORECASE,
)

# Citation tokens that stand after the full stop still belong to the sentence before: "It passed. [L1][S2]".
_LEADING_CITATIONS = lazy_regex(rf"\s*(?:{CITATION.pattern}[ \t,;]*)+[.]?")

# "… of this Ordinance.; c. After passage": a mark behind the stop belongs to it.
_LEADING_MARKS = lazy_regex(r"\s*[;:,]+(?=\s)")

# Abbreviations after which nupunkt may stop although the sentence goes on. Before a number: "Art. 12", "Lot No. 4".
_BEFORE_NUMBER = lazy_regex(r"\b(?:Arts?|Secs?|Ch|Nos?|Par|para|approx|Tit)\.\s*\Z", re.IGNORECASE)
# Before a name or anything else: "Rep. Osgood", "N.H. Rev. Stat. Ann. § 41:8".
_BEFORE_NAME = lazy_regex(r"\b(?:Rep|Sel|Capt|Lt|Sgt|Atty|Gov|Rev|Stat|Ann)\.\s*\Z")
# Before a small letter: "the T.A.N. has not been used", "T.J. advised".
_INITIALS = lazy_regex(r"\b(?:[A-Za-z]\.){2,}\s*\Z")


def _goes_on(before: str, after: str) -> bool:
    if after[:1].islower() and _INITIALS.search(before):
        return True
    return bool(_BEFORE_NAME.search(before)) or (after[:1].isdigit() and bool(_BEFORE_NUMBER.search(before)))


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _BLOCK_END.finditer(text):
        if text[match.end() : match.end() + 20].lstrip().startswith("(") and _SPELLED.search(
            text, start, match.start()
        ):
            continue
        yield start, match.start()
        start = match.end()
    yield start, len(text)


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


# A stop that nupunkt passes over when capitals follow a full word: "legal holidays. RSA 91-A:3 lets the board meet".
_MISSED_STOP = lazy_regex(r"(?<=[a-z]{4})[.!?][\"”’)]*\s+(?=[A-Z]{2,}\b)")


# A stop that something follows other than a letter or figure: without one, a block is one sentence to nupunkt too.
_INNER_STOP = lazy_regex(r"[.!?…](?!\w|\s*\Z)")


@lru_cache(maxsize=4096)
def _raw_spans(block: str) -> tuple[tuple[int, int], ...]:
    """The sentences of a block; remembered, for a passage and the page it is of share their blocks."""
    if not _INNER_STOP.search(block):
        return ((0, len(block)),)
    spans: list[tuple[int, int]] = []
    for start, end in nupunkt.sent_spans(block):
        stops = [stop.end() for stop in _MISSED_STOP.finditer(block, int(start), int(end))]
        spans.extend(pairwise([int(start), *stops, int(end)]))
    return tuple(spans)


def _join(block: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined:
            before = joined[-1]
            if _goes_on(block[before[0] : before[1]], block[start:end].lstrip()):
                joined[-1] = (before[0], end)
                continue
            moved = _LEADING_CITATIONS.match(block, start, end) or _LEADING_MARKS.match(block, start, end)
            if moved:
                joined[-1] = (before[0], moved.end())
                start = moved.end()
        if block[start:end].strip():
            joined.append((start, end))
    return joined


@lru_cache(maxsize=2048)
def sentences(text: str) -> tuple[Sentence, ...]:
    """Sentences in reading order, trimmed of white space at both ends; an empty or blank text gives none.

    A sentence never crosses a blank line, a form feed or the start of a list item; it may cross a plain line break.
    Citation tokens right after the full stop belong to the sentence they follow. The sentences of a text are
    remembered: ranking, writing and checking all ask for those of the same pages.
    """
    found: list[Sentence] = []
    for block_start, block_end in _blocks(text):
        block = text[block_start:block_end]
        for start, end in _join(block, _raw_spans(block)):
            first, last = _trim(text, block_start + start, block_start + end)
            if first < last:
                found.append(Sentence(first, last, text[first:last]))
    return tuple(found)
