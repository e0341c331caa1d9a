"""The order of a part's spans, and the judgement of a span alone: what is fitted on the figures of spans.

The order is the sum of boosted trees (lambdarank) and a linear score fitted to the listwise likelihood of the gold
spans: each alone puts as many first on authors it has not seen, together they put more (docs/finding.md). Needs numpy,
scipy and lightgbm, which the project itself does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import lightgbm as lgb
import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from benchmarks.answer_measures import Vector
from benchmarks.answer_tables import PartTable
from pipeline.find.spans.parts import LOOKED_AT, best_first

__all__ = ["EVERYDAY", "TREES_SHARE", "SpanFit", "counted", "fit_alone", "fit_spans", "looked_at"]

THINNED = 24
"""Spans of a part beside the gold ones that the order is taught by, drawn by chance: all of them teach no more."""
SPAN_ROUNDS = 140
SPAN_TREES = {
    "objective": "lambdarank",
    "num_leaves": 12,
    "min_data_in_leaf": 40,
    "lambda_l2": 10.0,
    "lambdarank_truncation_level": 6,
    "learning_rate": 0.085,
    "feature_fraction": 0.4,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "max_bin": 63,
    "verbose": -1,
    "num_threads": 1,
    "seed": 1,
}
ALONE_ROUNDS = 110
ALONE_TREES = {
    "objective": "binary",
    "num_leaves": 10,
    "min_data_in_leaf": 60,
    "lambda_l2": 20.0,
    "learning_rate": 0.085,
    "feature_fraction": 0.3,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "max_bin": 63,
    "verbose": -1,
    "num_threads": 1,
    "seed": 1,
}
EVERYDAY_COUNTS = 2.5
"""What a short everyday question counts: there are 119 among 1,319, and people ask little else."""
EVERYDAY = "ocq-e"
TREES_SHARE, LINEAR_SHARE = 0.7, 0.35
"""What both count. Of authors not seen, .2 to .8 of the linear score beside 1 of the trees put nearly as many first;
the whole times .7 makes the first span right in .94 of the parts where it is told from .8 on (.85 is likeliest)."""
LINEAR_PULL = 3.0
"""Ridge of the linear score on standardised figures; 30 puts fewer first in own words."""


class SpanFit(NamedTuple):
    """What orders the spans of a part: trees, and the weight of each figure."""

    trees: lgb.Booster
    weights: Vector

    def scores(self, rows: npt.NDArray[np.float32]) -> Vector:
        """The score of every row."""
        return TREES_SHARE * np.asarray(self.trees.predict(rows)) + rows @ self.weights


def counted(part: PartTable) -> float:
    """How much a part counts."""
    return EVERYDAY_COUNTS if part.question.startswith(EVERYDAY) else 1.0


def _thinned(part: PartTable, chance: np.random.Generator) -> list[int]:
    wanted = part.says | part.tells
    others = [at for at in range(len(part.figures)) if at not in wanted]
    return [*sorted(wanted), *map(int, chance.permutation(others)[:THINNED])]


def _worth(part: PartTable, at: int) -> float:
    """2 for a span that says a gold quote, 1 for one that tells the same fact, else 0."""
    return 2.0 if at in part.says else float(at in part.tells)


def fit_spans(parts: Sequence[PartTable], columns: Sequence[int]) -> SpanFit:
    """The order that puts the spans of gold first; it reads these columns alone."""
    weights = np.zeros(len(parts[0].names))
    weights[list(columns)] = LINEAR_SHARE * _linear(parts, columns)
    return SpanFit(_trees(parts, columns), weights)


def _linear(parts: Sequence[PartTable], columns: Sequence[int]) -> Vector:
    """The weights under which the spans of gold are likeliest among those of their part."""
    taught = [part for part in parts if part.says]
    rows = np.concatenate([part.figures[:, columns] for part in taught]).astype(np.float64)
    spread = rows.std(axis=0) + 1e-6
    rows = (rows - rows.mean(axis=0)) / spread
    sizes = np.array([len(part.figures) for part in taught])
    starts = np.r_[0, np.cumsum(sizes)[:-1]]
    worth = np.concatenate([[_worth(part, at) for at in range(len(part.figures))] for part in taught])
    shares = worth / np.repeat(np.add.reduceat(worth, starts), sizes)
    counts = np.repeat([counted(part) for part in taught], sizes)

    def loss(weights: Vector) -> tuple[float, Vector]:
        scores = rows @ weights
        scores -= np.repeat(np.maximum.reduceat(scores, starts), sizes)
        likely = scores - np.repeat(np.log(np.add.reduceat(np.exp(scores), starts)), sizes)
        slope = rows.T @ (counts * (np.exp(likely) - shares)) + 2 * LINEAR_PULL * weights
        return float(-(counts * shares * likely).sum() + LINEAR_PULL * weights @ weights), slope

    found = minimize(loss, np.zeros(len(columns)), jac=True, method="L-BFGS-B", options={"maxiter": 200}).x
    return np.asarray(found / spread)


def _trees(parts: Sequence[PartTable], columns: Sequence[int]) -> lgb.Booster:
    chance = np.random.default_rng(1)
    taught = [(part, _thinned(part, chance)) for part in parts if part.gold]
    rows = np.concatenate([_only(part.figures[places], columns) for part, places in taught])
    marks = np.concatenate([[_worth(part, at) for at in places] for part, places in taught])
    counts = np.concatenate([np.full(len(places), counted(part)) for part, places in taught])
    groups = [len(places) for _, places in taught]
    data = lgb.Dataset(rows, label=marks, weight=counts, group=groups, params={"max_bin": 63})
    return lgb.train(dict(SPAN_TREES), data, SPAN_ROUNDS)


def looked_at(scores: Vector) -> list[int]:
    """The places of the spans that are judged alone."""
    return best_first(list(map(float, scores)))[:LOOKED_AT]


def fit_alone(parts: Sequence[PartTable], scores: Sequence[Vector], columns: Sequence[int]) -> lgb.Booster:
    """Trees that tell a span that answers from one that does not, whatever the others are."""
    taught = [
        (part, looked_at(own)) for part, own in zip(parts, scores, strict=True) if part.gold or not part.answerable
    ]
    rows = np.concatenate([_only(part.figures[places], columns) for part, places in taught])
    marks = np.concatenate([[float(_worth(part, at) > 0) for at in places] for part, places in taught])
    return lgb.train(dict(ALONE_TREES), lgb.Dataset(rows, label=marks, params={"max_bin": 63}), ALONE_ROUNDS)


def _only(rows: npt.NDArray[np.float32], columns: Sequence[int]) -> npt.NDArray[np.float32]:
    """The rows with every other column 0: trees make nothing of a figure that is the same for all."""
    kept = np.zeros_like(rows)
    kept[:, columns] = rows[:, columns]
    return kept
