"""Table rows from positions: pieces of text that stand on one line of the paper become one line of text.

PDFium returns a table column by column when the file was written so; a figure then stands far from the name it
belongs to. Only rows that look like a table row are put together: columns of prose are left in reading order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

__all__ = ["RowPiece", "rows_of", "worth_measuring"]

_SHORT_LINE: Final = 28
"""Characters of a line that may be a table cell: "Governor Wentworth Regional" fits."""
_MIN_SHORT_SHARE: Final = 0.3
_MIN_LINES: Final = 8
_MAX_LABEL: Final = 60
"""Longest text cell of a table row; a column of prose runs longer."""
_MIN_TABLE_ROWS: Final = 3
_SAME_LINE: Final = 0.5  # share of the lower piece's height by which two centres may differ on one line
_OVERLAP: Final = 0.25  # share of the narrower piece that may overlap its neighbour sideways
# "$1,234.50", "10/16/24", "(300)", "97.65%", "4.59 0.83 1.12"
_FIGURES: Final = re.compile(r"[$(+-]*\d[\d\s,.$%()/+*-]*")


class RowPiece(NamedTuple):
    """A run of text on one line and its box, in points, y upwards."""

    text: str
    left: float
    bottom: float
    right: float
    top: float


def worth_measuring(text: str) -> bool:
    """Whether enough lines of a page are short for a table taken apart; a cheap test before asking for positions."""
    lines = [line for line in text.split("\n") if line.strip()]
    short = sum(len(line.strip()) <= _SHORT_LINE for line in lines)
    return len(lines) >= _MIN_LINES and short >= _MIN_SHORT_SHARE * len(lines)


def rows_of(pieces: Sequence[RowPiece]) -> tuple[str, ...]:
    """Lines of a page: table rows joined left to right where their first piece stood, all else in the given order."""
    rows = [row for row in _same_line(pieces) if _is_table_row([pieces[index] for index in row])]
    if len(rows) < _MIN_TABLE_ROWS:
        return tuple(piece.text for piece in pieces)
    joined = {min(row): " ".join(pieces[index].text for index in row) for row in rows}
    swallowed = {index for row in rows for index in row} - set(joined)
    return tuple(joined.get(index, piece.text) for index, piece in enumerate(pieces) if index not in swallowed)


def _same_line(pieces: Sequence[RowPiece]) -> list[list[int]]:
    """Indexes of pieces that share a line of the paper, each line from left to right; lines of one are left out."""
    order = sorted(range(len(pieces)), key=lambda index: -_centre(pieces[index]))
    lines: list[list[int]] = []
    for index in order:
        piece = pieces[index]
        if lines and _on_line(piece, pieces[lines[-1][0]]):
            lines[-1].append(index)
        else:
            lines.append([index])
    ordered = (sorted(line, key=lambda index: pieces[index].left) for line in lines if len(line) > 1)
    return [line for line in ordered if not _overlapping([pieces[index] for index in line])]


def _centre(piece: RowPiece) -> float:
    return (piece.top + piece.bottom) / 2


def _on_line(piece: RowPiece, first: RowPiece) -> bool:
    height = min(piece.top - piece.bottom, first.top - first.bottom)
    return abs(_centre(piece) - _centre(first)) < _SAME_LINE * height


def _overlapping(row: Sequence[RowPiece]) -> bool:
    for left, right in pairwise(row):
        narrower = min(left.right - left.left, right.right - right.left)
        if left.right - right.left > _OVERLAP * narrower:
            return True
    return False


def _is_table_row(row: Sequence[RowPiece]) -> bool:
    """Figures beside short labels, at most one label more than there are figures.

    Cells that hold wrapped prose, and headings of several lines, read better column by column and are left alone.
    """
    labels = [piece for piece in row if not _FIGURES.fullmatch(piece.text.strip())]
    figures = len(row) - len(labels)
    return 1 <= figures >= len(labels) - 1 and all(len(piece.text) <= _MAX_LABEL for piece in labels)
