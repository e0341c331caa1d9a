"""Fits the answer finder: the order of spans, the probability that a part is answered, and the reason why one is open.

    python benchmarks/pools.py --vault VAULT --questions train.jsonl tune.jsonl everyday.jsonl --out phrased.pkl
    python benchmarks/pools.py --vault VAULT --questions (the same) --out own.pkl --without-queries
    python benchmarks/answer_tables.py --vault VAULT --pools phrased.pkl own.pkl --out parts.pkl
    python benchmarks/fit_answers.py --tables parts.pkl [--without GROUP ...] [--unseen hq-] [--out FILE]

Needs numpy, lightgbm and scipy, which the project itself does not. Spans are ordered by boosted trees fitted to put the
gold ones first; the best of them are judged alone by trees that also see questions whose answer is not there; parts and
reasons are fitted on figures that these cross-fitted scores give. Everything printed is cross-validated by author in
four folds, with phrasings and without; `--without` prints what is lost without a group of figures, of one fold alone;
`--unseen` leaves an author's questions out of every fit and measures them apart.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import lightgbm as lgb
import numpy as np
import numpy.typing as npt

from benchmarks.answer_measures import REASONS, Vector, calibration_error, part_lines, span_lines
from benchmarks.answer_tables import TAKEN, PartTable, read_tables
from benchmarks.part_fits import FIXED, UNTOLD, WAYS, PartFit, Scales, fit_parts, fit_reasons, fit_scales
from benchmarks.reliability import drawn, steps
from benchmarks.span_fits import EVERYDAY, TREES_SHARE, SpanFit, counted, fit_alone, fit_spans, looked_at
from pipeline.find.spans.parts import part_figures

__all__ = ["main"]

FOLDS = 4
TAKEN_COUNTS = 0.05
"""What a question whose answer was taken out counts where parts are fitted: there are three times as many of them as
real gaps, and another passage may still answer some. More of it tells parts of authors left out too low (calibration
error .066 and .076 with a tenth, .058 and .077 with this)."""
GROUPS: Mapping[str, Callable[[str], bool]] = {
    "kinds of answer": lambda name: "kind" in name or name in ("bound", "of_bound", "fresh"),
    "value bound to words": lambda name: name in ("bound", "of_bound") or name.startswith("value_"),
    "subject": lambda name: name.startswith(("subject_", "told_")),
    "phrasings": lambda name: any(one in name for one in ("phrased", "pooled")),
    "leads and neighbours": lambda name: name in (
        "lead", "has_lead", "before", "before2", "after", "over_before", "over_after", "joint", "of_joint",
        "joint_rank", "of_page",
    ),
    "year and place": lambda name: any(one in name for one in ("year", "inside", "outside")),
    "form of the sentence": lambda name: name in (
        "negates", "proper", "length", "digit", "digits", "money", "nil",
    ),
    "relative": lambda name: name.startswith("of_") or name == "joint_rank",
    "names": lambda name: "names" in name or name in ("ident", "numbers"),
    "record": lambda name: name.startswith("state") or name == "home",
}  # fmt: skip
"""Groups of a span's figures, for the ablation."""


class Crossed(NamedTuple):
    """What cross-validation gives for each part: the scores of its spans, the log odds of the best of them alone, best
    first, and the fold it was left out in."""

    scores: list[Vector]
    alone: list[Vector]
    fold: npt.NDArray[np.int64]

    def only(self, places: Sequence[int]) -> Crossed:
        """The same for these parts."""
        return Crossed([self.scores[at] for at in places], [self.alone[at] for at in places], self.fold[list(places)])


# ---- spans


def folds_of(parts: Sequence[PartTable]) -> npt.NDArray[np.int64]:
    """The fold of every part; all questions of an author are in one: who asks is what differs most from one set of
    questions to the next, and a fit that has seen an author is too sure of him."""
    authors = [part.question.rpartition("-")[0] for part in parts]
    places = {author: number for number, author in enumerate(sorted(set(authors)))}
    return np.array([places[author] % FOLDS for author in authors])


