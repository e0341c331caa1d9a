"""From a file to its documents: digest, read, say what is known of each, give each an id.

Works on one file and touches no database. A file that cannot be read leaves as `UnreadableFile`; it never leaves half
done.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from vault.errors import UnreadableFile
from vault.intake.manifest import Manifest
from vault.intake.prepare import Paper
from vault.readers.pool import ReaderPool
from vault.readers.regular import open_regular, refusal, shown_path
from vault.readers.result import FreeKeys, ReadResult, Tell, untold
from vault.types import Document, Metadata, RawDocument

__all__ = ["digest_of", "failure_words", "given_mark", "named", "papers_of", "read_safely"]

_READ_BYTES = 1 << 20


def digest_of(path: Path) -> str:
    """sha256 of the file's bytes, hex. Raises `UnreadableFile` for what is no regular file, is empty or too large."""
    digest = hashlib.sha256()
    with open_regular(path) as file:
        try:
            while block := file.read(_READ_BYTES):
                digest.update(block)
        except OSError as error:
            reason = error.strerror or "it cannot be read"
            raise refusal(path, reason, "check the disk it lies on") from error
    return digest.hexdigest()


def given_mark(given: Metadata) -> str:
    """A short digest of what was said about a file beforehand: when that changes, the file is read again."""
    return hashlib.sha256(given.model_dump_json().encode()).hexdigest()[:16]


def read_safely(pool: ReaderPool, path: Path, tell: Tell = untold) -> ReadResult:
    """What the pool reads; any failure of a reader leaves as `UnreadableFile`, so one file cannot stop a run."""
    try:
        return pool.read(path, tell=tell)
    except UnreadableFile:
        raise
    except Exception as error:
        reason = f"its reader failed ({type(error).__name__}: {str(error)[:120]})"
        raise refusal(path, reason, "convert the file to PDF, DOCX, HTML or text and ingest that") from error


def _given_for(raw: RawDocument, manifest: Manifest, of_file: Metadata, *, alone: bool) -> Metadata:
    """Facts for one document: the caller's word first, then the manifest's; an id of the file only when it is alone."""
    inside = manifest.for_document(raw.metadata.doc_id or raw.key)
    given = of_file.over(inside) if inside else of_file
    return given if alone or inside else given.changed(doc_id="", title="")


def papers_of(
    result: ReadResult, path: Path, *, manifest: Manifest, given: Metadata, forced: Metadata
) -> tuple[Paper, ...]:
    """The documents of one file with what is known of each, in order.

    `given` is what the manifest knows of the file, `forced` what the caller insists on.
    """
    alone = len(result.documents) == 1
    of_file = forced.over(given)
    return tuple(
        Paper(
            shown_path(path) if alone and not raw.key else f"{shown_path(path)}#{raw.key}",
            raw,
            _given_for(raw, manifest, of_file, alone=alone),
        )
        for raw in result.documents
    )


def named(document: Document, keys: FreeKeys) -> Document:
    """The document under an id that no other document of its file has."""
    doc_id = keys.free(document.doc_id)
    if doc_id == document.doc_id:
        return document
    return document.changed(doc_id=doc_id, metadata=document.metadata.changed(doc_id=doc_id))


def failure_words(error: Exception) -> str:
    """A failure nobody foresaw, in a sentence for the report."""
    return f"it could not be prepared ({type(error).__name__}: {str(error)[:120]})"
