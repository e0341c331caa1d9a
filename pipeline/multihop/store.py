"""What the engine reads of a vault, with bounded caches: ranked words, passages, links, names, rarity.

Holds the engine's SQL. Read-only; it drops its caches when another connection has written to the file. One store
belongs to one thread, as its connection does.
"""

from __future__ import annotations

import math
import sqlite3
from bisect import bisect_right
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, islice
from typing import NamedTuple, TypeVar

from pipeline.multihop.kin import kin_groups
from pipeline.multihop.types import Scope
from vault.store.filters import Part, parts_of
from vault.store.schema import index_table
from vault.store.search import Frequencies
from vault.text.words import Scan, scan, stem, words
from vault.types import Filters

__all__ = ["LEAD_WORDS", "NamedChunk", "Passage", "PassageStore", "StoredLink", "in_scope", "stored_terms"]

LEAD_WORDS = 25
"""The lead of a passage: about the length of a first sentence."""
_PASSAGES_KEPT = 20_000
"""About 40 MB of passages; a town's whole archive fits."""
_LINKS_KEPT = 20_000
_SCANS_KEPT = 2_000
_MAX_CITING = 120
"""Citing chunks read of one chunk; a section cited more often than this is a hub and says little."""
_BATCH = 400
_T = TypeVar("_T")


class StoredLink(NamedTuple):
    """A row of the link table."""

    source: int
    target: int
    kind: str
    position: int
    length: int
    fanout: int


class NamedChunk(NamedTuple):
    """A chunk that answers to a name."""

    name: str
    chunk_id: int
    kind: str


class Passage:
    """A chunk as the engine sees it: stems and what follows from them."""

    def __init__(self, row: tuple[int, int, str, str, str]) -> None:
        self.chunk_id, self.doc_no, self.title, self.section, stored = row
        self.title_stems = tuple(stem(w) for w in words(self.title))
        self.lines = stored
        self.flat = f" {stored} ".replace("\n", " ")
        body = self.flat.split()
        self.length = len(body)
        self.terms = frozenset(body).union(self.title_stems)
        self.lead = frozenset(body[:LEAD_WORDS]).union(self.title_stems)

    @cached_property
    def kin(self) -> frozenset[int]:
        """Groups of related words the passage touches."""
        return kin_groups(self.terms)

    @cached_property
    def stems(self) -> tuple[str, ...]:
        """Stems of the body in order."""
        return tuple(self.flat.split())

    @cached_property
    def _sentence_ends(self) -> tuple[int, ...]:
        return tuple(accumulate(line.count(" ") + 1 for line in self.lines.split("\n")))

    def sentence_of(self, position: int) -> int:
        """The 0-based sentence of a word of the body."""
        return bisect_right(self._sentence_ends, position)


def stored_terms(body: str) -> str:
    """The stems of a text: one line per sentence, stems divided by single spaces."""
    scanned = scan(body)
    lines: dict[int, list[str]] = defaultdict(list)
    for word, number in zip(scanned.words, scanned.sentence, strict=True):
        lines[number].append(stem(word))
    return "\n".join(" ".join(line) for _, line in sorted(lines.items()))


