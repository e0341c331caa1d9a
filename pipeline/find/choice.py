"""Which of the ranked chunks become evidence: caps, minimums, one slot per passage, facets before score.

Pure. A chunk that is not chosen leaves with a reason. Nothing here searches or scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from pydantic import Field

from pipeline.find.score import EVENTS, NOT_VOTED, ScoredChunk
from pipeline.types import Dropped
from vault.states.names import VOTERS_MEETING
from vault.store.keys import body_among
from vault.types import Chunk, ChunkId
from vault.value import Value

__all__ = [
    "FACET_SHARE", "GOOD", "LaneChoice", "LaneLimits", "MergeLimits", "distinct_documents", "facet_share",
    "lend_places", "near_duplicate", "pick", "place_key", "repeats", "trim_merged", "unlike",
]  # fmt: skip

FACET_SHARE = 0.6
"""A chunk that meets three fifths of a facet, three words of five, speaks of it."""
_SHINGLE = 5
"""Words in a shingle: long enough that two pages sharing many are the same text."""
_SAME_TEXT = 0.8
"""Share of common shingles above which two chunks are one passage printed twice."""
_OVERLAP = 0.5
"""Share of a passage inside another from which it is read there: chunks overlap by a sentence or two."""
_KEPT_SHINGLES = 1024
"""Texts whose shingles a process remembers, about 16 KB each."""
_CLEARLY = 0.2
"""By how much a state passage outranks the last record in whose place it comes (docs/finding.md: 0 and .4 do the same
on most sets; below 0 records are lost)."""
_FULL = "below the cap of the lane"


class LaneLimits(Value):
    """How many chunks a lane may keep, how many of one document, and what must stand before score decides."""

    cap: int
    per_document: int
    facets: tuple[tuple[str, ...], ...] = ()
    """Groups of concept names, one group per facet: the best chunk of each is taken first."""
    weights: dict[str, float] = Field(default_factory=dict)
    """Concept name -> importance within a facet; 1 for a name that is not here."""
    facet_score: float = 0.0
    """Share of the best score that a chunk must have to stand for a facet or a year."""
    years: tuple[str, ...] = ()
    """Years the question compares: the best chunk dated in each is taken first."""
    months: tuple[str, ...] = ()
    """Months the question names: the best record dated in each has a place, of `bodies` where one is."""
    bodies: tuple[str, ...] = ()
    """Bodies asked about."""
    voted: bool = False
    """Whether it is asked what voters decided: the best record of their meeting has a place."""
    required: tuple[ChunkId, ...] = ()
    """Chunk ids that take their place first, in order: records of facts, state text above the low bar."""
    eligible: frozenset[ChunkId] | None = None
    """Chunk ids that may be kept while any of them is left; None or no ranked one among them: all may (S1 part D)."""


class MergeLimits(Value):
    """How many chunks both lanes may keep together, and what each keeps in any case."""

    cap: int
    min_local: int = 0
    min_state: int = 0
    lend_down_to: int = 0
    """Passages that the local lane keeps when it lends places to the state lane."""
    state_first: bool = False
    """Whether the local lane gives way (a question of law) or the state lane."""


GOOD = 0.5
"""A chunk that covers half the question is a good one: it counts towards an early exit."""


class LaneChoice(NamedTuple):
    """The chosen chunks, best first, and those left out with the reason."""

    chosen: tuple[ScoredChunk, ...]
    left: tuple[tuple[ScoredChunk, str], ...]
    held: frozenset[ChunkId] = frozenset()
    """Ids of chosen chunks with a place in the merged evidence too (required ones, the best of a month); the best of a
    facet has one in its lane."""

    @property
    def good(self) -> list[ScoredChunk]:
        """Those chosen that cover half of the question."""
        return [item for item in self.chosen if item.match.coverage >= GOOD]

    def with_further(self, item: ScoredChunk, wide: LaneChoice) -> LaneChoice:
        """The same with one more chosen, in the order in which `wide` holds them."""
        ids = {one.chunk.id for one in (*self.chosen, item)}
        chosen = tuple(one for one in wide.chosen if one.chunk.id in ids)
        return self._replace(chosen=chosen, left=tuple(one for one in self.left if one[0].chunk.id != item.chunk.id))

    def dropped(self, most: int) -> tuple[Dropped, ...]:
        """The first `most` of those left out, best first."""
        return tuple(
            Dropped(chunk_id=item.chunk.id, title=item.chunk.title, reason=reason) for item, reason in self.left[:most]
        )


_PAGE_CHARS = 12_000
"""Characters between two passages of a record without pages from which they stand in two places: about three printed
pages. Half as many crowd other records out (docs/finding.md)."""


def place_key(chunk: Chunk) -> tuple[str, str]:
    """What a slot is spent on: a statute section, or the page a passage begins on."""
    return chunk.doc_id, chunk.section or f"p{chunk.page_start}"


def same_place(one: Chunk, other: Chunk) -> bool:
    """Whether two passages stand on one page or in one section; of a long record without pages, near each other."""
    return place_key(one) == place_key(other) and (bool(one.section) or abs(one.start - other.start) < _PAGE_CHARS)


def distinct_documents(chunks: Sequence[Chunk]) -> int:
    """How many documents the chunks come from (decision 11)."""
    return len({chunk.doc_id for chunk in chunks})


def near_duplicate(one: Chunk, other: Chunk) -> bool:
    """Whether two chunks are the same text, printed or pasted twice. Two towns' forms are never the same text."""
    if one.town != other.town:
        return False
    if one.text == other.text:
        return True
    first, second = _shingles(one.text), _shingles(other.text)
    smaller = min(len(first), len(second))
    return smaller > 0 and len(first & second) / smaller >= _SAME_TEXT


