"""Sync, status and deletion of a store over the loopback: idempotent, resumable, honest about price and failures."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import pytest
from fakes import a_document, a_statute, vault_with
from gemini_fakes import run_with_service, service_for
from loopback_server import Answer, LoopbackServer, refusal

from benchmarks.retrieval_sets import store_documents
from pipeline.errors import ModelUnavailable
from pipeline.hosted.gemini import GeminiService, ModelCheck, check_models
from pipeline.hosted.store_plan import SyncPlan, plan_sync
from pipeline.hosted.store_sync import (
    StoreStatus,
    SyncReport,
    delete_store,
    store_status,
    sync_store,
)
from vault.errors import InputError
from vault.store.index import VaultIndex
from vault.types import Document

pytest.importorskip("google.genai", reason="the hosted engine is an optional extra")
# With aiohttp installed the client library subclasses a class of it that warns against that.
pytestmark = pytest.mark.filterwarnings("ignore:Inheritance class AiohttpClientSession:DeprecationWarning")

Got = TypeVar("Got")
MINUTES = a_document("af-pb", "Varney moved to approve the lot merger.", "Tibbetts seconded.", date="2031-05-20")
WARRANT = a_document("af-warrant", "Article 7. To see if the town will repair the footbridge.", doc_type="warrant")
GUIDE = a_statute("guide-1", ("RSA 1:1", "Lot merger", "A placeholder about a lot merger, not law."))
BLANK = a_document("af-blank", " ")
PAPERS = (MINUTES, WARRANT, GUIDE, BLANK)
UPLOAD = r"POST /upload/"
BYTES = r"POST /bytes/"


def hosted(server: LoopbackServer, act: Callable[[GeminiService], Awaitable[Got]], **settings: object) -> Got:
    """Something done with a service on the server."""
    return run_with_service(service_for(server, **settings), act)


def sync(
    server: LoopbackServer, index: VaultIndex, *, patience_s: float = 5.0, **settings: object
) -> tuple[SyncPlan, SyncReport, list[tuple[int, int]]]:
    """A plan and the run of it."""
    heard: list[tuple[int, int]] = []

    def tell(done: int, total: int, title: str) -> None:
        heard.append((done, total))

    async def act(service: GeminiService) -> tuple[SyncPlan, SyncReport]:
        plan = await plan_sync(index, service)
        return plan, await sync_store(index, service, plan, tell=tell, patience_s=patience_s)

    plan, report = hosted(server, act, **settings)
    return plan, report, heard


def titles(server: LoopbackServer, store: str) -> list[str]:
    """Titles of the store's documents, sorted."""
    return sorted(held.title for held in server.documents(store))


def numbers(report: SyncReport) -> tuple[int, int, int, int]:
    """Added, replaced, removed, unchanged."""
    return report.added, report.replaced, report.removed, report.unchanged


# covers: 2, 127
def test_the_whole_vault_goes_into_one_store_that_is_made_once() -> None:
    with LoopbackServer() as server, vault_with(PAPERS) as index:
        plan, report, heard = sync(server, index)
        assert len(server.calls("POST /v1/fileSearchStores$")) == 1
        assert titles(server, report.store) == ["af pb", "af warrant", "guide-1"]
        assert all(held.state == "STATE_ACTIVE" for held in server.documents(report.store))
        assert (plan.store, plan.display_name, plan.empty, len(plan.upload)) == ("", "opencouncil", 1, 3)
        assert numbers(report) == (3, 0, 0, 0)
        assert heard == [(1, 3), (2, 3), (3, 3)]


def test_an_upload_carries_title_text_marks_and_metadata_and_no_path() -> None:
    with LoopbackServer() as server, vault_with([MINUTES]) as index:
        sync(server, index)
        (begun,) = server.calls(UPLOAD)
        (sent,) = server.calls(BYTES)
    assert sent.raw.decode() == "⟦page 1⟧\nVarney moved to approve the lot merger.\n\n⟦page 2⟧\nTibbetts seconded."
    assert (begun.body["displayName"], begun.body["mimeType"]) == ("af pb", "text/plain")
    assert begun.body["chunkingConfig"] == {"whiteSpaceConfig": {"maxTokensPerChunk": 400, "maxOverlapTokens": 40}}
    metadata = begun.body["customMetadata"]
    assert isinstance(metadata, list)
    assert len(metadata) <= 20
    assert {"key": "doc_id", "stringValue": "af-pb"} in metadata
    assert {"key": "content_hash", "stringValue": MINUTES.content_hash} in metadata
    assert {"key": "year", "numericValue": 2031.0} in metadata
    assert "x-goog-upload-file-name" not in begun.headers


