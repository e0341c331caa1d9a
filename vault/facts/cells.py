"""Cells of a printed table: which pieces of a line are figures, how many numbers they hold, and under which column of a
table that keeps its layout they stand.

Arithmetic on single lines and on the places of figures. It refuses numbers that are part of a word, a date or a law,
columns that are not kept apart by blanks, and a row of which a figure stands under none or two of them.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from vault.facts.numerals import canonical_number
from vault.text.patterns import lazy_regex

__all__ = [
    "Cell", "Line", "PrintedRow", "amount_of", "is_year", "lines_of", "trailing_cells",
    "unit_of",
]  # fmt: skip

_NUMBER: Final = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
# "$1,234.50", "-$14,000", "(300)", "97.65%", "12/17/24", "-", "$0,"
_CELL: Final = lazy_regex(
    rf"\d{{1,2}}/\d{{1,2}}/\d{{2,4}}|\(?[-–]?(?:\$\s{{0,3}})?[-–]?(?:{_NUMBER}|\.\d+)(?:\s?%)?\)?|(?<!\S)[-–](?!\S)|"
    rf"\$\s?[-–oO](?!\S)"
)
# "S 3,300.00", "S$ 1,091,494.00", "§ 254,055.00", "cS 22,070.00": a dollar sign that recognition took for a letter
_MISREAD_DOLLAR: Final = lazy_regex(r"(?<=\s)[c5]?[S§$]{1,2}\s{1,2}(?=\d{1,3}(?:,\d{3})*\.\d\d(?!\d))")
_NOISE: Final = lazy_regex(r"[|!_~“”\"‘’\[\]°]+|,(?=\s|$)")
"""Marks that recognition leaves between the cells of a ruled table."""
_ENDS_IN_CELL: Final = lazy_regex(r"[\d%)–oO$-][|_~“”\"‘’\[\]°,\s]*\Z")
_DATE: Final = lazy_regex(r"\d{1,2}/\d{1,2}/\d{2,4}\Z")
_YEAR: Final = lazy_regex(
    r"(?:FY\s?\d{2,4}|(?:19|20)\d\d|FY\s?\d\d\s?[-/]\s?(?:FY\s?)?\d\d|\d\d-\d\d|(?:19|"
    r"20)\d\d\s?[-/–]\s?(?:(?:19|20)?\d\d))\Z",
    re.I,
)


_BROKEN: Final = lazy_regex(r",\d{1,2}(?!\d)|,\d{4,}")


class Line(NamedTuple):
    """One line of a page: its text without the break, and its place."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """Where the line ends."""
        return self.start + len(self.text)


class Cell(NamedTuple):
    """One figure of a table: as printed, with its place."""

    text: str
    start: int
    end: int

    @property
    def is_date(self) -> bool:
        """Whether the cell is a day, not a figure."""
        return bool(_DATE.match(self.text))


_WIDEST_ROW: Final = 4000
"""Characters of a row of a table; the widest sheet seen, sixty columns, has nine hundred."""


def lines_of(text: str, start: int = 0) -> list[Line]:
    """The lines of a text that hold anything, with their places."""
    found: list[Line] = []
    at = start
    for line in text.split("\n"):
        if line.strip():
            found.append(Line(line, at))
        at += len(line) + 1
    return found


@lru_cache(maxsize=4096)
def is_year(text: str) -> bool:
    """Whether a piece of text is a year or a span of years: "2026", "FY27", "24-25"."""
    return bool(_YEAR.match(text.strip()))


def amount_of(text: str) -> float | None:
    """The number of a cell: brackets or a minus make it negative, a nil mark is 0; None for a day and for digits whose
    groups are broken ("$200,00")."""
    plain = text.strip()
    if _DATE.match(plain):
        return None
    if re.fullmatch(r"\$?\s?[-–]|\$\s?[oO]", plain):
        return 0.0
    found = re.search(r"\d[\d,]*(?:\.\d+)?|\.\d+", plain)
    if found is None:
        return None
    if _BROKEN.search(found.group()):
        return None  # "$200,00": a digit is missing, or a comma stands for a point
    scale = re.match(r"\s?(million|thousand|billion|k\b)", plain[found.end() :], re.I)
    number = float(canonical_number(found.group(), scale[1] if scale else None))
    before = plain[: found.start()]
    return -number if "-" in before or "–" in before or ("(" in before and plain.endswith(")")) else number


def unit_of(text: str, head: str = "") -> str:
    """The unit of a cell: "%" or "$" where it is printed, "$ per 1000" under a tax rate, else "$"."""
    if "%" in text or (re.search(r"%|\bpercent", head, re.I) and not re.search(r"\$|\d,\d{3}", text)):
        return "%"
    if re.search(r"\b(?:tax\s+)?rate\b", head, re.I) and "$" not in text:
        return "$ per 1000"
    return "$"


@lru_cache(maxsize=1024)
def trailing_cells(line: Line) -> tuple[str, tuple[Cell, ...]]:
    """The label of a line and the figures after it; all of the line as label when it does not end in figures.

    A label may hold numbers of its own; the figures are the longest run of cells at the end of the line.
    """
    if len(line.text) > _WIDEST_ROW:
        return " ".join(line.text[:_WIDEST_ROW].split()), ()
    text = _MISREAD_DOLLAR.sub(lambda sign: "$".rjust(len(sign.group())), line.text.rstrip())
    if not _ENDS_IN_CELL.search(text):
        return " ".join(_NOISE.sub(" ", text).strip(" .…\t:").split()), ()
    cells: list[Cell] = []
    end = len(text)
    found = list(_CELL.finditer(text))
    for match in reversed(found):
        if _NOISE.sub("", text[match.end() : end]).strip() or match.end() > end:
            break
        before = text[match.start() - 1 : match.start()]
        if before and not before.isspace() and not _NOISE.match(before) and before not in ".…":
            break
        cells.append(Cell(match.group().strip(), line.start + match.start(), line.start + match.end()))
        end = match.start()
    label = _NOISE.sub(" ", text[:end]).strip(" .…\t:")
    return " ".join(label.split()), tuple(reversed(cells))


class PrintedRow(NamedTuple):
    """A row: its label, its figures, and the stretch of lines it stands on."""

    label: str
    cells: tuple[Cell, ...]
    line: Line
