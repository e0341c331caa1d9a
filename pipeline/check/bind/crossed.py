"""Two values of one kind, each set beside the words that the record sets beside the other.

"$60 for residents and $40 for guests" of "$40 for residents and $60 for guests" holds every word of the record. Holds
the comparison of what stands beside either value; it refuses to speak where some reading sets both as the record does.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from pipeline.check.bind.steps import bound_to_steps
from pipeline.check.read.evidence import Held, Said, token_in, written_on
from pipeline.check.read.lexing import Token
from pipeline.check.read.reading import content
from pipeline.check.slots.workings import kind_at

__all__ = ["crossed"]

_KINDS = frozenset({"amount", "percent", "number", "year", "date", "time", "fraction"})
_Sides = tuple[tuple[Token, ...], tuple[Token, ...]]
"""The words up to the next value of the kind, before and after a value."""


def crossed(said: Said, held: Held) -> list[str]:
    """Two figures or dates that one sentence of the record tells, exchanged."""
    if bound_to_steps(said, held):
        return []
    kinds = ((n, kind_at(said.tokens, n)) for n in range(len(said.tokens)))
    ours = [(kind, said.tokens[n], _beside(said.tokens, n)) for n, kind in kinds if kind in _KINDS]
    for (kind, one, near), (rival, other, by) in combinations(ours, 2):
        if kind != rival:
            continue
        for entry in held.entries:
            tokens, written = entry.sentence.tokens, written_on(entry.source)
            first, second = token_in(one, tokens, written), token_in(other, tokens, written)
            if first is None or second is None or first.start == second.start:
                continue
            there = _beside(tokens, tokens.index(first)), _beside(tokens, tokens.index(second))
            if _fit((near, by), there[::-1]) > _fit((near, by), there):
                return [f"(other words beside {one.text})"]
    return []


def _is_code(token: Token) -> bool:
    return token.worth is not None and token.worth.kind == "code"


def _beside(tokens: Sequence[Token], at: int) -> _Sides:
    same = [n for n in range(len(tokens)) if n != at and kind_at(tokens, n) == kind_at(tokens, at)]
    low = max((n for n in same if n < at), default=-1)
    high = min((n for n in same if n > at), default=len(tokens))
    return _plain(tokens[low + 1 : at]), _plain(tokens[at + 1 : high])


def _plain(tokens: Sequence[Token]) -> tuple[Token, ...]:
    return tuple(one for one in content(tuple(tokens)) if one.kind == "word" or _is_code(one))


def _is_same(word: Token, other: Token) -> bool:
    """Whether both are one word, in whatever form: a word of the same meaning may be of the other value."""
    return word.key == other.key and (not _is_code(word) or word.text == other.text)


def _fit(ours: tuple[_Sides, _Sides], theirs: tuple[_Sides, _Sides]) -> int:
    """The most words of the claim that stand beside the values as paired here: those of each value before or after it,
    both values on the same side; 0 where one of them has none."""
    best = 0
    for mine in (0, 1):
        for there in (0, 1):
            counts = [
                sum(any(_is_same(word, one) for one in beside[there]) for word in own[mine])
                for own, beside in zip(ours, theirs, strict=True)
            ]
            best = max(best, sum(counts) if all(counts) else 0)
    return best
