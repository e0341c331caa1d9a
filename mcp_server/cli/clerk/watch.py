"""`opencouncil watch FOLDER`: new and changed files go into the vault as they appear, one line each.

Looks again every few seconds, which works on every disk and network share; it ends with Ctrl-C.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path

from mcp_server.cli.ingest import check_roots, forced_metadata
from mcp_server.cli.terminal import note, say
from mcp_server.config import Config
from mcp_server.results.errors import TryInsteadError
from mcp_server.vaults import check_writable
from vault.intake.ingest import ingest
from vault.store.index import VaultIndex
from vault.types import FileResult, Metadata

__all__ = ["run"]

_QUIET = ("unchanged", "duplicate")


def look(index: VaultIndex, folder: Path, forced: Metadata, known: dict[str, str]) -> tuple[FileResult, ...]:
    """One look at the folder: what came in, changed or was refused since the last one.

    `known` is what was told before (source to outcome and reason); it is brought up to date, so that a refused file is
    told once and not at every look.
    """
    report = ingest(index, [folder], forced=forced)
    fresh = []
    for result in report.files:
        mark = f"{result.outcome} {result.reason}"
        if result.outcome not in _QUIET and known.get(result.source) != mark:
            fresh.append(result)
        known[result.source] = mark
    return tuple(fresh)


def _tell(index: VaultIndex, result: FileResult, *, as_json: bool) -> None:
    if as_json:
        say(json.dumps(result.model_dump(mode="json"), ensure_ascii=False))
        return
    document = index.document(result.doc_ids[0]) if result.doc_ids else None
    title = f": {document.metadata.title}" if document else ""
    say(f"{result.outcome:<12} {result.source}{title}{f' ({result.reason})' if result.reason else ''}")


def run(given: argparse.Namespace, config: Config, wait: Callable[[float], None] = time.sleep) -> int:
    """Watches until interrupted; with `--once` looks one time and ends, with 3 when files were refused."""
    check_writable(config)
    if not given.folder.is_dir():
        raise TryInsteadError(f"{given.folder} is no folder.", next_step="Name the folder the records are saved in.")
    check_roots([given.folder], config.roots)
    forced, known = forced_metadata(given), dict[str, str]()
    with VaultIndex.open(config.vault, create=True) as index:
        if not given.once:
            note(f"Watching {given.folder.absolute()} into {config.vault.absolute()}; Ctrl-C ends.")
        while True:
            fresh = look(index, given.folder, forced, known)
            for result in fresh:
                _tell(index, result, as_json=given.json)
            if given.once:
                return 3 if any(result.outcome == "refused" for result in fresh) else 0
            wait(given.every)
