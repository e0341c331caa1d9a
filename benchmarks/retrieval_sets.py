"""Retrieval sets (a corpus, questions, gold ids) read from a folder and stored in a vault as plain documents.

A passage without a document of its own becomes a document with its title; passages of one `doc` become the sections of
one. They have no town and no law. Reads files and writes one vault; it measures nothing.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from vault.intake.admit import Admission, admit
from vault.intake.ingest import record_documents
from vault.intake.prepare import prepared
from vault.store.index import VaultIndex
from vault.text.clean import clean
from vault.types import Document, Metadata, Page, Section

__all__ = ["Asked", "BuiltSet", "build", "read_questions", "store_documents"]


def store_documents(index: VaultIndex, documents: Iterable[Document]) -> tuple[Admission, ...]:
    """Stores classified documents that are in no file and says what became of each; files come in by `ingest`."""
    found: list[Admission] = []
    record_documents(index)
    for document in documents:
        ready = prepared(document)
        with index.writing() as connection:
            found.append(admit(connection, ready, Path(document.source)))
    record_documents(index)
    return tuple(found)


class Asked(NamedTuple):
    """One question with the ids of its gold passages."""

    id: str
    text: str
    gold: tuple[str, ...]


class BuiltSet(NamedTuple):
    """A vault file, and for every passage id the document that holds it and its section (empty without one)."""

    path: Path
    place_of: Mapping[str, tuple[str, str]]


def _rows(path: Path) -> Iterator[dict[str, object]]:
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def read_questions(path: Path) -> tuple[Asked, ...]:
    """The questions of a JSON Lines file (plain or .gz) with `id`, `question` and `gold`."""
    return tuple(
        Asked(str(row["id"]), str(row["question"]), tuple(map(str, row["gold"])))  # type: ignore[call-overload]
        for row in _rows(path)
    )


def _documents(rows: Iterable[dict[str, object]], source: str) -> Iterator[Document]:
    """The passages as documents: those of one `doc` as its sections, in order."""
    sections: dict[str, list[Section]] = {}
    titles: dict[str, str] = {}
    for row in rows:
        title, body = clean(str(row.get("title", ""))), clean(str(row["text"]))
        if "doc" not in row:
            yield _document(str(row["id"]), title, source, pages=(Page(number=1, text=body),))
            continue
        key = str(row["doc"])
        titles.setdefault(key, _called(row, title))
        sections.setdefault(key, []).append(Section(cite=str(row["loc"]), text=body))
    for key, held in sections.items():
        yield _document(key, titles[key], source, sections=tuple(held))


def _called(row: dict[str, object], title: str) -> str:
    """The name of a row's document, with its code in brackets where the set gives one that the name does not say."""
    name, code = str(row.get("docname", title)), str(row.get("code", ""))
    return name if not code or code in name else f"{name} ({code})"


def _document(
    key: str, title: str, source: str, *, pages: tuple[Page, ...] = (), sections: tuple[Section, ...] = ()
) -> Document:
    kind = "rule" if sections else "other"
    facts = {"lane": "local", "state": "NH", "doc_type": kind, "authority": "other", "status": "unknown"}
    texts = [page.text for page in pages] + [section.text for section in sections]
    return Document(
        doc_id=key,
        metadata=Metadata.model_validate({**facts, "doc_id": key, "title": title}),
        pages=pages,
        sections=sections,
        source=source,
        content_hash=hashlib.sha256("\f".join((title, *texts)).encode()).hexdigest(),
    )


def build(folder: Path, path: Path) -> BuiltSet:
    """The folder's corpus in a new vault file, stored as any document is."""
    corpus = next(folder.glob("corpus.jsonl*"))
    place_of: dict[str, tuple[str, str]] = {}
    for row in _rows(corpus):
        place_of[str(row["id"])] = (str(row["doc"]), str(row["loc"])) if "doc" in row else (str(row["id"]), "")
    with VaultIndex.open(path, create=True) as vault:
        documents = list(_documents(_rows(corpus), corpus.name))
        kept = {
            document.doc_id: admitted.doc_id
            for document, admitted in zip(documents, store_documents(vault, documents), strict=True)
        }
    return BuiltSet(path, {i: (kept[doc_id], section) for i, (doc_id, section) in place_of.items()})
