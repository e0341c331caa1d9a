"""A sum or a difference of cited figures that is worked out wrongly, and a comparison told the wrong way round.

Holds the cases where arithmetic contradicts: the claim says that it works its figure out, nearly all else of it stands
in its entries, and nothing that their figures give is this figure. It refuses to speak where a cited page prints it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from pipeline.check.read.evidence import Held, Said, matched, token_in
from pipeline.check.read.lexing import Token, Worth, lex, worth_matches
from pipeline.check.read.words import FRAME
from pipeline.check.slots.values import Conflict, fields_in
from pipeline.check.slots.workings import compares, computed, is_working, quoted_amounts, way_of

__all__ = ["misadded", "sum_conflicts"]

_TOTAL = re.compile(r"\b(?:together|total\w*|sums?|combined|altogether|in all|add(?:s|ed)? up)\b", re.IGNORECASE)
_COME_TO = re.compile(rf"{_TOTAL.pattern}|\b(?:come|came) to\b", re.IGNORECASE)
_APART = re.compile(r"\b(?:differ\w*|apart|gap)\b", re.IGNORECASE)
_MOST = 6
"""Figures of which a writer may have added up any choice: beyond, nothing is called wrong."""
_ALL_ELSE = 0.75
"""Share of a claim's other words that the entries, and what stands around them, must hold."""


def sum_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """The amount or percentage that the cited figures do not give, of a claim that works it out; "more" of the less."""
    wrong = next((token for at, token in enumerate(said.tokens) if compares(said.tokens, at) is False), None)
    if wrong is not None:
        yield Conflict("sum", wrong.text, "the two figures compare the other way")
    figures = [token for token in said.tokens if token.worth is not None and token.worth.kind in ("amount", "percent")]
    if not held.given or len(figures) != 1:
        return
    yield from _one_for_all(said, figures[0], held)
    if not _speaks_of(said, held):
        return
    printed = any(token_in(figures[0], lex(source.text)) is not None for source in held.sources)
    given = "" if printed else _given(said, figures[0], held)
    if given:
        yield Conflict("sum", figures[0].text, f"the cited figures give {given}")


def _one_for_all(said: Said, figure: Token, held: Held) -> Iterator[Conflict]:
    """One of the cited amounts told as what all of them come to: "The two fees come to $5" of $5 and $9."""
    amounts = quoted_amounts(held)
    counted = any(one.worth is not None and one.worth.number == len(amounts) > 1 for one in said.tokens[:3])
    alone = figure.worth is not None and figure.worth.number in amounts and len(set(amounts)) > 1
    if counted and alone and _COME_TO.search(said.text):
        yield Conflict("sum", figure.text, f"the cited figures give ${sum(amounts):,.2f}")


def misadded(said: Said, worth: Worth, held: Held) -> float:
    """What the rows that the claim names add up to, where it adds up two or more of them and tells another sum; 0
    where it names none, or adds up rightly."""
    fields = fields_in(held, "amount") if _TOTAL.search(said.text) else []
    named = [
        one
        for one in fields
        if any(
            token_in(word, said.tokens) is not None and not all(token_in(word, other.owned) for other in fields)
            for word in one.owned
        )
    ]
    told = {(one.text, one.token.worth.number) for one in named if one.token.worth is not None}  # two columns, one sum
    total = round(sum(number for _, number in told), 2)
    return total if len(told) > 1 and not worth_matches(worth, Worth("number", total)) else 0


def _given(said: Said, figure: Token, held: Held) -> str:
    """What the cited amounts give of the kind that the claim works out; "" when it works nothing out, or rightly."""
    worth = figure.worth
    amounts = quoted_amounts(held)
    if worth is None or not 2 <= len(amounts) <= _MOST:
        return ""
    total = misadded(said, worth, held)
    if total or computed(worth, held):
        return f"${total:,.2f}" if total else ""
    changed = len(amounts) == 2 and (_APART.search(said.text) or any(map(way_of, said.tokens)))
    if worth.kind == "percent":
        return f"{abs(amounts[1] / amounts[0] - 1):.1%}" if changed and amounts[0] else ""
    if changed:
        return f"${abs(amounts[1] - amounts[0]):,.2f}"
    return f"${sum(amounts):,.2f}" if _TOTAL.search(said.text) and not _is_some_sum(worth, amounts) else ""


def _is_some_sum(worth: Worth, amounts: Sequence[float]) -> bool:
    choices = chain.from_iterable(combinations(amounts, size) for size in range(2, len(amounts) + 1))
    return any(abs(sum(choice) - worth.number) <= max(worth.places / 2, 0.5) for choice in choices)


def _speaks_of(said: Said, held: Held) -> bool:
    others = [
        word
        for word in said.words
        if word.worth is None and word.key[0] not in FRAME and not is_working(word) and not way_of(word)
    ]
    around = [token for entry in held.near for token in entry.sentence.tokens]
    return bool(others) and matched(others, (*held.tokens(), *around)) >= _ALL_ELSE * len(others)
