"""What a turn has found so far, ranked and picked: the state of the two lanes at any moment of a retrieval.

Reads the pool and remembers what it worked out while nothing new has come in. It asks only who bears a name and how
rare words are, and never says what to search for.

What of a ranked lane may be kept, and what has a reserved place: eligibility, low bar, facts, facets, years.

Pure rules over ranked chunks (S1 part D, decision 6). They look at what a chunk speaks of, never at its score: that
something exists decides, and garbage fills no reserved place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from pipeline.ask.concepts import ChunkFields, Concept, idf, stems_of, weigh
from pipeline.ask.facets import asks_law
from pipeline.ask.interpret import concepts_of, facet_groups, facet_words, topic_keywords, wants_bills
from pipeline.ask.phrases import says_any
from pipeline.ask.queries import law_words
from pipeline.ask.reading import Reading
from pipeline.ask.topics import GENERAL_TERMS, topics
from pipeline.find.choice import (
    FACET_SHARE,
    GOOD,
    LaneChoice,
    LaneLimits,
    MergeLimits,
    facet_share,
    lend_places,
    pick,
    trim_merged,
)
from pipeline.find.follow import followed_references
from pipeline.find.pool import Pool
from pipeline.find.score import RankContext, ScoredChunk, foreign_names, holds_any, rank, said_share
from pipeline.settings import Settings
from pipeline.types import IssueMap, Plan, Question, Situation
from vault.errors import VaultError
from vault.law.references import find_refs
from vault.ports import Archive, EmptyArchive, NamesAsk
from vault.states.finding_aid import suggested_sections
from vault.statewide import TableCell
from vault.types import LANES, Chunk, ChunkId, DocType, Filters, Lane, SearchAnswer, SearchRequest

__all__ = ["AROUND", "NAMED", "CorpusFacts", "Picks", "Ranking", "Statistics", "scopes_of"]

NAMED = 40
"""Chunks a question names that are looked at, and that may bear one name."""
AROUND = 5
"""Chunks looked at on either side of a passage for the rest of its page or section."""
_NO_HITS = SearchAnswer(hits=(), mode="empty")
_AIDED = 40
"""Sections the finding aid may favour."""
_FACET_SCORE = 0.5
"""State texts are many and alike: below half the best score one shares a facet's words by chance."""
_LOOKED_AT, _SAYS_MOST = 3, 0.8
"""Best passages by the question's own words, and the share of these that one may say before words that stand in for
them begin to count less; where one says all of it they count nothing (docs/finding.md)."""
_PER_RECORD, _PER_GUIDE = 5, 2
"""Passages of one document: minutes treat a matter on several pages, a guide of the state states it once."""


class Statistics(NamedTuple):
    """Word statistics of some scopes: document frequency of a stem, chunks in all, year of the latest record (0 when
    none has a date); `learn` looks many stems up at once, before they are asked for one by one, `told` notes those that
    came with another answer."""

    df: Callable[[str], int]
    total: int
    newest_year: int
    learn: Callable[[Sequence[str]], None] = lambda _stems: None
    told: Callable[[Mapping[str, int]], None] = lambda _frequencies: None


