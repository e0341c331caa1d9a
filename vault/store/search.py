"""Ranked retrieval over the full text indexes of the scopes: words in, ids and scores out.

Holds the building of match expressions and the exact pruning of common words. Words of a query are always quoted
words, never the index's syntax; nothing here reads a document or opens a file.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

from vault.store.filters import Part, Where
from vault.store.schema import index_table
from vault.text.words import stem, words
from vault.types import Query

__all__ = [
    "TEXT_ONLY",
    "WEIGHTS",
    "Frequencies",
    "Scored",
    "Terms",
    "match_any",
    "plainly_ranked",
    "ranked",
    "rarest",
    "terms_of",
    "vocabulary",
]

WEIGHTS = (2.0, 1.5, 1.0, 1.0)
"""bm25 weights of title, heading, body and finding aid: a title names what a record is about, a heading what a section
is about; the aid (everyday words for a statute section) counts as if it stood in the text."""
TEXT_ONLY = "{title heading body} : "
"""Prefix of a match expression that must not be met by the finding aid alone: counts and exhaustive scans."""

_MAX_TERMS = 64
"""Longest list of alternatives; a longer question keeps its rarest words."""
_MIN_ROWS_TO_DROP = 1000
"""Below this many chunks a word of half the rows is still kept: in a small vault it may be the only match."""
_PRUNE_FROM_ROWS = 20_000
"""Matched rows from which pruning pays; below, one plain query takes about 25 ms (1.2 µs a row)."""
_ESSENTIAL_ROWS = 2000
_GAIN = 2.2
"""bm25 in FTS5 has k1 = 1.2: one word adds at most (k1 + 1) times its idf."""
_ROUNDS = 3
_ROUNDING = 1e-9
_STEMS_HELD = 50_000
_SCOPES_HELD = 4_000
"""Stems of a scope and scopes whose frequencies a process remembers: a few megabytes."""


class Scored(NamedTuple):
    """A chunk id and its bm25 value as FTS5 gives it: smaller is better."""

    id: int
    bm25: float


class Terms(NamedTuple):
    """A query as runs of words: `any_of` alternatives (one word or a phrase each), `must` words that all occur."""

    any_of: tuple[tuple[str, ...], ...]
    must: tuple[tuple[str, ...], ...]


def _distinct(runs: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Each run once: two words of one stem would count twice."""
    kept: dict[tuple[str, ...], tuple[str, ...]] = {}
    for run in runs:
        if run:
            kept.setdefault(tuple(stem(word) for word in run), run)
    return tuple(kept.values())


def terms_of(query: Query) -> Terms:
    """The query cut into words as the index cuts them: "25-03-LM" becomes a phrase of three words."""
    return Terms(
        _distinct([*map(words, query.terms), *map(words, query.phrases)]),
        _distinct([*map(words, query.must)]),
    )


def _quoted(run: tuple[str, ...]) -> str:
    return '"' + " ".join(word.replace('"', '""') for word in run) + '"'


def match_any(terms: Terms) -> str:
    """The expression in which one alternative is enough (all of `must` still has to occur)."""
    alternatives = " OR ".join(map(_quoted, terms.any_of))
    required = " AND ".join(map(_quoted, terms.must))
    if alternatives and required:
        return f"({alternatives}) AND {required}"
    return alternatives or required


class Frequencies:
    """In how many chunks of a scope a stem occurs, remembered as long as the scope's words have not changed.

    Common stems are kept in `scope_df` by the writer; counting them in the index walks their whole posting list (30 ns
    a chunk). Safe from several threads.
    """

    def __init__(self) -> None:
        self._held: dict[tuple[int, int], dict[str, int]] = {}

    def of(self, connection: sqlite3.Connection, part: Part, term: str) -> int:
        """How many chunks of the scope hold the stem; 0 when none does."""
        held = self._held.get((part.scope_no, part.changed))
        if held is None or len(held) > _STEMS_HELD:
            if len(self._held) > _SCOPES_HELD:
                self._held.clear()
            held = self._held[part.scope_no, part.changed] = {}
        if term not in held:
            held[term] = _counted(connection, part.scope_no, term)
        return held[term]

    def of_run(self, connection: sqlite3.Connection, part: Part, run: tuple[str, ...]) -> int:
        """How many chunks of the scope hold the word; of a phrase, its rarest word: an upper bound. 0 for no word."""
        return min((self.of(connection, part, stem(word)) for word in run), default=0)


def _counted(connection: sqlite3.Connection, scope_no: int, term: str) -> int:
    row = connection.execute(
        "SELECT df FROM scope_df WHERE scope_no = ?1 AND stem = ?2"
        " AND EXISTS(SELECT 1 FROM scopes WHERE no = ?1 AND counted = changed)",
        (scope_no, term),
    ).fetchone()
    if row is None:
        terms = vocabulary(connection, scope_no)
        row = connection.execute(f"SELECT doc FROM {terms} WHERE term = ?", (term,)).fetchone()  # noqa: S608 - ours
    return int(row[0]) if row else 0


