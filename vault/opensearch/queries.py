"""Filters and words as queries of the cluster: conditions that score nothing, words weighed by their scope.

Pure. Words are stems of ours; no text of a caller ever becomes the cluster's query syntax.

What a vault in a cluster holds, counted there or worked out of the heads of its documents.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from vault.holdings import BoardMonths, Facets, months_by_board, spread
from vault.law.reference import BELOW_CHAPTER
from vault.law.references import parse_ref
from vault.opensearch.cluster import Json, Reply, StoredRow
from vault.ports import Library
from vault.store.keys import place_key, plain_key, storable
from vault.store.search import idf, terms_of
from vault.text.words import stem, words
from vault.types import Chunk, DocumentSummary, Filters, Query, Reference, VaultCounts

__all__ = [
    "Head", "Run", "Runs", "any_of", "any_scope", "buckets", "chunk_of", "conditions", "counting", "counts_of",
    "counts_told", "head_of", "holdings_of", "holds", "is_current", "keys", "matches_by_document", "matching",
    "mentions_of", "metric", "ranked_query", "references_of", "runs_of", "scope_of", "spread_of", "stemmed_text",
    "ways_to_cite", "whole_number",
]  # fmt: skip

Run = tuple[str, ...]
"""Stems that stand side by side; one stem for a word."""
_MOST_RUNS = 64
"""Longest list of alternatives; a longer question keeps its first words."""


class Runs(NamedTuple):
    """A query as runs of stems: alternatives, and those that must all occur."""

    any_of: tuple[Run, ...]
    must: tuple[Run, ...]

    @property
    def every(self) -> tuple[Run, ...]:
        """All runs, each once."""
        return tuple(dict.fromkeys((*self.any_of, *self.must)))


def runs_of(query: Query) -> Runs:
    """The query cut into stems as the text is cut: "25-03-LM" becomes a run of three."""
    any_of, must = (tuple(tuple(map(stem, run)) for run in runs) for runs in terms_of(query))
    return Runs(any_of[:_MOST_RUNS], must)


def stemmed_text(text: str) -> str:
    """The stems of a text in order, as they are indexed."""
    return " ".join(stem(word) for word in words(text))


def holds(run: Run, field: str = "all", boost: float | None = None) -> Json:
    """The query that a passage holds the stems side by side."""
    more: Json = {} if boost is None else {"boost": boost}
    if len(run) == 1:
        return {"term": {field: {"value": run[0], **more}}}
    return {"match_phrase": {field: {"query": " ".join(run), **more}}}


def any_of(ways: Sequence[Json]) -> Json:
    """The condition that one of these holds; without any, none does."""
    return {"bool": {"should": list(ways), "minimum_should_match": 1}} if ways else {"match_none": {}}


def _terms(field: str, values: Iterable[str]) -> Json:
    return {"terms": {field: sorted({storable(one) for one in values})}}


def scope_of(filters: Filters) -> list[Json]:
    """The conditions of the scopes alone: lane, states and towns; a town's filter lets the state lane pass."""
    found: list[Json] = []
    if filters.lane:
        found.append({"term": {"lane": filters.lane}})
    if filters.states:
        found.append(_terms("state", (plain_key(one).upper() for one in filters.states)))
    if filters.towns:
        towns = _terms("place", map(place_key, filters.towns))
        found.append(any_of([{"term": {"lane": "state"}}, towns]))
    return found


def any_scope(scopes: Sequence[Filters]) -> list[Json]:
    """The condition that one of the scopes holds, of whose filters lane, states and towns count."""
    return [any_of([{"bool": {"filter": scope_of(one)}} for one in scopes])]


def conditions(filters: Filters) -> list[Json]:
    """The filters as conditions that all must hold and that score nothing."""
    found = scope_of(filters)
    if filters.towns:
        found.append(_terms("place", map(place_key, filters.towns)))
    if filters.boards:
        found.append(_terms("board_key", map(plain_key, filters.boards)))
    for field, values in (
        ("doc_type", filters.doc_types),
        ("authority", filters.authorities),
        ("doc_id", filters.doc_ids),
    ):
        if values:
            found.append(_terms(field, values))
    if filters.exclude_doc_types:
        found.append({"bool": {"must_not": [_terms("doc_type", filters.exclude_doc_types)]}})
    if filters.date_from:
        found.append(any_of(_not_before(plain_key(filters.date_from))))
    if filters.date_to:
        found.append({"range": {"date": {"gt": "", "lte": f"{plain_key(filters.date_to)}~"}}})
    return found


def _not_before(day: str) -> list[Json]:
    """A partial date counts as any day within it: "2025" is not before "2025-05-20"."""
    parts = {day[:4], day[:7], day[:10]} - {""}
    return [{"range": {"date": {"gte": day}}}, {"terms": {"date": sorted(parts)}}]


