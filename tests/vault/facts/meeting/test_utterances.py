"""What officials said; residents are not listed by their words."""

from __future__ import annotations

from vault.facts.extract import records_in_text
from vault.facts.rows import Context
from vault.facts.types import Utterance

_ROLL = "Roll Call: Ada Osgood – Chairman, Kay Ames, Krystal Elder\nAbsent: none\n\n"


def _said(text: str) -> list[tuple[str, str, str, bool]]:
    found = records_in_text(_ROLL + text, Context(doc_type="minutes"))
    return [(one.speaker, one.verb, one.said, one.question) for one in found if isinstance(one, Utterance)]


def test_a_statement_and_a_question_have_speaker_verb_and_words() -> None:
    assert _said("Osgood said that the pump is old. Ames asked if it leaks.") == [
        ("Osgood", "said", "the pump is old", False),
        ("Ames", "asked", "it leaks", True),
    ]


def test_the_second_verb_of_a_sentence_and_a_pronoun_belong_to_the_one_who_began() -> None:
    text = "Chairman Osgood thanked Roe for coming and advised that the road is closed. She added that it is wet."
    assert _said(text) == [
        ("Osgood", "advised", "the road is closed", False),
        ("Osgood", "added", "it is wet", False),
    ]


def test_a_title_makes_the_one_who_bears_it_an_official() -> None:
    assert _said("Public Works Director Lee Park reported two broken trucks.") == [
        ("Lee Park", "reported", "two broken trucks", False)
    ]


def test_a_resident_is_not_listed_by_words_not_even_with_an_officials_last_name() -> None:
    assert _said("Jane Resident said the dogs bark. She noted it is every night. Sandra Elder asked who pays.") == []


def test_the_words_stand_where_the_record_says() -> None:
    text = _ROLL + "Old business.\n\nAmes stated the fee is too low."
    (one,) = [each for each in records_in_text(text, Context(doc_type="minutes")) if isinstance(each, Utterance)]
    assert text[one.start : one.end] == one.text == "Ames stated the fee is too low."
    assert [text[slot.start : slot.end] for slot in one.slots] == ["Ames", "stated"]


def test_an_official_is_known_by_initials_and_by_the_short_form_of_a_first_name() -> None:
    text = (
        "Matthew Sawyer, Town Administrator, was in attendance. T.J. Marsh, Public Works Director, was present.\n\n"
        "TJ. said the paint is left over. Matt said it is not ours. Jane said it is loud."
    )
    said = [each for each in records_in_text(text, Context(doc_type="minutes")) if isinstance(each, Utterance)]
    assert [(one.speaker, one.said) for one in said] == [("TJ.", "the paint is left over"), ("Matt", "it is not ours")]


def test_of_two_speakers_only_the_official_is_named() -> None:
    assert [who for who, *_ in _said("Roe and Ames said they will save.")] == ["Ames"]
