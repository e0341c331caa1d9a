"""Words that shut each other out before the same thing."""

import pytest

from pipeline.find.spans.contrast import contrary, contrasts_in
from vault.text.words import stem, words


def order(text: str) -> tuple[str, ...]:
    return tuple(map(stem, words(text)))


@pytest.mark.parametrize(
    ("asked", "held", "share"),
    [
        ("special town meeting article", "Voted at the annual town meeting", 0.5),
        ("special town meeting article", "Voted at the annual and the special town meeting", 0.0),
        ("special town meeting article", "The annual report of the town", 0.0),
        ("school budget hearing", "The town budget was heard", 1.0),
        ("interim town administrator salary", "hired as the permanent administrator", 0.5),
        ("default budget total", "The proposed budget is $70,555,952", 1.0),
        ("footbridge bid", "The special meeting accepted the bid", 0.0),
    ],
)
def test_a_contrary_counts_before_the_same_thing_alone(asked: str, held: str, share: float) -> None:
    assert contrary(contrasts_in(order(asked)), order(held)) == share


def test_the_words_asked_for_may_stand_in_the_heading_above() -> None:
    asked = contrasts_in(order("special town meeting"))
    assert contrary(asked, order("the annual meeting is in March"), order("Special Town Meeting")) == 0.0
