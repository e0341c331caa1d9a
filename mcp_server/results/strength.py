"""How surely each part of a question is answered, in words."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.types import PartAnswer

__all__ = ["strength_lines"]

_SURE: dict[str, str] = {"answered": "Answered", "likely": "Likely answered, read the cited page", "open": "Open"}
_WHY_OPEN: dict[str, str] = {
    "not_held": "no record held answers it",
    "other_year": "held only for another time",
    "other_town": "held only for another place",
    "other_matter": "what was found is about another matter",
    "wrong_kind": "the records speak of it but do not give what is asked",
}


def strength_lines(answers: Sequence[PartAnswer]) -> tuple[str, ...]:
    """One line for each part of the question: answered, likely, or open and why."""
    lines: list[str] = []
    for answer in answers:
        why = _WHY_OPEN.get(answer.reason, "") if answer.verdict == "open" else ""
        near = f" ({answer.near})" if why and answer.near and answer.reason in ("other_year", "other_town") else ""
        lines.append(f"{_SURE[answer.verdict]}: {answer.part}" + (f" - {why}{near}" if why else ""))
    return tuple(lines)
