"""What keeps the HTTP door open under load: calls wait in a queue, bodies and heads that never end are closed.

A call takes its place when its body is whole, so that a slow sender holds up nobody. It knows no tool and no protocol
above HTTP.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping

import anyio
from starlette.responses import JSONResponse
from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["CallQueue", "PromptHeads"]

Scope = MutableMapping[str, object]
Message = MutableMapping[str, object]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

HEAD_S = 10.0
"""Longest time for the head of a request, and between two parts of its body."""
_AT_ONCE = 32
_WAITING = 512
"""Calls that may wait: at four megabytes each they fit in memory; more are told to come back."""


class CallQueue:
    """Runs at most 32 calls at once; the others wait for their turn. Streams that only listen do not count."""

    def __init__(self, app: App, max_body_bytes: int) -> None:
        self._app = app
        self._max_body = max_body_bytes
        self._places: anyio.CapacityLimiter | None = None
        self._waiting = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http" or scope.get("method") != "POST":
            await self._app(scope, receive, send)
            return
        if self._waiting >= _WAITING:
            busy = JSONResponse({"error": "too many calls are waiting"}, status_code=503, headers={"Retry-After": "5"})
            await busy(scope, receive, send)
            return
        self._waiting += 1
        try:
            await self._wait_and_run(scope, receive, send)
        finally:
            self._waiting -= 1

    async def _wait_and_run(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            messages = await self._whole_body(receive)
        except TimeoutError:
            await JSONResponse({"error": "the body did not come"}, status_code=408)(scope, receive, send)
            return
        if self._places is None:
            self._places = anyio.CapacityLimiter(_AT_ONCE)

        async def replay() -> Message:
            return messages.pop(0) if messages else await receive()

        async with self._places:
            await self._app(scope, replay, send)

    async def _whole_body(self, receive: Receive) -> list[Message]:
        """The parts of the body; past the limit the rest is left to the application, which refuses it."""
        messages: list[Message] = []
        size, more = 0, True
        while more and size <= self._max_body:
            with anyio.fail_after(HEAD_S):
                message = await receive()
            messages.append(message)
            body = message.get("body", b"")
            size += len(body) if isinstance(body, bytes) else 0
            more = bool(message.get("more_body", False))
        return messages


class PromptHeads(H11Protocol):
    """Closes a connection on which the head of a request does not come to its end in ten seconds."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A caller connected."""
        super().connection_made(transport)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Bytes came in; the clock starts with the first byte of each head."""
        if self._is_idle():
            self._await_head()
        super().data_received(data)

    def _is_idle(self) -> bool:
        return self.cycle is None or bool(self.cycle.response_complete)

    def _await_head(self) -> None:
        seen = self.cycle
        self.loop.call_later(HEAD_S, self._close_if_still, seen)

    def _close_if_still(self, seen: object) -> None:
        if self.cycle is seen and self._is_idle() and not self.transport.is_closing():
            self.transport.close()
