"""The ledger of a vault: filled at ingest and by the next ingest of an old one, asked by town, matter, act, year."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.retrieval_sets import store_documents
from vault.errors import InputError
from vault.facts.types import Motion
from vault.intake.ingest import record_documents
from vault.ledger import LedgerQuery, sum_of, year_pairs
from vault.store.index import VaultIndex
from vault.types import Document, Metadata, Page

_MINUTES = (
    "Planning Board\nMay 6, 2025\n\nCase #25-02-V: Edith Marlow of 8 Mill Road, "
    "Tax Map: 012 Lot: 004, seeks a variance.\n\n"
    "Osgood made a motion to approve the variance of Edith Marlow for Case #25-02-V. "
    "Tilden seconded. Motion passed 3-0.\n\n"
    "Ames made a motion to deny the waiver for Section 9.06 F. Tilden seconded. Motion passed 2-1. Osgood opposed."
)
_LATER = (
    "Planning Board\nJune 3, 2025\n\nOsgood made a motion to continue the variance for Case #25-02-V to July 1. "
    "Tilden seconded. Motion passed 3-0.\n\n"
    "Osgood moved to pay $500.00 to the Technology ETF. Tilden seconded. Vote 3-0."
)
_BUDGET = (
    "Item 2024 2025\nLibrary $1,000 $1,200\nPolice $5,000 $4,000\n"
    "Technology Expendable Trust Fund $100 $100\nTotal $6,100 $5,300"
)


def _document(doc_id: str, town: str, text: str, date: str, doc_type: str = "minutes") -> Document:
    facts = Metadata.model_validate(
        {
            "doc_id": doc_id, "title": doc_id, "lane": "local", "state": "NH", "town": town, "board": "Planning Board",
            "doc_type": doc_type, "authority": "minutes", "date": date, "status": "approved",
        }
    )  # fmt: skip
    return Document(
        doc_id=doc_id, metadata=facts, pages=(Page(number=1, text=text),), source=doc_id, content_hash=doc_id
    )


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[VaultIndex]:
    with VaultIndex.open(tmp_path / "v.db", create=True) as index:
        store_documents(
            index,
            (
                _document("af-pb-2025-05-06", "Alder Falls", _MINUTES, "2025-05-06"),
                _document("af-pb-2025-06-03", "Alder Falls", _LATER, "2025-06-03"),
                _document("af-budget-2025", "Alder Falls", _BUDGET, "2025-03-11", "budget"),
                _document("bd-pb-2025-05-07", "Birch Dell", _MINUTES.replace("Osgood", "Quimby"), "2025-05-07"),
            ),
        )
        yield index


def test_acts_are_listed_by_outcome_with_their_page(vault: VaultIndex) -> None:
    answer = vault.ledger.rows(LedgerQuery(town="Alder Falls", outcome="denied"))
    assert answer.total == 1
    row = answer.rows[0]
    assert isinstance(row.record, Motion)
    assert (row.doc_id, row.page, row.record.mover, row.record.vote.against) == (
        "af-pb-2025-05-06",
        1,
        "Ames",
        ("Osgood",),
    )
    chunk = vault.get([row.chunk_id or 0])[0]
    assert row.record.text in chunk.text


def test_a_matter_is_followed_through_the_meetings_of_its_own_town(vault: VaultIndex) -> None:
    answer = vault.ledger.rows(LedgerQuery(town="Alder Falls", matter="case 25-02-V"), order="time")
    assert [(row.date, row.record.outcome) for row in answer.rows if isinstance(row.record, Motion)][::2] != []
    assert {row.town for row in answer.rows} == {"Alder Falls"}
    assert [row.date for row in answer.rows] == sorted(row.date for row in answer.rows)


def test_a_fund_is_one_matter_under_both_its_names(vault: VaultIndex) -> None:
    answer = vault.ledger.rows(LedgerQuery(town="Alder Falls", matter="Technology ETF"))
    assert {row.record.kind for row in answer.rows} == {"motion", "figure"}


def test_two_years_of_a_table_are_compared_row_by_row(vault: VaultIndex) -> None:
    query = LedgerQuery(town="Alder Falls", words="library", kinds=("figure",))
    pairs = year_pairs(vault.ledger.rows(query).rows, "2024", "2025")
    assert [(pair.label, pair.difference, pair.share, pair.conflict) for pair in pairs] == [
        ("Library", 200.0, 20.0, False)
    ]


def test_a_sum_names_its_unit_and_counts_an_act_once(vault: VaultIndex) -> None:
    query = LedgerQuery(town="Alder Falls", kinds=("figure",), year="2025", words="police")
    found = sum_of(vault.ledger.rows(query))
    assert (found.total, found.unit, len(found.rows)) == (4000.0, "$", 1)


def test_the_answer_says_how_complete_it_is(vault: VaultIndex) -> None:
    whole = vault.ledger.rows(LedgerQuery(town="Alder Falls", body="Planning Board")).completeness
    assert (whole.documents, whole.meetings, whole.first, whole.last, whole.waiting) == (
        3,
        2,
        "2025-05-06",
        "2025-06-03",
        0,
    )
    assert whole.missing_months == ()


def test_an_official_is_found_in_an_act(vault: VaultIndex) -> None:
    rows = vault.ledger.rows(LedgerQuery(town="Alder Falls", person="Mr. Osgood")).rows
    assert len(rows) == 4  # moved three times, opposed once


@pytest.mark.parametrize("asked", [{"person": "Edith Marlow"}, {"words": "Edith Marlow"}, {"matter": "Edith Marlow"}])
def test_a_private_person_is_not_looked_up(vault: VaultIndex, asked: dict[str, str]) -> None:
    with pytest.raises(InputError, match=r"Nobody called|written as a name") as caught:
        vault.ledger.rows(LedgerQuery.model_validate({"town": "Alder Falls", **asked}))
    assert "matter" in caught.value.next_step


def test_an_old_vault_is_read_by_the_next_ingest(vault: VaultIndex) -> None:
    with vault.writing() as connection:
        connection.execute("DELETE FROM record_words")
        connection.execute("DELETE FROM record_matters")
        connection.execute("DELETE FROM record_people")
        connection.execute("DELETE FROM records")
        connection.execute("DELETE FROM meta WHERE key = 'ledger_grammar'")
    assert record_documents(vault) > 8
    assert record_documents(vault) == 0


def _documents(vault: VaultIndex) -> set[str]:
    """The documents of which records are held."""
    return {row.doc_id for row in vault.ledger.rows(LedgerQuery(town="Alder Falls")).rows}


def test_a_removed_document_leaves_no_record(vault: VaultIndex) -> None:
    assert "af-budget-2025" in _documents(vault)
    vault.delete_document("af-budget-2025")
    assert "af-budget-2025" not in _documents(vault)
    connection = sqlite3.connect(vault.path)
    assert connection.execute(
        "SELECT count(*) FROM record_words WHERE doc_no NOT IN (SELECT doc_no FROM records)"
    ).fetchone() == (0,)
    connection.close()


def test_records_of_pages_stand_in_the_order_of_the_pages(vault: VaultIndex) -> None:
    ledger = vault.ledger
    page = ledger.on_pages([("af-pb-2025-05-06", 1)])
    assert page
    assert ledger.of_document("af-pb-2025-05-06")[: len(page)] == page
    assert ledger.on_pages([("af-pb-2025-06-03", 1), ("af-pb-2025-05-06", 1)])[-len(page) :] == page
    assert ledger.on_pages(()) == ()
    again = ledger.on_pages([("af-pb-2025-05-06", 1)])
    assert all(one.record is other.record for one, other in zip(page, again, strict=True)), "a record is read once"


def test_records_of_one_document_are_packed_and_each_comes_back_whole(tmp_path: Path) -> None:
    rows = "\n".join(f"Part {number} $1,{number:03} $2,{number:03}" for number in range(150))
    with VaultIndex.open(tmp_path / "packs.db", create=True) as index:
        store_documents(index, (_document("b", "Alder Falls", f"Item 2024 2025\n{rows}", "2025-01-01", "budget"),))
        found = index.ledger.rows(LedgerQuery(town="Alder Falls", kinds=("figure",)), limit=500).rows
        told = {(row.record.label, row.record.period): row.record.value for row in found if row.record.kind == "figure"}
        assert len(found) == 300
        assert told["Part 149", "2025"] == "$2,149"
        with index.reading() as connection:
            packs = connection.execute("SELECT count(*) FROM records WHERE typeof(data) = 'blob'").fetchone()
        assert packs == (5,)


def test_a_matter_is_found_under_its_short_form_and_under_its_name(tmp_path: Path) -> None:
    first = "The Capital Improvement Plan (CIP) was read.\n\nOsgood moved to adopt the CIP. Tilden seconded. Vote 3-0."
    later = "Osgood moved to amend the Capital Improvement Plan. Tilden seconded. Vote 3-0."
    with VaultIndex.open(tmp_path / "names.db", create=True) as index:
        store_documents(
            index,
            (
                _document("a", "Alder Falls", first, "2025-01-07"),
                _document("b", "Alder Falls", later, "2025-02-04"),
                _document("c", "Birch Dell", later, "2025-03-04"),
            ),
        )
        for name in ("CIP", "Capital Improvement Plan"):
            query = LedgerQuery(town="Alder Falls", matter=name, kinds=("motion",))
            told = index.ledger.rows(query, order="time")
            assert [row.doc_id for row in told.rows] == ["a", "b"], name


def test_an_article_told_by_warrant_and_list_is_summed_once(vault: VaultIndex) -> None:
    warrant = "Article 18 Paving\nTo see if the Town will vote to raise and appropriate $600,000 for paving."
    store_documents(
        vault,
        (
            _document("cf-warrant", "Cedar Falls", warrant, "2025-02-11", "warrant"),
            _document("cf-list", "Cedar Falls", "Article #18 Paving of roads $ 600,000.00 $ 600,000.00", "2025-03-12"),
        ),
    )
    found = sum_of(vault.ledger.rows(LedgerQuery(town="Cedar Falls", kinds=("article",))))
    assert (found.total, found.repeated) == (600000.0, 1)


def test_who_did_not_vote_with_the_others_is_found_by_the_word(vault: VaultIndex) -> None:
    text = (
        "Osgood moved to accept the survey. Tilden seconded. All others voted in favor. Ames abstained. Motion passed."
    )
    store_documents(vault, (_document("cf-pb", "Cedar Falls", text, "2025-02-11"),))
    (row,) = vault.ledger.rows(LedgerQuery(town="Cedar Falls", words="abstained")).rows
    assert isinstance(row.record, Motion)
    assert row.record.vote.abstaining == ("Ames",)


def test_a_draft_and_the_approved_minutes_that_differ_are_told_as_disagreeing(tmp_path: Path) -> None:
    draft = "Osgood moved to approve the lease of the mill. Tilden seconded. Motion passed 3-0."
    with VaultIndex.open(tmp_path / "drafts.db", create=True) as index:
        store_documents(
            index,
            (
                _document("draft", "Alder Falls", f"DRAFT\n{draft}", "2025-01-07"),
                _document("approved", "Alder Falls", draft.replace("passed 3-0", "failed 1-2"), "2025-01-07"),
                _document("other", "Birch Dell", draft, "2025-01-07"),
            ),
        )
        told = index.ledger.rows(LedgerQuery(words="lease"))
        (pair,) = told.disagreements
        assert {pair.one.doc_id, pair.other.doc_id} == {"draft", "approved"}
        assert pair.about == "outcome"


def test_the_row_of_a_town_in_a_table_of_its_state_is_among_its_figures(tmp_path: Path) -> None:
    table = "Municipality 2024 2025\nAlder Falls $3.10 $3.39\nBirch Dell $7.10 $7.20\nCedarton $1.10 $1.20"
    rates = _document("rates", "", table, "2025-01-01", "report")
    facts = rates.metadata.model_copy(update={"lane": "state", "board": ""})
    with VaultIndex.open(tmp_path / "rates.db", create=True) as index:
        minutes = _document("m", "Alder Falls", _MINUTES, "2025-05-06")
        store_documents(index, (minutes, rates.model_copy(update={"metadata": facts})))
        found = index.ledger.rows(LedgerQuery(town="Alder Falls", kinds=("figure",), year="2025")).rows
        assert [(row.doc_id, row.record.value) for row in found if row.record.kind == "figure"] == [("rates", "$3.39")]
        assert not index.ledger.rows(LedgerQuery(town="Alder Falls", kinds=("motion",), words="birch")).rows


def test_a_day_without_a_year_is_listed_in_the_year_of_its_meeting(tmp_path: Path) -> None:
    text = "Planning Board\n\nA hearing will be held on January 14.\n\nPetitions must be received by December 30."
    with VaultIndex.open(tmp_path / "v.db", create=True) as index:
        store_documents(index, (_document("af-pb", "Alder Falls", text, "2024-12-17"),))
        rows = index.ledger.rows(LedgerQuery(town="Alder Falls", kinds=("notice",)), order="time").rows
    assert [row.date for row in rows] == ["2024-12-30", "2025-01-14"]


def test_what_a_budget_rose_by_is_no_part_of_its_sum(vault: VaultIndex) -> None:
    text = "Lamps the proposed 2026 budget of $500.00 an increase of $100.00 or 25 %."
    store_documents(vault, (_document("cf-bc-2025", "Cedar Falls", text, "2025-10-01"),))
    found = sum_of(vault.ledger.rows(LedgerQuery(town="Cedar Falls", kinds=("figure",))))
    assert (found.total, found.left_out) == (500.0, 2)


def test_rows_of_a_department_need_not_say_department(tmp_path: Path) -> None:
    text = (
        "Police Department:\nOsgood moved to recommend the Police Department budget of $9,000. Tilden seconded. "
        "Vote 3-0.\n\nOsgood moved to pave the lot of the police station. Tilden seconded. Vote 3-0."
    )
    with VaultIndex.open(tmp_path / "police.db", create=True) as index:
        store_documents(index, (_document("a", "Alder Falls", text, "2030-01-07"),))
        query = LedgerQuery(town="Alder Falls", matter="Police Department", kinds=("motion",))
        assert index.ledger.rows(query).total == 2
        assert index.ledger.rows(query.changed(matter="Water Department")).total == 0


def test_what_was_withdrawn_is_found_by_the_fate_of_its_motion(vault: VaultIndex) -> None:
    text = "Osgood made a motion to deny the waiver. Tilden seconded. Osgood withdrew the motion."
    store_documents(vault, (_document("cf-pb-2025", "Cedar Falls", text, "2025-10-01"),))
    (row,) = vault.ledger.rows(LedgerQuery(town="Cedar Falls", outcome="withdrawn")).rows
    assert isinstance(row.record, Motion)
    assert (row.record.fate, row.record.outcome) == ("withdrawn", "")
