"""What a term means: the sentence that defines it is told; on sentences of an invented town."""

from __future__ import annotations

import pytest
from retrieval_fakes import a_chunk

from pipeline.ask.kinds import of_kind
from pipeline.ask.reading import read
from pipeline.find.answers import find_answers
from pipeline.find.spans.definitions import term_asked, told_definition
from pipeline.types import Evidence, IssueMap


@pytest.mark.parametrize(
    ("part", "term"),
    [
        ('What does "spare budget" mean exactly', "spare budget"),
        ("what is a wharf permit", "wharf permit"),
        ("What counts as a short pier", "short pier"),
        ("How is frontage defined", "frontage"),
        ("What is meant by the reed belt on the map", "reed belt"),
        ("what does 'reed belt' mean for my lot", "reed belt"),
        ("What did the schools mean to spend", ""),
        ("What does it mean to dissolve a meeting", ""),
        ("What is the fee for a wharf permit", ""),
        ("Who defines the budget", ""),
    ],
)
def test_a_part_asks_for_the_meaning_of_a_term(part: str, term: str) -> None:
    assert term_asked(part) == term


def _told(question: str, *texts: str, town: str = "Alder Falls", lane: str = "local") -> tuple[str, ...]:
    held = tuple(
        Evidence(label=f"{lane[0].upper()}{at}", chunk=a_chunk(at, text, lane=lane, doc_type="ordinance"), score=1.0)
        for at, text in enumerate(texts, 1)
    )
    told = told_definition(question, IssueMap(town=town), held)
    return tuple(span.text for span in told.spans) if told else ()


def test_the_sentence_that_defines_the_term_is_told_and_one_that_uses_it_is_not() -> None:
    uses = "The spare budget is posted a week before the meeting. A spare budget may be higher than the other."
    defines = '(b) "Spare budget" as used here means the sums of the year before. The clerk keeps it.'
    assert _told('What does "spare budget" mean', uses, defines) == (
        '(b) "Spare budget" as used here means the sums of the year before.',
    )
    assert _told('What does "spare budget" mean', uses) == ()


@pytest.mark.parametrize(
    "text",
    [
        "WHARF: Any structure that stands in the water and is used by boats.",
        "Wharf – A structure that stands in the water and is used by boats.",
        "3. A wharf is a structure that stands in the water and is used by boats.",
        "The term “wharf” shall mean a structure that stands in the water.",
        "Wharves are defined as structures that stand in the water.",
    ],
)
def test_definitions_are_written_in_many_ways(text: str) -> None:
    asked = "What is a wharf" if "Wharves" not in text else "What are considered wharves"
    assert _told(asked, text) == (text,)


def test_a_definition_is_surer_where_it_says_what_the_term_means() -> None:
    held = (Evidence(label="L1", chunk=a_chunk(1, '"Wharf" means a pier for boats.'), score=1.0),)
    (sure,) = find_answers(read("What is a wharf?"), IssueMap(), held)
    held = (Evidence(label="L1", chunk=a_chunk(1, "A wharf is a pier for the boats of the town."), score=1.0),)
    (likely,) = find_answers(read("What is a wharf?"), IssueMap(), held)
    assert (sure.verdict, likely.verdict) == ("answered", "likely")


def test_a_meaning_is_no_sum_whatever_the_term() -> None:
    assert of_kind('What does "spare budget" mean', "It is what was voted the year before.")
    assert not of_kind("What is the budget of the library", "It is what was voted the year before.")
