"""What every engine behind the seam must do, run against each: the file always, a cluster where one runs.

`cluster_fakes` says how a node is named.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from cluster_fakes import ENGINES, fresh_cluster
from fakes import a_document, a_statute, memory_vault

from benchmarks.retrieval_sets import store_documents
from vault.copying import copy_documents, differences, every_document
from vault.errors import QueryTimeout, VaultError
from vault.ledger import LedgerQuery
from vault.opensearch.library import ClusterLibrary
from vault.opensearch.shelf import ClusterShelf
from vault.ports import Library, answer_to
from vault.store.index import VaultIndex
from vault.text.words import stem, words
from vault.types import Document, Filters, Page, Query, SearchAnswer, SearchRequest

LONG = "The culvert on Quarry Lane washed out in the storm. " * 40


def _documents() -> list[Document]:
    return [
        a_document("pb-2025-05-20", "Case 25-03-LM, a boathouse on Mill Pond Road, was approved.", date="2025-05-20"),
        a_document("pb-2024-02-01", "The cemetery fence was discussed under RSA 31:9, II.", date="2024-02-01"),
        a_document("sb-2025-03", LONG, "The fence stays.", board="Select Board", date="2025-03"),
        a_document("hollow-2025", "The Pine Hollow bandstand needs paint.", town="Pine Hollow", date="2025"),
        a_document("excerpt", "Page one.", "Page fifteen.", date="2022").model_copy(
            update={"pages": (Page(number=1, text="Page one."), Page(number=15, text="Page fifteen."))}
        ),
        a_document("hollow-rules", "Sewers shall not be opened.", town="Pine Hollow", doc_type="ordinance", date=""),
        a_document("élan-ünïcode", "Le café Königsberg naïve ☃ fence.", town="Pine Hollow", date="2023"),
        a_statute("rsa-31", ("RSA 31:9", "Plats", "Placeholder on plats."), ("RSA 31:10", "Ballots", "Second one.")),
        a_statute("rsa-310", ("RSA 310:1", "Other", "Placeholder words of another chapter.")),
    ]


class Engine(NamedTuple):
    """An engine under test, and the file from which it is filled."""

    library: Library
    source: VaultIndex

    def store(self, *documents: Document) -> None:
        """Brings documents in, replacing those of the same id."""
        store_documents(self.source, documents)
        self.settle()

    def delete(self, doc_id: str) -> None:
        """Takes a document out."""
        self.source.delete_document(doc_id)
        self.settle()

    def settle(self) -> None:
        """Brings a cluster up to the file."""
        if isinstance(self.library, ClusterLibrary):
            copy_documents(self.source, self.library, ClusterShelf(self.library), lambda _now, _of: None)

    def ask(self, query: Query, filters: Filters | None = None, limit: int = 10) -> SearchAnswer:
        """The answer to one search."""
        return answer_to(self.library, SearchRequest(query=query, filters=filters or Filters(), limit=limit))

    def ids(self, query: Query, filters: Filters | None = None) -> list[str]:
        """The documents found."""
        return [hit.chunk.doc_id for hit in self.ask(query, filters).hits]


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    with memory_vault() as source:
        if request.param == "file":
            made = Engine(source, source)
            made.store(*_documents())
            yield made
            return
        with fresh_cluster() as library:
            made = Engine(library, source)
            made.store(*_documents())
            yield made


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (Query(terms=("25-03-LM",)), {"pb-2025-05-20"}),
        (Query(terms=("boathouses",)), {"pb-2025-05-20"}),
        (Query(phrases=("Mill Pond",)), {"pb-2025-05-20"}),
        (Query(phrases=("Pond Mill",)), set()),
        (Query(must=("fence", "boathouse")), set()),
        (Query(terms=("KÖNIGSBERG",)), {"élan-ünïcode"}),
        (Query(terms=("fence",)), {"pb-2024-02-01", "sb-2025-03", "élan-ünïcode"}),
    ],
)
def test_words_phrases_and_required_words_find(engine: Engine, query: Query, found: set[str]) -> None:
    assert set(engine.ids(query)) == found


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        (Filters(lane="local"), {"pb-2024-02-01", "sb-2025-03", "élan-ünïcode"}),
        (Filters(lane="state"), set()),
        (Filters(towns=("town of ALDER FALLS",)), {"pb-2024-02-01", "sb-2025-03"}),
        (Filters(states=("nh",)), {"pb-2024-02-01", "sb-2025-03", "élan-ünïcode"}),
        (Filters(states=("VT",)), set()),
        (Filters(boards=("select board",)), {"sb-2025-03"}),
        (Filters(exclude_doc_types=("minutes",)), set()),
        (Filters(doc_ids=("sb-2025-03",)), {"sb-2025-03"}),
        (Filters(date_from="2025-03-10"), {"sb-2025-03"}),
        (Filters(date_from="2025-04"), set()),
        (Filters(date_to="2024"), {"pb-2024-02-01", "élan-ünïcode"}),
    ],
)
def test_filters_narrow_alike(engine: Engine, filters: Filters, found: set[str]) -> None:
    assert set(engine.ids(Query(terms=("fence",)), filters)) == found


def test_several_searches_are_answered_in_order_and_again_the_same(engine: Engine) -> None:
    asks = [SearchRequest(query=Query(terms=(word,))) for word in ("bandstand", "fence", "zebra", "culvert")]
    asks.append(SearchRequest(query=Query(phrases=("RSA 31:9",)), by_cite=True))
    first, second = engine.library.search(asks), engine.library.search(asks)
    told = [[hit.chunk for hit in one.hits] for one in first if isinstance(one, SearchAnswer)]
    assert told == [[hit.chunk for hit in one.hits] for one in second if isinstance(one, SearchAnswer)]
    assert [bool(hits) for hits in told] == [True, True, False, True, True]
    assert told[4][0].section == "RSA 31:9"


def test_a_rare_word_outweighs_a_common_one_and_scores_fall(engine: Engine) -> None:
    answer = engine.ask(Query(terms=("fence", "cemetery")))
    assert answer.hits[0].chunk.doc_id == "pb-2024-02-01"
    assert [hit.score for hit in answer.hits] == sorted((hit.score for hit in answer.hits), reverse=True)


def test_an_empty_answer_says_why(engine: Engine) -> None:
    assert engine.ask(Query(terms=("zebra",))).zero_reason == "not_in_vault"
    assert engine.ask(Query(terms=("bandstand",)), Filters(towns=("Alder Falls",))).zero_reason == "other_town"
    assert engine.ask(Query(terms=("bandstand",)), Filters(date_to="2020")).zero_reason == "other_years"
    assert engine.ask(Query()).zero_reason == "no_words"


def test_every_word_or_any_word_as_asked(engine: Engine) -> None:
    both = Query(terms=("fence", "bandstand"))
    library = engine.library
    assert answer_to(library, SearchRequest(query=both, mode="all")).hits == ()
    relaxed = answer_to(library, SearchRequest(query=both, mode="auto"))
    assert (relaxed.mode, len(relaxed.hits)) == ("relaxed", 4)
    strict = answer_to(library, SearchRequest(query=Query(terms=("fence", "cemetery")), mode="auto"))
    assert (strict.mode, [hit.chunk.doc_id for hit in strict.hits]) == ("strict", ["pb-2024-02-01"])


def test_passages_are_read_back_by_name_with_what_stands_near(engine: Engine) -> None:
    chunk = engine.ask(Query(terms=("bandstand",))).hits[0].chunk
    assert engine.library.get((chunk.id, "no-such@00000000#0", "nonsense", chunk.id)) == (chunk, chunk)
    held = engine.library.passages(("sb-2025-03", "nobody"))
    assert held["nobody"] == ()
    assert [one.ord for one in held["sb-2025-03"]] == list(range(len(held["sb-2025-03"])))
    middle = held["sb-2025-03"][0]
    assert engine.library.around((middle.id, "nonsense"), 1, 1) == {
        middle.id: held["sb-2025-03"][1:2],
        "nonsense": (),
    }


def test_law_is_found_by_section_and_by_chapter(engine: Engine) -> None:
    found = engine.library.law(("RSA 31:9", "R.S.A. 31:9, II", "RSA 31", "RSA 99:9", ""))
    assert [[chunk.section for chunk in held] for held in found.values()] == [
        ["RSA 31:9"],
        ["RSA 31:9"],
        ["RSA 31:9", "RSA 31:10"],
        [],
        [],
    ]
    assert engine.library.law(("RSA 31:9",), ("VT",)) == {"RSA 31:9": ()}


def test_documents_and_pages_come_back_whole(engine: Engine) -> None:
    for document in _documents():
        assert engine.library.document(document.doc_id) == engine.source.document(document.doc_id)
    assert engine.library.page("sb-2025-03", 2) == engine.source.page("sb-2025-03", 2)
    assert engine.library.page("sb-2025-03", 9) is None
    assert engine.library.document("nobody") is None
    assert [one.doc_id for one in engine.library.documents()] == [one.doc_id for one in engine.source.documents()]
    assert len(engine.library.documents(limit=2, offset=1)) == 2


def test_figures_are_those_of_the_file(engine: Engine) -> None:
    library, source = engine.library, engine.source
    assert library.counts() == source.counts()
    assert (library.towns(), library.places(), library.boards()) == (source.towns(), source.places(), source.boards())
    scopes = (Filters(lane="local", towns=("Alder Falls",)), Filters(lane="state"))
    stems = tuple(map(stem, ("fence", "placeholder", "zebra")))
    assert library.figures(scopes) == source.figures(scopes)
    assert library.frequencies(stems, scopes) == source.frequencies(stems, scopes)
    assert library.mentions(("Mill Pond", "fence", "!"), 2) == source.mentions(("Mill Pond", "fence", "!"), 2)


def test_holdings_and_the_spread_of_a_search_are_those_of_the_file(engine: Engine) -> None:
    library, source = engine.library, engine.source
    for filters in (Filters(), Filters(towns=("Pine Hollow",)), Filters(lane="state")):
        assert library.holdings(filters) == source.holdings(filters)
        assert library.facets(Query(terms=("fence", "bandstand")), filters) == source.facets(
            Query(terms=("fence", "bandstand")), filters
        )
    assert library.facets(Query(terms=("fence",)), without=("cemetery",)).documents == 2
    assert library.facets(Query()).passages == 0
    assert library.sections("RSA 31:") == ("RSA 31:10", "RSA 31:9")


def test_the_ledger_of_any_engine_answers_and_tells_what_waits(engine: Engine) -> None:
    answer = engine.library.ledger.rows(LedgerQuery(town="Alder Falls", article="7"))
    assert answer.rows == ()
    assert answer.completeness.documents == 4
    assert engine.library.ledger.of_document("nobody") == ()
    everywhere, of_no_town = (
        engine.library.ledger.rows(LedgerQuery(state="NH", of_no_town=alone)).completeness.documents
        for alone in (False, True)
    )
    assert 0 <= of_no_town < everywhere


def test_a_scan_tells_the_true_total_on_every_page(engine: Engine) -> None:
    pages = [engine.library.scan(Query(terms=("fence",)), limit=2, offset=at) for at in (0, 2, 4)]
    assert [(len(one.chunks), one.total, one.documents) for one in pages] == [(2, 3, 3), (1, 3, 3), (0, 3, 3)]
    assert len({chunk.id for one in pages for chunk in one.chunks}) == 3
    assert engine.library.scan(Query()).total == 0


@pytest.mark.parametrize("at_once", [1, 4, 9, 100])
def test_every_document_is_listed_once_however_many_are_asked_for_at_once(engine: Engine, at_once: int) -> None:
    listed = [one.doc_id for one in every_document(engine.library, at_once)]
    assert listed == [one.doc_id for one in engine.source.documents()]


def test_a_document_is_replaced_whole_and_taken_out_whole(engine: Engine) -> None:
    engine.store(a_document("new-one", "The gazebo was painted green.", date="2026"))
    (old,) = engine.ask(Query(terms=("gazebo",))).hits
    engine.store(a_document("new-one", "The pavilion was painted blue.", date="2026"))
    assert engine.library.get((old.chunk.id,)) == ()
    assert engine.ids(Query(terms=("gazebo",))) == []
    assert engine.ids(Query(terms=("pavilion",))) == ["new-one"]
    engine.delete("new-one")
    assert engine.ids(Query(terms=("pavilion",))) == []
    assert engine.library.document("new-one") is None
    assert differences(engine.source, engine.library) == ()


def test_a_search_past_its_deadline_is_told_and_never_called_empty(engine: Engine) -> None:
    request = SearchRequest(query=Query(terms=("fence", "culvert")), deadline_s=-1.0)
    (answer,) = engine.library.search((request,))
    assert isinstance(answer, QueryTimeout) or answer.hits or answer.partial
    assert isinstance(answer, VaultError) or answer.zero_reason is None


@pytest.mark.parametrize("text", ['"', "fence*", "title:fence", "(", "it's", "\x00", "\ud800", "{", "a AND b", "ß"])
def test_no_text_is_ever_taken_for_syntax(engine: Engine, text: str) -> None:
    query = Query(terms=(text,), phrases=(text,), must=(text,))
    engine.ask(query, Filters(towns=(text,), boards=(text,), date_from=text, doc_ids=(text,), states=(text,)))
    engine.library.scan(query)
    engine.library.mentions((text,))
    engine.library.law((text,))
    engine.library.get((text,))
    engine.library.frequencies(tuple(map(stem, words(text))))
