"""What a turn has gathered so far: chunks per lane, who found them, and what every query gave.

The one running collection of a turn. It merges, never replaces (S1), keeps hits apart by lane, and remembers a lane
that failed. It neither ranks nor decides.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import anyio

from pipeline.ask.concepts import ChunkFields
from pipeline.ask.matters import FiledMatter
from pipeline.ask.reading import Reading
from pipeline.find.score import NOT_VOTED, TABLES, ScoredChunk, field_of
from pipeline.ports import SearchEngine
from pipeline.types import BatchTrace, Evidence, LaneReceipt, Phrasing, Plan, QueryTrace, RetrievalPlan
from vault.errors import OpenCouncilError
from vault.law.references import parse_ref
from vault.states.names import VOTERS_MEETING
from vault.store.keys import place_key
from vault.text.words import content_words
from vault.types import Chunk, ChunkId, Filters, Lane, Query, SearchAnswer
from vault.value import Value

__all__ = [
    "HopFound",
    "Job",
    "Pool",
    "dated_jobs",
    "in_scope",
    "lane_jobs",
    "matter_jobs",
    "number_jobs",
    "phrased_jobs",
    "query_of",
    "town_rows",
    "voted_job",
]

_CANDIDATES_PER_HIT = 4
"""Candidates fetched for every hit kept: the base score cuts to these, the full score decides among them (S3). Twice as
many were kept no better in the first fifteen (docs/finding.md), and weighing them took a tenth of the time."""
_PHRASED_HITS = 20
"""Hits of each of the asker's phrasings in a lane; the same was measured with 40 and 80 (docs/finding.md)."""

_OF_MATTER = 0.5
"""What a first place of a matter's phrasing counts where the question is surely about it, beside 1 of the asker's."""
_MATTER_HITS = 10
"""Hits of a matter's phrasing: 20 in both lanes cost a quarter more time for the same gold (docs/finding.md)."""
_RANKS = 5.0
"""The k of the reciprocal rank: the sixth hit of a phrasing is worth half its first (3 to 10 measured alike)."""
_DATED_HITS, _MOST_DAYS = 40, 3
"""Hits of a day or month that the question names, and days that are asked for by themselves."""
_ANY_RECORD = ("board", "meeting", "motion", "town")
"""Words that stand in the records of any meeting, whatever its matter."""
_VOTED_HITS = 12
"""A results sheet has a few passages; one of them has a place."""
_NUMBER_HITS = 12
_TABLE_ROWS = 60
"""Rows taken of a town that no record is held of: its rows are all there is of it, in some twenty tables of a state."""


class Job(Value):
    """One query to run: its words, its lane, and the hop it belongs to."""

    lane: Lane
    words: str
    filters: Filters
    limit: int
    hop: int = 1
    phrase: bool = False
    """Whether the words must stand side by side (a case or article number)."""
    phrasing: Phrasing = ""
    """Of a phrasing the order of its hits counts."""
    worth: float = 1.0
    """What a first place among the hits of a phrasing counts, 0..1: 1 for the asker's own."""
    hop_query: bool = False
    """Whether the words are a hop's own search: what it finds is weighed by its words, not by the question's."""
    by_caller: bool = False
    """Whether a hop's search is one that the caller asked for."""


class HopFound(NamedTuple):
    """What one search of a hop found: ids of chunks, best first."""

    hop: int
    lane: Lane
    words: str
    ids: tuple[ChunkId, ...]
    by_caller: bool = False


class _Outcome(Value):
    job: Job
    answer: SearchAnswer | None
    error: str = ""
    took_ms: float = 0.0


def query_of(words: str, *, phrase: bool = False) -> Query:
    """The query value of a query in words: a statute reference alone asks for its section, a phrase for its words
    side by side, anything else for any of its content words."""
    if phrase:
        return Query(phrases=(words,))
    reference = parse_ref(words.strip())
    if reference is not None and reference.text.strip() == words.strip():
        return Query(phrases=(reference.cite,))
    return Query(terms=content_words(words))


