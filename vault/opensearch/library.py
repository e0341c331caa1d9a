"""A vault in a cluster as `vault.ports.Library`: it searches, counts and reads what `shelf` wrote.

A reader sees one version of a document or the next, never half of one: every passage carries the generation it was
written in, and only those of the generation that the document's head names are shown. It never decides what to ask.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import NamedTuple, Self

from pydantic import JsonValue

from vault.errors import VaultError, VaultMissing
from vault.holdings import BoardMonths, CitedLaw, Facets
from vault.ids import chunk_id, split_id
from vault.nothing_found import NOT_HELD, Column, Diagnosis, why_nothing
from vault.opensearch.address import Address, Credentials
from vault.opensearch.books import ClusterBooks
from vault.opensearch.cluster import Cluster, Json, Reply, StoredRow
from vault.opensearch.ledger import ClusterLedger
from vault.opensearch.links import ClusterLinks
from vault.opensearch.mapping import Names, bring_up_to_date, check_mapping
from vault.opensearch.queries import (
    Head,
    Run,
    Runs,
    any_scope,
    buckets,
    chunk_of,
    conditions,
    counting,
    counts_of,
    counts_told,
    head_of,
    holdings_of,
    is_current,
    keys,
    matches_by_document,
    matching,
    mentions_of,
    metric,
    ranked_query,
    references_of,
    runs_of,
    scope_of,
    spread_of,
    ways_to_cite,
)
from vault.ports import ANY, MOST_COUNTED, Archive, Ledger, answer_to, law_answer
from vault.store.keys import storable
from vault.types import (
    Chunk,
    ChunkId,
    Document,
    DocumentSummary,
    Figures,
    Filters,
    Hit,
    Mentions,
    Page,
    Query,
    Reference,
    ScanAnswer,
    SearchAnswer,
    SearchRequest,
    Section,
    VaultCounts,
)

__all__ = ["ClusterLibrary"]

_SPARE = 10
"""Hits asked for beyond the limit: some may belong to a generation that is being replaced."""
_MOST = 10_000
"""Rows of one page of a cluster."""
_LISTED = 1_000
_MOST_VALUES = 200
"""Towns, dates or types of the passages that hold the words, looked at where a search found nothing."""
_MOST_CITES = 65_536
"""Sections listed at most: the cluster's own limit of buckets."""
_KNOWN_S = 60.0
"""Word statistics of a scope are asked anew after a minute."""
_NEWEST: list[Json] = [{"date": "desc"}, {"doc_id": "asc"}]
_IN_ORDER: list[Json] = [{"doc_id": "asc"}, {"ord": "asc"}]


class _Weights(NamedTuple):
    """How often runs occur in a scope, and how many passages it holds."""

    known: Mapping[Run, int]
    total: int


