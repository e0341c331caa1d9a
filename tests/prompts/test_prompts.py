"""Stored prompts: word for word where the source says so, and refused when a slot is wrong."""

import re
from pathlib import Path

import pytest

from pipeline.ask.plan import PlanDraft
from prompts import PROMPT_NAMES, PromptError, load_prompt, parse_prompt

SEED = Path(__file__).resolve().parents[2].parent / "shared" / "seeds" / "000_two_lane_retrieval.txt"
COMPLEX_SHA256 = "3c46bc30736c0ff2b28327c14d08fc81a1b358a96ae7c4070c0676b0ee588982"
SIMPLE_SHA256 = "71e2ae54868a8208e6e6b0660207ed91308045377cfd831b638133a8ba8236f1"
GOOD = "---\nname: sample\nversion: 2\nused_by: a test\nslots: who\n---\nHello $who.\n"


# covers: 124, 135, 83, 84, 92, 93, 96, 97, 98, 99, 100, 101, 102, 103, 109, 110, 111, 112, 113, 140, 68
@pytest.mark.parametrize(("name", "digest"), [("complex_synthesis", COMPLEX_SHA256), ("simple_answer", SIMPLE_SHA256)])
def test_the_two_first_prompts_are_stored_word_for_word(name: str, digest: str) -> None:
    assert load_prompt(name).sha256 == digest


@pytest.mark.skipif(not SEED.exists(), reason="the source document is not beside this checkout")
def test_the_two_first_prompts_equal_the_text_of_the_source_document() -> None:
    seed = SEED.read_text(encoding="utf-8")
    complex_text = seed.split("### Prompt: Complex Synthesis (Discriminator + Synthesis)\nSYSTEM:\n")[1]
    simple_text = seed.split("### Prompt: Simple Answer (updated)\nSYSTEM:\n")[1]
    assert load_prompt("complex_synthesis").text == complex_text.split("\n\n### Prompt: Simple Answer")[0]
    assert load_prompt("simple_answer").text == simple_text.split("\n\n---")[0]


# covers: 85, 86, 87, 88, 89, 90, 91, 104, 105, 106, 107, 108
@pytest.mark.parametrize(
    "words",
    [
        "answer_markdown",
        "used_statewide",
        "statewide_reason",
        "applicability_check",
        "assumptions",
        "limitations",
        "suggested_followups",
        "### At a glance\n- 3–5 bullets",
        "### Local details",
        "### Statewide context (only if used_statewide=true)",
        "### Key facts and numbers\n- List numbers with entity labels (town/school/county/state)",
        "### What is not shown in the available documents",
    ],
)
def test_the_synthesis_prompt_names_every_field_and_heading(words: str) -> None:
    assert words in load_prompt("complex_synthesis").text


@pytest.mark.parametrize("name", PROMPT_NAMES)
def test_every_prompt_loads_and_renders_with_its_own_slots(name: str) -> None:
    prompt = load_prompt(name)
    rendered = prompt.render({slot: f"<{slot}>" for slot in prompt.slots})
    assert prompt.version >= 1
    assert prompt.used_by
    assert all(f"<{slot}>" in rendered for slot in prompt.slots)


def test_every_prompt_file_is_a_listed_prompt() -> None:
    folder = Path(__file__).resolve().parents[2] / "prompts"
    assert sorted(path.stem for path in folder.glob("*.md")) == list(PROMPT_NAMES)


@pytest.mark.parametrize(
    ("slots", "words"),
    [
        ({}, r"missing slots \['who'\]"),
        ({"who": "Ada", "why": "x"}, r"unknown slots \['why'\]"),
        ({"why": "x"}, r"missing slots \['who'\], unknown slots \['why'\]"),
    ],
)
def test_a_missing_or_unknown_slot_is_refused(slots: dict[str, str], words: str) -> None:
    with pytest.raises(PromptError, match=words):
        parse_prompt(GOOD, name="sample").render(slots)


def test_a_dollar_sign_in_a_value_is_not_expanded() -> None:
    assert parse_prompt(GOOD, name="sample").render({"who": "$who paid $14,000"}) == "Hello $who paid $14,000."


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("Hello $who.\n", "must start with a header"),
        (GOOD.replace("slots: who", "slots:"), "declares slots"),
        (GOOD.replace("slots: who", "slots: who when"), "declares slots"),
        (GOOD.replace("version: 2", "version: two"), "whole number"),
        (GOOD.replace("name: sample", "name: other"), "header must hold exactly"),
        (GOOD.replace("used_by: a test\n", ""), "header must hold exactly"),
        (GOOD.replace("Hello", "Pay $14,000"), "stray"),
    ],
)
def test_a_wrong_prompt_file_is_refused_when_it_is_loaded(source: str, words: str) -> None:
    with pytest.raises(PromptError, match=words):
        parse_prompt(source, name="sample")


def test_an_unknown_prompt_name_lists_the_known_ones() -> None:
    with pytest.raises(PromptError, match="simple_answer"):
        load_prompt("no_such_prompt")


# covers: 284, 283
def test_the_planner_is_told_to_stay_with_the_given_words_and_never_to_guess_statutes() -> None:
    text = load_prompt("plan").text
    assert "Never guess a statute number" in text
    assert "only when its words stand in the question" in text


# covers: 391, 329
def test_the_repair_prompt_carries_both_stricter_messages_and_the_findings() -> None:
    text = load_prompt("repair").text
    assert "comply exactly with the format and its limits. Shorten. Keep citations. No extra sections." in text
    assert "Do not mention statutes or procedures without citations. Stay in the current situation." in text
    assert load_prompt("repair").slots == ("findings",)


def test_the_plan_prompt_names_only_fields_of_its_schema() -> None:
    named = set(re.findall(r"\b[a-z]+(?:_[a-z]+)+\b", load_prompt("plan").text.replace("max_queries", "")))
    assert named <= PlanDraft.model_fields.keys()
    assert PlanDraft.model_validate({field: PlanDraft().model_dump()[field] for field in named})
