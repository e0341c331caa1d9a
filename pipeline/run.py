"""A run: the one way to begin, pause, resume and finish a turn, whoever asks.

A run is a frozen value that can be stored under a handle and taken up by another process. Each function takes a run and
gives the next one: planned, found, widened, written, checked, repaired. What it was worked on with in this process (the
gathering, the recorded services, the capsule that is its log) is a `Work`; a work that is gone is made again from the
run, and no search is made twice. It refuses to take evidence from a caller's words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Literal

from pydantic import JsonValue

from hop_controller.parts import deep_enough
from hop_controller.types import CallerSaid, Depth
from pipeline.answer.formats import format_for
from pipeline.answer.telling import telling
from pipeline.ask.cues import FIGURE_CUES
from pipeline.ask.issue import PlanContext, state_of_question
from pipeline.ask.phrases import first_seen
from pipeline.ask.phrasings import guard_phrasings
from pipeline.ask.plan import plan_from_caller, propose_plan
from pipeline.ask.reading import Reading
from pipeline.ask.sessions import gate, leaning_queries
from pipeline.check.absence import OutsideRun
from pipeline.check.audit import audit
from pipeline.check.claims import GivenClaim
from pipeline.check.second import second_read
from pipeline.elsewhere import holds_place, outside_run
from pipeline.find.answers import cells_of, lacks_of, part_answers
from pipeline.find.retrieve import Gathering
from pipeline.find.rounds import decided, escalate, facet_round, made_hop, next_round
from pipeline.find.spans.cells import pages_asked
from pipeline.find.strength import grade
from pipeline.hosted.models import MeteredModel, with_store_costs
from pipeline.record.capsule import CAPSULE_VERSION, CapsuleLog
from pipeline.record.recording import Searched, ServingEngine, recording
from pipeline.services import Services
from pipeline.settings import Settings
from pipeline.types import (
    ADDED,
    Answer,
    AnswerFormat,
    AuditReport,
    Brief,
    CallCount,
    Evidence,
    FormatName,
    Plan,
    Question,
    Retrieval,
    Round,
    TurnResult,
)
from pipeline.write.model import synthesize
from pipeline.write.repair import AnswerSource, Graded
from pipeline.write.repair import repair as repaired
from vault.errors import InputError
from vault.facts.meeting.offices import office_asked
from vault.store.whole import whole_place
from vault.types import LANES, ChunkId, Filters
from vault.value import Value

__all__ = [
    "Run", "Work", "add", "ask_back", "begin", "brief_of", "check", "decide_hop", "depth_of", "drop", "extend", "find",
    "gathering_for", "hop", "plan", "repair", "result_of", "take_up", "write",
]  # fmt: skip

_MOST_POINTERS = 60
RunState = Literal["running", "done", "failed", "cancelled"]


class Run(Value):
    """A turn as far as it has come. Fields are empty until the step that fills them."""

    id: str
    question: Question
    reading: Reading
    """What the words of the question say, read once when the run begins."""
    context: PlanContext = PlanContext()
    session_id: str = ""
    """The conversation it belongs to; empty without one."""
    foreign: tuple[str, ...] = ()
    """Names of other matters (decision 12)."""
    handed: Plan | None = None
    """A caller's plan, before the guard."""
    not_searched: tuple[str, ...] = ()
    """What the guard took out of the asker's own phrasings, one sentence each."""
    plan: Plan | None = None
    retrieval: Retrieval | None = None
    waiting: Round | None = None
    """The hop decided last, not made yet."""
    added: tuple[ChunkId, ...] = ()
    """Chunk ids the asker laid on the table; they can be cited like any other."""
    removed: tuple[ChunkId, ...] = ()
    """Chunk ids the asker took off the table."""
    pointers: tuple[ChunkId, ...] = ()
    """Chunk ids that ranked below what is held, in the order of their labels P1, P2 …"""
    shown: tuple[str, ...] = ()
    """Labels whose passages were sent to the asker before."""
    searches: tuple[Searched, ...] = ()
    answer: Answer | None = None
    report: AuditReport | None = None
    answer_source: AnswerSource = "extract"
    repaired: bool = False
    format: FormatName | None = None
    """The format asked for when it was written; empty leaves it to the question and the router."""
    steps: tuple[str, ...] = ()
    """What was done, in order; the capsule holds each step with what it saw."""
    failure: str = ""
    """The code and words of a model that was asked to write and did not."""
    lease: str = ""
    """Handle that lasts while a process works on the run; once it is gone, any other may take the run over."""
    by_host: bool = False
    """Whether the connected assistant writes: the run is done when the evidence is found."""
    state: RunState = "running"
    error: str = ""


