"""One research turn: plan, find, write, repair. The table of contents of the pipeline.

Every step is a function of `pipeline.run`; this module only says in which order. It refuses to show an answer that was
not audited and to ask more of a model than its budget.
"""

from __future__ import annotations

from pipeline.ask.issue import PlanContext
from pipeline.run import Run, Work, ask_back, begin, find, plan, repair, result_of, write
from pipeline.services import Services
from pipeline.types import Plan, Question, TurnResult

__all__ = ["answered", "evidence", "run_turn"]


async def evidence(run: Run, work: Work) -> Run:
    """The run planned and searched: all that a writer needs."""
    return await find(await plan(run, work), work)


async def answered(run: Run, work: Work) -> Run:
    """The run with its audited answer, repaired at most once; or with a question back to the user."""
    if run.plan is not None and run.plan.clarification:
        return ask_back(run, work)
    return await repair(await write(run, work), work)


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
    run, work = begin(question, context or PlanContext(), services, handed=plan, foreign=foreign)
    return result_of(await answered(await evidence(run, work), work), work)
