"""The worker beside the protocol loop: one thread with its own event loop, on which every turn runs.

The protocol loop only passes messages, so that a ping is answered while a question is being ranked. The toolbox (and
with it the whole pipeline) is loaded on first use or when `warm` is called. It holds no rule.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, TypeVar, cast

import anyio
from anyio.from_thread import BlockingPortal, start_blocking_portal

from mcp_server.config import Config
from mcp_server.late import load

if TYPE_CHECKING:
    from mcp_server.tools.toolbox import Toolbox

__all__ = ["Crew"]

T = TypeVar("T")


def load_toolbox(config: Config) -> Toolbox:
    """The toolbox of this configuration; reads the pipeline, so it takes a moment."""
    return cast("Toolbox", load("mcp_server.tools.toolbox:Toolbox")(config))


class Crew:
    """Runs work on the toolbox. `do` may be called from any event loop; `close` ends what is under way."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self._lock = threading.Lock()
        self._door: AbstractContextManager[BlockingPortal] | None = None
        self._portal: BlockingPortal | None = None
        self._desk: Toolbox | None = None
        self._opening: anyio.Lock | None = None
        self._warmed = False
        self._working: set[anyio.CancelScope] = set()
        self._quiet: anyio.Event | None = None

    async def do(self, work: Callable[[Toolbox], Awaitable[T]]) -> T:
        """What `work` gives, run on the worker's loop; cancelling the caller cancels the work."""
        future = self._open().start_task_soon(self._run, work)
        return cast(T, await asyncio.wrap_future(future))

    def warm(self) -> None:
        """Begins to load the toolbox, once; does not wait."""
        if not self._warmed:
            self._warmed = True
            self._open().start_task_soon(self._ready)

    def _open(self) -> BlockingPortal:
        with self._lock:
            if self._portal is None:
                self._door = start_blocking_portal("asyncio")
                self._portal = self._door.__enter__()
            return self._portal

    async def _ready(self) -> Toolbox:
        if self._opening is None:
            self._opening = anyio.Lock()
        async with self._opening:
            if self._desk is None:
                self._desk = await anyio.to_thread.run_sync(load_toolbox, self.config)
            return self._desk

    async def _run(self, work: Callable[[Toolbox], Awaitable[T]]) -> T:
        with anyio.CancelScope() as scope:
            self._working.add(scope)
            try:
                return await work(await self._ready())
            finally:
                self._working.discard(scope)
                if self._quiet is not None and not self._working:
                    self._quiet.set()
        raise anyio.ClosedResourceError  # cancelled by `close`

    def close(self) -> None:
        """Cancels what runs, closes the toolbox and ends the worker; calling it twice is fine."""
        with self._lock:
            portal, door, self._portal, self._door = self._portal, self._door, None, None
        if portal is not None and door is not None:
            portal.call(self._shut)
            portal.start_task_soon(portal.stop, True)
            door.__exit__(None, None, None)

    async def _shut(self) -> None:
        """Ends all work first: a connection closed under a running query would take the process with it."""
        self._quiet = anyio.Event()
        for scope in self._working:
            scope.cancel()
        if self._working:
            await self._quiet.wait()
        if self._desk is not None:
            await self._desk.close()
            self._desk = None
