"""Filters as SQL: which scopes and which documents a search may touch.

Functions from `Filters` to conditions with parameters; no value of a filter ever becomes part of a statement. A scope
(a town's records, a state's law) has terms of its own in the index; the rest is tested on the row before it is ranked.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable
from typing import NamedTuple

from vault.store.keys import date_range_sql, place_key, plain_key, storable
from vault.types import Filters

__all__ = ["ScopePart", "Where", "all_of", "any_of", "document_where", "parts_of", "scope_lanes"]


class Where(NamedTuple):
    """A condition and its parameters in order."""

    sql: str
    parameters: tuple[str | int, ...] = ()


def _in(column: str, values: Iterable[str]) -> Where:
    found = tuple(values)
    return Where(f"{column} IN ({', '.join('?' * len(found))})", found)


def _dates(filters: Filters) -> Iterable[Where]:
    not_before, not_after = date_range_sql("date")
    if filters.date_from:
        yield Where(not_before, (plain_key(filters.date_from),))
    if filters.date_to:
        yield Where(not_after, (plain_key(filters.date_to),))


def _doc_ids(filters: Filters) -> Iterable[str]:
    return (storable(i) for i in filters.doc_ids)


def _facts(filters: Filters) -> Iterable[Where]:
    """Conditions on the document itself, without those a scope already answers."""
    if filters.boards:
        yield _in("board_key", map(plain_key, filters.boards))
    if filters.doc_types:
        yield _in("doc_type", filters.doc_types)
    if filters.exclude_doc_types:
        excluded = _in("doc_type", filters.exclude_doc_types)
        yield Where(f"NOT {excluded.sql}", excluded.parameters)
    if filters.authorities:
        yield _in("authority", filters.authorities)
    if filters.doc_ids:
        yield _in("doc_id", _doc_ids(filters))
    yield from _dates(filters)


def all_of(parts: Iterable[Where]) -> Where:
    """The condition that all of these hold; always true without any."""
    return _joined(parts, " AND ", "1")


def any_of(parts: Iterable[Where]) -> Where:
    """The condition that one of these holds; never true without any."""
    found = _joined(parts, ") OR (", "0")
    return Where(f"(({found.sql}))", found.parameters)


def _joined(parts: Iterable[Where], between: str, none: str) -> Where:
    found = tuple(parts)
    return Where(between.join(w.sql for w in found) or none, tuple(p for w in found for p in w.parameters))


def _among_states(filters: Filters) -> Iterable[Where]:
    """Conditions on lane and state, which documents and scopes both have."""
    if filters.lane:
        yield Where("lane = ?", (filters.lane,))
    if filters.states:
        yield _in("state", (plain_key(s).upper() for s in filters.states))


def document_where(filters: Filters) -> Where:
    """The filters as one condition on the table `documents`."""
    parts = [*_facts(filters), *_among_states(filters)]
    if filters.towns:
        parts.append(_in("town_key", map(place_key, filters.towns)))
    return all_of(parts)


class ScopePart(NamedTuple):
    """One scope that a search walks: its number, its chunks counted, how often its words have changed, the date of
    its latest document, and the query for the ids of its chunks that pass the filters besides, empty when all do."""

    scope_no: int
    chunks: int
    changed: int
    latest: str
    rows: Where

    @property
    def where(self) -> Where:
        """The same as a condition on `rowid`, with a `+` that keeps it out of the index plan."""
        return Where(f"+rowid IN ({self.rows.sql})", self.rows.parameters) if self.rows.sql else Where("1")


def scope_where(filters: Filters, among: Collection[int] | None = None) -> Where:
    """The filters as a condition on the table `scopes`, as far as a scope can answer them."""
    parts = [*_among_states(filters)]
    if filters.towns:
        places = _in("place", map(place_key, filters.towns))
        parts.append(Where(f"(lane = 'state' OR {places.sql})", places.parameters))
    if filters.doc_ids:
        held = _in("doc_id", _doc_ids(filters))
        parts.append(Where(f"no IN (SELECT scope_no FROM documents WHERE {held.sql})", held.parameters))  # noqa: S608
    if among is not None:
        parts.append(Where("no IN (SELECT value FROM json_each(?))", (json.dumps(sorted(among)),)))
    return all_of(parts)


def scope_lanes(connection: sqlite3.Connection, filters: Filters) -> dict[int, str]:
    """The numbers of the scopes that a search under these filters may walk, empty ones among them, with their lane."""
    where = scope_where(filters)
    return dict(connection.execute(f"SELECT no, lane FROM scopes WHERE {where.sql}", where.parameters))  # noqa: S608


def _scope_rows(
    connection: sqlite3.Connection, filters: Filters, among: Collection[int] | None
) -> list[tuple[int, int, int, str, str]]:
    """Scopes that may hold a match, ascending: number, chunks, change count, latest date, lane."""
    where = scope_where(filters, among)
    return connection.execute(
        "SELECT no, coalesce(sum(chunks), 0), changed, coalesce(max(last), ''), lane FROM scopes LEFT JOIN totals"  # noqa: S608
        f" ON scope_no = no WHERE {where.sql} GROUP BY no ORDER BY no",
        where.parameters,
    ).fetchall()


def parts_of(
    connection: sqlite3.Connection, filters: Filters, among: Collection[int] | None = None
) -> tuple[ScopePart, ...]:
    """The scopes a search under these filters walks, ascending, without empty ones; () when none can match. With
    `among` only those of these numbers.
    """
    facts = tuple(_facts(filters))
    towns = _in("town_key", map(place_key, filters.towns)) if filters.towns else None
    return tuple(
        ScopePart(no, chunks, changed, latest, _rows(no, (*facts, towns) if towns and lane == "state" else facts))
        for no, chunks, changed, latest, lane in _scope_rows(connection, filters, among)
        if chunks
    )


def _rows(scope_no: int, facts: Iterable[Where]) -> Where:
    inner = all_of(facts)
    if inner.sql == "1":
        return Where("")
    documents = f"SELECT doc_no FROM documents WHERE scope_no = {scope_no} AND {inner.sql}"  # noqa: S608 - ours, values bound
    return Where(f"SELECT id FROM chunks WHERE doc_no IN ({documents})", inner.parameters)  # noqa: S608 - the same
