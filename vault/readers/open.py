"""`read_file`: one local file in, documents out; the content decides the reader, the suffix only breaks ties.

It refuses, with `UnreadableFile` and what to do instead, files that are missing, empty, too large, damaged or of a
kind no reader handles.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from vault.errors import UnreadableFile
from vault.readers.docx import DocxFault, office_kind, read_docx
from vault.readers.jsonl import read_json, read_jsonl
from vault.readers.markup import read_html
from vault.readers.ocr import find_ocr
from vault.readers.pdf import read_pdf
from vault.readers.result import MAX_FILE_BYTES, MAX_TEXT_BYTES, ReadResult
from vault.readers.statute_xml import XmlFault, read_xml
from vault.readers.text import read_markdown, read_text

__all__ = ["SUFFIXES", "read_file"]

Reader = Callable[[bytes], ReadResult]

_TEXT_READERS: Final[Mapping[str, Reader]] = {
    ".jsonl": read_jsonl,
    ".ndjson": read_jsonl,
    ".json": read_json,
    ".html": read_html,
    ".htm": read_html,
    ".xhtml": read_html,
    ".xml": read_xml,
    ".md": read_markdown,
    ".markdown": read_markdown,
    ".txt": read_text,
    ".text": read_text,
    ".csv": read_text,
    ".tsv": read_text,
    "": read_text,
}
SUFFIXES: Final = frozenset({*_TEXT_READERS, ".pdf", ".docx", ".gz"} - {""})
"""Suffixes `read_file` expects, lower case with the dot; a folder walk may use it to skip other files."""
_OLE2: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_SNIFFED_BYTES: Final = 8192


def read_file(path: Path, *, ocr: bool = True) -> ReadResult:
    """Documents and problems of one file. Raises `UnreadableFile` when the whole file cannot be read.

    With `ocr` false, or without the tesseract program, scanned pages come back as unread with the reason.
    """
    try:
        size = path.stat().st_size
        if not path.is_file():
            raise _refusal(path, "it is not a regular file", "give the path of a document")
        if size > MAX_FILE_BYTES:
            raise _refusal(path, f"it has {size:,} bytes, more than {MAX_FILE_BYTES:,}", "split it into smaller files")
        data = path.read_bytes()
    except OSError as error:
        reason = error.strerror or "it cannot be opened"
        raise _refusal(path, reason, "check the path and its permissions") from error
    return _read_bytes(path, data, path.name.lower(), ocr=ocr)


def _read_bytes(path: Path, data: bytes, name: str, *, ocr: bool) -> ReadResult:
    if not data:
        raise _refusal(path, "it is empty", "copy the document again")
    if data.startswith(b"\x1f\x8b"):
        return _read_bytes(path, _gunzip(path, data), name.removesuffix(".gz"), ocr=ocr)
    head = data[:_SNIFFED_BYTES]
    if b"%PDF-" in head[:1024]:
        return read_pdf(data, path, find_ocr() if ocr else None)
    if head.startswith(_OLE2):
        raise _refusal(path, "it is a legacy Office file (.doc, .xls, .ppt)", "save it as DOCX or PDF and ingest that")
    if head.startswith(b"PK\x03\x04"):
        return _read_zip(path, data)
    if head.startswith(b"{\\rtf"):
        raise _refusal(path, "it is a rich text (RTF) file", "save it as DOCX or PDF and ingest that")
    try:
        return _text_reader(path, head, Path(name).suffix)(data)
    except XmlFault as error:
        raise _refusal(path, str(error), "save it again, or convert it to HTML or text") from error


def _read_zip(path: Path, data: bytes) -> ReadResult:
    try:
        kind = office_kind(data)
        if kind == "docx":
            return read_docx(data)
    except DocxFault as error:
        raise _refusal(path, str(error), "open it in Word, save it again as DOCX, or print it to PDF") from error
    raise _refusal(path, f"it is {kind or 'a zip archive'}", "convert it to PDF, or unpack it and ingest the files")


def _text_reader(path: Path, head: bytes, suffix: str) -> Reader:
    if b"\x00" in head and not head.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise _refusal(path, "it is a binary file of an unknown kind", "convert it to PDF, DOCX, HTML or text")
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"<!doctype html", b"<html")):
        return read_html
    reader = _TEXT_READERS.get(suffix)
    if reader is None:
        raise _refusal(path, f"no reader handles {suffix} files", "convert it to PDF, DOCX, HTML, Markdown or text")
    return reader


def _gunzip(path: Path, data: bytes) -> bytes:
    unzip = zlib.decompressobj(wbits=31)
    try:
        plain = unzip.decompress(data, MAX_TEXT_BYTES + 1)
    except zlib.error as error:
        raise _refusal(path, f"the gzip data is damaged ({error})", "copy the file again") from error
    if len(plain) > MAX_TEXT_BYTES:
        raise _refusal(path, f"it unpacks to more than {MAX_TEXT_BYTES:,} bytes", "split it into smaller files")
    if not unzip.eof:
        raise _refusal(path, "the gzip data is cut off", "copy the file again")
    return plain


def _refusal(path: Path, reason: str, next_step: str) -> UnreadableFile:
    return UnreadableFile(f"{path.name} was not read: {reason}. To go on, {next_step}.", next_step=next_step)
