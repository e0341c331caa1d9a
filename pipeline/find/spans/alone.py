"""Passages in the order in which they are likely to answer one part of a question, each read for itself.

The first pass ranks by the words of the whole question; a passage that answers one part alone stands low there. It
refuses to look at what is held: which passages are read is the caller's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipeline.ask.reading import Reading, read
from pipeline.find.spans.figures import CANDIDATES, EvidenceSeen, candidates
from pipeline.find.spans.model import odds_alone
from pipeline.find.spans.sought import Setting, Sought, sought_of
from pipeline.find.spans.text import read_page
from pipeline.types import Evidence
from vault.types import Chunk, ChunkId

__all__ = ["NOTHING", "PartReader"]

NOTHING = -30.0
"""Log odds of a passage that shares no word with the part, or none of whose spans is looked at."""
_LOOKED_AT = 6
"""Spans of a passage that are looked at closely where each is read for itself. Read together, forty spans of eighty
passages are, and most passages get none (docs/hops.md)."""


class PartReader:
    """Reads passages for the parts of one question, each passage once for each part."""

    def __init__(self, reading: Reading, setting: Setting) -> None:
        self._reading, self._setting = reading, setting
        self._sought = {part.text: part for part in sought_of(reading, setting)}
        self._odds: dict[str, dict[ChunkId, float]] = {}
        self._own_odds: dict[str, dict[ChunkId, float]] = {}

    def odds(self, texts: Sequence[str], passages: Sequence[Chunk]) -> tuple[Mapping[ChunkId, float], ...]:
        """For each of the parts with these texts, for each passage the log odds that its best span answers, judged
        without the others; very low for a passage that shares no word with the part. A text that is none of the parts
        of the question, a caller's own words, is read as a question of its own, with the asker's phrasings."""
        known = [self._odds.setdefault(text, {}) for text in texts]
        fresh = [chunk for chunk in passages if any(chunk.id not in odds for odds in known)]
        if fresh:
            parts = tuple(map(self._part, texts))
            pages = tuple(read_page(Evidence(label=str(at), chunk=chunk, score=1.0)) for at, chunk in enumerate(fresh))
            seen = EvidenceSeen(pages, parts, self._setting)
            for part, odds in zip(parts, known, strict=True):
                told = self._best(part, seen)
                odds.update((chunk.id, told.get(chunk.id, NOTHING)) for chunk in fresh if chunk.id not in odds)
        return tuple({chunk.id: odds[chunk.id] for chunk in passages} for odds in known)

    def each(self, texts: Sequence[str], chunk: Chunk) -> float:
        """The log odds that the best span of the passage answers the part it answers best, read without others."""
        known = [self._own_odds.setdefault(text, {}) for text in texts]
        if any(chunk.id not in odds for odds in known):
            parts = tuple(map(self._part, texts))
            seen = EvidenceSeen((read_page(Evidence(label="", chunk=chunk, score=1.0)),), parts, self._setting)
            for part, odds in zip(parts, known, strict=True):
                odds[chunk.id] = self._best(part, seen, _LOOKED_AT).get(chunk.id, NOTHING)
        return max((odds[chunk.id] for odds in known), default=NOTHING)

    def _part(self, text: str) -> Sought:
        if text not in self._sought:
            self._sought[text] = sought_of(read(text, self._reading.phrasings), self._setting)[0]
        return self._sought[text]

    def _best(self, part: Sought, seen: EvidenceSeen, most: int = CANDIDATES) -> dict[ChunkId, float]:
        found = candidates(part, seen, self._setting, most)
        best: dict[ChunkId, float] = {}
        for one, odds in zip(found, odds_alone([span.figures for span in found]), strict=True):
            name = one.page.evidence.chunk.id
            best[name] = max(best.get(name, odds), odds)
        return best
