"""What a question may be about, in the words of records: a table of the matters of town life.

Each matter has the ways in which records put it and the ways in which people ask for it. The table is ours, written
without any record or question, names no town and no figure, and is searched by, never shown.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from pipeline.ask.reading import Reading
from vault.text.phrase_index import PhraseIndex
from vault.text.words import stem

__all__ = ["FiledMatter", "matters_of"]

_LEAST = 0.3
"""How surely a question must be filed under a matter: below, as many passages are lost as won (docs/finding.md)."""
_MOST = 2


class FiledMatter(NamedTuple):
    """How records put a matter, and how surely a question is about it, 0..1."""

    phrasings: tuple[str, ...]
    sure: float


@cache
def _index() -> PhraseIndex:
    return PhraseIndex(files("pipeline").joinpath("data", "matters.stems").read_text("utf-8"))


def matters_of(reading: Reading) -> tuple[FiledMatter, ...]:
    """The matters that the question, or a part of it, is most likely about, surest first, at most two; none where its
    words are filed under nothing surely."""
    asked = (reading.roots, *(map(stem, part.words) for part in reading.parts if len(reading.parts) > 1))
    sure: dict[str, float] = {}
    for stems in asked:
        for key, share in _index().near(stems)[:_MOST]:
            sure[key] = max(share, sure.get(key, 0.0))
    best = sorted(((-share, key) for key, share in sure.items() if share >= _LEAST))[:_MOST]
    return tuple(FiledMatter(tuple(key.split("|")), -share) for share, key in best)
