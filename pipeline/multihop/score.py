"""Turns features and links into one score per passage.

A passage's score is what it is worth alone plus its best link: the likelihood of the link's source times the worth
of the link. Two gates read the question: one mixes two ways to judge a passage alone, one scales the links.
Three rounds, so that a chain of two hops carries. Pure.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from operator import mul
from typing import NamedTuple

from pipeline.multihop.expand import Edge
from pipeline.multihop.weights import Vectors, Weights

__all__ = ["Gates", "Scores", "chain_strength", "open_gates", "score", "sigmoid", "weigh"]

ROUNDS = 3
_TOP_TARGETS = 8
_TOP_SOURCES = 6
"""A chain is strong when its end is among the first eight and its start among the first six."""


class Scores(NamedTuple):
    """Log-odds and likelihood per passage, and the edge that lifted it, if one did."""

    value: Mapping[int, float]
    likelihood: Mapping[int, float]
    best_edge: Mapping[int, Edge]


def sigmoid(x: float) -> float:
    """The likelihood of a log-odds, cut off at ±30 where floats end."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, x))))


def weigh(features: Sequence[float], weights: Sequence[float]) -> float:
    """The dot product."""
    return float(sum(map(mul, features, weights)))


class Gates(NamedTuple):
    """What the signs of a question say, 0..1 each: `parts`, how far several passages answer it, which decides how a
    passage is judged alone; `hop`, how far links are to be followed."""

    parts: float
    hop: float


def open_gates(features: Sequence[float], vectors: Vectors) -> Gates:
    """The gates for the signs of a question."""
    return Gates(sigmoid(weigh(features, vectors.parts)), sigmoid(weigh(features, vectors.hop)))


def score(
    direct: Mapping[int, tuple[float, ...]], edges: Sequence[Edge], gates: Gates, weights: tuple[Weights, Vectors]
) -> Scores:
    """Scores of all passages in `direct`; edges to or from other passages are passed over."""
    held, vectors = weights
    part, whole = gates.parts, 1 - gates.parts
    alone = {
        i: whole * (weigh(f, vectors.single) + held.single_bias) + part * (weigh(f, vectors.direct) + held.direct_bias)
        for i, f in direct.items()
    }
    weighed = [
        (e, gates.hop * weigh(e.features, vectors.link)) for e in edges if e.source in direct and e.target in direct
    ]
    weighed = [(e, w) for e, w in weighed if w > 0]
    sources = {edge.source for edge, _ in weighed}
    likely = {i: sigmoid(weigh(direct[i], vectors.source) + held.source_bias) for i in sources}
    lift: dict[int, float] = {}
    best_edge: dict[int, Edge] = {}
    for _ in range(ROUNDS):
        lift, best_edge = {}, {}
        for edge, worth in weighed:
            carried = likely[edge.source] * worth
            if carried > lift.get(edge.target, 0.0):
                lift[edge.target] = carried
                best_edge[edge.target] = edge
        likely = {i: sigmoid(alone[i] + lift.get(i, 0.0)) for i in sources}
    value = {i: v + lift.get(i, 0.0) for i, v in alone.items()}
    return Scores(value, {i: sigmoid(v) for i, v in value.items()}, best_edge)


def chain_strength(scores: Scores) -> float:
    """The strength of the best chain whose two ends both stand high, 0 when there is none."""
    order = sorted(scores.value, key=lambda i: (-scores.value[i], i))[:_TOP_TARGETS]
    tops = frozenset(order[:_TOP_SOURCES])
    chains = ((scores.best_edge[i].source, i) for i in order if i in scores.best_edge)
    return max((min(scores.likelihood[a], scores.likelihood[b]) for a, b in chains if a in tops), default=0.0)
