"""Is the text of a PDF page text? Rules that tell words from a garbled or broken text layer.

Pure: they read a string and answer; what to do about it is the PDF reader's business.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["is_broken_scan_layer", "layer_fault"]

_MIN_CHARS: Final = 40
"""Below this a page is a heading or a page number, too little to judge."""
_MAX_STRANGE: Final = 0.1
_MIN_READABLE: Final = 0.35
_MIN_WORDS: Final = 40
_MIN_STOP_SHARE: Final = 0.01
_MIN_VOWELS: Final = 0.25  # English has 0.38; capitals shifted by a font table have 0.1 to 0.2
_MAX_SINGLE: Final = 0.6
# Dot leaders, rules to write on, and table lines say nothing either way.
_FILLER: Final = re.compile(r"[\s._\-–—|:…•*=]+")
_WORD: Final = re.compile(r"[A-Za-z]+")
_COMMON: Final = frozenset(
    {
        "the", "of", "and", "to", "a", "in", "for", "is", "on", "that", "by", "with", "or", "as", "at", "be", "this",
        "was",
    }
)  # fmt: skip
_SHORT_LINE: Final = 14
_MIN_BROKEN_LINES: Final = 40
_BROKEN_SHARE: Final = 0.5


def layer_fault(raw: str) -> str:
    """Why the text layer `raw` (as the PDF gives it, before cleaning) is no text, in a few words; empty when it is.

    "& 2 / / ( & 7 , 9 (" is what a font without a character table gives: symbols, single letters, or letters without
    vowels. Tables of figures and pages in any language with an alphabet pass.
    """
    visible = _FILLER.sub("", raw)
    if len(visible) < _MIN_CHARS:
        return ""
    strange = sum(not char.isprintable() or char == "\ufffd" or "\ue000" <= char <= "\uf8ff" for char in visible)
    if strange > _MAX_STRANGE * len(visible):
        return "its text layer holds unreadable characters"
    if sum(map(str.isalnum, visible)) < _MIN_READABLE * len(visible):
        return "its text layer holds symbols instead of letters"
    tokens = raw.split()
    singles = sum(len(token) == 1 and not token.isdigit() for token in tokens)
    if len(tokens) >= _MIN_WORDS and singles > _MAX_SINGLE * len(tokens):
        return "its text layer holds single letters instead of words"
    return _without_words(raw)


def _without_words(raw: str) -> str:
    words = _WORD.findall(raw.lower())
    if len(words) < _MIN_WORDS or sum(word in _COMMON for word in words) > _MIN_STOP_SHARE * len(words):
        return ""
    letters = "".join(words)
    if sum(letter in "aeiou" for letter in letters) < _MIN_VOWELS * len(letters):
        return "its text layer holds letters that form no words"
    return ""


def is_broken_scan_layer(text: str) -> bool:
    """Whether the text layer of a scanned page fell apart into cells: most of its many lines are a few characters."""
    lines = [line for line in text.split("\n") if line.strip()]
    return len(lines) >= _MIN_BROKEN_LINES and sum(len(line) < _SHORT_LINE for line in lines) > _BROKEN_SHARE * len(
        lines
    )
