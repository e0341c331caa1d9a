"""One page of a document as people look at it: a picture with the quoted words framed, else its text with them marked.

The file that was ingested is looked for where it was; when it is gone, or is no PDF, the text as it was read is shown
and the reason told. It refuses to guess: words that are not found on the page are said not to be found.
"""

from __future__ import annotations

import struct
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from pathlib import Path
from typing import Final, NamedTuple

from pipeline.quoting.locate import quote_pieces
from vault.readers.ocr import find_ocr, word_places
from vault.readers.pdfium import PDFIUM_LOCK, Letter, PdfFile, PdfiumFault
from vault.text.windows import joined
from vault.types import Page
from vault.value import Value

__all__ = ["Leaf", "Picture", "boxes_of", "marked_spans", "page_leaf", "page_picture", "text_leaf"]

_PIXELS = 1_000
"""Across a page: letters of 10 points are read on a desk, and zoomed on a phone; 60 to 200 kB a page."""
_OCR_DPI = 150
"""Enough to find the places of words that are known; twice as fast as the 300 dpi that reads them best."""
_MOST_BYTES = 300_000_000
"""Of a file that is opened for a picture."""


class Picture(Value):
    """A PNG file with its size in pixels, and for each quotation whether its words are framed on it."""

    png: bytes
    width: int
    height: int
    framed: tuple[bool, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Leaf:
    """A page or a section to show. `picture` is None when there is none, `told` then says why."""

    anchor: str
    title: str
    where: str = ""
    link: str = ""
    labels: tuple[str, ...] = ()
    quotes: tuple[str, ...] = ()
    picture: Picture | None = None
    text: str = ""
    marks: tuple[tuple[int, int], ...] = ()
    """Half-open spans of `text` that hold quoted words."""
    told: str = ""
    missed: tuple[str, ...] = ()
    """Quotations that were not found on the page."""

    @property
    def named(self) -> str:
        """Title and place."""
        return ", ".join(part for part in (self.title, self.where) if part)

    @property
    def heading(self) -> str:
        """Title, place and labels."""
        return f"{self.named} [{', '.join(self.labels)}]" if self.labels else self.named

    @property
    def framed(self) -> tuple[str, ...]:
        """The quotations that were found on the page."""
        return tuple(quote for quote in self.quotes if quote not in self.missed)


def page_picture(source: str, page: Page, quotes: Sequence[str]) -> Picture | str:
    """The page of the file at `source` as a picture with the quoted words framed, else why there is none.

    The places of words come from the text layer; where it lacks them, from the OCR program when there is one.
    """
    file = Path(source.partition("#")[0])
    if file.suffix.lower() != ".pdf":
        return "The source is a text, not a printed page; it is shown as it was read."
    if not file.is_file():
        return f"The file {file.name} is not where it was when it was read; the text as it was read is shown."
    if file.stat().st_size > _MOST_BYTES:
        return f"The file {file.name} is too large for a picture; the text as it was read is shown."
    try:
        with PDFIUM_LOCK:
            return _pictured(file.read_bytes(), page.number, quotes)
    except (OSError, PdfiumFault) as error:
        return f"The file {file.name} cannot be shown ({error}); the text as it was read is shown."


def _pictured(data: bytes, number: int, quotes: Sequence[str]) -> Picture | str:
    pdf = PdfFile(data)
    try:
        if number > pdf.page_count():
            return f"The file has {pdf.page_count()} pages now; the text as it was read is shown."
        page = pdf.page(number - 1)
        pgm = page.picture(max(36, round(_PIXELS / max(1.0, page.width_in()))))
        boxes = _found(quotes, page.letters(), lambda: _recognized(page.picture(_OCR_DPI)))
        page.close()
    finally:
        pdf.close()
    png, width, height = framed_png(pgm, [box for found in boxes for box in found])
    return Picture(png=png, width=width, height=height, framed=tuple(bool(found) for found in boxes))


def _recognized(picture: bytes) -> Sequence[Letter]:
    ocr = find_ocr()
    return word_places(ocr, picture) if ocr else ()


def _found(
    quotes: Sequence[str], letters: Sequence[Letter], look_closer: Callable[[], Sequence[Letter]]
) -> list[tuple[Box, ...]]:
    """The boxes of every quotation; the picture is read anew when the text layer lacks one of them."""
    found = boxes_of(quotes, letters)
    if all(found):
        return list(found)
    seen = boxes_of(quotes, look_closer())
    return [boxes or anew for boxes, anew in zip(found, seen, strict=True)]


_NO_ROOM = "The text as it was read is shown, to keep this file small."


def page_leaf(leaf: Leaf, source: str, page: Page, *, drawn: bool) -> Leaf:
    """The leaf with its picture, or with its text and why; `drawn` False asks for no picture."""
    made = page_picture(source, page, leaf.quotes) if drawn else _NO_ROOM
    if isinstance(made, str):
        return text_leaf(replace(leaf, told=made), page.text or page.reason)
    missed = tuple(quote for quote, framed in zip(leaf.quotes, made.framed, strict=True) if not framed)
    return replace(leaf, picture=made, missed=missed)


_AROUND = 900
"""Characters shown before and after quoted words of a long text: a paragraph or two."""
_WHOLE = 5_000
"""A text up to this length is shown whole."""
_GAP = "\n[…]\n"


def text_leaf(leaf: Leaf, text: str) -> Leaf:
    """The leaf with the text, its quoted words marked; of a long text what stands around them."""
    missed = tuple(quote for quote in leaf.quotes if not marked_spans(text, [quote]))
    shown = _windows(text, marked_spans(text, leaf.quotes))
    return replace(leaf, text=shown, marks=marked_spans(shown, leaf.quotes), missed=missed)


def _lines_around(text: str, start: int, end: int) -> tuple[int, int]:
    last = text.find("\n", min(len(text), end + _AROUND))
    return text.rfind("\n", 0, max(0, start - _AROUND)) + 1, len(text) if last < 0 else last


def _windows(text: str, marks: Sequence[tuple[int, int]]) -> str:
    if len(text) <= _WHOLE:
        return text
    stretches = joined(_lines_around(text, start, end) for start, end in marks or ((0, _AROUND),))
    shown = _GAP.join(text[start:end].strip("\n") for start, end in stretches)
    before = _GAP.lstrip() if stretches[0][0] else ""
    return f"{before}{shown}{_GAP.rstrip() if stretches[-1][1] < len(text) else ''}"


_GREYS: Final = 16
_MARKED: Final = bytes(min(value + _GREYS, 2 * _GREYS - 1) if value < _GREYS else value for value in range(256))
_QUANTIZED: Final = bytes((value * (_GREYS - 1) + 127) // 255 for value in range(256))
_FRAME: Final = 2 * _GREYS
_FRAME_COLOUR: Final = (176, 0, 32)  # dark red: 7:1 on white, told from the yellow by people who see few colours
_STROKE = 2
_MARGIN = 3
"""Pixels of a frame, and between it and the words."""


def _palette() -> bytes:
    greys = [round(255 * step / (_GREYS - 1)) for step in range(_GREYS)]
    marked = [(grey, round(grey * 0.93), round(grey * 0.45)) for grey in greys]
    return bytes(part for colour in (*((g, g, g) for g in greys), *marked, _FRAME_COLOUR) for part in colour)


def framed_png(pgm: bytes, boxes: Iterable[Box]) -> tuple[bytes, int, int]:
    """The PNG of a binary PGM picture with the words in the boxes marked and framed, its width and height."""
    head, _, pixels = pgm.partition(b"\n255\n")
    width, height = (int(number) for number in head.split(b"\n")[1].split())
    canvas = bytearray(pixels.translate(_QUANTIZED))
    for box in boxes:
        _mark(canvas, width, height, box)
    return _png(canvas, width, height), width, height


def _mark(canvas: bytearray, width: int, height: int, box: Box) -> None:
    left, right = (max(0, min(width - 1, round(x))) for x in (box.left * width - _MARGIN, box.right * width + _MARGIN))
    top, bottom = (max(0, min(height - 1, round(y))) for y in (box.top * height - 1, box.bottom * height + 1))
    for row in range(top, bottom + 1):
        start, end = row * width + left, row * width + right + 1
        edge = row < top + _STROKE or row > bottom - _STROKE
        inner = bytes([_FRAME]) * (end - start) if edge else canvas[start:end].translate(_MARKED)
        canvas[start:end] = inner
        side = bytes([_FRAME]) * min(_STROKE, end - start)
        canvas[start : start + len(side)] = side
        canvas[end - len(side) : end] = side


def _png(canvas: bytearray, width: int, height: int) -> bytes:
    rows = b"".join(b"\0" + canvas[row * width : (row + 1) * width] for row in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", head), (b"PLTE", _palette()), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )


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
