"""`opencouncil notes`: findings kept in the vault as Markdown."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from mcp_server.cli.terminal import say_either
from mcp_server.config import Config
from mcp_server.results.errors import TryInsteadError
from mcp_server.vaults import opened_notes
from vault.ports import NoteBook
from vault.store.books import as_markdown, export_notes

__all__ = ["run"]


def _body(file: Path | None) -> str:
    try:
        return file.read_text("utf-8", errors="replace") if file else sys.stdin.read()
    except OSError as error:
        raise TryInsteadError(f"{file} cannot be read: {error.strerror}.", next_step="Check the path.") from error


def _show(notes: NoteBook, identity: str, *, as_json: bool) -> int:
    found = notes.get(identity)
    if found is None:
        known = tuple(note.id for note in notes.listed(20))
        raise TryInsteadError(
            f"There is no note {identity!r}.", code="E_NOTE", valid=known, next_step="Run `opencouncil notes list`."
        )
    say_either(found, [as_markdown(found)], as_json=as_json)
    return 0


def _export(notes: NoteBook, folder: Path, *, as_json: bool) -> int:
    written = export_notes(notes, folder)
    facts = {"folder": str(folder.absolute()), "notes": len(written)}
    say_either(facts, [f"{len(written)} notes in {folder}"], as_json=as_json)
    return 0


def run(given: argparse.Namespace, config: Config) -> int:
    """Lists, shows, saves or exports."""
    with opened_notes(config, to_write=given.action == "save") as notes:
        if given.action == "show":
            return _show(notes, given.target, as_json=given.json)
        if given.action == "export":
            return _export(notes, Path(given.target or "notes"), as_json=given.json)
        if given.action == "save":
            saved = notes.save(given.target, _body(given.file), tags=given.tag)
            say_either(saved, [f"Saved as {saved.id}."], as_json=given.json)
            return 0
        listed = notes.listed(tag=given.tag[0] if given.tag else "")
        lines = (f"{note.created[:10]}  {note.id}  {note.title}" for note in listed)
        say_either(listed, lines, as_json=given.json)
    return 0
