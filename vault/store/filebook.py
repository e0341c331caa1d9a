"""The book of files: what became of each file, so that the next run knows what it need not read again.

Holds the rows of `files` and `file_documents`. A file counts as unchanged by place, size and time of change, or by its
digest; what was said about it beforehand must be the same too.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, cast

from vault.types import FileResult, Outcome

__all__ = ["FileEntry", "Seen", "find_entry", "is_settled", "record_file", "reported", "seen_now", "touch_file"]


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
    """Whether scans can be read on this machine; a file that could not be read is tried again when that changes."""
    return "ocr" if shutil.which("tesseract") else "no-ocr"


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
