"""Which files an ingest run takes, and the manifests (JSON Lines files) that tell of the documents beside them.

Below folders every visible regular file is taken in sorted order; no symbolic link is followed, hidden files and those
that programs leave beside documents are skipped, and a folder that cannot be opened is named. A row of a manifest names
its document by `file`, `raw` or `path` (relative to the manifest), by `sha256`, or by `doc_id`, and carries any
metadata field. It only gives facts; whether they fit the text is the classifier's question. A manifest the caller names
must be whole; of one found beside the files, the lines that are right are used and the others are named.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from vault.errors import InputError, UnreadableFile
from vault.readers.records import metadata_of_record
from vault.readers.regular import is_no_document, open_regular, shown_path
from vault.types import Metadata

__all__ = ["MANIFEST", "Manifest", "files_under", "found_manifest", "no_manifest", "read_manifest"]

_CONTAINERS = frozenset({".jsonl", ".ndjson", ".json"})
_PATH_FIELDS = ("file", "raw", "path")


class Manifest:
    """Rows of one manifest, looked up by file, by digest or by document id."""

    def __init__(self, folder: Path, rows: Iterable[Mapping[str, object]]) -> None:
        self._by_path: dict[Path, Metadata] = {}
        self._by_digest: dict[str, Metadata] = {}
        self._by_id: dict[str, Metadata] = {}
        whole = hashlib.sha256()
        for row in rows:
            whole.update(json.dumps(row, sort_keys=True).encode())
            metadata = metadata_of_record(row)
            for field in _PATH_FIELDS:
                name = row.get(field)
                if isinstance(name, str) and name and "\0" not in name:
                    self._by_path.setdefault((folder / name).resolve(), metadata)
            digest = row.get("sha256")
            if isinstance(digest, str) and digest:
                self._by_digest.setdefault(digest.lower(), metadata)
            if metadata.doc_id:
                self._by_id.setdefault(metadata.doc_id, metadata)
        self._mark = whole.hexdigest()[:16]

    def for_file(self, path: Path, sha256: str) -> Metadata | None:
        """What is known of a file: by its place, else by its digest, else by a document id equal to its name."""
        stem = path.name.split(".", 1)[0]
        return self._by_path.get(path.resolve()) or self._by_digest.get(sha256) or self._by_id.get(stem)

    def mark_for(self, path: Path) -> str:
        """A mark that changes with the manifest, for files whose rows it may describe one by one; else empty."""
        return f"-{self._mark}" if _CONTAINERS.intersection(path.suffixes) else ""

    def for_document(self, doc_id: str) -> Metadata | None:
        """What is known of a document inside a container file, by its id."""
        return self._by_id.get(doc_id) if doc_id else None


def no_manifest() -> Manifest:
    """A manifest that knows nothing."""
    return Manifest(Path(), ())


def _lines(path: Path) -> Iterator[tuple[int, Mapping[str, object] | None]]:
    """The lines of a manifest: the number and the row of each, None when it is no JSON object."""
    with open_regular(path) as file:
        text = file.read().decode("utf-8-sig", "replace")
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        yield number, row if isinstance(row, dict) else None


def read_manifest(path: Path) -> Manifest:
    """The manifest in this file. Raises `InputError` naming the first line that is not a JSON object."""
    rows: list[Mapping[str, object]] = []
    try:
        for number, row in _lines(path):
            if row is None:
                raise InputError(
                    f"Line {number} of the manifest {shown_path(path)} is not a JSON object.",
                    next_step="Correct that line.",
                )
            rows.append(row)
    except UnreadableFile as error:
        raise InputError(f"The manifest: {error.message}", next_step="Give a JSON Lines file.") from error
    return Manifest(path.parent, rows)


class FoundManifest(NamedTuple):
    """A manifest that lay beside the files, and what is wrong with it in one sentence, empty when nothing is."""

    manifest: Manifest
    problem: str


def _is_blank(path: Path) -> bool:
    try:
        facts = path.stat()
    except OSError:
        return False
    return stat.S_ISREG(facts.st_mode) and not facts.st_size


def found_manifest(path: Path) -> FoundManifest:
    """The manifest in this file as far as its lines are JSON objects; never raises."""
    try:
        lines = () if _is_blank(path) else tuple(_lines(path))
    except UnreadableFile as error:
        return FoundManifest(no_manifest(), f"{error.message} The files beside it were read without it.")
    bad = [number for number, row in lines if row is None]
    others = f", nor are {len(bad) - 1} others" if len(bad) > 1 else ""
    problem = f"line {bad[0]} is not a JSON object{others}; the other lines were used" if bad else ""
    return FoundManifest(Manifest(path.parent, [row for _, row in lines if row is not None]), problem)


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