@dataclass(frozen=True)
class CorpusFacts:
    """What ranking must know of the archive: document frequency of a stem, chunks in all, words in a mean chunk."""

    df: Callable[[str], int]
    total: int
    mean_length: float = 250.0
    newest_year: int = 0
    around: Callable[[Sequence[ChunkId]], Mapping[ChunkId, tuple[Chunk, ...]]] = lambda ids: dict.fromkeys(ids, ())
    """For each chunk id the chunks near it in the same document, in reading order, without itself."""
    holds: Callable[[Sequence[str]], Mapping[str, int]] = lambda cites: dict.fromkeys(cites, 1)
    """For each canonical cite of a statute section or chapter 1 where its text is held, else 0."""
    learn: Callable[[Sequence[str]], None] = lambda _stems: None
    """Looks up the document frequencies of many stems at once, ahead of `df`."""
    told: Callable[[Mapping[str, int]], None] = lambda _frequencies: None
    """Notes document frequencies that came with another answer, ahead of `df`."""
    cells: Callable[[Sequence[str]], Mapping[str, tuple[TableCell, ...]]] = lambda _places: {}
    """For each town with its state ("Alder Falls, NH") the figures of its rows in statewide tables; for "police | Alder
    Falls, NH" those of that line of its accounts."""
    disputes: Callable[[Sequence[Chunk], Sequence[str]], tuple[str, ...]] = lambda _chunks, _stems: ()
    """Chunks and stems -> where records differ of the matters that these chunks record and the stems name."""
    search: Callable[[Sequence[SearchRequest]], Sequence[SearchAnswer | VaultError]] = lambda asks: (
        [_NO_HITS] * len(asks)
    )
    """Ranked searches -> their answers, in order, in one call."""
    archive: Archive = field(default_factory=EmptyArchive)
    """Who names or cites whom."""
    narrowed: Callable[[Filters, Filters], Statistics | None] = lambda _local, _state: None
    """Filters of the local and the state lane -> the statistics of their scopes alone; None when they are not known."""

    def within(self, local: Filters, state: Filters) -> CorpusFacts:
        """The facts with the statistics of these scopes (decision 41): what other towns hold changes nothing."""
        found = self.narrowed(local, state)
        if found is None:
            return self
        return replace(self, **found._asdict())

    def rarity(self, part: str) -> float:
        """How much a stem says: its inverse document frequency, > 0."""
        return idf(self.df(part), self.total)


def scopes_of(local: Filters, state: Filters) -> tuple[Filters, Filters]:
    """The scopes a question searches: its towns and its states' law."""
    return Filters(lane="local", states=local.states, towns=local.towns), Filters(lane="state", states=state.states)


class _Seen(NamedTuple):
    """What a ranking looks at besides the passages themselves."""

    chains: bool
    references: bool
    answers: bool


class Picks(NamedTuple):
    """What each lane keeps, best first, and what it leaves."""

    local: LaneChoice
    state: LaneChoice

    @property
    def chosen(self) -> tuple[ScoredChunk, ...]:
        """Everything kept, local first."""
        return self.local.chosen + self.state.chosen


