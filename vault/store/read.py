"""Reading stored values back: chunks by id, by section and by citation, pages, summaries of documents.

Every function takes a read connection and returns frozen values in a stated order; none of them ranks or searches for
words.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

from vault.ids import VERSION_DIGITS, split_id
from vault.law.reference import BELOW_CHAPTER
from vault.law.references import parse_ref
from vault.store.filters import document_where
from vault.store.keys import CHUNK_NAME, plain_key, storable
from vault.store.link_names import batches, with_ids
from vault.store.statistics import generation
from vault.store.whole import turns_in
from vault.text.packing import PassageText, PassageTexts, unpacked
from vault.types import Chunk, ChunkId, DocumentSummary, Filters, Metadata, Page, Reference, Section

__all__ = [
    "FACTS",
    "ReadChunks",
    "chunk_names",
    "chunk_rows",
    "chunks_around",
    "chunks_of",
    "cited_by",
    "document_chunks",
    "document_summaries",
    "get_chunks",
    "law_chunks",
    "one_page",
    "parts_of_document",
]  # fmt: skip

_CHUNK = f"""
SELECT c.id, c.body, c.turns, {CHUNK_NAME}, d.doc_id, c.ord, d.lane, d.state, d.town, d.board, d.doc_type, d.authority,
  d.status, d.title, d.date, c.heading, c.section, c.page_start, c.page_end, c.start, c."end", c.ocr, d.source, d.url,
  c.quality, d.unread,
  (SELECT s.packed FROM sections AS s WHERE s.cite = c.section AND s.doc_no = c.doc_no LIMIT 1)
