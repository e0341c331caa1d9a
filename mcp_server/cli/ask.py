"""`opencouncil ask`, `status` and `audit`: the toolbox's views, printed for people or as JSON.

The last conversation of the command line: which session a follow-up belongs to, and what "it" and "she" mean there.

Kept as one file beside the vault, for its owner only; the session itself is a handle of the vault. A read-only vault
keeps none.
"""

from __future__ import annotations

import argparse
import os
import sys
import uuid
import webbrowser
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import anyio

from mcp_server.app import Workshop, new_session
from mcp_server.cli.terminal import note, progress, say, say_json, wrapped
from mcp_server.config import Config
from mcp_server.report.collect import answer_report, audit_report, check_targets, write_files
from mcp_server.report.model import PageReport
from mcp_server.results.audits import audit_view
from mcp_server.results.errors import TryInsteadError
from mcp_server.results.render import sources_of, trace_lines
from mcp_server.results.shapes import AuditView, RowView, StatusView
from mcp_server.results.strength import strength_lines, told_tier, untold_limits, why_lines
from mcp_server.results.told import ANSWER_ALONE, ON_RECORD, TurnText
from mcp_server.tools.arguments import Ask
from mcp_server.tools.jobs import prune_capsules
from mcp_server.tools.retrieval import heard, session_of
from mcp_server.tools.runs import with_session
from mcp_server.tools.status import status_of
from mcp_server.tools.told import told_of
from mcp_server.tools.write import audit_of_text, no_model
from pipeline.answer.formats import format_for
from pipeline.answer.markdown import parse_answer
from pipeline.ask.conversation import after_turn
from pipeline.ask.sessions import Session
from pipeline.record.hop_graph import hop_graph
from pipeline.run import Run, begin, find, plan, result_of
from pipeline.turn import answered
from pipeline.types import TurnResult
from pipeline.write.extract.followups import NOT_ADVICE
from vault.errors import HandleError
from vault.law.reference import official_url
from vault.law.references import find_refs

__all__ = ["answer_question", "debug_lines", "print_answer", "run_ask", "run_audit", "run_status", "with_shop"]

T = TypeVar("T")
_TITLES_SHOWN = 5
_AUDIT_ROWS = 400
"""As many sentences as the audit reads."""


def with_shop(config: Config, work: Callable[[Workshop], Awaitable[T]]) -> T:
    """What `work` gives with a workshop that is closed afterwards."""

    async def job() -> T:
        shop = Workshop(config)
        try:
            return await work(shop)
        finally:
            await shop.aclose()

    return anyio.run(job)


async def answer_question(shop: Workshop, ask: Ask) -> TurnResult:
    """One whole turn, its capsule kept beside the vault."""
    if ask.writer == "model" and not shop.writes:
        raise TryInsteadError(
            "No model key is set.", code="E_NO_MODEL", next_step="Set GEMINI_API_KEY or use --writer extract."
        )
    found = heard(shop, ask)
    if found.session.id and found.session.id != ask.session_id:
        note(f"The pasted text is kept: ask on with --session {found.session.id}")
    if found.followed:
        note(f"Read as: {found.question.text}")
    prune_capsules(shop.folder)
    services = shop.services(model=ask.writer != "extract", capsules=shop.folder, run_id=f"run_{uuid.uuid4().hex[:16]}")
    run, work = begin(found.question, found.context, services, session_id=found.session.id)
    with progress("Reading the question") as stage:
        run = await plan(run, work)
        stage(f"Searching {_lanes(run)}")
        run = with_session(shop, await find(run, work))
        stage(f"Writing and checking from {len(run.retrieval.merged) if run.retrieval else 0} passages")
        result = result_of(await answered(run, work), work)
    await anyio.to_thread.run_sync(remember_turn, shop, found.session, result)
    return result


def _lanes(run: Run) -> str:
    planned = run.plan.retrieval if run.plan else None
    queries = len(planned.local.queries) + len(planned.state.queries) if planned else 0
    town = run.plan.issue.town if run.plan else ""
    return f"the records of {town or 'all towns'} and state law ({queries} queries)"


