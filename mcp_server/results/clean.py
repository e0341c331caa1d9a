"""Text that may be sent or printed: without control sequences, invisible marks and lone surrogates.

The way out; what comes in is cleaned by the vault. Words stay as they are.
"""

from __future__ import annotations

import re

from vault.text.patterns import lazy_regex

__all__ = ["clean_text"]

# C0 controls but tab and newline, DEL, C1 controls, zero-width and bidi marks, line separators, BOM, lone surrogates
_UNSENDABLE = lazy_regex(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
_ANSI = lazy_regex(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[@-_]")  # "\x1b[31m"


def clean_text(text: str) -> str:
    """The text without what a terminal or a JSON reader would trip over; newlines and tabs stay."""
    return _UNSENDABLE.sub(_replaced, _ANSI.sub("", text.replace("\r\n", "\n")))


def _replaced(match: re.Match[str]) -> str:
    character = match.group()
    if "\ud800" <= character <= "\udfff":
        return "\ufffd"
    return "\n" if character in "\r\u2028\u2029\x0b\x0c\x85" else ""
