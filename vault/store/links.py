"""Who names or cites whom in the vault: names are kept at ingest, links are worked out when they are asked for.

A hop reads the links of a dozen passages, so that working them out costs milliseconds where a table of all links cost
two fifths of an ingest. It refuses to rank and to decide which link is followed.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import reduce
from operator import or_

from vault.ports import ANY, Linked
from vault.store.keys import SCOPE_BITS
from vault.store.link_names import batches, with_ids
from vault.store.linkbook import LinkBook, Ranges, RowLink
from vault.store.read import ReadChunks, chunk_names, chunk_rows, chunks_of
from vault.store.scope_choice import KnownScopes, holders, numbers_in
from vault.store.search import Terms
from vault.store.statistics import generation
from vault.types import ChunkId, Filters, Link, NamedChunk

__all__ = ["Links"]

_LINKS_KEPT = 2_000
"""Chunks whose links are remembered, some KB each: the sources of a hundred questions."""

_FEW_SCOPES = 64
"""Scopes looked up one by one; of more all names are read at once."""
_BEARERS = (
    "SELECT chunk_id, kind FROM json_each(?) CROSS JOIN names ON scope_no = value AND name = ?"
    " ORDER BY key, chunk_id, kind LIMIT ?"
)
_MOST_BEARERS = 200
"""Several times what a question looks at of one name: a name of that many says nothing."""

_Row = tuple[int, int, str, str]


class _Seen(threading.local):
    """What one thread has worked out, for the vault as it was at `version`."""

    connection: sqlite3.Connection | None = None
    version: int = -1
    book: LinkBook
    out: dict[int, tuple[RowLink, ...]]
    back: dict[tuple[int, Ranges], tuple[int, ...]]


class Links:
    """The links of one vault. Safe to use from several threads; each remembers what it worked out."""

    def __init__(
        self,
        reading: Callable[[], AbstractContextManager[sqlite3.Connection]],
        read: ReadChunks,
        known: KnownScopes,
    ) -> None:
        self._reading = reading
        self._read = read
        self._known = known
        self._seen = _Seen()

    def named(self, names: Iterable[str], scopes: Sequence[Filters] = (ANY,)) -> tuple[NamedChunk, ...]:
        """The chunks of the scopes that answer to any of the names (folded words, single spaces), by name then
        chunk."""
        found: list[tuple[str, int, str]] = []
        with self._reading() as connection:
            inside = self._numbers(connection, scopes)
            for name in dict.fromkeys(names):
                among = json.dumps(self._may_bear(connection, name) if inside is None else inside)
                rows = connection.execute(_BEARERS, (among, name, _MOST_BEARERS))
                found += [(name, int(row), kind) for row, kind in rows]
            names_of = chunk_names(connection, [row for _, row, _ in found])
        return tuple(NamedChunk(name, names_of[row], kind) for name, row, kind in sorted(found) if row in names_of)

    def out_of(self, ids: Sequence[ChunkId]) -> Mapping[ChunkId, tuple[Link, ...]]:
        """Chunk id -> what its text names and cites, by position; unknown ids are left out."""
        with self._reading() as connection:
            seen, places = self._current(connection), chunk_rows(connection, ids)
            for row in _rows(connection, [i for i in places.values() if i not in seen.out]):
                seen.out[row[0]] = seen.book.links(row)
            found = {name: seen.out[i] for name, i in places.items() if i in seen.out}
            names_of = chunk_names(connection, [link.target for many in found.values() for link in many])
        return {name: tuple(_named_link(name, link, names_of) for link in many) for name, many in found.items()}

    def back_to(
        self, ids: Sequence[ChunkId], scopes: Sequence[Filters] = (ANY,)
    ) -> Mapping[ChunkId, tuple[ChunkId, ...]]:
        """Chunk id -> the chunks of the scopes that cite it, in the vault's order; unknown ids are left out."""
        with self._reading() as connection:
            seen, places = self._current(connection), chunk_rows(connection, ids)
            inside = self._ranges(connection, scopes)
            for row in _rows(connection, [i for i in places.values() if (i, inside) not in seen.back]):
                seen.back[row[0], inside] = seen.book.citing(row, inside)
            found = {name: seen.back[i, inside] for name, i in places.items() if (i, inside) in seen.back}
            names_of = chunk_names(connection, [i for many in found.values() for i in many])
        return {name: tuple(names_of[i] for i in many if i in names_of) for name, many in found.items()}

    def linked(self, ids: Sequence[ChunkId], most: int, scopes: Sequence[Filters] = (ANY,)) -> Linked:
        """What these chunks name and cite, at most `most` links of each and none to itself, who cites them, and the
        chunks at the other end."""
        out = {
            name: tuple([one for one in links if one.target != name][:most]) for name, links in self.out_of(ids).items()
        }
        found = Linked(out=out, back=dict(self.back_to(ids, scopes)))
        ends = dict.fromkeys(end for name in ids for end in found.ends(name))
        with self._reading() as connection:
            chunks = chunks_of(connection, list(ends), self._read.at(connection))
        return found._replace(chunks=chunks)

    def _current(self, connection: sqlite3.Connection) -> _Seen:
        version = generation(connection)
        seen = self._seen
        stale = (seen.connection, seen.version) != (connection, version)
        if stale or len(seen.out) > _LINKS_KEPT or len(seen.back) > _LINKS_KEPT:
            seen.connection, seen.version = connection, version
            seen.out, seen.back = {}, {}
            if stale:
                seen.book = LinkBook(connection)
        return seen

    def _numbers(self, connection: sqlite3.Connection, scopes: Sequence[Filters]) -> list[int] | None:
        """The numbers of these scopes, ascending; None where they are too many to be looked up one by one."""
        held = reduce(or_, (self._known.under(connection, one).every for one in scopes), 0)
        return numbers_in(held) if held.bit_count() <= _FEW_SCOPES else None

    def _may_bear(self, connection: sqlite3.Connection, name: str) -> list[int]:
        """The state's scopes, and the first few others that hold every word of a name."""
        state = self._known.under(connection, Filters(lane="state")).every
        words = Terms((), tuple((word,) for word in name.split()))
        return [*numbers_in(state), *holders(connection, self._known, Filters(lane="local"), words, _FEW_SCOPES)]

    def _ranges(self, connection: sqlite3.Connection, scopes: Sequence[Filters]) -> Ranges:
        """The ranges of rows that the chunks of these scopes lie in; the whole of them where nothing narrows."""
        numbers = self._numbers(connection, scopes)
        if numbers is None:
            return ((0, 2**63 - 1),)
        return tuple((no << SCOPE_BITS, (no + 1 << SCOPE_BITS) - 1) for no in numbers)


def _named_link(source: ChunkId, link: RowLink, names_of: Mapping[int, ChunkId]) -> Link:
    return Link.like(link, source=source, target=names_of[link.target])


def _rows(connection: sqlite3.Connection, ids: Sequence[int]) -> Iterator[_Row]:
    for batch in batches(ids):
        yield from with_ids(
            connection, "SELECT id, doc_no, section, unpacked(body) FROM chunks WHERE id IN", batch
        ).fetchall()
