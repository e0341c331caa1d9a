"""The issue map of questions about the invented towns Alder Falls and Pine Hollow."""

from __future__ import annotations

import pytest

from pipeline.ask.issue import PlanContext, boards_of_the_time, map_issue
from pipeline.ask.reading import read
from pipeline.types import IssueMap, Question, SessionSource, Situation

CONTEXT = PlanContext(known_towns=("Alder Falls", "Pine Hollow"), today="2026-11-21")


def _issue(text: str, context: PlanContext = CONTEXT, **fields: object) -> IssueMap:
    return map_issue(Question.model_validate({"text": text, **fields}), context)


# covers: 251
def test_the_town_of_the_question_wins_over_the_caller_and_the_session() -> None:
    session = CONTEXT.model_copy(update={"session_town": "Conway"})
    assert _issue("Are dogs banned in Alder Falls?", session, town="Pine Hollow").town == "Alder Falls"
    assert _issue("Are dogs banned?", session, town="Pine Hollow").town == "Pine Hollow"
    assert _issue("Are dogs banned?", session).town == "Conway"


def test_there_is_no_default_town() -> None:
    assert _issue("Are dogs banned?").town == ""


def test_further_towns_are_kept_apart() -> None:
    issue = _issue("Do Alder Falls and Pine Hollow ban dogs?")
    assert (issue.town, issue.other_towns) == ("Alder Falls", ("Pine Hollow",))


def test_where_no_record_is_of_any_town_a_town_is_a_name_like_any_other() -> None:
    asked = "Where was the place of death of Maurice, Prince Of Orange?"
    assert _issue(asked, PlanContext()).town == "Orange"
    assert _issue(asked, PlanContext(townless=True)).town == ""
    assert _issue(asked, PlanContext(townless=True), town="Orange").town == "Orange"


# covers: 253, 254, 255, 256, 257, 175
def test_a_full_question_fills_every_list() -> None:
    issue = _issue("What did the Alder Falls Planning Board vote on the variance at Heron Park on Jan 6, article 12?")
    assert issue.boards == ("Planning Board",)
    assert issue.entities == ("Heron Park",)
    assert issue.actions == ("vote",)
    assert issue.legal_topics[0] == "zoning variance"
    assert issue.time_hints == ("Jan 6",)
    assert (issue.date_from, issue.date_to) == ("2026-01-06", "2026-01-06")
    assert issue.identifiers == ("article 12",)
    assert {"minutes", "warrant"} <= set(issue.doc_types)
    assert issue.planner_confidence >= 0.8


# covers: 258
@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("Why did taxes go up?", "explain"),
        ("What can I do next about my denied abatement?", "steps"),
        ("What RSA governs nonpublic sessions?", "cite_laws"),
        ("Could the town be held liable?", "risk"),
        ("How is the default budget adopted?", "process"),
        ("When is the meeting?", None),
    ],
)
def test_the_requested_output_follows_the_question_form(text: str, output: str | None) -> None:
    assert _issue(text).requested_output == output


# covers: 284
def test_statutes_are_those_the_user_named_and_no_others() -> None:
    assert _issue("Does RSA 91-A:3 allow it?").statutes == ("RSA 91-A:3",)
    assert _issue("What vote does a board need for a closed session?").statutes == ()


def test_a_question_about_a_change_looks_at_the_year_before_too() -> None:
    issue = _issue("Why did Alder Falls taxes go up in 2025?")
    assert (issue.date_from, issue.date_to) == ("2024-01-01", "2025-12-31")


def test_a_name_does_not_raise_the_topic_its_words_suggest() -> None:
    assert _issue("What happened at Charter Oak Cemetery?").legal_topics == ("cemeteries",)


# covers: 252, 278
def test_situation_and_source_give_names_topics_and_event_to_a_follow_up() -> None:
    source = SessionSource(
        id="u1",
        type="article",
        created="2026-01-08",
        text="On Jan. 6 the select board voted to reopen the Heron Park footbridge without a building permit. "
        "The building permit was never issued, and the liability of the town is unclear.",
    )
    situation = Situation(title="Heron Park footbridge", entities=("Heron Park",))
    issue = _issue("Is it allowed?", CONTEXT.model_copy(update={"sources": (source,), "situation": situation}))
    assert issue.situation_title == "Heron Park footbridge"
    assert "Heron Park" in issue.entities
    assert "building permits" in issue.legal_topics
    assert issue.event_label == "Jan 6 vote"


# covers: 260
def test_confidence_is_low_for_a_question_without_a_subject() -> None:
    assert _issue("and?").planner_confidence < 0.4
    assert _issue("When did the Alder Falls Planning Board approve the plan?").planner_confidence >= 0.6


@pytest.mark.parametrize(
    ("text", "bill"),
    [
        ("Why is my tax bill so high?", False),
        ("Who pays the water bills of Alder Falls?", False),
        ("Was there a bill about footbridges?", True),
        ("Did a bill change who sends the tax bill?", True),
    ],
)
def test_money_owed_is_no_bill_of_the_legislature(text: str, bill: bool) -> None:
    assert ("bill" in _issue(text).doc_types) is bill


@pytest.mark.parametrize(
    ("question", "since"),
    [
        ("What happens if I don't register my boat by the end of April?", ""),
        ("Do I have to pay the wharf fee by July 1?", ""),
        ("Did the board decide on the wharf fee in April?", "2031-04-01"),
        ("Do I have to pay the wharf fee of May 2030?", "2030-05-01"),
    ],
)
def test_a_time_that_comes_every_year_is_no_records_own_where_a_rule_is_asked_for(question: str, since: str) -> None:
    made = map_issue(Question(text=question, town="Alder Falls"), PlanContext(today="2031-08-01"))
    assert made.date_from == since


@pytest.mark.parametrize(
    ("text", "boards"),
    [
        ("What did the selectmen say in October 2031 of what the town meeting had voted?", ("Select Board",)),
        ("At the town meeting of March 2031, what was voted that the selectmen opposed?", ("Town Meeting",)),
        ("In May 2031 the ZBA and in June 2031 the Planning Board: what was decided?", None),
        ("What did the Planning Board and the ZBA decide?", None),
    ],
)
def test_of_several_boards_the_time_is_that_of_the_board_beside_it(text: str, boards: tuple[str, ...] | None) -> None:
    issue = _issue(text)
    assert len(issue.boards) == 2
    assert boards_of_the_time(read(text), issue) == (boards or issue.boards)
