"""Announcements with their day, and days that announce nothing."""

from __future__ import annotations

import pytest

from vault.facts.notices import notices


@pytest.mark.parametrize(
    ("text", "what", "date"),
    [
        ("A public hearing on the bridge will be held on May 6, 2025 at 7 pm.", "hearing", "2025-05-06"),
        ("Next meeting: June 3, 2025 at the hall.", "meeting", "2025-06-03"),
        ("Petitions must be received by February 4.", "deadline", "--02-04"),
        ("January 31, 2025 is the last day to post the notice of the hearing.", "deadline", "2025-01-31"),
        ("Lee asked for a continuance of the case until November 4, 2025.", "hearing", "2025-11-04"),
        ("Lee has until December 18, 2026 to build the road.", "deadline", "2026-12-18"),
    ],
)
def test_an_announcement_has_its_kind_and_day(text: str, what: str, date: str) -> None:
    (notice,) = notices(f"Minutes.\n\n{text}")
    assert (notice.what, notice.date, notice.text) == (what, date, text)


def test_a_day_without_such_a_word_announces_nothing() -> None:
    assert notices("The bridge was built on May 6, 1925.") == ()
    assert notices("A public hearing was asked for.") == ()
    assert notices("Public Hearing Minutes February 5, 2025") == ()
    assert notices("Lee said it is not a petition article.") == ()


def test_a_head_ends_what_is_announced_and_a_month_alone_is_no_day() -> None:
    text = "Next Meeting: May 6, 2025 at the hall\nDeadlines: see the board.\nA hearing is to be held; FEBRUARY 2025"
    assert [(one.what, one.date, one.subject) for one in notices(text)] == [
        ("meeting", "2025-05-06", "Next Meeting: May 6, 2025 at the hall")
    ]


def test_a_day_from_which_something_holds_is_no_deadline() -> None:
    assert not notices("Units rented on or after [June 4, 2024] must have a license by law.")


@pytest.mark.parametrize(
    ("text", "what", "date"),
    [
        ("Elections will be on March 10.", "notice", "--03-10"),
        ("They plan an Open House on April 12, 2031.", "notice", "2031-04-12"),
        ("There will be a coordination meeting on Thursday, November 30 at nine.", "meeting", "--11-30"),
        ("Roe moved to have the rehearing on May 13, 2031.", "hearing", "2031-05-13"),
        ("Leave the record open until Monday, August 20, 2031.", "deadline", "2031-08-20"),
        ("A motion to continue Case 9 of Roe. Tax Map: 2 until May 6, 2031.", "hearing", "2031-05-06"),
        ("Next Meeting:\n• Tuesday, May 6, 2031 at the hall", "meeting", "2031-05-06"),
    ],
)
def test_events_rehearings_and_what_waits_until_a_day_are_announced(text: str, what: str, date: str) -> None:
    assert [(one.what, one.date) for one in notices(text)] == [(what, date)]


def test_a_day_that_others_are_counted_from_is_not_announced() -> None:
    assert not notices("[RSA 675:3 – 10 calendar days before February 3] A hearing will be held.")


def test_a_day_told_twice_in_a_sentence_is_announced_once_and_the_day_left_behind_is_not() -> None:
    text = "Next Meeting: May 6, 2031 at the hall, rescheduled from May 4, 2031, doors open May 6, 2031"
    assert [one.date for one in notices(text)] == ["2031-05-06"]
    heading = "Minutes Approved\nMay 4, 2031\nA public hearing will be held May 6, 2031, followed by public input."
    assert [(one.what, one.date) for one in notices(heading)] == [("hearing", "2031-05-06")]


def test_the_days_of_minutes_that_are_approved_are_not_announced() -> None:
    text = "Review the Minutes, May 4, 2031, May 6, 2031 Meeting,\nMay 6, 2031 Public Hearing and May 9, 2031 meeting."
    assert not notices(text)
    assert [one.date for one in notices("Minutes were read. A public hearing will be held May 6, 2031.")] == [
        "2031-05-06"
    ]
