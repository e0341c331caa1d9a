"""Words of a question as weighted concepts, and how an invented page meets them."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from retrieval_fakes import a_word

from pipeline.ask.concepts import (
    Alternative,
    ChunkFields,
    Concept,
    Match,
    Matcher,
    idf,
    needle,
    profile,
    stemmed,
    weigh,
)


def a_field(body: str, heading: str = "", title: str = "", aid: str = "") -> ChunkFields:
    return ChunkFields(*(profile(stemmed(text)) for text in (body, heading, title, aid)))


def match(concepts: Sequence[Concept], field: ChunkFields, mean_length: float) -> Match:
    return Matcher(concepts, mean_length).match(field)


# covers: 58
def test_a_text_that_meets_more_of_the_question_scores_higher() -> None:
    concepts = (a_word("footbridge"), a_word("repair"), a_word("cost"))
    both = match(concepts, a_field("The repair of the footbridge was discussed."), 250)
    one = match(concepts, a_field("The footbridge footbridge footbridge stands."), 250)
    assert both.coverage > one.coverage
    assert both.score > one.score
    assert both.matched == ("footbridge", "repair")


def test_a_question_without_concepts_matches_nothing() -> None:
    assert match((), a_field("Anything at all."), 250) == Match(0.0, 0.0, 0.0, 0.0, ())


def test_an_alternative_stands_in_for_a_word_but_weighs_less_and_never_adds_up() -> None:
    other = Alternative(stems=stemmed("recreational vehicle"), weight=0.6)
    camper = Concept(name="camper", alternatives=(Alternative(stems=stemmed("camper")), other))
    own = match((camper,), a_field("A camper is a camper."), 250)
    stand_in = match((camper,), a_field("A recreational vehicle may stay."), 250)
    both = match((camper,), a_field("A camper or recreational vehicle may stay."), 250)
    assert stand_in.coverage == pytest.approx(0.6)
    assert own.coverage == both.coverage == 1.0
    assert both.score < own.score  # said once, whatever stands beside it: twice is more


def test_words_that_stand_in_can_be_made_to_count_less_or_nothing() -> None:
    other = Alternative(stems=stemmed("recreational vehicle"), weight=0.6)
    camper = Concept(name="camper", alternatives=(Alternative(stems=stemmed("camper")), other))
    page = a_field("A recreational vehicle may stay.")
    assert Matcher((camper,), 250, others=0.5).match(page).coverage == pytest.approx(0.3)
    assert Matcher((camper,), 250, others=0.0).match(page).matched == ()


def test_words_in_one_passage_count_more_than_the_same_words_scattered() -> None:
    concepts = (a_word("footbridge"), a_word("repair"))
    filler = "The board spoke of many other things that day. " * 20
    near = match(concepts, a_field("The footbridge repair is done. " + filler), 250)
    far = match(concepts, a_field("The footbridge is old. " + filler + "A repair followed."), 250)
    assert near.focus == 1.0
    assert far.focus == pytest.approx(0.5)
    assert near.coverage == far.coverage


def test_a_word_of_the_finding_aid_counts_nearly_as_much_as_one_of_the_text() -> None:
    aided = match((a_word("headstone"),), a_field("Monuments shall be kept.", aid="fallen headstones"), 250)
    assert aided.coverage == pytest.approx(0.8)
    assert aided.lead_coverage == 0.0


def test_a_phrase_must_stand_together() -> None:
    phrase = Concept(name="Mill Lane", alternatives=(Alternative(stems=stemmed("Mill Lane")),))
    assert match((phrase,), a_field("The lane to the mill."), 250).coverage == 0.0
    assert match((phrase,), a_field("A house on Mill Lane."), 250).coverage == 1.0


# covers: 165
def test_a_name_is_found_on_word_boundaries_only() -> None:
    text = profile(stemmed("The survey of the marvel was read."))
    assert needle("RV") not in text.text
    assert needle("survey") in text.text
    assert needle("—") not in profile(()).text


def test_a_rare_word_weighs_more_and_a_word_nobody_wrote_weighs_no_more_than_what_stands_in_for_it() -> None:
    found = weigh((a_word("footbridge"), a_word("town")), {"footbridg": 2, "town": 80}.get, 100)  # type: ignore[arg-type]
    assert found[0].weight > found[1].weight > 0
    lay = Concept(
        name="camper",
        alternatives=(Alternative(stems=("camper",)), Alternative(stems=("vehicl",), weight=0.6)),
    )
    (weighed,) = weigh((lay,), lambda part: {"vehicl": 40}.get(part, 0), 100)
    assert weighed.weight == pytest.approx(idf(40, 100))


@given(st.integers(0, 5000), st.integers(1, 5000))
def test_rarity_is_positive_and_falls_with_frequency(df: int, total: int) -> None:
    assert idf(df, total) > 0
    assert idf(df + 1, total) <= idf(df, total)


@given(st.lists(st.sampled_from(["foot", "bridge", "repair", "town", "vote"]), max_size=120))
def test_shares_stay_between_nothing_and_everything(words: list[str]) -> None:
    concepts = (a_word("bridge", 2.0), a_word("repair", 0.5), a_word("vote", 1.0))
    found = match(concepts, a_field(" ".join(words)), 50)
    assert all(0.0 <= share <= 1.0 for share in (found.coverage, found.focus, found.lead_coverage))
    assert found.focus <= found.coverage + 1e-9
