"""Which of the ranked chunks become evidence: caps, minimums, one slot per passage, facets before score.

Pure. A chunk that is not chosen leaves with a reason. Nothing here searches or scores.
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.rank import Scored
from pipeline.types import Dropped
from vault.types import Chunk, Value

__all__ = ["Choice", "LaneLimits", "distinct_documents", "near_duplicate", "pick", "place_key"]

_FACET_SHARE = 0.6
"""A chunk that meets three words of five speaks of the facet."""
_SHINGLE = 5
"""Words in a shingle: long enough that two pages sharing many are the same text."""
_SAME_TEXT = 0.8
"""Share of common shingles above which two chunks are one passage printed twice."""


class LaneLimits(Value):
    """How many chunks a lane may keep, how many of one document, and what must stand before score decides."""

    cap: int
    per_document: int
    facets: tuple[tuple[str, ...], ...] = ()
    """Groups of concept names, one group per facet: the best chunk of each is taken first."""
    required: tuple[int, ...] = ()
    """Chunk ids that take their place first, in order: the neighbour page of a passage, a section named by the user."""


class Choice(Value):
    """The chosen chunks, best first, and those left out with the reason."""

    chosen: tuple[Scored, ...]
    dropped: tuple[Dropped, ...]


def place_key(chunk: Chunk) -> tuple[str, str]:
    """What a slot is spent on: a statute section, or the page a passage begins on."""
    return chunk.doc_id, chunk.section or f"p{chunk.page_start}"


def distinct_documents(chunks: Sequence[Chunk]) -> int:
    """How many documents the chunks come from (decision 11)."""
    return len({chunk.doc_id for chunk in chunks})


def near_duplicate(one: Chunk, other: Chunk) -> bool:
    """Whether two chunks are the same text, printed or pasted twice. Two towns' forms are never the same text."""
    if one.town != other.town:
        return False
    first, second = _shingles(one.text), _shingles(other.text)
    smaller = min(len(first), len(second))
    return smaller > 0 and len(first & second) / smaller >= _SAME_TEXT


def _shingles(text: str) -> frozenset[tuple[str, ...]]:
    words = text.casefold().split()
    return frozenset(tuple(words[i : i + _SHINGLE]) for i in range(max(0, len(words) - _SHINGLE + 1)))


def pick(ranked: Sequence[Scored], limits: LaneLimits) -> Choice:
    """At most `limits.cap` chunks: required ones, then the best of each uncovered facet, then by score. The order
    of the result is by score, so that label 1 is the best."""
    state = _Picking(limits)
    by_id = {item.chunk.id: item for item in ranked}
    for chunk_id in limits.required:
        if chunk_id in by_id:
            state.take(by_id[chunk_id])
    for facet in limits.facets:
        best = _best_for(facet, ranked)
        if best is not None:
            state.take(best)
    for item in ranked:
        state.take(item)
    order = {item.chunk.id: place for place, item in enumerate(ranked)}
    chosen = sorted(state.chosen, key=lambda item: order[item.chunk.id])
    return Choice(chosen=tuple(chosen), dropped=tuple(state.dropped))


def _best_for(facet: Sequence[str], ranked: Sequence[Scored]) -> Scored | None:
    """The best-ranked chunk among those that meet most of a facet; None when none meets `_FACET_SHARE` of it."""
    shares = [len(set(facet) & set(item.match.matched)) / len(facet) for item in ranked]
    most = max(shares, default=0.0)
    return ranked[shares.index(most)] if most >= _FACET_SHARE else None


class _Picking:
    """The running choice: what is taken, and why the rest is not."""

    def __init__(self, limits: LaneLimits) -> None:
        self._limits = limits
        self.chosen: list[Scored] = []
        self.dropped: list[Dropped] = []
        self._places: set[tuple[str, str]] = set()
        self._documents: dict[str, int] = {}

    def take(self, item: Scored) -> None:
        """Takes the chunk unless there is a reason not to."""
        chunk = item.chunk
        if any(chunk.id == held.chunk.id for held in self.chosen):
            return
        reason = self._reason(chunk)
        if reason:
            self.dropped.append(Dropped(chunk_id=chunk.id, title=chunk.title, reason=reason))
            return
        self.chosen.append(item)
        self._places.add(place_key(chunk))
        self._documents[chunk.doc_id] = self._documents.get(chunk.doc_id, 0) + 1

    def _reason(self, chunk: Chunk) -> str:
        if len(self.chosen) >= self._limits.cap:
            return "below the cap of the lane"
        if place_key(chunk) in self._places:
            return "another passage of the same page or section is kept"
        if not chunk.section and self._documents.get(chunk.doc_id, 0) >= self._limits.per_document:
            return "enough passages of this document are kept"
        if any(near_duplicate(chunk, held.chunk) for held in self.chosen):
            return "the same text is already kept"
        return ""