FROM chunks AS c JOIN documents AS d USING(doc_no)
"""  # noqa: S608 - a name of ours
_NUMBERS = "SELECT c.id FROM chunks AS c JOIN documents AS d USING(doc_no) "
_FIELDS = (
    *("text", "page_turns", "id", "doc_id", "ord", "lane", "state", "town", "board", "doc_type", "authority"),
    *("status", "title", "date", "heading", "section", "page_start", "page_end", "start", "end"),
    *("ocr", "source", "url", "quality", "unread_pages", "note"),
)
FACTS = (
    *("doc_id", "title", "lane", "state", "town", "board", "doc_type", "authority", "date", "status"),
    *("as_of", "url", "note"),
)
"""The facts of a document (`Metadata`), each in a column of its name."""
_Known = dict[int, Chunk] | None
"""Row number -> chunk, of those read before: they are not read again, and what is read is added."""
_SUMMARY = f"SELECT {', '.join(FACTS)}, source, pages, unread, chunks FROM documents"  # noqa: S608 - names of ours
_KEPT_CHUNKS = 6_000
"""Chunks a process remembers, some 4 KB each: the passages that a hundred questions about a town come upon."""


def _chunks(connection: sqlite3.Connection, tail: str, parameters: Sequence[str | int]) -> dict[int, Chunk]:
    """Row number -> chunk, in the order of the statement."""
    found: dict[int, Chunk] = {}
    for number, body, turns, *fields, section in connection.execute(_CHUNK + tail, parameters):
        told = (unpacked(body), turns_in(turns), *fields, _note(connection, number, section) if section else "")
        found[number] = Chunk.model_validate(dict(zip(_FIELDS, told, strict=True)))
    return found


def _note(connection: sqlite3.Connection, number: int, section: bytes | str) -> str:
    """The source note of the section that the chunk of this row is of; it is packed against all its chunks."""
    parts = connection.execute(
        "SELECT part.section, NULL, NULL, unpacked(part.body) FROM chunks AS c JOIN chunks AS part"
        " USING(doc_no, section) WHERE c.id = ? ORDER BY part.ord",
        (number,),
    )
    held = [PassageText(*row) for row in parts]
    return Section.model_validate_json(unpacked(section, PassageTexts(held).of_section(held[0].section))).source_note


def _chosen(
    connection: sqlite3.Connection, tail: str, parameters: Sequence[str | int], known: _Known
) -> tuple[Chunk, ...]:
    """The chunks of a statement in its order, those `known` not read again."""
    numbers = connection.execute(_NUMBERS + tail, parameters)
    return tuple(get_chunks(connection, [number for (number,) in numbers], known).values())


class ReadChunks:
    """Chunks read before, for the vault as it is at one moment. Safe from several threads.

    A question fetches the same few hundred passages by several searches, and the next question many of them again.
    """

    def __init__(self) -> None:
        self._held: tuple[int, dict[int, Chunk]] = (-1, {})

    def at(self, connection: sqlite3.Connection) -> dict[int, Chunk]:
        """Row number -> chunk, of those read since the documents changed; what is read may be put in."""
        version = generation(connection)
        if self._held[0] != version or len(self._held[1]) > _KEPT_CHUNKS:
            self._held = (version, {})
        return self._held[1]


def get_chunks(connection: sqlite3.Connection, numbers: Sequence[int], known: _Known = None) -> dict[int, Chunk]:
    """Row number -> chunk, for the rows that are there, in the order asked; `known` ones are not read again, and what
    is read is added to them."""
    held: dict[int, Chunk] = {} if known is None else known
    wanted = list(dict.fromkeys(numbers))
    for part in batches([number for number in wanted if number not in held]):
        held |= _chunks(connection, f"WHERE c.id IN ({', '.join('?' * len(part))})", part)
    return {number: held[number] for number in wanted if number in held}


class _Place(NamedTuple):
    """Where a chunk stands: its row, the number of its document, its place in it."""

    row: int
    doc_no: int
    ord: int


def _places(connection: sqlite3.Connection, ids: Sequence[ChunkId]) -> dict[ChunkId, _Place]:
    """Id -> where it stands, for the ids of passages that are held in that very version."""
    found: dict[ChunkId, _Place] = {}
    for identity in dict.fromkeys(ids):
        doc_id, version, place = split_id(identity)
        row = connection.execute(
            "SELECT c.id, c.doc_no, c.ord FROM chunks AS c JOIN documents AS d USING(doc_no)"
            " WHERE d.doc_id = ?1 AND c.ord = ?2 AND substr(d.content_hash, 1, ?4) = ?3",
            (doc_id, place, version, VERSION_DIGITS),
        ).fetchone()
        if row is not None:
            found[identity] = _Place(*row)
    return found


def chunk_rows(connection: sqlite3.Connection, ids: Sequence[ChunkId]) -> dict[ChunkId, int]:
    """Id -> row number, for the ids of passages that are held."""
    return {identity: place.row for identity, place in _places(connection, ids).items()}


def cited_by(connection: sqlite3.Connection, ids: Sequence[ChunkId]) -> dict[ChunkId, tuple[Reference, ...]]:
    """Id -> the law that the chunk cites, by position, for the ids of passages that are held."""
    statement = 'SELECT cite, "full", position FROM chunk_refs WHERE chunk_id = ? ORDER BY position, "full"'
    rows = chunk_rows(connection, ids)
    return {
        identity: tuple(map(Reference._make, connection.execute(statement, (row,)))) for identity, row in rows.items()
    }


def chunk_names(connection: sqlite3.Connection, numbers: Sequence[int]) -> dict[int, ChunkId]:
    """Row number -> id, for the rows that are there."""
    found: dict[int, ChunkId] = {}
    for part in batches(dict.fromkeys(numbers)):
        found |= with_ids(
            connection,
            f"SELECT c.id, {CHUNK_NAME} FROM chunks AS c JOIN documents AS d USING(doc_no) WHERE c.id IN",  # noqa: S608
            part,
        )
    return found


def chunks_of(connection: sqlite3.Connection, ids: Sequence[ChunkId], known: _Known = None) -> tuple[Chunk, ...]:
    """The chunks with these ids in the order asked, each as often as asked; ids that are not held are left out."""
    places = _places(connection, ids)
    found = get_chunks(connection, [place.row for place in places.values()], known)
    return tuple(found[places[identity].row] for identity in ids if identity in places)


def _law(
    connection: sqlite3.Connection, asked: str, cites: Sequence[str], states: Sequence[str], known: _Known
) -> tuple[Chunk, ...]:
    """The chunks of the sections asked for, of these states or of any, in reading order."""
    among = f" AND d.state IN ({', '.join('?' * len(states))})" if states else ""
    tail = f"WHERE {asked} AND c.section <> ''{among} ORDER BY c.doc_no, c.ord"
    return _chosen(connection, tail, (*cites, *(plain_key(state).upper() for state in states)), known)


def chunks_around(
    connection: sqlite3.Connection, ids: Sequence[ChunkId], before: int, after: int, known: _Known = None
) -> dict[ChunkId, tuple[Chunk, ...]]:
    """Id -> the chunks around it in its document, in reading order and without itself; () for one that is not held."""
    found: dict[ChunkId, tuple[Chunk, ...]] = dict.fromkeys(ids, ())
    for identity, place in _places(connection, ids).items():
        span = (place.doc_no, place.ord - max(before, 0), place.ord + max(after, 0), place.ord)
        tail = "WHERE c.doc_no = ? AND c.ord BETWEEN ? AND ? AND c.ord <> ? ORDER BY c.ord"
        found[identity] = _chosen(connection, tail, span, known)
    return found


def document_chunks(connection: sqlite3.Connection, doc_id: str) -> tuple[Chunk, ...]:
    """All chunks of a document in reading order; () when it is not held."""
    name = storable(doc_id)
    return tuple(_chunks(connection, "WHERE d.doc_id = ? ORDER BY c.ord", (name,)).values())


def parts_of_document(connection: sqlite3.Connection, doc_no: int) -> PassageTexts:
    """The passages that the pages and sections of a document are packed against."""
    passages = connection.execute(
        "SELECT section, page_start, page_end, unpacked(body) FROM chunks WHERE doc_no = ? ORDER BY ord", (doc_no,)
    )
    return PassageTexts(PassageText(*row) for row in passages)


def law_chunks(
    connection: sqlite3.Connection, cite: str, states: Sequence[str] = (), known: _Known = None
) -> tuple[Chunk, ...]:
    """The chunks of a section, or of all sections of a chapter, by its cite as it is kept or as people write it."""
    cite = storable(cite)
    found = _law(connection, "c.section = ?", (cite,), states, known)
    meant = None if found else parse_ref(cite)
    if meant is not None:
        found, cite = _law(connection, "c.section = ?", (meant.cite,), states, known), meant.cite
    if found or (meant is not None and meant.section):
        return found
    chapter = cite.strip()
    for mark in BELOW_CHAPTER if chapter else ():
        low = chapter + mark
        span = (low, low[:-1] + chr(ord(low[-1]) + 1))
        found += _law(connection, "c.section >= ? AND c.section < ?", span, states, known)
    return found


def one_page(connection: sqlite3.Connection, doc_id: str, number: int) -> Page | None:
    """One page of a document (1-based), or None when the vault holds no such page."""
    row = connection.execute(
        "SELECT p.origin, p.reason, p.packed, p.doc_no FROM pages AS p JOIN documents AS d USING(doc_no)"
        " WHERE d.doc_id = ? AND p.number = ?",
        (doc_id, number),
    ).fetchone()
    if row is None:
        return None
    text = unpacked(row[2], parts_of_document(connection, row[3]).on_page(number))
    return Page(number=number, origin=row[0], reason=row[1], text=text)


def _summary(row: Sequence[object]) -> DocumentSummary:
    metadata = Metadata.model_validate(dict(zip(FACTS, row, strict=False)))
    counted = dict(zip(("source", "pages", "unread_pages", "chunks"), row[len(FACTS) :], strict=True))
    return DocumentSummary.model_validate({"doc_id": metadata.doc_id, "metadata": metadata, **counted})


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