class Work:
    """What a run is worked on with in one process: its recorded services, its log, the gathering it stands at."""

    def __init__(self, services: Services, log: CapsuleLog, made: Sequence[Searched] = ()) -> None:
        recorded, self.meter = recording(services, log)
        self.serving = ServingEngine(recorded.engine, services.texts, made)
        self.services = recorded
        self.log = log
        self.gathering: Gathering | None = None
        self.timings_ms: dict[str, float] = {}
        self.steps: tuple[str, ...] = ()
        """The steps of the run it stands at: another process may have gone on with the run since."""

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Adds the milliseconds of the block to its stage."""
        began = self.services.timer()
        yield
        spent = (self.services.timer() - began) * 1000.0
        self.timings_ms[stage] = self.timings_ms.get(stage, 0.0) + spent

    @property
    def calls(self) -> CallCount:
        """Model calls and searches so far."""
        found = self.log.of("search")
        meter: MeteredModel | None = self.meter
        counted = meter.count(len(found)) if meter else CallCount(searches=len(found))
        return with_store_costs(counted, found)


def _stepped(
    run: Run, work: Work, step: str, changes: Mapping[str, object], given: Mapping[str, JsonValue] | None = None
) -> Run:
    """The run with the changes, the step on record with what it was given, and every search made so far kept."""
    work.log.add("step", {"do": step, "given": dict(given or {})})
    work.steps = (*run.steps, step)
    return run.changed(**changes, steps=(*run.steps, step), searches=work.serving.made)


def begin(
    question: Question,
    context: PlanContext,
    services: Services,
    *,
    handed: Plan | None = None,
    foreign: tuple[str, ...] = (),
    session_id: str = "",
) -> tuple[Run, Work]:
    """A run begun and its work: the question without phrasings that may not be searched, all of it in the log."""
    guarded = guard_phrasings(question, context)
    asked = question.changed(queries=guarded.kept, state=state_of_question(question, context))
    asked = asked.changed(queries=first_seen([*asked.queries, *leaning_queries(asked.reading, context)]))
    run = Run(
        id=services.new_id(),
        question=asked,
        reading=asked.reading,
        context=context,
        foreign=foreign,
        handed=handed,
        not_searched=guarded.dropped,
        session_id=session_id,
    )
    log = _log_of(run, services)
    start: dict[str, JsonValue] = {
        "version": CAPSULE_VERSION,
        "run_id": run.id,
        "created": services.clock().isoformat(),
        "settings": services.settings.model_dump(mode="json"),
        "model": services.model is not None,
    }
    log.add("start", start)
    log.add("question", run.question)
    log.add("context", context)
    log.add("foreign", list(foreign))
    if handed is not None:
        log.add("handed_plan", handed)
    return run, Work(services, log)


def take_up(run: Run, services: Services) -> Work:
    """The work of a stored run, to go on from where it stands; its log goes on in the same capsule."""
    work = Work(services, _log_of(run, services), run.searches)
    work.steps = run.steps
    return work


def _log_of(run: Run, services: Services) -> CapsuleLog:
    return CapsuleLog(services.capsules / f"{run.id}.jsonl" if services.capsules else None)


# ---- plan and find


async def plan(run: Run, work: Work) -> Run:
    """The run with its guarded plan: a caller's, or one with the model's proposals, or the deterministic one."""
    settings = work.services.settings
    with work.timed("plan"):
        if run.handed is not None:
            made = plan_from_caller(run.handed, run.question, run.context, settings=settings)
        else:
            made = await propose_plan(run.question, run.context, work.services.model, settings)
    made = _of_last_meeting(made.changed(dropped=(*run.not_searched, *made.dropped)), run, work)
    work.log.add("plan", made)
    return _stepped(run, work, "plan", {"plan": made})


def _of_last_meeting(made: Plan, run: Run, work: Work) -> Plan:
    """The plan, held to the day of the newest minutes of the body whose last meeting the question is about: older ones
    have the same words."""
    issue = made.issue
    asked = run.reading.asks_last_meeting and issue.town and issue.boards and not issue.date_from
    day = work.services.last_meeting(issue.town, issue.boards) if asked else ""
    if not day:
        return made
    told = f"The newest minutes held of the {issue.boards[0]} of {issue.town} are of {day}."
    dates = {"date_from": day, "date_to": day}
    held_to = made.retrieval.changed(local_filters=made.retrieval.local_filters.changed(**dates))
    return made.changed(issue=issue.changed(**dates), retrieval=held_to, warnings=(*made.warnings, told))


def _planned(run: Run) -> Plan:
    if run.plan is None:
        raise InputError("the run has no plan yet", next_step="Plan it first.")
    return run.plan


def _found(run: Run) -> Retrieval:
    if run.retrieval is None:
        raise InputError("the run has no evidence yet", next_step="Search first.")
    return run.retrieval


def gathering_for(run: Run, work: Work) -> Gathering:
    """A gathering of the planned run with nothing in it yet."""
    return Gathering(
        question=run.question,
        reading=run.reading,
        plan=_planned(run),
        engine=work.serving,
        facts=work.services.facts(),
        settings=work.services.settings,
        situation=gate(run.reading, run.context).situation,
        drift_anchors=run.foreign,
        known_towns=run.context.known_towns,
    )


async def _standing(run: Run, work: Work) -> Gathering:
    """The gathering at which the run stands: the one of this process, else made again from the searches kept."""
    rounds = run.retrieval.rounds if run.retrieval else ()
    if work.gathering is None or tuple(work.gathering.rounds) != rounds:
        work.gathering = gathering_for(run, work)
        await work.gathering.first_pass()
        for past in rounds:
            await work.gathering.widen(past)
    return work.gathering


def depth_of(run: Run) -> Depth:
    """How deep the run goes: as asked, else as routed."""
    return run.question.depth or _planned(run).route.depth


async def find(run: Run, work: Work) -> Run:
    """The run with its evidence: a first pass, as many hops as it needs and its depth allows, and one narrow round for
    a part of the question that no evidence covers. A question without a subject finds nothing."""
    gathering = work.gathering = gathering_for(run, work)
    if _planned(run).clarification:
        return _held(run, work, "find", gathering.result(run.id))
    with work.timed("retrieve"):
        await gathering.first_pass()
        first = gathering.result(run.id)
    with work.timed("escalate"):
        held = await escalate(gathering, first, depth=depth_of(run), memory=work.services.memory)
        held = await _facets_closed(run, work, held)
    found = _held(run, work, "find", held)
    calls = _roll_calls(found, work)
    found = await add(found, work, calls, why="roll call") if calls else found
    rows = _town_rows(found, work)
    return await add(found, work, rows, why="row of a statewide table") if rows else found


def _roll_calls(run: Run, work: Work) -> Sequence[ChunkId]:
    """The newest passages that name the holder of an office the question asks for, as far as they are not found yet."""
    issue = _planned(run).issue
    offices = [office for part in run.reading.parts if (office := office_asked(part.text))]
    held = {item.chunk.id for item in _found(run).merged}
    named = [name for office in offices[:1] for name in work.services.roll_calls(issue.town, issue.boards, office)]
    return [name for name in dict.fromkeys(named) if name not in held]


def _town_rows(run: Run, work: Work) -> Sequence[ChunkId]:
    """The passages with the cells of statewide tables that the parts ask for, as far as they are not found yet."""
    made = _planned(run)
    held = {item.chunk.id for item in _found(run).merged}
    pages = pages_asked(run.reading, made.issue, cells_of(run.reading, made, work.services.facts()))
    return [page for page in pages if page not in held]


async def _facets_closed(run: Run, work: Work, held: Retrieval) -> Retrieval:
    """S0's gate: one narrow round for a facet no evidence covers. It is no hop of the controller."""
    wanted = facet_round(brief_of(run.changed(retrieval=held), work.services.settings))
    if wanted is None or work.gathering is None:
        return held
    why = f"missing facet: {'; '.join(wanted.facets)}"
    await work.gathering.widen(Round(local=wanted.local, state=wanted.state, why=why))
    more = work.gathering.result(run.id)
    kept = {"hops": held.hops, "decisions": held.decisions, "stop_reason": held.stop_reason, "used_second_pass": True}
    return more.changed(**kept)


