"""Plans: deterministic, from a model's draft, handed back by a caller; one guard for all three."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.ask.guard import fixed_vocabulary, guard_plan, user_texts
from pipeline.ask.issue import PlanContext
from pipeline.ask.phrases import stem_set
from pipeline.ask.plan import PlanDraft, draft_schema, parse_draft, plan, plan_from_caller, plan_from_draft
from pipeline.errors import ModelBadOutput, PlanRejected
from pipeline.settings import Settings
from pipeline.types import LanePlan, MustInclude, Plan, Question, SessionSource, Situation
from prompts import load_prompt
from vault.text.words import stem, words

CONTEXT = PlanContext(known_towns=("Alder Falls", "Pine Hollow"), today="2026-11-21")
QUESTION = Question(text="Could Alder Falls be held liable for the footbridge at Heron Park?")


def _queries(made: Plan) -> tuple[str, ...]:
    return made.retrieval.local.queries + made.retrieval.state.queries


# covers: 261, 262, 263, 264, 265, 281, 74, 224
def test_a_question_becomes_a_plan_for_both_lanes() -> None:
    made = plan(QUESTION, CONTEXT)
    assert made.retrieval.local.queries
    assert made.retrieval.state.queries
    assert made.retrieval.priority == "law-first"
    assert made.retrieval.must_include == MustInclude(min_state=4, min_local_facts=2)
    assert made.retrieval.reason
    assert not made.conservative


# covers: 21, 74, 141
def test_the_state_lane_is_planned_even_for_a_purely_local_question() -> None:
    made = plan(Question(text="What did the Alder Falls Planning Board decide?", scope_hint="local"), CONTEXT)
    assert made.retrieval.state.queries
    assert made.retrieval.must_include.min_state == 0


# covers: 52, 53, 72, 73, 19
def test_filters_hold_lane_and_state_and_the_town_only_when_one_town_is_plainly_meant() -> None:
    local = plan(Question(text="Where are dogs banned in Alder Falls?"), CONTEXT).retrieval
    assert local.local_filters.towns == ("Alder Falls",)
    assert (local.local_filters.lane, local.state_filters.lane) == ("local", "state")
    assert local.state_filters.states == ("NH",)
    assert local.state_filters.towns == ()
    both = plan(Question(text="Do Alder Falls and Pine Hollow ban dogs?"), CONTEXT).retrieval
    assert both.local_filters.towns == ()
    law = plan(Question(text="What does RSA 31:39 let selectmen do about dogs?", town="Alder Falls"), CONTEXT)
    assert law.route.scope == "statewide"
    assert law.retrieval.local_filters.towns == ("Alder Falls",)  # the asker gave it: strangers' records are not his
    session = CONTEXT.model_copy(update={"session_town": "Alder Falls"})
    assert plan(Question(text="Where are dogs banned?"), session).retrieval.local_filters.towns == ()


# covers: 289, 348
def test_no_lane_has_more_queries_than_the_budget() -> None:
    text = "Why did Alder Falls taxes go up, was the default budget legal, who can appeal an abatement, and by when?"
    made = plan(Question(text=text), CONTEXT, Settings(max_queries_per_lane=3))
    assert len(made.retrieval.local.queries) <= 3
    assert len(made.retrieval.state.queries) <= 3


# covers: 290
def test_below_the_confidence_threshold_the_lane_builders_of_s0_are_used() -> None:
    made = plan(Question(text="quux?"), CONTEXT)
    assert made.conservative
    assert made.retrieval.local.queries == ("quux? minutes warrant ordinance town report",)
    assert len(made.retrieval.state.queries) == 1
    assert made.retrieval.state.queries[0].startswith("quux? New Hampshire RSA")
    assert made.warnings


@pytest.mark.parametrize("confidence", [0.39, 0.4])
def test_the_confidence_threshold_is_strict(confidence: float) -> None:
    made = plan_from_draft(PlanDraft(planner_confidence=confidence), QUESTION, CONTEXT)
    assert made.conservative is (confidence < 0.4)


@pytest.mark.parametrize("text", ["and?", "what about it?", "why?", "is it legal?", "", "???"])
def test_an_empty_follow_up_without_a_situation_asks_back_and_searches_nothing(text: str) -> None:
    made = plan(Question(text=text), CONTEXT)
    assert made.clarification.endswith(".")
    assert _queries(made) == ()


def test_an_empty_follow_up_with_a_situation_is_about_the_situation() -> None:
    situation = Situation(title="Heron Park footbridge", town="Alder Falls", entities=("Heron Park",))
    made = plan(Question(text="and?"), CONTEXT.model_copy(update={"situation": situation}))
    assert not made.clarification
    assert made.issue.entities == ("Heron Park",)
    assert "heron" in made.retrieval.local.queries[0].lower()


# covers: 235, 283, 287, 288, 347
def test_a_name_the_user_did_not_say_is_dropped_and_not_queried() -> None:
    draft = PlanDraft(
        entities=["Heron Park", "Osgood Quarry"],
        local_queries=["Heron Park footbridge minutes", "Osgood Quarry minutes", "osgood quarry blasting permit"],
        state_queries=["municipal liability negligence", "Osgood v. Alder Falls"],
        planner_confidence=0.9,
    )
    made = plan_from_draft(draft, QUESTION, CONTEXT)
    assert made.issue.entities == ("Heron Park",)
    assert "Heron Park footbridge minutes" in made.retrieval.local.queries
    assert not [query for query in _queries(made) if "osgood" in query.lower() or "quarry" in query.lower()]
    assert any("Osgood Quarry" in line for line in made.dropped)


# covers: 284
def test_a_statute_number_the_user_did_not_name_is_dropped_with_its_query() -> None:
    draft = PlanDraft(state_queries=["RSA 507-B:2 liability", "RSA 31:104 immunity"], planner_confidence=0.9)
    made = plan_from_draft(draft, QUESTION, CONTEXT)
    assert not [query for query in made.retrieval.state.queries if any(letter.isdigit() for letter in query)]
    assert len([line for line in made.dropped if line.startswith("query")]) == 2


def test_a_name_of_a_session_source_may_be_used() -> None:
    source = SessionSource(id="u1", type="paste", text="Dana Whitlow fell at Heron Park.", created="2026-01-08")
    context = CONTEXT.model_copy(update={"sources": (source,), "pasted": True})
    made = plan_from_draft(PlanDraft(entities=["Dana Whitlow"], planner_confidence=0.8), QUESTION, context)
    assert "Dana Whitlow" in made.issue.entities


def test_a_model_may_not_talk_the_salience_up_or_the_minimum_past_its_limit() -> None:
    draft = PlanDraft(min_state=8, planner_confidence=0.9)
    made = plan_from_draft(draft, Question(text="When is the Alder Falls transfer station open?"), CONTEXT)
    assert made.issue.legal_salience < 0.3
    assert made.retrieval.must_include.min_state == 2


# covers: 282, 286, 358
@pytest.mark.parametrize(
    "reply", ["no json", "[]", '{"entities": "Heron Park"}', '{"k": 3}', '{"planner_confidence": 7}']
)
def test_a_reply_that_is_not_a_plan_is_refused(reply: str) -> None:
    with pytest.raises(ModelBadOutput):
        parse_draft(reply)


def test_a_reply_in_the_schema_is_read() -> None:
    assert parse_draft(json.dumps({"entities": ["Heron Park"]})).entities == ["Heron Park"]
    assert "local_queries" in json.dumps(draft_schema())


def test_a_plan_handed_back_unchanged_stays_as_it_is() -> None:
    made = plan(QUESTION, CONTEXT)
    assert plan_from_caller(made, QUESTION, CONTEXT) == made


def test_a_plan_handed_back_is_guarded_and_clamped() -> None:
    made = plan(QUESTION, CONTEXT)
    wild = made.model_copy(
        update={
            "issue": made.issue.model_copy(update={"entities": ("Osgood Quarry",), "town": "Pine Hollow"}),
            "retrieval": made.retrieval.model_copy(
                update={
                    "local": LanePlan(queries=("Osgood Quarry", *["heron park"] * 9), k=40, cap=40),
                    "state": LanePlan(queries=("Osgood immunity",), k=1, cap=40),
                }
            ),
        }
    )
    kept = plan_from_caller(wild, QUESTION, CONTEXT)
    assert kept.issue.town == "Alder Falls"
    assert kept.issue.entities == ()
    assert kept.retrieval.local == LanePlan(queries=("heron park",), k=16, cap=10)
    assert kept.retrieval.state.cap == 8
    assert kept.retrieval.state.k == 4
    assert kept.retrieval.state.queries[0].startswith("Could Alder Falls be held liable")


def test_a_plan_without_a_question_is_refused() -> None:
    with pytest.raises(PlanRejected):
        plan_from_caller(plan(QUESTION, CONTEXT), Question(text=" "), CONTEXT)


_SAMPLE = """
    why did the Alder Falls select board vote on Jan 6 2025 RSA 91-A:3 Heron Park tax Ünïcode #25-07-SP it and ? $ , dog
