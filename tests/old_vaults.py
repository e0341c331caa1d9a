"""Vault files as earlier versions wrote them, made from present ones."""

from __future__ import annotations

import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

from vault.store.read import parts_of_document
from vault.store.schema import add_functions
from vault.text.packing import PassageTexts, numbers_in, unpacked


def as_tenth(path: Path) -> None:
    """Brings the file back to version 10: pages packed by themselves, a row for each word of a record, names without
    their scope."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        add_functions(connection)
        connection.execute("BEGIN")
        for event in ("insert", "delete", "update"):
            connection.execute(f"DROP TRIGGER generation_{event}")
        connection.execute("DROP TABLE generation")
        for (doc_no,) in connection.execute("SELECT doc_no FROM documents").fetchall():
            _plain_texts(connection, doc_no, parts_of_document(connection, doc_no))
        connection.execute("ALTER TABLE chunks DROP COLUMN turns")
        _plain_words(connection)
        connection.execute("ALTER TABLE names RENAME TO placed")
        connection.execute(
            "CREATE TABLE names(name TEXT NOT NULL, chunk_id INTEGER NOT NULL, kind TEXT NOT NULL,"
            " PRIMARY KEY(name, chunk_id, kind)) WITHOUT ROWID"
        )
        connection.execute("INSERT INTO names SELECT name, chunk_id, kind FROM placed")
        connection.execute("DROP TABLE placed")
        connection.execute("PRAGMA user_version = 10")
        connection.execute("COMMIT")


def _plain_texts(connection: sqlite3.Connection, doc_no: int, parts: PassageTexts) -> None:
    pages = "SELECT number, packed FROM pages WHERE doc_no = ?"
    for number, value in connection.execute(pages, (doc_no,)).fetchall():
        text = zlib.compress(unpacked(value, parts.on_page(number)).encode())
        connection.execute("UPDATE pages SET packed = ? WHERE doc_no = ? AND number = ?", (text, doc_no, number))
    sections = "SELECT ord, cite, packed FROM sections WHERE doc_no = ?"
    for place, cite, value in connection.execute(sections, (doc_no,)).fetchall():
        text = zlib.compress(unpacked(value, parts.of_section(cite)).encode())
        connection.execute("UPDATE sections SET packed = ? WHERE doc_no = ? AND ord = ?", (text, doc_no, place))


def _plain_words(connection: sqlite3.Connection) -> None:
    rows = connection.execute("SELECT scope_no, stem, records, plain FROM record_words").fetchall()
    connection.execute("DROP TABLE record_words")
    connection.execute(
        "CREATE TABLE record_words(scope_no INTEGER NOT NULL, stem TEXT NOT NULL, record_id INTEGER NOT NULL,"
        " plain INTEGER NOT NULL, PRIMARY KEY(scope_no, stem, record_id)) WITHOUT ROWID"
    )
    connection.executemany(
        "INSERT INTO record_words VALUES (?, ?, ?, ?)",
        [(no, stem, number, plain) for no, stem, records, plain in rows for number in numbers_in(records)],
    )
