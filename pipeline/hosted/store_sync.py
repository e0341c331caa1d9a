"""Brings a File Search store in step with the vault, tells how the two stand, and deletes a store.

A run that was broken off goes on where it stopped, a repeated run does nothing, and a changed document is put in anew
before its old copy is taken out. It refuses to touch documents it did not put there, and to delete what the vault no
longer holds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import anyio
import anyio.to_thread

from pipeline.errors import ModelBadOutput, ModelTimeout, ModelUnavailable, StoreFull
from pipeline.hosted.gemini import GeminiService
from pipeline.hosted.gemini_wire import WireOperation
from pipeline.hosted.store_plan import SyncPlan, UploadItem, find_store, held_documents, plan_sync, rendered
from vault.errors import InputError, ModelError, OpenCouncilError, VaultError
from vault.ports import Library
from vault.value import Value

__all__ = ["StoreStatus", "SyncReport", "delete_store", "store_status", "sync_store"]

Outcome = Literal["added", "replaced", "removed", "pending", "failed"]
Progress = Callable[[int, int, str], None]
"""Called after each document with (documents done, documents in all, its title)."""
_FIRST_POLL_S, _LAST_POLL_S = 0.5, 5.0
_AT_ONCE = 4
"""Uploads at once: the service's own limit is not documented; four keep a home connection busy."""
_PATIENCE_S = 300.0
"""Seconds an upload may take to be indexed."""
_TRIES = 2
"""Small files are reported to fail once and pass the next time."""
_LATE = 3
"""Uploads past their deadline after which the service is taken to be down."""


class Failed(Value):
    """One document that did not get in, and why."""

    doc_id: str
    reason: str


class SyncReport(Value):
    """What a run did. `stopped` says why it ended early; running it again goes on from here."""

    store: str
    added: int = 0
    replaced: int = 0
    removed: int = 0
    unchanged: int = 0
    pending: int = 0
    """Uploaded, but not yet indexed when patience ended; the next run looks again."""
    failed: tuple[Failed, ...] = ()
    stopped: str = ""
    next_step: str = ""


class StoreStatus(Value):
    """A store beside the vault: what the service counts, and how many documents are in step, to upload and too many."""

    store: str
    display_name: str
    embedding_model: str
    active: int
    pending: int
    failed: int
    size_bytes: int
    plan: SyncPlan


class Deleted(Value):
    """A store that is gone."""

    store: str
    display_name: str
    documents: int


@dataclass
class _Run:
    """The books of one run."""

    index: Library
    service: GeminiService
    plan: SyncPlan
    patience_s: float
    tell: Progress
    store: str
    counts: dict[Outcome, int] = field(default_factory=dict)
    failed: list[Failed] = field(default_factory=list)
    waiting: dict[str, str] = field(default_factory=dict)
    """Document id -> mark of the uploads whose indexing was not seen to end."""
    stopped: OpenCouncilError | None = None
    late: int = 0

    def note(self, outcome: Outcome, title: str) -> None:
        """Counts one document and tells the caller."""
        self.counts[outcome] = self.counts.get(outcome, 0) + 1
        total = len(self.plan.upload) + len(self.plan.superseded)
        self.tell(sum(self.counts.values()), total, title)

    async def bring(self, item: UploadItem) -> None:
        """Brings one document in and takes out those it replaces; a failure is noted, not raised."""
        try:
            outcome = await self._tried(item)
            if outcome == "added" and item.replaces:
                await self._take_out(item.replaces)
                outcome = "replaced"
        except OpenCouncilError as error:
            self._heed(error)
            self.failed.append(Failed(doc_id=item.doc_id, reason=error.message))
            self.note("failed", item.title)
        else:
            self.note(outcome, item.title)

    def _heed(self, error: OpenCouncilError) -> None:
        """Stops the run at a failure that every other document would meet as well."""
        self.late += isinstance(error, ModelTimeout)
        if not _of_one_document(error) or self.late >= _LATE:
            self.stopped = self.stopped or error

    async def _tried(self, item: UploadItem) -> Outcome:
        for left in reversed(range(_TRIES)):
            try:
                return await self._uploaded(item)
            except ModelError as error:
                if not left or isinstance(error, ModelTimeout) or not _of_one_document(error):
                    raise
        raise AssertionError("a last try returns or raises")

    async def _uploaded(self, item: UploadItem) -> Outcome:
        ready = await anyio.to_thread.run_sync(rendered, self.index, item.doc_id)
        if ready is None:
            raise InputError(f"{item.doc_id} left the vault during the run.", next_step="Run the sync again.")
        outcome = await self._settled(await self.service.upload(self.store, ready.upload))
        if outcome == "pending":
            self.waiting[item.doc_id] = ready.mark
        return outcome

    async def _settled(self, begun: WireOperation) -> Outcome:
        """Waits for the indexing: "added", or "pending" when patience ends first. Raises when the service gave up."""
        operation, pause = begun, _FIRST_POLL_S
        with anyio.move_on_after(self.patience_s):
            while not operation.done:
                await self.service.pause(pause)
                pause = min(pause * 1.5, _LAST_POLL_S)
                operation = await self.service.operation(operation.name)
        if not operation.done:
            return "pending"
        if operation.error:
            said = str(operation.error.get("message", ""))[:200]
            raise ModelBadOutput(f"The service could not index it ({said}).", next_step="Run the sync again.")
        return "added"

    async def _take_out(self, names: tuple[str, ...]) -> None:
        for name in names:
            await self.service.delete_document(name)

    async def remove(self) -> None:
        """Takes out superseded copies."""
        for name in self.plan.superseded:
            if self.stopped is not None:
                return
            try:
                await self.service.delete_document(name)
            except ModelError as error:
                self.stopped = error
                return
            self.note("removed", name)

    async def recount(self) -> None:
        """Looks once more at uploads whose operation never said that it was done: some finish without saying so."""
        if not self.counts.get("pending") or self.stopped is not None:
            return
        held = held_documents(await self.service.documents(self.store))
        finished = sum(
            any(copy.state == "STATE_ACTIVE" and copy.facts.get("mark") == mark for copy in held.get(doc_id, ()))
            for doc_id, mark in self.waiting.items()
        )
        self.counts["pending"] -= finished
        self.counts["added"] = self.counts.get("added", 0) + finished


