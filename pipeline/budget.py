"""Model calls under a budget and a deadline, counted.

Holds how many calls of each stage a question may cost (plan 1, synthesis 2, repair 1; decision 28). It refuses a call
past its budget with `ModelUnavailable`, turns a missed deadline into `ModelTimeout` and an empty reply into
`ModelBadOutput`, so no caller has to.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import anyio

from pipeline.errors import ModelBadOutput, ModelTimeout, ModelUnavailable
from pipeline.ports import Model, ModelReply, ModelRequest, Stage
from pipeline.types import CallCount

__all__ = ["BUDGET", "MeteredModel"]

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
