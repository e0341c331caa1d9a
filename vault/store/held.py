"""What a vault file holds and lacks: months of its boards, the law its records cite, and what it says to the ladder of
`vault.nothing_found`.

Everything reads through a connection. It counts what is there; it does not know when a board really met.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from vault.holdings import BoardMonths, CitedLaw, Facets, months_by_board, spread
from vault.nothing_found import NOT_HELD, Column, Diagnosis
from vault.store.filters import ScopePart, document_where, parts_of
from vault.store.scope_choice import MOST_LOOKED, KnownScopes, holders, matching
from vault.store.search import TEXT_ONLY, Terms, match_any, terms_of
from vault.types import Filters, Query

__all__ = ["FileProbes", "cited_law", "facets_of", "held_sections", "holdings_of"]


def holdings_of(connection: sqlite3.Connection, filters: Filters) -> tuple[BoardMonths, ...]:
    """The months of each board whose records pass the filters, in order of town and board."""
    where = document_where(filters)
    query = f"SELECT state, town, board, date FROM documents WHERE lane = 'local' AND board <> '' AND {where.sql}"  # noqa: S608
    return months_by_board(connection.execute(query, where.parameters))


def facets_of(
    connection: sqlite3.Connection, parts: Iterable[ScopePart], query: Query, without: Sequence[str]
) -> Facets:
    """The spread of all passages of these scopes that match the query and hold none of the words `without`; nothing is
    ranked and no text is read."""
    wanted, unwanted = terms_of(query), terms_of(Query(terms=tuple(without)))
    if not any(wanted):
        return Facets()
    found: list[tuple[str, str, str, int]] = []
    for part in parts:
        match = f"{TEXT_ONLY}({match_any(wanted, part.scope_no)})"
        match += f" NOT {TEXT_ONLY}({match_any(unwanted, part.scope_no)})" if any(unwanted) else ""
        found += connection.execute(
            "SELECT d.doc_id, d.date, d.board, count(*) FROM chunks AS c JOIN documents AS d"  # noqa: S608 - our names
            f" USING(doc_no) WHERE c.id IN (SELECT rowid FROM stems WHERE stems MATCH ? AND {part.where.sql})"
            " GROUP BY c.doc_no",
            (match, *part.where.parameters),
        ).fetchall()
    return spread(found)


def held_sections(connection: sqlite3.Connection, prefix: str) -> tuple[str, ...]:
    """The cites held that begin with the prefix ("RSA "), sorted."""
    found = connection.execute("SELECT DISTINCT cite FROM sections WHERE cite >= ? AND cite < ?", _from(prefix))
    return tuple(sorted(cite for (cite,) in found))


def cited_law(connection: sqlite3.Connection, prefix: str, state: str) -> tuple[CitedLaw, ...]:
    """What local records of a state cite that begins with the prefix, each once a record, the newest record first."""
    rows = connection.execute(
        "SELECT DISTINCT r.cite, d.doc_id, d.title, d.date, d.doc_no FROM chunk_refs AS r"
        " JOIN chunks AS c ON c.id = r.chunk_id JOIN documents AS d USING(doc_no)"
        " WHERE r.cite >= ? AND r.cite < ? AND d.lane = 'local' AND d.state = ? ORDER BY d.date DESC, d.doc_no",
        (*_from(prefix), state),
    )
    return tuple(CitedLaw(cite=cite, doc_id=doc_id, title=title) for cite, doc_id, title, _, _ in rows)


def _from(prefix: str) -> tuple[str, str]:
    """The first text that begins with the prefix, and the first after all of these."""
    return prefix, prefix[:-1] + chr(ord(prefix[-1]) + 1)


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
        """Whether any document passes."""
        where = document_where(filters)
        found = self._connection.execute(
            f"SELECT 1 FROM documents WHERE {where.sql} LIMIT 1",  # noqa: S608 - conditions of ours, values bound
            where.parameters,
        )
        return found.fetchone() is not None

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
