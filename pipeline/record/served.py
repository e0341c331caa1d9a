"""Searches made in a run, kept so that none is made twice: an answer is served again from what was found.

Holds the query, the filters and the ids that were found; the texts stay in the vault. A search whose passages are no
longer all there is asked anew. It refuses to serve a failed search.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pipeline.ports import SearchEngine
from vault.types import Chunk, ChunkId, Filters, Hit, Lane, Query, SearchAnswer
from vault.value import Value

__all__ = ["Searched", "ServingEngine", "Texts"]

Texts = Callable[[Sequence[ChunkId]], Sequence[Chunk]]
"""Chunk ids -> the chunks that are held, in any order."""


class Searched(Value):
    """One search that was made and what it found: chunk ids with their scores, best first."""

    lane: Lane
    query: Query
    filters: Filters
    limit: int
    found: tuple[tuple[ChunkId, float], ...] = ()
    answer: SearchAnswer
    """The answer without its hits."""


_Key = tuple[Query, Lane, Filters, int]


class ServingEngine:
    """A search engine that remembers: a search that was made before in the run is answered from what it found."""

    def __init__(self, engine: SearchEngine, texts: Texts, made: Sequence[Searched] = ()) -> None:
        self._engine = engine
        self._texts = texts
        self._made: dict[_Key, Searched] = {(one.query, one.lane, one.filters, one.limit): one for one in made}
        self._chunks: dict[ChunkId, Chunk] = {}
        self._fetched = not made

    @property
    def made(self) -> tuple[Searched, ...]:
        """Every search of the run so far, in the order made."""
        return tuple(self._made.values())

    async def search(
        self, query: Query, lane: Lane, filters: Filters, limit: int, *, explained: bool = False
    ) -> SearchAnswer:
        """The answer, from memory when this search was made before. Raises what the engine raises."""
        key = (query, lane, filters, limit)
        held = self._served(self._made[key]) if key in self._made else None
        if held is not None:
            return held
        answer = await self._engine.search(query, lane, filters, limit, explained=explained)
        self._chunks.update((hit.chunk.id, hit.chunk) for hit in answer.hits)
        self._made[key] = Searched(
            lane=lane,
            query=query,
            filters=filters,
            limit=limit,
            found=tuple((hit.chunk.id, hit.score) for hit in answer.hits),
            answer=answer.changed(hits=()),
        )
        return answer

    def _served(self, made: Searched) -> SearchAnswer | None:
        """The answer of a search made before; None when a passage of it is gone."""
        if not self._fetched:
            self._fetched = True
            wanted = dict.fromkeys(number for one in self._made.values() for number, _ in one.found)
            self._chunks.update((chunk.id, chunk) for chunk in self._texts(list(wanted)))
        if any(number not in self._chunks for number, _ in made.found):
            return None
        hits = tuple(
            Hit(chunk=self._chunks[number], score=score, rank=rank)
            for rank, (number, score) in enumerate(made.found, start=1)
        )
        return made.answer.changed(hits=hits)
