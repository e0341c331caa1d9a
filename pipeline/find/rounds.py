"""The evidence gate, the second pass and the hop controller as one loop (decision 13), and each of its steps alone.

After each round the signals and the evidence confidence go to `hop_controller.decide`: continue widens with the
hop's queries, replan searches again from another angle, stop hands over. Every hop is recorded, a repeated one ends
the loop, and the budget of the depth is never passed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from hop_controller.bridge import source_of
from hop_controller.confidence import DEPTHS
from hop_controller.decide import decide
from hop_controller.memory import Memory
from hop_controller.queries import hop_queries
from hop_controller.types import Depth, HopDecision, HopRecord, HopState, Source
from pipeline.ask.interpret import facet_groups
from pipeline.ask.lexicon import HIGH_STAKES
from pipeline.ask.phrases import says_any
from pipeline.ask.queries import second_pass_queries
from pipeline.find.retrieve import Gathering
from pipeline.settings import Settings
from pipeline.types import Evidence, Retrieval, Round
from vault.states.known import jurisdiction
from vault.types import Lane

__all__ = ["Next", "decided", "escalate", "hop_state", "made_hop", "next_round", "second_pass_reason", "with_first_hop"]

_LANES: tuple[Lane, Lane] = ("local", "state")
_SUMMARY_CHARS = 1200
"""What the controller reads of a chunk: the head of a page names its matter."""


class Next(NamedTuple):
    """The next hop, or why the loop ends."""

    round: Round | None
    stop: str = ""


def second_pass_reason(question: str, retrieval: Retrieval, settings: Settings) -> str:
    """The first of S1's triggers that holds, in words; empty when none does. The triggers are literal."""
    measured = retrieval.signals
    if len(retrieval.merged) < settings.min_merged_chunks:
        return f"only {len(retrieval.merged)} chunks"
    if measured.retrieval_confidence < settings.retrieval_confidence_threshold:
        return f"retrieval confidence {measured.retrieval_confidence:.2f}"
    if measured.topic_alignment is not None and measured.topic_alignment < settings.topic_alignment_threshold:
        return f"topic alignment {measured.topic_alignment:.2f}"
    if measured.drift_detected:
        return "drift"
    return "high-stakes keyword" if says_any(question, HIGH_STAKES) else ""


def hop_state(gathering: Gathering, retrieval: Retrieval, hops: Sequence[HopRecord], depth: Depth) -> HopState:
    """What the controller reads after a hop: the kept chunks as sources, the facets and which of them are met."""
    groups = facet_groups(gathering.plan.issue, gathering.concepts)
    kept = gathering.view.merged().chosen
    covered = tuple(group for group in groups if gathering.view.covers(group, kept))
    return HopState(
        topic=gathering.question.text,
        depth=depth,
        current_hop=max(1, len(hops)),
        summaries_so_far=tuple(item.chunk.text[:_SUMMARY_CHARS] for item in retrieval.merged),
        sources_so_far=_sources(retrieval.merged),
        hop_genealogy=tuple(hops),
        seen_urls=tuple(dict.fromkeys(item.chunk.doc_id for item in retrieval.merged)),
        facets=tuple(" ".join(group) for group in groups),
        covered_facets=tuple(" ".join(group) for group in covered),
    )


def _sources(evidence: Sequence[Evidence]) -> tuple[Source, ...]:
    sources = (
        source_of(
            item.chunk.authority,
            item.chunk.doc_type,
            item.chunk.lane,
            url=item.chunk.doc_id,
            title=item.chunk.title,
            text=item.chunk.text,
            date=item.chunk.date,
            place=item.chunk.town,
        )
        for item in evidence
    )
    return tuple(source for source in sources if source is not None)


def with_first_hop(first: Retrieval) -> Retrieval:
    """The first pass with itself on record as hop 1."""
    queries = tuple(trace.query for batch in first.batches for trace in batch.queries)
    hop = HopRecord(queries=queries, sources_kept=len(first.merged))
    return first.model_copy(update={"hops": (hop,)})


