"""Connections to one vault file: one reader per thread, one writer per object, errors in our own words.

Holds the only `sqlite3.connect` calls of the vault. It knows no table; it maps every SQLite error to the error tree,
rolls back what failed, and stops a query at its deadline.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from vault.errors import QueryTimeout, VaultBusy, VaultDamaged, VaultError, VaultMissing
from vault.store.schema import check_version, migrate, prepare_reader, prepare_writer, require_current

__all__ = ["Connections", "deadline", "mapped"]

_PRIMARY = 0xFF
"""Extended result codes keep the primary code in the low byte."""
_STEPS_BETWEEN_LOOKS = 4000
"""Virtual machine steps between two looks at the clock: about 0.1 ms of work."""
_CLOSE_WAIT_S = 5.0
"""Longest wait for reads of other threads when a vault is closed."""
_WAL_LIMIT_BYTES = 16 * 1024 * 1024
"""Busy readers keep the log from shrinking on its own; past this size the writer truncates it."""


def _translate(error: sqlite3.Error, path: Path) -> VaultError:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _PRIMARY
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return VaultDamaged(
            f"{path} is damaged or is no vault ({error}).",
            next_step="Keep the file aside and ingest the documents into a new vault; the originals are not affected.",
        )
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return VaultBusy(
            f"{path} is being written by another process.", next_step="Wait until that run has finished and try again."
        )
    if code == sqlite3.SQLITE_INTERRUPT:
        return QueryTimeout(
            "The query passed its deadline.", next_step="Ask for fewer or rarer words, or add a filter."
        )
    if code == sqlite3.SQLITE_FULL:
        return VaultError(
            f"The disk that holds {path} is full; the last document was not stored, everything before it is kept.",
            next_step="Free some space and run the same command again.",
        )
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_IOERR):
        return VaultError(
            f"{path} cannot be read or written ({error}).", next_step="Check the folder's permissions and the disk."
        )
    return VaultError(f"{path}: {error}.", next_step="Run `opencouncil doctor` to check the vault.")


@contextmanager
def mapped(path: Path) -> Iterator[None]:
    """Runs the block; a SQLite error leaves as `VaultBusy`, `VaultDamaged`, `QueryTimeout` or `VaultError`."""
    try:
        yield
    except sqlite3.Error as error:
        raise _translate(error, path) from error


@contextmanager
def deadline(connection: sqlite3.Connection, seconds: float) -> Iterator[None]:
    """Interrupts the block's queries after `seconds` (a monotonic clock); the handler is removed afterwards."""
    end = time.monotonic() + seconds
    connection.set_progress_handler(lambda: int(time.monotonic() > end), _STEPS_BETWEEN_LOOKS)
    try:
        yield
    finally:
        connection.set_progress_handler(None, 0)


class Connections:
    """The connections of one open vault. Safe to use from several threads; `close` ends them all."""

    def __init__(self, path: Path, *, create: bool, read_only: bool) -> None:
        """Opens the file and brings it up to date unless `read_only`.

        Raises `VaultMissing` when there is no file and `create` is false, `VaultTooNew`, `VaultDamaged`,
        `VaultBusy`, or `VaultError` for everything else.
        """
        self.path = path
        self.read_only = read_only
        self._local = threading.local()
        self._lock = threading.RLock()
        self._readers: list[sqlite3.Connection] = []
        self._reading = 0
        self._idle = threading.Condition()
        self._writer: sqlite3.Connection | None = None
        self._closed = False
        if not path.is_file():
            if not create or read_only:
                raise VaultMissing(
                    f"There is no vault at {path}.",
                    next_step="Ingest documents first: `opencouncil ingest FOLDER --vault FILE`.",
                )
            path.parent.mkdir(parents=True, exist_ok=True)
        with mapped(path):
            if not read_only:
                self._writer = self._open_writer()
            try:
                require_current(self.reader(), path)
            except BaseException:
                self.close()
                raise

    def _open_writer(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        try:
            check_version(connection, self.path)  # before any setting is written into another program's file
            prepare_writer(connection)
            migrate(connection, self.path)
        except BaseException:
            connection.close()
            raise
        return connection

    def reader(self) -> sqlite3.Connection:
        """This thread's read connection, opened on first use."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if self._closed:
            raise VaultError(f"{self.path} was closed.", next_step="Open the vault again.")
        if connection is None:
            connection = sqlite3.connect(
                f"{self.path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None, check_same_thread=False
            )
            try:
                require_current(connection, self.path)
                prepare_reader(connection)
            except BaseException:
                connection.close()
                raise
            with self._lock:
                self._readers.append(connection)
            self._local.connection = connection
        return connection

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """The read connection, with errors mapped. `close` waits for it."""
        with self._idle:
            self._reading += 1
        try:
            with mapped(self.path):
                yield self.reader()
        finally:
            with self._idle:
                self._reading -= 1
                self._idle.notify_all()

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """One write transaction (BEGIN IMMEDIATE … COMMIT); any error rolls all of it back.

        Threads of this process wait for one another; another process is waited for ten seconds, then `VaultBusy`.
        """
        with self._lock, mapped(self.path):
            if self._writer is None:
                raise VaultError(f"{self.path} was opened for reading only.", next_step="Open it for writing.")
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield self._writer
                self._writer.execute("COMMIT")
            except BaseException:
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
                raise

    def trim_log(self) -> None:
        """Truncates the write-ahead log once it has passed 16 MB; call between documents. Busy readers are no error."""
        log = self.path.with_name(self.path.name + "-wal")
        with self._lock, mapped(self.path):
            if self._writer is not None and log.exists() and log.stat().st_size > _WAL_LIMIT_BYTES:
                self._writer.execute("PRAGMA busy_timeout = 1000")
                try:
                    self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                finally:
                    self._writer.execute("PRAGMA busy_timeout = 10000")

    def close(self) -> None:
        """Closes every connection; calling it twice is fine.

        Reads under way in other threads are interrupted and waited for: a connection closed under a running query
        ends the process.
        """
        self._closed = True
        with self._lock:
            for connection in self._readers:
                connection.interrupt()
        with self._idle:
            self._idle.wait_for(lambda: self._reading == 0, timeout=_CLOSE_WAIT_S)
        with self._lock:
            for connection in self._readers:
                connection.close()
            self._readers.clear()
            if self._writer is not None:
                self._writer.close()
                self._writer = None