def test_a_second_run_uploads_nothing() -> None:
    with LoopbackServer() as server, vault_with(PAPERS) as index:
        sync(server, index)
        plan, report, heard = sync(server, index)
        assert len(server.calls(BYTES)) == 3
    assert (plan.upload, plan.upload_bytes, plan.index_usd) == ((), 0, 0.0)
    assert numbers(report) == (0, 0, 0, 3)
    assert heard == []


def _changed(document: Document, **facts: str) -> Document:
    return document.model_copy(update={"metadata": document.metadata.model_copy(update=facts)})


@pytest.mark.parametrize(
    "changed",
    [
        a_document("af-pb", "Varney moved to deny the lot merger.", date="2031-05-20"),
        _changed(MINUTES, board="Zoning Board of Adjustment"),
    ],
    ids=["another text", "another board"],
)
def test_a_changed_document_replaces_its_old_copy_and_is_never_missing(changed: Document) -> None:
    with LoopbackServer() as server, vault_with(PAPERS) as index:
        _, first, _ = sync(server, index)
        index.delete_document("af-pb")
        store_documents(index, [changed])
        _, report, _ = sync(server, index)
        order = [sent.line.split("/")[0] + sent.path.split("/")[1] for sent in server.calls(r"POST /bytes|DELETE ")]
        assert titles(server, first.store) == ["af pb", "af warrant", "guide-1"]
    assert numbers(report) == (0, 1, 0, 2)
    assert order[-2:] == ["POST bytes", "DELETE v1"]


def test_what_the_vault_no_longer_holds_stays_and_is_counted() -> None:
    with LoopbackServer() as server, vault_with(PAPERS) as index:
        _, first, _ = sync(server, index)
        server.add_document(first.store, "somebody's own", "text")
        index.delete_document("af-pb")
        plan, report, _ = sync(server, index)
        assert titles(server, first.store) == ["af pb", "af warrant", "guide-1", "somebody's own"]
    assert (len(plan.surplus), plan.foreign, report.removed) == (1, 1, 0)


def test_size_and_price_are_told_before_anything_is_sent() -> None:
    big = a_document("af-report", "word " * 200_000)
    with LoopbackServer() as server, vault_with([big]) as index:

        async def act(service: GeminiService) -> SyncPlan:
            return await plan_sync(index, service)

        plan = hosted(server, act)
        assert [sent.method for sent in server.sent] == ["GET"]
    assert plan.upload_bytes == pytest.approx(1_000_000, rel=0.01)
    assert plan.upload_tokens == pytest.approx(250_000, rel=0.01)
    assert plan.index_usd == pytest.approx(0.0375, rel=0.01)
    assert plan.stored_bytes == 3 * plan.upload_bytes
    assert plan.tier == "Free"
    assert plan.model_copy(update={"stored_bytes": 2 * 10**9}).tier == "Tier 1"
    assert plan.model_copy(update={"stored_bytes": 2 * 10**12}).tier == ""


def test_a_full_store_stops_the_run_keeps_what_is_in_and_says_that_waiting_does_not_help() -> None:
    with LoopbackServer(storage_limit=150) as server, vault_with(PAPERS) as index:
        _, report, _ = sync(server, index)
        held = len(server.documents(report.store))
        assert len(server.calls(BYTES)) <= held + 2
        assert 0 < held < 3
    assert "are full" in report.stopped
    assert "waiting does not help" in report.next_step
    assert len(report.failed) >= 1


def test_a_used_up_quota_is_told_apart_from_a_full_store() -> None:
    spent = refusal(429, "Quota exceeded", {"violations": [{"quotaId": "UploadsPerDay"}]})
    with LoopbackServer() as server, vault_with(PAPERS) as index:
        server.fail(UPLOAD, *[spent] * 9)
        _, report, _ = sync(server, index)
    assert "quota of the day" in report.stopped
    assert "midnight Pacific" in report.next_step


def test_a_broken_run_goes_on_where_it_stopped() -> None:
    with LoopbackServer() as server, vault_with(PAPERS) as index:
        server.fail(UPLOAD, None, refusal(403, "no"))
        _, broken, _ = sync(server, index)
        _, report, _ = sync(server, index)
        assert titles(server, report.store) == ["af pb", "af warrant", "guide-1"]
    assert "may not do this" in broken.stopped
    assert (broken.added, report.added, report.unchanged) in {(1, 2, 1), (2, 1, 2)}
    assert report.stopped == ""


@pytest.mark.parametrize(
    "faults",
    [
        [refusal(400, "Upload has already been terminated.")],
        [refusal(503, "busy"), refusal(503, "busy")],
        [refusal(429, "slow down", headers={"Retry-After": "2"})],
        [Answer(drop=True)],
    ],
    ids=["terminated", "503", "429", "dropped"],
)
def test_an_upload_that_fails_once_is_tried_again(faults: Sequence[Answer]) -> None:
    with LoopbackServer() as server, vault_with([MINUTES]) as index:
        server.fail(UPLOAD, *faults)
        _, report, _ = sync(server, index)
    assert numbers(report) == (1, 0, 0, 0)
    assert (report.failed, report.stopped) == ((), "")