class ClusterLibrary:
    """The vault under one prefix of a cluster. Use it in a `with` block or close it."""

    def __init__(self, address: Address, who: Credentials, *, create: bool = False) -> None:
        """With `create` indexes of an earlier mapping are brought up to date.

        Raises `VaultMissing` where there is no vault under the prefix and `create` is false, and what `check_mapping`
        and `bring_up_to_date` raise.
        """
        self.cluster = Cluster(address, who)
        self.names = Names(address.prefix)
        self.books = ClusterBooks(self.cluster, self.names)
        self.links: Archive = ClusterLinks(self)
        self.ledger: Ledger = ClusterLedger(self)
        self._weights: dict[str, tuple[float, dict[Run, int], int]] = {}
        try:
            if create:
                bring_up_to_date(self.cluster)
            if not check_mapping(self.cluster, address.prefix) and not create:
                raise VaultMissing(
                    f"There is no vault at {address}.", next_step="Bring one there: opencouncil copy VAULT TARGET."
                )
        except BaseException:
            self.cluster.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connections; calling it twice is fine."""
        self.cluster.close()

    # --- search -------------------------------------------------------------------------------------------------

    def search(self, asks: Sequence[SearchRequest]) -> tuple[SearchAnswer | VaultError, ...]:
        """One answer for each request, in order: at most six round trips for all of them."""
        try:
            return self._answers(asks)
        except VaultError as error:
            return tuple(error for _ in asks)

    def _answers(self, asks: Sequence[SearchRequest]) -> tuple[SearchAnswer | VaultError, ...]:
        began = time.perf_counter()
        worded = {place: runs_of(ask.query) for place, ask in enumerate(asks) if not ask.by_cite}
        weights = self._weigh([(asks[place].filters, runs) for place, runs in worded.items()])
        searches = [
            (self._pattern(asks[place].filters), _ranked(asks[place], runs, known))
            for (place, runs), known in zip(worded.items(), weights, strict=True)
        ]
        found = dict(zip(worded, self._with_relaxed(asks, worded, weights, searches), strict=True))
        heads = self.heads([str(row.source.get("doc_id")) for one, _ in found.values() for row in one.hits.hits])
        answers = [
            law_answer(self, ask) if ask.by_cite else self._told(ask, worded[place], found[place], heads)
            for place, ask in enumerate(asks)
        ]
        places = [place for place, ask in enumerate(asks) if ask.counted]
        counted = self._counted([(asks[place].counted, (asks[place].filters,)) for place in places], MOST_COUNTED)
        mentions = dict(zip(places, counted, strict=True))
        took = (time.perf_counter() - began) * 1000
        return tuple(
            one.changed(took_ms=took, mentions=mentions.get(place)) if isinstance(one, SearchAnswer) else one
            for place, one in enumerate(answers)
        )

    def _with_relaxed(
        self,
        asks: Sequence[SearchRequest],
        worded: Mapping[int, Runs],
        weights: Sequence[_Weights],
        searches: Sequence[tuple[str, Json]],
    ) -> list[tuple[Reply, bool]]:
        """The replies, and whether every word had to occur; `auto` without a match is asked again with any word."""
        found = [
            (one, asks[place].mode != "any")
            for place, one in zip(worded, self.cluster.search_all(searches), strict=True)
        ]
        again = [at for at, place in enumerate(worded) if asks[place].mode == "auto" and not found[at][0].hits.hits]
        places = list(worded)
        loose = [
            (searches[at][0], _ranked(asks[places[at]].changed(mode="any"), worded[places[at]], weights[at]))
            for at in again
        ]
        for at, one in zip(again, self.cluster.search_all(loose), strict=True):
            found[at] = (one, False)
        return found

    def found(self, index: str, body: Json) -> Reply:
        """The reply to one search that the whole vault must answer. Raises `VaultError`."""
        (reply,) = self.found_all([(index, body)])
        return reply

    def found_all(self, searches: Sequence[tuple[str, Json]]) -> tuple[Reply, ...]:
        """The replies to some searches that the whole vault must answer. Raises `VaultError`."""
        replies = self.cluster.search_all(searches)
        for reply in replies:
            self._require(reply)
        return replies

    def _told(
        self, ask: SearchRequest, runs: Runs, reply: tuple[Reply, bool], heads: Mapping[str, Head]
    ) -> SearchAnswer | VaultError:
        found, strict = reply
        if found.error is not None:
            return self.cluster.error_of(found.error, found.status)
        rows = [row for row in found.hits.hits if is_current(row, heads)][: max(ask.limit, 0)]
        hits = tuple(Hit(chunk=chunk_of(row), score=row.score or 0.0, rank=place) for place, row in enumerate(rows, 1))
        caveats = ("A part of the vault did not answer in time; more may be held.",) if found.partial else ()
        answer = SearchAnswer(
            hits=hits,
            mode=("strict" if strict else "relaxed") if hits else "empty",
            partial=found.partial,
            caveats=caveats,
        )
        if hits or found.partial or ask.limit < 1 or not ask.explained:
            return answer
        try:
            why = why_nothing(_Probes(self, ask.query), ask.filters, worded=bool(runs.every))
        except VaultError as error:
            return error
        return answer.changed(zero_reason=why.reason, zero_detail=why.detail)

    def _weigh(self, wanted: Sequence[tuple[Filters, Runs]]) -> list[_Weights]:
        """The rarity of every run in its scope; what is not known of a scope is asked for in one request."""
        missing: dict[str, tuple[Filters, dict[Run, None]]] = {}
        now = time.monotonic()
        for filters, runs in wanted:
            scope = _scope(filters)
            asked, known, _ = self._weights.get(scope, (-_KNOWN_S, {}, 0))
            if now - asked >= _KNOWN_S:
                self._weights.pop(scope, None)
                known = {}
            fresh = [run for run in runs.every if run not in known]
            if fresh or scope not in self._weights:
                missing.setdefault(scope, (filters, {}))[1].update(dict.fromkeys(fresh))
        bodies = [
            (self._pattern(filters), counting(tuple(new), scope_of(filters))) for filters, new in missing.values()
        ]
        for (scope, (_, asked_runs)), reply in zip(missing.items(), self.cluster.search_all(bodies), strict=True):
            if reply.error is not None:
                raise self.cluster.error_of(reply.error, reply.status)
            counted = counts_of(reply, tuple(asked_runs))
            held = self._weights.get(scope, (now, {}, 0))
            self._weights[scope] = (held[0], held[1] | counted, reply.hits.total.value)
        return [_Weights(*self._weights[_scope(filters)][1:]) for filters, _ in wanted]

    def search_plainly(self, query: Query, filters: Filters, limit: int) -> tuple[Chunk, ...]:
        """The best chunks by the cluster's own ranking, without weights of fields."""
        answer = answer_to(self, SearchRequest(query=query, filters=filters, limit=limit))
        return tuple(hit.chunk for hit in answer.hits)

    def scan(self, query: Query, filters: Filters = ANY, limit: int = 50, *, offset: int = 0) -> ScanAnswer:
        """One page of all chunks in which the query matches, by document and place, with the true totals."""
        condition = matching(query, conditions(filters), ())
        if condition is None:
            return ScanAnswer(chunks=(), total=0, documents=0, offset=offset)
        body: Json = {
            "size": max(limit, 0),
            "from": max(offset, 0),
            "sort": _IN_ORDER,
            "query": condition,
            "track_total_hits": True,
            "aggs": {"documents": {"cardinality": {"field": "doc_id", "precision_threshold": 40_000}}},
        }
        found = self.found(self._pattern(filters), body)
        heads = self.heads([str(row.source.get("doc_id")) for row in found.hits.hits])
        return ScanAnswer(
            chunks=tuple(chunk_of(row) for row in found.hits.hits if is_current(row, heads)),
            total=found.hits.total.value,
            documents=metric(found, "documents"),
            offset=offset,
        )

    def _require(self, found: Reply) -> None:
        """Raises for a search that failed or that only a part of the vault answered."""
        if found.error is not None:
            raise self.cluster.error_of(found.error, found.status)
        if found.partial:
            raise VaultError("A part of the vault did not answer; a count would be too small.", next_step="Ask again.")

    def mentions(
        self, phrases: Sequence[str], limit: int = MOST_COUNTED, scopes: Sequence[Filters] = (ANY,)
    ) -> dict[str, Mentions]:
        """For each phrase how many chunks of the scopes and how many notes hold its words side by side, each counted up
        to `limit`; of the filters lane, states and towns count."""
        return dict(zip(phrases, self._counted([(phrase, scopes) for phrase in phrases], limit), strict=True))

    def _counted(self, wanted: Sequence[tuple[str, Sequence[Filters]]], limit: int) -> list[Mentions]:
        """Of each phrase how many chunks of its scopes and how many notes hold it, in one request."""
        runs = [runs_of(Query(phrases=(phrase,))).any_of for phrase, _ in wanted]
        worded = [at for at, one in enumerate(runs) if one and limit > 0]
        indexes = (self.names.every_chunk, self.names.alias("books"))
        bodies = (mentions_of(runs[at][0], wanted[at][1], limit) for at in worded)
        searches = [pair for both in bodies for pair in zip(indexes, both, strict=True)]
        found = [min(one.hits.total.value, limit) for one in self.cluster.search_all(searches)]
        counted = {at: Mentions(*found[2 * place : 2 * place + 2]) for place, at in enumerate(worded)}
        return [counted.get(at, Mentions(0, 0)) for at in range(len(wanted))]

    def facets(self, query: Query, filters: Filters = ANY, without: Sequence[str] = ()) -> Facets:
        """How all passages that match, and hold none of the words `without`, spread over documents, years, bodies."""
        condition = matching(query, conditions(filters), without)
        if condition is None:
            return Facets()
        found = self.found(self._pattern(filters), matches_by_document(condition))
        counted = buckets(found, "documents")
        heads = self.heads(str(one.get("key")) for one in counted)
        return spread_of(counted, [head.summary for head in heads.values()])

    # --- figures ------------------------------------------------------------------------------------------------

    def frequencies(self, stems: Sequence[str], scopes: Sequence[Filters] = (ANY,)) -> dict[str, int]:
        """In how many chunks of the scopes together each stem occurs."""
        words = [one for one in dict.fromkeys(stems) if one]
        body = counting(tuple((one,) for one in words), any_scope(scopes))
        found = self.found(self.names.every_chunk, body)
        counted = counts_of(found, tuple((one,) for one in words))
        return {one: counted.get((one,), 0) for one in stems}

    def figures(self, scopes: Sequence[Filters] = (ANY,)) -> Figures:
        """What the scopes hold together: passages and the latest date."""
        body: Json = {
            "size": 1,
            "sort": [{"date": "desc"}],
            "query": {"bool": {"filter": any_scope(scopes)}},
            "aggs": {"chunks": {"sum": {"field": "chunks"}}},
        }
        found = self.found(self.names.alias("heads"), body)
        latest = next((str(row.source.get("date", "")) for row in found.hits.hits), "")
        return Figures(chunks=metric(found, "chunks"), date_to=latest)

    def towns(self) -> tuple[str, ...]:
        """Towns with local records, sorted."""
        return tuple(self.places())

    def places(self) -> dict[str, tuple[str, ...]]:
        """Town with local records, sorted, to the states of those records."""
        sources = [{"town": {"terms": {"field": "town"}}}, {"state": {"terms": {"field": "state"}}}]
        body: Json = {
            "size": 0,
            "query": {"bool": {"filter": [{"term": {"lane": "local"}}], "must_not": [{"term": {"town": ""}}]}},
            "aggs": {"places": {"composite": {"size": _MOST, "sources": sources}}},
        }
        found = self.found(self.names.alias("heads"), body)
        held: dict[str, tuple[str, ...]] = {}
        for key in sorted(keys(found, "places"), key=lambda one: (str(one.get("town")), str(one.get("state")))):
            town = str(key.get("town"))
            held[town] = (*held.get(town, ()), str(key.get("state")))
        return held

    def boards(self, filters: Filters = ANY) -> tuple[str, ...]:
        """Boards and issuing bodies of the documents that pass the filters, sorted."""
        body: Json = {
            "size": 0,
            "query": {"bool": {"filter": conditions(filters), "must_not": [{"term": {"board": ""}}]}},
            "aggs": {"boards": {"terms": {"field": "board", "size": _MOST}}},
        }
        found = self.found(self.names.alias("heads"), body)
        return tuple(sorted(str(one.get("key")) for one in buckets(found, "boards")))

    def counts(self) -> VaultCounts:
        """Totals for a status report."""
        sums: Json = {name: {"sum": {"field": name}} for name in ("pages", "unread", "chunks", "sections", "poor")}
        lanes: Json = {"lanes": {"terms": {"field": "lane"}}, "types": {"terms": {"field": "doc_type", "size": 100}}}
        heads, books = self.names.alias("heads"), self.names.alias("books")
        everything: Json = {"size": 1, "sort": [{"date": "desc"}], "track_total_hits": True, "aggs": {**sums, **lanes}}
        oldest: Json = {"size": 1, "sort": [{"date": "asc"}], "query": {"range": {"date": {"gt": ""}}}}
        notes: Json = {"size": 0, "track_total_hits": True, "query": {"term": {"kind": "note"}}}
        found, first, noted = self.cluster.search_all([(heads, everything), (heads, oldest), (books, notes)])
        self._require(found)
        return counts_told(found, first, noted)

    def holdings(self, filters: Filters = ANY) -> tuple[BoardMonths, ...]:
        """The months of each board that passes the filters."""
        return holdings_of(self, filters)

    def sections(self, prefix: str) -> tuple[str, ...]:
        """The cites of law held that begin with a prefix, sorted."""
        body: Json = {
            "size": 0,
            "query": {"prefix": {"section": prefix}},
            "aggs": {"cites": {"terms": {"field": "section", "size": _MOST_CITES, "order": {"_key": "asc"}}}},
        }
        found = self.found(self.names.every_chunk, body)
        return tuple(str(one.get("key")) for one in buckets(found, "cites"))

    def cited_law(self, prefix: str, state: str) -> tuple[CitedLaw, ...]:
        """What local records of a state cite that begins with the prefix, each once a record, newest record first."""
        among: list[Json] = [{"term": {"lane": "local"}}, {"term": {"state": state}}, {"prefix": {"cites": prefix}}]
        body: Json = {"query": {"bool": {"filter": among}}, "sort": _NEWEST}
        heads = [head_of(row) for row in self.listed(self.names.alias("heads"), body, 0, _MOST)]
        return tuple(
            CitedLaw(cite=cite, doc_id=head.summary.doc_id, title=head.summary.metadata.title)
            for head in heads
            for cite in head.cites
            if cite.startswith(prefix)
        )

    def cited(self, ids: Sequence[ChunkId]) -> dict[ChunkId, tuple[Reference, ...]]:
        """For each chunk the law that its text cites, by position; unknown ids are left out."""
        return {chunk_of(row).id: references_of(row) for row in self.stored(ids)}

    # --- reading ------------------------------------------------------------------------------------------------

    def heads(self, doc_ids: Iterable[str]) -> dict[str, Head]:
        """Document id -> its head as it is at this moment, for the documents that are held."""
        index = self.names.alias("heads")
        wanted = dict.fromkeys(storable(one) for one in doc_ids)
        rows = self.cluster.rows([{"_index": index, "_id": doc_id} for doc_id in wanted if 0 < len(doc_id) < 500])
        return {row.id: head_of(row) for row in rows}

    def _rows_at(self, heads: Mapping[str, Head], wanted: Sequence[tuple[str, int]]) -> tuple[StoredRow, ...]:
        """The stored passages at some places (document, ord) of documents that are held."""
        asked: list[Json] = []
        for doc_id, place in wanted:
            head = heads.get(doc_id)
            if head is not None and 0 <= place < head.places:
                name = chunk_id(doc_id, head.version, place)
                index = self.names.alias("chunks", head.summary.metadata.state)
                asked.append({"_index": index, "_id": f"{name}!{head.gen}", "routing": head.place})
        return self.cluster.rows(asked)

    def _chunks_at(self, heads: Mapping[str, Head], wanted: Sequence[tuple[str, int]]) -> dict[ChunkId, Chunk]:
        return {(chunk := chunk_of(row)).id: chunk for row in self._rows_at(heads, wanted)}

    def stored(self, ids: Sequence[ChunkId]) -> tuple[StoredRow, ...]:
        """The stored passages with these ids, each once; those that are gone are left out."""
        names = {identity: split_id(identity) for identity in ids}
        heads = self.heads(name.doc_id for name in names.values())
        current = [
            (name.doc_id, name.ord)
            for name in names.values()
            if name.doc_id in heads and heads[name.doc_id].version == name.version
        ]
        return self._rows_at(heads, list(dict.fromkeys(current)))

    def get(self, ids: Sequence[ChunkId]) -> tuple[Chunk, ...]:
        """The chunks with these ids in the order asked; ids that are gone are left out."""
        held = {(chunk := chunk_of(row)).id: chunk for row in self.stored(ids)}
        return tuple(held[identity] for identity in ids if identity in held)

    def around(self, ids: Sequence[ChunkId], before: int = 1, after: int = 1) -> dict[ChunkId, tuple[Chunk, ...]]:
        """For each id the chunks near it in its document, in reading order, without itself."""
        names = {identity: split_id(identity) for identity in ids}
        heads = self.heads(name.doc_id for name in names.values())
        near = {
            identity: [
                (name.doc_id, place)
                for place in range(name.ord - max(before, 0), name.ord + max(after, 0) + 1)
                if place != name.ord
            ]
            for identity, name in names.items()
            if name.doc_id in heads and heads[name.doc_id].version == name.version
        }
        held = self._chunks_at(heads, list(dict.fromkeys(one for places in near.values() for one in places)))
        by_place = {(chunk.doc_id, chunk.ord): chunk for chunk in held.values()}
        return {identity: tuple(by_place[one] for one in near.get(identity, ()) if one in by_place) for identity in ids}

    def law(self, cites: Sequence[str], states: Sequence[str] = ()) -> dict[str, tuple[Chunk, ...]]:
        """For each cite the chunks of that section or of all sections of that chapter, in reading order."""
        among = conditions(Filters(states=tuple(states)))
        meant = {cite: ways_to_cite(cite) for cite in cites}
        searches = [(self.names.every_chunk, _law_query(one, among)) for cite in meant for one in meant[cite]]
        replies = iter(self.cluster.search_all(searches))
        rows: dict[str, tuple[StoredRow, ...]] = {}
        for cite, ways in meant.items():
            found = [next(replies) for _ in ways]
            for one in found:
                self._require(one)
            rows[cite] = next((one.hits.hits for one in found if one.hits.hits), ())
        heads = self.heads(str(row.source.get("doc_id")) for found_rows in rows.values() for row in found_rows)
        return {cite: tuple(chunk_of(row) for row in rows[cite] if is_current(row, heads)) for cite in cites}

    def passages(self, doc_ids: Sequence[str]) -> dict[str, tuple[Chunk, ...]]:
        """For each document all its chunks in reading order."""
        heads = self.heads(doc_ids)
        wanted = [(doc_id, place) for doc_id, head in heads.items() for place in range(head.places)]
        held = self._chunks_at(heads, wanted)
        found: dict[str, list[Chunk]] = {doc_id: [] for doc_id in doc_ids}
        for chunk in held.values():
            found[chunk.doc_id].append(chunk)
        return {doc_id: tuple(sorted(chunks, key=lambda one: one.ord)) for doc_id, chunks in found.items()}

    def page(self, doc_id: str, number: int) -> Page | None:
        """One page of a document (1-based), or None."""
        head = self.heads((doc_id,)).get(doc_id)
        found = self._parts(head, [f"p{number}"]) if head else ()
        return Page.model_validate(found[0]) if found else None

    def document(self, doc_id: str) -> Document | None:
        """The whole document with its pages and sections, or None."""
        head = self.heads((doc_id,)).get(doc_id)
        if head is None:
            return None
        facts = next(iter(self._parts(head, ["d"])), {})
        numbers = facts.get("pages")
        pages = self._parts(head, [f"p{number}" for number in numbers] if isinstance(numbers, list) else [])
        sections = self._parts(head, [f"s{number}" for number in range(head.sections)])
        return Document(
            doc_id=doc_id,
            metadata=head.summary.metadata,
            pages=tuple(map(Page.model_validate, pages)),
            sections=tuple(map(Section.model_validate, sections)),
            source=head.summary.source,
            content_hash=str(facts.get("content_hash", "")),
        )

    def _parts(self, head: Head, names: Sequence[str]) -> tuple[dict[str, JsonValue], ...]:
        index, doc_id = self.names.alias("parts"), head.summary.doc_id
        rows = self.cluster.rows([{"_index": index, "_id": f"{doc_id}!{head.gen}!{name}"} for name in names])
        return tuple(part for row in rows if isinstance(part := row.source.get("part"), dict))

    def documents(
        self, filters: Filters = ANY, limit: int = 100_000, *, offset: int = 0
    ) -> tuple[DocumentSummary, ...]:
        """Documents that pass the filters, newest first, undated last, then by id."""
        body: Json = {"query": {"bool": {"filter": conditions(filters)}}, "sort": _NEWEST}
        rows = self.listed(self.names.alias("heads"), body, max(offset, 0), max(limit, 0))
        return tuple(head_of(row).summary for row in rows)

    def listed(self, index: str, body: Json, first: int, limit: int) -> tuple[StoredRow, ...]:
        """The rows of a sorted search from place `first` on, at most `limit`, a page of the cluster at a time."""
        found: list[StoredRow] = []
        after: Json = {}
        while len(found) < first + limit:
            page = self.found(index, {**body, **after, "size": min(_LISTED, first + limit - len(found))}).hits.hits
            if not page:
                break
            found += page
            after = {"search_after": list(page[-1].sort)}
        return tuple(found[first:])

    def _pattern(self, filters: Filters) -> str:
        """The indexes that may hold a match: those of the states asked for, or of all."""
        if not filters.states:
            return self.names.every_chunk
        return ",".join(sorted({self.names.alias("chunks", _plain_state(one)) for one in filters.states}))


