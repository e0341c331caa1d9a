"""Where two records disagree and where they only differ. Towns, cases and people are invented."""

from __future__ import annotations

import pytest

from hop_controller.contradictions import contradiction_rate, find_contradictions
from hop_controller.types import Source


def found(first: str, second: str, **more: str) -> list[tuple[str, str, str, str]]:
    held = (Source(text=first, url="a", date=more.get("a", "")), Source(text=second, url="b", date=more.get("b", "")))
    return [(c.matter, c.kind, c.first, c.second) for c in find_contradictions(held)]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (
            "Warrant Article 12 raised $50,000 for the culvert.",
            "Article 12 appropriated $500,000.",
            ("Warrant Article 12", "amount", "$50,000", "$500,000"),
        ),
        (
            "Article 12 passed 312-120.",
            "Article 12 passed by a vote of 320 to 112.",
            ("Article 12", "tally", "312-120", "320 to 112"),
        ),
        (
            "The ZBA denied Case No. 24-07 unanimously.",
            "The ZBA denied Case #24-07 by a vote of 3-2.",
            ("Case No. 24-07", "tally", "unanimously", "3-2"),
        ),
        (
            "The ZBA approved Case No. 24-07 on May 7, 2024.",
            "On May 7, 2024 the Zoning Board denied Case 24-07.",
            ("Case No. 24-07", "outcome", "approved", "denied"),
        ),
        (
            "HB 1124 was not adopted.",
            "HB 1124 was adopted.",
            ("HB 1124", "outcome", "not adopted", "adopted"),
        ),
        (
            "Ordinance 14 was adopted on March 12, 2024.",
            "Ordinance 14 was adopted on March 13, 2024.",
            ("Ordinance 14", "date", "March 12, 2024", "March 13, 2024"),
        ),
    ],
)
def test_the_same_matter_with_another_value_is_a_contradiction(
    first: str, second: str, expected: tuple[str, str, str, str]
) -> None:
    assert found(first, second) == [expected]
    assert len(found(second, first)) == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        # other aspects
        ("Article 12 is funded by $20,000 from reserves.", "Article 12 raises $50,000."),
        ("The Selectboard recommended Article 12 3-0.", "The Budget Committee recommended Article 12 7-2."),
        ("The motion to table Case 24-07 passed 3-2.", "Case 24-07 was approved 5-0."),
        # other matters
        ("Article 12 passed 312-120.", "Article 13 passed 200-232."),
        # other years, other acts
        ("In 2022 Article 12 raised $50,000.", "In 2023 Article 12 raised $60,000."),
        ("On May 7, 2024 the ZBA denied Case 24-07.", "On August 6, 2024 the ZBA approved Case 24-07."),
        # a proposal and what was adopted
        (
            "To see if the Town will vote to raise and appropriate $50,000 under Article 12.",
            "Article 12 was amended and adopted at $40,000.",
        ),
        # the same value in another spelling
        ("Article 12 raised about $1.2 million.", "Article 12 raised $1,203,500."),
        ("Article 12 passed 312-0.", "Article 12 passed unanimously."),
        ("Ordinance 14 was adopted on March 12.", "Ordinance 14 was adopted on March 12, 2024."),
        # nothing was decided
        ("If approved, Article 12 would have passed.", "Article 12 was defeated."),
        ("The motion to deny Case 24-07 failed.", "Case 24-07 was approved."),
        # a name is no matter: many acts are said of it
        ("The Mill Street Culvert will cost $250,000.", "The price of the Mill Street Culvert was $310,000."),
        # a case number and a date are no votes
        ("The board voted on Case 24-07 on 3/12/2024.", "The board voted 3-2 on Case 24-07."),
    ],
)
def test_a_difference_is_not_a_contradiction(first: str, second: str) -> None:
    assert found(first, second) == []


def test_a_proposal_and_its_amendment_contradict_only_as_the_same_act() -> None:
    assert found("Article 12 was amended from $50,000 to $40,000.", "Article 12 was amended to $40,000.") == []
    assert found("Article 12 was amended to $45,000.", "Article 12 was amended to $40,000.") != []


def test_the_date_of_the_record_separates_years() -> None:
    assert found("Article 12 passed.", "Article 12 was defeated.", a="2022-03-08", b="2023-03-14") == []
    assert found("Article 12 passed.", "Article 12 was defeated.", a="2023-03-14", b="2023-03-20") != []


def test_a_record_written_before_the_day_cannot_report_it() -> None:
    early, late = "Case 24-07 was denied.", "On May 7, 2024 Case 24-07 was approved."
    assert found(early, late, a="2024-04-01", b="2024-05-08") == []
    assert found(early, late, a="2024-05-09", b="2024-05-08") != []


def test_passages_of_one_document_never_contradict_each_other() -> None:
    held = (Source(url="a", text="Article 12 passed."), Source(url="a", text="Article 12 was defeated."))
    assert find_contradictions(held) == ()


def test_records_of_two_towns_never_contradict_each_other() -> None:
    held = (
        Source(url="a", place="Alder Falls", text="Article 12 passed."),
        Source(url="b", place="Pine Hollow", text="Article 12 was defeated."),
    )
    assert find_contradictions(held) == ()


def test_a_disagreement_told_by_many_records_counts_once() -> None:
    held = [Source(url=f"p{i}", text="Article 12 passed.") for i in range(3)]
    held += [Source(url=f"f{i}", text="Article 12 was defeated.") for i in range(3)]
    assert len(find_contradictions(held)) == 1


@pytest.mark.parametrize(
    ("contradictions", "count", "rate"),
    [(0, 10, 0.0), (1, 1, 0.0), (1, 3, 1.0), (1, 10, 1 / 3), (1, 12, 1 / 3.6), (5, 3, 1.0)],
)
def test_the_rate_is_contradictions_over_three_tenths_of_the_sources(
    contradictions: int, count: int, rate: float
) -> None:
    assert contradiction_rate(contradictions, count) == pytest.approx(rate)
