"""The subject of a question: which words it is made of, how much of it a span speaks of, whose a value is."""

import pytest

from pipeline.find.spans.subject import Around, Subject, subject_figures, subject_of, value_figures
from vault.text.words import content_words, stem, words

BOAT = "What did Alder Falls pay for its new fire boat in 2024?"


def asked(text: str, *apart: str) -> Subject:
    return subject_of(
        {stem(word): 1.0 for word in content_words(text)}, frozenset(stem(name.casefold()) for name in apart)
    )


def order(text: str) -> tuple[str, ...]:
    return tuple(map(stem, words(text)))


def met(text: str) -> dict[str, float]:
    return dict.fromkeys(order(text), 1.0)


def figures(question: Subject, text: str, *others: Subject) -> dict[str, float]:
    here = met(text)
    return subject_figures((question, *others), Around(here, here, here, here), order(text))


@pytest.mark.parametrize(
    ("question", "subject"),
    [
        (BOAT, "fire boat"),
        ("What does a building permit cost?", "building permit"),
        ("How much is a variance application?", "variance application"),
        ("Who must vote?", "must vote"),
    ],
)
def test_the_subject_is_what_is_left_without_the_words_that_ask_or_those_words_where_nothing_is_left(
    question: str, subject: str
) -> None:
    assert set(asked(question, "Alder", "Falls", "2024").weights) == set(map(stem, words(subject)))


def test_a_span_with_one_word_of_the_subject_does_not_speak_of_all_of_it() -> None:
    boat = asked(BOAT, "Alder", "Falls")
    near, whole = figures(boat, "The fire truck cost $90,000."), figures(boat, "The fire boat cost $90,000.")
    assert (near["subject_here"], whole["subject_here"]) == (0.5, 1.0)
    assert near["subject_pairs"] < whole["subject_pairs"] == 1.0


def test_a_phrasing_in_the_words_of_the_record_counts_as_told() -> None:
    lay, trade = asked("How much is a gravel pit application?"), asked("earth excavation application fee")
    row = "Earth excavation application $100.00"
    assert figures(lay, row)["told_here"] < 1.0
    assert figures(lay, row, trade)["told_here"] == 1.0


def bound(question: str, text: str, *values: str) -> dict[str, float]:
    stems = order(text)
    places = [stems.index(value) for value in values]
    known = set(asked(question).weights)
    return value_figures([asked(question)], stems, [places], {}, lambda one: dict.fromkeys(known & set(one), 1.0))


def test_a_value_belongs_to_the_words_beside_it_and_not_to_those_behind_the_next_value() -> None:
    row = "Variance $75 review fee Lot merger $25"
    mine = bound("How much is a lot merger?", row, "75", "25")
    alone = bound("How much is a lot merger?", "Variance $75 review fee", "75")
    assert (mine["value_own"], alone["value_own"]) == (1.0, 0.0)
    assert mine["value_precise"] > alone["value_precise"]


def test_without_a_value_nothing_is_bound() -> None:
    assert set(value_figures([asked(BOAT)], order("The fire boat is new."), [], {}, lambda _: {}).values()) == {0.0}
