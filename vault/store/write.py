"""Writing documents: one document in, replaced or out, always as a whole.

Holds the INSERT and DELETE statements. Every function takes a connection that is already inside a write transaction
and leaves the commit to the caller; none of them decides whether a document should be stored.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import NamedTuple

from vault.states.finding_aid import plain_words
from vault.store.keys import SCOPE_BITS, place_key, plain_key, tagged
from vault.store.link_names import forget_names, index_names
from vault.store.read import FACTS, parts_of_document
from vault.store.records import forget_records
from vault.store.schema import seal_document
from vault.store.whole import turns_told
from vault.text.packing import PassageText, PassageTexts, packed, unpacked
from vault.text.quality import text_quality
from vault.types import ChunkDraft, Document, Metadata, Page, Reference, Section

__all__ = [
    "INDEXES", "check_indexes", "delete_document", "drop_sections", "load_document", "page_qualities",
    "put_document", "tidy_index",
]  # fmt: skip

INDEXES = ("notes_fts", "stems")
"""The full text indexes of the file."""
_OPTIMIZE_SHARE = 5
"""The index is rewritten when at least a fifth of it is new."""


class Stored(NamedTuple):
    """Where a document went: its number and the ids of its chunks, ascending."""

    doc_no: int
    chunk_ids: tuple[int, ...]


def _scope_no(connection: sqlite3.Connection, metadata: Metadata) -> int:
    """The number of the document's scope, made when it is new. State-lane scopes have no place."""
    place = place_key(metadata.town) if metadata.lane == "local" else ""
    key = (metadata.state, place, metadata.lane)
    connection.execute("INSERT OR IGNORE INTO scopes(state, place, lane) VALUES (?, ?, ?)", key)
    row = connection.execute("SELECT no FROM scopes WHERE state = ? AND place = ? AND lane = ?", key).fetchone()
    return int(row[0])


def _reserve(connection: sqlite3.Connection, scope_no: int, count: int) -> int:
    """The first of `count` fresh chunk ids; an id is never used twice, so an old handle cannot name new text."""
    (n,) = connection.execute("SELECT next_n FROM scopes WHERE no = ?", (scope_no,)).fetchone()
    connection.execute("UPDATE scopes SET next_n = next_n + ? WHERE no = ?", (count, scope_no))
    return scope_no << SCOPE_BITS | int(n)


def _put_row(connection: sqlite3.Connection, document: Document, values: dict[str, object]) -> int:
    facts = document.metadata
    row = {
        **{name: getattr(facts, name) for name in FACTS},
        "doc_id": document.doc_id,
        "town_key": place_key(facts.town),
        "board_key": plain_key(facts.board),
        "status": facts.status or "unknown",
        "source": document.source,
        "content_hash": document.content_hash,
        "pages": len(document.pages),
        "unread": sum(page.origin == "unread" for page in document.pages),
        **values,
    }
    names = ", ".join(row)
    marks = ", ".join(f":{name}" for name in row)
    cursor = connection.execute(f"INSERT INTO documents({names}) VALUES ({marks})", row)  # noqa: S608 - our own names
    return int(cursor.lastrowid or 0)


def page_qualities(pages: Iterable[Page]) -> tuple[float, ...]:
    """The readable share of each page, in order; 0 for an unread one."""
    return tuple(0.0 if page.origin == "unread" else text_quality(page.text) for page in pages)


def _part(chunk: ChunkDraft) -> PassageText:
    return PassageText(chunk.section, chunk.page_start, chunk.page_end, chunk.text)


def _put_parts(
    connection: sqlite3.Connection, doc_no: int, document: Document, parts: PassageTexts, qualities: Sequence[float]
) -> None:
    (scope_no,) = connection.execute("SELECT scope_no FROM documents WHERE doc_no = ?", (doc_no,)).fetchone()
    connection.executemany(
        "INSERT INTO pages(doc_no, number, origin, reason, packed, quality) VALUES (?, ?, ?, ?, ?, ?)",
        [
            (doc_no, p.number, p.origin, p.reason, packed(p.text, parts.on_page(p.number)), quality)
            for p, quality in zip(document.pages, qualities, strict=True)
        ],
    )
    connection.executemany(
        "INSERT INTO sections(doc_no, ord, scope_no, cite, as_of, packed) VALUES (?, ?, ?, ?, ?, ?)",
        [
            (doc_no, i, scope_no, s.cite, s.as_of or document.metadata.as_of, text)
            for i, s in enumerate(document.sections)
            for text in (packed(s.model_dump_json(), parts.of_section(s.cite)),)
        ],
    )


