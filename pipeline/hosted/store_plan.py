"""What it would take to bring a File Search store in step with the vault: documents, bytes, tokens, dollars.

The store itself remembers what it holds (a mark over text and metadata), so that a plan made after a broken run names
only what is left. Nothing here changes anything.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import anyio.to_thread

from pipeline.hosted.engine import PREFIX, resolve_store
from pipeline.hosted.gemini import GeminiService
from pipeline.hosted.gemini_wire import Upload, WireDocument
from pipeline.hosted.models import STORAGE_FACTOR, TIERS_BYTES, index_cost_usd
from pipeline.hosted.store_metadata import SCHEMA, document_text, metadata_entries
from vault.ports import Library
from vault.types import DocumentSummary, Filters
from vault.value import Value

__all__ = ["NOTICE", "SyncPlan", "UploadItem", "find_store", "held_documents", "plan_sync", "rendered"]

DEFAULT_STORE = "opencouncil"
"""Display name of the store that is made when none was named."""
NOTICE = (
    "The text of these documents is sent to the service. On its free tier it may be used to improve products and be"
    " read by people; in the EEA, Switzerland and the UK only paid use is allowed. Upload public records only."
)
"""What a person must know before a first upload."""
_CHUNK_TOKENS, _OVERLAP_TOKENS = 400, 40
"""About the 1,600 characters of the vault's own chunks; the service takes 21 to 512."""
_CHARS_PER_TOKEN = 4.0
"""The usual estimate for English prose; the service bills by its own count."""
_BIGGEST = 100_000_000
"""Bytes the service takes as one document."""
_TITLE = 512
_ACTIVE, _FAILED = "STATE_ACTIVE", "STATE_FAILED"


class UploadItem(Value):
    """One document to bring into the store, and the store's documents it replaces."""

    doc_id: str
    title: str
    size_bytes: int
    replaces: tuple[str, ...] = ()


class SyncPlan(Value):
    """What a run would do and what it would cost. `store` is "" while the store does not exist."""

    store: str
    display_name: str
    upload: tuple[UploadItem, ...] = ()
    unchanged: int = 0
    empty: int = 0
    """Documents without any text; they are not uploaded."""
    too_big: tuple[str, ...] = ()
    """Ids of documents the service would refuse for their size."""
    superseded: tuple[str, ...] = ()
    """Resource names of earlier copies of documents whose present text the store holds; a run deletes them."""
    surplus: tuple[str, ...] = ()
    """Resource names of documents of ours that the vault no longer holds; they stay."""
    foreign: int = 0
    """Documents in the store that this program did not put there; they are left alone."""
    upload_bytes: int = 0
    upload_tokens: int = 0
    index_usd: float = 0.0
    """Estimated price of indexing, paid once."""
    stored_bytes: int = 0
    """What the store will be counted as: about three times its text."""

    @property
    def tier(self) -> str:
        """The lowest tier of the service that holds the store; "" when none does."""
        return next((name for name, size in TIERS_BYTES if self.stored_bytes <= size), "")


class Rendered(NamedTuple):
    """A document ready to upload, and the mark under which the store will know this state of it."""

    upload: Upload
    mark: str


def _mark(entries: Sequence[Mapping[str, object]], content: bytes) -> str:
    facts = json.dumps(entries, sort_keys=True).encode()
    return hashlib.sha256(facts + b"\0" + content).hexdigest()[:24]


def rendered(index: Library, doc_id: str) -> Rendered | None:
    """The document as it is uploaded; None when the vault does not hold it. Its content is empty without any text."""
    document = index.document(doc_id)
    if document is None:
        return None
    content = document_text(document).encode("utf-8", "replace")
    entries = metadata_entries(document)
    mark = _mark(entries, content)
    title = (document.metadata.title or doc_id)[:_TITLE]
    marked = (*entries, {"key": "mark", "string_value": mark})
    return Rendered(Upload(title, content, marked, _CHUNK_TOKENS, _OVERLAP_TOKENS), mark)


