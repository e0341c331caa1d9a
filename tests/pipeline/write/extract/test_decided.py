"""Which motions are on the matter of a question. All records are invented."""

import pytest
from scripted_model import evidence

from pipeline.types import IssueMap
from pipeline.write.extract.decided import decided_passages
from pipeline.write.extract.spans import spans_of

MINUTES = (
    "Poe explained that the culvert on Mill Lane had failed. Roe moved to expend up to $900 for the purchase of two "
    "hand pumps. Poe seconded. Roll call vote was taken. Poe- yes, Dow- no, Roe- yes. Motion passed. The clerk spoke "
    "of the new numbers on Alder Road. Dow made a motion that they change only three of them. Poe seconded. Motion "
    "passed 3-0."
)


def _moved(question: str, things: tuple[frozenset[str], ...] = (), boards: tuple[str, ...] = ()) -> str:
    item = evidence("L1", MINUTES, title="Minutes", board="Harbor Board")
    lines = {"L1": spans_of(item)}
    found = decided_passages(lines, question, (), IssueMap(boards=boards), (), things)
    return " ".join(passage.text for passage in found)


def test_a_motion_is_found_in_other_words_and_brings_its_roll_call() -> None:
    told = _moved("Who moved to buy the hand pumps?")
    assert told.startswith("Roe moved")
    assert "Dow- no" in told


def test_a_body_that_did_something_did_it_by_a_motion() -> None:
    assert "hand pumps" in _moved("Did the harbor board buy the hand pumps?", boards=("Harbor Board",))


def test_a_motion_is_of_the_matter_talked_of_before_it() -> None:
    assert "only three" in _moved("How did Dow vote to change the numbers?")


def test_a_name_that_nobody_speaks_of_before_a_motion_leaves_it_out() -> None:
    assert not _moved("Who moved to change the numbers on Quarry Road?", things=(frozenset({"quarri", "road"}),))


def test_a_motion_of_another_body_is_none_of_the_one_asked_about() -> None:
    assert not _moved("Did the library trustees buy the hand pumps?", boards=("Library Trustees",))


@pytest.mark.parametrize("question", ["Who seconded the motion to close the school?", "Did the board ban fireworks?"])
def test_a_motion_on_nothing_that_is_asked_is_not_told(question: str) -> None:
    assert not _moved(question)


def test_a_number_is_no_matter_that_a_motion_could_be_on() -> None:
    text = "Roe moved to approve the five mooring refunds. Poe seconded. Motion passed 3-0."
    item = evidence("L1", text, title="Minutes", board="Select Board")
    lines = {"L1": spans_of(item)}
    issue = IssueMap(boards=("Select Board",))
    assert decided_passages(lines, "Was the five member select board approved?", (), issue) == ()
    assert decided_passages(lines, "Were the five mooring refunds approved?", (), issue)


def test_an_act_that_a_motion_says_is_told_by_no_other_motion() -> None:
    text = (
        "The police chief spoke of a new officer and his cruiser. Roe moved to hire Ada Dow as police officer. Poe "
        "seconded. Motion passed 3-0. The police officer budget is $900. Dow moved to approve. Roe seconded. Motion "
        "passed 2-0."
    )
    lines = {"L1": spans_of(evidence("L1", text, title="Minutes", board="Select Board"))}
    told = decided_passages(lines, "Who seconded the motion to hire the police officer?", (), IssueMap())
    assert [one.text.split(" seconded")[0].split(". ")[-1] for one in told] == ["Poe"]


def test_a_name_of_a_place_is_not_the_one_word_that_a_part_is_about() -> None:
    text = "Roe moved to close Mill Park at dusk. Poe seconded. Motion passed 3-0."
    lines = {"L1": spans_of(evidence("L1", text, title="Minutes", board="Select Board"))}
    issue = IssueMap(boards=("Select Board",))
    assert decided_passages(lines, "What did the select board decide about parking?", (), issue) == ()
    assert decided_passages(lines, "What did the select board decide about the park?", (), issue)


def test_of_one_address_the_motion_on_what_is_asked_is_told() -> None:
    lines = {
        "L1": spans_of(
            evidence(
                "L1",
                "Roe moved to approve the wharf permit of 9 Mill Rd. Poe seconded. Motion passed 3-0.",
                title="Minutes",
                board="Harbor Board",
            )
        ),
        "L2": spans_of(
            evidence(
                "L2",
                "Ada Dow of 9 Mill Rd. asks for a variance. Poe spoke of the old variance of 7 Quay Lane. Roe moved to "
                "approve this variance. Poe seconded. Motion passed 3-0.",
                title="Minutes",
                board="Board of Moorings",
            )
        ),
    }
    told = decided_passages(lines, "Was the variance for 9 Mill Road approved?", (), IssueMap())
    assert [one.label for one in told] == ["L2"]
    told = decided_passages(lines, "Was the wharf permit for 9 Mill Road approved?", (), IssueMap())
    assert [one.label for one in told] == ["L1"]


def test_of_a_case_the_words_that_name_it_alone_choose_no_motion() -> None:
    text = (
        "Case #31-03-LM: Ada Dow asks for a lot merger. Roe moved to accept the plan as complete. Poe seconded. Motion "
        "passed. Roe moved to approve the lot merger for case #31-03-LM. Poe seconded. Motion passed."
    )
    lines = {"L1": spans_of(evidence("L1", text, title="Minutes", board="Planning Board"))}
    issue = IssueMap(boards=("Planning Board",))
    told = decided_passages(lines, "What did the Planning Board decide about case #31-03-LM?", (), issue)
    assert any("approve the lot merger" in one.text for one in told)