def crossed(parts: Sequence[PartTable], columns: Sequence[int], folds: Sequence[int]) -> Crossed:
    """The scores of every candidate, and the best alone, by trees fitted without its author. With fewer than all
    `folds`, those judged alone are fitted on scores that have seen their own parts."""
    fold = folds_of(parts)
    scores: list[Vector] = [np.zeros(0)] * len(parts)
    alone: list[Vector] = [np.zeros(0)] * len(parts)
    for number in folds:
        fit = fit_spans([part for part, own in zip(parts, fold, strict=True) if own != number], columns)
        for at, part in enumerate(parts):
            if fold[at] == number or (len(folds) < FOLDS and not len(scores[at])):
                scores[at] = fit.scores(part.figures)
    for number in folds:
        rest = [at for at in range(len(parts)) if fold[at] != number]
        judge = fit_alone([parts[at] for at in rest], [scores[at] for at in rest], columns)
        for at, part in enumerate(parts):
            if fold[at] == number or (len(folds) < FOLDS and not len(alone[at])):
                places = looked_at(scores[at])
                alone[at] = np.asarray(judge.predict(part.figures[places], raw_score=True))
    return Crossed(scores, alone, fold)


# ---- parts


class Told(NamedTuple):
    """The parts that are judged as answered or not, with the figures of each."""

    parts: list[PartTable]
    names: tuple[str, ...]
    rows: Vector
    fold: npt.NDArray[np.int64]

    @property
    def answered(self) -> Vector:
        """1 for each part that is answered, else 0."""
        return np.array([float(part.answerable) for part in self.parts])

    @property
    def counts(self) -> Vector:
        """What each part counts in the fit."""
        return np.array([counted(part) * (TAKEN_COUNTS if part.gap == TAKEN else 1.0) for part in self.parts])

    @property
    def phrased(self) -> npt.NDArray[np.bool_]:
        """Which parts were asked with phrasings."""
        return np.array([part.phrased for part in self.parts])

    @property
    def real(self) -> npt.NDArray[np.bool_]:
        """Which parts are of questions as they were asked."""
        return np.array([part.gap != TAKEN for part in self.parts])

    def columns(self, names: Sequence[str]) -> Vector:
        """The figures of these names."""
        return self.rows[:, [self.names.index(name) for name in names]]


def told_of(parts: Sequence[PartTable], held: Crossed) -> Told:
    """The parts whose gold is held, and those without an answer, with the figures that the product works out.

    Parts whose gold passage is held and whose words are not among the candidates count as answered, as they are:
    without them own words were told too low (on an unseen author Brier score .136, with them .124).
    """
    chosen = [at for at, part in enumerate(parts) if (part.kept and part.quotes) or not part.answerable]
    figures = []
    for at in chosen:
        part = parts[at]
        rows = [dict(zip(part.names, map(float, row), strict=True)) for row in part.figures]
        alone = list(map(float, held.alone[at]))
        figures.append(part_figures(part.part, rows, list(map(float, held.scores[at])), alone, part.held))
    names = tuple(figures[0])
    table = np.array([[one[name] for name in names] for one in figures])
    return Told([parts[at] for at in chosen], names, table, held.fold[chosen])


class Judged(NamedTuple):
    """Cross-validated: the calibrated probability and the reason of every part, and the scales that calibrated it."""

    sure: Vector
    reasons: npt.NDArray[np.str_]
    scales: Scales


def told_names(told: Told) -> list[str]:
    """The figures that the probability is fitted on."""
    return [name for name in told.names if name not in FIXED and name not in UNTOLD]


def reason_names(told: Told) -> list[str]:
    """The figures that the reasons are fitted on."""
    return [name for name in told.names if name not in FIXED]


def _reasons_of(told: Told) -> npt.NDArray[np.str_]:
    return np.array([REASONS.get(part.gap, "") for part in told.parts])