def print_answer(result: TurnResult, told: TurnText = ANSWER_ALONE, *, degraded: str = "") -> None:
    """What is told of the turn: the rows asked for, the answer with its sources, rows of the ledger on the matter, what
    limits it."""
    for place, line in enumerate(told.listed):
        say(wrapped(line if place == 0 else f"- {line}", "  " if place else ""))
    for line in told.lost:
        say(wrapped(line))
    if told.acts_first:
        _say_acts(told.acts)
    if told.prose:
        _say_answer(result, told)
    elif not told.acts_first:
        _say_acts(told.acts)
    say(NOT_ADVICE)
    if degraded:
        note(degraded)


def _say_answer(result: TurnResult, told: TurnText) -> None:
    answer = result.answer
    sources = sources_of(answer, result.brief)
    say(wrapped(answer.answer_markdown))
    if sources:
        say("\nSources")
    for line in sources:
        pages = (line.page, *line.more_pages) if line.page and not line.section else ()
        page = f", {'pages' if len(pages) > 1 else 'page'} {', '.join(map(str, sorted(pages)))}" if pages else ""
        named = f"{line.section}, {line.title}" if line.section and line.section not in line.title else line.title
        say(f"  [{line.label}] {named}{page}" + (f"\n       {line.link}" if line.link else ""))
    if not told.acts_first:
        _say_acts(told.acts)
    for limitation in untold_limits(answer):
        say(wrapped(f"- {limitation}", "  "))
    if chapters := _chapters_to_add(result):
        say(wrapped(f"- To add the law that is not held: opencouncil law add {' '.join(chapters)}", "  "))
    say("")
    for strength in strength_lines(result.retrieval.answers, answer):
        say(wrapped(strength))
    if not result.audit.passed:
        say("The audit did NOT pass: read the cited pages before you rely on this.")


def _say_acts(acts: Sequence[str]) -> None:
    if acts:
        say(f"\n{ON_RECORD}")
    for act in acts:
        say(wrapped(f"- {act}", "  "))
    say("")


def _chapters_to_add(result: TurnResult) -> tuple[str, ...]:
    """The chapters of law that an answer misses and that can be fetched, as `law add` takes them."""
    refs = find_refs("; ".join((*result.answer.limitations, *result.plan.issue.statutes)))
    absent = [ref for ref in refs if ref.cite in result.retrieval.absent]
    return tuple(dict.fromkeys(ref.chapter for ref in absent if official_url(ref.cite)))


def debug_lines(result: TurnResult) -> Iterator[str]:
    """All that was decided on the way, read off the result (S3, S2 §9); never part of an answer (decision 29)."""
    issue, held, strength = result.plan.issue, result.retrieval, result.strength
    yield f"\nissue: entities={issue.entities} topics={issue.legal_topics} salience={issue.legal_salience}"
    yield f"plan: {result.plan.retrieval.reason}; planner confidence {issue.planner_confidence}"
    yield from (f"  dropped: {dropped}" for dropped in result.plan.dropped)
    yield from (f"  {line}" for line in trace_lines(held))
    for lane, kept, retrieved in (
        ("local", held.local, held.signals.local_retrieved),
        ("state", held.state, held.signals.state_retrieved),
    ):
        titles = tuple(dict.fromkeys(item.chunk.title for item in kept))[:_TITLES_SHOWN]
        yield f"{lane}: {retrieved} retrieved, {len(kept)} selected: {'; '.join(titles)}"
        yield f"  {' '.join(item.chunk.id for item in kept)}"
    yield f"strength: {strength.tier} ({strength.because}); {strength.distinct_state_docs} state documents,"
    yield f"  of authority: {strength.authoritative_state_present}; early exit: {held.early_exit_reason}"
    yield from (f"  measure: {measure}" for measure in held.signals.because)
    yield f"stopped: {result.stop_reason}"
    yield from (f"  hop: {decision.self_reflection}" for decision in held.decisions)
    yield f"answer: {result.answer_source}, repaired={result.repaired}, {result.audit.word_count} words"
    chosen = format_for(result.question.format or result.plan.route.format, issue)
    sections = parse_answer(result.answer.answer_markdown, chosen).sections
    yield f"citations: { {section.heading or 'answer': len(section.labels) for section in sections} }"
    yield from (f"  {finding.severity} {finding.rule}: {finding.message}" for finding in result.audit.findings)
    timings = {name: round(ms) for name, ms in result.timings_ms.items()}
    yield f"calls: {result.calls.model_dump_json()}  timings: {timings} ms"
    yield f"run: {result.run_id} (opencouncil replay {result.run_id})"


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


