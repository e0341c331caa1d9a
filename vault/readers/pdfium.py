"""The one place that calls PDFium: text, positions, form values and pictures of the pages of an open PDF.

Pieces of text that stand on one line of the paper become one line of text where they look like a row of a table: PDFium
returns a table column by column when the file was written so. It answers with plain values and decides nothing else
about them. PDFium is not safe to call from two threads at once: whoever uses it holds `PDFIUM_LOCK`.
"""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import byref, c_char, c_float, c_int, c_ushort
from itertools import pairwise
from threading import Lock
from typing import Final, NamedTuple

import pypdfium2 as pdfium  # type: ignore[import-untyped]
import pypdfium2.raw as raw  # type: ignore[import-untyped]

from vault.text.patterns import lazy_regex

__all__ = ["PDFIUM_LOCK", "Letter", "PdfFile", "PdfPage", "PdfiumFault", "is_blank", "rows_of", "worth_measuring"]

PDFIUM_LOCK: Final = Lock()
"""PDFium keeps global state; held around every use of an open file."""
_POINTS_PER_INCH: Final = 72
_MAX_PIXELS: Final = 40_000_000  # a poster at 300 dpi would be 150 million; letters stay readable at a quarter of it
_SCAN_SHARE: Final = 0.8  # of the page that one picture must cover for the page to be a scan
_WHITE: Final = bytes(range(240, 256))  # paper of an office scanner is not quite white
_MAX_FIELD_CHARS: Final = 4000
_SPACE: Final = 32
_GRID: Final = 100_000  # steps across a page in which PDFium gives the place of a letter, finer than any screen


