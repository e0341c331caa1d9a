"""Builders for tests of the hosted engine: a service that talks to the loopback server, and waits that are recorded."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import date
from typing import TypeVar

import anyio
import anyio.lowlevel
from loopback_server import LoopbackServer
from pydantic import SecretStr

from pipeline.hosted.gemini import GeminiService, Outside
from pipeline.hosted.models import GeminiSettings

__all__ = ["CANARY", "Waits", "run_with_service", "service_for"]

CANARY = "AIza-canary-7f3e91c2"
"""A key that must never be seen outside a request header."""
Got = TypeVar("Got")


@dataclass
class Waits:
    """A `sleep` that returns at once and remembers what it was asked."""

    asked: list[float] = field(default_factory=list)

    async def sleep(self, seconds: float) -> None:
        """Remembers and yields once."""
        self.asked.append(seconds)
        await anyio.lowlevel.checkpoint()


def service_for(server: LoopbackServer, waits: Waits | None = None, **settings: object) -> GeminiService:
    """A service on the loopback server, on the day the price table was made, with half of every random wait."""
    held = GeminiSettings.model_validate({"base_url": server.url, "trust_env": False, **settings})
    outside = Outside(sleep=(waits or Waits()).sleep, chance=lambda: 1.0, today=lambda: date(2026, 11, 21))
    return GeminiService(SecretStr(server.key), held, outside)


def run_with_service(service: GeminiService, act: Callable[[GeminiService], Awaitable[Got]]) -> Got:
    """Runs the coroutine function on the service in an event loop and closes the service."""

    async def run() -> Got:
        async with service:
            return await act(service)

    return anyio.run(run)
