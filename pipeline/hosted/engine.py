"""The hosted engine of one question: its model and its searches under one ceiling of dollars.

What a question may cost is counted over plan, searches, answer and repair together. Past the ceiling nothing more is
asked and the vault and the extracts go on alone. It refuses to start a call that the ceiling no longer covers; a call
under way is never cut short for its price.
"""

from __future__ import annotations

from pipeline.errors import ModelUnavailable
from pipeline.hosted.fuse import FusedEngine
from pipeline.hosted.gemini import GeminiModel, GeminiService
from pipeline.hosted.gemini_search import StoreEngine
from pipeline.hosted.models import CARDS
from pipeline.ports import ForTurn, Model, ModelReply, ModelRequest, SearchEngine
from vault.ports import Library
from vault.types import Filters, Lane, Query, SearchAnswer

__all__ = ["for_question"]


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
