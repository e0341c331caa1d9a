"""The steps of a run by their names in the log: a capsule is replayed by doing them again, with what each was given.

It reads what a step was given and nothing else of a capsule.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import cast

from pydantic import JsonValue

from hop_controller.types import CallerSaid, Depth
from pipeline.check.claims import GivenClaim
from pipeline.run import (
    Run,
    Work,
    add,
    ask_back,
    check,
    decide_hop,
    drop,
    extend,
    find,
    hop,
    plan,
    repair,
    write,
)
from vault.types import ChunkId

__all__ = ["STEPS"]

Redo = Callable[[Run, Work, Mapping[str, JsonValue]], Awaitable[Run]]


def _given_nothing(step: Callable[[Run, Work], Awaitable[Run]]) -> Redo:
    """A step that is given nothing besides the run."""

    async def redo(run: Run, work: Work, _: Mapping[str, JsonValue]) -> Run:
        return await step(run, work)

    return redo


async def _decide(run: Run, work: Work, given: Mapping[str, JsonValue]) -> Run:
    said = CallerSaid.model_validate(given["said"]) if given.get("said") else None
    return await decide_hop(run, work, cast(Depth, given["depth"]), said=said)


def _names(data: JsonValue) -> list[ChunkId]:
    return [str(name) for name in data] if isinstance(data, list) else []


async def _extend(run: Run, work: Work, given: Mapping[str, JsonValue]) -> Run:
    queries = given["queries"]
    return await extend(run, work, [str(query) for query in queries] if isinstance(queries, list) else [])


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