async def _drawn(report: Callable[[], PageReport], targets: Mapping[str, Path]) -> None:
    """Gathers the report and writes it into the files, telling what is done."""
    note("Drawing the cited pages ...")
    for line in await anyio.to_thread.run_sync(lambda: write_files(report(), targets)):
        note(line)


def _open(report: Path) -> None:
    """Shows the cited pages of a report in the desktop's browser; where there is none, the printed link is enough."""
    link = f"{report.resolve().as_uri()}#page-1"
    note(f"The cited page: {link}")
    if sys.stdout.isatty():
        webbrowser.open(link)


def _ask_of(given: argparse.Namespace) -> Ask:
    return Ask(
        question=" ".join(given.question),
        town=given.town,
        boards=tuple(given.board),
        queries=tuple(given.also),
        session_id=given.session,
        format=given.format,
        depth=given.depth,
        writer=given.writer,
    )


def _print(shop: Workshop, result: TurnResult, told: TurnText, given: argparse.Namespace) -> None:
    print_answer(result, told, degraded=no_model(shop) if given.writer == "auto" and given.debug else "")
    for line in ("", *why_lines(result)) if given.why else ():
        say(line)


async def _reported(
    shop: Workshop, result: TurnResult, told: TurnText, targets: Mapping[str, Path], *, opened: bool
) -> None:
    """Writes the files asked for; to open the cited pages, one beside the run where none was asked for."""
    if opened:
        targets = {"html": shop.folder / f"{result.run_id}.html", **targets}
    if targets:
        await _drawn(lambda: answer_report(result, shop.library, day=_today(), told=told), targets)
    if opened:
        _open(targets["html"])


def run_ask(given: argparse.Namespace, config: Config) -> int:
    """Answers; 1 when the answer did not pass its audit."""
    ask, targets = _ask_of(given), check_targets({"html": given.html, "docx": given.docx})

    async def work(shop: Workshop) -> tuple[TurnResult, TurnText]:
        result = await answer_question(shop, continuing(shop, ask) if given.continue_ else ask)
        told = told_of(shop, result)
        if given.save and not config.read_only:
            text = told.markdown(result.answer.answer_markdown)
            saved = shop.notes.save(result.brief.reading.text, text, run_id=result.run_id)
            note(f"Saved as note {saved.id}.")
        if not given.json:
            _print(shop, result, told, given)
        await _reported(shop, result, told, targets, opened=given.open_)
        return result, told

    result, told = with_shop(config, work)
    if given.graph:
        given.graph.write_text(hop_graph(result.brief.reading.text, result.retrieval), encoding="utf-8")
        note(f"Hop graph: {given.graph}")
    if given.json:
        say_json(_result_json(result, told, debug=given.debug))
    elif given.debug:
        for line in debug_lines(result):
            note(line)
    return 0 if result.audit.passed or result.plan.clarification else 1


def _result_json(result: TurnResult, told: TurnText, *, debug: bool) -> object:
    if debug:
        return result.model_dump(mode="json", by_alias=True)
    sources = sources_of(result.answer, result.brief) if told.prose else ()
    return {
        **result.answer.model_dump(mode="json"),
        "answer_markdown": told.markdown(result.answer.answer_markdown),
        "listed": list(told.listed),
        "on_record": list(told.acts),
        "sources": [line.model_dump(mode="json") for line in sources],
        "format": result.question.format or result.plan.route.format,
        "tier": told_tier(result.strength.tier, result.answer, result.retrieval.answers),
        "audit_passed": result.audit.passed,
        "run_id": result.run_id,
    }


