"""Where quoted words stand on a page: in its text, or among the letters of its picture.

Compares letters and digits only, so that line breaks, hyphens, marks and the spacing of a scan do not matter. It
refuses to mark what is merely alike: most of the letters must be there, in runs long enough to be no chance.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from pipeline.quoting.locate import quote_pieces
from vault.readers.pdfium import Letter
from vault.text.windows import joined

__all__ = ["Box", "boxes_of", "marked_spans"]

_RUN = 8
"""Letters of a run that counts when the quotation is not found whole: two words."""
_SHARE = 0.6
"""Of a quotation's letters that must be found so: below that a scan has other words there."""
_SAME_LINE = 0.5
"""Of the height of a letter by which the next may stand higher or lower on the same line."""


class Box(NamedTuple):
    """A part of a line, in shares of the page's width and height from the top left corner."""

    left: float
    top: float
    right: float
    bottom: float


class _Key(NamedTuple):
    """The letters and digits of a text, folded, and for each the number of the piece it comes from."""

    text: str
    pieces: tuple[int, ...]


def _key(pieces: Iterable[str]) -> _Key:
    letters = [
        (character, number)
        for number, piece in enumerate(pieces)
        for character in unicodedata.normalize("NFKD", piece).casefold()
        if character.isalnum()
    ]
    return _Key("".join(letter for letter, _ in letters), tuple(number for _, number in letters))


def _spans(quote: str, page: _Key, near: int = 0) -> list[tuple[int, int]]:
    """Half-open spans of pieces that hold the words of one quotation; none when most of it is not there. Words that
    stand several times are taken where they stand next after the letter `near`."""
    found: list[tuple[int, int]] = []
    for part in quote_pieces(quote) or (quote,):
        runs = _runs(_key((part,)).text, page.text, near)
        found += [(page.pieces[start], page.pieces[end - 1] + 1) for start, end in runs]
    return found


def _runs(wanted: str, page: str, near: int) -> list[tuple[int, int]]:
    if not wanted:
        return []
    at = page.find(wanted, near)
    at = page.rfind(wanted) if at < 0 else at
    if at >= 0:
        return [(at, at + len(wanted))]
    blocks = SequenceMatcher(None, page, wanted, autojunk=False).get_matching_blocks()
    runs = [(block.a, block.a + block.size) for block in blocks if block.size >= _RUN]
    return runs if sum(end - start for start, end in runs) >= _SHARE * len(wanted) else []


def _anchor(quotes: Sequence[str], page: _Key) -> int:
    """Where the longest of the quotations begins among the letters: "Motion passed" beside it means the one after it;
    0 when it is not there."""
    longest = max((part for quote in quotes for part in quote_pieces(quote) or (quote,)), key=len, default="")
    return max(0, page.text.find(_key((longest,)).text)) if longest else 0


def marked_spans(text: str, quotes: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Half-open character spans of the text that hold quoted words, in order, joined where they touch."""
    page = _key(text)
    near = _anchor(quotes, page)
    return joined(span for quote in quotes for span in _spans(quote, page, near))


def boxes_of(quotes: Sequence[str], letters: Sequence[Letter]) -> tuple[tuple[Box, ...], ...]:
    """For each quotation a box for each line (or part of one) of its words; () when they are not among the letters."""
    page = _key(letter.text for letter in letters)
    near = _anchor(quotes, page)
    placed = (_spans(quote, page, near) for quote in quotes)
    return tuple(tuple(box for start, end in spans for box in _lines(letters[start:end])) for spans in placed)


def _lines(letters: Sequence[Letter]) -> list[Box]:
    lines: list[Box] = []
    for letter in letters:
        box = Box(*letter[1:])
        if lines and _continues(lines[-1], box):
            lines[-1] = _around(lines[-1], box)
        else:
            lines.append(box)
    return lines


def _around(one: Box, other: Box) -> Box:
    sides = zip(one, other, strict=True)
    return Box(*(side(pair) for side, pair in zip((min, min, max, max), sides, strict=True)))


def _continues(line: Box, box: Box) -> bool:
    drift = abs((line.top + line.bottom) - (box.top + box.bottom)) / 2
    return drift <= _SAME_LINE * max(box.bottom - box.top, line.bottom - line.top) and box.right >= line.left
