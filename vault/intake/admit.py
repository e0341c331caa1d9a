"""Whether a document enters the vault: added, updated, unchanged, or a duplicate of what is there; and whether good
text is kept when a new copy of its file is bad: refused, cut off, or with pages that no longer read.

`admit` works inside one write transaction per document. The first source of a document keeps it as long as its file
exists, so that two sources of one document never take turns. A document that is new is never judged, and text is never
kept over a sound copy that is shorter.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from vault.facts.extract import records_of
from vault.intake.duplicates import Kept, find_exact, find_near
from vault.intake.prepare import Prepared
from vault.readers.regular import is_there
from vault.readers.result import ReadResult
from vault.store.keys import place_key
from vault.store.records import put_records
from vault.store.schema import seal_document
from vault.store.write import delete_document, drop_sections, load_document, put_document
from vault.types import Document, Outcome, RawDocument

__all__ = ["KEPT", "Admission", "admit", "documents_of_file", "hashes_of_file", "is_unchanged", "is_worse", "mark_kept"]


class Admission(NamedTuple):
    """What became of one document, under which id, why, and how many chunks were written."""

    outcome: Outcome
    doc_id: str
    reason: str = ""
    chunks: int = 0


def is_unchanged(connection: sqlite3.Connection, document: Document, path: Path) -> str:
    """The id under which this very document of this file is held, or an empty string."""
    rows = connection.execute(
        "SELECT doc_id FROM documents WHERE path = ? AND content_hash = ?", (str(path), document.content_hash)
    ).fetchall()
    for (doc_id,) in rows:
        held = load_document(connection, doc_id)
        if held and held.metadata.changed(doc_id=document.doc_id) == document.metadata:
            return str(doc_id)
    return ""


def _held_elsewhere(connection: sqlite3.Connection, document: Document, path: Path) -> Kept | None:
    """The document of the same id that came from another file, when that file still exists."""
    row = connection.execute(
        "SELECT doc_id, source, path FROM documents WHERE doc_id = ? AND path <> ?", (document.doc_id, str(path))
    ).fetchone()
    return Kept(*row) if row and is_there(row[2]) else None


def _repeat(kept: Kept, words: str) -> Admission:
    return Admission("duplicate", kept.doc_id, f"{words} {kept.doc_id} (from {kept.source})")


def _duplicate(connection: sqlite3.Connection, ready: Prepared, path: Path) -> Admission | None:
    document = ready.document
    exact = find_exact(connection, document)
    if exact and not is_there(exact.path):
        _move(connection, exact, document, path)
        return Admission("unchanged", exact.doc_id, f"moved here from {exact.path}")
    if exact:
        return _repeat(exact, "the same text as")
    held = _held_elsewhere(connection, document, path)
    if held:
        return _repeat(held, "another copy of")
    near = find_near(connection, document, ready.print_)
    return _repeat(near, "nearly word for word the same as") if near else None


def _move(connection: sqlite3.Connection, kept: Kept, document: Document, path: Path) -> None:
    connection.execute(
        "UPDATE documents SET path = ?, source = ? WHERE doc_id = ?", (str(path), document.source, kept.doc_id)
    )
    (doc_no,) = connection.execute("SELECT doc_no FROM documents WHERE doc_id = ?", (kept.doc_id,)).fetchone()
    seal_document(connection, doc_no)
    connection.execute("DELETE FROM files WHERE path = ?", (kept.path,))
    connection.execute("DELETE FROM file_documents WHERE path = ?", (kept.path,))


class _Rival(NamedTuple):
    """A section of the same cite held by another document."""

    doc_no: int
    doc_id: str
    source: str
    cite: str
    as_of: str


def _rivals(connection: sqlite3.Connection, document: Document, path: Path) -> list[_Rival]:
    """Sections of the same jurisdiction and cite that came from other files, in a stable order."""
    facts = document.metadata
    place = (str(path), facts.state, facts.lane, place_key(facts.town))
    found: list[_Rival] = []
    for section in document.sections:
        found += map(
            _Rival._make,
            connection.execute(
                "SELECT d.doc_no, d.doc_id, d.source, s.cite, s.as_of FROM sections AS s"
                " JOIN documents AS d USING(doc_no)"
                " WHERE s.cite = ? AND d.path <> ? AND d.state = ? AND d.lane = ? AND d.town_key = ? ORDER BY d.doc_no",
                (section.cite, *place),
            ),
        )
    return found


def _remainder_id(document: Document, path: Path) -> str:
    """Another id for sections that only this source holds, while the document's own id belongs to another source."""
    return f"{document.doc_id}-{hashlib.sha256(path.name.encode('utf-8', 'replace')).hexdigest()[:6]}"