def repeats(chunk: Chunk, held: Iterable[Chunk]) -> bool:
    """Whether one of these passages shows the chunk already: the same page or section, most of its text, or the same
    text printed twice."""
    return any(same_place(chunk, other) or _inside(chunk, other) or near_duplicate(chunk, other) for other in held)


def unlike(ordered: Iterable[Chunk], held: Sequence[Chunk], limit: int) -> list[Chunk]:
    """The first `limit` chunks that repeat neither what is held nor each other."""
    taken: list[Chunk] = []
    for chunk in ordered:
        if len(taken) == limit:
            break
        if not repeats(chunk, (*held, *taken)):
            taken.append(chunk)
    return taken


def _inside(chunk: Chunk, other: Chunk) -> bool:
    if (chunk.doc_id, chunk.section) != (other.doc_id, other.section):
        return False
    shared = min(chunk.end, other.end) - max(chunk.start, other.start)
    return shared > _OVERLAP * (chunk.end - chunk.start)


@lru_cache(maxsize=_KEPT_SHINGLES)
def _shingles(text: str) -> frozenset[int]:
    words = text.casefold().split()
    return frozenset(map(hash, zip(*(words[start:] for start in range(_SHINGLE)), strict=False)))


def pick(ranked: Sequence[ScoredChunk], limits: LaneLimits) -> LaneChoice:
    """At most `limits.cap` chunks: required ones, then the best of each month, facet and year, then by score. The order
    of the result is by score, so that label 1 is the best."""
    allowed = _eligible(ranked, limits.eligible)
    state = _Picking(limits)
    by_id = {item.chunk.id: item for item in ranked}
    for chunk_id in limits.required:
        if chunk_id in by_id:
            state.take(by_id[chunk_id])
    for dated in _first_of_meetings(allowed, limits):
        state.take(dated)
    held = frozenset(item.chunk.id for item in state.chosen)
    for best in _first_of_each(allowed, limits):
        state.take(best)
    state.take_all(allowed)
    kept = {item.chunk.id for item in allowed} | {item.chunk.id for item in state.chosen}
    strangers = [(item, "no word of the question in it") for item in ranked if item.chunk.id not in kept]
    order = {item.chunk.id: place for place, item in enumerate(ranked)}
    chosen = sorted(state.chosen, key=lambda item: order[item.chunk.id])
    return LaneChoice(tuple(chosen), (*state.left, *strangers), held)


def _eligible(ranked: Sequence[ScoredChunk], eligible: frozenset[ChunkId] | None) -> Sequence[ScoredChunk]:
    if eligible is None:
        return ranked
    return [item for item in ranked if item.chunk.id in eligible] or ranked


def _first_of_each(ranked: Sequence[ScoredChunk], limits: LaneLimits) -> list[ScoredChunk]:
    """The best chunk of each facet and each year; a chunk far behind the best covers a part only by chance words."""
    near = [item for item in ranked if item.score >= limits.facet_score * ranked[0].score]
    found = [_best_for(facet, near, limits) for facet in limits.facets]
    found += [next((item for item in near if item.chunk.date[:4] == year), None) for year in limits.years]
    return [item for item in found if item is not None]


def _first_of_meetings(ranked: Sequence[ScoredChunk], limits: LaneLimits) -> list[ScoredChunk]:
    """The best-ranked record of each month asked about, of one of the bodies where the month has one, and of the
    voters' meeting where what they decided is asked."""
    found: list[ScoredChunk] = []
    for month in limits.months:
        dated = [item for item in ranked if item.chunk.date[:7] == month and item.chunk.doc_type in EVENTS]
        own = [item for item in dated if any(body_among((item.chunk.board,), body) for body in limits.bodies)]
        found += (own or dated)[:1]
    met = [item for item in ranked if item.chunk.board == VOTERS_MEETING and item.chunk.doc_type not in NOT_VOTED]
    return [*found, *met[: limits.voted]]


