"""Figures are read in every spelling and are equal only when their values are."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.check.read.case import marks_of
from vault.facts.figures import holds_figure

SAME = [
    ("$1,000", "1000 dollars"),
    ("$1,000.00", "$1000"),
    ("$1.2 million", "$1,200,000"),
    ("12,500", "$12,500"),
    ("January 6, 2025", "1/6/2025"),
    ("Jan. 6, 2025", "2025-01-06"),
    ("January 6th, 2025", "01-06-25"),
    ("6 January 2025", "01.06.2025"),
    ("January 6", "January 6, 2025"),
    ("January 2025", "January 6, 2025"),
    ("2025", "January 6, 2025"),
    ("2025", "the 2024-2025 school year"),
    ("3-0", "3 to 0"),
    ("3–0", "3-0"),
    ("312-45", "Yes 312  No 45"),
    ("312-45", "YES: 312\nNO: 45"),
    ("3-2", "3 in favor, 2 opposed"),
    ("7:00 p.m.", "7:00 PM"),
    ("7 p.m.", "7:00 p.m."),
    ("7:00 p.m.", "7:00"),
    ("12%", "12 percent"),
    ("case 25-03-LM", "Case #25-03-LM"),
    ("thirty days", "30 days"),
    ("30 days", "thirty days"),
    ("twenty-five feet", "25 feet"),
    ("5 to 10 days", "from 5 days up to 10 days"),
    ("the 4th", "4"),
]
DIFFERENT = [
    ("$1,000", "$10,000"),
    ("$1,000", "$1,001"),
    ("$1.2 million", "$1.2 billion"),
    ("January 6, 2025", "January 7, 2025"),
    ("January 6, 2025", "June 6, 2025"),
    ("January 6, 2025", "January 6, 2024"),
    ("January 6, 2025", "January 2025"),
    ("3-0", "0-3"),
    ("3-0", "3-1"),
    ("0 to 3", "3 in favor, 0 opposed"),
    ("7:00 p.m.", "7:00 a.m."),
    ("25-03-LM", "25-04-LM"),
    ("30 days", "20 days"),
    ("12%", "21%"),
    ("202", "2025"),
    ("50", "$50,000"),
]


@pytest.mark.parametrize(("claimed", "held"), SAME)
def test_another_spelling_of_a_figure_is_the_same_figure(claimed: str, held: str) -> None:
    marks = marks_of(claimed)
    assert marks
    assert all(holds_figure(marks_of(held), mark) for mark in marks), (marks, marks_of(held))


@pytest.mark.parametrize(("claimed", "held"), DIFFERENT)
def test_another_value_is_another_figure(claimed: str, held: str) -> None:
    assert not all(holds_figure(marks_of(held), mark) for mark in marks_of(claimed))


def test_the_year_a_record_leaves_out_is_that_of_the_record() -> None:
    (day,) = marks_of("January 6, 2025")
    assert holds_figure(marks_of("on January 6"), day, written="2025-01-20")
    assert not holds_figure(marks_of("on January 6"), day, written="2024-01-20")


def test_statute_references_are_no_figures() -> None:
    assert [mark.text for mark in marks_of("Under RSA 91-A:3, II(c) and 40:13 it paid $5.")] == ["$5"]


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="0123456789 ,.-/$%:adnopmtJMr#Yes", max_size=40))
def test_reading_figures_never_raises_and_each_figure_holds_itself(text: str) -> None:
    marks = marks_of(text)
    assert all(holds_figure(marks, mark) for mark in marks)
