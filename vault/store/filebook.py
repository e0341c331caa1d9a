"""The book of files: what became of each file, so that the next run knows what it need not read again, and what people
decided about documents: facts they set right and documents they took out.

Holds rows only; reading and storing are the intake's. A file counts as unchanged by place, size and time of change, or
by its digest; what was said about it beforehand must be the same too. Reading files again heeds what was decided.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import NamedTuple, cast

from vault.store.write import delete_document
from vault.types import FileResult, Metadata, Outcome

__all__ = [
    "FileEntry", "Removed", "Seen", "facts_for", "find_entry", "forget_removal", "is_removed", "is_settled",
    "record_file", "remove_document", "removed_documents", "reported", "seen_now", "set_facts", "touch_file",
]  # fmt: skip


class Seen(NamedTuple):
    """A file as it lies there now."""

    size: int
    mtime_ns: int


class FileEntry(NamedTuple):
    """What the book says of a file."""

    sha256: str
    seen: Seen
    given: str
    result: FileResult
    problems: tuple[FileResult, ...]


def seen_now(path: Path) -> Seen:
    """Size and time of change; zeros for a file that is not there."""
    try:
        facts = path.stat()
    except OSError:
        return Seen(0, 0)
    return Seen(facts.st_size, facts.st_mtime_ns)


def _tools() -> str:
    """What this machine and this program can read; a file that could not be read is tried again when that changes."""
    return " ".join([*filter(shutil.which, ("tesseract", "soffice", "antiword")), _readers()])


@cache
def _readers() -> str:
    parts = sorted(
        f"{part.name} {part.stat().st_size}" for part in (Path(__file__).parents[1] / "readers").glob("*.py")
    )
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


def find_entry(connection: sqlite3.Connection, path: Path) -> FileEntry | None:
    """What the book says of this file, or None."""
    row = connection.execute(
        "SELECT sha256, size, mtime_ns, given, source, outcome, reason, unread, problems FROM files WHERE path = ?",
        (str(path),),
    ).fetchone()
    if row is None:
        return None
    ids = connection.execute("SELECT doc_id FROM file_documents WHERE path = ? ORDER BY doc_id", (str(path),))
    sha256, size, mtime_ns, given, source, outcome, reason, unread, problems = row
    result = FileResult(
        source=source,
        outcome=cast(Outcome, outcome),
        doc_ids=tuple(i for (i,) in ids),
        reason=reason,
        unread_pages=tuple(json.loads(unread)),
    )
    rows = tuple(FileResult.model_validate(item) for item in json.loads(problems))
    return FileEntry(sha256, Seen(size, mtime_ns), given, result, rows)


def is_settled(entry: FileEntry, given: str) -> bool:
    """Whether the file needs no second look, provided its bytes are the same."""
    mark, _, tools = entry.given.partition("|")
    had_trouble = entry.result.outcome in ("refused", "partly_read") or bool(entry.result.unread_pages)
    return mark == given and (not had_trouble or tools == _tools())


def reported(entry: FileEntry, source: str) -> FileResult:
    """What to say of a settled file: a refused or duplicate one is still that, any other is unchanged."""
    outcome = entry.result.outcome if entry.result.outcome in ("refused", "duplicate") else "unchanged"
    return entry.result.changed(outcome=outcome, source=source)


def touch_file(connection: sqlite3.Connection, path: Path, seen: Seen) -> None:
    """Notes a new time of change of a file whose bytes are the same."""
    connection.execute("UPDATE files SET size = ?, mtime_ns = ? WHERE path = ?", (*seen, str(path)))


def record_file(connection: sqlite3.Connection, path: Path, entry: FileEntry) -> None:
    """Writes the file's row."""
    result = entry.result
    connection.execute("DELETE FROM file_documents WHERE path = ?", (str(path),))
    connection.execute(
        "INSERT OR REPLACE INTO files(path, source, sha256, size, mtime_ns, given, outcome, reason, unread, problems,"
        " seen) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            str(path),
            result.source,
            entry.sha256,
            *entry.seen,
            f"{entry.given}|{_tools()}",
            result.outcome,
            result.reason,
            json.dumps(result.unread_pages),
            json.dumps([problem.model_dump() for problem in entry.problems]),
            datetime.now(UTC).isoformat(timespec="seconds"),
        ),
    )
    connection.executemany(
        "INSERT OR IGNORE INTO file_documents(doc_id, path) VALUES (?, ?)",
        [(doc_id, str(path)) for doc_id in result.doc_ids],
    )


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
