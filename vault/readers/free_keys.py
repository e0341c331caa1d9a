"""Names for documents of one file: each once, whatever the file calls them.

Counts on from where it left off, so that a file of a hundred thousand rows of one name takes no longer than any other.
"""

from __future__ import annotations

__all__ = ["FreeKeys"]


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
