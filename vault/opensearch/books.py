"""Handles and notes of a vault in a cluster: one book for every process that serves it.

A run begun by one process is found and gone on with by another. Objects are read by their id, which sees a write at
once; only the counting of notes waits for the cluster to show it. It holds no passage.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Sequence
from typing import NamedTuple

from pydantic import JsonValue

from vault.opensearch.cluster import Cluster, Json, StoredRow
from vault.opensearch.mapping import Names, make_index
from vault.opensearch.queries import stemmed_text
from vault.store.books import HANDLE_BYTES, new_note, unknown_handle
from vault.store.keys import storable
from vault.types import Note

__all__ = ["ClusterBooks"]

_CLEARED_S = 600.0
"""Expired handles are cleared away at most so often by one process; they are refused at once."""
_LONGEST_ID = 500
"""Bytes; the cluster's own limit is 512."""


class _Kept(NamedTuple):
    """One object of the books."""

    kind: str
    payload: str
    expires: float


class _Book:
    """The index of the books, made when it is first written to."""

    def __init__(self, cluster: Cluster, names: Names) -> None:
        self._cluster = cluster
        self.index = names.alias("books")
        self._made = False

    def put(self, identity: str, row: Json, *, seen: bool = False) -> None:
        """Stores the object in place of any of that id; with `seen` it can be searched when this returns."""
        if not self._made:
            make_index(self._cluster, self.index, "books")
            self._made = True
        self._cluster.bulk([{"index": {"_index": self.index, "_id": identity}}, row], seen=seen)

    def change(self, identity: str, part: Json) -> None:
        """Stores new values of some fields."""
        row: Json = {"update": {"_index": self.index, "_id": identity, "retry_on_conflict": 3}}
        self._cluster.bulk([row, {"doc": part}])

    def row(self, identity: str) -> StoredRow | None:
        """The object of that id as it is now."""
        if not 0 < len(identity.encode("utf-8", "replace")) < _LONGEST_ID:
            return None
        found = self._cluster.rows([{"_index": self.index, "_id": storable(identity)}])
        return found[0] if found else None

    def drop(self, identity: str) -> bool:
        """Removes the object; False when there was none."""
        if self.row(identity) is None:
            return False
        self._cluster.bulk([{"delete": {"_index": self.index, "_id": identity}}])
        return True

    def drop_where(self, query: Json) -> None:
        """Removes what the query finds."""
        self._cluster.call(
            "POST",
            f"/{self.index}/_delete_by_query",
            {"query": query},
            {"conflicts": "proceed", "ignore_unavailable": "true"},
        )

    def search(self, body: Json) -> tuple[StoredRow, ...]:
        """What a search of the book finds. Raises `VaultError` for one that failed."""
        (found,) = self._cluster.search_all([(self.index, body)])
        if found.error is not None:
            raise self._cluster.error_of(found.error, found.status)
        return found.hits.hits


class ClusterHandles:
    """`vault.ports.HandleBook` in a cluster."""

    def __init__(self, book: _Book) -> None:
        self._book = book
        self._lock = threading.Lock()
        self._cleared = time.time()

    def create(self, kind: str, payload: str, *, ttl_s: float) -> str:
        """A new handle for the payload, valid for `ttl_s` seconds."""
        now = time.time()
        identity = f"{kind}_{secrets.token_urlsafe(HANDLE_BYTES)}"
        self._book.put(identity, {"kind": kind, "expires": now + ttl_s, "payload": {"text": payload}})
        self._clear(now)
        return identity

    def _clear(self, now: float) -> None:
        with self._lock:
            if now - self._cleared < _CLEARED_S:
                return
            self._cleared = now
        self._book.drop_where({"range": {"expires": {"lte": now}}})

    def _held(self, kind: str, identity: str) -> _Kept:
        row = self._book.row(identity)
        held = _kept(row) if row is not None else None
        if held is None or held.kind != kind or held.expires <= time.time():
            raise unknown_handle(kind, identity, expired=held is not None and held.kind == kind)
        return held

    def get(self, kind: str, identity: str) -> str:
        """The payload. Raises `HandleError` for an id that is unknown, of another kind, or expired."""
        return self._held(kind, identity).payload

    def replace(self, kind: str, identity: str, payload: str) -> None:
        """Puts another payload under a live handle. Raises `HandleError`."""
        self._held(kind, identity)
        self._book.change(identity, {"payload": {"text": payload}})

    def touch(self, kind: str, identity: str, *, ttl_s: float) -> None:
        """Makes a live handle last `ttl_s` seconds from now. Raises `HandleError`."""
        self._held(kind, identity)
        self._book.change(identity, {"expires": time.time() + ttl_s})

    def expire(self, identity: str) -> bool:
        """Ends a handle now; False when there was none."""
        return self._book.drop(identity)


def _kept(row: StoredRow) -> _Kept:
    payload, expires = row.source.get("payload"), row.source.get("expires")
    text = payload.get("text") if isinstance(payload, dict) else ""
    return _Kept(str(row.source.get("kind")), str(text), float(expires) if isinstance(expires, (int, float)) else 0.0)


class ClusterNotes:
    """`vault.ports.NoteBook` in a cluster."""

    def __init__(self, book: _Book) -> None:
        self._book = book

    def save(self, title: str, body: str, *, tags: Sequence[str] = (), run_id: str = "") -> Note:
        """Stores a new note and returns it. Raises `InputError` for an empty or endless one."""
        note = new_note(title, body, tags, run_id)
        words = [note.title, note.body, " ".join(note.tags)]
        row: Json = {
            "kind": "note",
            "created": note.created,
            "tags": list(note.tags),
            "text": [stemmed_text(one) for one in words],
            "payload": {"note": note.model_dump(mode="json")},
        }
        self._book.put(note.id, row, seen=True)
        return note

    def get(self, identity: str) -> Note | None:
        """The note with this id, or None."""
        row = self._book.row(identity)
        return _note(row) if row is not None and row.source.get("kind") == "note" else None

    def listed(self, limit: int = 100, *, tag: str = "") -> tuple[Note, ...]:
        """Notes, newest first, at most `limit` (and ten thousand); with `tag` only those that carry it."""
        among: list[Json] = [{"term": {"kind": "note"}}]
        if tag:
            among.append({"term": {"tags": storable(tag)}})
        sort: list[Json] = [{"created": "desc"}]
        return self._found({"size": min(limit, 10_000), "sort": sort, "query": {"bool": {"filter": among}}})

    def _found(self, body: Json) -> tuple[Note, ...]:
        return tuple(note for row in self._book.search(body) if (note := _note(row)) is not None)


def _note(row: StoredRow) -> Note | None:
    payload = row.source.get("payload")
    told: JsonValue = payload.get("note") if isinstance(payload, dict) else None
    return Note.model_validate(told) if told else None


class ClusterBooks:
    """What a process keeps beside the documents of the vault under one prefix."""

    def __init__(self, cluster: Cluster, names: Names) -> None:
        book = _Book(cluster, names)
        self.handles = ClusterHandles(book)
        self.notes = ClusterNotes(book)
