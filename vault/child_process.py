"""A process of this interpreter that works for us: started on one of our modules, spoken to in framed messages.

A message is a line with its kind and size, then so many bytes. What the messages mean is known to both ends alone. The
process is one of our own: what it sends is trusted.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import IO, Final, NamedTuple

__all__ = ["ChildProcess", "Message", "our_output", "receive", "send"]

_START: Final = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from {module} import main; main()"
_WAIT_S: Final = 1.0


class Message(NamedTuple):
    """What one end says to the other."""

    kind: str
    payload: bytes


def send(pipe: IO[bytes], kind: str, payload: bytes) -> None:
    """Sends a message at once. Raises `OSError` when the other end is gone."""
    pipe.write(f"{kind} {len(payload)}\n".encode() + payload)
    pipe.flush()


def receive(pipe: IO[bytes]) -> Message:
    """The next message. Raises `EOFError` when the other end is gone, `ValueError` for what is no message."""
    head = pipe.readline()
    if not head.endswith(b"\n"):
        raise EOFError
    kind, size = head.split()
    payload = pipe.read(int(size))
    if len(payload) < int(size):
        raise EOFError
    return Message(kind.decode(), payload)


def our_output() -> IO[bytes]:
    """The pipe of a child process to the one that started it: nothing else reaches it, for libraries may print."""
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return output


class ChildProcess:
    """One process that runs `main` of one of our modules."""

    def __init__(self, module: str, environment: Mapping[str, str]) -> None:
        self.process = subprocess.Popen(  # noqa: S603 - this very interpreter with our own words
            [sys.executable, "-c", _START.format(module=module), json.dumps(sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **environment},
        )

    @property
    def pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        """The pipe to the process and the one from it."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        return self.process.stdin, self.process.stdout

    def kill(self) -> None:
        """Ends the process, whatever it does, and waits for it."""
        self.process.kill()
        self.end()

    def end(self) -> None:
        """Ends the process, which may finish what it does, and waits for it."""
        for pipe in self.pipes:
            try:
                pipe.close()
            except OSError:  # what was still to be sent to a process that is gone
                continue
        try:
            self.process.wait(timeout=_WAIT_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
