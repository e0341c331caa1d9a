"""The two word tables: well formed, general, and free of numbers that a plan could not justify."""

from __future__ import annotations

from importlib.resources import files

import pytest

from pipeline.ask.issue import find_topics
from pipeline.ask.phrases import says, stem_set, stem_words
from pipeline.ask.queries import law_words
from pipeline.ask.reading import read
from pipeline.ask.topics import lay_terms, other_words, topics

_COMMON = """
    house home bill fire park town board road water land tax taxes vote meeting minutes money budget article record
    records plan plans permit fee form lot line sign signs dog dogs car cars school police library court judge law
    state local general public private effect effective equal rate winter plant stable order open close use used
    building property owner notice hearing member members change new old year time day hours name number report
    survey application request issue question official officer office department district service services cost
    pay paid general alternative regular special annual total common free right rights power
"""


def test_every_topic_has_words_to_ask_with_and_words_to_look_for() -> None:
    assert len(topics()) >= 80
    assert all(topic.asked and topic.keywords and topic.law and topic.domain for topic in topics().values())


def test_the_lay_table_is_large_and_its_law_words_hold_no_digits() -> None:
    assert len(lay_terms()) >= 150
    assert not [row.law for row in lay_terms() if any(letter.isdigit() for letter in row.law)]
    assert not [topic.law for topic in topics().values() if any(letter.isdigit() for letter in topic.law)]


def test_no_phrase_is_listed_twice() -> None:
    said = [phrase for row in lay_terms() for phrase in row.said]
    assert sorted({phrase for phrase in said if said.count(phrase) > 1}) == []


# covers: 255, 176
def test_topics_are_raised_by_phrases_on_word_boundaries() -> None:
    assert find_topics("Do we need a building permit and a certificate of occupancy?")[:2] == (
        "certificates of occupancy",
        "building permits",
    )
    assert "municipal liability" in find_topics("Is the town liable?")
    assert find_topics("The Canada issue is a conversation.") == ()
    assert "parking and traffic" not in find_topics("Is the park open?")


def test_lay_words_lead_to_statutory_words() -> None:
    assert any("recreational vehicle" in law for law in law_words("Can I live in my camper?"))
    assert any("nonpublic" in law for law in law_words("Why was there a closed session?"))
    assert any("written application" in law for law in law_words("How do I get an article on the warrant?"))
    assert any("monuments" in law for law in law_words("Who must fix the old fallen headstones?"))
    assert any("lapse" in law for law in law_words("What if the money is not spent?"))
    assert any("speaker" in law for law in law_words("How long may I speak at the selectmen's meeting?"))
    assert law_words("") == ()


def test_a_phrase_needs_its_prepositions_but_not_its_articles() -> None:
    assert law_words("Does the budget committee meet?") == ()
    assert any("ten percent" in law for law in law_words("Can the vote go ten percent over?"))


def test_both_tables_of_everyday_phrases_are_read_the_general_one_first() -> None:
    said = [row.said[0] for row in lay_terms()]
    lines = {
        name: [
            line.split("\t")[0].split("|")[0]
            for line in files("pipeline").joinpath("data", name).read_text("utf-8").splitlines()
            if line and not line.startswith("#")
        ]
        for name in ("lay_terms.tsv", "lay_terms_local.tsv")
    }
    assert said == [*lines["lay_terms.tsv"], *lines["lay_terms_local.tsv"]]
    assert len(lines["lay_terms_local.tsv"]) >= 300


def test_no_phrase_is_one_very_common_word_whatever_its_ending() -> None:
    common = {stem_words(word) for word in _COMMON.split()}
    assert [phrase for row in lay_terms() for phrase in row.said if stem_words(phrase) in common] == ["sign"]


def test_every_row_puts_a_few_words_for_what_is_said() -> None:
    assert [row for row in lay_terms() if not row.said or not 1 < len(row.law.split()) < 20] == []


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("How big a sign may my shop have?", "area"),
        ("May I rent my camp by the week?", "short-term"),
        ("How far back from the road must a barn stand?", "setback"),
        ("What do we pay to rent the hall?", "facilities"),
        ("Must I restore a pit when I have finished digging?", "reclamation"),
        ("May I leave flowers on a grave?", "decorations"),
        ("Were the bids opened for the loader?", "award"),
        ("Is my cellar in a flood zone?", "floodplain"),
    ],
)
def test_everyday_words_lead_to_the_words_of_local_records(question: str, word: str) -> None:
    assert any(word in law for law in law_words(question))


@pytest.mark.parametrize(
    "question",
    [
        "What does the general law say about an alternative plan?",
        "What is the effect on local order in winter?",
        "Is the population equal or stable?",
        "Which neighboring towns adopted it?",
    ],
)
def test_words_that_only_share_a_stem_raise_no_row(question: str) -> None:
    assert [phrase for row in lay_terms() for phrase in row.said if says(question, phrase, close=True)] == []


def test_every_other_word_stands_for_words_of_records_without_a_number() -> None:
    assert len(other_words()) >= 10_000
    assert not [said for said, laws in other_words().items() if not said or not all(laws) or len(laws) > 10]
    assert not [laws for laws in other_words().values() if any(map(str.isdigit, "".join(laws)))]


@pytest.mark.parametrize(
    ("question", "phrase", "word"),
    [
        ("How many gripes were there about the landfill?", "gripes", "complaint"),
        ("Did they call off the hearing?", "call off", "cancel"),
        ("Can the eatery stay open?", "eatery", "restaurant"),
        ("Is the commode in the hall fixed?", "commode", "toilet"),
    ],
)
def test_everyday_words_are_met_by_words_of_records(question: str, phrase: str, word: str) -> None:
    assert any(one.phrase == phrase and one.law.startswith(word) for one in read(question).others)


def test_a_name_within_a_sentence_and_a_function_word_stand_for_nothing() -> None:
    assert not [one for one in read("Was it Mr. Gripes who does that?").others if one.phrase in {"gripes", "does"}]


def test_a_phrase_of_three_words_is_said_as_a_whole_or_in_the_words_of_records() -> None:
    asked = read("Can a board meet behind closed doors?")
    polls, private = ("The clerk closes the polls.", "The board may hold a nonpublic session.")
    assert not asked.says_idioms_of(asked.text, stem_set((polls,)))
    assert asked.says_idioms_of(asked.text, stem_set((private,)))
    assert read("When do the polls close?").says_idioms_of("When do the polls close?", stem_set((private,)))


def test_how_much_of_a_thing_is_no_phrase_that_records_put_otherwise() -> None:
    asked = read("How much water was forgiven at 4 Mill Road?")
    assert asked.says_idioms_of(asked.text, stem_set(("The Board abated $12.50 for water at 4 Mill Road.",)))
