"""Figures of the ledger as the answer: the row that answers, as a table under its column heads.

Reads the rows as the ledger reads the page. It refuses a row whose heads the page does not show, and adds nothing up.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from pipeline.quoting.cut import quote
from pipeline.quoting.locate import locate
from pipeline.types import AnswerCell, PartAnswer
from pipeline.write.extract.frame import long_name, verb
from pipeline.write.extract.passages import Passage
from vault.facts.rows import Context, figures
from vault.facts.types import RowFigure
from vault.types import Chunk

__all__ = ["Listed", "listed", "told_cell", "told_cells", "told_rows"]

_ASKS_FIGURE = re.compile(r"\b(?:how (?:much|many|high|big)|what|rates?|amounts?|costs?|fees?|compare[ds]?)\b", re.I)
_LEAST_ROWS, _MOST_ROWS = 3, 12
"""Fewer rows are told in a sentence, more are the document itself."""
_ROW_WORDS = 16
"""Words of a row that is quoted beside its figure."""


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
    head = _head_of(cell, passage) if cell else ""
    return f"Under {head} it shows {_valued(cell)}." if cell and head else ""


def told_cells(answer: PartAnswer, passages: Sequence[Passage]) -> str:
    """The figures that a part asks for, each with its record and the head it stands under: as a table where there are
    several, else as a sentence; "" where no page shows its head."""
    heads = [(one, cell, _head_of(cell, one)) for cell, one in zip(answer.cells, passages, strict=True)]
    pages = [(one.spans[0].evidence.chunk, one, cell, head) for one, cell, head in heads if head]
    held = [(f"{long_name(page)} {verb(page)}", _row_said(one), head, _valued(cell)) for page, one, cell, head in pages]
    if len(held) == 1:
        ((name, _, head, value),) = held
        return f"{name} {head}: {value}."
    return _table(("Record", "Row", "Head", "Figure"), held) if held else ""


def _row_said(passage: Passage) -> str:
    """A row as it stands, where it is short and on one line."""
    source, text = passage.spans[0].evidence.chunk, passage.text
    told = passage.words <= _ROW_WORDS and "|" not in text
    return quote((text,)) if told and locate(text, source.text, ocr=source.ocr).rung != "not_found" else ""


def _valued(cell: AnswerCell) -> str:
    return f"{quote((cell.value,))} [{cell.label}]"


def _head_of(cell: AnswerCell, passage: Passage) -> str:
    """The head of a cell as quotations, one for each of the lines it is printed on; "" where the page does not show all
    of it with the value."""
    source, said, left = passage.spans[0].evidence.chunk, list[str](), cell.head.split()
    while left and locate(cell.value, source.text, ocr=source.ocr).rung != "not_found":
        runs = (" ".join(left[:size]) for size in range(len(left), 0, -1))
        run = next((one for one in runs if locate(one, source.text, ocr=source.ocr).rung != "not_found"), "")
        if not run:
            return ""
        said.append(quote((run,)))
        left = left[len(run.split()) :]
    return " ".join(said)


def told_rows(found: Listed) -> str:
    """The row as a Markdown table whose cells are quotations, a line for each head, each cited."""
    return _table(
        ("Column", "Figure"), [(quote((head,)), f"{quote((value,))} [{found.label}]") for head, value in found.rows]
    )


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = (heads, ["---"] * len(heads), *rows)
    return "\n\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n\n"