def _best_for(facet: Sequence[str], ranked: Sequence[ScoredChunk], limits: LaneLimits) -> ScoredChunk | None:
    """The best-ranked chunk among those that meet most of a facet; None when none does, or, in a lane where chunks far
    behind are not looked at, when one that is kept anyway does."""
    parts = {name: limits.weights.get(name, 1.0) for name in facet}
    shares = [_share_met(parts, item) for item in ranked]
    if limits.facet_score and max(shares[: limits.cap], default=0.0) >= FACET_SHARE:
        return None
    most = max(shares, default=0.0)
    return ranked[shares.index(most)] if most >= FACET_SHARE else None


def facet_share(facet: Sequence[str], item: ScoredChunk, weights: Mapping[str, float]) -> float:
    """How much of a facet a chunk meets, 0..1, by the weights of its concepts (1 for a name without one)."""
    return _share_met({name: weights.get(name, 1.0) for name in facet}, item)


def _share_met(parts: Mapping[str, float], item: ScoredChunk) -> float:
    matched = item.match.matched
    return sum([weight for name, weight in parts.items() if name in matched]) / (sum(parts.values()) or 1.0)


class _Picking:
    """The running choice: what is taken, and why the rest is not."""

    def __init__(self, limits: LaneLimits) -> None:
        self._limits = limits
        self.chosen: list[ScoredChunk] = []
        self.left: list[tuple[ScoredChunk, str]] = []
        self._ids: set[ChunkId] = set()
        self._documents: dict[str, int] = {}

    def take(self, item: ScoredChunk) -> None:
        """Takes the chunk unless there is a reason not to."""
        chunk = item.chunk
        if chunk.id in self._ids:
            return
        reason = self._reason(chunk)
        if reason:
            self.left.append((item, reason))
            return
        self.chosen.append(item)
        self._ids.add(chunk.id)
        self._documents[chunk.doc_id] = self._documents.get(chunk.doc_id, 0) + 1

    def take_all(self, items: Sequence[ScoredChunk]) -> None:
        """Takes of the chunks, in order, what there is room and no reason against."""
        for place, item in enumerate(items):
            if len(self.chosen) >= self._limits.cap:  # nothing further is taken, whatever it is
                self.left += [(one, _FULL) for one in items[place:] if one.chunk.id not in self._ids]
                return
            self.take(item)

    def _reason(self, chunk: Chunk) -> str:
        if len(self.chosen) >= self._limits.cap:
            return _FULL
        if any(same_place(chunk, held.chunk) for held in self.chosen):
            return "another passage of the same page or section is kept"
        if not chunk.section and self._documents.get(chunk.doc_id, 0) >= self._limits.per_document:
            return "enough passages of this document are kept"
        if any(near_duplicate(chunk, held.chunk) for held in self.chosen):
            return "the same text is already kept"
        return ""


def lend_places(
    local: LaneChoice, state: LaneChoice, wide: LaneChoice, limits: MergeLimits
) -> tuple[LaneChoice, LaneChoice]:
    """Both choices after the local lane has given its last places to state passages that clearly outrank them.

    `wide` is the state lane's choice with more room. A question of two laws needs more than five sections, and the
    tenth record is then chance words; the local lane keeps `limits.lend_down_to` passages.
    """
    held = {item.chunk.id for item in state.chosen}
    for item in wide.chosen:
        if item.chunk.id in held:
            continue
        last = next((one for one in reversed(local.chosen) if one.chunk.id not in local.held), None)
        if last is not None and item.score <= last.score + _CLEARLY:
            break
        if len(local.chosen) + len(state.chosen) >= limits.cap:
            if last is None or len(local.chosen) <= limits.lend_down_to:
                break
            local = _cut(local, len(local.chosen) - 1)
        state = state.with_further(item, wide)
    return local, state


def trim_merged(local: LaneChoice, state: LaneChoice, limits: MergeLimits) -> tuple[LaneChoice, LaneChoice]:
    """Both choices cut to `limits.cap` chunks in all (S0: fifteen). The lane that gives way keeps its minimum; the
    reserved local facts come before everything (decision 6)."""
    count_local, count_state = len(local.chosen), len(state.chosen)
    least_local = min(limits.min_local, count_local, limits.cap)
    least_state = min(limits.min_state, count_state, limits.cap - least_local)
    if limits.state_first:
        keep_state = min(count_state, limits.cap - least_local)
        keep_local = min(count_local, limits.cap - keep_state)
    else:
        keep_local = min(count_local, limits.cap - least_state)
        keep_state = min(count_state, limits.cap - keep_local)
    return _cut(local, keep_local), _cut(state, keep_state)


def _cut(choice: LaneChoice, keep: int) -> LaneChoice:
    """The best `keep` chunks, those with a reserved place before all others."""
    places = sorted(range(len(choice.chosen)), key=lambda at: (choice.chosen[at].chunk.id not in choice.held, at))
    kept = set(places[:keep])
    cut = tuple(
        (item, "below the cap of both lanes together") for at, item in enumerate(choice.chosen) if at not in kept
    )
    return LaneChoice(tuple(choice.chosen[at] for at in sorted(kept)), (*cut, *choice.left), choice.held)
