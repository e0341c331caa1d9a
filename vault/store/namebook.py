"""The name table: which chunk answers to which name. Written as documents are stored; links are read off it later.

Holds the one write of names and the batching of ids. It refuses to say what a name links.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from vault.store.link_names import names_of

__all__ = ["batches", "index_names", "with_ids"]

_BATCH = 400
"""Ids per SQL statement, under the limit of 999 variables of old SQLite builds."""
_T = TypeVar("_T")


def index_names(connection: sqlite3.Connection, chunk_ids: Iterable[int]) -> int:
    """Fill `names` of these chunks anew and return how many names were written.

    Runs inside the caller's transaction. Unknown ids are passed over; an empty list writes nothing.
    """
    written = 0
    for ids in batches(chunk_ids):
        with_ids(connection, "DELETE FROM names WHERE chunk_id IN", ids)
        rows = with_ids(
            connection,
            "SELECT c.id, c.title, c.heading, c.section, c.body, c.ord, EXISTS(SELECT 1 FROM chunks p WHERE"
            " p.doc_no = c.doc_no AND p.ord = c.ord - 1 AND p.heading = c.heading) FROM chunks c WHERE c.id IN",
            ids,
        ).fetchall()
        names = []
        for chunk_id, title, heading, section, body, place, continued in rows:
            shown = "" if continued else heading
            called = names_of(title=title, heading=shown, section=section, body=body, opens=place == 0)
            names += [(name.text, chunk_id, name.kind) for name in called]
        connection.executemany("INSERT OR IGNORE INTO names(name, chunk_id, kind) VALUES (?, ?, ?)", names)
        written += len(names)
    return written


def batches(ids: Iterable[_T]) -> Iterator[list[_T]]:
    """The ids in lists short enough for one statement."""
    rest = iter(ids)
    while batch := list(islice(rest, _BATCH)):
        yield batch


def with_ids(connection: sqlite3.Connection, statement: str, ids: Sequence[int | str]) -> sqlite3.Cursor:
    """Runs a statement that ends in IN with these ids."""
    return connection.execute(f"{statement} ({','.join('?' * len(ids))})", ids)
