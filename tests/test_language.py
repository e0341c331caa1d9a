"""The rows of dates, figures and names are read alike by every reader: search, hops, writing and the audit."""

from __future__ import annotations

import pytest
from language_rows import DATES, FIGURES, NAMES

from hop_controller.reading import mentions
from pipeline.ask.cues import CUES
from pipeline.ask.kinds import of_kind
from pipeline.check.read.case import marks_of
from pipeline.check.read.lexing import Worth, lex, worth_matches
from pipeline.check.read.names import names_of, stands_in
from vault.facts.figures import all_figures_in, figures_in, holds_figure

Expected = tuple[str, ...]

READ_WHOLE = {
    "Yes 312 No 45": ("number 312", "number 45"),
    "YES: 312 NO: 45": ("number 312", "number 45"),
    "3 in favor, 0 opposed": ("pair 3-0",),
    "3 in favor, 0 opposed, 1 abstaining": ("pair 3-0", "number 1"),
    "3 yeas and 2 nays": ("pair 3-2",),
    "1/2": ("date --01-02",),
    "one of them": ("counted 1",),
}
"""The rows that a reader of every word of a claim takes otherwise: no figure twice, a vote in words as one figure, and
what may be no figure at all."""


@pytest.mark.parametrize(("text", "values"), FIGURES)
def test_a_reader_of_every_word_takes_the_same_figures_but_for_the_rows_named_here(text: str, values: Expected) -> None:
    found = tuple(f"{one.kind} {one.value}" + (" ~" if one.rounded else "") for one in all_figures_in(text))
    assert found == READ_WHOLE.get(text, values)


@pytest.mark.parametrize(("text", "values"), FIGURES)
def test_the_audit_has_a_token_for_each_figure_and_each_matches_itself(text: str, values: Expected) -> None:
    worths = [token.worth for token in lex(text) if token.worth is not None]
    assert len(worths) == len(READ_WHOLE.get(text, values))
    assert all(worth_matches(worth, worth) for worth in worths)
    assert all(holds_figure(marks_of(text), figure) for figure in figures_in(text))


@pytest.mark.parametrize(("text", "values"), FIGURES)
def test_hops_search_and_writing_see_a_sum_exactly_where_one_stands(text: str, values: Expected) -> None:
    sums = [value.removeprefix("amount ").removesuffix(" ~") for value in values if value.startswith("amount ")]
    assert [mention.key for mention in mentions(text) if mention.kind == "amount"] == sums
    if sums:
        assert of_kind("How much did it cost", text)
        assert CUES["amount"].search(text)


@pytest.mark.parametrize(("text", "values"), DATES)
def test_hops_and_the_audit_take_the_same_days(text: str, values: Expected) -> None:
    days = [value for value in values if len(value) > 7 or value.startswith("--")]
    assert [mention.key for mention in mentions(text) if mention.kind == "date"] == days
    read = [token.worth.date for token in lex(text) if token.worth is not None and token.worth.kind == "date"]
    assert [date for date in read if date[2]] == [_day(value).date for value in days]


def _day(value: str) -> Worth:
    year, month, day = value.removeprefix("--").split("-") if value[0] != "-" else ("0", *value[2:].split("-"))
    return Worth("date", date=(int(year), int(month), int(day)))


@pytest.mark.parametrize(("text", "names"), NAMES)
def test_hops_and_the_audit_take_the_same_names(text: str, names: Expected) -> None:
    read = [name.partition(": ")[2].partition(" (")[0] for name in names]
    held = [mention.text for mention in mentions(text) if mention.kind in ("person", "body", "place", "program")]
    assert all(name in held for name, row in zip(read, names, strict=True) if not row.startswith("name:")), held
    assert all(stands_in(word, text) for name in read for word in names_of(f"It was {name}"))
