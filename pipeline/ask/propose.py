"""The planning call: a model may propose, the guard decides, and any failure leaves the deterministic plan.

One call at most. It refuses to hand a draft on unguarded.
"""

from __future__ import annotations

import hashlib

from pipeline.answer.brief import neutralised
from pipeline.ask.issue import PlanContext
from pipeline.ask.plan import draft_schema, parse_draft, plan, plan_from_draft
from pipeline.ports import Model, ModelRequest
from pipeline.settings import Settings
from pipeline.types import Plan, Question
from prompts import load_prompt
from vault.errors import ModelError

__all__ = ["propose_plan"]

_SOURCE_CHARS = 10_000
"""What a planner reads of the pasted texts in all."""


def plan_request(question: Question, context: PlanContext, settings: Settings) -> ModelRequest:
    """The one request of the planning stage: question, situation and the last two pasted texts, as data."""
    sources = "\n\n".join(neutralised(source.text) for source in context.sources)[:_SOURCE_CHARS]
    slots = {
        "question": neutralised(question.reading.text),
        "situation": neutralised(context.situation.title) if context.situation else "(none)",
        "sources": sources or "(none)",
        "boundary": hashlib.sha256(sources.encode("utf-8")).hexdigest()[:12],
    }
    rules = {"state": question.state, "max_queries": str(settings.max_queries_per_lane)}
    return ModelRequest(
        stage="plan",
        system=load_prompt("plan").render(rules),
        prompt=load_prompt("plan_input").render(slots),
        json_schema=draft_schema(),
        temperature=settings.plan_temperature,
        deadline_s=settings.model_deadline_s,
    )


async def propose_plan(question: Question, context: PlanContext, model: Model | None, settings: Settings) -> Plan:
    """The guarded plan: with the model's proposals when there is a model and it answers, else the deterministic one.

    A question that needs clarification costs no call. A failed call is named in the plan's warnings.
    """
    own = plan(question, context, settings)
    if model is None or own.clarification:
        return own
    try:
        reply = await model.ask(plan_request(question, context, settings))
        return plan_from_draft(parse_draft(reply.body), question, context, settings=settings)
    except ModelError as error:
        warning = f"The planning model did not help ({error.code}); the plan was made without it."
        return own.changed(warnings=(*own.warnings, warning))