def ranked_query(runs: Runs, among: Sequence[Json], known: Mapping[Run, int], total: int) -> Json:
    """The query that ranks the passages of a scope by the rarity of the runs they hold."""
    weighed = {run: holds(run, boost=idf(total, known.get(run, 0))) for run in runs.every}
    asked: Json = {"filter": list(among), "must": [weighed[run] for run in runs.must]}
    if runs.any_of:
        asked |= {"should": [weighed[run] for run in runs.any_of], "minimum_should_match": 1}
    return {"bool": asked}


class Head(NamedTuple):
    """The head of a document: its summary, the generation that readers see, how many places it has, and the law that
    its text cites."""

    summary: DocumentSummary
    gen: str
    version: str
    place: str
    places: int
    sections: int
    cites: tuple[str, ...]


def counting(runs: Sequence[Run], among: Sequence[Json]) -> Json:
    """Counts, in one pass, the passages of a scope that hold each run."""
    body: Json = {"size": 0, "track_total_hits": True, "query": {"bool": {"filter": list(among)}}}
    if runs:
        body["aggs"] = {"runs": {"filters": {"filters": {str(at): holds(run) for at, run in enumerate(runs)}}}}
    return body


def counts_of(found: Reply, runs: Sequence[Run]) -> dict[Run, int]:
    """How many passages hold each run; 0 where the reply does not say."""
    told = found.aggregations.get("runs")
    buckets = told.get("buckets") if isinstance(told, dict) else None
    if not isinstance(buckets, dict):
        return dict.fromkeys(runs, 0)
    counted = {at: one.get("doc_count") for at, one in buckets.items() if isinstance(one, dict)}
    return {run: whole_number(counted.get(str(at))) for at, run in enumerate(runs)}


def is_current(row: StoredRow, heads: Mapping[str, Head]) -> bool:
    """Whether the passage is of the generation that its document's head names."""
    head = heads.get(str(row.source.get("doc_id")))
    return head is not None and head.gen == row.source.get("gen")


def chunk_of(row: StoredRow) -> Chunk:
    """The passage of a stored row."""
    return Chunk.model_validate(row.source.get("chunk"))


def references_of(row: StoredRow) -> tuple[Reference, ...]:
    """The law that a stored passage cites, by position."""
    told = row.source.get("refs")
    rows = [one for one in told if isinstance(one, list)] if isinstance(told, list) else []
    return tuple(Reference(str(cite), str(full), whole_number(place)) for cite, full, place in rows)


def head_of(row: StoredRow) -> Head:
    """The head of a document of a stored row."""
    told = row.source
    cites = told.get("cites")
    return Head(
        summary=DocumentSummary.model_validate(told.get("summary")),
        gen=str(told.get("gen")),
        version=str(told.get("version")),
        place=str(told.get("place")),
        places=whole_number(told.get("places")),
        sections=whole_number(told.get("sections")),
        cites=tuple(map(str, cites)) if isinstance(cites, list) else (),
    )


def whole_number(value: JsonValue) -> int:
    """The number as a whole one; 0 for anything else."""
    return int(value) if isinstance(value, (int, float)) else 0


def metric(found: Reply, name: str) -> int:
    """The value of a sum or count of that name; 0 when there is none."""
    told = found.aggregations.get(name)
    return whole_number(told.get("value")) if isinstance(told, dict) else 0


def buckets(found: Reply, name: str) -> list[dict[str, JsonValue]]:
    """The buckets of the aggregation of that name."""
    told = found.aggregations.get(name)
    buckets = told.get("buckets") if isinstance(told, dict) else None
    return [one for one in buckets if isinstance(one, dict)] if isinstance(buckets, list) else []


def keys(found: Reply, name: str) -> list[dict[str, JsonValue]]:
    """The composite keys of the aggregation of that name."""
    return [key for one in buckets(found, name) if isinstance(key := one.get("key"), dict)]


def ways_to_cite(cite: str) -> tuple[Json, ...]:
    """The ways to find a cite, in order: as it is kept, as people write it, as a chapter."""
    ways: list[Json] = [{"term": {"section": cite}}] if cite.strip() else []
    meant = parse_ref(cite)
    if meant is not None and meant.cite != cite:
        ways.append({"term": {"section": meant.cite}})
    chapter = meant.cite if meant is not None else cite.strip()
    if chapter and (meant is None or not meant.section):
        below: list[Json] = [{"prefix": {"section": chapter + mark}} for mark in BELOW_CHAPTER]
        ways.append(any_of(below))
    return tuple(ways)


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


def mentions_of(run: Run, scopes: Sequence[Filters], limit: int) -> tuple[Json, Json]:
    """Counts of the passages of the scopes and of the notes that hold the run side by side, each up to `limit`."""
    query = holds(run, "text")
    among: Json = {"bool": {"filter": [query, *any_scope(scopes)]}}
    noted: Json = {"bool": {"filter": [query, {"term": {"kind": "note"}}]}}
    return (
        {"size": 0, "query": among, "track_total_hits": limit, "terminate_after": limit},
        {"size": 0, "query": noted, "track_total_hits": limit},
    )


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
