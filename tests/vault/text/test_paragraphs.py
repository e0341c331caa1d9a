"""Where paragraphs begin and end in records: blank lines, sentence ends, marks, turns, rows."""

from __future__ import annotations

import pytest

from vault.text.paragraphs import around, is_heading, matter_starts, paragraphs

MINUTES = """OLD BUSINESS
The chair opened the hearing on the dock and asked
whether anyone wished to speak.
Poe said the dock was too long.
• Ferry toll
1)
No ferry shall charge more than the toll that the board sets at its May meeting each year."""


def _texts(text: str) -> list[str]:
    return [text[one.start : one.end] for one in paragraphs(text)]


def test_minutes_fall_into_paragraphs_under_their_heading_and_items_with_their_mark() -> None:
    found = _texts(MINUTES)
    assert [one.splitlines()[0] for one in found] == [
        "OLD BUSINESS",
        "Poe said the dock was too long.",
        "• Ferry toll",
        "1)",
    ]
    assert found[0].endswith("wished to speak.")
    assert found[3].endswith("each year.")


@pytest.mark.parametrize("gap", ["\n\n", "\n \n", "\f"])
def test_a_blank_line_and_a_form_feed_part_paragraphs(gap: str) -> None:
    assert _texts(f"one line of words that goes on without an end and is long{gap}and another one just as long") == [
        "one line of words that goes on without an end and is long",
        "and another one just as long",
    ]


def test_short_lines_and_lines_of_figures_in_a_row_are_rows_and_fewer_are_not() -> None:
    assert [one.row for one in paragraphs("Elm\nOak\nAsh\nFir")] == [True] * 4
    assert [one.row for one in paragraphs("Elm\nOak\nAsh")] == [False]
    table = "\n".join(f"Library {year} 12,000 14,000 2.5% 16,500 18,000 and 20,000" for year in range(4))
    assert all(one.row for one in paragraphs(table))
    assert paragraphs("") == ()


def test_the_context_of_a_row_takes_the_cells_that_go_on_with_it() -> None:
    text = "Elm\nOak\n12\n14\n16\nAsh\n9\nFir"
    assert around(text, paragraphs(text), 1) == (0, 5)
    names = "Elm\nOak\nAsh\nFir"
    assert around(names, paragraphs(names), 1) == (0, 2)


def test_a_matter_begins_at_a_heading_or_a_mark() -> None:
    assert [MINUTES[at:].partition("\n")[0] for at in matter_starts(MINUTES)] == [
        "OLD BUSINESS",
        "• Ferry toll",
        "1)",
    ]
    assert [is_heading(line) for line in ("Public Input:", "Section 4. Signs", "Poe moved to table it.")] == [
        True,
        True,
        False,
    ]
