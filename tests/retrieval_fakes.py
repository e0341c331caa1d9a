"""Builders for tests of retrieval: invented chunks of Alder Falls, plans, and engines that misbehave on purpose."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import anyio

from pipeline.ask.concepts import Alternative, Concept, Match, stemmed
from pipeline.ask.issue import PlanContext
from pipeline.ask.plan import plan
from pipeline.ask.reading import read
from pipeline.ask.sessions import gate
from pipeline.find.pool import query_of
from pipeline.find.retrieve import Gathering
from pipeline.find.score import ScoredChunk
from pipeline.find.select import CorpusFacts
from pipeline.find.vault_engine import VaultEngine, corpus_facts
from pipeline.settings import Settings
from pipeline.types import IssueMap, LanePlan, MustInclude, Plan, Question, Retrieval, RetrievalPlan, Route
from vault.errors import QueryTimeout
from vault.store.index import VaultIndex
from vault.types import Chunk, Filters, Hit, Lane, Query, SearchAnswer

__all__ = [
    "FailingLane",
    "HeldOpen",
    "ScriptedEngine",
    "a_chunk",
    "a_plan",
    "a_scored",
    "a_word",
    "gathering_in",
    "gathering_of",
    "retrieve",
]


def a_chunk(number: int, text: str = "A page of the invented town.", **facts: object) -> Chunk:
    """A stored chunk of Alder Falls; `facts` override its fields."""
    known: dict[str, object] = {
        "id": number,
        "doc_id": f"af-doc-{number}",
        "ord": 0,
        "lane": "local",
        "state": "NH",
        "town": "Alder Falls",
        "board": "",
        "doc_type": "minutes",
        "authority": "minutes",
        "status": "unknown",
        "title": f"Record {number}",
        "date": "",
        "heading": "",
        "section": "",
        "page_start": 1,
        "page_end": 1,
        "start": 0,
        "end": len(text),
        "text": text,
        "ocr": False,
        "source": "",
        "url": "",
    }
    return Chunk.model_validate({**known, **facts})


def a_word(word: str, weight: float = 1.0, **facts: object) -> Concept:
    """A concept of one word, already weighted."""
    alternatives = (Alternative(stems=stemmed(word)),)
    return Concept.model_validate({"name": word, "alternatives": alternatives, "weight": weight, **facts})


def a_scored(chunk: Chunk, score: float = 1.0, *matched: str, coverage: float = 1.0) -> ScoredChunk:
    """A chunk with a score that nobody computed."""
    return ScoredChunk(chunk, score, Match(score, coverage, 0.0, coverage, matched), {"match": score})


def a_plan(
    *,
    local: Sequence[str] = ("footbridge repair",),
    state: Sequence[str] = ("bridge repair law",),
    caps: tuple[int, int] = (10, 5),
    minimums: MustInclude | None = None,
    **issue: object,
) -> Plan:
    """A plan with these queries; `issue` are fields of its issue map."""
    return Plan(
        issue=IssueMap.model_validate(issue),
        route=Route(scope="mixed", complexity="complex", format="overview", depth="standard", reason="test"),
        retrieval=RetrievalPlan(
            local=LanePlan(queries=tuple(local), k=12, cap=caps[0]),
            state=LanePlan(queries=tuple(state), k=8, cap=caps[1]),
            must_include=minimums or MustInclude(),
            local_filters=Filters(lane="local", states=("NH",)),
            state_filters=Filters(lane="state", states=("NH",)),
        ),
    )


class ScriptedEngine:
    """Answers every query of a lane with the same chunks, and writes down what it was asked."""

    def __init__(
        self,
        local: Sequence[Chunk] = (),
        state: Sequence[Chunk] = (),
        *,
        by_words: Mapping[str, Sequence[Chunk]] | None = None,
    ) -> None:
        self.chunks: dict[Lane, Sequence[Chunk]] = {"local": local, "state": state}
        self.by_words = dict(by_words or {})
        self.asked: list[tuple[Lane, Query, Filters, int]] = []

    async def search(
        self, query: Query, lane: Lane, filters: Filters, limit: int, *, explained: bool = False
    ) -> SearchAnswer:
        self.asked.append((lane, query, filters, limit))
        await anyio.lowlevel.checkpoint()
        if query.phrases and not query.terms:
            held = [c for c in self.chunks[lane] if c.section == query.phrases[0]]
            if not held:
                return SearchAnswer(hits=(), mode="empty", zero_reason="not_in_vault", zero_detail="not held")
        else:
            special = next((c for words, c in self.by_words.items() if query == query_of(words)), None)
            held = list(special if special is not None else self.chunks[lane])
        hits = tuple(Hit(chunk=c, score=1.0, rank=rank) for rank, c in enumerate(held[:limit], 1))
        if hits:
            return SearchAnswer(hits=hits, mode="relaxed")
        return SearchAnswer(
            hits=(), mode="empty", zero_reason="other_town", zero_detail="They occur in records of Pine Hollow."
        )


class FailingLane(ScriptedEngine):
    """One lane raises; the other answers."""

    def __init__(self, lane: Lane, other: ScriptedEngine) -> None:
        super().__init__(other.chunks["local"], other.chunks["state"])
        self.lane = lane

    async def search(
        self, query: Query, lane: Lane, filters: Filters, limit: int, *, explained: bool = False
    ) -> SearchAnswer:
        if lane == self.lane:
            raise QueryTimeout("the search took too long", next_step="ask for less")
        return await super().search(query, lane, filters, limit, explained=explained)


class HeldOpen(ScriptedEngine):
    """Lets nobody through until `together` searches wait at the same time; a search that would wait alone hangs."""

    def __init__(self, together: int, other: ScriptedEngine) -> None:
        super().__init__(other.chunks["local"], other.chunks["state"])
        self.together, self.waiting, self.most = together, 0, 0
        self.lanes: set[Lane] = set()
        self.gate = anyio.Event()

    async def search(
        self, query: Query, lane: Lane, filters: Filters, limit: int, *, explained: bool = False
    ) -> SearchAnswer:
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        self.lanes.add(lane)
        if self.waiting >= self.together:
            self.gate.set()
        await self.gate.wait()
        self.waiting -= 1
        return await super().search(query, lane, filters, limit, explained=explained)


def no_df(_stem: str) -> int:
    """Every word is equally rare."""
    return 5


def gathering_of(
    question: str, made: Plan, engine: ScriptedEngine, settings: Settings | None = None, **more: object
) -> Gathering:
    """A gathering over a fake engine; `more` are further fields."""
    facts = more.pop("facts", None) or CorpusFacts(df=no_df, total=100, newest_year=2031)
    build: Callable[..., Gathering] = Gathering
    asked = more.pop("asked", None) or Question(text=question)
    assert isinstance(asked, Question)
    return build(
        question=asked,
        reading=read(asked.text, asked.queries),
        plan=made,
        engine=engine,
        facts=facts,
        settings=settings or Settings(),
        **more,
    )


def gathering_in(
    vault: VaultIndex, question: Question, context: PlanContext | None = None, settings: Settings | None = None
) -> Gathering:
    """A gathering over a real vault with the deterministic plan."""
    known = settings or Settings()
    around = context or PlanContext()
    reading = read(question.text, question.queries)
    return Gathering(
        question=question,
        reading=reading,
        plan=plan(question, around, known),
        engine=VaultEngine(vault),
        facts=corpus_facts(vault),
        settings=known,
        situation=gate(reading, around).situation,
        known_towns=around.known_towns,
    )


async def retrieve(gathering: Gathering, retrieval_id: str = "") -> Retrieval:
    """The first pass of a gathering, finished."""
    await gathering.first_pass()
    return gathering.result(retrieval_id)
