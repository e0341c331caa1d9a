"""Fits the answer finder: the order of spans, the probability that a part is answered, and the reason why one is open.

    python benchmarks/pools.py --vault VAULT --questions train.jsonl tune.jsonl --out phrased.pkl
    python benchmarks/pools.py --vault VAULT --questions train.jsonl tune.jsonl --out own.pkl --without-queries
    python benchmarks/answer_tables.py --vault VAULT --pools phrased.pkl own.pkl --out parts.pkl
    python benchmarks/fit_answers.py --tables parts.pkl [--without GROUP ...] [--out pipeline/data/answers.json]

Needs numpy, lightgbm and scipy, which the project itself does not. Spans are ordered by boosted trees fitted to put the
gold ones first; parts by a ridge logistic regression with signs, on figures that the spans' cross-fitted scores give,
gold held against questions that have no answer; reasons by boosted trees on the open parts. Everything printed is
cross-validated by question (four folds), with phrasings and without.
"""

from __future__ import annotations

import argparse
import json
import pickle
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import lightgbm as lgb
import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from benchmarks.answer_tables import PartTable, read_tables
from benchmarks.reliability import drawn, steps
from pipeline.find.spans.parts import part_figures
from pipeline.types import OpenReason

__all__ = ["area", "calibration_error", "main"]

Vector = npt.NDArray[np.float64]

FOLDS = 4
SPAN_ROUNDS = 240
SPAN_TREES = {
    "objective": "lambdarank",
    "num_leaves": 12,
    "min_data_in_leaf": 40,
    "lambda_l2": 10.0,
    "lambdarank_truncation_level": 6,
    "learning_rate": 0.05,
    "feature_fraction": 0.4,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "verbose": -1,
    "num_threads": 1,
    "seed": 1,
}
PART_PULL = 0.5
"""Inverse ridge of the regression on standardised figures; 0.1 to 2 give the same."""
FOR = (
    "cov", "near", "about", "phrased", "pooled", "joint", "page", "names_best", "kinds", "kind_any", "bound", "pairs",
    "mine", "ident", "top", "right", "year_of", "year_told", "inside", "year_held", "numbers", "law_found",
    "title", "density", "names", "rarest", "lead", "best_before",
)  # fmt: skip
AGAINST = (
    "lost", "unmet", "other_year", "outside", "other_town", "year_lost", "town_lost", "names_lost", "year_else",
    "kind_none", "other_board", "asks", "older",
)  # fmt: skip
"""Parts of the names of figures that can only speak for an answer, and against one."""
UNTOLD = ("gap", "gap5", "spread", "best_score", "statewide", "local")
"""Figures that tell how candidates were ordered or what was asked, not whether it is answered: reasons use them, parts
do not (against near misses .871 without them, .877 with them; calibration .016 and .026)."""
FIXED = {"absent_share": -5.0}
"""Weights that are set, not fitted: in the vault of the questions nearly every word stands somewhere, in a small one it
does not, and a question whose words are nowhere has no answer there. Of 1,000 answerable questions without phrasings 57
have more than a fifth of their weight in such words, of 31 from elsewhere nine; with phrasings one and one."""
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
REASONS: Mapping[str, OpenReason] = {
    "neighbouring_fee": "other_matter",
    "elsewhere": "not_held",
    "not_held": "not_held",
    "other_matter": "other_matter",
    "other_year": "other_year",
    "other_town": "other_town",
}
"""Kind of gap -> the reason that is told."""
GROUPS: Mapping[str, Callable[[str], bool]] = {
    "kinds of answer": lambda name: "kind" in name or name in ("bound", "of_bound", "fresh"),
    "value bound to words": lambda name: name in ("bound", "of_bound"),
    "phrasings": lambda name: any(one in name for one in ("phrased", "pooled", "mine")),
    "leads and neighbours": lambda name: name in (
        "lead", "has_lead", "before", "before2", "after", "over_before", "over_after", "joint", "of_joint",
        "joint_rank", "of_page", "behind", "ahead_of",
    ),
    "year and place": lambda name: any(one in name for one in ("year", "town", "inside", "outside", "older")),
    "form of the sentence": lambda name: name in (
        "asks", "says", "ahead", "past", "defines", "must", "negates", "leans", "label", "listed", "proper",
        "furniture", "capitals", "wordless", "leads_in", "motion", "result", "verb", "row", "short", "long", "length",
    ),
    "relative": lambda name: name.startswith("of_") or name == "joint_rank",
    "names": lambda name: "names" in name or name in ("ident", "numbers"),
    "record": lambda name: name in ("board", "other_board", "kind", "bill", "stale", "ocr", "section", "state"),
}  # fmt: skip
"""Groups of a span's figures, for the ablation."""


