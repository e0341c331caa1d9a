"""Where to look when no town is named: the scopes that may hold the words, those that fit best first.

In a vault of few scopes all of them are walked. In one of thousands of towns the table `scope_words` tells which can
match; the best of them are searched, and the rest only when these hold nothing. The table may name a scope whose last
such word is gone, never the other way round: a scope that has changed since it was counted is named for every word.
"""

from __future__ import annotations

import json
import math
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import reduce
from itertools import islice
from operator import or_
from typing import NamedTuple

from vault.store.filters import ScopePart, parts_of, scope_lanes
from vault.store.schema import stems_of
from vault.store.search import Postings, Terms, match_any
from vault.store.statistics import generation
from vault.text.words import stem
from vault.types import Filters

__all__ = [
    "MOST_LOOKED", "MOST_SCOPES", "KnownScopes", "best_parts", "chosen_parts", "holders", "learn_lacking", "matching",
    "numbers_in", "refresh_scope_words", "scopes_for", "summed_frequencies",
]  # fmt: skip

MOST_SCOPES = 128
"""Scopes that one search walks at most: each costs a tenth of a millisecond and more."""
MOST_LOOKED = 1024
"""Scopes in which it is looked whether they hold a match at all, when the best hold none: a tenth of a millisecond
each."""
_ONE = ord("1")
_STEMS_KEPT = 20_000
_LARGEST = 8
_SAMPLED = 24
"""Scopes in which a word of many is counted: the largest ones, and others evenly spaced that stand for the rest."""


class _Under(NamedTuple):
    """The scopes under some filters, and those of them that are the law of a state."""

    every: int
    state: int


class _Seen:
    """What was found out about the scopes while no document changed."""

    def __init__(self, fresh: int) -> None:
        self.fresh = fresh
        self.holding: dict[str, int] = {}
        self.under: dict[Filters, _Under] = {}
        self.parts: dict[tuple[Filters, ...], tuple[ScopePart, ...]] = {}


class KnownScopes:
    """Which scopes hold which stems, remembered as long as no document changes. Sets of scopes are numbers with a bit
    for each scope: a common word of six thousand places takes less than a kilobyte. Safe from several threads."""

    def __init__(self) -> None:
        self._held: tuple[int, _Seen] = (-1, _Seen(0))

    def _seen(self, connection: sqlite3.Connection) -> _Seen:
        now = generation(connection)
        before, seen = self._held
        if before == now and len(seen.holding) <= _STEMS_KEPT:
            return seen
        fresh = connection.execute("SELECT no FROM scopes WHERE counted <> changed")
        self._held = (now, _Seen(_bits([no for (no,) in fresh])))
        return self._held[1]

    def holding(self, connection: sqlite3.Connection, run: Sequence[str]) -> int:
        """The scopes that may hold all of these stems; those not counted yet are among them. None for no stem."""
        seen, found = self._seen(connection), -1 if run else 0
        for one in run:
            if one not in seen.holding:
                (numbers,) = connection.execute(
                    "SELECT json_group_array(rowid) FROM scope_words WHERE scope_words MATCH ?", (_quoted((one,)),)
                ).fetchone()
                seen.holding[one] = _bits(json.loads(numbers)) | seen.fresh
            found &= seen.holding[one]
        return found

    def under(self, connection: sqlite3.Connection, filters: Filters) -> _Under:
        """The scopes that a search under these filters may walk, empty ones among them."""
        seen = self._seen(connection).under
        if filters not in seen:
            lanes = scope_lanes(connection, filters)
            seen[filters] = _Under(_bits(lanes), _bits([no for no, lane in lanes.items() if lane == "state"]))
        return seen[filters]

    def first(self, connection: sqlite3.Connection, filters: Filters, match: str, most: int) -> tuple[int, ...]:
        """The first `most` scopes under these filters that meet the expression, ascending; those not counted yet are
        among them. No more of them are read than are wanted."""
        fresh = self._seen(connection).fresh
        under = self.under(connection, filters).every
        rows = connection.execute("SELECT rowid FROM scope_words WHERE scope_words MATCH ?", (match,))
        counted = islice((no for (no,) in rows if under >> no & 1), most)
        return tuple(sorted({*counted, *numbers_in(fresh & under)}))[:most]

    def parts(self, connection: sqlite3.Connection, scopes: Sequence[Filters]) -> tuple[ScopePart, ...]:
        """The scopes of all these filters, each once, largest first; of the filters lane, states and towns count."""
        seen, asked = self._seen(connection).parts, tuple(scopes)
        if asked not in seen:
            found = {part.scope_no: part for filters in scopes for part in parts_of(connection, filters)}
            seen[asked] = tuple(sorted(found.values(), key=lambda part: (-part.chunks, part.scope_no)))
        return seen[asked]


