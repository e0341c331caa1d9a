"""The adversarial edits change one fact of a statement and nothing else. The statement and its page are invented."""

from __future__ import annotations

import random

from benchmarks.edits import EDITS, Stated, edits_of

TEXT = "Ada Roy moved to pay the vendor $500 of the $900 in 2031 unless the Planning Board objects {A}."
PAGE = "Ada Roy moved to pay the vendor $500 of the $900. Tom Birch said the clerk agreed in 2029. Webb seconded."
GIVEN = Stated(TEXT, TEXT.replace("{A}", "   "), PAGE[:50], PAGE)


def test_each_edit_keeps_the_citation_and_differs_from_the_statement() -> None:
    edits = list(edits_of(GIVEN, random.Random(1)))
    assert len({kind for kind, _ in edits}) >= 8
    assert all(text != TEXT and text.count("{A}") == 1 for _, text in edits)


def test_a_figure_is_exchanged_for_another_of_its_words() -> None:
    edited = list(EDITS["figure_of_page"](GIVEN, random.Random(1)))
    assert all("$500" not in text or "$900" not in text for text in edited)


def test_a_dropped_condition_leaves_the_rest() -> None:
    assert list(EDITS["condition_dropped"](GIVEN, random.Random(1))) == [
        "Ada Roy moved to pay the vendor $500 of the $900 in 2031 {A}."
    ]


def test_the_same_seed_makes_the_same_edits() -> None:
    assert list(edits_of(GIVEN, random.Random(7))) == list(edits_of(GIVEN, random.Random(7)))
