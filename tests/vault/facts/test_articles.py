"""Articles of a warrant, and articles of other texts that are none."""

from __future__ import annotations

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
