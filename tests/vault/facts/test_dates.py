"""One grammar of written dates and of the times a question names."""

from __future__ import annotations

from datetime import date

import pytest
from language_rows import DATES

from vault.facts.dates import dates_in, month_number, spoken_date
from vault.facts.periods import CivicCalendar, resolve_dates

TODAY = date(2031, 11, 22)


@pytest.mark.parametrize(("text", "values"), DATES)
def test_each_spelling_of_a_date_gives_its_value(text: str, values: tuple[str, ...]) -> None:
    assert tuple(dated.value for dated in dates_in(text)) == values


def test_a_date_stands_where_it_is_written() -> None:
    text = "The board met on Monday, June 16, 2031 and June 17 and 18, 2031."
    assert [text[dated.start : dated.end] for dated in dates_in(text)] == [
        "Monday, June 16, 2031",
        "June 17",
        "18, 2031",
    ]
    assert [dated.weekday_fits for dated in dates_in(text)] == [True, None, None]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("What was voted on June 17, 2031?", "2031-06-17", "2031-06-17"),
        ("What was voted on Jan. 6?", "2031-01-06", "2031-01-06"),
        ("What was voted on Dec 30?", "2030-12-30", "2030-12-30"),
        ("the budget for FY2032", "2030-07-01", "2032-06-30"),
        ("fiscal year ending June 30, 2032", "2030-07-01", "2032-06-30"),
        ("the 2031-32 school budget", "2030-07-01", "2032-06-30"),
        ("the 2028-2035 cycle", "", ""),
        ("between 2020 and 2023", "2020-01-01", "2023-12-31"),
        ("tax year 2030", "2030-04-01", "2031-03-31"),
        ("the 2031 town meeting", "2031-01-01", "2031-05-31"),
        ("the third quarter of 2030", "2030-07-01", "2030-09-30"),
        ("Q3 2030", "2030-07-01", "2030-09-30"),
        ("last spring", "2031-03-01", "2031-05-31"),
        ("summer 2030", "2030-06-01", "2030-08-31"),
        ("early March 2031", "2031-03-01", "2031-03-12"),
        ("mid-June, 2030", "2030-06-08", "2030-06-22"),
        ("late in February 2031", "2031-02-18", "2031-02-28"),
        ("last winter", "2030-12-01", "2031-02-28"),
        ("in July", "2031-07-01", "2031-07-31"),
        ("last December", "2030-12-01", "2030-12-31"),
        ("in October and December 2030", "2030-10-01", "2030-12-31"),
        ("since 2029", "2029-01-01", "2031-11-22"),
        ("before 2029", "", "2029-12-31"),
        ("last year", "2030-01-01", "2030-12-31"),
        ("the past three years", "2028-01-01", "2031-11-22"),
        ("in the 1990s", "1990-01-01", "1999-12-31"),
        ("yesterday", "2031-11-21", "2031-11-21"),
        ("may the board march on?", "", ""),
        ("Did the price fall?", "", ""),
    ],
)
def test_a_time_named_in_a_question_covers_its_days(text: str, first: str, last: str) -> None:
    found = resolve_dates(text, TODAY, CivicCalendar(meeting_months=(1, 5)))
    assert (found.date_from, found.date_to) == (first, last)


def test_a_february_29_without_a_year_is_the_last_one_there_was() -> None:
    assert resolve_dates("on February 29", TODAY).date_from == "2028-02-29"


def test_months_have_numbers_and_dates_are_spoken() -> None:
    assert [month_number(name) for name in ("Sept.", "may", "DECEMBER")] == [9, 5, 12]
    assert [spoken_date(iso) for iso in ("2031-05-20", "2031-05", "2031", "2031-13-01")] == [
        "May 20, 2031", "May 2031", "2031", "2031-13-01",
    ]  # fmt: skip
