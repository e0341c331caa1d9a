"""Lists of one figure a line: dotted leaders, fees before their names, sums after their names, under a heading.

It refuses sentences that a line breaks off and the pages of a table of contents.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from vault.facts.cells import Cell, Line
from vault.facts.heads import figure, period_in
from vault.facts.types import RowFigure
from vault.text.patterns import lazy_regex

__all__ = ["HEADING", "MIN_ROWS", "RUNS_ON", "single_rows"]

MIN_ROWS: Final = 3
"""Rows that make a table or a list."""
_LONGEST_ROW: Final = 260
"""A label, its leader and a sum: the widest line seen has 180 characters."""
RUNS_ON: Final = lazy_regex(r"\b(?:of|at|for|is|was|to|by|from|the|an|approximately)\Z|\$\s?\d")
"""Words before a figure that are a sentence broken by the end of a line, not the label of a row."""
_LEADER: Final = lazy_regex(
    r"^\W*(?P<label>[^$\n]{3,110}?)\s*,?\s*[.…·_‥]{3,}\W*?(?P<value>\$?\s?\d[\d,]*(?:\.\d+)?)\s*$"
)
_VALUE_FIRST: Final = lazy_regex(r"^\W{0,3}(?P<value>\$\d[\d,]*(?:\.\d\d)?)\s+(?P<label>[A-Za-z][^\n]{2,110})$")
_VALUE_LAST: Final = lazy_regex(
    r"^\W{0,3}(?P<label>[A-Za-z][^$\n]{2,90}?)\s{1,}(?P<value>\$\s?\d[\d,]*(?:\.\d\d)?|\d{1,3}(?:,\d{3})+)\s*$"
)
# "BC Approved: September 17, 2025", "Page 4 of 5", "Minutes Approved": a line of the page, no heading of its figures
_RUNNING: Final = lazy_regex(r"\bapproved\b|\bpage\s+\d|\bminutes\b|^\W*[A-Z][a-z]+ \d{1,2}, \d{4}\W*$", re.I)
HEADING: Final = lazy_regex(r"^\W{0,4}(?:(?:19|20)\d\d\s)?[A-Z][^.$]{2,70}$")
"""A line that may head a list."""


def single_rows(lines: Sequence[Line], taken: set[int], title: str) -> Iterator[RowFigure]:
    """The figures of lists with one figure a line: dotted leaders, fees before their names, a sum after its name.

    `taken` are the places of lines that a table holds; a figure without a label only keeps its place."""
    shapes = (_LEADER, _VALUE_FIRST, _VALUE_LAST)
    open_lines = [line for place, line in enumerate(lines) if place not in taken and len(line.text) <= _LONGEST_ROW]
    counts = Counter(i for line in open_lines for i, shape in enumerate(shapes) if shape.match(line.text))
    pages = [m["value"].strip() for line in open_lines if (m := _LEADER.match(line.text))]
    contents = all(re.fullmatch(r"\d{1,3}", page) for page in pages) and pages == sorted(pages, key=int)
    heading, prose = "", 0
    for line in open_lines:
        hit = next(
            ((i, m) for i, shape in enumerate(shapes) if counts[i] >= MIN_ROWS and (m := shape.match(line.text))), None
        )
        hit = None if hit and RUNS_ON.search(hit[1]["label"]) else hit
        if hit is None:
            is_heading = bool(
                HEADING.match(line.text.strip()) and not _RUNNING.search(line.text)
            ) and not line.text.strip().endswith((".", ",", ";"))
            prose = 0 if is_heading else prose + 1
            if is_heading:
                heading = _kept_heading(heading, line.text.strip(" #*"))
            elif prose > 1 and not period_in(heading):
                heading = ""
            continue
        match = hit[1]
        label = (
            " ".join(re.split(r"\s[–—-]\s", match["label"])[0].split())
            if hit[0] == 1
            else " ".join(match["label"].split())
        )
        cell = Cell(match["value"], line.start + match.start("value"), line.start + match.end("value"))
        words = f"{heading} {label}"
        is_page = hit[0] == 0 and contents  # of a table of contents
        name = label.strip(" .,=–-") if "$" in cell.text or (heading and not is_page) else ""
        yield figure(name, cell, line, column=heading, period=period_in(label) or period_in(heading),
                      quality="likely", hint=words if hit[0] != 1 else f"{words} {title}")  # fmt: skip


def _kept_heading(before: str, new: str) -> str:
    """The heading that holds: one that ends in a colon or is all capitals does not hide the year of the one over it."""
    if before and period_in(before) and not period_in(new) and (new.endswith(":") or new.isupper()):
        return before
    return new
