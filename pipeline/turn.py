"""One research turn: plan, retrieve, escalate, grade, synthesize, audit, repair. The table of contents of the pipeline.

Every step is one call on another module; this one says in which order, times them and writes the run down. It refuses
to show an answer that was not audited and to ask more of a model than its budget.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from pipeline.answer.formats import format_for
from pipeline.ask.plan import PlanContext, plan_from_caller
from pipeline.ask.propose import propose_plan
from pipeline.ask.sessions import gate
from pipeline.check import audit
from pipeline.find.facet_gate import facet_round
from pipeline.find.retrieve import Gathering, retrieve
from pipeline.find.rounds import escalate
from pipeline.find.strength import grade
from pipeline.hosted.budget import MeteredModel, with_store_costs
from pipeline.record.capsule import CAPSULE_VERSION, CapsuleLog
from pipeline.record.recording import recording
from pipeline.services import Services
from pipeline.types import (
    Answer,
    AuditReport,
    Brief,
    CallCount,
    Plan,
    Question,
    Retrieval,
    TurnResult,
)
from pipeline.write.model import synthesize
from pipeline.write.repair import Graded, Repaired, repair

__all__ = ["Prepared", "Turn", "prepare", "run_turn"]


@dataclass
class Turn:
    """The books of one turn: its services (recorded), its log, its timings."""

    services: Services
    log: CapsuleLog
    run_id: str
    meter: MeteredModel | None = None
    foreign: tuple[str, ...] = ()
    timings_ms: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Adds the milliseconds of the block to its stage."""
        began = self.services.timer()
        yield
        spent = (self.services.timer() - began) * 1000.0
        self.timings_ms[stage] = self.timings_ms.get(stage, 0.0) + spent

    def audit(self, answer: Answer, brief: Brief) -> AuditReport:
        """The audit with the names of other matters (decision 12)."""
        return audit(answer, brief, foreign=self.foreign)

    @property
    def calls(self) -> CallCount:
        """Model calls and searches so far."""
        found = [entry.data for entry in self.log.entries if entry.kind == "search"]
        counted = self.meter.count(len(found)) if self.meter else CallCount(searches=len(found))
        return with_store_costs(counted, found)


@dataclass
class Prepared:
    """All a writer needs, and the gathering it came from, which may be widened once more."""

    plan: Plan
    gathering: Gathering
    brief: Brief

    @property
    def retrieval(self) -> Retrieval:
        """The evidence of the brief."""
        return self.brief.retrieval


def open_turn(question: Question, services: Services, context: PlanContext) -> Turn:
    """A turn begun: its run id, its log with the question in it, its recorded services."""
    run_id = services.new_id()
    log = CapsuleLog(services.capsules / f"{run_id}.jsonl" if services.capsules else None)
    log.add(
        "start",
        {
            "version": CAPSULE_VERSION,
            "run_id": run_id,
            "created": services.clock().isoformat(),
            "settings": services.settings.model_dump(mode="json"),
            "model": services.model is not None,
        },
    )
    log.add("question", question)
    log.add("context", context)
    recorded, meter = recording(services, log)
    return Turn(services=recorded, log=log, run_id=run_id, meter=meter)


async def plan_turn(turn: Turn, question: Question, context: PlanContext, handed: Plan | None) -> Plan:
    """The guarded plan: a caller's, or one with the model's proposals, or the deterministic one."""
    settings = turn.services.settings
    with turn.timed("plan"):
        if handed is not None:
            turn.log.add("handed_plan", handed)
            made = plan_from_caller(handed, question, context, settings=settings)
        else:
            made = await propose_plan(question, context, turn.services.model, settings)
    turn.log.add("plan", made)
    return made


def brief_of(turn: Turn, gathering: Gathering, retrieval: Retrieval, context: PlanContext) -> Brief:
    """The brief of what is held: sources that touch the question, tier, format."""
    made, question = gathering.plan, gathering.question
    return Brief(
        question=question,
        issue=made.issue,
        route=made.route,
        retrieval=retrieval,
        strength=grade(retrieval, made.issue, turn.services.settings),
        sources=gate(question.text, context).sources,
        format=format_for(question.format or made.route.format, made.issue),
        gaps=(*made.warnings, *retrieval.caveats),
    )


async def gather(turn: Turn, made: Plan, question: Question, context: PlanContext) -> Prepared:
    """The evidence of a plan after as many hops as it needs, and its brief."""
    services = turn.services
    gathering = Gathering(
        question=question,
        plan=made,
        engine=services.engine,
        facts=services.facts(),
        settings=services.settings,
        situation=gate(question.text, context).situation,
        drift_anchors=turn.foreign,
    )
    with turn.timed("retrieve"):
        first = await retrieve(gathering, turn.run_id)
    with turn.timed("escalate"):
        held = await escalate(gathering, first, depth=made.route.depth, memory=services.memory)
    turn.log.add("retrieval", held)
    return Prepared(made, gathering, brief_of(turn, gathering, held, context))


