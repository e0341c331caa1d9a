"""Which files an ingest run takes: the paths named and, below folders, every visible regular file in sorted order.

Looks at names only; it opens nothing, follows no symbolic link and skips hidden files, those that programs leave
beside documents, manifests and the vault itself.
A folder that cannot be opened is named, never passed over in silence.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from vault.readers.regular import is_no_document

__all__ = ["MANIFEST", "files_under"]

MANIFEST = "manifest.jsonl"
"""A file of this name describes the files beside it and is no document."""
_OF_THE_VAULT = ("", "-wal", "-shm", "-journal", ".lock")


class Closed(NamedTuple):
    """A folder whose files could not be listed, and why."""

    folder: Path
    reason: str


class Walk(NamedTuple):
    """The files to read, each once, and the folders that could not be looked into."""

    files: tuple[Path, ...]
    closed: tuple[Closed, ...]
    links: int = 0
    """Symbolic links below the folders, which are not followed: they may lead in a circle, or out of the folder."""


def _below(folder: Path, closed: list[Closed], links: list[Path]) -> Iterator[Path]:
    def note(error: OSError) -> None:
        closed.append(Closed(Path(error.filename or folder), error.strerror or "it cannot be opened"))

    for root, folders, files in os.walk(folder, followlinks=False, onerror=note):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        links += [path for name in folders if (path := Path(root, name)).is_symlink()]
        for name in sorted(files):
            path = Path(root, name)
            if is_no_document(name) or name == MANIFEST:
                continue
            if path.is_symlink():
                links.append(path)
            else:
                yield path


def files_under(paths: Iterable[Path], vault: Path) -> Walk:
    """The files to read in the order of the paths named, sorted below folders, and the folders that are closed to us.

    A path that does not exist stays among the files: reading it gives the refusal that names it.
    """
    own = {vault.resolve().with_name(vault.name + suffix) for suffix in _OF_THE_VAULT}
    found: dict[Path, Path] = {}
    closed: list[Closed] = []
    links: list[Path] = []
    for path in paths:
        for file in _below(path, closed, links) if os.path.isdir(path) else (path,):
            place = Path(os.path.abspath(file))
            if place not in own:
                found.setdefault(place, file)
    return Walk(tuple(found.values()), tuple(closed), len(links))
