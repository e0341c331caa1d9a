"""Law that is made for one kind of body: a chapter on cities, on communications districts, on counties.

Reads the title of the chapter. It refuses to tell such law where the question names no body of its kind and other law
answers too: what binds a district does not bind a town.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pipeline.write.extract.passages import Passage
from pipeline.write.extract.spans import stem_set

_BODIES = stem_set(
    "district districts city cities ward wards county counties village villages precinct authority bank compact"
    " regional school schools cooperative mayor mayors alderman aldermen unincorporated"
)
"""Kinds of body that a chapter may be made for."""
_EVERY = stem_set("town towns municipal municipality municipalities local")
"""A chapter whose title names these is of every town as well."""


def without_special_law(passages: Sequence[Passage], asked: Collection[str]) -> tuple[Passage, ...]:
    """The passages but law made for a kind of body that the question (its stems) does not name; all of them where
    nothing else answers."""
    kept = tuple(one for one in passages if not _is_special(one, asked))
    return kept or tuple(passages)


def _is_special(passage: Passage, asked: Collection[str]) -> bool:
    chunk = passage.spans[0].evidence.chunk
    title = stem_set(chunk.title) if chunk.section else frozenset[str]()
    bodies = title & _BODIES
    return bool(bodies) and not title & _EVERY and bodies.isdisjoint(asked)