class Crossed(NamedTuple):
    """What cross-validation gives for each part: the scores of its spans and the fold it was left out in."""

    scores: list[Vector]
    fold: npt.NDArray[np.int64]


# ---- fitting


def folds_of(parts: Sequence[PartTable]) -> npt.NDArray[np.int64]:
    """The fold of every part; all parts of a question, with phrasings and without, are in one."""
    ids = {name: at % FOLDS for at, name in enumerate(sorted({part.question for part in parts}))}
    return np.array([ids[part.question] for part in parts])


def fit_spans(parts: Sequence[PartTable], columns: Sequence[int]) -> lgb.Booster:
    """Trees that put the spans of gold first."""
    taught = [part for part in parts if part.gold]
    rows = np.concatenate([part.figures[:, columns] for part in taught])
    marks = np.concatenate([[float(at in part.says) for at in range(len(part.figures))] for part in taught])
    data = lgb.Dataset(rows, label=marks, group=[len(part.figures) for part in taught])
    return lgb.train(dict(SPAN_TREES), data, SPAN_ROUNDS)


def crossed(parts: Sequence[PartTable], columns: Sequence[int]) -> Crossed:
    """The score of every candidate by trees fitted without its question."""
    fold = folds_of(parts)
    scores: list[Vector] = [np.zeros(0)] * len(parts)
    for number in range(FOLDS):
        fitted = fit_spans([part for part, own in zip(parts, fold, strict=True) if own != number], columns)
        for at, part in enumerate(parts):
            if fold[at] == number:
                scores[at] = np.asarray(fitted.predict(part.figures[:, columns]))
    return Crossed(scores, fold)


def told_figures(part: PartTable, scores: Vector) -> dict[str, float]:
    """The figures of a part, as the product works them out."""
    rows = [dict(zip(part.names, map(float, row), strict=True)) for row in part.figures]
    return part_figures(rows, [float(score) for score in scores], part.held)


class Ridge(NamedTuple):
    """A regression: the weight of each figure and the bias of the log odds."""

    weights: Vector
    bias: float

    def sure(self, rows: Vector) -> Vector:
        """The probability for every row."""
        return np.asarray(1.0 / (1.0 + np.exp(-np.clip(rows @ self.weights + self.bias, -30, 30))))


def sign_of(name: str) -> int:
    """1 for a figure of which more can only speak for an answer, -1 for one that can only speak against it, else 0."""
    if any(one in name for one in AGAINST):
        return -1
    return int(any(one in name for one in FOR))


def fit_parts(rows: Vector, is_answered: Vector, names: Sequence[str]) -> Ridge:
    """A ridge logistic regression whose weights keep the sign of their figure.

    Figures of words met say nearly the same; a free fit sets them against each other, which a small vault pays for.
    """
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-6
    scaled = (rows - mean) / spread

    def loss(weights: Vector) -> tuple[float, Vector]:
        odds = scaled @ weights[:-1] + weights[-1]
        sure = 1.0 / (1.0 + np.exp(-np.clip(odds, -30, 30)))
        pull = weights[:-1] / PART_PULL
        value = np.logaddexp(0.0, -odds * (2.0 * is_answered - 1.0)).sum() + 0.5 * (pull * weights[:-1]).sum()
        return float(value), np.r_[scaled.T @ (sure - is_answered) + pull, (sure - is_answered).sum()]

    signs = {1: (0.0, None), -1: (None, 0.0), 0: (None, None)}
    bounds = [*(signs[sign_of(name)] for name in names), (None, None)]
    start = np.zeros(len(names) + 1)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 500}).x
    weights = np.asarray(found[:-1] / spread)
    return Ridge(weights, float(found[-1] - weights @ mean))


def fit_reasons(rows: Vector, reasons: npt.NDArray[np.str_]) -> tuple[tuple[str, ...], lgb.Booster]:
    """The reasons in order, and trees that score each."""
    classes = tuple(sorted(set(map(str, reasons))))
    marks = np.array([classes.index(str(reason)) for reason in reasons])
    parameters = {**REASON_TREES, "num_class": len(classes)}
    return classes, lgb.train(parameters, lgb.Dataset(rows, label=marks), REASON_ROUNDS)


