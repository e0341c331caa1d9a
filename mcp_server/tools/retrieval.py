"""Plans and retrievals for the tools: the question as asked, its session, the two lanes, the next hop.

Asks the pipeline and keeps what came back under a handle. It holds no threshold and no ranking of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import cast, get_args

from pydantic import ValidationError

from hop_controller.decide import decide, to_json
from hop_controller.memory import Memory, VaultMemory
from hop_controller.types import CallerSaid, Depth, HopDecision, HopQuery, HopState
from mcp_server.app import Workshop, new_session
from mcp_server.results.errors import TryInsteadError
from mcp_server.results.render import extension_view, plan_view, retrieval_view
from mcp_server.results.shapes import HopView, PlanView, RetrievalView, SessionView
from mcp_server.tools.arguments import Ask, HopAsk, choice, cursor_of
from mcp_server.tools.runs import begun, brief_of_run, keep, run_of, searched, with_session, work_of
from mcp_server.tools.steer import ids_added, is_label, steered
from pipeline.ask.conversation import Heard, hear, with_source
from pipeline.ask.issue import PlanContext
from pipeline.ask.phrasings import guard_phrasings
from pipeline.ask.plan import PlanDraft, plan_from_draft, propose_plan
from pipeline.ask.sessions import Session, detect_source
from pipeline.check.claims import GivenClaim
from pipeline.record.lookups import MemoryOfARun
from pipeline.run import Run, find, plan
from pipeline.run import decide_hop as decided
from pipeline.types import FormatName, Plan, Question, Retrieval, Round, ScopeHint, SessionSource, Situation
from vault.errors import HandleError, InputError, VaultError
from vault.states.known import place_and_state
from vault.states.names import DEFAULT_STATE
from vault.types import Lane

__all__ = [
    "add_source", "begun_for", "context_of", "decide_hop", "heard", "made_plan", "needs_subject", "retrieve_lanes",
    "session_of",
]  # fmt: skip

_MAX_QUESTION_CHARS = 60_000
"""A pasted article with its question; longer texts belong into add_session_source or the vault."""
_MAX_SOURCE_CHARS = 400_000
"""A hundred pages of minutes."""
_MIN_SOURCE_CHARS = 20
_CLAIM_CHARS = 300
"""Of a claim so much is its question."""


def question_of(ask: Ask) -> Question:
    """The question of a call. Raises `TryInsteadError` when it is empty or endless."""
    text = ask.question.strip()
    if not text:
        raise TryInsteadError("question is empty.", next_step="Send the question in the user's own words.")
    if len(text) > _MAX_QUESTION_CHARS:
        raise TryInsteadError(
            f"The question has {len(text):,} characters, more than {_MAX_QUESTION_CHARS:,}.",
            code="E_TOO_LONG",
            next_step="Store the text with add_session_source and ask with its session_id.",
        )
    town, state = place_and_state(ask.town)
    return Question.like(
        ask,
        text=text,
        town=town,
        state=state or DEFAULT_STATE,
        scope_hint=cast("ScopeHint | None", choice(ask.scope_hint, get_args(ScopeHint), "scope_hint") or None),
        format=cast("FormatName | None", choice(ask.format, get_args(FormatName), "format") or None),
        depth=cast("Depth | None", choice(ask.depth, get_args(Depth), "depth") or None),
    )


def session_of(shop: Workshop, session_id: str) -> Session | None:
    """The session of that id, None when none is named. Raises `HandleError`."""
    if not session_id.strip():
        return None
    try:
        return Session.model_validate_json(shop.handles.get("session", session_id.strip()))
    except HandleError as error:
        raise HandleError(
            error.message, next_step="Call add_session_source without a session_id to begin one."
        ) from error


def _hear(shop: Workshop, question: Question, session: Session) -> Heard:
    places = shop.places()
    states = tuple((town, held[0]) for town, held in places.items() if len(held) == 1)  # else the name tells no state
    townless = not places and shop.library.counts().local_documents > 0
    now = datetime.now(UTC)
    return hear(question, session, known_towns=tuple(places), town_states=states, townless=townless, now=now)


def heard(shop: Workshop, ask: Ask) -> Heard:
    """The message of a call in its conversation. What was pasted into it is kept in the session, a new one when none
    is named, so that later questions can be about it, and so is what was asked. Raises `HandleError` for an unknown
    session."""
    asked = question_of(ask)
    session = session_of(shop, ask.session_id)
    found = _hear(shop, asked, session or Session(id=""))
    if not found.pasted:
        if session is not None:
            shop.sessions.save(found.session)
        return found
    kept = found.session.changed(id=(session or new_session(shop.handles)).id)
    shop.sessions.save(kept)
    return found._replace(session=kept)


def context_of(shop: Workshop, ask: Ask) -> tuple[Question, PlanContext]:
    """The question of a call and what surrounds it, for those who keep no session."""
    found = _hear(shop, question_of(ask), Session(id=""))
    return found.question, found.context


def _drafted(shop: Workshop, ask: Ask, question: Question, context: PlanContext) -> Plan | None:
    """The caller's plan, None without one. Raises `TryInsteadError` for one that is none of ours."""
    if not ask.plan:
        return None
    try:
        draft = PlanDraft.model_validate(ask.plan)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, fault["loc"]))
        raise TryInsteadError(
            f"plan.{where}: {fault['msg']}",
            code="E_PLAN",
            valid=tuple(PlanDraft.model_fields),
            next_step="Send the `plan` object of plan_issue_map, edited or not.",
        ) from error
    return plan_from_draft(draft, question, context, settings=shop.settings)


