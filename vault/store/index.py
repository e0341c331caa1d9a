"""VaultIndex: the vault file as an engine that searches, counts and reads.

Holds the one object other rooms talk to. Words go in as values (`Query`, `Filters`), chunks come out; no caller ever
writes the index's syntax or SQL. Reading is safe from several threads, and from several processes while one writes.
It never decides what to ask: that is the rankers' work.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Literal, NamedTuple, Self

from vault.errors import VaultDamaged
from vault.law.references import parse_ref
from vault.store import read as rows
from vault.store import statistics
from vault.store.care import check_vault
from vault.store.connections import Connections, deadline
from vault.store.diagnose import why_nothing
from vault.store.filters import Part, parts_of
from vault.store.links import Links
from vault.store.schema import index_table
from vault.store.search import (
    TEXT_ONLY,
    Frequencies,
    Scored,
    Terms,
    match_any,
    plainly_ranked,
    ranked,
    rarest,
    terms_of,
)
from vault.store.statistics import ScopeTotals, VaultCounts, Verdict
from vault.store.write import delete_document, load_document
from vault.text.words import stem, words
from vault.types import (
    Chunk,
    Document,
    DocumentSummary,
    Filters,
    Hit,
    Page,
    Query,
    ScanAnswer,
    SearchAnswer,
    SearchMode,
)

__all__ = ["SearchHow", "VaultIndex"]

SearchHow = Literal["auto", "any", "all"]
"""`any`: one word is enough. `all`: every word must occur. `auto`: all, and any when that finds nothing."""

_ANY = Filters()
_MAX_HITS = 1000
"""More hits than any ranker asks for; an exhaustive list is `scan`'s work."""
_GRACE_S = 1.0
"""What a late search may still spend on its rarest words."""
_MAX_DOCUMENTS = 100_000


class _Ask(NamedTuple):
    """One ranked question to the index."""

    terms: Terms
    parts: tuple[Part, ...]
    limit: int
    mode: SearchHow
    known: Frequencies

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


