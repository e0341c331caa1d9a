"""Runs under their handles: kept, found again, and worked on where they stand, from this process or another.

A run comes back only by its id (decision 27). It holds no step of its own: those are `pipeline.run`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pydantic import ValidationError

from mcp_server.app import RUN_TTL_S, Workshop
from mcp_server.results.errors import TryInsteadError
from mcp_server.results.ledger import disagreement_lines
from mcp_server.results.render import both_lanes
from mcp_server.tools.course import case_course, line_course
from mcp_server.tools.ledger import listed_of
from pipeline.answer.acts import (
    TOLD_KINDS,
    asks_for_acts,
    best_acts,
    holder_line,
    line_of,
    matter_of,
    of_kind_asked,
    of_years,
    once,
)
from pipeline.answer.brief import asks_of_law
from pipeline.answer.days import later_line, told_by_day
from pipeline.answer.dossier import DOSSIER_CHARS, dossier, is_sure
from pipeline.answer.everywhere import said_everywhere, things_not_held
from pipeline.answer.own_rules import own_rules
from pipeline.answer.talks import with_talk_behind
from pipeline.answer.untold import untold
from pipeline.ask.conversation import Heard, with_town
from pipeline.ask.cues import asks_change, asks_course, asks_deed, asks_history, asks_sum
from pipeline.ask.issue import boards_of_the_time
from pipeline.ask.kinds import is_routine
from pipeline.find.choice import place_key
from pipeline.find.spans.offices import of_the_names
from pipeline.run import Run, Work, begin, brief_of, take_up
from pipeline.services import Services
from pipeline.types import Brief, IssueMap, Plan
from pipeline.write.extract.asking import asked_of, names_wanted
from pipeline.write.extract.decided import matter_of_part
from vault.errors import InputError
from vault.facts.dates import spoken_date
from vault.facts.meeting.offices import office_asked
from vault.holders import holders_of
from vault.law.references import find_refs
from vault.ledger import LedgerQuery, LedgerRow, disagreements, is_change
from vault.ports import Ledger
from vault.states.known import JURISDICTIONS
from vault.states.names import DEFAULT_STATE
from vault.text.words import stem, words
from vault.types import LANES, Chunk, DocType, Filters

__all__ = [
    "acts_of", "begun", "begun_again", "brief_of_run", "dossier_of", "keep", "meetings_not_held", "run_of", "searched",
    "with_session", "work_of",
]  # fmt: skip

_POINTERS = 30
"""Lines on what ranked below."""
_HOLDERS = 6
"""Holders of an office that are told: the present ones and those before them."""
_CONFLICTS = 2
"""Conflicts between the records shown that are told beside them."""
_STORY, _STORY_READ = 6, 40
"""Further acts on one matter that a dossier tells, and those read to find them; the ledger tool lists all."""
_ROOM_LOST = 3_200
"""Characters of a dossier on a meeting of which nothing is held, where nothing else is likely to answer."""
_LISTED = 12
"""Rows of a list that a dossier shows; the ledger tool shows all."""
_MINUTES: tuple[DocType, ...] = ("minutes",)
_RECORDS_READ = 1_000
"""Records of a body whose days are looked at."""
_WORKS = 8
"""Runs that a process keeps ready to go on with; an older one is taken up from its searches."""


def services_of(shop: Workshop, identity: str, *, model: bool) -> Services:
    """The services of the run with that id; its capsule lies with those of other runs."""
    return shop.services(model=model, capsules=shop.folder, run_id=identity)


def begun(shop: Workshop, found: Heard, *, model: bool = True, handed: Plan | None = None) -> tuple[Run, Work]:
    """A run of the message begun under a new handle, and its work."""
    identity = shop.handles.create("run", "{}", ttl_s=RUN_TTL_S)
    services = services_of(shop, identity, model=model)
    run, work = begin(found.question, found.context, services, handed=handed, session_id=found.session.id)
    _ready(shop, run, work)
    return keep(shop, run), work


def begun_again(shop: Workshop, run: Run) -> tuple[Run, Work]:
    """A run whose process ended before its first step was kept, begun anew under its handle, and its work; what that
    process wrote of it goes."""
    (shop.folder / f"{run.id}.jsonl").unlink(missing_ok=True)
    services = services_of(shop, run.id, model=True)
    again, work = begin(
        run.question, run.context, services, handed=run.handed, foreign=run.foreign, session_id=run.session_id
    )
    _ready(shop, again, work)
    return again.changed(by_host=run.by_host), work


def with_session(shop: Workshop, run: Run) -> Run:
    """The run as it is; its session, when it has one, remembers the town the run was about."""
    session = shop.sessions.load(run.session_id) if run.session_id else None
    town = run.plan.issue.town if run.plan else ""
    if session is not None and town and town != session.town:
        shop.sessions.save(with_town(session, town))
    return run


def keep(shop: Workshop, run: Run) -> Run:
    """Puts the run under its live handle and gives it back."""
    shop.handles.replace("run", run.id, run.model_dump_json(by_alias=True))
    return run


def run_of(shop: Workshop, identity: str) -> Run:
    """The run under that id. Raises `HandleError`, or `TryInsteadError` for no id or one of another version."""
    if not identity.strip():
        raise TryInsteadError(
            "retrieval_id is empty.",
            code="E_HANDLE",
            next_step="Call two_lane_retrieve first and pass the retrieval_id it returns.",
        )
    try:
        return Run.model_validate_json(shop.handles.get("run", identity.strip()))
    except ValidationError as error:
        raise TryInsteadError(
            "This run was stored by another version.",
            code="E_HANDLE",
            next_step="Call two_lane_retrieve or research again.",
        ) from error


def searched(run: Run) -> Run:
    """The run when it holds evidence. Raises `TryInsteadError` while it is still searching or has failed."""
    if run.retrieval is None:
        raise TryInsteadError(
            "This run holds no evidence yet.",
            code="E_HANDLE",
            next_step="Call research with this run_id to see how it stands, or two_lane_retrieve.",
        )
    return run


def work_of(shop: Workshop, run: Run) -> Work:
    """The work of a run: the one of this process where it stands at the same step, else taken up anew from what the run
    holds: another process may have gone on with it."""
    work = shop.works.get(run.id)
    if work is None or work.steps != run.steps:
        work = take_up(run, services_of(shop, run.id, model=True))
        _ready(shop, run, work)
    return work


def _ready(shop: Workshop, run: Run, work: Work) -> None:
    shop.works[run.id] = work
    while len(shop.works) > _WORKS:
        shop.works.pop(next(iter(shop.works)))


def brief_of_run(shop: Workshop, run: Run) -> Brief:
    """All that a writer may see of the run."""
    return brief_of(searched(run), shop.settings)


def dossier_of(shop: Workshop, run: Run) -> tuple[Run, str]:
    """The dossier of the run without what was sent before, and the run that knows it is sent now."""
    brief = _with_law_named(shop, brief_of_run(shop, run))
    lost = meetings_not_held(shop, brief)
    newest = nothing_later(shop, brief)
    beside = (*_other_law(shop, brief), *untold(shop.library, brief), *(() if newest else held_to(shop, brief)))
    brief = brief.changed(gaps=(*brief.gaps, *lost, *newest, *beside))
    room = _ROOM_LOST if lost and all(part.verdict == "open" for part in brief.retrieval.answers) else DOSSIER_CHARS
    held = {place_key(item.chunk) for item in brief.retrieval.merged}
    below = {chunk.id: chunk for chunk in shop.library.get(run.pointers) if place_key(chunk) not in held}
    labelled = [(f"P{place}", below[number]) for place, number in enumerate(run.pointers, 1) if number in below]
    pointers = _mixed(labelled)[:_POINTERS]
    said = (*(() if is_sure(brief) else said_everywhere(shop.library, brief)), *things_not_held(shop.library, brief))
    days, later = told_by_day(shop.library, brief), "" if newest else later_line(shop.library, brief)
    brief = with_talk_behind(shop.library, brief)
    acts = acts_of(shop, brief)
    rules = own_rules(shop.library, brief)
    text = dossier(
        brief, pointers, shown=run.shown, acts=acts, said=said, days=days, later=later, own_rules=rules, room=room
    )
    sent = tuple(dict.fromkeys((*run.shown, *(item.label for item in brief.retrieval.merged))))
    return keep(shop, run.changed(shown=sent)), text


def _with_law_named(shop: Workshop, brief: Brief) -> Brief:
    """The brief in which the laws that the asker's phrasings name and the vault does not hold are told as missing: the
    nearest other law is soon taken for them."""
    refs = find_refs("; ".join(brief.question.queries))
    named = [*dict.fromkeys(ref.cite for ref in refs if ref.system == "rsa" and not ref.bare)]
    held = shop.library.law(tuple(named)) if named else {}
    lost = [cite for cite in named if not held.get(cite) and cite not in brief.retrieval.absent]
    found = brief.retrieval
    return brief.changed(retrieval=found.changed(absent=(*found.absent, *lost))) if lost else brief


def _other_law(shop: Workshop, brief: Brief) -> tuple[str, ...]:
    """That other states' law is held, where neither a question of law nor a phrasing of it names a place or a law, and
    its state's does not surely answer."""
    asked, library = brief.question.state, shop.library
    said = "; ".join((*map(" ".join, brief.reading.runs), *brief.question.queries))
    laws = brief.issue.statutes or find_refs(said) or JURISDICTIONS[DEFAULT_STATE].name.casefold() in said.casefold()
    named = laws or brief.issue.town or brief.reading.state or asked != DEFAULT_STATE
    sure = all(part.verdict == "answered" for part in brief.retrieval.answers)
    codes = () if named or sure or not asks_of_law(brief) else JURISDICTIONS.keys() - {asked}
    held = [code for code in sorted(codes) if library.documents(Filters(lane="state", states=(code,)), 1)]
    names = [JURISDICTIONS[code].name for code in held]
    return (f"Law of {' and '.join(names)} was not searched: send `town`: '{names[-1]}'.",) if names else ()


