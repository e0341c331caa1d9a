"""A file opened safely, and what kind it is: by its first bytes; the suffix only breaks ties between kinds of text.

A pipe, a device or a socket is refused without waiting for it; a file above the size limit is refused unread. It reads
no content beyond those first bytes and follows the path it is given.
"""

from __future__ import annotations

import os
import stat
import zlib
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import BinaryIO, Final, Literal

from vault.errors import UnreadableFile
from vault.readers.result import MAX_FILE_BYTES
from vault.text.patterns import lazy_regex

__all__ = [
    "FOREIGN", "HEAD_BYTES", "Kind", "is_no_document", "is_there", "kind_of", "open_regular", "plain_head", "refusal",
    "shown_path",
]  # fmt: skip

# Opening a pipe nobody writes to would wait for ever; with O_NONBLOCK it does not.
_FLAGS: Final = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


_LEFT_BESIDE: Final = (".", "~$", "__MACOSX", "Thumbs.db", "desktop.ini")


def is_no_document(name: str) -> bool:
    """Whether a file or folder is hidden, or left beside documents by a program: "~$minutes.docx", "Thumbs.db"."""
    return name.startswith(_LEFT_BESIDE)


def shown_path(path: Path | str) -> str:
    """The path as text that can be printed and stored: bytes that are no UTF-8 are written as `\\xe9`."""
    return str(path).encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


# what `shown_path` writes for a byte that is no UTF-8
_ESCAPED: Final = lazy_regex(r"\\x([89a-f][0-9a-f])")


def is_there(shown: str) -> bool:
    """Whether the file a shown path names exists; true when its folder is closed to us and there is no telling."""
    try:
        os.stat(shown)
    except (FileNotFoundError, NotADirectoryError):
        raw = _ESCAPED.sub(lambda match: chr(0xDC00 + int(match[1], 16)), shown)
        return raw != shown and os.path.exists(raw)
    except (OSError, ValueError):
        return True
    return True


def refusal(path: Path, reason: str, next_step: str) -> UnreadableFile:
    """The error that refuses a file, with its name, the reason and what to do."""
    message = f"{shown_path(path.name)} was not read: {reason}. To go on, {next_step}."
    return UnreadableFile(message, next_step=next_step)


def open_regular(path: Path) -> BinaryIO:
    """The file, open for reading. Raises `UnreadableFile` for what is no regular file, is empty, too large or closed to
    us.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # a look before opening: opening a device may do something
            raise _not_regular(path)
        number = os.open(path, _FLAGS)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", "") or "it cannot be opened"
        raise refusal(path, reason, "check the path and its permissions") from error
    try:
        facts = os.fstat(number)
        if not stat.S_ISREG(facts.st_mode):
            raise _not_regular(path)
        if facts.st_size > MAX_FILE_BYTES:
            reason = f"it has {facts.st_size:,} bytes, more than {MAX_FILE_BYTES:,}"
            raise refusal(path, reason, "split it into smaller files")
        if not facts.st_size:
            raise refusal(path, "it is empty", "copy the document again")
    except BaseException:
        os.close(number)
        raise
    return os.fdopen(number, "rb")


def _not_regular(path: Path) -> UnreadableFile:
    return refusal(path, "it is not a regular file", "give the path of a document")


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
