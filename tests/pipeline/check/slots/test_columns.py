"""A figure is claimed of the year and column under which the ledger reads it."""

from __future__ import annotations

import pytest

from pipeline.check.claims import judge
from pipeline.check.read.case import SourceText
from pipeline.check.read.evidence import Support
from vault.statewide import TableCell

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


_HEADS = ("Valuation", "Municipal Tax Rate", "County Tax Rate", "Total Tax Rate")
_RATES = {
    "Birch": ("85,000", "2.10", "0.55", "7.20"),
    "Birch Dell": ("91,000", "3.40", "0.61", "9.85"),
    "Cedar": ("30,300", "1.95", "0.60", "6.15"),
}


def _rates(label: str = "S1") -> SourceText:
    """A page of a table whose heads stand on another page; the vault holds its rows with them."""
    text = "\n".join(f"{town}\n" + "\n".join(values) for town, values in _RATES.items())
    cells = tuple(
        TableCell("rates@1#3", town, " ".join((town, *values)), head, "2031", value, "2031 Tax Rates Revenue Office")
        for town, values in _RATES.items()
        for head, value in zip(_HEADS, values, strict=True)
    )
    return SourceText(label=label, text=text, about="2031 Tax Rates. report", date="2031", cells=cells)


@pytest.mark.parametrize(
    ("text", "quote", "verdict"),
    [
        ("Birch Dell's total tax rate for 2031 was $9.85, of which $3.40 was municipal.", "Birch Dell", "verified"),
        ("Cedar had a municipal tax rate of 1.95 and a total tax rate of 6.15 in 2031.", "Cedar", "verified"),
        ("The total tax rate was $6.15 in Cedar and $9.85 in Birch Dell.", "Cedar … Birch Dell", "verified"),
        ("Cedar's 2031 rates were 1.95 municipal and 0.60 county, a total tax rate of 6.15.", "Cedar", "verified"),
        ("Birch Dell's municipal tax rate was $9.85 in 2031.", "Birch Dell", "contradicted"),
        ("Cedar had a municipal tax rate of 6.15 and a total tax rate of 1.95 in 2031.", "Cedar", "contradicted"),
        ("Birch Dell's total tax rate was $7.20 in 2031.", "Birch Dell", "contradicted"),
        ("Cedar's total tax rate was $7.20 in 2031.", "Cedar", "contradicted"),
        ("Cedar's tax rate was $6.15 in 2031.", "Cedar", "consistent"),
    ],
)
def test_a_row_is_read_with_heads_of_another_page(text: str, quote: str, verdict: str) -> None:
    source = _rates()
    words = " … ".join("\n".join((town, *_RATES[town])) for town in quote.split(" … "))
    judged = judge(text, [source], (Support(source="S1", quote=words),))
    assert judged.verdict == verdict, judged


def test_a_figure_of_another_row_is_told_with_the_one_of_its_own() -> None:
    judged = judge("Birch Dell's total tax rate was $7.20.", [_rates()], (Support(source="S1", quote="Birch Dell"),))
    assert judged.slots == ("row",)
    assert "9.85 (Total Tax Rate 2031)" in judged.against[0]


_BUDGET = (
    "Object\nBudget 2030\nProposed 2031\nVariance 2030-2031\n%\nHealth 11,803,158 14,317,070 2,513,912 21.30%\n"
    "Dental 449,065 489,722 40,657 9.05%\n"
)


@pytest.mark.parametrize(
    "text",
    [
        "Health in the proposed 2031 budget is up by about $2.5 million.",
        "Health climbs from about $11.8 million in the 2030 budget to $14.3 million proposed in 2031.",
    ],
)
@pytest.mark.parametrize("attached", [True, False])
def test_a_change_and_its_two_ends_are_told_of_their_own_columns(text: str, *, attached: bool) -> None:
    source = SourceText(label="L1", text=_BUDGET, about="Proposed budget 2031", date="2030-11-01")
    words = "Health 11,803,158 14,317,070 2,513,912 21.30%"
    support = (Support(source="L1", quote=words),) if attached else ()
    assert judge(text, [source], support).verdict != "contradicted"
