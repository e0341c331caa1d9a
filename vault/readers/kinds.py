"""What kind of file it is, from its first bytes; the suffix only breaks ties between kinds of text.

Looks at a few kilobytes and opens nothing.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from pathlib import PurePath
from typing import Final, Literal

__all__ = ["FOREIGN", "HEAD_BYTES", "Kind", "kind_of", "plain_head"]

Kind = Literal[
    "gzip", "pdf", "ole", "zip", "rtf", "image", "html", "xml", "mail", "json", "jsonl", "markdown", "captions",
    "table", "text", "binary", "unknown",
]  # fmt: skip
HEAD_BYTES: Final = 8192
FOREIGN: Final[frozenset[Kind]] = frozenset({"pdf", "ole", "zip", "rtf", "image", "html", "xml", "mail"})
"""Kinds whose readers work through a format others defined: they run in a process of their own, within limits."""
_BY_SUFFIX: Final[Mapping[str, Kind]] = {
    ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "json",
    ".html": "html", ".htm": "html", ".xhtml": "html", ".xml": "xml",
    ".md": "markdown", ".markdown": "markdown",
    ".txt": "text", ".text": "text", "": "text",
    ".csv": "table", ".tsv": "table", ".vtt": "captions", ".srt": "captions",
    ".eml": "mail", ".mht": "mail", ".mhtml": "mail",
}  # fmt: skip
_OLE2: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_IMAGES: Final = (b"\x89PNG\r\n", b"\xff\xd8\xff", b"II*\x00", b"MM\x00*", b"BM", b"P5\n", b"P6\n")
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_PDF_WITHIN: Final = 1024  # readers of PDF look for the mark so far


def kind_of(head: bytes, name: str) -> Kind:
    """The kind of a file that begins with these bytes; `name` is its file name in lower case."""
    if head.startswith(b"\x1f\x8b"):
        return "gzip"
    if b"%PDF-" in head[:_PDF_WITHIN]:
        return "pdf"
    if head.startswith(_OLE2):
        return "ole"
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return "zip"
    if head.startswith(b"{\\rtf"):
        return "rtf"
    if head.startswith(_IMAGES[:4]) or (head.startswith(_IMAGES[4:]) and b"\x00" in head) or head[8:12] == b"WEBP":
        return "image"
    if b"\x00" in head and not head.startswith(_UTF16):
        return "binary"
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"<!doctype html", b"<html")):
        return "html"
    return _BY_SUFFIX.get(PurePath(name).suffix, "unknown")


def plain_head(head: bytes) -> bytes:
    """The first bytes of what a gzip file holds; the head itself for any other file, empty when it is damaged."""
    if not head.startswith(b"\x1f\x8b"):
        return head
    try:
        return zlib.decompressobj(wbits=31).decompress(head, HEAD_BYTES)
    except zlib.error:
        return b""