def judged(told: Told, folds: Sequence[int]) -> Judged:
    """The probability and reason of every part of the folds by functions fitted without its author; 0 and none for
    the others."""
    names, meant = told_names(told), _reasons_of(told)
    rows, table, is_open = told.columns(names), told.columns(reason_names(told)), meant != ""
    odds, said = np.zeros(len(told.parts)), np.array([""] * len(told.parts), dtype=object)
    for number in folds:
        here, rest = told.fold == number, told.fold != number
        odds[here] = fit_parts(rows[rest], told.answered[rest], told.counts[rest], names).odds(rows[here])
        classes, model = fit_reasons(table[rest & is_open], meant[rest & is_open])
        said[here] = np.array(classes, dtype=object)[np.asarray(model.predict(table[here])).argmax(axis=1)]
    seen = told.real & np.isin(told.fold, list(folds))
    scales = fit_scales(odds[seen], told.answered[seen], told.phrased[seen])
    return Judged(1.0 / (1.0 + np.exp(-scales.told(odds, told.phrased))), said, scales)


def report(told: Told, made: Judged, folds: Sequence[int]) -> str:
    """The measures of parts, with phrasings and without, everyday questions apart."""
    text = []
    everyday = np.array([part.question.startswith(EVERYDAY) for part in told.parts])
    phrased = told.phrased
    for name, way in (("with phrasings", phrased), ("own words", ~phrased)):
        for kind, chosen in (("", ~everyday), (", everyday", everyday)):
            mine = np.flatnonzero(way & chosen & np.isin(told.fold, list(folds)))
            if len(mine):
                text += [
                    f"{name}{kind}",
                    part_lines([told.parts[at] for at in mine], made.sure[mine], made.reasons[mine].tolist()),
                ]
    return "\n".join(text)


def diagram(told: Told, made: Judged) -> str:
    """Said and found of real parts, as SVG."""
    lines, notes = [], []
    phrased = told.phrased
    for name, way, colour in (("with phrasings", phrased, "#1f6f8b"), ("own words", ~phrased, "#c8553d")):
        mine = way & told.real
        sure, true = made.sure[mine], told.answered[mine]
        lines.append((name, colour, steps(list(map(float, sure)), list(map(bool, true)))))
        notes.append(f"{name}: ECE {calibration_error(sure, true):.3f}, Brier {((sure - true) ** 2).mean():.3f}")
    return drawn(lines, "; ".join(notes))


# ---- the file


def _tree(node: Mapping[str, object], rows: dict[str, list[float]], scale: float) -> int:
    """Adds a node of LightGBM's own and all below it to the rows of a tree; the number it is known by."""
    if "leaf_value" in node:
        rows["leaves"].append(round(scale * float(str(node["leaf_value"])), 5))
        return ~(len(rows["leaves"]) - 1)
    at = len(rows["figures"])
    for name in ("figures", "thresholds", "below", "above"):
        rows[name].append(0)
    rows["figures"][at] = int(str(node["split_feature"]))
    rows["thresholds"][at] = float(f"{float(str(node['threshold'])):.6g}")
    left, right = node["left_child"], node["right_child"]
    assert isinstance(left, dict)
    assert isinstance(right, dict)
    rows["below"][at], rows["above"][at] = _tree(left, rows, scale), _tree(right, rows, scale)
    return at


def trees_of(model: lgb.Booster, scale: float = 1.0) -> list[dict[str, list[float]]]:
    """The trees of a model as the product reads them, their leaves times `scale`."""
    made = []
    for tree in model.dump_model()["tree_info"]:
        rows: dict[str, list[float]] = {name: [] for name in ("figures", "thresholds", "below", "above", "leaves")}
        _tree(tree["tree_structure"], rows, scale)
        made.append(rows)
    return made


class Fits(NamedTuple):
    """What is fitted on all the parts given: the four functions, with the names of what they read."""

    span: SpanFit
    alone: lgb.Booster
    part: PartFit
    scales: Scales
    classes: tuple[str, ...]
    why: lgb.Booster
    names: list[str]
    every: list[str]


def fitted(parts: Sequence[PartTable], held: Crossed, told: Told, made: Judged) -> Fits:
    """The functions fitted on everything, their scales from the cross-validated ones."""
    columns = list(range(len(parts[0].names)))
    names, every, meant = told_names(told), reason_names(told), _reasons_of(told)
    classes, why = fit_reasons(told.columns(every)[meant != ""], meant[meant != ""])
    return Fits(
        span=fit_spans(parts, columns),
        alone=fit_alone(parts, held.scores, columns),
        part=fit_parts(told.columns(names), told.answered, told.counts, names),
        scales=made.scales,
        classes=classes,
        why=why,
        names=names,
        every=every,
    )


