"""Two lanes of evidence for a plan: batches at once, early exit with its reason, follow what the records rely on.

A failed lane is reported, never taken for an empty one, and the other lane still answers. What is ranked, picked and
measured is decided by `rank`, `shortlist`, `evidence` and `strength`; this module only says in which order things
happen.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from heapq import heappushpop
from typing import cast

import anyio.to_thread

from hop_controller.types import HopQuery
from pipeline.ask.concepts import Concept
from pipeline.ask.interpret import facet_groups
from pipeline.ask.matters import matters_of
from pipeline.ask.reading import Reading, written
from pipeline.ask.topics import topics
from pipeline.find.answers import Lacks, cells_of, lacks_of, missing_towns, part_answers
from pipeline.find.brought import best_found
from pipeline.find.chains.asked import AskedTerms, spans
from pipeline.find.chains.follow import Chains
from pipeline.find.chains.lift import SURELY_NAMED, WHOLLY_NAMED, best, counts_in_order
from pipeline.find.choice import repeats, unlike
from pipeline.find.follow import followed_numbers, governing_references, runs_on
from pipeline.find.gaps import (
    governed_elsewhere,
    laws_not_held,
    matter_of,
    missing_texts,
    towns_missing,
    undated,
    unread_pages,
)
from pipeline.find.pool import (
    HopFound,
    Job,
    Pool,
    dated_jobs,
    in_scope,
    lane_jobs,
    matter_jobs,
    number_jobs,
    phrased_jobs,
    town_rows,
    voted_job,
)
from pipeline.find.score import EVENTS, ScoredChunk
from pipeline.find.select import CorpusFacts, Picks, Ranking
from pipeline.find.spans.alone import NOTHING, PartReader
from pipeline.find.spans.cells import pages_asked
from pipeline.find.spans.sought import setting_of
from pipeline.find.strength import exit_reason, signals
from pipeline.ports import SearchEngine
from pipeline.settings import Settings
from pipeline.types import Evidence, PartAnswer, Plan, Question, Retrieval, Round, Situation
from vault.ids import reading_order
from vault.law.references import find_refs
from vault.states.known import jurisdiction
from vault.store.whole import whole_place
from vault.types import LANES, Chunk, ChunkId, Lane

__all__ = ["WEIGHED", "Gathering"]

_LOOKED_UP = 6
"""Of the sections the finding aid favours, the surest are looked up."""
_FOLLOWED = 6
"""Sections looked up because the evidence names them, in each of two rounds: a record names a section, the section
another."""
_RUNNING = 4
"""Best passages whose next page is fetched."""
_LIKELY_FIRST = 8
"""Best passages before chains are followed, among which those are nearly always."""
_OF_ONE_TOWN = 100_000
"""Passages of a scope up to which the matters of a question are searched too: among those of a whole state every
matter stands in every town, and each search takes half a second."""
_SURE_NUMBER = 0.4
"""A heading's number is followed when its passage covers this much of the question."""
_HOP_HITS, _WEIGHED_HITS = 40, 12
"""Hits of a hop's own search, and those of them that are read for the parts that are open."""
_READ_AGAIN: Mapping[Lane, int] = {"local": 40, "state": 40}
"""Passages of each lane found before and not kept that are read again for one part alone."""
WEIGHED: Mapping[Lane, int] = {"local": 25, "state": 15}
"""Best passages of each lane that are read for what answers each part before fifteen are kept; 40 and 20, and all that
was found, give the same (docs/finding.md)."""
_EVEN_ODDS = -1.0
"""Log-odds of a span, judged alone, at which its passage counts half."""
_FOUND, _LEFT, _PLACES = 12.0, 20.0, 8.0
"""Log-odds that a passage is a missing one: what its best span has, and twelve and twenty eighths for a first place in
a search of the hop and among what was left, less with the place (docs/hops.md)."""
_LEAST_ODDS = -8.0
"""Below this, passages that do not answer are alike."""
_HOP_BRINGS = 6
"""Passages a hop brings for the parts that are open, of what it found and of what was left."""
_COMPARED = 12
"""Passages of which a further one would have to be one to be read: a third of what was found is not read, and of 51
hops 50 bring the same (docs/hops.md)."""
_BESIDE = 3
"""Passages kept beside the evidence because something in it names or cites them; two a question on average."""
_UNHELD_TOLD = 2
"""Laws not held that are told, each with the section that names it."""
_DROPPED_SHOWN = 20
"""Left-out hits of a lane kept for the record of a run."""


