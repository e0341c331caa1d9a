"""A follow-up becomes a question of its own. The towns are invented."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pipeline.ask.conversation import hear, matter_of, resolved
from pipeline.ask.sessions import Session
from pipeline.types import Question

KNOWN = ("Alder Falls", "Pine Hollow")
VOTE = "What did the Alder Falls board decide about the Mill Road limit in 2031?"
BUDGET = "How much did Alder Falls budget for the highway department in 2031?"


def conversation(*questions: str, persons: tuple[str, ...] = ()) -> list[str]:
    session, asked = Session(id="s", persons=persons), []
    for question in questions:
        found = hear(Question(text=question), session, known_towns=KNOWN, now=datetime(2031, 6, 1, tzinfo=UTC))
        session = found.session
        asked.append(found.question.text)
    return asked


@pytest.mark.parametrize(
    ("question", "understood"),
    [
        (
            "And who voted against it?",
            "who voted against it (the Alder Falls board decide about the Mill Road limit in 2031)?",
        ),
        (
            "What about 2030?",
            "What did the Alder Falls board decide about the Mill Road limit in 2030?",
        ),
        (
            "And Pine Hollow?",
            "What did the Pine Hollow board decide about the Mill Road limit in 2031?",
        ),
        ("What does a dog license cost in Pine Hollow?", "What does a dog license cost in Pine Hollow?"),
    ],
)
def test_a_follow_up_takes_its_matter_from_the_question_before(question: str, understood: str) -> None:
    assert conversation(VOTE, question) == [VOTE, understood]


def test_the_thing_asked_about_is_replaced_by_another_of_its_kind() -> None:
    assert conversation(BUDGET, "And the fire department?", "What about 2030?")[1:] == [
        "How much did Alder Falls budget for the fire department in 2031?",
        "How much did Alder Falls budget for the fire department in 2030?",
    ]
    assert resolved("What about Article 13?", "What became of Article 12?") == "What became of Article 13?"


def test_a_third_question_stays_with_the_first_matter_and_a_time_replaces_the_one_in_it() -> None:
    second, third = conversation(VOTE, "Who seconded it?", "When does that take effect?")[1:]
    assert third.replace("When does that take effect", "Who seconded it") == second
    assert conversation(VOTE, "Who seconded it?", "What about 2030?")[2] == second.replace("2031", "2030")


def test_a_person_who_is_only_pointed_at_is_named_as_the_last_answer_named_one() -> None:
    assert conversation(BUDGET, "What else did she say?", persons=("Ada Osgood",))[1].endswith("; Ada Osgood)?")


def test_a_first_question_is_asked_as_it_stands() -> None:
    assert conversation("And who voted against it?") == ["And who voted against it?"]


def test_the_matter_of_a_question_is_what_stands_after_the_words_that_ask() -> None:
    assert matter_of("How much did the town pay for the truck, and who sold it?") == "the town pay for the truck"
    assert matter_of("What happened with Article 12?") == "Article 12"
