"""Words that round a figure, and on which side of it the true one lies."""

from __future__ import annotations

import pytest

from vault.facts.figures import figures_in


@pytest.mark.parametrize(
    ("text", "way", "rough"),
    [
        ("just over $300", "over", "about"),
        ("a little more than $300", "over", "about"),
        ("slightly under $300", "under", "about"),
        ("nearly $300", "under", "about"),
        ("not quite $300", "under", "about"),
        ("more than $300", "over", "bound"),
        ("well over $300", "over", "bound"),
        ("upwards of $300", "over", "bound"),
        ("less than $300", "under", "bound"),
        ("about $300", "", "about"),
        ("in the neighborhood of $300", "", "about"),
        ("no more than $300", "", "bound"),
        ("at least $300", "", "bound"),
        ("$300 or so", "", "bound"),
        ("exactly $300", "", ""),
    ],
)
def test_rounding_words_tell_the_side(text: str, way: str, rough: str) -> None:
    (found,) = figures_in(text)
    assert (found.way, found.rough) == (way, rough)


def test_a_length_of_time_over_which_something_is_done_bounds_nothing() -> None:
    (found,) = figures_in("borrowed over 5 years")
    assert found.way == ""


def test_the_words_before_a_figure_are_placed() -> None:
    (found,) = figures_in("They paid just over $300 for it.")
    assert "They paid just over $300"[found.led : found.start] == "just over "
