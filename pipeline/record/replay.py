"""Replays a run from its capsule alone: the same code over the recorded searches, lookups and replies, step by step.

Refuses a capsule whose chain is broken. What comes out is compared with what was recorded, never taken from it. Of a
step nothing but what it was given is read.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import cast

from pydantic import JsonValue

from hop_controller.types import CallerSaid, Depth
from pipeline.ask.issue import PlanContext
from pipeline.check.claims import GivenClaim
from pipeline.record.capsule import Capsule, Genuine, verify
from pipeline.record.recording import gone_settings, replaying
from pipeline.run import (
    Run,
    Work,
    add,
    ask_back,
    begin,
    check,
    decide_hop,
    drop,
    extend,
    find,
    hop,
    plan,
    repair,
    result_of,
    write,
)
from pipeline.types import Answer, Plan, Question, TurnResult
from vault.errors import InputError
from vault.value import Value

__all__ = ["replay"]


class Replayed(Value):
    """The replayed turn, the recorded answer, whether both answers are the same to the byte, and the settings of the
    capsule that are gone since: what they did then cannot be done again. `genuine` is what the seals tell."""

    result: TurnResult
    recorded: Answer
    same: bool
    gone: tuple[str, ...] = ()
    genuine: Genuine = "no key"


def _names(data: JsonValue) -> tuple[str, ...]:
    return tuple(str(name) for name in data) if isinstance(data, list) else ()


async def replay(capsule: Capsule, key: bytes | None = None) -> Replayed:
    """The run again, with no network, no vault and no clock; `key` is that of the vault that should have written it.

    Raises:
        InputError: the chain is broken, a line was edited after it was sealed, or the capsule is of an unfinished run.
        HandleError: today's code asks for something the run did not record: its rules have changed.
    """
    check = verify(capsule, key)
    if not check.whole:
        place = f" at entry {check.broken_at}" if check.broken_at is not None else ""
        raise InputError(f"the capsule is not whole{place}: {check.reason}", next_step="Give an unchanged capsule.")
    if check.genuine == "edited":
        raise InputError(
            "the capsule is not genuine: a line is not as this vault wrote it",
            next_step="Give the capsule as the run wrote it, or replay it with the vault that wrote it.",
        )
    recorded = Answer.model_validate(capsule.last("answer"))
    handed = capsule.of("handed_plan")
    run, work = begin(
        Question.model_validate(capsule.one("question")),
        PlanContext.model_validate(capsule.one("context")),
        replaying(capsule),
        handed=Plan.model_validate(handed[0]) if handed else None,
        foreign=_names(capsule.one("foreign")),
    )
    for step in capsule.of("step"):
        run = await _redone(run, work, step)
    result = result_of(run, work)
    same = result.answer.model_dump_json() == recorded.model_dump_json()
    return Replayed(result=result, recorded=recorded, same=same, gone=gone_settings(capsule), genuine=check.genuine)


async def _redone(run: Run, work: Work, step: JsonValue) -> Run:
    """The run after one recorded step, done again by the code of today."""
    do, given = (step["do"], step["given"]) if isinstance(step, dict) else ("", {})
    known = STEPS.get(str(do))
    if known is None or not isinstance(given, dict):
        raise InputError(
            f"the capsule holds a step {do!r} that is not known", next_step="Use the version that wrote it."
        )
    return await known(run, work, given)


Redo = Callable[[Run, Work, Mapping[str, JsonValue]], Awaitable[Run]]


def _given_nothing(step: Callable[[Run, Work], Awaitable[Run]]) -> Redo:
    """A step that is given nothing besides the run."""

    async def redo(run: Run, work: Work, _: Mapping[str, JsonValue]) -> Run:
        return await step(run, work)

    return redo


async def _decide(run: Run, work: Work, given: Mapping[str, JsonValue]) -> Run:
    said = CallerSaid.model_validate(given["said"]) if given.get("said") else None
    return await decide_hop(run, work, cast(Depth, given["depth"]), said=said)


async def _extend(run: Run, work: Work, given: Mapping[str, JsonValue]) -> Run:
    return await extend(run, work, _names(given["queries"]))


async def _add(run: Run, work: Work, given: Mapping[str, JsonValue]) -> Run:
    return await add(run, work, _names(given["ids"]))


async def _drop(run: Run, work: Work, given: Mapping[str, JsonValue]) -> Run:
    return await drop(run, work, _names(given["ids"]))


async def _write(run: Run, work: Work, given: Mapping[str, JsonValue]) -> Run:
    asked = run.changed(format=given["format"])
    return await write(asked, work, by_model=bool(given["by_model"]))


async def _check(run: Run, work: Work, given: Mapping[str, JsonValue]) -> Run:
    claims = given.get("claims")
    rows = claims if isinstance(claims, list) else []
    return check(run, work, str(given["text"]), [GivenClaim.model_validate(row) for row in rows])


async def _ask_back(run: Run, work: Work, _: Mapping[str, JsonValue]) -> Run:
    return ask_back(run, work)


STEPS: Mapping[str, Redo] = {
    "plan": _given_nothing(plan),
    "find": _given_nothing(find),
    "decide": _decide,
    "hop": _given_nothing(hop),
    "extend": _extend,
    "add": _add,
    "drop": _drop,
    "write": _write,
    "check": _check,
    "repair": _given_nothing(repair),
    "ask_back": _ask_back,
}
"""Every step by its name in the log: a capsule is replayed by doing its steps again."""
