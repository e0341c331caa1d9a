"""The streamable HTTP transport: loopback by default, Host and Origin checked, a token where it is asked for.

It refuses an address beyond loopback without `--allow-remote` and a token, and bodies over four megabytes. Under load
the door stays open: calls wait in a queue, bodies and heads that never end are closed; a call takes its place when its
body is whole, so that a slow sender holds up nobody.
"""

from __future__ import annotations

import argparse
import asyncio
import hmac
import ipaddress
import logging
import sys
from collections.abc import Awaitable, Callable, MutableMapping
from typing import TYPE_CHECKING

import anyio
import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.responses import JSONResponse
from uvicorn.protocols.http.h11_impl import H11Protocol

from mcp_server.config import Config
from mcp_server.results.errors import TryInsteadError
from mcp_server.server import CouncilServer

if TYPE_CHECKING:
    from mcp_server.tools.toolbox import Toolbox

__all__ = ["CallQueue", "checked_address", "is_loopback", "serve_http"]

MAX_BODY_BYTES = 4 * 1024 * 1024
"""A pasted text of 400,000 characters in any script, with room to spare."""
_BACKLOG = 1024
_GOODBYE_S = 3


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


class TokenGate:
    """Lets only requests with the bearer token through; lifespan events pass."""

    def __init__(self, app: App, token: str) -> None:
        self._app = app
        self._wanted = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        headers = scope.get("headers")
        given = dict(headers).get(b"authorization", b"") if isinstance(headers, list) else b""
        if scope["type"] == "http" and not hmac.compare_digest(given, self._wanted):
            refused = JSONResponse(
                {"error": "unauthorized"}, status_code=401, headers={"WWW-Authenticate": 'Bearer realm="opencouncil"'}
            )
            await refused(scope, receive, send)
            return
        await self._app(scope, receive, send)


class HealthDoor:
    """Answers GET /health (this process runs) and GET /ready (the vault can be read; else 503) without a token, in one
    word: a balancer asks, and nothing of the vault is told."""

    def __init__(self, app: App, ready: Callable[[], Awaitable[bool]]) -> None:
        self._app = app
        self._ready = ready

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        path = scope.get("path") if scope["type"] == "http" and scope.get("method") == "GET" else ""
        if path not in ("/health", "/ready"):
            await self._app(scope, receive, send)
            return
        fine = path == "/health" or await self._ready()
        reply = JSONResponse({"status": "ok" if fine else "not ready"}, status_code=200 if fine else 503)
        await reply(scope, receive, send)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def checked_address(host: str, *, allow_remote: bool, token: str) -> None:
    """Raises `TryInsteadError` for an address that may not be bound like this."""
    if is_loopback(host):
        return
    if not allow_remote:
        raise TryInsteadError(
            f"{host} can be reached from other machines.",
            code="E_REMOTE",
            next_step="Use 127.0.0.1, or add --allow-remote and set OPENCOUNCIL_TOKEN.",
        )
    if len(token) < 16:
        raise TryInsteadError(
            "An address beyond loopback needs a token of at least 16 characters.",
            code="E_TOKEN",
            next_step="Set OPENCOUNCIL_TOKEN, e.g. to the output of `openssl rand -hex 24`.",
        )


def _security(host: str, names: list[str]) -> TransportSecuritySettings:
    loopback = ["127.0.0.1", "localhost", "[::1]"] if is_loopback(host) else []
    known = [*loopback, *([host] if host not in loopback and host not in ("0.0.0.0", "::") else []), *names]  # noqa: S104
    return TransportSecuritySettings(
        allowed_hosts=[*known, *(f"{name}:*" for name in known)],
        allowed_origins=[
            f"{scheme}://{name}{port}" for name in known for scheme in ("http", "https") for port in ("", ":*")
        ],
    )


def http_app(server: CouncilServer, *, host: str = "127.0.0.1", names: list[str] | None = None, token: str = "") -> App:
    """The ASGI application at /mcp, behind Host, Origin and token checks."""
    app: App = server.streamable_http_app(
        host=host, max_request_body_size=MAX_BODY_BYTES, transport_security=_security(host, names or [])
    )
    queued = CallQueue(app, MAX_BODY_BYTES)
    gated: App = TokenGate(queued, token) if token else queued

    async def ready() -> bool:
        return server.crew is not None and not await server.crew.do(_trouble)

    return HealthDoor(gated, ready)


async def _trouble(tools: Toolbox) -> str:
    return tools.shop.readable()


async def serve_http(server: CouncilServer, given: argparse.Namespace, config: Config) -> None:
    """Serves until a signal comes; the address is printed on standard error."""
    token = config.http_token.get_secret_value() if config.http_token else ""
    checked_address(given.host, allow_remote=given.allow_remote, token=token)
    app = http_app(server, host=given.host, names=given.allow_host, token=token)
    settings = uvicorn.Config(
        app,
        host=given.host,
        port=given.http,
        log_level=logging.WARNING,
        http=PromptHeads,
        backlog=_BACKLOG,
        timeout_graceful_shutdown=_GOODBYE_S,
        server_header=False,
    )
    socket = settings.bind_socket()
    socket.listen(_BACKLOG)  # callers may connect as soon as the address is told
    host, port = socket.getsockname()[:2]
    sys.stderr.write(f"OpenCouncil serves http://{host}:{port}/mcp{' (token required)' if token else ''}\n")
    sys.stderr.flush()
    await uvicorn.Server(settings).serve(sockets=[socket])