def _put_chunks(
    connection: sqlite3.Connection,
    stored: Stored,
    document: Document,
    chunks: Sequence[tuple[ChunkDraft, Iterable[Reference]]],
) -> None:
    title, pages = document.metadata.title, {page.number: page.text for page in document.pages}
    numbered = list(zip(stored.chunk_ids, chunks, strict=True))
    if not numbered:
        return
    scope_no = stored.chunk_ids[0] >> SCOPE_BITS
    indexed = cache(partial(tagged, scope_no))  # title and aid are those of many passages
    connection.executemany(
        "INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                i,
                stored.doc_no,
                c.ord,
                title,
                c.heading,
                packed(c.text),
                c.section,
                c.page_start,
                c.page_end,
                c.start,
                c.end,
                c.ocr,
                plain_words(c.section),
                c.quality,
                turns_told(_part(c), pages),
            )
            for i, (c, _) in numbered
        ],
    )
    connection.executemany(
        "INSERT INTO stems(rowid, title, heading, body, aid) VALUES (?, ?, ?, ?, ?)",
        [
            (i, indexed(title), indexed(c.heading), tagged(scope_no, c.text), indexed(plain_words(c.section)))
            for i, (c, _) in numbered
        ],
    )
    connection.executemany(
        "INSERT OR IGNORE INTO chunk_refs(chunk_id, cite, full, position) VALUES (?, ?, ?, ?)",
        [(i, r.cite, r.full, r.position) for i, (_, refs) in numbered for r in refs],
    )


def put_document(
    connection: sqlite3.Connection,
    document: Document,
    chunks: Sequence[ChunkDraft],
    *,
    find: Callable[[ChunkDraft], Iterable[Reference]],
    path: str = "",
    words: int = 0,
    sketch: bytes = b"",
    qualities: Sequence[float] = (),
) -> Stored:
    """Stores the document, replacing one of the same `doc_id`; returns its number and chunk ids.

    `find` names the statute references of a chunk, `path` is the file it came from, `words` and `sketch` serve the
    search for near duplicates, `qualities` is the readable share of each page (measured here when it is not
    given). The document number survives a replacement, chunk ids do not.
    """
    old = connection.execute("SELECT doc_no FROM documents WHERE doc_id = ?", (document.doc_id,)).fetchone()
    delete_document(connection, document.doc_id, document.content_hash)
    scope_no = _scope_no(connection, document.metadata)
    first = _reserve(connection, scope_no, len(chunks))
    values: dict[str, object] = {
        "scope_no": scope_no,
        "path": path,
        "words": words,
        "sketch": sketch,
        "chunks": len(chunks),
        "first_chunk": first,
    }
    if old:
        values["doc_no"] = int(old[0])
    doc_no = _put_row(connection, document, values)
    _note_change(connection, scope_no)
    stored = Stored(doc_no, tuple(range(first, first + len(chunks))))
    parts = PassageTexts(_part(c) for c in sorted(chunks, key=lambda c: c.ord))
    _put_parts(connection, doc_no, document, parts, qualities or page_qualities(document.pages))
    _put_chunks(connection, stored, document, [(c, tuple(find(c))) for c in chunks])
    index_names(connection, stored.chunk_ids)
    seal_document(connection, doc_no)
    return stored


def _note_change(connection: sqlite3.Connection, scope_no: int) -> None:
    """Marks that the words of the scope have changed, so that counts kept beside the index are known to be old."""
    connection.execute("UPDATE scopes SET changed = changed + 1 WHERE no = ?", (scope_no,))


def tidy_index(connection: sqlite3.Connection, written: int) -> None:
    """Merges the full text index: wholly where at least a fifth of the vault may be new (`written` chunks came in),
    else a little, so that bringing in a town costs the same whatever else is held. Inside a write transaction."""
    (chunks,) = connection.execute("SELECT coalesce(sum(chunks), 0) FROM totals").fetchone()
    if written * _OPTIMIZE_SHARE >= chunks:
        connection.execute("INSERT INTO stems(stems) VALUES ('optimize')")
    else:
        connection.execute("INSERT INTO stems(stems, rank) VALUES ('merge', 500)")


