"""The one kind of answer that the form of a part asks for, beside those of the cues; on invented sentences."""

import pytest

from pipeline.ask.kinds import has_kind, of_kind, same_kind


@pytest.mark.parametrize(
    ("part", "answer", "other"),
    [
        ("and for how long", "Until the next town election.", "The 2 wardens fill the seat."),
        ("How long does the seat last", "For the remainder of the term.", "It is filled by 3 votes."),
        ("How long may a raft be moored", "As long as its owner lives here.", "A raft has 2 owners."),
        ("How long is the wharf", "It is forty feet.", "It has 3 lamps."),
        ("How long was the wharf closed", "It was closed for ten days.", "It was closed by 2 wardens."),
    ],
)
def test_how_long_is_a_length_of_time_or_of_way_and_no_number(part: str, answer: str, other: str) -> None:
    assert (of_kind(part, answer), of_kind(part, other)) == (True, False)


@pytest.mark.parametrize(
    ("part", "answer", "other"),
    [
        ("What problems were found with the boathouse", "The roof leaks.", "The boathouse was painted green."),
        ("Which violations did the warden list", "The rail is not up to code.", "The rail was looked at in May."),
        ("Were there any noise complaints", "Osgood is worried about the horn.", "The ferry was praised."),
    ],
)
def test_a_problem_is_told_by_what_is_amiss(part: str, answer: str, other: str) -> None:
    assert (of_kind(part, answer), of_kind(part, other)) == (True, False)


@pytest.mark.parametrize(
    ("part", "answer", "other"),
    [
        ("How did the town meeting vote on the raft", "Article 9 failed.", "The trustees recommend it."),
        ("How was the raft article voted", "Yes 210, no 95.", "It stands on the warrant."),
        ("How did Roe vote", "Roe opposed it.", "Roe spoke of the raft."),
    ],
)
def test_how_somebody_voted_is_told_by_a_vote_and_by_nothing_that_was_recommended(
    part: str, answer: str, other: str
) -> None:
    assert (of_kind(part, answer), of_kind(part, other)) == (True, False)


@pytest.mark.parametrize(
    "part",
    [
        "What can the owner do next",
        "They denied the wharf. What can she do next",
        "What could the boathouse's first applicants do",
        "What may I do",
    ],
)
def test_what_somebody_can_do_next_is_told_by_steps(part: str) -> None:
    assert of_kind(part, "Any person aggrieved may appeal to the court.")
    assert not of_kind(part, "The wharf was denied by the board.")


@pytest.mark.parametrize("must", ["have to", "need to", "still have to"])
def test_by_when_somebody_has_to_close_is_no_opening_hour(must: str) -> None:
    rule = "Not later than 30 days after the vote."
    assert of_kind(f"When do the ferries {must} close", rule)
    assert not of_kind("When do the ferries close", rule)
    assert of_kind("When do the ferries close", "They close at dusk.")


def test_what_is_said_before_a_part_asks_for_no_kind() -> None:
    assert of_kind("Nobody said how long it took. Was the raft sold", "Roe sold it.")
    assert not has_kind("Roe asked why. Was the raft sold")


@pytest.mark.parametrize(
    ("part", "other", "same"),
    [
        ("When must I ask for a mooring", "by when must they answer", True),
        ("Is it legal", "was it fair", True),
        ("Who fills an empty seat", "for how long", False),
        ("Who fills an empty seat", "was it fair", False),
    ],
)
def test_two_parts_ask_for_one_kind_where_their_forms_do(part: str, other: str, *, same: bool) -> None:
    assert same_kind(part, other) is same


@pytest.mark.parametrize(("part", "tells"), [("for how long", True), ("How did Roe vote", True), ("is it fair", False)])
def test_a_part_tells_its_kind_by_its_form_or_not_at_all(part: str, *, tells: bool) -> None:
    assert has_kind(part) is tells


def test_a_form_that_runs_over_the_end_of_a_line_is_seen() -> None:
    assert of_kind("How long does the seat last", "for the\nremainder\nof the term")
    assert not of_kind("What was voted", "Roe moved to accept the\n  minutes of the wardens.")
