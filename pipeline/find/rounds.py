"""The evidence gate, the second pass and the hop controller as one loop (decision 13).

After each round the signals and the evidence confidence go to `hop_controller.decide`: continue widens with the
hop's queries, replan searches again from another angle, stop hands over. Every hop is recorded, a repeated one ends
the loop, and the budget of the depth is never passed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hop_controller.confidence import DEPTHS
from hop_controller.decide import decide
from hop_controller.gains import fresh_search
from hop_controller.memory import Memory
from hop_controller.parts import open_parts
from hop_controller.queries import hop_queries
from hop_controller.types import Depth, HopDecision, HopQuery, HopRecord, Pattern
from pipeline.ask.lexicon import HIGH_STAKES
from pipeline.ask.phrases import says_any
from pipeline.ask.queries import second_pass_queries
from pipeline.find.hops import hop_state
from pipeline.find.retrieve import Gathering
from pipeline.settings import Settings
from pipeline.types import Retrieval
from vault.types import Lane, Value

__all__ = ["EscalationRecord", "Round", "escalate", "hop_state", "second_pass_reason"]

_LANES: tuple[Lane, Lane] = ("local", "state")
_FEWEST, _MOST = 6, 10
"""S1: a second pass asks six to ten queries, split across the lanes."""


class Round(Value):
    """One hop after the first: the queries of both lanes, why, and what it followed."""

    local: tuple[str, ...]
    state: tuple[str, ...]
    why: str
    pattern: Pattern | None = None
    start: str = ""
    part: str = ""
    queries: tuple[HopQuery, ...] = ()
    """The hop's own searches; `local` and `state` are those of S1's templates."""


class EscalationRecord(Value):
    """All that is needed to go on after a hop, in this process or another: the hops, their rounds, the decisions."""

    hops: tuple[HopRecord, ...] = ()
    rounds: tuple[Round, ...] = ()
    decisions: tuple[HopDecision, ...] = ()


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


async def escalate(
    gathering: Gathering,
    first: Retrieval,
    *,
    depth: Depth,
    memory: Callable[[Retrieval], Memory],
    on_hop: Callable[[EscalationRecord], None] | None = None,
    resume: EscalationRecord | None = None,
) -> Retrieval:
    """The retrieval after as many hops as the evidence needs and the depth allows.

    `memory` gives the controller's memory for what is held, `on_hop` is told the record after every decision. With
    `resume` the rounds of an interrupted run are asked again and the loop goes on where it stopped: the outcome is that
    of a run that was never interrupted. A first pass counts as hop 1; the forced second pass of S1 is hop 2 even at
    depth quick, and no other hop is made beyond the depth. The result carries the hops, the decisions and the reason
    for stopping.
    """
    loop = _Loop(gathering, depth, memory)
    loop.note_first(first)
    retrieval = first
    if resume is not None:
        loop.take_up(resume)
        for past in resume.rounds:
            await gathering.widen(past.local, past.state, past.why, queries=past.queries)
        retrieval = gathering.result(first.retrieval_id)
    while True:
        decision = loop.decide(retrieval)
        if on_hop is not None:
            on_hop(loop.record())
        further = loop.next_round(decision, retrieval)
        if further is None:
            return loop.finish(retrieval)
        before = retrieval
        await gathering.widen(further.local, further.state, further.why, queries=further.queries)
        retrieval = gathering.result(first.retrieval_id)
        loop.note_hop(further, before, retrieval)


class _Loop:
    """The books of one escalation: hops made, decisions taken, queries already run."""

    def __init__(self, gathering: Gathering, depth: Depth, memory: Callable[[Retrieval], Memory]) -> None:
        self._gathering = gathering
        self._depth: Depth = depth
        self._memory = memory
        self._hops: list[HopRecord] = []
        self._rounds: list[Round] = []
        self._decisions: list[HopDecision] = []
        self._stop = ""

    def note_first(self, retrieval: Retrieval) -> None:
        """The first pass as hop 1."""
        queries = tuple(trace.query for batch in retrieval.batches for trace in batch.queries)
        self._hops.append(HopRecord(queries=queries, sources_kept=len(retrieval.merged)))

    def take_up(self, record: EscalationRecord) -> None:
        """The books of an interrupted run; its last decision is taken again from the same evidence."""
        self._hops = list(record.hops) or self._hops
        self._rounds = list(record.rounds)
        self._decisions = list(record.decisions[: len(record.rounds)])

    def record(self) -> EscalationRecord:
        """The books so far."""
        return EscalationRecord(hops=tuple(self._hops), rounds=tuple(self._rounds), decisions=tuple(self._decisions))

    def decide(self, retrieval: Retrieval) -> HopDecision:
        """The controller's decision after the hop just made."""
        state = hop_state(self._gathering, retrieval, self._hops, self._depth)
        decision = decide(state, self._memory(retrieval))
        self._decisions.append(decision)
        return decision

    def next_round(self, decision: HopDecision, retrieval: Retrieval) -> Round | None:
        """The next hop, none of its queries run before; None when the loop ends."""
        chosen = self._decided(decision)
        forced = self._forced(retrieval, chosen)
        if forced is not None:
            return forced
        if decision.decision == "stop" or len(self._hops) >= DEPTHS[self._depth].max_hops:
            self._stop = decision.stop_reason or "budget"
            return None
        if chosen is None:
            self._stop = "loop"
        return chosen

    def _decided(self, decision: HopDecision) -> Round | None:
        """The round that the decision asks for, none of its searches made before; None when it asks for none."""
        return self._replanned(decision) if decision.replan_hint is not None else self._hop(decision)

    def _forced(self, retrieval: Retrieval, chosen: Round | None) -> Round | None:
        """S1's second pass: once, right after the first, when a trigger holds. The decision says what it searches for;
        S1's templates fill it up to six queries (decision 36)."""
        text, issue = self._gathering.question.text, self._gathering.plan.issue
        reason = second_pass_reason(text, retrieval, self._gathering.settings) if len(self._hops) == 1 else ""
        if not reason:
            return None
        state = hop_state(self._gathering, retrieval, self._hops, self._depth)
        base = chosen or Round(
            local=(), state=(), why="", queries=self._unasked(fresh_search(state, open_parts(state))[1])
        )
        filled = self._fresh(*second_pass_queries(text, issue), why=f"second pass: {reason}")
        room = max(0, _FEWEST - len(base.queries))
        local = filled.local[: (room + 1) // 2] if filled else ()
        statewide = filled.state[: room // 2] if filled else ()
        if not (base.queries or base.local or base.state or local or statewide):
            return None
        why = f"second pass: {reason}" + (f"; {base.why}" if base.why else "")
        added = {"local": (*base.local, *local), "state": (*base.state, *statewide), "why": why}
        return base.model_copy(update={**added, "queries": base.queries[:_MOST]})

    def _replanned(self, decision: HopDecision) -> Round | None:
        hint = decision.replan_hint
        if hint is None:
            return None
        why = f"replan: {hint.issue}"
        queries = self._unasked(hint.queries)
        if queries:
            return Round(local=(), state=(), why=why, part=hint.suggested_query_focus, queries=queries)
        local, state = second_pass_queries(self._gathering.question.text, self._gathering.plan.issue)
        focus = hint.suggested_query_focus
        return self._fresh((focus, *local), (focus, *state), why=why)

    def _hop(self, decision: HopDecision) -> Round | None:
        hop = decision.next_hop
        if hop is None:
            return None
        why = f"{hop.pattern} from {hop.from_}"
        queries = self._unasked(hop.queries)
        if queries:
            return Round(
                local=(), state=(), why=why, pattern=hop.pattern, start=hop.from_, part=hop.part, queries=queries
            )
        town = self._gathering.plan.issue.town
        words = hop_queries(hop, self._gathering.question.text, place=town, jurisdiction="New Hampshire")
        found = self._fresh(words.local, words.state, why=why)
        return found.model_copy(update={"pattern": hop.pattern, "start": hop.from_}) if found else None

    def _unasked(self, queries: Sequence[HopQuery]) -> tuple[HopQuery, ...]:
        """The searches that no hop made before."""
        made = {query for past in self._rounds for query in past.queries}
        return tuple(query for query in dict.fromkeys(queries) if query not in made)

    def _fresh(self, local: Sequence[str], state: Sequence[str], *, why: str) -> Round | None:
        """A round of the queries that were not asked before; None when there is none."""
        asked = {lane: set(self._gathering.pool.asked(lane)) for lane in _LANES}
        fresh = Round(
            local=tuple(query for query in local if query not in asked["local"]),
            state=tuple(query for query in state if query not in asked["state"]),
            why=why,
        )
        return fresh if fresh.local or fresh.state else None

    def note_hop(self, made: Round, before: Retrieval, after: Retrieval) -> None:
        """A finished hop with what it cost and brought; one that brought nothing new is early-terminated, so that its
        pattern may be tried again."""
        kept = len({item.chunk.id for item in after.merged} - {item.chunk.id for item in before.merged})
        traces = [trace for batch in after.batches[len(before.batches) :] for trace in batch.queries]
        record = {
            "pattern": made.pattern,
            "from": made.start,
            "queries": (*(query.words for query in made.queries), *made.local, *made.state),
            "sources_kept": kept,
            "early_terminated": kept == 0,
            "part": made.part,
            "asked": len(traces),
            "took_ms": round(sum(trace.took_ms for trace in traces), 3),
            "gained": _gained(before, after),
        }
        self._rounds.append(made)
        self._hops.append(HopRecord.model_validate(record))

    def finish(self, retrieval: Retrieval) -> Retrieval:
        """The retrieval with its hops, decisions and stop reason."""
        return retrieval.model_copy(
            update={
                "hops": tuple(self._hops),
                "decisions": tuple(self._decisions),
                "stop_reason": self._stop,
                "used_second_pass": len(self._hops) > 1,
            }
        )


def _gained(before: Retrieval, after: Retrieval) -> float:
    """The most by which any part became surer; 0 when none did."""
    pairs = zip(before.answers, after.answers, strict=False)
    return round(max((new.probability - old.probability for old, new in pairs), default=0.0), 4)
