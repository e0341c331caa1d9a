"""Passages outside a run: where the town speaks of words that the run did not find.

Holds one look by plain words, for claims that no record shows something. It refuses to rank or to judge.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pipeline.types import Retrieval
from vault.types import Chunk, Filters, Query

__all__ = ["outside_run"]

_LOOKED_AT = 8
"""Passages of the vault that a claim of absence is held against: beyond them little shares its words."""


def outside_run(
    search: Callable[[Query, Filters, int], Sequence[Chunk]], retrieval: Retrieval | None, town: str
) -> Callable[[Sequence[str]], Sequence[Chunk]]:
    """A look for words among the passages of a town that the retrieval does not hold, best first; () for no words."""
    held = {one.chunk.id for one in retrieval.merged} if retrieval else set[int]()
    filters = Filters(towns=(town,) if town else ())

    def look(words: Sequence[str]) -> Sequence[Chunk]:
        found = search(Query(terms=tuple(words)), filters, _LOOKED_AT) if words else ()
        return [chunk for chunk in found if chunk.id not in held]

    return look
