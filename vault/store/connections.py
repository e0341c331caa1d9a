"""Connections to one vault file: one reader per thread, one writer per object, one ingest job at a time, errors in our
own words.

Holds the only `sqlite3.connect` calls of the vault. It knows no table; it maps every SQLite error to the error tree,
rolls back what failed, and stops a query at its deadline. The operating system drops the lock of an ingest job when
its process ends, however it ends; it keeps out other ingest jobs only.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from vault.errors import QueryTimeout, VaultBusy, VaultDamaged, VaultError, VaultMissing
from vault.store.schema import check_version, migrate, prepare_reader, prepare_writer, require_current

__all__ = ["Connections", "deadline", "ingest_lock", "mapped"]

_PRIMARY = 0xFF
"""Extended result codes keep the primary code in the low byte."""
_STEPS_BETWEEN_LOOKS = 4000
"""Virtual machine steps between two looks at the clock: about 0.1 ms of work."""
_CLOSE_WAIT_S = 5.0
"""Longest wait for reads of other threads when a vault is closed."""
_WAL_LIMIT_BYTES = 16 * 1024 * 1024
"""Busy readers keep the log from shrinking on its own; past this size the writer truncates it."""
_COMPACT_BYTES = 1 << 30
_WORTH_IT = 20
"""A file is written anew for a twentieth of it."""
_UNPACKED = "user-defined function raised exception"
"""SQLite's words for a packed text or number that cannot be unpacked (`schema.add_functions`)."""


def _translate(error: sqlite3.Error, path: Path) -> VaultError:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _PRIMARY
    if str(error) == _UNPACKED:
        return _damaged(path, "a text in it cannot be unpacked")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return _damaged(path, str(error))
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


def _damaged(path: Path, why: str) -> VaultDamaged:
    return VaultDamaged(
        f"{path} is damaged or is no vault ({why}).",
        next_step="`opencouncil doctor --full` tells what; `opencouncil doctor --repair` mends what it can,"
        " `opencouncil restore FILE` brings a backup back. Else ingest the documents into a new vault.",
    )


@contextmanager
def mapped(path: Path) -> Iterator[None]:
    """Runs the block; a SQLite error leaves as `VaultBusy`, `VaultDamaged`, `QueryTimeout` or `VaultError`."""
    try:
        yield
    except sqlite3.Error as error:
        raise _translate(error, path) from error
    except (zlib.error, UnicodeDecodeError) as error:  # a packed text; a table definition in SQLite's own message
        raise _damaged(path, str(error)) from error


@contextmanager
def deadline(connection: sqlite3.Connection, seconds: float) -> Iterator[None]:
    """Interrupts the block's queries after `seconds` (a monotonic clock); the handler is removed afterwards."""
    end = time.monotonic() + seconds
    connection.set_progress_handler(lambda: int(time.monotonic() > end), _STEPS_BETWEEN_LOOKS)
    try:
        yield
    finally:
        connection.set_progress_handler(None, 0)


_File = tuple[int, int]
_NO_FILE: _File = (0, 0)


def _file_at(path: Path) -> _File:
    """Device and number of the file that lies there now: another file of the same name has another number."""
    try:
        facts = path.stat()
    except OSError:
        return _NO_FILE
    return facts.st_dev, facts.st_ino


