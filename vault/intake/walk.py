"""Which files an ingest run takes: the paths named and, below folders, every visible regular file in sorted order.

Looks at names only; it opens nothing, follows no symbolic link and skips hidden files, manifests and the vault itself.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

__all__ = ["MANIFEST", "files_under"]

MANIFEST = "manifest.jsonl"
"""A file of this name describes the files beside it and is no document."""
_OF_THE_VAULT = ("", "-wal", "-shm", "-journal", ".lock")


def _below(folder: Path) -> Iterator[Path]:
    for root, folders, files in os.walk(folder, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(root, name)
            if not name.startswith(".") and name != MANIFEST and not path.is_symlink():
                yield path


def files_under(paths: Iterable[Path], vault: Path) -> Sequence[Path]:
    """The files to read, each once, in the order of the paths named and sorted below folders.

    A path that does not exist stays in the list: reading it gives the refusal that names it.
    """
    own = {vault.resolve().with_name(vault.name + suffix) for suffix in _OF_THE_VAULT}
    found: dict[Path, Path] = {}
    for path in paths:
        for file in _below(path) if path.is_dir() else (path,):
            place = Path(os.path.abspath(file))
            if place not in own:
                found.setdefault(place, file)
    return tuple(found.values())