@dataclass
class Ranking:
    """The pool seen through the question. `numbers` and `next_of` are filled while the evidence is followed up."""

    question: Question
    reading: Reading
    plan: Plan
    facts: CorpusFacts
    settings: Settings
    pool: Pool
    situation: Situation | None = None
    known_anchors: tuple[str, ...] = ()
    town_in_state: bool = False
    """Whether no record of the town is held: only a table of the state can tell of it."""
    names: Sequence[str] = ()
    """Runs of words of the question that may be names."""

    def __post_init__(self) -> None:
        self.numbers: dict[str, float] = {}
        self.next_of: dict[ChunkId, ChunkId] = {}
        self.linked: dict[ChunkId, float] = {}
        self.named: dict[ChunkId, float] = {}
        self.answers: dict[ChunkId, float] = {}
        self.anchors = self.known_anchors
        self.aided = suggested_sections(self.reading.roots, _AIDED, self.question.state)
        lanes = self.plan.retrieval
        self.scopes = scopes_of(lanes.local_filters, lanes.state_filters)
        self.facts = self.facts.within(lanes.local_filters, lanes.state_filters)
        said = concepts_of(self.reading, self.plan.issue, lambda _: 0, self.facts.total)
        weighed = (*stems_of(said), *self.reading.weighed)
        self.bearers = self.facts.archive.named(NamesAsk(self.names, NAMED, weighed), self.scopes)
        self.facts.told(self.bearers.frequencies)
        self.facts.learn(weighed)
        self.concepts = weigh(said, self.facts.df, self.facts.total)
        self.topics = topic_keywords(self.plan.issue)
        self.topic_words = tuple(dict.fromkeys(word for words in self.topics.values() for word in words))
        self._others: dict[Lane, float] = {"local": 0.0, "state": 0.0}
        self._memo: dict[Lane, dict[ChunkId, ScoredChunk]] = {}
        self._contexts: dict[Lane, RankContext] = {}
        self._orders: dict[tuple[Lane, _Seen], tuple[object, tuple[ScoredChunk, ...]]] = {}
        self._begin(LANES)
        self._merged: tuple[object, Picks] | None = None
        self._cites: dict[ChunkId, tuple[str, ...]] = {}
        self._references: tuple[tuple[int, int], dict[str, float]] = ((-1, -1), {})

    @property
    def entities(self) -> tuple[str, ...]:
        """The situation's names; () without one."""
        return self.situation.entities if self.situation else ()

    def _begin(self, lanes: Sequence[Lane]) -> None:
        """Forgets every score of these lanes: what it depends on has changed."""
        for lane in lanes:
            self._memo[lane] = {}
            self._contexts[lane] = self._context(lane)
        self._orders = {key: held for key, held in self._orders.items() if key[0] not in lanes}

    def weigh_others(self) -> None:
        """Lets words of records stand in for the question's own, in each lane as far as its best passages do not say
        these themselves. Once, after the first search; before it none does."""
        before = dict(self._others)
        for lane in LANES:
            said = self._contexts[lane].concepts
            most = max((said_share(item, said) for item in self.alone(lane)[:_LOOKED_AT]), default=0.0)
            self._others[lane] = min(1.0, (1.0 - most) / (1.0 - _SAYS_MOST))
        self._begin([lane for lane in LANES if self._others[lane] != before[lane]])

    def _context(self, lane: Lane) -> RankContext:
        return RankContext(
            lane=lane,
            issue=self.plan.issue,
            concepts=tuple(c for c in self.concepts if lane == "local" or c.kind != "town" or self.town_in_state),
            mean_length=self.facts.mean_length,
            others=self._others[lane],
            aided=self.aided if lane == "state" else {},
            situation_entities=self.entities,
            drift_anchors=self.anchors,
            topic_words=self.topic_words,
            prefer_recent=self.question.prefer_recent,
            newest_year=self.facts.newest_year,
            days=self.reading.days,
            wants_bills=wants_bills(self.plan.issue),
        )

    @property
    def weights(self) -> dict[str, float]:
        """Concept name -> importance."""
        return {concept.name: concept.weight for concept in self.concepts}

    def covers(self, facet: Sequence[str], kept: Sequence[ScoredChunk]) -> bool:
        """Whether one of the chunks speaks of the facet."""
        return any(facet_share(facet, item, self.weights) >= FACET_SHARE for item in kept)

    def size(self, lane: Lane) -> int:
        """Chunks of the lane found so far."""
        return len(self.pool.chunks[lane])

    def good(self, lane: Lane) -> int:
        """How many chunks of the lane cover half the question, whatever their rank."""
        return sum(item.match.coverage >= GOOD for item in self.alone(lane))

    def answering(self, lane: Lane) -> tuple[ScoredChunk, ...]:
        """The lane ranked by what its passages say and by what may answer a part, before chains and references."""
        return self._ranked(lane, _Seen(chains=False, references=False, answers=True))

    def alone(self, lane: Lane) -> tuple[ScoredChunk, ...]:
        """The lane ranked by what its passages say themselves, before chains and references: what is read for both."""
        return self._ranked(lane, _Seen(chains=False, references=False, answers=False))

    def ranked(self, lane: Lane, *, pointed: bool = False) -> tuple[ScoredChunk, ...]:
        """Every chunk of the lane, best first; with `pointed`, state sections the evidence names are lifted."""
        return self._ranked(lane, _Seen(chains=True, references=pointed, answers=True))

    def _ranked(self, lane: Lane, seen: _Seen) -> tuple[ScoredChunk, ...]:
        numbers, next_of = (self.numbers, self.next_of) if lane == "local" else ({}, {})
        references = self.references() if seen.references and lane == "state" else {}
        linked = self.linked if seen.chains else {}
        answers = self.answers if seen.answers else {}
        seen = _Seen(chains=bool(linked), references=bool(references), answers=bool(answers))
        weighed = (numbers, references, linked, self.named, answers)
        key = (self.size(lane), len(self.pool.phrased[lane]), len(next_of), *(tuple(one.items()) for one in weighed))
        held = self._orders.get((lane, seen))
        if held is None or held[0] != key:
            context = self._contexts[lane].changed(
                numbers=numbers,
                next_of=next_of,
                references=references,
                linked=linked,
                named=self.named,
                answers=answers,
                phrased=self.pool.agreed(lane),
            )
            chunks = list(self.pool.chunks[lane].values())
            held = (key, rank(chunks, context, self.pool.fields(lane), self._memo[lane]))
            self._orders[lane, seen] = held
        return held[1]

    def references(self) -> dict[str, float]:
        """The sections the evidence of both lanes points at, with strengths 0..1."""
        size = (self.size("local"), self.size("state"))
        if self._references[0] != size:
            named = self.plan.issue.statutes
            local = followed_references(self.alone("local"), named, self._cites)
            state = followed_references(self.alone("state"), named, self._cites)
            strengths = {cite: max(local.get(cite, 0.0), state.get(cite, 0.0)) for cite in {*local, *state}}
            self._references = (size, strengths)
        return self._references[1]

    def named_in(self, kept: Sequence[ScoredChunk]) -> frozenset[str]:
        """The sections that the texts of these chunks name, as far as they were read for references."""
        return frozenset(cite for item in kept for cite in self._cites.get(item.chunk.id, ()))

    def find_anchors(self) -> None:
        """Adds the names of foreign clusters to the drift anchors (decision 12); nothing without a situation."""
        if not self.entities:
            return
        issue = self.plan.issue
        known = (*self.reading.words, issue.town, *issue.other_towns, *issue.boards, *issue.entities, *self.topic_words)
        found = (
            name
            for lane in LANES
            for name in foreign_names(self.alone(lane), self.pool.fields(lane), self.entities, known)
        )
        anchors = tuple(dict.fromkeys((*self.anchors, *found)))
        if anchors != self.anchors:
            self.anchors = anchors
            self._begin(LANES)

    # ---- what is kept

    def lanes(self) -> Picks:
        """What each lane would keep by itself now."""
        return Picks(self._pick("local", self.ranked("local")), self._pick("state", self.ranked("state", pointed=True)))

    def _pick(self, lane: Lane, order: Sequence[ScoredChunk], cap: int = 0) -> LaneChoice:
        """What a lane keeps, at most `cap` passages, or as many as the plan gives it."""
        fields = self.pool.fields(lane)
        fit = eligible(order, fields, self.concepts, (*self.entities, *self.topic_words))
        limits = self._limits(lane)
        limits = limits.changed(cap=cap) if cap else limits
        return pick(order, limits.changed(eligible=fit, required=self._reserved(lane, order, fit)))

    def _limits(self, lane: Lane) -> LaneLimits:
        plan = self.plan.retrieval
        local = lane == "local"
        cap, per_document = (plan.local.cap, _PER_RECORD) if local else (plan.state.cap, _PER_GUIDE)
        groups = facet_groups if local else law_facets
        return LaneLimits(
            cap=cap,
            per_document=per_document,
            facets=groups(self.plan.issue, self.concepts),
            weights=self.weights,
            facet_score=0.0 if local else _FACET_SCORE,
            years=self.reading.compared_years,
            months=self.reading.months if local else (),
            bodies=tuple(self.plan.issue.boards),
            voted=local and self.reading.asks_voted,
        )

    def _reserved(self, lane: Lane, order: Sequence[ScoredChunk], fit: frozenset[ChunkId]) -> tuple[ChunkId, ...]:
        """Decision 6: local facts, and state text above the low bar as far as it exists."""
        plan = self.plan.retrieval
        if lane == "local":
            return factual(order, fit, min(plan.must_include.min_local_facts, plan.local.cap))
        least = min(plan.must_include.min_state, plan.state.cap)
        return above_low_bar(order, self.pool.fields(lane), self.topic_words, least)

    def merged(self) -> Picks:
        """What both lanes keep together (S0: fifteen chunks)."""
        sizes = (*map(self.size, LANES), *(len(self.pool.phrased[lane]) for lane in LANES), len(self.next_of))
        chained = [sum(one.values()) for one in (self.linked, self.named, self.answers)]
        key = (sizes, tuple(self.numbers.items()), self.anchors, chained)
        if self._merged is None or self._merged[0] != key:
            self._merged = (key, self._merge())
        return self._merged[1]

    def merged_if(self, linked: Mapping[ChunkId, float]) -> Picks:
        """What both lanes would keep together if chains lifted passages so far (chunk id -> log-odds)."""
        held, self.linked = self.linked, dict(linked)
        try:
            return self._merge()
        finally:
            self.linked = held

    def _merge(self) -> Picks:
        picks, least = self.lanes(), self.plan.retrieval.must_include
        limits = MergeLimits(
            cap=self.settings.merged_context_cap,
            min_local=least.min_local_facts,
            min_state=least.min_state,
            lend_down_to=self.settings.merged_context_cap - self.settings.state_context_cap_salient,
            state_first=self.plan.retrieval.priority == "law-first",
        )
        local, state = self._lent(picks, limits)
        return Picks(*trim_merged(local, state, limits))

    def _lent(self, picks: Picks, limits: MergeLimits) -> tuple[LaneChoice, LaneChoice]:
        most, cap = self.settings.state_context_cap_salient, self.plan.retrieval.state.cap
        full = len(picks.state.chosen) >= cap
        if not full or not 0 < cap < most:
            return picks.local, picks.state
        wide = self._pick("state", self.ranked("state", pointed=True), most)
        return lend_places(picks.local, picks.state, wide, limits)


