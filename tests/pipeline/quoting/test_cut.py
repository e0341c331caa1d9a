"""Cutting a row of signs takes no longer than reading it. Texts are invented."""

from __future__ import annotations

from pipeline.quoting.cut import clip


def test_a_row_of_dashes_has_one_reading() -> None:
    row = "Total " + "- – " * 200 + "x " + "rows of figures without a verb " * 9
    assert clip(row, 20, frozenset()).more


def test_a_loose_end_is_cut_off_with_its_marks() -> None:
    text = "The board met in the hall, and voted on the road; it then put the bridge, the pump and the plow off to June"
    assert clip(text, 7, frozenset(("board",))).pieces == ("The board met in the hall",)
