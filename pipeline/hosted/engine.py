"""The hosted engine of one question: its model and its searches under one ceiling of dollars.

What a question may cost is counted over plan, searches, answer and repair together. Past the ceiling nothing more is
asked and the vault and the extracts go on alone. It refuses to start a call that the ceiling no longer covers; a call
under way is never cut short for its price.

The vault and the hosted store asked at once, their hits merged by rank.

A passage that the vault holds as well becomes the vault's own chunk, so that its quotes can be checked and its page is
known. The vault always answers: when the store fails, the answer says so and goes on without it. Scores of different
engines are never compared. One engine serves one question, because it counts what the store was asked.

A File Search store behind the search seam: one store, one call per lane and query, citations as chunks.

A store answers only inside a generated answer; the prose is thrown away and the cited passages are read. Every passage
is held against the filters again, because how the service reads them is not documented. It refuses to take an answer
without citations for an empty one.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import anyio
import anyio.to_thread

from pipeline.errors import ModelBadOutput, ModelUnavailable
from pipeline.hosted.gemini import Call, GeminiModel, GeminiService
from pipeline.hosted.gemini_wire import StorePassage, passages_of, search_config, tokens_of
from pipeline.hosted.models import CARDS, card_of, cost_usd
from pipeline.hosted.store_metadata import admits, chunk_of, store_filter
from pipeline.ports import ForTurn, Model, ModelReply, ModelRequest, SearchEngine
from vault.errors import OpenCouncilError, VaultError
from vault.ids import reading_order
from vault.ports import Library, answer_to
from vault.text.words import content_words, words
from vault.types import Chunk, ChunkId, Filters, Hit, Lane, Query, SearchAnswer, SearchCost, SearchRequest

__all__ = ["PREFIX", "for_question", "resolve_store"]


class Ceiling:
    """Dollars one question may cost and has cost. Calls of unknown price are counted at the dearest known one."""

    def __init__(self, limit_usd: float) -> None:
        self.limit_usd = limit_usd
        self.spent_usd = 0.0

    def charge(self, usd: float | None, input_tokens: int, output_tokens: int) -> None:
        """Adds a call."""
        self.spent_usd += _at_most(input_tokens, output_tokens) if usd is None else usd

    def check(self, what: str) -> None:
        """Raises `ModelUnavailable` when the question has cost its ceiling."""
        if self.spent_usd >= self.limit_usd:
            raise ModelUnavailable(
                f"{what} was not asked: this question has cost ${self.spent_usd:.2f} of its ${self.limit_usd:.2f}.",
                next_step="Set OPENCOUNCIL_CEILING_USD to allow more for one question.",
            )


def _at_most(input_tokens: int, output_tokens: int) -> float:
    prices = [card.price for card in CARDS if card.price is not None]
    dearest_in = max(max(price.input_usd, price.next_input_usd) for price in prices)
    dearest_out = max(max(price.output_usd, price.next_output_usd) for price in prices)
    return (input_tokens * dearest_in + output_tokens * dearest_out) / 1_000_000


class CappedModel:
    """A model under a ceiling."""

    def __init__(self, model: Model, ceiling: Ceiling) -> None:
        self._model, self._ceiling = model, ceiling

    async def ask(self, request: ModelRequest) -> ModelReply:
        """The model's reply; raises `ModelUnavailable` past the ceiling, else what the model raises."""
        self._ceiling.check(f"The {request.stage} model")
        reply = await self._model.ask(request)
        self._ceiling.charge(reply.cost_usd, reply.input_tokens, reply.output_tokens)
        return reply


class CappedStore:
    """A store search under a ceiling."""

    def __init__(self, engine: SearchEngine, ceiling: Ceiling) -> None:
        self._engine, self._ceiling = engine, ceiling

    async def search(
        self, query: Query, lane: Lane, filters: Filters, limit: int, *, explained: bool = False
    ) -> SearchAnswer:
        """The engine's answer; raises `ModelUnavailable` past the ceiling, else what the engine raises."""
        self._ceiling.check("The hosted store")
        answer = await self._engine.search(query, lane, filters, limit, explained=explained)
        if answer.cost is not None:
            self._ceiling.charge(answer.cost.usd, answer.cost.input_tokens, answer.cost.output_tokens)
        return answer


