"""The shape of the vault file, how an earlier one is brought into it, pragmas, and the check of who wrote it.

Holds every CREATE statement of the project. A file is migrated only when it is opened for writing, in one transaction;
a reader never changes the file, and a file of a later version is refused, never guessed at.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from vault.errors import VaultDamaged, VaultError, VaultTooNew
from vault.store.keys import SCOPE_BITS, scope_tag, tagged
from vault.store.link_names import index_names
from vault.store.whole import turns_told
from vault.text.packing import PassageText, PassageTexts, numbers_in, packed, unpacked
from vault.text.quality import POOR_QUALITY, text_quality

if TYPE_CHECKING:
    from sqlite_utils import Database

__all__ = [
    "APPLICATION_ID", "LATEST", "add_functions", "check_version", "migrate", "prepare_reader", "prepare_writer",
    "require_current", "seal_document", "seal_of", "stems_of",
]  # fmt: skip

_SORT_BYTES = 1 << 18  # room for a statement's own journal; less means a full disk
APPLICATION_ID = 0x4F43564C
"""The letters OCVL in the file header: this SQLite file is an OpenCouncil vault."""

_TABLES = """
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE generation(n INTEGER NOT NULL);
INSERT INTO generation VALUES (1);
CREATE TABLE scopes(
  no INTEGER PRIMARY KEY, state TEXT NOT NULL, place TEXT NOT NULL, lane TEXT NOT NULL,
  next_n INTEGER NOT NULL DEFAULT 1, town TEXT NOT NULL DEFAULT '', changed INTEGER NOT NULL DEFAULT 1,
  counted INTEGER NOT NULL DEFAULT 0, UNIQUE(state, place, lane));
CREATE TABLE totals(
  scope_no INTEGER NOT NULL, doc_type TEXT NOT NULL, documents INTEGER NOT NULL, pages INTEGER NOT NULL,
  unread INTEGER NOT NULL, chunks INTEGER NOT NULL, first TEXT NOT NULL, last TEXT NOT NULL,
  PRIMARY KEY(scope_no, doc_type)) WITHOUT ROWID;
CREATE VIRTUAL TABLE scope_words USING fts5(
  stems, content='', columnsize=0, detail=none, tokenize='unicode61 remove_diacritics 2');
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
  words INTEGER NOT NULL, sketch BLOB NOT NULL, chunks INTEGER NOT NULL, first_chunk INTEGER NOT NULL,
  seal TEXT NOT NULL DEFAULT '');
CREATE INDEX documents_scope ON documents(scope_no, doc_type, date);
CREATE INDEX documents_hash ON documents(content_hash);
CREATE INDEX documents_path ON documents(path);
CREATE TABLE pages(
  doc_no INTEGER NOT NULL REFERENCES documents(doc_no), number INTEGER NOT NULL, origin TEXT NOT NULL,
  reason TEXT NOT NULL, packed BLOB NOT NULL, quality REAL NOT NULL DEFAULT 1.0, UNIQUE(doc_no, number));
CREATE INDEX pages_unread ON pages(doc_no) WHERE origin = 'unread';
CREATE INDEX pages_poor ON pages(doc_no) WHERE quality < {poor} AND origin = 'ocr';
CREATE TABLE sections(
  doc_no INTEGER NOT NULL REFERENCES documents(doc_no), ord INTEGER NOT NULL, scope_no INTEGER NOT NULL,
  cite TEXT NOT NULL, as_of TEXT NOT NULL, packed BLOB NOT NULL, UNIQUE(doc_no, ord));
CREATE INDEX sections_cite ON sections(cite, scope_no);
CREATE TABLE chunks(
  id INTEGER PRIMARY KEY, doc_no INTEGER NOT NULL REFERENCES documents(doc_no), ord INTEGER NOT NULL,
  title TEXT NOT NULL, heading TEXT NOT NULL, body TEXT NOT NULL, section TEXT NOT NULL,
  page_start INTEGER, page_end INTEGER, start INTEGER NOT NULL, "end" INTEGER NOT NULL, ocr INTEGER NOT NULL,
  aid TEXT NOT NULL, quality REAL NOT NULL DEFAULT 1.0, turns TEXT NOT NULL DEFAULT '', UNIQUE(doc_no, ord));
