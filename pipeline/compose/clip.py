"""Cutting a span to a number of words at clause borders, so that what is left is verbatim and not turned round.

A cut never falls inside a number, a date, a statute reference, a parenthesis or a name with initials; a clause whose
sentence is negated or bounded before it keeps that negation as a piece of its own. It refuses to add or change a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from pipeline.answer_text import count_words
from vault.tokens import stem, words

__all__ = ["Clip", "clip", "quote"]


class Clip(NamedTuple):
    """Verbatim pieces of one span in order; `more` tells that the sentence goes on after the last piece."""

    pieces: tuple[str, ...]
    more: bool = False


# Kept whole: "RSA 91-A:3, II(c)", "$14,000", "3-0", "May 20, 2025", "No. 4", "Tax Map 212", "(30 days)", "J. Osgood"
_WHOLE = re.compile(
    r"(?:RSAs?|Chapters?|Sections?|Art(?:icle|\.)|Case|Lots?|Map|No\.|§+)\s*[#:]?\s*\d[\w:.\-]*"
    r"(?:,\s*(?:[IVXLC]+\b(?:-[a-z])?|\([a-z0-9]+\))(?:\s*\([a-z0-9]+\))*)*"
    r"|\b(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?\s+\d{1,2}(?:st|nd|rd|th)?(?:,?\s+\d{4})?"
    r"|\$?\s?\d[\d,.:/\-–]*\d(?:\s*(?:percent|%|dollars|days?|months?|years?|feet|minutes|a\.?m\.?|p\.?m\.?))?"
    r"|\b\d+\s+(?:percent|days?|months?|years?|feet|minutes|inches|acres|addresses)\b"
    r"|\([^()]{1,60}\)|\b[A-Z]\.\s+[A-Z][a-z]+|\b[A-Z][a-z]+(?:\s+(?:of|and|the)?\s*[A-Z][a-z]+)+",
)
# Where a clause may end or begin: after "," ";" ":" "." or a dash, before "and", "or", "which", "unless" …
_BORDER = re.compile(
    r"(?<=[,;:.!?])\s+|\s+[—–-]\s+|\s+(?=(?:and|or|but|which|who|that|unless|except|if|when|where|because|provided|"
    r"for|to|in|by|with|at|on|from|as|until|after|before|while|shall|may|must)\b)"
)
_TURNING = re.compile(
    r"\b(?:no|not|never|neither|nor|none|without|unless|except|only|cannot|failed|denied|opposed|if)\b|n['’]t\b",
    re.IGNORECASE,
)
_LOOSE_END = re.compile(
    r"(?:[\s,;:—–-]+|\s+(?:and|or|the|a|an|of|to|in|on|for|with|by|at|from|that|which|who|if|as|shall|may|must|be|"
    r"is|are|was|were|has|have|had|any|said|such|its|their|his|her|this))+\Z",
    re.IGNORECASE,
)
_LOOSE_START = re.compile(r"\A(?:[\s,;:—–-]+|(?:and|or|but|that|which)\s+)+", re.IGNORECASE)
# "(a) ", "IX. ", "A. ", "1) ", "• ", "– ": list marks and the dash after a section heading
_MARK = re.compile(r"\A(?:[•▪◦‣*–—-]\s*|\(?[A-Za-z0-9]{1,4}[.)]\s+(?=\S)|e\s+(?=[A-Z]))+")
_HEAD_WORDS = 7
"""Words of the piece that carries a negation: "no member of the governing board shall"."""


def _borders(text: str) -> list[int]:
    """Character places where the text may be cut, both ends included, in order."""
    whole = [match.span() for match in _WHOLE.finditer(text)]
    places = {0, len(text)}
    for match in _BORDER.finditer(text):
        if not any(start < match.start() < end or start < match.end() < end for start, end in whole):
            places.add(match.end())
    return sorted(places)


def _tidy(piece: str) -> str:
    return _LOOSE_START.sub("", _LOOSE_END.sub("", piece.strip())).strip()


def _value(piece: str, wanted: frozenset[str], start: int) -> float:
    found = list(map(stem, words(piece)))
    hits = len(wanted & frozenset(found))
    figures = sum(1 for word in found if word.isdigit())
    opening = 0.8 if start == 0 else 0.0
    broken = -0.7 if _LOOSE_END.search(piece.rstrip(" ,;.")) else 0.0
    return 2.0 * hits + 0.5 * min(figures, 3) + opening + broken + 0.02 * len(found)


def _windows(text: str, limit: int) -> Iterable[tuple[int, int]]:
    places = _borders(text)
    for i, start in enumerate(places[:-1]):
        for end in places[i + 1 :]:
            size = count_words(f"x {text[start:end]}") - 1
            if size > limit:
                break
            if size >= min(4, limit):
                yield start, end


def _head(text: str, start: int) -> str:
    """The piece before `start` that holds the last negation or condition of the sentence, or "" when there is none."""
    turning = list(_TURNING.finditer(text, 0, start))
    if not turning:
        return ""
    at = turning[0].start()
    run = text[at:start].split()
    return _tidy(" ".join(run[:_HEAD_WORDS]))


def _hard(text: str, limit: int) -> str:
    run = text.split()
    for size in range(min(limit, len(run)), 0, -1):
        piece = " ".join(run[:size])
        end = len(piece)
        if not any(start < end < stop for start, stop in (m.span() for m in _WHOLE.finditer(text))):
            return _tidy(piece)
    return ""


def clip(text: str, limit: int, wanted: frozenset[str]) -> Clip:
    """The part of a span of at most `limit` words that says most about the wanted stems, as verbatim pieces.

    A text that fits comes back whole, without its list mark. No piece at all means that nothing fits.
    """
    bare = _MARK.sub("", text).strip()
    if count_words(f"x {bare}") - 1 <= limit:
        return Clip((bare,)) if bare else Clip(())
    best = max(_windows(bare, limit), key=lambda w: (_value(bare[w[0] : w[1]], wanted, w[0]), -w[0]), default=None)
    if best is None:
        cut = _hard(bare, limit)
        return Clip((cut,) if cut else (), True)
    head = _head(bare, best[0]) if best[0] else ""
    if not head:
        return Clip((_tidy(bare[best[0] : best[1]]),), best[1] < len(bare))
    return _with_head(bare, head, limit, wanted, best[0])


def _with_head(text: str, head: str, limit: int, wanted: frozenset[str], start: int) -> Clip:
    room = limit - count_words(f"x {head}") + 1
    if room < 4:
        return Clip((_hard(text, limit),), True)
    after = [w for w in _windows(text, room) if w[0] >= text.find(head) + len(head)]
    best = max(after, key=lambda w: (_value(text[w[0] : w[1]], wanted, 1), -abs(w[0] - start)), default=None)
    if best is None:
        return Clip((_hard(text, limit),), True)
    return Clip((head, _tidy(text[best[0] : best[1]])), best[1] < len(text))


def quote(pieces: Iterable[str]) -> str:
    """The pieces as quotations: “one” … “other”. Curly marks inside become straight ones, which fold to the same."""
    marked = (f"“{piece.replace('“', chr(34)).replace('”', chr(34)).rstrip('.')}”" for piece in pieces if piece)
    return " … ".join(marked)
