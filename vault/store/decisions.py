"""What people decided about documents: facts they set right and documents they took out.

Kept in the vault beside the documents, so that reading the files again heeds both. It holds rows only; reading and
storing are the intake's.
"""

from __future__ import annotations

import json
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from vault.store.write import delete_document
from vault.types import Metadata

__all__ = ["Removed", "facts_for", "forget_removal", "is_removed", "remove_document", "removed_documents", "set_facts"]

_FIX = "fixed:"
_OUT = "removed:"


class Removed(NamedTuple):
    """A document that was taken out: its id, title, file, the digest of its text, and the day."""

    doc_id: str
    title: str
    path: str
    content_hash: str
    day: str


def facts_for(connection: sqlite3.Connection, place: Path) -> Metadata:
    """What people said of the file at this place; empty when they said nothing."""
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (f"{_FIX}{place}",)).fetchone()
    return Metadata.model_validate_json(row[0]) if row else Metadata()


def set_facts(connection: sqlite3.Connection, place: Path, facts: Metadata) -> Metadata:
    """Keeps what is said of a file over what was said before; returns all that is said of it now."""
    whole = facts.over(facts_for(connection, place))
    connection.execute(
        "INSERT INTO meta(key, value) VALUES (?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value",
        (f"{_FIX}{place}", whole.model_dump_json()),
    )
    return whole


def remove_document(connection: sqlite3.Connection, doc_id: str) -> Removed | None:
    """Takes a document out for good; None when the vault does not hold it. Its file is left alone."""
    row = connection.execute("SELECT title, path, content_hash FROM documents WHERE doc_id = ?", (doc_id,)).fetchone()
    if row is None:
        return None
    title, path, digest = row
    removed = Removed(doc_id, title, path, digest, datetime.now(UTC).date().isoformat())
    connection.execute(
        "INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)", (f"{_OUT}{doc_id}", json.dumps(removed))
    )
    delete_document(connection, doc_id)
    return removed


def removed_documents(connection: sqlite3.Connection) -> tuple[Removed, ...]:
    """The documents that were taken out, by id."""
    rows = connection.execute("SELECT value FROM meta WHERE key GLOB ? ORDER BY key", (f"{_OUT}*",))
    return tuple(Removed(*json.loads(value)) for (value,) in rows)


def is_removed(connection: sqlite3.Connection, doc_id: str, content_hash: str) -> Removed | None:
    """The removal of this document or of one with the same text, or None."""
    found = (one for one in removed_documents(connection) if one.doc_id == doc_id or one.content_hash == content_hash)
    return next(found, None)


def forget_removal(connection: sqlite3.Connection, doc_id: str) -> Removed | None:
    """Lets a document in again; returns what was removed so that its file can be read, None when it never was."""
    found = next((one for one in removed_documents(connection) if one.doc_id == doc_id), None)
    if found:
        connection.execute("DELETE FROM meta WHERE key = ?", (f"{_OUT}{doc_id}",))
        connection.execute("UPDATE files SET size = -1, sha256 = '' WHERE path = ?", (found.path,))
    return found