def _print_status(status: StatusView, config: Config) -> None:
    say(f"Vault: {config.vault}")
    if status.ready:
        say(
            f"{status.documents} documents ({status.local_documents} local, {status.state_documents} state),"
            f" {status.pages} pages, {status.chunks} passages, {status.sections} statute sections, {status.notes} notes"
        )
        if status.documents:
            say(f"Dated {status.date_from or '?'} to {status.date_to or '?'}. Types: {', '.join(status.doc_types)}")
            say(f"Towns: {', '.join(status.towns) or 'none'}")
    for board in status.boards:
        gaps = f"; {len(board.missing)} months without, last {', '.join(board.missing[-3:])}" if board.missing else ""
        span = f" {board.first} to {board.last}" if board.first else ""
        say(f"  {board.town or '-'} / {board.board}: {board.records} records{span}{gaps}")
    say(f"Writer: {status.writer}{'. Read-only' if status.read_only else ''}")
    for line in status.missing:
        say(f"Missing: {line}")


def run_status(given: argparse.Namespace, config: Config) -> int:
    """Prints what is held; 1 when there is no usable vault."""

    async def work(shop: Workshop) -> int:
        status = status_of(shop, town=given.town, detail="detailed")
        say_json(status) if given.json else _print_status(status, config)
        return 0 if status.ready else 1

    return with_shop(config, work)


def _left_over(row: RowView) -> tuple[str, ...]:
    """The sentence's own words that nothing holds; what is said about it, in brackets, is told as a finding."""
    return tuple(word for word in row.residue if not word.startswith("("))


def _print_audit(view: AuditView) -> None:
    for finding in view.findings:
        say(f"{finding.severity}: {finding.message}" + (f"  [{finding.place}]" if finding.place else ""))
        if finding.repair:
            say(wrapped(finding.repair, "    "))
    for row in view.rows:
        words = _left_over(row)
        left = f"  [not found: {', '.join(words)}]" if words else ""
        say(f"{row.verdict:<10} {row.sentence}{left}")
    told = "nothing the vault contradicts" if view.passed else f"{view.errors} errors"
    if view.second_reader:
        say(f"What was verified was read once more by {view.second_reader}, which can only doubt.")
    counts = {name: count for name, count in view.verdicts.model_dump().items() if count}
    verdicts = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in counts.items()) or "none judged"
    say(f"{view.total_rows} sentences: {verdicts}. {told[:1].upper()}{told[1:]}, {view.warnings} warnings.")
    unbound = list(dict.fromkeys(word for row in view.rows for word in _left_over(row)))
    if unbound:
        say(wrapped(f"In no passage found: {', '.join(unbound)}. Nothing here stands behind these words."))
    say("Checked mechanically, which judges no truth.")


def run_audit(given: argparse.Namespace, config: Config) -> int:
    """Audits a text file against the vault; 1 when the vault contradicts it."""
    try:
        text = sys.stdin.read() if str(given.file) == "-" else given.file.read_text("utf-8", errors="replace")
    except OSError as error:
        raise TryInsteadError(f"{given.file} cannot be read: {error.strerror}.", next_step="Check the path.") from error

    targets = check_targets({"html": given.html})

    async def work(shop: Workshop) -> int:
        report = await anyio.to_thread.run_sync(audit_of_text, shop, text)
        view = audit_view(report, detail="detailed", offset=0, limit=_AUDIT_ROWS, next_step="")
        say_json(view) if given.json else _print_audit(view)
        if targets:
            name = given.file.name if str(given.file) != "-" else "a text"
            await _drawn(lambda: audit_report(report, shop.library, name=name, day=_today()), targets)
        return 0 if view.passed else 1

    return with_shop(config, work)


def _file(shop: Workshop) -> Path:
    return shop.folder / "last-session"


def continuing(shop: Workshop, ask: Ask) -> Ask:
    """The question as a follow-up of the last one. Raises `TryInsteadError` when there is none or a week has passed."""
    try:
        found = session_of(shop, _file(shop).read_text("utf-8"))
    except (OSError, HandleError):
        found = None
    if found is None:
        raise TryInsteadError(
            "There is no question to continue.", code="E_NO_CONVERSATION", next_step="Ask without --continue first."
        )
    return replace(ask, session_id=found.id)


def remember_turn(shop: Workshop, session: Session, result: TurnResult) -> None:
    """Keeps what the turn was about for the next question; `session` is the one it was heard in, without an id when a
    conversation begins."""
    if shop.config.read_only:
        return
    session = session.changed(id=session.id or new_session(shop.handles).id)
    shop.sessions.save(after_turn(session, result))
    shop.folder.mkdir(exist_ok=True, mode=0o700)
    handle = os.open(_file(shop), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(session.id)
