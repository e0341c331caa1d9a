"""What a store is told of a document and what comes back: entries, marks, filters, chunks. All papers are invented."""

from __future__ import annotations

import pytest
from fakes import a_document, a_statute
from hypothesis import given
from hypothesis import strategies as st
from loopback_server import Filter

from pipeline.hosted.gemini_wire import StorePassage
from pipeline.hosted.store_metadata import admits, chunk_of, document_text, metadata_entries, store_filter
from vault.types import Chunk, Document, Filters, Lane

MINUTES = a_document(
    "af-pb-2031-05",
    "Varney moved to approve the merger.",
    "Tibbetts seconded. All were in favor.",
    date="2031-05-20",
    url="https://example.org/pb",
)
GUIDE = a_statute("guide-1", ("RSA 1:1", "A heading", "A placeholder text, not law."), ("RSA 1:2", "Next", "More."))


def facts_of(document: Document) -> dict[str, str | float]:
    """The entries as a reader of the store sees them."""
    entries = metadata_entries(document)
    return {str(e["key"]): e.get("string_value") or float(str(e["numeric_value"])) for e in entries}  # type: ignore[misc]


def passage(document: Document, text: str, **changes: str) -> StorePassage:
    """A passage of a document with its metadata."""
    facts = {key: str(value) for key, value in facts_of(document).items()}
    return StorePassage(document.metadata.title, text, None, facts | changes)


def test_a_document_is_described_in_at_most_twenty_entries_without_the_folders_of_its_file() -> None:
    document = MINUTES.model_copy(update={"source": "/home/someone/private/af-pb.pdf#row-2"})
    facts = facts_of(document)
    assert len(facts) < 20  # so many entries the service allows
    assert facts["source"] == "af-pb.pdf#row-2"
    assert (facts["doc_id"], facts["scope"], facts["town_key"], facts["year"]) == (
        "af-pb-2031-05",
        "local",
        "alder falls",
        2031.0,
    )
    assert "jurisdiction" not in facts
    assert facts_of(GUIDE)["jurisdiction"] == "NH"


def test_every_page_and_every_section_stands_behind_its_mark_and_unread_pages_are_left_out() -> None:
    unread = MINUTES.pages[0].model_copy(update={"number": 3, "text": "", "origin": "unread", "reason": "no OCR"})
    document = MINUTES.model_copy(update={"pages": (*MINUTES.pages, unread)})
    assert document_text(document) == (
        "⟦page 1⟧\nVarney moved to approve the merger.\n\n⟦page 2⟧\nTibbetts seconded. All were in favor."
    )
    assert document_text(GUIDE).startswith("⟦RSA 1:1⟧\nA heading\nA placeholder text, not law.\n\n⟦RSA 1:2⟧")
    assert document_text(a_document("blank", " ")) == ""


# covers: 52
def test_the_local_lane_is_filtered_by_scope_and_by_the_town_as_it_compares() -> None:
    asked = Filters(states=("nh",), towns=("Town of Alder Falls",))
    assert store_filter("local", asked) == 'scope = "local" AND state = "NH" AND town_key = "alder falls"'


# covers: 53
def test_the_state_lane_is_filtered_by_scope_or_jurisdiction_or_kind_of_document() -> None:
    assert store_filter("state", Filters(states=("NH",))) == (
        '(scope = "state" OR jurisdiction = "NH" OR doc_type = "statute" OR doc_type = "rule" OR doc_type = "guidance")'
        ' AND state = "NH"'
    )


def test_dates_become_years_and_lists_become_alternatives() -> None:
    asked = Filters(
        doc_types=("minutes", "warrant"), date_from="2030-06-01", date_to="2031-12-31", boards=("Select Board",)
    )
    assert store_filter("local", asked) == (
        'scope = "local" AND board_key = "select board" AND (doc_type = "minutes" OR doc_type = "warrant")'
        " AND year >= 2030 AND year <= 2031"
    )


