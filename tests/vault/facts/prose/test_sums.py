"""A sum of a sentence is bound to what its clause, the sentence before or the head says it is of, or to nothing."""

from __future__ import annotations

import pytest

from vault.facts.prose.sums import sums


def _told(text: str) -> list[tuple[str, str, str]]:
    return [(told.label, told.column, text[told.start : told.end]) for told in sums(text)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The bid was opened. It came to $4,200.", ("bid", "", "$4,200")),
        ("The new plow was delivered. The cost was $850.", ("new plow", "cost", "$850")),
        ("New signs are here, the price was $300.", ("New signs", "price", "$300")),
        ("MOWING: The cost is $90.", ("MOWING", "cost", "$90")),
        ("It was under the minimum bid, which was $700.", ("minimum bid", "", "$700")),
        ("Roe moved to accept Alder Lawn's bid of $1,800.", ("Alder Lawn's bid", "", "$1,800")),
        ("Roe moved to transfer $5,000 to the Bridge account.", ("Bridge account", "transfer", "$5,000")),
        ("They agreed to reduce the allocation for the Pit Fund to $2K.", ("allocation for Pit Fund", "to", "$2K")),
        ("There is $2.7 million in the fund balance.", ("fund balance", "", "$2.7 million")),
        ("Salt is $150 per ton.", ("Salt", "per ton", "$150")),
        ("Roe presents a $40,000 project for the barn.", ("project for barn", "", "$40,000")),
        ("The fine shall not exceed $1,500.", ("fine", "", "$1,500")),
        ("They plan to side the barn at a cost of about $65,000.", ("side barn", "cost", "$65,000")),
        ("A grant from the State in the amount of $9,000 came.", ("grant", "", "$9,000")),
        ("Roe moved to reimburse Ada Roe for expenses of $386.", ("expenses", "", "$386")),
        ("An invoice of $94 for the second map was paid.", ("invoice for second map", "", "$94")),
        ("Use the $600 encumbered from the map budget.", ("map budget", "", "$600")),
        ("Training went up $1,000.", ("Training", "increase", "$1,000")),
        (
            "An increase in costs for workers and retirees of $7,000.",
            ("costs for workers and retirees", "increase", "$7,000"),
        ),
        ("Supplies for the barn have increased by $500.", ("Supplies", "increase", "$500")),
        ("There is more than 50% tree canopy coverage.", ("tree canopy coverage", "", "50%")),
        ("Roe will reduce property taxes by 25%.", ("property taxes", "decrease", "25%")),
        ("A request for the School's Out Program of $450.", ("request for School's Out Program", "", "$450")),
        ("21. Paving:\n$300,000", ("Paving", "", "$300,000")),
    ],
)
def test_a_sum_is_bound_to_what_it_is_of(text: str, wanted: tuple[str, str, str]) -> None:
    assert _told(text)[-1:] == [wanted]


def test_a_second_sum_of_one_thing_keeps_its_name() -> None:
    text = "The premium will be $31,400, up from $29,950."
    assert _told(text) == [("premium", "", "$31,400"), ("premium", "from", "$29,950")]


@pytest.mark.parametrize(
    "text",
    [
        "The Board met. It was $500.",
        "If the roof fails we pay. It would be $500.",
        "They are asking Alder for $22,000.",
        "Bids ran between $9,000 and $14,000.",
        "The total was $90.",
        "The fine is not more than twenty-five ($25) dollars.",
        "They spoke of $10,000 to complete it.",
    ],
)
def test_a_sum_of_which_nothing_says_what_it_is_of_is_left_out(text: str) -> None:
    assert _told(text) == []


def test_the_kind_of_a_sum_is_told_by_its_noun_or_verb() -> None:
    kinds = {
        "The low bid was $9.": "bid",
        "The recording fee is $26.": "fee",
        "The clerk paid $40 for the stamps.": "payment",
        "The balance of the trust is $81.": "balance",
        "To appropriate $90 for the road.": "appropriation",
        "Roe moved to recommend the Transfer Station proposed 2031 budget of $90.": "proposed",
    }
    assert {text: next(sums(text)).status for text in kinds} == kinds
