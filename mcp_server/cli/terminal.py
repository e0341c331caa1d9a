"""Printing: lines, wrapped text and JSON; a progress bar on a terminal and nothing elsewhere.

Everything printed is scrubbed: words of documents never reach a terminal as control sequences.
"""

from __future__ import annotations

import json
import os
import sys
import textwrap
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, TextIO

from pydantic import BaseModel

from mcp_server.results.clean import clean_text
from mcp_server.results.errors import TryInsteadError
from vault.text.patterns import lazy_regex

__all__ = [
    "ProgressBar", "Tone", "agreed", "note", "progress", "say", "say_either", "say_json", "say_marked", "wrapped",
]  # fmt: skip

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
    """A value as JSON on standard output; values of ours, alone or in a list, by the names of their fields."""
    say(json.dumps(value, ensure_ascii=False, indent=1, default=_plain))


def say_either(value: object, lines: Iterable[str], *, as_json: bool) -> None:
    """The value as JSON where that was asked for, else the lines."""
    if as_json:
        say_json(value)
    for line in () if as_json else lines:
        say(line)


def _plain(value: object) -> object:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True)
    raise TypeError(f"{type(value).__name__} is no value of ours")


def agreed(question: str, *, yes: bool) -> bool:
    """Whether a person says yes on the terminal, or said it with `--yes`. Raises `TryInsteadError` without either."""
    if yes:
        return True
    if not sys.stdin.isatty():
        raise TryInsteadError("This needs a yes and there is no terminal to ask.", next_step="Say --yes.")
    note(f"{question} [y/N]")
    return sys.stdin.readline().strip().lower() in ("y", "yes")


Tone = Literal["good", "doubtful", "bad"]
_TONES: dict[Tone, str] = {"good": "32", "doubtful": "33", "bad": "31"}
"""Green, yellow and red of every terminal."""


def say_marked(word: str, tone: Tone, rest: str, *, width: int) -> None:
    """A line that begins with a word in its column, coloured where a person looks: never in a file or a pipe, nor where
    NO_COLOR is set."""
    shown = f"{clean_text(word):<{width}}"
    if sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb":
        shown = f"\x1b[{_TONES[tone]}m{shown}\x1b[0m"
    sys.stdout.write(f"{shown} {clean_text(rest).replace(chr(10), ' ')}\n")


def wrapped(text: str, indent: str = "") -> str:
    """The text with its lines broken at 98 characters, list lines hanging, each row of a Markdown table as one item:
    its cells after the heads of their columns."""
    lines = list(_rows_as_items(text.splitlines())) or [""]
    return "\n".join(
        textwrap.fill(line, 98, initial_indent=indent, subsequent_indent=indent + ("  " if line[:2] == "- " else ""))
        if line.strip()
        else ""
        for line in lines
    )


_RULE = lazy_regex(r"\|(?:\s*:?-+:?\s*\|)+\s*\Z")
"""The line under the heads of a Markdown table."""


def _rows_as_items(lines: Sequence[str]) -> Iterator[str]:
    heads: list[str] = []
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and _RULE.match(following):
            heads = cells
        elif not heads or not line.startswith("|"):
            heads = []
            yield line
        elif not _RULE.match(line):
            told = (f"{head}: {cell}" for head, cell in zip(heads[1:], cells[1:], strict=False) if cell)
            yield f"- {': '.join(cells)}" if len(cells) == 2 else f"- {'; '.join((cells[0], *told))}"


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


_SOON_S = 3.0
"""Before that the first files say too little about the others."""


def _time_left(spent_s: float, done: int, total: int) -> str:
    """How long the rest takes at the speed so far: " 40 s left", " 3 min left"; empty at the beginning and the end."""
    if not 0 < done < total or spent_s < _SOON_S:
        return ""
    left_s = spent_s * (total - done) / done
    return f" {left_s:.0f} s left" if left_s < 100 else f" {left_s / 60:.0f} min left"


class ProgressBar:
    """A bar that redraws one line of a terminal; silent when the stream is none."""

    def __init__(
        self, stream: TextIO | None = None, *, quiet: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._stream = stream or sys.stderr
        self._shown = self._stream.isatty() and not quiet
        self._last = 0.0
        self._clock = clock
        self._began = clock()

    def __call__(self, done: int, total: int, name: str) -> None:
        """Shows that `done` of `total` files are finished, the last of them `name`."""
        now = self._clock()
        if not self._shown or (now - self._last < _BETWEEN_S and done < total):
            return
        self._last = now
        filled = _WIDTH * done // max(1, total)
        left = _time_left(now - self._began, done, total)
        line = f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {done}/{total}{left} {clean_text(name)[:36]}"
        self._stream.write(f"\r{line:<79}")
        self._stream.flush()

    def close(self) -> None:
        """Clears the line."""
        if self._shown and self._last:
            self._stream.write(f"\r{'':<79}\r")
            self._stream.flush()
