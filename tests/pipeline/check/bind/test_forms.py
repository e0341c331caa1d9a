"""Figures and times told in another form than the record's, beside falsehoods that look like them. All is invented."""

from __future__ import annotations

import pytest

from pipeline.check.read.case import source_of

from audit_fakes import a_chunk, judging  # isort: skip

ROAD = "The plan proposes a shed of 2,000 square feet at 1655 NH-16."
RANGE = "The town raised $40,000 a year for relief and spent between $10,000 and $15,000 per year."
YEARS = "Year 2 (2032): an increase of $1.31 million. Year 3 (2033): an increase of $1.36 million."
WAITS = "No permit shall be issued until payment has been received by the town."
SHARE = "A member shall receive one and four-tenths percent of final pay."
LOTS = "The garage is 5.28 feet and the deck is 4.16 feet from the line."
RIGHT = "The committee does not have the right to order the clerk to attend."
LISTED = (
    "No selectman, manager of the harbor, member of the school board or full-time employee shall serve as a member."
)
OPEN = "The owner shall pay all expenses, including but not limited to shelter and food."
DEPTH = (
    "Contours shall be at intervals not to exceed five (5) feet except in yards where not more than two (2) foot ones."
)


def verdict(claim: str, quote: str) -> str:
    return judging(source_of("L1", a_chunk(1, quote)))(claim, quote).verdict


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The plan proposes a shed of 2,000 square feet on Route 16.", ROAD),
        ("The town spent no more than $15,000 per year on relief.", RANGE),
        ("The town spent at least $10,000 a year on relief.", RANGE),
        ("The second year brings an increase of $1.31 million.", YEARS),
        ("No permit shall be issued before payment has been received by the town.", WAITS),
        ("A member receives 1.4 percent of final pay.", SHARE),
        ("The committee cannot order the clerk to attend.", RIGHT),
        ("No full-time employee may serve as a member.", LISTED),
        ("The owner shall pay all expenses, including shelter and food.", OPEN),
    ],
)
def test_what_is_told_in_another_form_is_verified(claim: str, quote: str) -> None:
    assert verdict(claim, quote) == "verified"


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The plan proposes a shed of 2,000 square feet on Route 61.", ROAD),
        ("The town spent no more than $10,000 per year on relief.", RANGE),
        ("The second year brings an increase of $1.36 million.", YEARS),
        ("Payment need not be received before a permit shall be issued.", WAITS),
        ("A member receives 1.5 percent of final pay.", SHARE),
        ("The deck is 5.28 feet from the line.", LOTS),
        ("The committee has the right to order the clerk to attend.", RIGHT),
        ("A full-time employee may serve as a member.", LISTED),
    ],
)
def test_another_figure_time_or_rule_is_not_verified(claim: str, quote: str) -> None:
    assert verdict(claim, quote) != "verified"


def test_a_figure_said_of_another_thing_in_turn_is_contradicted() -> None:
    assert verdict("The deck is 5.28 feet from the line.", LOTS) == "contradicted"
    assert verdict("The deck is 4.16 feet from the line.", LOTS) == "verified"


def test_the_figure_of_an_exception_is_no_other_figure() -> None:
    claim = "Contours must be at intervals not to exceed five feet, but not more than two feet in yards."
    assert verdict(claim, DEPTH) != "contradicted"


LED = "The following is prohibited at all town properties:\na. Gambling.\nb. Camping.\ne. Spirits."


def test_an_item_and_the_words_it_hangs_on_are_one_place() -> None:
    quote = "The following is prohibited at all town properties: … e. Spirits."
    source = source_of("L1", a_chunk(1, LED))
    assert (
        "(put together from separate places)"
        not in judging(source)("Spirits are prohibited at all town properties.", quote).residue
    )


def test_who_is_named_by_initials_in_the_head_of_a_table_is_no_other_body() -> None:
    head = "2031 Selectman 2031 B. C.\nRecommended Recommended"
    source = source_of(
        "L1",
        a_chunk(1, f"{head}\nSelectmen's Salary $20,840.00 $20,840.00\nFerry $ 437.00 $ 437.00", doc_type="budget"),
    )
    claim = "For the ferry in 2031, the selectmen recommended $437.00, and the budget committee recommended the same."
    quote = "2031 Selectman 2031 B. C. Recommended Recommended … Ferry $ 437.00 $ 437.00"
    assert judging(source)(claim, quote).verdict != "contradicted"


def test_a_total_in_all_is_no_rule_of_every_case() -> None:
    says = "The lots of 5 acres and 6 acres are granted, provided that the pits are shown."
    source = source_of("L1", a_chunk(1, says))
    assert judging(source)("The lots are of 5 acres and 6 acres, 11 acres in all.", says).verdict != "contradicted"
