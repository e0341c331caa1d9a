"""What `opencouncil store` does: tells plan and price, brings the hosted store in step, shows its state, deletes it.

Prints and asks; the work is the pipeline's. It refuses to upload or delete without a yes, said on the terminal or with
`--yes`, and prints no key.
"""

from __future__ import annotations

import argparse

import anyio

from mcp_server.cli.terminal import ProgressBar, agreed, note, say, say_either
from mcp_server.config import Config
from pipeline.hosted.gemini import GeminiService
from pipeline.hosted.models import AS_OF, hosted_settings
from pipeline.hosted.store_plan import NOTICE, SyncPlan, plan_sync
from pipeline.hosted.store_sync import StoreStatus, SyncReport, delete_store, store_status, sync_store
from vault.errors import InputError
from vault.store.index import VaultIndex

__all__ = ["run"]

_MB = 1_000_000.0
_SHOWN = 20
"""Failed documents listed; more are counted."""


def plan_lines(plan: SyncPlan) -> tuple[str, ...]:
    """The plan in words: what goes where, its size, its price, and whether it fits."""
    place = plan.store or f"a new store called {plan.display_name!r}"
    tier = f"the {plan.tier} tier holds it" if plan.tier else "no tier holds it"
    lines = [
        f"Into {place}: {len(plan.upload)} documents to upload, {plan.unchanged} in step already.",
        f"{plan.upload_bytes / _MB:.1f} MB of text, about {plan.upload_tokens:,} tokens:"
        f" about ${plan.index_usd:.2f} for indexing, once (prices of {AS_OF.isoformat()}).",
        f"The store will count as about {plan.stored_bytes / _MB:.1f} MB, three times its text; {tier}.",
    ]
    counted = (
        (len(plan.superseded), "older copies to take out"),
        (len(plan.surplus), "documents there that the vault no longer holds; they stay"),
        (plan.foreign, "documents there that are not ours; they are left alone"),
        (plan.empty, "documents without text; not uploaded"),
        (len(plan.too_big), "documents too big for the service; not uploaded"),
    )
    return (*lines, *(f"{count} {what}." for count, what in counted if count))


def report_lines(report: SyncReport) -> tuple[str, ...]:
    """The run in words; the last lines say what failed and what to do."""
    lines = [
        f"{report.added} added, {report.replaced} replaced, {report.removed} taken out, {report.unchanged} unchanged.",
        f"To search it beside the vault: OPENCOUNCIL_STORE={report.store}",
    ]
    if report.pending:
        lines.append(f"{report.pending} are still being indexed; run the sync again later to see them through.")
    lines += [f"not uploaded: {failed.doc_id}: {failed.reason}" for failed in report.failed[:_SHOWN]]
    if report.stopped:
        lines.append(f"Stopped: {report.stopped} {report.next_step}")
    return tuple(lines)


def status_lines(status: StoreStatus | None) -> tuple[str, ...]:
    """The store in words."""
    if status is None:
        return ("There is no store yet; `opencouncil store sync` makes one.",)
    return (
        f"{status.store} ({status.display_name}), {status.embedding_model or 'default'} embeddings",
        f"{status.active} active, {status.pending} pending, {status.failed} failed, {status.size_bytes / _MB:.1f} MB",
        *plan_lines(status.plan),
    )


async def _sync(service: GeminiService, index: VaultIndex, *, yes: bool, as_json: bool) -> int:
    plan = await plan_sync(index, service)
    tell_plan = note if as_json else say
    for line in plan_lines(plan):
        tell_plan(line)
    if not plan.upload and not plan.superseded:
        say_either({"report": None}, ["Nothing to do."], as_json=as_json)
        return 0
    note(NOTICE)
    if not agreed("Go on?", yes=yes):
        return 1
    bar = ProgressBar()
    report = await sync_store(index, service, plan, tell=bar)
    bar.close()
    say_either({"report": report}, report_lines(report), as_json=as_json)
    return 1 if report.stopped or report.failed else 0


async def _status(service: GeminiService, index: VaultIndex, *, as_json: bool) -> int:
    status = await store_status(index, service)
    facts = {"store": status.model_dump(mode="json", exclude={"plan": {"upload"}}) if status else None}
    say_either(facts, status_lines(status), as_json=as_json)
    return 0


async def _delete(service: GeminiService, *, yes: bool, as_json: bool) -> int:
    if not agreed("Delete the hosted store with all its documents? The vault stays.", yes=yes):
        return 1
    gone = await delete_store(service)
    told = f"Deleted {gone.store} ({gone.display_name}) with {gone.documents} documents. The vault is as it was."
    say_either(gone, [told], as_json=as_json)
    return 0


async def _act(given: argparse.Namespace, config: Config, service: GeminiService) -> int:
    async with service:
        if given.action == "delete":
            return await _delete(service, yes=given.yes, as_json=given.json)
        with VaultIndex.open(config.vault, read_only=True) as index:
            if given.action == "status":
                return await _status(service, index, as_json=given.json)
            return await _sync(service, index, yes=given.yes, as_json=given.json)


def run(given: argparse.Namespace, config: Config) -> int:
    """Runs the action; 0 done, 1 not done or not all of it.

    Raises:
        OpenCouncilError: no key, no vault, no store, or the service failed.
    """
    if config.gemini_key is None:
        raise InputError("No key is set.", next_step="Set GEMINI_API_KEY.")
    service = GeminiService(config.gemini_key, hosted_settings(dict(config.variables)))
    return anyio.run(_act, given, config, service)
