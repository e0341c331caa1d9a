"""Reading stored values back: chunks by id, by section and by citation, pages, summaries of documents.

Every function takes a read connection and returns frozen values in a stated order; none of them ranks or searches for
words.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from vault.store.filters import document_where
from vault.store.keys import plain_key
from vault.store.page_turns import page_turns
from vault.store.write import unpack
from vault.types import Chunk, DocumentSummary, Filters, Metadata, Page

__all__ = [
    "chapter_chunks",
    "document_summaries",
    "get_chunks",
    "naming_chunks",
    "neighbour_chunks",
    "one_page",
    "section_chunks",
]

_CHUNK = """
SELECT c.id, d.doc_id, c.ord, d.lane, d.state, d.town, d.board, d.doc_type, d.authority, d.status, d.title, d.date,
  c.heading, c.section, c.page_start, c.page_end, c.start, c."end", c.body, c.ocr, d.source, d.url,
  c.quality
FROM chunks AS c JOIN documents AS d USING(doc_no)
"""
_FIELDS = (
    *("id", "doc_id", "ord", "lane", "state", "town", "board", "doc_type", "authority", "status", "title", "date"),
    *("heading", "section", "page_start", "page_end", "start", "end", "text", "ocr", "source", "url", "quality"),
)
_FACTS = (
    *("doc_id", "title", "lane", "state", "town", "board", "doc_type", "authority", "date", "status"),
    *("as_of", "url", "note"),
)
_SUMMARY = """
SELECT doc_id, title, lane, state, town, board, doc_type, authority, date, status, as_of, url, note, source, pages,
  unread, chunks FROM documents
"""
_AT_ONCE = 500  # ids in one statement; SQLite's oldest limit is 999 parameters
_BELOW_CHAPTER = (":", " §", ".")
"""What follows a chapter in a section's cite: "RSA 41:8", "17 V.S.A. § 2640", "Saf-C 401.02"."""


def _chunk(row: Sequence[object]) -> Chunk:
    return Chunk.model_validate(dict(zip(_FIELDS, row, strict=True)))


def _chunks(connection: sqlite3.Connection, tail: str, parameters: Sequence[str | int]) -> tuple[Chunk, ...]:
    return tuple(map(_chunk, connection.execute(_CHUNK + tail, parameters)))


def get_chunks(connection: sqlite3.Connection, ids: Sequence[int]) -> tuple[Chunk, ...]:
    """The chunks with these ids in the order asked, each as often as asked; unknown ids are left out."""
    found: dict[int, Chunk] = {}
    wanted = list(dict.fromkeys(ids))
    for start in range(0, len(wanted), _AT_ONCE):
        part = wanted[start : start + _AT_ONCE]
        marks = ", ".join("?" * len(part))
        found.update((chunk.id, chunk) for chunk in _chunks(connection, f"WHERE c.id IN ({marks})", part))
    return tuple(_paged(connection, found[i]) for i in ids if i in found)


def _paged(connection: sqlite3.Connection, chunk: Chunk) -> Chunk:
    if chunk.section or chunk.page_start == chunk.page_end:
        return chunk

    def text_of(number: int) -> str:
        page = one_page(connection, chunk.doc_id, number)
        return page.text if page else ""

    return chunk.model_copy(update={"page_turns": page_turns(chunk, text_of)})


def _states(states: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    if not states:
        return "", ()
    return f" AND d.state IN ({', '.join('?' * len(states))})", tuple(plain_key(s).upper() for s in states)


def section_chunks(connection: sqlite3.Connection, cite: str, states: Sequence[str] = ()) -> tuple[Chunk, ...]:
    """The chunks of one statute section in reading order, by its canonical cite; empty when it is not held."""
    condition, values = _states(states)
    return _chunks(
        connection, f"WHERE c.section = ? AND c.section <> ''{condition} ORDER BY c.doc_no, c.ord", (cite, *values)
    )


def chapter_chunks(connection: sqlite3.Connection, cite: str, states: Sequence[str] = ()) -> tuple[Chunk, ...]:
    """The chunks of all sections of a chapter ("RSA 91-A") in reading order; empty when none is held."""
    condition, values = _states(states)
    found: list[Chunk] = []
    for mark in _BELOW_CHAPTER if cite else ():
        low = cite + mark
        high = low[:-1] + chr(ord(low[-1]) + 1)
        found += _chunks(
            connection,
            f"WHERE c.section >= ? AND c.section < ? AND c.section <> ''{condition} ORDER BY c.doc_no, c.ord",
            (low, high, *values),
        )
    return tuple(found)


def naming_chunks(connection: sqlite3.Connection, cite: str, limit: int) -> tuple[Chunk, ...]:
    """Chunks whose text names this section, by canonical cite or with paragraph, in id order, at most `limit`."""
    return _chunks(
        connection,
        "WHERE c.id IN (SELECT chunk_id FROM chunk_refs WHERE cite = ?1 UNION"
        " SELECT chunk_id FROM chunk_refs WHERE full = ?1) ORDER BY c.id LIMIT ?2",
        (cite, limit),
    )


def neighbour_chunks(connection: sqlite3.Connection, chunk_id: int, before: int, after: int) -> tuple[Chunk, ...]:
    """The chunks around one in the same document, in reading order and without itself; empty for an unknown id."""
    row = connection.execute("SELECT doc_no, ord FROM chunks WHERE id = ?", (chunk_id,)).fetchone()
    if row is None:
        return ()
    doc_no, place = row
    found = _chunks(
        connection,
        "WHERE c.doc_no = ? AND c.ord BETWEEN ? AND ? AND c.ord <> ? ORDER BY c.ord",
        (doc_no, place - max(before, 0), place + max(after, 0), place),
    )
    return tuple(_paged(connection, chunk) for chunk in found)


def one_page(connection: sqlite3.Connection, doc_id: str, number: int) -> Page | None:
    """One page of a document (1-based), or None when the vault holds no such page."""
    row = connection.execute(
        "SELECT p.origin, p.reason, p.packed FROM pages AS p JOIN documents AS d USING(doc_no)"
        " WHERE d.doc_id = ? AND p.number = ?",
        (doc_id, number),
    ).fetchone()
    return Page(number=number, origin=row[0], reason=row[1], text=unpack(row[2])) if row else None


def _summary(row: Sequence[object]) -> DocumentSummary:
    source, pages, unread, chunks = row[len(_FACTS) :]
    metadata = Metadata.model_validate(dict(zip(_FACTS, row, strict=False)))
    return DocumentSummary.model_validate(
        {
            "doc_id": metadata.doc_id,
            "metadata": metadata,
            "source": source,
            "pages": pages,
            "unread_pages": unread,
            "chunks": chunks,
        }
    )


def document_summaries(
    connection: sqlite3.Connection, filters: Filters, limit: int, offset: int = 0
) -> tuple[DocumentSummary, ...]:
    """Documents that pass the filters, newest first, undated last, then by id; at most `limit` from `offset` on."""
    where = document_where(filters)
    rows = connection.execute(
        f"{_SUMMARY} WHERE {where.sql} ORDER BY date = '', date DESC, doc_id LIMIT ? OFFSET ?",
        (*where.parameters, limit, offset),
    )
    return tuple(map(_summary, rows))
