"""How good a chunk is for a question: one score, made of parts that can be shown.

Scope comes before score (town and state are filters of the search); here the parts are the match with the
question's concepts, what the chunk is (statute before bill), when it is from, whose it is, and whether other
evidence points at it. Pure. Weights were set on development questions only (`benchmarks/ablation.py` prints what
each is worth).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import Field as Default

from pipeline.concepts import Concept, Field, Match, match, profile, stemmed
from pipeline.types import IssueMap
from vault.finding_aid import plain_words
from vault.types import Chunk, DocType, Lane, Value

__all__ = ["RankContext", "RankWeights", "Scored", "field_of", "rank", "score_chunk"]


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
    runs_on: float = 0.75
    """Share of a passage's score that the page it runs on to is worth."""
    recency: float = 0.15
    situation: float = 0.3
    drift: float = 0.4
    bill: float = 0.35
    """Taken from a bill when law is asked for: a bill is not the law."""
    town_in_state: float = 0.9
    """A statewide table that has the town's own row, times how much of the question the table covers."""


PRIOR: Mapping[Lane, Mapping[DocType, float]] = {
    "local": {"ordinance": 0.06, "policy": 0.06, "warrant": 0.04, "results": 0.04, "minutes": 0.02, "form": -0.04},
    "state": {"constitution": 0.06, "statute": 0.1, "rule": 0.06, "court": 0.04, "guidance": 0.02, "form": -0.06},
}
"""Order of authority as a small head start: statute, rule, ordinance, court, guidance (S0, decision 10)."""


class RankContext(Value):
    """What the score depends on besides the chunk."""

    lane: Lane
    issue: IssueMap
    concepts: tuple[Concept, ...]
    mean_length: float = 250.0
    references: dict[str, float] = Default(default_factory=dict)
    """Canonical cite -> 0..1, how strongly the evidence or the user points at that section."""
    aided: dict[str, float] = Default(default_factory=dict)
    """Canonical cite -> 0..1, how surely the finding aid files the question under that section."""
    numbers: dict[str, float] = Default(default_factory=dict)
    """Article or case number -> 0..1, how surely the best records treat the matter under it."""
    next_of: dict[int, int] = Default(default_factory=dict)
    """Chunk id -> id of the chunk whose passage runs on in it."""
    situation_entities: tuple[str, ...] = ()
    drift_anchors: tuple[str, ...] = ()
    prefer_recent: bool = False
    newest_year: int = 0
    wants_bills: bool = False
    weights: RankWeights = RankWeights()


class Scored(Value):
    """A chunk with its score, the match behind it and the parts that add up to the score."""

    chunk: Chunk
    score: float
    match: Match
    parts: dict[str, float]


def rank(
    chunks: Sequence[Chunk], context: RankContext, fields: Mapping[int, Field], matches: dict[int, Match]
) -> tuple[Scored, ...]:
    """All chunks, best first; ties by chunk id, so the order never depends on how they were found.

    `fields` holds the stems of every chunk; `matches` remembers, per chunk id, the match with these same concepts:
    it is the costly part and stays the same when only the references change.
    """
    for chunk in chunks:
        if chunk.id not in matches:
            matches[chunk.id] = match(context.concepts, fields[chunk.id], context.mean_length)
    scored = [score_chunk(chunk, context, (fields[chunk.id], matches[chunk.id])) for chunk in chunks]
    lifted = _lift_rows(scored, context.weights.town_in_state)
    lifted = _lift_next(lifted, context.next_of, context.weights.runs_on)
    return tuple(sorted(lifted, key=lambda item: (-item.score, item.chunk.id)))


def _lift_rows(scored: Sequence[Scored], weight: float) -> list[Scored]:
    """A town's row of a statewide table is about what the table is about, though the column heads stand on another
    page: it takes the score of the best page of its document, and points for the town in proportion to how much of
    the question that page covers."""
    best: dict[str, Scored] = {}
    for item in scored:
        held = best.get(item.chunk.doc_id)
        if held is None or item.score > held.score:
            best[item.chunk.doc_id] = item
    return [_lifted(item, best[item.chunk.doc_id], weight) if item.parts["town"] else item for item in scored]


def _lift_next(scored: Sequence[Scored], next_of: Mapping[int, int], share: float) -> list[Scored]:
    """A page on which a good passage runs on is worth a share of that passage."""
    before = {item.chunk.id: item.score for item in scored}
    lifted = []
    for item in scored:
        gain = share * before.get(next_of.get(item.chunk.id, -1), 0.0) - item.score
        if gain > 0.0:
            parts = {**item.parts, "runs on": gain}
            item = Scored.model_construct(chunk=item.chunk, score=item.score + gain, match=item.match, parts=parts)
        lifted.append(item)
    return lifted


