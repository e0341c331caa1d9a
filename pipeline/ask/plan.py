"""From a question to a guarded plan: deterministic, from a model's draft, or handed back by a caller.

`plan` needs no model. A model only proposes, in one call at most: its draft is added to the deterministic plan and
passes the same guard; any failure leaves the deterministic plan. Nothing here searches.

The router: scope, complexity, answer format and depth of a question, each with its reason (S0 §1, decision 1).

Deterministic rules over what the reading of the question holds. A caller's choice of scope, format and depth wins; the
router never lowers a depth the caller asked for.
"""

from __future__ import annotations

import hashlib
import re

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pipeline.answer.brief import neutralised
from pipeline.ask.cues import FIGURE_CUES, asks_parts, measures_act
from pipeline.ask.guard import guard_plan, lane_filters
from pipeline.ask.issue import PlanContext, map_issue
from pipeline.ask.lexicon import STATEWIDE_PHRASES, RequestedOutput
from pipeline.ask.phrases import first_seen
from pipeline.ask.queries import (
    build_local_lane_query,
    build_state_lane_query,
    local_queries,
    searchable,
    state_queries,
)
from pipeline.ask.reading import Reading
from pipeline.ask.sessions import CLARIFY, gate, needs_clarification, plan_warnings
from pipeline.errors import ModelBadOutput, PlanRejected
from pipeline.ports import Model, ModelRequest
from pipeline.settings import Settings
from pipeline.types import (
    Complexity,
    FormatName,
    IssueMap,
    LanePlan,
    MustInclude,
    Plan,
    Priority,
    Question,
    RetrievalPlan,
    Route,
    ScopeHint,
)
from prompts import load_prompt
from vault.errors import ModelError
from vault.states.known import jurisdiction

__all__ = ["PlanDraft", "draft_schema", "parse_draft", "plan", "plan_from_caller", "plan_from_draft", "propose_plan"]

_SALIENT_EXTRA_K = 4
"""At medium salience the state lane looks deeper (facts of the source system: +4)."""
_QUICK_QUERIES = 4
"""A simple question needs its own words, its names, the law's words and S0's anchors; more only costs time."""
_ALL = 20
_SOURCE_CHARS = 10_000
"""What a planner reads of the pasted texts in all."""
_DEFAULTS = Settings()


class PlanDraft(BaseModel):
    """What a model may propose. Nothing of it is used before the guard has seen it."""

    model_config = ConfigDict(extra="forbid")

    entities: list[str] = Field(default_factory=list, max_length=20)
    actions: list[str] = Field(default_factory=list, max_length=20)
    legal_topics: list[str] = Field(default_factory=list, max_length=20)
    boards: list[str] = Field(default_factory=list, max_length=10)
    time_hints: list[str] = Field(default_factory=list, max_length=10)
    facets: list[str] = Field(default_factory=list, max_length=10)
    requested_output: RequestedOutput | None = None
    planner_confidence: float = Field(default=0.5, ge=0.0, le=1.0)
    local_queries: list[str] = Field(default_factory=list, max_length=20)
    state_queries: list[str] = Field(default_factory=list, max_length=20)
    min_state: int = Field(default=0, ge=0, le=8)
    min_local_facts: int = Field(default=2, ge=0, le=10)
    priority: Priority = "facts-first"
    reason: str = ""


def draft_schema() -> dict[str, object]:
    """The JSON schema a planning model must answer with."""
    return PlanDraft.model_json_schema()


def parse_draft(text: str) -> PlanDraft:
    """The draft in a model's reply. Raises `ModelBadOutput` when it is not JSON of the schema."""
    try:
        return PlanDraft.model_validate_json(text)
    except ValidationError as error:
        raise ModelBadOutput(
            f"The planning model's reply is not a plan: {str(error).splitlines()[0]}",
            next_step="Use the deterministic plan.",
        ) from error


def _priority(issue: IssueMap, route: Route, settings: Settings) -> Priority:
    if issue.legal_salience >= settings.high_salience or route.scope == "statewide":
        return "law-first"
    if issue.requested_output in ("process", "steps"):
        return "process-first"
    return "facts-first"


def _state_minimum(route: Route) -> int:
    """The plan's own value at low salience: a statewide question needs law, a mixed one some, a local one none."""
    return {"statewide": 2, "mixed": 1, "local": 0}[route.scope]


