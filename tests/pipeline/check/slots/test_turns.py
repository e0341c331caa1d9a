"""What is let, demanded or forbidden, told in another form; and items by their numbers. The record is invented."""

from __future__ import annotations

import pytest

from pipeline.check.claims import Support, judge
from pipeline.check.read.case import source_of

from audit_fakes import a_chunk  # isort: skip

TEXT = (
    "No shop shall open without a final permit from the harbor master. We can't lend money to members. "
    "Roy made a motion to approve Ash to sign the lease. Birch seconded. Motion passed. "
    "Exempt are: 6) Wind turbines used on the farm. 7) Solar panels that sell power to the grid."
)
SOURCE = source_of("L1", a_chunk(1, TEXT, doc_type="minutes", board="Harbor Commission", date="2031-05-06"))
SHOPS = "No shop shall open without a final permit from the harbor master."
LEASE = "Roy made a motion to approve Ash to sign the lease. Birch seconded. Motion passed."
ITEMS = "6) Wind turbines used on the farm. … 7) Solar panels that sell power to the grid."


@pytest.mark.parametrize(
    ("claim", "quote", "verdict"),
    [
        ("A shop may open only with a final permit from the harbor master.", SHOPS, "verified"),
        ("A shop may open without a final permit from the harbor master.", SHOPS, "contradicted"),
        ("The commission cannot lend money to members.", "We can't lend money to members.", "verified"),
        ("The commission may lend money to members.", "We can't lend money to members.", "contradicted"),
        ("The commission let Ash sign the lease.", LEASE, "verified"),
        ("The commission forced Ash to sign the lease.", LEASE, "consistent"),
        ("Item 7 is on solar panels that sell power to the grid.", ITEMS, "verified"),
    ],
)
def test_a_rule_or_an_item_told_in_another_form_keeps_its_sense(claim: str, quote: str, verdict: str) -> None:
    found = judge(claim, (SOURCE,), (Support(source="L1", quote=quote),))
    assert found.verdict == verdict, found
