"""Vault files as earlier versions wrote them, made from present ones."""

from __future__ import annotations

import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

from vault.store.read import parts_of_document
from vault.store.schema import APPLICATION_ID, add_functions
from vault.text.packing import PassageTexts, numbers_in, unpacked

FIRST = """
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE scopes(
  no INTEGER PRIMARY KEY, state TEXT NOT NULL, place TEXT NOT NULL, lane TEXT NOT NULL,
  next_n INTEGER NOT NULL DEFAULT 1, UNIQUE(state, place, lane));
CREATE TABLE files(
  path TEXT PRIMARY KEY, source TEXT NOT NULL, sha256 TEXT NOT NULL, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL,
  given TEXT NOT NULL, outcome TEXT NOT NULL, reason TEXT NOT NULL, unread TEXT NOT NULL,
  problems TEXT NOT NULL, seen TEXT NOT NULL);
CREATE TABLE file_documents(
  doc_id TEXT NOT NULL, path TEXT NOT NULL, PRIMARY KEY(doc_id, path)) WITHOUT ROWID;
CREATE INDEX file_documents_path ON file_documents(path);
CREATE TABLE documents(
  doc_no INTEGER PRIMARY KEY, doc_id TEXT NOT NULL UNIQUE, scope_no INTEGER NOT NULL REFERENCES scopes(no),
  lane TEXT NOT NULL, state TEXT NOT NULL, town TEXT NOT NULL, town_key TEXT NOT NULL, board TEXT NOT NULL,
  board_key TEXT NOT NULL, doc_type TEXT NOT NULL, authority TEXT NOT NULL, status TEXT NOT NULL, title TEXT NOT NULL,
  date TEXT NOT NULL, as_of TEXT NOT NULL, url TEXT NOT NULL, note TEXT NOT NULL, source TEXT NOT NULL,
  path TEXT NOT NULL, content_hash TEXT NOT NULL, pages INTEGER NOT NULL, unread INTEGER NOT NULL,
  words INTEGER NOT NULL, sketch BLOB NOT NULL, chunks INTEGER NOT NULL, first_chunk INTEGER NOT NULL);
CREATE INDEX documents_scope ON documents(scope_no, doc_type, date);
CREATE INDEX documents_hash ON documents(content_hash);
CREATE INDEX documents_path ON documents(path);
CREATE TABLE pages(
  doc_no INTEGER NOT NULL REFERENCES documents(doc_no), number INTEGER NOT NULL, origin TEXT NOT NULL,
  reason TEXT NOT NULL, packed BLOB NOT NULL, UNIQUE(doc_no, number));
CREATE INDEX pages_unread ON pages(doc_no) WHERE origin = 'unread';
CREATE TABLE sections(
  doc_no INTEGER NOT NULL REFERENCES documents(doc_no), ord INTEGER NOT NULL, scope_no INTEGER NOT NULL,
  cite TEXT NOT NULL, as_of TEXT NOT NULL, packed BLOB NOT NULL, UNIQUE(doc_no, ord));
CREATE INDEX sections_cite ON sections(cite, scope_no);
CREATE TABLE chunks(
  id INTEGER PRIMARY KEY, doc_no INTEGER NOT NULL REFERENCES documents(doc_no), ord INTEGER NOT NULL,
  title TEXT NOT NULL, heading TEXT NOT NULL, body TEXT NOT NULL, section TEXT NOT NULL,
  page_start INTEGER, page_end INTEGER, start INTEGER NOT NULL, "end" INTEGER NOT NULL, ocr INTEGER NOT NULL,
  aid TEXT NOT NULL, UNIQUE(doc_no, ord));
CREATE INDEX chunks_section ON chunks(section);
CREATE VIRTUAL TABLE fts USING fts5(
  title, heading, body, aid, content='chunks', content_rowid='id', tokenize='porter unicode61 remove_diacritics 2');
CREATE TABLE chunk_refs(
  cite TEXT NOT NULL, chunk_id INTEGER NOT NULL, position INTEGER NOT NULL, full TEXT NOT NULL,
  PRIMARY KEY(cite, chunk_id, position, full)) WITHOUT ROWID;
CREATE INDEX chunk_refs_chunk ON chunk_refs(chunk_id);
CREATE TABLE chunk_terms(chunk_id INTEGER PRIMARY KEY, stems TEXT NOT NULL);
CREATE TABLE names(
  name TEXT NOT NULL, chunk_id INTEGER NOT NULL, kind TEXT NOT NULL, PRIMARY KEY(name, chunk_id, kind)) WITHOUT ROWID;
CREATE INDEX names_chunk ON names(chunk_id);
CREATE TABLE links(
  source INTEGER NOT NULL, target INTEGER NOT NULL, kind TEXT NOT NULL, position INTEGER NOT NULL,
  length INTEGER NOT NULL, fanout INTEGER NOT NULL, PRIMARY KEY(source, target, kind)) WITHOUT ROWID;
CREATE INDEX links_target ON links(target);
CREATE TABLE unlinked(doc_no INTEGER PRIMARY KEY);
CREATE TABLE common_df(stem TEXT PRIMARY KEY, df INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE notes(
  no INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, title TEXT NOT NULL, body TEXT NOT NULL, tags TEXT NOT NULL,
  created TEXT NOT NULL, run_id TEXT NOT NULL);
CREATE VIRTUAL TABLE notes_fts USING fts5(
  title, body, tags, content='notes', content_rowid='no', tokenize='porter unicode61 remove_diacritics 2');
CREATE TABLE handles(
  id TEXT PRIMARY KEY, kind TEXT NOT NULL, payload TEXT NOT NULL, created REAL NOT NULL, expires REAL NOT NULL)
  WITHOUT ROWID;
CREATE INDEX handles_expires ON handles(expires);
CREATE TABLE runs(
  id TEXT PRIMARY KEY, created TEXT NOT NULL, question TEXT NOT NULL, capsule TEXT NOT NULL) WITHOUT ROWID;
"""
"""The tables of version 1, which release 0.1.0 wrote."""


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


def as_first(path: Path) -> None:
    """Brings the file back to version 1: texts of passages as they are, one index for all places, no ledger."""
    as_tenth(path)
    new = path.rename(path.with_name("tenth.db"))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.create_function("unpacked", 1, unpacked)
        connection.executescript(FIRST)
        connection.execute("ATTACH ? AS new", (str(new),))
        for table in ("scopes", "documents", "pages", "sections", "chunks", "chunk_refs", "names"):
            columns = ", ".join(f'"{row[1]}"' for row in connection.execute(f"PRAGMA main.table_info({table})"))
            values = columns.replace('"body"', "unpacked(body)")
            connection.execute(f"INSERT INTO {table}({columns}) SELECT {values} FROM new.{table}")
        connection.execute("INSERT INTO fts(fts) VALUES ('rebuild')")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("PRAGMA user_version = 1")
