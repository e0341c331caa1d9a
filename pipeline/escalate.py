"""The evidence gate, the second pass and the hop controller as one loop (decision 13).

After each round the signals and the evidence confidence go to `hop_controller.decide`: continue widens with the
hop's queries, replan searches again from another angle, stop hands over. Every hop is recorded, a repeated one ends
the loop, and the budget of the depth is never passed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hop_controller.bridge import source_of
from hop_controller.confidence import DEPTHS
from hop_controller.decide import decide
from hop_controller.memory import Memory
from hop_controller.queries import hop_queries
from hop_controller.types import Depth, HopDecision, HopRecord, HopState, Pattern, Source
from pipeline.config import Settings
from pipeline.interpret import facet_groups
from pipeline.lexicon import HIGH_STAKES
from pipeline.queries import second_pass_queries
from pipeline.retrieve import Gathering
from pipeline.types import Evidence, Retrieval
from pipeline.words import says_any

__all__ = ["escalate", "hop_state", "second_pass_reason"]

_SUMMARY_CHARS = 1200
"""What the controller reads of a chunk: the head of a page names its matter."""


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
    covered = tuple(group for group in groups if _covered(gathering, group, retrieval))
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


def _covered(gathering: Gathering, group: Sequence[str], retrieval: Retrieval) -> bool:
    met = {item.chunk.id: set(item.match.matched) for lane in ("local", "state") for item in gathering.ranked(lane)}
    return any(set(group) <= met.get(item.chunk.id, set()) for item in retrieval.merged)


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


async def escalate(
    gathering: Gathering,
    first: Retrieval,
    *,
    depth: Depth,
    memory: Callable[[Retrieval], Memory],
    on_hop: Callable[[HopRecord, HopDecision], None] | None = None,
) -> Retrieval:
    """The retrieval after as many hops as the evidence needs and the depth allows.

    `memory` gives the controller's memory for what is held, `on_hop` is told of every finished hop (for the record
    of a run, so that it can be resumed). A first pass counts as hop 1; the forced second pass of S1 may be hop 2 even
    at depth quick. The result carries the hops, the decisions and the reason for stopping.
    """
    loop = _Loop(gathering, depth, memory)
    loop.note_first(first)
    retrieval = first
    while True:
        decision = loop.decide(retrieval)
        if on_hop is not None:
            on_hop(loop.hops[-1], decision)
        queries = loop.next_queries(decision, retrieval)
        if queries is None:
            return loop.finish(retrieval)
        before = {item.chunk.id for item in retrieval.merged}
        await gathering.widen(*queries, loop.why)
        retrieval = gathering.result(first.retrieval_id)
        loop.note_hop(queries, len({item.chunk.id for item in retrieval.merged} - before))


class _Loop:
    """The books of one escalation: hops made, decisions taken, queries already run."""

    def __init__(self, gathering: Gathering, depth: Depth, memory: Callable[[Retrieval], Memory]) -> None:
        self._gathering = gathering
        self._depth: Depth = depth
        self._memory = memory
        self.hops: list[HopRecord] = []
        self.decisions: list[HopDecision] = []
        self.why = ""
        self._pattern: Pattern | None = None
        self._from = ""
        self._stop = ""
        self._forced = False

    def note_first(self, retrieval: Retrieval) -> None:
        """The first pass as hop 1."""
        queries = tuple(trace.query for batch in retrieval.batches for trace in batch.queries)
        self.hops.append(HopRecord(queries=queries, sources_kept=len(retrieval.merged)))

    def decide(self, retrieval: Retrieval) -> HopDecision:
        """The controller's decision after the hop just made."""
        state = hop_state(self._gathering, retrieval, self.hops, self._depth)
        decision = decide(state, self._memory(retrieval))
        self.decisions.append(decision)
        return decision

    def next_queries(
        self, decision: HopDecision, retrieval: Retrieval
    ) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """Queries of the next hop, none of them run before; None when the loop ends."""
        text, issue = self._gathering.question.text, self._gathering.plan.issue
        self._pattern, self._from = None, ""
        reason = "" if self._forced else second_pass_reason(text, retrieval, self._gathering.settings)
        if reason:
            self._forced, self.why = True, f"second pass: {reason}"
            return self._fresh(second_pass_queries(text, issue))
        if decision.decision == "stop" or len(self.hops) >= DEPTHS[self._depth].max_hops:
            self._stop = decision.stop_reason or "budget"
            return None
        if decision.replan_hint is not None:
            focus, self.why = decision.replan_hint.suggested_query_focus, f"replan: {decision.replan_hint.issue}"
            local, state = second_pass_queries(text, issue)
            return self._fresh(((focus, *local), (focus, *state)))
        return self._hop(decision, text, issue.town)

    def _hop(self, decision: HopDecision, text: str, town: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        hop = decision.next_hop
        if hop is None:
            self._stop = "no_candidate"
            return None
        self._pattern, self._from = hop.pattern, hop.from_
        self.why = f"{hop.pattern} from {hop.from_}"
        words = hop_queries(hop, text, place=town, jurisdiction="New Hampshire")
        return self._fresh((words.local, words.state))

    def _fresh(
        self, queries: tuple[tuple[str, ...], tuple[str, ...]]
    ) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        asked = (self._gathering.pool.asked("local"), self._gathering.pool.asked("state"))
        local = tuple(query for query in queries[0] if query not in asked[0])
        state = tuple(query for query in queries[1] if query not in asked[1])
        if not local and not state:
            self._stop = "loop"
            return None
        return local, state

    def note_hop(self, queries: tuple[tuple[str, ...], tuple[str, ...]], kept: int) -> None:
        """A finished hop; one that brought nothing new is early-terminated, so that its pattern may be tried again."""
        record = HopRecord.model_validate(
            {
                "pattern": self._pattern,
                "from": self._from,
                "queries": queries[0] + queries[1],
                "sources_kept": kept,
                "early_terminated": kept == 0,
            }
        )
        self.hops.append(record)

    def finish(self, retrieval: Retrieval) -> Retrieval:
        """The retrieval with its hops, decisions and stop reason."""
        return retrieval.model_copy(
            update={
                "hops": tuple(self.hops),
                "decisions": tuple(self.decisions),
                "stop_reason": self._stop,
                "used_second_pass": len(self.hops) > 1,
            }
        )
