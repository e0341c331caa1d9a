"""Readers in processes of their own: a crash, a hang or a bomb is one refused file, and all processor cores are used.

Holds at most as many processes as there are cores, each reused from file to file and replaced when it dies. Plain text
is read in the caller's process, for its readers take time in step with its length. It keeps no result.
"""

from __future__ import annotations

import json
import os
import signal
import threading
from pathlib import Path
from typing import IO, Final

from vault.child_process import ChildProcess, Message, receive, send
from vault.errors import UnreadableFile
from vault.readers.child import MEMORY_BYTES, SECONDS_A_FILE
from vault.readers.open import read_file
from vault.readers.regular import FOREIGN, HEAD_BYTES, kind_of, open_regular, plain_head, refusal
from vault.readers.result import ReadResult, Tell, untold

__all__ = ["ReaderPool", "is_foreign"]

_WORKERS: Final = max(1, min(4, os.cpu_count() or 1))
_SILENCE_S: Final = 240.0
"""Longest wait for the next page: recognition of one page may take three minutes; processor time is limited apart."""
_ENVIRONMENT: Final = {"MALLOC_ARENA_MAX": "2", "PYTHONDONTWRITEBYTECODE": "1"}
"""The C library keeps a heap of 64 MB for each thread; two are enough."""
_CONVERT: Final = "open it, save a fresh copy as PDF, and ingest that"


class _Died(Exception):
    """The process ended before it answered; `code` is its exit code, negative for a signal."""

    def __init__(self, code: int, *, late: bool) -> None:
        super().__init__(code)
        self.code = code
        self.late = late


class _Worker:
    """One reading process."""

    def __init__(self) -> None:
        self._child = ChildProcess("vault.readers.child", _ENVIRONMENT)
        self._late = False

    def read(self, path: Path, *, ocr: bool, tell: Tell) -> Message:
        """The last reply to the request. Raises `_Died` when the process ends first."""
        asking, answers = self._child.pipes
        try:
            send(asking, "read", json.dumps({"path": str(path), "ocr": ocr}).encode())
            while (reply := self._awaited(answers)).kind == "page":
                page, pages = reply.payload.split()
                tell(int(page), int(pages))
            return reply
        except (OSError, EOFError, ValueError) as error:
            self.end()
            raise _Died(self._child.process.returncode or 0, late=self._late) from error

    def _awaited(self, answers: IO[bytes]) -> Message:
        """The next message; a process that is silent for too long is ended."""
        timer = threading.Timer(_SILENCE_S, self._give_up)
        timer.daemon = True
        timer.start()
        try:
            return receive(answers)
        finally:
            timer.cancel()

    def _give_up(self) -> None:
        self._late = True
        self._child.process.kill()

    def end(self) -> None:
        """Ends the process and waits for it; calling it twice is fine."""
        self._child.end()


def _why_died(death: _Died) -> str:
    if death.late:
        return f"nothing came back for {_SILENCE_S:.0f} s"
    if death.code == -getattr(signal, "SIGXCPU", 0):
        return f"it took more than {SECONDS_A_FILE} s of computing and a second for each page"
    if death.code == -getattr(signal, "SIGKILL", 0):
        return "its reader was ended by the system, most likely for want of memory"
    return f"its reader crashed or needed more than {MEMORY_BYTES // 2**20:,} MB of memory"


def is_foreign(path: Path) -> bool:
    """Whether the file is of a kind that is read in a process of its own. Raises `UnreadableFile`."""
    with open_regular(path) as file:
        head = file.read(HEAD_BYTES)
    return kind_of(plain_head(head), path.name.lower().removesuffix(".gz")) in FOREIGN


class ReaderPool:
    """Reading processes, started when first needed. Safe to use from several threads; `close` ends them."""

    def __init__(self) -> None:
        self._free: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._places = threading.Semaphore(_WORKERS)
        self._lock = threading.Lock()

    def read(self, path: Path, *, ocr: bool = True, tell: Tell = untold) -> ReadResult:
        """What `read_file` gives for the file. Raises `UnreadableFile`, also when its reader crashes or takes too long.

        Waits for a free process when all are busy.
        """
        if not is_foreign(path):
            return read_file(path, ocr=ocr, tell=tell)
        with self._places:
            worker = self._taken()
            try:
                reply = worker.read(path, ocr=ocr, tell=tell)
            except BaseException as error:
                self._end(worker)
                if isinstance(error, _Died):
                    raise refusal(path, _why_died(error), _CONVERT) from error
                raise
            if reply.kind == "memory":
                self._end(worker)
            else:
                self._give_back(worker)
        return _result(path, reply)

    def _taken(self) -> _Worker:
        with self._lock:
            worker = self._free.pop() if self._free else _Worker()
            self._all.add(worker)
            return worker

    def _give_back(self, worker: _Worker) -> None:
        with self._lock:
            self._free.append(worker)

    def _end(self, worker: _Worker) -> None:
        with self._lock:
            self._all.discard(worker)
        worker.end()

    def close(self) -> None:
        """Ends all processes; call it when no read is under way."""
        with self._lock:
            workers, self._free = tuple(self._all), []
        for worker in workers:
            self._end(worker)

    def __enter__(self) -> ReaderPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _result(path: Path, reply: Message) -> ReadResult:
    if reply.kind == "read":
        return ReadResult.model_validate_json(reply.payload)
    if reply.kind == "refused":
        message, next_step = json.loads(reply.payload)
        raise UnreadableFile(message, next_step=next_step)
    if reply.kind == "memory":
        reason = f"reading it needs more than {MEMORY_BYTES // 2**20:,} MB of memory"
        raise refusal(path, reason, "split it into smaller files")
    reason = f"its reader failed ({reply.payload.decode('utf-8', 'replace')})"
    raise refusal(path, reason, _CONVERT)
