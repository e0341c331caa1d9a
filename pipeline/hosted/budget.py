"""Model calls under a budget and a deadline, counted.

Holds how many calls of each stage a question may cost (plan 1, synthesis 2, repair 1; decision 28). It refuses a call
past its budget with `ModelUnavailable`, turns a missed deadline into `ModelTimeout` and an empty reply into
`ModelBadOutput`, so no caller has to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import anyio
from pydantic import JsonValue

from pipeline.errors import ModelBadOutput, ModelTimeout, ModelUnavailable
from pipeline.ports import Model, ModelReply, ModelRequest, Stage
from pipeline.types import CallCount
from vault.types import SearchCost

__all__ = ["BUDGET", "MeteredModel", "with_store_costs"]

BUDGET: dict[Stage, int] = {"plan": 1, "synthesis": 2, "repair": 1}
"""Calls one question may cost, by stage (decision 28, S3 T5)."""


@dataclass
class MeteredModel:
    """A model whose calls are counted and bounded; one per question."""

    model: Model
    replies: list[ModelReply] = field(default_factory=list)
    used: dict[Stage, int] = field(default_factory=lambda: {"plan": 0, "synthesis": 0, "repair": 0})

    async def ask(self, request: ModelRequest) -> ModelReply:
        """The reply of the model.

        Raises:
            ModelError: the stage's budget is spent, the deadline passed, the reply is empty, or the model failed.
        """
        if self.used[request.stage] >= BUDGET[request.stage]:
            raise ModelUnavailable(f"the budget of {BUDGET[request.stage]} {request.stage} call(s) is spent")
        self.used[request.stage] += 1
        try:
            with anyio.fail_after(request.deadline_s):
                reply = await self.model.ask(request)
        except TimeoutError as late:
            raise ModelTimeout(f"the {request.stage} call took longer than {request.deadline_s:g} s") from late
        self.replies.append(reply)
        if not reply.text.strip():
            raise ModelBadOutput(f"the {request.stage} call gave an empty reply")
        return reply

    def count(self, searches: int = 0) -> CallCount:
        """Calls by stage, tokens and cost so far; the cost is None when no reply named one."""
        costs = [reply.cost_usd for reply in self.replies if reply.cost_usd is not None]
        return CallCount(
            plan=self.used["plan"],
            synthesis=self.used["synthesis"],
            repair=self.used["repair"],
            searches=searches,
            input_tokens=sum(reply.input_tokens for reply in self.replies),
            output_tokens=sum(reply.output_tokens for reply in self.replies),
            cost_usd=sum(costs) if costs else None,
        )


def with_store_costs(count: CallCount, searches: Sequence[JsonValue]) -> CallCount:
    """The count with what recorded searches cost at a hosted store; the same count when none was asked."""
    answers = [found.get("answer") for found in searches if isinstance(found, dict)]
    told = [answer.get("cost") for answer in answers if isinstance(answer, dict)]
    costs = [SearchCost.model_validate(cost) for cost in told if cost is not None]
    if not costs:
        return count
    dollars = [usd for usd in (count.cost_usd, *(cost.usd for cost in costs)) if usd is not None]
    return count.changed(
        store_searches=sum(cost.calls for cost in costs),
        input_tokens=count.input_tokens + sum(cost.input_tokens for cost in costs),
        output_tokens=count.output_tokens + sum(cost.output_tokens for cost in costs),
        cost_usd=sum(dollars) if dollars else None,
    )
