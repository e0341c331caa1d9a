"""The one text normalisation: `clean` for everything that comes in and goes out, `fold` for matching quotes.

Holds character tables and two pure functions. It refuses to guess at meaning: it never changes a letter's case, a
number or a word, and it never drops anything a reader could see except the hyphen of a word broken at a line end.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from vault.text.patterns import lazy_regex
from vault.value import Value

__all__ = ["EMPHASIS", "Folded", "clean", "clean_line", "fold", "shortened"]

_NEWLINES: Final = "\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
_SPACES: Final = "\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_LIGATURES: Final = {
    "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st",
}  # fmt: skip
_HYPHENS: Final = {"\u2010": "-", "\u2011": "-"}
# Word's Symbol and Wingdings bullets, which PDFs give back as private-use characters.
_BULLETS: Final = {"\uf0b7": "•", "\uf0a7": "•", "\uf0d8": "•", "\uf0fc": "•"}
_INVISIBLE_RANGES: Final = (
    (0x00, 0x09),  # NUL and controls; 0x02 is handled before the table is used
    (0x0E, 0x1C),
    (0x1F, 0x20),
    (0x7F, 0x85),
    (0x86, 0xA0),
    (0xAD, 0xAE),  # soft hyphen
    (0x034F, 0x0350),
    (0x061C, 0x061D),
    (0x115F, 0x1161),
    (0x17B4, 0x17B6),
    (0x180B, 0x1810),
    (0x200B, 0x2010),  # zero width, left-to-right and right-to-left marks
    (0x202A, 0x202F),  # bidi embeddings and overrides
    (0x2060, 0x2070),  # word joiner, bidi isolates
    (0x3164, 0x3165),
    (0xFE00, 0xFE10),  # variation selectors
    (0xFEFF, 0xFF00),  # byte order mark
    (0xFFA0, 0xFFA1),
    (0xFFF0, 0xFFFC),
    (0xFFFE, 0x10000),
    (0xE0000, 0xE1000),  # tag characters: text no reader can see
)


def _table() -> dict[int, str | None]:
    table: dict[int, str | None] = {}
    for start, stop in _INVISIBLE_RANGES:
        table.update(dict.fromkeys(range(start, stop)))
    table.update({ord(char): "\n" for char in _NEWLINES})
    table.update({ord(char): " " for char in _SPACES})
    for mapping in (_LIGATURES, _HYPHENS, _BULLETS):
        table.update({ord(char): text for char, text in mapping.items()})
    return table


_TABLE: Final = _table()
# "de\x02\npartment" (PDFium's mark for a hyphen at a line end), "91\x02\nA".
_MARKED_HYPHEN: Final = lazy_regex(r"\x02(?=[ \t]*\r?\n)")
# "coun\x02cil": the mark left inside a line is a break that is no longer one.
_MARK_INSIDE: Final = lazy_regex(r"(?<=[^\W\d_])\x02(?=[a-z])")
# "de\xad\npartment": a soft hyphen always disappears, and its line break with it.
_SOFT_BREAK: Final = lazy_regex(r"(?<=\w)\u00ad[ \t]*\r?\n[ \t]*(?=\w)")
# "de-\npartment", "91-\nA:3", "2024-\n2025"; not "agenda --\nnext" nor "- \nitem".
_BROKEN: Final = lazy_regex(r"(?<=[^\W_])-[ \t]*\n[ \t]*(?=[^\W_])")
_LEFT_WORD: Final = lazy_regex(r"[^\W\d_]+$")
# First parts of compounds whose hyphen belongs to the word: "self-\nemployed", "twenty-\neight".
_COMPOUND: Final = frozenset(
    {"self", "well", "full", "half", "cross", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}
    | {"twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"}
)
_BLANK_LINES: Final = lazy_regex(r"\n{3,}")
_LEFT_WINDOW: Final = 24  # characters looked at before a hyphen; the longest compound part is shorter


def clean(text: str) -> str:
    """The text as it is stored and shown: one newline kind, plain spaces, no invisible characters, whole words.

    Line breaks are kept, trailing spaces and more than one blank line are not; a word broken at a line end is joined
    and a hyphen that belongs to it ("91-A", "2024-2025", "self-employed") stays. NFC, never NFKC, so "½" survives.
    Empty for an empty text; never raises; idempotent.
    """
    text = _join_surrogates(text)
    text = _SOFT_BREAK.sub("", text)
    text = _MARK_INSIDE.sub("", _MARKED_HYPHEN.sub("-", text)).replace("\x02", "-")
    text = text.replace("\r\n", "\n").translate(_TABLE)
    text = unicodedata.normalize("NFC", text)
    text = _join_lines(text)
    text = "\n".join(line.rstrip(" ") for line in text.split("\n"))
    return _BLANK_LINES.sub("\n\n", text).strip("\n")


def _join_surrogates(text: str) -> str:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return joined if "\ufffd" in text else joined.replace("\ufffd", "")
    return text


def _keeps_hyphen(left: str, right: str) -> bool:
    """Whether the hyphen between two halves of a broken line belongs to the word."""
    word = _LEFT_WORD.search(left)
    return not (word and len(word.group()) > 1 and right.islower()) or word.group().lower() in _COMPOUND


def _join_lines(text: str) -> str:
    if "-" not in text:
        return text

    def joined(match: re.Match[str]) -> str:
        left = text[max(0, match.start() - _LEFT_WINDOW) : match.start()]
        return "-" if _keeps_hyphen(left, text[match.end()]) else ""

    return _BROKEN.sub(joined, text)


class Folded(Value):
    """A folded text and, for each of its characters, the index of the input character it came from.

    `offsets` is as long as `text`, never decreasing; `ends` holds the matching end indexes (exclusive).
    """

    text: str
    offsets: tuple[int, ...]
    ends: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Input span (start, end) of folded characters `start` up to `end`; (0, 0) for an empty range."""
        if start >= end or not self.text:
            return (0, 0)
        return (self.offsets[start], self.ends[end - 1])