def meetings_not_held(shop: Workshop, brief: Brief) -> tuple[str, ...]:
    """A sentence for each body asked about of which no record is held, or, where the time asked about is that of its
    meeting, none of these days, with the nearest before and after; () where the question names no day or no town of
    which records are held."""
    issue, meeting = brief.issue, boards_of_the_time(brief.reading, brief.issue)
    days = (issue.date_from or issue.date_to, issue.date_to or issue.date_from)
    if not days[0] or issue.town not in shop.places():
        return ()
    lines, late = list[str](), list[str]()
    found = False
    for body in issue.boards or ("",):
        boards = (
            Filters(towns=(issue.town,), boards=(body,)) if body else Filters(towns=(issue.town,), doc_types=_MINUTES)
        )
        held = shop.library.documents(boards, _RECORDS_READ)
        name = f"the {issue.town} {body}" if body else issue.town
        dates = sorted(date for one in held if len(date := one.metadata.date) >= len("2031-05"))
        of_the_time = any(days[0] <= date <= days[1] or days[0].startswith(date) for date in dates)
        found |= of_the_time
        if not held:
            lines.append(f"No minutes of {name} are held.")
        elif days[0][:7] == days[1][:7] and not of_the_time and (not body or body in meeting):
            asked = days[0] if days[0] == days[1] else days[0][:7]
            near = [*[one for one in dates if one < days[0]][-1:], *[one for one in dates if one > days[1]][:1]]
            late.append(
                f"No minutes of {name} of {asked} are held; nearest: {', '.join(near)}."
                if not found or dates[-1] > days[1]
                else f"No record of {name} after {dates[-1]} is held."
            )
    return (*lines, *late)


