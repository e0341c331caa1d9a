"""Which lead-in a list item hangs on: "No person shall:" above "(b) keep goats", through as many levels as there are.

Reads the marks of statutes, rules and minutes (I., (a), (1), (A), (i), 1., a., bullets), at line starts and after a
colon, a semicolon or a comma. It refuses to judge what a lead-in does to its items, and invents no list: marks that do
not count up from a first one under an open lead-in are no list.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from vault.law.subdivisions import ROMAN_LETTERS, roman_value
from vault.text.patterns import lazy_regex

__all__ = ["Hung", "hung_on"]


class Hung(NamedTuple):
    """A list item and its lead-in: the lead-in is `text[head_start:head_end]` (its colon included), the item's own
    words are `text[start:end]`, up to the next mark."""

    head_start: int
    head_end: int
    start: int
    end: int


class _Mark(NamedTuple):
    start: int
    end: int
    shape: str
    label: str
    inline: bool


# "IV. ", "II-a. ", "(a) ", "(ii) ", "(1) ", "(A) ", "3. ", "3) ", "b. ", "• ", "– "
_LABEL = (
    r"\((?P<bracket>[a-z]{1,4}|[A-Z]{1,2}|\d{1,2})(?:-[a-z\d]{1,2})?\)(?=\s)"
    r"|(?P<plain>[IVXL]{1,7}|[A-Za-z]|\d{1,2})(?:-[a-z]{1,2})?(?P<close>[.)])(?=\s)|(?P<bullet>[•▪◦‣●○*–—-])(?=\s)"
)
_AT_LINE = lazy_regex(rf"(?:\A|\n)[ \t]*(?P<mark>{_LABEL})")
_IN_LINE = lazy_regex(
    r"(?:[:;,—]|\b(?:shall|not|to|if|when|unless|either))\s+(?:(?:and|or)\s+)?"
    r"(?P<mark>\((?P<bracket>[a-z]{1,4}|\d{1,2}|[A-Z]{1,2})\)(?=\s))"
)
_NEXT_TO = lazy_regex(rf"[ \t]*\n?[ \t]*(?P<mark>{_LABEL})")
# "No person shall:", "if —", "The following"; an inline list may hang on the bare verb
_OPEN = lazy_regex(r"(?:[:—–]|:\s?-|\b(?:following|shall|not|to|if|when|unless|either))\s*\Z", re.IGNORECASE)
# A full stop before a capital, an opened bracket or a numbered line; "Art. 12" is none
_STOP = lazy_regex(r"(?<=[a-z\d)”\"]{2})[.!?][)”\"]*(?:\s+(?=[A-Z(“\"])|\s*\n\s*(?=\d))")
_HEAD_CHARS = 900
"""A lead-in of more characters is a page without a full stop, not a lead-in."""
_LEVELS = 5


def _shape(match: re.Match[str]) -> tuple[str, str]:
    groups = match.groupdict()
    if groups.get("bullet"):
        return groups["bullet"] or "", ""
    label = groups.get("bracket") or groups.get("plain") or ""
    kind = "1" if label.isdigit() else "A" if label.isupper() else "a"
    return (f"({kind})" if groups.get("bracket") else f"{kind}{groups.get('close')}"), label


@lru_cache(maxsize=1024)
def _marks(text: str) -> tuple[_Mark, ...]:
    found: dict[int, _Mark] = {}
    for pattern, inline in ((_AT_LINE, False), (_IN_LINE, True)):
        for first in pattern.finditer(text):
            match: re.Match[str] | None = first
            while match is not None and match.start("mark") not in found:
                found[match.start("mark")] = _Mark(match.start("mark"), match.end("mark"), *_shape(match), inline)
                match = _NEXT_TO.match(text, match.end("mark"))
    return tuple(found[start] for start in sorted(found))


def _counts(label: str) -> dict[str, int]:
    """What a label may count: "i" is the ninth letter or the first numeral."""
    if label.isdigit():
        return {"number": int(label)}
    low = label.lower()
    counts = {"letter": ord(low) - 96} if len(low) == 1 else {}
    if low and all(letter in ROMAN_LETTERS for letter in label.upper()):
        counts["numeral"] = roman_value(label.upper())
    return counts


def _first_of(text: str, marks: Sequence[_Mark], at: int) -> int:
    """Index of the first mark of the list of `marks[at]` when an open lead-in stands before it, else -1."""
    return _first_counted(text, marks, at) if marks[at].label else _first_bullet(text, marks, at)


def _first_bullet(text: str, marks: Sequence[_Mark], at: int) -> int:
    for number in range(at, -1, -1):
        mark = marks[number]
        if mark.shape != marks[at].shape:
            continue
        if number < at and _flush_between(text, mark, marks[number + 1]):
            return -1
        if _opens(text, mark):
            return number
    return -1


def _first_counted(text: str, marks: Sequence[_Mark], at: int) -> int:
    counts, between = _counts(marks[at].label), _is_between(text, marks[at])
    for number in range(at, -1, -1):
        mark = marks[number]
        if mark.shape != marks[at].shape or (number < at and _is_between(text, mark)):
            continue
        here = _counts(mark.label)
        shared = {
            kind: here[kind]
            for kind in counts
            if kind in here and (number == at or here[kind] < counts[kind] + between)
        }
        if 1 in shared.values() and _opens(text, mark):
            return number
        if number == at:
            continue
        if not shared and len(here) == 1 and set(here) & set(counts):
            return -1  # the same count again, as high or higher: another list
        if set(shared.values()) == {1}:
            return -1
        counts = shared or counts
    return -1


def _is_between(text: str, mark: _Mark) -> bool:
    """Whether a mark was put in later, behind the one it is numbered after: "I-a."."""
    return "-" in text[mark.start : mark.end].strip("-–—")


def _opens(text: str, mark: _Mark) -> bool:
    return bool(_OPEN.search(text, max(0, mark.start - 24), mark.start))


def _flush_between(text: str, one: _Mark, after: _Mark) -> bool:
    """Whether a paragraph of its own stands between two bullets, so that the second begins another list."""
    return bool(re.search(r"\n[ \t]*\n[ \t]*[^\W_]", text[one.end : after.start]))


def _head_start(text: str, low: int, mark: _Mark) -> int:
    """Where the sentence of the lead-in begins: after the last full stop or blank line, not before `low`."""
    low = max(low, mark.start - _HEAD_CHARS)
    stops = [m.end() for m in _STOP.finditer(text[low : mark.start])]
    breaks = [m.end() for m in re.finditer(r"\n[ \t]*\n\s*(?=[A-Z]|\w{1,2}[-.)])", text[low : mark.start].rstrip())]
    return low + max([0, *stops, *breaks])


def _item_end(text: str, marks: Sequence[_Mark], at: int) -> int:
    """Up to the next mark that is not an address inside the sentence."""
    return marks[at + 1].start if at + 1 < len(marks) else len(text)


def hung_on(text: str, start: int) -> tuple[Hung, ...]:
    """The list items that hold the character at `start` with their lead-ins, innermost first; () outside a list."""
    marks = _marks(text)
    at = max((number for number, mark in enumerate(marks) if mark.start <= start), default=-1)
    found: list[Hung] = []
    while at >= 0 and len(found) < _LEVELS:
        first = _first_of(text, marks, at)
        if first < 0:
            if not marks[at].inline:
                break
            at -= 1  # "paragraph I, (a)" begins no item
            continue
        body = marks[first - 1].end if first else 0
        head = _head_start(text, body, marks[first])
        found.append(Hung(head, marks[first].start, marks[at].end, _item_end(text, marks, at)))
        if text[body:head].strip() or not first:
            break
        at = first - 1
    return tuple(found)
