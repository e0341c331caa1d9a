"""A File Search store behind the search seam: one store, one call per lane and query, citations as chunks.

A store answers only inside a generated answer; the prose is thrown away and the cited passages are read. Every passage
is held against the filters again, because how the service reads them is not documented. It refuses to take an answer
without citations for an empty one.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from pipeline.errors import ModelUnavailable
from pipeline.hosted.gemini import Call, GeminiService
from pipeline.hosted.gemini_wire import StorePassage, passages_of, search_config, tokens_of
from pipeline.hosted.models import card_of, cost_usd
from pipeline.hosted.store_metadata import admits, chunk_of, store_filter
from vault.types import Chunk, ChunkId, Filters, Hit, Lane, Query, SearchAnswer, SearchCost

__all__ = ["PREFIX", "StoreEngine", "resolve_store", "search_words"]

PREFIX = "fileSearchStores/"
_MOST_WORDS = 60


def search_words(query: Query) -> str:
    """The words of a query as one line, phrases in quotation marks; "" for a query without words."""
    phrases = [f'"{phrase}"' for phrase in query.phrases]
    return " ".join([*phrases, *query.must, *query.terms][:_MOST_WORDS])


async def resolve_store(service: GeminiService, named: str) -> str:
    """The resource name of the store called `named`, which may be that name already or a display name.

    Raises:
        ModelUnavailable: there is no such store, or several of that display name.
    """
    if named.startswith(PREFIX):
        return named
    found = [store.name for store in await service.stores() if store.display_name == named]
    if len(found) == 1:
        return found[0]
    if not found:
        raise ModelUnavailable(
            f"There is no File Search store called {named!r}.", next_step="Run `opencouncil store sync` to make it."
        )
    raise ModelUnavailable(
        f"{len(found)} File Search stores are called {named!r}: {', '.join(found[:5])}.",
        next_step="Set OPENCOUNCIL_STORE to one of these resource names.",
    )


class StoreEngine:
    """Searches one store. Raises `ModelError` when a search failed."""

    def __init__(self, service: GeminiService) -> None:
        self._service = service
        self._store = ""

    async def search(
        self, query: Query, lane: Lane, filters: Filters, limit: int, *, explained: bool = False
    ) -> SearchAnswer:
        """At most `limit` passages of that lane in the order the service cites them; a score is 1 / rank.

        Raises:
            ModelUnavailable, ModelTimeout, ModelRefused: the service failed.
            ModelBadOutput: it answered without citations, so nothing is known.
        """
        words = search_words(query)
        if not words or limit < 1:
            return SearchAnswer(hits=(), mode="empty", zero_reason="no_words", zero_detail="the query has no words")
        began = time.perf_counter()
        scoped = filters.changed(lane=lane)
        top = self._service.settings.top_k_local if lane == "local" else self._service.settings.top_k_state
        found, cut, cost = await self._ask(words, lane, scoped, top_k=min(limit, top))
        hits, lost = _hits(found, scoped, limit)
        caveats = [f"{lost} passage(s) of the hosted store could not be traced to a document and were left out."]
        return SearchAnswer(
            hits=hits,
            mode="hosted" if hits else "empty",
            partial=cut,
            zero_reason=None if hits else "not_in_vault",
            zero_detail="" if hits else "the hosted store cites nothing for these words",
            took_ms=(time.perf_counter() - began) * 1000.0,
            caveats=tuple(caveats) if lost else (),
            cost=cost,
        )

    async def _ask(
        self, words: str, lane: Lane, filters: Filters, *, top_k: int
    ) -> tuple[tuple[StorePassage, ...], bool, SearchCost]:
        service, settings = self._service, self._service.settings
        if not self._store:
            self._store = await resolve_store(service, settings.store)
        name = settings.search_model
        card = card_of(name)
        what = f"The search of the {lane} lane in the hosted store"
        call = Call(
            what=what,
            deadline_s=settings.search_deadline_s,
            model=name,
            store=self._store,
            api_version=card.api_version,
        )
        config = search_config(self._store, store_filter(lane, filters), top_k=top_k, card=card)
        reply = await service.generate(call, words, config)
        tokens, answered = tokens_of(reply), reply.model_version or name
        usd = cost_usd(answered, tokens.input, tokens.output, on=service.today())
        cost = SearchCost(calls=1, input_tokens=tokens.input, output_tokens=tokens.output, usd=usd)
        return *passages_of(reply, what=what), cost


def _hits(passages: Sequence[StorePassage], filters: Filters, limit: int) -> tuple[tuple[Hit, ...], int]:
    """Hits in the order cited, each text once, and how many passages named no document of ours.

    A passage of another lane or town than asked is dropped in silence: the filter left it over.
    """
    chunks: dict[ChunkId, Chunk] = {}
    lost = 0
    for place, passage in enumerate(passages):
        chunk = chunk_of(passage, place)
        if chunk is None:
            lost += 1
        elif admits(filters, chunk):
            chunks.setdefault(chunk.id, chunk)
    kept = list(chunks.values())[:limit]
    return tuple(Hit(chunk=chunk, score=1.0 / rank, rank=rank) for rank, chunk in enumerate(kept, 1)), lost
