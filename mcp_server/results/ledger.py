"""What `ledger` gives back: one line for each act or figure, the sum, the pairs of two years, and how complete it is.

Rows and the lines they hold. Words of documents stand in untrusted fields only; counts and dates are ours.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mcp_server.results.shapes import ActView, PairView
from vault.facts.told import came_of, result_of, told, vote_words
from vault.facts.types import Motion, RowFigure
from vault.holders import OfficeHolder
from vault.ledger import Completeness, Disagreement, LedgerRow, YearPair
from vault.text.clean import shortened

__all__ = ["act_line", "act_view", "completeness_lines", "disagreement_lines", "holder_view", "is_routine", "pair_view"]

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


_ROUTINE = re.compile(
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
    lines = [f"{whole.meetings} meetings with minutes held{span}; {whole.with_records} of {whole.documents} documents."]
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
