"""Words and numbers that the tool reads off the figures of the attached words itself. The town is invented."""

from __future__ import annotations

import pytest

from pipeline.check.claims import judge
from pipeline.check.read.case import source_of

from audit_fakes import a_chunk, judging  # isort: skip

TAXES = "Map 4 Lot 7 for $11,510.28\nMap 9 Lot 25 for $666.80\nMap 11 Lot 10 for $1,182.50"
FEE = "The dock review fee goes from $500 to $1,500."
DAYS = "It was determined that the hearings on the pier would be held on August 20, 2031 and August 27, 2031."
BUDGET = "The elections budget is $18,500 for the 3 elections. It is an increase of $12,000."
LEVEL = "Elder Meals is level funded at $35,000."
FUNDS = (
    "General Fund accounts payable is $161,077.22. Harbor Fund accounts payable is $403.77. Sewer Fund accounts "
    "payable is $1,626.00. Total accounts payable was $163,106.99."
)
LATE = "The clerk shall forward a certified copy within 10 days of the adoption of the vote."
WEEKS = "The board holds its regular meeting on the first and third Tuesday of each month, beginning at 7:00 pm."
FOLD = "Every district pays nearly tenfold that amount for nurses."
HOUSE = "The density allowed in the flood district is one (1) house per ½ acre."
TRUST = "The landing trust shall consist of three members appointed by the mayor."
LOST = "624 Heating Oil 191,000 167,695 191,000 186,000 (5,000) -2.62%"
OVER = "WEB ACCESS $64,660.00 $20,068.20 $44,591.80 ($55,815.15) $64,660.00"
OWNER = "The request of Harris Forrest was denied as the Assesor had recommended."


@pytest.mark.parametrize(
    ("quote", "claim", "verdict"),
    [
        (TAXES, "The largest of them, $11,510.28, is for Map 4 Lot 7.", "kept"),
        (TAXES, "The largest of them, $1,182.50, is for Map 11 Lot 10.", "left: largest"),
        (FEE, "The dock review fee tripled, from $500 to $1,500.", "verified"),
        (FEE, "The dock review fee doubled, from $500 to $1,500.", "left: doubled"),
        (DAYS, "Two hearings on the pier would be held, on the 20th and the 27th of August 2031.", "verified"),
        (DAYS, "Three hearings on the pier would be held, on the 20th and the 27th of August 2031.", "left: Three"),
        (DAYS, "The hearings on the pier would both be held, on August 20 and August 27, 2031.", "verified"),
        (BUDGET, "The elections budget is $18,500 for 3 elections, $12,000 more than before.", "verified"),
        (BUDGET, "The elections budget is $18,500 for 3 elections, $12,000 less than before.", "left: less than"),
        (LEVEL, "Elder Meals is funded at $35,000, the same as before.", "verified"),
        (FUNDS, "Together, accounts payable for the Harbor Fund and the Sewer Fund came to $2,029.77.", "verified"),
        (FUNDS, "Together, accounts payable for the Harbor Fund and the Sewer Fund came to $2,129.77.", "contradicted"),
        (LATE, "The clerk forwards a certified copy within ten days after the adoption of the vote.", "verified"),
        (WEEKS, "The board holds its regular meeting on the 1st and 3rd Tuesday of each month at 7 pm.", "kept"),
        (FOLD, "Every district pays close to ten times that amount for nurses.", "verified"),
        (FOLD, "Every district pays close to twelve times that amount for nurses.", "left: twelve"),
        (HOUSE, "The density allowed in the flood district is one house per half acre.", "verified"),
        (TRUST, "The mayor appoints a three-member landing trust.", "kept"),
        (TRUST, "The mayor appoints a five-member landing trust.", "left: five-member"),
        (LOST, "The heating oil line rises by $5,000.", "contradicted"),
        (LOST, "The plan gives $5,000 more for heating oil.", "contradicted"),
        (LOST, "The heating oil line falls by $5,000.", "kept"),
        (OVER, "Web access was over its budget by $55,815.15.", "kept"),
        ("Tolls: from $1500 - $3500 in the General Fund, item 12.", "Tolls rise to $3,500, up by $2,000.", "kept"),
        (OWNER, "The request of Harris Forrest was denied as the Assessor had recommended.", "verified"),
    ],
)
def test_a_word_is_bound_by_what_the_figures_or_letters_of_the_record_show(
    quote: str, claim: str, verdict: str
) -> None:
    source = source_of("L1", a_chunk(1, quote, doc_type="minutes", board="Select Board", date="2031-06-19"))
    found = judging(source)(claim, quote)
    if verdict == "kept":
        assert found.verdict != "contradicted", found
        assert not {"1st", "3rd", "largest", "three-member"} & set(found.residue), found
    elif verdict.startswith("left: "):
        assert verdict.removeprefix("left: ") in found.residue or found.verdict == "contradicted", found
    else:
        assert found.verdict == verdict, found


