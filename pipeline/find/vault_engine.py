"""The vault behind the search seam, and the facts of the archive that ranking needs.

One adapter, no rules: a query that is one statute reference asks for that section, any other for any of its words.
SQLite runs on worker threads, so two lanes are searched at once and nothing blocks the loop.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import anyio
import anyio.to_thread

from pipeline.find.retrieve import CorpusFacts
from pipeline.find.select import Statistics
from vault.law.reference import names_section
from vault.law.references import parse_ref
from vault.store.index import VaultIndex
from vault.types import Chunk, Filters, Hit, Lane, Query, SearchAnswer

__all__ = ["VaultEngine", "corpus_facts"]

_MEAN_WORDS = 250.0
"""Words of a chunk of 1,600 characters, the size chunks are cut to; ranking needs no better figure."""
_AROUND = 5
"""Chunks looked at on either side of a passage for the rest of its page or section."""
_DOCUMENTS = 1_000
"""Documents looked at for the bodies of a place."""
_THREADS = 8
"""Searches of one process that may run at once; SQLite readers scale no further on the machines measured."""


class VaultEngine:
    """Searches one vault. Raises `VaultError` when a search fails."""

    def __init__(self, index: VaultIndex, deadline_s: float = 10.0) -> None:
        self._index = index
        self._deadline_s = deadline_s
        self._limiter = anyio.CapacityLimiter(_THREADS)

    async def search(self, query: Query, lane: Lane, filters: Filters, limit: int) -> SearchAnswer:
        """At most `limit` hits of that lane, best first."""
        scoped = filters.changed(lane=lane)
        return await anyio.to_thread.run_sync(self._search, query, scoped, limit, limiter=self._limiter)

    def _search(self, query: Query, filters: Filters, limit: int) -> SearchAnswer:
        cite = _lone_reference(query)
        if cite:
            return self._section(cite, filters, limit)
        return self._index.search(query, filters, limit, deadline_s=self._deadline_s)

    def _section(self, cite: str, filters: Filters, limit: int) -> SearchAnswer:
        started = time.perf_counter()
        held = _held(self._index, cite, filters.states)
        chunks = [chunk for chunk in held if filters.lane in (None, chunk.lane)][:limit]
        hits = tuple(Hit(chunk=chunk, score=1.0, rank=rank) for rank, chunk in enumerate(chunks, start=1))
        took_ms = (time.perf_counter() - started) * 1000.0
        if hits:
            return SearchAnswer(hits=hits, mode="section", took_ms=took_ms)
        detail = f"the text of {cite} is not in the vault"
        return SearchAnswer(hits=(), mode="empty", zero_reason="not_in_vault", zero_detail=detail, took_ms=took_ms)


def _held(index: VaultIndex, cite: str, states: Sequence[str] = ()) -> tuple[Chunk, ...]:
    """The chunks of a section, or of a whole chapter, as the cite says."""
    return index.section(cite, states) if names_section(cite) else index.chapter(cite, states)


def _lone_reference(query: Query) -> str:
    if query.terms or query.must or len(query.phrases) != 1:
        return ""
    reference = parse_ref(query.phrases[0])
    return reference.cite if reference is not None else ""


def corpus_facts(index: VaultIndex) -> CorpusFacts:
    """Document frequencies and totals of a vault as it is now; frequencies are looked up once per stem."""
    whole = _statistics(index, Filters(), Filters())
    return CorpusFacts(
        df=whole.df,
        total=whole.total,
        mean_length=_MEAN_WORDS,
        newest_year=whole.newest_year,
        following=lambda chunk_id: index.neighbours(chunk_id, before=0, after=1),
        around=lambda chunk_id: index.neighbours(chunk_id, before=_AROUND, after=_AROUND),
        unread=lambda doc_id: sum(held.unread_pages for held in index.documents(Filters(doc_ids=(doc_id,)), limit=1)),
        bodies=lambda filters: _bodies(index, filters),
        texts=index.get,
        archive=index.links,
        holds=lru_cache(maxsize=5_000)(lambda cite: len(_held(index, cite))),
        narrowed=lambda local, state: _statistics(index, local, state),
    )


def _bodies(index: VaultIndex, filters: Filters) -> tuple[str, ...]:
    """The bodies whose records pass the filters, those with most records first; none where no town is asked for."""
    if not filters.towns:
        return ()
    counted = Counter(held.metadata.board for held in index.documents(filters, limit=_DOCUMENTS) if held.metadata.board)
    return tuple(sorted(counted, key=lambda board: (-counted[board], board)))


def _statistics(index: VaultIndex, local: Filters, state: Filters) -> Statistics:
    """The statistics of the scopes a question searches: its towns and its states' law."""
    scopes = (
        Filters(lane="local", states=local.states, towns=local.towns),
        Filters(lane="state", states=state.states),
    )
    totals = [index.totals(scope) for scope in scopes]
    year = max(total.date_to for total in totals)[:4]

    return Statistics(
        lru_cache(maxsize=50_000)(index.counter(scopes)),
        sum(total.chunks for total in totals),
        int(year) if year.isdigit() else 0,
    )
