"""Which confidence predicts that all gold was found: S4's formula or the facet-coverage score.

Reads JSON Lines of {"s4": 0..1, "coverage": 0..1, "all_gold": true | false}, one per question, and prints for each
score the Brier score (mean squared error, lower is better), the AUROC (share of found/not-found pairs ranked right,
0.5 is chance), the calibration error, and a reliability curve: in ten bins, the mean score beside the share of
questions whose gold was all found. It makes no records itself.

    python benchmarks/confidence.py records.jsonl [--bins 10] [--json]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

__all__ = ["Bin", "Record", "Reliability", "auroc", "brier", "read_records", "reliability"]


class Record(NamedTuple):
    """One question: both scores when the loop stopped, and whether every gold passage was held."""

    s4: float
    coverage: float
    all_gold: bool


class Bin(NamedTuple):
    """Questions whose score lies in [low, high): how many, their mean score, and the share with all gold."""

    low: float
    high: float
    questions: int
    mean_score: float
    share_found: float


class Reliability(NamedTuple):
    """The measures of one score over all records; `auroc` is None when all questions ended the same way."""

    questions: int
    base_rate: float
    brier: float
    brier_of_base_rate: float
    auroc: float | None
    calibration_error: float
    bins: tuple[Bin, ...]


def read_records(lines: Iterable[str]) -> tuple[Record, ...]:
    """The records of JSON Lines, blank lines skipped. Raises `ValueError` naming the line that cannot be read."""
    records: list[Record] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            record = Record(float(row["s4"]), float(row["coverage"]), bool(row["all_gold"]))
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f'line {number}: want {{"s4": .., "coverage": .., "all_gold": ..}} ({error!r})') from error
        if not (0.0 <= record.s4 <= 1.0 and 0.0 <= record.coverage <= 1.0):
            raise ValueError(f"line {number}: scores must lie between 0 and 1, not {record.s4} and {record.coverage}")
        records.append(record)
    return tuple(records)


def brier(scores: Sequence[float], found: Sequence[bool]) -> float:
    """Mean squared difference of score and outcome, 0..1; 0 for no records."""
    return sum((s - f) ** 2 for s, f in zip(scores, found, strict=True)) / len(scores) if scores else 0.0


def auroc(scores: Sequence[float], found: Sequence[bool]) -> float | None:
    """Share of (found, not found) pairs in which the found one scores higher, ties half; None without pairs."""
    good = [s for s, f in zip(scores, found, strict=True) if f]
    bad = [s for s, f in zip(scores, found, strict=True) if not f]
    if not good or not bad:
        return None
    return sum((g > b) + 0.5 * (g == b) for g in good for b in bad) / (len(good) * len(bad))


def reliability(scores: Sequence[float], found: Sequence[bool], bins: int = 10) -> Reliability:
    """All measures of one score; empty bins are left out, a score of 1 falls into the last bin."""
    count = len(scores)
    base = sum(found) / count if count else 0.0
    grouped: dict[int, list[int]] = {}
    for i, score in enumerate(scores):
        grouped.setdefault(min(int(score * bins), bins - 1), []).append(i)
    curve = tuple(
        Bin(
            low=number / bins,
            high=(number + 1) / bins,
            questions=len(members),
            mean_score=sum(scores[i] for i in members) / len(members),
            share_found=sum(found[i] for i in members) / len(members),
        )
        for number, members in sorted(grouped.items())
    )
    gap = sum(b.questions * abs(b.mean_score - b.share_found) for b in curve) / count if count else 0.0
    return Reliability(count, base, brier(scores, found), base * (1 - base), auroc(scores, found), gap, curve)


def _printed(name: str, measured: Reliability) -> str:
    ranked = "n/a" if measured.auroc is None else f"{measured.auroc:.3f}"
    rows = [
        f"{name}: Brier {measured.brier:.4f} (always saying {measured.base_rate:.2f}: "
        f"{measured.brier_of_base_rate:.4f}), AUROC {ranked}, calibration error {measured.calibration_error:.3f}",
        "  score        n   mean  all gold",
    ]
    rows += [
        f"  {b.low:.2f}-{b.high:.2f} {b.questions:5d}  {b.mean_score:.2f}   {b.share_found:.2f}" for b in measured.bins
    ]
    return "\n".join(rows)


def main(arguments: Sequence[str]) -> int:
    """Prints both reliability curves; 0 when done, 2 when there is nothing to read."""
    parser = argparse.ArgumentParser(description="Reliability of the two confidences.")
    parser.add_argument("records", type=Path)
    parser.add_argument("--bins", type=int, default=10)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    records = read_records(chosen.records.read_text("utf-8").splitlines())
    if not records:
        print(f"{chosen.records} holds no records", file=sys.stderr)
        return 2
    found = [record.all_gold for record in records]
    scores = {"s4": [r.s4 for r in records], "coverage": [r.coverage for r in records]}
    measured = {name: reliability(values, found, chosen.bins) for name, values in scores.items()}
    if chosen.json:
        nested = {n: {**m._asdict(), "bins": [b._asdict() for b in m.bins]} for n, m in measured.items()}
        print(json.dumps(nested, indent=2))
    else:
        print("\n\n".join(_printed(name, values) for name, values in measured.items()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
