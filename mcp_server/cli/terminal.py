"""Printing: lines, wrapped text and JSON; a progress bar on a terminal and nothing elsewhere.

Everything printed is scrubbed: words of documents never reach a terminal as control sequences.
"""

from __future__ import annotations

import json
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from pydantic import BaseModel

from mcp_server.results.clean import clean_text

__all__ = ["ProgressBar", "note", "progress", "say", "say_json", "wrapped"]

_WIDTH = 24
_BETWEEN_S = 0.1
"""A terminal redrawn more often flickers and costs time."""


def say(text: str = "") -> None:
    """One line (or several) on standard output."""
    sys.stdout.write(f"{clean_text(text)}\n")


def note(text: str) -> None:
    """One line on standard error."""
    sys.stderr.write(f"{clean_text(text)}\n")


def say_json(value: object) -> None:
    """A value as JSON on standard output; one of ours by the names of its fields."""
    plain = value.model_dump(mode="json", by_alias=True) if isinstance(value, BaseModel) else value
    say(json.dumps(plain, ensure_ascii=False, indent=1))


def wrapped(text: str, indent: str = "") -> str:
    """The text with its lines broken at 98 characters, list lines hanging."""
    lines = text.splitlines() or [""]
    return "\n".join(
        textwrap.fill(line, 98, initial_indent=indent, subsequent_indent=indent + ("  " if line[:2] == "- " else ""))
        if line.strip()
        else ""
        for line in lines
    )


@contextmanager
def progress(first: str) -> Iterator[Callable[[str], None]]:
    """One line of a terminal that says what is being done, cleared at the end; nothing is shown elsewhere."""

    def stage(told: str) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{clean_text(told)[:76]:<76}...")
            sys.stderr.flush()

    stage(first)
    try:
        yield stage
    finally:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{'':<79}\r")
            sys.stderr.flush()


class ProgressBar:
    """A bar that redraws one line of a terminal; silent when the stream is none."""

    def __init__(self, stream: TextIO | None = None, *, quiet: bool = False) -> None:
        self._stream = stream or sys.stderr
        self._shown = self._stream.isatty() and not quiet
        self._last = 0.0

    def __call__(self, done: int, total: int, name: str) -> None:
        """Shows that `done` of `total` files are finished, the last of them `name`."""
        now = time.monotonic()
        if not self._shown or (now - self._last < _BETWEEN_S and done < total):
            return
        self._last = now
        filled = _WIDTH * done // max(1, total)
        line = f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {done}/{total} {clean_text(name)[:40]}"
        self._stream.write(f"\r{line:<79}")
        self._stream.flush()

    def close(self) -> None:
        """Clears the line."""
        if self._shown and self._last:
            self._stream.write(f"\r{'':<79}\r")
            self._stream.flush()
