"""Where to look when no town is named: the scopes that may hold the words, those that fit best first.

In a vault of few scopes all of them are walked. In one of thousands of towns the table `scope_words` tells which can
match; the best of them are searched, and the rest only when these hold nothing. The table may name a scope whose last
such word is gone, never the other way round: a scope that has changed since it was counted is named for every word.
"""

from __future__ import annotations

import math
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence

from vault.store.filters import ScopePart, parts_of, scope_lanes, scope_where
from vault.store.schema import stems_of
from vault.store.search import Postings, Terms, match_any
from vault.text.words import stem
from vault.types import Filters

__all__ = [
    "MOST_LOOKED",
    "MOST_SCOPES",
    "best_parts",
    "chosen_parts",
    "holders",
    "matching",
    "refresh_scope_words",
    "scopes_for",
    "summed_frequencies",
]

MOST_SCOPES = 128
"""Scopes that one search walks at most: each costs a tenth of a millisecond and more."""
MOST_LOOKED = 1024
"""Scopes in which it is looked whether they hold a match at all, when the best hold none: a tenth of a millisecond
each."""
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


def holders(connection: sqlite3.Connection, filters: Filters, terms: Terms, most: int) -> tuple[int, ...]:
    """The first `most` scopes under these filters that may hold a match, ascending: a place to look, not the best."""
    every = " AND ".join(_side_by_side(run) for run in terms.must)
    any_of = " OR ".join(_side_by_side(run) for run in terms.any_of)
    match = f"({every}) AND ({any_of})" if every and any_of else every or any_of
    if not match:
        return ()
    where = scope_where(filters)
    rows = connection.execute(
        f"SELECT no FROM scopes WHERE {where.sql} AND (counted <> changed"  # noqa: S608 - conditions of ours
        " OR no IN (SELECT rowid FROM scope_words WHERE scope_words MATCH ?)) ORDER BY no LIMIT ?",
        (*where.parameters, match, most),
    )
    return tuple(no for (no,) in rows)


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


def _holding(connection: sqlite3.Connection, run: Sequence[str]) -> frozenset[int]:
    return scopes_with(connection, tuple(stem(word) for word in run))


def chosen_parts(
    connection: sqlite3.Connection, filters: Filters, numbers: Sequence[int] | None
) -> tuple[ScopePart, ...]:
    """The parts of the scopes of these numbers in their order; of all scopes, ascending, for None."""
    if numbers is None:
        return parts_of(connection, filters)
    place = {no: at for at, no in enumerate(numbers)}
    return tuple(sorted(parts_of(connection, filters, numbers), key=lambda part: place[part.scope_no]))


def best_parts(connection: sqlite3.Connection, filters: Filters, terms: Terms) -> tuple[ScopePart, ...]:
    """The parts of all scopes under these filters; of the `MOST_SCOPES` whose words fit best where there are more."""
    numbers = scopes_for(connection, filters, terms)
    return chosen_parts(connection, filters, numbers if numbers is None else numbers[:MOST_SCOPES])


def summed_frequencies(
    connection: sqlite3.Connection, known: Postings, parts: Sequence[ScopePart], stems: Sequence[str]
) -> dict[str, int]:
    """In how many chunks of these scopes together each stem occurs. Among more than `MOST_SCOPES` a word of many scopes
    is counted in some of them and reckoned for all."""
    if len(parts) <= MOST_SCOPES:
        return {one: sum(known.of(connection, part, one) for part in parts) for one in stems}
    by_size = sorted(parts, key=lambda part: (-part.chunks, part.scope_no))
    found = {}
    for one in stems:
        numbers = scopes_with(connection, (one,)) if one else frozenset()
        found[one] = _reckoned(connection, known, [part for part in by_size if part.scope_no in numbers], one)
    return found


def _reckoned(connection: sqlite3.Connection, known: Postings, parts: Sequence[ScopePart], one: str) -> int:
    if len(parts) <= _LARGEST + _SAMPLED:
        return sum(known.of(connection, part, one) for part in parts)
    by_size = sorted(parts, key=lambda part: (-part.chunks, part.scope_no))
    rest = by_size[_LARGEST:]
    sample = [rest[at * len(rest) // _SAMPLED] for at in range(_SAMPLED)]
    share = sum([part.chunks for part in rest]) / sum([part.chunks for part in sample])
    counted = sum(known.of(connection, part, one) for part in sample)
    return sum(known.of(connection, part, one) for part in by_size[:_LARGEST]) + round(counted * share)


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


def scopes_with(connection: sqlite3.Connection, stems: Sequence[str]) -> frozenset[int]:
    """The scopes that may hold all of these stems; those not counted yet are among them. None for no stem."""
    if not stems:
        return frozenset()
    found = connection.execute("SELECT rowid FROM scope_words WHERE scope_words MATCH ?", (_quoted(stems),))
    fresh = connection.execute("SELECT no FROM scopes WHERE counted <> changed")
    return frozenset(no for rows in (found, fresh) for (no,) in rows)