class Letter(NamedTuple):
    """One character (or word) and its box as a reader sees the page, in shares of its width and height from the top
    left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


class PdfiumFault(Exception):  # a fault of the file, caught one module up
    """PDFium could not open the file or a page; `password` tells that only a password is missing."""

    def __init__(self, message: str, *, password: bool = False) -> None:
        super().__init__(message)
        self.password = password


class PdfFile:
    """An open PDF. Close it after use; page indexes count from 0."""

    def __init__(self, data: bytes) -> None:
        try:
            self._document = pdfium.PdfDocument(data)
        except pdfium.PdfiumError as error:
            raise PdfiumFault(str(error), password="password" in str(error).lower()) from error
        if self._document.get_formtype() in {raw.FORMTYPE_ACRO_FORM}:
            self._document.init_forms()

    def close(self) -> None:
        """Free the file."""
        self._document.close()

    def page_count(self) -> int:
        """Number of pages."""
        return len(self._document)

    def page(self, index: int) -> PdfPage:
        """One page. Raises `PdfiumFault` when it cannot be loaded."""
        try:
            return PdfPage(self._document, index)
        except pdfium.PdfiumError as error:
            raise PdfiumFault(f"the page is damaged ({error})") from error


_SHORT_LINE: Final = 28
"""Characters of a line that may be a table cell: "Governor Wentworth Regional" fits."""
_MIN_SHORT_SHARE: Final = 0.3
_MIN_LINES: Final = 8
_MAX_LABEL: Final = 60
"""Longest text cell of a table row; a column of prose runs longer."""
_MIN_TABLE_ROWS: Final = 3
_SAME_LINE: Final = 0.5  # share of the lower piece's height by which two centres may differ on one line
_OVERLAP: Final = 0.25  # share of the narrower piece that may overlap its neighbour sideways
# "$1,234.50", "10/16/24", "(300)", "97.65%", "4.59 0.83 1.12"
_FIGURES: Final = lazy_regex(r"[$(+-]*\d[\d\s,.$%()/+*-]*")


class RowPiece(NamedTuple):
    """A run of text on one line and its box, in points, y upwards."""

    text: str
    left: float
    bottom: float
    right: float
    top: float


def worth_measuring(text: str) -> bool:
    """Whether enough lines of a page are short for a table taken apart; a cheap test before asking for positions."""
    lines = [line for line in text.split("\n") if line.strip()]
    short = sum(len(line.strip()) <= _SHORT_LINE for line in lines)
    return len(lines) >= _MIN_LINES and short >= _MIN_SHORT_SHARE * len(lines)


def rows_of(pieces: Sequence[RowPiece]) -> tuple[str, ...]:
    """Lines of a page: table rows joined left to right where their first piece stood, all else in the given order."""
    rows = [row for row in _same_line(pieces) if _is_table_row([pieces[index] for index in row])]
    if len(rows) < _MIN_TABLE_ROWS:
        return tuple(piece.text for piece in pieces)
    joined = {min(row): " ".join(pieces[index].text for index in row) for row in rows}
    swallowed = {index for row in rows for index in row} - set(joined)
    return tuple(joined.get(index, piece.text) for index, piece in enumerate(pieces) if index not in swallowed)


def _same_line(pieces: Sequence[RowPiece]) -> list[list[int]]:
    """Indexes of pieces that share a line of the paper, each line from left to right; lines of one are left out."""
    order = sorted(range(len(pieces)), key=lambda index: -_centre(pieces[index]))
    lines: list[list[int]] = []
    for index in order:
        piece = pieces[index]
        if lines and _on_line(piece, pieces[lines[-1][0]]):
            lines[-1].append(index)
        else:
            lines.append([index])
    ordered = (sorted(line, key=lambda index: pieces[index].left) for line in lines if len(line) > 1)
    return [line for line in ordered if not _overlapping([pieces[index] for index in line])]


def _centre(piece: RowPiece) -> float:
    return (piece.top + piece.bottom) / 2


def _on_line(piece: RowPiece, first: RowPiece) -> bool:
    height = min(piece.top - piece.bottom, first.top - first.bottom)
    return abs(_centre(piece) - _centre(first)) < _SAME_LINE * height


def _overlapping(row: Sequence[RowPiece]) -> bool:
    for left, right in pairwise(row):
        narrower = min(left.right - left.left, right.right - right.left)
        if left.right - right.left > _OVERLAP * narrower:
            return True
    return False


def _is_table_row(row: Sequence[RowPiece]) -> bool:
    """Figures beside short labels, at most one label more than there are figures.

    Cells that hold wrapped prose, and headings of several lines, read better column by column and are left alone.
    """
    labels = [piece for piece in row if not _FIGURES.fullmatch(piece.text.strip())]
    figures = len(row) - len(labels)
    return 1 <= figures >= len(labels) - 1 and all(len(piece.text) <= _MAX_LABEL for piece in labels)


class PdfPage:
    """One loaded page of an open PDF."""

    def __init__(self, document: pdfium.PdfDocument, index: int) -> None:
        self._form = document.formenv
        self._page = document[index]
        self._text = self._page.get_textpage()
        self._rect = raw.FS_RECTF()

    def close(self) -> None:
        """Free the page; files of hundreds of pages are read in constant memory."""
        self._text.close()
        self._page.close()

    def text(self) -> str:
        """The text layer as PDFium gives it: lines in writing order, CRLF, `\\x02` for a hyphen at a line end."""
        return str(self._text.get_text_range())

    def pieces(self) -> list[RowPiece]:
        """Runs of text between line breaks with their boxes as seen by a reader (page rotation undone), in order."""
        collected: list[RowPiece] = []
        run = _Run(int(self._page.get_rotation()))
        for index in range(raw.FPDFText_CountChars(self._text)):
            code = int(raw.FPDFText_GetUnicode(self._text, index))
            if code in {10, 13}:
                collected.extend(run.taken())
            elif code == _SPACE:
                run.space()
            else:
                run.add(chr(code), self._box(index))
        collected.extend(run.taken())
        return collected

    def _box(self, index: int) -> tuple[float, float, float, float]:
        box = self._rect
        raw.FPDFText_GetLooseCharBox(self._text, index, byref(box))
        return (box.left, box.bottom, box.right, box.top)

    def letters(self) -> list[Letter]:
        """The characters of the text layer in writing order with their places; blanks and line ends left out."""
        count = raw.FPDFText_CountChars(self._text)
        codes = ((at, int(raw.FPDFText_GetUnicode(self._text, at))) for at in range(count))
        return [Letter(chr(code), *self._place(at)) for at, code in codes if code > _SPACE]

    def _place(self, index: int) -> tuple[float, float, float, float]:
        left, bottom, right, top = self._box(index)
        (x1, y1), (x2, y2) = self._seen(left, top), self._seen(right, bottom)
        return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)

    def _seen(self, x: float, y: float) -> tuple[float, float]:
        """A point of the page in shares of what is shown: crop and rotation are PDFium's work."""
        across, down = c_int(), c_int()
        raw.FPDF_PageToDevice(self._page, 0, 0, _GRID, _GRID, 0, x, y, byref(across), byref(down))
        return across.value / _GRID, down.value / _GRID

    def width_in(self) -> float:
        """Width of the page as shown, in inches."""
        return float(self._page.get_size()[0]) / _POINTS_PER_INCH

    def is_scan(self) -> bool:
        """Whether one picture covers nearly the whole page."""
        width, height = self._page.get_size()
        items = [raw.FPDFPage_GetObject(self._page, at) for at in range(raw.FPDFPage_CountObjects(self._page))]
        kinds = list(map(raw.FPDFPageObj_GetType, items))
        for form in [item for item, kind in zip(items, kinds, strict=True) if kind == raw.FPDF_PAGEOBJ_FORM]:
            inside = [raw.FPDFFormObj_GetObject(form, at) for at in range(raw.FPDFFormObj_CountObjects(form))]
            items, kinds = items + inside, [*kinds, *map(raw.FPDFPageObj_GetType, inside)]
        pictures = (item for item, kind in zip(items, kinds, strict=True) if kind == raw.FPDF_PAGEOBJ_IMAGE)
        return any(_area(item) >= _SCAN_SHARE * width * height for item in pictures)

    def has_content(self) -> bool:
        """Whether anything at all is drawn on the page."""
        return bool(raw.FPDFPage_CountObjects(self._page)) or bool(raw.FPDFPage_GetAnnotCount(self._page))

    def picture(self, dpi: int, rotation: int = 0) -> bytes:
        """The page as a grey PGM image at `dpi` (less for posters), turned clockwise by `rotation` degrees."""
        width, height = self._page.get_size()
        scale = dpi / _POINTS_PER_INCH
        scale = min(scale, (_MAX_PIXELS / max(1.0, width * height)) ** 0.5)
        bitmap = self._page.render(scale=scale, rotation=rotation, grayscale=True)
        columns, rows, stride = int(bitmap.width), int(bitmap.height), int(bitmap.stride)
        pixels = bytes(bitmap.buffer)
        bitmap.close()
        if stride != columns:
            pixels = b"".join(pixels[row * stride : row * stride + columns] for row in range(rows))
        return b"P5\n%d %d\n255\n" % (columns, rows) + pixels

    def fields(self) -> list[tuple[str, str]]:
        """Name and value of each filled form field, in page order; empty fields are left out."""
        if self._form is None:
            return []
        found: list[tuple[str, str]] = []
        for index in range(raw.FPDFPage_GetAnnotCount(self._page)):
            annotation = raw.FPDFPage_GetAnnot(self._page, index)
            if not annotation:
                continue
            value = self._field_text(annotation, raw.FPDFAnnot_GetFormFieldValue)
            name = self._field_text(annotation, raw.FPDFAnnot_GetFormFieldAlternateName) or self._field_text(
                annotation, raw.FPDFAnnot_GetFormFieldName
            )
            raw.FPDFPage_CloseAnnot(annotation)
            if value.strip() and value != "Off":
                found.append((name, value))
        return found

    def _field_text(self, annotation: object, call: object) -> str:
        assert callable(call)
        size = int(call(self._form, annotation, None, 0))
        if size <= 2 or size > 2 * _MAX_FIELD_CHARS:
            return ""
        buffer = (c_char * size)()
        call(self._form, annotation, (c_ushort * (size // 2)).from_buffer(buffer), size)
        return bytes(buffer).decode("utf-16-le", "ignore").rstrip("\x00")


def _area(item: object) -> float:
    left, bottom, right, top = (c_float() for _ in range(4))
    raw.FPDFPageObj_GetBounds(item, byref(left), byref(bottom), byref(right), byref(top))
    return abs((right.value - left.value) * (top.value - bottom.value))


class _Run:
    """Collects the letters of one line and the box around them."""

    def __init__(self, rotation: int) -> None:
        self._rotation = rotation
        self._letters: list[str] = []
        self._boxes: list[tuple[float, float, float, float]] = []

    def space(self) -> None:
        """A space between two letters; none at the start of a line."""
        if self._letters:
            self._letters.append(" ")

    def add(self, letter: str, box: tuple[float, float, float, float]) -> None:
        """One letter with its box in page coordinates."""
        self._letters.append(letter)
        self._boxes.append(_upright(box, self._rotation))

    def taken(self) -> list[RowPiece]:
        """The collected piece, or nothing; the run starts anew."""
        text = "".join(self._letters).rstrip()
        boxes, self._boxes = self._boxes, []
        self._letters = []
        if not boxes:
            return []
        lefts, bottoms, rights, tops = zip(*boxes, strict=True)
        return [RowPiece(text=text, left=min(lefts), bottom=min(bottoms), right=max(rights), top=max(tops))]


def _upright(box: tuple[float, float, float, float], rotation: int) -> tuple[float, float, float, float]:
    left, bottom, right, top = box
    if rotation == 90:
        return (bottom, -right, top, -left)
    if rotation == 180:
        return (-right, -top, -left, -bottom)
    if rotation == 270:
        return (-top, left, -bottom, right)
    return box


def is_blank(picture: bytes) -> bool:
    """Whether a PGM picture shows only paper, give or take a few specks of dust."""
    dark = len(picture.translate(None, _WHITE))
    return dark < _SPECKS * len(picture)


_SPECKS: Final = 0.00002  # 170 dark pixels on a letter page at 300 dpi; a single printed line has ten times that