CREATE INDEX chunks_section ON chunks(section);
CREATE VIEW stems_rows AS SELECT id, tagged(id, title) AS title, tagged(id, heading) AS heading,
  tagged(id, unpacked(body)) AS body, tagged(id, aid) AS aid FROM chunks;
CREATE VIRTUAL TABLE stems USING fts5(
  title, heading, body, aid, content='stems_rows', content_rowid='id', tokenize="ascii tokenchars '_'");
CREATE TABLE chunk_refs(
  cite TEXT NOT NULL, chunk_id INTEGER NOT NULL, position INTEGER NOT NULL, full TEXT NOT NULL,
  PRIMARY KEY(cite, chunk_id, position, full)) WITHOUT ROWID;
CREATE INDEX chunk_refs_chunk ON chunk_refs(chunk_id);
CREATE TABLE names(
  scope_no INTEGER NOT NULL, name TEXT NOT NULL, chunk_id INTEGER NOT NULL, kind TEXT NOT NULL,
  PRIMARY KEY(scope_no, name, chunk_id, kind)) WITHOUT ROWID;
CREATE TABLE records(
  id INTEGER PRIMARY KEY, doc_no INTEGER NOT NULL REFERENCES documents(doc_no), scope_no INTEGER NOT NULL,
  kind TEXT NOT NULL, date TEXT NOT NULL, page INTEGER, chunk_id INTEGER, quality TEXT NOT NULL,
  action TEXT NOT NULL, fate TEXT NOT NULL, outcome TEXT NOT NULL, status TEXT NOT NULL, period TEXT NOT NULL,
  amount REAL, data TEXT NOT NULL);
CREATE INDEX records_doc ON records(doc_no);
CREATE INDEX records_scope ON records(scope_no, kind, date);
CREATE TABLE record_words(
  scope_no INTEGER NOT NULL, stem TEXT NOT NULL, doc_no INTEGER NOT NULL, plain INTEGER NOT NULL,
  records BLOB NOT NULL, PRIMARY KEY(scope_no, stem, doc_no)) WITHOUT ROWID;
CREATE TABLE record_matters(
  scope_no INTEGER NOT NULL, key TEXT NOT NULL, record_id INTEGER NOT NULL, name TEXT NOT NULL,
  PRIMARY KEY(scope_no, key, record_id)) WITHOUT ROWID;
CREATE TABLE record_people(
  scope_no INTEGER NOT NULL, name TEXT NOT NULL, record_id INTEGER NOT NULL, part TEXT NOT NULL,
  PRIMARY KEY(scope_no, name, record_id, part)) WITHOUT ROWID;
CREATE TABLE unrecorded(doc_no INTEGER PRIMARY KEY);
CREATE TABLE notes(
  no INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, title TEXT NOT NULL, body TEXT NOT NULL, tags TEXT NOT NULL,
  created TEXT NOT NULL, run_id TEXT NOT NULL);
CREATE VIRTUAL TABLE notes_fts USING fts5(
  title, body, tags, content='notes', content_rowid='no', tokenize='porter unicode61 remove_diacritics 2');
CREATE TABLE handles(
  id TEXT PRIMARY KEY, kind TEXT NOT NULL, payload TEXT NOT NULL, created REAL NOT NULL, expires REAL NOT NULL)
  WITHOUT ROWID;
CREATE INDEX handles_expires ON handles(expires);
""".replace("{poor}", str(POOR_QUALITY))
"""Key columns stand first and in the key's order: SQLite 3.40's quick_check reports other orders as damage. A name or a
record is found by its scope first: a question names a town, and a town is one scope.

`generation`: grows with every change of a document, so that what is remembered of the vault is known to be old.
`scope_words`: a row is a scope, its number and the stems of its passages. `stems`: one full text index for all scopes;
its terms are stems with the number of their scope in front, so that a scope's words stand together and are found
without touching another's. It keeps no text of its own; the view lets SQLite check and rebuild it.
`turns`: where in a passage its second and later pages begin."""
_TOTALS_IN = """
  INSERT INTO totals VALUES (
    new.scope_no, new.doc_type, 1, new.pages, new.unread, new.chunks, new.date, new.date)
  ON CONFLICT DO UPDATE SET documents = documents + 1, pages = pages + new.pages, unread = unread + new.unread,
    chunks = chunks + new.chunks, last = max(last, new.date),
    first = CASE WHEN new.date <> '' AND (first = '' OR new.date < first) THEN new.date ELSE first END;
  UPDATE scopes SET town = new.town
  WHERE no = new.scope_no AND new.town <> '' AND (town = '' OR new.town < town);
