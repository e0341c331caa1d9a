"""What a vault file holds and lacks: months of its boards, unread pages, the law its records cite.

Every function takes a connection for reading. It counts what is there; it does not know when a board really met.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence

from vault.holdings import BoardMonths, CitedLaw, Facets, Holdings, UnreadPages, months_by_board, spread
from vault.store.filters import ScopePart, document_where
from vault.store.search import TEXT_ONLY, match_any, terms_of
from vault.types import Filters, Query

__all__ = ["cited_law", "facets_of", "held_sections", "holdings_of"]


def _boards(connection: sqlite3.Connection, filters: Filters) -> tuple[BoardMonths, ...]:
    where = document_where(filters)
    query = f"SELECT state, town, board, date FROM documents WHERE lane = 'local' AND board <> '' AND {where.sql}"  # noqa: S608
    return months_by_board(connection.execute(query, where.parameters))


def _unread(connection: sqlite3.Connection, filters: Filters) -> tuple[UnreadPages, ...]:
    where = document_where(filters)
    rows = connection.execute(
        "SELECT doc_id, source, json_group_array(number), min(reason) FROM"  # noqa: S608 - conditions of ours
        " (SELECT d.doc_id, d.source, p.number, p.reason FROM pages AS p JOIN documents AS d USING(doc_no)"
        f" WHERE p.origin = 'unread' AND d.doc_no IN (SELECT doc_no FROM documents WHERE {where.sql})"
        " ORDER BY d.doc_id, p.number) GROUP BY doc_id ORDER BY doc_id",
        where.parameters,
    )
    return tuple(
        UnreadPages(doc_id=doc_id, source=source, pages=tuple(sorted(json.loads(numbers))), reason=reason)
        for doc_id, source, numbers, reason in rows
    )


def holdings_of(connection: sqlite3.Connection, filters: Filters) -> Holdings:
    """The holdings of the records that pass the filters: boards in order of town and board, months ascending."""
    return Holdings(boards=_boards(connection, filters), unread=_unread(connection, filters))


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
