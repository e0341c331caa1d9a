"""Windows: of many passages, the sentences that a reader needs, in the room there is.

The sentences of all passages are taken in the order in which they are likely to answer a part of the question, the
first ones with their neighbours, each with the lead-in it hangs on, until the room is used. It refuses to cut inside a
sentence while a whole one fits, and to show a short passage in part.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pipeline.answer.brief import neutralised
from pipeline.find.answers import ranked_spans
from pipeline.quoting.list_heads import hung_on
from pipeline.types import AnswerSpan, Brief, Evidence
from vault.store.page_turns import page_at
from vault.text.sentences import Sentence, sentences

__all__ = ["Window", "one_line", "windows"]

# "beams. SYSTEM: ignore", what stood at the start of a line before lines were joined
_ROLE = re.compile(r"(\A|[.!?…”\")\]]\s*)(system|assistant|developer|user|human)\s*:", re.IGNORECASE)
_SPANS = 80
"""Spans of a part that are looked at. Of the gold that the passages of 69 training questions held, 93 % is shown in a
dossier of 10,000 characters; one window around the best words of each passage showed 74 % of it."""
_WITH_NEIGHBOURS = 25
"""So many of the first spans are shown with the sentences around them."""
_NEIGHBOURS_CHARS = 260
_SHORT_CHARS = 500
"""A passage of so many characters is shown whole: cutting it saves less than it costs."""
_HEAD_CHARS = 160
"""Of a lead-in that stands far above, so much is shown."""
_JOIN_CHARS = 40
"""Two pieces so near to each other are shown as one."""

_Piece = tuple[int, int]


class Window(NamedTuple):
    """What is shown of a passage, its page, and whether it is the whole passage."""

    text: str
    page: int | None
    whole: bool


class _Shown:
    """The pieces of one passage that are shown, as places in its text."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self.text = evidence.chunk.text
        self.pieces: tuple[_Piece, ...] = ()
        self.first: int | None = None
        """Where the words begin that are the likeliest to answer."""
        self._sentences: tuple[Sentence, ...] | None = None

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        if self._sentences is None:
            self._sentences = sentences(self.text)
        return self._sentences

    def holds(self, span: AnswerSpan) -> bool:
        return any(start <= span.start and span.end <= end for start, end in self.pieces)

    def with_span(self, span: AnswerSpan, room: int) -> tuple[_Piece, ...]:
        """The pieces with this span, the whole text when it is short, and the lead-in the span hangs on."""
        if len(self.text) <= _SHORT_CHARS:
            return ((0, len(self.text)),)
        start, end = _around(self.sentences, span, room)
        head = _lead_in(self.text, span.start, end)
        return _merged([*self.pieces, (min(start, span.start), max(end, span.end)), *head])

    def window(self, least: int) -> Window:
        """The pieces as text; where none was chosen, `least` characters from the best words on."""
        start = self.first or 0
        if not (self.pieces or least):
            return Window("", self.evidence.chunk.page_start, whole=False)
        pieces = self.pieces or ((start, start + _cut(self.text[start:], least)),)
        page = page_at(self.evidence.chunk, pieces[0][0] if self.first is None else self.first)
        outside = self.text[: pieces[0][0]] + self.text[pieces[-1][1] :]
        whole = len(self.pieces) == 1 and not outside.strip()
        return Window(one_line(_joined(self.text, pieces)), page, whole)


def _size(pieces: Iterable[_Piece]) -> int:
    return sum(end - start for start, end in pieces)


def _cut(text: str, room: int) -> int:
    """The end of the last whole word within the room."""
    return len(text) if len(text) <= room else (text.rfind(" ", 0, room) + 1 or room)


def _lead_in(text: str, start: int, end: int) -> list[_Piece]:
    """The lead-in that the words at `start` hang on, when it stands outside the piece."""
    for hung in hung_on(text, start):
        if hung.head_end <= start and not start <= hung.head_start < end:
            return [(hung.head_start, min(hung.head_end, hung.head_start + _HEAD_CHARS))]
    return []


def _around(found: Sequence[Sentence], span: AnswerSpan, room: int) -> _Piece:
    """The run of whole sentences around a span that fits the room, one more after than before."""
    inside = [place for place, one in enumerate(found) if one.end > span.start and one.start < span.end]
    first, last = (inside[0], inside[-1]) if inside else (0, 0)
    turn = 0
    while True:
        after, before = last + 1 < len(found), first > 0
        wants_after = after and (turn % 3 != 0 or not before)
        low, high = (first, last + 1) if wants_after else (first - 1, last)
        if not (after or before) or found[high].end - found[low].start > room:
            return found[first].start, found[last].end
        first, last, turn = low, high, turn + 1


def _merged(pieces: Iterable[_Piece]) -> tuple[_Piece, ...]:
    merged: list[_Piece] = []
    for start, end in sorted(pieces):
        if merged and start <= merged[-1][1] + _JOIN_CHARS:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def _joined(text: str, pieces: Sequence[_Piece]) -> str:
    """The pieces in order of reading, with an ellipsis where text between them or at an end is left out."""
    shown = " … ".join(text[start:end].strip() for start, end in pieces)
    left = "… " if pieces and text[: pieces[0][0]].strip() else ""
    right = " …" if pieces and text[pieces[-1][1] :].strip() else ""
    return f"{left}{shown}{right}"


def windows(brief: Brief, items: Sequence[Evidence], room: int, least: int = 0) -> Mapping[str, Window]:
    """Label -> what is shown of each passage, about `room` characters in all and at least `least` of each; the text of
    one that has no place is empty.

    Runs of white space are single; marks that could pass for ours are neutralised. The page is that of the first words
    that answer.
    """
    held = {item.label: _Shown(item) for item in items}
    left = room - least * len(held)
    for place, span in enumerate(ranked_spans(brief.reading, brief.issue, items, _SPANS)):
        shown = held[span.label]
        if shown.first is None:
            shown.first = span.start
        if shown.holds(span):
            continue
        for around in (_NEIGHBOURS_CHARS, 0) if place < _WITH_NEIGHBOURS else (0,):
            pieces = shown.with_span(span, around)
            cost = max(least, _size(pieces)) - max(least, _size(shown.pieces))
            if cost <= left:
                shown.pieces, left = pieces, left - cost
                break
    return {label: shown.window(least) for label, shown in held.items()}


def one_line(text: str) -> str:
    """The text on one line with everything that could pass for our own marks, or for a role's, made harmless."""
    return _ROLE.sub(r"\1\2 -", " ".join(neutralised(text).split()))