def _held(
    run: Run,
    work: Work,
    step: str,
    held: Retrieval,
    given: Mapping[str, JsonValue] | None = None,
    why: str = ADDED,
) -> Run:
    """The run with that evidence: labels once given stay, what was added is there, what the asker removed is not."""
    steered = _steered(run, work, held, why)
    work.log.add("retrieval", _told(steered))
    fresh = [one.chunk_id for one in steered.dropped if one.chunk_id not in run.pointers]
    pointers = (*run.pointers, *fresh)[:_MOST_POINTERS]
    cleared = {"retrieval": steered, "pointers": pointers, "waiting": None, "answer": None, "report": None}
    return _stepped(run, work, step, {**cleared, "state": "running"}, given)


def _told(held: Retrieval) -> JsonValue:
    """The evidence for the record, by its passages and without their texts, which the record holds already."""
    texts = {"__all__": {"chunk": {"text", "page_turns"}}}
    told: JsonValue = held.model_dump(mode="json", by_alias=True, exclude={"local": texts, "state": texts})
    return told


def _steered(run: Run, work: Work, held: Retrieval, why: str) -> Retrieval:
    before = run.retrieval.merged if run.retrieval else ()
    if not (before or run.added or run.removed):
        return held
    found = {item.chunk.id: item for item in (*before, *held.merged) if item.chunk.id not in run.removed}
    more = work.services.texts([name for name in run.added if name not in found])
    around = work.services.facts().around([chunk.id for chunk in more]) if more else {}
    for chunk in more:
        whole = whole_place(chunk, around[chunk.id])
        found[chunk.id] = Evidence(label="", chunk=whole, score=0.0, why=why, hop=max(1, len(held.hops)))
    kept = {item.chunk.id: item.label for item in before}
    given = (*kept.values(), *run.shown)
    lanes = {
        lane: _labelled([item for item in found.values() if item.chunk.lane == lane], kept, given) for lane in LANES
    }
    evidence = (*lanes["local"], *lanes["state"])
    made = _planned(run)
    facts = work.services.facts().within(made.retrieval.local_filters, made.retrieval.state_filters)
    facts.learn(run.reading.weighed)
    lacks = lacks_of(run.reading, made, evidence, absent=held.absent, known_towns=run.context.known_towns)
    answers = part_answers(run.reading, made, evidence, facts, lacks)
    return held.changed(local=lanes["local"], state=lanes["state"], answers=answers)


