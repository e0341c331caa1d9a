"""The trace of a turn for those who develop it: everything that was decided, read off the result (S3, S2 §9).

On request only and never part of the answer (decision 29). It refuses to compute anything that did not already happen.
"""

from __future__ import annotations

from pipeline.answer.formats import format_for
from pipeline.answer.markdown import labels_in, parse_answer
from pipeline.types import TurnResult
from vault.types import ChunkId, Lane, Value

__all__ = ["LaneTrace", "TurnTrace", "trace_of"]

_TITLES_SHOWN = 5


class LaneTrace(Value):
    """One lane: the queries that ran, how many hits were retrieved and selected, the first titles, the chunk ids."""

    lane: Lane
    queries: tuple[str, ...]
    retrieved: int
    selected: int
    top_titles: tuple[str, ...]
    chunk_ids: tuple[ChunkId, ...]
    failed: bool = False


class TurnTrace(Value):
    """What S3 and S2 ask to see: issue map, plan, lanes, tier with its measures, audit, format, why it stopped."""

    entities: tuple[str, ...]
    legal_topics: tuple[str, ...]
    legal_salience: float
    planner_confidence: float
    plan_reason: str
    dropped_from_plan: tuple[str, ...]
    lanes: tuple[LaneTrace, ...]
    tier: str
    tier_because: str
    measures: tuple[str, ...]
    distinct_state_docs: int
    authoritative_state_present: bool
    early_exit_reason: str
    stop_reason: str
    hop_reasons: tuple[str, ...]
    word_count: int
    headings: tuple[str, ...]
    citations_per_section: dict[str, int]
    audit_flags: tuple[str, ...]
    repair_ran: bool
    answer_source: str


def _lane(result: TurnResult, lane: Lane) -> LaneTrace:
    held = result.retrieval
    evidence = held.local if lane == "local" else held.state
    ran = [trace for batch in held.batches for trace in batch.queries if trace.lane == lane]
    measured = held.signals
    return LaneTrace(
        lane=lane,
        queries=tuple(trace.query for trace in ran),
        retrieved=measured.local_retrieved if lane == "local" else measured.state_retrieved,
        selected=len(evidence),
        top_titles=tuple(dict.fromkeys(item.chunk.title for item in evidence))[:_TITLES_SHOWN],
        chunk_ids=tuple(item.chunk.id for item in evidence),
        failed=any(trace.error for trace in ran),
    )


def _citations(result: TurnResult) -> tuple[tuple[str, ...], dict[str, int]]:
    chosen = format_for(result.question.format or result.plan.route.format, result.plan.issue)
    parsed = parse_answer(result.answer.answer_markdown, chosen)
    counts = {section.heading or "answer": len(section.labels) for section in parsed.sections}
    return tuple(section.heading for section in parsed.sections if section.heading), counts


def trace_of(result: TurnResult) -> TurnTrace:
    """The trace of a finished turn."""
    issue, held, strength = result.plan.issue, result.retrieval, result.strength
    headings, counts = _citations(result)
    used = len(set(labels_in(result.answer.answer_markdown)))
    return TurnTrace(
        entities=issue.entities,
        legal_topics=issue.legal_topics,
        legal_salience=issue.legal_salience,
        planner_confidence=issue.planner_confidence,
        plan_reason=result.plan.retrieval.reason,
        dropped_from_plan=result.plan.dropped,
        lanes=(_lane(result, "local"), _lane(result, "state")),
        tier=strength.tier,
        tier_because=strength.because,
        measures=(*held.signals.because, f"{used} sources cited"),
        distinct_state_docs=strength.distinct_state_docs,
        authoritative_state_present=strength.authoritative_state_present,
        early_exit_reason=held.early_exit_reason,
        stop_reason=result.stop_reason,
        hop_reasons=tuple(decision.self_reflection for decision in held.decisions),
        word_count=result.audit.word_count,
        headings=headings,
        citations_per_section=counts,
        audit_flags=tuple(f"{finding.severity} {finding.rule}" for finding in result.audit.findings),
        repair_ran=result.repaired,
        answer_source=result.answer_source,
    )
