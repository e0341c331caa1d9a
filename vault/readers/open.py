"""`read_file`: one local file in, documents out; the content decides the reader, the suffix only breaks ties.

It refuses, with `UnreadableFile` and what to do instead, files that are missing, empty, too large, damaged or of a
kind no reader handles. It runs in the caller's process; `vault.readers.pool` runs it in one of its own.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from vault.readers.docx import DocxFault, office_kind, read_docx
from vault.readers.jsonl import read_json, read_jsonl
from vault.readers.kinds import HEAD_BYTES, Kind, kind_of
from vault.readers.markup import read_html
from vault.readers.ocr import find_ocr
from vault.readers.pdf import read_pdf
from vault.readers.regular import open_regular, refusal
from vault.readers.result import MAX_TEXT_BYTES, ReadResult, Tell, untold
from vault.readers.statute_xml import XmlFault, read_xml
from vault.readers.text import read_markdown, read_text

__all__ = ["read_file"]

_READERS: Final[Mapping[Kind, Callable[[bytes], ReadResult]]] = {
    "jsonl": read_jsonl,
    "json": read_json,
    "html": read_html,
    "xml": read_xml,
    "markdown": read_markdown,
    "table": read_text,
    "text": read_text,
}


def read_file(path: Path, *, ocr: bool = True, tell: Tell = untold) -> ReadResult:
    """Documents and problems of one file. Raises `UnreadableFile` when the whole file cannot be read.

    With `ocr` false, or without the tesseract program, scanned pages come back as unread with the reason. `tell` hears
    of each page of a file read page by page.
    """
    with open_regular(path) as file:
        data = file.read()
    return _read_bytes(path, data, path.name.lower(), _Way(ocr, tell))


class _Way:
    """How to read: with recognition of scans or without, and who hears of the pages."""

    def __init__(self, ocr: bool, tell: Tell) -> None:
        self.ocr = ocr
        self.tell = tell


def _read_bytes(path: Path, data: bytes, name: str, way: _Way) -> ReadResult:
    if not data:
        raise refusal(path, "it is empty", "copy the document again")
    kind = kind_of(data[:HEAD_BYTES], name)
    if kind == "gzip":
        return _read_bytes(path, _gunzip(path, data), name.removesuffix(".gz"), way)
    if kind == "pdf":
        return read_pdf(data, path, find_ocr() if way.ocr else None, way.tell)
    if kind == "ole":
        raise refusal(path, "it is a legacy Office file (.doc, .xls, .ppt)", "save it as DOCX or PDF and ingest that")
    if kind == "zip":
        return _read_zip(path, data)
    if kind == "rtf":
        raise refusal(path, "it is a rich text (RTF) file", "save it as DOCX or PDF and ingest that")
    if kind == "binary":
        raise refusal(path, "it is a binary file of an unknown kind", "convert it to PDF, DOCX, HTML or text")
    reader = _READERS.get(kind)
    if reader is None:
        step = "convert it to PDF, DOCX, HTML, Markdown or text"
        raise refusal(path, f"no reader handles {Path(name).suffix} files", step)
    try:
        return reader(data)
    except XmlFault as error:
        raise refusal(path, str(error), "save it again, or convert it to HTML or text") from error


def _read_zip(path: Path, data: bytes) -> ReadResult:
    try:
        kind = office_kind(data)
        if kind == "docx":
            return read_docx(data)
    except DocxFault as error:
        raise refusal(path, str(error), "open it in Word, save it again as DOCX, or print it to PDF") from error
    raise refusal(path, f"it is {kind or 'a zip archive'}", "convert it to PDF, or unpack it and ingest the files")


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
