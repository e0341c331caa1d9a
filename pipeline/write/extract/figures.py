"""Figures of the ledger as the answer: the row that answers under its column heads, and the sums of one list.

Reads the rows as the ledger reads the page. It refuses a row whose heads the page does not show, and a sum of a list
that has another number of rows than the question names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from pipeline.quoting.cut import quote
from pipeline.quoting.locate import locate
from pipeline.types import PartAnswer
from pipeline.write.extract.passages import Passage
from vault.facts.numerals import word_value
from vault.facts.rows import Context, figures
from vault.facts.types import RowFigure
from vault.types import Chunk

__all__ = ["Listed", "asks_sum", "listed", "told_cell", "told_rows"]

# "What do the three come to", "the combined budgets", "in all"
_ASKS_SUM = re.compile(
    r"\b(?:totals?|combined|altogether|together|in all|adds? up|comes? to|sum of|taken together)\b", re.IGNORECASE
)
_ASKS_FIGURE = re.compile(r"\b(?:how (?:much|many|high|big)|what|rates?|amounts?|costs?|fees?|compare[ds]?)\b", re.I)
_NEAR_CHARS = 300
"""Rows of one list stand so near each other."""
_LEAST_ROWS, _MOST_ROWS = 3, 12
"""Fewer rows are told in a sentence, more are the document itself."""
_COUNT = re.compile(r"\b(\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?!,?\s?\d{4})", re.I)


class Listed(NamedTuple):
    """Rows to be shown: the words of each row's first cell and its value, and what they come to, "" where that is not
    asked or not known."""

    label: str
    rows: tuple[tuple[str, str], ...]
    total: str = ""


def asks_sum(part: str) -> bool:
    """Whether a part asks what several amounts come to."""
    return bool(_ASKS_SUM.search(part))


@lru_cache(maxsize=64)
def _figures(chunk: Chunk) -> tuple[RowFigure, ...]:
    return figures(chunk.text, Context(doc_type=chunk.doc_type, date=chunk.date, title=chunk.title))


def listed(part: str, passage: Passage) -> Listed | None:
    """The rows that answer a part beside or instead of a quotation: the list it asks the sum of, or the row of a table
    with its heads; None where the passage is neither."""
    if not _ASKS_FIGURE.search(part):
        return None
    found = _sum_of(part, passage) if asks_sum(part) else _row_of(passage)
    return found if found and _stand(found, passage) else None


def _touched(passage: Passage) -> tuple[RowFigure, ...]:
    best = passage.spans[passage.best]
    return tuple(one for one in _figures(best.evidence.chunk) if one.start < best.end and best.start < one.end)


def _row_of(passage: Passage) -> Listed | None:
    """The cells of the one row that the best words are, each under its own head."""
    row = _touched(passage)
    labels = {one.label for one in row}
    heads = [" ".join(dict.fromkeys((one.column or one.period).split())) for one in row]
    if len(labels) != 1 or not _LEAST_ROWS <= len(row) <= _MOST_ROWS or len(set(heads)) < len(row) or not all(heads):
        return None
    return Listed(passage.label, tuple((one.column or one.period, one.value) for one in row))


def _sum_of(part: str, passage: Passage) -> Listed | None:
    """The list that the best words stand in: rows under one head, side by side; with their sum where they are as many
    as the part says."""
    here = next((one for one in _touched(passage) if one.column and one.amount is not None), None)
    if here is None:
        return None
    alike = [one for one in _figures(passage.spans[0].evidence.chunk) if one.column == here.column and one.amount]
    rows = _run(alike, here)
    said = _COUNT.search(part)
    counted = (int(said[1]) if said[1].isdigit() else word_value(said[1].lower())) if said else None
    if not 1 < len(rows) <= _MOST_ROWS or counted != len(rows):
        return None
    total = sum(one.amount or 0.0 for one in rows)
    money = all(one.value.startswith("$") for one in rows)
    return Listed(passage.label, tuple((one.label, one.value) for one in rows), f"${total:,.2f}" if money else "")


def _run(alike: Sequence[RowFigure], here: RowFigure) -> tuple[RowFigure, ...]:
    """The rows side by side with one."""
    runs: list[list[RowFigure]] = [[alike[0]]]
    for before, one in pairwise(alike):
        if one.start - before.end > _NEAR_CHARS:
            runs.append([])
        runs[-1].append(one)
    return tuple(next((run for run in runs if here in run), []))


def _stand(found: Listed, passage: Passage) -> bool:
    """Whether every cell stands in the source word for word."""
    source = passage.spans[0].evidence.chunk
    return all(
        locate(cell, source.text, ocr=source.ocr).rung != "not_found" for row in found.rows for cell in row if cell
    )


def told_cell(answer: PartAnswer, passage: Passage) -> str:
    """The figure of a passage's row that a part asks for, under its head; "" without one, and where its page does not
    show the head."""
    cell = next((one for one in answer.cells if one.label == passage.label), None)
    if cell is None or not _stand(Listed(cell.label, ((cell.head, cell.value),)), passage):
        return ""
    return f"Under {quote((cell.head,))} it shows {quote((cell.value,))} [{cell.label}]."


def told_rows(found: Listed) -> str:
    """The rows as a Markdown table whose cells are quotations, each row cited, with what they come to; two rows are a
    sentence."""
    cells = [(quote((label,)), f"{quote((value,))} [{found.label}]") for label, value in found.rows]
    values = [quote((value,)) for _, value in found.rows]
    said = f"{', '.join(values[:-1])} and {values[-1]}"
    total = f"Together {said} come to {found.total} [{found.label}]." if found.total else ""
    if len(cells) < _LEAST_ROWS:
        return f"{'; '.join(' '.join(row) for row in cells)}. {total}".strip()
    rows = "\n".join(f"| {label} | {value} |" for label, value in cells)
    return f"\n\n| Row | Figure |\n| --- | --- |\n{rows}\n\n{total}".rstrip() + "\n\n"
