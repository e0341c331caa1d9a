"""The eleven tools: what a host reads of each, and the one call it makes on the toolbox.

The docstrings and field descriptions here are the interface; they are kept short because a host pays for them in every
conversation. Free text is exactly `str`: anything else would be decoded as JSON first.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Annotated, Literal

from mcp import MCPError
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.tools import Tool
from pydantic import BaseModel, BeforeValidator, Field, JsonValue, WithJsonSchema

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
from mcp_server.tools.arguments import Ask, HopAsk, LedgerAsk, LedgerKind, LedgerMode, ReadAsk, SearchAsk, WriterChoice
from mcp_server.tools.validation import strict_tool
from mcp_server.worker import Crew

__all__ = ["Tools"]


def _listed(value: object) -> object:
    """One name where a list is asked for: models send "Planning Board" as often as ["Planning Board"]."""
    return [part.strip() for part in value.split(";") if part.strip()] if isinstance(value, str) else value


def _enum(*values: str, told: str = "") -> WithJsonSchema:
    """A choice as hosts need it: the values; the empty default is not shown."""
    return WithJsonSchema({"enum": [*values], **({"description": told} if told else {})})


Names = Annotated[list[str], BeforeValidator(_listed)]
Question = Annotated[str, Field(description="e.g. 'Is a hearing needed?'")]
Town = Annotated[str, Field(description="e.g. 'Ossipee'")]
Boards = Annotated[Names, Field(description="e.g. ['ZBA']")]
Queries = Annotated[
    Names,
    Field(
        max_length=6,
        description="3 wordings, e.g. ['motion dump fee', 'transfer station rates', 'town may charge a fee']",
    ),
]
PlannedQueries = Annotated[Names, Field(max_length=6, description="as in research")]
SessionId = Annotated[str, Field(description="of a session")]
RetrievalId = Annotated[str, Field(description="of two_lane_retrieve")]
Verbosity = Annotated[Detail, _enum("concise", "detailed")]
Limit = Annotated[int, Field(ge=0, le=50), WithJsonSchema({"type": "integer", "description": "e.g. 10"})]
Cursor = Annotated[str, Field(description="next_cursor")]
Format = Annotated[Literal["", "simple", "overview", "analysis"], _enum("simple", "overview", "analysis")]
_READABLE = (
    "'chunk:doc@1f#4', 'L3@<retrieval_id>' (more: ?around), a document id, 'doc?page=3-5', 'doc?outline', "
    "'RSA 91-A:3', 'RSA 91-A'; several with ;"
)
_OWN_STATE = (
    *("topic", "depth", "current_hop", "summaries_so_far", "sources_so_far", "hop_genealogy", "seen_urls"),
    *("contradiction_rate", "max_hops", "confidence_target", "vault_index_path"),
)
"""What S4 takes from a caller that keeps its own state: shown in the full tool set, understood in both."""
Depths = ("quick", "standard", "deep", "exhaustive")
Depth = Annotated[Literal["", "quick", "standard", "deep", "exhaustive"], _enum(*Depths)]
Scope = Annotated[Literal["", "local", "statewide", "mixed"], _enum("local", "statewide", "mixed")]


Rows = list[dict[str, JsonValue]]


def _rows(told: str) -> WithJsonSchema:
    """A list of objects, told in words: their full schema would cost more than it helps."""
    return WithJsonSchema({"type": "array", "items": {"type": "object"}, "description": told})


_NAMED = 12
"""Towns named in the message; any other may be typed."""


class TownAnswer(BaseModel):
    """What the person is asked for."""

    town: str = Field(default="", max_length=80, description="a town or a state, by name; empty: all")


def may_ask(ctx: Context | None) -> bool:
    """Whether the client of this call offers to put a question to its user."""
    try:
        offered = ctx.client_capabilities if ctx is not None else None
    except ValueError:  # called outside a request, as the command line does
        return False
    return offered is not None and offered.elicitation is not None


async def asked_town(ctx: Context | None, towns: Sequence[str]) -> str:
    """The town the person names, as the vault spells it when it is one of `towns`; "" when none is named."""
    if ctx is None or not towns:
        return ""
    more = " …" if len(towns) > _NAMED else ""
    try:
        answer = await ctx.elicit(f"Which town is this about? Held: {', '.join(towns[:_NAMED])}{more}", TownAnswer)
    except (MCPError, ValueError, RuntimeError):
        return ""
    if answer.action != "accept":
        return ""
    said = answer.data.town.strip()
    return next((town for town in towns if town.casefold() == said.casefold()), said)


class Tools:
    """The tools of one server. Methods may be awaited directly; `listed` gives them to the protocol."""

    def __init__(self, crew: Crew, *, full: bool = False) -> None:
        self._crew = crew
        self._full = full

    def listed(self) -> list[Tool]:
        """All tools in the order a question uses them; the full set shows the controller's inner steps, too."""
        inner = () if self._full else _OWN_STATE
        return [
            strict_tool(self.research, title="Research a question", idempotent=False),
            strict_tool(self.plan_issue_map, title="Map the issue and plan the search"),
            strict_tool(self.two_lane_retrieve, title="Search both lanes", idempotent=False),
            strict_tool(self.decide_next_hop, title="Decide the next search hop", hidden=inner),
            strict_tool(self.synthesize, title="Write the cited answer"),
            strict_tool(self.audit, title="Audit a text against its sources"),
            strict_tool(self.add_session_source, title="Add a pasted text", read_only=False, idempotent=False),
            strict_tool(self.read_source, title="Read a source in full"),
            strict_tool(self.search_vault, title="Search the vault"),
            strict_tool(self.ledger, title="List acts and figures"),
            strict_tool(self.vault_status, title="What the vault holds"),
        ]

    async def research(
        self,
        question: Question = "",
        town: Town = "",
        queries: Queries = [],  # noqa: B006 - never changed; the schema needs the default
        session_id: SessionId = "",
        format: Format = "",  # noqa: A002 - the name callers know
        depth: Depth = "",
        writer: Annotated[WriterChoice, _enum("auto", "extract", "model", "host")] = "auto",
        run_id: Annotated[str, Field(description="of an earlier call, to fetch or cancel it")] = "",
        action: Annotated[Literal["run", "cancel"], _enum("run", "cancel")] = "run",
        wait_s: Annotated[float, Field(ge=0, le=25, description="seconds, e.g. 20")] = 20.0,
        response_format: Verbosity = "concise",
        ctx: Context | None = None,
    ) -> ResearchView:
        """Research a question about town government in town records and state law. Send the town and three `queries` of
        your own with it, in words of minutes and of statutes: nothing finds more. Gives a dossier to answer from, then
        audit your text; with a model key or writer='extract' the answer. Start here; not to read one page or list
        votes. A run_id comes back when it needs longer."""
        if run_id and action == "cancel":
            return await self._crew.do(lambda tools: tools.cancel(run_id))
        if not (run_id or town or session_id) and may_ask(ctx):
            towns = await self._crew.do(lambda tools: tools.towns_to_choose(question))
            town = await asked_town(ctx, towns)
        ask = Ask(
            question=question, town=town, queries=tuple(queries), session_id=session_id, format=format, depth=depth,
            writer=writer, detail=response_format,
        )  # fmt: skip
        identity = run_id or await self._crew.do(lambda tools: tools.begin(ask))
        return await self._watched(identity, wait_s, response_format, ctx)

    async def _watched(self, run_id: str, seconds: float, detail: Detail, ctx: Context | None) -> ResearchView:
        """The run after waiting, with a progress notice every two seconds; nobody has to listen."""
        waited, step = 0.0, min(2.0, seconds)
        while True:
            view = await self._crew.do(lambda tools: tools.wait(run_id, step, detail))
            waited += step
            if view.state != "running" or waited >= seconds:
                return view
            if ctx is not None:
                with contextlib.suppress(ValueError):  # called outside a request, as the command line does
                    await ctx.report_progress(waited, seconds, view.stage)

    async def plan_issue_map(
        self,
        question: Question,
        town: Town = "",
        boards: Boards = [],  # noqa: B006
        queries: PlannedQueries = [],  # noqa: B006
        session_id: SessionId = "",
        scope_hint: Scope = "",
        response_format: Verbosity = "concise",
    ) -> PlanView:
        """Map what a question is about (town, boards, legal topics, time, parts) and plan the queries of both lanes,
        without searching. `plan` may be edited and passed to two_lane_retrieve. Not needed before research."""
        ask = Ask(
            question=question, town=town, boards=tuple(boards), queries=tuple(queries), session_id=session_id,
            scope_hint=scope_hint, detail=response_format,
        )  # fmt: skip
        return await self._crew.do(lambda tools: tools.plan(ask))

    async def two_lane_retrieve(
        self,
        question: Question = "",
        town: Town = "",
        boards: Boards = [],  # noqa: B006
        queries: PlannedQueries = [],  # noqa: B006
        domains: Annotated[Names, Field(description="e.g. ['tax']")] = [],  # noqa: B006
        prefer_recent: bool = False,
        scope_hint: Scope = "",
        session_id: SessionId = "",
        depth: Depth = "",
        plan: Annotated[
            dict[str, JsonValue], WithJsonSchema({"type": "object", "description": "of plan_issue_map"})
        ] = {},  # noqa: B006
        extend: Annotated[
            str, Field(description="retrieval_id to go on with: by `queries`, `add`, `drop`, or the decided hop")
        ] = "",
        add: Annotated[Names, Field(description="to extend: ['P4', 'chunk:doc@1f#4', 'doc?page=3', 'RSA 40:13']")] = [],  # noqa: B006
        drop: Annotated[Names, Field(description="to extend: ['L3']")] = [],  # noqa: B006
        response_format: Verbosity = "concise",
        limit: Limit = 0,
        cursor: Cursor = "",
    ) -> RetrievalView:
        """Search town records [L1] and state law [S1]; gives excerpts around the answers and an id, which can be
        extended. Not to read on: read_source."""
        ask = Ask(
            question=question, town=town, boards=tuple(boards), queries=tuple(queries), domains=tuple(domains),
            prefer_recent=prefer_recent, scope_hint=scope_hint, session_id=session_id, depth=depth, plan=plan,
            extend=extend, add=tuple(add), drop=tuple(drop), detail=response_format, limit=limit, cursor=cursor,
        )  # fmt: skip
        return await self._crew.do(lambda tools: tools.retrieve(ask))

    async def decide_next_hop(
        self,
        retrieval_id: RetrievalId = "",
        topic: Annotated[str, Field(description="of your own research")] = "",
        depth: Annotated[Literal["quick", "standard", "deep", "exhaustive"], _enum(*Depths)] = "standard",
        current_hop: Annotated[int, Field(ge=1, le=20), WithJsonSchema({"type": "integer"})] = 1,
        summaries_so_far: Names = [],  # noqa: B006
        sources_so_far: Annotated[Rows, _rows("{tier: T1-T4, credibility_score, is_primary, url, text}")] = [],  # noqa: B006
        hop_genealogy: Annotated[Rows, _rows("{pattern, from, sources_kept}")] = [],  # noqa: B006
        seen_urls: Names = [],  # noqa: B006
        contradiction_rate: Annotated[float | None, WithJsonSchema({"type": "number"})] = None,
        max_hops: Annotated[int | None, WithJsonSchema({"type": "integer", "description": "by depth"})] = None,
        confidence_target: Annotated[
            float | None, WithJsonSchema({"type": "number", "description": "by depth"})
        ] = None,
        vault_index_path: Annotated[str, Field(description="the vault's")] = "",
        answered: Annotated[
            dict[str, str], WithJsonSchema({"type": "object", "description": "e.g. {'the fee': 'L3'}"})
        ] = {},  # noqa: B006
        open: Annotated[Names, Field(description="still open")] = [],  # noqa: A002, B006
        queries: PlannedQueries = [],  # noqa: B006
    ) -> HopView:
        """Decide after a search: stop, continue (where and why) or replan. Give a retrieval_id and what you read as
        answered and open. Not when all parts are answered."""
        given: dict[str, JsonValue] = {
            "topic": topic, "depth": depth, "current_hop": current_hop, "summaries_so_far": [*summaries_so_far],
            "sources_so_far": [*sources_so_far], "hop_genealogy": [*hop_genealogy], "seen_urls": [*seen_urls],
            "contradiction_rate": contradiction_rate, "max_hops": max_hops, "confidence_target": confidence_target,
        }  # fmt: skip
        ask = HopAsk(
            retrieval_id=retrieval_id, state=given, vault_path=vault_index_path, answered=answered,
            open=tuple(open), queries=tuple(queries),
        )  # fmt: skip
        return await self._crew.do(lambda tools: tools.decide(ask))

    async def synthesize(
        self,
        retrieval_id: RetrievalId,
        writer: Annotated[
            WriterChoice, _enum("auto", "extract", "model", "host", told="host: you write it from `brief`")
        ] = "auto",
        format: Format = "",  # noqa: A002
        response_format: Verbosity = "concise",
    ) -> SynthesisView:
        """Write the cited, audited answer from a retrieval: a model if a key is set, else verbatim extracts. With
        writer='host' returns the brief for you to write from. Not after a dossier of research."""
        ask = Ask(writer=writer, format=format, detail=response_format)
        return await self._crew.do(lambda tools: tools.synthesize(retrieval_id, ask))

    async def audit(
        self,
        text: Annotated[str, Field(description="an answer with [L1] [S1] citations, a letter, an article")] = "",
        retrieval_id: Annotated[
            str, Field(description="the evidence of an answer; empty: check against the vault")
        ] = "",
        claims: Annotated[Rows, _rows("{text, support: [{source: 'L1' or an id, quote: verbatim words}]}")] = [],  # noqa: B006
        response_format: Verbosity = "concise",
        limit: Limit = 0,
        cursor: Cursor = "",
    ) -> AuditView:
        """Compare each sentence with the words it rests on: verified, consistent (read it once more), contradicted
        (the record says otherwise), uncited, not_held. Only sentences given as claims can be verified. Not a search."""
        ask = Ask(detail=response_format, limit=limit, cursor=cursor, claims=tuple(claims))
        return await self._crew.do(lambda tools: tools.audit(text, retrieval_id, ask))

    async def add_session_source(
        self,
        text: Annotated[str, Field(description="article or minutes the user pasted, word for word")],
        title: Annotated[str, Field(description="e.g. 'Bridge vote delayed'")] = "",
        session_id: Annotated[str, Field(description="to add to a session; empty begins one")] = "",
    ) -> SessionView:
        """Remember a long text the user pasted, for later questions with the session_id. It is cited [USER] and is
        never archive evidence. The last three are kept, for a week. Not for a question."""
        return await self._crew.do(lambda tools: tools.add_source(text, title, session_id))

    async def read_source(
        self,
        id: Annotated[str, Field(description=_READABLE)] = "",  # noqa: A002
        page: Annotated[int, Field(ge=0, le=100_000, description="page of a document, e.g. 3")] = 0,
        find: Annotated[str, Field(description="words: only the paragraphs or rows with them")] = "",
        response_format: Verbosity = "concise",
        limit: Annotated[int, Field(ge=0, le=24_000, description="characters, e.g. 6000")] = 0,
        cursor: Cursor = "",
    ) -> SourceView:
        """Read passages, pages, a document, a statute section, in stretches; or only what of them says `find`. Pages
        begin with [page N]. Not to search: search_vault."""
        ask = ReadAsk(id=id, page=page, find=find, detail=response_format, limit=limit, cursor=cursor)
        return await self._crew.do(lambda tools: tools.read(ask))

    async def search_vault(
        self,
        query: Annotated[str, Field(description="e.g. '\"default budget\" 2024 -school'")],
        town: Town = "",
        board: Annotated[str, Field(description="e.g. 'Select Board'")] = "",
        lane: Annotated[Literal["", "local", "state"], _enum("local", "state")] = "",
        doc_types: Annotated[Names, Field(description="e.g. ['minutes']")] = [],  # noqa: B006
        date_from: Annotated[str, Field(description="e.g. '2024-03'")] = "",
        date_to: str = "",
        exhaustive: Annotated[bool, Field(description="every match, in order")] = False,
        response_format: Verbosity = "concise",
        limit: Limit = 0,
        cursor: Cursor = "",
    ) -> SearchView:
        """Search passages by words, best first, with the true number of matches and how they spread: "…" must occur,
        -word must not, a OR b one of them, fee NEAR/5 beach within 5 words. Not for a question (research), votes, sums
        (ledger)."""
        ask = SearchAsk(
            query=query, town=town, board=board, lane=lane, doc_types=tuple(doc_types), date_from=date_from,
            date_to=date_to, exhaustive=exhaustive, detail=response_format, limit=limit, cursor=cursor,
        )  # fmt: skip
        return await self._crew.do(lambda tools: tools.search(ask))

    async def ledger(
        self,
        town: Town = "",
        do: Annotated[LedgerMode, _enum("list", "count", "sum", "compare", "timeline")] = "list",
        kind: Annotated[
            LedgerKind, _enum("motion", "figure", "article", "officer", "utterance", "notice", "rule")
        ] = "",
        matter: Annotated[str, Field(description="e.g. 'Article 12'")] = "",
        words: Annotated[str, Field(description="e.g. 'library'")] = "",
        body: Annotated[str, Field(description="e.g. 'ZBA'")] = "",
        action: Annotated[str, Field(description="e.g. 'table'")] = "",
        outcome: Annotated[str, Field(description="e.g. 'denied', 'voted'")] = "",
        person: Annotated[str, Field(description="an official")] = "",
        state: Annotated[str, Field(description="short")] = "",
        amount: Annotated[str, Field(description="e.g. '1000-5000'")] = "",
        years: Annotated[str, Field(description="e.g. '2024,2025'")] = "",
        date_from: Annotated[str, Field(description="e.g. '2024-03'")] = "",
        date_to: str = "",
        limit: Limit = 0,
        cursor: Cursor = "",
    ) -> LedgerView:
        """List, count, sum or compare motions, articles, figures, who holds which office, each cited; says how complete
        it is. Not for reasons or debate: research."""
        ask = LedgerAsk(
            do=do, town=town, kind=kind, matter=matter, words=words, body=body, action=action, outcome=outcome,
            person=person, state=state, amount=amount, years=years, date_from=date_from, date_to=date_to,
            limit=limit, cursor=cursor,
        )  # fmt: skip
        return await self._crew.do(lambda tools: tools.ledger(ask))

    async def vault_status(
        self, town: Town = "", response_format: Verbosity = "concise", limit: Limit = 0, cursor: Cursor = ""
    ) -> StatusView:
        """What the vault holds and lacks: documents, towns, boards, months without records, unread pages. Not for what
        they say."""
        return await self._crew.do(lambda tools: tools.status(town, response_format, limit, cursor))