ORDINANCE = (
    "# ORDINANCE NO. 89-2031\n\nAN ORDINANCE AMENDING ORDINANCE NO. 74-2024, THE CITY'S SHORE ORDINANCE\n\n"
    "Harbor Commission public hearing: {{filled:10/1/2031}}\n\n"
    "Adopted by the City Council: {{filled:December 10, 2031}}"
)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Ordinance 89-2031, which amends the city's shore ordinance, was adopted by the City Council.", "kept"),
        ("Ordinance 90-2031, which amends the city's shore ordinance, was adopted by the City Council.", "left"),
    ],
)
def test_the_number_of_an_ordinance_is_that_under_which_its_document_is_filed(claim: str, verdict: str) -> None:
    chunk = a_chunk(1, ORDINANCE, doc_type="ordinance", title="2031 Ord #89 2031 Shore", board="City Council")
    quote = ORDINANCE.partition("\n\n")[2]
    found = judging(source_of("L1", chunk))(claim, quote)
    assert found.verdict != "contradicted", found
    assert any("2031" in word for word in found.residue) is (verdict == "left"), found


def test_what_was_filled_in_by_hand_is_read_as_a_day() -> None:
    chunk = a_chunk(1, ORDINANCE, doc_type="ordinance", title="2031 Ord #89 2031 Shore", board="City Council")
    found = judge("The Harbor Commission held its public hearing in October 2031.", (source_of("L1", chunk),))
    assert found.verdict == "consistent", found
    assert "October 2031" not in found.residue, found


ARTICLES = (
    "[Art.] 38. [Virtues.] A constant adherence to justice is necessary.\n"
    "[Art.] 39. [Charters.] No law changing the charter of a particular town shall be enacted without its voters."
)


@pytest.mark.parametrize(("number", "bound"), [("39", True), ("38", False)])
def test_an_article_is_bound_by_the_heading_over_the_attached_words(number: str, bound: bool) -> None:
    source = source_of("L1", a_chunk(1, ARTICLES, doc_type="constitution"))
    quote = "No law changing the charter of a particular town shall be enacted without its voters."
    found = judging(source)(f"Under Article {number}, no law changing the charter of a town shall be enacted.", quote)
    assert (number not in found.residue and found.verdict != "contradicted") is bound, found


CHAIR = "At its first meeting the council shall choose from its membership a chairman, who shall be mayor."
GRANTS = "The trustees granted 4 harbor exemptions: 41 Shady Lane, 9 Pier Road, 2 Elm Road and 7 Elm Road."
RATES = "The article is decreased by $200,000 from last year."


@pytest.mark.parametrize(
    ("quote", "claim", "verdict"),
    [
        (CHAIR, "At its first meeting the council chooses a chairman from among its membership.", "verified"),
        (GRANTS, "The trustees granted four harbor exemptions, 41 Shady Lane among them.", "verified"),
        (GRANTS, "The trustees set four harbor exemptions.", "consistent"),
        (RATES, "The article is $200,000 less than last year.", "verified"),
        (RATES, "The article is $200,000 more than last year.", "contradicted"),
    ],
)
def test_words_that_only_report_are_no_doubt_and_which_way_a_sum_went_is_the_records(
    quote: str, claim: str, verdict: str
) -> None:
    source = source_of("L1", a_chunk(1, f"The chair set the agenda among other things.\n\n{quote}"))
    found = judging(source)(claim, quote)
    assert found.verdict == verdict, found
