"""Figures of the ledger as the answer: the row that answers, as a table under its column heads.

Reads the rows as the ledger reads the page. It refuses a row whose heads the page does not show, and adds nothing up.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from pipeline.quoting.cut import quote
from pipeline.quoting.locate import locate
from pipeline.types import PartAnswer
from pipeline.write.extract.passages import Passage
from vault.facts.rows import Context, figures
from vault.facts.types import RowFigure
from vault.types import Chunk

__all__ = ["Listed", "listed", "told_cell", "told_rows"]

_ASKS_FIGURE = re.compile(r"\b(?:how (?:much|many|high|big)|what|rates?|amounts?|costs?|fees?|compare[ds]?)\b", re.I)
_LEAST_ROWS, _MOST_ROWS = 3, 12
"""Fewer rows are told in a sentence, more are the document itself."""


class Listed(NamedTuple):
    """Cells to be shown: the head and the value of each."""

    label: str
    rows: tuple[tuple[str, str], ...]


@lru_cache(maxsize=64)
def _figures(chunk: Chunk) -> tuple[RowFigure, ...]:
    return figures(chunk.text, Context(doc_type=chunk.doc_type, date=chunk.date, title=chunk.title))


def listed(part: str, passage: Passage) -> Listed | None:
    """The row of a table with its heads that answers a part beside its quotation; None where the passage is none."""
    found = _row_of(passage) if _ASKS_FIGURE.search(part) else None
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
    """The row as a Markdown table whose cells are quotations, a line for each head, each cited."""
    rows = (f"| {quote((head,))} | {quote((value,))} [{found.label}] |" for head, value in found.rows)
    return "\n\n| Column | Figure |\n| --- | --- |\n" + "\n".join(rows) + "\n\n"