async def made_plan(shop: Workshop, ask: Ask) -> PlanView:
    """The guarded plan of a question; a model may have proposed to it when there is one."""
    found = heard(shop, ask)
    guarded = guard_phrasings(found.question, found.context)
    question = found.question.changed(queries=guarded.kept)
    made = await propose_plan(question, found.context, shop.model(), shop.settings)
    made = made.changed(dropped=(*guarded.dropped, *made.dropped))
    return plan_view(made, ask.detail)


async def retrieve_lanes(shop: Workshop, ask: Ask) -> RetrievalView:
    """Two lanes of evidence for a question; or the next page, or one more hop, of a run."""
    offset = 0
    if ask.cursor:
        handle, offset = cursor_of(ask.cursor)
        run = run_of(shop, handle)
    elif ask.extend:
        return await _extended(shop, ask)
    else:
        run = await _retrieved(shop, ask)
    return retrieval_view(
        brief_of_run(shop, run), ask.detail, offset=offset, limit=ask.limit, session_id=run.session_id
    )


def needs_subject(run: Run) -> Run:
    """The run when it has something to search for. Raises `TryInsteadError` with the question to ask back."""
    if run.plan is not None and run.plan.clarification:
        raise TryInsteadError(
            f"There is nothing to search for: {run.plan.clarification}",
            code="E_NO_SUBJECT",
            next_step="Ask the user, then call two_lane_retrieve again.",
        )
    return run


async def _retrieved(shop: Workshop, ask: Ask) -> Run:
    found = heard(shop, ask)
    handed = _drafted(shop, ask, found.question, found.context)
    run, work = begun(shop, found, handed=handed)
    run = await plan(run, work)
    needs_subject(run)
    return keep(shop, with_session(shop, await find(run, work)))


async def begun_for(shop: Workshop, text: str, claims: Sequence[GivenClaim]) -> Run:
    """A run on the matter of a text or its claims, for those who have none. Raises `TryInsteadError` for a claim that
    rests on a label: no retrieval says whose it is."""
    labels = [one.source for claim in claims for one in claim.support if is_label(one.source)]
    if labels:
        raise TryInsteadError(
            f"claims: {labels[0]!r} is a label, and no retrieval_id says of which retrieval.",
            code="E_HANDLE",
            next_step="Pass the retrieval_id with it, or name each source by its id, page or section.",
        )
    matter = claims[0].text if claims else text
    run, work = begun(shop, heard(shop, Ask(question=matter[:_CLAIM_CHARS])), model=False)
    return keep(shop, await find(await plan(run, work), work))


async def _extended(shop: Workshop, ask: Ask) -> RetrievalView:
    """What a step of the asker brought: first what they added, under its labels, then what is new, shown at length."""
    before = searched(run_of(shop, ask.extend))
    held = {item.chunk.id: item.label for item in before.retrieval.merged} if before.retrieval else {}
    added = ids_added(shop, before, ask)
    run = await steered(shop, ask)
    stored = {chunk.id: chunk for chunk in shop.library.get(added)}
    return extension_view(
        brief_of_run(shop, run),
        set(held.values()),
        added=added,
        read={name: chunk for name, chunk in stored.items() if shop.has_read(chunk)},
        session_id=run.session_id,
        not_searched=run.not_searched[len(before.not_searched) :],
    )


async def decide_hop(shop: Workshop, ask: HopAsk) -> HopView:
    """The controller's decision on a retrieval of ours, or on a state a caller keeps."""
    _check_vault(shop, ask.vault_path)
    return await _decide_ours(shop, ask) if ask.retrieval_id else _decide_theirs(shop, ask)


def _check_vault(shop: Workshop, named: str) -> None:
    """S4 hands in the path of the index; only the vault of this server is asked. Raises `TryInsteadError`."""
    if named and Path(named).name != shop.config.vault.name:
        raise TryInsteadError(
            f"vault_index_path {named[:80]!r} is not the vault of this server.",
            code="E_CHOICE",
            valid=(shop.config.vault.name,),
        )


def _said(ask: HopAsk, run: Run) -> tuple[CallerSaid | None, tuple[str, ...]]:
    """What the caller read, with the phrasings that may be searched, and what was left out of them. Raises
    `TryInsteadError` for a label that the retrieval does not hold."""
    if not (ask.answered or ask.open or ask.queries):
        return None, ()
    held = run.retrieval.merged if run.retrieval else ()
    labels = tuple(item.label for item in held)
    unknown = next((label for label in ask.answered.values() if label not in labels), None)
    if unknown is not None:
        raise TryInsteadError(f"answered: this retrieval has no {unknown[:20]!r}.", code="E_CHOICE", valid=labels)
    guarded = guard_phrasings(
        run.question.changed(queries=ask.queries), run.context, (item.chunk.text for item in held)
    )
    said = CallerSaid(answered=tuple(ask.answered.items()), still_open=ask.open, queries=guarded.kept)
    return said, guarded.dropped


