"""How good a chunk is for a question: one score, made of parts that can be shown.

Scope comes before score (town and state are filters of the search); here the parts are the match with the
question's concepts, what the chunk is (statute before bill), when it is from, whose it is, and whether other
evidence points at it. Pure. Weights were set on development questions only (`benchmarks/ablation.py` prints what
each is worth).

Names of other matters: what strong chunks speak of that belong to neither the situation nor the question.

Pure. The names are data found in the evidence (decision 12); no name is known in advance. Without a situation there
is nothing to drift from, and nothing is foreign.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from pydantic import Field as Default

from hop_controller.reading import mentions
from pipeline.ask.concepts import ChunkFields, Concept, Match, Matcher, Profile, needle, profile, stemmed
from pipeline.types import IssueMap
from vault.states.finding_aid import plain_words
from vault.text.words import words
from vault.types import Chunk, ChunkId, DocType, Lane
from vault.value import Value

__all__ = [
    "EVENTS", "NOT_VOTED", "TABLES", "RankContext", "RankWeights", "ScoredChunk", "field_of", "foreign_names",
    "holds_any", "rank", "said_share",
]  # fmt: skip


class RankWeights(Value):
    """What each part of the score is worth, in units of a full concept match (1.0)."""

    coverage: float = 0.8
    """Share of the question covered: separates a page about the matter from a page full of one word."""
    focus: float = 0.6
    """Share of the question that stands in one passage of two sentences."""
    lead: float = 0.45
    """Share covered by title and heading: a section or ordinance about the matter says so in its name."""
    identifier: float = 0.6
    """The very case, article, bill or address that was asked about."""
    date: float = 0.35
    """Inside the asked-for day or month."""
    day: float = 0.5
    """The record of the very day that was named, beside the part of its date (twice as much finds the same)."""
    year: float = 0.15
    """Inside the asked-for year."""
    board: float = 0.12
    doc_type: float = 0.2
    """The kind of record the question names (warrant, ordinance, tax rates)."""
    reference: float = 0.5
    """A record that matches names this section, or the user did."""
    aid: float = 0.6
    """The finding aid files the question's everyday words under this section."""
    number: float = 0.6
    """The article or case number under which a better record treats the matter."""
    phrasing: float = 0.8
    """A first place among the hits of one of the asker's phrasings: the best of 0.3 to 1.2 on the train questions."""
    linked: float = 0.24
    """Log-odds by which a chain of names or citations lifts a passage."""
    named: float = 1.2
    """The question names the passage: how surely it is meant."""
    answers: float = 1.5
    """How likely words of the passage answer one part of the question (docs/finding.md: 1 to 3 do nearly the same)."""
    runs_on: float = 0.75
    """Share of a passage's score that the page it runs on to is worth."""
    topic: float = 0.3
    """A keyword of the question's legal topics in a state text, times the legal salience of the question (S3)."""
    recency: float = 0.15
    situation: float = 0.3
    drift: float = 3.0
    """More than a full match in one passage earns: what belongs to another matter cannot win (S1)."""
    bill: float = 0.35
    """Taken from a bill when law is asked for: a bill is not the law."""
    town_in_state: float = 0.9
    """A statewide table that has the town's own row, times how much of the question the table covers."""


PRIOR: Mapping[Lane, Mapping[DocType, float]] = {
    "local": {"ordinance": 0.06, "policy": 0.06, "warrant": 0.04, "results": 0.04, "minutes": 0.02, "form": -0.04},
    "state": {"constitution": 0.06, "statute": 0.1, "rule": 0.06, "court": 0.04, "guidance": 0.02, "form": -0.06},
}
"""Order of authority as a small head start: statute, rule, ordinance, court, guidance (S0, decision 10)."""

NOT_VOTED: tuple[DocType, ...] = ("warrant", "ordinance", "guidance", "notice")
"""Papers of the voters' meeting that tell what it was asked, or holds, not what it decided."""
EVENTS: frozenset[DocType] = frozenset({"minutes", "agenda", "warrant", "results", "notice", "budget", "report"})
"""Records of a day: the date of an ordinance or a form is only when it was adopted or printed."""
LAW: frozenset[DocType] = frozenset({"constitution", "statute", "rule"})
"""What answers a question of law; a bill only asks for a change of it."""
TABLES: frozenset[DocType] = frozenset({"report", "notice", "form", "other", "guidance"})
"""Kinds of state records that may list every town."""
_ANSWERS = 0.5
"""A section that covers half the question's weight, or as much as the bill does, answers it at least as well."""
_BELOW = 1e-6
_KEPT_FIELDS = 8192
"""Chunks whose stems a process remembers, about 4 KB each: the archive of several towns."""


