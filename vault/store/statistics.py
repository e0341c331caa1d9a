"""What the vault holds, counted: towns, boards, years, chunks, words.

Totals are kept by triggers of the file and read, not counted: a status of a million chunks costs as little as one of a
thousand. Every figure is of the moment it is asked for.
"""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from vault.store.filters import document_where
from vault.text.quality import POOR_QUALITY
from vault.types import Filters, VaultCounts

__all__ = ["Verdict", "boards", "counts", "generation", "places"]


class Verdict(NamedTuple):
    """Whether the file is whole, and what is wrong when it is not."""

    ok: bool
    problems: tuple[str, ...]


def generation(connection: sqlite3.Connection) -> int:
    """A higher number whenever a document came in, changed or went."""
    return int(connection.execute("SELECT n FROM generation").fetchone()[0])


def places(connection: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
    """Town with local records, sorted, to the states of those records."""
    rows = connection.execute(
        "SELECT DISTINCT town, state FROM scopes WHERE lane = 'local' AND town <> ''"
        " AND EXISTS(SELECT 1 FROM totals WHERE scope_no = no) ORDER BY 1, 2"
    )
    found: dict[str, tuple[str, ...]] = {}
    for town, state in rows:
        found[town] = (*found.get(town, ()), state)
    return found


def boards(connection: sqlite3.Connection, filters: Filters) -> tuple[str, ...]:
    """Boards and issuing bodies of the documents that pass the filters, sorted."""
    where = document_where(filters)
    rows = connection.execute(
        f"SELECT min(board) FROM documents WHERE board <> '' AND {where.sql} GROUP BY board_key ORDER BY 1",  # noqa: S608
        where.parameters,
    )
    return tuple(row[0] for row in rows)


_COUNTED = {
    "documents": "coalesce(sum(documents), 0)",
    "pages": "coalesce(sum(pages), 0)",
    "unread_pages": "coalesce(sum(unread), 0)",
    "chunks": "coalesce(sum(t.chunks), 0)",
    "local_documents": "coalesce(sum(documents * (lane = 'local')), 0)",
    "state_documents": "coalesce(sum(documents * (lane = 'state')), 0)",
    "date_from": "coalesce(min(nullif(first, '')), '')",
    "date_to": "coalesce(max(last), '')",
    "notes": "(SELECT count(*) FROM notes)",
    "refused_files": "(SELECT count(*) FROM files WHERE outcome = 'refused')",
    "poor_pages": f"(SELECT count(*) FROM pages WHERE quality < {POOR_QUALITY} AND origin = 'ocr')",  # noqa: S608 - a number of ours
    "sections": "(SELECT count(*) FROM sections)",
}
"""How each total is read off the kept ones, the scopes beside them."""


def counts(connection: sqlite3.Connection) -> VaultCounts:
    """All totals of `VaultCounts`."""
    query = f"SELECT {', '.join(_COUNTED.values())} FROM totals AS t JOIN scopes ON no = scope_no"  # noqa: S608 - ours
    totals = connection.execute(query).fetchone()
    types = connection.execute("SELECT doc_type, sum(documents) FROM totals GROUP BY 1 ORDER BY 2 DESC, 1")
    return VaultCounts.model_validate({**dict(zip(_COUNTED, totals, strict=True)), "doc_types": tuple(types)})