async def write(turn: Turn, brief: Brief) -> Graded:
    """An audited first answer."""
    with turn.timed("synthesize"):
        written = await synthesize(brief, turn.services.model, turn.services.settings)
    if written.failure:
        turn.log.add("failure", written.failure)
    with turn.timed("audit"):
        report = turn.audit(written.answer, brief)
    return Graded(written.answer, report, "draft" if written.answer.writer == "model" else "extract")


async def close_facets(turn: Turn, prepared: Prepared, first: Graded, context: PlanContext) -> tuple[Prepared, Graded]:
    """S0's gate: one narrow round for a facet no evidence covers, then one more synthesis if it brought anything."""
    wanted = facet_round(prepared.brief)
    if wanted is None:
        return prepared, first
    gathering, held = prepared.gathering, prepared.retrieval
    with turn.timed("escalate"):
        await gathering.widen(wanted.local, wanted.state, f"missing facet: {'; '.join(wanted.facets)}")
        more = gathering.result(turn.run_id)
    fresh = {e.chunk.id for e in more.merged} - {e.chunk.id for e in held.merged}
    if not fresh:
        return prepared, first
    kept = {"hops": held.hops, "decisions": held.decisions, "stop_reason": held.stop_reason, "used_second_pass": True}
    widened = more.model_copy(update=kept)
    turn.log.add("retrieval", widened)
    again = Prepared(prepared.plan, gathering, brief_of(turn, gathering, widened, context))
    return again, await write(turn, again.brief)


async def mend(turn: Turn, graded: Graded, brief: Brief) -> Repaired:
    """The answer after at most one repair, audited."""
    with turn.timed("repair"):
        done = await repair(graded, brief, turn.audit, model=turn.services.model, settings=turn.services.settings)
    if done.failure:
        turn.log.add("failure", done.failure)
    return done


def _result(turn: Turn, prepared: Prepared, done: Repaired) -> TurnResult:
    chosen = done.chosen
    result = TurnResult(
        run_id=turn.run_id,
        question=prepared.gathering.question,
        plan=prepared.plan,
        retrieval=prepared.retrieval,
        strength=prepared.brief.strength,
        answer=chosen.answer,
        audit=chosen.report,
        repaired=done.asked,
        answer_source=chosen.source,
        stop_reason=prepared.retrieval.stop_reason,
        calls=turn.calls,
        timings_ms=turn.timings_ms,
    )
    turn.log.add("answer", chosen.answer)
    turn.log.add("audit", chosen.report)
    turn.log.add("result", {"answer_source": chosen.source, "repaired": done.asked, "stop_reason": result.stop_reason})
    return result


def _asked_back(turn: Turn, prepared: Prepared) -> TurnResult:
    """A question back to the user, when there is nothing to search for: no evidence, no claim."""
    answer = Answer(answer_markdown=prepared.plan.clarification)
    report = AuditReport(passed=True, complete=False)
    return _result(turn, prepared, Repaired(Graded(answer, report, "minimal")))


async def prepare(turn: Turn, question: Question, context: PlanContext, handed: Plan | None = None) -> Prepared:
    """Plan, evidence and brief of a question: what `writer="host"` needs, and the first half of a turn."""
    made = await plan_turn(turn, question, context, handed)
    if made.clarification:
        gathering = Gathering(
            question=question,
            plan=made,
            engine=turn.services.engine,
            facts=turn.services.facts(),
            settings=turn.services.settings,
        )
        return Prepared(made, gathering, brief_of(turn, gathering, gathering.result(turn.run_id), context))
    return await gather(turn, made, question, context)


async def run_turn(
    question: Question,
    services: Services,
    context: PlanContext | None = None,
    *,
    plan: Plan | None = None,
    foreign: tuple[str, ...] = (),
) -> TurnResult:
    """The audited answer to a question and everything that was decided on the way.

    `plan` is a caller's plan and passes the same guard. `foreign` are names of other matters. A failed lane, a failed
    model and weak evidence are told in the answer, not raised.

    Raises:
        PlanRejected: a plan was handed in that cannot be used.
    """
    around = context or PlanContext()
    turn = open_turn(question, services, around)
    turn.foreign = foreign
    turn.log.add("foreign", list(foreign))
    prepared = await prepare(turn, question, around, plan)
    if prepared.plan.clarification:
        return _asked_back(turn, prepared)
    first = await write(turn, prepared.brief)
    prepared, graded = await close_facets(turn, prepared, first, around)
    return _result(turn, prepared, await mend(turn, graded, prepared.brief))
