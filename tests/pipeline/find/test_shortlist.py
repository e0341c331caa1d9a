"""What may be kept and what has a reserved place, of invented chunks."""

import pytest
from retrieval_fakes import a_chunk, a_scored, a_word

from pipeline.ask.concepts import ChunkFields
from pipeline.ask.reading import read
from pipeline.find.gaps import (
    leans_on,
    matter_of,
    missing_texts,
    undated,
    unread_pages,
)
from pipeline.find.score import ScoredChunk, field_of, foreign_names
from pipeline.find.select import above_low_bar, eligible, factual, law_facets
from pipeline.types import IssueMap

OWN = a_word("footbridge")
TOWN = a_word("alder", kind="town")
ADDED = a_word("+highway", kind="template")


def fields(*items: ScoredChunk) -> dict[int, ChunkFields]:
    return {item.chunk.id: field_of(item.chunk) for item in items}


# covers: 198
def test_a_chunk_may_be_kept_for_a_word_of_the_question_a_name_or_a_legal_keyword() -> None:
    items = (
        a_scored(a_chunk(1), 1.0, "footbridge"),
        a_scored(a_chunk(2, "Osgood Park was visited."), 1.0, "alder"),
        a_scored(a_chunk(3, "On governmental immunity."), 1.0, "+highway"),
        a_scored(a_chunk(4, "Dog licences."), 1.0, "alder", "+highway"),
    )
    found = eligible(items, fields(*items), (OWN, TOWN, ADDED), ("Osgood Park", "governmental immunity"))
    assert found == {"1", "2", "3"}


def test_what_other_evidence_points_at_may_be_kept() -> None:
    item = a_scored(a_chunk(1, "A section."))._replace(parts={"match": 0.0, "reference": 0.3})
    assert eligible([item], fields(item), (OWN,), ()) == {"1"}


# covers: 303
@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("The governmental immunity of a town.", True),
        ("Under the building code a stair has a rail.", True),
        ("The canada goose surveys of 2031.", False),
        ("Recipes for apple pie.", False),
    ],
)
def test_one_keyword_or_general_term_is_above_the_low_bar_and_garbage_is_not(text: str, kept: bool) -> None:
    item = a_scored(a_chunk(1, text, lane="state"), 0.01)
    assert bool(above_low_bar([item], fields(item), ("negligence",), 4)) is kept


# covers: 301, 302
def test_the_minimum_takes_mediocre_law_that_exists_and_no_more_than_exists() -> None:
    items = [a_scored(a_chunk(n, "A statute on dogs.", lane="state"), 0.1) for n in (1, 2)]
    garbage = [a_scored(a_chunk(n, "Apple pie.", lane="state"), 5.0) for n in (3, 4, 5)]
    ranked = [*garbage, *items]
    assert above_low_bar(ranked, fields(*ranked), (), 4) == ("1", "2")


def test_a_bill_fills_no_minimum() -> None:
    item = a_scored(a_chunk(1, "A statute is changed.", lane="state", doc_type="bill"))
    assert above_low_bar([item], fields(item), (), 4) == ()


# covers: 300
def test_local_facts_are_records_of_what_happened() -> None:
    items = [
        a_scored(a_chunk(1, doc_type="form")),
        a_scored(a_chunk(2, doc_type="minutes")),
        a_scored(a_chunk(3, doc_type="ordinance")),
        a_scored(a_chunk(4, doc_type="warrant")),
    ]
    assert factual(items, frozenset(), 2) == ("2", "3")
    assert factual(items, frozenset({"3", "4"}), 2) == ("3", "4")
    assert factual(items, frozenset(), 0) == ()


def test_facets_about_law_bind_the_state_lane_without_town_and_date() -> None:
    issue = IssueMap(town="Alder Falls", facets=("Alder footbridge allowed by law", "Alder footbridge paint colour"))
    concepts = (OWN, a_word("alder", kind="town"), a_word("allow"))
    assert law_facets(issue, concepts) == (("footbridge", "allow"),) or law_facets(issue, concepts) == (("allow",),)


# ---- names of other matters

PARK = "The boardwalk at Osgood Park is closed. "
BROWN = "Harold Brown asked again about the cesspool. Harold Brown said the pump is new. "


# covers: 165, 201
def test_names_of_strong_pages_outside_the_situation_are_foreign() -> None:
    items = [a_scored(a_chunk(1, BROWN), 2.0), a_scored(a_chunk(2, BROWN), 1.9), a_scored(a_chunk(3, PARK), 1.8)]
    assert "Harold Brown" in foreign_names(items, fields(*items), ("Osgood Park",), ("What about the boardwalk?",))


def test_a_name_is_not_foreign_when_the_situation_the_question_or_only_one_page_has_it() -> None:
    once = [a_scored(a_chunk(1, BROWN), 2.0), a_scored(a_chunk(2, PARK), 1.9)]
    assert foreign_names(once, fields(*once), ("Osgood Park",), ()) == ()
    shared = [
        a_scored(a_chunk(1, BROWN), 2.0),
        a_scored(a_chunk(2, BROWN), 1.9),
        a_scored(a_chunk(3, PARK + BROWN), 1.8),
    ]
    assert "Harold Brown" not in foreign_names(shared, fields(*shared), ("Osgood Park",), ())
    asked = shared[:2]
    assert "Harold Brown" not in foreign_names(asked, fields(*asked), ("Osgood Park",), ("What did Brown say?",))


def test_without_a_situation_nothing_is_foreign() -> None:
    items = [a_scored(a_chunk(1, BROWN), 2.0), a_scored(a_chunk(2, BROWN), 1.9)]
    assert foreign_names(items, fields(*items), (), ()) == ()
    assert foreign_names((), {}, ("Osgood Park",), ()) == ()


# ---- what the vault cannot cover


# covers: 239, 12
def test_texts_that_are_not_held_are_named_those_of_the_question_first() -> None:
    told = missing_texts(["RSA 999:1", "RSA 999:2", "RSA 999:3"], ("RSA 999:2",), {"RSA 999:3": 0.6, "RSA 999:1": 0.1})
    assert told == (
        ("RSA 999:2", "The text of RSA 999:2, which the question names, is not in the vault."),
        ("RSA 999:3", "The text of RSA 999:3, which a record found here relies on, is not in the vault."),
    )
    assert missing_texts([], ("RSA 999:2",), {}) == ()


def test_pages_nobody_could_read_are_told() -> None:
    assert unread_pages({"Minutes": 1, "Plan": 0, "Report": 3}) == (
        "1 page of Minutes could not be read.",
        "3 pages of Report could not be read.",
    )


def test_a_year_without_any_record_is_told_when_the_question_names_it() -> None:
    issue = IssueMap(date_from="2019-01-01", date_to="2019-12-31")
    local = [a_scored(a_chunk(1, date="2031-01-01"))]
    assert undated(read("What was voted in 2019?"), issue, local) == ("No local record dated 2019 was found.",)
    assert undated(read("What was voted this year?"), issue, local) == ()
    dated = [local[0]._replace(parts={"date": 0.2})]
    assert undated(read("What was voted in 2019?"), issue, dated) == ()


def test_a_sentence_leans_on_the_matter_by_its_own_words_or_those_of_the_law_for_it() -> None:
    matter = matter_of(read("What vote does a board need to go into a closed session?"), IssueMap())
    assert leans_on("Osgood moved to enter nonpublic session by roll call.", matter)
    assert not leans_on("The session on dog licences was well attended.", matter)
    assert not leans_on(" ".join(["closed session nonpublic roll call"] * 20), matter)
