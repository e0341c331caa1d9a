"""`read_file`: one local file in, documents out; the content decides the reader, the suffix only breaks ties.

It refuses, with `UnreadableFile` and what to do instead, files that are missing, empty, too large, damaged or of a
kind no reader handles. It runs in the caller's process; `vault.readers.pool` runs it in one of its own.

Zip archives: each file inside is read as if it lay beside the others, within one limit for all of them.

An archive inside an archive is not opened. Nothing is written to the disk, and no name inside leads anywhere.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from vault.errors import UnreadableFile
from vault.readers.captions import read_captions
from vault.readers.docx import BROKEN_ZIP, office_kind, read_docx
from vault.readers.jsonl import read_json, read_jsonl
from vault.readers.mail import Inner, read_mail
from vault.readers.markup import read_html, read_xml
from vault.readers.ocr import find_ocr, read_picture
from vault.readers.office import (
    ole_kind,
    read_old_word,
    read_opendocument,
    read_rtf,
    read_slides,
    read_table,
    read_workbook,
)
from vault.readers.pdf import read_pdf
from vault.readers.regular import HEAD_BYTES, Kind, is_no_document, kind_of, open_regular, refusal
from vault.readers.result import MAX_TEXT_BYTES, FileFault, ReadResult, Tell, untold
from vault.readers.text import read_markdown, read_text
from vault.types import RawDocument

__all__ = ["read_file"]

_READERS: Final[Mapping[Kind, Callable[[bytes], ReadResult]]] = {
    "jsonl": read_jsonl,
    "json": read_json,
    "html": read_html,
    "xml": read_xml,
    "markdown": read_markdown,
    "captions": read_captions,
    "table": read_table,
    "text": read_text,
    "rtf": read_rtf,
}
_ZIP_READERS: Final[Mapping[str, Callable[[bytes], ReadResult]]] = {
    "docx": read_docx,
    "workbook": read_workbook,
    "slides": read_slides,
}
_FILM: Final = "save the photograph as JPEG, or ingest the captions of the film (VTT, SRT)"
_CONVERT: Final = "convert it to PDF, DOCX, HTML, Markdown or text"


def read_file(path: Path, *, ocr: bool = True, tell: Tell = untold) -> ReadResult:
    """Documents and problems of one file. Raises `UnreadableFile` when the whole file cannot be read.

    With `ocr` false, or without the tesseract program, scanned pages come back as unread with the reason. `tell` hears
    of each page of a file read page by page.
    """
    with open_regular(path) as file:
        data = file.read()
    return _read_bytes(path, data, path.name.lower(), _Way(ocr, tell))


class _Way:
    """How to read: with recognition of scans or without, who hears of the pages, and how deep inside other files."""

    def __init__(self, ocr: bool, tell: Tell, depth: int = 0) -> None:
        self.ocr = ocr
        self.tell = tell
        self.depth = depth

    def inside(self) -> Inner:
        """The reader of files that lie inside this one."""

        def read(name: str, data: bytes) -> ReadResult:
            return _read_bytes(Path(name), data, name.lower(), _Way(self.ocr, untold, self.depth + 1))

        return read


def _read_bytes(path: Path, data: bytes, name: str, way: _Way) -> ReadResult:
    if not data:
        raise refusal(path, "it is empty", "copy the document again")
    kind = kind_of(data[:HEAD_BYTES], name)
    if kind == "gzip":
        return _read_bytes(path, _gunzip(path, data), name.removesuffix(".gz"), way)
    if kind == "pdf":
        return read_pdf(data, path, find_ocr() if way.ocr else None, way.tell)
    if kind == "image":
        return read_picture(data, find_ocr() if way.ocr else None, way.tell)
    if kind == "mail":
        return read_mail(data, way.inside())
    if kind == "binary":
        step = _FILM if data[4:8] == b"ftyp" else "convert it to PDF, DOCX, HTML or text"
        raise refusal(path, "it is a binary file of an unknown kind", step)
    try:
        return _read_office(path, data, kind, way)
    except FileFault as error:
        raise refusal(path, str(error), _STEPS.get(kind, _CONVERT)) from error


_STEPS: Final[Mapping[Kind, str]] = {
    "xml": "save it again, or convert it to HTML or text",
    "zip": "open it, save it again, or print it to PDF",
    "ole": "save it as DOCX or PDF and ingest that",
}


def _read_office(path: Path, data: bytes, kind: Kind, way: _Way) -> ReadResult:
    if kind == "zip":
        return _read_zip(path, data, way)
    if kind == "ole":
        return _read_ole(path, data)
    reader = _READERS.get(kind)
    if reader is None:
        raise refusal(path, f"no reader handles {path.suffix.lower()} files", _CONVERT)
    return reader(data)


def _read_zip(path: Path, data: bytes, way: _Way) -> ReadResult:
    kind = office_kind(data)
    if kind == "opendocument":
        table = read_workbook(data) if b"opendocument.spreadsheet" in data[:HEAD_BYTES] else None
        # cells written without a type are empty to the reader of sheets, and hold their words all the same
        return table if table and table.documents else read_opendocument(data)
    if kind in _ZIP_READERS:
        return _ZIP_READERS[kind](data)
    if kind:
        raise refusal(path, f"it is {kind}", "convert it to PDF")
    if way.depth:
        raise refusal(path, "it is an archive inside another file", "unpack it and ingest the files")
    return read_archive(data, way.inside())


def _read_ole(path: Path, data: bytes) -> ReadResult:
    kind = ole_kind(data)
    if kind == "word":
        return read_old_word(data)
    if kind == "workbook":
        return read_workbook(data)
    what = kind or "a legacy Office file of an unknown kind"
    raise refusal(path, f"it is {what}", "save it as DOCX or PDF and ingest that")


def _gunzip(path: Path, data: bytes) -> bytes:
    unzip = zlib.decompressobj(wbits=31)
    try:
        plain = unzip.decompress(data, MAX_TEXT_BYTES + 1)
    except zlib.error as error:
        raise refusal(path, f"the gzip data is damaged ({error})", "copy the file again") from error
    if len(plain) > MAX_TEXT_BYTES:
        raise refusal(path, f"it unpacks to more than {MAX_TEXT_BYTES:,} bytes", "split it into smaller files")
    if not unzip.eof:
        raise refusal(path, "the gzip data is cut off", "copy the file again")
    return plain


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
