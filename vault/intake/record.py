"""The ledger filled: documents stored since the last time are read for what was moved, voted and printed in rows.

Works document by document, one transaction each, so that a run that was killed is finished by the next. A vault filled
by earlier grammars is filled again.
"""

from __future__ import annotations

import sqlite3

from vault.facts.extract import GRAMMAR, records_of
from vault.facts.types import LedgerRecord
from vault.store.index import VaultIndex
from vault.store.records import put_records
from vault.store.write import load_document
from vault.types import Document

__all__ = ["record_documents"]


def _renewed(connection: sqlite3.Connection) -> None:
    """Marks every document as unread by the ledger when the grammars have changed since it was filled."""
    row = connection.execute("SELECT value FROM meta WHERE key = 'ledger_grammar'").fetchone()
    if row and row[0] == str(GRAMMAR):
        return
    connection.execute("INSERT OR IGNORE INTO unrecorded(doc_no) SELECT doc_no FROM documents")
    connection.execute("INSERT OR REPLACE INTO meta(key, value) VALUES ('ledger_grammar', ?)", (str(GRAMMAR),))


def _read(document: Document) -> tuple[LedgerRecord, ...]:
    """The records of a document; () for one that no grammar foresaw, which must stop no other."""
    try:
        return records_of(document)
    except Exception:
        return ()


def record_documents(index: VaultIndex) -> int:
    """Reads the documents that wait for the ledger; returns how many records were stored."""
    with index.writing() as connection:
        _renewed(connection)
        waiting = connection.execute(
            "SELECT doc_no, doc_id FROM unrecorded JOIN documents USING(doc_no) ORDER BY doc_no"
        ).fetchall()
    stored = 0
    for doc_no, doc_id in waiting:
        with index.reading() as connection:
            document = load_document(connection, doc_id)
        records = _read(document) if document else ()
        with index.writing() as connection:
            stored += put_records(connection, doc_no, records)
        index.trim_log()
    return stored
