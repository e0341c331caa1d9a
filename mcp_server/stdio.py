"""The stdio transport of this server: every call gets an answer, and the process ends when its host does.

Standard input is read through a guard: a line the protocol library would drop without a word (a lone surrogate, JSON
too deep or too long) becomes a request that is refused under the line's own id. It knows no tool.
"""

from __future__ import annotations

import io
import json
import logging
import os
import re
import select
import signal
import sys
from collections.abc import Callable
from types import FrameType

import anyio
from mcp.types import jsonrpc_message_adapter

from mcp_server.server import CouncilServer
from vault.text.patterns import lazy_regex

__all__ = ["guarded_line", "serve_stdio"]

MAX_LINE_BYTES = 64 * 1024 * 1024
"""Three times what any tool accepts; a longer line is refused without being kept."""
_LOOK_S = 1.0
"""How often a silent input looks whether the host still lives, and the loop for signals."""
_BLOCK = 1 << 16
_ENDS = 4096
"""Where the id of an unreadable line is looked for: clients write it first or last."""
# '\ud800' not followed by '\udc00', or '\udc00' alone, as JSON writes them
_LONE = lazy_regex(
    r"(?<!\\)((?:\\\\)*)\\u(?:d[89ab][0-9a-f]{2}(?!\\ud[c-f][0-9a-f]{2})|d[c-f][0-9a-f]{2})", re.IGNORECASE
)
_PAIR = lazy_regex(r"\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}", re.IGNORECASE)  # a surrogate pair: an emoji
_ID = r'"id"\s*:\s*(-?\d{1,18}|"(?:[^"\\]|\\.){0,128}")'
_ID_LAST = lazy_regex(_ID + r"\s*\}\s*\Z")  # '…,"id":7}'
_ID_FIRST = lazy_regex(r'\A\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?(?:"method"\s*:\s*"[^"]{0,80}"\s*,\s*)?' + _ID)
_log = logging.getLogger("opencouncil")


def _reads(text: str) -> bool:
    try:
        jsonrpc_message_adapter.validate_json(text, by_name=False)
    except (ValueError, RecursionError):
        return False
    return True


def _without_lone(text: str) -> str:
    """Lone surrogate escapes become the replacement character; pairs stay."""
    parts, last = [], 0
    for pair in _PAIR.finditer(text):
        parts += [_LONE.sub(r"\1\\ufffd", text[last : pair.start()]), pair.group()]
        last = pair.end()
    return "".join([*parts, _LONE.sub(r"\1\\ufffd", text[last:])])


def _id_of(text: str) -> str:
    """The id of a line as JSON, or "" when it has none that can be found."""
    try:
        whole = json.loads(text) if len(text) <= _BLOCK else None
    except (ValueError, RecursionError):
        whole = None
    if isinstance(whole, dict):
        found = whole.get("id")
        wanted = isinstance(found, str | int) and not isinstance(found, bool) and "method" in whole
        return json.dumps(found) if wanted else ""
    match = _ID_LAST.search(text[-_ENDS:]) or _ID_FIRST.search(text[:_ENDS])
    return match[1] if match else ""


def guarded_line(line: bytes) -> bytes:
    """The line, ended by a newline, as the protocol library can read it; empty for one that is no call at all.

    A call it cannot read keeps its id and asks for a method that does not exist, so that the caller gets an error.
    """
    text = line.decode("utf-8", "replace").strip()
    if not text or _reads(text):
        return line + b"\n" if text else b""
    cleaned = _without_lone(text)
    if cleaned != text and _reads(cleaned):
        return f"{cleaned}\n".encode()
    identity = _id_of(cleaned)
    if not identity or not _reads(refusal := f'{{"jsonrpc":"2.0","id":{identity},"method":"unreadable message"}}'):
        _log.warning("dropped a line of %d bytes that is no call", len(line))
        return b""
    return f"{refusal}\n".encode()


class GuardedInput(io.RawIOBase):
    """Standard input, line by line through the guard; ends with the input, on `stop`, or when `alive` is false."""

    def __init__(self, descriptor: int, alive: Callable[[], bool]) -> None:
        super().__init__()
        self._descriptor = descriptor
        self._alive = alive
        self._ready = memoryview(b"")  # a view: what is left of a long line is never copied
        self._tail = b""
        self._held: list[bytes] = []
        self._size = 0
        self._ended = False

    def readable(self) -> bool:
        """True: it is an input."""
        return True

    def stop(self) -> None:
        """Ends the input within a second."""
        self._ended = True

    def readinto(self, target: bytearray | memoryview) -> int:  # type: ignore[override]
        """Fills the target with what is ready; 0 at the end."""
        while not self._ready:
            line = self._next_line()
            if line is None:
                return 0
            self._ready = memoryview(guarded_line(line))
        size = min(len(target), len(self._ready))
        target[:size], self._ready = self._ready[:size], self._ready[size:]
        return size

    def _block(self) -> bytes:
        """The next bytes; empty at the end. Looks up once a second."""
        while not self._ended and self._alive():
            if sys.platform == "win32" or select.select([self._descriptor], [], [], _LOOK_S)[0]:
                return os.read(self._descriptor, _BLOCK)
        return b""

    def _next_line(self) -> bytes | None:
        """The next line without its newline; None at the end. What is longer than allowed is cut in the middle."""
        while b"\n" not in self._tail:
            self._keep(self._tail)
            self._tail = b"" if self._ended else self._block()
            if not self._tail:
                return None
        head, _, self._tail = self._tail.partition(b"\n")
        self._keep(head)
        line, self._held, self._size = b"".join(self._held), [], 0
        return line

    def _keep(self, part: bytes) -> None:
        """Keeps the first bytes of a line up to the limit, and always the last block: an id stands at either end."""
        if self._size > MAX_LINE_BYTES and self._held:
            self._held.pop()
        self._held.append(part)
        self._size += len(part)


def parent_watch() -> Callable[[], bool]:
    """Tells whether the process that started this one still lives; always true where that cannot be known."""
    first = os.getppid()
    if sys.platform == "win32" or first <= 1:
        return lambda: True
    return lambda: os.getppid() == first


def _on_signals(stop: Callable[[], None]) -> None:
    """The first SIGINT or SIGTERM ends the input, so that everything is closed in order; the second ends at once."""

    def handle(number: int, _: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        stop()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, handle)


def take_stdin() -> GuardedInput:
    """Standard input behind the guard; descriptor 0 is left pointing at nothing, for child processes."""
    private = os.dup(sys.stdin.fileno())
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    guard = GuardedInput(private, parent_watch())
    sys.stdin = io.TextIOWrapper(io.BufferedReader(guard), encoding="utf-8", errors="replace")
    return guard


async def serve_stdio(server: CouncilServer) -> None:
    """Serves until the input ends, the host dies or a signal comes."""
    guard = take_stdin()
    _on_signals(guard.stop)
    async with anyio.create_task_group() as group:
        group.start_soon(_look_up)
        await server.run_stdio_async()
        group.cancel_scope.cancel()


async def _look_up() -> None:
    """Wakes the loop now and then: a signal that comes right before it waits is heard only when it wakes."""
    while True:
        await anyio.sleep(_LOOK_S)
