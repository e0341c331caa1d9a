"""The multi-hop engine on small archives of the invented town Alder Falls: each mechanism by itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import get_args

import pytest
from fakes import a_document, a_statute, linked_vault_with
from hypothesis import given
from hypothesis import strategies as st

from hop_controller.types import Depth
from pipeline.multihop.engine import REACH, MultiHopEngine
from pipeline.multihop.types import HopSearch
from vault.store.index import VaultIndex
from vault.types import Document

SUBJECTS = "paving salt culvert hydrant mower fence tree bench lamp kiosk sign curb plough roof boiler clock"
DEPTHS: tuple[Depth, ...] = get_args(Depth)


def report(doc_id: str, title: str, text: str) -> Document:
    return a_document(doc_id, text, title=title, doc_type="report")


def noise(count: int = 12) -> list[Document]:
    subjects = SUBJECTS.split()
    return [
        report(f"noise-{i}", f"Note {subjects[i]}", f"The {subjects[i]} by the green was repaired in year {1950 + i}.")
        for i in range(count)
    ]


DAM = report(
    "dam", "Mill Pond Dam", "The Mill Pond Dam was built of granite. It is kept by the Tamarack Water District."
)
DISTRICT = report(
    "district",
    "Tamarack Water District",
    "The Tamarack Water District was chartered late. Its chair is Ruth Amory of Elm Street.",
)
QUESTION = "Who is the chair of the body by which the Mill Pond Dam is kept?"


@contextmanager
def engine_on(*documents: Document) -> Iterator[tuple[MultiHopEngine, VaultIndex]]:
    with linked_vault_with(documents) as vault, vault.reading() as connection:
        yield MultiHopEngine(connection), vault


def doc_ids(found: HopSearch, vault: VaultIndex) -> list[str]:
    chunks = {c.id: c.doc_id for c in vault.get([c.chunk_id for c in found.ranked])}
    return [chunks[c.chunk_id] for c in found.ranked]


@pytest.mark.parametrize("depth", DEPTHS)
def test_a_name_in_what_was_found_bridges_to_the_document_of_that_name(depth: Depth) -> None:
    with engine_on(DAM, DISTRICT, *noise()) as (engine, vault):
        found = engine.search(QUESTION, depth=depth)
        assert set(doc_ids(found, vault)[:2]) == {"dam", "district"}
        (dam,) = (c for c in found.ranked[:2] if c.how != "name")
        (district,) = (c for c in found.ranked[:2] if c.how == "name")
        assert district.source == dam.chunk_id
        assert district.why == "named in “Mill Pond Dam”"


def test_quick_makes_one_query_and_every_depth_keeps_its_budget() -> None:
    with engine_on(DAM, DISTRICT, *noise()) as (engine, _):
        for depth in DEPTHS:
            reach, found = REACH[depth], engine.search(QUESTION, depth=depth)
            most = 1 + reach.first * (2 * reach.phrases + 1) + reach.second * (2 * reach.phrases_second + 1)
            assert len(found.trace.queries) <= (1 if depth == "quick" else most)
            assert len(found.trace.expanded) <= reach.first + reach.second


def test_a_name_without_a_document_is_followed_by_a_phrase_query() -> None:
    lease = report("lease", "Lease of the Town Barn", "The barn is let to Odell Farnham for five years.")
    farm = report(
        "farm", "Orchard survey", "Among the growers is Odell Farnham, whose cider press stands on Quarry Hill."
    )
    with engine_on(lease, farm, *noise()) as (engine, vault):
        found = engine.search("Where does the cider press of the lessee of the Town Barn stand?", depth="exhaustive")
        assert set(doc_ids(found, vault)[:2]) == {"lease", "farm"}
        assert '"odell farnham"' in found.trace.queries


LAW = a_statute("chapter", ("RSA 31:95-b", "Placeholder heading", "Placeholder text, not law."))
MINUTES = a_document("minutes", "The board accepted the gift of a bench under RSA 31:95-b after a hearing.")


def test_minutes_lead_to_the_section_they_cite() -> None:
    with engine_on(MINUTES, LAW, *noise()) as (engine, vault):
        (minutes,) = ids(vault, "minutes")
        (expanded,) = engine.expand([minutes], "Under what law was the gift accepted?")
        assert expanded.chunk_id in ids(vault, "chapter")
        assert (expanded.how, expanded.source) == ("cite", minutes)
        assert expanded.why.startswith("cited in")


def test_a_section_leads_back_to_the_minutes_that_cite_it() -> None:
    with engine_on(MINUTES, LAW, *noise()) as (engine, vault):
        (expanded,) = engine.expand(ids(vault, "chapter"), "Which gift was accepted?")
        assert expanded.chunk_id in ids(vault, "minutes")
        assert expanded.how == "cited_by"


def ids(vault: VaultIndex, doc_id: str) -> list[int]:
    with vault.reading() as connection:
        query = "SELECT id FROM chunks JOIN documents USING (doc_no) WHERE doc_id = ? ORDER BY ord"
        return [i for (i,) in connection.execute(query, (doc_id,))]


def test_of_two_names_the_one_that_everything_links_to_is_worth_less() -> None:
    hub = report("hub", "Tamarack Commission", "The Tamarack Commission meets at noon on Fridays.")
    rare = report("rare", "Tamarack Committee", "The Tamarack Committee meets at noon on Mondays.")
    linking = [report(f"l{i}", f"Log {i}", f"Entry number{i}: the Tamarack Commission was told.") for i in range(20)]
    source = report(
        "source", "Quarry plan", "The quarry plan went to the Tamarack Commission and the Tamarack Committee."
    )
    with engine_on(hub, rare, source, *linking, *noise()) as (engine, vault):
        first, second = engine.expand(
            ids(vault, "source"), "When does the body that has the quarry plan meet?", limit=2
        )
        assert [first.chunk_id, second.chunk_id] == [*ids(vault, "rare"), *ids(vault, "hub")]


def test_a_name_that_many_share_is_worth_less_than_one_that_means_one() -> None:
    smiths = [
        report(f"smith-{i}", f"Amory (clerk {i})", f"Amory served the town as clerk number{i}.") for i in range(8)
    ]
    farnham = report("farnham", "Farnham", "Farnham served the town as clerk of works.")
    source = report("source", "Barn contract", "The barn contract was signed by Amory and by Farnham.")
    with engine_on(*smiths, farnham, source, *noise()) as (engine, vault):
        found = engine.expand(ids(vault, "source"), "What did the signer of the barn contract serve as?")
        assert found[0].chunk_id in ids(vault, "farnham")
        assert len(found) > 1


def test_a_question_one_passage_answers_keeps_that_passage_first() -> None:
    fee = report(
        "fee",
        "Transfer station fees",
        "The fee for a mattress at the transfer station is 15 dollars, says Tamarack Water District.",
    )
    with engine_on(fee, DISTRICT, DAM, *noise()) as (engine, vault):
        for depth in DEPTHS:
            found = engine.search("What is the fee for a mattress at the transfer station?", depth=depth)
            assert doc_ids(found, vault)[0] == "fee"
            assert found.ranked[0].how in ("words", "named")


def test_only_chunks_of_the_scope_come_back() -> None:
    with engine_on(DAM, DISTRICT, *noise()) as (engine, vault):
        (dam,) = ids(vault, "dam")
        found = engine.search(QUESTION, scope=((dam, dam),), depth="exhaustive")
        assert [c.chunk_id for c in found.ranked] == [dam]


def test_the_same_question_gives_the_same_answer_on_a_new_engine() -> None:
    with linked_vault_with([DAM, DISTRICT, *noise()]) as vault, vault.reading() as connection:
        first = [MultiHopEngine(connection).search(QUESTION, depth=depth) for depth in DEPTHS]
        engine = MultiHopEngine(connection)
        engine.search("Something about culverts first")
        assert [engine.search(QUESTION, depth=depth) for depth in DEPTHS] == first


def test_what_is_written_later_is_found_without_a_new_engine() -> None:
    with linked_vault_with([DAM, *noise()]) as vault, vault.reading() as connection:
        engine = MultiHopEngine(connection)
        before = engine.search(QUESTION)
        vault.delete_document("dam")
        after = engine.search(QUESTION)
        assert before.ranked[0].how == "named"
        assert before.ranked[0].chunk_id not in {c.chunk_id for c in after.ranked}


@pytest.mark.parametrize("question", ["", "   ", "?!", "\ud800"])
def test_a_question_without_words_finds_nothing(question: str) -> None:
    with engine_on(DAM) as (engine, _):
        assert engine.search(question).ranked == ()
        assert engine.expand([], question) == ()
        assert engine.expand([12345], question) == ()


def test_odd_questions_never_raise_and_never_pass_k() -> None:
    with engine_on(DAM, DISTRICT, MINUTES, LAW, *noise(4)) as (engine, _):

        @given(st.text(max_size=120), st.sampled_from(DEPTHS), st.integers(0, 20))
        def holds(question: str, depth: Depth, k: int) -> None:
            for text in (question, f"Mill Pond Dam {question}"):
                found = engine.search(text, k=k, depth=depth)
                ranked = [c.chunk_id for c in found.ranked]
                assert len(ranked) <= k
                assert len(set(ranked)) == len(ranked)

        holds()
