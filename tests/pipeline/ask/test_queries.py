"""Lane builders, query lists and second-pass templates."""

from __future__ import annotations

from pipeline.ask.issue import PlanContext, map_issue
from pipeline.ask.lexicon import STATE_INSTRUCTION
from pipeline.ask.queries import (
    build_local_lane_query,
    build_state_lane_query,
    local_queries,
    searchable,
    second_pass_queries,
    state_queries,
)
from pipeline.ask.reading import read
from pipeline.types import IssueMap, Question, Situation
from vault.states.nh import NEW_HAMPSHIRE
from vault.text.words import words

CONTEXT = PlanContext(known_towns=("Alder Falls", "Pine Hollow"), today="2026-11-21")


def _issue(text: str, context: PlanContext = CONTEXT) -> IssueMap:
    return map_issue(Question(text=text), context)


# covers: 45, 46, 47, 38, 39
def test_the_local_builder_starts_with_the_question_and_adds_town_boards_categories_and_hints() -> None:
    text = "Did the Planning Board of Alder Falls approve the barn?"
    query = build_local_lane_query(text, _issue(text), ("budget",))
    assert query == f"{text} Alder Falls Planning Board budget minutes warrant ordinance town report"


# covers: 48, 49, 50
def test_the_state_builder_starts_with_the_question_and_adds_six_anchors_and_what_to_ignore() -> None:
    query = build_state_lane_query("How is a vacancy filled?")
    assert query.startswith("How is a vacancy filled? ")
    assert len(NEW_HAMPSHIRE.state_anchors) == 6
    assert all(anchor in query for anchor in NEW_HAMPSHIRE.state_anchors)
    assert query.endswith("ignore town-specific documents unless they explain statewide process")


# covers: 54
def test_the_instruction_is_never_searched_for() -> None:
    query = searchable(build_state_lane_query("How is a vacancy filled?"))
    assert STATE_INSTRUCTION not in query
    assert "New Hampshire RSA" in query
    assert searchable(query) == query


# covers: 224
def test_the_first_query_of_each_lane_is_the_questions_own_content_words() -> None:
    text = "Can I put my camper on my land in Alder Falls for the summer?"
    issue = _issue(text)
    assert words(local_queries(read(text), issue, 6)[0])[:3] == ("camper", "land", "summer")
    assert words(state_queries(read(text), issue, 6)[0])[:3] == ("camper", "land", "summer")


# covers: 71
def test_the_state_lane_asks_in_statutory_words_without_local_names() -> None:
    text = "Can the Alder Falls selectmen be sued personally over Heron Park case 25-07-SP?"
    issue = _issue(text)
    first = state_queries(read(text), issue, 6)[0].lower()
    assert "heron" not in first
    assert "25" not in first
    assert any("immunity" in query for query in state_queries(read(text), issue, 6))
    assert state_queries(read(text), issue, 6)[-1].endswith("NHMA AG guidance")


def test_a_state_query_with_the_town_finds_state_tables_that_list_towns() -> None:
    text = "What was the 2024 tax rate of Alder Falls?"
    assert any("Alder Falls" in query and "2024" in query for query in state_queries(read(text), _issue(text), 6))


def test_a_statute_the_user_names_is_a_query_of_its_own() -> None:
    text = "What does RSA 91-A:3 say about closed sessions?"
    assert "RSA 91-A:3" in state_queries(read(text), _issue(text), 6)


def test_names_and_numbers_get_a_local_query_and_every_facet_its_own() -> None:
    text = "Who sold 15 Quarry Road, and was a hearing held?"
    queries = local_queries(read(text), _issue(text), 6)
    assert any("15 quarry road" in query.lower() for query in queries)
    assert any("hearing" in query and "sold" not in query for query in queries)


def test_a_follow_up_without_words_of_its_own_asks_for_the_situation() -> None:
    situation = Situation(title="Heron Park footbridge", entities=("Heron Park",))
    issue = _issue("and?", CONTEXT.model_copy(update={"situation": situation}))
    assert "heron" in local_queries(read("and?"), issue, 6)[0].lower()


# covers: 178, 179, 180, 181, 182, 183, 184, 185
def test_the_second_pass_fills_the_templates() -> None:
    text = "Did Alder Falls need a building permit for the footbridge at Heron Park?"
    local, state = second_pass_queries(read(text), _issue(text))
    assert 6 <= len(local) + len(state) <= 10
    assert "Alder Falls Heron Park minutes" in local
    assert "Alder Falls select board vote Heron Park" in local
    assert any(query.startswith("Alder Falls permit ") for query in local)
    assert any(query.startswith("Alder Falls policy ") for query in local)
    assert any(query.endswith("New Hampshire RSA") for query in state)


def test_the_place_template_names_the_place_and_what_is_asked_about_it() -> None:
    text = "Who paid for the footbridge at Heron Park in Alder Falls?"
    local, _ = second_pass_queries(read(text), _issue(text))
    assert any(query.startswith("Alder Falls Heron Park ") and "footbridge" in query for query in local)


# covers: 186, 187, 188
def test_the_general_liability_templates_are_asked_when_liability_is() -> None:
    text = "What actions taken by the select board led to potential liability?"
    _, state = second_pass_queries(read(text), _issue(text))
    assert "municipal liability negligence New Hampshire" in state
    assert "ADA public facilities guidance New Hampshire" in state
    assert "governmental immunity RSA New Hampshire" in state


# covers: 189
def test_no_query_guesses_a_section_number() -> None:
    text = "What vote does a board need for a closed session, and could the members be liable?"
    issue = _issue(text)
    asked = [*local_queries(read(text), issue, 6), *state_queries(read(text), issue, 6)]
    local, state = second_pass_queries(read(text), issue)
    assert not [query for query in (*asked, *local, *state) if any(letter.isdigit() for letter in query)]


def test_a_name_does_not_call_for_the_law_its_words_suggest() -> None:
    text = "Did the planning board approve the Granite Shores expansion?"
    assert not [query for query in state_queries(read(text), _issue(text), 6) if "shoreland" in query]


def test_a_court_case_keeps_its_name_in_the_state_lane() -> None:
    text = "What did the superior court decide in the Quillmont case in 2019?"
    assert "quillmont" in state_queries(read(text), _issue(text), 6)[0]
