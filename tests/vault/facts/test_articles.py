"""Articles of a warrant, and articles of other texts that are none."""

from __future__ import annotations

import pytest

from vault.facts.articles import articles

_WARRANT = """Article 15 Add to Trail ETF
To see if the Town will vote to raise and appropriate the sum of $25,000 to be added to the Trail ETF.
(Recommended by Selectmen 3-0) (Not recommended by the Budget Committee 4-6) (Majority vote required.)

Article 16. Paving
To see if the Town will vote to raise and appropriate $600,000 for paving. Article 16 passed.
"""


def test_an_article_has_number_sum_and_recommendations() -> None:
    first, second = articles(_WARRANT)
    assert (first.number, first.title, first.amount) == ("15", "Add to Trail ETF", "$25,000")
    assert first.recommendations == ("recommended by Selectmen 3-0", "not recommended by Budget Committee 4-6")
    assert (second.number, second.amount, second.result) == ("16", "$600,000", "article 16 passed")
    assert _WARRANT[first.start : first.end] == first.text


def test_an_article_of_an_ordinance_asks_nobody() -> None:
    assert articles("Article 34 Commercial Use\nNo building shall be used for trade in the village district.") == ()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "• Article 3: Replace the Radio Van = $60,000.00\nRoe spoke.",
            ("3", "Replace the Radio Van", "$60,000.00", ""),
        ),
        (
            "Article #16\nAdd to Trail Fund\n\nRequesting $10,000\n\nLee spoke.",
            ("16", "Add to Trail Fund", "$10,000", ""),
        ),
        ("Article #18 Paving S 600,000.00 S$ 600,000.00\n", ("18", "Paving", "600,000.00", "")),
        ("Article #33 Petition - Elderly Relief Failed\n", ("33", "Petition - Elderly Relief", "", "failed")),
    ],
)
def test_an_article_of_a_list_has_its_one_sum_or_what_came_of_it(text: str, wanted: tuple[str, str, str, str]) -> None:
    (one,) = articles(text)
    assert (one.number, one.title, one.amount, one.result) == wanted
    assert all(text[slot.start : slot.end] in (one.number, one.amount) for slot in one.slots)


def test_an_article_with_two_sums_that_differ_or_none_is_left_out() -> None:
    assert articles("Article #18 Paving $ 600,000.00 $ 500,000.00\nArticle 3 of the lease, signed for $20\n") == ()


def test_an_article_that_rescinds_a_loan_has_the_sum_rescinded() -> None:
    (one,) = articles(
        "ARTICLE 30: Old Loan\nTo see if the Town will vote to rescind the $1,600 part of the $5,000 loan."
    )
    assert one.amount == "$1,600"


def test_a_committee_that_voted_to_recommend_is_named_without_the_vote() -> None:
    text = f"Article 29: More\n{_WARRANT.splitlines()[1]}\nThe Finance Committee voted unanimously to recommend it."
    assert articles(text)[0].recommendations == ("recommended by Finance Committee",)


def test_an_article_that_opens_a_page_is_its_own() -> None:
    text = (
        "ARTICLE 8: Equipment\nTo see if the Town will raise and appropriate any sums for equipment.\n\n"
        "Recommendation: No recommendation under this article.\f"
        "ARTICLE 9: Leases (Fire)\nTo see if the Town will vote to appropriate sums for leases.\n\n"
        "Recommendation: That the sum of $510,682.00 be appropriated from free cash. To include a loader."
    )
    first, second = articles(text)
    assert (first.number, first.amount, first.recommendations) == ("8", "", ("No recommendation under this article",))
    assert (second.number, second.amount) == ("9", "$510,682.00")
    assert second.recommendations == ("That the sum of $510,682.00 be appropriated from free cash",)