def vocabulary(connection: sqlite3.Connection, scope_no: int) -> str:
    """The name of the scope's term table, which lives in the connection's temporary schema and is made on first use."""
    name = f"temp.terms_{int(scope_no)}"
    try:
        connection.execute(f"SELECT 1 FROM {name} LIMIT 0")  # noqa: S608 - a name of ours
    except sqlite3.OperationalError as error:
        if "no such table" not in str(error):
            raise
        (barred,) = connection.execute("PRAGMA query_only").fetchone()
        connection.execute("PRAGMA query_only = 0")
        try:
            connection.execute(f"CREATE VIRTUAL TABLE {name} USING fts5vocab(main, '{index_table(scope_no)}', 'row')")
        finally:
            connection.execute(f"PRAGMA query_only = {barred}")
    return name


def _select(connection: sqlite3.Connection, match: str, part: Part, limit: int, where: Where) -> tuple[Scored, ...]:
    table = index_table(part.scope_no)
    rows = connection.execute(
        f"SELECT rowid, bm25({table}, {', '.join(map(str, WEIGHTS))}) AS score FROM {table}"  # noqa: S608 - no user text
        f" WHERE {table} MATCH ? AND {where.sql} ORDER BY score, rowid LIMIT ?",
        (match, *where.parameters, limit),
    )
    return tuple(Scored(i, score) for i, score in rows)


def _idf(count: int, df: int) -> float:
    return max(math.log((count - df + 0.5) / (df + 0.5)), 1e-6)


class _Cost(NamedTuple):
    run: tuple[str, ...]
    df: int


def _kept(costs: Sequence[_Cost], count: int) -> tuple[_Cost, ...]:
    """Phrases, then words rarest first, without words of more than half the rows (FTS5 scores them at zero).

    Phrases lead because only an upper bound of their frequency is known: they always count as essential.
    """
    rarest = sorted(costs, key=lambda cost: (len(cost.run) == 1, cost.df, cost.run))[:_MAX_TERMS]
    if count < _MIN_ROWS_TO_DROP:
        return tuple(rarest)
    return tuple(cost for cost in rarest if len(cost.run) > 1 or cost.df * 2 <= count) or tuple(rarest)


def _essential(costs: Sequence[_Cost], budget: int) -> int:
    """How many of the leading terms fit into the budget of rows; every phrase, and at least one term."""
    rows, taken = 0, 0
    for cost in costs:
        rows += cost.df
        if taken and rows > budget and len(cost.run) == 1:
            break
        taken += 1
    return taken


def _bounds(costs: Sequence[_Cost], count: int) -> list[float]:
    """The most that each term can add to a row's score."""
    return [_GAIN * _idf(count, cost.df) for cost in costs]


def _with_rare(connection: sqlite3.Connection, costs: Sequence[_Cost], taken: int, ask: _Ask) -> tuple[Scored, ...]:
    """The best rows among those that hold one of the first `taken` terms, scored by all of them."""
    table, where = index_table(ask.part.scope_no), ask.part.where
    rare = match_any(Terms(tuple(cost.run for cost in costs[:taken]), ()))
    inside = Where(
        f"{where.sql} AND +rowid IN (SELECT rowid FROM {table} WHERE {table} MATCH ?)",  # noqa: S608 - no user text
        (*where.parameters, rare),
    )
    everything = match_any(Terms(tuple(cost.run for cost in costs), ()))
    return _select(connection, everything, ask.part, ask.limit, inside)