def test_one_document_that_cannot_be_read_does_not_stop_the_others() -> None:
    bad = refusal(400, "Failed to count tokens.")
    with LoopbackServer() as server, vault_with(PAPERS) as index:
        server.fail(UPLOAD, bad, bad, bad, holding="af warrant")
        _, report, heard = sync(server, index)
    assert report.added == 2
    assert [failed.reason for failed in report.failed] == [
        "The upload was refused by the service (400 INVALID_ARGUMENT: Failed to count tokens.)."
    ]
    assert (report.stopped, heard[-1][0]) == ("", 3)


def test_a_document_the_service_cannot_index_is_reported_and_tried_anew_by_the_next_run() -> None:
    failed = Answer({"name": "x", "done": True, "error": {"code": 3, "message": "Failed to process."}})
    with LoopbackServer() as server, vault_with([MINUTES]) as index:
        server.fail("GET .*/operations/", failed, failed)
        _, report, _ = sync(server, index)
        assert "could not index it (Failed to process.)" in report.failed[0].reason
        for held in server.documents(report.store):
            held.state = "STATE_FAILED"
        _, again, _ = sync(server, index)
        assert [held.state for held in server.documents(again.store)] == ["STATE_ACTIVE"]
    assert numbers(again) == (0, 1, 0, 0)


def test_an_operation_that_never_says_done_ends_with_patience_and_counts_when_the_document_is_there() -> None:
    with LoopbackServer(polls=10**9) as server, vault_with([MINUTES]) as index:
        _, report, _ = sync(server, index, patience_s=0.3)
        assert (report.pending, report.added) == (1, 0)
        for held in server.documents(report.store):
            held.state = "STATE_ACTIVE"
        _, again, _ = sync(server, index, patience_s=0.3)
        assert len(server.calls(BYTES)) == 1
    assert numbers(again) == (0, 0, 0, 1)


def test_status_tells_how_store_and_vault_stand() -> None:
    with LoopbackServer() as server, vault_with(PAPERS) as index:

        async def act(service: GeminiService) -> StoreStatus | None:
            return await store_status(index, service)

        assert hosted(server, act) is None
        _, report, _ = sync(server, index)
        store_documents(index, [a_document("af-new", "A new paper about the mill.")])
        status = hosted(server, act, store=report.store)
        assert status is not None
        assert (status.store, status.active, status.size_bytes > 0) == (report.store, 3, True)
        assert (status.plan.unchanged, len(status.plan.upload)) == (3, 1)


def test_a_store_is_deleted_with_its_documents_and_the_vault_is_not_touched() -> None:
    with LoopbackServer() as server, vault_with(PAPERS) as index:
        _, report, _ = sync(server, index)
        gone = hosted(server, delete_store)
        assert server.stores == {}
        assert len(index.documents()) == 4
        with pytest.raises(InputError, match="no File Search store called 'opencouncil'"):
            hosted(server, delete_store)
    assert (gone.store, gone.documents) == (report.store, 3)


def test_a_store_named_by_its_resource_name_must_exist() -> None:
    with LoopbackServer() as server, vault_with([]) as index:
        with pytest.raises(ModelUnavailable, match="fileSearchStores/none does not exist"):
            sync(server, index, store="fileSearchStores/none")
        assert server.stores == {}


def test_a_store_of_many_documents_is_listed_to_the_end_past_a_failing_page() -> None:
    papers = [a_document(f"af-{n}", f"Paper number {n} about the mill.") for n in range(7)]
    with LoopbackServer(page=3) as server, vault_with(papers) as index:
        sync(server, index)
        server.fail("GET .*/documents$", refusal(503, "busy"))
        plan, _, _ = sync(server, index, first_wait_s=0.01)
    assert (plan.unchanged, plan.upload) == (7, ())


# covers: 16, 17
def test_the_configured_models_are_checked_with_what_to_know_of_each() -> None:
    with LoopbackServer() as server:

        async def act(service: GeminiService) -> tuple[ModelCheck, ...]:
            return await check_models(service)

        control, written = hosted(
            server, act, control_model="gemini-2.5-flash", synthesis_model="gemini-3-flash-preview"
        )
        assert len(hosted(server, act, store="x")) == 2
    assert (control.model, control.used_for, control.reachable) == ("gemini-2.5-flash", ("plans",), False)
    assert "does not offer gemini-2.5-flash" in control.error
    assert control.warnings == ("gemini-2.5-flash is shut down on 2026-12-01. Use gemini-3.5-flash-lite instead.",)
    assert (written.reachable, written.warnings) == (
        True,
        ("gemini-3-flash-preview is deprecated. Use gemini-3.6-flash instead.",),
    )
