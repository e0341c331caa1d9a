"""The ledger's questions and answers, whatever engine holds it: rows with their places, sums, years compared.

Values, and the arithmetic on rows that needs no engine. It refuses to read or store a row.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from vault.facts.cells import amount_of
from vault.facts.names import surname
from vault.facts.types import Action, Fate, FigureStatus, LedgerRecord, MatterOutcome, RecordKind
from vault.store.keys import plain_key
from vault.text.patterns import lazy_regex
from vault.types import ChunkId, Filters
from vault.value import Value

__all__ = [
    "ALL_ROWS", "STAGES", "Completeness", "Disagreement", "LedgerAnswer", "LedgerQuery", "LedgerRow", "Order",
    "YearPair", "disagreements", "is_change", "sum_of", "surname_key", "year_pairs",
]  # fmt: skip

STAGES: tuple[FigureStatus, ...] = ("voted", "amended", "actual", "recommended", "proposed", "requested")
"""Stages of a sum, what is decided before what is asked."""
ALL_ROWS = 1_000_000
"""More rows than a ledger holds: a sum needs them all."""


class LedgerQuery(Value):
    """What to look for. Empty fields do not narrow; all that are given must hold. `person` is an official in an act:
    a mover, a seconder or one whose vote is told."""

    town: str = ""
    state: str = ""
    of_no_town: bool = False
    """Only the records of no town: tables that tell of all of a state, and law."""
    body: str = ""
    kinds: tuple[RecordKind, ...] = ()
    person: str = ""
    matter: str = ""
    """A case, article, parcel, fund, budget, resolution or other matter as it is printed."""
    key: str = ""
    """The key of one matter, as records carry it."""
    action: Action | None = None
    outcome: MatterOutcome | None = None
    fate: Fate | None = None
    """What became of the motion itself."""
    status: FigureStatus | None = None
    article: str = ""
    year: str = ""
    """Year of a figure's column, or of the record's date."""
    words: str = ""
    """Words of the object, the row or the column; all must occur."""
    date_from: str = ""
    date_to: str = ""
    amount_from: float | None = None
    amount_to: float | None = None
    doc_ids: tuple[str, ...] = ()

    @property
    def documents(self) -> Filters:
        """The documents in question: those of its place, body and time, whatever they hold."""
        return Filters(
            towns=(self.town,) if self.town else (),
            boards=(self.body,) if self.body else (),
            states=(self.state,) if self.state else (),
            date_from=self.date_from,
            date_to=self.date_to,
            lane="local" if self.town else None,
        )


class LedgerRow(Value):
    """One record with its citation."""

    id: int
    record: LedgerRecord
    doc_id: str
    title: str
    state: str
    town: str
    board: str
    date: str
    doc_type: str
    doc_status: str
    page: int | None
    chunk_id: ChunkId | None
    source: str
    url: str

    @property
    def amount(self) -> float | None:
        """The sum of the record as a number; None when it states none."""
        written = getattr(self.record, "amount", None)
        if isinstance(written, float) or written is None:
            return written
        return amount_of(str(written))


class Completeness(Value):
    """What stands behind an answer: the meetings and documents held, and what is missing or unread."""

    documents: int
    """Documents of the scope asked."""
    with_records: int
    meetings: int
    first: str = ""
    last: str = ""
    missing_months: tuple[str, ...] = ()
    unread_pages: int = 0
    waiting: int = 0
    """Documents the ledger has not read yet."""
    likely: int = 0
    """Rows of the answer whose reading is likely, not certain."""


class Disagreement(Value):
    """Two rows that tell one act or figure differently: a draft and the approved minutes, one year with two values, a
    sum as proposed and as voted."""

    one: LedgerRow
    other: LedgerRow
    about: Literal["outcome", "vote", "value", "proposal"]


class LedgerAnswer(Value):
    """Rows in the order asked, how many there are in all, how complete that is, and which of the rows disagree."""

    rows: tuple[LedgerRow, ...]
    total: int
    completeness: Completeness
    disagreements: tuple[Disagreement, ...] = ()


class LedgerSum(Value):
    """A sum with its rows; rows without a sum or of another unit are counted and left out."""

    total: float
    unit: str
    rows: tuple[LedgerRow, ...]
    left_out: int
    repeated: int = 0
    """Rows that tell an act or figure already counted."""
    completeness: Completeness


class YearPair(Value):
    """One row of a table in two years; a difference only where both are known."""

    label: str
    column: str
    before: LedgerRow | None
    after: LedgerRow | None
    difference: float | None = None
    share: float | None = None
    """Difference in per cent of the earlier value; None from nothing."""
    conflict: bool = Field(default=False)
    """True when one year has several values for this row."""


Order = Literal["place", "time", "amount"]
"""By document, by time, or largest sum first."""


def surname_key(name: str) -> str:
    """The key of an official: the last word of the name, as minutes print "Smith" and "Jonathan Smith" for one."""
    return plain_key(surname(name))


def sum_of(answer: LedgerAnswer) -> LedgerSum:
    """The sum of the amounts of the rows in their most usual unit, each act or figure once; what a figure rose by or
    stood at before is left out."""
    with_sum = [row for row in answer.rows if row.amount is not None and not is_change(row)]
    units = [getattr(row.record, "unit", "$") or "$" for row in with_sum]
    unit = max(sorted(set(units)), key=units.count, default="$")
    counted: dict[tuple[object, ...], LedgerRow] = {}
    same = [row for row, one in zip(with_sum, units, strict=True) if one == unit]
    for row in same:
        counted.setdefault(_act(row), row)
    rows = tuple(counted.values())
    return LedgerSum(
        total=round(sum(row.amount or 0.0 for row in rows), 2),
        unit=unit,
        rows=rows,
        left_out=len(answer.rows) - len(same),
        repeated=len(same) - len(rows),
        completeness=answer.completeness,
    )


def is_change(row: LedgerRow) -> bool:
    """Whether a figure tells by how much another one rose or fell, or where it stood before."""
    return _column(row) == "from" or bool(_CHANGE.search(_column(row)))


def _act(row: LedgerRow) -> tuple[object, ...]:
    """What makes two rows tell one act: draft and approved minutes of a meeting, a table printed twice, an article in
    the warrant and in the list of what the meeting did with it."""
    record = row.record
    if record.kind == "article":
        return (record.kind, row.state, row.town, row.board, row.date[:4], record.number, row.amount)
    label = getattr(record, "label", "") or getattr(record, "object", "") or getattr(record, "title", "")
    return (
        *(record.kind, row.state, row.town, plain_key(str(label))[:80], row.amount, getattr(record, "column", "")),
        *(
            getattr(record, "period", ""),
            row.date if record.kind == "motion" else "",
            tuple(m.key for m in record.matters),
        ),
    )


def disagreements(rows: Sequence[LedgerRow]) -> tuple[Disagreement, ...]:
    """The pairs of rows from two documents that tell the same act or figure and differ in its outcome, its vote or its
    value; each act at most once, in the order of the rows."""
    first: dict[tuple[object, ...], LedgerRow] = {}
    found: dict[tuple[object, ...], Disagreement] = {}
    for row in rows:
        key = _same(row)
        held = first.setdefault(key, row) if key else row
        about = _differs(held, row) if held.doc_id != row.doc_id else None
        if about:
            found.setdefault(key, Disagreement(one=held, other=row, about=about))
    return (*found.values(), *_changed_sums(rows))


_ASKED_SUM = frozenset({"proposed", "requested", "recommended"})
_DECIDED_SUM = frozenset({"voted", "amended"})
_VOTERS = lazy_regex(r"\bmeeting\b|\bcouncil\b", re.IGNORECASE)
"""Bodies that raise money: what a board approves for the next meeting of the voters is still asked."""


def _changed_sums(rows: Sequence[LedgerRow]) -> tuple[Disagreement, ...]:
    """Sums of one matter and year that were voted otherwise than they were asked or recommended; each matter once."""
    asked: dict[tuple[object, ...], LedgerRow] = {}
    decided: dict[tuple[object, ...], LedgerRow] = {}
    for row in rows:
        stage, keys = _stage(row), _sum_keys(row) if row.amount is not None else ()
        for key in keys:
            if stage in _ASKED_SUM:
                asked[key] = row  # the last asked is what went to the vote
            elif stage in _DECIDED_SUM:
                decided.setdefault(key, row)
    found: dict[tuple[int, int], Disagreement] = {}
    for key, vote in decided.items():
        ask = asked.get(key)
        if ask is not None and ask.amount != vote.amount and ask.date <= vote.date:
            found.setdefault((ask.id, vote.id), Disagreement(one=ask, other=vote, about="proposal"))
    return tuple(found.values())


def _stage(row: LedgerRow) -> str:
    """How far the sum of a record has come: asked, recommended, voted; "" where it is not told."""
    record = row.record
    if record.kind == "figure":
        return record.status
    if record.kind == "article":
        return "voted" if re.search(r"pass|adopt|carried|yes", record.result) else "proposed"
    if record.kind != "motion":
        return ""
    if record.outcome == "recommended":
        return "recommended"
    if record.outcome not in ("granted", "authorized", "accepted", "amended"):
        return ""
    return "voted" if _VOTERS.search(row.board) else "recommended"


def _sum_keys(row: LedgerRow) -> tuple[tuple[object, ...], ...]:
    """What a sum is for: the row of a table in its year, or the fund or budget of a motion or article in the year of
    its meeting."""
    record, place = row.record, (row.state, row.town)
    if record.kind == "figure":
        years = re.findall(r"(?:19|20)\d\d", record.period)
        return ((*place, plain_key(record.label), years[-1]),) if len(years) == 1 and record.unit == "$" else ()
    funds = [matter.key for matter in record.matters if matter.kind in ("fund", "budget")]
    return tuple((*place, key, row.date[:4]) for key in funds) if len(funds) == 1 and row.date else ()


def _same(row: LedgerRow) -> tuple[object, ...]:
    """What two tellings of one act or figure have in common; () for a row that cannot be told twice."""
    record = row.record
    place = (record.kind, row.state, row.town)
    if record.kind == "motion" and record.fate != "none":
        return (*place, row.board, row.date, record.action, plain_key(record.object)[:60], surname_key(record.mover))
    if record.kind == "figure" and record.period and record.column:
        return (*place, plain_key(record.label), plain_key(record.column), record.period, record.unit)
    return ()


def _differs(one: LedgerRow, other: LedgerRow) -> Literal["outcome", "vote", "value"] | None:
    a, b = one.record, other.record
    if a.kind == "motion" and b.kind == "motion":
        if a.outcome != b.outcome:
            return "outcome"
        counts = [(vote.yes, vote.no) for vote in (a.vote, b.vote) if vote.yes is not None]
        return "vote" if len(set(counts)) == 2 else None
    return "value" if one.amount is not None and other.amount is not None and one.amount != other.amount else None


_CHANGE = lazy_regex(r"\b(?:change|difference|increase|decrease|variance)\b|%", re.IGNORECASE)
_NO_VALUE = lazy_regex(rf"{_CHANGE.pattern}|\bnot recommended\b", re.IGNORECASE)
_MARKS = "•▪*- ."  # before the words of a row


def year_pairs(rows: Sequence[LedgerRow], before: str, after: str) -> tuple[YearPair, ...]:
    """Figures of equal label under two years, each value once: beside a later value the same column of the earlier
    year, else another of the same document, else any. What a column says was not recommended is no value of its row."""
    by_row: dict[tuple[str, str], tuple[list[LedgerRow], list[LedgerRow]]] = {}
    for row in rows:
        year = _year_of(str(getattr(row.record, "period", "")), before, after)
        if not year or row.amount is None or _NO_VALUE.search(_column(row)):
            continue
        key = (row.town, plain_key(str(getattr(row.record, "label", "")).strip(_MARKS)))
        by_row.setdefault(key, ([], []))[year == after].append(row)
    found: list[YearPair] = []
    for earlier, later in by_row.values():
        found += [_pair(_match(earlier, row), row, later) for row in _distinct(later)]
        found += [_pair(row, None, earlier) for row in _distinct(earlier) if not later]
    return tuple(sorted(found, key=lambda pair: pair.before is None or pair.after is None))


def _column(row: LedgerRow) -> str:
    return str(getattr(row.record, "column", ""))


def _year_of(period: str, before: str, after: str) -> str:
    """Which of the two years a period is; empty for another one and for a span of years."""
    years = [y for y in (before, after) if re.search(rf"(?<!\d){y[-4:]}(?!\d)|FY\s?{y[-2:]}(?!\d)", period)]
    return years[0] if len(years) == 1 and len(re.findall(r"\d{4}", period)) <= 1 else ""


def _distinct(rows: Sequence[LedgerRow]) -> list[LedgerRow]:
    """One row for each value, as it was told at the furthest stage; in the order of the rows."""
    kept: dict[float | None, LedgerRow] = {}
    for row in rows:
        held = kept.setdefault(row.amount, row)
        kept[row.amount] = min(held, row, key=_how_far)
    return list(kept.values())


def _how_far(row: LedgerRow) -> int:
    status = getattr(row.record, "status", "")
    return STAGES.index(status) if status in STAGES else len(STAGES)


def _match(earlier: Sequence[LedgerRow], later: LedgerRow) -> LedgerRow | None:
    """The earlier value to set beside a later one."""

    def closeness(row: LedgerRow) -> tuple[bool, bool]:
        same = re.sub(r"\d", "", _column(row)) == re.sub(r"\d", "", _column(later))
        return row.doc_id == later.doc_id, same

    return max(earlier, key=closeness, default=None)


def _pair(one: LedgerRow | None, two: LedgerRow | None, rows: Sequence[LedgerRow]) -> YearPair:
    known = two or one
    difference = share = None
    if one and two and one.amount is not None and two.amount is not None:
        difference = round(two.amount - one.amount, 2)
        share = round(100 * difference / abs(one.amount), 2) if one.amount else None
    alike = {row.amount for row in rows if known and _column(row) == _column(known) and row.doc_id == known.doc_id}
    return YearPair(
        label=str(getattr(known.record, "label", "")) if known else "",
        column=_column(known) if known else "",
        before=one,
        after=two,
        difference=difference,
        share=share,
        conflict=len(alike) > 1,
    )
