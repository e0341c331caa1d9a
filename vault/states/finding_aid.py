"""Everyday words for statute sections: an extra search field beside the law's own words, like the index of a handbook.

Hand-made tables in our own words, one a state (`Jurisdiction.finding_aid` names its file in `vault/data`). They are
searched and never shown, quoted or cited; a section that no table knows simply has none. They refuse to hold text of
the law.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from math import fsum
from types import MappingProxyType
from typing import NamedTuple

from vault.states.known import JURISDICTIONS, jurisdiction
from vault.text.words import content_words, stem

__all__ = ["aided_sections", "plain_words", "suggested_sections"]

_CHANCE, _SURE = 5.0, 18.0
"""Scores: below the first the words met are chance, from the second on (a phrase of three or four telling words met
in full) a suggestion is certain."""
_QUESTIONS = 64
"""Questions whose suggestions are remembered: ranking and each round of answers ask for those of the same one."""
_NEXT_PHRASES = 0.25
_ALL_WORDS = 0.35
"""What a section's second and third phrase add, and the words of all its phrases: one phrase met counts most."""


class _Table(NamedTuple):
    """One state's table in stems."""

    phrases: Mapping[str, tuple[tuple[str, ...], ...]]
    """Canonical cite -> the stems of its phrases."""
    rarity: Mapping[str, float]
    """Stem -> idf over the sections of the table."""
    filed_under: Mapping[str, tuple[str, ...]]
    """Stem -> the sections with a phrase that holds it."""


@cache
def aided_sections() -> Mapping[str, tuple[str, ...]]:
    """Canonical cite -> everyday phrases, of every state; read once."""
    tables = (_rows(state.finding_aid) for state in JURISDICTIONS.values())
    return MappingProxyType({cite: row for table in tables for cite, row in table.items()})


@cache
def _rows(name: str) -> Mapping[str, tuple[str, ...]]:
    """Canonical cite -> everyday phrases of one table; none for ""."""
    text = files("vault").joinpath("data", name).read_text("utf-8") if name else ""
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {cite: tuple(phrases.split("|")) for cite, phrases in rows}


def plain_words(cite: str) -> str:
    """The everyday phrases for a section ("RSA 35:16") in one line, or an empty string."""
    return ", ".join(aided_sections().get(cite, ()))


@cache
def _table(name: str) -> _Table:
    phrases = {
        cite: tuple(tuple(dict.fromkeys(map(stem, content_words(phrase)))) for phrase in row)
        for cite, row in _rows(name).items()
    }
    filed: dict[str, list[str]] = {}
    for cite, row in phrases.items():
        for part in {part for phrase in row for part in phrase}:
            filed.setdefault(part, []).append(cite)
    total = len(phrases)
    rarity = {part: math.log(1.0 + (total - len(cites) + 0.5) / (len(cites) + 0.5)) for part, cites in filed.items()}
    return _Table(phrases, rarity, {part: tuple(cites) for part, cites in filed.items()})


def suggested_sections(stems: Iterable[str], limit: int, state: str) -> dict[str, float]:
    """Canonical cite -> 0..1, how surely the table of a state ("NH") files these words under that section; the `limit`
    surest, surest first, ties by cite; none for a state without a table. A phrase met in full counts more than the
    same words scattered over several."""
    return dict(_suggested(frozenset(stems), state)[:limit])


@lru_cache(maxsize=_QUESTIONS)
def _suggested(asked: frozenset[str], state: str) -> tuple[tuple[str, float], ...]:
    """Every section that more than chance suggests, surest first."""
    table = _table(jurisdiction(state).finding_aid)
    near = {cite for part in asked for cite in table.filed_under.get(part, ())}
    scores = ((_score(table.phrases[cite], asked, table.rarity), cite) for cite in near)
    best = sorted((-score, cite) for score, cite in scores if score > _CHANCE)
    return tuple((cite, min(1.0, (-score - _CHANCE) / (_SURE - _CHANCE))) for score, cite in best)


def _score(phrases: Iterable[tuple[str, ...]], asked: frozenset[str], rarity: Mapping[str, float]) -> float:
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
