"""VaultIndex: the vault file as an engine that searches, counts and reads.

The SQLite adapter of `vault.ports.Library`. Words go in as values (`Query`, `Filters`), chunks come out; row numbers
stay inside. Reading is safe from several threads, and from several processes while one writes. It never decides what
to ask: that is the rankers' work.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from vault.errors import VaultDamaged, VaultError
from vault.holdings import BoardMonths, CitedLaw, Facets
from vault.nothing_found import why_nothing
from vault.ports import ANY, MOST_COUNTED, law_answer
from vault.store import read as rows
from vault.store import statistics
from vault.store.care import check_vault
from vault.store.connections import Connections, deadline
from vault.store.filters import ScopePart, parts_of
from vault.store.held import FileProbes, cited_law, facets_of, held_sections, holdings_of
from vault.store.ledger import StoredLedger
from vault.store.linkbook import Links
from vault.store.scope_choice import (
    MOST_LOOKED,
    MOST_SCOPES,
    KnownScopes,
    best_parts,
    chosen_parts,
    learn_lacking,
    matching,
    scopes_for,
    summed_frequencies,
)
from vault.store.search import (
    TEXT_ONLY,
    Postings,
    Scored,
    Terms,
    match_any,
    plainly_ranked,
    ranked,
    rarest,
    terms_of,
)
from vault.store.statistics import Verdict
from vault.store.write import delete_document, load_document
from vault.text.words import words
from vault.types import (
    Chunk,
    ChunkId,
    Document,
    DocumentSummary,
    Figures,
    Filters,
    Hit,
    Mentions,
    Page,
    Query,
    Reference,
    ScanAnswer,
    SearchAnswer,
    SearchHow,
    SearchMode,
    SearchRequest,
    VaultCounts,
)

__all__ = ["VaultIndex"]

_MAX_HITS = 1000
"""More hits than any ranker asks for; an exhaustive list is `scan`'s work."""
_GRACE_S = 1.0
"""What a late search may still spend on its rarest words."""
_MAX_DOCUMENTS = 100_000
_CHOSEN = (f"No town is named: the {MOST_SCOPES} places whose words fit best were searched.",)
_THREADS = 4
"""Searches of one batch that run at once; SQLite's readers scale no further on the machines measured."""


class _Ask(NamedTuple):
    """One ranked question to the index."""

    terms: Terms
    parts: tuple[ScopePart, ...]
    limit: int
    mode: SearchHow
    known: Postings

    def least(self) -> Terms:
        """What a row must hold at least."""
        return Terms((), (*self.terms.must, *self.terms.any_of)) if self.mode == "all" else self.terms

    def best(self, connection: sqlite3.Connection, terms: Terms) -> tuple[Scored, ...]:
        """The best rows for these words."""
        return ranked(connection, terms, self.parts, self.limit, known=self.known)


class _Found(NamedTuple):
    rows: tuple[Scored, ...]
    mode: SearchMode
    partial: bool = False


def _found(connection: sqlite3.Connection, ask: _Ask) -> _Found:
    if ask.mode != "any":
        strict = Terms((), (*ask.terms.must, *ask.terms.any_of))
        found = ask.best(connection, strict)
        if found or ask.mode == "all":
            return _Found(found, "strict")
    return _Found(ask.best(connection, ask.terms), "relaxed")


def _found_in_time(connection: sqlite3.Connection, ask: _Ask, seconds: float) -> _Found:
    """The rows; past the deadline those of the rarest words alone, marked as partial. Raises when that is late too."""
    try:
        with deadline(connection, seconds):
            return _found(connection, ask)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
    with deadline(connection, _GRACE_S):
        terms = rarest(connection, ask.terms, ask.parts, known=ask.known)
        return _Found(ask.best(connection, terms), "relaxed", partial=True)


def _count(connection: sqlite3.Connection, table: str, match: str, n: int) -> int:
    (count,) = connection.execute(
        f"SELECT count(*) FROM (SELECT 1 FROM {table} WHERE {table} MATCH ? LIMIT ?)",  # noqa: S608 - a name of ours
        (match, n),
    ).fetchone()
    return int(count)


def _mentions(
    connection: sqlite3.Connection, known: KnownScopes, run: tuple[str, ...], n: int, scopes: Sequence[Filters]
) -> Mentions:
    """How many chunks of the scopes and how many notes hold the words side by side, counted up to `n`; of thousands of
    places in those whose words fit best."""
    if not run or n < 1:
        return Mentions(0, 0)
    terms = Terms((run,), ())
    count = 0
    for part in dict.fromkeys(part for one in scopes for part in best_parts(connection, known, one, terms)):
        count += _count(connection, "stems", f"{TEXT_ONLY}({match_any(terms, part.scope_no)})", n - count)
        if count >= n:
            break
    return Mentions(count, _count(connection, "notes_fts", match_any(terms), n))


