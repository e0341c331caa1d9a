"""The entry of the desktop bundle: reads the chosen folder into the vault beside the server, then serves over stdio.

It holds no rule of its own: the settings form arrives as environment variables, the folder goes to `opencouncil
ingest`, the rest is `opencouncil serve`. It refuses to let the ingest write to standard output, which is the
protocol's.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from mcp_server.cli.main import main
from mcp_server.config import read_config

__all__ = ["RECORDS", "filled_in", "run", "start_ingest", "with_gemini"]

RECORDS = "OPENCOUNCIL_RECORDS"
"""The folder chosen in the settings form; empty or missing means that nothing is read in."""
_UNFILLED = "${user_config."
"""Hosts hand over the placeholder itself when an optional field was left empty."""
_CHOSEN = "--with-gemini"
"""Said to the second start, so that there is no third."""
_GOODBYE_S = 5
"""An ingest ends between two files; one that is in the middle of a long scan is killed, which a vault survives."""


def filled_in(environ: Mapping[str, str]) -> dict[str, str]:
    """The variables without those whose field was left empty."""
    return {name: value for name, value in environ.items() if not value.startswith(_UNFILLED)}


def with_gemini(environ: Mapping[str, str], words: Sequence[str]) -> list[str]:
    """The command that starts the bundle again with the Gemini client; empty unless a key was entered, the client is
    missing, and `uv` can bring it. Without a key nothing of it is ever fetched."""
    is_here = importlib.util.find_spec("google") is not None and importlib.util.find_spec("google.genai") is not None
    uv = shutil.which("uv")
    if not environ.get("GEMINI_API_KEY", "").strip() or _CHOSEN in words or is_here or uv is None:
        return []
    entry = Path(__file__).resolve()
    return [uv, "run", "--directory", str(entry.parent), "--extra", "gemini", entry.name, _CHOSEN]


def start_ingest(environ: Mapping[str, str]) -> subprocess.Popen[bytes] | None:
    """A process that brings new and changed files of the folder into the vault and reports on standard error.

    None when no folder was chosen or the vault is not to be changed. Nothing outside the folder is read.
    """
    folder = environ.get(RECORDS, "").strip()
    if not folder or read_config(environ).read_only:
        return None
    return subprocess.Popen(  # noqa: S603 - our own interpreter and command; the folder is one argument
        [sys.executable, "-P", "-m", "mcp_server.cli.main", "ingest", "--quiet", "--", folder],
        stdin=subprocess.DEVNULL,
        stdout=sys.stderr,
        env={**environ, "OPENCOUNCIL_ROOTS": folder, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )


def run() -> int:
    """Serves until the host goes away; an ingest still under way ends with it and goes on at the next start."""
    given = filled_in(os.environ)
    for name in os.environ.keys() - given.keys():
        del os.environ[name]
    again = with_gemini(given, sys.argv)
    if again:
        return subprocess.call(again)  # noqa: S603 - our own entry; the host's pipes are handed on
    ingest = start_ingest(given)
    try:
        return main(["serve"])
    finally:
        if ingest is not None:
            ingest.terminate()
            try:
                ingest.wait(_GOODBYE_S)
            except subprocess.TimeoutExpired:
                ingest.kill()


if __name__ == "__main__":
    raise SystemExit(run())
