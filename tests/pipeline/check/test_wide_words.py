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


HEARING = (
    "At 4:33 PM Webb opened the public hearing on the dock permit fee. The fee for a 14-day permit would go from $2 to "
    "$10. Webb adjourned the hearing at 4:47 PM."
)
SPONSORS = (
    "ARTICLE 5: Zoning\nTo change the zoning. Sponsored by the Planning Board.\n\n"
    "ARTICLE 6: Unpaid Bills\nTo pay bills of earlier years. Sponsored by the Finance Director."
)
LINE = "Elmford 10.8 Harrow 12.6 Birchton 13.5 Cedarfield 20.1"
ASKED = (
    "Ada Webb stated they have an elected official who does the audit and reconciles the books at least once a month. "
    "Osgood inquired of who the elected official is who audits the books. Ada Webb stated that it's Tom Marsh."
)
RATE = "Gravel is only taxed at the time it is dug at a rate of $.02 per cubic yard. A filing fee is $100.00."
FIELDS = "Once a decision is made all teams shall abide by the decision or face losing later dates."


@pytest.mark.parametrize(
    ("claim", "quote", "contradicted"),
    [
        ("The hearing on the dock permit fee took fourteen minutes.", HEARING, False),
        ("The hearing on the dock permit fee took fifteen minutes.", HEARING, False),
        ("Article 6 on unpaid bills is sponsored by the Finance Director.", SPONSORS, False),
        ("Article 6 on unpaid bills is sponsored by the Select Board.", SPONSORS, True),
        ("The coefficient was 13.5 for Birchton.", LINE, False),
        ("Birchton's rate is $13.61 and $34.37 in all.", ROWS.partition("\n12/")[2] + "\n" + ROWS, False),
        ("Ada Webb said that Tom Marsh is the elected official who audits the books.", ASKED, False),
        ("At that rate 50,000 cubic yards of taxed gravel would bring in $1,000.", RATE, False),
        ("Teams that do not abide by the decision may lose later dates.", FIELDS, False),
        ("Teams do not abide by the decision.", FIELDS, True),
    ],
)
def test_the_row_the_agent_and_the_sum_of_a_claim_are_looked_for_among_all_the_words(
    claim: str, quote: str, contradicted: bool
) -> None:
    found = judging(source_of("L1", a_chunk(1, quote, board="Budget Committee", date="2031-01-01")))(claim, quote)
    assert (found.verdict == "contradicted") is contradicted, found


BUDGETS = "The dog officer asked for $1,000.\n\nThe elections budget is $18,500. It is an increase of $12,000."


def test_without_attached_words_a_difference_that_the_claim_works_out_is_no_conflict() -> None:
    judged = judging(source_of("L1", a_chunk(1, BUDGETS, board="Budget Committee", date="2031-01-01")))
    found = judged("The elections budget of $18,500 is $12,000 more than before, so it stood at $6,500.", "")
    assert found.verdict == "consistent", found
