"""Where the paragraphs of a statute section begin: I., II-a., (a), (1), (A), with the path of each.

Reads marks at line starts, and the mark that follows another mark on the same line ("IV. (a) ..."). It does not
judge whether a paragraph is in force and never invents a level that is not printed.
"""

from __future__ import annotations

import re

from pydantic import Field

from vault.value import Value

__all__ = ["ROMAN_LETTERS", "Subdivision", "has_subdivision", "roman_value", "subdivisions"]

_MARK = re.compile(
    r"[ ]{0,12}(?:(?P<roman>[IVXL]{1,8}(?:-[a-z]{1,2})?)\.(?=\s|\[)|\((?P<letter>[a-z]{1,2}(?:-\d)?)\)"
    r"|\((?P<number>\d{1,2}(?:-[a-z])?)\)|\((?P<capital>[A-Z]{1,2})\))[ ]?"
)
"""Examples: "II-a. ", "(a) ", "(1) ", "(A) "."""
_ROMAN = re.compile(r"[ivx]+\Z")
ROMAN_LETTERS = {"I": 1, "V": 5, "X": 10, "L": 50}
_MAX_STEP = 40  # a numeral that jumps further than a long repealed run is a letter, not a paragraph


class Subdivision(Value):
    """One printed paragraph mark: its path from the outer level ("IX", "a") and its offset in the section text."""

    path: tuple[str, ...]
    start: int = Field(ge=0)


def subdivisions(text: str) -> tuple[Subdivision, ...]:
    """Paragraph marks of a section in order; empty when the section has none."""
    found: list[Subdivision] = []
    stack: list[tuple[int, str]] = []
    pos = 0
    while pos <= len(text):
        start = pos
        while (mark := _MARK.match(text, start)) is not None:
            level = _level(mark, stack)
            if level is None:
                break
            label = mark["roman"] or mark["letter"] or mark["number"] or mark["capital"]
            stack = [*(step for step in stack if step[0] < level), (level, label)]
            found.append(Subdivision(path=tuple(step[1] for step in stack), start=start))
            start = mark.end()
        line_end = text.find("\n", pos)
        if line_end < 0:
            break
        pos = line_end + 1
    return tuple(found)


def has_subdivision(text: str, paragraph: tuple[str, ...]) -> bool:
    """Whether a section's own text prints that paragraph ("II", "c"); an empty path is the section itself."""
    if not paragraph:
        return True
    return any(part.path[: len(paragraph)] == paragraph for part in subdivisions(text))


def _level(mark: re.Match[str], stack: list[tuple[int, str]]) -> int | None:
    """Depth of a mark by its kind: roman 0, letter 1, number 2, capital 3, small roman 4; None when it is no mark."""
    if mark["roman"]:
        last = next((label for level, label in stack if level == 0), "")
        step = roman_value(mark["roman"].split("-")[0]) - (roman_value(last.split("-")[0]) if last else 0)
        return 0 if 0 <= step <= _MAX_STEP else None
    if mark["number"]:
        return 2
    if mark["capital"]:
        return 3
    return _letter_level(mark["letter"], stack)


def _letter_level(letter: str, stack: list[tuple[int, str]]) -> int:
    """(i) is a letter after (h), and a small roman below a number or capital."""
    if not _ROMAN.match(letter):
        return 1
    current = next((label for level, label in stack if level == 1), "")
    if len(letter) == 1 and current and ord(current[0]) + 1 == ord(letter):
        return 1
    deeper = any(level >= 2 for level, _ in stack)
    return 4 if deeper or (current and letter in ("i", "ii", "iii")) else 1


def roman_value(numeral: str) -> int:
    """What a numeral of the letters I, V, X and L counts. Raises `KeyError` for another letter."""
    values = [ROMAN_LETTERS[letter] for letter in numeral]
    return sum(-v if v < max(values[i:]) else v for i, v in enumerate(values))
