"""Whether a question asks what came of a matter over time, or how it ended."""

from __future__ import annotations

import pytest

from pipeline.ask.cues import asks_course


@pytest.mark.parametrize(
    "part",
    [
        "What has happened with the boardwalk",
        "What ever happened to the gazebo on Quarry Lane?",
        "What became of Wenzel Tarkington's plan",
        "What will become of the old mill",
        "What has come of the petition against the kennel",
        "What’s going on with the dam at Plum Marsh",
        "What has been done about the dust on Husk Road",
        "What is the status of the grange hall roof",
        "Do you have the latest on the ferry slip",
        "Tell me the history of the town pound",
        "Where does the sewer bond stand now",
        "Where do the talks with the quarry stand",
        "How did the request for a kennel end",
        "HOW DID THE VOTE ON THE LIBRARY TURN OUT",
        "How did it all play out for the marina",
        "What was the outcome of the kennel case",
        "What, if anything, came of the plan?",
        "Where do things stand with the dump?",
    ],
)
def test_what_came_of_a_matter_is_asked_in_many_words(part: str) -> None:
    assert asks_course(part)


@pytest.mark.parametrize(
    "part",
    [
        "Who asked for the mulch yard",
        "What did the board decide about the footbridge",
        "How much did the grader cost",
        "When was the ferry toll set",
        "How many voters signed the petition",
        "Where does the select board meet",
        "Where does Main Street end",
        "Which officials came to the meeting",
        "What time does the work session end",
        "How did the board spend the endowment",
        "How did the board defend the ordinance",
        "Where do the bandstand seats go",
        "Did the law on quarries change in 2031",
        "How did the board vote on the end wall",
        "Where do I buy a hot dog stand permit",
        "Where do residents stand in line",
        "What is the marital status of the applicant",
        "Where does the statue stand?",
    ],
)
def test_an_act_a_sum_a_place_or_a_law_is_no_course_of_things(part: str) -> None:
    assert not asks_course(part)