def _retrieval(
    question: Question, issue: IssueMap, route: Route, *, known_towns: tuple[str, ...], settings: Settings
) -> RetrievalPlan:
    limit = min(settings.max_queries_per_lane, _QUICK_QUERIES if route.complexity == "simple" else _ALL)
    salient = issue.legal_salience >= settings.high_salience
    extra = _SALIENT_EXTRA_K if issue.legal_salience >= settings.medium_salience else 0
    cap = settings.state_context_cap_salient if salient else settings.state_context_cap
    reading = question.reading
    local_filters, state_filters = lane_filters(
        question, reading, issue, known_towns, local_scope=route.scope != "statewide"
    )
    return RetrievalPlan(
        local=LanePlan(
            queries=local_queries(reading, issue, limit),
            k=settings.local_lane_k,
            cap=settings.local_context_cap,
        ),
        state=LanePlan(queries=state_queries(reading, issue, limit), k=settings.state_lane_k + extra, cap=cap),
        must_include=MustInclude(min_state=_state_minimum(route), min_local_facts=settings.min_local_facts),
        priority=_priority(issue, route, settings),
        reason=f"deterministic planner, confidence {issue.planner_confidence:.2f}; {route.reason}",
        local_filters=local_filters,
        state_filters=state_filters,
    )


def _conservative(made: Plan, question: Question, settings: Settings) -> Plan:
    """S0's lane builders, one query per lane, nothing expanded (S3, decision 20)."""
    local = build_local_lane_query(question.reading.text, made.issue, question.domains)
    state = searchable(build_state_lane_query(question.reading.text, question.state))
    retrieval = made.retrieval.changed(
        local=made.retrieval.local.changed(queries=(local,)),
        state=made.retrieval.state.changed(queries=(state,)),
        reason=f"conservative plan: planner confidence {made.issue.planner_confidence:.2f}"
        f" is below {settings.min_planner_confidence}",
    )
    warning = "The question could not be read with confidence; the search uses its own words only."
    return made.changed(retrieval=retrieval, conservative=True, warnings=first_seen([*made.warnings, warning]))


def _finish(made: Plan, question: Question, context: PlanContext, *, settings: Settings) -> Plan:
    if made.clarification:
        nothing = {"queries": ()}
        lanes = {
            "local": made.retrieval.local.changed(**nothing),
            "state": made.retrieval.state.changed(**nothing),
            "reason": "nothing to search for: the question has no subject",
        }
        made = made.changed(retrieval=made.retrieval.changed(**lanes))
    unsure = made.issue.planner_confidence < settings.min_planner_confidence
    if unsure and not made.clarification:
        made = _conservative(made, question, settings)
    return guard_plan(made, question, context, settings=settings)


def _first_draft(question: Question, context: PlanContext, settings: Settings) -> Plan:
    issue = map_issue(question, context)
    route = choose_route(question, question.reading, issue)
    return Plan(
        issue=issue,
        retrieval=_retrieval(question, issue, route, known_towns=context.known_towns, settings=settings),
        route=route,
        warnings=plan_warnings(question, context, issue.town),
        clarification=CLARIFY if needs_clarification(question.reading, context) else "",
    )


def plan(question: Question, context: PlanContext | None = None, settings: Settings = _DEFAULTS) -> Plan:
    """The deterministic plan of a question in its context, guarded. Never raises for any text (S3 stage 1).

    Below planner confidence 0.4 it is the conservative plan. `clarification` is set, and there is nothing to search
    for, when the question has no subject and nothing it could refer to.
    """
    gated = gate(question.reading, context or PlanContext())
    return _finish(_first_draft(question, gated, settings), question, gated, settings=settings)


def _interleave(first: tuple[str, ...], proposed: list[str], rest: tuple[str, ...]) -> tuple[str, ...]:
    return first_seen([*first, *proposed, *rest])


def plan_from_draft(
    draft: PlanDraft, question: Question, context: PlanContext | None = None, *, settings: Settings = _DEFAULTS
) -> Plan:
    """The deterministic plan with a model's proposals added, guarded. The question's own words stay the first query.

    What the user did not say is dropped and listed; legal salience is computed, not taken from the model.
    """
    gated = gate(question.reading, context or PlanContext())
    made = _first_draft(question, gated, settings)
    issue = made.issue.changed(
        entities=first_seen([*made.issue.entities, *draft.entities]),
        actions=first_seen([*made.issue.actions, *draft.actions]),
        legal_topics=first_seen([*made.issue.legal_topics, *draft.legal_topics]),
        boards=first_seen([*made.issue.boards, *draft.boards]),
        time_hints=first_seen([*made.issue.time_hints, *draft.time_hints]),
        facets=first_seen([*made.issue.facets, *draft.facets]),
        requested_output=made.issue.requested_output or draft.requested_output,
        planner_confidence=draft.planner_confidence,
    )
    local, state = made.retrieval.local, made.retrieval.state
    retrieval = made.retrieval.changed(
        local=local.changed(queries=_interleave(local.queries[:1], draft.local_queries, local.queries[1:])),
        state=state.changed(queries=_interleave(state.queries[:1], draft.state_queries, state.queries[1:])),
        must_include=MustInclude(min_state=draft.min_state, min_local_facts=draft.min_local_facts),
        priority=draft.priority,
        reason=f"model draft, confidence {draft.planner_confidence:.2f}; {made.retrieval.reason}",
    )
    return _finish(made.changed(issue=issue, retrieval=retrieval), question, gated, settings=settings)


