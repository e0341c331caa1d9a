"""Rules of law: each in its own paragraph, with who, shall or may, what, when and except."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.facts.rules import rules

_SECTION = """I. The selectmen shall hold a public hearing within 14 days if a petition is filed.
II. Any voter may:
(a) Inspect the list, except when the office is closed.
(b) Take a copy of the list.
III. No person shall remove a record unless the clerk has allowed it.
IV. The board may not meet without at least 3 members."""


def test_each_paragraph_keeps_its_own_rule() -> None:
    found = {rule.paragraph: rule for rule in rules(_SECTION)}
    assert list(found) == [("I",), ("II", "a"), ("II", "b"), ("III",), ("IV",)]
    assert (found[("I",)].mode, found[("I",)].number) == ("shall", "within 14 days")
    assert found[("I",)].condition == "if a petition is filed"
    assert found[("IV",)].number == "at least 3 members"


def test_an_item_is_bound_by_its_lead_in() -> None:
    first, second = [rule for rule in rules(_SECTION) if rule.paragraph[:1] == ("II",)]
    assert (first.actor, first.mode, first.exception) == ("Any voter", "may", "except when the office is closed")
    assert (second.actor, second.act, second.exception) == ("Any voter", "Take a copy of the list", "")


def test_no_person_shall_is_a_prohibition() -> None:
    rule = next(rule for rule in rules(_SECTION) if rule.paragraph == ("III",))
    assert (rule.mode, rule.exception) == ("shall not", "unless the clerk has allowed it")


def test_slots_point_at_their_words() -> None:
    for rule in rules(_SECTION):
        places = {slot.name: _SECTION[slot.start : slot.end] for slot in rule.slots}
        assert rule.actor in " ".join(places["actor"].split())
        assert _SECTION[rule.start : rule.end] == rule.text


def test_a_text_that_binds_nobody_has_no_rules() -> None:
    assert rules("This chapter is named the Records Act.") == ()


@pytest.mark.parametrize(
    ("text", "actor", "mode", "act"),
    [
        ("Banners are not permitted in the room.", "Banners", "may not", "permitted in the room"),
        ("All dogs are strictly prohibited on the beach.", "All dogs", "shall not", "prohibited on the beach"),
        ("Owners are required to have a tag.", "Owners", "must", "have a tag"),
        ("Speakers are to give their names.", "Speakers", "shall", "give their names"),
        ("Comments will be limited to 5 minutes.", "Comments", "shall", "be limited to 5 minutes"),
        ("In no case shall the Town be liable.", "the Town", "shall not", "be liable"),
    ],
)
def test_an_ordinance_binds_in_other_words_than_shall(text: str, actor: str, mode: str, act: str) -> None:
    (rule,) = rules(text, outline=True)
    assert (rule.actor, rule.mode, rule.act) == (actor, mode, act)


def test_an_aim_a_condition_and_a_description_bind_nobody() -> None:
    assert rules("The purpose of this section is to keep roads safe.", outline=True) == ()
    assert rules("No further hearing is required.", outline=True) == ()
    (rule,) = rules("Where access is required across land, the Board shall ask for it.", outline=True)
    assert (rule.actor, rule.mode) == ("the Board", "shall")


@given(st.text(alphabet="IVX.()ab The clerk shall may not:;\n", max_size=300))
def test_any_section_is_read_without_failing(text: str) -> None:
    for rule in rules(text):
        assert text[rule.start : rule.end] == rule.text
