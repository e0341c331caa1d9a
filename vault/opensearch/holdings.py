"""What a vault in a cluster holds, counted there or worked out of the heads of its documents.

The acts, figures, names and links that ingest reads are not kept in a cluster: its ledger is empty and says that every
document waits to be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pydantic import JsonValue

from vault.holdings import Facets, Holdings, UnreadPages, months_by_board, spread
from vault.ledger import Completeness, LedgerAnswer, LedgerQuery, LedgerRow, Order
from vault.opensearch.cluster import Json
from vault.opensearch.queries import holds, runs_of, whole_number
from vault.ports import Library
from vault.types import DocumentSummary, Filters, Query

__all__ = ["EmptyLedger", "holdings_of", "matches_by_document", "matching", "spread_of"]

_MOST_DOCUMENTS = 10_000
"""Documents told apart in the spread of a search."""


class EmptyLedger:
    """The ledger of a vault that keeps none: no rows, and as many documents that wait as are asked about."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def rows(self, query: LedgerQuery, *, limit: int = 50, offset: int = 0, order: Order = "place") -> LedgerAnswer:
        """None, with the documents in question told as not read."""
        held = self._library.documents(query.documents)
        told = Completeness(documents=len(held), with_records=0, meetings=0, waiting=len(held))
        return LedgerAnswer(rows=(), total=0, completeness=told)

    def of_document(self, doc_id: str) -> tuple[LedgerRow, ...]:
        """None."""
        return ()

    def on_pages(self, pages: Iterable[tuple[str, int]]) -> tuple[LedgerRow, ...]:
        """None."""
        return ()


def matching(query: Query, among: Sequence[Json], without: Sequence[str], field: str = "text") -> Json | None:
    """The condition that a passage's own text, or with the field "all" its finding aid, matches the query and holds
    none of the words `without`; None for a query without words."""
    runs = runs_of(query)
    if not runs.every:
        return None
    found = [*among, *[holds(run, field) for run in runs.must]]
    if runs.any_of:
        found.append({"bool": {"should": [holds(run, field) for run in runs.any_of], "minimum_should_match": 1}})
    unwanted = [holds(run, field) for run in runs_of(Query(terms=tuple(without))).every]
    return {"bool": {"filter": found, "must_not": unwanted}}


def matches_by_document(condition: Json) -> Json:
    """The search that counts the matching passages of each document."""
    counted: Json = {"terms": {"field": "doc_id", "size": _MOST_DOCUMENTS}}
    return {"size": 0, "query": condition, "aggs": {"documents": counted}}


def spread_of(counted: Sequence[Mapping[str, JsonValue]], summaries: Sequence[DocumentSummary]) -> Facets:
    """The facets of passages counted by document."""
    facts = {one.doc_id: one.metadata for one in summaries}
    found = ((str(one.get("key")), whole_number(one.get("doc_count"))) for one in counted)
    return spread((doc_id, facts[doc_id].date, facts[doc_id].board, n) for doc_id, n in found if doc_id in facts)


def holdings_of(library: Library, filters: Filters) -> Holdings:
    """The holdings by the heads of the documents."""
    held = library.documents(filters)
    unread = sorted((one for one in held if one.unread_pages), key=lambda one: one.doc_id)
    facts = [one.metadata for one in held if one.metadata.lane == "local" and one.metadata.board]
    boards = months_by_board((one.state, one.town, one.board, one.date) for one in facts)
    return Holdings(boards=boards, unread=tuple(_unread(library, one) for one in unread))


def _unread(library: Library, one: DocumentSummary) -> UnreadPages:
    document = library.document(one.doc_id)
    pages = [page for page in document.pages if page.origin == "unread"] if document else []
    return UnreadPages(
        doc_id=one.doc_id,
        source=one.source,
        pages=tuple(page.number for page in pages),
        reason=min((page.reason for page in pages), default=""),
    )
