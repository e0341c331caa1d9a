"""The two word tables: well formed, general, and free of numbers that a plan could not justify."""

from __future__ import annotations

from pipeline.issue import find_topics
from pipeline.queries import law_words
from pipeline.topics import lay_terms, topics


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
