"""The asker's own phrasings: new words of the trade pass, names, other towns, dates and amounts nobody said do not."""

import pytest

from pipeline.ask.issue import PlanContext
from pipeline.ask.phrasings import MOST_PHRASINGS, guard_phrasings
from pipeline.types import Question

AROUND = PlanContext(known_towns=("Alder Falls", "Birch Hollow"), today="2031-06-01")


def asked(*queries: str, text: str = "Who pays when a culvert washes out in Alder Falls?") -> Question:
    return Question(text=text, town="Alder Falls", queries=queries)


@pytest.mark.parametrize(
    "phrasing",
    [
        "highway drainage damage liability of the municipality",
        "Immigration and Customs Enforcement memorandum of agreement",
        "RSA 231:92 insufficiency of highway notice",
        "RSA 32:18 32:19 appropriations 10 percent limit",
        "petition signed by 25 registered voters",
        "Alder Falls Budget Committee culvert",
    ],
)
def test_words_of_the_trade_and_guessed_sections_pass_whole(phrasing: str) -> None:
    found = guard_phrasings(asked(phrasing), AROUND)
    assert found.kept == (phrasing,)
    assert found.dropped == ()


@pytest.mark.parametrize(
    ("phrasing", "left", "lost"),
    [
        ("culvert repair contract Mr. Osgood", "culvert repair contract", "Mr. Osgood"),
        ("culvert repair Quillon Varnley contract", "culvert repair contract", "Quillon Varnley"),
        ("culvert repair vote April 12", "culvert repair vote", "April 12"),
        ("culvert repair vote 2029", "culvert repair vote", "2029"),
        ("culvert repair $18,400 from reserve", "culvert repair from reserve", "$18,400"),
        ("culvert repair case #29-04", "culvert repair case", "#29-04"),
    ],
)
def test_what_nobody_said_is_taken_out_and_told(phrasing: str, left: str, lost: str) -> None:
    found = guard_phrasings(asked(phrasing), AROUND)
    assert found.kept == (left,)
    assert lost in found.dropped[0]


def test_a_name_made_of_common_words_of_records_is_no_word_of_the_trade() -> None:
    question = Question(
        text="Who paid for the culvert?", queries=("Mary Stone paid for the culvert", "Ann Marsh culvert")
    )
    guarded = guard_phrasings(question, PlanContext())
    assert not [one for one in guarded.kept if "Stone" in one or "Marsh" in one]


def test_what_was_said_stays() -> None:
    question = asked("vote 2029 culvert $18,400", text="Why did the 2029 culvert cost $18,400?")
    assert guard_phrasings(question, AROUND).kept == question.queries


def test_a_phrasing_about_another_town_goes_as_a_whole() -> None:
    found = guard_phrasings(asked("Birch Hollow culvert policy", "culvert policy"), AROUND)
    assert found.kept == ("culvert policy",)
    assert "Birch Hollow" in found.dropped[0]


def test_at_most_six_are_kept_and_guarding_again_changes_nothing() -> None:
    matters = ("repair", "drain", "highway", "bridge", "ditch", "flood", "storm", "rain")
    question = asked(*(f"culvert {word} policy" for word in matters))
    kept = guard_phrasings(question, AROUND).kept
    assert len(kept) == MOST_PHRASINGS
    assert guard_phrasings(question.model_copy(update={"queries": kept}), AROUND).kept == kept


def test_what_a_passage_read_before_names_may_be_searched_for() -> None:
    read = ["Osgood presented Map 73 Lot 109 for $158, billed to Quillon Varnley."]
    asking = asked("Quillon Varnley bill", "abatement of $158", "abatement of $159")
    found = guard_phrasings(asking, AROUND, read)
    assert found.kept == ("Quillon Varnley bill", "abatement of $158")
    assert [piece for piece in found.dropped if "'$159', which no question and no passage held names" in piece]
