"""How far a chain lifts a passage: how likely its source is a stepping stone, times what the step is worth.

Holds the fitted weights and the arithmetic; three rounds, so that a chain of two steps carries. Pure.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from operator import mul
from typing import NamedTuple

from pipeline.find.chains.steps import FIGURES, Step
from vault.types import Chunk, ChunkId

__all__ = [
    "CITED_SHARE", "SURELY_NAMED", "WHOLLY_NAMED", "Lifts", "Stone", "best", "counts_in_order", "lifts", "likelihood",
]  # fmt: skip

_STEP: Mapping[str, float] = {
    "name": 1.61,
    "cite": 3.5,
    "cited_by": 6.34,
    "rarity": 0.69,
    "residual": 2.27,
    "residual_bm25": 3.73,
    "early": 1.68,
    "one_of": 4.14,
    "names_back": -1.76,
    "repeats": -7.01,
    "same_document": -1.3,
}
"""What a step is worth in log-odds. All weights here are fitted on the development halves of six public sets, by recall
at five, over the product's own candidates and scores; the sets and what they give stand in `benchmarks/multihop.py`."""
_WEIGHTS = tuple(_STEP[name] for name in FIGURES)
CITED_SHARE = 0.15
"""A rule cites rules for reasons of its own: a citation counts where the other end holds this share of the question.
Nothing is lost by it on the public sets (0.05 to 0.15 alike), and a record's boilerplate leads nowhere."""
_REPEATS = FIGURES.index("repeats")
_ROUNDS = 3
_MOST_REACHED = 40
"""Passages that chains lead to, at most."""
SURELY_NAMED = 0.3
"""From here a question names a passage by its title (decision 63)."""
WHOLLY_NAMED = 0.6
"""From here nearly the whole title stands in the question; from .3 a town question lost what answers one part, and the
public sets are the same (docs/hops.md)."""
_STANDS = 6.0
"""Log-odds from which a chain counts in the order of records, nearly what a full match is worth. A weaker one leads to
the right page less often than the page it would push out is right."""


class Stone(NamedTuple):
    """What tells how likely a passage is a stepping stone, 0..1 each: its place (1 for the first), its score as a
    share of the best, and how surely the question names it."""

    place: float
    share: float
    named: float
    one_of: float
    title: float


_STONE = Stone(place=1.86, share=1.18, named=3.87, one_of=4.13, title=-2.7)
_STONE_BIAS = -3.51
_MOST = 11.5
"""No chain lifts a passage further."""


class Lifts(NamedTuple):
    """Log-odds by which each passage is lifted, and the step that does it."""

    value: Mapping[ChunkId, float]
    by: Mapping[ChunkId, Step]


def _sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, x))))


def _odds(source: Stone) -> float:
    return float(sum(map(mul, source, _STONE))) + _STONE_BIAS


def likelihood(source: Stone) -> float:
    """How likely a passage is a stepping stone, 0..1."""
    return _sigmoid(_odds(source))


def worth(step: Step, least_share: float = CITED_SHARE) -> float:
    """What a step is worth in log-odds; below 0 it leads nowhere. A citation's end must hold `least_share` of the
    question."""
    if step.how in ("cite", "cited_by") and step.figures[_REPEATS] < least_share:
        return 0.0
    return float(sum(map(mul, step.figures, _WEIGHTS)))


def lifts(sources: Mapping[ChunkId, Stone], steps: Sequence[Step], least_share: float = CITED_SHARE) -> Lifts:
    """The best chain to every passage; steps from passages that are no source are passed over, and so are citations
    of passages that hold less than `least_share` of the question."""
    weighed = [(step, gain) for step in steps if step.source in sources and (gain := worth(step, least_share)) > 0]
    odds = {i: _odds(sources[i]) for i in dict.fromkeys(step.source for step, _ in weighed)}
    likely = {i: _sigmoid(one) for i, one in odds.items()}
    value: dict[ChunkId, float] = {}
    by: dict[ChunkId, Step] = {}
    for _ in range(_ROUNDS):
        value, by = {}, {}
        for step, gain in weighed:
            carried = likely[step.source] * gain
            if carried > value.get(step.target, 0.0):
                value[step.target], by[step.target] = carried, step
        likely = {i: _sigmoid(one + value.get(i, 0.0)) for i, one in odds.items()}
    return Lifts({i: min(gain, _MOST) for i, gain in value.items()}, by)


def best(lifts_of: Mapping[ChunkId, float]) -> list[ChunkId]:
    """The passages that chains lift most, at most forty, best first."""
    return sorted(lifts_of, key=lambda i: (-lifts_of[i], i))[:_MOST_REACHED]


def counts_in_order(chunk: Chunk, lift: float, named: float) -> bool:
    """Whether a chain counts in the order of passages: for local ones, where the question surely names a passage, where
    a rule cites a rule, or where the chain is strong. What else chains lead to is kept beside the others; state law
    that the evidence names is lifted by its references."""
    return chunk.lane == "local" and (named >= SURELY_NAMED or bool(chunk.section) or lift >= _STANDS)
