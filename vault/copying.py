"""Copying a vault: every document of one engine, whole, onto the shelf of another, and the proof that it is there.

Begun again it copies only what differs. It reads and writes through the seam and knows no engine.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from vault.ledger import LedgerRow
from vault.ports import ANY, Library, Parcel, Shelf
from vault.types import DocumentSummary, Filters

__all__ = ["bring_documents", "copy_documents", "differences", "every_document", "parcels_of"]

_AT_ONCE = 200
"""Documents of one batch at most."""
_PASSAGES_AT_ONCE = 1_000
"""Passages from which a batch is full: a few megabytes, a second or two of writing."""
_LISTED = 100_000
"""Documents of one page of a list."""
_MOST_TOLD = 20


class Copied(NamedTuple):
    """What a copy did: documents looked at, written because they differed, and taken out because they are gone."""

    documents: int
    written: int
    removed: int


def parcels_of(source: Library, doc_ids: Sequence[str]) -> Iterator[Parcel]:
    """The documents, whole, in the order asked; those that are gone meanwhile are left out."""
    summaries = {one.doc_id: one for one in source.documents(Filters(doc_ids=tuple(doc_ids)), len(doc_ids))}
    chunks = source.passages(doc_ids)
    cited = source.cited([chunk.id for many in chunks.values() for chunk in many])
    for doc_id in doc_ids:
        document = source.document(doc_id)
        if document is not None and doc_id in summaries:
            yield Parcel(
                document=document,
                summary=summaries[doc_id],
                chunks=chunks[doc_id],
                records=source.ledger.of_document(doc_id),
                cited={chunk.id: cited[chunk.id] for chunk in chunks[doc_id] if cited.get(chunk.id)},
            )


def every_document(library: Library, at_once: int = _LISTED) -> Iterator[DocumentSummary]:
    """Every document that is held, however many; the library is asked for so many of them at once."""
    for offset in itertools.count(0, at_once):
        page = library.documents(ANY, at_once, offset=offset)
        yield from page
        if len(page) < at_once:
            return


def _batches(documents: Iterable[DocumentSummary]) -> Iterator[list[str]]:
    """The ids of the documents in order, as many at once as are read and written together."""
    batch: list[str] = []
    passages = 0
    for one in documents:
        batch.append(one.doc_id)
        passages += one.chunks
        if passages >= _PASSAGES_AT_ONCE or len(batch) == _AT_ONCE:
            yield batch
            batch, passages = [], 0
    if batch:
        yield batch


def copy_documents(source: Library, target: Library, shelf: Shelf, tell: Callable[[int, int], None]) -> Copied:
    """Puts every document of the source on the shelf and takes off what the source does not hold; `tell` hears how many
    of how many are done. Raises `VaultError`; what is written stays written."""
    brought = bring_documents(source, shelf, tell)
    wanted = {one.doc_id for one in every_document(source)}
    gone = sorted({one.doc_id for one in every_document(target)} - wanted)
    return brought._replace(removed=shelf.remove(gone) if gone else 0)


def bring_documents(source: Library, shelf: Shelf, tell: Callable[[int, int], None]) -> Copied:
    """Puts every document of the source on the shelf beside what is there; `tell` hears how many of how many are done.
    Raises `VaultError`; what is written stays written."""
    wanted = list(every_document(source))
    done = written = 0
    for batch in _batches(wanted):
        written += shelf.put(tuple(parcels_of(source, batch)))
        done += len(batch)
        tell(done, len(wanted))
    return Copied(done, written, 0)


def differences(source: Library, target: Library) -> tuple[str, ...]:
    """What of the source the target does not give back alike, a line for each document, at most twenty; () for a true
    copy. Reads every passage of both."""
    found: list[str] = []
    wanted = list(every_document(source))
    held = {one.doc_id for one in every_document(target)}
    found += [f"{one.doc_id} is not there" for one in wanted if one.doc_id not in held]
    found += [f"{doc_id} is not in the source" for doc_id in sorted(held - {one.doc_id for one in wanted})]
    for batch in _batches(one for one in wanted if one.doc_id in held):
        ours, theirs = source.passages(batch), target.passages(batch)
        found += [f"{doc_id} has other passages" for doc_id in batch if ours[doc_id] != theirs[doc_id]]
        found += [f"{doc_id} has other pages" for doc_id in batch if source.document(doc_id) != target.document(doc_id)]
        found += [
            f"{doc_id} has other records" for doc_id in batch if _ledger(source, doc_id) != _ledger(target, doc_id)
        ]
        if len(found) > _MOST_TOLD:
            break
    return tuple(found[:_MOST_TOLD])


def _ledger(library: Library, doc_id: str) -> tuple[LedgerRow, ...]:
    """The records of a document without the numbers that each engine gives them."""
    return tuple(row.changed(id=0) for row in library.ledger.of_document(doc_id))
