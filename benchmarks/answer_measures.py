"""Measures of the answer finder from cross-validated scores: first spans, areas under the curve, calibration, reasons.

Pure functions over the parts of tables; nothing is fitted or read here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from benchmarks.answer_tables import TAKEN, PartTable
from pipeline.types import OpenReason

__all__ = ["REASONS", "Vector", "area", "calibration_error", "part_lines", "span_lines"]

Vector = npt.NDArray[np.float64]

REASONS: Mapping[str, OpenReason] = {
    "neighbouring_fee": "other_matter",
    "elsewhere": "not_held",
    "not_held": "not_held",
    "other_matter": "other_matter",
    "other_year": "other_year",
    "other_town": "other_town",
}
"""Kind of gap -> the reason that is told."""


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
            told = [
                int(np.argmax(score)) in part.says | part.tells
                for part, score in zip(parts, scores, strict=True)
                if part.says and style in ("", part.style) and part.phrased == phrased
            ]
            if ranks:
                first, three = (sum(rank < most for rank in ranks) / len(ranks) for most in (1, 3))
                name = f"{'phrasings' if phrased else 'own words'} {style or 'all'}"
                lines.append(
                    f"spans {name:16} {len(ranks):5d}  first {first:.3f}  of three {three:.3f}"
                    f"  first tells the fact {np.mean(told):.3f}"
                )
    return "\n".join(lines)


def part_lines(parts: Sequence[PartTable], sure: Vector, reasons: Sequence[str]) -> str:
    """Areas under the curve against each kind of gap, calibration, Brier score, share of reasons right. Parts whose
    answer was taken out are only one of the kinds."""
    yes = np.array([part.answerable for part in parts])
    gaps = np.array([part.gap for part in parts])
    near = ~yes & (gaps != "elsewhere") & (gaps != TAKEN)
    real = gaps != TAKEN
    lines = [
        f"answered {yes.sum()} against near misses {near.sum()}: {area(sure[yes], sure[near]):.3f}",
        *(
            f"  against {gap:16} {(gaps == gap).sum():4d}: {area(sure[yes], sure[gaps == gap]):.3f}"
            for gap in sorted(set(gaps) - {""})
        ),
        f"calibration error {calibration_error(sure[real], yes[real] * 1.0):.3f}, "
        f"Brier {((sure[real] - yes[real]) ** 2).mean():.3f}",
    ]
    told = [(said, REASONS[gap]) for said, gap in zip(reasons, gaps, strict=True) if gap in REASONS]
    right = sum(a == b for a, b in told) / (len(told) or 1)
    lines.append(f"reason right {right:.2f} of {len(told)} open parts")
    for most in (0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9):
        shares = [(sure[one] < most).mean() if one.any() else 0.0 for one in (near, gaps == "elsewhere", yes)]
        lines.append(
            f"  below {most:.2f}: near misses {shares[0]:.2f}, elsewhere {shares[1]:.2f}, answered {shares[2]:.2f}"
        )
    return "\n".join(lines)