def _labelled(items: Sequence[Evidence], kept: Mapping[ChunkId, str], given: Sequence[str]) -> tuple[Evidence, ...]:
    """The evidence of a lane: known passages keep their labels, new ones get numbers that were never given."""
    last = max((int(label[1:]) for label in given if items and label[0] == _letter(items[0])), default=0)
    found: list[Evidence] = []
    for item in items:
        if item.chunk.id not in kept:
            last += 1
        label = kept.get(item.chunk.id) or f"{_letter(item)}{last}"
        found.append(item.changed(label=label))
    return tuple(found)


def _letter(item: Evidence) -> str:
    return "L" if item.chunk.lane == "local" else "S"


# ---- steer


async def decide_hop(run: Run, work: Work, depth: Depth | None = None, *, said: CallerSaid | None = None) -> Run:
    """The run with the controller's decision on what it holds and the hop it asks for waiting, if any. What a caller
    said of the passages it read stands above our estimate; it may go one depth beyond the run's."""
    gathering, deep = await _standing(run, work), depth or depth_of(run)
    if said is not None:
        deep = deep_enough(deep, len(_found(run).hops))
    held = decided(gathering, _found(run), depth=deep, memory=work.services.memory, said=said)
    following = next_round(gathering, held, depth=deep, said=said)
    work.log.add("decision", held.decisions[-1])
    stop = {"stop_reason": following.stop} if following.stop else {}
    decision = {"retrieval": held.changed(**stop), "waiting": following.round}
    given: dict[str, JsonValue] = {"depth": deep, "said": said.model_dump(mode="json") if said else None}
    return _stepped(run, work, "decide", decision, given)


