"""Research runs: begun, looked at, ended; their state in the vault, so that any process can ask for them.

A run's capsule is written line by line while it goes on, which is where its stage and its evidence so far are read
from. A process that works on a run renews a lease; when the lease ends, whoever is asked for the run goes on with it.
It refuses to call a run finished that has no answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from functools import partial
from pathlib import Path
from typing import Literal

import anyio

from mcp_server.app import Workshop
from mcp_server.results.render import trace_lines
from mcp_server.results.shapes import Detail, ResearchView
from mcp_server.tools.arguments import Ask
from mcp_server.tools.retrieval import heard
from mcp_server.tools.runs import begun, begun_again, brief_of_run, dossier_of, keep, run_of, with_session, work_of
from mcp_server.tools.write import answer_view, no_model, no_writer
from pipeline.answer.parted import told_open
from pipeline.record.passages import PassageStore
from pipeline.run import Run, Work
from pipeline.turn import answered, evidence
from pipeline.types import Retrieval
from vault.errors import HandleError, OpenCouncilError

__all__ = ["Jobs", "prune_capsules"]

LEASE_S = 30.0
"""A run whose process was not heard of for so long is taken over by the process that is asked for it."""
_BEAT_S = 5.0
"""Six signs of life fit into a lease: a busy machine may miss some."""
_LOOK_S = 0.5
"""Pause between two looks at a run that another process works on."""
_CAPSULES_KEPT = 50
"""Capsules of the last runs stay for `replay`; older ones are removed when a run begins."""
_RUN_TAKES_S = 3600.0
"""A run uses its passages before its capsule is written for the last time: at most so long before."""
_STAGES = {
    "question": "planning",
    "plan": "searching",
    "retrieval": "writing",
    "answer": "auditing",
    "result": "finishing",
}


class Jobs:
    """The runs of one process, and the look at those of others."""

    def __init__(self, shop: Workshop) -> None:
        self._shop = shop
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._closing = False

    async def begin(self, ask: Ask) -> str:
        """Starts a run and gives its id. Raises for a question that cannot be asked."""
        found = heard(self._shop, ask)
        prune_capsules(self._shop.folder)
        if ask.writer == "model" and not self._shop.writes:
            raise no_writer()
        by_host = ask.writer == "host" or (ask.writer == "auto" and not self._shop.writes)
        run, work = begun(self._shop, found, model=ask.writer in ("auto", "model"))
        run = run.changed(by_host=by_host)
        self._take(run, work)
        return run.id

    def _take(self, run: Run, work: Work) -> None:
        """Works on the run from now on, under a lease that others see."""
        lease = self._shop.handles.create("lease", run.id, ttl_s=LEASE_S)
        run = keep(self._shop, run.changed(lease=lease))
        task = asyncio.create_task(self._work(run, work))
        self._tasks[run.id] = task
        beats = asyncio.create_task(self._beat(lease))
        task.add_done_callback(lambda _: (self._tasks.pop(run.id, None), beats.cancel()))

    async def _beat(self, lease: str) -> None:
        """Prolongs the lease while the run is worked on; a beat that cannot be written is made up for by the next."""
        while True:
            await asyncio.sleep(_BEAT_S)
            with contextlib.suppress(OpenCouncilError):
                await anyio.to_thread.run_sync(partial(self._shop.handles.touch, "lease", lease, ttl_s=LEASE_S))

    def _is_abandoned(self, run: Run) -> bool:
        """Whether nobody works on a run that is not finished."""
        if run.state != "running" or run.id in self._tasks:
            return False
        try:
            self._shop.handles.get("lease", run.lease)
        except HandleError:
            return True
        return False

    def _take_over(self, run: Run) -> None:
        """Goes on with a run whose process has ended, from its last kept step; its searches are not made again."""
        if not run.steps:
            self._take(*begun_again(self._shop, run))
        else:
            self._take(run, work_of(self._shop, run))

    async def _work(self, run: Run, work: Work) -> None:
        try:
            if run.retrieval is None:
                run = keep(self._shop, with_session(self._shop, await evidence(run, work)))
            asks_back = run.plan is not None and bool(run.plan.clarification)
            if run.by_host and not asks_back:
                keep(self._shop, run.changed(state="done"))
            else:
                keep(self._shop, await answered(run, work))
        except asyncio.CancelledError:
            if self._closing:
                self._shop.handles.expire(run.lease)  # another process may go on with it at once
            else:
                self._end(run, "cancelled")
            raise
        except OpenCouncilError as error:
            self._end(run, "failed", f"{error.code}: {error.message} {error.next_step}".strip())
        except Exception as error:  # a fault of ours: the run says so and the server lives on
            self._end(run, "failed", f"E_INTERNAL: {type(error).__name__}")

    def _end(self, run: Run, state: Literal["failed", "cancelled"], error: str = "") -> None:
        keep(self._shop, run.changed(state=state, error=error))

    async def wait(self, identity: str, seconds: float, detail: Detail) -> ResearchView:
        """The run after at most so many seconds, whichever process works on it; one that nobody works on any more is
        taken over. Raises `HandleError` for an unknown id."""
        until = time.monotonic() + max(0.0, seconds)
        run = run_of(self._shop, identity)
        if self._is_abandoned(run):
            self._take_over(run)
        task = self._tasks.get(identity)
        if task is not None:
            await asyncio.wait([task], timeout=max(0.0, seconds))
            return self.view(identity, detail)
        while run.state == "running" and time.monotonic() < until:
            await asyncio.sleep(min(_LOOK_S, max(0.0, until - time.monotonic())))
            run = run_of(self._shop, identity)
            if self._is_abandoned(run):
                return await self.wait(identity, until - time.monotonic(), detail)
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
        run = run_of(self._shop, identity)
        if run.state == "done":
            return self._done(run, detail)
        if run.state != "running":
            return ResearchView(run_id=run.id, state=run.state, error=run.error, next_step="Begin a new run.")
        return self._under_way(run)

    def _done(self, run: Run, detail: Detail) -> ResearchView:
        held = brief_of_run(self._shop, run).retrieval
        if run.by_host and run.answer is None:
            return self._laid_out(run, detail)
        return ResearchView(
            run_id=run.id,
            session_id=run.session_id,
            state="done",
            local=len(held.local),
            state_chunks=len(held.state),
            answer=answer_view(self._shop, run, detail, degraded=no_model(self._shop)),
            stop_reason=held.stop_reason,
            hops=len(held.hops),
            trace=trace_lines(held) if detail == "detailed" else (),
            next_step="Show the answer with its citations.",
        )

    def _laid_out(self, run: Run, detail: Detail) -> ResearchView:
        """The dossier, for the connected assistant to write from. Asked for again it is sent again."""
        held = brief_of_run(self._shop, run).retrieval
        _, text = dossier_of(self._shop, run.changed(shown=()))
        view = ResearchView(
            run_id=run.id,
            session_id=run.session_id,
            state="done",
            dossier=text,
            retrieval_id=run.id,
            next_step=_after_dossier(run, held),
        )
        told = view.changed(stop_reason=held.stop_reason, hops=len(held.hops), trace=trace_lines(held))
        return told if detail == "detailed" else view

    def _under_way(self, run: Run) -> ResearchView:
        stage, local, state = _progress(self._shop.folder / f"{run.id}.jsonl")
        return ResearchView(
            run_id=run.id,
            session_id=run.session_id,
            state="running",
            stage=stage,
            local=local,
            state_chunks=state,
            next_step="Call research again with this run_id to get the answer.",
        )

    async def close(self) -> None:
        """Stops what this process works on; any other may go on with it."""
        self._closing = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        with anyio.CancelScope(shield=True):
            await asyncio.gather(*tasks, return_exceptions=True)


def _after_dossier(run: Run, held: Retrieval) -> str:
    """What to call next: where a part is open, words of the asker where none were searched, else no more of them."""
    if not run.question.queries and any(part.verdict == "open" for part in held.answers):
        return (
            f"Searched in the user's words alone: call two_lane_retrieve with extend {run.id} and three queries in the"
            " words of minutes and statutes, or add; then write, and audit."
        )
    if any(map(told_open, held.answers)):
        return (
            "Write. OPEN is an estimate: where no passage shown answers such a part, say that the records held do not"
            " show it (your words were searched in all of them), never that a word or text stands nowhere; then audit."
            " Other words: two_lane_retrieve, extend it."
        )
    return (
        "Write, then audit with this retrieval_id. Before saying that a thing is not shown read_source what is held and"
        f" not shown ('LABEL@{run.id}'); other words: two_lane_retrieve, extend it."
    )


def prune_capsules(folder: Path) -> None:
    """Removes all but the last fifty capsules; a missing folder is fine."""
    with contextlib.suppress(FileNotFoundError):  # another process may prune at the same time
        old = sorted(folder.glob("run_*.jsonl"), key=lambda path: path.stat().st_mtime)[:-_CAPSULES_KEPT]
        for path in old:
            path.unlink(missing_ok=True)
        kept = min((path.stat().st_mtime for path in folder.glob("run_*.jsonl")), default=0.0)
        if old and kept:
            PassageStore(folder).prune(kept - _RUN_TAKES_S)


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
