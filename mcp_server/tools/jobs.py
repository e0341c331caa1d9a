"""Research runs: begun, looked at, ended; their state in the vault, so that any process can ask for them.

A run's capsule is written line by line while it goes on, which is where its stage and its evidence so far are read
from. It refuses to call a run finished that has no answer, and to keep one alive that nobody works on.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from pathlib import Path
from typing import Literal

import anyio
from pydantic import ValidationError

from mcp_server.app import RUN_TTL_S, Workshop
from mcp_server.results.render import synthesis_view, trace_lines
from mcp_server.results.shapes import ResearchView
from mcp_server.tools.arguments import Ask, Detail
from mcp_server.tools.kept import keep, kept_of, kept_turn
from mcp_server.tools.retrieval import context_of
from mcp_server.tools.write import no_model
from pipeline.turn import run_turn
from pipeline.types import Answer, AuditReport
from vault.errors import OpenCouncilError
from vault.types import Value

__all__ = ["Jobs", "RunRecord", "prune_capsules"]

_SILENT_S = 120.0
"""A run that wrote nothing for so long, and that this process does not work on, was interrupted."""
_CAPSULES_KEPT = 50
"""Capsules of the last runs stay for `replay`; older ones are removed when a run begins."""
_STAGES = {
    "question": "planning",
    "plan": "searching",
    "retrieval": "writing",
    "answer": "auditing",
    "result": "finishing",
}


class RunRecord(Value):
    """What is stored of a run under its id."""

    state: Literal["running", "done", "failed", "cancelled"] = "running"
    capsule: str = ""
    began: float = 0.0
    retrieval_id: str = ""
    answer: Answer | None = None
    report: AuditReport | None = None
    hops: int = 0
    stop_reason: str = ""
    degraded: str = ""
    error: str = ""


class Jobs:
    """The runs of one process, and the look at those of others."""

    def __init__(self, shop: Workshop) -> None:
        self._shop = shop
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def begin(self, ask: Ask) -> str:
        """Starts a run and gives its id. Raises for a question that cannot be asked."""
        context_of(self._shop, ask)
        identity = self._shop.handles.create("run", "{}", ttl_s=RUN_TTL_S)
        prune_capsules(self._shop.folder)
        record = RunRecord(capsule=f"{identity}.jsonl", began=time.time())
        self._save(identity, record)
        task = asyncio.create_task(self._work(identity, record, ask))
        self._tasks[identity] = task
        task.add_done_callback(lambda _: self._tasks.pop(identity, None))
        return identity

    async def _work(self, identity: str, record: RunRecord, ask: Ask) -> None:
        try:
            self._save(identity, await self._finished(identity, record, ask))
        except asyncio.CancelledError:
            self._save(identity, record.model_copy(update={"state": "cancelled"}))
            raise
        except OpenCouncilError as error:
            told = f"{error.code}: {error.message} {error.next_step}".strip()
            self._save(identity, record.model_copy(update={"state": "failed", "error": told}))
        except Exception as error:  # a fault of ours: the run says so and the server lives on
            self._save(
                identity, record.model_copy(update={"state": "failed", "error": f"E_INTERNAL: {type(error).__name__}"})
            )

    async def _finished(self, identity: str, record: RunRecord, ask: Ask) -> RunRecord:
        question, context = context_of(self._shop, ask)
        asks_model = ask.writer in ("auto", "model")
        services = self._shop.services(model=asks_model, capsules=self._shop.folder, run_id=identity)
        result = await run_turn(question, services, context)
        handle = keep(self._shop, kept_turn(self._shop, result, context))
        return record.model_copy(
            update={
                "state": "done",
                "retrieval_id": handle,
                "answer": result.answer,
                "report": result.audit,
                "hops": len(result.retrieval.hops),
                "stop_reason": result.stop_reason,
                "degraded": no_model(self._shop) if asks_model else "",
            }
        )

    async def wait(self, identity: str, seconds: float, detail: Detail) -> ResearchView:
        """The run after at most so many seconds. Raises `HandleError` for an unknown id."""
        task = self._tasks.get(identity)
        if task is not None:
            await asyncio.wait([task], timeout=max(0.0, seconds))
        return self.view(identity, detail)

    async def cancel(self, identity: str) -> ResearchView:
        """Ends a run of this process. Raises `HandleError` for an unknown id."""
        self._shop.handles.get("run", identity)
        task = self._tasks.get(identity)
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        return self.view(identity, "concise")

    def view(self, identity: str, detail: Detail) -> ResearchView:
        """What is known of a run now, finished or not."""
        record = self._load(identity)
        if record.state == "done" and record.answer is not None and record.report is not None:
            return self._done(identity, record, detail)
        if record.state != "running":
            return ResearchView(run_id=identity, state=record.state, error=record.error, next_step="Begin a new run.")
        return self._under_way(identity, record)

    def _done(self, identity: str, record: RunRecord, detail: Detail) -> ResearchView:
        kept = kept_of(self._shop, record.retrieval_id)
        held = kept.brief.retrieval
        answer, report = record.answer or Answer(answer_markdown=""), record.report or AuditReport(passed=False)
        return ResearchView(
            run_id=identity,
            state="done",
            local=len(held.local),
            state_chunks=len(held.state),
            answer=synthesis_view(answer, report, kept.brief, detail=detail, degraded=record.degraded),
            stop_reason=record.stop_reason,
            hops=record.hops,
            trace=trace_lines(held) if detail == "detailed" else (),
            next_step="Show the answer with its citations.",
        )

    def _under_way(self, identity: str, record: RunRecord) -> ResearchView:
        path = self._shop.folder / record.capsule
        stage, local, state = _progress(path)
        silent = time.time() - (path.stat().st_mtime if path.is_file() else record.began)
        lost = identity not in self._tasks and silent > _SILENT_S
        return ResearchView(
            run_id=identity,
            state="interrupted" if lost else "running",
            stage=stage,
            local=local,
            state_chunks=state,
            next_step="Begin a new run: the process that worked on this one has ended."
            if lost
            else "Call research again with this run_id to get the answer.",
        )

    def _load(self, identity: str) -> RunRecord:
        try:
            return RunRecord.model_validate_json(self._shop.handles.get("run", identity.strip()))
        except ValidationError:
            return RunRecord(state="failed", error="This run was stored by another version.")

    def _save(self, identity: str, record: RunRecord) -> None:
        self._shop.handles.replace("run", identity, record.model_dump_json(by_alias=True))

    async def close(self) -> None:
        """Cancels what this process works on."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        with anyio.CancelScope(shield=True):
            await asyncio.gather(*tasks, return_exceptions=True)


def prune_capsules(folder: Path) -> None:
    """Removes all but the last fifty capsules; a missing folder is fine."""
    with contextlib.suppress(FileNotFoundError):  # another process may prune at the same time
        old = sorted(folder.glob("run_*.jsonl"), key=lambda path: path.stat().st_mtime)[:-_CAPSULES_KEPT]
        for path in old:
            path.unlink(missing_ok=True)


def _progress(path: Path) -> tuple[str, int, int]:
    """(stage, local passages, state passages) read off a capsule under way."""
    stage, local, state = "starting", 0, 0
    with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
        for line in path.read_text("utf-8").splitlines():
            kind = line[:60].partition('"kind":"')[2].partition('"')[0]
            stage = _STAGES.get(kind, stage)
            if kind == "retrieval":
                data = json.loads(line)["data"]
                local, state = len(data["local"]), len(data["state"])
    return stage, local, state
