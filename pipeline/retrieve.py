"""Two lanes of evidence for a plan: batches at once, early exit with its reason, follow what the records rely on.

A failed lane is reported, never taken for an empty one, and the other lane still answers. What is ranked, picked and
measured is decided by `rank`, `evidence` and `strength`; this module only says in which order things happen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import anyio.to_thread

from pipeline.concepts import Concept
from pipeline.config import Settings
from pipeline.evidence import Choice, LaneLimits, distinct_documents, pick
from pipeline.follow import followed_numbers, followed_references, runs_on
from pipeline.interpret import concepts_of, facet_groups, topic_keywords, wants_bills
from pipeline.pool import Job, Pool
from pipeline.ports import SearchEngine
from pipeline.rank import RankContext, Scored, rank
from pipeline.strength import signals, topic_coverage
from pipeline.types import Dropped, Evidence, Plan, Question, Retrieval, Situation
from vault.finding_aid import suggested_sections
from vault.tokens import content_words, stem
from vault.types import Chunk, Filters, Lane

__all__ = ["CorpusFacts", "Gathering", "retrieve"]

_CANDIDATES_PER_HIT = 8
"""Candidates fetched for every hit kept: the base score cuts to these, the full score decides among them (S3)."""
_AIDED, _LOOKED_UP = 40, 6
"""Sections the finding aid may favour, and the surest of them, which are looked up."""
_FOLLOWED = 6
"""Sections looked up because the evidence names them, per round."""
_RUNNING = 4
"""Best passages whose next page is fetched."""
_SURE_NUMBER = 0.4
"""A heading's number is followed when its passage covers this much of the question."""
_NUMBER_HITS = 12
_TABLES = frozenset({"report", "notice", "form", "other", "guidance"})
"""Kinds of state records that may list every town."""
_TABLE_DOCUMENTS = 8
_TABLE_ROWS = 24
"""Documents asked for a town's rows, and rows taken: three for each."""
_GOOD = 0.5
"""A chunk that covers half the question counts towards an early exit."""
_DROPPED_SHOWN = 40
"""Left-out hits kept for the record of a run."""


def _nothing_follows(_chunk_id: int) -> tuple[Chunk, ...]:
    return ()


@dataclass(frozen=True)
class CorpusFacts:
    """What ranking must know of the archive: document frequency of a stem, chunks in all, words in a mean chunk."""

    df: Callable[[str], int]
    total: int
    mean_length: float = 250.0
    newest_year: int = 0
    following: Callable[[int], tuple[Chunk, ...]] = _nothing_follows
    """Chunk id -> the next chunk of the same document, if any."""


