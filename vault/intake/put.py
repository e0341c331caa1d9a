"""Classified documents into an open vault, and the links between what it holds.

For documents that are no files; files come in through `vault.intake.ingest`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path

from vault.intake.admit import Admission, admit
from vault.intake.prepare import prepared
from vault.intake.record import record_documents
from vault.store.index import VaultIndex
from vault.store.links import relink
from vault.types import Document

__all__ = ["link_documents", "store_documents"]

_LINKED_AT_ONCE = 500
"""Documents linked in one transaction, so that a note saved meanwhile waits seconds, not minutes."""


def _share(connection: sqlite3.Connection) -> int:
    """How many documents to link now: all of a first load, where nothing older has to be read again, else a batch."""
    (waiting,) = connection.execute("SELECT count(*) FROM unlinked").fetchone()
    (held,) = connection.execute("SELECT count(*) FROM documents").fetchone()
    return int(waiting) if waiting * 2 >= held else _LINKED_AT_ONCE


def link_documents(index: VaultIndex) -> int:
    """Links documents stored since the last time; returns how many. A run that was killed leaves this to the next."""
    linked = 0
    while True:
        with index.writing() as connection:
            rows = connection.execute("SELECT doc_no FROM unlinked LIMIT ?", (_share(connection),)).fetchall()
            if not rows:
                return linked
            relink(connection, [doc_no for (doc_no,) in rows])
            connection.executemany("DELETE FROM unlinked WHERE doc_no = ?", rows)
        linked += len(rows)
        index.trim_log()


def store_documents(index: VaultIndex, documents: Iterable[Document]) -> tuple[Admission, ...]:
    """Stores classified documents as they are, links them, and says what became of each; for documents not in files."""
    found: list[Admission] = []
    for document in documents:
        ready = prepared(document)
        with index.writing() as connection:
            found.append(admit(connection, ready, Path(document.source)))
    record_documents(index)
    link_documents(index)
    return tuple(found)