"""
_TOTALS_OUT = """
  UPDATE totals SET documents = documents - 1, pages = pages - old.pages, unread = unread - old.unread,
    chunks = chunks - old.chunks,
    first = CASE WHEN old.date <> first OR first = '' THEN first ELSE coalesce((SELECT min(date) FROM documents
      WHERE scope_no = old.scope_no AND doc_type = old.doc_type AND date <> ''), '') END,
    last = CASE WHEN old.date <> last OR last = '' THEN last ELSE coalesce((SELECT max(date) FROM documents
      WHERE scope_no = old.scope_no AND doc_type = old.doc_type), '') END
  WHERE scope_no = old.scope_no AND doc_type = old.doc_type;
  DELETE FROM totals WHERE scope_no = old.scope_no AND doc_type = old.doc_type AND documents = 0;
"""
_GROWS = "UPDATE generation SET n = n + 1;"
_TRIGGERS = (
    f"CREATE TRIGGER totals_in AFTER INSERT ON documents BEGIN {_TOTALS_IN} END",
    f"CREATE TRIGGER totals_out AFTER DELETE ON documents BEGIN {_TOTALS_OUT} END",
    "CREATE TRIGGER totals_changed AFTER UPDATE OF scope_no, doc_type, date, pages, unread, chunks, town ON documents"
    f" BEGIN {_TOTALS_OUT} {_TOTALS_IN} END",
    *(
        f"CREATE TRIGGER generation_{event} AFTER {event} ON documents BEGIN {_GROWS} END"
        for event in ("insert", "delete", "update")
    ),
)
"""Totals and the generation are kept by the database itself, so that no writer of documents can forget them."""


def _create(db: Database) -> None:
    """The tables of a new file."""
    for statement in (*_TABLES.split(";\n"), *_TRIGGERS):
        if statement.strip():
            db.execute(statement)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")


_COPIED = (
    *("meta", "files", "file_documents", "notes", "scopes", "documents", "pages", "sections", "chunks", "chunk_refs"),
)
"""What an earlier file keeps; all else is worked out of it, the ledger by the next ingest, and handles end."""
_REFERRED = ("documents", "scopes")
"""Other tables refer to these, so they go last."""
_OLD = "old_"


def _renew(db: Database) -> None:
    """A file of an earlier version in the present shape: its tables put aside, made anew and filled from them."""
    for kind in ("trigger", "virtual", "view", "index"):
        meant = "sql LIKE 'CREATE VIRTUAL%'" if kind == "virtual" else f"type = '{kind}' AND sql <> ''"
        for (name,) in db.execute(f"SELECT name FROM sqlite_schema WHERE {meant}").fetchall():  # noqa: S608 - ours
            db.execute(f"DROP {'table' if kind == 'virtual' else kind} [{name}]")
    held = db.table_names()
    for name in held:
        db.rename_table(name, f"{_OLD}{name}")
    _create(db)
    for name in _COPIED:
        common = ", ".join(f"[{one}]" for one in db[f"{_OLD}{name}"].columns_dict if one in db[name].columns_dict)
        db.execute(f"INSERT INTO {name}({common}) SELECT {common} FROM {_OLD}{name}")  # noqa: S608 - names of ours
    for name in (*(one for one in held if one not in _REFERRED), *_REFERRED):
        db.execute(f"DROP TABLE {_OLD}{name}")
    _derive(db.conn)


def _derive(connection: sqlite3.Connection) -> None:
    """All that follows from the documents copied: packed and measured texts, names, indexes, seals."""
    connection.create_function("packed", 1, packed, deterministic=True)
    connection.create_function("readable_share", 1, text_quality, deterministic=True)
    connection.execute("UPDATE chunks SET body = packed(body) WHERE typeof(body) = 'text'")
    connection.execute("UPDATE chunks SET quality = readable_share(unpacked(body))")
    connection.execute("UPDATE pages SET quality = iif(origin = 'unread', 0, readable_share(unpacked(packed)))")
    connection.execute("INSERT INTO unrecorded(doc_no) SELECT doc_no FROM documents")
    connection.execute("INSERT INTO notes_fts(notes_fts) VALUES ('rebuild')")
    for command in ("rebuild", "optimize"):
        connection.execute("INSERT INTO stems(stems) VALUES (?)", (command,))
    for (no,) in connection.execute("SELECT no FROM scopes").fetchall():
        held = " ".join(stems_of(connection, no))
        connection.execute("INSERT INTO scope_words(rowid, stems) VALUES (?, ?)", (no, held))
    connection.execute("UPDATE scopes SET counted = changed")
    index_names(connection, [chunk_id for (chunk_id,) in connection.execute("SELECT id FROM chunks").fetchall()])
    for (doc_no,) in connection.execute("SELECT doc_no FROM documents").fetchall():
        _pack_document(connection, doc_no)
        seal_document(connection, doc_no)


_SEALED = (
    "SELECT doc_no, doc_id, scope_no, lane, state, town, town_key, board, board_key, doc_type, authority, status,"
    " title, date, as_of, url, note, source, path, content_hash, pages, unread, words, hex(sketch), chunks, first_chunk"
    " FROM documents WHERE doc_no = ?",
    "SELECT number, origin, reason, quality FROM pages WHERE doc_no = ? ORDER BY number",
    "SELECT ord, scope_no, cite, as_of FROM sections WHERE doc_no = ? ORDER BY ord",
    'SELECT id, ord, section, page_start, page_end, start, "end", ocr, quality, turns FROM chunks WHERE doc_no = ?'
    " ORDER BY id",
)
"""What a seal stands for: every fact of a document, its pages, sections and passages that no text digest covers."""
_SEAL_CHARS = 16
"""64 bits against chance, which is all that damages a file by itself."""


def seal_of(connection: sqlite3.Connection, doc_no: int) -> str:
    """The digest of the facts of a document as they stand in the tables now."""
    digest = hashlib.sha256()
    for query in _SEALED:
        digest.update(json.dumps(connection.execute(query, (doc_no,)).fetchall(), default=repr).encode())
    return digest.hexdigest()[:_SEAL_CHARS]


def seal_document(connection: sqlite3.Connection, doc_no: int) -> None:
    """Keeps the digest of a document's facts with it; whoever changes one of them calls this in the same
    transaction."""
    connection.execute("UPDATE documents SET seal = ? WHERE doc_no = ?", (seal_of(connection, doc_no), doc_no))


def _pack_document(connection: sqlite3.Connection, doc_no: int) -> None:
    """Packs the pages and sections of a document against its passages, and notes where pages turn in these."""
    passages = connection.execute(
        "SELECT id, section, page_start, page_end, unpacked(body) FROM chunks WHERE doc_no = ? ORDER BY ord", (doc_no,)
    ).fetchall()
    parts = PassageTexts(PassageText(*row[1:]) for row in passages)
    query = "SELECT number, unpacked(packed) FROM pages WHERE doc_no = ?"
    pages: dict[int, str] = dict(connection.execute(query, (doc_no,)).fetchall())
    connection.executemany(
        "UPDATE chunks SET turns = ? WHERE id = ?",
        [
            (turns_told(PassageText(*place), pages), i)
            for i, *place in passages
            if not place[0] and place[1] != place[2]
        ],
    )
    connection.executemany(
        "UPDATE pages SET packed = ? WHERE doc_no = ? AND number = ?",
        [(packed(text, parts.on_page(number)), doc_no, number) for number, text in pages.items()],
    )
    query = "SELECT ord, cite, unpacked(packed) FROM sections WHERE doc_no = ?"
    connection.executemany(
        "UPDATE sections SET packed = ? WHERE doc_no = ? AND ord = ?",
        [
            (packed(text, parts.of_section(cite)), doc_no, place)
            for place, cite, text in connection.execute(query, (doc_no,)).fetchall()
        ],
    )


def stems_of(connection: sqlite3.Connection, scope_no: int) -> tuple[str, ...]:
    """The stems that the index holds of a scope, sorted."""
    tag = scope_tag(scope_no)
    terms = connection.execute(
        "SELECT term FROM temp.stem_counts WHERE term >= ? AND term < ?", (tag, tag[:-1] + chr(ord(tag[-1]) + 1))
    )
    return tuple(term[len(tag) :] for (term,) in terms)


LATEST = 11
"""Version this code reads and writes; kept in the file as `user_version`."""


def add_functions(connection: sqlite3.Connection) -> None:
    """Makes `unpacked` and `tagged` known to SQL, which the view behind the index and every reader of `chunks.body`
    need, `numbers_in` (what `packed_numbers` packed, as JSON), and the terms of the index a table: `temp.stem_counts`
    (term, doc, cnt) and `temp.stem_places` (term, doc, col, offset)."""
    connection.create_function("unpacked", 1, unpacked, deterministic=True)
    connection.create_function("numbers_in", 1, lambda value: json.dumps(numbers_in(value)), deterministic=True)
    connection.create_function("tagged", 2, lambda i, text: tagged(i >> SCOPE_BITS, text), deterministic=True)
    connection.execute("CREATE VIRTUAL TABLE temp.stem_counts USING fts5vocab(main, stems, row)")
    connection.execute("CREATE VIRTUAL TABLE temp.stem_places USING fts5vocab(main, stems, instance)")


def _has_room_to_sort() -> bool:
    """Whether the folder for temporary files takes any: on a full disk SQLite sorts in memory instead."""
    try:
        with tempfile.TemporaryFile(dir=os.environ.get("SQLITE_TMPDIR") or os.environ.get("TMPDIR") or None) as file:
            file.write(b"\0" * _SORT_BYTES)
            file.flush()
    except OSError:
        return False
    return True


def prepare_writer(connection: sqlite3.Connection) -> None:
    """Settings of a writing connection, as measured in the design notes: WAL, NORMAL, 10 s of patience."""
    connection.execute("PRAGMA busy_timeout = 10000")
    connection.execute("PRAGMA page_size = 8192")  # of a new file; a tenth smaller than with 4 KB pages
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")  # in WAL a crash loses no commit; a power cut may lose the last
    connection.execute("PRAGMA journal_size_limit = 67108864")
    if not _has_room_to_sort():
        connection.execute("PRAGMA temp_store = MEMORY")
    connection.execute("PRAGMA foreign_keys = ON")
    add_functions(connection)


def prepare_reader(connection: sqlite3.Connection) -> None:
    """Settings of a reading connection: it may not write, not even into its own temporary tables."""
    connection.execute("PRAGMA busy_timeout = 2000")
    connection.execute("PRAGMA temp_store = MEMORY")
    add_functions(connection)
    connection.execute("PRAGMA query_only = 1")


def check_version(connection: sqlite3.Connection, path: Path) -> int:
    """The schema version of the file, 0 for an empty one.

    Raises `VaultTooNew` for a file of a later version and `VaultDamaged` for one that is no vault at all.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if application not in (0, APPLICATION_ID) or (application == 0 and tables):
        raise VaultDamaged(
            f"{path} is a database of another program, not a vault.",
            next_step="Name another file with --vault; this one was not touched.",
        )
    if version > LATEST:
        raise VaultTooNew(
            f"{path} was written by a later version (schema {version}, this program knows {LATEST}).",
            next_step="Update OpenCouncil, or ingest the documents into a new vault file.",
        )
    return int(version)


def migrate(connection: sqlite3.Connection, path: Path) -> bool:
    """Brings the file to `LATEST` in one transaction; whether it had to.

    Two processes may call this at once: the version is read again under the write lock. `connection` must be in
    autocommit mode (`isolation_level=None`).
    """
    if check_version(connection, path) == LATEST:
        return False
    from sqlite_utils import Database  # noqa: PLC0415 - it loads numpy, a third of each start

    connection.execute("BEGIN IMMEDIATE")
    try:
        version = check_version(connection, path)
        if version < LATEST:
            step = _renew if version else _create
            step(Database(connection, recursive_triggers=False, execute_plugins=False))
            connection.execute(f"PRAGMA user_version = {LATEST}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return version < LATEST


def require_current(connection: sqlite3.Connection, path: Path) -> None:
    """Raises `VaultError` unless a reader can use the file as it is (it may not upgrade it)."""
    if check_version(connection, path) < LATEST:
        raise VaultError(
            f"{path} is empty or was written by an earlier version.",
            next_step="Run `opencouncil ingest` on it once; that brings it up to date.",
        )