async def hop(run: Run, work: Work) -> Run:
    """The run after the hop that was waiting. Raises `InputError` when none is."""
    if run.waiting is None:
        raise InputError("no hop is waiting", next_step="Decide first.")
    gathering = await _standing(run, work)
    with work.timed("escalate"):
        held = await made_hop(gathering, _found(run), run.waiting)
    return _held(run, work, "hop", held)


async def extend(run: Run, work: Work, queries: Sequence[str]) -> Run:
    """The run after a search with further words of the asker, guarded like the first ones; what was held stays held."""
    asked = run.question.changed(queries=tuple(queries))
    guarded = guard_phrasings(asked, run.context, (item.chunk.text for item in _found(run).merged))
    gathering = await _standing(run, work)
    fresh = tuple(query for query in guarded.kept if query not in gathering.pool.asked("local"))
    told = run.changed(not_searched=(*run.not_searched, *guarded.dropped))
    if not fresh:
        return told
    with work.timed("escalate"):
        held = await made_hop(gathering, _found(run), Round(phrasings=fresh, why="words of the asker"))
    return _held(told, work, "extend", held, {"queries": list(queries)})


async def add(run: Run, work: Work, chunk_ids: Sequence[ChunkId], *, why: str = ADDED) -> Run:
    """The run with passages of the vault laid on the table, and why; they join the evidence and can be cited."""
    steered = run.changed(
        added=tuple(dict.fromkeys((*run.added, *chunk_ids))),
        removed=tuple(number for number in run.removed if number not in chunk_ids),
    )
    return _held(steered, work, "add", _found(run), {"ids": list(chunk_ids)}, why=why)


async def drop(run: Run, work: Work, chunk_ids: Sequence[ChunkId]) -> Run:
    """The run without these passages; their labels are not given to others."""
    gone = tuple(item.label for item in _found(run).merged if item.chunk.id in chunk_ids)
    steered = run.changed(
        shown=tuple(dict.fromkeys((*run.shown, *gone))),
        removed=tuple(dict.fromkeys((*run.removed, *chunk_ids))),
        added=tuple(number for number in run.added if number not in chunk_ids),
    )
    return _held(steered, work, "drop", _found(run), {"ids": list(chunk_ids)})


# ---- write and check


def brief_of(run: Run, settings: Settings) -> Brief:
    """All a writer may see of the run: evidence, sources that the question is about, tier, format."""
    made, held = _planned(run), _found(run)
    return Brief(
        question=run.question,
        reading=run.reading,
        issue=made.issue,
        route=made.route,
        retrieval=held,
        strength=grade(held, made.issue, settings),
        sources=gate(run.reading, run.context).sources,
        format=answer_format(run),
        gaps=(*made.warnings, *held.caveats),
    )


def answer_format(run: Run) -> AnswerFormat:
    """The format of the run's answer: as asked, else as routed. Where the connected assistant writes, plain sentences,
    unless the user asked for a legal reading (and no day or figure) or gave a text: headings over two facts are of no
    use to it. Nor are those of an overview of which no part is answered."""
    made = _planned(run)
    legal = run.reading.asks_legal_reading and frozenset(FIGURE_CUES).isdisjoint(run.reading.cues)
    survey = legal or run.reading.asks_survey or bool(run.context.sources)
    answers = run.retrieval.answers if run.retrieval else ()
    headed = made.route.format != "overview" or not answers or any(telling(one) != "open" for one in answers)
    routed: FormatName = made.route.format if headed and (survey or not run.by_host) else "simple"
    return format_for(run.format or run.question.format or routed, made.issue)


def _strangers(run: Run) -> tuple[str, ...]:
    """Names of other matters: those the asker gave, and full names that the search met (decision 12). A single
    word that it met may be any word of the language and accuses nobody."""
    met = (name for name in run.retrieval.strangers if " " in name) if run.retrieval else ()
    return tuple(dict.fromkeys((*run.foreign, *met)))


