"""Measures of length and time, in whichever unit they are told: "twelve months" is one year, "36 inches" three feet.

Holds the units and what they come to in each other. It refuses to turn months into days, which differ.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from pipeline.check.read.evidence import Held
from pipeline.check.read.lexing import Token, lex, same_word
from pipeline.quoting.alike import base_of
from vault.text.patterns import lazy_regex

__all__ = ["Unit", "is_of_class", "is_same_measure", "unit_at"]


class Unit(NamedTuple):
    """A unit: what it measures (length, time, volume), its name, and how many of the smallest of its scale it holds; 0
    where nothing is worked out with it."""

    kind: int
    name: str
    scale: str
    size: float


_TEXT_UNITS = """
    0 inch inch 1|0 foot/feet/ft inch 12|0 yard inch 36|0 mile inch 63360|0 meter/metre meter 1
    0 kilometer/kilometre/km meter 1000|1 minute minute 1|1 hour/hr minute 60|1 day minute 1440|1 week/wk minute 10080
    1 month/mo month 1|1 year/yr month 12|2 gallon - 0|2 liter/litre - 0
"""


def _units() -> dict[str, Unit]:
    found: dict[str, Unit] = {}
    for line in _TEXT_UNITS.replace("\n", "|").split("|"):
        if line.strip():
            kind, words, scale, size = line.split()
            names = words.split("/")
            found |= {base_of(word): Unit(int(kind), names[0], scale, float(size)) for word in names}
    return found


_UNITS = _units()


_BETWEEN = ("(", ")", "\n", "-", "a", "an", "of")


def unit_at(tokens: Sequence[Token], at: int) -> Unit | None:
    """The unit that a count is of: "fifteen (15) feet", never the 1 of "1” = 20 ft"; None for a count of things."""
    count = tokens[at].worth
    number = count.number if count is not None else None
    behind = takewhile(lambda one: one.worth is None or one.worth.number == number, tokens[at + 1 : at + 7])
    following = [one for one in behind if one.text.lower() not in _BETWEEN and one.worth is None][:1]
    return _UNITS.get(following[0].key[0]) if following and following[0].kind == "word" else None


def is_same_measure(tokens: Sequence[Token], at: int, held: Held) -> bool:
    """Whether an entry tells the measure of a count in another unit: "twelve months" of "one year", "of a year"."""
    ours = _size(tokens, at)
    if ours is None:
        return False
    told = (
        (size, read[n].worth is None)
        for read in (one.sentence.tokens for one in held.entries)
        for n in range(len(read))
        if (size := _size(read, n)) is not None
    )
    return any(one[:2] == ours[:2] and (bare or one[2] != ours[2]) for one, bare in told)


_SINGLE = ("a", "an", "per", "each", "every")


def _size(tokens: Sequence[Token], at: int) -> tuple[str, float, str] | None:
    """The scale of a measure, how many of its smallest unit it comes to, and the unit it is told in; None of words."""
    worth, unit = tokens[at].worth, unit_at(tokens, at)
    count = worth.number if worth is not None and worth.kind in ("number", "fraction") else 0.0
    if worth is None and tokens[at].text.lower() in _SINGLE and not (at and tokens[at - 1].worth):
        count = 1.0
    return (unit.scale, count * unit.size, unit.name) if unit is not None and count * unit.size else None


# "4+ lots", "three or more houses", "2 lots or less": a class of counts
_CLASS = lazy_regex(
    r"(?P<plus>\d+)\s?\+\s*(?P<things>\w+)|(?P<number>\w+)\s+(?P<before>\w+\s+)?or\s+(?P<way>more|less|fewer)\b(?P<after>\s+\w+)?",
    re.IGNORECASE,
)


def is_of_class(tokens: Sequence[Token], at: int, held: Held) -> bool:
    """Whether a count falls in a class of the same things that the attached words open: "six lots" of "4+ lots"."""
    worth, thing = tokens[at].worth, next((one for one in tokens[at + 1 : at + 2] if one.kind == "word"), None)
    for found in _CLASS.finditer(held.attached()) if worth is not None and thing is not None else ():
        end = next((one.worth for one in lex(found["plus"] or found["number"]) if one.worth is not None), None)
        things = lex(found["things"] or found["before"] or found["after"] or "")
        if end is not None and any(thing and same_word(thing, one) for one in things if one.kind == "word"):
            fewer = (found["way"] or "").lower() in ("less", "fewer")
            return worth is not None and (worth.number <= end.number if fewer else worth.number >= end.number)
    return False
