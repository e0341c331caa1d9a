"""Index, word statistics and totals of every scope by itself: what other towns hold changes nothing for a town."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fakes import a_document, a_statute, memory_vault, searched, vault_with
from old_vaults import as_first, as_tenth

from benchmarks.retrieval_sets import store_documents
from vault.intake.ingest import record_documents
from vault.store.filters import parts_of
from vault.store.index import VaultIndex
from vault.store.search import Postings, Terms, match_any, ranked
from vault.types import Document, Filters, Query

HOME = Filters(lane="local", states=("NH",), towns=("Alder Falls",))
TOWNS = ("Pine Hollow", "Birch Gap", "Cedar Notch")
QUERY = Query(terms=("culvert", "boathouse", "permit", "lamp"))


def home() -> list[Document]:
    return [
        a_document("one", "The culvert on Quarry Lane needs a permit.", date="2031-01-05"),
        a_document("two", "The boathouse permit was heard. The lamp stays.", date="2030-02-05"),
        a_document("three", "The lamp of the hall is lit. A permit is asked.", "Culvert and lamp.", date=""),
        a_statute("law", ("RSA 500:1", "Culverts", "Placeholder words on a culvert, not law.")),
    ]


def strangers() -> Iterator[Document]:
    for town in TOWNS:
        for n in range(30):
            word = ("culvert", "boathouse", "lamp")[n % 3]
            yield a_document(f"{town[:4]}-{n}", f"Matter number{n}: the {word} and the bridge.", town=town, date="2039")


def found(vault: VaultIndex, filters: Filters = HOME) -> list[tuple[str, int, float]]:
    return [(hit.chunk.doc_id, hit.chunk.ord, hit.score) for hit in searched(vault, QUERY, filters).hits]


def test_other_towns_change_neither_hits_nor_scores_nor_counts_of_a_town() -> None:
    with vault_with(home()) as alone, vault_with([*strangers(), *home()]) as crowded:
        assert found(alone) == found(crowded)
        assert len(found(alone)) == 3
        stems = ("culvert", "boathous", "permit", "zebra")
        assert alone.frequencies(stems, (HOME,)) == crowded.frequencies(stems, (HOME,))
        assert list(alone.frequencies(stems, (HOME,)).values()) == [
            crowded.frequencies((stem,), (HOME,))[stem] for stem in stems
        ]
        assert alone.figures((HOME,)) == crowded.figures((HOME,))
        assert crowded.figures().chunks == alone.figures().chunks + 90
        assert crowded.figures().date_to == "2039"


def test_a_question_to_all_towns_gives_the_same_best_rows_whatever_is_passed_over() -> None:
    runs = tuple((word,) for word in QUERY.terms)
    with vault_with([*strangers(), *home()]) as vault, vault.reading() as connection:
        parts, known = parts_of(connection, Filters()), Postings()
        every = ranked(connection, Terms(runs, ()), parts, 1000, known=known)
        assert len(every) == 94
        for limit in (1, 3, 5, 40):
            assert ranked(connection, Terms(runs, ()), parts, limit, known=known) == every[:limit]


def test_a_rare_word_is_worth_the_same_in_a_small_town_as_in_a_large_one() -> None:
    small = a_document("small", "The heron nests.", town="Birch Gap")
    crowd = [a_document(f"d{n}", f"Matter number{n} of the board.") for n in range(40)]
    large = a_document("large", "The heron nests by the pond, they said at some length that evening.")
    with vault_with([*crowd, large, small]) as vault:
        assert [hit.chunk.doc_id for hit in searched(vault, Query(terms=("heron", "nests"))).hits] == ["small", "large"]


def counted(vault: VaultIndex) -> list[tuple[object, ...]]:
    with vault.reading() as connection:
        return connection.execute(
            "SELECT scope_no, doc_type, count(*), sum(pages), sum(unread), sum(chunks),"
            " coalesce(min(nullif(date, '')), ''), max(date) FROM documents GROUP BY 1, 2 ORDER BY 1, 2"
        ).fetchall()


def kept(vault: VaultIndex) -> list[tuple[object, ...]]:
    with vault.reading() as connection:
        return connection.execute("SELECT * FROM totals ORDER BY 1, 2").fetchall()


def test_kept_totals_are_those_that_counting_gives_after_every_change() -> None:
    with vault_with(home()) as vault:
        assert kept(vault) == counted(vault)
        store_documents(vault, [a_document("one", "Another text of the same record.", "Two pages.", date="2033-07")])
        assert kept(vault) == counted(vault)
        for doc_id in ("one", "law", "three"):
            vault.delete_document(doc_id)
            assert kept(vault) == counted(vault)
        with vault.writing() as connection:
            connection.execute("UPDATE documents SET date = '2029', doc_type = 'warrant' WHERE doc_id = 'two'")
        assert kept(vault) == counted(vault)
        assert vault.counts().doc_types == (("warrant", 1),)
        vault.delete_document("two")
        assert (kept(vault), vault.towns(), vault.figures().chunks) == ([], (), 0)


def _contents(vault: VaultIndex) -> dict[str, list[tuple[object, ...]]]:
    tables = ("documents", "pages", "sections", "chunks", "names", "records", "record_words", "totals")
    with vault.reading() as connection:
        return {table: sorted(connection.execute(f"SELECT * FROM {table}").fetchall(), key=repr) for table in tables}


def _definitions(vault: VaultIndex) -> set[str]:
    with vault.reading() as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}


@pytest.mark.parametrize("aged", [as_first, as_tenth])
def test_an_earlier_vault_becomes_what_ingest_writes_today_and_loses_nothing(
    tmp_path: Path, aged: Callable[[Path], None]
) -> None:
    pages = ("The culvert was opened. " * 60, "The lamp was lit.\nMotion by Osgood to buy a lamp. Motion passed 3-0.")
    documents = [*home(), *strangers(), a_document("four", *pages)]
    with vault_with(documents, tmp_path):
        pass
    aged(tmp_path / "v.db")
    with vault_with(documents) as fresh, VaultIndex.open(tmp_path / "v.db") as vault:
        assert vault.verify().ok
        assert found(vault) == found(fresh)
        assert found(vault, Filters()) == found(fresh, Filters())
        assert kept(vault) == counted(vault)
        assert vault.towns() == fresh.towns()
        assert _definitions(vault) == _definitions(fresh)
        record_documents(vault)  # the next ingest reads the ledger again
        assert _contents(vault) == _contents(fresh)
        held = vault.document("four")
        assert held is not None
        assert tuple(page.text for page in held.pages) == pages
        store_documents(vault, [a_document("new", "A culvert came.", town="Dove Hill")])
        assert vault.figures((Filters(towns=("Dove Hill",), lane="local"),)).chunks == 1
        assert vault.delete_document("one")
        assert "one" not in [doc_id for doc_id, _, _ in found(vault)]
        assert vault.verify().ok


def test_the_definitions_of_a_file_do_not_grow_with_its_places() -> None:
    with vault_with(home()) as few, vault_with([*strangers(), *home()]) as many:
        counted = []
        for vault in (few, many):
            with vault.reading() as connection:
                counted += connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
        assert counted[0] == counted[1]


def test_phrases_are_ranked_as_the_index_itself_would_rank_them() -> None:
    with vault_with(home()) as vault, vault.reading() as connection:
        (part,) = parts_of(connection, HOME)
        terms = Terms((("quarry", "lane"), ("permit",), ("lamp", "stays"), ("lane", "quarry")), ())
        ours = ranked(connection, terms, (part,), 9, known=Postings())
        plain = connection.execute(
            "SELECT count(*) FROM stems WHERE stems MATCH ?", (match_any(terms, part.scope_no),)
        ).fetchone()
        assert [len(ours)] == list(plain) == [3]
    with vault_with(home()[:3]) as alone, alone.reading() as connection:  # one scope: FTS5's own score is the same
        (part,) = parts_of(connection, HOME)
        best = ranked(connection, terms, (part,), 9, known=Postings())
        scored = connection.execute(
            "SELECT rowid, bm25(stems, 2.0, 1.5, 1.0, 1.0) AS s FROM stems WHERE stems MATCH ? ORDER BY s, rowid",
            (match_any(terms, part.scope_no),),
        ).fetchall()
        assert [row.id for row in best] == [row[0] for row in scored]
        assert [row.bm25 for row in best] == pytest.approx([row[1] for row in scored])
        assert [row.bm25 for row in best] == pytest.approx([row.bm25 for row in ours])


def test_an_empty_vault_has_no_scope_and_no_totals() -> None:
    with memory_vault() as vault:
        assert (vault.figures().chunks, vault.figures().date_to, vault.frequencies(("lamp",))) == (0, "", {"lamp": 0})
        assert searched(vault, QUERY).zero_reason == "not_in_vault"
