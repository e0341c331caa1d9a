"""Paragraphs of a text with their places: blocks, spoken turns, items of lists, and the rows of tables and lists.

Holds the one definition of what is read on its own when words are looked for in a text, and of where a matter begins.
It refuses to change the text: every paragraph is a slice of what was given, and what none of them holds is blank.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vault.text.patterns import lazy_regex
from vault.text.quality import is_row

__all__ = ["Paragraph", "around", "is_heading", "matter_starts", "paragraphs"]


class Paragraph(NamedTuple):
    """Half-open span of the text, and whether it is a row of a table or of a list of names."""

    start: int
    end: int
    row: bool = False


_LINE = lazy_regex(r"[^\n\f]*[^\s][^\n\f]*")
# "• Roads", "3. Roads", "IV. Roads", "(b) keep goats", "[00:04:18] **Ann Poe:**", "[page 3]"
_ITEM = lazy_regex(
    r"[ \t]*(?:[•●▪◦‣*–\ue000-\uf8ff-][ \t]|(?:\d{1,3}[.)]|[IVX]{1,5}[.)]|\([a-z0-9]{1,3}\))(?=\s|\Z)|#{1,6}[ \t]"
    r"|\[\d\d:\d\d|>>|\[page )"
)
_HEADINGS = (
    lazy_regex(r"[A-Z][A-Z0-9 ,.&'/()-]{4,70}\Z"),  # "OLD BUSINESS"
    lazy_regex(r"[A-Z][\w&'/-]*(?: [\w&'/-]+){0,6}:\Z"),  # "Public Input:"
    lazy_regex(r"(?:ARTICLE|Article|Section|CHAPTER|Chapter) [\w.-]+.{0,60}\Z"),  # "Section 4. Signs"
)
_STOPS = tuple('.!?:;”")]')
_ROW_CHARS, _LEAST_ROWS = 40, 4
"""Lines so short, so many one after the other, are rows."""
_MARK_CHARS, _MOST_CELLS = 4, 14
"""A line so short is the mark of the item behind it ("1)"), and so many lines of figures one row has at the most."""


def is_heading(line: str) -> bool:
    """Whether a line, without blanks around it, is a heading by its form."""
    return any(one.match(line) for one in _HEADINGS)


def paragraphs(text: str) -> tuple[Paragraph, ...]:
    """The paragraphs in order: parted by blank lines, headings, marks of items and turns, lines that end a sentence;
    each of four short lines or lines of figures on end is one. A heading stands with what it is over."""
    lines = [match.span() for match in _LINE.finditer(text)]
    rows = _rows(text, lines)
    found = list[Paragraph]()
    for number, (start, end) in enumerate(lines):
        mark = bool(found) and found[-1].end - found[-1].start <= _MARK_CHARS
        goes_on = bool(found) and not found[-1].row and (mark or not _begins(text, found[-1].end, start, end))
        if number not in rows and goes_on:
            found[-1] = found[-1]._replace(end=end)
        else:
            found.append(Paragraph(start, end, number in rows))
    return tuple(found)


def _begins(text: str, before: int, start: int, end: int) -> bool:
    """Whether the line begins a paragraph, `before` being where the one before ends."""
    parted = text.count("\n", before, start) > 1 or "\f" in text[before:start]
    stopped = text[:before].endswith(_STOPS) and not text[start:end].lstrip()[:1].islower()
    return parted or stopped or bool(_ITEM.match(text, start)) or is_heading(text[start:end].strip())


def _rows(text: str, lines: Sequence[tuple[int, int]]) -> set[int]:
    """The numbers of the lines that are rows."""
    found, run = set[int](), list[int]()
    for number, (start, end) in enumerate((*lines, (0, 0))):
        line = text[start:end]
        if number < len(lines) and ("|" in line or "\t" in line or _short(line) or is_row(line)):
            run.append(number)
            continue
        found |= set(run) if len(run) >= _LEAST_ROWS else set()
        run = []
    return found


def _short(line: str) -> bool:
    """Whether a line is short and neither the end of a sentence nor an item."""
    prose = line.rstrip().endswith((".", "!", "?", ":", ";")) or line.lstrip()[:1].islower() or _ITEM.match(line)
    return len(line) <= _ROW_CHARS and not prose


def matter_starts(text: str) -> Iterator[int]:
    """Where a heading or the mark of an item begins, in order: there another matter may begin."""
    for match in _LINE.finditer(text):
        if _ITEM.match(match.group()) or is_heading(match.group().strip()):
            yield match.start()


def around(text: str, found: Sequence[Paragraph], number: int) -> tuple[int, int]:
    """The numbers of the first and the last paragraph of a context: one on each side, and behind a row all the rows of
    figures that go on with it, where each cell stands on a line of its own."""
    first, last = max(0, number - 1), min(len(found) - 1, number + 1)
    while (
        found[number].row and number < last < min(len(found) - 1, number + _MOST_CELLS) and _figures(text, found[last])
    ):
        last += 1
    return first, last


def _figures(text: str, one: Paragraph) -> bool:
    return one.row and is_row(text[one.start : one.end])