class VaultIndex:
    """One open vault file. Open it with `VaultIndex.open`, close it or use it in a `with` block."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._known = Frequencies()
        self.links = Links(self.reading)
        """What the chunks held name and cite."""

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

    def trim_log(self) -> None:
        """Shortens the write-ahead log when it has grown past 16 MB; call between documents."""
        self._connections.trim_log()

    # --- search -------------------------------------------------------------------------------------------------

    def search(
        self,
        query: Query,
        filters: Filters = _ANY,
        limit: int = 10,
        *,
        mode: SearchHow = "any",
        deadline_s: float = 10.0,
    ) -> SearchAnswer:
        """The best `limit` chunks, best first; ties by id. Same vault and query, same answer.

        `answer.mode` tells whether every word had to occur ("strict") or one was enough ("relaxed"). An empty answer
        says why (`zero_reason`). When the deadline passes, the rarest words alone are searched and `partial` is true;
        when that takes too long as well, `QueryTimeout` is raised. S0, decision 31.
        """
        began = time.perf_counter()
        terms = terms_of(query)
        with self._connections.read() as connection:
            ask = _Ask(terms, parts_of(connection, filters), min(limit, _MAX_HITS), mode, self._known)
            found = _found_in_time(connection, ask, deadline_s)
            by_id = {chunk.id: chunk for chunk in rows.get_chunks(connection, [row.id for row in found.rows])}
            why = None if found.rows or limit < 1 else why_nothing(connection, match_any(terms), filters)
        hits = tuple(
            Hit(chunk=by_id[row.id], score=-row.bm25, rank=place)
            for place, row in enumerate((row for row in found.rows if row.id in by_id), 1)
        )
        return SearchAnswer(
            hits=hits,
            mode=found.mode if hits else "empty",
            partial=found.partial,
            zero_reason=why.reason if why else None,
            zero_detail=why.detail if why else "",
            took_ms=(time.perf_counter() - began) * 1000,
        )

    def search_plainly(self, query: Query, filters: Filters, limit: int) -> tuple[Chunk, ...]:
        """The best `limit` chunks by plain BM25 over title, heading and text: a baseline to measure against."""
        with self._connections.read() as connection:
            found = plainly_ranked(connection, terms_of(query), parts_of(connection, filters), limit)
            by_id = {chunk.id: chunk for chunk in rows.get_chunks(connection, [row.id for row in found])}
        return tuple(by_id[row.id] for row in found if row.id in by_id)

    def scan(self, query: Query, filters: Filters = _ANY, limit: int = 50, *, offset: int = 0) -> ScanAnswer:
        """All chunks in which the query matches, one page of them in id order, with the true total.

        For "every mention of": `must` words and phrases narrow it, otherwise any word is enough.
        """
        words_wanted = match_any(terms_of(query))
        if not words_wanted:
            return ScanAnswer(chunks=(), total=0, documents=0, offset=offset)
        match = f"{TEXT_ONLY}({words_wanted})"
        ids: list[int] = []
        total = documents = 0
        with self._connections.read() as connection:
            for part in parts_of(connection, filters):
                table = index_table(part.scope_no)
                matched = f"SELECT rowid FROM {table} WHERE {table} MATCH ? AND {part.where.sql}"  # noqa: S608 - ours
                values = (match, *part.where.parameters)
                found, held = connection.execute(
                    f"SELECT count(*), count(DISTINCT doc_no) FROM chunks WHERE id IN ({matched})",  # noqa: S608
                    values,
                ).fetchone()
                room, skip = max(limit, 0) - len(ids), max(max(offset, 0) - total, 0)
                if room > 0 and skip < found:
                    page = connection.execute(f"{matched} ORDER BY rowid LIMIT ? OFFSET ?", (*values, room, skip))
                    ids += [row[0] for row in page]
                total, documents = total + found, documents + held
            chunks = rows.get_chunks(connection, ids)
        return ScanAnswer(chunks=chunks, total=total, documents=documents, offset=offset)

    def count_at_most(self, phrase: str, n: int = 5, *, of: Literal["chunks", "notes"] = "chunks") -> int:
        """How many chunks (or notes) hold these words side by side, counted up to `n`; 0 for a phrase without words.

        Unranked and cut off at `n`: it costs the same in a vault of any size (decision 17).
        """
        run = words(phrase)
        if not run or n < 1:
            return 0
        match = match_any(Terms((run,), ()))
        with self._connections.read() as connection:
            if of == "notes":
                return _count(connection, "notes_fts", match, n)
            count = 0
            for part in parts_of(connection, _ANY):
                count += _count(connection, index_table(part.scope_no), f"{TEXT_ONLY}({match})", n - count)
                if count >= n:
                    break
        return count

    # --- statutes -----------------------------------------------------------------------------------------------

    def section(self, cite: str, states: Sequence[str] = ()) -> tuple[Chunk, ...]:
        """The chunks of one statute section in reading order; empty when the vault does not hold it.

        `cite` is canonical ("RSA 40:13") or as people write it ("R.S.A. 40:13, II"): the section is meant.
        """
        with self._connections.read() as connection:
            found = rows.section_chunks(connection, cite, states)
            meant = None if found else parse_ref(cite)
            return found or (rows.section_chunks(connection, meant.cite, states) if meant else ())

    def chapter(self, cite: str, states: Sequence[str] = ()) -> tuple[Chunk, ...]:
        """The chunks of all held sections of a chapter ("RSA 39") in reading order; empty when none is held."""
        with self._connections.read() as connection:
            return rows.chapter_chunks(connection, cite.strip(), states)

    def refs_to(self, cite: str, limit: int = 100) -> tuple[Chunk, ...]:
        """Chunks whose text names this section ("RSA 91-A:3") or paragraph ("RSA 91-A:3, II"), in id order."""
        with self._connections.read() as connection:
            return rows.naming_chunks(connection, cite, limit)

    # --- reading ------------------------------------------------------------------------------------------------

    def get(self, ids: Sequence[int]) -> tuple[Chunk, ...]:
        """The chunks with these ids, in the order asked; ids that are gone are left out."""
        with self._connections.read() as connection:
            return rows.get_chunks(connection, ids)

    def neighbours(self, chunk_id: int, before: int = 1, after: int = 1) -> tuple[Chunk, ...]:
        """The chunks before and after one in its document, in reading order, without itself."""
        with self._connections.read() as connection:
            return rows.neighbour_chunks(connection, chunk_id, before, after)

    def page(self, doc_id: str, number: int) -> Page | None:
        """One page of a document (1-based), or None."""
        with self._connections.read() as connection:
            return rows.one_page(connection, doc_id, number)

    def document(self, doc_id: str) -> Document | None:
        """The whole document with its pages and sections, or None."""
        with self._connections.read() as connection:
            return load_document(connection, doc_id)

    def documents(
        self, filters: Filters = _ANY, limit: int = _MAX_DOCUMENTS, *, offset: int = 0
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
        with self._connections.read() as connection:
            return statistics.towns(connection)

    def town_states(self) -> dict[str, str]:
        """Town with local records to its state, for the towns whose name only one state has here."""
        with self._connections.read() as connection:
            return statistics.town_states(connection)

    def boards(self, filters: Filters = _ANY) -> tuple[str, ...]:
        """Boards and issuing bodies of the documents that pass the filters, sorted."""
        with self._connections.read() as connection:
            return statistics.boards(connection, filters)

    def counts(self) -> VaultCounts:
        """Totals for a status report."""
        with self._connections.read() as connection:
            return statistics.counts(connection)

    def frequencies(self, stems: Sequence[str], filters: Filters = _ANY) -> dict[str, int]:
        """In how many chunks of the scopes of these filters each stem occurs (a stem as `vault.text.words.stem` gives
        it, not a word); 0 when in none. Of the filters lane, states and towns count."""
        with self._connections.read() as connection:
            parts = parts_of(connection, filters)
            return {one: sum(self._known.of(connection, part, one) for part in parts) for one in stems}

    def counter(self, scopes: Sequence[Filters]) -> Callable[[str], int]:
        """A function from a stem to the number of chunks that hold it in the scopes of these filters together; which
        scopes these are is looked up once."""
        with self._connections.read() as connection:
            parts = tuple(part for filters in scopes for part in parts_of(connection, filters))

        def df(part_of_word: str) -> int:
            with self._connections.read() as connection:
                return sum(self._known.of(connection, part, part_of_word) for part in parts)

        return df

    def totals(self, filters: Filters = _ANY) -> ScopeTotals:
        """Chunks and latest date of the scopes of these filters; of the filters lane, states and towns count."""
        with self._connections.read() as connection:
            return statistics.scope_totals(connection, parts_of(connection, filters))

    def df(self, word: str) -> int:
        """In how many chunks the word, or one of the same stem, occurs; of several words the rarest. 0 for no word."""
        return min(self.frequencies([stem(part) for part in words(word)]).values(), default=0)

    def stem_df(self, part: str) -> int:
        """In how many chunks a stem occurs (a stem as `vault.text.words.stem` gives it, not a word); 0 when in none."""
        return self.frequencies((part,))[part]

    def verify(self) -> Verdict:
        """Checks the file, every index and every text; reads everything, so seconds on a large vault."""
        try:
            return check_vault(self.path)
        except VaultDamaged as error:
            return Verdict(False, (error.message,))