_OWN = frozenset({"word", "phrase", "identifier"})
"""Concepts somebody said. A town's name stands in all its records and a word of the tables was never asked for."""
_POINTED = frozenset({"reference", "aid", "number", "runs on", "town row", "phrasing", "linked", "named", "day"})
"""Parts of a score that say: other evidence leads here."""
_FACTS: frozenset[DocType] = frozenset(
    {"minutes", "ordinance", "warrant", "results", "budget", "report", "policy", "notice"}
)
"""Records that state what happened or what holds in a town (S3: minutes, ordinance)."""


def eligible(
    ranked: Sequence[ScoredChunk],
    fields: Mapping[ChunkId, ChunkFields],
    concepts: Sequence[Concept],
    also: Sequence[str],
) -> frozenset[ChunkId]:
    """Ids of chunks that hold a keyword of the question, or one of the names and legal keywords in `also`, or that
    other evidence points at; empty when nothing does, and then everything may be kept (S1 part D)."""
    own = {concept.name for concept in concepts if concept.kind in _OWN}
    return frozenset(
        item.chunk.id
        for item in ranked
        if not own.isdisjoint(item.match.matched)
        or not _POINTED.isdisjoint(item.parts)
        or holds_any(fields[item.chunk.id], also)
    )


def above_low_bar(
    ranked: Sequence[ScoredChunk], fields: Mapping[ChunkId, ChunkFields], topic_words: Sequence[str], most: int
) -> tuple[ChunkId, ...]:
    """Ids of the best chunks above the low bar, at most `most`: one keyword of a legal topic or one general term of
    municipal law is enough, a score is not asked for (S3, decision 6). A bill is no law and fills no minimum."""
    found: list[ChunkId] = []
    for item in ranked:
        if len(found) >= most:
            break
        if item.chunk.doc_type != "bill" and holds_any(fields[item.chunk.id], (*topic_words, *GENERAL_TERMS)):
            found.append(item.chunk.id)
    return tuple(found)


def factual(ranked: Sequence[ScoredChunk], allowed: frozenset[ChunkId], most: int) -> tuple[ChunkId, ...]:
    """Ids of the best records of facts among the allowed chunks, at most `most` (S3 minLocalFacts)."""
    found = [item.chunk.id for item in ranked if item.chunk.doc_type in _FACTS]
    return tuple([chunk_id for chunk_id in found if not allowed or chunk_id in allowed][:most])


def law_facets(issue: IssueMap, concepts: Sequence[Concept]) -> tuple[tuple[str, ...], ...]:
    """Concept names of each facet that is about law, without towns: the parts the state lane must cover."""
    towns = {concept.name for concept in concepts if concept.kind == "town"}
    groups = (
        tuple(name for name in facet_words(facet, concepts) if name not in towns)
        for facet in issue.facets
        if _about_law(facet)
    )
    return tuple(dict.fromkeys(group for group in groups if group))


def _about_law(facet: str) -> bool:
    raised = any(says_any(facet, topic.asked, close=True) for topic in topics().values())
    return raised or asks_law(facet) or bool(law_words(facet)) or any(find_refs(facet))
