"""Classified documents into an open vault: for documents that are no files; files come in by `vault.intake.ingest`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from vault.intake.admit import Admission, admit
from vault.intake.prepare import prepared
from vault.intake.record import record_documents
from vault.store.index import VaultIndex
from vault.types import Document

__all__ = ["store_documents"]


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
