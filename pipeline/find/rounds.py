"""The evidence gate, the second pass and the hop controller as one loop (decision 13), and each of its steps alone.

After each round the signals and the evidence confidence go to `hop_controller.decide`: continue widens with the
hop's queries, replan searches again from another angle, stop hands over. Every hop is recorded, a repeated one ends
the loop, and the budget of the depth is never passed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from hop_controller.confidence import DEPTHS
from hop_controller.decide import decide
from hop_controller.gains import fresh_search
from hop_controller.memory import Memory
from hop_controller.parts import open_parts
from hop_controller.types import CallerSaid, Depth, HopDecision, HopQuery, HopRecord
from pipeline.ask.queries import second_pass_queries
from pipeline.ask.reading import Reading
from pipeline.find.hops import hop_state, topic_of
from pipeline.find.retrieve import Gathering
from pipeline.settings import Settings
from pipeline.types import Brief, PartAnswer, Retrieval, Round
from vault.text.words import content_words
from vault.types import LANES, Filters

__all__ = ["decided", "escalate", "facet_round", "made_hop", "next_round", "second_pass_reason", "with_first_hop"]

_FEWEST, _MOST = 6, 10
"""S1: a second pass asks six to ten queries, split across the lanes."""
_PARTS, _FACETS = 2, 2
"""Parts of a question that has facets; S0: one or two extra retrievals, two facets at once in both lanes."""


class Next(NamedTuple):
    """The next hop, or why the loop ends."""

    round: Round | None
    stop: str = ""


def second_pass_reason(reading: Reading, retrieval: Retrieval, settings: Settings) -> str:
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
    return "high-stakes keyword" if reading.high_stakes else ""


def with_first_hop(first: Retrieval) -> Retrieval:
    """The first pass with itself on record as hop 1."""
    queries = tuple(trace.query for batch in first.batches for trace in batch.queries)
    hop = HopRecord(queries=queries, sources_kept=len(first.merged))
    return first.changed(hops=(hop,))


async def escalate(
    gathering: Gathering,
    first: Retrieval,
    *,
    depth: Depth,
    memory: Callable[[Retrieval, Sequence[Filters]], Memory],
) -> Retrieval:
    """The retrieval after as many hops as the evidence needs and the depth allows.

    `memory` gives the controller's memory for what is held and the scopes that are searched. A first pass counts as
    hop 1; the forced second pass of S1 is hop 2 even at depth quick, and no other hop is made beyond the depth. The
    result carries the hops, the decisions and the reason for stopping.
    """
    held = with_first_hop(first)
    while True:
        held = decided(gathering, held, depth=depth, memory=memory)
        following = next_round(gathering, held, depth=depth)
        if following.round is None:
            return held.changed(stop_reason=following.stop)
        held = await made_hop(gathering, held, following.round)


def decided(
    gathering: Gathering,
    held: Retrieval,
    *,
    depth: Depth,
    memory: Callable[[Retrieval, Sequence[Filters]], Memory],
    said: CallerSaid | None = None,
) -> Retrieval:
    """The retrieval with the controller's decision on the hop just made; made once for every hop."""
    state = hop_state(gathering, held, held.hops, depth, said)
    before: tuple[HopDecision, ...] = held.decisions[: len(held.hops) - 1]
    return held.changed(decisions=(*before, decide(state, memory(held, gathering.view.scopes))))


def next_round(gathering: Gathering, held: Retrieval, *, depth: Depth, said: CallerSaid | None = None) -> Next:
    """The next hop after the last decision, none of its searches made before; or why there is none. S1's triggers force
    no round on a caller who has read the passages."""
    decision = held.decisions[-1]
    chosen = _replanned(gathering, decision) if decision.replan_hint is not None else _hop(gathering, decision)
    if chosen is not None:
        chosen = chosen.changed(wanted=tuple(part.part for part in decision.open_parts) or (chosen.part,))
    forced = _forced(gathering, held, chosen, depth) if said is None else None
    if forced is not None:
        return Next(forced)
    if decision.decision == "stop" or len(held.hops) >= DEPTHS[depth].max_hops:
        return Next(None, decision.stop_reason or "budget")
    return Next(chosen, "" if chosen else "loop")


async def made_hop(gathering: Gathering, held: Retrieval, further: Round) -> Retrieval:
    """The retrieval after one more hop, on record with what it cost and brought; what was held stays held.

    A hop that brought nothing new is marked as ended early, so that its pattern may be tried again.
    """
    await gathering.widen(further)
    found = gathering.result(held.retrieval_id)
    kept = len({item.chunk.id for item in found.merged} - {item.chunk.id for item in held.merged})
    made = [trace for batch in found.batches[len(held.batches) :] for trace in batch.queries]
    record = {
        "pattern": further.pattern,
        "from": further.start,
        "queries": (*(one.words for one in further.queries), *further.local, *further.state),
        "sources_kept": kept,
        "early_terminated": kept == 0,
        "part": further.part,
        "asked": len(made),
        "gained": _gained(held, found),
    }
    hops = (*held.hops, HopRecord.model_validate(record))
    return found.changed(hops=hops, decisions=held.decisions, used_second_pass=True)


