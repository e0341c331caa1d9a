"""Ranked retrieval over the full text index: words in, ids and scores out.

Holds the building of match expressions, the places of words in each scope as they are remembered, and BM25 over them.
Words of a query are always quoted words, never the index's syntax; nothing here reads a document or opens a file.
"""

from __future__ import annotations

import heapq
import math
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from vault.store.filters import ScopePart
from vault.store.keys import SCOPE_BITS, scope_tag, tagged
from vault.text.words import stem, words
from vault.types import Query

__all__ = [
    "TEXT_ONLY", "Postings", "Scored", "Terms", "idf", "match_any", "plainly_ranked", "ranked", "rarest",
    "terms_of",
]  # fmt: skip

_WEIGHTS = {"title": 2.0, "heading": 1.5, "body": 1.0, "aid": 1.0}
"""What a word counts in each column: a title names what a record is about, a heading what a section is about; the aid
(everyday words for a statute section) counts as if it stood in the text."""
_PLAIN = {"title": 1.0, "heading": 1.0, "body": 1.0}
TEXT_ONLY = "{title heading body} : "
"""Prefix of a match expression that must not be met by the finding aid alone: counts and exhaustive scans."""

_K1, _B = 1.2, 0.75
"""BM25's constants, those of FTS5."""
_LEAST_IDF = 1e-6
"""FTS5's worth of a word that stands in more than half of the passages."""
_MAX_TERMS = 64
"""Longest list of alternatives; a longer question keeps its rarest words."""
_MIN_ROWS_TO_DROP = 1000
"""Below this many chunks a word of half the rows is still kept: in a small vault it may be the only match."""
_PRUNE_FROM_ROWS = 5000
"""Matched rows from which it is worth asking whether a row without a rare word can still be among the best."""
_ESSENTIAL_ROWS = 2000
_GAIN = _K1 + 1.0
"""One word adds at most this many times its idf."""
_ROUNDING = 1e-9
_ENTRIES_HELD = 300_000
"""Places of words that a process remembers, a hundred bytes each."""


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


def match_any(terms: Terms, scope_no: int | None = None) -> str:
    """The expression in which one alternative is enough (all of `must` still has to occur): for the passages of a
    scope, or without one for the notes, whose index cuts and stems by itself."""
    plain = [[" ".join(run) for run in runs] for runs in terms]
    quoted = [[f'"{run if scope_no is None else tagged(scope_no, run)}"' for run in runs] for runs in plain]
    alternatives, required = " OR ".join(quoted[0]), " AND ".join(quoted[1])
    if alternatives and required:
        return f"({alternatives}) AND {required}"
    return alternatives or required


class _Held:
    """What is remembered of one scope whose words have not changed."""

    def __init__(self) -> None:
        self.norms: dict[int, float] | None = None
        """Chunk id -> what BM25 adds below the fraction for the length of the chunk; None until it is needed."""
        self.counts: dict[str, int] = {}
        self.worths: dict[tuple[str, ...], dict[int, float]] = {}
        self.plain: dict[tuple[str, ...], dict[int, float]] = {}


