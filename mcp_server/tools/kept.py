"""Retrievals that are kept under a handle: the brief a writer may see, and how the evidence came about.

A kept retrieval can be read on, widened, decided upon, written from and audited, from this process or another. It is
rebuilt by asking the same queries again, never from a caller's words (decision 27).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic import ValidationError

from hop_controller.types import HopRecord, Pattern
from mcp_server.app import RUN_TTL_S, Workshop
from mcp_server.results.errors import TryInsteadError
from pipeline.answer.formats import format_for
from pipeline.ask.plan import PlanContext
from pipeline.ask.sessions import gate
from pipeline.find.retrieve import Gathering
from pipeline.find.strength import grade
from pipeline.types import Brief, Plan, Question, Retrieval, TurnResult
from vault.types import Value

__all__ = ["Kept", "RecordedGathering", "Round", "brief_for", "keep", "kept_of", "rebuilt", "store"]


class Round(Value):
    """One widening: the queries of both lanes, why, and the pattern it followed."""

    local: tuple[str, ...] = ()
    state: tuple[str, ...] = ()
    why: str = ""
    pattern: Pattern | None = None
    start: str = ""


class Kept(Value):
    """A retrieval with everything needed to go on from it. `waiting` are the queries of the hop decided last."""

    question: Question
    context: PlanContext
    plan: Plan
    brief: Brief
    rounds: tuple[Round, ...] = ()
    waiting: Round | None = None


@dataclass
class RecordedGathering(Gathering):
    """A gathering that remembers its widenings, so that it can be made again."""

    rounds: list[Round] = field(default_factory=list)

    async def widen(self, local: Sequence[str], state: Sequence[str], decision: str) -> None:
        """A further round, recorded."""
        self.rounds.append(Round(local=tuple(local), state=tuple(state), why=decision))
        await super().widen(local, state, decision)


def gathering_for(shop: Workshop, plan: Plan, question: Question, context: PlanContext) -> RecordedGathering:
    """A fresh gathering of that plan."""
    return RecordedGathering(
        question=question,
        plan=plan,
        engine=shop.engine,
        facts=shop.facts(),
        settings=shop.settings,
        situation=gate(question.text, context).situation,
    )


async def rebuilt(shop: Workshop, kept: Kept, extra: Round | None = None) -> RecordedGathering:
    """The gathering of a kept retrieval, asked again, with one more round when given."""
    gathering = gathering_for(shop, kept.plan, kept.question, kept.context)
    await gathering.first_pass()
    for past in (*kept.rounds, *((extra,) if extra else ())):
        await gathering.widen(past.local, past.state, past.why)
    gathering.rounds = [*kept.rounds, *((extra,) if extra else ())]
    return gathering


def hops_of(kept: Kept) -> tuple[HopRecord, ...]:
    """The hops made so far: the first pass, then one for each round."""
    first = HopRecord(queries=(*kept.plan.retrieval.local.queries, *kept.plan.retrieval.state.queries))
    more = (
        HopRecord.model_validate({"pattern": past.pattern, "from": past.start, "queries": past.local + past.state})
        for past in kept.rounds
    )
    return (first, *more)


def brief_for(shop: Workshop, plan: Plan, question: Question, context: PlanContext, *, held: Retrieval) -> Brief:
    """The brief of what is held."""
    return Brief(
        question=question,
        issue=plan.issue,
        route=plan.route,
        retrieval=held,
        strength=grade(held, plan.issue, shop.settings),
        sources=gate(question.text, context).sources,
        format=format_for(question.format or plan.route.format, plan.issue),
        gaps=plan.warnings,
    )


def keep(shop: Workshop, kept: Kept) -> str:
    """Stores a retrieval under a new id and gives the id; the id stands inside the stored brief too."""
    identity = shop.handles.create("retrieval", "{}", ttl_s=RUN_TTL_S)
    store(shop, identity, kept)
    return identity


def store(shop: Workshop, identity: str, kept: Kept) -> Kept:
    """Puts a retrieval under a live id."""
    held = kept.brief.retrieval.model_copy(update={"retrieval_id": identity})
    named = kept.model_copy(update={"brief": kept.brief.model_copy(update={"retrieval": held})})
    shop.handles.replace("retrieval", identity, named.model_dump_json(by_alias=True))
    return named


def kept_of(shop: Workshop, identity: str) -> Kept:
    """The retrieval under that id. Raises `HandleError`, or `TryInsteadError` for no id or one of another version."""
    if not identity.strip():
        raise TryInsteadError(
            "retrieval_id is empty.",
            code="E_HANDLE",
            next_step="Call two_lane_retrieve first and pass the retrieval_id it returns.",
        )
    try:
        return Kept.model_validate_json(shop.handles.get("retrieval", identity.strip()))
    except ValidationError as error:
        raise TryInsteadError(
            "This retrieval was stored by another version.",
            code="E_HANDLE",
            next_step="Call two_lane_retrieve again.",
        ) from error


def kept_turn(shop: Workshop, result: TurnResult, context: PlanContext) -> Kept:
    """A finished turn as a kept retrieval, so that its evidence can be read, written from and audited."""
    brief = brief_for(shop, result.plan, result.question, context, held=result.retrieval)
    rounds = tuple(
        Round(
            local=tuple(query.query for query in batch.queries if query.lane == "local"),
            state=tuple(query.query for query in batch.queries if query.lane == "state"),
            why=batch.decision,
        )
        for batch in result.retrieval.batches
        if any(query.hop > 1 for query in batch.queries)
    )
    return Kept(question=result.question, context=context, plan=result.plan, brief=brief, rounds=rounds)