@dataclass
class Gathering:
    """One retrieval under way: the plan, the seam, and the pool that grows. Rounds may be added to it (escalation)."""

    question: Question
    plan: Plan
    engine: SearchEngine
    facts: CorpusFacts
    settings: Settings
    situation: Situation | None = None
    drift_anchors: tuple[str, ...] = ()
    pool: Pool = field(default_factory=Pool)
    hop: int = 1
    early_exit: str = ""

    def __post_init__(self) -> None:
        self.numbers: dict[str, float] = {}
        self.next_of: dict[int, int] = {}
        self.aided = suggested_sections(map(stem, content_words(self.question.text)), _AIDED)
        self._memo: dict[Lane, dict[int, Scored]] = {"local": {}, "state": {}}
        self._cites: dict[int, tuple[str, ...]] = {}
        self._references: tuple[tuple[int, int], dict[str, float]] | None = None
        self.concepts: tuple[Concept, ...] = concepts_of(
            self.question.text, self.plan.issue, self.facts.df, self.facts.total
        )

    # ---- one lane, ranked and picked

    def ranked(self, lane: Lane, references: Mapping[str, float] | None = None) -> tuple[Scored, ...]:
        """Every chunk of the lane found so far, best first."""
        fields = self.pool.fields(lane)
        context = self._context(lane, references or {})
        return rank(list(self.pool.chunks[lane].values()), context, fields, self._memo[lane])

    def _context(self, lane: Lane, references: Mapping[str, float]) -> RankContext:
        entities = self.situation.entities if self.situation else ()
        return RankContext(
            lane=lane,
            issue=self.plan.issue,
            concepts=tuple(c for c in self.concepts if lane == "local" or c.kind != "town"),
            mean_length=self.facts.mean_length,
            references=dict(references),
            aided=self.aided if lane == "state" else {},
            numbers=self.numbers if lane == "local" else {},
            next_of=self.next_of if lane == "local" else {},
            situation_entities=entities,
            drift_anchors=self.drift_anchors,
            prefer_recent=self.question.prefer_recent,
            newest_year=self.facts.newest_year,
            wants_bills=wants_bills(self.plan.issue),
        )

    def references(self) -> dict[str, float]:
        """The sections the evidence of both lanes points at, with strengths."""
        size = (len(self.pool.chunks["local"]), len(self.pool.chunks["state"]))
        if self._references is None or self._references[0] != size:
            named = self.plan.issue.statutes
            local = followed_references(self.ranked("local"), named, self._cites)
            state = followed_references(self.ranked("state"), named, self._cites)
            strengths = {cite: max(local.get(cite, 0.0), state.get(cite, 0.0)) for cite in {*local, *state}}
            self._references = (size, strengths)
        return self._references[1]

    def choose(self) -> tuple[Choice, Choice]:
        """What both lanes would keep now."""
        groups = facet_groups(self.plan.issue, self.concepts)
        references = self.references()
        local_cap, state_cap = self.plan.retrieval.local.cap, self.plan.retrieval.state.cap
        local = pick(self.ranked("local"), LaneLimits(cap=local_cap, per_document=4, facets=groups))
        state = pick(self.ranked("state", references), LaneLimits(cap=state_cap, per_document=2, facets=()))
        return local, state

    # ---- rounds

    async def first_pass(self) -> None:
        """S0 and S2 §6: 2+2 queries at once, then state-only batches of two until the exit holds or the budget ends,
        the rest of the local queries only if the local lane is short."""
        size, local, state = (
            self.settings.batch_size,
            self.plan.retrieval.local.queries,
            self.plan.retrieval.state.queries,
        )
        await self._ask(local[:size], state[:size], "first batch")
        rest_local, rest_state = local[size:], state[size:]
        while rest_local or rest_state:
            choices = self.choose()
            self.early_exit = self._exit_reason(*choices)
            if self.early_exit:
                break
            short = len(_good(choices[0])) < self.plan.retrieval.local.cap
            batch_local = rest_local[:size] if short or not rest_state else ()
            batch_state = rest_state[:size]
            if not batch_local and not batch_state:
                break
            await self._ask(batch_local, batch_state, "coverage not met")
            rest_local, rest_state = rest_local[len(batch_local) :], rest_state[len(batch_state) :]
        self.early_exit = self.early_exit or "query budget used"
        await self.follow()

    async def follow(self) -> None:
        """Looks up the sections the evidence names most strongly, two rounds: a record names a section, the section
        another."""
        await self._town_rows()
        await self._numbers()
        await self._next_pages()
        if self.question.state == "NH":
            await self._look_up(list(self.aided)[:_LOOKED_UP])
        for _ in range(2):
            wanted = sorted(self.references().items(), key=lambda item: (-item[1], item[0]))
            if not await self._look_up([cite for cite, _ in wanted], _FOLLOWED):
                return

    async def _look_up(self, cites: Sequence[str], limit: int = _LOOKED_UP) -> bool:
        """Looks up the first sections that were not looked up before; False when there is none."""
        asked = self.pool.asked("state")
        fresh = [cite for cite in cites if cite not in asked][:limit]
        if fresh:
            await self._ask((), fresh, "sections named by the evidence or the finding aid")
        return bool(fresh)

    async def _numbers(self) -> None:
        """Asks the local records for the article and case numbers under which the best of them treat the matter."""
        numbers = followed_numbers(self.ranked("local"))
        self.numbers = {number: strength for number, strength in numbers.items() if strength >= _SURE_NUMBER}
        filters = self.plan.retrieval.local_filters
        jobs = [
            Job(lane="local", words=number, filters=filters, limit=_NUMBER_HITS, hop=self.hop, phrase=True)
            for number in self.numbers
        ]
        if jobs:
            await self.pool.run(self.engine, jobs, "the same article or case in other records")

    async def _next_pages(self) -> None:
        """Brings the next chunk of the best local passages that run on past their end."""
        for item in self.ranked("local")[:_RUNNING]:
            chunk = item.chunk
            for following in await anyio.to_thread.run_sync(self.facts.following, chunk.id):
                if runs_on(chunk, following):
                    self.pool.add([following], f"next passage of {chunk.title}", self.hop)
                    self.next_of.setdefault(following.id, chunk.id)

    async def _town_rows(self) -> None:
        """Asks the statewide tables found for the rows of the towns in question."""
        issue = self.plan.issue
        towns = " ".join(town for town in (issue.town, *issue.other_towns) if town)
        tables = dict.fromkeys(item.chunk.doc_id for item in self.ranked("state") if item.chunk.doc_type in _TABLES)
        if not towns or not tables:
            return
        filters = self.plan.retrieval.state_filters.model_copy(update={"doc_ids": tuple(tables)[:_TABLE_DOCUMENTS]})
        job = Job(lane="state", words=towns, filters=filters, limit=_TABLE_ROWS, hop=self.hop)
        await self.pool.run(self.engine, [job], "rows of the town in statewide tables")

    async def widen(self, local: Sequence[str], state: Sequence[str], decision: str) -> None:
        """A further round with the given queries, +4 k per lane, merged with what is held (S1)."""
        self.hop += 1
        await self._ask(local, state, decision)
        await self.follow()

    async def _ask(self, local: Sequence[str], state: Sequence[str], decision: str) -> None:
        plan, extra = self.plan.retrieval, self.settings.second_pass_extra_k if self.hop > 1 else 0
        jobs = [self._job("local", words, plan.local.k + extra, plan.local_filters) for words in local]
        if self.settings.enable_parallel_state_lane:
            jobs += [self._job("state", words, plan.state.k + extra, plan.state_filters) for words in state]
        await self.pool.run(self.engine, jobs, decision)

    def _job(self, lane: Lane, words: str, k: int, filters: Filters) -> Job:
        return Job(lane=lane, words=words, filters=filters, limit=k * _CANDIDATES_PER_HIT, hop=self.hop)

    def _exit_reason(self, local: Choice, state: Choice) -> str:
        """S2 §6: enough selected, and for a legal question authority, minimum and topic coverage; else empty."""
        good_state, selected = _good(state), len(_good(local)) + len(_good(state))
        if selected < self.settings.merged_context_cap:
            return ""
        if self.plan.issue.legal_salience < self.settings.high_salience:
            return f"{selected} good chunks"
        chunks = [item.chunk for item in good_state]
        backed = distinct_documents(chunks) >= 2 or any(c.authority in ("rsa", "nhma", "official") for c in chunks)
        covered = topic_coverage(chunks, topic_keywords(self.plan.issue)) >= self.settings.early_exit_topic_coverage
        enough = len(good_state) >= self.plan.retrieval.must_include.min_state
        return f"{selected} good chunks, authority and topics covered" if backed and covered and enough else ""

    # ---- the result

    def result(self, retrieval_id: str = "") -> Retrieval:
        """What is held now, labelled, measured and receipted."""
        local, state = self.choose()
        evidence = (self._label("L", local), self._label("S", state))
        scored = (*local.chosen, *state.chosen)
        entities = self.situation.entities if self.situation else ()
        return Retrieval(
            retrieval_id=retrieval_id,
            local=evidence[0],
            state=evidence[1],
            signals=signals(
                *evidence,
                scored,
                retrieved=(len(self.pool.chunks["local"]), len(self.pool.chunks["state"])),
                entities=entities,
                anchors=self.drift_anchors,
                topics=topic_keywords(self.plan.issue),
                facet_coverage=_facet_coverage(facet_groups(self.plan.issue, self.concepts), scored),
            ),
            receipts=(
                self.pool.receipt("local", len(local.chosen)),
                self.pool.receipt("state", len(state.chosen)),
            ),
            batches=tuple(self.pool.batches),
            dropped=_dropped(local, state),
            stop_reason=self.early_exit,
            archive_chunks_found=bool(scored),
            caveats=tuple(self.pool.caveats),
        )

    def _label(self, letter: str, choice: Choice) -> tuple[Evidence, ...]:
        labelled = []
        for place, item in enumerate(choice.chosen, start=1):
            query, hop = self.pool.found_by.get(item.chunk.id, ("", 1))
            why = ", ".join(f"{name} {value:+.2f}" for name, value in item.parts.items() if round(value, 2))
            labelled.append(
                Evidence(label=f"{letter}{place}", chunk=item.chunk, score=item.score, why=why, query=query, hop=hop)
            )
        return tuple(labelled)


async def retrieve(gathering: Gathering, retrieval_id: str = "") -> Retrieval:
    """The first pass of a gathering, finished."""
    await gathering.first_pass()
    return gathering.result(retrieval_id)


def _good(choice: Choice) -> list[Scored]:
    return [item for item in choice.chosen if item.match.coverage >= _GOOD]


def _facet_coverage(groups: Sequence[Sequence[str]], scored: Sequence[Scored]) -> float:
    if not groups:
        return 1.0
    met = sum(any(set(group) <= set(item.match.matched) for item in scored) for group in groups)
    return met / len(groups)


def _dropped(local: Choice, state: Choice) -> tuple[Dropped, ...]:
    return (*local.dropped(_DROPPED_SHOWN // 2), *state.dropped(_DROPPED_SHOWN // 2))