def for_question(service: GeminiService, index: Library, vault: SearchEngine) -> ForTurn:
    """Model and engine of one question. Without a store in the settings the engine is the vault's own."""
    settings = service.settings
    ceiling = Ceiling(settings.ceiling_usd)
    model = CappedModel(GeminiModel(service), ceiling)
    if not settings.store or not settings.store_searches:
        return ForTurn(model, vault)
    store = CappedStore(StoreEngine(service), ceiling)
    return ForTurn(model, FusedEngine(index, vault, store, store_searches=settings.store_searches))


_RANK_DAMPING = 60.0
"""Reciprocal rank fusion's usual constant: the first places of both lists count about alike."""
_RUN = 4
"""Words in a row that show that two texts are one; fewer are common phrases."""
_PART, _INSIDE = 0.25, 0.5
"""A chunk is part of a passage when it holds a quarter of it, or when half of the chunk lies inside: passages of 400
tokens lie across two chunks or three, long tables across more."""
_WHOLE = 0.6
"""So much of a passage must be found in the vault's document for it to be that document's text as held now."""
_CANDIDATES, _CHUNK_CHARS = 8, 800
"""Chunks looked at, and one more for so many characters of a long passage."""
_PROBE_WORDS = 40
"""Words a document's chunks are looked up by, taken evenly from the whole passage."""
_PATIENCE = 2
"""Failures after which the store is left alone for the rest of the question."""


class Resolved(NamedTuple):
    """What a store passage is in the vault: its chunks there, or whether the vault holds another text by that id."""

    chunks: tuple[Chunk, ...]
    outdated: bool = False


def _runs(text: str) -> frozenset[tuple[str, ...]]:
    found = words(text)
    return frozenset(found[i : i + _RUN] for i in range(max(1, len(found) - _RUN + 1)))