class Pool:
    """Everything found in one turn. `chunks` maps lane -> id -> chunk; `found_by` id -> the first query and hop."""

    def __init__(self) -> None:
        self.chunks: dict[Lane, dict[ChunkId, Chunk]] = {"local": {}, "state": {}}
        self.found_by: dict[ChunkId, tuple[str, int]] = {}
        self.batches: list[BatchTrace] = []
        self._fields: dict[Lane, dict[ChunkId, ChunkFields]] = {"local": {}, "state": {}}
        self.absent: dict[str, None] = {}
        """Sections looked up whose text the vault does not hold."""
        self._zero: dict[Lane, tuple[str, str]] = {}
        self.phrased: dict[Lane, dict[str, tuple[ChunkId, ...]]] = {"local": {}, "state": {}}
        """The phrasings that ran in a lane, each with the ids it found, best first."""
        self._worth: dict[str, float] = {}
        """Phrasing -> what its first place counts, where it is not the asker's own."""
        self.hopped: list[HopFound] = []
        """What each search of a hop found, in order."""
        self.caveats: dict[str, None] = {}
        """What the searches said a reader must know, each once, in order."""

    async def run(
        self, engine: SearchEngine, jobs: Sequence[Job], decision: str = ""
    ) -> tuple[tuple[ChunkId, ...], ...]:
        """Runs all jobs at once, merges what they find and gives the chunk ids each found, best first; a job that
        fails is recorded, not raised."""
        outcomes: list[_Outcome | None] = [None] * len(jobs)
        told = {lane: self._first_of(lane, jobs) for lane in self.chunks}

        async def one(place: int, job: Job) -> None:
            outcomes[place] = await _search(engine, job, explained=place == told[job.lane])

        async with anyio.create_task_group() as group:
            for place, job in enumerate(jobs):
                group.start_soon(one, place, job)
        done = [outcome for outcome in outcomes if outcome is not None]
        for outcome in done:
            self._merge(outcome)
        self.batches.append(BatchTrace(queries=tuple(map(_trace, done)), decision=decision))
        return tuple(tuple(hit.chunk.id for hit in one.answer.hits) if one.answer else () for one in done)

    def _first_of(self, lane: Lane, jobs: Sequence[Job]) -> int:
        """The first job of a lane that holds nothing yet for no reason told: one reason is enough. -1 for none."""
        if self.chunks[lane] or lane in self._zero:
            return -1
        return next((place for place, job in enumerate(jobs) if job.lane == lane and not job.phrase), -1)

    def add(self, chunks: Sequence[Chunk], query: str, hop: int) -> None:
        """Adds chunks that came by another way than a query (a neighbour page, a link), each to its own lane."""
        for chunk in chunks:
            self.chunks[chunk.lane].setdefault(chunk.id, chunk)
            self.found_by.setdefault(chunk.id, (query, hop))

    def chunk(self, chunk_id: ChunkId) -> Chunk:
        """A chunk found in either lane; raises `KeyError` for any other."""
        local = self.chunks["local"]
        return local[chunk_id] if chunk_id in local else self.chunks["state"][chunk_id]

    def _merge(self, outcome: _Outcome) -> None:
        answer, job = outcome.answer, outcome.job
        if answer is None:
            return
        self.caveats.update(dict.fromkeys(answer.caveats))
        found = [hit.chunk for hit in answer.hits if _in_scope(hit.chunk, job)]
        self.add(found, job.words, job.hop)
        if job.phrasing:
            self.phrased[job.lane][job.words] = tuple(chunk.id for chunk in found)
            self._worth[job.words] = max(job.worth, self._worth.get(job.words, 0.0))
        if job.hop_query:
            ids = tuple(chunk.id for chunk in found)
            self.hopped.append(HopFound(job.hop, job.lane, job.words, ids, by_caller=job.by_caller))
        if not answer.hits:
            self._note_nothing(job, answer)

    def _note_nothing(self, job: Job, answer: SearchAnswer) -> None:
        query = query_of(job.words, phrase=job.phrase)
        cite = not job.phrase and query.phrases and answer.zero_reason == "not_in_vault"
        if cite and job.lane == "state":  # no local record is a statute's text
            self.absent.setdefault(query.phrases[0])
        elif answer.zero_reason:
            self._zero.setdefault(job.lane, (answer.zero_reason, answer.zero_detail))

    def agreed(self, lane: Lane) -> dict[ChunkId, float]:
        """Chunk id -> how far the phrasings agree on it: the sum of reciprocal ranks, 1 for a first place of the
        asker's own."""
        found: dict[ChunkId, float] = {}
        for words, ids in self.phrased[lane].items():
            for place, chunk_id in enumerate(ids):
                found[chunk_id] = found.get(chunk_id, 0.0) + self._worth.get(words, 1.0) * _RANKS / (_RANKS + place)
        return found

    def fields(self, lane: Lane) -> dict[ChunkId, ChunkFields]:
        """The stemmed fields of the lane's chunks, computed once per chunk."""
        fields = self._fields[lane]
        for chunk_id, chunk in self.chunks[lane].items():
            if chunk_id not in fields:
                fields[chunk_id] = field_of(chunk)
        return fields

    def asked(self, lane: Lane) -> tuple[str, ...]:
        """The queries that ran in a lane, in order."""
        return tuple(trace.query for batch in self.batches for trace in batch.queries if trace.lane == lane)

    def failed(self, lane: Lane) -> str:
        """Why the lane failed; empty unless every query of the lane failed (decision 26)."""
        traces = [trace for batch in self.batches for trace in batch.queries if trace.lane == lane]
        errors = [trace.error for trace in traces if trace.error]
        return errors[0] if errors and len(errors) == len(traces) else ""

    def labelled(
        self,
        letter: str,
        chosen: Sequence[ScoredChunk],
        whole: Mapping[ChunkId, Chunk],
        brought: Mapping[ChunkId, int],
    ) -> tuple[Evidence, ...]:
        """The chosen as evidence "L1", "L2", …, each as the `whole` page or section it stands on, with its score, how
        it was found and the hop that `brought` it (1 for the first pass)."""
        return tuple(
            Evidence(
                label=f"{letter}{place}",
                chunk=whole.get(item.chunk.id, item.chunk),
                score=item.score,
                why=", ".join(f"{name} {value:+.2f}" for name, value in item.parts.items() if round(value, 2)),
                query=self.found_by.get(item.chunk.id, ("", 1))[0],
                hop=brought.get(item.chunk.id, self.found_by.get(item.chunk.id, ("", 1))[1]),
            )
            for place, item in enumerate(chosen, start=1)
        )

    def receipt(self, lane: Lane, kept: int) -> LaneReceipt:
        """What the lane searched and found."""
        error = self.failed(lane)
        reason, detail = self._zero.get(lane, ("", "")) if not self.chunks[lane] else ("", "")
        return LaneReceipt(
            lane=lane,
            queries=self.asked(lane),
            hits=len(self.chunks[lane]),
            kept=kept,
            failed=bool(error),
            error=error,
            zero_reason=reason,
            zero_detail=detail,
        )