# ---- measuring


def area(positive: Vector, negative: Vector) -> float:
    """Area under the curve: how often a positive stands above a negative, ties half."""
    if not len(positive) or not len(negative):
        return float("nan")
    above = (positive[:, None] > negative[None, :]).mean() + 0.5 * (positive[:, None] == negative[None, :]).mean()
    return float(above)


def calibration_error(sure: Vector, true: Vector, bins: int = 10) -> float:
    """Expected calibration error: the mean distance of stated from found share, over equal steps of probability."""
    which = np.minimum((sure * bins).astype(int), bins - 1)
    held = [which == number for number in range(bins)]
    return float(sum(m.mean() * abs(sure[m].mean() - true[m].mean()) for m in held if m.any()))


def span_lines(parts: Sequence[PartTable], scores: Sequence[Vector]) -> str:
    """Share of parts whose first span, and one of whose first three, is a gold one; by style, with and without
    phrasings, of parts whose gold is among the candidates."""
    lines = []
    for phrased in (True, False):
        for style in ("", "plain", "lay"):
            ranks = [
                min(list(np.argsort(-score, kind="stable")).index(at) for at in part.says)
                for part, score in zip(parts, scores, strict=True)
                if part.says and style in ("", part.style) and part.phrased == phrased
            ]
            if ranks:
                first, three = (sum(rank < most for rank in ranks) / len(ranks) for most in (1, 3))
                name = f"{'phrasings' if phrased else 'own words'} {style or 'all'}"
                lines.append(f"spans {name:16} {len(ranks):5d}  first {first:.3f}  of three {three:.3f}")
    return "\n".join(lines)


def part_lines(parts: Sequence[PartTable], sure: Vector, reasons: Sequence[str]) -> str:
    """Areas under the curve against each kind of gap, calibration, Brier score, share of reasons right."""
    yes = np.array([part.answerable for part in parts])
    gaps = np.array([part.gap for part in parts])
    near = ~yes & (gaps != "elsewhere")
    lines = [
        f"answered {yes.sum()} against near misses {near.sum()}: {area(sure[yes], sure[near]):.3f}",
        *(
            f"  against {gap:16} {(gaps == gap).sum():4d}: {area(sure[yes], sure[gaps == gap]):.3f}"
            for gap in sorted(set(gaps) - {""})
        ),
        f"calibration error {calibration_error(sure, yes * 1.0):.3f}, Brier {((sure - yes) ** 2).mean():.3f}",
    ]
    told = [(said, REASONS[gap]) for said, gap in zip(reasons, gaps, strict=True) if gap]
    right = sum(a == b for a, b in told) / (len(told) or 1)
    lines.append(f"reason right {right:.2f} of {len(told)} open parts")
    for most in (0.2, 0.33, 0.5, 0.6, 0.7, 0.85):
        shares = [(sure[one] < most).mean() for one in (near, gaps == "elsewhere", yes)]
        lines.append(
            f"  below {most:.2f}: near misses {shares[0]:.2f}, elsewhere {shares[1]:.2f}, answered {shares[2]:.2f}"
        )
    for number in range(10):
        m = np.minimum((sure * 10).astype(int), 9) == number
        if m.any():
            lines.append(f"  said {sure[m].mean():.2f} found {yes[m].mean():.2f} ({m.sum()})")
    return "\n".join(lines)


# ---- the file


def _tree(node: Mapping[str, object], rows: dict[str, list[float]]) -> int:
    """Adds a node of LightGBM's own and all below it to the rows of a tree; the number it is known by."""
    if "leaf_value" in node:
        rows["leaves"].append(round(float(str(node["leaf_value"])), 5))
        return ~(len(rows["leaves"]) - 1)
    at = len(rows["figures"])
    for name in ("figures", "thresholds", "below", "above"):
        rows[name].append(0)
    rows["figures"][at] = int(str(node["split_feature"]))
    rows["thresholds"][at] = float(f"{float(str(node['threshold'])):.6g}")
    left, right = node["left_child"], node["right_child"]
    assert isinstance(left, dict)
    assert isinstance(right, dict)
    rows["below"][at], rows["above"][at] = _tree(left, rows), _tree(right, rows)
    return at


def trees_of(model: lgb.Booster) -> list[dict[str, list[float]]]:
    """The trees of a model as the product reads them."""
    made = []
    for tree in model.dump_model()["tree_info"]:
        rows: dict[str, list[float]] = {name: [] for name in ("figures", "thresholds", "below", "above", "leaves")}
        _tree(tree["tree_structure"], rows)
        made.append(rows)
    return made