"""
_WORDS = st.sampled_from(_SAMPLE.split())
_TEXTS = st.one_of(st.text(max_size=120), st.lists(_WORDS, max_size=25).map(" ".join))


# covers: 223
@settings(max_examples=120, deadline=None)
@given(_TEXTS)
def test_any_text_gives_a_plan_whose_words_are_all_accounted_for(text: str) -> None:
    question = Question(text=text)
    made = plan(question, CONTEXT)
    own = made.issue
    years = (own.date_from[:4], own.date_to[:4])
    otherwise = (one.law for one in question.reading.others)
    allowed = fixed_vocabulary() | stem_set(
        (*user_texts(question, CONTEXT), *own.statutes, *own.boards, *years, *otherwise)
    )
    assert [word for query in _queries(made) for word in words(query) if stem(word) not in allowed] == []
    assert len(made.retrieval.local.queries) <= 6


@settings(max_examples=60, deadline=None)
@given(_TEXTS, st.lists(st.text(max_size=40), max_size=4), st.lists(_TEXTS, max_size=4))
def test_the_guard_is_idempotent_for_any_draft(text: str, entities: list[str], queries: list[str]) -> None:
    draft = PlanDraft(entities=entities, local_queries=queries, state_queries=queries, planner_confidence=0.9)
    question = Question(text=text)
    made = plan_from_draft(draft, question, CONTEXT)
    assert guard_plan(made, question, CONTEXT, settings=Settings()) == made


def test_the_plan_prompt_asks_only_for_fields_that_its_schema_takes() -> None:
    asked = set(re.findall(r"(?<![$\w])[a-z]+(?:_[a-z]+)+", load_prompt("plan").text))
    assert asked <= set(PlanDraft.model_fields), asked
    assert "planner_confidence" in asked