def nothing_later(shop: Workshop, brief: Brief) -> tuple[str, ...]:
    """That no later record of the town, or of the body whose record the likeliest words stand in, is held, where the
    question is of a later time, or where those words stand in the newest one: what became of it then is not to be
    searched for."""
    town = brief.issue.town
    if town not in shop.places():
        return ()
    newest = _newest(shop, Filters(lane="local", towns=(town,)))
    told = _likeliest(brief)
    if newest and (brief.issue.date_from > newest or any(chunk.date == newest for chunk in told)):
        return (f"No record of {town} later than {newest} is held.",)
    last = _last_of_bodies(shop, town, told)
    return tuple(
        f"No record of the {town} {board} later than {day} is held."
        for board, day in last.items()
        if any(chunk.board == board and chunk.date == day for chunk in told)
    )


def held_to(shop: Workshop, brief: Brief) -> tuple[str, ...]:
    """To which day the minutes of each body are held in whose minutes the likeliest words stand, or that ranked best:
    what came later is not to be searched for."""
    town = brief.issue.town
    ranked = sorted(brief.retrieval.local, key=lambda item: -item.score)[:_RANKED]
    found = (*_likeliest(brief), *(item.chunk for item in ranked))
    told = [chunk for chunk in found if chunk.doc_type == "minutes"]
    last = _last_of_bodies(shop, town, told, ("minutes",)) if town in shop.places() else {}
    return tuple(f"Minutes of the {town} {board} are held to {day}." for board, day in last.items() if day)[:_BODIES]


