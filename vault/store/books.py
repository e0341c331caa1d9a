"""Notes and handles, kept in the vault: findings a person or a run keeps, and unguessable ids of what a run found.

Notes are counted by their words and exported as Markdown with front matter; they answer "is this new to us?", are
never evidence and never come back as a source (decision 19). A handle stands for evidence that was retrieved, so
that it never comes back through a caller's words (decision 27); its payload is JSON text the vault does not look into,
and any process that opens the vault can redeem it until it expires.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from vault.errors import HandleError, InputError
from vault.ports import NoteBook
from vault.store.index import VaultIndex
from vault.store.keys import slug, storable
from vault.types import Note

__all__ = ["HANDLE_BYTES", "Handles", "Notes", "as_markdown", "export_notes", "file_name", "new_note", "unknown_handle"]

_COLUMNS = "id, title, body, tags, created, run_id"
_ALL = 1_000_000
_MAX_BODY = 1_000_000
"""Characters in one note; a finding is a page or two, so this only stops a pasted archive."""


def _note(row: Sequence[str]) -> Note:
    identity, title, body, tags, created, run_id = row
    return Note(id=identity, title=title, body=body, tags=tuple(json.loads(tags)), created=created, run_id=run_id)


def as_markdown(note: Note) -> str:
    """The note as a Markdown file: front matter (JSON values, which YAML reads too), title, body."""
    facts = {"id": note.id, "created": note.created, "tags": list(note.tags), "run_id": note.run_id}
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in facts.items()]
    front = "\n".join(lines)
    return f"---\n{front}\n---\n\n# {note.title}\n\n{note.body.strip()}\n"


def file_name(note: Note) -> str:
    """A file name for the exported note, safe on every system."""
    return f"{slug(note.id, len(note.id)) or 'note'}.md"


def new_note(title: str, body: str, tags: Sequence[str], run_id: str) -> Note:
    """A note ready to be stored, under a fresh id and of this moment. Raises `InputError` for an empty or endless
    one."""
    title, body = " ".join(title.split()), body.strip()
    if not title or not body:
        raise InputError("A note needs a title and a text.", next_step="Give both and save again.")
    if len(body) > _MAX_BODY:
        raise InputError(
            f"The note has {len(body):,} characters, more than {_MAX_BODY:,}.", next_step="Save the finding only."
        )
    kept = tuple(dict.fromkeys(tag.strip() for tag in tags if tag.strip()))
    identity = f"{slug(title, 40) or 'note'}-{secrets.token_hex(4)}"
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return Note(id=identity, title=title, body=body, tags=kept, created=now, run_id=run_id)


def export_notes(notes: NoteBook, folder: Path) -> tuple[Path, ...]:
    """Writes every note into the folder as Markdown and returns the files, newest note first.

    Files of the same name are replaced, so a second export brings the folder up to date.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for note in notes.listed(_ALL):
        path = folder / file_name(note)
        path.write_text(as_markdown(note), "utf-8", errors="replace")
        written.append(path)
    return tuple(written)


