"""Builders shared by the tests: small vaults of invented documents, and where the real corpus lies when it is there."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.retrieval_sets import store_documents
from vault.ports import answer_to
from vault.store.care import content_hash
from vault.store.index import VaultIndex
from vault.types import Document, Filters, Metadata, Page, Query, SearchAnswer, SearchHow, SearchRequest, Section

__all__ = ["a_document", "a_statute", "corpus_dir", "memory_vault", "searched", "vault_with"]


def corpus_dir() -> Path | None:
    """The folder of real documents beside the repository, or None; tests that need it skip without it."""
    folder = Path(__file__).resolve().parents[1].parent / "shared" / "corpus"
    return folder if folder.is_dir() else None


@contextmanager
def memory_vault(folder: Path | None = None) -> Iterator[VaultIndex]:
    """An empty vault in a temporary file that is gone afterwards."""
    with (
        tempfile.TemporaryDirectory() as scratch,
        VaultIndex.open((folder or Path(scratch)) / "v.db", create=True) as v,
    ):
        yield v


def searched(
    vault: VaultIndex,
    query: Query,
    filters: Filters | None = None,
    limit: int = 10,
    mode: SearchHow = "any",
    deadline_s: float = 10.0,
) -> SearchAnswer:
    """The answer to one search. Raises what it failed with."""
    request = SearchRequest(query=query, filters=filters or Filters(), limit=limit, mode=mode, deadline_s=deadline_s)
    return answer_to(vault, request)


@contextmanager
def vault_with(documents: Iterable[Document], folder: Path | None = None) -> Iterator[VaultIndex]:
    """A vault that holds these documents."""
    with memory_vault(folder) as vault:
        store_documents(vault, documents)
        yield vault


def a_document(doc_id: str, *texts: str, **facts: str) -> Document:
    """A document of the invented town Alder Falls, one page per text; `facts` override its metadata."""
    known: dict[str, str] = {
        "title": doc_id.replace("-", " "),
        "lane": "local",
        "state": "NH",
        "town": "Alder Falls",
        "board": "Planning Board",
        "doc_type": "minutes",
        "authority": "minutes",
        "status": "unknown",
    }
    pages = tuple(Page(number=i, text=text) for i, text in enumerate(texts, 1))
    return Document(
        doc_id=doc_id,
        metadata=Metadata.model_validate({**known, **facts, "doc_id": doc_id}),
        pages=pages,
        source=f"sample/{doc_id}.txt",
        content_hash=content_hash(pages, ()),
    )


def a_statute(doc_id: str, *sections: tuple[str, str, str], as_of: str = "2025-01-01", state: str = "NH") -> Document:
    """A statute document of sections (cite, heading, text). The texts are placeholders, never law."""
    return Document(
        doc_id=doc_id,
        metadata=Metadata(
            doc_id=doc_id,
            title=doc_id,
            lane="state",
            state=state,
            doc_type="statute",
            authority="rsa",
            status="current",
            as_of=as_of,
        ),
        pages=(),
        sections=tuple(Section(cite=cite, heading=head, text=text, as_of=as_of) for cite, head, text in sections),
        source=f"sample/{doc_id}.jsonl",
        content_hash=hashlib.sha256(repr((sections, as_of)).encode()).hexdigest(),
    )
