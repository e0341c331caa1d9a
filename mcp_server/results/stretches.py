"""Passages of one document as stretches of its text: each with what finishes its discussion, no words twice.

Joins stored passages that stand next to each other and marks where pages begin. It refuses to reach into another
section of law, and to widen a passage past what one discussion needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from vault.text.paragraphs import matter_starts, paragraphs
from vault.types import Chunk, ChunkId

__all__ = ["Joined", "joined_passages"]

_SHORT_CHARS, _FINISH_CHARS = 1_500, 400
"""A passage is widened up to so many characters; a longer one by so many at the most, to finish its discussion."""
_SECTION_CHARS = 4_000
"""A section of law of so many characters is given whole: a proviso left out turns a rule round."""
_NEAR_CHARS = 200
"""Two stretches so near to each other are given as one."""
_PARTED = 2
"""Line breaks between two joined passages at most."""
_LEFT_OUT = "[…]"

_Span = tuple[int, int]


class Joined(NamedTuple):
    """The passages of a document, or of one section of law, as one text; where each stands, and where pages begin."""

    text: str
    places: Mapping[ChunkId, _Span]
    turns: tuple[tuple[int, int], ...]
    law: bool = False

    def widened(self, span: _Span) -> _Span:
        """The span with what a reader needs to finish the discussion: back to where its matter begins and on to where
        the next one does, as far as there is room, else to whole sentences."""
        start, end = span
        if self.law:
            return (0, len(self.text)) if len(self.text) <= _SECTION_CHARS else span
        spare = max(_SHORT_CHARS - (end - start), _FINISH_CHARS)
        floor, ceiling = max(0, start - spare // 2), min(len(self.text), end + spare // 2)
        near = self.text[floor:ceiling]
        matters = [floor + at for at in matter_starts(near)]
        breaks = [floor + one.start for one in paragraphs(near) if one.start or not floor]
        first = max((at for at in matters if at <= start), default=-1)
        if first < 0:
            first = min((at for at in breaks if floor <= at <= start), default=start)
        last = min((at for at in matters if end - _PARTED <= at), default=-1)
        if last < 0:
            last = max((at for at in (*breaks, len(self.text)) if end <= at <= ceiling), default=end)
        return first, max(end, last)

    def merged(self, spans: Iterable[_Span]) -> tuple[_Span, ...]:
        """The spans in order, those that overlap or nearly touch as one."""
        found = list[_Span]()
        for start, end in sorted(spans):
            if found and start <= found[-1][1] + _NEAR_CHARS:
                found[-1] = (found[-1][0], max(found[-1][1], end))
            else:
                found.append((start, end))
        return tuple(found)

    def page_at(self, place: int) -> int | None:
        """The page on which the place stands; None in a text without pages."""
        return next((page for at, page in reversed(self.turns) if at <= place), None)

    def shown(self, spans: Sequence[_Span]) -> str:
        """The spans, with a line "[page N]" where one begins and where a page does, and a mark where text is left
        out."""
        return f"\n{_LEFT_OUT}\n".join(self._paged(start, end) for start, end in spans)

    def _paged(self, start: int, end: int) -> str:
        page = self.page_at(start) if len(self.turns) > 1 else None  # of a single page nothing is to be told apart
        turns = [] if page is None else [(start, page)]
        turns += [(at, page) for at, page in self.turns if start < at < end]
        if page is None:
            return self.text[start:end].strip()
        ends = (*(at for at, _ in turns[1:]), end)
        return "\n".join(
            f"[page {number}]\n{self.text[at:stop].strip()}" for (at, number), stop in zip(turns, ends, strict=True)
        )


def joined_passages(chunks: Sequence[Chunk]) -> Joined:
    """The passages, in reading order, as one text; a line break or a blank line stands between two that are parted."""
    text, places, turns = "", dict[ChunkId, _Span](), list[tuple[int, int]]()
    parted = {after.id: min(_PARTED, max(0, after.start - before.end)) for before, after in pairwise(chunks)}
    for chunk in chunks:
        text += "\n" * parted.get(chunk.id, 0)
        if chunk.page_start is not None and not chunk.section:
            begun = ((len(text), chunk.page_start), *_turns(chunk, len(text)))
            turns += [(at, page) for at, page in begun if not turns or page > turns[-1][1]]
        places[chunk.id] = (len(text), len(text) + len(chunk.text))
        text += chunk.text
    return Joined(text, places, tuple(turns), bool(chunks and chunks[0].section))


def _turns(chunk: Chunk, at: int) -> Iterable[tuple[int, int]]:
    return ((at + turn, (chunk.page_start or 0) + number) for number, turn in enumerate(chunk.page_turns, 1))
