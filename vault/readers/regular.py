"""A file opened safely: its kind and size are known before a byte is read.

A pipe, a device or a socket is refused without waiting for it; a file above the size limit is refused unread. It reads
no content and follows the path it is given.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import BinaryIO, Final

from vault.errors import UnreadableFile
from vault.readers.result import MAX_FILE_BYTES

__all__ = ["is_no_document", "is_there", "open_regular", "refusal", "shown_path"]

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
_ESCAPED: Final = re.compile(r"\\x([89a-f][0-9a-f])")


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
