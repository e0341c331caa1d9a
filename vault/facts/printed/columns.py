"""Columns of a printed table that keeps its layout: where they stand, and rows with blanks put under them.

Arithmetic on the places of figures. It refuses columns that are not kept apart by blanks, and a row of which a figure
stands under none or two of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from vault.facts.cells import Cell, Line

__all__ = ["PrintedRow", "columns_of", "in_columns"]

_LEAST_ROWS: Final = 3
_EDGE: Final = 1  # characters by which figures of one column may stand apart
_GAP: Final = 2  # blanks that part two columns


class PrintedRow(NamedTuple):
    """A row: its label, its figures, and the stretch of lines it stands on."""

    label: str
    cells: tuple[Cell, ...]
    line: Line


def columns_of(rows: Sequence[PrintedRow]) -> list[tuple[int, int]]:
    """Where the columns of a table stand that keeps its layout, as offsets into a line; [] where its figures do not
    stand one under the other with blanks between."""
    if len(rows) < _LEAST_ROWS:
        return []
    spans: list[tuple[int, int]] = []
    for place in range(len(rows[0].cells)):
        starts = [row.cells[place].start - row.line.start for row in rows]
        ends = [row.cells[place].end - row.line.start for row in rows]
        if max(ends) - min(ends) > _EDGE and max(starts) - min(starts) > _EDGE:
            return []
        spans.append((min(starts), max(ends)))
    apart = all(after[0] - before[1] >= _GAP for before, after in pairwise(spans))
    return spans if apart and spans[0][0] >= _GAP else []


def in_columns(row: PrintedRow, spans: Sequence[tuple[int, int]]) -> PrintedRow | None:
    """A row with blanks in some columns, its figures put under their own; None where one stands under none or two."""
    cells = [Cell("", row.line.start, row.line.start)] * len(spans)
    for cell in row.cells:
        start, end = cell.start - row.line.start, cell.end - row.line.start
        under = [place for place, (first, last) in enumerate(spans) if start < last and first < end]
        if len(under) != 1 or cells[under[0]].text:
            return None
        cells[under[0]] = cell
    return row._replace(cells=tuple(cells))
