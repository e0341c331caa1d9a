"""Figures of the ledger as the answer, each under the head it stands under, several as a table.

It refuses a figure whose head its page does not show, and adds nothing up.
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.quoting.cut import quote
from pipeline.quoting.locate import locate
from pipeline.types import AnswerCell, PartAnswer
from pipeline.write.extract.frame import long_name, verb
from pipeline.write.extract.passages import Passage

__all__ = ["told_cell", "told_cells"]

_ROW_WORDS = 16
"""Words of a row that is quoted beside its figure."""


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
    source, text = passage.spans[0].evidence.chunk, passage.text.lstrip("•*- ")
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


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = (heads, ["---"] * len(heads), *rows)
    return "\n\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n\n"