class Postings:
    """Where words stand in a scope and what they are worth there, remembered as long as its words have not changed.

    Safe from several threads: two may read the same words twice.
    """

    def __init__(self) -> None:
        self._held: dict[tuple[int, int], _Held] = {}
        self._entries = 0

    def _scope(self, part: ScopePart) -> _Held:
        key = (part.scope_no, part.changed)
        held = self._held.get(key)
        if held is None:
            if self._entries > _ENTRIES_HELD:
                self._held, self._entries = {}, 0
            held = self._held[key] = _Held()
        return held

    def _norms(self, connection: sqlite3.Connection, held: _Held, scope_no: int) -> dict[int, float]:
        if held.norms is None:
            lengths = _lengths(connection, scope_no)
            mean = sum(lengths.values()) / max(len(lengths), 1) or 1.0
            held.norms = {i: _K1 * (1.0 - _B + _B * length / mean) for i, length in lengths.items()}
            self._entries += len(lengths)
        return held.norms

    def of(self, connection: sqlite3.Connection, part: ScopePart, term: str) -> int:
        """How many chunks of the scope hold the stem; 0 when none does."""
        counts = self._scope(part).counts
        if term not in counts:
            row = connection.execute(
                "SELECT doc FROM temp.stem_counts WHERE term = ?", (scope_tag(part.scope_no) + term,)
            ).fetchone()
            counts[term] = int(row[0]) if row else 0
            self._entries += 1
        return counts[term]

    def of_run(self, connection: sqlite3.Connection, part: ScopePart, run: tuple[str, ...]) -> int:
        """How many chunks of the scope hold the word; of a phrase, its rarest word: an upper bound. 0 for no word."""
        return min((self.of(connection, part, stem(word)) for word in run), default=0)

    def held(self, connection: sqlite3.Connection, part: ScopePart, run: tuple[str, ...]) -> int:
        """The same as `of_run`; in a small scope the places of a word are not counted but read: they are wanted
        next."""
        if len(run) > 1 or part.chunks >= _MIN_ROWS_TO_DROP:
            return self.of_run(connection, part, run)
        lacking = self._scope(part).counts.get(stem(run[0])) == 0
        return 0 if lacking else len(self.worth(connection, part, run))

    def learn(self, part: ScopePart, lacking: Iterable[str]) -> None:
        """Takes note of stems that the scope does not hold, so that they are not looked for."""
        self._scope(part).counts.update(dict.fromkeys(lacking, 0))

    def worth(
        self, connection: sqlite3.Connection, part: ScopePart, run: tuple[str, ...], *, plain: bool = False
    ) -> Mapping[int, float]:
        """Chunk id -> what the word or phrase adds to its BM25, for the chunks that hold it; weighted by column, or
        plainly and without the finding aid."""
        held = self._scope(part)
        known, weights = (held.plain, _PLAIN) if plain else (held.worths, _WEIGHTS)
        if run not in known:
            counts = _weighted(connection, part.scope_no, run, weights)
            norms = self._norms(connection, held, part.scope_no)
            rarity = _GAIN * idf(len(norms), len(counts))
            known[run] = {i: rarity * n / (n + norms.get(i, _K1)) for i, n in counts.items()}
            self._entries += len(counts)
        return known[run]


def _lengths(connection: sqlite3.Connection, scope_no: int) -> dict[int, int]:
    """Chunk id -> how many words it has; the index keeps a varint for each column."""
    low = scope_no << SCOPE_BITS
    rows = connection.execute("SELECT id, sz FROM stems_docsize WHERE id BETWEEN ? AND ?", (low, low | 0xFFFFFFFF))
    return {i: _summed(sizes) for i, sizes in rows}


@lru_cache(maxsize=65_536)
def _summed(varints: bytes) -> int:
    total = value = 0
    for byte in varints:
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            total, value = total + value, 0
    return total


_Place = tuple[int, str, int]
"""Chunk id, column and how many words stand before."""


def _places(connection: sqlite3.Connection, term: str) -> list[_Place]:
    return connection.execute("SELECT doc, col, offset FROM temp.stem_places WHERE term = ?", (term,)).fetchall()


def _phrase_places(connection: sqlite3.Connection, terms: Sequence[str]) -> Collection[_Place]:
    """Where the phrase begins."""
    held = connection.execute("SELECT rowid FROM stems WHERE stems MATCH ?", (f'"{" ".join(terms)}"',))
    chunks = {i for (i,) in held}
    found = {place for place in _places(connection, terms[0]) if place[0] in chunks} if chunks else set()
    for after, term in enumerate(terms[1:], start=1):
        if not found:
            break
        found &= {(i, column, offset - after) for i, column, offset in _places(connection, term) if i in chunks}
    return found


def _weighted(
    connection: sqlite3.Connection, scope_no: int, run: tuple[str, ...], weights: Mapping[str, float]
) -> Mapping[int, float]:
    """Chunk id -> how often the run stands in it, each time with the weight of its column."""
    terms = tagged(scope_no, " ".join(run)).split()
    counts: defaultdict[int, float] = defaultdict(float)
    for i, column, _ in _phrase_places(connection, terms) if len(terms) > 1 else _places(connection, terms[0]):
        if column in weights:
            counts[i] += weights[column]
    return counts


