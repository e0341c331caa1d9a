"""How surely each part of a question is answered, and what limits the answer, in words."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.answer.telling import WHY_OPEN, telling
from pipeline.types import Answer, PartAnswer, RecordTier
from pipeline.write.extract.followups import NOT_ADVICE
from pipeline.write.extract.gaps import may_answer, open_part
from vault.text.labels import labels_in

__all__ = ["open_lines", "strength_lines", "told_tier", "untold_limits"]

_SURE: dict[str, str] = {
    "answered": "Answered",
    "likely": "Likely answered, read the cited page",
    "near": "Perhaps in the pages found, read them",
    "open": "Open",
}
_ALONE: dict[str, tuple[str, ...]] = {
    "answered": ("The words cited answer the question.",),
    "likely": ("The words cited likely answer the question: read the cited page.",),
    "near": ("The pages found may hold the answer: `opencouncil ask --why` lists them.",),
    "open": (),
}


def strength_lines(answers: Sequence[PartAnswer], answer: Answer) -> tuple[str, ...]:
    """One line for each part of the question: answered, likely, or open and why.

    Of a question with one part an open one needs no line: the answer has begun with it.
    """
    if len(answers) == 1:
        return _ALONE[_sure(answers[0], answer)]
    asked = tuple(part.part for part in answers)
    return tuple(f"{_SURE[_sure(part, answer, asked)]}: {part.part}{_why_open(part)}" for part in answers)


def told_tier(tier: RecordTier, answer: Answer, answers: Sequence[PartAnswer]) -> RecordTier:
    """The tier shown beside an answer: that of its evidence, and of an answer by extracts no better than what it tells:
    C where no part is told, B where any part is open or only likely."""
    if answer.writer != "extract" or not answers:
        return tier
    told = {_sure(one, answer, tuple(part.part for part in answers)) for one in answers}
    most: RecordTier = "A" if told == {"answered"} else "B" if told & {"answered", "likely"} else "C"
    return max(tier, most)


def _sure(part: PartAnswer, answer: Answer, asked: Sequence[str] = ()) -> str:
    """How the words of a part are told; "near" where the evidence likely holds an answer but no sentence is sure to be
    it, or none of them is quoted by an answer of extracts, or it says that this part of those `asked` is open or may be
    answered."""
    quoted = set(labels_in(answer.answer_markdown))
    unquoted = quoted.isdisjoint(span.label for span in part.spans)
    untold = any(one in answer.answer_markdown for one in (open_part(part, asked).sentence, may_answer(part, asked)))
    left_out = answer.writer == "extract" and (unquoted or untold)
    told = "open" if left_out else telling(part)
    if told == "open":
        return "open" if part.verdict == "open" else "near"
    return "answered" if told == "certain" else "likely"


def open_lines(answers: Sequence[PartAnswer]) -> tuple[str, ...]:
    """One line for each part that nothing held answers, and why."""
    return tuple(f"{one.part}{_why_open(one)}" for one in answers if one.verdict == "open")


def _why_open(answer: PartAnswer) -> str:
    why = WHY_OPEN.get(answer.reason, "") if answer.verdict == "open" else ""
    near = (
        f" ({answer.near})" if why and answer.near and answer.reason in ("other_year", "other_town", "not_held") else ""
    )
    return f" - {why}{near}" if why else ""


def untold_limits(answer: Answer) -> tuple[str, ...]:
    """The limits of an answer that its own text has not told, and that do not stand below every answer."""
    return tuple(one for one in answer.limitations if one not in answer.answer_markdown and one != NOT_ADVICE)
