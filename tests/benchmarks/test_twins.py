"""A vault of many towns: twins are what ingest would have written, and they change nothing for another town."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from fakes import a_document, memory_vault, searched

from benchmarks.retrieval_sets import store_documents
from benchmarks.twins import grow, renamed, town_name
from mcp_server.tools.arguments import SearchAsk
from mcp_server.tools.search import search_vault
from vault.ports import NamesAsk
from vault.store.index import VaultIndex
from vault.store.scope_choice import MOST_SCOPES, refresh_scope_words
from vault.types import Document, Filters, Query

HOME = Filters(lane="local", states=("NH",), towns=("Alder Falls",))
FEW, MANY = 9, 6 + 3 * (MOST_SCOPES + 20)


def _invented(number: int) -> list[Document]:
    town = town_name(number)
    return [
        a_document(f"one-{town}", f"{town} mends the culvert.", "The Mill Pond dam leaks.", town=town, date="2030"),
        a_document(f"two-{town}", f"The board of {town} approved the lamp under RSA 31:9.", town=town, date="2031"),
    ]


def _home() -> list[Document]:
    return [a_document("home", "The culvert and the Mill Pond dam, RSA 31:9.", "A lamp; a gazebo.", date="2029")]


@contextmanager
def _world(passages: int) -> Iterator[VaultIndex]:
    with memory_vault() as vault:
        store_documents(vault, [*_home(), *_invented(0)])
        with vault.writing() as connection:
            refresh_scope_words(connection)
        for _ in grow(vault, passages):
            pass
        yield vault


@pytest.fixture(scope="module")
def many() -> Iterator[VaultIndex]:
    with _world(MANY) as vault:
        yield vault


def _rows(connection: sqlite3.Connection, town: str) -> list[tuple[object, ...]]:
    return connection.execute(
        "SELECT d.title, d.date, c.ord, c.title, c.body, c.start, c.\"end\", (SELECT group_concat(name) FROM"
        " (SELECT name FROM names WHERE chunk_id = c.id ORDER BY name)), (SELECT group_concat(cite) FROM chunk_refs"
        " WHERE chunk_id = c.id) FROM chunks AS c JOIN documents AS d USING(doc_no) WHERE d.town = ? ORDER BY 1, 3",
        (town,),
    ).fetchall()  # fmt: skip


def test_a_twin_is_what_ingest_would_have_written() -> None:
    with _world(FEW) as grown, memory_vault() as ingested:
        store_documents(ingested, _invented(1))
        with grown.reading() as ours, ingested.reading() as theirs:
            assert _rows(ours, town_name(1)) == _rows(theirs, town_name(1))
        assert all("digest" in problem for problem in grown.verify().problems)  # twins bear a number in its place


def test_thousands_of_towns_change_nothing_for_one(many: VaultIndex) -> None:
    with _world(0) as alone:
        for query in (Query(terms=("culvert", "lamp")), Query(phrases=("Mill Pond dam",)), Query(terms=("gazebo",))):
            ours, theirs = searched(many, query, HOME), searched(alone, query, HOME)
            assert [(hit.chunk.id, hit.score) for hit in ours.hits] == [
                (hit.chunk.id, hit.score) for hit in theirs.hits
            ]
        (hit,) = searched(alone, Query(terms=("gazebo",))).hits
        names = ("mill pond dam", "culvert")
        assert many.links.named(NamesAsk(names), (HOME,)).names == alone.links.named(NamesAsk(names), (HOME,)).names
        assert many.links.out_of([hit.chunk.id]) == alone.links.out_of([hit.chunk.id])


def test_a_word_of_one_town_is_found_among_all(many: VaultIndex) -> None:
    assert [hit.chunk.doc_id for hit in searched(many, Query(terms=("gazebo",))).hits] == ["home"]
    last = many.towns()[-1]
    (hit,) = searched(many, Query(must=(last, "culvert"))).hits
    assert hit.chunk.town == last
    assert many.mentions(("a gazebo", "Mill Pond dam", "dam Mill"), 5) == {
        "a gazebo": (1, 0),
        "Mill Pond dam": (5, 0),
        "dam Mill": (0, 0),
    }


def test_words_of_all_towns_are_searched_in_the_best_and_that_is_told(many: VaultIndex) -> None:
    found = searched(many, Query(terms=("culvert", "gazebo")))
    assert found.hits[0].chunk.doc_id == "home"
    assert "places" in found.caveats[0]
    assert searched(many, Query(terms=("culvert",)), HOME).caveats == ()


def test_matches_are_counted_in_the_places_searched_and_the_rest_is_named(many: VaultIndex) -> None:
    view = search_vault(many, SearchAsk(query="culvert"), deadline_s=10)
    assert view.partial
    assert f"{len(many.towns()) - MOST_SCOPES} more were not" in view.next_step
    assert view.total == MOST_SCOPES
    whole = search_vault(many, SearchAsk(query="gazebo"), deadline_s=10)
    assert (whole.total, whole.partial) == (1, False)
    every = search_vault(many, SearchAsk(query="culvert", exhaustive=True), deadline_s=10)
    assert every.total == many.scan(Query(terms=("culvert",))).total == len(many.towns())


def test_words_side_by_side_nowhere_are_not_called_held(many: VaultIndex) -> None:
    assert searched(many, Query(phrases=("lamp culvert",))).zero_reason == "not_in_vault"
    assert searched(many, Query(terms=("zebra",))).zero_reason == "not_in_vault"


def test_a_common_word_is_counted_nearly_and_a_rare_one_exactly(many: VaultIndex) -> None:
    held = many.frequencies(("culvert", "gazebo", "zebra"))
    assert (held["gazebo"], held["zebra"]) == (1, 0)
    assert held["culvert"] == pytest.approx(len(many.towns()), rel=0.05)


def test_what_came_in_since_the_last_count_is_found(many: VaultIndex) -> None:
    store_documents(many, [a_document("fresh", "A pergola stands.", town="Zeta Hill")])
    assert [hit.chunk.doc_id for hit in searched(many, Query(terms=("pergola",))).hits] == ["fresh"]


def test_the_sketch_of_a_document_that_begins_like_packed_text_stays_as_it_is() -> None:
    sketch = b"\x78" + bytes(31)
    assert renamed(sketch, "Alder Falls", "Bedaford") == sketch
    packed = renamed(zlib.compress(b"Town of Alder Falls"), "Alder Falls", "Bedaford")
    assert isinstance(packed, bytes)
    assert zlib.decompress(packed) == b"Town of Bedaford"