class RankContext(Value):
    """What the score depends on besides the chunk."""

    lane: Lane
    issue: IssueMap
    concepts: tuple[Concept, ...]
    mean_length: float = 250.0
    others: float = 1.0
    """What words that stand in for the question's own are worth of their weight, 0..1."""
    references: dict[str, float] = Default(default_factory=dict)
    """Canonical cite -> 0..1, how strongly the evidence or the user points at that section."""
    aided: dict[str, float] = Default(default_factory=dict)
    """Canonical cite -> 0..1, how surely the finding aid files the question under that section."""
    numbers: dict[str, float] = Default(default_factory=dict)
    """Article or case number -> 0..1, how surely the best records treat the matter under it."""
    phrased: dict[ChunkId, float] = Default(default_factory=dict)
    """Chunk id -> how far the asker's phrasings agree on it, 1 for one first place."""
    linked: dict[ChunkId, float] = Default(default_factory=dict)
    """Chunk id -> the log-odds by which the best chain lifts it."""
    named: dict[ChunkId, float] = Default(default_factory=dict)
    """Chunk id -> how surely the question names it, 0..1."""
    answers: dict[ChunkId, float] = Default(default_factory=dict)
    """Chunk id -> how likely its best words answer a part, 0..1."""
    next_of: dict[ChunkId, ChunkId] = Default(default_factory=dict)
    """Chunk id -> id of the chunk whose passage runs on in it."""
    situation_entities: tuple[str, ...] = ()
    drift_anchors: tuple[str, ...] = ()
    topic_words: tuple[str, ...] = ()
    """Keywords of the question's legal topics: a chunk that holds one does not drift (S1)."""
    prefer_recent: bool = False
    newest_year: int = 0
    days: tuple[str, ...] = ()
    """Days the question names."""
    wants_bills: bool = False
    weights: RankWeights = RankWeights()


class ScoredChunk(NamedTuple):
    """A chunk with its score, the match behind it and the parts that add up to the score."""

    chunk: Chunk
    score: float
    match: Match
    parts: Mapping[str, float]

    def gained(self, part: str, gain: float) -> ScoredChunk:
        """The same with one more part in its score."""
        return self._replace(score=self.score + gain, parts={**self.parts, part: gain})


def rank(
    chunks: Sequence[Chunk],
    context: RankContext,
    fields: Mapping[ChunkId, ChunkFields],
    memo: MutableMapping[ChunkId, ScoredChunk],
) -> tuple[ScoredChunk, ...]:
    """All chunks, best first; ties by document and place, so the order never depends on how they were found.

    `fields` holds the stems of every chunk; `memo` remembers, per chunk id, the score without references and numbers:
    it is the costly part and stays the same while only these change. Hand in a new one when anything else changes.
    """
    fresh = [chunk for chunk in chunks if chunk.id not in memo]
    if fresh:
        matcher = Matcher(context.concepts, context.mean_length, context.others)
        for chunk in fresh:
            memo[chunk.id] = score_chunk(chunk, context, (fields[chunk.id], matcher.match(fields[chunk.id])))
    touched = context.phrased.keys() | context.linked.keys() | context.named.keys() | context.answers.keys()
    references, numbers = context.references, bool(context.numbers)
    scored = [
        _pointed_at(memo[chunk.id], context, fields[chunk.id])
        if numbers or chunk.id in touched or chunk.section in references
        else memo[chunk.id]
        for chunk in chunks
    ]
    lifted = _lift_rows(scored, context.weights.town_in_state)
    lifted = _lift_next(lifted, context.next_of, context.weights.runs_on)
    if context.lane == "state" and not context.wants_bills:
        lifted = _bills_below(lifted)
    return tuple(sorted(lifted, key=lambda item: (-item.score, item.chunk.doc_id, item.chunk.ord)))


def _pointed_at(item: ScoredChunk, context: RankContext, field: ChunkFields) -> ScoredChunk:
    """With what else is known of it: the sections that evidence names, the asker's phrasings that find it, the words in
    it that may answer a part, the numbers it treats a matter under."""
    weights, chunk = context.weights, item.chunk
    strength = context.references.get(chunk.section, 0.0) if chunk.section else 0.0
    if strength:
        item = item.gained("reference", weights.reference * strength)
    agreed = context.phrased.get(chunk.id, 0.0)
    if agreed:
        item = item.gained("phrasing", weights.phrasing * agreed)
    lifted, named = context.linked.get(chunk.id, 0.0), context.named.get(chunk.id, 0.0)
    if lifted:
        item = item.gained("linked", weights.linked * lifted)
    if named:
        item = item.gained("named", weights.named * named)
    answers = context.answers.get(chunk.id, 0.0)
    if answers:
        item = item.gained("answers", weights.answers * answers)
    sure = _numbered(field, context.numbers) if context.numbers else 0.0
    return item.gained("number", weights.number * sure) if sure else item