async def _decide_ours(shop: Workshop, ask: HopAsk) -> HopView:
    identity = ask.retrieval_id
    run = searched(run_of(shop, identity))
    said, dropped = _said(ask, run)
    run = keep(shop, await decided(run, work_of(shop, run), said=said))
    held = run.retrieval
    assert held is not None  # a run that was searched
    decision = held.decisions[-1]
    step = _step_after(decision, held, waiting=run.waiting is not None)
    return _hop_view(decision, run.waiting or Round(), step).changed(not_searched=dropped)


def _step_after(decision: HopDecision, held: Retrieval, *, waiting: bool) -> str:
    """What to call next: the hop; a decision with what the caller has read, where parts stay open or were judged by our
    estimate alone; else the answer."""
    identity = held.retrieval_id
    if waiting:
        return f"Call two_lane_retrieve with extend={identity!r} to make this hop."
    if decision.open_parts and all(part.read_by == "engine" for part in decision.open_parts):
        return (
            "Nothing more is worth a search by our estimate. Read the passages; if a part is open, call decide_next_hop"
            " again with answered, open and queries of your own, else call synthesize with this retrieval_id."
        )
    if decision.stop_reason == "target_met":
        read = "; ".join(f"“{one.part}” {one.spans[0].label}" for one in held.answers if one.spans)
        return (
            f"By our estimate every part is answered ({read}). Where a passage does not answer its part, call"
            " decide_next_hop again with open and queries of your own; else call synthesize with this retrieval_id."
        )
    return "The evidence will not get better by searching on: call synthesize with this retrieval_id."


def _decide_theirs(shop: Workshop, ask: HopAsk) -> HopView:
    if not str(ask.state.get("topic", "")).strip():
        raise TryInsteadError(
            "Neither a retrieval_id nor a topic was given.",
            next_step="Pass the retrieval_id of two_lane_retrieve, or topic, current_hop and sources_so_far.",
        )
    try:
        state = HopState.model_validate(ask.state)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False)[:3]
        told = "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in faults)
        raise InputError(told, next_step="Correct the state and call decide_next_hop again.") from error
    decision = decide(state, _memory(shop))
    return _hop_view(decision, Round(), "")


def _memory(shop: Workshop) -> Memory:
    try:
        return VaultMemory(shop.library, open_world=True)
    except VaultError:
        return MemoryOfARun(lambda _: None, lambda *_: None, lambda *_: None, lambda _: None)  # all is unknown


def _hop_view(decision: HopDecision, queries: Round, step: str) -> HopView:
    return HopView.model_validate(
        {
            **to_json(decision),
            "disputes": decision.disputes,
            "local_queries": (*_words(queries, "local"), *queries.local),
            "state_queries": (*_words(queries, "state"), *queries.state),
            "next_step": step,
        }
    )


def _words(made: Round, lane: Lane) -> tuple[str, ...]:
    """The searches of the hop in a lane, each with what it is held to."""
    return tuple(dict.fromkeys(_told(query) for query in made.queries if query.lane == lane))


def _told(query: HopQuery) -> str:
    span = f"{query.since} to {query.until}" if query.since or query.until else ""
    held_to = ", ".join(part for part in (span, query.board, *query.documents) if part)
    return f"{query.words} [{held_to}]" if held_to else query.words


def add_source(shop: Workshop, text: str, title: str, session_id: str) -> SessionView:
    """The session with a pasted text added; a new session when none is named. The last three texts are kept."""
    body = text.strip()
    if len(body) < _MIN_SOURCE_CHARS or len(body) > _MAX_SOURCE_CHARS:
        raise TryInsteadError(
            f"text has {len(body):,} characters; {_MIN_SOURCE_CHARS} to {_MAX_SOURCE_CHARS:,} are accepted.",
            code="E_LENGTH",
            next_step="Ingest long documents with `opencouncil ingest` instead.",
        )
    session = session_of(shop, session_id) or new_session(shop.handles)
    created = shop.services(model=False).clock().isoformat()
    number = f"src-{len(session.sources) + 1}"
    split = detect_source(body, source_id=number, created=created)
    source = split.source or SessionSource(id=number, type="paste", text=body, created=created)
    source = source.changed(title=title.strip()[:200] or source.title)
    held = with_source(session, source, shop.library.towns() if not shop.readable() else ())
    situation = held.situation or Situation()
    shop.sessions.save(held)
    return SessionView(
        session_id=held.id,
        source_id=source.id,
        type=source.type,
        chars=len(source.text),
        sources_held=len(held.sources),
        title=source.title,
        question=split.question if split.source else "",
        town=situation.town,
        entities=situation.entities,
        next_step="Ask with this session_id: research, or plan_issue_map and two_lane_retrieve.",
    )
