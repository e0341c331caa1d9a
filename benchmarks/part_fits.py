"""How surely a part of a question is answered, and why it is open: what is fitted on the figures of parts.

Two functions are fitted and their log odds averaged: a ridge logistic regression whose weights keep the sign of their
figure, and boosted trees with the same signs. Together they are better than either alone (docs/finding.md). Needs
numpy, scipy and lightgbm, which the project itself does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import lightgbm as lgb
import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from benchmarks.answer_measures import Vector

__all__ = ["FIXED", "UNTOLD", "WAYS", "PartFit", "Scale", "Scales", "fit_parts", "fit_reasons", "fit_scales"]

WAYS = ("own", "phrased")
"""The ways to ask, as the file names them: in the asker's own words alone, and with phrasings."""

PART_PULL = 0.5
"""Inverse ridge of the regression on standardised figures; 0.1 to 2 give the same."""
FOR = (
    "cov", "near", "about", "phrased", "pooled", "joint", "page", "names_best", "kinds", "kind_any", "bound", "pairs",
    "ident", "top", "right", "year_of", "year_told", "inside", "year_held", "numbers", "law_found",
    "title", "density", "names", "rarest", "lead", "best_before", "subject", "told_", "value_", "alone",
    "sole_shown", "of_kind", "focused", "year_led",
)  # fmt: skip
AGAINST = (
    "lost", "other_year", "outside", "year_lost", "town_lost", "names_lost", "year_else",
    "kind_none", "state_local", "nil",
)  # fmt: skip
"""Parts of the names of figures that can only speak for an answer, and against one."""
FREE = ("new_names", "sole_asked", "over_before", "over_after", "of_page", "page_phrased")
"""Figures that would be taken for others by their names."""
UNTOLD = ("gap", "gap5", "spread", "best_score", "statewide", "local", "best_polar")
"""Figures that tell how candidates were ordered or what was asked, not whether it is answered: reasons use them, parts
do not (against near misses .871 without the first six, .877 with them; calibration .016 and .026)."""
FIXED = {"absent_share": -1.0, "absent_most": -8.0}
"""Weights that are set, not fitted: in the vault of the questions nearly every word stands somewhere, in a small one it
does not, and a question whose words are nowhere has no answer there. Of 1,000 answerable questions without phrasings 57
have more than a fifth of their weight in such words, of 31 from elsewhere nine; with phrasings one and one. The second
begins at half of the weight, where five at the whole is what small vaults need."""
PART_ROUNDS = 200
PART_TREES = {
    "objective": "binary",
    "num_leaves": 6,
    "min_data_in_leaf": 30,
    "lambda_l2": 10.0,
    "learning_rate": 0.05,
    "feature_fraction": 0.25,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "verbose": -1,
    "num_threads": 1,
    "seed": 1,
}
REASON_ROUNDS = 80
REASON_TREES = {
    "objective": "multiclass",
    "num_leaves": 5,
    "min_data_in_leaf": 15,
    "lambda_l2": 10.0,
    "learning_rate": 0.05,
    "feature_fraction": 0.3,
    "verbose": -1,
    "num_threads": 1,
    "seed": 1,
}


class Scale(NamedTuple):
    """Log odds -> calibrated log odds: `slope` times them, plus `bias`."""

    slope: float = 1.0
    bias: float = 0.0


class Scales(NamedTuple):
    """The scale of either way to ask, in the order of `WAYS`: with phrasings near misses come nearer, and what is found
    says more of what is held."""

    own: Scale
    phrased: Scale

    def told(self, odds: Vector, phrased: npt.NDArray[np.bool_]) -> Vector:
        """The calibrated log odds of parts, of which some were asked with phrasings."""
        return np.where(phrased, *(one.slope * odds + one.bias for one in (self.phrased, self.own)))


class PartFit(NamedTuple):
    """The two functions of a part's figures: the weight of each figure with the bias, and trees."""

    weights: Vector
    bias: float
    trees: lgb.Booster

    def odds(self, rows: Vector) -> Vector:
        """The mean log odds of every row, not yet calibrated."""
        return np.asarray((rows @ self.weights + self.bias + np.asarray(self.trees.predict(rows, raw_score=True))) / 2)


def sign_of(name: str) -> int:
    """1 for a figure of which more can only speak for an answer, -1 for one that can only speak against it, else 0."""
    if any(one in name for one in FREE):
        return 0
    if any(one in name for one in AGAINST):
        return -1
    return int(any(one in name for one in FOR))


def fit_parts(rows: Vector, is_answered: Vector, counts: Vector, names: Sequence[str]) -> PartFit:
    """Both functions; `counts` is how much each row weighs."""
    weights, bias = _ridge(rows, is_answered, counts, names)
    parameters = {**PART_TREES, "monotone_constraints": [sign_of(name) for name in names]}
    trees = lgb.train(parameters, lgb.Dataset(rows, label=is_answered, weight=counts), PART_ROUNDS)
    return PartFit(weights, bias, trees)


def _ridge(rows: Vector, is_answered: Vector, counts: Vector, names: Sequence[str]) -> tuple[Vector, float]:
    """A ridge logistic regression whose weights keep the sign of their figure.

    Figures of words met say nearly the same; a free fit sets them against each other, which a small vault pays for.
    """
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-6
    scaled = (rows - mean) / spread

    def loss(weights: Vector) -> tuple[float, Vector]:
        odds = scaled @ weights[:-1] + weights[-1]
        off = counts * (1.0 / (1.0 + np.exp(-np.clip(odds, -30, 30))) - is_answered)
        pull = weights[:-1] / PART_PULL
        value = (counts * np.logaddexp(0.0, -odds * (2.0 * is_answered - 1.0))).sum() + 0.5 * (
            pull * weights[:-1]
        ).sum()
        return float(value), np.r_[scaled.T @ off + pull, off.sum()]

    signs = {1: (0.0, None), -1: (None, 0.0), 0: (None, None)}
    bounds = [*(signs[sign_of(name)] for name in names), (None, None)]
    start = np.zeros(len(names) + 1)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 500}).x
    weights = np.asarray(found[:-1] / spread)
    return weights, float(found[-1] - weights @ mean)


def fit_scale(odds: Vector, is_answered: Vector) -> Scale:
    """The slope and bias that calibrate log odds (Platt)."""

    def loss(scale: Vector) -> float:
        told = scale[0] * odds + scale[1]
        return float(np.logaddexp(0.0, -told * (2.0 * is_answered - 1.0)).sum())

    found = minimize(loss, np.array([1.0, 0.0]), method="Nelder-Mead").x
    return Scale(float(found[0]), float(found[1]))


def fit_scales(odds: Vector, is_answered: Vector, phrased: npt.NDArray[np.bool_]) -> Scales:
    """The scale of each way to ask."""
    return Scales(*(fit_scale(odds[way], is_answered[way]) for way in (~phrased, phrased)))


def fit_reasons(rows: Vector, reasons: npt.NDArray[np.str_]) -> tuple[tuple[str, ...], lgb.Booster]:
    """The reasons in order, and trees that score each."""
    classes = tuple(sorted(set(map(str, reasons))))
    marks = np.array([classes.index(str(reason)) for reason in reasons])
    parameters = {**REASON_TREES, "num_class": len(classes)}
    return classes, lgb.train(parameters, lgb.Dataset(rows, label=marks), REASON_ROUNDS)