def _require_file(path: Path, *, create: bool) -> None:
    """Makes an empty file that only its owner can read where there is none and `create` says so."""
    if path.is_file():
        log = path.with_name(path.name + "-wal")
        if not create and not path.stat().st_size and not (log.exists() and log.stat().st_size):
            raise VaultDamaged(
                f"{path} holds nothing, not even an empty vault (0 bytes).",
                next_step="Bring back a backup with `opencouncil restore FILE`, or ingest the documents again.",
            )
        return
    if not create:
        raise VaultMissing(
            f"There is no vault at {path}.",
            next_step="Ingest documents first: `opencouncil ingest FOLDER --vault FILE`.",
        )
    try:
        if not path.parent.exists():
            path.parent.mkdir(parents=True, mode=0o700)
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))  # the log beside it gets the same permissions
    except OSError as error:
        raise VaultError(
            f"{path} cannot be made ({error.strerror}).", next_step="Check the folder's permissions and the disk."
        ) from error


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
        self._writer_file = _NO_FILE
        self._closed = False
        _require_file(path, create=create and not read_only)
        with mapped(path):
            if not read_only:
                self._open_for_writing()
            try:
                require_current(self.reader(), path)
            except BaseException:
                self.close()
                raise

    def _open_for_writing(self) -> sqlite3.Connection:
        """The writer of the file that lies there now; the one of a file that was replaced is closed."""
        if self._writer is not None:
            if _file_at(self.path) in (self._writer_file, _NO_FILE):
                return self._writer
            self._writer.close()
        self._writer = self._open_writer()
        self._writer_file = _file_at(self.path)
        return self._writer

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
        """This thread's read connection, opened on first use, and anew when another file lies in the vault's place."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if self._closed:
            raise VaultError(f"{self.path} was closed.", next_step="Open the vault again.")
        now = _file_at(self.path)
        if connection is not None and now in (self._local.file, _NO_FILE):
            return connection
        if connection is not None:
            with self._lock:
                self._readers.remove(connection)
            connection.close()
        connection = self._open_reader()
        with self._lock:
            self._readers.append(connection)
        self._local.connection, self._local.file = connection, now
        return connection

    def _open_reader(self) -> sqlite3.Connection:
        try:
            return self._prepared_reader("mode=ro")
        except sqlite3.OperationalError:
            # Where nothing can be written SQLite cannot make its shared memory file; a vault without a log needs none.
            log = self.path.with_name(self.path.name + "-wal")
            if log.exists() and log.stat().st_size:
                raise
            return self._prepared_reader("mode=ro&immutable=1")

    def _prepared_reader(self, how: str) -> sqlite3.Connection:
        connection = sqlite3.connect(
            f"{self.path.resolve().as_uri()}?{how}", uri=True, isolation_level=None, check_same_thread=False
        )
        try:
            require_current(connection, self.path)
            prepare_reader(connection)
        except BaseException:
            connection.close()
            raise
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
            writer = self._open_for_writing()
            writer.execute("BEGIN IMMEDIATE")
            try:
                yield writer
                writer.execute("COMMIT")
            except BaseException:
                if writer.in_transaction:
                    writer.execute("ROLLBACK")
                raise

    def compact(self) -> None:
        """Gives free pages back to the disk, where they are a twentieth of the file and it is no larger than
        a gigabyte: the whole file is written anew. Busy readers are no error; the pages are then used again later."""
        with self._lock, mapped(self.path):
            if self._writer is None:
                return
            (free,), (pages,), (size,) = (
                self._writer.execute(f"PRAGMA {name}").fetchone()
                for name in ("freelist_count", "page_count", "page_size")
            )
            if free * _WORTH_IT < pages or pages * size > _COMPACT_BYTES:
                return
            with suppress(sqlite3.OperationalError):
                self._writer.execute("VACUUM")

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


if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_PAUSE_S = 0.05


def _try_lock(file: IO[bytes]) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@contextmanager
def ingest_lock(vault: Path, *, wait_s: float = 10.0) -> Iterator[None]:
    """Holds the lock of this vault for the block. Raises `VaultBusy` when another job keeps it past `wait_s`."""
    end = time.monotonic() + wait_s
    with vault.with_name(vault.name + ".lock").open("ab") as file:
        while not _try_lock(file):
            if time.monotonic() >= end:
                raise VaultBusy(
                    f"Another ingest of {vault} is running.", next_step="Wait until it has finished and run this again."
                )
            time.sleep(_PAUSE_S)
        yield
