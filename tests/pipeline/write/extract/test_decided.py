"""The hour of a meeting is told from the record of its day. All records are invented."""

import pytest
from scripted_model import evidence

from pipeline.types import IssueMap
from pipeline.write.extract.decided import decided_passages
from pipeline.write.extract.spans import spans_of

HELD = (
    "Ada Roe called the meeting to order at 6:30 PM. The next meeting is on June 3 at 7:00 pm. Adjournment: Roe moved "
    "to close. All were in favor. The meeting adjourned at 8:12 PM."
)


def _told(question: str, day: str = "2031-05-20", board: str = "Harbor Board", of: str = "Harbor Board") -> list[str]:
    item = evidence("L1", HELD, title="Minutes", board=of)
    item = item.changed(chunk=item.chunk.changed(date="2031-05-20"))
    issue = IssueMap(date_from=day, date_to=day, boards=(board,))
    found = decided_passages({"L1": spans_of(item)}, question, (), issue)
    return [span.text for passage in found for span in passage.spans]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("When did the Harbor Board adjourn on May 20, 2031?", ["The meeting adjourned at 8:12 PM."]),
        ("How late did the meeting of May 20, 2031 go?", ["The meeting adjourned at 8:12 PM."]),
        ("What time did the meeting of May 20, 2031 start?", ["Ada Roe called the meeting to order at 6:30 PM."]),
        ("When is the fee due?", []),
    ],
)
def test_the_hour_of_a_meeting_is_told(question: str, told: list[str]) -> None:
    assert _told(question) == told


def test_no_hour_of_another_day_or_body_is_told() -> None:
    asked = "When did the board adjourn?"
    assert _told(asked, day="2031-05-21") == []
    assert _told(asked, board="Library Trustees") == []
    assert _told(asked, day="") == []


def test_a_number_is_no_matter_that_a_motion_could_be_on() -> None:
    text = "Roe moved to approve the five mooring refunds. Poe seconded. Motion passed 3-0."
    item = evidence("L1", text, title="Minutes", board="Select Board")
    lines = {"L1": spans_of(item)}
    issue = IssueMap(boards=("Select Board",))
    assert decided_passages(lines, "Was the five member select board approved?", (), issue) == ()
    assert decided_passages(lines, "Were the five mooring refunds approved?", (), issue)
