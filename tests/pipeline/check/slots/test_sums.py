"""Sums and differences of cited figures are verified when they are right. The record is invented."""

from __future__ import annotations

import pytest

from pipeline.check.claims import Support, judge
from pipeline.check.read.case import source_of

from audit_fakes import a_chunk, judging  # isort: skip

TEXT = (
    "Webb presented the tax abatements.\nMap 12, Lot 4 in the amount of $1,250.00. Map 14, Lot 9 in the amount of "
    "$310.50. Map 20, Lot 1 in the amount of $75.25.\nThe payroll warrant was $48,310.22 and the vendor warrant was "
    "$112,404.10.\nArticle 5: $60,000 for the bridge fund. Article 6: $25,000 for the cemetery fund. Article 7: "
    "$12,500 for the sidewalk fund.\nThe library budget was $80,000 in 2030 and is $92,000 in 2031.\n"
    "Votes on Article 5: Yes 312 No 145.\nThe garage needs $14,000 for its roof. The barn needs $6,500 for its roof."
)
SOURCE = source_of("L1", a_chunk(1, TEXT, doc_type="minutes", board="Select Board", date="2031-05-06"))
LOTS = (
    "Map 12, Lot 4 in the amount of $1,250.00. … Map 14, Lot 9 in the amount of $310.50. … "
    "Map 20, Lot 1 in the amount of $75.25."
)
WARRANTS = "The payroll warrant was $48,310.22 and the vendor warrant was $112,404.10."
FUNDS = (
    "Article 5: $60,000 for the bridge fund. Article 6: $25,000 for the cemetery fund. Article 7: $12,500 for the "
    "sidewalk fund."
)
LIBRARY = "The library budget was $80,000 in 2030 and is $92,000 in 2031."
ROOFS = "The garage needs $14,000 for its roof. The barn needs $6,500 for its roof."
VOTES = "Votes on Article 5: Yes 312 No 145."
judged = judging(SOURCE)


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The three abatements came to $1,635.75 in all.", LOTS),
        ("The abatements add up to about $1,636.", LOTS),
        ("The bridge and sidewalk funds together get $72,500.", FUNDS),
        ("The library budget rose by $12,000.", LIBRARY),
        ("About 68 percent of the votes on Article 5 were yes.", VOTES),
        ("457 votes were cast on Article 5.", VOTES),
    ],
)
def test_what_the_cited_figures_give_is_verified(claim: str, quote: str) -> None:
    assert judged(claim, quote).verdict == "verified", judged(claim, quote)


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The two warrants together come to $160,814.32.", WARRANTS),
        ("The bridge and sidewalk funds together get $85,000.", FUNDS),
        ("The library budget rose by $13,000.", LIBRARY),
    ],
)
def test_a_wrong_sum_is_not_verified(claim: str, quote: str) -> None:
    assert judged(claim, quote).verdict != "verified"


def test_a_difference_told_before_more_compares_nothing() -> None:
    """ "$7,500 more than the $6,500" does not say that 7,500 is more than 6,500, nor the reverse."""
    found = judged("The garage needs $7,500 more than the barn's $6,500.", ROOFS)
    assert found.verdict != "contradicted"


def test_a_total_that_the_page_prints_is_never_called_a_wrong_sum() -> None:
    page = source_of("L1", a_chunk(1, f"{TEXT}\nThe total of the warrants is $170,000.", doc_type="minutes"))
    found = judge("The two warrants together come to $170,000.", (page,), (Support(source="L1", quote=WARRANTS),))
    assert found.verdict != "contradicted"
