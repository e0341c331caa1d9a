"""What a hop's own searches brought: the passages that hold the words it looked for, beyond what is held already.

A hop looks for what the question's words did not find, so its hits are weighed by the words of the hop. Pure.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pipeline.ask.concepts import Alternative, Concept, Matcher, weigh
from pipeline.ask.phrases import content
from pipeline.find.choice import unlike
from pipeline.find.pool import HopFound, Pool
from pipeline.find.select import CorpusFacts
from vault.ids import reading_order
from vault.text.words import stem
from vault.types import Chunk, ChunkId, Lane

__all__ = ["best_found"]

_LEAST_COVERAGE = 0.3
"""A passage that holds less of a search's words holds them by chance."""
_COVERAGE, _FOCUS, _LEAD = 0.8, 0.6, 0.45
"""The weights of `score.RankWeights` for the same measures."""
_RANKS = 3.0
"""The k of the reciprocal ranks by which the two orders of every search are fused: the first few places count."""

_CALLER = 4.0
"""What a search counts that a caller asked for: the machines' searches only fill up beside it."""
_FOR_CALLER = 2
"""A caller who asks for searches reads more of what they find: eight of each lane; two searches of their own show
twenty."""


def best_found(
    pool: Pool, searches: Sequence[HopFound], held: Sequence[Chunk], facts: CorpusFacts, limit: int
) -> tuple[ChunkId, ...]:
    """Ids of the best passages that the searches found beyond those held, at most `limit` of each lane, best first.

    A caller's own searches count most, and bring twice as many. None repeats a page, a section or the text of one
    held or of one before it: its place goes to the next. Every search orders its hits twice, as the index does and by
    the words that stand together; a passage is worth the sum of its reciprocal places, so that one on which several
    searches agree comes first.
    """
    limit = limit * _FOR_CALLER if any(search.by_caller for search in searches) else limit
    facts.learn([stem(word) for search in searches for word in content(search.words)])
    worth: dict[Lane, dict[ChunkId, float]] = {"local": {}, "state": {}}
    known = {chunk.id for chunk in held}
    for search in searches:
        for order in _orders(pool, search, known, facts):
            for place, chunk_id in enumerate(order):
                counts = _CALLER if search.by_caller else 1.0
                worth[search.lane][chunk_id] = worth[search.lane].get(chunk_id, 0.0) + counts / (_RANKS + place)
    found = [unlike([pool.chunks[lane][i] for i in _by_worth(of_lane)], held, limit) for lane, of_lane in worth.items()]
    return tuple(chunk.id for of_lane in found for chunk in of_lane)


def _by_worth(worth: Mapping[ChunkId, float]) -> list[ChunkId]:
    return sorted(worth, key=lambda i: (-worth[i], reading_order(i)))


def _orders(
    pool: Pool, search: HopFound, held: Collection[ChunkId], facts: CorpusFacts
) -> tuple[Sequence[ChunkId], Sequence[ChunkId]]:
    """The hits of a search that are not held and not there by chance: in the index's order, and by weight."""
    fields, matcher = pool.fields(search.lane), Matcher(_concepts(search.words, facts), facts.mean_length)
    weights: dict[ChunkId, float] = {}
    for chunk_id in search.ids:
        if chunk_id not in held:
            found = matcher.match(fields[chunk_id])
            if found.coverage >= _LEAST_COVERAGE or pool.chunks[search.lane][chunk_id].section == search.words:
                weights[chunk_id] = weight_of(found.score, found.coverage, found.focus, found.lead_coverage)
    return tuple(weights), _by_worth(weights)


def weight_of(score: float, coverage: float, focus: float, lead: float) -> float:
    """The worth of a passage for a search: its match, and how much of the search stands in it, in one place, in its
    title."""
    return score + _COVERAGE * coverage + _FOCUS * focus + _LEAD * lead


def _concepts(words: str, facts: CorpusFacts) -> tuple[Concept, ...]:
    roots = dict.fromkeys(map(stem, content(words)))
    return weigh(
        tuple(Concept(name=root, alternatives=(Alternative(stems=(root,)),)) for root in roots), facts.df, facts.total
    )
