"""Words that round a figure of a claim, and whether the record's figure lies where they say: "just over $300,000".

Holds which words round and which of them the held figures bear out. It refuses to call a figure wrong for its words: on
the wrong side of it they are left over, to be read.
"""

from __future__ import annotations

from pipeline.check.read.evidence import Held, Said
from pipeline.check.read.lexing import Token, worth_matches
from pipeline.check.slots.workings import computed

__all__ = ["lies_beyond", "rounding_words", "rounds_rightly"]


def rounding_words(said: Said) -> dict[int, Token]:
    """Where the rounding words of the claim start, each with its figure; empty where no figure is rounded."""
    figures = [one for one in said.tokens if one.worth is not None and one.led >= 0]
    return {one.start: figure for figure in figures for one in said.tokens if figure.led <= one.start < figure.start}


def rounds_rightly(said: Said, held: Held) -> frozenset[int]:
    """Where the rounding words start that the held figures bear out: all that only say about, and those that say on
    which side the true figure lies where it lies there."""
    return frozenset(start for start, figure in rounding_words(said).items() if _is_rightly(figure, held))


def _is_rightly(figure: Token, held: Held) -> bool:
    worth = figure.worth
    if worth is None or not worth.way:
        return worth is not None and worth.about
    if computed(worth, held):  # "a little over $78,000" of the bills that come to it
        return True
    near = [one for one in held.tokens() if one.worth is not None and worth_matches(worth, one.worth)]
    return any(lies_beyond(figure, one) for one in near)


def lies_beyond(claimed: Token, held: Token) -> bool:
    """Whether a claim says on which side of its figure the true one lies, and the held one lies there, however far."""
    ours, theirs = claimed.worth, held.worth
    return ours is not None and theirs is not None and (abs(theirs.number) - ours.number) * ours.way > 0
