"""Who names or cites whom: fills the name table and the link table of the vault.

Holds the two writes that carry the hops: `index_names` for new chunks and `relink` for documents that came or
changed. A link runs from the chunk whose text holds a name or a citation to the chunk that is meant. It refuses to
rank, to follow links and to touch anything but `names`, `chunk_terms` and `links`.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from vault.store.link_names import LINKING_KINDS, names_of
from vault.store.linkbook import LinkBook
from vault.text import words as tokens

__all__ = ["index_names", "relink", "stored_terms"]

MAX_MENTIONS = 200
"""Old chunks looked at for one new name; a name that stands in more places is not a bridge."""
MAX_RESCANNED = 5000
"""Old chunks read again in one call, so that one document never costs a whole vault."""
_BATCH = 400
"""Ids per SQL statement, under the limit of 999 variables of old SQLite builds."""


def stored_terms(body: str) -> str:
    """The stems of a text as `chunk_terms` keeps them: one line per sentence, stems divided by single spaces."""
    scanned = tokens.scan(body)
    lines: dict[int, list[str]] = defaultdict(list)
    for word, number in zip(scanned.words, scanned.sentence, strict=True):
        lines[number].append(tokens.stem(word))
    return "\n".join(" ".join(line) for _, line in sorted(lines.items()))


def index_names(connection: sqlite3.Connection, chunk_ids: Iterable[int]) -> int:
    """Fill `names` and `chunk_terms` of these chunks anew and return how many names were written.

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
        names, terms = [], []
        for chunk_id, title, heading, section, body, place, continued in rows:
            shown = "" if continued else heading
            called = names_of(title=title, heading=shown, section=section, body=body, opens=place == 0)
            names += [(name.text, chunk_id, name.kind) for name in called]
            terms.append((chunk_id, stored_terms(body)))
        connection.executemany("INSERT OR IGNORE INTO names(name, chunk_id, kind) VALUES (?, ?, ?)", names)
        connection.executemany("INSERT OR REPLACE INTO chunk_terms(chunk_id, stems) VALUES (?, ?)", terms)
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
    """Chunks that may name or cite the new ones; repeats are possible. Empty when the new chunks are all there are."""
    (total,) = connection.execute("SELECT count(*) FROM chunks").fetchone()
    if total == len(new):
        return
    for ids in _batches(new):
        rows = _run(connection, "SELECT section FROM chunks WHERE section <> '' AND id IN", ids).fetchall()
        for (section,) in rows:
            yield from (i for (i,) in connection.execute("SELECT chunk_id FROM chunk_refs WHERE cite = ?", (section,)))
        for name, kind in _run(connection, "SELECT DISTINCT name, kind FROM names WHERE chunk_id IN", ids).fetchall():
            if kind in LINKING_KINDS:
                yield from _mentioning(connection, name)


def _mentioning(connection: sqlite3.Connection, name: str) -> Iterator[int]:
    phrase = "body : " + " + ".join(f'"{word}"' for word in name.split(" "))
    rows = connection.execute("SELECT rowid FROM fts WHERE fts MATCH ? LIMIT ?", (phrase, MAX_MENTIONS + 1)).fetchall()
    if len(rows) <= MAX_MENTIONS:
        yield from (i for (i,) in rows)


def _batches(ids: Iterable[int]) -> Iterator[list[int]]:
    rest = iter(sorted(set(ids)))
    while batch := list(islice(rest, _BATCH)):
        yield batch


def _run(connection: sqlite3.Connection, statement: str, ids: Sequence[int]) -> sqlite3.Cursor:
    """Run a statement of ours that ends in IN with a list of ids."""
    return connection.execute(f"{statement} ({','.join('?' * len(ids))})", ids)
