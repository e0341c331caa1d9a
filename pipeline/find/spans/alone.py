"""Passages in the order in which they are likely to answer one part of a question, each read for itself.

The first pass ranks by the words of the whole question; a passage that answers one part alone stands low there. It
refuses to look at what is held: which passages are read is the caller's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pipeline.ask.reading import Reading, read
from pipeline.find.choice import unlike
from pipeline.find.spans.figures import EvidenceSeen, candidates
from pipeline.find.spans.model import odds_alone
from pipeline.find.spans.sought import Setting, Sought, sought_of
from pipeline.find.spans.text import read_page
from pipeline.types import Evidence
from vault.types import Chunk, ChunkId

__all__ = ["Bar", "Weighed", "best_odds", "likeliest", "parts_sought", "rivals"]

_ANY = 30.0
"""Log odds below which nothing lies: where nothing held shares a word with the part, anything is nearer."""


class Bar(NamedTuple):
    """How likely a passage must be to answer, in log odds: at least, and so far behind the best that is held at most;
    and how many of them count."""

    least: float
    behind: float
    most: int


class Weighed(NamedTuple):
    """Passages held, and for each part the log odds of the best of them (`best_odds`)."""

    passages: Sequence[Chunk]
    best: Sequence[float]


def parts_sought(texts: Sequence[str], reading: Reading, setting: Setting) -> tuple[Sought, ...]:
    """The parts of the question with these texts, one for each; a text that is none of its parts, a caller's own words,
    is read as a question of its own, with the asker's phrasings."""
    known = {part.text: part for part in sought_of(reading, setting)}
    found: list[Sought] = []
    for text in texts:
        found.append(known[text] if text in known else sought_of(read(text, reading.phrasings), setting)[0])
    return tuple(found)


def likeliest(
    parts: Sequence[Sought], passages: Sequence[Chunk], setting: Setting
) -> tuple[tuple[tuple[ChunkId, float], ...], ...]:
    """For each part the passages that may answer it, likeliest first, each with the log odds that its best span does.

    A span is judged without the others; passages of which no span shares words with the part are left out."""
    pages = tuple(read_page(Evidence(label=str(place), chunk=chunk, score=1.0)) for place, chunk in enumerate(passages))
    seen = EvidenceSeen(pages, parts, setting)
    return tuple(_by_odds(part, seen, setting) for part in parts)


def _by_odds(part: Sought, seen: EvidenceSeen, setting: Setting) -> tuple[tuple[ChunkId, float], ...]:
    found = candidates(part, seen, setting)
    best: dict[ChunkId, float] = {}
    for one, odds in zip(found, odds_alone([span.figures for span in found]), strict=True):
        name = one.page.evidence.chunk.id
        best[name] = max(best.get(name, odds), odds)
    return tuple(sorted(best.items(), key=lambda pair: -pair[1]))


def best_odds(parts: Sequence[Sought], held: Sequence[Chunk], setting: Setting) -> tuple[float, ...]:
    """For each part the log odds of the likeliest passage held, very low where none shares a word with it."""
    return tuple(order[0][1] if order else -_ANY for order in likeliest(parts, held, setting))


def rivals(
    parts: Sequence[Sought], held: Weighed, left: Sequence[Chunk], setting: Setting, bar: Bar
) -> tuple[tuple[ChunkId, ...], ...]:
    """For each part the passages of `left` that may answer it about as well as the best of those held, likeliest first,
    none of them repeating one held or one before it."""
    known = {chunk.id: chunk for chunk in left if not any(chunk.id == one.id for one in held.passages)}
    orders = likeliest(parts, left, setting) if known else ((),) * len(parts)
    found: list[tuple[ChunkId, ...]] = []
    taken = list(held.passages)
    for high, order in zip(held.best, orders, strict=True):
        near = (known[name] for name, odds in order if name in known and odds >= max(bar.least, high - bar.behind))
        fresh = unlike(near, taken, bar.most)
        taken += fresh
        found.append(tuple(chunk.id for chunk in fresh))
    return tuple(found)
