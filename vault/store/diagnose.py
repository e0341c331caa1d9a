"""What the file says to the ladder of `vault.nothing_found`."""

from __future__ import annotations

import sqlite3

from vault.nothing_found import NOT_HELD, Column, Diagnosis
from vault.store.filters import document_where, parts_of
from vault.store.scope_choice import MOST_LOOKED, KnownScopes, holders, matching
from vault.store.search import Terms, match_any
from vault.types import Filters

__all__ = ["FileProbes"]

_LOOKED = 128
"""Places that may hold the words in which it is looked whether they do."""
_ENOUGH = 3
_ROWS = 200
"""Passages of a place whose values are taken."""


class FileProbes:
    """The questions about the words of one search, put to the file."""

    def __init__(self, connection: sqlite3.Connection, known: KnownScopes, terms: Terms) -> None:
        self._connection, self._known, self._terms = connection, known, terms

    def values(self, column: Column, filters: Filters) -> tuple[str, ...]:
        """A few values of a document column among the matches, of the first places that hold the words."""
        found: set[str] = set()
        places = holders(self._connection, self._known, filters, self._terms, _LOOKED)
        for part in parts_of(self._connection, filters, places):
            rows = self._connection.execute(
                f"SELECT DISTINCT d.{column} FROM chunks AS c JOIN documents AS d USING(doc_no) WHERE c.id IN"  # noqa: S608
                f" (SELECT rowid FROM stems WHERE stems MATCH ? AND {part.where.sql} LIMIT {_ROWS})",
                (match_any(self._terms, part.scope_no), *part.where.parameters),
            )
            found.update(str(row[0]) for row in rows)
            if len(found) > _ENOUGH:
                break
        return tuple(sorted(found))

    def holds(self, filters: Filters) -> bool:
        """Whether any place under these filters holds a document."""
        return bool(parts_of(self._connection, filters))

    def unread(self, filters: Filters) -> tuple[int, int]:
        """Pages that could not be read, and their documents."""
        where = document_where(filters)
        row = self._connection.execute(
            "SELECT coalesce(sum(unread), 0), count(*) FROM documents"  # noqa: S608 - conditions of ours, values bound
            f" WHERE doc_no IN (SELECT doc_no FROM pages WHERE origin = 'unread') AND {where.sql}",
            where.parameters,
        ).fetchone()
        return int(row[0]), int(row[1])

    def otherwise(self) -> Diagnosis:
        """What the places say in which it was not looked yet."""
        left = holders(self._connection, self._known, Filters(), self._terms, MOST_LOOKED)[_LOOKED:]
        if matching(self._connection, self._terms, left, 1):
            return Diagnosis("filtered_out", "The words occur only outside the filters.")
        if _LOOKED + len(left) == MOST_LOOKED:
            return Diagnosis(None, f"{MOST_LOOKED} places that hold the words apart were looked at, not all.")
        return NOT_HELD
