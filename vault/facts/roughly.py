"""How a text rounds the figure that follows: "about", "just over", "nearly", "more than", and which way.

Holds the one grammar of these words and no arithmetic: what is near enough is for those who compare figures.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from vault.text.patterns import lazy_regex

__all__ = ["Roughness", "rounding_after", "rounding_before"]


class Roughness(NamedTuple):
    """Where the rounding words start (a character offset), and which way the true figure lies: "" on either side,
    "over" or "under"; `near` when the words say that it is near ("just over", "nearly"), not only beyond ("over"). A
    limit ("at least", "not more than") has no way."""

    start: int
    way: Literal["", "over", "under"]
    near: bool


_LITTLE = (
    r"(?:only\s+)?just|barely|slightly|marginally|somewhat|a\s+(?:little|bit|shade|hair|touch|fraction)(?:\s+bit)?"
    r"|something"
)
_MUCH = r"well|far|considerably|significantly"
_OVER = r"over|above|(?:more|greater|higher|better)\s+than|upwards?\s+of|in\s+excess\s+of|north\s+of|exceeding|past"
_UNDER = r"under|below|(?:less|fewer|lower)\s+than|short\s+of|shy\s+of|south\s+of"
_BEFORE = lazy_regex(
    rf"\b(?:(?P<little>{_LITTLE})\s+(?:(?P<little_over>{_OVER})|(?P<little_under>{_UNDER}))"
    rf"|(?:(?:{_MUCH})\s+)?(?:(?P<over>{_OVER})|(?P<under>{_UNDER}))"
    r"|(?P<nearly>nearly|almost|close\s+to|not\s+quite|approaching|nearing)"
    r"|(?P<about>about|approximately|approx\.?|roughly|around|some|(?:an\s+)?estimated(?:\s+at)?|circa"
    r"|in\s+the\s+(?:neighbou?rhood|vicinity|range|area)\s+of|(?:on|in)\s+the\s+order\s+of|something\s+like)"
    r"|(?P<limit>at\s+(?:least|most)|up\s+to|(?:no|not)\s+(?:more|less|fewer|greater|higher|lower)\s+than))"
    r"\s+(?:an?\s+)?\Z",
    re.IGNORECASE,
)
"""Rounding words that stand right before a figure."""
_SPELL = lazy_regex(r"\s+(?:hours?|days?|weeks?|months?|years?|meetings?)\b", re.IGNORECASE)
"""A length of time over which something is done: "borrowed over five years" bounds nothing."""
_AFTER = lazy_regex(r"\s?\+|\s+(?:or so|or more|or less|plus|give or take)\b", re.IGNORECASE)
_LOOK_BACK = 34
"""Characters before a figure in which rounding words stand; longer than the longest of them."""


def rounding_before(text: str, start: int, end: int) -> Roughness | None:
    """The rounding words right before the figure from `start` to `end`; None where there are none."""
    floor = max(0, start - _LOOK_BACK)
    found = _BEFORE.search(text, floor, start)
    if found is None:
        return None
    if found["over"] and found["over"].lower() in ("over", "past") and _SPELL.match(text, end):
        return None
    over, under = found["over"] or found["little_over"], found["under"] or found["little_under"] or found["nearly"]
    near = bool(found["little"] or found["nearly"] or found["about"])
    return Roughness(found.start(), "over" if over else "under" if under else "", near)


def rounding_after(text: str, end: int) -> bool:
    """Whether words right after the figure round or bound it: "40 or so", "40 or more", "40+"."""
    return _AFTER.match(text, end) is not None
