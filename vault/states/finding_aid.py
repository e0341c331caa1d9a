"""Everyday words for statute sections: an extra search field beside the law's own words, like the index of a handbook.

A hand-made table in our own words (`vault/data/plain_words.tsv`). It is searched and never shown, quoted or cited; a
section the table does not know simply has none. It refuses to hold text of the law.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from math import fsum
from types import MappingProxyType

from vault.text.words import content_words, stem

__all__ = ["aided_sections", "plain_words", "suggested_sections"]

_CHANCE, _SURE = 5.0, 18.0
"""Scores: below the first the words met are chance, from the second on (a phrase of three or four telling words met
in full) a suggestion is certain."""
_NEXT_PHRASES = 0.25
_ALL_WORDS = 0.35
"""What a section's second and third phrase add, and the words of all its phrases: one phrase met counts most."""


@lru_cache(maxsize=1)
def aided_sections() -> Mapping[str, tuple[str, ...]]:
    """Canonical cite -> everyday phrases; read once."""
    text = files("vault").joinpath("data", "plain_words.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return MappingProxyType({cite: tuple(phrases.split("|")) for cite, phrases in rows})


def plain_words(cite: str) -> str:
    """The everyday phrases for a section ("RSA 35:16") in one line, or an empty string."""
    return ", ".join(aided_sections().get(cite, ()))


@lru_cache(maxsize=1)
def _stems() -> Mapping[str, tuple[tuple[str, ...], ...]]:
    table = aided_sections()
    return {
        cite: tuple(tuple(dict.fromkeys(map(stem, content_words(phrase)))) for phrase in phrases)
        for cite, phrases in table.items()
    }


@lru_cache(maxsize=1)
def _rarity() -> Mapping[str, float]:
    """Stem -> idf over the sections of the table."""
    sections = _stems()
    counts = Counter(part for phrases in sections.values() for part in {p for phrase in phrases for p in phrase})
    total = len(sections)
    return {part: math.log(1.0 + (total - count + 0.5) / (count + 0.5)) for part, count in counts.items()}


@lru_cache(maxsize=1)
def _filed_under() -> Mapping[str, tuple[str, ...]]:
    """Stem -> the sections of the table with a phrase that holds it."""
    found: dict[str, list[str]] = {}
    for cite, phrases in _stems().items():
        for part in {part for phrase in phrases for part in phrase}:
            found.setdefault(part, []).append(cite)
    return {part: tuple(cites) for part, cites in found.items()}


def suggested_sections(stems: Iterable[str], limit: int) -> dict[str, float]:
    """Canonical cite -> 0..1, how surely the table files these words under that section; the `limit` surest, surest
    first, ties by cite. A phrase met in full counts more than the same words scattered over several."""
    asked = frozenset(stems)
    table, filed = _stems(), _filed_under()
    scores = ((_score(table[cite], asked), cite) for cite in {cite for part in asked for cite in filed.get(part, ())})
    best = sorted((-score, cite) for score, cite in scores if score > _CHANCE)[:limit]
    return {cite: min(1.0, (-score - _CHANCE) / (_SURE - _CHANCE)) for score, cite in best}


def _score(phrases: Iterable[tuple[str, ...]], asked: frozenset[str]) -> float:
    rarity = _rarity()
    met: set[str] = set()
    scores: list[float] = []
    for phrase in phrases:
        shared = [part for part in phrase if part in asked]
        if shared:
            met.update(shared)
            whole = fsum(rarity[part] for part in phrase)
            held = fsum(rarity[part] for part in shared)
            scores.append(held * math.sqrt(held / whole))
    if not scores:
        return 0.0
    scores.sort(reverse=True)
    return scores[0] + _NEXT_PHRASES * sum(scores[1:3]) + _ALL_WORDS * fsum(rarity[part] for part in met)