def plan_from_caller(
    handed: Plan, question: Question, context: PlanContext | None = None, *, settings: Settings = _DEFAULTS
) -> Plan:
    """A plan handed back by a caller, after the same guard (decision 27: a plan is a wish).

    Raises `PlanRejected` when the question is empty: there is nothing to hold the plan against.
    """
    if not question.reading.text.strip():
        raise PlanRejected(
            "A plan was handed in without a question.", next_step="Send the question the plan was made for."
        )
    gated = gate(question.reading, context or PlanContext())
    return _finish(handed, question, gated, settings=settings)


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


_LONG_QUESTION = 25
"""Content words; a longer question has more than one part even where no clause shows it."""
_HIGH = 0.6
_FACTS = 2
"""Parts of a question that are answered one after the other, without headings."""


def scope_of(reading: Reading, issue: IssueMap) -> ScopeHint:
    """Local when only a place or a local record is named, statewide when only law is, mixed for both or neither."""
    named = reading.names_place(issue.town) or bool(issue.other_towns)
    local = named or bool(issue.entities) or any(_is_local_identifier(item) for item in issue.identifiers)
    asks_law = STATEWIDE_PHRASES + jurisdiction(issue.state).statewide_phrases
    law = bool(issue.statutes) or reading.says_of_law(asks_law) or issue.legal_salience >= _HIGH
    law = law or any(measures_act(part.text) for part in reading.parts)
    if law and local:
        return "mixed"
    if law or (reading.of_any_town and not local):
        return "statewide"
    return "local" if local else "mixed"


def _is_local_identifier(item: str) -> bool:
    return not re.match(r"(?:HB|SB|CACR|HCR|SCR|HR|House|Senate)\b", item, re.IGNORECASE)


def _complexity(reading: Reading, issue: IssueMap) -> tuple[Complexity, str]:
    parts = reading.parts
    if reading.asks_legal_reading:
        return "complex", "asks for a legal reading"
    if issue.other_towns:
        return "complex", "compares towns"
    if reading.asks_explained:
        return "complex", "asks for an explanation"
    if len(parts) > 2 or (len(parts) == 2 and all(len(part.content) >= 2 for part in parts)):
        return "complex", f"{len(parts)} parts"
    if len(issue.facets) > 2 or len(reading.content) > _LONG_QUESTION:
        return "complex", "several facets"
    return "simple", "one plain question"


def _format(reading: Reading, issue: IssueMap, complexity: Complexity) -> FormatName:
    if complexity == "simple":
        return "simple"
    if issue.requested_output == "risk" or reading.asks_legal_reading:
        return "analysis"
    return "simple" if _asks_facts(reading, issue) else "overview"


def _asks_facts(reading: Reading, issue: IssueMap) -> bool:
    """Whether a question asks for no more than two things of one town, each told in a sentence or two: headings around
    them would stand over nothing."""
    few = len(reading.parts) <= _FACTS and len(issue.facets) <= _FACTS
    few = few or any(asks_parts(part.text) for part in reading.parts)
    figures = bool(reading.cues) and set(reading.cues) <= set(FIGURE_CUES)  # of each town one
    return few and (figures or not issue.other_towns) and not reading.asks_survey


def _joins(reading: Reading) -> bool:
    """Whether a plain question needs two passages all the same: it has two clauses, or names two years."""
    return len(reading.parts) > 1 or len(set(reading.years)) > 1


def choose_route(question: Question, reading: Reading, issue: IssueMap) -> Route:
    """Scope, complexity, format and depth with the reason for them. Never raises.

    A simple question runs at depth quick, one that joins two matters and any other at standard; a caller may name
    scope, format and depth.
    """
    complexity, why = _complexity(reading, issue)
    scope = question.scope_hint or scope_of(reading, issue)
    chosen = question.format or _format(reading, issue, complexity)
    depth = question.depth or ("quick" if complexity == "simple" and not _joins(reading) else "standard")
    named = [
        name
        for name, value in (("scope", question.scope_hint), ("format", question.format), ("depth", question.depth))
        if value
    ]
    reason = f"{complexity}: {why}; legal salience {issue.legal_salience:.2f}; scope {scope}"
    if named:
        reason += f"; named by the caller: {', '.join(named)}"
    return Route(scope=scope, complexity=complexity, format=chosen, depth=depth, reason=reason)
