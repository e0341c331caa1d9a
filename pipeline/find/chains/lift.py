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
    "CITED_SHARE", "NOTHING", "SURELY_NAMED", "WHOLLY_NAMED", "Stone", "best", "counts_in_order", "lifts", "likelihood",
]  # fmt: skip

_STEP: Mapping[str, float] = {
    "name": 1.8,
    "cite": 1.9,
    "cited_by": 5.7,
    "rarity": 1.0,
    "residual": 2.3,
    "residual_bm25": 3.7,
    "early": 0.9,
    "one_of": 4.0,
    "names_back": -2.6,
    "repeats": -6.2,
    "same_document": -1.3,
    "shared": -0.2,
}
"""What a step is worth in log-odds. All weights here are fitted on the development halves of six public sets, by recall
at five, over the product's own candidates and scores; the sets and what they give stand in `benchmarks/multihop.py`."""
_WEIGHTS = tuple(_STEP[name] for name in FIGURES)
CITED_SHARE = 0.15
"""A rule cites rules for reasons of its own: a citation counts where the other end holds this share of the question.
Nothing is lost by it on the public sets (0.05 to 0.15 alike), and a record's boilerplate leads nowhere."""
_REPEATS = FIGURES.index("repeats")
_ROUNDS = 3
_CITING = ("cite", "cited_by")
_BACK: Mapping[str, float] = {"cite": 1.6, "name": 0.4}
"""What a passage gains by what it leads to, as a share of what that would gain from a sure stepping stone."""
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


NOTHING = Stone(0.0, 0.0, 0.0, 0.0, 0.0)
"""A passage only reached by a step: nothing but the chain speaks for it."""
_STONE = Stone(place=2.2, share=1.1, named=3.1, one_of=3.7, title=-2.7)
_STONE_BIAS = -3.4
_NOWHERE = 1 / (1 + math.exp(-_STONE_BIAS))
"""How likely a passage is a stepping stone that was only reached."""
_MOST = 11.5
"""No chain lifts a passage further."""


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
    if step.how in _CITING and step.figures[_REPEATS] < least_share:
        return 0.0
    return float(sum(map(mul, step.figures, _WEIGHTS)))


def lifts(
    sources: Mapping[ChunkId, Stone], steps: Sequence[Step], least_share: float = CITED_SHARE
) -> dict[ChunkId, float]:
    """The log-odds by which chains lift each passage: of the names that lead to it the best counts, citations add up,
    and a passage stands higher for the likeliest of what it leads to. Steps from passages that are no source are passed
    over, and so are citations of passages that hold less than `least_share` of the question."""
    weighed = [(step, gain) for step in steps if step.source in sources and (gain := worth(step, least_share)) > 0]
    odds = {i: _odds(one) for i, one in sources.items()}
    alone = {i: _sigmoid(one) for i, one in odds.items()}
    likely, value = alone, dict[ChunkId, float]()
    for _ in range(_ROUNDS):
        value = _led_to(weighed, likely)
        likely = {i: _sigmoid(one + value.get(i, 0.0)) for i, one in odds.items()}
    leading = dict[ChunkId, float]()
    for step, gain in weighed:
        shared = _BACK["cite" if step.how in _CITING else "name"] * gain * alone.get(step.target, _NOWHERE)
        leading[step.source] = max(leading.get(step.source, 0.0), shared)
    return {i: min(value.get(i, 0.0) + leading.get(i, 0.0), _MOST) for i in {**value, **leading}}


def _led_to(weighed: Sequence[tuple[Step, float]], likely: Mapping[ChunkId, float]) -> dict[ChunkId, float]:
    """How far steps lift what they lead to: the best name, and the root of the summed squares of citations."""
    named, cited = dict[ChunkId, float](), dict[ChunkId, float]()
    for step, gain in weighed:
        carried = likely[step.source] * gain
        if step.how in _CITING:
            cited[step.target] = cited.get(step.target, 0.0) + carried * carried
        else:
            named[step.target] = max(named.get(step.target, 0.0), carried)
    return {i: named.get(i, 0.0) + math.sqrt(cited.get(i, 0.0)) for i in {**named, **cited}}


def best(lifts_of: Mapping[ChunkId, float]) -> list[ChunkId]:
    """The passages that chains lift most, at most forty, best first."""
    return sorted(lifts_of, key=lambda i: (-lifts_of[i], i))[:_MOST_REACHED]


def counts_in_order(chunk: Chunk, lift: float, named: float) -> bool:
    """Whether a chain counts in the order of passages: for local ones, where the question surely names a passage, where
    a rule cites a rule, or where the chain is strong. What else chains lead to is kept beside the others; state law
    that the evidence names is lifted by its references."""
    return chunk.lane == "local" and (named >= SURELY_NAMED or bool(chunk.section) or lift >= _STANDS)
