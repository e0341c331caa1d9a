"""The heads of a table's columns, so that a row of figures can be read: "3.39 0.77" under "Municipal County".

Reads the lines of the cited chunk. It refuses to say which head belongs to which figure: a scan may have lost a cell.
"""

from __future__ import annotations

import re

from pipeline.write.extract.spans import Span, display, figures_in

__all__ = ["column_heads", "is_figure_row"]

_FIGURES = 4
"""A row with fewer figures is read without its heads."""
_HEAD_CHARS, _HEAD_LINES, _HEAD_WORDS = 46, 3, 32
"""A head is a short line, a table has at least so many of them, and more words are no heads."""
_FIRST = re.compile(
    r"(?:municipality|town|city|name|account|article|item|description|purpose|district|village|year)\b", re.I
)
_NUMERIC = re.compile(r"[\s$()%.,\-–\d/*]+\Z")
_YEAR = re.compile(r"\s*(?:19|20)\d\d\s*\Z")


def is_figure_row(span: Span) -> bool:
    """Whether a span is a row of a table with several figures."""
    return span.row and figures_in(span.text) >= _FIGURES


def _lines(text: str) -> list[tuple[int, int]]:
    places, start = [], 0
    for line in text.split("\n"):
        places.append((start, start + len(line)))
        start += len(line) + 1
    return places


def _is_head(line: str) -> bool:
    return bool(line.strip()) and len(line) < _HEAD_CHARS and not any(c.isdigit() for c in line)


def _runs(text: str) -> list[tuple[int, int]]:
    """Runs of head lines that begin with a word for the first column, as places in the text."""
    found: list[tuple[int, int]] = []
    lines = _lines(text)
    at = 0
    while at < len(lines):
        if not (_is_head(text[slice(*lines[at])]) and _FIRST.match(text[slice(*lines[at])].strip())):
            at += 1
            continue
        last = at
        while last + 1 < len(lines) and _is_head(text[slice(*lines[last + 1])]):
            last += 1
        after = lines[last + 1 : last + 3]
        if after and _NUMERIC.match(text[slice(*after[0])]) and not _YEAR.match(text[slice(*after[0])]):
            last -= 1  # the label of the first row
        if last - at + 1 >= _HEAD_LINES:
            found.append((lines[at][0], lines[last][1]))
        at = last + 1 if last >= at else at + 1
    return found


def column_heads(span: Span) -> str:
    """The heads of the row's columns as they stand in its chunk, on one line; "" when the chunk does not show them.

    Of several tables' heads those nearest before the row are taken, else the first after it.
    """
    text = span.evidence.chunk.text
    runs = _runs(text)
    before = [run for run in runs if run[1] <= span.start]
    after = [run for run in runs if run[0] >= span.end]
    chosen = before[-1:] or after[:1]
    heads = display(text[slice(*chosen[0])]) if chosen else ""
    return heads if heads and len(heads.split()) <= _HEAD_WORDS else ""
