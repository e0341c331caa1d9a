"""Where to look when no town is named: the scopes that may hold the words, those that fit best first.

In a vault of few scopes all of them are walked. In one of thousands of towns `scope_words` tells which can match; the
best of them are searched, and the rest only when these hold nothing. A question that names its town never comes here.
"""

from __future__ import annotations

import math
import sqlite3
from collections import defaultdict
from collections.abc import Sequence

from vault.store.filters import Part, parts_of, scope_lanes
from vault.store.scope_words import scopes_with
from vault.store.search import Frequencies, Terms
from vault.text.words import stem
from vault.types import Filters

__all__ = ["MOST_SCOPES", "chosen_parts", "scopes_for", "summed_frequencies"]

MOST_SCOPES = 128
"""Scopes that one search walks at most: each costs a tenth of a millisecond and more."""
_LARGEST = 8
_SAMPLED = 24
"""Scopes in which a word of many is counted: the largest ones, and others evenly spaced that stand for the rest."""


def scopes_for(connection: sqlite3.Connection, filters: Filters, terms: Terms) -> tuple[int, ...] | None:
    """The scopes under these filters that may hold a match, those that hold most of the rare words first, state law
    before all; None where there are so few that each may be walked."""
    lanes = scope_lanes(connection, filters)
    if len(lanes) <= MOST_SCOPES:
        return None
    required = [_holding(connection, run) for run in terms.must]
    worth: defaultdict[int, float] = defaultdict(float)
    for held in [_holding(connection, run) for run in terms.any_of] or required:
        rarity = math.log(1.0 + len(lanes) / max(len(held), 1))
        for no in held:
            worth[no] += rarity
    possible = (no for no in worth if no in lanes and all(no in held for held in required))
    return tuple(sorted(possible, key=lambda no: (lanes[no] != "state", -worth[no], no)))


def _holding(connection: sqlite3.Connection, run: Sequence[str]) -> frozenset[int]:
    return scopes_with(connection, tuple(stem(word) for word in run))


def chosen_parts(connection: sqlite3.Connection, filters: Filters, numbers: Sequence[int] | None) -> tuple[Part, ...]:
    """The parts of the scopes of these numbers in their order; of all scopes, ascending, for None."""
    if numbers is None:
        return parts_of(connection, filters)
    place = {no: at for at, no in enumerate(numbers)}
    return tuple(sorted(parts_of(connection, filters, numbers), key=lambda part: place[part.scope_no]))


def summed_frequencies(
    connection: sqlite3.Connection, known: Frequencies, parts: Sequence[Part], stems: Sequence[str]
) -> dict[str, int]:
    """In how many chunks of these scopes together each stem occurs. Among more than `MOST_SCOPES` a word of many scopes
    is counted in some of them and reckoned for all."""
    if len(parts) <= MOST_SCOPES:
        return {one: sum(known.of(connection, part, one) for part in parts) for one in stems}
    by_no = {part.scope_no: part for part in parts}
    found = {}
    for one in stems:
        numbers = scopes_with(connection, (one,)) if one else frozenset()
        found[one] = _reckoned(connection, known, [by_no[no] for no in sorted(numbers) if no in by_no], one)
    return found


def _reckoned(connection: sqlite3.Connection, known: Frequencies, parts: Sequence[Part], one: str) -> int:
    if len(parts) <= _LARGEST + _SAMPLED:
        return sum(known.of(connection, part, one) for part in parts)
    by_size = sorted(parts, key=lambda part: (-part.chunks, part.scope_no))
    rest = by_size[_LARGEST:]
    sample = [rest[at * len(rest) // _SAMPLED] for at in range(_SAMPLED)]
    share = sum(part.chunks for part in rest) / sum(part.chunks for part in sample)
    counted = sum(known.of(connection, part, one) for part in sample)
    return sum(known.of(connection, part, one) for part in by_size[:_LARGEST]) + round(counted * share)