class Notes:
    """The notes of one vault."""

    def __init__(self, vault: VaultIndex) -> None:
        self._vault = vault

    def save(self, title: str, body: str, *, tags: Sequence[str] = (), run_id: str = "") -> Note:
        """Stores a new note and returns it. Raises `InputError` for an empty or endless one."""
        note = new_note(title, body, tags, run_id)
        with self._vault.writing() as connection:
            self._insert(connection, note)
        return note

    @staticmethod
    def _insert(connection: sqlite3.Connection, note: Note) -> None:
        tags = json.dumps(note.tags, ensure_ascii=False)
        cursor = connection.execute(
            f"INSERT INTO notes({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)",  # noqa: S608 - our own names
            (note.id, note.title, note.body, tags, note.created, note.run_id),
        )
        connection.execute(
            "INSERT INTO notes_fts(rowid, title, body, tags) VALUES (?, ?, ?, ?)",
            (cursor.lastrowid, note.title, note.body, tags),
        )

    def get(self, identity: str) -> Note | None:
        """The note with this id, or None."""
        with self._vault.reading() as connection:
            row = connection.execute(
                f"SELECT {_COLUMNS} FROM notes WHERE id = ?",  # noqa: S608 - our own names
                (storable(identity),),
            ).fetchone()
        return _note(row) if row else None

    def listed(self, limit: int = 100, *, tag: str = "") -> tuple[Note, ...]:
        """Notes, newest first, at most `limit`; with `tag` only those that carry it."""
        with self._vault.reading() as connection:
            rows = connection.execute(
                f"SELECT {_COLUMNS} FROM notes WHERE ?1 = '' OR EXISTS"  # noqa: S608 - our own names
                " (SELECT 1 FROM json_each(notes.tags) WHERE value = ?1) ORDER BY created DESC, no DESC LIMIT ?2",
                (storable(tag), limit),
            ).fetchall()
        return tuple(map(_note, rows))


HANDLE_BYTES = 16
"""128 random bits: nobody finds a live handle by trying."""


class Handles:
    """The handles of one vault. `clock` gives seconds since the epoch and may be replaced in tests."""

    def __init__(self, vault: VaultIndex, *, clock: Callable[[], float] = time.time) -> None:
        self._vault = vault
        self._clock = clock

    def create(self, kind: str, payload: str, *, ttl_s: float) -> str:
        """A new handle for the payload, valid for `ttl_s` seconds; "retrieval" gives ids like "retrieval_3q…".

        Expired handles are removed on the way.
        """
        now = self._clock()
        identity = f"{kind}_{secrets.token_urlsafe(HANDLE_BYTES)}"
        with self._vault.writing() as connection:
            connection.execute("DELETE FROM handles WHERE expires <= ?", (now,))
            connection.execute(
                "INSERT INTO handles(id, kind, payload, created, expires) VALUES (?, ?, ?, ?, ?)",
                (identity, kind, payload, now, now + ttl_s),
            )
        return identity

    def get(self, kind: str, identity: str) -> str:
        """The payload. Raises `HandleError` for an id that is unknown, of another kind, or expired."""
        with self._vault.reading() as connection:
            row = connection.execute(
                "SELECT kind, payload, expires FROM handles WHERE id = ?", (storable(identity),)
            ).fetchone()
        if row is None or row[0] != kind or row[2] <= self._clock():
            raise unknown_handle(kind, identity, expired=row is not None and row[0] == kind)
        return str(row[1])

    def replace(self, kind: str, identity: str, payload: str) -> None:
        """Puts another payload under a live handle, as a session does when it grows. Raises `HandleError`."""
        self.get(kind, identity)
        with self._vault.writing() as connection:
            connection.execute("UPDATE handles SET payload = ? WHERE id = ?", (payload, identity))

    def touch(self, kind: str, identity: str, *, ttl_s: float) -> None:
        """Makes a live handle last `ttl_s` seconds from now. Raises `HandleError`."""
        self.get(kind, identity)
        with self._vault.writing() as connection:
            connection.execute("UPDATE handles SET expires = ? WHERE id = ?", (self._clock() + ttl_s, identity))

    def expire(self, identity: str) -> bool:
        """Ends a handle now; False when there was none."""
        with self._vault.writing() as connection:
            return connection.execute("DELETE FROM handles WHERE id = ?", (storable(identity),)).rowcount > 0


def unknown_handle(kind: str, identity: str, *, expired: bool) -> HandleError:
    """The error for an id that names nothing, or nothing any more."""
    shown = storable(identity)[:60]
    why = "has expired" if expired else "is unknown"
    return HandleError(
        f"The {kind} id {shown!r} {why}.", next_step=f"Start again and use the new {kind} id that comes back."
    )
