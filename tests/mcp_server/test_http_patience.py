"""The HTTP door under load: many calls wait instead of being refused, half-sent requests hold up nobody."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping

import anyio
import pytest
from starlette.responses import PlainTextResponse

from mcp_server.http import CallQueue

Message = MutableMapping[str, object]


class _Counted:
    """An application that notes how many calls run at once and what bodies came."""

    def __init__(self) -> None:
        self.now = self.most = 0
        self.bodies: list[object] = []

    async def __call__(self, scope: object, receive: object, send: object) -> None:
        self.now += 1
        self.most = max(self.most, self.now)
        assert callable(receive)
        self.bodies.append((await receive())["body"])
        await anyio.lowlevel.checkpoint()
        await anyio.lowlevel.checkpoint()
        self.now -= 1
        await PlainTextResponse("done")({"type": "http"}, receive, send)  # type: ignore[arg-type]


async def _call(queue: CallQueue, body: bytes) -> int:
    statuses: list[int] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            assert isinstance(message["status"], int)
            statuses.append(message["status"])

    await queue({"type": "http", "method": "POST"}, receive, send)
    return statuses[0]


@pytest.mark.parametrize("calls", [1, 200, 500])
def test_calls_beyond_what_runs_at_once_wait_for_their_turn(calls: int) -> None:
    app = _Counted()

    async def job() -> list[int]:
        queue = CallQueue(app, 1000)
        return list(await asyncio.gather(*(_call(queue, b"x%d" % n) for n in range(calls))))

    assert asyncio.run(job()) == [200] * calls
    assert app.most <= 32
    assert len(set(app.bodies)) == calls
