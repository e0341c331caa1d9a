"""`opencouncil doctor`: what is installed, whether the vault is whole, what a host would get.

Changes nothing, except with `--repair`, which builds the indexes of the vault anew.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Literal, cast

import anyio

from mcp_server.app import build_service
from mcp_server.cli.terminal import Tone, say, say_json, say_marked
from mcp_server.config import VERSION, Config
from mcp_server.late import load
from vault.errors import VaultError
from vault.store.care import repair_vault
from vault.store.index import VaultIndex
from vault.value import Value

if TYPE_CHECKING:
    from pipeline.hosted.gemini import ModelCheck

__all__ = ["run"]

_PACKAGES = ("mcp", "pydantic", "pypdfium2", "sqlite-utils", "nupunkt")
_NAMED = 5
_MIN_SQLITE = (3, 34, 0)
"""Trigram-free FTS5 with `bm25()` and `mode=ro` WAL readers, as measured for this vault."""


Level = Literal["ok", "note", "problem"]
_TONES: dict[Level, Tone] = {"ok": "good", "note": "doubtful", "problem": "bad"}


class Check(Value):
    """One thing looked at. `level`: ok, note (works without), or problem (does not work)."""

    name: str
    level: Level
    told: str


def _runtime() -> Iterator[Check]:
    supported = sys.version_info >= (3, 11)
    told = f"Python {platform.python_version()} on {platform.system()}, opencouncil {VERSION}"
    yield Check(name="python", level="ok" if supported else "problem", told=told)
    fts5 = sqlite3.connect(":memory:").execute("SELECT sqlite_compileoption_used('ENABLE_FTS5')").fetchone()[0]
    good = bool(fts5) and sqlite3.sqlite_version_info >= _MIN_SQLITE
    yield Check(
        name="sqlite",
        level="ok" if good else "problem",
        told=f"SQLite {sqlite3.sqlite_version}, FTS5 {'there' if fts5 else 'MISSING: use another Python'}",
    )
    for package in _PACKAGES:
        try:
            yield Check(name=package, level="ok", told=version(package))
        except PackageNotFoundError:
            yield Check(name=package, level="problem", told="not installed: pip install opencouncil")


def _optional(config: Config) -> Iterator[Check]:
    found = shutil.which("tesseract")
    told = found or "not installed: scanned pages are recorded as unread (install tesseract-ocr to read them)"
    yield Check(name="tesseract", level="ok" if found else "note", told=told)
    if config.gemini_key is None:
        yield Check(name="model", level="note", told="no key: answers are verbatim extracts, or the host writes them")
    else:
        yield from anyio.run(_models, config)


async def _models(config: Config) -> list[Check]:
    """Each configured model, asked for by name; costs nothing."""
    service = build_service(config)
    if service is None:
        return []
    look = cast("Callable[..., Awaitable[tuple[ModelCheck, ...]]]", load("pipeline.hosted.gemini:check_models"))
    async with service:
        found = await look(service)
    return [
        Check(
            name="model",
            level="problem" if not one.reachable else "note" if one.warnings else "ok",
            told=" ".join(
                (f"{one.model} ({', '.join(one.used_for)})", one.error, one.next_step, *one.warnings)
            ).strip(),
        )
        for one in found
    ]


def _vault(config: Config, *, full: bool) -> Iterator[Check]:
    try:
        with VaultIndex.open(config.vault.absolute(), read_only=True) as index:
            counts = index.counts()
            told = f"{config.vault.absolute()}: {counts.documents} documents, {counts.chunks} passages"
            yield Check(name="vault", level="ok" if counts.documents else "note", told=told)
            if counts.unread_pages:
                yield Check(name="unread pages", level="note", told=str(counts.unread_pages))
            if counts.poor_pages:
                yield Check(name="scans hardly read", level="note", told=str(counts.poor_pages))
            if full:
                verdict = index.verify()
                told = "; ".join(verdict.problems) or "whole"
                yield Check(name="integrity", level="ok" if verdict.ok else "problem", told=told)
    except VaultError as error:
        is_missing = error.code == "E_VAULT_MISSING"
        yield Check(name="vault", level="note" if is_missing else "problem", told=f"{error.message} {error.next_step}")
    folder = config.vault.parent
    nearest = next(place for place in (folder, *folder.absolute().parents) if place.is_dir())
    writable = os.access(nearest, os.W_OK)
    told = f"{folder.absolute()} {'can' if writable else 'cannot'} be written"
    yield Check(name="folder", level="ok" if writable else "note", told=told)


def _repair(config: Config) -> Iterator[Check]:
    """Mends what can be mended."""
    try:
        done = repair_vault(config.vault.absolute())
    except VaultError as error:
        yield Check(name="repair", level="problem", told=f"{error.message} {error.next_step}")
        return
    yield Check(name="repair", level="ok", told=f"{done.indexes} indexes built anew")
    if done.to_read_again:
        told = f"{len(done.to_read_again)} documents are damaged: run `opencouncil ingest` on their files again"
        yield Check(name="to read again", level="note", told=f"{told} ({', '.join(done.to_read_again[:_NAMED])})")


def _shadows() -> Iterator[Check]:
    """A folder that holds packages of our names would hide them when Python is started in it."""
    here = [name for name in ("vault", "pipeline", "prompts") if os.path.isdir(os.path.join(os.getcwd(), name))]
    if here:
        told = f"the current folder holds {', '.join(here)}: start with the `opencouncil` command, not with python -m"
        yield Check(name="folder names", level="note", told=told)


def checks(config: Config, *, full: bool = False, repair: bool = False) -> tuple[Check, ...]:
    """All checks in order."""
    parts: tuple[Callable[[], Iterator[Check]], ...] = (
        _runtime,
        lambda: _optional(config),
        *((lambda: _repair(config),) if repair else ()),
        lambda: _vault(config, full=full or repair),
        _shadows,
    )
    return tuple(check for part in parts for check in part())


def host_snippet(config: Config) -> str:
    """The entry for a host's configuration file, with full paths: hosts start programs with hardly any PATH."""
    command = shutil.which("opencouncil") or "opencouncil"
    entry = {"command": command, "args": ["serve"], "env": {"OPENCOUNCIL_VAULT": str(config.vault.absolute())}}
    return json.dumps({"mcpServers": {"opencouncil": entry}}, indent=2)


def run(given: argparse.Namespace, config: Config) -> int:
    """Prints the checks, every path in full; 1 when one is a problem."""
    found = checks(config, full=given.full, repair=given.repair)
    if given.json:
        say_json(found)
    else:
        for check in found:
            say_marked(check.level, _TONES[check.level], f"{check.name:<14} {check.told}", width=8)
        say(f"\nFor a host's configuration:\n{host_snippet(config)}")
    return 1 if any(check.level == "problem" for check in found) else 0