def _of_one_document(error: OpenCouncilError) -> bool:
    """Whether the failure is of this document and not of the service as a whole."""
    if isinstance(error, StoreFull | VaultError):
        return False
    return not isinstance(error, ModelUnavailable) or "refused by the service (400" in error.message


async def _bring_all(run: _Run) -> None:
    """Brings everything in, so many at once."""
    waiting = list(reversed(run.plan.upload))

    async def worker() -> None:
        while waiting and run.stopped is None:
            await run.bring(waiting.pop())

    async with anyio.create_task_group() as group:
        for _ in range(min(_AT_ONCE, len(waiting))):
            group.start_soon(worker)


async def sync_store(
    index: Library,
    service: GeminiService,
    plan: SyncPlan,
    *,
    tell: Progress,
    patience_s: float = _PATIENCE_S,
) -> SyncReport:
    """Does what the plan says and reports it; the store is made when it does not exist.

    `tell` hears after every document. A document that fails does not stop the others; a full store, a refused key and
    a service that cannot be reached do, and `stopped` says so.

    Raises:
        ModelError: the store could not be made.
        VaultError: the vault cannot be read.
    """
    store = plan.store or (await service.create_store(plan.display_name)).name
    run = _Run(index, service, plan, patience_s, tell, store)
    await _bring_all(run)
    await run.remove()
    await run.recount()
    again = "Then run the sync again; it goes on from here."
    return SyncReport(
        store=store,
        added=run.counts.get("added", 0),
        replaced=run.counts.get("replaced", 0),
        removed=run.counts.get("removed", 0),
        unchanged=plan.unchanged,
        pending=run.counts.get("pending", 0),
        failed=tuple(run.failed),
        stopped=run.stopped.message if run.stopped else "",
        next_step=f"{run.stopped.next_step} {again}".strip() if run.stopped else "",
    )


async def store_status(index: Library, service: GeminiService) -> StoreStatus | None:
    """The store of the settings beside the vault; None when it does not exist yet.

    Raises:
        ModelError: the service cannot be asked.
        VaultError: the vault cannot be read.
    """
    plan = await plan_sync(index, service)
    if not plan.store:
        return None
    store = await service.store(plan.store)
    return StoreStatus(
        store=store.name,
        display_name=store.display_name or "",
        embedding_model=(store.embedding_model or "").removeprefix("models/"),
        active=store.active_documents_count or 0,
        pending=store.pending_documents_count or 0,
        failed=store.failed_documents_count or 0,
        size_bytes=store.size_bytes or 0,
        plan=plan,
    )


async def delete_store(service: GeminiService) -> Deleted:
    """Deletes the store of the settings with everything in it; the vault is not touched.

    Raises:
        InputError: there is no such store.
        ModelError: the service cannot be asked.
    """
    name, named = await find_store(service)
    if not name:
        raise InputError(f"There is no File Search store called {named!r}.", next_step="Nothing needs to be deleted.")
    store = await service.store(name)
    await service.delete_store(name)
    count = sum(n or 0 for n in (store.active_documents_count, store.pending_documents_count))
    return Deleted(store=name, display_name=store.display_name or "", documents=count)
