"""Classified documents into an open vault, and the links between what it holds.

For documents that are no files; files come in through `vault.intake.ingest`. Links are made when they are asked for
(`link_documents`): no question to the product reads them, so that an ingest does not wait for them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path

from vault.intake.admit import Admission, admit
from vault.intake.prepare import prepared
from vault.intake.record import record_documents
from vault.store.index import VaultIndex
from vault.store.links import index_names, relink
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
    """Names and links the documents stored since the last time; returns how many."""
    linked = 0
    while True:
        with index.writing() as connection:
            rows = connection.execute("SELECT doc_no FROM unlinked LIMIT ?", (_share(connection),)).fetchall()
            if not rows:
                return linked
            doc_nos = [doc_no for (doc_no,) in rows]
            for doc_no in doc_nos:
                chunks = connection.execute("SELECT id FROM chunks WHERE doc_no = ?", (doc_no,))
                index_names(connection, [chunk_id for (chunk_id,) in chunks])
            relink(connection, doc_nos)
            connection.executemany("DELETE FROM unlinked WHERE doc_no = ?", rows)
        linked += len(rows)
        index.trim_log()


def store_documents(index: VaultIndex, documents: Iterable[Document]) -> tuple[Admission, ...]:
    """Stores classified documents as they are and says what became of each; for documents that are not in files."""
    found: list[Admission] = []
    record_documents(index)
    for document in documents:
        ready = prepared(document)
        with index.writing() as connection:
            found.append(admit(connection, ready, Path(document.source)))
    record_documents(index)
    return tuple(found)
