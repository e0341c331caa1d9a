"""How legal a question is: the calibration of the source documents, and words that only look legal."""

from __future__ import annotations

import pytest

from pipeline.ask.salience import high_stakes_terms, legal_salience


# covers: 285, 259
@pytest.mark.parametrize(
    "question",
    [
        "What actions taken by the select board led to potential liability?",
        "What RSA governs nonpublic sessions for a select board?",
        "Could the selectmen be personally sued for damages over their vote?",
        "Was it legal for the trustees to sell the land?",
        "Is the fine within what state law allows?",
        "Did the board violate the Right-to-Know law?",
        "Which statute requires the notice?",
    ],
)
def test_a_question_of_law_or_liability_is_highly_salient(question: str) -> None:
    assert legal_salience(question) >= 0.6


# covers: 285
@pytest.mark.parametrize(
    "question",
    [
        "What did the Alder Falls Planning Board decide about case #25-07-SP?",
        "This conversation about Canada is an issue of a tissue, reserved for the survey.",
        "How much is a transfer station permit?",
        "When is the annual meeting?",
        "What happened with the variance request for 12 Quarry Road?",
        "Who won the election for road agent?",
        "How much did the town spend on legal fees in 2024?",
        "",
    ],
)
def test_a_plain_question_and_words_that_only_look_legal_are_not_salient(question: str) -> None:
    assert legal_salience(question) < 0.3


def test_salience_stays_within_its_range_however_much_law_is_named() -> None:
    assert legal_salience("illegal unlawful liability negligence lawsuit RSA statute ADA immunity damages " * 5) == 1.0


# covers: 172, 173
@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Is the town in ADA compliance?", ("ADA", "compliance")),
        ("What did the select board say about the building code?", ("building code", "select board")),
        ("Is there a permit for the dance in Canada?", ("permit",)),
        ("A conversation about adaptation.", ()),
    ],
)
def test_high_stakes_words_are_found_on_word_boundaries(question: str, expected: tuple[str, ...]) -> None:
    assert high_stakes_terms(question) == expected
