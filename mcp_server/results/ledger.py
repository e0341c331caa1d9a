"""What the ledger gives back: one line for each act or figure, the sum, the pairs of two years, how complete it is, and
what a board has before it, for the prompt that prepares a meeting.

Rows and the lines they hold; no sentence is written about them. Words of documents stand in untrusted fields only;
counts and dates are ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from mcp_server.results.shapes import ActView, PairView
from vault.errors import InputError
from vault.facts.outcomes import came_of, result_of, told, vote_words
from vault.facts.types import Motion, RowFigure
from vault.holders import OfficeHolder
from vault.ledger import Completeness, Disagreement, LedgerQuery, LedgerRow, YearPair
from vault.ports import Ledger
from vault.text.clean import shortened
from vault.text.patterns import lazy_regex

__all__ = [
    "act_line", "act_view", "brief_of", "completeness_lines", "disagreement_lines", "holder_view", "is_routine",
    "pair_view",
]  # fmt: skip

_DISAGREEMENTS = 5
_TOLD = 240
"""Characters of the words shown for one row."""


def act_view(row: LedgerRow) -> ActView:
    """One record as a row of the answer."""
    record = row.record
    view = ActView.like(
        row,
        kind=record.kind,
        told=shortened(told(record), _TOLD),
        matters=tuple(dict.fromkeys(matter.name for matter in record.matters))[:4],
        id=f"chunk:{row.chunk_id}" if row.chunk_id is not None else "",
        certain=record.quality == "certain",
    )
    if isinstance(record, Motion):
        return view.changed(
            outcome=result_of(record),
            vote=vote_words(record.vote),
            value=record.amount,
        )
    if isinstance(record, RowFigure):
        return view.changed(column=record.column, period=record.period, value=record.value, status=record.status)
    return view.changed(value=getattr(record, "amount", ""), outcome=getattr(record, "result", ""))


def act_line(act: ActView) -> str:
    """One act as a line: when, what, what came of it, whether that is only likely, and its page."""
    came = "; ".join(part for part in (act.outcome, act.vote, act.value) if part)
    mark = "" if act.certain else " (likely)"
    day = f"every {act.date[2:]}" if act.date.startswith("--") else act.date or "no date"
    return f"- {day}: {act.told}{' -> ' + came if came else ''}{mark}  [{act.doc_id} p. {act.page}]"


_ROUTINE = lazy_regex(
    r"\b(?:adjourn|minutes|enter (?:(?:in)?to|nonpublic)|roll call|come out of|leave (?:the )?non-?public)",
    re.IGNORECASE,
)


def is_routine(row: LedgerRow) -> bool:
    """Whether an act is of the kind of every meeting (adjournments, minutes) and decides no matter."""
    return bool(_ROUTINE.search(told(row.record)))


def holder_view(holder: OfficeHolder) -> ActView:
    """One holder of an office as a row: first and last day, at how many meetings, and the newest page that says so."""
    now = f"named last on {holder.last}" if holder.current else f"until {holder.last}"
    view = act_view(holder.latest)
    changed = {
        "told": f"{holder.person}, {holder.office}",
        "period": f"{holder.first} to {holder.last}",
        "outcome": f"{now}; named at {holder.meetings} meeting{'s'[: holder.meetings != 1]} since {holder.first}",
    }
    return ActView(**{**dict(view), **changed})


def _value(row: LedgerRow | None) -> str:
    return str(getattr(row.record, "value", "")) if row else ""


def pair_view(pair: YearPair) -> PairView:
    """One row of two years with its sources."""
    found = [row for row in (pair.before, pair.after) if row]
    return PairView.like(
        pair,
        before=_value(pair.before),
        after=_value(pair.after),
        percent=pair.share,
        sources=tuple(dict.fromkeys(f"{row.doc_id} p. {row.page}" for row in found)),
    )


def disagreement_lines(pairs: Sequence[Disagreement]) -> tuple[str, ...]:
    """What records say differently, in sentences: both values with their pages; at most five."""
    return tuple(map(_differing, pairs[:_DISAGREEMENTS]))


def _differing(pair: Disagreement) -> str:
    if pair.about == "proposal":
        return (
            f"Asked and voted differ on {shortened(told(pair.one.record), _TOLD)}: {came_of(pair.one.record)}"
            f" ({_status(pair.one)}), then {came_of(pair.other.record)} ({_status(pair.other)})."
        )
    return (
        f"Records disagree on the {pair.about} of {shortened(told(pair.one.record), _TOLD)}: {came_of(pair.one.record)}"
        f" ({_status(pair.one)}) against {came_of(pair.other.record)} ({_status(pair.other)})."
    )


def _status(row: LedgerRow) -> str:
    known = f"{row.doc_status} " if row.doc_status not in ("", "unknown", "current") else ""
    return f"{known}{row.doc_id} p. {row.page}"


def completeness_lines(whole: Completeness) -> tuple[str, ...]:
    """What stands behind the answer, in sentences; the first one always, the others where something is missing."""
    span = f" from {whole.first} to {whole.last}" if whole.first else ""
    held = f"{whole.meetings} meetings with minutes held{span}; " if whole.meetings else "Records read: "
    lines = [f"{held}{whole.with_records} of {whole.documents} documents."]
    if whole.missing_months:
        shown = ", ".join(whole.missing_months[-6:])
        lines.append(f"{len(whole.missing_months)} months between them have no records held, e.g. {shown}.")
    if whole.unread_pages:
        lines.append(f"{whole.unread_pages} pages could not be read: acts on them are not listed.")
    if whole.waiting:
        lines.append(f"{whole.waiting} documents are not in the ledger yet: run `opencouncil ingest` once.")
    if whole.likely:
        lines.append(f"{whole.likely} rows shown are read as likely, not certain: open their page before quoting.")
    return tuple(lines)


_MOST = 3_000
"""Acts of one board read for a brief: some years of a board that meets every week."""
_SHOWN = 12
"""Rows of one part: a brief is one page."""
_OPEN = frozenset({"continued", "tabled"})


def brief_of(ledger: Ledger, scope: LedgerQuery, topics: str) -> tuple[str, ...]:
    """The lines of the brief on the body of the scope, in Markdown: its parts in the order open, last meeting, days to
    come, one part for each of the topics, and how complete it is; a part without rows says so."""
    answer = ledger.rows(scope.changed(kinds=("motion",)), limit=_MOST, order="time")
    acts = [row for row in answer.rows if not is_routine(row)]
    last = acts[-1].date if acts else ""
    announced = ledger.rows(scope.changed(kinds=("notice",), date_from=last), limit=_MOST, order="time").rows
    parts: list[tuple[str, Sequence[LedgerRow]]] = [
        ("Continued or tabled, and not decided since", _left_open(acts)),
        (f"Decided at the last meeting held ({last or 'none'})", [row for row in acts if row.date == last]),
        ("Hearings, deadlines and meetings announced for later", _once(announced)),
    ]
    lines = [line for title, rows in parts for line in _part(title, rows)]
    for topic in _topics(topics):
        lines += _about(ledger, scope, topic)
    return (*lines, *disagreement_lines(answer.disagreements), *completeness_lines(answer.completeness))


def _topics(topics: str) -> list[str]:
    return [topic for part in re.split(r"[;\n]", topics) if (topic := part.strip())][:5]


def _about(ledger: Ledger, scope: LedgerQuery, topic: str) -> list[str]:
    """The newest acts whose matter is the topic, else those whose words name it, of any body of the town."""
    title, town = f"On record about {topic}", scope.changed(body="")
    try:
        found = ledger.rows(town.changed(matter=topic), limit=_MOST, order="time").rows
        return _part(title, found or ledger.rows(town.changed(words=topic), limit=_MOST, order="time").rows)
    except InputError as error:
        return [f"### {title}", f"- {error.message} {error.next_step}".rstrip(), ""]


def _once(rows: Sequence[LedgerRow]) -> list[LedgerRow]:
    """Each announced day once for each thing it is for."""
    return list({(row.date, getattr(row.record, "what", "")): row for row in reversed(rows)}.values())[::-1]


def _left_open(acts: Iterable[LedgerRow]) -> list[LedgerRow]:
    """The last act of each matter that put it off, where no later act names the matter."""
    latest: dict[str, LedgerRow] = {}
    for row in acts:
        for matter in row.record.matters:
            latest[matter.key] = row
    put_off = {row.id: row for row in latest.values() if getattr(row.record, "outcome", "") in _OPEN}
    return list(put_off.values())


def _part(title: str, rows: Sequence[LedgerRow]) -> list[str]:
    shown = [act_line(act_view(row)) for row in rows[-_SHOWN:]]
    left = [f"- {len(rows) - _SHOWN} earlier rows are not shown."] if len(rows) > _SHOWN else []
    return [f"### {title}", *(shown or ["- none on record"]), *left, ""]
