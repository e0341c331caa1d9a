"""What the controller may ask of a memory: saved notes (novelty), notes and documents (connectedness), reach.

Holds the `Memory` protocol and its one real form over a vault. It stores nothing and ranks nothing. An answer of None
means that the query failed or that nobody can know; it is never read as "nothing found", or a broken index would
make every candidate look new.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Literal, Protocol

from vault.errors import VaultError
from vault.index import VaultIndex
from vault.tokens import content_words, words
from vault.types import Query

__all__ = ["Memory", "VaultMemory"]

_NAME_WORDS = 4
"""Longer phrases are sentences (a facet): asked as words, not as a phrase that no record repeats letter for letter."""
_REACH_DEADLINE_S = 2.0
"""Reach is a hint; a question that takes longer is answered "unknown"."""


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


class VaultMemory:
    """The vault as memory. `held` are ids of chunks already read: a phrase found only there reaches nothing new.

    With `open_world` the hops go somewhere the vault does not cover (a caller's own search on the web), so that
    reach is unknown instead of false.
    """

    def __init__(self, index: VaultIndex, *, held: Collection[int] = (), open_world: bool = False) -> None:
        self._index = index
        self._held = frozenset(held)
        self._open_world = open_world

    def note_hits(self, phrase: str, limit: int) -> int | None:
        """Notes that hold the phrase, 0..limit; None when the vault cannot say (decision 19: notes, not documents)."""
        return self._count(phrase, limit, "notes")

    def related_notes(self, phrase: str, limit: int) -> int | None:
        """Notes and passages that hold the phrase, 0..limit; None when the vault cannot say (decision 17)."""
        notes = self._count(phrase, limit, "notes")
        passages = self._count(phrase, limit, "chunks")
        return None if notes is None or passages is None else min(limit, notes + passages)

    def retrievable(self, phrase: str) -> bool | None:
        """Whether a lane holds a passage on the phrase beyond those held; None when unknown (decision 17)."""
        if self._open_world or not _can_be_asked(phrase):
            return None
        wanted = len(self._held) + 1  # one more than could all be held already
        asked = content_words(phrase)
        query = Query(terms=asked) if len(asked) > _NAME_WORDS else Query(phrases=(phrase,))
        try:
            answer = self._index.search(query, limit=wanted, mode="auto", deadline_s=_REACH_DEADLINE_S)
        except VaultError:
            return None
        return any(hit.chunk.id not in self._held for hit in answer.hits)

    def _count(self, phrase: str, limit: int, of: Literal["chunks", "notes"]) -> int | None:
        if not _can_be_asked(phrase):
            return None
        try:
            return self._index.count_at_most(phrase, limit, of=of)
        except VaultError:
            return None


def _can_be_asked(phrase: str) -> bool:
    """False where the index would drop what makes the name a name: "C++" is "c" to it, and "c" is in every list."""
    run = words(phrase)
    return bool(run) and (len(run) > 1 or len(run[0]) > 1 or not re.search(r"[^\w\s]", phrase.strip()))