_FOLD_TABLE: Final = {
    **dict.fromkeys(map(ord, "‘’‚‛′‵`´ʹʼ＇"), "'"),
    **dict.fromkeys(map(ord, "“”„‟″‶«»＂"), '"'),
    **dict.fromkeys(map(ord, "‐‑‒–—―−⁃﹘﹣－"), "-"),
    ord("⁄"): "/",
    ord("\u0338"): None,
}
# "**Bench sign**—", "_shall_": Markdown's marks of emphasis; never "5 * 4", "* item", "____"
EMPHASIS: Final = lazy_regex(
    r"(?<![^\W_])(?<!\*)\*{1,3}(?=[^\s*])|(?<=[^\s*])\*{1,3}(?![^\W_])(?!\*)|(?<=\w)\*{2,3}(?=\w)"
    r"|(?<![_\w])_{1,2}(?=[^\s_])|(?<=[^\s_])_{1,2}(?![_\w])"
)
# A broken word, white space, or a run of other-than-ASCII characters with the ASCII letter they may combine with.
_SPECIAL: Final = lazy_regex(
    r"(?P<broken>(?<=[^\W_])[-\u2010\u2011\u00ad\x02][ \t]*\r?\n[ \t]*(?=[^\W_]))"
    r"|(?P<space>[\x00-\x20\x7f]+)|(?P<tick>`)"
    rf"|(?P<emphasis>{EMPHASIS.pattern})"
    r"|(?P<other>[!-~]?(?:(?![\u2010\u2011\u00ad][ \t]*\r?\n)[^\x00-\x7f])+|[\u2010\u2011\u00ad])"
)


def fold(text: str) -> Folded:
    """The text as quotes are compared: NFKC, straight quotes, one kind of dash, one space for any white space.

    Marks of emphasis are left out, words broken at a line end are joined as `clean` joins them, invisible characters
    vanish, the ends are stripped; case and every digit stay. Each folded character knows the input span it came from,
    so a match can be located. Empty for an empty text; never raises.
    """
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for char, start, end in _folded_chars(text):
        if char == " " and (not chars or chars[-1] == " "):
            continue
        chars.append(char)
        starts.append(start)
        ends.append(end)
    while chars and chars[-1] == " ":
        chars.pop()
    size = len(chars)
    return Folded.model_construct(text="".join(chars), offsets=tuple(starts[:size]), ends=tuple(ends[:size]))


def _folded_chars(text: str) -> Iterator[tuple[str, int, int]]:
    at = 0
    for match in _SPECIAL.finditer(text):
        start, end = match.span()
        yield from ((text[i], i, i + 1) for i in range(at, start))
        at = end
        if match["broken"]:
            soft = text[start] == "\u00ad"
            left = text[max(0, start - _LEFT_WINDOW) : start]
            if not soft and _keeps_hyphen(left, text[end]):
                yield "-", start, start + 1
        elif match["space"]:
            if not match.group().strip("\x00\x01\x03\x04\x05\x06\x07\x08\x0e\x0f\x7f"):
                continue
            yield " ", start, end
        elif match["tick"]:
            yield "'", start, end
        elif match["emphasis"]:
            continue
        else:
            yield from _folded_run(text[start:end], start)
    yield from ((text[i], i, i + 1) for i in range(at, len(text)))


def _folded_run(run: str, at: int) -> Iterator[tuple[str, int, int]]:
    singles = [_fold_short(char) for char in run]
    whole = _fold_short(run)
    if "".join(singles) == whole:
        for index, short in enumerate(singles):
            for char in short:
                yield char, at + index, at + index + 1
        return
    for char in whole:
        yield char, at, at + len(run)


def _fold_short(text: str) -> str:
    visible = _join_surrogates(text).translate(_TABLE)
    folded = unicodedata.normalize("NFKC", visible.translate(_FOLD_TABLE)).translate(_FOLD_TABLE)
    return "".join(" " if char.isspace() else char for char in folded.translate(_TABLE))


def shortened(text: str, most: int) -> str:
    """The text on one line; a longer one than `most` characters ends after a whole word with " …"."""
    flat = " ".join(text.split())
    return flat if len(flat) <= most else f"{flat[: most - 1].rsplit(' ', 1)[0]} …"


def clean_line(text: str) -> str:
    """The text cleaned and on one line."""
    return " ".join(clean(text).split())
