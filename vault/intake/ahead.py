"""Reading ahead: the next files are read in processes of their own while the one before is stored.

Keeps the order of the files and at most a handful of results. It decides nothing about a file: what was read in vain
is thrown away.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Final

from vault.errors import UnreadableFile
from vault.intake.documents import read_safely
from vault.intake.helpers import Helpers
from vault.readers.pool import ReaderPool, is_foreign
from vault.readers.result import ReadResult

__all__ = ["WINDOW", "Ahead"]

PageTold = Callable[[Path, int, int], None]
"""Called with (file, page begun, pages in all), from another thread."""
_WORKERS: Final = max(1, min(4, os.cpu_count() or 1))
WINDOW: Final = 2 * _WORKERS
"""Files looked at ahead: one being read and one waiting for each process."""


class Ahead:
    """Files being read before their turn. Use it in a `with` block; leaving it ends the processes."""

    def __init__(self, told: PageTold) -> None:
        self.helpers = Helpers()
        """Prepare what was read."""
        self._pool = ReaderPool()
        self._threads = ThreadPoolExecutor(max_workers=_WORKERS)
        self._told = told
        self._reading: dict[Path, Future[ReadResult]] = {}

    def begin(self, path: Path) -> None:
        """Starts reading a file of a foreign format; files of plain text are read when their turn comes."""
        try:
            if path not in self._reading and is_foreign(path):
                self._reading[path] = self._threads.submit(self._read, path)
        except UnreadableFile:
            return

    def _read(self, path: Path) -> ReadResult:
        return read_safely(self._pool, path, lambda page, pages: self._told(path, page, pages))

    def read(self, path: Path) -> ReadResult:
        """The file, waited for if need be. Raises `UnreadableFile`."""
        future = self._reading.pop(path, None)
        return future.result() if future else self._read(path)

    def drop(self, path: Path) -> None:
        """Forgets a file that need not be read after all."""
        future = self._reading.pop(path, None)
        if future:
            future.cancel()

    def __enter__(self) -> Ahead:
        return self

    def __exit__(self, *_: object) -> None:
        for future in self._reading.values():
            future.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._pool.close()
        self.helpers.close()
        self._threads.shutdown(wait=True)