def _in_scope(chunk: Chunk, job: Job) -> bool:
    """An engine that knows no jurisdictions may bring another state's text; none of it is kept."""
    return chunk.lane == job.lane and (not job.filters.states or chunk.state in job.filters.states)


async def _search(engine: SearchEngine, job: Job, *, explained: bool) -> _Outcome:
    started = time.perf_counter()
    try:
        answer = await engine.search(
            query_of(job.words, phrase=job.phrase), job.lane, job.filters, job.limit, explained=explained
        )
    except OpenCouncilError as error:
        return _Outcome(job=job, answer=None, error=error.message, took_ms=_since(started))
    return _Outcome(job=job, answer=answer, took_ms=_since(started))


def _since(started: float) -> float:
    return round((time.perf_counter() - started) * 1000.0, 3)


def _trace(outcome: _Outcome) -> QueryTrace:
    answer = outcome.answer
    return QueryTrace(
        lane=outcome.job.lane,
        query=outcome.job.words,
        mode=answer.mode if answer else "",
        hits=len(answer.hits) if answer else 0,
        took_ms=outcome.took_ms,
        error=outcome.error,
        hop=outcome.job.hop,
        phrasing=outcome.job.phrasing,
    )


def lane_jobs(plan: RetrievalPlan, words: tuple[Sequence[str], Sequence[str]], *, extra_k: int, hop: int) -> list[Job]:
    """The searches of the local lane, then of the state lane, for more candidates than are kept."""
    lanes: tuple[tuple[Lane, int, Filters], ...] = (
        ("local", plan.local.k, plan.local_filters),
        ("state", plan.state.k, plan.state_filters),
    )
    return [
        Job(lane=lane, words=text, filters=filters, limit=(k + extra_k) * _CANDIDATES_PER_HIT, hop=hop)
        for (lane, k, filters), texts in zip(lanes, words, strict=True)
        for text in texts
    ]


