"""Scores retrieval against questions with known passages: gold recall and all-gold-found.

The denominator is what was asked, never what came back; an error is a zero; questions without an answer are a
class of their own. A gold item counts as found when a selected chunk is of that document and covers that page, or
is that section. Pure but for the one function that reads a question file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from pydantic import ConfigDict, ValidationError

from vault.errors import InputError
from vault.types import Chunk, Lane
from vault.value import Value

__all__ = ["Gold", "QuestionRow", "QuestionScore", "as_table", "found", "load_questions", "score_question", "summarise"]


class Gold(Value):
    """A passage that must be found: a section id, or a document and 1-based page."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    doc_id: str
    lane: Lane | None = None
    page: int | None = None
    section: str | None = None


class QuestionRow(Value):
    """One question of a question file; fields the scorer does not need are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    question: str
    queries: tuple[str, ...] = ()
    """An assistant's own phrasings of the question; empty when there are none."""
    type: str = "other"
    town: str | None = None
    answerable: str = "yes"
    gold: tuple[Gold, ...] = ()


class QuestionScore(Value):
    """What one question got: gold items found, in all and per lane."""

    id: str
    type: str
    answerable: str
    hits: tuple[bool, ...]
    lanes: tuple[str, ...]
    selected: int = 0
    queries: int = 0
    hops: int = 0
    took_ms: float = 0.0
    error: str = ""

    @property
    def recall(self) -> float:
        """Share of gold items found; 1 for a question that has none."""
        return sum(self.hits) / len(self.hits) if self.hits else 1.0

    @property
    def complete(self) -> bool:
        """Whether every gold item was found."""
        return all(self.hits)


class ScoreLine(Value):
    """A row of the report: how many questions, mean recall, share with all gold found."""

    group: str
    questions: int
    recall: float
    all_gold: float


def load_questions(path: Path) -> tuple[QuestionRow, ...]:
    """The questions of a JSON Lines file; raises `InputError` naming the line that cannot be used."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except OSError as error:
        raise InputError(
            f"cannot read the question file {path.name}: {error.strerror}", next_step="check the path"
        ) from error
    rows: list[QuestionRow] = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            rows.append(_row(line, number, path))
    return tuple(rows)


def _row(line: str, number: int, path: Path) -> QuestionRow:
    try:
        return QuestionRow.model_validate(json.loads(line))
    except (json.JSONDecodeError, ValidationError) as error:
        raise InputError(
            f"{path.name} line {number} is not a question: {str(error).splitlines()[0]}",
            next_step="each line is a JSON object with id, question, type and gold",
        ) from error


def found(gold: Gold, chunks: Sequence[Chunk]) -> bool:
    """Whether one of the chunks is that section, or is of that document and covers that page."""
    if gold.section:
        return any(chunk.section == gold.section for chunk in chunks)
    return any(chunk.doc_id == gold.doc_id and _covers(chunk, gold.page) for chunk in chunks)


def _covers(chunk: Chunk, page: int | None) -> bool:
    return page in chunk.pages if page is not None and chunk.pages else page is None


def score_question(row: QuestionRow, chunks: Sequence[Chunk]) -> QuestionScore:
    """The score of one question from the chunks that were selected for it."""
    return QuestionScore(
        id=row.id,
        type=row.type,
        answerable=row.answerable,
        hits=tuple(found(gold, chunks) for gold in row.gold),
        lanes=tuple(gold.lane or "" for gold in row.gold),
        selected=len(chunks),
    )


def summarise(scores: Sequence[QuestionScore]) -> tuple[ScoreLine, ...]:
    """One line per type, per lane, for questions without an answer, and for all; in that order."""
    lines = [_line(f"type {kind}", [s for s in scores if s.type == kind]) for kind in sorted({s.type for s in scores})]
    lanes: tuple[Literal["local", "state"], ...] = ("local", "state")
    lines += [_lane_line(lane, scores) for lane in lanes]
    without = [s for s in scores if s.answerable == "no"]
    if without:
        lines.append(_line("unanswerable", without))
    return (*lines, _line("all", [s for s in scores if s.answerable != "no"]))


def _line(group: str, scores: Sequence[QuestionScore]) -> ScoreLine:
    count = len(scores)
    recall = sum(s.recall for s in scores if not s.error) / count if count else 0.0
    complete = sum(s.complete and not s.error for s in scores) / count if count else 0.0
    return ScoreLine(group=group, questions=count, recall=recall, all_gold=complete)


def _lane_line(lane: str, scores: Sequence[QuestionScore]) -> ScoreLine:
    of_lane = [
        [hit and not score.error for hit, where in zip(score.hits, score.lanes, strict=True) if where == lane]
        for score in scores
    ]
    of_lane = [hits for hits in of_lane if hits]
    count = len(of_lane)
    if not count:
        return ScoreLine(group=f"lane {lane}", questions=0, recall=0.0, all_gold=0.0)
    recall = sum(sum(hits) / len(hits) for hits in of_lane) / count
    return ScoreLine(group=f"lane {lane}", questions=count, recall=recall, all_gold=sum(map(all, of_lane)) / count)


def as_table(lines: Mapping[str, Sequence[ScoreLine]]) -> str:
    """The report as text: one column pair per method, one row per group."""
    groups = [line.group for line in next(iter(lines.values()))]
    head = f"{'group':16} {'n':>4} " + " ".join(f"{name + ' recall':>18} {'all gold':>9}" for name in lines)
    rows = [head]
    for place, group in enumerate(groups):
        count = next(iter(lines.values()))[place].questions
        cells = " ".join(f"{table[place].recall:18.3f} {table[place].all_gold:9.3f}" for table in lines.values())
        rows.append(f"{group:16} {count:4d} {cells}")
    return "\n".join(rows)
