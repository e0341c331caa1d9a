"""Copying a vault: every document of one engine, whole, onto the shelf of another, and the proof that it is there.

Begun again it copies only what differs. It reads and writes through the seam and knows no engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from vault.ports import Library, Parcel, Shelf
from vault.types import Filters

__all__ = ["Copied", "bring_documents", "copy_documents", "differences", "parcels_of"]

_AT_ONCE = 20
"""Documents of one batch: a few hundred passages, a second of writing."""
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
    for doc_id in doc_ids:
        document = source.document(doc_id)
        if document is not None and doc_id in summaries:
            yield Parcel(document=document, summary=summaries[doc_id], chunks=chunks[doc_id])


def copy_documents(source: Library, target: Library, shelf: Shelf, tell: Callable[[int, int], None]) -> Copied:
    """Puts every document of the source on the shelf and takes off what the source does not hold; `tell` hears how many
    of how many are done. Raises `VaultError`; what is written stays written."""
    brought = bring_documents(source, shelf, tell)
    wanted = {one.doc_id for one in source.documents()}
    gone = sorted({one.doc_id for one in target.documents()} - wanted)
    return brought._replace(removed=shelf.remove(gone) if gone else 0)


def bring_documents(source: Library, shelf: Shelf, tell: Callable[[int, int], None]) -> Copied:
    """Puts every document of the source on the shelf beside what is there; `tell` hears how many of how many are done.
    Raises `VaultError`; what is written stays written."""
    wanted = [one.doc_id for one in source.documents()]
    written = 0
    for start in range(0, len(wanted), _AT_ONCE):
        written += shelf.put(tuple(parcels_of(source, wanted[start : start + _AT_ONCE])))
        tell(min(start + _AT_ONCE, len(wanted)), len(wanted))
    return Copied(len(wanted), written, 0)


def differences(source: Library, target: Library) -> tuple[str, ...]:
    """What of the source the target does not give back alike, a line for each document, at most twenty; () for a true
    copy. Reads every passage of both."""
    found: list[str] = []
    wanted = [one.doc_id for one in source.documents()]
    held = {one.doc_id for one in target.documents()}
    found += [f"{doc_id} is not there" for doc_id in wanted if doc_id not in held]
    found += [f"{doc_id} is not in the source" for doc_id in sorted(held - set(wanted))]
    for start in range(0, len(wanted), _AT_ONCE):
        batch = [doc_id for doc_id in wanted[start : start + _AT_ONCE] if doc_id in held]
        ours, theirs = source.passages(batch), target.passages(batch)
        found += [f"{doc_id} has other passages" for doc_id in batch if ours[doc_id] != theirs[doc_id]]
        found += [f"{doc_id} has other pages" for doc_id in batch if source.document(doc_id) != target.document(doc_id)]
        if len(found) > _MOST_TOLD:
            break
    return tuple(found[:_MOST_TOLD])
