"""The vault behind the search seam, on invented documents."""

from collections.abc import Iterator

import anyio
import pytest
from fakes import a_document, a_statute, searched, vault_with

from pipeline.find.vault_engine import VaultEngine, corpus_facts
from vault.errors import VaultError
from vault.store.index import VaultIndex
from vault.types import Filters, Lane, Query, SearchAnswer


@pytest.fixture
def vault() -> Iterator[VaultIndex]:
    documents = [
        a_document("af-1", "The footbridge repair was", "approved by the board.", date="2031-05-12"),
        a_statute("nh-35", ("RSA 35:1", "Establishment", "Placeholder, not law."), ("RSA 35:2", "Two", "Placeholder.")),
    ]
    with vault_with(documents) as index:
        yield index


def ask(vault: VaultIndex, query: Query, lane: Lane = "state") -> SearchAnswer:
    return anyio.run(VaultEngine(vault).search, query, lane, Filters(), 5)


# covers: 229
def test_words_are_searched_in_their_lane_only(vault: VaultIndex) -> None:
    assert [hit.chunk.doc_id for hit in ask(vault, Query(terms=("footbridge",)), "local").hits] == ["af-1"]
    assert ask(vault, Query(terms=("footbridge",)), "state").hits == ()


def test_a_lone_citation_is_looked_up_as_section_or_chapter(vault: VaultIndex) -> None:
    section = ask(vault, Query(phrases=("RSA 35:1",)))
    assert (section.mode, [hit.chunk.section for hit in section.hits]) == ("section", ["RSA 35:1"])
    chapter = ask(vault, Query(phrases=("RSA 35",)))
    assert [hit.chunk.section for hit in chapter.hits] == ["RSA 35:1", "RSA 35:2"]
    assert ask(vault, Query(phrases=("RSA 35:1",)), "local").hits == ()


def test_a_section_that_is_not_held_says_so(vault: VaultIndex) -> None:
    answer = ask(vault, Query(phrases=("RSA 35:9",)))
    assert (answer.mode, answer.zero_reason) == ("empty", "not_in_vault")
    assert "RSA 35:9" in answer.zero_detail


def test_a_closed_vault_is_a_failure_and_not_an_empty_answer(vault: VaultIndex) -> None:
    vault.close()
    with pytest.raises(VaultError):
        ask(vault, Query(terms=("footbridge",)))


def test_the_facts_of_the_archive_are_those_of_the_vault(vault: VaultIndex) -> None:
    facts = corpus_facts(vault)
    assert facts.df("footbridg") == 1
    assert facts.df("zebra") == 0
    assert facts.total == vault.counts().chunks
    assert facts.newest_year == 2031
    first = searched(vault, Query(terms=("footbridge",))).hits[0].chunk
    assert [chunk.ord for chunk in facts.around((first.id,))[first.id]] in ([1], [])
    told = {"RSA 35:1": 1, "RSA 35:9": 0, "RSA 35": 1, "RSA 3": 0, "RSA 36": 0, "XYZ 35:1": 0}
    assert facts.holds(tuple(told)) == told
