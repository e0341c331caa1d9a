"""Which of the configured models the service has, and what a user should know of each.

Asks one free look-up per model. It refuses to spend tokens to find out.
"""

from __future__ import annotations

import anyio

from pipeline.hosted.gemini import GeminiService
from pipeline.hosted.models import AS_OF, model_warnings
from vault.errors import ModelError
from vault.value import Value

__all__ = ["ModelCheck", "check_models"]

_DEADLINE_S = 15.0
_STALE_DAYS = 120
"""Models are announced, re-routed and shut down within months; after four the table needs a look."""


class ModelCheck(Value):
    """One configured model: what it is used for, whether the service has it, and what to know of it."""

    model: str
    used_for: tuple[str, ...]
    reachable: bool
    error: str = ""
    next_step: str = ""
    warnings: tuple[str, ...] = ()


def _uses(service: GeminiService) -> dict[str, tuple[str, ...]]:
    """Every configured model once, with what it is used for, in the order plans, answers, store searches."""
    settings = service.settings
    uses = [(settings.control_model, "plans"), (settings.synthesis_model, "answers and repairs")]
    uses += [(settings.search_model, "store searches")] if settings.store else []
    return {name: tuple(purpose for other, purpose in uses if other == name) for name, _ in uses}


async def check_models(service: GeminiService) -> tuple[ModelCheck, ...]:
    """The check of every configured model, in order; never raises `ModelError`."""
    uses = _uses(service)
    checks: dict[str, ModelCheck] = {}

    async def one(name: str) -> None:
        checks[name] = await _checked(service, name, uses[name])

    async with anyio.create_task_group() as group:
        for name in uses:
            group.start_soon(one, name)
    return tuple(checks[name] for name in uses)


async def _checked(service: GeminiService, name: str, purposes: tuple[str, ...]) -> ModelCheck:
    warnings = list(model_warnings(name, on=service.today(), searches="store searches" in purposes))
    if (service.today() - AS_OF).days > _STALE_DAYS:
        warnings.append(f"The table of models and prices is of {AS_OF.isoformat()}; prices may have changed.")
    try:
        await service.reach_model(name, _DEADLINE_S)
    except ModelError as error:
        known = {"error": error.message, "next_step": error.next_step}
        return ModelCheck(model=name, used_for=purposes, reachable=False, warnings=tuple(warnings), **known)
    return ModelCheck(model=name, used_for=purposes, reachable=True, warnings=tuple(warnings))
