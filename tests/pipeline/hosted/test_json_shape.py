"""Replies held against the schemas this project sends."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted_model import envelope

from pipeline.ask.plan import PlanDraft, draft_schema
from pipeline.hosted.json_shape import reply_fault, unfenced
from pipeline.write.model import ENVELOPE_SCHEMA

GOOD = json.loads(envelope("The board met. [L1]"))


def test_a_good_answer_and_a_good_plan_have_the_shape_asked_for() -> None:
    assert reply_fault(json.dumps(GOOD), ENVELOPE_SCHEMA) == ""
    assert reply_fault(PlanDraft(requested_output="risk").model_dump_json(), draft_schema()) == ""
    assert reply_fault("{}", draft_schema()) == ""


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"answer_markdown": None}, "answer_markdown is not of type string"),
        ({"used_statewide": 1}, "used_statewide is not of type boolean"),
        ({"statewide_reason": 3}, "statewide_reason is not string or null"),
        ({"limitations": ["a", 2]}, "limitations[1] is not of type string"),
    ],
)
def test_a_wrong_field_of_an_answer_is_named(changed: dict[str, object], fault: str) -> None:
    assert reply_fault(json.dumps(GOOD | changed), ENVELOPE_SCHEMA) == fault


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('{"priority": "law-last"}', "priority is none of"),
        ('{"requested_output": "poem"}', "requested_output is none of"),
        ('{"entities": ' + json.dumps(["x"] * 21) + "}", "entities has 21 items instead of at most 20"),
        ('{"surprise": 1}', "reply has an unknown field 'surprise'"),
        ('{"planner_confidence": true}', "planner_confidence is not of type number"),
        ("[]", "reply is not of type object"),
        ("null", "reply is not of type object"),
        ("{", "it is not JSON"),
        ("[" * 100_000, "it is"),
    ],
)
def test_a_wrong_plan_is_told_in_a_few_words(text: str, fault: str) -> None:
    assert reply_fault(text, draft_schema()).startswith(fault)


def test_references_and_lists_of_objects_are_followed() -> None:
    node = {"type": "object", "properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/Node"}}}}
    schema = {"$defs": {"Node": {**node, "required": ["kids"]}}, "$ref": "#/$defs/Node"}
    assert reply_fault('{"kids": [{"kids": []}]}', schema) == ""
    assert reply_fault('{"kids": [{}]}', schema) == "kids[0] has no kids"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(JSON)
def test_a_plan_draft_that_our_own_model_takes_has_no_fault(value: object) -> None:
    """What passes here may still be refused by the stricter reader behind it, never the other way round."""
    text = json.dumps(value)
    try:
        PlanDraft.model_validate_json(text, strict=True)
    except ValueError:
        return
    assert reply_fault(text, draft_schema()) == ""


def test_only_a_fence_around_the_whole_reply_is_taken_off() -> None:
    assert unfenced("```json\n{}\n```") == "{}"
    assert unfenced("{} ```") == "{} ```"