class VaultIndex:
    """One open vault file. Open it with `VaultIndex.open`, close it or use it in a `with` block."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._known = Postings()
        self._scopes = KnownScopes()
        self._places: tuple[int, dict[str, tuple[str, ...]]] | None = None
        self._read = rows.ReadChunks()
        self._lock = threading.Lock()
        self._searchers: ThreadPoolExecutor | None = None
        self.links = Links(self.reading, self._read, self._scopes, self.frequencies)
        """What the chunks held name and cite."""
        self.ledger = StoredLedger(self)
        """The acts and figures of what is held."""

    @classmethod
    def open(cls, path: Path | str, *, create: bool = False, read_only: bool = False) -> Self:
        """The vault at `path`; with `create` an empty one is made when there is none.

        Raises `VaultMissing`, `VaultDamaged`, `VaultTooNew`, `VaultBusy`, else `VaultError`.
        """
        return cls(Connections(Path(path), create=create, read_only=read_only))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes all connections; calling it twice is fine."""
        self._connections.close()
        with self._lock:
            if self._searchers is not None:
                self._searchers.shutdown(wait=False)
                self._searchers = None

    @property
    def path(self) -> Path:
        """The vault file."""
        return self._connections.path

    def reading(self) -> AbstractContextManager[sqlite3.Connection]:
        """This thread's read connection, for rooms of the vault that hold SQL of their own (notes, links, ranks)."""
        return self._connections.read()

    def writing(self) -> AbstractContextManager[sqlite3.Connection]:
        """One write transaction; an error inside rolls it back. Raises `VaultBusy` after ten seconds of waiting."""
        return self._connections.write()

    def compact(self) -> None:
        """Gives the room that merged indexes left back to the disk; call at the end of an ingest. A file of more than a
        gigabyte keeps it for what comes in next."""
        self._connections.compact()

    def trim_log(self) -> None:
        """Shortens the write-ahead log when it has grown past 16 MB; call between documents."""
        self._connections.trim_log()

    # --- search -------------------------------------------------------------------------------------------------

    def search(self, asks: Sequence[SearchRequest]) -> tuple[SearchAnswer | VaultError, ...]:
        """One answer for each ask, in order, or its error. Same vault and ask, same answer; ties by place.

        `answer.mode` tells whether every word had to occur ("strict") or one was enough ("relaxed"). An empty answer
        says why (`zero_reason`). When the deadline passes, the rarest words alone are searched and `partial` is true;
        when that takes too long as well, the error is `QueryTimeout`. S0, decision 31.
        """
        if len(asks) < 2:
            return tuple(map(self._answer, asks))
        with self._lock:
            self._searchers = self._searchers or ThreadPoolExecutor(_THREADS, thread_name_prefix="search")
        return tuple(self._searchers.map(self._answer, asks))

    def _answer(self, ask: SearchRequest) -> SearchAnswer | VaultError:
        try:
            return law_answer(self, ask) if ask.by_cite else self._found(ask)
        except VaultError as error:
            return error

    def _searched(self, connection: sqlite3.Connection, wanted: SearchRequest, terms: Terms) -> tuple[_Found, bool]:
        """The rows, and whether the places searched were chosen among more; where these hold none, others are looked
        at."""
        filters, limit = wanted.filters, min(wanted.limit, _MAX_HITS)
        numbers = scopes_for(connection, self._scopes, filters, terms)
        if numbers is None:
            ask = _Ask(terms, chosen_parts(connection, filters, None), limit, wanted.mode, self._known)
            return _found_in_time(connection, ask, wanted.deadline_s), False
        first, chosen = numbers[:MOST_SCOPES], len(numbers) > MOST_SCOPES
        ask = _Ask(terms, chosen_parts(connection, filters, first), limit, wanted.mode, self._known)
        learn_lacking(connection, self._scopes, self._known, ask.parts, terms)
        found = _found_in_time(connection, ask, wanted.deadline_s)
        if found.rows or not chosen:
            return found, chosen
        looked = set(first)
        left = [no for no in scopes_for(connection, self._scopes, filters, ask.least()) or () if no not in looked]
        rest = chosen_parts(connection, filters, matching(connection, ask.least(), left))
        found = _found_in_time(connection, ask._replace(parts=rest), wanted.deadline_s)
        return (found if found.rows or len(left) <= MOST_LOOKED else found._replace(partial=True)), chosen

    def _found(self, wanted: SearchRequest) -> SearchAnswer:
        began, terms, filters = time.perf_counter(), terms_of(wanted.query), wanted.filters
        with self._connections.read() as connection:
            found, chosen = self._searched(connection, wanted, terms)
            by_row = rows.get_chunks(connection, [row.id for row in found.rows], self._read.at(connection))
            told = found.rows or found.partial or wanted.limit < 1 or not wanted.explained
            why = None if told else why_nothing(FileProbes(connection, self._scopes, terms), filters, worded=any(terms))
            counted = words(wanted.counted)
            mentions = _mentions(connection, self._scopes, counted, MOST_COUNTED, (filters,)) if counted else None
        hits = tuple(
            Hit(chunk=by_row[row.id], score=-row.bm25, rank=place)
            for place, row in enumerate((row for row in found.rows if row.id in by_row), 1)
        )
        return SearchAnswer(
            hits=hits,
            mode=found.mode if hits else "empty",
            partial=found.partial,
            caveats=_CHOSEN if hits and chosen else (),
            zero_reason=why.reason if why else None,
            zero_detail=why.detail if why else "",
            mentions=mentions,
            took_ms=(time.perf_counter() - began) * 1000,
        )

    def search_plainly(self, query: Query, filters: Filters, limit: int) -> tuple[Chunk, ...]:
        """The best `limit` chunks by plain BM25 over title, heading and text: a baseline to measure against."""
        with self._connections.read() as connection:
            terms = terms_of(query)
            parts = best_parts(connection, self._scopes, filters, terms)
            found = plainly_ranked(connection, terms, parts, limit, known=self._known)
            return tuple(rows.get_chunks(connection, [row.id for row in found]).values())

    def scan(self, query: Query, filters: Filters = ANY, limit: int = 50, *, offset: int = 0) -> ScanAnswer:
        """All chunks in which the query matches, one page of them in id order, with the true total.

        For "every mention of": `must` words and phrases narrow it, otherwise any word is enough.
        """
        terms = terms_of(query)
        if not any(terms):
            return ScanAnswer(chunks=(), total=0, documents=0, offset=offset)
        ids: list[int] = []
        total = documents = 0
        with self._connections.read() as connection:
            for part in parts_of(connection, filters, scopes_for(connection, self._scopes, filters, terms)):
                matched = f"SELECT rowid FROM stems WHERE stems MATCH ? AND {part.where.sql}"  # noqa: S608 - ours
                values = (f"{TEXT_ONLY}({match_any(terms, part.scope_no)})", *part.where.parameters)
                found, held = connection.execute(
                    f"SELECT count(*), count(DISTINCT doc_no) FROM chunks WHERE id IN ({matched})",  # noqa: S608
                    values,
                ).fetchone()
                room, skip = max(limit, 0) - len(ids), max(max(offset, 0) - total, 0)
                if room > 0 and skip < found:
                    page = connection.execute(f"{matched} ORDER BY rowid LIMIT ? OFFSET ?", (*values, room, skip))
                    ids += [row[0] for row in page]
                total, documents = total + found, documents + held
            chunks = tuple(rows.get_chunks(connection, ids).values())
        return ScanAnswer(chunks=chunks, total=total, documents=documents, offset=offset)

    def facets(self, query: Query, filters: Filters = ANY, without: Sequence[str] = ()) -> Facets:
        """How all passages that match, and hold none of the words `without`, spread over documents, years, bodies; of
        thousands of places those in the ones whose words fit best are counted."""
        with self._connections.read() as connection:
            numbers = scopes_for(connection, self._scopes, filters, terms_of(query))
            parts = chosen_parts(connection, filters, numbers and numbers[:MOST_SCOPES])
            uncounted = max(len(numbers or ()) - MOST_SCOPES, 0)
            return facets_of(connection, parts, query, without).changed(uncounted=uncounted)

    def mentions(
        self, phrases: Sequence[str], limit: int = MOST_COUNTED, scopes: Sequence[Filters] = (ANY,)
    ) -> dict[str, Mentions]:
        """For each phrase how many chunks of the scopes and how many notes hold its words side by side, at most
        `limit`; 0 without words. Of the filters lane, states and towns count.

        Unranked, cut off at `limit`, and of thousands of places in those whose words fit best: it costs the same in a
        vault of any size (decision 17).
        """
        with self._connections.read() as connection:
            return {phrase: _mentions(connection, self._scopes, words(phrase), limit, scopes) for phrase in phrases}

    # --- reading ------------------------------------------------------------------------------------------------

    def get(self, ids: Sequence[ChunkId]) -> tuple[Chunk, ...]:
        """The chunks with these ids, in the order asked; ids that are gone are left out."""
        with self._connections.read() as connection:
            return rows.chunks_of(connection, ids, self._read.at(connection))

    def around(self, ids: Sequence[ChunkId], before: int = 1, after: int = 1) -> dict[ChunkId, tuple[Chunk, ...]]:
        """For each id the chunks before and after it in its document, in reading order, without itself."""
        with self._connections.read() as connection:
            return rows.chunks_around(connection, ids, before, after, self._read.at(connection))

    def law(self, cites: Sequence[str], states: Sequence[str] = ()) -> dict[str, tuple[Chunk, ...]]:
        """For each cite the chunks of that section or of all held sections of that chapter, in reading order.

        A cite is canonical ("RSA 40:13", "RSA 39") or as people write it ("R.S.A. 40:13, II": the section is meant).
        """
        with self._connections.read() as connection:
            known = self._read.at(connection)
            return {cite: rows.law_chunks(connection, cite, states, known) for cite in cites}

    def passages(self, doc_ids: Sequence[str]) -> dict[str, tuple[Chunk, ...]]:
        """For each document all its chunks in reading order."""
        with self._connections.read() as connection:
            return {doc_id: rows.document_chunks(connection, doc_id) for doc_id in doc_ids}

    def page(self, doc_id: str, number: int) -> Page | None:
        """One page of a document (1-based), or None."""
        with self._connections.read() as connection:
            return rows.one_page(connection, doc_id, number)

    def document(self, doc_id: str) -> Document | None:
        """The whole document with its pages and sections, or None."""
        with self._connections.read() as connection:
            return load_document(connection, doc_id)

    def documents(
        self, filters: Filters = ANY, limit: int = _MAX_DOCUMENTS, *, offset: int = 0
    ) -> tuple[DocumentSummary, ...]:
        """Documents that pass the filters, without their text; newest first, undated last."""
        with self._connections.read() as connection:
            return rows.document_summaries(connection, filters, limit, offset)

    def delete_document(self, doc_id: str) -> bool:
        """Removes a document from the vault (never the file it came from); False when it was not there."""
        with self._connections.write() as connection:
            return delete_document(connection, doc_id)

    # --- figures ------------------------------------------------------------------------------------------------

    def towns(self) -> tuple[str, ...]:
        """Towns with local records, sorted."""
        return tuple(self.places())

    def places(self) -> dict[str, tuple[str, ...]]:
        """Town with local records, sorted, to the states of those records."""
        with self._connections.read() as connection:
            now = statistics.generation(connection)
            if self._places is None or self._places[0] != now:
                self._places = (now, statistics.places(connection))
            return self._places[1]

    def boards(self, filters: Filters = ANY) -> tuple[str, ...]:
        """Boards and issuing bodies of the documents that pass the filters, sorted."""
        with self._connections.read() as connection:
            return statistics.boards(connection, filters)

    def counts(self) -> VaultCounts:
        """Totals for a status report."""
        with self._connections.read() as connection:
            return statistics.counts(connection)

    def holdings(self, filters: Filters = ANY) -> tuple[BoardMonths, ...]:
        """The months of each board that passes the filters."""
        with self._connections.read() as connection:
            return holdings_of(connection, filters)

    def sections(self, prefix: str) -> tuple[str, ...]:
        """The cites of law held that begin with a prefix ("RSA "), sorted."""
        with self._connections.read() as connection:
            return held_sections(connection, prefix)

    def cited_law(self, prefix: str, state: str) -> tuple[CitedLaw, ...]:
        """What local records of a state cite that begins with the prefix, each once a record, newest record first."""
        with self._connections.read() as connection:
            return cited_law(connection, prefix, state)

    def cited(self, ids: Sequence[ChunkId]) -> dict[ChunkId, tuple[Reference, ...]]:
        """For each chunk the law that its text cites, by position; unknown ids are left out."""
        with self._connections.read() as connection:
            return rows.cited_by(connection, ids)

    def frequencies(self, stems: Sequence[str], scopes: Sequence[Filters] = (ANY,)) -> dict[str, int]:
        """In how many chunks of these scopes together each stem occurs (a stem as `vault.text.words.stem` gives it, not
        a word); 0 when in none. Of the filters lane, states and towns count."""
        with self._connections.read() as connection:
            return summed_frequencies(connection, self._known, self._scopes, scopes, stems)

    def figures(self, scopes: Sequence[Filters] = (ANY,)) -> Figures:
        """Chunks and latest date of these scopes together; of the filters lane, states and towns count."""
        with self._connections.read() as connection:
            parts = self._scopes.parts(connection, scopes)
        return Figures(
            chunks=sum(part.chunks for part in parts), date_to=max((part.latest for part in parts), default="")
        )

    def verify(self) -> Verdict:
        """Checks the file, every index and every text; reads everything, so seconds on a large vault."""
        try:
            return check_vault(self.path)
        except VaultDamaged as error:
            return Verdict(False, (error.message,))