def idf(count: int, df: int) -> float:
    """How rare a word is that `df` of `count` passages hold, as FTS5 has it; a writer may add chunks between the two
    counts."""
    return max(math.log((max(count, df) - df + 0.5) / (df + 0.5)), _LEAST_IDF)


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


def _essential(costs: Sequence[_Cost]) -> int:
    """How many of the leading terms fit into the budget of `_ESSENTIAL_ROWS`; every phrase, and at least one term."""
    rows, taken = 0, 0
    for cost in costs:
        rows += cost.df
        if taken and rows > _ESSENTIAL_ROWS and len(cost.run) == 1:
            break
        taken += 1
    return taken


class _Ask(NamedTuple):
    """One scope to rank: what is wanted at most, and the score below which nothing is wanted any more."""

    part: ScopePart
    limit: int
    prune_from: int
    floor: float = 0.0


def _bounds(costs: Sequence[_Cost], count: int) -> list[float]:
    """For each term the most that it and all after it can add to a row; of a phrase only an upper bound of its
    frequency is known, so it may be as rare as can be."""
    most = [_GAIN * idf(count, cost.df if len(cost.run) == 1 else 1) for cost in costs]
    return [sum(most[at:]) for at in range(len(most))]


def _allowed(connection: sqlite3.Connection, part: ScopePart) -> frozenset[int] | None:
    """The chunks that pass the filters; None when all do."""
    if not part.rows.sql:
        return None
    return frozenset(i for (i,) in connection.execute(part.rows.sql, part.rows.parameters))


def _least(scores: Mapping[int, float], limit: int) -> float:
    """The score of the last row wanted; 0 while there are fewer."""
    return heapq.nlargest(limit, scores.values())[-1] if len(scores) >= limit else 0.0


def _any_of(connection: sqlite3.Connection, costs: Sequence[_Cost], ask: _Ask, known: Postings) -> dict[int, float]:
    """The scores of all rows that may be among the best: exact for these, too low for no row that is.

    Once what the remaining terms can add together is less than the last of the best rows has already (or than the
    floor), a row without any of the terms before cannot be among them and is passed over; when they can lift no row
    above the floor, none is left.
    """
    bounds = _bounds(costs, ask.part.chunks)
    if not bounds or bounds[0] < ask.floor:
        return {}
    allowed = _allowed(connection, ask.part)
    prunes = ask.floor > 0.0 or sum(cost.df for cost in costs) >= ask.prune_from
    scores: dict[int, float] = {}
    closed = False
    for cost, bound in zip(costs, bounds, strict=True):
        if max(scores.values(), default=0.0) + bound < ask.floor:
            return {}
        closed = closed or (prunes and (bound < ask.floor or bound < _least(scores, ask.limit)))
        worth = known.worth(connection, ask.part, cost.run)
        if closed:
            scores = {i: score + worth.get(i, 0.0) for i, score in scores.items()}
            continue
        for i, added in worth.items():
            if allowed is None or i in allowed:
                scores[i] = scores.get(i, 0.0) + added
    return scores


def _all_of(connection: sqlite3.Connection, terms: Terms, ask: _Ask, known: Postings) -> dict[int, float]:
    """The scores of the rows that hold all of `must`, and one alternative where there are any."""
    rarest_first = sorted(terms.must, key=lambda run: (known.of_run(connection, ask.part, run), run))
    allowed, scores = _allowed(connection, ask.part), dict[int, float]()
    for at, run in enumerate(rarest_first):
        worth = known.worth(connection, ask.part, run)
        scores = {i: scores.get(i, 0.0) + worth[i] for i in (scores if at else worth) if i in worth}
        if not scores:
            return scores
    if allowed is not None:
        scores = {i: score for i, score in scores.items() if i in allowed}
    if not terms.any_of:
        return scores
    worths = [known.worth(connection, ask.part, run) for run in terms.any_of]
    return {
        i: score + sum(worth.get(i, 0.0) for worth in worths)
        for i, score in scores.items()
        if any(i in worth for worth in worths)
    }