def _bills_below(scored: Sequence[ScoredChunk]) -> list[ScoredChunk]:
    """No bill stands above the best section that answers as well as it does (S0): a bill is not the law."""
    if not any(item.chunk.doc_type == "bill" for item in scored):
        return list(scored)
    law = sorted((item.score, item.match.coverage) for item in scored if item.chunk.doc_type in LAW)
    return [_lowered(item, law) if item.chunk.doc_type == "bill" else item for item in scored]


def _lowered(bill: ScoredChunk, law: Sequence[tuple[float, float]]) -> ScoredChunk:
    """A bill below the best section, of (score, coverage) sorted by score, that answers as well."""
    least = min(_ANSWERS, bill.match.coverage)
    best = next((score for score, coverage in reversed(law) if coverage >= least), bill.score)
    return bill.gained("below the law", best - _BELOW - bill.score) if bill.score >= best else bill


def _lift_rows(scored: Sequence[ScoredChunk], weight: float) -> list[ScoredChunk]:
    """A town's row of a statewide table is about what the table is about, though the column heads stand on another
    page: it takes the score of the best page of its document, and points for the town in proportion to how much of
    the question that page covers."""
    if not any("town row" in item.parts for item in scored):
        return list(scored)
    best: dict[str, ScoredChunk] = {}
    for item in scored:
        held = best.get(item.chunk.doc_id)
        if held is None or item.score > held.score:
            best[item.chunk.doc_id] = item
    return [_lifted(item, best[item.chunk.doc_id], weight) if "town row" in item.parts else item for item in scored]


def _lifted(item: ScoredChunk, page: ScoredChunk, weight: float) -> ScoredChunk:
    town = weight * page.match.coverage
    parts = {**item.parts, "town row": town, "table": page.score - item.score}
    return item._replace(score=page.score + town, parts=parts)


def _lift_next(scored: Sequence[ScoredChunk], next_of: Mapping[ChunkId, ChunkId], share: float) -> list[ScoredChunk]:
    """A page on which a good passage runs on is worth a share of that passage."""
    if not next_of:
        return list(scored)
    before = {item.chunk.id: item.score for item in scored}
    lifted = []
    for item in scored:
        gain = share * before.get(next_of.get(item.chunk.id, ""), 0.0) - item.score
        lifted.append(item.gained("runs on", gain) if gain > 0.0 else item)
    return lifted


def said_share(item: ScoredChunk, concepts: Sequence[Concept]) -> float:
    """How much of the words that somebody said a chunk meets, 0..1: words the tables added would make a good hit look
    weak. Its coverage where nobody said any."""
    said = {concept.name: concept.weight for concept in concepts if concept.kind != "template"}
    whole = sum(said.values())
    return math.fsum(said.get(name, 0.0) for name in item.match.matched) / whole if whole else item.match.coverage


@lru_cache(maxsize=_KEPT_FIELDS)
def _short(text: str) -> Profile:
    return profile(stemmed(text))


@lru_cache(maxsize=_KEPT_FIELDS)
def _fields(text: str, section: str, heading: str, title: str) -> ChunkFields:
    return ChunkFields(
        body=profile(stemmed(text)),
        heading=_short(f"{section} {heading}"),
        title=_short(title),
        aid=_short(plain_words(section)),
    )


def field_of(chunk: Chunk) -> ChunkFields:
    """The stemmed fields of a chunk; remembered by their text, so that a changed document is read anew."""
    return _fields(chunk.text, chunk.section, chunk.heading, chunk.title)


def score_chunk(chunk: Chunk, context: RankContext, read: tuple[ChunkFields, Match]) -> ScoredChunk:
    """The score of one chunk and its parts, without references and numbers. The order of the parts is the order they
    are explained in; parts of nothing are left out."""
    field, found = read
    weights = context.weights
    parts = {
        "match": found.score,
        "coverage": weights.coverage * found.coverage,
        "focus": weights.focus * found.focus,
        "lead": weights.lead * found.lead_coverage,
        "prior": PRIOR[context.lane].get(chunk.doc_type, 0.0),
        "identifier": weights.identifier * _identifiers(found, context.concepts),
        "date": _date(chunk.date, chunk.doc_type, context),
        "day": weights.day * (chunk.date in context.days and chunk.doc_type in EVENTS),
        "board": weights.board * _board(chunk, context.issue),
        "doc_type": weights.doc_type * _kind(chunk, context.issue),
        "aid": weights.aid * context.aided.get(chunk.section, 0.0) if chunk.section else 0.0,
        "topic": weights.topic * _topical(field, context),
        "recency": weights.recency * _recency(chunk.date, context),
        "bill": -weights.bill * (chunk.doc_type == "bill" and not context.wants_bills),
        **_alignment(field, context),
    }
    kept = {name: value for name, value in parts.items() if value}
    score = sum(kept.values())
    if _is_town_row(chunk, context, field):
        kept["town row"] = 0.0
    return ScoredChunk(chunk, score, found, kept)