class _Probes:
    """The questions of `vault.nothing_found` about the words of one search, put to the cluster."""

    def __init__(self, library: ClusterLibrary, query: Query) -> None:
        self._library, self._query = library, query

    def values(self, column: Column, filters: Filters) -> tuple[str, ...]:
        """Values of a column among the matches, those of most passages first cut off, sorted."""
        body: Json = {
            "size": 0,
            "query": matching(self._query, conditions(filters), (), "all"),
            "aggs": {"values": {"terms": {"field": column, "size": _MOST_VALUES}}},
        }
        found = self._library.found(self._library.names.every_chunk, body)
        return tuple(sorted(str(one.get("key")) for one in buckets(found, "values")))

    def holds(self, filters: Filters) -> bool:
        """Whether any document passes."""
        return bool(self._library.documents(filters, 1))

    def unread(self, filters: Filters) -> tuple[int, int]:
        """Pages that could not be read, and their documents."""
        body: Json = {
            "size": 0,
            "track_total_hits": True,
            "query": {"bool": {"filter": [*conditions(filters), {"range": {"unread": {"gt": 0}}}]}},
            "aggs": {"unread": {"sum": {"field": "unread"}}},
        }
        found = self._library.found(self._library.names.alias("heads"), body)
        return metric(found, "unread"), found.hits.total.value

    def otherwise(self) -> Diagnosis:
        """Nothing more is known."""
        return NOT_HELD


def _plain_state(state: str) -> str:
    return "".join(letter for letter in state.lower() if letter.isascii() and letter.isalnum())


def _scope(filters: Filters) -> str:
    return repr((filters.lane, filters.states, filters.towns))


def _ranked(ask: SearchRequest, runs: Runs, weights: _Weights) -> Json:
    strict = Runs((), runs.every) if ask.mode != "any" else runs
    query = ranked_query(strict, conditions(ask.filters), weights.known, weights.total)
    if not runs.every:
        query = {"match_none": {}}
    return {
        "size": min(max(ask.limit, 0) + _SPARE, _MOST),
        "sort": [{"_score": "desc"}, *_IN_ORDER],
        "track_scores": True,
        "track_total_hits": False,
        "timeout": f"{max(1, round(ask.deadline_s * 1000))}ms",
        "query": query,
    }


def _law_query(way: Json, among: Sequence[Json]) -> Json:
    return {"size": _MOST, "sort": _IN_ORDER, "query": {"bool": {"filter": [way, *among]}}}