@given(st.text(max_size=60))
def test_no_town_can_widen_a_filter(town: str) -> None:
    asked = Filter(store_filter("local", Filters(towns=(town or "x",), states=("NH",))))
    assert not asked.admits({"scope": "state", "state": "NH", "town_key": "alder falls"})
    assert not asked.admits({"scope": "local", "state": "VT", "town_key": "alder falls"})


@pytest.mark.parametrize(
    ("asked", "passes"),
    [
        (Filters(lane="local", states=("NH",), towns=("alder falls",)), True),
        (Filters(lane="state"), False),
        (Filters(towns=("Pine Hollow",)), False),
        (Filters(states=("VT",)), False),
        (Filters(exclude_doc_types=("minutes",)), False),
        (Filters(authorities=("rsa",)), False),
        (Filters(date_from="2031-05-20", date_to="2031-05-20"), True),
        (Filters(date_from="2031-05-21"), False),
        (Filters(date_to="2031-05-19"), False),
        (Filters(date_from="2031"), True),
        (Filters(doc_ids=("other",)), False),
    ],
)
def test_every_passage_is_held_against_the_whole_filter_again(asked: Filters, *, passes: bool) -> None:
    chunk = chunk_of(passage(MINUTES, "Varney moved."), 0)
    assert chunk is not None
    assert admits(asked, chunk) is passes


def test_a_passage_becomes_a_chunk_with_the_facts_of_its_document() -> None:
    chunk = chunk_of(passage(MINUTES, "end of one.\n⟦page 2⟧\nTibbetts seconded."), 3)
    assert chunk is not None
    assert "@store-" in chunk.id
    assert (chunk.doc_id, chunk.ord, chunk.lane, chunk.town, chunk.date, chunk.url) == (
        "af-pb-2031-05",
        3,
        "local",
        "Alder Falls",
        "2031-05-20",
        "https://example.org/pb",
    )
    assert (chunk.text, chunk.page_start, chunk.page_end) == ("end of one.\nTibbetts seconded.", 1, 2)


@pytest.mark.parametrize(
    ("text", "pages"), [("⟦page 7⟧\nWords.", (7, 7)), ("Words.", (None, None)), ("a ⟦page 3⟧\nb ⟦page 4⟧\nc", (2, 4))]
)
def test_the_pages_of_a_passage_are_read_off_its_marks(text: str, pages: tuple[int | None, int | None]) -> None:
    chunk = chunk_of(passage(MINUTES, text), 0)
    assert chunk is not None
    assert (chunk.page_start, chunk.page_end) == pages


def test_of_a_passage_over_two_sections_only_what_is_known_to_be_one_section_is_kept() -> None:
    chunk = chunk_of(passage(GUIDE, "tail\n⟦RSA 1:1⟧\nA heading\nA placeholder text, not law.\n⟦RSA 1:2⟧\nNext"), 0)
    assert chunk is not None
    assert (chunk.section, chunk.text) == ("RSA 1:1", "A heading\nA placeholder text, not law.")


@pytest.mark.parametrize(
    "changes", [{"doc_id": ""}, {"scope": "everywhere"}, {"doc_type": "poem"}, {"authority": "me"}, {"status": "?"}]
)
def test_a_passage_with_wrong_metadata_becomes_nothing(changes: dict[str, str]) -> None:
    assert chunk_of(passage(MINUTES, "Varney moved.", **changes), 0) is None


def test_the_same_passage_has_the_same_id_and_another_text_another() -> None:
    first, again, other = (chunk_of(passage(MINUTES, text), n) for n, text in enumerate(["one", "one", "two"]))
    assert isinstance(first, Chunk)
    assert isinstance(again, Chunk)
    assert isinstance(other, Chunk)
    assert first.id == again.id != other.id


LANES: tuple[Lane, ...] = ("local", "state")


@pytest.mark.parametrize("lane", LANES)
@pytest.mark.parametrize("document", [MINUTES, GUIDE], ids=["local", "state"])
def test_the_filter_of_a_lane_lets_its_own_documents_through(document: Document, lane: Lane) -> None:
    held = Filter(store_filter(lane, Filters(states=("NH",)))).admits(facts_of(document))
    assert held is (document.metadata.lane == lane)
