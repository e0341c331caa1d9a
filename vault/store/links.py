"""Who names or cites whom: fills the name table and the link table of the vault.

Holds the two writes that carry the hops: `index_names` for new chunks and `relink` for documents that came or
changed. A link runs from the chunk whose text holds a name or a citation to the chunk that is meant. It refuses to
rank, to follow links and to touch anything but `names` and `links`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice

from vault.store.link_names import LINKING_KINDS, names_of
from vault.store.linkbook import MAX_FANOUT, SCOPE_BITS, LinkBook
from vault.store.schema import index_table

__all__ = ["index_names", "relink"]

MAX_MENTIONS = 200
"""Old chunks looked at for one new name; a name that stands in more places is not a bridge."""
MAX_SEEN = 2000
"""Bearers of one name looked at; more in the whole vault are the headings of a form."""
MAX_RESCANNED = 5000
"""Old chunks read again in one call, so that one document never costs a whole vault."""
_BATCH = 400
"""Ids per SQL statement, under the limit of 999 variables of old SQLite builds."""


def index_names(connection: sqlite3.Connection, chunk_ids: Iterable[int]) -> int:
    """Fill `names` of these chunks anew and return how many names were written.

    Runs inside the caller's transaction. Unknown ids are passed over; an empty list writes nothing.
    """
    written = 0
    for ids in _batches(chunk_ids):
        _run(connection, "DELETE FROM names WHERE chunk_id IN", ids)
        rows = _run(
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


def relink(
    connection: sqlite3.Connection,
    changed_doc_nos: Iterable[int],
    *,
    document_names: Mapping[str, str] | None = None,
) -> int:
    """Write the links of the changed documents and of old chunks that name or cite them; return how many were written.

    Call it once after a run, inside the caller's transaction, when `index_names` has seen the new chunks.
    `document_names` maps further names of documents (codes, short titles) to document ids; without it the vault's
    `meta` entry "document_names" (a JSON object) is read. Old chunks are found through the full text index and
    `chunk_refs`; at most `MAX_RESCANNED` of them are read again. An empty list writes nothing.
    """
    new: list[int] = []
    for docs in _batches(changed_doc_nos):
        new += [i for (i,) in _run(connection, "SELECT id FROM chunks WHERE doc_no IN", docs)]
    if not new:
        return 0
    known = frozenset(new)
    old = sorted(set(islice((i for i in _touched(connection, new) if i not in known), MAX_RESCANNED)))
    book = LinkBook(connection, document_names)
    written = 0
    for ids in _batches([*new, *old]):
        _run(connection, "DELETE FROM links WHERE source IN", ids)
        rows = _run(connection, "SELECT id, doc_no, section, body FROM chunks WHERE id IN", ids).fetchall()
        found = [link for row in rows for link in book.links(row)]
        connection.executemany(
            "INSERT OR IGNORE INTO links(source, target, kind, position, length, fanout) VALUES (?, ?, ?, ?, ?, ?)",
            [(k.source, k.target, k.kind, k.position, k.length, k.fanout) for k in found],
        )
        written += len(found)
    return written


def _touched(connection: sqlite3.Connection, new: Sequence[int]) -> Iterator[int]:
    """Old chunks that may name or cite the new ones; repeats are possible. Empty when the new chunks are all there are.

    A name reaches its own scope and, from the state lane, every scope (`LinkBook`): the records of a new town are
    looked for in no other town's. A name that more chunks share than make a link is passed over.
    """
    state = {no for (no,) in connection.execute("SELECT no FROM scopes WHERE lane = 'state'")}
    every = [no for (no,) in connection.execute("SELECT no FROM scopes ORDER BY no")]
    for scope, ids in _by_scope(new):
        (total,) = connection.execute("SELECT count(*) FROM chunks WHERE id BETWEEN ? AND ?", _span(scope)).fetchone()
        reached = every if scope in state else [scope] if total > len(ids) else []
        for batch in _batches(ids):
            rows = _run(connection, "SELECT section FROM chunks WHERE section <> '' AND id IN", batch).fetchall()
            for (section,) in rows:
                cited = connection.execute("SELECT chunk_id FROM chunk_refs WHERE cite = ?", (section,))
                yield from (i for (i,) in cited)
            names = _run(connection, "SELECT DISTINCT name, kind FROM names WHERE chunk_id IN", batch).fetchall()
            wanted = dict.fromkeys(name for name, kind in names if reached and kind in LINKING_KINDS)
            for name in wanted:
                if _is_bridge(connection, name, scope, state):
                    yield from _mentioning(connection, name, reached)


def _by_scope(ids: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    for scope, same in groupby(sorted(ids), key=lambda i: i >> SCOPE_BITS):
        yield scope, list(same)


def _span(scope: int) -> tuple[int, int]:
    return scope << SCOPE_BITS, (scope + 1 << SCOPE_BITS) - 1


def _is_bridge(connection: sqlite3.Connection, name: str, scope: int, state: Collection[int]) -> bool:
    """Whether few enough chunks within reach answer to the name that a mention of it makes a link."""
    rows = connection.execute("SELECT DISTINCT chunk_id FROM names WHERE name = ?", (name,))
    near = sum(1 for (i,) in islice(rows, MAX_SEEN) if i >> SCOPE_BITS == scope or i >> SCOPE_BITS in state)
    return near <= MAX_FANOUT


def _mentioning(connection: sqlite3.Connection, name: str, scopes: Sequence[int]) -> Iterator[int]:
    phrase = "body : " + " + ".join(f'"{word}"' for word in name.split(" "))
    found: list[int] = []
    for scope in scopes:
        table = index_table(scope)
        rows = connection.execute(
            f"SELECT rowid FROM {table} WHERE {table} MATCH ? LIMIT ?",  # noqa: S608 - a name of ours
            (phrase, MAX_MENTIONS + 1 - len(found)),
        )
        found += [i for (i,) in rows]
        if len(found) > MAX_MENTIONS:
            return
    yield from found


def _batches(ids: Iterable[int]) -> Iterator[list[int]]:
    rest = iter(sorted(set(ids)))
    while batch := list(islice(rest, _BATCH)):
        yield batch


def _run(connection: sqlite3.Connection, statement: str, ids: Sequence[int]) -> sqlite3.Cursor:
    """Run a statement of ours that ends in IN with a list of ids."""
    return connection.execute(f"{statement} ({','.join('?' * len(ids))})", ids)
