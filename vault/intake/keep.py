"""Good text is kept when a new copy of its file is bad: refused, cut off, or with pages that no longer read.

Compares a new reading with what the vault holds of the same file, and marks what is kept. It never judges a document
that is new, and never keeps text over a sound copy that is shorter.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from vault.readers.result import ReadResult
from vault.store.schema import seal_document
from vault.store.write import load_document
from vault.types import Document, RawDocument

__all__ = ["KEPT", "documents_of_file", "is_worse", "mark_kept"]

KEPT: Final = "the file can no longer be read in full; this text is of its last good copy"
"""Stands in the note of a document whose file went bad."""
_CLEARLY_LESS: Final = 0.9
"""A damaged copy with less text than this share of the old has lost something."""


def documents_of_file(connection: sqlite3.Connection, place: Path) -> tuple[str, ...]:
    """Ids of the documents that came from this file, sorted."""
    rows = connection.execute("SELECT doc_id FROM documents WHERE path = ? ORDER BY doc_id", (str(place),))
    return tuple(doc_id for (doc_id,) in rows)


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
