"""Reading ahead: the next files are read and prepared in processes of their own while the one before is stored.

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
from vault.intake.prepare import Helpers, Paper, Prepared
from vault.readers.pool import ReaderPool, is_foreign
from vault.readers.result import ReadResult

__all__ = ["WINDOW", "Ahead"]

PageTold = Callable[[Path, int, int], None]
"""Called with (file, page begun, pages in all), from another thread."""
_WORKERS: Final = max(1, min(4, os.cpu_count() or 1))
WINDOW: Final = 4 * _WORKERS
"""Files looked at ahead: of each process one being read, one being prepared and two waiting for their turn."""
_PLAIN_BYTES: Final = 1 << 20
"""Largest file of plain text read ahead: a larger one is read when its turn comes, so that few are in memory."""


class Ahead:
    """Files being read before their turn. Use it in a `with` block; leaving it ends the processes."""

    def __init__(self, told: PageTold) -> None:
        self.helpers = Helpers()
        """Prepare what was read."""
        self._pool = ReaderPool()
        self._threads = ThreadPoolExecutor(max_workers=_WORKERS)
        self._told = told
        self._reading: dict[Path, Future[ReadResult]] = {}
        self._preparing: dict[str, tuple[Paper, Future[Prepared]]] = {}

    def begin(self, path: Path, papers: Callable[[ReadResult], tuple[Paper, ...]]) -> None:
        """Starts reading a file, and preparing the document when it holds one; `papers` says what is known of it."""
        try:
            if path not in self._reading and (is_foreign(path) or path.stat().st_size <= _PLAIN_BYTES):
                self._reading[path] = self._threads.submit(self._ahead, path, papers)
        except (UnreadableFile, OSError):
            return

    def _ahead(self, path: Path, papers: Callable[[ReadResult], tuple[Paper, ...]]) -> ReadResult:
        found = self._read(path)
        for paper in papers(found) if len(found.documents) == 1 else ():
            self._preparing[paper.source] = paper, self.helpers.prepare(paper)
        return found

    def _read(self, path: Path) -> ReadResult:
        return read_safely(self._pool, path, lambda page, pages: self._told(path, page, pages))

    def read(self, path: Path) -> ReadResult:
        """The file, waited for if need be. Raises `UnreadableFile`."""
        future = self._reading.pop(path, None)
        return future.result() if future else self._read(path)

    def preparing(self, paper: Paper) -> Future[Prepared] | None:
        """The preparation of this document under way; None where nothing or something else was known of it."""
        begun, future = self._preparing.pop(paper.source, (None, None))
        return future if begun == paper else None

    def __enter__(self) -> Ahead:
        return self

    def __exit__(self, *_: object) -> None:
        for future in self._reading.values():
            future.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._pool.close()
        self.helpers.close()
        self._threads.shutdown(wait=True)
