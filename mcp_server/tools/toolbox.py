"""The toolbox: one method for each tool, each one call on the rooms below it.

Runs on the worker's loop. It decides nothing the pipeline or the vault can decide, and never takes evidence from a
caller: a retrieval, a session and a run are known by their handles only (decision 27).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import anyio.to_thread

from mcp_server.app import Workshop
from mcp_server.config import Config
from mcp_server.results.ledger import brief_of
from mcp_server.results.shapes import (
    AuditView,
    Detail,
    HopView,
    LedgerView,
    PlanView,
    ResearchView,
    RetrievalView,
    SearchView,
    SessionView,
    SourceView,
    StatusView,
    SynthesisView,
)
from mcp_server.tools.arguments import Ask, HopAsk, LedgerAsk, ReadAsk, SearchAsk
from mcp_server.tools.jobs import Jobs
from mcp_server.tools.ledger import ledger_of, query_of
from mcp_server.tools.read import page_png, read_source
from mcp_server.tools.retrieval import add_source, decide_hop, made_plan, retrieve_lanes
from mcp_server.tools.search import search_vault
from mcp_server.tools.status import status_of
from mcp_server.tools.write import audited, written
from vault.types import DocumentSummary

__all__ = ["Toolbox"]

T = TypeVar("T")


class Toolbox:
    """What the tools and the command line call."""

    def __init__(self, config: Config) -> None:
        self.shop = Workshop(config)
        self.jobs = Jobs(self.shop)

    async def _off_loop(self, work: Callable[[], T]) -> T:
        return await anyio.to_thread.run_sync(work)

    async def plan(self, ask: Ask) -> PlanView:
        """The guarded plan of a question."""
        return await made_plan(self.shop, ask)

    async def towns_to_choose(self, question: str) -> tuple[str, ...]:
        """The towns held, when a question without a word of law does not say which of them it means; else ()."""
        towns = await self._off_loop(self.shop.library.towns)
        if len(towns) < 2 or not question.strip():
            return ()
        planned = await made_plan(self.shop, Ask(question=question))
        return () if planned.town or planned.legal_salience or planned.clarification else towns

    async def retrieve(self, ask: Ask) -> RetrievalView:
        """Two lanes of evidence under a handle."""
        return await retrieve_lanes(self.shop, ask)

    async def decide(self, ask: HopAsk) -> HopView:
        """The controller's decision after a hop."""
        return await decide_hop(self.shop, ask)

    async def synthesize(self, retrieval_id: str, ask: Ask) -> SynthesisView:
        """An audited answer from kept evidence, or the brief for the host."""
        return await written(self.shop, retrieval_id, ask)

    async def audit(self, text: str, retrieval_id: str, ask: Ask) -> AuditView:
        """The audit of a text."""
        return await audited(self.shop, text, retrieval_id, ask=ask)

    async def add_source(self, text: str, title: str, session_id: str) -> SessionView:
        """The session with a text added."""
        return await self._off_loop(lambda: add_source(self.shop, text, title, session_id))

    async def begin(self, ask: Ask) -> str:
        """A run begun; its id."""
        return await self.jobs.begin(ask)

    async def wait(self, run_id: str, seconds: float, detail: Detail) -> ResearchView:
        """The run after at most so many seconds: finished, or what is there so far."""
        return await self.jobs.wait(run_id, seconds, detail)

    async def cancel(self, run_id: str) -> ResearchView:
        """The run, ended."""
        return await self.jobs.cancel(run_id)

    async def read(self, ask: ReadAsk) -> SourceView:
        """A stretch of a source."""
        return await self._off_loop(lambda: read_source(self.shop, ask))

    async def picture(self, identity: str, page: int, quote: str) -> bytes:
        """A printed page as a PNG file with the quoted words framed."""
        return await self._off_loop(lambda: page_png(self.shop, identity, page, quote))

    async def newest(self, limit: int) -> tuple[DocumentSummary, ...]:
        """The newest documents, the newest first."""
        return await self._off_loop(lambda: tuple(self.shop.library.documents(limit=limit)))

    async def search(self, ask: SearchAsk) -> SearchView:
        """Passages with a true total."""
        deadline_s = self.shop.settings.search_deadline_s
        return await self._off_loop(lambda: search_vault(self.shop.library, ask, deadline_s=deadline_s))

    async def ledger(self, ask: LedgerAsk) -> LedgerView:
        """Acts and figures of the ledger."""
        return await self._off_loop(lambda: ledger_of(self.shop, ask))

    async def brief(self, town: str, body: str, topics: str) -> tuple[str, ...]:
        """The lines of the ledger on what a board has before it."""
        asked = LedgerAsk(town=town, body=body)
        return await self._off_loop(lambda: brief_of(self.shop.library.ledger, query_of(self.shop, asked), topics))

    async def status(self, town: str, detail: Detail, limit: int = 0, cursor: str = "") -> StatusView:
        """What the vault holds and what is missing."""
        return await self._off_loop(lambda: status_of(self.shop, town=town, detail=detail, limit=limit, cursor=cursor))

    async def names(self, kind: str, prefix: str) -> tuple[str, ...]:
        """Towns, boards or document ids that begin with the prefix, for completions."""
        listed: dict[str, Callable[[], tuple[str, ...]]] = {
            "town": self.shop.library.towns,
            "board": self.shop.library.boards,
            "document": lambda: tuple(sorted(found.doc_id for found in self.shop.library.documents())),
        }
        found = await self._off_loop(listed[kind])
        return tuple(name for name in found if name.casefold().startswith(prefix.casefold()))

    async def close(self) -> None:
        """Ends runs under way and closes the vault."""
        await self.jobs.close()
        await self.shop.aclose()