def _linear(names: Sequence[str], weights: Vector, bias: float) -> dict[str, object]:
    return {"names": list(names), "weights": [round(float(one), 4) for one in weights], "bias": round(float(bias), 4)}


class Result(NamedTuple):
    """The data file, the cross-validated measures as text, and the diagram of said and found."""

    file: dict[str, object]
    text: str
    diagram: str


def fitted(parts: Sequence[PartTable], held: Crossed, columns: Sequence[int]) -> Result:
    """What the product reads, and how good it is by cross-validation."""
    chosen = [at for at, part in enumerate(parts) if (part.gold and part.kept) or not part.answerable]
    told = [(parts[at], told_figures(parts[at], held.scores[at])) for at in chosen]
    fold = held.fold[chosen]
    every = [name for name in told[0][1] if name not in FIXED]
    names = [name for name in every if name not in UNTOLD]
    table = np.array([[one[name] for name in every] for _, one in told])
    rows = table[:, [every.index(name) for name in names]]
    yes = np.array(["yes" if part.answerable else "no" for part, _ in told])
    gaps = [REASONS[part.gap] if part.gap else "" for part, _ in told]
    is_open = np.array([bool(gap) for gap in gaps])
    reasons = np.array(gaps)
    sure, said = np.zeros(len(told)), np.array([""] * len(told), dtype=object)
    for number in range(FOLDS):
        here, rest = fold == number, fold != number
        sure[here] = fit_parts(rows[rest], (yes[rest] == "yes") * 1.0, names).sure(rows[here])
        classes, model = fit_reasons(table[rest & is_open], reasons[rest & is_open])
        said[here] = np.array(classes, dtype=object)[np.asarray(model.predict(table[here])).argmax(axis=1)]
    text, lines, notes = [span_lines(parts, held.scores)], [], []
    for phrased in (True, False):
        mine = np.array([part.phrased == phrased for part, _ in told])
        if not mine.any():
            continue
        name, colour = ("with phrasings", "#1f6f8b") if phrased else ("own words", "#c8553d")
        seen = [part for (part, _), own in zip(told, mine, strict=True) if own]
        true = yes[mine] == "yes"
        text += [name, part_lines(seen, sure[mine], list(said[mine]))]
        lines.append((name, colour, steps(list(map(float, sure[mine])), list(map(bool, true)))))
        error, brier = calibration_error(sure[mine], true * 1.0), ((sure[mine] - true) ** 2).mean()
        notes.append(f"{name}: ECE {error:.3f}, Brier {brier:.3f}")
    answered = fit_parts(rows, (yes == "yes") * 1.0, names)
    classes, why = fit_reasons(table[is_open], reasons[is_open])
    trees = trees_of(why)
    file = {
        "span": {"names": [parts[0].names[at] for at in columns], "trees": trees_of(fit_spans(parts, columns))},
        "part": _linear([*names, *FIXED], np.r_[answered.weights, list(FIXED.values())], answered.bias),
        "reasons": {
            name: {"names": every, "trees": trees[number :: len(classes)]} for number, name in enumerate(classes)
        },
    }
    return Result(file, "\n".join(text), drawn(lines, "; ".join(notes)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Fits, prints the cross-validated measures and writes the file; with --without only measures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", nargs="+", type=Path, required=True)
    parser.add_argument("--without", nargs="*", default=[], choices=list(GROUPS), help="groups of figures left out")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--crossed", type=Path, help="cross-fitted scores; read when there, else written")
    parser.add_argument("--svg", type=Path, help="where the reliability diagram is written")
    given = parser.parse_args(arguments)
    parts = read_tables(given.tables)
    dropped = [GROUPS[name] for name in given.without]
    columns = [at for at, name in enumerate(parts[0].names) if not any(drop(name) for drop in dropped)]
    if given.crossed and given.crossed.is_file():
        held = Crossed(*pickle.loads(given.crossed.read_bytes()))
    else:
        held = crossed(parts, columns)
        if given.crossed:
            given.crossed.write_bytes(pickle.dumps(tuple(held)))
    if given.without:
        print(span_lines(parts, held.scores))
        return 0
    made = fitted(parts, held, columns)
    print(made.text)
    if given.out:
        given.out.write_text(json.dumps(made.file, separators=(",", ":")) + "\n", "utf-8")
    if given.svg:
        given.svg.write_text(made.diagram, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