def held_documents(documents: Sequence[WireDocument]) -> dict[str, list[WireDocument]]:
    """The store's documents that this program put there, by document id."""
    found: dict[str, list[WireDocument]] = {}
    for held in documents:
        facts = held.facts
        if facts.get("schema") == SCHEMA and facts.get("doc_id"):
            found.setdefault(facts["doc_id"], []).append(held)
    return found


def _current(held: Sequence[WireDocument], mark: str) -> WireDocument | None:
    """The copy with the present text that is indexed or on its way, an indexed one first."""
    same = [copy for copy in held if copy.facts.get("mark") == mark and copy.state != _FAILED]
    return next((copy for copy in same if copy.state == _ACTIVE), same[0] if same else None)


@dataclass
class _Draft:
    """A plan being made."""

    upload: list[UploadItem] = field(default_factory=list)
    superseded: list[str] = field(default_factory=list)
    surplus: list[str] = field(default_factory=list)
    unchanged: int = 0
    empty: int = 0
    too_big: list[str] = field(default_factory=list)
    held_bytes: int = 0

    def add(self, summary: DocumentSummary, ready: Rendered, held: Sequence[WireDocument]) -> None:
        """Decides about one document of the vault."""
        size = len(ready.upload.content)
        current = _current(held, ready.mark)
        others = [copy.name for copy in held if copy is not current]
        if not size:
            self.empty += 1
            self.surplus += others
        elif size > _BIGGEST:
            self.too_big.append(summary.doc_id)
        elif current is None:
            title = ready.upload.title
            self.upload.append(UploadItem(doc_id=summary.doc_id, title=title, size_bytes=size, replaces=tuple(others)))
        else:
            self.unchanged += 1
            self.held_bytes += size
            self.superseded += others if current.state == _ACTIVE else []


def _drafted(index: Library, held: Mapping[str, Sequence[WireDocument]]) -> _Draft:
    draft = _Draft()
    summaries = index.documents(Filters())
    for summary in summaries:
        ready = rendered(index, summary.doc_id)
        if ready is not None:
            draft.add(summary, ready, held.get(summary.doc_id, ()))
    known = {summary.doc_id for summary in summaries}
    draft.surplus += [copy.name for doc_id, copies in held.items() if doc_id not in known for copy in copies]
    return draft


async def find_store(service: GeminiService) -> tuple[str, str]:
    """Resource name and name as given of the store in the settings, else of the one called "opencouncil".

    The resource name is "" when no store has that display name yet.

    Raises:
        ModelError: the service cannot be asked, a store named by its resource name does not exist, or several stores
            have the display name.
    """
    named = service.settings.store or DEFAULT_STORE
    if named.startswith(PREFIX):
        return (await service.store(named)).name, named
    known = [store.display_name for store in await service.stores()]
    return (await resolve_store(service, named) if named in known else ""), named


async def plan_sync(index: Library, service: GeminiService) -> SyncPlan:
    """What a run would upload, replace and leave, with size and price; nothing is changed.

    Raises:
        ModelError: the service cannot be asked, or the named store does not exist.
        VaultError: the vault cannot be read.
    """
    store, named = await find_store(service)
    documents = await service.documents(store) if store else ()
    held = held_documents(documents)
    draft = await anyio.to_thread.run_sync(_drafted, index, held)
    size = sum(item.size_bytes for item in draft.upload)
    tokens = round(size / _CHARS_PER_TOKEN)
    return SyncPlan.like(
        draft,
        store=store,
        display_name=named,
        foreign=len(documents) - sum(map(len, held.values())),
        upload_bytes=size,
        upload_tokens=tokens,
        index_usd=index_cost_usd(tokens),
        stored_bytes=(size + draft.held_bytes) * STORAGE_FACTOR,
    )
