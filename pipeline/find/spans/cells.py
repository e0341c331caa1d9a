"""The figure of a statewide table that a part asks for: of the town's row, the column whose head says what is asked.

"What was the 2031 total tax rate" has one right cell among a page of numbers, and no words near it. It refuses a cell
where a word of what is asked stands neither in the head of its column nor in the title of its table, and where two
columns fit as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pipeline.ask.cues import FIGURE_CUES
from pipeline.ask.phrases import stem_set
from pipeline.ask.reading import QuestionPart, Reading
from pipeline.find.spans.subject import subject_of
from pipeline.types import AnswerCell, AnswerSpan, Evidence, IssueMap, PartAnswer
from vault.facts.dates import YEAR
from vault.statewide import TableCell
from vault.store.page_turns import page_at
from vault.text.words import content_words, stem
from vault.types import ChunkId

__all__ = ["asks_figure", "cells_asked", "pages_asked", "told_cells"]

_SURE = 0.95
"""How surely the one cell that fits answers: of 1,630 questions twelve wordings were answered so, all with the figure
of the key (docs/finding.md)."""
_WHOLE = "total"
"""The stem that asks for the sum of the columns, though it shapes a question of any subject."""
_BETWEEN = 120
"""Characters between the first cell of a row and the one asked for, where the row is printed down the page."""
_ASKS = re.compile(r"\b(?:what|which|how (?:much|many|high|large|big)|rates?|ratio|total)\b", re.IGNORECASE)


def asks_figure(part: QuestionPart) -> bool:
    """Whether a part may ask for a cell of a table: by its form, and not for a person, a rule or a reason."""
    return bool(_ASKS.search(part.text)) and set(part.cues) <= set(FIGURE_CUES)


def cells_asked(part: QuestionPart, reading: Reading, issue: IssueMap, cells: Sequence[TableCell]) -> list[TableCell]:
    """The cells that answer a part, one for each year that it names, else of the newest year; [] where none fits or two
    fit as well, and for a part that asks for no figure."""
    if not cells or not asks_figure(part):
        return []
    years = tuple(dict.fromkeys(YEAR.findall(part.text))) or reading.years
    otherwise = reading.phrasings if len(reading.parts) == 1 else ()
    found = (_fitting(_subject(text, issue), cells, years) for text in (part.text, *otherwise))
    return next(filter(None, found), [])


def _subject(text: str, issue: IssueMap) -> frozenset[str]:
    towns = stem_set((issue.town, *issue.other_towns))
    roots = [stem(word) for word in content_words(text) if not YEAR.fullmatch(word)]
    whole = {_WHOLE}.intersection(roots)
    return (frozenset(subject_of(dict.fromkeys(roots, 1.0), towns).weights) | whole) - towns


def _fitting(subject: frozenset[str], cells: Sequence[TableCell], years: Sequence[str]) -> list[TableCell]:
    fit = [one for one in cells if _fits(subject - stem_set((one.place,)), one)]
    wanted = years or sorted({one.year for one in fit})[-1:]
    chosen = [_best(subject, [one for one in fit if one.year == year]) for year in wanted]
    return [one for one in chosen if one is not None] if all(chosen) else []


def _fits(subject: frozenset[str], cell: TableCell) -> bool:
    """Whether the head says a word of the subject, and the title of the table the rest."""
    return bool(subject & stem_set((cell.head,))) and subject <= stem_set((cell.head, cell.about))


def _best(subject: frozenset[str], cells: Sequence[TableCell]) -> TableCell | None:
    """The cell whose head says the most of the subject and the least besides, the total before its parts; None where
    two with other values do."""

    def order(one: TableCell) -> tuple[int, int, bool]:
        head = {root for root in stem_set((one.head,)) if root.isalpha()}
        return -len(subject & head), len(head - subject), _WHOLE not in head

    first = min(map(order, cells), default=None)
    best = [one for one in cells if order(one) == first]
    return best[0] if len({one.value for one in best}) == 1 else None


def told_cells(
    part: QuestionPart, reading: Reading, issue: IssueMap, evidence: Sequence[Evidence], cells: Sequence[TableCell]
) -> PartAnswer | None:
    """The answer from the cells that a part asks for; None where none fits or its page is not among the evidence."""
    pages = {item.chunk.id: item for item in evidence}
    asked = cells_asked(part, reading, issue, cells)
    told = [_placed(one, pages[one.chunk_id]) for one in asked if one.chunk_id in pages]
    if not told or len(told) < len(asked) or not all(told):
        return None
    placed = tuple(one for one in told if one)
    heads = zip(asked, placed, strict=True)
    shown = tuple(AnswerCell(label=span.label, head=one.head, value=one.value) for one, span in heads)
    return PartAnswer(part=part.text, spans=placed, cells=shown, probability=_SURE, verdict="answered")


def _placed(cell: TableCell, item: Evidence) -> AnswerSpan | None:
    """The row, to the end of the cell, in the text of its page; None where it does not stand there."""
    row, value = (r"\s+".join(map(re.escape, text.split())) for text in (cell.row, cell.value))
    down = "" if cell.value in cell.row else rf"[\s\S]{{0,{_BETWEEN}}}?{value}"
    found = re.search(rf"(?<!\w){row}{down}(?!\w)", item.chunk.text)
    if found is None:
        return None
    return AnswerSpan(
        chunk_id=item.chunk.id,
        start=found.start(),
        end=found.end(),
        text=" ".join(found.group().split()),
        page=page_at(item.chunk, found.start()),
        probability=_SURE,
        label=item.label,
    )


def pages_asked(reading: Reading, issue: IssueMap, cells: Sequence[TableCell]) -> Iterable[ChunkId]:
    """The passages on which the cells stand that the parts of a question ask for, each once."""
    return dict.fromkeys(one.chunk_id for part in reading.parts for one in cells_asked(part, reading, issue, cells))