def _bits(numbers: Collection[int]) -> int:
    digits = bytearray(b"0") * (max(numbers, default=0) + 1)
    for no in numbers:
        digits[no] = _ONE
    return int(digits[::-1], 2)


def numbers_in(scopes: int) -> list[int]:
    """The scopes of a set, ascending."""
    return [no for no, one in enumerate(bin(scopes)[:1:-1]) if one == "1"]


def scopes_for(
    connection: sqlite3.Connection, known: KnownScopes, filters: Filters, terms: Terms
) -> tuple[int, ...] | None:
    """The scopes under these filters that may hold a match, state law before all, then those that hold most of the rare
    words; None where there are so few that each may be walked. A word that most places hold tells none apart."""
    under = known.under(connection, filters)
    count = under.every.bit_count()
    if count <= MOST_SCOPES:
        return None
    possible = under.every
    for run in terms.must:
        possible &= _holding(connection, known, run)
    held = [_holding(connection, known, run) & possible for run in terms.any_of]
    if held:
        possible = reduce(or_, held)
    telling = [bits for bits in held if bits.bit_count() * 2 <= count]
    worth: defaultdict[int, float] = defaultdict(float)
    for bits in telling:
        rarity = math.log(1.0 + count / max(bits.bit_count(), 1))
        for no in numbers_in(bits & ~under.state):
            worth[no] += rarity
    best = sorted(worth, key=lambda no: (-worth[no], no))
    rest = possible & ~under.state & ~_bits(worth)
    return (*numbers_in(possible & under.state), *best, *numbers_in(rest))


def holders(
    connection: sqlite3.Connection, known: KnownScopes, filters: Filters, terms: Terms, most: int
) -> tuple[int, ...]:
    """The first `most` scopes under these filters that may hold a match, ascending: a place to look, not the best."""
    every = " AND ".join(_side_by_side(run) for run in terms.must)
    any_of = " OR ".join(_side_by_side(run) for run in terms.any_of)
    match = f"({every}) AND ({any_of})" if every and any_of else every or any_of
    return known.first(connection, filters, match, most) if match else ()


def _side_by_side(run: Sequence[str]) -> str:
    return f"({_quoted(stem(word) for word in run)})"


def matching(
    connection: sqlite3.Connection, terms: Terms, numbers: Sequence[int], most: int = MOST_SCOPES
) -> tuple[int, ...]:
    """The first `most` that hold a match of the first `MOST_LOOKED` of these scopes, in their order."""
    found: list[int] = []
    for no in numbers[:MOST_LOOKED]:
        if len(found) == most:
            break
        match = match_any(terms, no)
        if connection.execute("SELECT 1 FROM stems WHERE stems MATCH ? LIMIT 1", (match,)).fetchone():
            found.append(no)
    return tuple(found)


def _holding(connection: sqlite3.Connection, known: KnownScopes, run: Sequence[str]) -> int:
    return known.holding(connection, tuple(stem(word) for word in run))


def chosen_parts(
    connection: sqlite3.Connection, filters: Filters, numbers: Sequence[int] | None
) -> tuple[ScopePart, ...]:
    """The parts of the scopes of these numbers in their order; of all scopes, ascending, for None."""
    if numbers is None:
        return parts_of(connection, filters)
    place = {no: at for at, no in enumerate(numbers)}
    return tuple(sorted(parts_of(connection, filters, numbers), key=lambda part: place[part.scope_no]))


