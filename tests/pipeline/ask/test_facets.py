"""What a part of a question asks apart from what it says first, and where a new part begins; on invented matters."""

import pytest

from pipeline.ask.facets import asked_clause, split_clauses


@pytest.mark.parametrize(
    ("part", "asks"),
    [
        ("They took the raft. Was a hearing needed", "Was a hearing needed"),
        ("Roe drew the map. Poe signed it. Who keeps it", "Who keeps it"),
        ("If the raft is not sold this year, is the money lost", "is the money lost"),
        ("When the wharf closes, who keeps the key", "who keeps the key"),
        ("They took the raft. If it is lost, who pays for it", "who pays for it"),
    ],
)
def test_what_is_said_first_and_the_condition_are_no_part_of_what_is_asked(part: str, asks: str) -> None:
    assert asked_clause(part) == asks


@pytest.mark.parametrize(
    "part",
    [
        "Was a hearing needed",
        "When does the wharf close",
        "When is the raft sold, and to whom",
        "The board met. They took the raft",
    ],
)
def test_a_part_that_only_asks_or_ends_in_what_asks_nothing_stays_whole(part: str) -> None:
    assert asked_clause(part) == part


@pytest.mark.parametrize(
    ("question", "second"),
    [
        ("When must I ask for a mooring, and by when must they answer?", "by when must they answer"),
        ("Who rents the wharf and until when?", "until when"),
        ("Who mends the wharf, and from where do the planks come?", "from where do the planks come"),
    ],
)
def test_a_part_may_begin_with_a_preposition_before_when_or_where(question: str, second: str) -> None:
    assert split_clauses(question)[1:] == (second,)


@pytest.mark.parametrize(
    "question",
    [
        "I asked the clerk for the map on May 5 and have heard nothing. What can I do?",
        "We built a raft and are proud of it. Who looks at it?",
        "The wardens met, but could not agree. Roe left. Who decides?",
    ],
)
def test_a_sentence_that_only_tells_is_no_part_and_has_none(question: str) -> None:
    assert split_clauses(question) == (question.rstrip("?"),)


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "Did the clerk get the map and have they read it? What can I do?",
            ("Did the clerk get the map", "have they read it", "What can I do"),
        ),
        ("The clerk has it and have they read it? What now?", ("The clerk has it", "have they read it", "What now")),
        ("Name the clerk and who pays her. What is her wage?", ("Name the clerk", "who pays her", "What is her wage")),
        ("The clerk keeps the map and who reads it", ("The clerk keeps the map", "who reads it")),
        (
            "The wharf is shut. Who holds the key and is it lost?",
            ("The wharf is shut. Who holds the key", "is it lost"),
        ),
    ],
)
def test_a_sentence_that_asks_has_its_parts_as_has_the_last_one(question: str, parts: tuple[str, ...]) -> None:
    assert split_clauses(question) == parts


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "I live by the pit. Who did they name to check it, why was the job open, and what did they do in May?",
            ("I live by the pit. Who did they name to check it", "why was the job open", "what did they do in May"),
        ),
        (
            "What does a mooring cost, roughly how many are let, and is there a list?",
            ("What does a mooring cost", "roughly how many are let", "is there a list"),
        ),
        (
            "For 2031, what would she earn, how much comes off?",
            ("For 2031, what would she earn", "how much comes off"),
        ),
        (
            "Did the wardens agree in May, where can people find it, and what did Mr. Lunt say?",
            ("Did the wardens agree in May", "where can people find it", "what did Mr. Lunt say"),
        ),
        (
            "Which piers are closed, is Lunt Wharf all right, and can their crew still help us?",
            ("Which piers are closed", "is Lunt Wharf all right", "can their crew still help us"),
        ),
        (
            "If it carries, how long does it last, does it need two thirds, and who pays?",
            ("If it carries, how long does it last", "does it need two thirds", "who pays"),
        ),
    ],
)
def test_questions_listed_by_commas_are_parts(question: str, parts: tuple[str, ...]) -> None:
    assert split_clauses(question) == parts


@pytest.mark.parametrize(
    "question",
    [
        "What does the clerk, who is leaving, earn?",
        "Did the council, at its May meeting, vote to buy it?",
        "If the owner, Mr. Roe, is away, can the town tow the boat?",
        "In Lindale, is Main Pier closed on Friday?",
        "If the wharf is shut, who holds the key?",
        "When the wharf is shut, how do we land?",
        "On the first drawing, how close are the lines?",
    ],
)
def test_a_clause_about_somebody_and_a_condition_are_no_parts(question: str) -> None:
    assert split_clauses(question) == (question.rstrip("?"),)


def test_what_the_asker_is_allowed_begins_a_part() -> None:
    assert split_clauses("Who holds the key, and am I allowed to swim?") == (
        "Who holds the key",
        "am I allowed to swim",
    )
    assert split_clauses("Am I allowed to swim; I like it?") == ("Am I allowed to swim", "I like it")
