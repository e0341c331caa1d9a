"""Rules of law: each in its own paragraph, with who, shall or may, what, when and except."""

from __future__ import annotations

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


@given(st.text(alphabet="IVX.()ab The clerk shall may not:;\n", max_size=300))
def test_any_section_is_read_without_failing(text: str) -> None:
    for rule in rules(text):
        assert text[rule.start : rule.end] == rule.text
