"""The passages that runs came upon, kept once beside their capsules: each text under the digest of all that it says.

A capsule names its passages with these digests, so that fifty capsules of one town hold each page once and a passage
that was changed here is found out. It refuses to decide which passages a run needs.
"""

from __future__ import annotations

import base64
import hashlib
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from vault.types import Chunk

__all__ = ["FILE_NAME", "KeptPassage", "PassageStore", "kept_passage"]

FILE_NAME = "passages.db"
"""Name of the store in the folder of the capsules."""
_DIGEST_BYTES = 15
"""120 bits: nobody finds a second text for a digest; 20 characters in a capsule."""
_AT_ONCE = 500
_WAIT_S = 5.0
_REMEMBERED = 4_000
"""Passages whose packed form a process remembers, about 1 KB each."""
_TABLE = "CREATE TABLE IF NOT EXISTS passages(digest TEXT PRIMARY KEY, used REAL NOT NULL, packed BLOB NOT NULL)"


class KeptPassage(NamedTuple):
    """A passage as it is kept: its digest and its packed form."""

    digest: str
    packed: bytes


@lru_cache(maxsize=_REMEMBERED)
def kept_passage(chunk: Chunk) -> KeptPassage:
    """The passage packed, and the digest of everything it says."""
    told = chunk.model_dump_json(exclude_defaults=True).encode("utf-8", "surrogatepass")
    return KeptPassage(_digest(told), zlib.compress(told))


def _digest(told: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(told).digest()[:_DIGEST_BYTES]).decode()


class PassageStore:
    """The store of one folder of capsules. Several processes may write to it at once."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        connection = sqlite3.connect(self._path, timeout=_WAIT_S)
        try:
            with connection:
                connection.execute(_TABLE)
                yield connection
        finally:
            connection.close()

    def put(self, passages: Iterable[KeptPassage]) -> None:
        """Keeps the passages, and notes that those held already were used again. Raises `sqlite3.Error` when nothing
        can be written."""
        now = time.time()
        with self._opened() as connection:
            self._path.chmod(0o600)  # what the records say is for who may read the records
            connection.executemany(
                "INSERT INTO passages(digest, used, packed) VALUES (?1, ?2, ?3)"
                " ON CONFLICT(digest) DO UPDATE SET used = excluded.used",
                ((one.digest, now, one.packed) for one in passages),
            )

    def get(self, digests: Sequence[str]) -> Mapping[str, Chunk]:
        """Digest -> passage, for those that are held and say what their digest stands for."""
        if not self._path.is_file():
            return {}
        found: dict[str, Chunk] = {}
        with self._opened() as connection:
            for start in range(0, len(digests), _AT_ONCE):
                part = digests[start : start + _AT_ONCE]
                marks = ", ".join("?" * len(part))
                rows = connection.execute(f"SELECT digest, packed FROM passages WHERE digest IN ({marks})", part)  # noqa: S608 - only marks
                found |= {digest: chunk for digest, packed in rows if (chunk := _unpacked(digest, packed)) is not None}
        return found

    def prune(self, before: float) -> None:
        """Removes what no run has used since that time (seconds since 1970)."""
        if self._path.is_file():
            with self._opened() as connection:
                connection.execute("DELETE FROM passages WHERE used < ?", (before,))


def _unpacked(digest: str, packed: bytes) -> Chunk | None:
    """The passage; None when it does not say what the digest stands for."""
    try:
        told = zlib.decompress(packed)
    except zlib.error:
        return None
    return Chunk.model_validate_json(told) if _digest(told) == digest else None
