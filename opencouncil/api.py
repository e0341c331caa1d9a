"""The functions of the public API: each opens the vault, makes one call, and closes it.

Holds no rule: what is asked goes to the run, what comes back is its value.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from hop_controller.types import HopDecision
from mcp_server.app import Workshop
from mcp_server.cli.ask import answer_question, with_shop
from mcp_server.config import Config
from mcp_server.tools.arguments import Ask
from mcp_server.tools.retrieval import heard, needs_subject
from mcp_server.tools.runs import begun, keep, run_of, searched, work_of
from pipeline.check.outside_text import audit_text
from pipeline.run import check, decide_hop
from pipeline.turn import evidence
from pipeline.types import AuditReport, Retrieval, TurnResult
from vault.intake.ingest import ingest as ingest_files
from vault.store.index import VaultIndex
from vault.types import IngestReport

__all__ = ["audit", "decide", "ingest", "open_vault", "research", "retrieve"]

Where = str | os.PathLike[str]


def open_vault(path: Where, *, create: bool = False, read_only: bool = False) -> VaultIndex:
    """The vault in that file, to be closed (or used in a `with`). Raises `VaultMissing` when there is none."""
    return VaultIndex.open(Path(path), create=create, read_only=read_only)


def ingest(vault: VaultIndex, sources: Sequence[Where], *, manifest: Where | None = None) -> IngestReport:
    """Brings files and folders into the vault and reports each with its outcome; a bad document never raises."""
    return ingest_files(vault, [Path(source) for source in sources], manifest=Path(manifest) if manifest else None)


def research(
    path: Where,
    question: str,
    *,
    town: str = "",
    queries: Sequence[str] = (),
    writer: Literal["auto", "extract", "model"] = "auto",
) -> TurnResult:
    """The audited, cited answer and everything decided on the way. `queries` are further words for the question."""
    ask = Ask(question=question, town=town, queries=tuple(queries), writer=writer)
    return with_shop(Config(vault=Path(path)), lambda shop: answer_question(shop, ask))


def retrieve(path: Where, question: str, *, town: str = "", queries: Sequence[str] = ()) -> Retrieval:
    """The evidence of both lanes after as many hops as it needs; its `retrieval_id` names the run for a day.

    Raises `OpenCouncilError` for a question without a subject.
    """
    ask = Ask(question=question, town=town, queries=tuple(queries))

    async def work(shop: Workshop) -> Retrieval:
        run, work = begun(shop, heard(shop, ask), model=False)
        return _retrieval(searched(keep(shop, needs_subject(await evidence(run, work)))).retrieval)

    return with_shop(Config(vault=Path(path)), work)


def decide(path: Where, retrieval_id: str) -> HopDecision:
    """The controller's decision on what a run holds: stop, continue (where and why) or replan."""

    async def work(shop: Workshop) -> HopDecision:
        run = searched(run_of(shop, retrieval_id))
        run = keep(shop, await decide_hop(run, work_of(shop, run)))
        return _retrieval(run.retrieval).decisions[-1]

    return with_shop(Config(vault=Path(path)), work)


def audit(path: Where, text: str, *, retrieval_id: str = "") -> AuditReport:
    """The mechanical check of an answer against the evidence of its run, or of any text against the vault."""

    async def work(shop: Workshop) -> AuditReport:
        if not retrieval_id:
            return audit_text(text, shop.library)
        run = searched(run_of(shop, retrieval_id))
        return keep(shop, check(run, work_of(shop, run), text)).report or AuditReport(passed=False)

    return with_shop(Config(vault=Path(path)), work)


def _retrieval(held: Retrieval | None) -> Retrieval:
    assert held is not None
    return held