def learn_lacking(
    connection: sqlite3.Connection, known: KnownScopes, postings: Postings, parts: Sequence[ScopePart], terms: Terms
) -> None:
    """Lets the index know which words of the query these scopes do not hold: a third of all look-ups."""
    stems = {stem(word) for run in (*terms.any_of, *terms.must) for word in run}
    held = {one: known.holding(connection, (one,)) for one in sorted(stems)}
    for part in parts:
        postings.learn(part, [one for one, bits in held.items() if not bits >> part.scope_no & 1])


def best_parts(
    connection: sqlite3.Connection, known: KnownScopes, filters: Filters, terms: Terms
) -> tuple[ScopePart, ...]:
    """The parts of all scopes under these filters; of the `MOST_SCOPES` whose words fit best where there are more."""
    numbers = scopes_for(connection, known, filters, terms)
    return chosen_parts(connection, filters, numbers if numbers is None else numbers[:MOST_SCOPES])


def summed_frequencies(
    connection: sqlite3.Connection,
    postings: Postings,
    known: KnownScopes,
    scopes: Sequence[Filters],
    stems: Sequence[str],
) -> dict[str, int]:
    """In how many chunks of these scopes together each stem occurs. Among more than `MOST_SCOPES` a word of many scopes
    is counted in some of them and reckoned for all."""
    parts = known.parts(connection, scopes)
    if len(parts) <= MOST_SCOPES:
        return {one: sum(postings.of(connection, part, one) for part in parts) for one in stems}
    size = 1 + max(part.scope_no for part in parts)
    found = {}
    for one in stems:
        digits = f"{known.holding(connection, (one,)) if one else 0:0{size}b}"[::-1]
        found[one] = _reckoned(connection, postings, [part for part in parts if digits[part.scope_no] == "1"], one)
    return found


def _reckoned(connection: sqlite3.Connection, postings: Postings, by_size: Sequence[ScopePart], one: str) -> int:
    if len(by_size) <= _LARGEST + _SAMPLED:
        return sum(postings.of(connection, part, one) for part in by_size)
    rest = by_size[_LARGEST:]
    sample = [rest[at * len(rest) // _SAMPLED] for at in range(_SAMPLED)]
    share = sum([part.chunks for part in rest]) / sum([part.chunks for part in sample])
    counted = sum(postings.of(connection, part, one) for part in sample)
    return sum(postings.of(connection, part, one) for part in by_size[:_LARGEST]) + round(counted * share)


def refresh_scope_words(connection: sqlite3.Connection) -> None:
    """Notes which stems each scope holds whose words have changed (inside a write transaction)."""
    for (no,) in connection.execute("SELECT no FROM scopes WHERE counted <> changed").fetchall():
        _fill_scope_words(connection, no)
        connection.execute("UPDATE scopes SET counted = changed WHERE no = ?", (no,))


def _fill_scope_words(connection: sqlite3.Connection, scope_no: int) -> None:
    """Adds what the index holds of the scope and this table does not yet."""
    held = stems_of(connection, scope_no)
    (counted,) = connection.execute("SELECT counted FROM scopes WHERE no = ?", (scope_no,)).fetchone()
    fresh = [term for term in held if not _has(connection, scope_no, term)] if counted else held
    if fresh:
        connection.execute("INSERT INTO scope_words(rowid, stems) VALUES (?, ?)", (scope_no, " ".join(fresh)))


def _has(connection: sqlite3.Connection, scope_no: int, stem: str) -> bool:
    query = "SELECT 1 FROM scope_words WHERE scope_words MATCH ? AND rowid = ?"
    return connection.execute(query, (_quoted((stem,)), scope_no)).fetchone() is not None


def _quoted(stems: Iterable[str]) -> str:
    return " AND ".join('"' + one.replace('"', '""') + '"' for one in stems)
