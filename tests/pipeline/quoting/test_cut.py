"""Cutting a row of signs takes no longer than reading it. Texts are invented."""

from __future__ import annotations

from pipeline.quoting.cut import clip


def test_a_row_of_dashes_has_one_reading() -> None:
    row = "Total " + "- – " * 200 + "x " + "rows of figures without a verb " * 9
    assert clip(row, 20, frozenset()).more
