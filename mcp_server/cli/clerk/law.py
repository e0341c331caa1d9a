"""`opencouncil law add`, `law missing`: chapters of state law from the official pages, and which ones records cite.

Prints what was done; it is the only command that fetches anything without a key, and only what it is told.
"""

from __future__ import annotations

import argparse

from mcp_server.cli.terminal import note, say_either
from mcp_server.config import Config
from mcp_server.results.errors import TryInsteadError
from mcp_server.vaults import check_writable, opened_library
from vault.official.chapters import AddedChapter, add_chapters, missing_chapters
from vault.official.client import PoliteClient
from vault.store.index import VaultIndex

__all__ = ["run"]


def _line(one: AddedChapter) -> str:
    if one.outcome == "failed":
        return f"{one.chapter:<8} failed: {one.reason}" + (f"\n         -> {one.next_step}" if one.next_step else "")
    repealed = f", {one.repealed} repealed" if one.repealed else ""
    return f"{one.chapter:<8} {one.outcome}: {one.sections} sections{repealed}, as of {one.as_of}, {one.url}"


def _add(given: argparse.Namespace, config: Config) -> int:
    check_writable(config)
    if not given.chapters:
        raise TryInsteadError("No chapter is named.", next_step="Say e.g. `opencouncil law add 91-A 31`.")
    client = PoliteClient(config.vault.absolute().parent / "law")
    with VaultIndex.open(config.vault, create=True) as index:
        done = add_chapters(
            index, given.chapters, client, base=config.law_url, tell=lambda number: note(f"Fetching {number} …")
        )
    say_either(done, map(_line, done), as_json=given.json)
    failed = sum(one.outcome == "failed" for one in done)
    return 0 if not failed else 1 if failed == len(done) else 3


def _missing(given: argparse.Namespace, config: Config) -> int:
    with opened_library(config) as library:
        found = missing_chapters(library, limit=given.limit)
    lines = [f"{one.chapter:<8} cited by {one.documents} local records, e.g. {one.example}" for one in found]
    add = f"To add them: opencouncil law add {' '.join(one.chapter for one in found)}"
    say_either(found, [*lines, add if found else "Every chapter that records cite is held."], as_json=given.json)
    return 0


def run(given: argparse.Namespace, config: Config) -> int:
    """Adds chapters, or lists those that records cite and the vault lacks; 3 when some of several failed."""
    return _add(given, config) if given.action == "add" else _missing(given, config)
