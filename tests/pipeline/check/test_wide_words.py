"""A true claim whose attached words hold more than it needs is not contradicted; its twin is. Invented records."""

from __future__ import annotations

import pytest

from pipeline.check.read.case import source_of

from audit_fakes import a_chunk, judging  # isort: skip

MOTIONS = (
    "A Motion by K. Marsh for the Budget Committee to recommend the Meal Service proposed 2031 budget of $35,000.00. "
    "Webb seconded. Motion passed 10-0. A Motion by Osgood for the Budget Committee to recommend the Day Nursery "
    "proposed 2031 budget of $7,000.00. Webb seconded. Motion passed 10-0."
)
ROWS = "Birchton\n12/11/31\n2,142,848\n13.61\n3.26\n34.37\nCedarfield\n11/14/31\n670,482\n12.70\n2.10\n21.66"
VALUE = (
    "If taxes are assessed using a value later found to be incorrect, the selectmen shall abate such taxes, using the "
    "correct value as found by the court."
)
PUMP = (
    "Marsh reported that a failed pump in the water system needs to be replaced. Webb motioned to approve the pump "
    "replacement. Osgood seconded and the vote passed 3-0."
)
ARTICLES = (
    "ARTICLE 6: Unpaid Bills\nTo pay bills of earlier years.\n"
    "ARTICLE 7: Revolving Funds\nTo fix the limit of the funds."
)
TEXT = "\n\n".join((MOTIONS, ROWS, VALUE, PUMP, ARTICLES))
judged = judging(source_of("L1", a_chunk(1, TEXT, board="Budget Committee", date="2031-01-01")))


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        (
            "The Day Nursery was recommended at $7,000 on Osgood's motion, while the Meal Service was recommended at "
            "$35,000 on a motion by K. Marsh.",
            MOTIONS,
        ),
        ("Birchton’s total tax rate was $34.37.", ROWS),
        ("Taxes assessed at a wrong value must be abated by the selectmen.", VALUE),
        ("A failed pump in the water system has to be replaced, Marsh reported.", PUMP),
        ("Article 7 would fix the limit of the revolving funds.", ARTICLES),
    ],
)
def test_more_words_than_a_true_claim_needs_do_not_contradict_it(claim: str, quote: str) -> None:
    found = judged(claim, quote)
    assert found.verdict != "contradicted", found.against


@pytest.mark.parametrize(
    ("claim", "quote", "slot"),
    [
        (
            "The Day Nursery was recommended at $7,000 on Marsh's motion, while the Meal Service was recommended at "
            "$35,000 on a motion by Osgood.",
            MOTIONS,
            "mover",
        ),
        ("Article 8 would fix the limit of the revolving funds.", ARTICLES, "paragraph"),
        ("The motion to approve the pump replacement failed.", PUMP, "outcome"),
    ],
)
def test_the_false_twin_is_contradicted(claim: str, quote: str, slot: str) -> None:
    found = judged(claim, quote)
    assert (found.verdict, slot in found.slots) == ("contradicted", True), found
