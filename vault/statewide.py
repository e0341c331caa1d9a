"""What tables tell of one town: its row in those of the state, and one line of its own accounts, year by year; and
what the tables of some pages tell of the rows that a text names.

Values, and three questions to the ledger. It refuses figures without a head: a number of no column tells nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from vault.asked_matters import ANY_LINE
from vault.errors import InputError
from vault.facts.types import FigureStatus, RowFigure
from vault.ledger import STAGES, LedgerQuery, LedgerRow
from vault.ports import Ledger
from vault.store.keys import plain_key
from vault.text.patterns import lazy_regex
from vault.text.words import content_words, stem
from vault.types import ChunkId

__all__ = [
    "ARTICLE",
    "FEE",
    "TableCell",
    "charge_cells",
    "holds_line",
    "line_cells",
    "page_cells",
    "same_line",
    "table_cells",
]

_MOST_CELLS = 200
"""Figures read of one town; the statewide tables of two years hold some fifty of each."""
_BUDGET = lazy_regex(r"\bbudget\b", re.IGNORECASE)
"""What a head without a stage must say."""
_NO_LINE = ANY_LINE | frozenset(map(stem, (
    *("article", "add", "establish", "create", "purchase", "payment"),
    *("fund", "etf", "crf", "trust", "capital", "reserve"),
)))  # fmt: skip
"""Words that name no line of accounts, and no fund of an article, apart."""


ARTICLE = "Article "
"""Before the number of an article of a warrant, under which its sum is told."""


FEE = "Fee of "
"""Before the thing whose price is asked for."""
_CHARGES = lazy_regex(r"\b(?:fees?|charges?|deposits?|costs?|prices?|fines?|penalt\w+|rents?)\b", re.IGNORECASE)
_NO_SCHEDULE = frozenset({"minutes", "warrant", "budget", "report", "agenda", "transcript"})
"""Kinds of paper that talk of prices or propose them, and set none."""
_MOST_CHARGES, _BEFORE_LABEL = 8, 12
"""Prices that a thing has at most, and characters before the name of a line: a sentence has more."""


class TableCell(NamedTuple):
    """One figure of a town's row. `about` is the title of the table and who publishes it."""

    chunk_id: ChunkId
    place: str
    """The town, district or village of the row."""
    row: str
    head: str
    year: str
    value: str
    about: str
    line: str = ""
    """Of a line of the town's own accounts its name, as printed."""
    stage: str = ""
    """Of such a line how far the sum had come ("recommended"), where its head says it."""


def table_cells(ledger: Ledger, town: str, state: str) -> tuple[TableCell, ...]:
    """The figures of the town's rows in statewide tables of that state, in order of place; () for no town, and for the
    name of a person, whom the ledger does not look up."""
    if not town:
        return ()
    try:
        named = LedgerQuery(kinds=("figure",), state=state, of_no_town=True, words=town)
        rows = ledger.rows(named, limit=_MOST_CELLS).rows
    except InputError:
        return ()
    return tuple(
        _cell(row, row.record, row.record.period[:4] or row.date[:4], place=town)
        for row in rows
        if row.record.kind == "figure"
        and row.chunk_id
        and not row.town
        and row.record.column
        and plain_key(row.record.label) == plain_key(town)
    )


def page_cells(ledger: Ledger, pages: Sequence[tuple[str, int]], text: str) -> tuple[TableCell, ...]:
    """The figures under a head in the tables of these pages, in order of place, of every row that the text names in
    part or one of whose figures it says; each page is a document id and a number."""
    said, figures = frozenset(map(stem, content_words(text))), frozenset(re.findall(r"\d[\d,.]*\d|\d", text))
    told = [
        (row, row.record)
        for row in ledger.on_pages(pages)
        if row.record.kind == "figure" and row.record.quality == "certain" and row.record.column and row.chunk_id
    ]
    named = {
        (row.page, one.start)
        for row, one in told
        if one.value.strip("$ %") in figures or said & set(map(stem, content_words(one.label)))
    }
    return tuple(_cell(row, one, one.period, place=one.label) for row, one in told if (row.page, one.start) in named)


def _cell(row: LedgerRow, figure: RowFigure, year: str, *, place: str, line: str = "") -> TableCell:
    text, value = (" ".join(one.split()) for one in (figure.text, figure.value))
    head, line = (" ".join(one.split()).strip("*") for one in (figure.column, line))
    stage = figure.status if line else ""
    return TableCell(row.chunk_id or "", place, text, head, year, value, f"{row.title} {row.board}", line, stage)