def phrased_jobs(plan: RetrievalPlan, phrasings: Sequence[str], *, hop: int, with_state: bool) -> list[Job]:
    """The asker's own phrasings, each in both lanes, or in the local lane alone."""
    lanes: list[tuple[Lane, Filters]] = [("local", plan.local_filters)]
    lanes += [("state", plan.state_filters)] if with_state else []
    return [
        Job(lane=lane, words=text, filters=filters, limit=_PHRASED_HITS, hop=hop, phrasing="asker")
        for text in phrasings
        for lane, filters in lanes
    ]


def matter_jobs(plan: RetrievalPlan, matters: Iterable[FiledMatter]) -> list[Job]:
    """How records put the matters that a question may be about, in the local lane: the law has its finding aid."""
    return [
        job.changed(phrasing="matter", worth=_OF_MATTER * matter.sure, limit=_MATTER_HITS)
        for matter in matters
        for job in phrased_jobs(plan, matter.phrasings, hop=1, with_state=False)
    ]


def voted_job(plan: Plan, reading: Reading) -> list[Job]:
    """The search of the records of the voters' own meeting, where it is asked what they decided."""
    filters = plan.retrieval.local_filters.changed(boards=(VOTERS_MEETING,), exclude_doc_types=NOT_VOTED)
    words = " ".join((*reading.content, "results", "article", "budget"))
    return [Job(lane="local", words=words, filters=filters, limit=_VOTED_HITS)] if reading.asks_voted else []


def dated_jobs(plan: Plan, reading: Reading) -> list[Job]:
    """The searches of the local records of the days, or of the months, that the question names: their pages need no
    further word in common with it than any record has."""
    issue, filters = plan.issue, plan.retrieval.local_filters
    month = issue.date_from[:7] if issue.date_from[:7] == issue.date_to[:7] else ""
    spans = [(day, day) for day in reading.days] or ([(issue.date_from, issue.date_to)] if month else [])
    spans += [(f"{one}-01", f"{one}-31") for one in reading.months if one != month]
    return [
        Job(
            lane="local",
            words=" ".join((*reading.content, *_ANY_RECORD)),
            filters=filters.changed(date_from=first, date_to=last),
            limit=_DATED_HITS,
        )
        for first, last in spans[:_MOST_DAYS]
    ]


def town_rows(plan: Plan, *, hop: int) -> list[Job]:
    """The search for the rows of the towns in question in statewide tables; none without a town."""
    towns = " ".join(town for town in (plan.issue.town, *plan.issue.other_towns) if town)
    filters = plan.retrieval.state_filters.changed(doc_types=tuple(sorted(TABLES)))
    return [Job(lane="state", words=towns, filters=filters, limit=_TABLE_ROWS, hop=hop)] if towns else []


def number_jobs(plan: RetrievalPlan, numbers: Iterable[str], *, hop: int) -> list[Job]:
    """The searches for article and case numbers, each as it is written, in the local lane."""
    filters = plan.local_filters
    return [
        Job(lane="local", words=number, filters=filters, limit=_NUMBER_HITS, hop=hop, phrase=True) for number in numbers
    ]


def in_scope(plan: RetrievalPlan, chunk: Chunk) -> bool:
    """Whether a passage is of the states and towns that its lane searches."""
    filters = plan.local_filters if chunk.lane == "local" else plan.state_filters
    towns = {place_key(town) for town in filters.towns}
    return (not filters.states or chunk.state in filters.states) and (
        chunk.lane == "state" or not towns or place_key(chunk.town) in towns
    )
