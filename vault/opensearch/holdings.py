"""What a vault in a cluster holds, counted there or worked out of the heads of its documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from vault.holdings import BoardMonths, Facets, months_by_board, spread
from vault.opensearch.cluster import Json, Reply
from vault.opensearch.queries import any_of, buckets, holds, metric, runs_of, whole_number
from vault.ports import Library
from vault.types import DocumentSummary, Filters, Query, VaultCounts

__all__ = ["counts_told", "holdings_of", "matches_by_document", "matching", "spread_of"]

_MOST_DOCUMENTS = 10_000
"""Documents told apart in the spread of a search."""


def matching(query: Query, among: Sequence[Json], without: Sequence[str], field: str = "text") -> Json | None:
    """The condition that a passage's own text, or with the field "all" its finding aid, matches the query and holds
    none of the words `without`; None for a query without words."""
    runs = runs_of(query)
    if not runs.every:
        return None
    found = [*among, *[holds(run, field) for run in runs.must]]
    if runs.any_of:
        found.append(any_of([holds(run, field) for run in runs.any_of]))
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


def holdings_of(library: Library, filters: Filters) -> tuple[BoardMonths, ...]:
    """The months of each board by the heads of the documents."""
    facts = (one.metadata for one in library.documents(filters))
    held = (one for one in facts if one.lane == "local" and one.board)
    return months_by_board((one.state, one.town, one.board, one.date) for one in held)


def counts_told(found: Reply, oldest: Reply, notes: Reply) -> VaultCounts:
    """The totals of a vault by the replies about its heads, newest first and oldest first, and about its notes."""
    by_lane = {str(one.get("key")): whole_number(one.get("doc_count")) for one in buckets(found, "lanes")}
    kinds = [(str(one.get("key")), whole_number(one.get("doc_count"))) for one in buckets(found, "types")]
    first, last = (next((str(row.source.get("date", "")) for row in reply.hits.hits), "") for reply in (oldest, found))
    return VaultCounts(
        documents=found.hits.total.value,
        pages=metric(found, "pages"),
        unread_pages=metric(found, "unread"),
        poor_pages=metric(found, "poor"),
        chunks=metric(found, "chunks"),
        notes=notes.hits.total.value,
        refused_files=0,
        local_documents=by_lane.get("local", 0),
        state_documents=by_lane.get("state", 0),
        sections=metric(found, "sections"),
        date_from=first,
        date_to=last,
        doc_types=tuple(sorted(kinds, key=lambda one: (-one[1], one[0]))),
    )
