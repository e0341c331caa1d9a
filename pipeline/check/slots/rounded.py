"""Words that round a figure of a claim, and whether the record's figure lies where they say: "just over $300,000".

Holds which words round and which of them the held figures bear out, and limits that a held figure keeps. It refuses to
call a figure wrong for its words: on the wrong side of it they are left over, to be read.
"""

from __future__ import annotations

import re

from pipeline.check.read.evidence import Held, Said
from pipeline.check.read.lexing import Token, worth_matches
from pipeline.check.slots.workings import worked_out, working_words
from vault.text.patterns import lazy_regex

__all__ = ["keeps_limit", "rounded_wrongly", "rounding_words", "rounds_rightly"]


def rounding_words(said: Said) -> dict[int, Token]:
    """Where the rounding words of the claim start, each with its figure; empty where no figure is rounded."""
    figures = [one for one in said.tokens if one.worth is not None and one.led >= 0]
    return {one.start: figure for figure in figures for one in said.tokens if figure.led <= one.start < figure.start}


def rounds_rightly(said: Said, held: Held) -> frozenset[int]:
    """Where the rounding words start that the held figures bear out: all that only say about, and those that say on
    which side the true figure lies where it lies there."""
    return frozenset(start for start, figure in rounding_words(said).items() if _is_rightly(figure, said, held))


def _is_rightly(figure: Token, said: Said, held: Held) -> bool:
    worth = figure.worth
    if worth is None or not worth.way:
        return worth is not None and worth.about
    if working_words(said, worth) and any((value - worth.number) * worth.way > 0 for value in worked_out(worth, held)):
        return True  # "a little over $78,000" of the bills that come to it
    near = [one for one in held.tokens() if one.worth is not None and worth_matches(worth, one.worth)]
    return any(_lies_beyond(figure, one) for one in near)


def rounded_wrongly(said: Said, held: Held) -> list[str]:
    """The figures, with their rounding words, of which these say on which side the true one lies, where the held one
    that is near lies on the other, and is told with no such words itself."""
    figures = {figure.start: figure for figure in rounding_words(said).values() if figure.worth and figure.worth.way}
    return [
        f"(rounded the wrong way: {said.text[figure.led : figure.end]})"
        for _, figure in sorted(figures.items())
        if not _is_rightly(figure, said, held) and _is_near(figure, held)
    ]


def _is_near(figure: Token, held: Held) -> bool:
    near = [one for one in held.tokens() if figure.worth and one.worth and worth_matches(figure.worth, one.worth)]
    return bool(near) and all(one.led < 0 and one.worth and one.worth.kind == "amount" for one in near)


def _lies_beyond(claimed: Token, held: Token) -> bool:
    """Whether a claim says on which side of its figure the true one lies, and the held one lies there, however far."""
    ours, theirs = claimed.worth, held.worth
    return ours is not None and theirs is not None and (abs(theirs.number) - ours.number) * ours.way > 0


_OF_RULES = lazy_regex(r"\b(?:may|must|shall|can|could)\b", re.IGNORECASE)
"""Words of a rule, whose figure is itself a limit: "may set fines of up to $1,800"."""
_LEAST = lazy_regex(r"\bleast\b|\b(?:no|not)\s+(?:less|fewer|lower)\b", re.IGNORECASE)


def keeps_limit(claimed: Token, held: Token, text: str) -> bool:
    """Whether a held figure lies on the side that a claim's `text` tells without saying how near ("more than
    $100,000"), or is an amount that keeps the limit it sets ("at least $300,000", "up to $313,000") and has none of
    its own. Of a rule the limit itself is the figure."""
    ours, theirs, words = claimed.worth, held.worth, text[claimed.led : claimed.start] if claimed.led >= 0 else ""
    if ours is None or theirs is None or not words.strip():
        return False
    if ours.way:
        return not ours.near and _lies_beyond(claimed, held)
    beyond = theirs.number >= ours.number if _LEAST.search(words) else theirs.number <= ours.number
    plain = held.led < 0 and ours.kind == "amount" and not ours.about
    return beyond and plain and _OF_RULES.search(text) is None