def _law_held(work: Work) -> Callable[[Sequence[str]], Mapping[str, bool]]:
    """For cites of law whether the vault holds their text."""
    return lambda cites: {cite: number > 0 for cite, number in work.services.facts().holds(cites).items()}


def _audited(run: Run, work: Work, answer: Answer, claims: Sequence[GivenClaim] = ()) -> Run:
    with work.timed("audit"):
        brief = brief_of(run, work.services.settings)
        search = work.services.plain_search
        town, states = run.question.town or brief.issue.town, (brief.issue.state,) if brief.issue.state else ()
        records = Filters(towns=(town,)) if town else Filters(states=states)
        law = outside_run(search, run.retrieval, Filters(states=states, lane="state"))
        look, holds = outside_run(search, run.retrieval, records), holds_place(search)
        outside = OutsideRun(look, holds, law, work.services.cells, _law_held(work))
        report = audit(answer, brief, foreign=_strangers(run), claims=claims, outside=outside)
        report = second_read(report, work.services.second_reader, answer.writer)
    source: AnswerSource = "draft" if answer.writer == "model" else "extract"
    return run.changed(answer=answer, report=report, answer_source=source, repaired=False)


async def write(run: Run, work: Work, *, by_model: bool = True) -> Run:
    """The run with an audited first answer: a model's when there is one and it may write, else verbatim extracts."""
    settings, model = work.services.settings, work.services.model if by_model else None
    with work.timed("synthesize"):
        written = await synthesize(brief_of(run, settings), model, settings)
    if written.failure:
        work.log.add("failure", written.failure)
    checked = _audited(run, work, written.answer)
    given: dict[str, JsonValue] = {"format": run.format, "by_model": by_model}
    return _stepped(checked, work, "write", {"failure": written.failure}, given)


def check(run: Run, work: Work, text: str, claims: Sequence[GivenClaim] = ()) -> Run:
    """The run with an answer that the host wrote, audited with the words its sentences rest on."""
    answer = Answer(answer_markdown=text.strip(), used_statewide="[S" in text, writer="host")
    given: dict[str, JsonValue] = {"text": text, "claims": [one.model_dump(mode="json") for one in claims]}
    return _stepped(_audited(run, work, answer, claims), work, "check", {}, given)


async def repair(run: Run, work: Work) -> Run:
    """The run with the best answer that at most one rewrite and cutting give, audited; then it is done."""
    if run.answer is None or run.report is None:
        raise InputError("the run has no answer yet", next_step="Write first.")
    services = work.services
    brief = brief_of(run, services.settings)
    graded = Graded(run.answer, run.report, run.answer_source)

    def again(answer: Answer, of: Brief) -> AuditReport:
        return second_read(audit(answer, of, foreign=_strangers(run)), services.second_reader, answer.writer)

    with work.timed("repair"):
        done = await repaired(graded, brief, again, model=services.model, settings=services.settings)
    if done.failure:
        work.log.add("failure", done.failure)
    chosen = done.chosen
    told = {"answer": chosen.answer, "report": chosen.report, "answer_source": chosen.source, "repaired": done.asked}
    return _finished(_stepped(run, work, "repair", told), work)


def ask_back(run: Run, work: Work) -> Run:
    """The run ended with a question back to the user: there is nothing to search for, so there is no claim."""
    answer = Answer(answer_markdown=_planned(run).clarification)
    report = AuditReport(passed=True, complete=False)
    told = {"answer": answer, "report": report, "answer_source": "minimal"}
    return _finished(_stepped(run, work, "ask_back", told), work)


def _finished(run: Run, work: Work) -> Run:
    stop = _found(run).stop_reason
    work.log.add("answer", run.answer)
    work.log.add("audit", run.report)
    work.log.add("result", {"answer_source": run.answer_source, "repaired": run.repaired, "stop_reason": stop})
    return run.changed(state="done")


def result_of(run: Run, work: Work) -> TurnResult:
    """A finished run as the command line and the benchmarks read it. Raises `InputError` before it is finished."""
    if run.answer is None or run.report is None:
        raise InputError("the run has no answer yet", next_step="Write first.")
    brief = brief_of(run, work.services.settings)
    told = {"run_id": run.id, "audit": run.report, "stop_reason": brief.retrieval.stop_reason, "brief": brief}
    return TurnResult.like(brief, work, run, **told)