class PassageStore:
    """Reads one vault for one engine."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._version = -1
        self._known = Frequencies()
        self._parts: tuple[Part, ...] = ()
        self._passages: OrderedDict[int, Passage] = OrderedDict()
        self._out: OrderedDict[int, tuple[StoredLink, ...]] = OrderedDict()
        self._in: OrderedDict[int, tuple[int, ...]] = OrderedDict()
        self._scans: OrderedDict[int, Scan] = OrderedDict()
        self._idf: dict[str, float] = {}
        self._indegree: dict[int, int] = {}
        self.chunks = 0
        self.average_length = 1.0
        self.refresh()

    def refresh(self) -> None:
        """Forget what was cached if the vault has changed since."""
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        if version == self._version:
            return
        self._version = version
        for cache in (self._passages, self._scans, self._out, self._in, self._idf, self._indegree):
            cache.clear()
        (self.chunks,) = self._connection.execute("SELECT count(*) FROM chunks").fetchone()
        self._parts = parts_of(self._connection, Filters())
        row = self._connection.execute(  # a sample is enough for an average
            "SELECT avg(length(body) - length(replace(body, ' ', '')) + 1) FROM (SELECT body FROM chunks LIMIT 5000)"
        ).fetchone()
        self.average_length = float(row[0] or 1.0)

    def ranked(self, match: str, limit: int, scope: Scope = ()) -> list[tuple[int, float]]:
        """Chunks that match an FTS5 expression of ours, best first with -bm25 (title counts twice), ties by id."""
        within = " OR ".join("+rowid BETWEEN ? AND ?" for _ in scope) or "1"
        bounds = [bound for pair in scope for bound in pair]
        found: list[tuple[int, float]] = []
        for part in self._parts:
            table = index_table(part.scope_no)
            rows = self._connection.execute(
                f"SELECT rowid, -bm25({table}, 2.0, 1.0, 1.0) AS b FROM {table} WHERE {table} MATCH ? AND ({within})"  # noqa: S608
                " ORDER BY b DESC, rowid LIMIT ?",
                (match, *bounds, limit),
            )
            found += [(int(i), float(b)) for i, b in rows]
        return sorted(found, key=lambda row: (-row[1], row[0]))[:limit]

    def idf(self, word_stem: str) -> float:
        """Rarity of a stem, 0 (in every chunk) to about 10; that of an unknown stem is the highest."""
        held = self._idf.get(word_stem)
        if held is None:
            if len(self._idf) > 200_000:
                self._idf.clear()
            found = self.frequency(word_stem)
            held = self._idf[word_stem] = math.log(1 + (self.chunks - found + 0.5) / (found + 0.5))
        return held

    def frequency(self, word_stem: str) -> int:
        """In how many chunks the stem stands."""
        return sum(self._known.of(self._connection, part, word_stem) for part in self._parts)

    def passages(self, ids: Iterable[int]) -> dict[int, Passage]:
        """The passages of these chunks; unknown ids are left out."""
        wanted = list(dict.fromkeys(ids))
        self._load(self._passages, wanted)
        found = {i: self._passages[i] for i in wanted if i in self._passages}
        _trim(self._passages, _PASSAGES_KEPT)
        return found

    def _load(self, cache: OrderedDict[int, Passage], wanted: Sequence[int]) -> None:
        for batch in _batches(i for i in wanted if i not in cache):
            rows = self._connection.execute(
                f"SELECT id, doc_no, title, section, body FROM chunks WHERE id IN ({_marks(batch)})",  # noqa: S608
                batch,
            )
            for *facts, body in rows:
                cache[facts[0]] = Passage((*facts, stored_terms(body)))

    def texts(self, ids: Iterable[int]) -> dict[int, Scan]:
        """The bodies of these chunks, scanned with capitals and sentences."""
        wanted = list(ids)
        for batch in _batches(i for i in wanted if i not in self._scans):
            rows = self._connection.execute(f"SELECT id, body FROM chunks WHERE id IN ({_marks(batch)})", batch)  # noqa: S608
            self._scans.update((i, scan(body)) for i, body in rows)
        found = {i: self._scans[i] for i in wanted if i in self._scans}
        _trim(self._scans, _SCANS_KEPT)
        return found

    def links_from(self, ids: Iterable[int]) -> dict[int, tuple[StoredLink, ...]]:
        """Links that start at these chunks, by position then target; a chunk starts a bounded number."""
        wanted = list(ids)
        missing = [i for i in wanted if i not in self._out]
        grown: dict[int, list[StoredLink]] = {i: [] for i in missing}
        for batch in _batches(missing):
            rows = self._connection.execute(
                "SELECT source, target, kind, position, length, fanout FROM links"  # noqa: S608
                f" WHERE source IN ({_marks(batch)}) ORDER BY source, position, target, kind",
                batch,
            )
            for row in rows:
                grown[row[0]].append(StoredLink._make(row))
        self._out.update((i, tuple(links)) for i, links in grown.items())
        found = {i: self._out[i] for i in wanted}
        _trim(self._out, _LINKS_KEPT)
        return found

    def citing(self, ids: Iterable[int]) -> dict[int, tuple[int, ...]]:
        """The chunks that cite each of these, ascending, at most some of each."""
        wanted = list(ids)
        for i in wanted:
            if i not in self._in:
                rows = self._connection.execute(
                    "SELECT source FROM links WHERE target = ? AND kind = 'cite' ORDER BY source LIMIT ?",
                    (i, _MAX_CITING),
                )
                self._in[i] = tuple(source for (source,) in rows)
        found = {i: self._in[i] for i in wanted}
        _trim(self._in, _LINKS_KEPT)
        return found

    def indegrees(self, ids: Iterable[int]) -> dict[int, int]:
        """How many links end at each chunk."""
        wanted = list(ids)
        for batch in _batches(i for i in wanted if i not in self._indegree):
            rows = self._connection.execute(
                f"SELECT target, count(DISTINCT source) FROM links WHERE target IN ({_marks(batch)}) GROUP BY target",  # noqa: S608
                batch,
            )
            self._indegree.update(dict.fromkeys(batch, 0))
            self._indegree.update(rows)
        if len(self._indegree) > 200_000:
            return {i: self._indegree.pop(i) for i in wanted}
        return {i: self._indegree[i] for i in wanted}

    def named(self, names: Iterable[str], scope: Scope = ()) -> list[NamedChunk]:
        """Chunks that answer to any of the names, by name then chunk."""
        found: list[NamedChunk] = []
        for batch in _batches(names):
            rows = self._connection.execute(
                f"SELECT name, chunk_id, kind FROM names WHERE name IN ({_marks(batch)}) ORDER BY name, chunk_id, kind",  # noqa: S608
                batch,
            )
            found.extend(map(NamedChunk._make, rows))
        return [row for row in found if in_scope(row.chunk_id, scope)]


def in_scope(chunk_id: int, scope: Scope) -> bool:
    """Whether the chunk lies in one of the ranges; every chunk lies in an empty scope."""
    return not scope or any(low <= chunk_id <= high for low, high in scope)


def _trim(cache: OrderedDict[int, _T], limit: int) -> None:
    while len(cache) > limit:
        cache.popitem(last=False)


def _marks(batch: Sequence[object]) -> str:
    return ",".join("?" * len(batch))


def _batches(ids: Iterable[_T]) -> Iterator[list[_T]]:
    rest = iter(ids)
    while batch := list(islice(rest, _BATCH)):
        yield batch