def _best(scores: Mapping[int, float], limit: int, floor: float = 0.0) -> tuple[Scored, ...]:
    wanted = [(-score, i) for i, score in scores.items() if score >= floor]
    return tuple(Scored(i, value) for value, i in heapq.nsmallest(limit, wanted))


def _in_part(connection: sqlite3.Connection, terms: Terms, ask: _Ask, known: Postings) -> tuple[Scored, ...]:
    if any(not known.held(connection, ask.part, run) for run in terms.must):
        return ()
    if terms.must:
        return _best(_all_of(connection, terms, ask, known), ask.limit, ask.floor)
    costs = [_Cost(run, known.held(connection, ask.part, run)) for run in terms.any_of]
    held = _kept([cost for cost in costs if cost.df], ask.part.chunks)
    return _best(_any_of(connection, held, ask, known), ask.limit, ask.floor)


def ranked(
    connection: sqlite3.Connection,
    terms: Terms,
    parts: Sequence[ScopePart],
    limit: int,
    *,
    known: Postings,
    prune_from: int = _PRUNE_FROM_ROWS,
) -> tuple[Scored, ...]:
    """The best `limit` rows for any of the terms, best first, ties by id; empty when nothing matches.

    Of one scope the scores are what FTS5's `bm25` gives over that scope alone. Of several they are shares of what a
    row of its scope could score at most, so that a word is worth the same in a small town as in a large one; a scope
    that cannot better the rows found so far is passed over. From about `prune_from` matched rows on, rows without a
    rare word are passed over where that provably changes nothing. Raises `sqlite3.OperationalError` when interrupted.
    """
    if limit < 1 or not (terms.any_of or terms.must):
        return ()
    if len(parts) == 1:
        return _in_part(connection, terms, _Ask(parts[0], limit, prune_from), known)
    best: list[Scored] = []
    for part in parts:
        if any(not known.held(connection, part, run) for run in terms.must):
            continue
        most = sum(_GAIN * idf(part.chunks, known.held(connection, part, run)) for run in (*terms.any_of, *terms.must))
        floor = -best[-1].bm25 * most if len(best) == limit else 0.0
        found = _in_part(connection, terms, _Ask(part, limit, prune_from, floor * (1.0 - _ROUNDING)), known)
        if found:
            shares = [Scored(row.id, row.bm25 / max(most, _ROUNDING)) for row in found]
            best = sorted([*best, *shares], key=lambda row: (row.bm25, row.id))[:limit]
    return tuple(best)


def plainly_ranked(
    connection: sqlite3.Connection, terms: Terms, parts: Sequence[ScopePart], limit: int, *, known: Postings
) -> tuple[Scored, ...]:
    """The best `limit` rows for any of the words by BM25 as it is, without the finding aid and without weights of
    columns: what a search that knows nothing of town government would give. Empty when nothing matches."""
    found: list[Scored] = []
    for part in parts:
        allowed, scores = _allowed(connection, part), defaultdict[int, float](float)
        for run in terms.any_of:
            for i, added in known.worth(connection, part, run, plain=True).items():
                if allowed is None or i in allowed:
                    scores[i] += added
        found += _best(scores, limit)
    return tuple(sorted(found, key=lambda row: (row.bm25, row.id))[: max(limit, 0)])


def rarest(connection: sqlite3.Connection, terms: Terms, parts: Sequence[ScopePart], *, known: Postings) -> Terms:
    """The query cut down to its rarest alternatives, those within a few thousand rows, or else the rarest one."""
    counts = {run: sum(known.of_run(connection, part, run) for part in parts) for run in terms.any_of}
    costs = sorted((_Cost(run, df) for run, df in counts.items()), key=lambda c: (c.df, c.run))
    return Terms(tuple(cost.run for cost in costs[: _essential(costs)]), terms.must)
