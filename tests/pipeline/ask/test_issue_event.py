"""Times named in a question, resolved to ISO dates on a fixed day."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.ask.issue import event_label
from pipeline.ask.lexicon import DECISION_LABELS
from vault.facts import periods
from vault.facts.periods import CivicCalendar, TimeTarget

TODAY = date(2026, 11, 21)


def resolve_dates(text: str, today: date) -> TimeTarget:
    return periods.resolve_dates(text, today, CivicCalendar(meeting_months=(1, 5)))


# covers: 257
@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("on 2025-10-28", "2025-10-28", "2025-10-28"),
        ("on 10/28/2025", "2025-10-28", "2025-10-28"),
        ("the Jan 6 vote", "2026-01-06", "2026-01-06"),
        ("on December 24", "2025-12-24", "2025-12-24"),
        ("Jan. 6, 2025", "2025-01-06", "2025-01-06"),
        ("the 6th of January 2025", "2025-01-06", "2025-01-06"),
        ("in July 2024", "2024-07-01", "2024-07-31"),
        ("last March", "2026-03-01", "2026-03-31"),
        ("last November", "2025-11-01", "2025-11-30"),
        ("in December", "2025-12-01", "2025-12-31"),
        ("the FY2027 budget", "2025-07-01", "2027-06-30"),
        ("fiscal year 2027", "2025-07-01", "2027-06-30"),
        ("FY 27", "2025-07-01", "2027-06-30"),
        ("tax year 2025", "2025-04-01", "2026-03-31"),
        ("the 2025 town meeting", "2025-01-01", "2025-05-31"),
        ("the third quarter of 2025", "2025-07-01", "2025-09-30"),
        ("Q1 2026", "2026-01-01", "2026-03-31"),
        ("this year", "2026-01-01", "2026-12-31"),
        ("last year", "2025-01-01", "2025-12-31"),
        ("next year", "2027-01-01", "2027-12-31"),
        ("last month", "2026-10-01", "2026-10-31"),
        ("yesterday", "2026-11-20", "2026-11-20"),
        ("summer 2025", "2025-06-01", "2025-08-31"),
        ("last winter", "2025-12-01", "2026-02-28"),
        ("since 2022", "2022-01-01", "2026-11-21"),
        ("before 2020", "", "2020-12-31"),
        ("between March 2025 and October 2025", "2025-03-01", "2025-10-31"),
        ("in 2019 and 2021", "2019-01-01", "2021-12-31"),
    ],
)
def test_a_named_time_becomes_a_span_of_dates(text: str, start: str, end: str) -> None:
    found = resolve_dates(text, TODAY)
    assert (found.date_from, found.date_to) == (start, end)
    assert all(hint in " ".join(text.split()) for hint in found.hints)


@pytest.mark.parametrize(
    "text",
    [
        "1615 Route 16",
        "2020 Main Street",
        "case 2025-14",
        "a fee of $2,025",
        "RSA 91-A:3",
        "they may march at 6 PM",
        "who may second a motion",
        "Map 34 Lot 12",
    ],
)
def test_numbers_and_verbs_that_are_no_dates_stay_unread(text: str) -> None:
    assert resolve_dates(text, TODAY) == ((), "", "")


def test_an_impossible_day_is_not_a_date() -> None:
    assert resolve_dates("on Feb 31", TODAY).date_from == ""


@given(st.text(max_size=200), st.dates(min_value=date(1950, 1, 1), max_value=date(2090, 1, 1)))
def test_any_text_is_read_without_an_error_and_the_span_runs_forward(text: str, today: date) -> None:
    found = resolve_dates(text, today)
    assert not found.date_from or found.date_from <= found.date_to


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("What does the Jan 6 vote change?", "Jan 6 vote"),
        ("The board voted 2-1 on January 6 to open the bridge.", "Jan 6 vote"),
        ("On Tuesday, Jan. 6, the board voted to open the bridge.", "Jan 6 vote"),
        ("the March 3, 2025 decision", "Mar 3 decision"),
        ("the ruling of May 2nd", "May 2 ruling"),
        ("What happens at the meeting?", ""),
        ("The vote was close.", ""),
        ("taxes on Jan 6", ""),
    ],
)
def test_the_event_label_names_a_dated_decision_and_nothing_else(text: str, label: str) -> None:
    assert event_label(text, DECISION_LABELS) == label