def line_cells(ledger: Ledger, line: str, town: str, state: str) -> tuple[TableCell, ...]:
    """The sums of one line of a town's accounts ("police department") under heads that tell their year, by year, what
    is decided before what is asked; each sum of a year once, as it was told at the furthest stage."""
    try:
        rows = ledger.rows(
            LedgerQuery(kinds=("figure", "article"), town=town, state=state, words=line),
            limit=_MOST_CELLS,
            order="time",
        ).rows
    except InputError:  # the name of a private person
        return ()
    told = [(row, figure) for row in rows if (figure := _figure_of(row)) is not None]
    own = [one for one in told if same_line(one[1].label, line)] or [
        one for one in told if holds_line(one[1].label, line)
    ]
    staged = [(*stage, row, figure) for row, figure in own if (stage := _stage(row, figure))]
    kept: dict[tuple[str, str, float | None], TableCell] = {}
    for year, _, row, figure in sorted(staged, key=lambda one: one[:2]):
        name = "" if same_line(figure.label, line) else plain_key(figure.label)
        kept.setdefault((year, name, row.amount), _cell(row, figure, year, place=town, line=figure.label))
    return tuple(kept.values())


def charge_cells(ledger: Ledger, asked: str, town: str, state: str) -> tuple[TableCell, ...]:
    """What is printed under the number of an article of a town's warrants ("Article 12"), or of another record where no
    warrant has one; or what a thing costs in its schedules of fees ("Fee of sign permit"), of each year the newest
    paper. () for the name of a private person and for a thing of too many prices."""
    kind, name = ("article", {"article": asked[len(ARTICLE) :]}) if asked.startswith(ARTICLE) else ("figure", {})
    words = {} if name else {"words": asked[len(FEE) :]}
    try:
        query = LedgerQuery.model_validate({"kinds": (kind,), "town": town, "state": state, **name, **words})
        rows = [row for row in ledger.rows(query, limit=_MOST_CELLS, order="time").rows if row.chunk_id]
    except InputError:
        return ()
    if name:
        rows = [row for row in rows if row.doc_type == "warrant"] or rows
        newest = {row.date[:4]: row for row in rows if row.record.kind == "article"}
        return tuple(
            TableCell(
                row.chunk_id or "", asked, " ".join(row.record.text.split()), asked, year, _sum_of(row), row.title
            )
            for year, row in newest.items()
        )
    priced = [(row, row.record) for row in rows if row.record.kind == "figure" and _is_price(row, row.record, asked)]
    papers = {row.date[:4]: row.doc_id for row, _ in priced}
    held = [(row, one) for row, one in priced if papers[row.date[:4]] == row.doc_id]
    cells = tuple(
        _cell(
            row,
            one.changed(column=one.column or one.label),
            row.date[:4],
            place=asked,
            line=one.label * bool(one.column),
        )
        for row, one in held
    )
    newest_year = [one for one in cells if one.year == max(cell.year for cell in cells)]
    return cells if len(newest_year) <= _MOST_CHARGES else ()


def _sum_of(row: LedgerRow) -> str:
    """The sum of an article as printed, where its text has it."""
    value = str(getattr(row.record, "amount", "") or "")
    return value if value in row.record.text else ""


def _is_price(row: LedgerRow, figure: RowFigure, asked: str) -> bool:
    """Whether a figure is a line of a schedule that says what a thing costs, in its name or in its head."""
    said = f"{figure.label} {figure.column}"
    place = figure.text.find(figure.label)
    named = set(map(stem, content_words(asked[len(FEE) :]))) <= set(map(stem, content_words(said)))
    priced = figure.unit == "$" and row.doc_type not in _NO_SCHEDULE and bool(_CHARGES.search(said))
    return priced and named and 0 <= place <= _BEFORE_LABEL


def _figure_of(row: LedgerRow) -> RowFigure | None:
    """The figure of a row; the sum of an article of a warrant as one, under its number; None for any other record."""
    one = row.record
    if one.kind != "article" or row.doc_type != "warrant":
        return one if one.kind == "figure" else None
    status: FigureStatus = "recommended" if one.recommendations else "proposed"
    return RowFigure(
        text=one.text, start=one.start, end=one.end, page=one.page, label=one.title, column=f"{ARTICLE}{one.number}",
        period=row.date[:4], unit="$", value=one.amount, amount=row.amount, status=status,
    )  # fmt: skip


def _stage(row: LedgerRow, figure: RowFigure) -> tuple[str, int] | None:
    """The year of a sum of a line, and how far it is decided (0 for what is voted); None for any other figure."""
    if not row.chunk_id or row.amount is None or figure.unit != "$":
        return None
    year = figure.period[-4:]
    dated = year in figure.column or row.record.kind == "article"
    if not year.isdigit() or not dated:
        return None
    if figure.status in STAGES:
        return year, STAGES.index(figure.status)
    return (year, 0) if _BUDGET.search(figure.column) else None


def same_line(one: str, other: str) -> bool:
    """Whether two names are of one line of accounts: "117 Snow Removal" and "snow removal"."""
    return _of_line(one) == _of_line(other) != frozenset()


def holds_line(name: str, line: str) -> bool:
    """Whether the name of a line says two words or more that are asked for, and more: "Harbor Food Pantry"."""
    asked = _of_line(line)
    return len(asked) > 1 and asked <= _of_line(name)


def _of_line(name: str) -> frozenset[str]:
    return frozenset(root for root in map(stem, content_words(name)) if root.isalpha()) - _NO_LINE