def check_indexes(connection: sqlite3.Connection) -> None:
    """Compares both full text indexes with their rows, inside a write transaction.

    Raises `sqlite3.DatabaseError` for an index that contradicts itself or does not hold what its table holds.
    """
    for table in INDEXES:
        connection.execute(f"INSERT INTO {table}({table}, rank) VALUES ('integrity-check', 1)")  # noqa: S608 - ours


def _forget_chunks(connection: sqlite3.Connection, ids: Sequence[int]) -> None:
    """Removes chunks of one scope."""
    if not ids:
        return
    _note_change(connection, ids[0] >> SCOPE_BITS)
    marks = [(i,) for i in ids]
    connection.executemany(
        "INSERT INTO stems(stems, rowid, title, heading, body, aid)"
        " SELECT 'delete', id, title, heading, body, aid FROM stems_rows WHERE id = ?",
        marks,
    )
    forget_names(connection, ids)
    for statement in ("DELETE FROM chunk_refs WHERE chunk_id = ?", "DELETE FROM chunks WHERE id = ?"):
        connection.executemany(statement, marks)


def delete_document(connection: sqlite3.Connection, doc_id: str, same_hash: str = "") -> bool:
    """Removes the document with all that hangs on it; False when the vault does not hold it.

    Files that were set aside as duplicates of it are read again by the next run, unless the same text follows it.
    """
    found = connection.execute("SELECT doc_no, content_hash FROM documents WHERE doc_id = ?", (doc_id,)).fetchone()
    if found is None:
        return False
    row = found[:1]
    ids = [r[0] for r in connection.execute("SELECT id FROM chunks WHERE doc_no = ? ORDER BY id", row)]
    _forget_chunks(connection, ids)
    forget_records(connection, int(row[0]))
    connection.execute("DELETE FROM pages WHERE doc_no = ?", row)
    connection.execute("DELETE FROM sections WHERE doc_no = ?", row)
    connection.execute("DELETE FROM documents WHERE doc_no = ?", row)
    connection.execute(
        "UPDATE files SET size = -1, sha256 = '' WHERE path IN (SELECT path FROM file_documents WHERE doc_id = ?)"
        " AND ? <> ?",
        (doc_id, *found[1:], same_hash),
    )
    return True


def drop_sections(connection: sqlite3.Connection, doc_no: int, cites: Sequence[str]) -> bool:
    """Removes the named statute sections of a document; True when none is left, so that the document may go too."""
    marks = [(doc_no, cite) for cite in cites]
    ids = [
        row[0]
        for mark in marks
        for row in connection.execute("SELECT id FROM chunks WHERE doc_no = ? AND section = ?", mark)
    ]
    _forget_chunks(connection, ids)
    connection.executemany("DELETE FROM sections WHERE doc_no = ? AND cite = ?", marks)
    connection.execute("UPDATE documents SET chunks = chunks - ? WHERE doc_no = ?", (len(ids), doc_no))
    connection.execute("INSERT OR IGNORE INTO unrecorded(doc_no) VALUES (?)", (doc_no,))
    seal_document(connection, doc_no)
    (left,) = connection.execute("SELECT count(*) FROM sections WHERE doc_no = ?", (doc_no,)).fetchone()
    return int(left) == 0


def load_document(connection: sqlite3.Connection, doc_id: str) -> Document | None:
    """The stored document with pages and sections in order, or None."""
    row = connection.execute(
        f"SELECT doc_no, source, content_hash, {', '.join(FACTS)} FROM documents WHERE doc_id = ?",  # noqa: S608 - ours
        (doc_id,),
    ).fetchone()
    if row is None:
        return None
    doc_no, source, digest, *facts = row
    pages = connection.execute(
        "SELECT number, origin, reason, packed FROM pages WHERE doc_no = ? ORDER BY number", (doc_no,)
    )
    sections = connection.execute("SELECT cite, packed FROM sections WHERE doc_no = ? ORDER BY ord", (doc_no,))
    parts = parts_of_document(connection, doc_no)
    return Document(
        doc_id=doc_id,
        metadata=Metadata.model_validate(dict(zip(FACTS, facts, strict=True))),
        pages=tuple(Page(number=n, origin=o, reason=r, text=unpacked(p, parts.on_page(n))) for n, o, r, p in pages),
        sections=tuple(Section.model_validate_json(unpacked(p, parts.of_section(cite))) for cite, p in sections),
        source=source,
        content_hash=digest,
    )
