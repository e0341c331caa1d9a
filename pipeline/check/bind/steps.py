"""Sums of the steps of a list: what a first, a second and a third offense cost, each bound to its step.

Holds the reading of such lists, in a claim and in a record, and their comparison. It refuses to speak where steps and
sums do not go in turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipeline.check.read.evidence import Held, Said
from pipeline.check.read.lexing import Token, Worth, worth_matches
from pipeline.check.slots.turns import shown
from pipeline.check.slots.values import Conflict
from vault.facts.numerals import ordinal_value

__all__ = ["bound_to_steps", "named_conflicts", "step_conflicts"]


def step_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """A sum of another step: "$250 for the second offense" of "2nd offense - $50, 3rd offense - $250"."""
    ours = _steps(said.tokens, 1)
    for entry in held.entries if ours else ():
        theirs = _steps(entry.sentence.tokens)
        for step, figure in ours.items():
            other = theirs.get(step)
            if other is not None and not _is_one_sum(figure, other):
                yield Conflict("amount", figure.text, shown(entry))
                return


def bound_to_steps(said: Said, held: Held) -> bool:
    """Whether every sum of the claim is that of its step in one entry."""
    ours = _steps(said.tokens, 1)
    return bool(ours) and any(
        all(step in theirs and _is_one_sum(figure, theirs[step]) for step, figure in ours.items())
        for theirs in (_steps(entry.sentence.tokens) for entry in held.entries)
    )


def _is_one_sum(one: Token, other: Token) -> bool:
    return one.worth is not None and other.worth is not None and worth_matches(one.worth, other.worth)


def _steps(tokens: Sequence[Token], least: int = 2) -> dict[float, Token]:
    """The sum of each step of a list ("first", "2nd", "a third"): the next one behind it before another step, or, where
    sums stand before their steps ("$50 for the first"), the last one before it; {} where they do not go in turn."""
    marks = [(one, _step_of(one.worth), one.worth) for one in tokens if one.worth is not None]
    marks = [(one, step, worth) for one, step, worth in marks if step or worth.kind == "amount"]
    steps = [n for n, (_, step, _) in enumerate(marks) if step]
    sums = [n for n, (_, step, _) in enumerate(marks) if not step]
    if len(steps) < least or not sums:
        return {}
    by = 1 if steps[0] < sums[0] else -1
    found = {marks[n][1]: marks[n + by][0] for n in steps if n + by in sums}
    return found if len(found) == len(sums) else {}


def _step_of(worth: Worth) -> float:
    """The number of a step; 0 for any other figure. "A third" is read as a fraction where no step stands before it."""
    if worth.kind == "fraction":
        return float(ordinal_value(worth.text.lower().removeprefix("a ")) or 0)
    return worth.number if worth.kind == "ordinal" else 0.0


_IS = frozenset(("is", "are", "was", "were", "be", "at", "=", ":"))
_PLANNED = 2
"""Words between "is" and a figure: "is planned to be 5 feet"."""


def named_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """A figure that a sentence of the record says of another thing in turn: "the deck is 5.28 feet" of "garage is 5.28
    feet and deck is 4.16 feet"."""
    ours = list(_said_of(said.tokens, _PLANNED))
    for entry in held.entries if ours else ():
        theirs = list(_said_of(entry.sentence.tokens, 0))
        for thing, figure in ours:
            own = [other for name, other in theirs if name.key == thing.key]
            of_others = [name for name, other in theirs if _is_one_sum(figure, other)]
            if own and of_others and not any(_is_one_sum(figure, other) for other in own):
                yield Conflict("row", figure.text, shown(entry))
                return


def _said_of(tokens: Sequence[Token], between: int) -> Iterator[tuple[Token, Token]]:
    """Each thing with the figure that is said of it: "deck is 4.16ft."."""
    plain = [one for one in tokens if one.text != "\n"]
    for at, word in enumerate(plain):
        if at == 0 or word.text.lower() not in _IS or plain[at - 1].kind != "word":
            continue
        behind = plain[at + 1 : at + 2 + between]
        figure = next((one for one in behind if one.worth is not None), None)
        if figure is not None and all(one.kind == "word" for one in behind[: behind.index(figure)]):
            yield plain[at - 1], figure
