"""Ranked retrieval over the full text index: words in, ids and scores out.

Holds the building of match expressions and the exact pruning of common words. Words of a query are always quoted
words, never the index's syntax; nothing here reads a document or opens a file.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

from vault.store.filters import Where
from vault.text.words import stem, words
from vault.types import Query

__all__ = [
    "TEXT_ONLY",
    "WEIGHTS",
    "Scored",
    "Terms",
    "frequency",
    "match_any",
    "plainly_ranked",
    "ranked",
    "rarest",
    "row_count",
    "stem_frequency",
    "terms_of",
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


def row_count(connection: sqlite3.Connection) -> int:
    """How many chunks the vault holds."""
    (count,) = connection.execute("SELECT coalesce(sum(chunks), 0) FROM documents").fetchone()
    return int(count)


def frequency(connection: sqlite3.Connection, run: tuple[str, ...]) -> int:
    """How many chunks hold the word; of a phrase, its rarest word: an upper bound. 0 for no word."""
    return min((stem_frequency(connection, stem(word)) for word in run), default=0)


def stem_frequency(connection: sqlite3.Connection, term: str) -> int:
    """How many chunks hold the stem; 0 when none does.

    Common stems are looked up in `common_df` while that table is of the vault's present generation; counting them in
    the index walks their whole posting list (30 ns a chunk).
    """
    row = connection.execute(
        "SELECT df FROM common_df WHERE stem = ? AND (SELECT count(DISTINCT value) = 1 AND count(*) = 2 FROM meta"
        " WHERE key IN ('generation', 'common_df'))",
        (term,),
    ).fetchone()
    row = row or connection.execute("SELECT doc FROM temp.terms WHERE term = ?", (term,)).fetchone()
    return int(row[0]) if row else 0


def _select(connection: sqlite3.Connection, match: str, where: Where, limit: int) -> tuple[Scored, ...]:
    rows = connection.execute(
        f"SELECT rowid, bm25(fts, {', '.join(map(str, WEIGHTS))}) AS score FROM fts"  # noqa: S608 - no user text
        f" WHERE fts MATCH ? AND {where.sql} ORDER BY score, rowid LIMIT ?",
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


def _pruned(
    connection: sqlite3.Connection, costs: Sequence[_Cost], count: int, where: Where, limit: int
) -> tuple[Scored, ...] | None:
    """The exact best rows, scored only where a rare term occurs; None when the proof needs the plain query.

    A row without any essential term scores at most the sum of what the other terms can add; once the last of the
    best rows scores more, no such row can be among them.
    """
    everything = match_any(Terms(tuple(cost.run for cost in costs), ()))
    taken = _essential(costs, max(_ESSENTIAL_ROWS, count // 100))
    for _ in range(_ROUNDS):
        if taken >= len(costs):
            return None
        rare = match_any(Terms(tuple(cost.run for cost in costs[:taken]), ()))
        inside = Where(
            f"{where.sql} AND +rowid IN (SELECT rowid FROM fts WHERE fts MATCH ?)",  # noqa: S608 - no user text
            (*where.parameters, rare),
        )
        rows = _select(connection, everything, inside, limit)
        theta = -rows[-1].bm25 if len(rows) == limit else 0.0
        bound = [_GAIN * _idf(count, cost.df) for cost in costs]
        if sum(bound[taken:]) < theta:
            return rows
        grown = next((n for n in range(taken + 1, len(costs)) if sum(bound[n:]) < theta), len(costs))
        taken = max(taken + 1, grown)
    return None


def ranked(
    connection: sqlite3.Connection, terms: Terms, where: Where, limit: int, *, prune_from: int = _PRUNE_FROM_ROWS
) -> tuple[Scored, ...]:
    """The best `limit` rows for any of the terms, best first, ties by id; empty when nothing matches.

    From about `prune_from` matched rows on, rows without a rare word are passed over where that provably changes
    nothing.
    Raises `sqlite3.OperationalError` when interrupted.
    """
    if limit < 1 or not (terms.any_of or terms.must):
        return ()
    if terms.must or len(terms.any_of) < 2:
        return _select(connection, match_any(terms), where, limit)
    count = row_count(connection)
    costs = _kept([_Cost(run, frequency(connection, run)) for run in terms.any_of], count)
    reach = 1.0 if where.at_most is None else min(1.0, where.at_most / max(count, 1))
    if sum(cost.df for cost in costs) * reach >= prune_from:
        found = _pruned(connection, costs, count, where, limit)
        if found is not None:
            return found
    return _select(connection, match_any(Terms(tuple(cost.run for cost in costs), ())), where, limit)


def plainly_ranked(connection: sqlite3.Connection, terms: Terms, where: Where, limit: int) -> tuple[Scored, ...]:
    """The best `limit` rows by BM25 as FTS5 has it, without the finding aid and without weights of columns: what a
    search that knows nothing of town government would give. Empty when nothing matches."""
    match = match_any(terms)
    if limit < 1 or not match:
        return ()
    rows = connection.execute(
        f"SELECT rowid, bm25(fts, 1.0, 1.0, 1.0, 0.0) AS score FROM fts WHERE fts MATCH ? AND {where.sql}"  # noqa: S608 - no user text
        " ORDER BY score, rowid LIMIT ?",
        (f"{TEXT_ONLY}({match})", *where.parameters, limit),
    )
    return tuple(Scored(i, score) for i, score in rows)


def rarest(connection: sqlite3.Connection, terms: Terms) -> Terms:
    """The query cut down to its rarest alternatives, those within a few thousand rows, or else the rarest one."""
    costs = sorted((_Cost(run, frequency(connection, run)) for run in terms.any_of), key=lambda c: (c.df, c.run))
    return Terms(tuple(cost.run for cost in costs[: _essential(costs, _ESSENTIAL_ROWS)]), terms.must)