def unseen(parts: Sequence[PartTable], fits: Fits) -> str:
    """The measures of parts that the functions were not fitted on."""
    scores = [fits.span.scores(part.figures) for part in parts]
    alone = [
        np.asarray(fits.alone.predict(part.figures[looked_at(own)], raw_score=True))
        for part, own in zip(parts, scores, strict=True)
    ]
    held = Crossed(scores, alone, np.zeros(len(parts), dtype=np.int64))
    told = told_of(parts, held)
    odds = fits.scales.told(fits.part.odds(told.columns(fits.names)), told.phrased)
    odds = odds + sum(weight * told.columns([name])[:, 0] for name, weight in FIXED.items())
    said = np.array(fits.classes, dtype=object)[np.asarray(fits.why.predict(told.columns(fits.every))).argmax(axis=1)]
    made = Judged(1.0 / (1.0 + np.exp(-odds)), said, fits.scales)
    return f"{span_lines(parts, scores)}\n{report(told, made, [0])}"


def _part_file(names: Sequence[str], fit: PartFit, least: float) -> dict[str, object]:
    """The mean of both functions, and the weights that are set, which count whole under the `least` slope."""
    weights = [*(round(float(one) / 2, 5) for one in fit.weights), *(round(one / least, 5) for one in FIXED.values())]
    return {"names": [*names, *FIXED], "trees": trees_of(fit.trees, 0.5), "weights": weights, "bias": fit.bias / 2}


def file_of(figures: Sequence[str], fits: Fits) -> dict[str, object]:
    """What the product reads; `figures` are the names of a span's figures."""
    trees = trees_of(fits.why)
    return {
        "span": {
            "names": list(figures),
            "trees": trees_of(fits.span.trees, TREES_SHARE),
            "weights": [float(f"{weight:.5g}") for weight in fits.span.weights],
        },
        "alone": {"names": list(figures), "trees": trees_of(fits.alone)},
        "part": _part_file(fits.names, fits.part, min(one.slope for one in fits.scales)),
        "scales": {name: [round(part, 5) for part in one] for name, one in zip(WAYS, fits.scales, strict=True)},
        "reasons": {
            name: {"names": fits.every, "trees": trees[number :: len(fits.classes)]}
            for number, name in enumerate(fits.classes)
        },
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Fits, prints the cross-validated measures and writes the file; with --without only measures, on one fold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", nargs="+", type=Path, required=True)
    parser.add_argument("--without", nargs="*", choices=list(GROUPS), help="groups of figures left out; none: all stay")
    parser.add_argument("--unseen", nargs="*", default=(), help="beginnings of question ids that are only measured")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--svg", type=Path, help="where the reliability diagram is written")
    given = parser.parse_args(arguments)
    every = read_tables(given.tables)
    left_out = [part for part in every if part.question.startswith(tuple(given.unseen))] if given.unseen else []
    parts = [part for part in every if not part.question.startswith(tuple(given.unseen))] if given.unseen else every
    dropped = [GROUPS[name] for name in given.without or ()]
    columns = [at for at, name in enumerate(parts[0].names) if not any(drop(name) for drop in dropped)]
    folds = range(FOLDS) if given.without is None else range(1)
    if dropped:  # a figure left out is the same for all
        for part in every:
            part.figures[:, [at for at in range(len(part.names)) if at not in columns]] = 0.0
    held = crossed(parts, columns, folds)
    seen = [at for at in range(len(parts)) if held.fold[at] in folds]
    print(span_lines([parts[at] for at in seen], held.only(seen).scores))
    told = told_of(parts, held)
    made = judged(told, folds)
    print(report(told, made, folds))
    fits = fitted(parts, held, told, made) if left_out or given.out else None
    if fits and left_out:
        print(f"unseen: {' '.join(given.unseen)}\n{unseen(left_out, fits)}")
    if fits and given.out and given.without is None:
        file = file_of(parts[0].names, fits)
        given.out.write_text(json.dumps(file, separators=(",", ":")) + "\n", "utf-8")
    if given.svg and given.without is None:
        given.svg.write_text(diagram(told, made), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
