"""What the controller may ask of a memory: saved notes (novelty), notes and documents (connectedness), reach.

Holds the `Memory` protocol and its one real form over a vault. It stores nothing and ranks nothing. An answer of None
means that the query failed or that nobody can know; it is never read as "nothing found", or a broken index would
make every candidate look new.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from vault.errors import VaultError
from vault.ports import ANY, MOST_COUNTED, Library
from vault.text.words import content_words, words
from vault.types import ChunkId, Filters, Mentions, Query, SearchAnswer, SearchRequest

__all__ = ["Memory", "VaultMemory"]

_NAME_WORDS = 4
"""Longer phrases are sentences (a facet): asked as words, not as a phrase that no record repeats letter for letter."""
_REACH_DEADLINE_S = 2.0
"""Reach is a hint; a question that takes longer is answered "unknown"."""


class Memory(Protocol):
    """Counts and reach of a phrase. The phrase is plain words, never an engine's syntax."""

    def prepare(self, phrases: Sequence[str]) -> None:
        """Looks up at once what will be counted of these phrases."""
        ...

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

    Only the `scopes` that the question searches are asked: what strangers' towns hold makes nothing new or known.
    With `open_world` the hops go somewhere the vault does not cover (a caller's own search on the web), so that
    reach is unknown instead of false.
    """

    def __init__(
        self,
        library: Library,
        *,
        held: Collection[ChunkId] = (),
        scopes: Sequence[Filters] = (ANY,),
        open_world: bool = False,
    ) -> None:
        self._library = library
        self._held = frozenset(held)
        self._scopes = tuple(scopes)
        self._answers: dict[str, Sequence[SearchAnswer | VaultError]] = {}
        self._open_world = open_world

    def prepare(self, phrases: Sequence[str]) -> None:
        """Counts all the phrases and looks what they reach, at once; one of which the vault cannot say is tried again
        when it is asked for."""
        fresh = [one for one in dict.fromkeys(phrases) if self._failed(one) and not _is_lossy(one)]
        asks = [self._ask(one, scope) for one in fresh for scope in self._scopes]
        try:
            answers: Sequence[SearchAnswer | VaultError] = self._library.search(asks) if asks else ()
        except VaultError as error:
            answers = [error] * len(asks)
        many = len(self._scopes)
        self._answers.update({one: answers[at * many : (at + 1) * many] for at, one in enumerate(fresh)})

    def note_hits(self, phrase: str, limit: int) -> int | None:
        """Notes that hold the phrase, 0..limit; None when the vault cannot say (decision 19: notes, not documents)."""
        found = self._mentions(phrase)
        return None if found is None else min(limit, found.notes)

    def related_notes(self, phrase: str, limit: int) -> int | None:
        """Notes and passages that hold the phrase, 0..limit; None when the vault cannot say (decision 17)."""
        found = self._mentions(phrase)
        return None if found is None else min(limit, found.notes + found.chunks)

    def retrievable(self, phrase: str) -> bool | None:
        """Whether a lane holds a passage on the phrase beyond those held; None when unknown (decision 17)."""
        if self._open_world or _is_lossy(phrase):
            return None
        self.prepare((phrase,))
        answered = [one for one in self._answers[phrase] if not isinstance(one, VaultError)]
        if any(hit.chunk.id not in self._held for one in answered for hit in one.hits):
            return True
        return None if self._failed(phrase) else False

    def _failed(self, phrase: str) -> bool:
        """Whether the vault was not asked of the phrase yet, or could not say."""
        return any(isinstance(one, VaultError) for one in self._answers.get(phrase, (VaultError(""),)))

    def _ask(self, phrase: str, scope: Filters) -> SearchRequest:
        asked = content_words(phrase)
        wanted = 0 if self._open_world else len(self._held) + 1  # one more than could all be held already
        return SearchRequest(
            query=Query(terms=asked) if len(asked) > _NAME_WORDS else Query(phrases=(phrase,)),
            filters=scope,
            limit=wanted,
            mode="auto",
            deadline_s=_REACH_DEADLINE_S,
            explained=False,
            counted=phrase,
        )

    def _mentions(self, phrase: str) -> Mentions | None:
        """Notes and passages that hold the phrase, each counted up to five; None when the vault cannot say."""
        self.prepare((phrase,))
        told = [one.mentions for one in self._answers.get(phrase, ()) if not isinstance(one, VaultError)]
        counted = [one for one in told if one is not None]
        if len(counted) < len(self._scopes):
            return None
        return Mentions(min(MOST_COUNTED, sum(one.chunks for one in counted)), max(one.notes for one in counted))


def _is_lossy(phrase: str) -> bool:
    """True where the index would drop what makes the name a name: "C++" is "c" to it, and "c" is in every list."""
    run = words(phrase)
    return not run or (len(run) == 1 and len(run[0]) == 1 and len(phrase.strip()) > 1)