def resolve_in_vault(index: Library, passage: Chunk) -> Resolved:
    """The vault's chunks that hold the text of a passage, best first.

    A document the vault does not hold leaves the passage as it is. A document it holds with another text gives nothing:
    the store is behind the vault.

    Raises:
        VaultError: the vault cannot be read.
    """
    mine = Filters(doc_ids=(passage.doc_id,))
    if not index.documents(mine, limit=1):
        return Resolved((passage,))
    wanted = _runs(passage.text)
    terms = content_words(passage.text)
    probe = Query(terms=terms[:: len(terms) // _PROBE_WORDS + 1])
    scored = []
    request = SearchRequest(query=probe, filters=mine, limit=_CANDIDATES + len(passage.text) // _CHUNK_CHARS)
    for hit in answer_to(index, request).hits:
        own = _runs(hit.chunk.text)
        shared = wanted & own
        if len(shared) >= min(_PART * len(wanted), _INSIDE * len(own)):
            scored.append((len(shared), hit.chunk, shared))
    scored.sort(key=lambda item: (-item[0], reading_order(item[1].id)))
    held = frozenset().union(*(shared for _, _, shared in scored))
    if len(held) < _WHOLE * len(wanted):
        return Resolved((), outdated=True)
    return Resolved(tuple(chunk for _, chunk, _ in scored))


def fused_hits(lists: Sequence[Sequence[Hit]], limit: int) -> tuple[Hit, ...]:
    """Hits of several engines merged by reciprocal rank, best first; ties keep the order of the lists."""
    chunks: dict[ChunkId, Chunk] = {}
    scores: dict[ChunkId, float] = {}
    for hits in lists:
        for hit in hits:
            chunks.setdefault(hit.chunk.id, hit.chunk)
            scores[hit.chunk.id] = scores.get(hit.chunk.id, 0.0) + 1.0 / (_RANK_DAMPING + hit.rank)
    order = sorted(chunks, key=lambda key: -scores[key])[:limit]
    return tuple(Hit(chunk=chunks[key], score=scores[key], rank=rank) for rank, key in enumerate(order, 1))


class FusedEngine:
    """Searches vault and store for one question. Raises `VaultError` only when both failed."""

    def __init__(self, index: Library, vault: SearchEngine, store: SearchEngine, *, store_searches: int) -> None:
        self._index = index
        self._vault = vault
        self._store = store
        self._left = store_searches
        self._failures: dict[Lane, int] = {"local": 0, "state": 0}

    async def search(
        self, query: Query, lane: Lane, filters: Filters, limit: int, *, explained: bool = False
    ) -> SearchAnswer:
        """At most `limit` hits of that lane, merged by rank.

        Look-ups of one section, number or document go to the vault alone, as does everything past the store's share
        of the question or after it failed twice.
        """
        if not self._asks_store(query, lane, filters):
            return await self._vault.search(query, lane, filters, limit, explained=explained)
        self._left -= 1
        vault, store = await self._ask_both(query, lane, filters, limit=limit, explained=explained)
        if isinstance(store, OpenCouncilError):
            return self._without_store(vault, store, lane)
        scoped = filters.changed(lane=lane)
        if isinstance(vault, OpenCouncilError):
            note = f"The local vault could not be searched ({vault.message}); the hosted store alone was."
            return store.changed(caveats=(*store.caveats, note))
        merge = partial(self._merged, vault, store, scoped, limit=limit)
        return await anyio.to_thread.run_sync(merge)

    def _asks_store(self, query: Query, lane: Lane, filters: Filters) -> bool:
        exact = not query.terms or bool(filters.doc_ids)
        return not exact and self._left > 0 and self._failures[lane] < _PATIENCE

    async def _ask_both(
        self, query: Query, lane: Lane, filters: Filters, *, limit: int, explained: bool
    ) -> list[SearchAnswer | OpenCouncilError]:
        """What the vault and then the store answered, each with its failure in place of an answer."""
        found: dict[int, SearchAnswer | OpenCouncilError] = {}

        async def one(place: int, engine: SearchEngine) -> None:
            try:
                found[place] = await engine.search(query, lane, filters, limit, explained=explained)
            except OpenCouncilError as error:
                found[place] = error

        async with anyio.create_task_group() as group:
            group.start_soon(one, 0, self._vault)
            group.start_soon(one, 1, self._store)
        return [found[0], found[1]]

    def _without_store(
        self, vault: SearchAnswer | OpenCouncilError, error: OpenCouncilError, lane: Lane
    ) -> SearchAnswer:
        """The vault's answer with the failure told. An answer without citations is a failure of its lane alone: a
        store that holds no state law gives none there."""
        for other in self._failures:
            self._failures[other] += other == lane or not isinstance(error, ModelBadOutput)
        if isinstance(vault, OpenCouncilError):
            raise vault
        note = f"A search of the hosted store failed ({error.code}); there the answer rests on the local vault alone."
        return vault.changed(caveats=(*vault.caveats, note))

    def _merged(self, vault: SearchAnswer, store: SearchAnswer, filters: Filters, *, limit: int) -> SearchAnswer:
        hits, outdated = self._resolved(store.hits, filters)
        caveats = [*vault.caveats, *store.caveats]
        if outdated:
            caveats.append("The hosted store holds older texts than the vault; those passages were left out.")
        merged = fused_hits([vault.hits, hits], limit)
        return vault.changed(
            hits=merged,
            mode="fused" if merged else "empty",
            partial=vault.partial or store.partial,
            zero_reason=None if merged else vault.zero_reason,
            zero_detail="" if merged else vault.zero_detail,
            took_ms=max(vault.took_ms, store.took_ms),
            caveats=tuple(dict.fromkeys(caveats)),
            cost=store.cost,
        )

    def _resolved(self, hits: Sequence[Hit], filters: Filters) -> tuple[list[Hit], bool]:
        """The store's hits as the vault's chunks where it has them, in the store's order, filtered by what the vault
        knows of them; and whether any was outdated."""
        chunks: dict[ChunkId, Chunk] = {}
        outdated = False
        for hit in hits:
            try:
                found = resolve_in_vault(self._index, hit.chunk)
            except VaultError:
                found = Resolved((hit.chunk,))
            outdated = outdated or found.outdated
            chunks.update((chunk.id, chunk) for chunk in found.chunks if chunk.id not in chunks)
        kept = [chunk for chunk in chunks.values() if admits(filters, chunk)]
        return [Hit(chunk=chunk, score=1.0 / rank, rank=rank) for rank, chunk in enumerate(kept, 1)], outdated


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
