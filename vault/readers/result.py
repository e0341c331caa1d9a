"""What a reader gives back, the names of several documents of one file, and the size limits every reader keeps.

Holds values and numbers only; it opens nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from vault.types import RawDocument
from vault.value import Value

__all__ = [
    "MAX_CHARS", "MAX_FILE_BYTES", "MAX_PAGES", "MAX_ROW_BYTES", "MAX_TEXT_BYTES", "FileFault", "FreeKeys",
    "ReadResult", "Tell", "untold",
]  # fmt: skip

Tell = Callable[[int, int], None]
"""Called with (page begun, pages in all), pages counted from 1."""

MAX_FILE_BYTES: Final = 256 * 1024 * 1024
"""Largest file opened: ten times the largest town report seen, and it still fits in memory."""
MAX_TEXT_BYTES: Final = 256 * 1024 * 1024
"""Largest size after decompression: a small gzip must not fill the disk or the memory."""
MAX_ROW_BYTES: Final = 64 * 1024 * 1024
"""Largest single row of a JSON Lines file; one row is one document."""
MAX_PAGES: Final = 5000
"""Most pages read of one document; the longest town report seen has a few hundred."""
MAX_CHARS: Final = 2000 * MAX_PAGES
"""Most characters read of one document, so many pages of print, whether or not it is cut into pages."""


class FileFault(Exception):  # turned into a refusal of the file by `open`
    """The bytes cannot be read as the kind of file they seem to be; the message says why."""


class ReadResult(Value):
    """Documents read from one file, in file order, and what could not be read, in plain words.

    A bad row or page never loses the others: it becomes a problem ("row 17: not JSON (...)") or a page whose origin
    is "unread". A file that cannot be read at all raises `UnreadableFile` instead.
    """

    documents: tuple[RawDocument, ...]
    problems: tuple[str, ...] = ()
    more_problems: int = 0
    """Further problems that are counted and not told one by one."""


def untold(page: int, pages: int) -> None:
    """Tells nobody."""


class FreeKeys:
    """The names given so far."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._last: dict[str, int] = {}

    def free(self, key: str) -> str:
        """`key`, or `key-2`, `key-3`, ... when it was given before: two rows with one id are two documents."""
        found, number = key, self._last.get(key, 1)
        while found in self._taken:
            number += 1
            found = f"{key}-{number}"
        self._last[key] = number
        self._taken.add(found)
        return found
