"""Searching a small vault of the invented towns Alder Falls and Pine Hollow."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator

import pytest
from fakes import a_document, a_statute, searched, vault_with
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.retrieval_sets import store_documents
from vault.errors import QueryTimeout, VaultError
from vault.store.connections import deadline
from vault.store.filters import parts_of
from vault.store.index import VaultIndex
from vault.store.search import Postings, Terms, match_any, ranked
from vault.text.words import stem
from vault.types import Filters, Query

PLACEHOLDER = "Placeholder words about the reading of plats and the counting of ballots."


def _sample() -> list:
    return [
        a_document("pb-2025-05-20", "Case 25-03-LM, a boathouse on Mill Pond Road, was approved.", date="2025-05-20"),
        a_document("pb-2024-02-01", "The cemetery fence was discussed under RSA 31:9, II.", date="2024-02-01"),
        a_document(
            "sb-2025-03",
            "The culvert on Quarry Lane washed out. The fence stays.",
            board="Select Board",
            date="2025-03",
        ),
        a_document("hollow-2025", "The Pine Hollow bandstand needs paint.", town="Pine Hollow", date="2025"),
        a_document("hollow-rules", "Sewers shall not be opened.", town="Pine Hollow", doc_type="ordinance", date=""),
        a_statute("rsa-31", ("RSA 31:9", "Plats", PLACEHOLDER), ("RSA 31:10", "Ballots", f"{PLACEHOLDER} Second.")),
        a_statute("rsa-310", ("RSA 310:1", "Other", "Placeholder words of another chapter.")),
    ]


@pytest.fixture(scope="module")
def vault() -> Iterator[VaultIndex]:
    with vault_with(_sample()) as found:
        yield found


def _ids(vault: VaultIndex, query: Query, filters: Filters | None = None, **how: str) -> list[str]:
    answer = searched(vault, query, filters or Filters(), 10, **how)  # type: ignore[arg-type]
    return [hit.chunk.doc_id for hit in answer.hits]


def test_a_found_chunk_carries_the_facts_of_its_document(vault: VaultIndex) -> None:
    answer = searched(vault, Query(terms=("boathouse",)))
    chunk = answer.hits[0].chunk
    assert (chunk.doc_id, chunk.town, chunk.board, chunk.lane) == (
        "pb-2025-05-20",
        "Alder Falls",
        "Planning Board",
        "local",
    )
    assert (chunk.page_start, chunk.date, answer.hits[0].rank, answer.mode) == (1, "2025-05-20", 1, "relaxed")
    assert answer.zero_reason is None
    assert not answer.partial


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (Query(terms=("25-03-LM",)), ["pb-2025-05-20"]),
        (Query(terms=("boathouses",)), ["pb-2025-05-20"]),
        (Query(phrases=("Mill Pond",)), ["pb-2025-05-20"]),
        (Query(phrases=("Pond Mill",)), []),
        (Query(terms=("culvert", "boathouse"), must=("washed",)), ["sb-2025-03"]),
        (Query(must=("fence", "culvert")), ["sb-2025-03"]),
        (Query(must=("fence", "boathouse")), []),
    ],
)
def test_words_phrases_and_required_words_find(vault: VaultIndex, query: Query, found: list[str]) -> None:
    assert _ids(vault, query) == found


@pytest.mark.parametrize(
    ("mode", "found", "said"),
    [
        ("any", {"sb-2025-03", "pb-2024-02-01"}, "relaxed"),
        ("all", {"sb-2025-03"}, "strict"),
        ("auto", {"sb-2025-03"}, "strict"),
    ],
)
def test_the_mode_decides_whether_every_word_must_occur(
    vault: VaultIndex, mode: str, found: set[str], said: str
) -> None:
    query = Query(terms=("fence", "culvert"))
    assert set(_ids(vault, query, mode=mode)) == found
    assert searched(vault, query, mode=mode).mode == said  # type: ignore[arg-type]


def test_auto_relaxes_when_no_chunk_has_every_word(vault: VaultIndex) -> None:
    answer = searched(vault, Query(terms=("culvert", "boathouse")), mode="auto")
    assert (answer.mode, len(answer.hits)) == ("relaxed", 2)
    assert searched(vault, Query(terms=("culvert", "boathouse")), mode="all").mode == "empty"


# covers: 19
@pytest.mark.parametrize(
    ("filters", "found"),
    [
        (Filters(lane="local"), {"pb-2024-02-01", "sb-2025-03"}),
        (Filters(lane="state"), set()),
        (Filters(lane="local", towns=("town of ALDER FALLS",)), {"pb-2024-02-01", "sb-2025-03"}),
        (Filters(towns=("Pine Hollow",)), set()),
        (Filters(towns=("Nowhere",)), set()),
        (Filters(states=("nh",)), {"pb-2024-02-01", "sb-2025-03"}),
        (Filters(states=("VT",)), set()),
        (Filters(boards=("select board",)), {"sb-2025-03"}),
        (Filters(doc_types=("minutes",)), {"pb-2024-02-01", "sb-2025-03"}),
        (Filters(exclude_doc_types=("minutes",)), set()),
        (Filters(authorities=("minutes",)), {"pb-2024-02-01", "sb-2025-03"}),
        (Filters(date_from="2025-01-01"), {"sb-2025-03"}),
        (Filters(date_from="2025-03-15"), {"sb-2025-03"}),  # a date of only a month counts as any day of it
        (Filters(date_to="2025-03-01"), {"pb-2024-02-01", "sb-2025-03"}),
        (Filters(date_to="2024"), {"pb-2024-02-01"}),
        (Filters(doc_ids=("sb-2025-03", "hollow-2025")), {"sb-2025-03"}),
        (Filters(lane="local", towns=("Alder Falls",), boards=("Planning Board",), date_to="2024"), {"pb-2024-02-01"}),
    ],
)
def test_filters_narrow_a_search(vault: VaultIndex, filters: Filters, found: set[str]) -> None:
    assert set(_ids(vault, Query(terms=("fence",)), filters)) == found


def test_filters_agree_on_lists_of_documents(vault: VaultIndex) -> None:
    summaries = vault.documents(Filters(towns=("Pine Hollow",)))
    assert [s.doc_id for s in summaries] == ["hollow-2025", "hollow-rules"]  # newest first, undated last
    assert (summaries[0].metadata.town, summaries[0].pages, summaries[0].chunks) == ("Pine Hollow", 1, 1)
    assert [s.doc_id for s in vault.documents(limit=1, offset=1)] == ["sb-2025-03"]


@pytest.mark.parametrize(
    ("query", "filters", "reason", "said"),
    [
        (Query(terms=("zebra",)), Filters(), "not_in_vault", "None of these words"),
        (Query(terms=("?!", "")), Filters(), "no_words", "no word"),
        (Query(), Filters(), "no_words", "no word"),
        (Query(terms=("bandstand",)), Filters(towns=("Alder Falls",)), "other_town", "records of Pine Hollow"),
        (Query(terms=("bandstand",)), Filters(towns=("Birch Gap",)), "other_town", "holds no records of Birch Gap"),
        (Query(terms=("culvert",)), Filters(date_to="2023"), "other_years", "2025"),
        (Query(terms=("sewers",)), Filters(date_from="2023"), "other_years", "without a date"),
        (Query(terms=("culvert",)), Filters(lane="state"), "filtered_out", "minutes"),
        (Query(terms=("culvert",)), Filters(doc_types=("budget",)), "filtered_out", "minutes"),
    ],
)
def test_an_empty_answer_says_why(vault: VaultIndex, query: Query, filters: Filters, reason: str, said: str) -> None:
    answer = searched(vault, query, filters)
    assert (answer.hits, answer.mode, answer.zero_reason) == ((), "empty", reason)
    assert said in answer.zero_detail


def test_unread_pages_are_given_as_the_reason_when_the_words_are_nowhere() -> None:
    scan = a_document("scan", "First page.", "")
    scan = scan.model_copy(
        update={"pages": (scan.pages[0], scan.pages[1].model_copy(update={"origin": "unread", "reason": "no OCR"}))}
    )
    with vault_with([scan]) as vault:
        answer = searched(vault, Query(terms=("zebra",)))
        assert answer.zero_reason == "unread_pages"
        assert "1 page(s) of 1 document(s)" in answer.zero_detail


def test_a_section_is_found_by_its_number_in_reading_order(vault: VaultIndex) -> None:
    assert [c.section for c in vault.law(("RSA 31:9",))["RSA 31:9"]] == ["RSA 31:9"]
    assert vault.law(("R.S.A. 31:9, II",))["R.S.A. 31:9, II"] == vault.law(("RSA 31:9",))["RSA 31:9"]
    assert vault.law(("RSA 31:9",), ("NH",)) == vault.law(("RSA 31:9",))
    assert vault.law(("RSA 31:9",), ("VT",)) == {"RSA 31:9": ()}
    assert vault.law(("RSA 99:9",))["RSA 99:9"] == ()
    assert vault.law(("",))[""] == ()


def test_a_chapter_gives_its_sections_and_no_other_chapters(vault: VaultIndex) -> None:
    assert [c.section for c in vault.law(("RSA 31",))["RSA 31"]] == ["RSA 31:9", "RSA 31:10"]
    assert vault.law(("",))[""] == ()


def test_reading_back_pages_documents_and_chunks() -> None:
    document = a_document("two-pages", "First page on drains.", "Second page on lamps.")
    with vault_with([document]) as vault:
        assert vault.document("two-pages") == document
        assert vault.document("other") is None
        assert vault.page("two-pages", 2) == document.pages[1]
        assert vault.page("two-pages", 3) is None
        ids = [hit.chunk.id for hit in searched(vault, Query(terms=("drains", "lamps"))).hits]
        assert [c.id for c in vault.get([*ids, "999", "two-pages@00000000#0", *ids[:1]])] == [*ids, *ids[:1]]
        assert vault.get([]) == ()


def test_neighbours_come_in_reading_order_without_the_chunk_itself() -> None:
    sections = [(f"RSA 500:{n}", f"Part {n}", f"Placeholder number {n}.") for n in range(1, 6)]
    with vault_with([a_statute("rsa-500", *sections)]) as vault:
        middle = vault.law(("RSA 500:3",))["RSA 500:3"][0]
        assert [c.section for c in vault.around((middle.id,), 1, 2)[middle.id]] == [
            "RSA 500:2",
            "RSA 500:4",
            "RSA 500:5",
        ]
        assert vault.around(("1",), 1, 1) == {"1": ()}


# covers: 450, 469
@pytest.mark.parametrize(
    ("phrase", "n", "count"),
    [("fence", 5, 2), ("fence", 1, 1), ("fence stays", 5, 1), ("stays fence", 5, 0), ("!", 5, 0), ("fence", 0, 0)],
)
def test_counting_stops_at_the_limit(vault: VaultIndex, phrase: str, n: int, count: int) -> None:
    assert vault.mentions((phrase,), n)[phrase] == (count, 0)


def test_a_scan_tells_the_true_total_on_every_page() -> None:
    documents = [a_document(f"m-{n:02}", f"The lamp number {n} is lit. Lantern.", date="2025") for n in range(25)]
    with vault_with(documents) as vault:
        pages = [vault.scan(Query(terms=("lamp",)), limit=10, offset=o) for o in (0, 10, 20, 30)]
        assert [(len(p.chunks), p.total, p.documents) for p in pages] == [
            (10, 25, 25),
            (10, 25, 25),
            (5, 25, 25),
            (0, 25, 25),
        ]
        assert len({c.id for p in pages for c in p.chunks}) == 25
        assert vault.scan(Query(terms=("lamp",)), Filters(doc_ids=("m-03",))).total == 1
        assert vault.scan(Query()).total == 0


def test_figures_of_the_vault(vault: VaultIndex) -> None:
    counts = vault.counts()
    assert (counts.documents, counts.local_documents, counts.state_documents, counts.sections) == (7, 5, 2, 3)
    assert (counts.date_from, counts.date_to) == ("2024-02-01", "2025-05-20")
    assert counts.doc_types[0] == ("minutes", 4)
    assert vault.towns() == ("Alder Falls", "Pine Hollow")
    assert vault.boards(Filters(towns=("Alder Falls",))) == ("Planning Board", "Select Board")
    assert vault.frequencies((stem("fences"), "")) == {"fenc": 2, "": 0}


def test_deleting_a_document_takes_its_words_references_and_names_with_it() -> None:
    with vault_with(_sample()) as vault:
        assert vault.delete_document("pb-2024-02-01")
        assert not vault.delete_document("pb-2024-02-01")
        assert _ids(vault, Query(terms=("cemetery",))) == []
        assert vault.verify().ok
        with vault.reading() as connection:
            for table in ("names", "chunk_refs"):
                strays = f"SELECT count(*) FROM {table} WHERE chunk_id NOT IN (SELECT id FROM chunks)"
                assert connection.execute(strays).fetchone() == (0,)


def test_a_replaced_document_never_lends_its_chunk_ids_to_new_text() -> None:
    with vault_with([a_document("one", "Old words about drains.")]) as vault:
        old = searched(vault, Query(terms=("drains",))).hits[0].chunk.id
        store_documents(vault, [a_document("one", "New words about lamps.")])
        assert vault.get([old]) == ()
        assert _ids(vault, Query(terms=("drains",))) == []
        assert _ids(vault, Query(terms=("lamps",))) == ["one"]


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(words=st.lists(st.text(max_size=40), max_size=6), more=st.text(max_size=60))
def test_no_text_is_ever_taken_for_syntax(vault: VaultIndex, words: list[str], more: str) -> None:
    query = Query(terms=tuple(words), phrases=(more,), must=tuple(words[:1]))
    filters = Filters(towns=(more,), boards=tuple(words[:1]), date_from=more, doc_ids=tuple(words[:1]), states=(more,))
    searched(vault, query)
    searched(vault, query, filters)
    vault.scan(query)
    vault.mentions((more,))
    vault.law((more,))
    vault.get((more,))
    vault.frequencies((more,))


@pytest.mark.parametrize(
    "text",
    ['"', "fence*", "title:fence", "fence NEAR culvert", "-fence", "(", "a-b", "it's", "^fence", "\x00", "\ud800", "{"],
)
def test_marks_of_the_search_language_are_plain_text(vault: VaultIndex, text: str) -> None:
    answer = searched(vault, Query(terms=(text,), phrases=(text,), must=(text,)))
    assert answer.mode in ("relaxed", "empty")


def test_several_threads_search_at_once(vault: VaultIndex) -> None:
    found: list[list[str]] = []

    def look() -> None:
        found.extend(_ids(vault, Query(terms=("fence",))) for _ in range(20))

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 80
    assert all(ids == found[0] for ids in found)


@pytest.fixture(scope="module")
def large() -> Iterator[VaultIndex]:
    """1,500 invented minutes in which word number k occurs in every k-th."""
    texts = [
        " ".join([f"number{n}", *(f"word{k}x" for k in (1, 2, 3, 5, 7, 11, 50, 130) if n % k == 0)])
        for n in range(1, 1501)
    ]
    with vault_with(a_document(f"d-{n:05}", text, date="2025") for n, text in enumerate(texts)) as found:
        yield found


def _plain(vault: VaultIndex, runs: tuple[tuple[str, ...], ...], limit: int) -> list[tuple[int, float]]:
    with vault.reading() as connection:
        return connection.execute(
            "SELECT rowid, bm25(stems, 2.0, 1.5, 1.0) AS s FROM stems WHERE stems MATCH ? ORDER BY s, rowid LIMIT ?",
            (match_any(Terms(runs, ()), 1), limit),
        ).fetchall()


@pytest.mark.parametrize("numbers", [(2, 3, 5, 7, 11, 50, 130), (2, 130), (3, 50), (1, 2, 3), (130, 50, 11), (5, 7)])
@pytest.mark.parametrize("limit", [1, 5, 40])
def test_pruned_search_gives_the_same_best_rows_as_the_plain_one(
    large: VaultIndex, numbers: tuple[int, ...], limit: int
) -> None:
    runs = tuple((f"word{k}x",) for k in numbers)
    with large.reading() as connection:
        parts = parts_of(connection, Filters())
        best = ranked(connection, Terms(runs, ()), parts, limit, known=Postings(), prune_from=0)
    plain = _plain(large, runs, limit)
    assert [row.id for row in best] == [row[0] for row in plain]
    assert all(math.isclose(row.bm25, score[1], rel_tol=1e-3) for row, score in zip(best, plain, strict=True))


def test_counts_of_words_follow_what_is_held(large: VaultIndex) -> None:
    assert large.frequencies(("word2x", "number7")) == {"word2x": 750, "number7": 1}
    store_documents(large, [a_document("one-more", "word2x of another day", date="2024")])
    assert large.frequencies(("word2x",)) == {"word2x": 751}
    assert large.delete_document("one-more")
    assert large.frequencies(("word2x",)) == {"word2x": 750}


def test_a_word_of_more_than_half_the_chunks_is_left_out_of_large_vaults(large: VaultIndex) -> None:
    with large.reading() as connection:
        parts, known = parts_of(connection, Filters()), Postings()
        rare = ranked(connection, Terms((("word130x",),), ()), parts, 20, known=known)
        both = ranked(connection, Terms((("word1x",), ("word130x",)), ()), parts, 20, known=known)
        assert {row.id for row in rare} == {row.id for row in both}
        assert len(ranked(connection, Terms((("word1x",),), ()), parts, 20, known=known)) == 20  # alone it still finds


def test_a_search_past_its_deadline_is_stopped_with_a_clear_error(vault: VaultIndex) -> None:
    slow = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    with pytest.raises(QueryTimeout, match="deadline"), vault.reading() as connection, deadline(connection, 0.02):
        connection.execute(slow).fetchone()
    assert _ids(vault, Query(terms=("culvert",))) == ["sb-2025-03"]  # the connection goes on


def test_a_late_search_answers_with_its_rarest_words_and_says_so(large: VaultIndex) -> None:
    answer = searched(large, Query(terms=("word2x", "word130x")), deadline_s=-1.0)
    assert answer.partial
    assert answer.hits


def test_an_unexpected_database_error_is_a_vault_error(vault: VaultIndex) -> None:
    with pytest.raises(VaultError, match="no such table"), vault.reading() as connection:
        connection.execute("SELECT * FROM absent")


def test_a_plain_search_knows_no_everyday_words_of_a_section(vault: VaultIndex) -> None:
    found = vault.search_plainly(Query(terms=("boathouses",)), Filters(lane="local"), 5)
    assert [chunk.doc_id for chunk in found] == ["pb-2025-05-20"]
    assert vault.search_plainly(Query(), Filters(), 5) == ()