async def escalate(
    gathering: Gathering, first: Retrieval, *, depth: Depth, memory: Callable[[Retrieval], Memory]
) -> Retrieval:
    """The retrieval after as many hops as the evidence needs and the depth allows.

    `memory` gives the controller's memory for what is held. A first pass counts as hop 1; the forced second pass of S1
    is hop 2 even at depth quick, and no other hop is made beyond the depth. The result carries the hops, the decisions
    and the reason for stopping.
    """
    held = with_first_hop(first)
    while True:
        held = decided(gathering, held, depth=depth, memory=memory)
        following = next_round(gathering, held, depth=depth)
        if following.round is None:
            return held.model_copy(update={"stop_reason": following.stop})
        held = await made_hop(gathering, held, following.round)


def decided(gathering: Gathering, held: Retrieval, *, depth: Depth, memory: Callable[[Retrieval], Memory]) -> Retrieval:
    """The retrieval with the controller's decision on the hop just made; made once for every hop."""
    state = hop_state(gathering, held, held.hops, depth)
    before: tuple[HopDecision, ...] = held.decisions[: len(held.hops) - 1]
    return held.model_copy(update={"decisions": (*before, decide(state, memory(held)))})


def next_round(gathering: Gathering, held: Retrieval, *, depth: Depth) -> Next:
    """The next hop after the last decision, none of its queries asked before; or why there is none."""
    decision = held.decisions[-1]
    forced = _forced(gathering, held)
    if forced is not None:
        return Next(forced)
    if decision.decision == "stop" or len(held.hops) >= DEPTHS[depth].max_hops:
        return Next(None, decision.stop_reason or "budget")
    found = _replanned(gathering, decision) if decision.replan_hint is not None else _hop(gathering, decision)
    if found is None:
        return Next(None, "loop" if decision.next_hop or decision.replan_hint else "no_candidate")
    return Next(found)


async def made_hop(gathering: Gathering, held: Retrieval, further: Round) -> Retrieval:
    """The retrieval after one more hop, on record; what was held stays held.

    A hop that brought nothing new is marked as ended early, so that its pattern may be tried again.
    """
    before = {item.chunk.id for item in held.merged}
    await gathering.widen(further)
    found = gathering.result(held.retrieval_id)
    kept = len({item.chunk.id for item in found.merged} - before)
    record = {
        "pattern": further.pattern,
        "from": further.start,
        "queries": further.local + further.state,
        "sources_kept": kept,
        "early_terminated": kept == 0,
    }
    books = {
        "hops": (*held.hops, HopRecord.model_validate(record)),
        "decisions": held.decisions,
        "used_second_pass": True,
    }
    return found.model_copy(update=books)


def _forced(gathering: Gathering, held: Retrieval) -> Round | None:
    """S1's second pass: once, right after the first, when a trigger holds and anything is left to ask."""
    if len(held.hops) != 1:
        return None
    text, issue = gathering.question.text, gathering.plan.issue
    reason = second_pass_reason(text, held, gathering.settings)
    return _fresh(gathering, second_pass_queries(text, issue), why=f"second pass: {reason}") if reason else None


def _replanned(gathering: Gathering, decision: HopDecision) -> Round | None:
    hint = decision.replan_hint
    if hint is None:
        return None
    local, state = second_pass_queries(gathering.question.text, gathering.plan.issue)
    focus = hint.suggested_query_focus
    return _fresh(gathering, ((focus, *local), (focus, *state)), why=f"replan: {hint.issue}")


def _hop(gathering: Gathering, decision: HopDecision) -> Round | None:
    hop = decision.next_hop
    if hop is None:
        return None
    town = gathering.plan.issue.town
    words = hop_queries(
        hop, gathering.question.text, place=town, jurisdiction=jurisdiction(gathering.question.state).name
    )
    found = _fresh(gathering, (words.local, words.state), why=f"{hop.pattern} from {hop.from_}")
    return found.model_copy(update={"pattern": hop.pattern, "start": hop.from_}) if found else None


def _fresh(gathering: Gathering, asked: tuple[Sequence[str], Sequence[str]], *, why: str) -> Round | None:
    """A round of the queries that were not asked before; None when there is none."""
    before = {lane: set(gathering.pool.asked(lane)) for lane in _LANES}
    fresh = Round(
        local=tuple(query for query in asked[0] if query not in before["local"]),
        state=tuple(query for query in asked[1] if query not in before["state"]),
        why=why,
    )
    return fresh if fresh.local or fresh.state else None