def _identifiers(found: Match, concepts: Sequence[Concept]) -> float:
    wanted = [concept.name for concept in concepts if concept.kind == "identifier"]
    return sum(name in found.matched for name in wanted) / len(wanted) if wanted else 0.0


def _date(date: str, kind: DocType, context: RankContext) -> float:
    start, end = context.issue.date_from, context.issue.date_to or context.issue.date_from
    if not start or not date:
        return 0.0
    inside = start[: len(date)] <= date[: len(start)] and date <= end[: len(date)]
    if not inside:
        return 0.0
    narrow = start[:7] == end[:7] and len(start) >= 7 and kind in EVENTS
    return context.weights.date if narrow else context.weights.year


def _board(chunk: Chunk, issue: IssueMap) -> float:
    return float(bool(chunk.board) and any(chunk.board.casefold() == board.casefold() for board in issue.boards))


def _kind(chunk: Chunk, issue: IssueMap) -> float:
    """1 for the only kind of record the question points at, less when it points at several."""
    return 1.0 / len(issue.doc_types) if chunk.doc_type in issue.doc_types else 0.0


def _numbered(field: ChunkFields, numbers: Mapping[str, float]) -> float:
    texts = (field.body.text, field.heading.text)
    return max((sure for number, sure in numbers.items() if any(needle(number) in text for text in texts)), default=0.0)


def _topical(field: ChunkFields, context: RankContext) -> float:
    if context.lane != "state" or not context.topic_words:
        return 0.0
    return context.issue.legal_salience * holds_any(field, context.topic_words)


def _recency(date: str, context: RankContext) -> float:
    if not context.prefer_recent or not date[:4].isdigit() or not context.newest_year:
        return 0.0
    return max(0.0, 1.0 - (context.newest_year - int(date[:4])) / 5.0)


def _is_town_row(chunk: Chunk, context: RankContext, field: ChunkFields) -> bool:
    if context.lane != "state" or not context.issue.town or chunk.doc_type not in TABLES:
        return False
    return needle(context.issue.town) in field.body.text


def _alignment(field: ChunkFields, context: RankContext) -> dict[str, float]:
    """Situation boost and drift penalty (S1 part D); both zero when there is no situation."""
    if not context.situation_entities:
        return {}
    aligned = holds_any(field, context.situation_entities)
    spared = aligned or holds_any(field, context.topic_words)
    drifts = not spared and holds_any(field, context.drift_anchors)
    return {"situation": context.weights.situation * aligned, "drift": -context.weights.drift * drifts}


def holds_any(field: ChunkFields, names: Iterable[str]) -> bool:
    """Whether one of the names stands in the chunk, word by word: "RV" does not stand in "survey"."""
    texts = (field.body.text, field.title.text, field.heading.text)
    return any(needle(name) in text for name in names for text in texts)


_TOP = 12
"""Chunks read: what stands below could not win in any case."""
_STRONG = 0.5
"""A chunk with less than half the best score is no cluster that could take the answer over."""
_TIMES = 2
"""S1's count: two chunks that speak of the same stranger are a cluster, one is a mention."""
_KINDS = frozenset({"person", "name", "number", "program"})
"""Bodies and places belong to every matter of a town; amounts and dates name nothing."""


def foreign_names(
    ranked: Sequence[ScoredChunk], fields: Mapping[ChunkId, ChunkFields], entities: Sequence[str], known: Iterable[str]
) -> tuple[str, ...]:
    """Names that stand in at least two of the strongest chunks without a situation entity and in no chunk with one,
    in order of first appearance; () without a situation. `known` are texts whose words are never foreign: the
    question, the town, the boards, the legal topics."""
    if not entities or not ranked:
        return ()
    top = [item for item in ranked[:_TOP] if item.score >= _STRONG * ranked[0].score]
    own = [item for item in ranked if holds_any(fields[item.chunk.id], entities)]
    strangers = [item for item in top if not holds_any(fields[item.chunk.id], entities)]
    barred = {part for text in (*entities, *known) for part in stemmed(text)}
    counts = Counter(name for item in strangers for name in _names(item, barred))
    return tuple(
        name
        for name, times in counts.items()
        if times >= _TIMES and not any(needle(name) in fields[item.chunk.id].body.text for item in own)
    )


def _names(item: ScoredChunk, barred: set[str]) -> tuple[str, ...]:
    found = (mention.text for mention in mentions(item.chunk.text) if mention.kind in _KINDS)
    return tuple(dict.fromkeys(name for name in found if words(name) and not barred & set(stemmed(name))))
