"""Zip archives: each file inside is read as if it lay beside the others, within one limit for all of them.

An archive inside an archive is not opened. Nothing is written to the disk, and no name inside leads anywhere.
"""

from __future__ import annotations

import io
import zipfile
from typing import Final

from vault.errors import UnreadableFile
from vault.readers.docx import BROKEN_ZIP
from vault.readers.mail import Inner
from vault.readers.regular import is_no_document
from vault.readers.result import MAX_TEXT_BYTES, ReadResult
from vault.types import RawDocument

__all__ = ["read_archive"]

_MAX_MEMBERS: Final = 2000
"""Files read of one archive: a year of a busy town."""


def _is_document(info: zipfile.ZipInfo) -> bool:
    parts = [part for part in info.filename.split("/") if part not in (".", "..")]
    return not info.is_dir() and not any(is_no_document(part) for part in parts)


def read_archive(data: bytes, inner: Inner) -> ReadResult:
    """The documents of the files inside, each keyed by its name there; what could not be read is a problem."""
    documents: list[RawDocument] = []
    problems: list[str] = []
    room = MAX_TEXT_BYTES
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = [info for info in archive.infolist() if _is_document(info)]
        for info in members[:_MAX_MEMBERS]:
            try:
                with archive.open(info) as member:
                    content = member.read(room + 1)
            except BROKEN_ZIP as error:
                problems.append(f"{info.filename}: it is damaged or locked ({type(error).__name__})")
                continue
            room -= len(content)
            if room < 0:
                problems.append(f"{info.filename}: the archive unpacks to more than {MAX_TEXT_BYTES:,} bytes")
                break
            try:
                found = inner(info.filename, content)
            except UnreadableFile as error:
                told = error.message.removeprefix(f"{info.filename.rpartition('/')[2]} was ")
                problems.append(f"{info.filename}: {told}")
                continue
            documents += [_named(info.filename, one) for one in found.documents]
            problems += [f"{info.filename}: {problem}" for problem in found.problems]
    if len(members) > _MAX_MEMBERS:
        problems.append(f"only the first {_MAX_MEMBERS:,} of {len(members):,} files were read; split the archive")
    return ReadResult(documents=tuple(documents), problems=tuple(problems))


def _named(name: str, document: RawDocument) -> RawDocument:
    return document.changed(key=name + (f"#{document.key}" if document.key else ""))
