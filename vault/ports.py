"""The seam to the engine: what a vault must offer, whatever holds it. One SQLite file is one engine.

Values only. No caller sees a connection, a statement, a path or a row number; a passage is named by the text
`doc_id@version#ord`, the same in every engine. Every call takes a batch, so that an engine across a network is asked
as seldom as one in a file. Calls block: they belong on a worker thread, since the file engine cannot be awaited
(decision 41). Adapters hold no rule of retrieval.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Protocol

from vault.errors import VaultError
from vault.holdings import BoardMonths, CitedLaw, Facets
from vault.ledger import LedgerAnswer, LedgerQuery, LedgerRow, Order
from vault.types import (
    Chunk,
    ChunkId,
    Document,
    DocumentSummary,
    Figures,
    Filters,
    Hit,
    Link,
    Mentions,
    NamedChunk,
    Note,
    Page,
    Query,
    Reference,
    ScanAnswer,
    SearchAnswer,
    SearchRequest,
    VaultCounts,
)
from vault.value import Value

__all__ = [
    "ANY", "MOST_COUNTED", "Archive", "Bearers", "EmptyArchive", "HandleBook", "Ledger", "Library", "Linked",
    "LinksAsk", "NamesAsk", "NoteBook", "Parcel", "Shelf",
    "answer_to", "law_answer",
]  # fmt: skip

ANY = Filters()
"""Filters that let everything pass."""
MOST_COUNTED = 5
"""Notes or passages counted of a phrase: the largest number that any band of a score asks for."""


class Linked(NamedTuple):
    """The links of some chunks: what each names and cites by position, the chunks that cite it, the text of all that
    these name, what stands around some of them, and in how many chunks of the scopes the stems of these names occur."""

    out: Mapping[ChunkId, tuple[Link, ...]] = MappingProxyType({})
    back: Mapping[ChunkId, tuple[ChunkId, ...]] = MappingProxyType({})
    chunks: tuple[Chunk, ...] = ()
    near: Mapping[ChunkId, tuple[Chunk, ...]] = MappingProxyType({})
    frequencies: Mapping[str, int] = MappingProxyType({})

    def ends(self, source: ChunkId) -> tuple[ChunkId, ...]:
        """The other ends of the links of one chunk: what it leads to, then what cites it."""
        return (*(link.target for link in self.out.get(source, ())), *self.back.get(source, ()))


class Bearers(NamedTuple):
    """The chunks that answer to some names, the texts of those whose name few bear, and in how many chunks of the
    scopes the stems of their titles occur."""

    names: tuple[NamedChunk, ...] = ()
    chunks: tuple[Chunk, ...] = ()
    frequencies: Mapping[str, int] = MappingProxyType({})

    def rare(self, few: int) -> tuple[NamedChunk, ...]:
        """Those whose name at most `few` chunks bear."""
        bearing: dict[str, set[ChunkId]] = {}
        for one in self.names:
            bearing.setdefault(one.name, set()).add(one.chunk_id)
        return tuple(one for one in self.names if len(bearing[one.name]) <= few)


class NamesAsk(NamedTuple):
    """Wanted are all that answer to any of `names`, with their texts where at most `few` bear a name; beside them how
    often `stems` occur: what is wanted at the same moment."""

    names: Sequence[str]
    few: int = 0
    stems: Sequence[str] = ()


class LinksAsk(NamedTuple):
    """Of which chunks the links are wanted, at most `most` of each; beside them what stands within `reach` chunks of
    `near`, and how often `stems` occur: what is wanted at the same moment."""

    ids: Sequence[ChunkId]
    most: int
    near: Sequence[ChunkId] = ()
    reach: int = 0
    stems: Sequence[str] = ()


class Archive(Protocol):
    """Who names or cites whom among what is held."""

    def named(self, ask: NamesAsk, scopes: Sequence[Filters] = (ANY,)) -> Bearers:
        """The chunks of the scopes that answer to any of the names, with the texts of those whose name few bear, and
        what else is asked for; of the filters lane, states and towns count."""
        ...

    def linked(self, ask: LinksAsk, scopes: Sequence[Filters] = (ANY,)) -> Linked:
        """What the texts of these chunks name and cite, which chunks of the scopes cite them, the chunks at the other
        end of all these links, and what else is asked for."""
        ...


class EmptyArchive:
    """The names and links of a vault that keeps none: no chain of names is followed there."""

    def named(self, ask: NamesAsk, scopes: Sequence[Filters] = (ANY,)) -> Bearers:
        """None."""
        return Bearers()

    def linked(self, ask: LinksAsk, scopes: Sequence[Filters] = (ANY,)) -> Linked:
        """None."""
        return Linked()


class Ledger(Protocol):
    """What was moved, voted and counted, as ingest read it. What needs no engine (sums, years compared) is in
    `vault.ledger`."""

    def rows(self, query: LedgerQuery, *, limit: int = 50, offset: int = 0, order: Order = "place") -> LedgerAnswer:
        """The records that pass, at most `limit` from `offset` on, with their true total and how complete that is.

        Raises `InputError` for a query that asks for a private person."""
        ...

    def of_document(self, doc_id: str) -> tuple[LedgerRow, ...]:
        """The records of a document in order of place; () for one that is not held."""
        ...

    def on_pages(self, pages: Iterable[tuple[str, int]]) -> tuple[LedgerRow, ...]:
        """The records of some pages, each a document id and a page, in the order of the pages."""
        ...


class Library(Protocol):
    """Reading. Every method raises `VaultError` when the engine cannot answer; nothing found is no error."""

    @property
    def links(self) -> Archive:
        """The names and links of what is held."""
        ...

    @property
    def ledger(self) -> Ledger:
        """The acts and figures of what is held."""
        ...

    def search(self, asks: Sequence[SearchRequest]) -> tuple[SearchAnswer | VaultError, ...]:
        """One answer for each ask, in order, hits best first; for an ask that failed its error instead, so that the
        others still count. Past its deadline an ask is answered in part (`partial`), or with `QueryTimeout`."""
        ...

    def search_plainly(self, query: Query, filters: Filters, limit: int) -> tuple[Chunk, ...]:
        """The best chunks by plain BM25 over title, heading and text: a baseline to measure against."""
        ...

    def scan(self, query: Query, filters: Filters = ANY, limit: int = 50, *, offset: int = 0) -> ScanAnswer:
        """One page of all chunks in which the query matches, in a fixed order, with the true totals."""
        ...

    def mentions(
        self, phrases: Sequence[str], limit: int = MOST_COUNTED, scopes: Sequence[Filters] = (ANY,)
    ) -> Mapping[str, Mentions]:
        """For each phrase how many chunks of the scopes and how many notes hold its words side by side, each counted up
        to `limit`; of the filters lane, states and towns count."""
        ...

    def facets(self, query: Query, filters: Filters = ANY, without: Sequence[str] = ()) -> Facets:
        """How all passages that match, and hold none of the words `without`, spread over documents, years and
        bodies."""
        ...

    def frequencies(self, stems: Sequence[str], scopes: Sequence[Filters] = (ANY,)) -> Mapping[str, int]:
        """In how many chunks of the scopes together each stem occurs (as `vault.text.words.stem` gives it); of the
        filters lane, states and towns count."""
        ...

    def figures(self, scopes: Sequence[Filters] = (ANY,)) -> Figures:
        """What the scopes hold together; of the filters lane, states and towns count."""
        ...

    def get(self, ids: Sequence[ChunkId]) -> tuple[Chunk, ...]:
        """The chunks with these ids in the order asked; ids of other versions and unknown ones are left out."""
        ...

    def around(self, ids: Sequence[ChunkId], before: int, after: int) -> Mapping[ChunkId, tuple[Chunk, ...]]:
        """For each id the chunks near it in its document, in reading order, without itself; () for an unknown id."""
        ...

    def law(self, cites: Sequence[str], states: Sequence[str] = ()) -> Mapping[str, tuple[Chunk, ...]]:
        """For each cite the chunks of that section ("RSA 91-A:3") or of all sections of that chapter ("RSA 91-A"), in
        reading order; () when none is held. With `states` only the law of these."""
        ...

    def passages(self, doc_ids: Sequence[str]) -> Mapping[str, tuple[Chunk, ...]]:
        """For each document all its chunks in reading order; () for one that is not held."""
        ...

    def page(self, doc_id: str, number: int) -> Page | None:
        """One page of a document (1-based), or None."""
        ...

    def document(self, doc_id: str) -> Document | None:
        """The whole document with its pages and sections, or None."""
        ...

    def documents(
        self, filters: Filters = ANY, limit: int = 100_000, *, offset: int = 0
    ) -> tuple[DocumentSummary, ...]:
        """Documents that pass the filters, without their text; newest first, undated last."""
        ...

    def towns(self) -> tuple[str, ...]:
        """Towns with local records, sorted."""
        ...

    def places(self) -> Mapping[str, tuple[str, ...]]:
        """Town with local records, sorted, to the states of those records."""
        ...

    def boards(self, filters: Filters = ANY) -> tuple[str, ...]:
        """Boards and issuing bodies of the documents that pass the filters, sorted."""
        ...

    def counts(self) -> VaultCounts:
        """Totals for a status report."""
        ...

    def holdings(self, filters: Filters = ANY) -> tuple[BoardMonths, ...]:
        """The months of each board that passes the filters."""
        ...

    def sections(self, prefix: str) -> tuple[str, ...]:
        """The cites of law held that begin with a prefix ("RSA "), sorted."""
        ...

    def cited_law(self, prefix: str, state: str) -> tuple[CitedLaw, ...]:
        """What local records of a state cite that begins with the prefix, each once a record, the newest record
        first."""
        ...

    def cited(self, ids: Sequence[ChunkId]) -> Mapping[ChunkId, tuple[Reference, ...]]:
        """For each chunk the law that its text cites, by position; ids of other versions and unknown ones are left
        out."""
        ...


class Parcel(Value):
    """A document whole, as it is brought from one engine to another."""

    document: Document
    summary: DocumentSummary
    chunks: tuple[Chunk, ...]
    records: tuple[LedgerRow, ...] = ()
    """What the ledger has of it, in order of place."""
    cited: Mapping[ChunkId, tuple[Reference, ...]] = MappingProxyType({})
    """The law that each chunk cites, by position."""


class Shelf(Protocol):
    """Writing whole documents: a reader sees the old one or the new one, never half of one."""

    def put(self, parcels: Sequence[Parcel]) -> int:
        """Stores the documents that are new or changed, replacing those of the same id; returns how many were."""
        ...

    def remove(self, doc_ids: Sequence[str]) -> int:
        """Takes documents out; returns how many were held."""
        ...


def answer_to(library: Library, request: SearchRequest) -> SearchAnswer:
    """The answer to one request alone. Raises its `VaultError`."""
    (answer,) = library.search((request,))
    if isinstance(answer, VaultError):
        raise answer
    return answer


def law_answer(library: Library, request: SearchRequest) -> SearchAnswer:
    """The text of the section or chapter that the request names, as the answer to it."""
    began, cite = time.perf_counter(), "".join(request.query.phrases[:1])
    held = library.law((cite,), request.filters.states)[cite]
    chunks = [chunk for chunk in held if request.filters.lane in (None, chunk.lane)][: request.limit]
    return SearchAnswer(
        hits=tuple(Hit(chunk=chunk, score=1.0, rank=rank) for rank, chunk in enumerate(chunks, start=1)),
        mode="section" if chunks else "empty",
        zero_reason=None if chunks else "not_in_vault",
        zero_detail="" if chunks else f"the text of {cite} is not in the vault",
        took_ms=(time.perf_counter() - began) * 1000,
    )


class HandleBook(Protocol):
    """Unguessable ids under which results are kept until they expire, and found from every process."""

    def create(self, kind: str, payload: str, *, ttl_s: float) -> str:
        """A new handle for the payload, valid for `ttl_s` seconds."""
        ...

    def get(self, kind: str, identity: str) -> str:
        """The payload. Raises `HandleError` for an id that is unknown, of another kind, or expired."""
        ...

    def replace(self, kind: str, identity: str, payload: str) -> None:
        """Puts another payload under a live handle. Raises `HandleError`."""
        ...

    def touch(self, kind: str, identity: str, *, ttl_s: float) -> None:
        """Makes a live handle last `ttl_s` seconds from now. Raises `HandleError`."""
        ...

    def expire(self, identity: str) -> bool:
        """Ends a handle now; False when there was none."""
        ...


class NoteBook(Protocol):
    """Saved findings; never evidence."""

    def save(self, title: str, body: str, *, tags: Sequence[str] = (), run_id: str = "") -> Note:
        """Stores a new note and returns it. Raises `InputError` for an empty or endless one."""
        ...

    def get(self, identity: str) -> Note | None:
        """The note with this id, or None."""
        ...

    def listed(self, limit: int = 100, *, tag: str = "") -> tuple[Note, ...]:
        """Notes, newest first; with `tag` only those that carry it."""
        ...
