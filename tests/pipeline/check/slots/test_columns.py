"""A figure is claimed of the year and column under which the ledger reads it."""

from __future__ import annotations

import pytest

from pipeline.check.claims import judge
from pipeline.check.read.case import SourceText
from pipeline.check.read.evidence import Support

_SHEET = (
    "2031 Base Values\nMunicipality\nLocal\nValuation\nInventory\nAdjustment\nBase for\nLimits\n"
    "Alder\n61,000\n2,000\n63,000\nBirch\n85,000\n1,000\n86,000\nCedar\n30,300\n1,100\n31,400\n"
)
"""One cell a line: no line of it is a row with its heads over it."""


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("The local valuation of Birch was $85,000 in 2031.", "consistent"),
        ("The base for limits of Birch was $86,000 in 2031.", "consistent"),
        ("The local valuation of Birch was $86,000 in 2031.", "contradicted"),
        ("The base for limits of Birch was $85,000 in 2031.", "contradicted"),
    ],
)
def test_a_figure_of_another_year_or_column_of_its_row_is_contradicted(text: str, verdict: str) -> None:
    source = SourceText(label="L1", text=_SHEET, about="Base values of municipalities", date="2031-02-01")
    judged = judge(text, [source], (Support(source="L1", quote="Birch\n85,000\n1,000\n86,000"),))
    assert (judged.verdict == "contradicted") == (verdict == "contradicted"), judged
