"""The vault outside a run: where the town speaks of words that the run did not find, and which places are held at all.

Holds two looks by plain words, for claims that no record shows something. It refuses to rank or to judge.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pipeline.types import Retrieval
from vault.states.known import place_and_state
from vault.states.names import STATES
from vault.states.places import towns
from vault.types import Chunk, Filters, Lane, Query

__all__ = ["holds_place", "outside_run"]

_LOOKED_AT = 8
"""Passages of the vault that a claim of absence is held against: beyond them little shares its words."""


def outside_run(
    search: Callable[[Query, Filters, int], Sequence[Chunk]], retrieval: Retrieval | None, filters: Filters
) -> Callable[[Sequence[str]], Sequence[Chunk]]:
    """A look for words, or phrases of several, among the passages of a scope that the retrieval does not hold, best
    first; () for no words."""
    held = {one.chunk.id for one in retrieval.merged} if retrieval else set[int]()

    def look(words: Sequence[str]) -> Sequence[Chunk]:
        asked = Query(
            terms=tuple(word for word in words if " " not in word),
            phrases=tuple(word for word in words if " " in word),
        )
        found = search(asked, filters, _LOOKED_AT + len(held)) if words else ()
        return [chunk for chunk in found if chunk.id not in held][:_LOOKED_AT]

    return look


_COMMON = Query(terms=("town", "board", "state", "law", "vote", "shall", "city"))
"""Words one of which every record of a place and every law holds."""


def holds_place(search: Callable[[Query, Filters, int], Sequence[Chunk]]) -> Callable[[str, bool], bool | None]:
    """Whether the vault holds a record of a place, or its law alone: "Alder Falls", "New York", "Albany, New York".

    None for a name that is not known as a place's and that some passage holds: of whom nothing is held, is not known.
    """

    def held(place: str, of_law: bool) -> bool | None:
        town, code = ("", STATES[place]) if place in STATES else place_and_state(place)
        lane: Lane | None = "state" if of_law else None
        filters = Filters(towns=(town,) if town else (), states=(code,) if code else (), lane=lane)
        if search(_COMMON, filters, 1):
            return True
        named = search(Query(terms=tuple(town.split())), Filters(), _LOOKED_AT) if town and not code else ()
        is_place = any(town in towns(state) for state in STATES.values())
        return None if not is_place and any(town in chunk.text for chunk in named) else False

    return held
