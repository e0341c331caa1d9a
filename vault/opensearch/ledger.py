"""The ledger of a vault in a cluster: the records that ingest read, listed and counted as in the file.

A record is one object with the fields a question narrows by, the stems, matters and officials it is found by, and its
row whole. Records of a generation that is being replaced are never shown. Nobody is profiled (`vault.asked_matters`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

from vault.asked_matters import (
    article_key,
    is_loose,
    is_of_a_thing,
    keys_of_matter,
    naming_words,
    nobody_acted,
    only_a_name,
    other_names,
    told_as,
)
from vault.errors import InputError
from vault.holdings import months_missing
from vault.ledger import Completeness, LedgerAnswer, LedgerQuery, LedgerRow, Order, disagreements, surname_key
from vault.opensearch.cluster import Json, Reply, StoredRow
from vault.opensearch.queries import any_of, buckets, conditions, is_current, metric, whole_number
from vault.store.keys import place_key, plain_key, storable
from vault.store.records import keys_of, officials_of, words_of
from vault.text.words import content_words, stem
from vault.types import Filters

if TYPE_CHECKING:
    from vault.opensearch.library import ClusterLibrary

__all__ = ["ClusterLedger", "stored_record"]

_MOST_DAYS = 10_000
"""Days of meetings told apart in one answer: a board meets fifty times a year."""
_NUMBERS = 100_000
"""Records of one document are numbered below this."""
_ORDER: Mapping[Order, list[Json]] = {
    "place": [{"doc_date": "desc"}, {"doc_id": "asc"}, {"number": "asc"}],
    "time": [{"date": "asc"}, {"doc_id": "asc"}, {"number": "asc"}],
    "amount": [{"amount": {"order": "desc", "missing": "_last"}}, {"doc_id": "asc"}, {"number": "asc"}],
}


def stored_record(row: LedgerRow, number: int) -> Json:
    """What stands in the cluster for the record that is the n-th of its document, beside the facts of the document."""
    record, facts = row.record, keys_of(row.record, row.date)
    words = words_of(record)
    first = int.from_bytes(sha256(row.doc_id.encode("utf-8", "replace")).digest()[:4], "big") * _NUMBERS
    return {
        **facts._asdict(),
        "date": row.date,
        "number": number,
        "page": row.page,
        "stems": [word for word, _ in words],
        "plain": [word for word, plain in words if plain],
        "matters": [matter.key for matter in record.matters],
        "people": sorted({key for _, name in officials_of(record) if (key := surname_key(name))}),
        "row": row.changed(id=first + number).model_dump(mode="json"),
    }


class ClusterLedger:
    """The ledger of one vault in a cluster: `vault.ports.Ledger`."""

    def __init__(self, library: ClusterLibrary) -> None:
        self._library = library

    @property
    def _index(self) -> str:
        return self._library.names.alias("records")

    def rows(self, query: LedgerQuery, *, limit: int = 50, offset: int = 0, order: Order = "place") -> LedgerAnswer:
        """The records that pass, at most `limit` from `offset` on. Raises `InputError` for a query that asks for a
        private person."""
        among: Json = {"bool": {"filter": self._conditions(query)}}
        counted = self._library.found(self._index, {"size": 0, "query": among, "track_total_hits": True})
        body: Json = {"query": among, "sort": _ORDER[order]}
        rows = self._shown(self._library.listed(self._index, body, max(offset, 0), max(limit, 0)))
        return LedgerAnswer(
            rows=rows,
            total=counted.hits.total.value,
            completeness=self._completeness(query, rows),
            disagreements=disagreements(rows),
        )

    def of_document(self, doc_id: str) -> tuple[LedgerRow, ...]:
        """The records of a document, in order of place."""
        return self._of([{"term": {"doc_id": storable(doc_id)}}])

    def on_pages(self, pages: Iterable[tuple[str, int]]) -> tuple[LedgerRow, ...]:
        """The records of some pages, each a document id and a page, in the order of the pages."""
        wanted = list(dict.fromkeys(pages))
        if not wanted:
            return ()
        places: list[Json] = [
            {"bool": {"filter": [{"term": {"doc_id": storable(doc_id)}}, {"term": {"page": page}}]}}
            for doc_id, page in wanted
        ]
        at = {place: number for number, place in enumerate(wanted)}
        return tuple(sorted(self._of([any_of(places)]), key=lambda row: at[row.doc_id, row.page or 0]))

    def _of(self, among: Sequence[Json]) -> tuple[LedgerRow, ...]:
        body: Json = {"query": {"bool": {"filter": list(among)}}, "sort": [{"doc_id": "asc"}, {"number": "asc"}]}
        return self._shown(self._library.listed(self._index, body, 0, _NUMBERS))

    def _shown(self, rows: Sequence[StoredRow]) -> tuple[LedgerRow, ...]:
        heads = self._library.heads(str(row.source.get("doc_id")) for row in rows)
        return tuple(LedgerRow.model_validate(row.source.get("row")) for row in rows if is_current(row, heads))

    # --- conditions ---------------------------------------------------------------------------------------------

    def _conditions(self, query: LedgerQuery) -> list[Json]:
        own, wide = _own(query), self._statewide(query)
        scope = any_of([{"bool": {"filter": own}}, *wide])
        stems = [stem(word) for word in content_words(query.town)]
        rows: Json = {"bool": {"filter": [*wide, {"term": {"kind": "figure"}}, *_with_stems(stems)]}}
        found = [any_of([{"bool": {"filter": own}}, *([rows] if wide and stems else [])]), *_plain(query)]
        if query.person:
            named: Json = {"term": {"people": surname_key(query.person)}}
            if not self._holds([scope, named]):
                raise nobody_acted(query.person)
            found.append(named)
        if query.key:
            found.append({"term": {"matters": query.key}})
        if query.article:
            found.append({"term": {"matters": article_key(query.article)}})
        if query.matter:
            found.append(self._matter(query.matter, query, scope))
        if query.words:
            found += self._words(query.words, [stem(word) for word in content_words(query.words)], scope)
        return found

    def _statewide(self, query: LedgerQuery) -> list[Json]:
        """The records of no place in the states of the town, whose tables have a row for every town; [] without one."""
        if not query.town:
            return []
        body: Json = {
            "size": 0,
            "query": {"term": {"place": place_key(query.town)}},
            "aggs": {"states": {"terms": {"field": "state"}}},
        }
        states = [str(one.get("key")) for one in buckets(self._library.found(self._heads, body), "states")]
        return [{"bool": {"filter": [{"term": {"place": ""}}, {"terms": {"state": states}}]}}] if states else []

    @property
    def _heads(self) -> str:
        return self._library.names.alias("heads")

    def _holds(self, among: Sequence[Json]) -> bool:
        body: Json = {"size": 0, "track_total_hits": 1, "query": {"bool": {"filter": list(among)}}}
        return self._library.found(self._index, body).hits.total.value > 0

    def _matter(self, matter: str, query: LedgerQuery, scope: Json) -> Json:
        """The records of a matter: by its printed number or the name of a fund; else by a heading or a line of
        a budget, by its words, or by those of its other name."""
        wanted = list(keys_of_matter(matter))
        counted: Json = {"held": {"filters": {"filters": {key: {"term": {"matters": key}} for key in wanted}}}}
        body: Json = {
            "size": 0,
            "query": {"bool": {"filter": [scope, {"terms": {"matters": wanted}}]}},
            "aggs": counted,
        }
        held = _counted(self._library.found(self._index, body))
        kept: list[Json] = [{"terms": {"matters": held}}] if held else []
        if not is_loose(held):
            return any_of(kept)
        try:
            names = (matter, *other_names(self._library.search, matter, query))
            named = [self._words(name, naming_words(name), scope) for name in names]
        except InputError:
            if not held:
                raise
            named = []
        kept += [{"bool": {"filter": words}} for words in named if words]
        return any_of(kept)

    def _words(self, text: str, stems: Sequence[str], scope: Json) -> list[Json]:
        if not stems:
            return []
        if (
            not is_of_a_thing(text)
            and self._holds([scope, {"terms": {"stems": list(stems)}}])
            and not self._holds([scope, {"terms": {"plain": list(stems)}}])
        ):
            raise only_a_name(text)
        return list(_with_stems(stems))

    # --- completeness -------------------------------------------------------------------------------------------

    def _completeness(self, query: LedgerQuery, rows: Sequence[LedgerRow]) -> Completeness:
        minutes: Json = {"bool": {"filter": [{"term": {"doc_type": "minutes"}}], "must_not": [{"term": {"date": ""}}]}}
        body: Json = {
            "size": 0,
            "track_total_hits": True,
            "query": {"bool": {"filter": [*conditions(query.documents), *(_own(query) if query.of_no_town else [])]}},
            "aggs": {
                "unread": {"sum": {"field": "unread"}},
                "told": {"filter": {"range": {"records": {"gt": 0}}}},
                "minutes": {"filter": minutes, "aggs": {"days": {"terms": {"field": "date", "size": _MOST_DAYS}}}},
            },
        }
        found = self._library.found(self._heads, body)
        told, held = found.aggregations.get("told"), found.aggregations.get("minutes")
        days = held.get("days") if isinstance(held, dict) else None
        dates = sorted(_days(days.get("buckets") if isinstance(days, dict) else None))
        return Completeness(
            documents=found.hits.total.value,
            with_records=whole_number(told.get("doc_count")) if isinstance(told, dict) else 0,
            meetings=len(dates),
            first=dates[0] if dates else "",
            last=dates[-1] if dates else "",
            missing_months=months_missing(dates) if query.body else (),
            unread_pages=metric(found, "unread"),
            likely=sum(row.record.quality == "likely" for row in rows),
        )


def _days(told: object) -> Iterator[str]:
    """The day of each meeting, once a meeting."""
    for one in told if isinstance(told, list) else []:
        yield from [str(one.get("key"))] * whole_number(one.get("doc_count"))


def _counted(found: Reply) -> list[str]:
    """The keys that some record has."""
    told = found.aggregations.get("held")
    counted = told.get("buckets") if isinstance(told, dict) else None
    counts = counted if isinstance(counted, dict) else {}
    return [key for key, one in counts.items() if isinstance(one, dict) and one.get("doc_count")]


def _own(query: LedgerQuery) -> list[Json]:
    """The scope of the place and state asked about."""
    found: list[Json] = []
    if query.town:
        found.append({"term": {"place": place_key(query.town)}})
    if query.of_no_town:
        found.append({"term": {"place": ""}})
    if query.state:
        found.append({"term": {"state": plain_key(query.state).upper()}})
    return found


def _with_stems(stems: Iterable[str]) -> Iterator[Json]:
    """Records that hold each of the stems."""
    return ({"term": {"stems": one}} for one in stems)


def _plain(query: LedgerQuery) -> Iterator[Json]:
    """Conditions on the fields of a record and of its document."""
    asked: Json = {"action": query.action, "outcome": query.outcome, "fate": query.fate, "status": query.status}
    for field, value in asked.items():
        if value is not None:
            yield any_of([{"term": {one: value}} for one in told_as(field, str(value))])
    if query.kinds:
        yield {"terms": {"kind": list(query.kinds)}}
    yield from conditions(
        Filters(
            boards=(query.body,) if query.body else (),
            date_from=query.date_from,
            date_to=query.date_to,
            doc_ids=query.doc_ids,
        )
    )
    if query.year:
        year = query.year[-4:].replace("\\", "\\\\").replace("*", "\\*").replace("?", "\\?")
        of_day: Json = {"bool": {"filter": [{"term": {"period": ""}}, {"prefix": {"date": query.year[-4:]}}]}}
        yield any_of([{"wildcard": {"period": {"value": f"*{year}*"}}}, of_day])
    bounds = {"gte": query.amount_from, "lte": query.amount_to}
    if any(value is not None for value in bounds.values()):
        yield {"range": {"amount": {sign: value for sign, value in bounds.items() if value is not None}}}
