"""What the vault holds, counted: towns, boards, years, chunks, words.

Reads only; every figure is of the moment it is asked for.
"""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from vault.store.filters import document_where
from vault.types import Filters, Value

__all__ = [
    "VaultCounts",
    "Verdict",
    "boards",
    "counts",
    "refresh_common_df",
    "towns",
]

_COMMON_SHARE = 1000
"""A stem in at least one chunk of a thousand is common: about 4,500 rows whatever the size of the vault."""


class Verdict(NamedTuple):
    """Whether the file is whole, and what is wrong when it is not."""

    ok: bool
    problems: tuple[str, ...]


class VaultCounts(Value):
    """Totals for a status report. Dates are ISO, empty when no document has one."""

    documents: int
    pages: int
    unread_pages: int
    chunks: int
    notes: int
    refused_files: int
    local_documents: int
    state_documents: int
    sections: int
    date_from: str
    date_to: str
    doc_types: tuple[tuple[str, int], ...]
    """Type and number of documents, most frequent first."""


def towns(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Towns with local records, as written in them, sorted."""
    rows = connection.execute(
        "SELECT min(town) FROM documents WHERE lane = 'local' AND town <> '' GROUP BY town_key, state ORDER BY 1"
    )
    return tuple(row[0] for row in rows)


def boards(connection: sqlite3.Connection, filters: Filters) -> tuple[str, ...]:
    """Boards and issuing bodies of the documents that pass the filters, sorted."""
    where = document_where(filters)
    rows = connection.execute(
        f"SELECT min(board) FROM documents WHERE board <> '' AND {where.sql} GROUP BY board_key ORDER BY 1",  # noqa: S608
        where.parameters,
    )
    return tuple(row[0] for row in rows)


def counts(connection: sqlite3.Connection) -> VaultCounts:
    """All totals of `VaultCounts`."""
    one = connection.execute(
        "SELECT count(*), coalesce(sum(pages), 0), coalesce(sum(unread), 0), coalesce(sum(chunks), 0),"
        " coalesce(sum(lane = 'local'), 0), coalesce(sum(lane = 'state'), 0),"
        " coalesce(min(nullif(date, '')), ''), coalesce(max(date), '') FROM documents"
    ).fetchone()
    (notes,) = connection.execute("SELECT count(*) FROM notes").fetchone()
    (refused,) = connection.execute("SELECT count(*) FROM files WHERE outcome = 'refused'").fetchone()
    (sections,) = connection.execute("SELECT count(*) FROM sections").fetchone()
    types = connection.execute("SELECT doc_type, count(*) FROM documents GROUP BY 1 ORDER BY 2 DESC, 1")
    return VaultCounts(
        documents=one[0],
        pages=one[1],
        unread_pages=one[2],
        chunks=one[3],
        local_documents=one[4],
        state_documents=one[5],
        date_from=one[6],
        date_to=one[7],
        notes=notes,
        refused_files=refused,
        sections=sections,
        doc_types=tuple((name, number) for name, number in types),
    )


def refresh_common_df(connection: sqlite3.Connection) -> None:
    """Fills `common_df` anew (inside a write transaction): stems of at least one chunk in a thousand."""
    (chunks,) = connection.execute("SELECT coalesce(sum(chunks), 0) FROM documents").fetchone()
    connection.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, 'fts', 'row')")
    connection.execute("DELETE FROM main.common_df")
    connection.execute(
        "INSERT INTO main.common_df SELECT term, doc FROM temp.vocabulary WHERE doc >= ?",
        (max(2, chunks // _COMMON_SHARE),),
    )
    connection.execute(
        "INSERT OR REPLACE INTO main.meta(key, value)"
        " SELECT 'common_df', coalesce((SELECT value FROM main.meta WHERE key = 'generation'), '0')"
    )