def _lifted(item: Scored, page: Scored, weight: float) -> Scored:
    town = weight * page.match.coverage
    parts = {**item.parts, "town": town, "table": page.score - item.score}
    return Scored.model_construct(chunk=item.chunk, score=page.score + town, match=item.match, parts=parts)


def field_of(chunk: Chunk) -> Field:
    """The stemmed fields of a chunk."""
    heading = f"{chunk.section} {chunk.heading}"
    return Field.model_construct(
        body=profile(stemmed(chunk.text)),
        heading=profile(stemmed(heading)),
        title=profile(stemmed(chunk.title)),
        aid=profile(stemmed(plain_words(chunk.section))),
    )


def score_chunk(chunk: Chunk, context: RankContext, read: tuple[Field, Match]) -> Scored:
    """The score of one chunk and its parts. The order of the parts is the order they are explained in."""
    field, found = read
    weights = context.weights
    parts = {
        "match": found.score,
        "coverage": weights.coverage * found.coverage,
        "focus": weights.focus * found.focus,
        "lead": weights.lead * found.lead_coverage,
        "prior": PRIOR[context.lane].get(chunk.doc_type, 0.0),
        "identifier": weights.identifier * _identifiers(found, context.concepts),
        "date": _date(chunk.date, context),
        "board": weights.board * _board(chunk, context.issue),
        "doc_type": weights.doc_type * _kind(chunk, context.issue),
        "reference": weights.reference * context.references.get(chunk.section, 0.0) if chunk.section else 0.0,
        "aid": weights.aid * context.aided.get(chunk.section, 0.0) if chunk.section else 0.0,
        "number": weights.number * _numbered(field, context.numbers),
        "recency": weights.recency * _recency(chunk.date, context),
        "bill": -weights.bill * (chunk.doc_type == "bill" and not context.wants_bills),
        "town": _town_row(chunk, context, field),
        **_alignment(field, context),
    }
    score = sum(parts.values()) - parts["town"]
    return Scored.model_construct(chunk=chunk, score=score, match=found, parts=parts)


def _identifiers(found: Match, concepts: Sequence[Concept]) -> float:
    wanted = [concept.name for concept in concepts if concept.kind == "identifier"]
    return sum(name in found.matched for name in wanted) / len(wanted) if wanted else 0.0


def _date(date: str, context: RankContext) -> float:
    start, end = context.issue.date_from, context.issue.date_to or context.issue.date_from
    if not start or not date:
        return 0.0
    inside = start[: len(date)] <= date[: len(start)] and date <= end[: len(date)]
    if not inside:
        return 0.0
    narrow = start[:7] == end[:7] and len(start) >= 7
    return context.weights.date if narrow else context.weights.year


def _board(chunk: Chunk, issue: IssueMap) -> float:
    return float(bool(chunk.board) and any(chunk.board.casefold() == board.casefold() for board in issue.boards))


def _kind(chunk: Chunk, issue: IssueMap) -> float:
    """1 for the only kind of record the question points at, less when it points at several."""
    return 1.0 / len(issue.doc_types) if chunk.doc_type in issue.doc_types else 0.0


def _numbered(field: Field, numbers: Mapping[str, float]) -> float:
    texts = (field.body.text, field.heading.text)
    return max((sure for number, sure in numbers.items() if _holds(texts, number)), default=0.0)


def _holds(texts: Sequence[str], name: str) -> bool:
    needle = f" {' '.join(stemmed(name))} "
    return any(needle in text for text in texts)


def _recency(date: str, context: RankContext) -> float:
    if not context.prefer_recent or not date[:4].isdigit() or not context.newest_year:
        return 0.0
    return max(0.0, 1.0 - (context.newest_year - int(date[:4])) / 5.0)


def _town_row(chunk: Chunk, context: RankContext, field: Field) -> float:
    if context.lane != "state" or not context.issue.town or chunk.section:
        return 0.0
    return float(f" {' '.join(stemmed(context.issue.town))} " in field.body.text)


def _alignment(field: Field, context: RankContext) -> dict[str, float]:
    """Situation boost and drift penalty (S1 part D); both zero when there is no situation."""
    if not context.situation_entities:
        return {}
    aligned = _holds_any(field, context.situation_entities)
    drifts = not aligned and _holds_any(field, context.drift_anchors)
    return {"situation": context.weights.situation * aligned, "drift": -context.weights.drift * drifts}


def _holds_any(field: Field, names: Sequence[str]) -> bool:
    texts = (field.body.text, field.title.text, field.heading.text)
    return any(_holds(texts, name) for name in names)