_BODIES, _RANKED = 3, 6
"""Bodies of which it is told to which day their minutes are held, and passages that are looked at for them."""


def _likeliest(brief: Brief) -> list[Chunk]:
    """The local records in which the likeliest words of the parts stand."""
    chunks = {item.label: item.chunk for item in brief.retrieval.local}
    return [chunks[one.label] for part in brief.retrieval.answers for one in part.spans[:1] if one.label in chunks]


def _last_of_bodies(
    shop: Workshop, town: str, told: Sequence[Chunk], kinds: tuple[DocType, ...] = ()
) -> dict[str, str]:
    """Each body of a town whose dated records these are -> the day of the newest record held of it, of these kinds."""
    boards = dict.fromkeys(chunk.board for chunk in told if chunk.board and chunk.date and chunk.town == town)
    return {
        board: _newest(shop, Filters(lane="local", towns=(town,), boards=(board,), doc_types=kinds)) for board in boards
    }


def _newest(shop: Workshop, filters: Filters) -> str:
    """The day of the newest document within the filters; "" without one that has a day."""
    held = shop.library.documents(filters, 1)
    return held[0].metadata.date if held else ""


def _of_day(rows: Sequence[LedgerRow], issue: IssueMap) -> tuple[LedgerRow, ...]:
    """The rows of the one day that a question names, where it names one: of its record, or those that speak of it."""
    day = issue.date_from if issue.date_from == issue.date_to else ""
    return tuple(row for row in rows if day in ("", row.date) or spoken_date(day) in row.record.text)


def acts_of(shop: Workshop, brief: Brief, *, labelled: bool = True) -> tuple[str, ...]:
    """Lines of the ledger: what the pages found, and all records of the town, hold on the matter of the question, then
    the story of that; () for a question that asks for no act and no figure. Each names its page, by the label of the
    passage or by its document."""
    if listed := listed_of(shop, brief, _LISTED):
        return listed
    offices = [office for part in brief.reading.parts if (office := office_asked(part.text))]
    if offices:
        return _holder_lines(shop, brief, offices[0])
    local = [item for item in brief.retrieval.local if item.chunk.page_start]
    pages = [(item.chunk.doc_id, page, item.label) for item in local for page in item.chunk.pages]
    named = pages if labelled else []
    course = any(asks_course(part.text) for part in brief.reading.parts) and case_course(shop, brief, named)
    return course or line_course(shop, brief, named) or _acts_on_matter(shop, brief, pages, named)


