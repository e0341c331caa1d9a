"""One research turn: plan, find, write, repair. The table of contents of the pipeline.

Every step is a function of `pipeline.run`; this module only says in which order. It refuses to show an answer that was
not audited and to ask more of a model than its budget.
"""

from __future__ import annotations

from pipeline.run import Run, Work, ask_back, find, plan, repair, write

__all__ = ["answered", "evidence"]


async def evidence(run: Run, work: Work) -> Run:
    """The run planned and searched: all that a writer needs."""
    return await find(await plan(run, work), work)


async def answered(run: Run, work: Work) -> Run:
    """The run with its audited answer, repaired at most once; or with a question back to the user."""
    if run.plan is not None and run.plan.clarification:
        return ask_back(run, work)
    return await repair(await write(run, work), work)
