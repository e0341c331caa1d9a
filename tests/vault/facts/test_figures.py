"""One grammar of figures, and when two figures are the same."""

from __future__ import annotations

import pytest
from language_rows import FIGURES

from vault.facts.figures import figures_in, holds_figure
from vault.facts.numerals import canonical_number, ordinal_value, word_value


@pytest.mark.parametrize(("text", "values"), FIGURES)
def test_each_spelling_of_a_figure_gives_its_value(text: str, values: tuple[str, ...]) -> None:
    found = tuple(f"{one.kind} {one.value}" + (" ~" if one.rounded else "") for one in figures_in(text))
    assert found == values


@pytest.mark.parametrize(
    ("source", "claim", "same"),
    [
        ("It cost $1,200,000.", "$1.2 million", True),
        ("It cost $1,234,000.", "$1.2 million", False),
        ("a vote of 4-0-1", "4 in favor, 0 opposed, 1 abstaining", True),
        ("a vote of 3-0", "0-3", False),
        ("a two-thirds vote", "2/3", True),
        ("the 17th day of June, 2031", "June 17", True),
        ("June 17", "June 17, 2031", False),
        ("from 5 days to 10 days", "5 to 10 days", True),
        ("three members", "3", True),
    ],
)
def test_a_source_holds_a_figure_whatever_its_spelling(source: str, claim: str, same: bool) -> None:
    held = figures_in(source)
    assert any(holds_figure(held, one) for one in figures_in(claim) if one.kind != "counted") is same


def test_the_year_of_the_source_completes_a_day() -> None:
    claimed = figures_in("June 17, 2031")[0]
    assert holds_figure(figures_in("on June 17"), claimed, written="2031-06-20")
    assert not holds_figure(figures_in("on June 17"), claimed, written="2030-06-20")


def test_words_and_figures_give_the_same_number() -> None:
    words = ("three", "twenty-five", "three hundred and twelve", "a thousand", "two thousand twenty-four", "five six")
    assert [word_value(word) for word in words] == [3, 25, 312, 1000, 2024, None]
    assert [ordinal_value(word) for word in ("first", "twenty-first", "17th", "30", "next")] == [1, 21, 17, 30, None]
    assert [canonical_number("1,250.50"), canonical_number("1.2", "million")] == ["1250.5", "1200000"]


def test_dollars_and_the_cents_after_them_are_one_sum_and_lot_numbers_are_no_thousands() -> None:
    assert [one.value for one in figures_in("It forgave twenty-four dollars and fifty cents.")] == ["24.5"]
    assert [one.value for one in figures_in("ten dollars or fifty cents")] == ["10", "0.5"]
    assert [one.value for one in figures_in("Lots 014,022,023,019")] == ["14", "22", "23", "19"]