def _acts_on_matter(
    shop: Workshop, brief: Brief, pages: Sequence[tuple[str, int, str]], named: Sequence[tuple[str, int, str]]
) -> tuple[str, ...]:
    """What the pages, and all records of the town, hold on the matter that a question for acts or figures names, and
    the story of that; `named` are the pages that are told by their labels."""
    asked = asked_of(brief)
    if not asks_for_acts(asked.cues, asked.identifiers) or any(asks_history(part.text) for part in brief.reading.parts):
        return ()
    ledger = shop.library.ledger
    asked_for = " ".join(part.text for part in brief.reading.parts)
    about = matter_of_part(asked_for, brief.issue)
    found = (*ledger.on_pages((doc, page) for doc, page, _ in pages), *_rows_about(ledger, brief, about))
    rows = tuple({row.id: row for row in found if not is_routine(asked_for, row.record.text)}.values())
    rows = of_kind_asked(_of_day(rows, brief.issue), asked_for)
    rows = tuple(row for row in rows if _names_all(row, names_wanted(brief)))
    sums = asks_sum(asked_for)
    if sums:
        moves = asks_change(asked_for)
        rows = tuple(row for row in rows if row.amount is not None and (moves or not is_change(row)))
    stems = asked.stems | dict.fromkeys(about, 1.0)
    acts, other = of_years(best_acts(stems, rows, asked.identifiers), brief.reading.years)
    if other and asks_deed(asked_for):
        return ()  # what was done in another year is not what was asked
    if sums and other:  # an act of another year gives no sum of this one
        acts = tuple(row for row in acts if row.record.kind != "motion")
        other = other if acts else ""
    matter = matter_of(acts)
    told = _story_rows(ledger, acts[0].town, matter.key) if matter else ()
    days = {row.date for row in acts}
    story = once([row for row in told if row.date not in days])[:_STORY]
    lines = [other] * bool(other) + [line_of(row, named) for row in acts]
    if matter and story:
        lines.append(f"The same matter ({matter.name}) at other meetings, oldest first:")
    conflicts = disagreement_lines(disagreements((*acts, *told)))[:_CONFLICTS]
    return (*lines, *(line_of(row, named) for row in story), *conflicts)


def _names_all(row: LedgerRow, things: Collection[frozenset[str]]) -> bool:
    """Whether a row says something of each name in the question, in its words, its matters or who acted."""
    said = {stem(word) for word in words(f"{row.record.text} {' '.join(one.name for one in row.record.matters)}")}
    return all(thing <= said for thing in things)


def _rows_about(ledger: Ledger, brief: Brief, about: Collection[str]) -> tuple[LedgerRow, ...]:
    """The rows of the town that hold all words of the matter, newest first, wherever they stand; () for the name of a
    private person."""
    said = dict.fromkeys(word for word in brief.reading.content if stem(word) in about)
    if not said or not brief.issue.town:
        return ()
    query = LedgerQuery(town=brief.issue.town, kinds=TOLD_KINDS, words=" ".join(said))
    try:
        return ledger.rows(query, limit=_STORY_READ).rows
    except InputError:
        return ()


def _holder_lines(shop: Workshop, brief: Brief, office: str) -> tuple[str, ...]:
    """Who held the office that the question asks for, the newest first; sums and votes tell nothing of it."""
    issue = brief.issue
    found = holders_of(shop.library, issue.town, issue.boards, office)
    named = [one for one in found if of_the_names(f"{one.town} {one.body} {one.person}", brief.reading.runs, issue)]
    newest = sorted(named, key=lambda one: (one.current, one.last), reverse=True)
    return tuple(map(holder_line, newest[:_HOLDERS]))


def _story_rows(ledger: Ledger, town: str, key: str) -> tuple[LedgerRow, ...]:
    """What became of a matter, oldest act first."""
    return ledger.rows(LedgerQuery(town=town, key=key), limit=_STORY_READ, order="time").rows


def _mixed(pointers: Sequence[tuple[str, Chunk]]) -> tuple[tuple[str, Chunk], ...]:
    """Each place once, both lanes among the first: a question needs both."""
    places: dict[tuple[str, str], tuple[str, Chunk]] = {}
    for pointer in pointers:
        places.setdefault(place_key(pointer[1]), pointer)
    lanes = [[one for one in places.values() if one[1].lane == lane] for lane in LANES]
    return both_lanes(*lanes)
