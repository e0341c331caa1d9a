""" "Before" and "after" that attached words have as "plus" or as a motion, and differences told beside both their ends.

Town, fees and people are invented."""

from __future__ import annotations

import pytest

from pipeline.check.claims import judge
from pipeline.check.read.case import SourceText
from pipeline.check.read.evidence import Support

FEE = "Mooring permit $75.00. Chain inspection $35.00. The applicant pays these plus postage for each abutter."
PAID = "Roe moved to approve the refund. Doe seconded. No discussion. All were in favor. Motion passed."
SHARES = "The share of Birch is $874,769. The share of Gilling is $786,006."


def _verdict(claim: str, quote: str) -> str:
    return judge(claim, (SourceText(label="L1", text=quote),), (Support(source="L1", quote=quote),)).verdict


@pytest.mark.parametrize(
    ("claim", "quote", "verdict"),
    [
        ("A mooring permit and a chain inspection come to $110 before postage.", FEE, "verified"),
        ("A mooring permit and a chain inspection come to $110 before interest.", FEE, "consistent"),
        ("The refund was approved after Roe moved and Doe seconded.", PAID, "verified"),
        ("The refund was approved after Roe moved and Ash seconded.", PAID, "contradicted"),
        ("The refund was approved after the abutters left.", PAID, "consistent"),
        ("The share of Birch is $874,769, the share of Gilling is $786,006, which is $88,763 more.", SHARES,
         "verified"),
        ("The share of Birch is $874,769, that of Gilling is $786,006, so Birch is $88,763 more.", SHARES, "verified"),
        ("The share of Birch is $874,769, that of Gilling $786,006, so Gilling is $88,763 less.", SHARES, "verified"),
    ],
)  # fmt: skip
def test_what_an_order_or_a_difference_says_is_bound(claim: str, quote: str, verdict: str) -> None:
    assert _verdict(claim, quote) == verdict


@pytest.mark.parametrize(
    "claim",
    [
        "The share of Birch is $874,769 and the share of Gilling is $786,006, so Gilling had $88,763 more.",
        "The share of Birch is $874,769 and the share of Gilling is $786,006, so Birch had $88,763 less.",
        "The share of Birch is $874,769, the share of Gilling is $786,006, which is $88,763 less.",
        "The share of Birch is $874,769 and the share of Gilling is $786,006, so Birch had $88,000 more.",
    ],
)
def test_a_difference_told_the_wrong_way_or_of_another_sum_is_not(claim: str) -> None:
    assert _verdict(claim, SHARES) != "verified"
