"""Words of which one shuts out the others before the same thing: a special meeting is no annual one.

A record that speaks of the contrary speaks of another matter, however many words it shares. The sets are of the
language (kinds of meeting, of body, of time in office), not of any town. It refuses to read meaning: only a word of a
set before the same noun counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from vault.text.words import stem

__all__ = ["Contrast", "contrary", "contrasts_in"]

_SETS_TEXT = (
    "special annual regular emergency organizational deliberative",
    "town school county state federal village precinct fire water",
    "interim acting permanent temporary",
    "residential commercial industrial agricultural",
    "proposed default actual estimated final tentative preliminary",
    "minimum maximum",
    "front rear side",
    "assistant deputy vice chief",
    "public nonpublic private",
    "north south east west",
    "first second third fourth fifth",
    "annually monthly weekly daily",
)
_SETS = tuple(frozenset(map(stem, one.split())) for one in _SETS_TEXT)
_OF = {root: one for one in _SETS for root in one}
_REACH = 2
"""Words behind a word of a set within which the thing stands that it tells apart: "special town meeting"."""


class Contrast(NamedTuple):
    """A word of a set as it was asked for, the words that shut it out, and the thing that both are said of."""

    asked: str
    others: frozenset[str]
    things: frozenset[str]


def contrasts_in(order: Sequence[str]) -> tuple[Contrast, ...]:
    """The contrasts that a question makes, given its stems in order; () for none."""
    return tuple(
        Contrast(root, _OF[root] - {root}, frozenset(things))
        for place, root in enumerate(order)
        if root in _OF and (things := order[place + 1 : place + 1 + _REACH])
    )


def _said(roots: Iterable[str], things: frozenset[str], order: Sequence[str]) -> bool:
    wanted = frozenset(roots)
    return any(
        root in wanted and not things.isdisjoint(order[place + 1 : place + 1 + _REACH])
        for place, root in enumerate(order)
    )


def contrary(contrasts: Sequence[Contrast], *orders: Sequence[str]) -> float:
    """The share of the contrasts of which the texts, as stems in order, say the contrary and not what was asked."""
    if not contrasts:
        return 0.0
    lost = sum(
        any(_said(one.others, one.things, order) for order in orders)
        and not any(_said((one.asked,), one.things, order) for order in orders)
        for one in contrasts
    )
    return lost / len(contrasts)
