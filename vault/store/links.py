"""Who names or cites whom in the vault: names are kept at ingest, links are worked out when they are asked for.

A hop reads the links of a dozen passages, so that working them out costs milliseconds where a table of all links cost
two fifths of an ingest. It refuses to rank and to decide which link is followed.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple

from vault.store.link_names import NameKind, batches, with_ids
from vault.store.linkbook import LinkBook
from vault.types import Link

__all__ = ["Links", "NamedChunk"]

_LINKS_KEPT = 2_000
"""Chunks whose links are remembered, some KB each: the sources of a hundred questions."""

_Row = tuple[int, int, str, str]


class NamedChunk(NamedTuple):
    """A chunk that answers to a name."""

    name: str
    chunk_id: int
    kind: NameKind


class _Seen(threading.local):
    """What one thread has worked out, for the vault as it was at `version`."""

    connection: sqlite3.Connection | None = None
    version: int = -1
    book: LinkBook
    out: dict[int, tuple[Link, ...]]
    back: dict[int, tuple[int, ...]]


class Links:
    """The links of one vault. Safe to use from several threads; each remembers what it worked out."""

    def __init__(self, reading: Callable[[], AbstractContextManager[sqlite3.Connection]]) -> None:
        self._reading = reading
        self._seen = _Seen()

    def named(self, names: Iterable[str]) -> tuple[NamedChunk, ...]:
        """The chunks that answer to any of the names (folded words, single spaces), by name then chunk."""
        found: list[NamedChunk] = []
        with self._reading() as connection:
            for batch in batches(dict.fromkeys(names)):
                rows = with_ids(connection, "SELECT name, chunk_id, kind FROM names WHERE name IN", batch)
                found += map(NamedChunk._make, rows)
        return tuple(sorted(found))

    def out_of(self, ids: Sequence[int]) -> Mapping[int, tuple[Link, ...]]:
        """Chunk id -> what its text names and cites, by position; unknown ids are left out."""
        with self._reading() as connection:
            seen = self._current(connection)
            for row in _rows(connection, [i for i in ids if i not in seen.out]):
                seen.out[row[0]] = seen.book.links(row)
            return {i: seen.out[i] for i in ids if i in seen.out}

    def back_to(self, ids: Sequence[int]) -> Mapping[int, tuple[int, ...]]:
        """Chunk id -> the chunks that cite it, ascending; unknown ids are left out."""
        with self._reading() as connection:
            seen = self._current(connection)
            for row in _rows(connection, [i for i in ids if i not in seen.back]):
                seen.back[row[0]] = seen.book.citing(row)
            return {i: seen.back[i] for i in ids if i in seen.back}

    def _current(self, connection: sqlite3.Connection) -> _Seen:
        (version,) = connection.execute("SELECT coalesce(sum(changed), 0) FROM scopes").fetchone()
        seen = self._seen
        stale = (seen.connection, seen.version) != (connection, version)
        if stale or len(seen.out) > _LINKS_KEPT or len(seen.back) > _LINKS_KEPT:
            seen.connection, seen.version = connection, version
            seen.out, seen.back = {}, {}
            if stale:
                seen.book = LinkBook(connection)
        return seen


def _rows(connection: sqlite3.Connection, ids: Sequence[int]) -> Iterator[_Row]:
    for batch in batches(ids):
        yield from with_ids(connection, "SELECT id, doc_no, section, body FROM chunks WHERE id IN", batch).fetchall()