@dataclass
class Gathering:
    """One retrieval under way: the plan, the seam, and the pool that grows. Rounds may be added to it (escalation)."""

    question: Question
    reading: Reading
    plan: Plan
    engine: SearchEngine
    facts: CorpusFacts
    settings: Settings
    situation: Situation | None = None
    drift_anchors: tuple[str, ...] = ()
    pool: Pool = field(default_factory=Pool)
    hop: int = 1
    early_exit: str = ""
    rounds: list[Round] = field(default_factory=list)
    known_towns: tuple[str, ...] = ()
    """Towns the vault holds records of; () when that is not known."""

    def __post_init__(self) -> None:
        said, lanes = written(self.reading), self.plan.retrieval
        self.view = Ranking(
            question=self.question,
            reading=self.reading,
            plan=self.plan,
            facts=self.facts,
            settings=self.settings,
            pool=self.pool,
            situation=self.situation,
            known_anchors=self.drift_anchors,
            town_in_state=bool(missing_towns(self.plan, self.known_towns)),
            names=tuple(dict.fromkeys(name for _, _, name in spans(said))),
        )
        facts = self.view.facts
        asked = AskedTerms(said, facts.rarity, facts.mean_length, learn=facts.learn, told=facts.told)
        self._chains = Chains(
            asked, facts.archive, self.view.bearers, partial(in_scope, lanes), self.view.scopes, search=facts.search
        )
        self._governing: dict[str, Chunk] = {}
        self._held: dict[str, int] = {}
        self._whole: dict[ChunkId, Chunk] = {}
        self._near: dict[ChunkId, tuple[Chunk, ...]] = {}
        self._brought: dict[ChunkId, int] = {}
        self._lifts: Mapping[ChunkId, float] = {}
        self._answers: tuple[tuple[tuple[Evidence, ...], Lacks], tuple[PartAnswer, ...]] | None = None

    @property
    def concepts(self) -> tuple[Concept, ...]:
        """The concepts of the question."""
        return self.view.concepts

    def ranked(self, lane: Lane) -> tuple[ScoredChunk, ...]:
        """Every chunk of the lane found so far, best first."""
        return self.view.ranked(lane)

    # ---- rounds

    async def first_pass(self) -> None:
        """S0 and S2 §6: 2+2 queries at once, then state-only batches of two until the exit holds or the budget ends,
        the rest of the local queries only if the local lane is short. The last batch leaves with the searches for what
        the evidence points at."""
        size, plan = self.settings.batch_size, self.plan.retrieval
        local, state = plan.local.queries, plan.state.queries
        jobs = self._jobs(local[:size], state[:size], self.question.queries)
        known = self.question.queries or self.view.facts.total > _OF_ONE_TOWN  # who phrases it knows better
        about = () if known else matters_of(self.reading)
        jobs += matter_jobs(plan, about)
        await self.pool.run(
            self.engine,
            [*jobs, *dated_jobs(self.plan, self.reading), *voted_job(self.plan, self.reading)],
            "first batch",
        )
        self.view.weigh_others()
        rest_local, rest_state = local[size:], state[size:]
        last: list[Job] = []
        while rest_local or rest_state:
            self.early_exit = exit_reason(self.view, self.plan, self.settings)
            if self.early_exit:
                break
            batch_local = rest_local[:size] if not rest_state or self._local_is_short() else ()
            batch_state = rest_state[:size]
            rest_local, rest_state = rest_local[len(batch_local) :], rest_state[len(batch_state) :]
            last = self._jobs(batch_local, batch_state, ())
            if rest_local or rest_state:
                await self.pool.run(self.engine, last, "coverage not met")
                last = []
        self.early_exit = self.early_exit or "query budget used"
        await self.follow(last)

    def _local_is_short(self) -> bool:
        cap = self.plan.retrieval.local.cap
        return self.view.good("local") < cap or len(self.view.lanes().local.good) < cap

    async def widen(self, further: Round) -> None:
        """A further round of queries, +4 k per lane, merged with what is held (S1). The best that a hop's own searches
        find is kept beside what is held, weighed by their words."""
        kept = [self._shown(item.chunk) for item in self.kept().chosen]
        self.hop += 1
        self.rounds.append(further)
        began = len(self.pool.hopped)
        lanes = {"local", "state"} if self.settings.enable_parallel_state_lane else {"local"}
        jobs = self._jobs(further.local, further.state, further.phrasings)
        jobs += [self._hop_job(query) for query in further.queries if query.lane in lanes]
        await self.pool.run(self.engine, jobs, further.why)
        await self.follow()
        brought = self._brought_by(further, self.pool.hopped[began:], kept)
        for chunk in kept:  # what was held stays held (S1)
            self._brought.setdefault(chunk.id, self.hop - 1)
        self._brought.update(dict.fromkeys(brought, self.hop))

    def _brought_by(self, further: Round, found: Sequence[HopFound], kept: Sequence[Chunk]) -> tuple[ChunkId, ...]:
        """The passages that join the evidence: the best of a caller's own searches, then those that most likely answer
        an open part, of all that was found and is not held."""
        searched = [one for one in found if one.by_caller or not further.wanted]
        brought = best_found(self.pool, searched, kept, self.view.facts, self.settings.second_pass_extra_k)
        if not further.wanted:
            return brought
        taken = [*kept, *map(self.pool.chunk, brought)]
        left = self.not_held(taken)
        have = {chunk.id for chunk in taken}
        hits = [[i for i in one.ids if i not in have][:_WEIGHED_HITS] for one in found]
        places = _first_places(hits, _FOUND)
        lefts = [[one.id for one in left if one.lane == lane] for lane in LANES]
        for name, place in _first_places(lefts, _LEFT).items():
            places[name] = places.get(name, 0.0) + place
        worth = self._worth(further.wanted, places)
        order = sorted(worth, key=lambda i: (-worth[i], reading_order(i)))
        return (*brought, *(one.id for one in unlike(map(self.pool.chunk, order), taken, _HOP_BRINGS)))

    def _worth(self, parts: Sequence[str], places: Mapping[ChunkId, float]) -> dict[ChunkId, float]:
        """What passages are worth by their places and by how surely each answers a part, read in the order of their
        places until none that is left, were it as sure as the surest read, would be among the first."""
        worth: dict[ChunkId, float] = {}
        first, surest = [-math.inf] * _COMPARED, _LEAST_ODDS
        for name in sorted(places, key=lambda i: (-places[i], reading_order(i))):
            if places[name] + surest < first[0]:
                break
            odds = max(self.reader.each(parts, self.pool.chunk(name)), _LEAST_ODDS)
            surest, worth[name] = max(surest, odds), places[name] + odds
            heappushpop(first, worth[name])
        return worth

    @cached_property
    def reader(self) -> PartReader:
        """Reads passages for one part of the question at a time."""
        facts, scope = self.view.facts, self.plan.route.scope
        setting = setting_of(self.reading, self.plan.issue, scope, facts.rarity, lambda stem: facts.df(stem) > 0)
        return PartReader(self.reading, setting)

    def not_held(self, held: Sequence[Chunk], most: Mapping[Lane, int] = _READ_AGAIN) -> list[Chunk]:
        """The best passages of each lane, as many as `most` says, that were found and left."""
        best = (item.chunk for lane in LANES for item in self.ranked(lane)[: most[lane]])
        known = {chunk.id for chunk in held}
        return [chunk for chunk in best if chunk.id not in known and not repeats(chunk, held)]

    def _hop_job(self, query: HopQuery) -> Job:
        """The search of a hop: in the plan's scope, narrowed to the dates, board and documents it is held to."""
        plan = self.plan.retrieval
        held_to = {
            "date_from": query.since,
            "date_to": query.until,
            "boards": (query.board,) if query.board else (),
            "doc_ids": query.documents,
        }
        filters = plan.local_filters if query.lane == "local" else plan.state_filters
        return Job(
            lane=query.lane,
            words=query.words,
            filters=filters.changed(**{name: value for name, value in held_to.items() if value}),
            limit=_HOP_HITS,
            hop=self.hop,
            phrase=query.phrase,
            hop_query=True,
            by_caller=query.by_caller,
        )

    def kept(self) -> Picks:
        """What is kept now: what both lanes pick, and what hops and citations brought beside it, the finds of every hop
        behind those before it; a page or section that is held is not picked again by another of its passages."""
        picks = self.view.merged()
        if not self._brought:
            return picks
        lanes = []
        for lane, choice in (("local", picks.local), ("state", picks.state)):
            have = {item.chunk.id for item in choice.chosen}
            more = tuple(
                item
                for item in self.view.ranked(cast("Lane", lane))
                if item.chunk.id in self._brought and item.chunk.id not in have
            )
            shown = [self._shown(item.chunk) for item in more]
            picked = tuple(
                item for item in choice.chosen if item.chunk.id in self._brought or not repeats(item.chunk, shown)
            )
            by_hop = sorted((*picked, *more), key=lambda item: self._brought.get(item.chunk.id, self.hop))
            lanes.append(choice._replace(chosen=tuple(by_hop)))
        return Picks(*lanes)

    def _shown(self, chunk: Chunk) -> Chunk:
        """The chunk as a reader sees it: with the rest of its page or section, once that is read."""
        return self._whole.get(chunk.id, chunk)

    def _jobs(self, local: Sequence[str], state: Sequence[str], also: Sequence[str]) -> list[Job]:
        """The searches of both lanes, and the asker's phrasings in each."""
        plan, with_state = self.plan.retrieval, self.settings.enable_parallel_state_lane
        extra_k = self.settings.second_pass_extra_k if self.hop > 1 else 0
        own = lane_jobs(plan, (local, state if with_state else ()), extra_k=extra_k, hop=self.hop)
        return [*own, *phrased_jobs(plan, also, hop=self.hop, with_state=with_state)]

    # ---- following what was found

    async def follow(self, beside: Sequence[Job] = ()) -> None:
        """Asks for what the evidence points at: rows of the town, the same number elsewhere, the page a passage runs on
        to, the sections that are named. The searches `beside` leave with the first of these."""
        self.view.find_anchors()
        await self._elsewhere(beside)
        self.view.find_anchors()
        await self._chained()
        await self._next_pages()
        await self._named_sections()
        self._weigh_answers()
        self._keep_linked()
        self._find_governing()
        await self._note_held()
        await self._read_whole()

    async def _chained(self) -> None:
        """Follows names and citations out of the best passages, and brings what the chains lead to."""
        chains = self._chains
        self.pool.add(await anyio.to_thread.run_sync(chains.name), "named in the question", self.hop)
        self.view.named = {i: one.worth for i, one in chains.named.items()}
        if self._says_enough():
            return
        townless = not self.plan.retrieval.local_filters.towns
        if townless:
            self._weigh_answers()
        lanes = [self.view.answering(lane) for lane in LANES]
        near = [i for i in self._dated_or_first(lanes[0]) if i not in self._near]
        await anyio.to_thread.run_sync(partial(chains.expand, lanes, by_shared_names=townless, near=near))
        self._near.update(chains.near)
        found = chains.lifts()
        self.view.linked = {i: found[i] for i in best(found) if counts_in_order(chains.chunk(i), found[i], self._named)}
        self.pool.add([chains.chunk(i) for i in self.view.linked], "named or cited by what was found", self.hop)
        self._lifts = chains.lifts(least_share=0.0)

    def _weigh_answers(self) -> None:
        """Reads the best passages of each lane for what answers each part alone, and knows the cells of tables that do:
        the words of the whole question rank too low what answers one part of it. Once, in the first pass; not where the
        question wholly names a passage, for what the chain from there leads to shares few words with the question
        (docs/hops.md)."""
        if self.hop > 1 or self._named >= WHOLLY_NAMED:
            return
        best = [item.chunk for lane in LANES for item in self.ranked(lane)[: WEIGHED[lane]]]
        odds = self.reader.odds([part.text for part in self.reading.parts], best)
        high = {chunk.id: max(part[chunk.id] for part in odds) for chunk in best}
        self.view.answers = {name: 1 / (1 + math.exp(_EVEN_ODDS - one)) for name, one in high.items() if one > NOTHING}
        cells = pages_asked(self.reading, self.plan.issue, cells_of(self.reading, self.plan, self.facts))
        self.view.answers.update(dict.fromkeys(cells, 1.0))  # of each year that is compared the row that tells it

    def _keep_linked(self) -> None:
        """Keeps beside the evidence what would be among it if every chain counted in its order, citations of passages
        that say little of the question included: the rule or page that a record leans on often says it in words of its
        own. Once, in the first pass."""
        if self.hop > 1 or not self._lifts:
            return
        reached = best(self._lifts)
        self.pool.add([self._chains.chunk(i) for i in reached], "named or cited by what was found", self.hop)
        taken = [item.chunk for item in self.view.merged().chosen]
        would = {item.chunk.id: item.chunk for item in self.view.merged_if(self._lifts).chosen}
        for chunk in unlike([would[i] for i in reached if i in would], taken, _BESIDE):
            self._brought[chunk.id] = self.hop

    def _says_enough(self) -> bool:
        """Whether the asker's phrasings look for the one thing asked, and the question names no passage: what chains
        lead to is then found already (docs/finding.md), and following them takes a third of the time."""
        return bool(self.question.queries) and len(self.reading.parts) == 1 and self._named < SURELY_NAMED

    @property
    def _named(self) -> float:
        """How surely the question names a passage by its title, 0..1."""
        return max(self.view.named.values(), default=0.0)

    def _fresh_references(self) -> list[str]:
        """The sections that the evidence names most strongly and that were not looked up before."""
        asked = self.pool.asked("state")
        wanted = sorted(self.view.references().items(), key=lambda item: (-item[1], item[0]))
        return [cite for cite, _ in wanted if cite not in asked][:_FOLLOWED]

    def _first_sections(self) -> list[str]:
        """The sections that the finding aid favours, and those the evidence names, not looked up before."""
        asked = self.pool.asked("state")
        favoured = [cite for cite in list(self.view.aided)[:_LOOKED_UP] if cite not in asked]
        return list(dict.fromkeys((*favoured, *self._fresh_references())))

    async def _named_sections(self) -> None:
        """Looks up the sections named by what was found since."""
        fresh = self._fresh_references()
        if fresh:
            await self.pool.run(self.engine, self._jobs((), fresh, ()), "sections named by the evidence")

    def _find_governing(self) -> None:
        """For a legal question: the laws that sections found name as governing its topics."""
        issue = self.plan.issue
        if issue.legal_salience >= self.settings.medium_salience:
            wanted = {label: topics()[label].keywords for label in issue.legal_topics if label in topics()}
            self._governing = {one.cite: one.witness for one in governing_references(self.ranked("state"), wanted)}

    async def _note_held(self) -> None:
        """Asks of every statute that a kept record or the governing sections name whether its text is held."""
        system = jurisdiction(self.question.state).statute_system
        refs = (ref for item in self.kept().local.chosen for ref in find_refs(item.chunk.text))
        named = [ref.cite for ref in refs if ref.system == system]
        fresh = [cite for cite in dict.fromkeys((*named, *self._governing)) if cite not in self._held]
        if fresh:
            self._held.update(await anyio.to_thread.run_sync(self.facts.holds, fresh))

    async def _elsewhere(self, beside: Sequence[Job]) -> None:
        """Rows of the towns in statewide tables, the numbers of the best local records in other records, and the
        sections that the finding aid and the evidence name: one batch with those `beside`, because none waits for
        another."""
        jobs = [*self._town_rows(), *self._numbers(), *self._jobs((), self._first_sections(), ())]
        why = ["coverage not met"] * bool(beside)
        why += ["rows of the town, the same article or case elsewhere, sections named"] * bool(jobs)
        if why:
            await self.pool.run(self.engine, [*beside, *jobs], "; ".join(why))

    def _numbers(self) -> list[Job]:
        """The article and case numbers under which the best local records treat the matter."""
        numbers = followed_numbers(self.ranked("local"))
        self.view.numbers = {number: strength for number, strength in numbers.items() if strength >= _SURE_NUMBER}
        return number_jobs(self.plan.retrieval, self.view.numbers, hop=self.hop)

    def _town_rows(self) -> list[Job]:
        """The rows of a town of which no record is held. Of any other they brought no passage and displaced some."""
        asked = self.view.town_in_state and self.settings.enable_parallel_state_lane
        return town_rows(self.plan, hop=self.hop) if asked else []

    async def _next_pages(self) -> None:
        """Brings what stands near in the records of a day that the question names, and the next chunk of the best local
        passages that run on past their end."""
        best = [item.chunk for item in self.ranked("local")[:_RUNNING]]
        dated = self._dated()
        await self._look_around((*best, *dated))
        for chunk in dated:
            self.pool.add(self._near[chunk.id], f"the rest of {chunk.title}", self.hop)
        for chunk in best:
            for following in self._near[chunk.id]:
                if following.ord == chunk.ord + 1 and runs_on(chunk, following):
                    self.pool.add([following], f"next passage of {chunk.title}", self.hop)
                    self.view.next_of.setdefault(following.id, chunk.id)

    def _dated(self) -> list[Chunk]:
        """The records of a day that the question names."""
        days = frozenset(self.reading.days)
        return [one for one in self.pool.chunks["local"].values() if one.date in days and one.doc_type in EVENTS]

    def _dated_or_first(self, local: Sequence[ScoredChunk]) -> list[ChunkId]:
        """What it will be looked around once chains are followed, as far as that can be told before."""
        first = (item.chunk for item in local[:_LIKELY_FIRST])
        return list(dict.fromkeys(chunk.id for chunk in (*first, *self._dated())))

    async def _look_around(self, chunks: Sequence[Chunk]) -> None:
        """Fetches what stands near these chunks, each once a run."""
        fresh = [chunk.id for chunk in chunks if chunk.id not in self._near]
        if fresh:
            self._near.update(await anyio.to_thread.run_sync(self.facts.around, fresh))

    async def _read_whole(self) -> None:
        """Reads the pages and sections on which the kept passages stand: an answer may stand beside the words found."""
        fresh = [item.chunk for item in self.kept().chosen if item.chunk.id not in self._whole]
        await self._look_around(fresh)
        for chunk in fresh:
            self._whole[chunk.id] = whole_place(chunk, self._near[chunk.id])

    # ---- the result

    def result(self, retrieval_id: str = "") -> Retrieval:
        """What is held now, labelled, measured and receipted."""
        picks = self.kept()
        unheld = self._unheld(picks)
        named_by = {cite: chunk.section for cite, chunk in unheld.items()}
        leant_on, elsewhere = self._texts_missing(picks), governed_elsewhere(named_by)
        lanes = (("L", picks.local.chosen), ("S", self._with(picks.state.chosen, unheld)))
        local, state = (self.pool.labelled(letter, kept, self._whole, self._brought) for letter, kept in lanes)
        answers = self._answered((*local, *state))
        return Retrieval(
            retrieval_id=retrieval_id,
            local=local,
            state=state,
            signals=signals(
                local,
                state,
                picks.chosen,
                retrieved=(self.view.size("local"), self.view.size("state")),
                entities=self.view.entities,
                anchors=self.view.anchors,
                topics=self.view.topics,
                facet_coverage=self._facet_coverage(picks.chosen),
                concepts=self.concepts,
                answers=answers,
            ),
            receipts=(
                self.pool.receipt("local", len(local)),
                self.pool.receipt("state", len(state)),
            ),
            batches=tuple(self.pool.batches),
            dropped=(*picks.local.dropped(_DROPPED_SHOWN), *picks.state.dropped(_DROPPED_SHOWN)),
            rounds=tuple(self.rounds),
            stop_reason=self.early_exit,
            early_exit_reason=self.early_exit,
            archive_chunks_found=bool(picks.chosen),
            gaps=(*self._gaps(picks, leant_on), *(told for _, told in elsewhere)),
            law_gaps=(*leant_on, *elsewhere),
            named_by=tuple(named_by.items()),
            caveats=tuple(self.pool.caveats),
            absent=self._absent,
            strangers=self.view.anchors,
            answers=answers,
        )

    def _answered(self, evidence: tuple[Evidence, ...]) -> tuple[PartAnswer, ...]:
        """What of the evidence answers each part; worked out once for the same evidence."""
        lacks = lacks_of(self.reading, self.plan, evidence, absent=self._absent, known_towns=self.known_towns)
        if self._answers is None or self._answers[0] != (evidence, lacks):
            found = part_answers(self.reading, self.plan, evidence, self.view.facts, lacks)
            self._answers = ((evidence, lacks), found)
        return self._answers[1]

    def _facet_coverage(self, kept: Sequence[ScoredChunk]) -> float:
        groups = facet_groups(self.plan.issue, self.concepts)
        return sum(self.view.covers(group, kept) for group in groups) / len(groups) if groups else 1.0

    def _texts_missing(self, picks: Picks) -> tuple[tuple[str, str], ...]:
        named = self.view.named_in(picks.local.chosen)
        leant_on = {cite: strength for cite, strength in self.view.references().items() if cite in named}
        return missing_texts(self.pool.absent, self.plan.issue.statutes, leant_on)

    def _gaps(self, picks: Picks, leant_on: Iterable[tuple[str, str]]) -> tuple[str, ...]:
        unread = {item.chunk.title: item.chunk.unread_pages for item in picks.chosen}
        texts = [item.chunk.text for item in picks.state.chosen]
        return (
            *towns_missing(missing_towns(self.plan, self.known_towns), texts),
            *(told for _, told in leant_on),
            *undated(self.reading, self.plan.issue, self.ranked("local")),
            *unread_pages(unread),
        )

    @property
    def _absent(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*(cite for cite, held in self._held.items() if not held), *self.pool.absent)))

    def _unheld(self, picks: Picks) -> dict[str, Chunk]:
        """Laws that govern the matter and are not held -> the section found that names each, those of records first."""
        if self.plan.route.scope == "local":
            return {}
        texts = [one.chunk.text for one in picks.local.chosen]
        named = laws_not_held(texts, matter_of(self.reading, self.plan.issue), self._absent, self.ranked("state"))
        governing = {cite: chunk for cite, chunk in self._governing.items() if cite in self._absent}
        return dict([*{**named, **governing}.items()][:_UNHELD_TOLD])

    def _with(self, chosen: Sequence[ScoredChunk], unheld: Mapping[str, Chunk]) -> tuple[ScoredChunk, ...]:
        """The sections kept, with those that name a law not held in place of the last, within the lane's cap."""
        have = {item.chunk.id for item in chosen}
        wanted = {chunk.id for chunk in unheld.values()} - have
        shown = [self._shown(item.chunk) for item in chosen]
        more = [i for i in self.ranked("state") if i.chunk.id in wanted and not repeats(i.chunk, shown)]
        total = max(len(chosen), min(self.plan.retrieval.state.cap, len(chosen) + len(more)))
        return (*chosen[: max(total - len(more), 0)], *more)


def _first_places(lists: Iterable[Sequence[ChunkId]], worth: float) -> dict[ChunkId, float]:
    """Id -> the worth of its best place in any of the lists."""
    found: dict[ChunkId, float] = {}
    for ids in lists:
        for place, name in enumerate(ids):
            found[name] = max(found.get(name, 0.0), worth / (_PLACES + place))
    return found
