"""The ledger of a cluster: what the file answers to the same questions, the refusals and how complete it is included.

Runs against a real node; `cluster_fakes` says how one is named.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from cluster_fakes import fresh_cluster, needs_node
from fakes import a_document, a_statute, vault_with

from benchmarks.retrieval_sets import store_documents
from vault.copying import copy_documents, differences
from vault.errors import InputError
from vault.ledger import ALL_ROWS, LedgerAnswer, LedgerQuery, Order
from vault.opensearch.library import ClusterLibrary
from vault.opensearch.shelf import ClusterShelf
from vault.ports import Library
from vault.store.index import VaultIndex
from vault.types import Document

_MINUTES = (
    "Planning Board\nMay 6, 2025\n\nCase #25-02-V: Edith Marlow of 8 Mill Road, Tax Map: 012 Lot: 004, seeks a "
    "variance under RSA 674:33.\n\nOsgood made a motion to approve the variance of Edith Marlow for Case #25-02-V. "
    "Tilden seconded. Motion passed 3-0.\n\nAmes made a motion to deny the waiver for Section 9.06 F. Tilden seconded. "
    "Motion passed 2-1. Osgood opposed.\n\nThe Capital Improvement Plan (CIP) was handed out."
)
_LATER = (
    "Planning Board\nJune 3, 2025\n\nOsgood made a motion to continue the variance for Case #25-02-V to July 1. "
    "Tilden seconded. Motion passed 3-0.\n\nOsgood moved to pay $500.00 to the Technology ETF. Tilden seconded. "
    "Vote 3-0.\n\nOsgood moved to approve the CIP. Tilden seconded. Vote 3-0."
)
_BUDGET = "Item 2024 2025\nLibrary $1,000 $1,200\nPolice $5,000 $4,000\nTotal $6,100 $5,300"
_STATEWIDE = "Town 2024 2025\nAlder Falls $10.00 $11.50\nPine Hollow $9.00 $9.50"


def _documents() -> tuple[Document, ...]:
    return (
        a_document("af-pb-2025-05-06", _MINUTES, date="2025-05-06"),
        a_document("af-pb-2025-06-03", _LATER, date="2025-06-03"),
        a_document("af-pb-2025-09-02", "Planning Board. Nothing was moved.", date="2025-09-02"),
        a_document("af-budget-2025", _BUDGET, date="2025-03-11", doc_type="budget", board="Select Board"),
        a_document("ph-pb-2025-05-07", _MINUTES.replace("Osgood", "Quimby"), date="2025-05-07", town="Pine Hollow"),
        a_document("rates", _STATEWIDE, date="2025", town="", board="", lane="state", doc_type="report"),
        a_statute("rsa-31", ("RSA 31:9", "Plats", "The board shall record each plat within 30 days.")),
    )


class Both(NamedTuple):
    """A vault in a file and the same in a cluster."""

    file: VaultIndex
    cluster: ClusterLibrary

    def copy(self) -> int:
        """Brings the cluster up to the file; returns how many documents were written."""
        return copy_documents(self.file, self.cluster, ClusterShelf(self.cluster), lambda _now, _of: None).written


@pytest.fixture(scope="module")
def both() -> Iterator[Both]:
    with vault_with(_documents()) as file, fresh_cluster() as cluster:
        made = Both(file, cluster)
        made.copy()
        yield made


def _told(
    library: Library, query: LedgerQuery, order: Order = "place", limit: int = 50, offset: int = 0
) -> LedgerAnswer:
    """The answer without the numbers that each engine gives its rows."""
    answer = library.ledger.rows(query, limit=limit, offset=offset, order=order)
    return answer.changed(
        rows=tuple(row.changed(id=0) for row in answer.rows),
        disagreements=tuple(
            pair.changed(one=pair.one.changed(id=0), other=pair.other.changed(id=0)) for pair in answer.disagreements
        ),
    )


AF = "Alder Falls"


@needs_node
@pytest.mark.parametrize(
    ("query", "least"),
    [
        (LedgerQuery(), 10),
        (LedgerQuery(town=AF), 8),
        (LedgerQuery(town=AF, kinds=("motion",)), 4),
        (LedgerQuery(town=AF, body="Planning Board", kinds=("motion",)), 4),
        (LedgerQuery(town=AF, action="continue"), 1),
        (LedgerQuery(town=AF, outcome="denied"), 1),
        (LedgerQuery(town=AF, fate="passed"), 4),
        (LedgerQuery(town=AF, person="Osgood"), 3),
        (LedgerQuery(town=AF, matter="25-02-V"), 2),
        (LedgerQuery(town=AF, matter="CIP"), 1),
        (LedgerQuery(town=AF, matter="Capital Improvement Plan"), 1),
        (LedgerQuery(town=AF, words="police"), 2),
        (LedgerQuery(town=AF, words="no such words"), 0),
        (LedgerQuery(town=AF, year="2024", kinds=("figure",)), 3),
        (LedgerQuery(town=AF, amount_from=1000.0, amount_to=5000.0), 3),
        (LedgerQuery(town=AF, date_from="2025-06"), 2),
        (LedgerQuery(town=AF, date_to="2025-05-31", kinds=("motion",)), 2),
        (LedgerQuery(state="NH", kinds=("rule",)), 1),
        (LedgerQuery(doc_ids=("ph-pb-2025-05-07",)), 2),
        (LedgerQuery(town="Nowhere"), 0),
        (LedgerQuery(town=AF, article="7"), 0),
    ],
)
def test_a_cluster_answers_as_the_file(both: Both, query: LedgerQuery, least: int) -> None:
    for order in ("place", "time", "amount"):
        answer = _told(both.file, query, order)
        assert _told(both.cluster, query, order).model_dump() == answer.model_dump()
        assert answer.total >= least
    assert _told(both.cluster, query, limit=ALL_ROWS) == _told(both.file, query, limit=ALL_ROWS)
    assert _told(both.cluster, query, limit=2, offset=1) == _told(both.file, query, limit=2, offset=1)


@needs_node
@pytest.mark.parametrize("query", [LedgerQuery(town=AF, person="Marlow"), LedgerQuery(town=AF, words="Edith Marlow")])
def test_a_private_person_is_refused_in_the_same_words(both: Both, query: LedgerQuery) -> None:
    told = []
    for library in both:
        with pytest.raises(InputError) as refused:
            library.ledger.rows(query)
        told.append((refused.value.message, refused.value.next_step))
    assert told[0] == told[1]


@needs_node
def test_records_of_a_document_and_of_pages_and_the_law_cited_are_those_of_the_file(both: Both) -> None:
    file, cluster = both
    pages = [("af-budget-2025", 1), ("af-pb-2025-05-06", 1), ("nobody", 3)]
    told, held = ([row.changed(id=0) for row in library.ledger.on_pages(pages)] for library in (cluster, file))
    assert told == held
    assert cluster.ledger.on_pages(()) == cluster.ledger.of_document("nobody") == ()
    assert cluster.cited_law("RSA ", "NH") == file.cited_law("RSA ", "NH")
    assert [one.cite for one in cluster.cited_law("RSA ", "NH")].count("RSA 674:33") == 2
    ids = [chunk.id for chunk in file.passages(("af-pb-2025-05-06",))["af-pb-2025-05-06"]]
    assert cluster.cited([*ids, "nobody@0#0"]) == file.cited(ids)


@needs_node
def test_a_changed_document_brings_its_records_and_takes_the_old_ones_out(both: Both) -> None:
    assert both.copy() == 0
    kept = both.file.document("af-pb-2025-06-03")
    store_documents(both.file, (a_document("af-pb-2025-06-03", _LATER.replace("3-0", "2-1"), date="2025-06-03"),))
    assert both.copy() == 1
    assert differences(both.file, both.cluster) == ()
    votes = [getattr(row.record, "vote", None) for row in both.cluster.ledger.of_document("af-pb-2025-06-03")]
    assert {vote.no for vote in votes if vote is not None and vote.yes} == {1}
    assert kept is not None
    store_documents(both.file, (a_document("af-pb-2025-06-03", _LATER, date="2025-06-03"),))
    both.copy()
    assert _told(both.cluster, LedgerQuery(town=AF)) == _told(both.file, LedgerQuery(town=AF))