def _pruned(connection: sqlite3.Connection, costs: Sequence[_Cost], ask: _Ask) -> tuple[Scored, ...] | None:
    """The exact best rows, scored only where a rare term occurs; None when the proof needs the plain query.

    A row without any essential term scores at most the sum of what the other terms can add; once the last of the
    best rows scores more, no such row can be among them.
    """
    bound = _bounds(costs, ask.part.chunks)
    taken = _essential(costs, max(_ESSENTIAL_ROWS, ask.part.chunks // 100))
    for _ in range(_ROUNDS):
        if taken >= len(costs):
            return None
        rows = _with_rare(connection, costs, taken, ask)
        theta = -rows[-1].bm25 if len(rows) == ask.limit else 0.0
        if sum(bound[taken:]) < theta:
            return rows
        grown = next((n for n in range(taken + 1, len(costs)) if sum(bound[n:]) < theta), len(costs))
        taken = max(taken + 1, grown)
    return None


def _above(connection: sqlite3.Connection, costs: Sequence[_Cost], ask: _Ask) -> tuple[Scored, ...] | None:
    """The best rows that score at least `ask.floor`; None when leaving out common words proves nothing."""
    bound = _bounds(costs, ask.part.chunks)
    if sum(bound) < ask.floor:
        return ()
    taken = next((n for n in range(1, len(costs)) if sum(bound[n:]) < ask.floor), len(costs))
    return _with_rare(connection, costs, taken, ask) if taken < len(costs) else None


class _Ask(NamedTuple):
    """One scope to rank: what is wanted at most, and the score below which nothing is wanted any more."""

    part: Part
    limit: int
    prune_from: int
    floor: float = 0.0


def _in_part(connection: sqlite3.Connection, terms: Terms, ask: _Ask, known: Frequencies) -> tuple[Scored, ...]:
    if any(not known.of_run(connection, ask.part, run) for run in terms.must):
        return ()
    costs = [_Cost(run, known.of_run(connection, ask.part, run)) for run in terms.any_of]
    held = _kept([cost for cost in costs if cost.df], ask.part.chunks)
    if terms.must or len(held) < 2:
        runs = terms.any_of if terms.must else tuple(cost.run for cost in held)
        match = match_any(Terms(runs, terms.must))
        return _select(connection, match, ask.part, ask.limit, ask.part.where) if match else ()
    found = None
    if ask.floor > 0.0:
        found = _above(connection, held, ask)
    elif sum(cost.df for cost in held) >= ask.prune_from:
        found = _pruned(connection, held, ask)
    if found is not None:
        return found
    return _select(
        connection, match_any(Terms(tuple(cost.run for cost in held), ())), ask.part, ask.limit, ask.part.where
    )


def ranked(
    connection: sqlite3.Connection,
    terms: Terms,
    parts: Sequence[Part],
    limit: int,
    *,
    known: Frequencies,
    prune_from: int = _PRUNE_FROM_ROWS,
) -> tuple[Scored, ...]:
    """The best `limit` rows for any of the terms, best first, ties by id; empty when nothing matches.

    Of one scope the scores are FTS5's. Of several they are shares of what a row of its scope could score at most, so
    that a word is worth the same in a small town as in a large one; a scope that cannot better the rows found so far
    is passed over. From about `prune_from` matched rows on, rows without a rare word are passed over where that
    provably changes nothing. Raises `sqlite3.OperationalError` when interrupted.
    """
    if limit < 1 or not (terms.any_of or terms.must):
        return ()
    if len(parts) == 1:
        return _in_part(connection, terms, _Ask(parts[0], limit, prune_from), known)
    best: list[Scored] = []
    for part in parts:
        most = sum(
            _GAIN * _idf(part.chunks, known.of_run(connection, part, run)) for run in (*terms.any_of, *terms.must)
        )
        floor = -best[-1].bm25 * most if len(best) == limit else 0.0
        found = _in_part(connection, terms, _Ask(part, limit, prune_from, floor * (1.0 - _ROUNDING)), known)
        shares = [Scored(row.id, row.bm25 / max(most, _ROUNDING)) for row in found]
        best = sorted([*best, *shares], key=lambda row: (row.bm25, row.id))[:limit]
    return tuple(best)


def plainly_ranked(
    connection: sqlite3.Connection, terms: Terms, parts: Sequence[Part], limit: int
) -> tuple[Scored, ...]:
    """The best `limit` rows by BM25 as FTS5 has it, without the finding aid and without weights of columns: what a
    search that knows nothing of town government would give. Empty when nothing matches."""
    match = match_any(terms)
    if limit < 1 or not match:
        return ()
    found: list[Scored] = []
    for part in parts:
        table, where = index_table(part.scope_no), part.where
        rows = connection.execute(
            f"SELECT rowid, bm25({table}, 1.0, 1.0, 1.0, 0.0) AS score FROM {table}"  # noqa: S608 - no user text
            f" WHERE {table} MATCH ? AND {where.sql} ORDER BY score, rowid LIMIT ?",
            (f"{TEXT_ONLY}({match})", *where.parameters, limit),
        )
        found += [Scored(i, score) for i, score in rows]
    return tuple(sorted(found, key=lambda row: (row.bm25, row.id))[:limit])


def rarest(connection: sqlite3.Connection, terms: Terms, parts: Sequence[Part], *, known: Frequencies) -> Terms:
    """The query cut down to its rarest alternatives, those within a few thousand rows, or else the rarest one."""
    counts = {run: sum(known.of_run(connection, part, run) for part in parts) for run in terms.any_of}
    costs = sorted((_Cost(run, df) for run, df in counts.items()), key=lambda c: (c.df, c.run))
    return Terms(tuple(cost.run for cost in costs[: _essential(costs, _ESSENTIAL_ROWS)]), terms.must)
