"""Filters as SQL: which range of ids, which scopes and which documents a search may touch.

Pure functions from `Filters` to conditions with parameters; no value of a filter ever becomes part of a statement.
The range of ids is pushed into the index, the rest is tested on the row before it is scored.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from vault.store.keys import date_range_sql, place_key, plain_key
from vault.types import Filters

__all__ = ["NO_ROW", "Where", "document_where", "row_where"]


class Where(NamedTuple):
    """A condition, its parameters in order, and how many chunks can pass it at most (None when that is not known)."""

    sql: str
    parameters: tuple[str | int, ...] = ()
    at_most: int | None = None


NO_ROW = Where("0")
"""Filters that nothing in the vault can meet, such as a town it does not hold."""


def _in(column: str, values: Iterable[str]) -> Where:
    found = tuple(values)
    return Where(f"{column} IN ({', '.join('?' * len(found))})", found)


def _dates(filters: Filters) -> Iterable[Where]:
    not_before, not_after = date_range_sql("date")
    if filters.date_from:
        yield Where(not_before, (plain_key(filters.date_from),))
    if filters.date_to:
        yield Where(not_after, (plain_key(filters.date_to),))


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
        yield _in("doc_id", (i.encode("utf-8", "replace").decode() for i in filters.doc_ids))
    yield from _dates(filters)


def _joined(parts: Iterable[Where]) -> Where:
    found = tuple(parts)
    return Where(" AND ".join(w.sql for w in found) or "1", tuple(p for w in found for p in w.parameters))


def document_where(filters: Filters) -> Where:
    """The filters as one condition on the table `documents`."""
    parts = list(_facts(filters))
    if filters.lane:
        parts.append(Where("lane = ?", (filters.lane,)))
    if filters.states:
        parts.append(_in("state", (plain_key(s).upper() for s in filters.states)))
    if filters.towns:
        parts.append(_in("town_key", map(place_key, filters.towns)))
    return _joined(parts)


class _Scopes(NamedTuple):
    """Scopes that may hold a match, ascending; their size; whether a town must still be tested per document."""

    numbers: tuple[int, ...]
    chunks: int
    has_state: bool


def _scopes(connection: sqlite3.Connection, filters: Filters) -> _Scopes:
    parts = []
    if filters.lane:
        parts.append(Where("lane = ?", (filters.lane,)))
    if filters.states:
        parts.append(_in("state", (plain_key(s).upper() for s in filters.states)))
    if filters.towns:
        places = _in("place", map(place_key, filters.towns))
        parts.append(Where(f"(lane = 'state' OR {places.sql})", places.parameters))
    where = _joined(parts)
    query = f"SELECT no, next_n, lane FROM scopes WHERE {where.sql} ORDER BY no"  # noqa: S608 - conditions of ours, values bound
    rows = connection.execute(query, where.parameters).fetchall()
    return _Scopes(tuple(r[0] for r in rows), sum(r[1] for r in rows), any(r[2] == "state" for r in rows))


def row_where(connection: sqlite3.Connection, filters: Filters, rowid: str = "rowid") -> Where:
    """The filters as one condition on a chunk's id in column `rowid`.

    A range of ids first, which the index walks; scopes inside the range and facts of the document after it, with a
    `+` that keeps them out of the index plan. `NO_ROW` when no scope can match.
    """
    parts: list[Where] = []
    at_most: int | None = None
    facts = list(_facts(filters))
    if filters.lane or filters.states or filters.towns:
        scopes, at_most, has_state = _scopes(connection, filters)
        if not scopes:
            return NO_ROW
        low, high = scopes[0], scopes[-1]
        parts.append(Where(f"{rowid} BETWEEN ? AND ?", (low << 32, (high << 32) | 0xFFFFFFFF)))
        if len(scopes) < high - low + 1:
            parts.append(Where(f"(+{rowid} >> 32) IN ({', '.join(map(str, scopes))})"))
        if filters.towns and has_state:
            facts.append(_in("town_key", map(place_key, filters.towns)))
    if facts:
        inner = _joined(facts)
        documents = f"SELECT doc_no FROM documents WHERE {inner.sql}"  # noqa: S608 - conditions of ours, values bound
        chunks = f"SELECT id FROM chunks WHERE doc_no IN ({documents})"  # noqa: S608 - the same
        parts.append(Where(f"+{rowid} IN ({chunks})", inner.parameters))
    return _joined(parts)._replace(at_most=at_most)