def _without_rivals(connection: sqlite3.Connection, ready: Prepared, path: Path) -> tuple[Prepared | None, Kept | None]:
    """The document without sections held elsewhere in the same or a later edition, and who holds them.

    Older sections of other sources go out of the vault. None when nothing of the document is left.
    """
    document = ready.document
    editions = {section.cite: section.as_of or document.metadata.as_of for section in document.sections}
    rivals = _rivals(connection, document, path)
    newer = [rival for rival in rivals if rival.as_of >= editions[rival.cite]]
    beaten = {rival.cite for rival in newer}
    kept = Kept(newer[0].doc_id, newer[0].source, "") if newer else None
    rest = tuple(section for section in document.sections if section.cite not in beaten)
    if not rest:
        return None, kept
    _drop_older(connection, [rival for rival in rivals if rival.cite not in beaten])
    if not beaten:
        return ready, kept
    taken = any(rival.doc_id == document.doc_id for rival in newer)
    doc_id = _remainder_id(document, path) if taken else document.doc_id
    part = document.changed(doc_id=doc_id, sections=rest, metadata=document.metadata.changed(doc_id=doc_id))
    chunks = tuple(chunk for chunk in ready.chunks if chunk.section not in beaten)
    return ready._replace(document=part, chunks=chunks, records=tuple(records_of(part))), kept


def _drop_older(connection: sqlite3.Connection, older: Sequence[_Rival]) -> None:
    """Takes these sections of other sources out of the vault, and a document that has none left."""
    for doc_no, doc_id in {rival.doc_no: rival.doc_id for rival in older}.items():
        if drop_sections(connection, doc_no, [rival.cite for rival in older if rival.doc_no == doc_no]):
            delete_document(connection, doc_id)


def _store(connection: sqlite3.Connection, ready: Prepared, path: Path) -> Admission:
    document, print_ = ready.document, ready.print_
    known = connection.execute("SELECT 1 FROM documents WHERE doc_id = ?", (document.doc_id,)).fetchone()
    stored = put_document(
        connection,
        document,
        ready.chunks,
        find=lambda chunk: ready.references[chunk.ord],
        path=str(path),
        words=print_.words,
        sketch=print_.sketch,
        qualities=ready.qualities,
    )
    put_records(connection, stored.doc_no, ready.records)
    return Admission("updated" if known else "added", document.doc_id, chunks=len(stored.chunk_ids))


def _set_aside(connection: sqlite3.Connection, document: Document, path: Path, repeat: Admission) -> Admission:
    """A duplicate: what this file held under the same id before goes out, unless it is the one that is kept."""
    row = connection.execute("SELECT path FROM documents WHERE doc_id = ?", (document.doc_id,)).fetchone()
    if row and row[0] == str(path) and repeat.doc_id != document.doc_id:
        delete_document(connection, document.doc_id)
    return repeat


def admit(connection: sqlite3.Connection, ready: Prepared, path: Path) -> Admission:
    """Stores the document of this file or says why not; call it inside a write transaction.

    Outcomes: added, updated, duplicate (naming what is kept), unchanged (a file that was moved).
    """
    document = ready.document
    if document.sections:
        rest, kept = _without_rivals(connection, ready, path)
        if rest is None and kept:
            return _set_aside(connection, document, path, _repeat(kept, "the same sections, as new or newer, as"))
        return _store(connection, rest or ready, path)
    repeat = _duplicate(connection, ready, path)
    if repeat:
        return _set_aside(connection, document, path, repeat)
    return _store(connection, ready, path)


KEPT: Final = "the file can no longer be read in full; this text is of its last good copy"
"""Stands in the note of a document whose file went bad."""
_CLEARLY_LESS: Final = 0.9
"""A damaged copy with less text than this share of the old has lost something."""


def documents_of_file(connection: sqlite3.Connection, place: Path) -> tuple[str, ...]:
    """Ids of the documents that came from this file, sorted."""
    rows = connection.execute("SELECT doc_id FROM documents WHERE path = ? ORDER BY doc_id", (str(place),))
    return tuple(doc_id for (doc_id,) in rows)


def hashes_of_file(connection: sqlite3.Connection, place: Path) -> frozenset[str]:
    """The content hashes of the documents that came from this file."""
    rows = connection.execute("SELECT content_hash FROM documents WHERE path = ?", (str(place),))
    return frozenset(digest for (digest,) in rows)


def _size(document: Document | RawDocument | None) -> int:
    """Characters of a document: of its pages, or of its sections, which say what the pages do."""
    if document is None:
        return 0
    return max(sum(len(page.text) for page in document.pages), sum(len(part.text) for part in document.sections))


def is_worse(connection: sqlite3.Connection, result: ReadResult, held: tuple[str, ...]) -> bool:
    """Whether a reading with trouble (damage, bad rows, unread pages) gives clearly less text than the vault holds."""
    troubled = bool(result.problems) or any(
        page.origin == "unread" for document in result.documents for page in document.pages
    )
    if not held or (result.documents and not troubled):
        return False
    kept = sum(_size(load_document(connection, doc_id)) for doc_id in held)
    return sum(map(_size, result.documents)) < _CLEARLY_LESS * kept


def mark_kept(connection: sqlite3.Connection, held: tuple[str, ...]) -> None:
    """Notes on the documents that their file went bad; reading a sound copy later writes them anew."""
    for doc_id in held:
        connection.execute("UPDATE documents SET note = ? WHERE doc_id = ?", (KEPT, doc_id))
        (doc_no,) = connection.execute("SELECT doc_no FROM documents WHERE doc_id = ?", (doc_id,)).fetchone()
        seal_document(connection, doc_no)
