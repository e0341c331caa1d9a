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


def counts(connection: sqlite3.Connection) -> VaultCounts:
    """All totals of `VaultCounts`."""
    one = connection.execute(
        "SELECT coalesce(sum(documents), 0), coalesce(sum(pages), 0), coalesce(sum(unread), 0),"
        " coalesce(sum(t.chunks), 0), coalesce(sum(documents * (lane = 'local')), 0),"
        " coalesce(sum(documents * (lane = 'state')), 0), coalesce(min(nullif(first, '')), ''),"
        " coalesce(max(last), '') FROM totals AS t JOIN scopes ON no = scope_no"
    ).fetchone()
    (notes,) = connection.execute("SELECT count(*) FROM notes").fetchone()
    (refused,) = connection.execute("SELECT count(*) FROM files WHERE outcome = 'refused'").fetchone()
    (poor,) = connection.execute(
        f"SELECT count(*) FROM pages WHERE quality < {POOR_QUALITY} AND origin = 'ocr'"  # noqa: S608 - a number of ours
    ).fetchone()
    (sections,) = connection.execute("SELECT count(*) FROM sections").fetchone()
    types = connection.execute("SELECT doc_type, sum(documents) FROM totals GROUP BY 1 ORDER BY 2 DESC, 1")
    return VaultCounts(
        documents=one[0],
        pages=one[1],
        unread_pages=one[2],
        poor_pages=poor,
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
