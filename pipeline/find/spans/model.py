"""The fitted functions of the answer finder, read from one data file: sums of trees and of weights over named figures.

`benchmarks/fit_answers.py` writes the file. It refuses to know what a figure means, and to guess one: a figure that the
file names and the caller does not give is a `KeyError`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from importlib.resources import files
from operator import mul
from typing import Literal

from pipeline.types import OpenReason
from vault.value import Value

__all__ = ["Fitted", "Tree", "fits", "likeliest_reason", "odds_alone", "probability", "span_scores"]

_MOST = 30.0
"""Log odds beyond which a probability is as good as 0 or 1."""


class Tree(Value):
    """A decision tree as rows: node n asks whether figure `figures[n]` is at most `thresholds[n]` and goes on to
    `below[n]` or `above[n]`; a negative number is the leaf of its complement. A tree without nodes is its one leaf."""

    figures: tuple[int, ...] = ()
    thresholds: tuple[float, ...] = ()
    below: tuple[int, ...] = ()
    above: tuple[int, ...] = ()
    leaves: tuple[float, ...]

    @cached_property
    def nodes(self) -> tuple[tuple[int, float, int, int], ...]:
        """The rows: figure, threshold, and where to go on from there."""
        return tuple(zip(self.figures, self.thresholds, self.below, self.above, strict=True))


class Fitted(Value):
    """A sum of trees, and of weights where there are any, over figures in the order of `names`."""

    names: tuple[str, ...]
    trees: tuple[Tree, ...] = ()
    weights: tuple[float, ...] = ()
    bias: float = 0.0

    def scores(self, rows: Sequence[Mapping[str, float]]) -> list[float]:
        """The value for each set of figures, in order; what it means is said by the reader."""
        lists = [[row[name] for name in self.names] for row in rows]
        totals = [self.bias + sum(map(mul, self.weights, row)) for row in lists]
        for tree in self.trees:
            nodes, leaves = tree.nodes, tree.leaves
            for place, row in enumerate(lists):
                node = 0 if nodes else -1
                while node >= 0:
                    figure, threshold, below, above = nodes[node]
                    node = below if row[figure] <= threshold else above
                totals[place] += leaves[~node]
        return totals


class Fits(Value):
    """`span`: a score of which only differences between spans of one part mean anything; `alone`: the log odds that a
    span, whatever the others are, answers; `part`: the log odds that a part is answered at all, which the slope and
    bias of `scales` calibrate for either way to ask; `reasons`: for each reason to be open its score, of which the
    highest is told."""

    span: Fitted
    alone: Fitted
    part: Fitted
    scales: dict[Literal["own", "phrased"], tuple[float, float]]
    reasons: dict[OpenReason, Fitted]


@lru_cache(maxsize=1)
def fits() -> Fits:
    """The functions shipped with the package."""
    return Fits.model_validate(json.loads(files("pipeline").joinpath("data", "answers.json").read_text("utf-8")))


def span_scores(spans: Sequence[Mapping[str, float]]) -> list[float]:
    """The score of every span of a part."""
    return fits().span.scores(spans)


def odds_alone(spans: Sequence[Mapping[str, float]]) -> list[float]:
    """The log odds that each span answers, judged without the others: what a pool of near misses has little of."""
    return fits().alone.scores(spans)


def probability(figures: Mapping[str, float]) -> float:
    """The probability that a part with these figures is answered by what is held."""
    slope, bias = fits().scales["phrased" if figures["best_phrasings"] else "own"]
    odds = slope * fits().part.scores([figures])[0] + bias
    return 1.0 / (1.0 + math.exp(-max(min(odds, _MOST), -_MOST)))


def likeliest_reason(figures: Mapping[str, float]) -> OpenReason:
    """The likeliest reason why a part with these figures is open."""
    known = fits().reasons
    return max(known, key=lambda reason: known[reason].scores([figures])[0])
