"""What the controller may ask of a memory: saved notes (novelty), notes and documents (connectedness), reach.

Holds the `Memory` protocol and nothing that stores. An answer of None means the query failed or cannot be known; it
is never read as "nothing found", or a broken index would make every candidate look new.
"""

from __future__ import annotations

from typing import Protocol

__all__ = ["Memory"]


class Memory(Protocol):
    """Counts and reach of a phrase. The phrase is plain words, never an engine's syntax."""

    def note_hits(self, phrase: str, limit: int) -> int | None:
        """How many saved notes speak of the phrase, at most `limit`; None when the query failed."""
        ...

    def related_notes(self, phrase: str, limit: int) -> int | None:
        """How many notes or documents name the phrase, at most `limit`; None when the query failed."""
        ...

    def retrievable(self, phrase: str) -> bool | None:
        """Whether any lane holds something on the phrase that is not held yet; None when it cannot be known."""
        ...
