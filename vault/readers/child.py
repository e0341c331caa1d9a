"""The process that reads foreign files: requests on standard input, pages told and one answer on output.

It lives under limits it sets itself: memory for the whole process, processor time that grows with the pages done. What
goes wrong here ends this process, never the one that asked.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import IO, Final

from vault.child_process import our_output, receive, send
from vault.errors import UnreadableFile
from vault.readers.open import read_file

__all__ = ["MEMORY_BYTES", "SECONDS_A_FILE"]

if sys.platform != "win32":
    import resource

MEMORY_BYTES: Final = 1024 * 1024 * 1024
"""Address space of the process: the largest real scan of 300 dpi needs a third of it."""
SECONDS_A_FILE: Final = 15
"""Processor time that a file may take whatever its pages: the longest real file without pages takes two."""
SECONDS_A_PAGE: Final = 1
"""Processor time that each page adds; a dense table with positions takes a tenth."""


def _bounded_memory() -> None:
    if sys.platform != "win32":
        most = _within(MEMORY_BYTES, resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _within(wanted: int, limit: int) -> int:
    """What is wanted, as far as the system lets us: a host may have set a lower limit for all programs."""
    _, hard = resource.getrlimit(limit)
    return wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)


def _allow_time(began_s: float, pages: int) -> None:
    """Lets the process run until the file has had its share; the system ends it after that."""
    if sys.platform != "win32":
        until = int(began_s + SECONDS_A_FILE + SECONDS_A_PAGE * pages) + 1
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (_within(until, resource.RLIMIT_CPU), hard))


def _spent_s() -> float:
    facts = os.times()
    return facts.user + facts.system


def _answer(output: IO[bytes], request: bytes) -> None:
    """Reads the file asked for and sends its pages as they begin, then the result or the refusal."""
    asked = json.loads(request)
    began = _spent_s()

    def tell(page: int, pages: int) -> None:
        _allow_time(began, page)
        send(output, "page", f"{page} {pages}".encode())

    _allow_time(began, 0)
    try:
        found = read_file(Path(asked["path"]), ocr=asked["ocr"], tell=tell)
        send(output, "read", found.model_dump_json().encode("utf-8", "replace"))
    except UnreadableFile as refused:
        send(output, "refused", json.dumps([refused.message, refused.next_step]).encode())
    except MemoryError:
        send(output, "memory", b"")
    except Exception as error:  # a reader nobody foresaw failing is told in its own words
        send(output, "failed", f"{type(error).__name__}: {str(error)[:120]}".encode("utf-8", "replace"))


def main() -> None:
    """Serves requests until the input ends."""
    output = our_output()
    _bounded_memory()
    while True:
        try:
            request = receive(sys.stdin.buffer)
        except EOFError:
            return
        _answer(output, request.payload)


if __name__ == "__main__":
    main()
