"""Spreadsheets: Excel, OpenDocument and comma-separated tables, one page per sheet, one line per row.

Values come as the file holds them, without the formats a program would show them in; formulas are never computed.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from itertools import islice
from typing import Final

from python_calamine import CalamineError, CalamineWorkbook

from vault.readers.result import MAX_PAGES, FileFault, ReadResult
from vault.readers.text import decode, document_of, left_out
from vault.text.clean import clean, clean_line
from vault.types import Page

__all__ = ["read_table", "read_workbook"]

_MAX_ROWS: Final = 50_000
"""Rows read of one sheet: ten times the largest ledger seen."""
_MAX_CELL: Final = 4000
_NO_VALUES: Final = "the table holds no values"
_DELIMITERS: Final = ",;\t|"


def _cell(value: object) -> str:
    """ "1250" for 1250.0, "1250.5", "2025-03-11" for a day at midnight; one line whatever the cell holds."""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else f"{value:.10g}"
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "minutes")
    if isinstance(value, (date, time, timedelta)):
        return str(value)
    return clean_line(str(value)[:_MAX_CELL])


def _line(row: Sequence[object]) -> str:
    cells = [_cell(value) for value in row]
    while cells and not cells[-1]:
        cells.pop()
    return " | ".join(cells).lstrip() if any(cells) else ""


def _page(number: int, name: str, rows: Iterable[Sequence[object]]) -> Page:
    lines = [line for line in map(_line, islice(rows, _MAX_ROWS)) if line]
    head = [f"# {name}", ""] if name and lines else []
    return Page(number=number, text=clean("\n".join([*head, *lines])))


def read_workbook(data: bytes) -> ReadResult:
    """One document with a page for each sheet that holds values, in order. Raises `FileFault`."""
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        names = book.sheet_names[:MAX_PAGES]
        pages: list[Page] = []
        problems: list[str] = list(left_out(len(book.sheet_names)))
        for number, name in enumerate(names, 1):
            sheet = book.get_sheet_by_index(number - 1)
            pages.append(_page(number, f"Sheet {name}", sheet.to_python(nrows=_MAX_ROWS)))
            if sheet.total_height > _MAX_ROWS:
                problems.append(f"only the first {_MAX_ROWS:,} rows of sheet {name} were read")
    except (CalamineError, OSError, ValueError, IndexError) as error:
        raise FileFault(f"the workbook is damaged or locked ({type(error).__name__})") from error
    return document_of(pages, empty=_NO_VALUES, problems=problems)


def read_table(data: bytes) -> ReadResult:
    """One document with one page: the rows of a table with commas, semicolons, tabs or bars between the cells."""
    text = decode(data).replace("\x00", "")
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(_DELIMITERS, key=first.count)
    rows = csv.reader(io.StringIO(text), delimiter=delimiter)
    try:
        page = _page(1, "", rows)
        more = next(rows, None) is not None
    except csv.Error:  # a quotation mark that is never closed: the lines as they are
        page, more = _page(1, "", ([line] for line in text.splitlines())), text.count("\n") > _MAX_ROWS
    problems = (f"only the first {_MAX_ROWS:,} rows were read; split the file",) if more else ()
    return document_of((page,), empty=_NO_VALUES, problems=problems)
