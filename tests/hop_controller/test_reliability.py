"""The measures that compare two confidences, on records small enough to check by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.confidence import Bin, auroc, brier, main, read_records, reliability


def test_brier_is_the_mean_squared_error() -> None:
    assert brier([1.0, 0.5, 0.0], [True, True, False]) == pytest.approx(0.25 / 3)
    assert brier([], []) == 0.0


@pytest.mark.parametrize(
    ("scores", "found", "expected"),
    [
        ([0.9, 0.1], [True, False], 1.0),
        ([0.1, 0.9], [True, False], 0.0),
        ([0.5, 0.5], [True, False], 0.5),
        ([0.9, 0.4, 0.6], [True, True, False], 0.5),
        ([0.9, 0.8], [True, True], None),
    ],
)
def test_auroc_counts_pairs_ranked_right(scores: list[float], found: list[bool], expected: float | None) -> None:
    assert auroc(scores, found) == expected


def test_the_curve_puts_mean_score_beside_the_share_found() -> None:
    measured = reliability([0.05, 0.95, 1.0, 0.9], [False, True, True, False])
    assert measured.bins == (
        Bin(0.0, 0.1, 1, 0.05, 0.0),
        Bin(0.9, 1.0, 3, pytest.approx(0.95), pytest.approx(2 / 3)),  # type: ignore[arg-type]
    )
    assert measured.calibration_error == pytest.approx((0.05 + 3 * (0.95 - 2 / 3)) / 4)


@pytest.mark.parametrize("line", ["{}", "[1]", "no", '{"s4": 2, "coverage": 0, "all_gold": true}'])
def test_a_line_that_cannot_be_read_is_named(line: str) -> None:
    with pytest.raises(ValueError, match="line 2"):
        read_records(['{"s4": 0.5, "coverage": 0.5, "all_gold": true}', line])


def test_both_scores_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text(
        '{"s4": 0.9, "coverage": 0.2, "all_gold": false}\n\n{"s4": 0.8, "coverage": 0.9, "all_gold": true}\n'
    )
    assert main([str(path), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["s4"]["auroc"], printed["coverage"]["auroc"]) == (0.0, 1.0)
    assert main([str(path)]) == 0
    assert "coverage: Brier" in capsys.readouterr().out
