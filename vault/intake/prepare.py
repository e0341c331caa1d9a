"""From a document as it was read to one ready to store: facts, chunks, references, fingerprint, records, readability.

Pure work on one document; it touches no file and no database.
"""

from __future__ import annotations

from typing import NamedTuple

from vault.facts.extract import records_of
from vault.facts.types import LedgerRecord
from vault.intake.chunk import chunk_document
from vault.intake.classify import classify
from vault.intake.duplicates import Fingerprint, fingerprint
from vault.law.references import find_refs
from vault.store.write import page_qualities
from vault.types import ChunkDraft, Document, Metadata, RawDocument, Reference

__all__ = ["Paper", "Prepared", "prepared"]


class Paper(NamedTuple):
    """One document of a file as it was read; `source` names it, `known` is what was said of it beforehand."""

    source: str
    raw: RawDocument
    known: Metadata

    def classified(self) -> Document:
        """The document with its facts; its id may be that of another document of the file."""
        return classify(self.raw, self.source, self.known)


class Prepared(NamedTuple):
    """A document with its chunks, its fingerprint, the statute references of each chunk (by the chunk's `ord`) and its
    records of acts and figures."""

    document: Document
    chunks: tuple[ChunkDraft, ...]
    print_: Fingerprint
    references: dict[int, tuple[Reference, ...]]
    records: tuple[LedgerRecord, ...]
    qualities: tuple[float, ...]
    """The readable share of each page, in page order."""


def prepared(document: Document) -> Prepared:
    """The document with its chunks, fingerprint, references, records and the readable share of each page."""
    chunks = chunk_document(document)
    references = {
        chunk.ord: tuple(
            Reference(ref.cite, ref.full, ref.start)
            for ref in find_refs(chunk.text, chapter_context=chunk.section)  # in a statute "this chapter" has a meaning
        )
        for chunk in chunks
    }
    return Prepared(
        document, chunks, fingerprint(document), references, tuple(records_of(document)), page_qualities(document.pages)
    )