def _gained(before: Retrieval, after: Retrieval) -> float:
    """The most by which any part became surer; 0 when none did."""
    pairs = zip(before.answers, after.answers, strict=False)
    return round(max((new.probability - old.probability for old, new in pairs), default=0.0), 4)


def _forced(gathering: Gathering, held: Retrieval, chosen: Round | None, depth: Depth) -> Round | None:
    """S1's second pass: once, right after the first, when a trigger holds and anything is left to ask. The decision
    says what it searches for; S1's templates fill it up to six queries (decision 36)."""
    if len(held.hops) != 1:
        return None
    reading, issue = gathering.reading, gathering.plan.issue
    reason = second_pass_reason(reading, held, gathering.settings)
    if not reason:
        return None
    if chosen is None:
        state = hop_state(gathering, held, held.hops, depth, forced=True)
        parts = open_parts(state)
        wanted = tuple(part.text for part in parts or state.parts)
        chosen = Round(queries=_unasked(gathering, fresh_search(state, parts)[1]), wanted=wanted)
    queries = chosen.queries[:_MOST]
    templates = _fresh(gathering, second_pass_queries(reading, issue), why="") if not chosen.local else None
    local, state_lane = (templates.local, templates.state) if templates else (chosen.local, chosen.state)
    room = max(0, _FEWEST - len(queries)) if queries else _MOST
    why = f"second pass: {reason}" + (f"; {chosen.why}" if chosen.why else "")
    forced = chosen.changed(local=local[: (room + 1) // 2], state=state_lane[: room // 2], queries=queries, why=why)
    return forced if forced.queries or forced.local or forced.state else None


def _replanned(gathering: Gathering, decision: HopDecision) -> Round | None:
    hint = decision.replan_hint
    if hint is None:
        return None
    why = f"replan: {hint.issue}"
    queries = _unasked(gathering, hint.queries)
    if queries:
        return Round(why=why, part=hint.suggested_query_focus, queries=queries)
    local, state = second_pass_queries(gathering.reading, gathering.plan.issue)
    focus = hint.suggested_query_focus
    return _fresh(gathering, ((focus, *local), (focus, *state)), why=why)


def _hop(gathering: Gathering, decision: HopDecision) -> Round | None:
    """The round of the hop chosen; a hop without searches of its own looks for its start with the question's words."""
    hop = decision.next_hop
    if hop is None:
        return None
    words = f"{hop.from_} {' '.join(content_words(topic_of(gathering)))}"
    queries = _unasked(gathering, hop.queries or tuple(HopQuery(lane=lane, words=words) for lane in LANES))
    if not queries:
        return None
    why = f"{hop.pattern} from {hop.from_}"
    return Round(why=why, queries=queries, pattern=hop.pattern, start=hop.from_, part=hop.part)


def _unasked(gathering: Gathering, queries: Sequence[HopQuery]) -> tuple[HopQuery, ...]:
    """The searches that no hop made before."""
    made = {query for past in gathering.rounds for query in past.queries}
    return tuple(query for query in dict.fromkeys(queries) if query not in made)


def _fresh(gathering: Gathering, asked: tuple[Sequence[str], Sequence[str]], *, why: str) -> Round | None:
    """A round of the queries that were not asked before; None when there is none."""
    before = {lane: set(gathering.pool.asked(lane)) for lane in LANES}
    fresh = Round(
        local=tuple(query for query in asked[0] if query not in before["local"]),
        state=tuple(query for query in asked[1] if query not in before["state"]),
        why=why,
    )
    return fresh if fresh.local or fresh.state else None


class FacetRound(NamedTuple):
    """The facets still missing and the queries of each lane that name them."""

    facets: tuple[str, ...]
    local: tuple[str, ...]
    state: tuple[str, ...]


def _missing(part: PartAnswer) -> bool:
    return part.verdict == "open" and part.reason not in ("other_year", "other_town")


def facet_round(brief: Brief) -> FacetRound | None:
    """The surgical round for the parts of the question that no evidence answers, or None when there is none.

    A local query names the town and the part, a state query the part alone. A question of one part has no facet: its
    own words were searched. What is open because another year or town is held is not searched again.
    """
    answers = brief.retrieval.answers
    facets = tuple(part.part for part in answers if _missing(part))[:_FACETS]
    if len(answers) < _PARTS or not facets or not brief.retrieval.merged:
        return None
    town = brief.issue.town
    return FacetRound(facets, tuple(f"{town} {facet}".strip() for facet in facets), facets)
