"""When a meeting began and ended, and who was there, is told from the record of its day. All records are invented."""

import pytest
from scripted_model import evidence

from pipeline.types import IssueMap
from pipeline.write.extract.decided import attended, sitting_passages
from pipeline.write.extract.spans import spans_of

HELD = (
    "Present: Ada Roe, Ned Poe by telephone. Absent: Max Dow, Eva Lund. Ada Roe called the meeting to order at 6:30 PM."
    " "
    "The next meeting is on June 3 at 7:00 pm. Finn Hale arrived at 6:50 pm. Roe reconvened the meeting at 7:10 PM. "
    "Adjournment: Roe moved to close. All were in favor. The meeting adjourned at 8:12 PM."
)
BEGAN, ENDED = "Ada Roe called the meeting to order at 6:30 PM.", "The meeting adjourned at 8:12 PM."


def _told(question: str, day: str = "2031-05-20", board: str = "Harbor Board", of: str = "Harbor Board") -> list[str]:
    item = evidence("L1", HELD, title="Minutes", board=of)
    item = item.changed(chunk=item.chunk.changed(date="2031-05-20", page_start=1))
    issue = IssueMap(date_from=day, date_to=day, boards=(board,))
    return [
        span.text for passage in sitting_passages({"L1": spans_of(item)}, question, issue) for span in passage.spans
    ]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("When did the Harbor Board meeting of May 20, 2031 adjourn?", [ENDED]),
        ("When did the Harbor Board adjourn on May 20, 2031?", [ENDED]),
        ("How late did the meeting of May 20, 2031 go?", [ENDED]),
        ("What time did the meeting of May 20, 2031 start?", [BEGAN]),
        ("How long was the May 20 meeting?", [BEGAN, ENDED]),
        ("How long did the May meeting last?", [BEGAN, ENDED]),
        ("When did Finn Hale arrive at the meeting?", ["Finn Hale arrived at 6:50 pm."]),
        ("When is the fee due?", []),
    ],
)
def test_the_hours_of_a_meeting_are_told(question: str, told: list[str]) -> None:
    assert _told(question) == told


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Who was absent from the May 20 harbor board meeting?", "Max Dow"),
        ("Who attended the meeting of May 20, 2031?", "Ada Roe"),
        ("Who was at the May 20 meeting by phone?", "Ned Poe"),
        ("Was Eva Lund at the meeting of May 20, 2031?", "Eva Lund"),
    ],
)
def test_who_was_there_is_told_by_the_lists_of_the_record(question: str, name: str) -> None:
    assert name in " ".join(_told(question))


def test_nothing_is_told_of_another_day_or_body() -> None:
    asked = "When did the board adjourn?"
    assert _told(asked, day="2031-05-21") == []
    assert _told(asked, board="Library Trustees") == []
    assert _told(asked, day="") == []


@pytest.mark.parametrize(
    ("question", "text", "there"),
    [
        ("Was Eva Lund at the May meeting?", "Present: Ada Roe, Eva Lund was absent.", False),
        ("Was Eva Lund at the May meeting?", "Absent: Max Dow, Eva Lund.", False),
        ("Was Ada Roe at the May meeting?", "Present: Ada Roe, Eva Lund was absent.", True),
        ("Was Eva Lund absent from the May meeting?", "Absent: Max Dow, Eva Lund.", True),
        ("Was Finn Hale at the May meeting?", "Present: Ada Roe.", None),
        ("Was the fee raised?", "Present: Ada Roe.", None),
    ],
)
def test_a_list_says_whether_somebody_was_there(question: str, text: str, there: bool | None) -> None:
    assert attended(question, text) is there
