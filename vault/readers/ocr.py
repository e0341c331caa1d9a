"""Scanned pages and pictures (PNG, JPEG, TIFF, BMP, WebP) through the `tesseract` program: an image in, text and a
confidence out.

It runs one program with fixed arguments on an image it was handed; it installs nothing and sends nothing anywhere. A
photograph in which no words are found is a page that could not be read, never an empty document.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Final

from vault.readers.pdfium import Letter
from vault.readers.result import MAX_PAGES, ReadResult, Tell, untold
from vault.text.clean import clean
from vault.text.patterns import lazy_regex
from vault.text.quality import text_quality
from vault.types import Page, RawDocument
from vault.value import Value

__all__ = ["OCR_DPI", "Ocr", "OcrText", "find_ocr", "read_picture", "recognize", "word_places"]

OCR_DPI: Final = 300
"""Resolution of rendered pages; Tesseract is trained on letters about 30 pixels high, which is 10 pt at 300 dpi."""
_TIMEOUT_S: Final = 180  # a dense legal page takes 3 to 8 s; a page of noise may not hold up an ingest
_TIMEOUT_VERSION_S: Final = 20
# 4 = one column of text of variable sizes: keeps the cells of a table row on one line.
_LAYOUT: Final = "4"
# 6 = one block of text, 3 = layout found by the program. 11 (sparse text) reads most words and tears rows of figures
# apart, so it is not asked.
_OTHER_LAYOUTS: Final = ("6", "3")
_SURE_CONFIDENCE: Final = 80.0  # office scans measure 84 to 96 (decision 60)
_SURE_QUALITY: Final = 0.8
_KEPT_TEXT: Final = 0.8
# "tesseract 5.3.0", "tesseract v5.4.0.20240606"
_VERSION: Final = lazy_regex(r"tesseract\s+v?([0-9][0-9.]*)")
_COLUMNS: Final = 12  # of Tesseract's TSV: level page block par line word left top width height conf text
_SHEET: Final = "1"  # level of the row with the size of the whole image


class Ocr(Value):
    """An OCR program: its path and name with version, such as "tesseract 5.3.0"."""

    program: str
    name: str


class OcrText(Value):
    """Text of one image, cleaned; the mean word confidence 0..100; and why there is no text when it failed."""

    text: str = ""
    confidence: float = 0.0
    error: str = ""


@cache
def find_ocr() -> Ocr | None:
    """The `tesseract` on the search path, or None when it is not installed or does not answer."""
    program = shutil.which("tesseract")
    if program is None:
        return None
    try:
        done = subprocess.run(  # noqa: S603  # the program found on the path, fixed arguments
            [program, "--version"], capture_output=True, timeout=_TIMEOUT_VERSION_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    version = _VERSION.search((done.stdout + done.stderr).decode("utf-8", "replace"))
    return Ocr(program=program, name=f"tesseract {version[1]}" if version else "tesseract")


def recognize(ocr: Ocr, image: bytes, frame: int = 0) -> OcrText:
    """The text of one PNM (or PNG, TIFF, JPEG) image, line by line; never raises, says in `error` what failed.

    `frame`, from 0, is the picture meant of a file that holds several.

    A poor first reading is asked again with other page layouts, and the best of them is given back.
    """
    best = _reading(ocr, image, _LAYOUT, frame)
    if best.error or not _is_poor(best):
        return best
    for layout in _OTHER_LAYOUTS:
        best = _better(best, _reading(ocr, image, layout, frame))
        if not _is_poor(best):
            break
    return best


def _is_poor(found: OcrText) -> bool:
    return found.confidence < _SURE_CONFIDENCE or text_quality(found.text) < _SURE_QUALITY


def _better(first: OcrText, second: OcrText) -> OcrText:
    """The reading with more that can be read: sure words of the dictionary count, not characters of noise.

    A reading that lost a fifth of the text is no better however clean the rest is; of equals the first is kept.
    """
    if second.error or len(second.text) < _KEPT_TEXT * len(first.text):
        return first
    return second if _readable(second) > _readable(first) else first


def _readable(found: OcrText) -> float:
    return found.confidence * text_quality(found.text) if found.text else 0.0


def _reading(ocr: Ocr, image: bytes, layout: str, frame: int) -> OcrText:
    """The text of one image read with this page layout."""
    tsv, error = _read(ocr, image, layout, frame)
    return OcrText(error=error) if error else _from_tsv(tsv)


def word_places(ocr: Ocr, image: bytes) -> tuple[Letter, ...]:
    """The words of one image in reading order with their places on it; () when nothing could be read."""
    rows = [row.split("\t") for row in _read(ocr, image)[0].splitlines()[1:]]
    sheet = next((row for row in rows if len(row) == _COLUMNS and row[0] == _SHEET), None)
    if sheet is None:
        return ()
    width, height = max(1, int(sheet[8])), max(1, int(sheet[9]))
    return tuple(
        Letter(row[11].strip(), left / width, top / height, (left + wide) / width, (top + high) / height)
        for row in rows
        if len(row) == _COLUMNS and row[11].strip() and not row[10].startswith("-")
        for left, top, wide, high in [tuple(map(int, row[6:10]))]
    )


def _read(ocr: Ocr, image: bytes, layout: str = _LAYOUT, frame: int = 0) -> tuple[str, str]:
    """Tesseract's table of an image, and what failed.

    One thread per process (OMP_THREAD_LIMIT=1): Tesseract's own threads make small machines nine times slower.
    """
    command = [ocr.program, "stdin", "stdout", "--dpi", str(OCR_DPI), "--psm", layout, "-l", "eng"]
    command += ["-c", f"tessedit_page_number={frame}", "tsv"]
    environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    try:
        done = subprocess.run(  # noqa: S603  # fixed arguments, the image goes through a pipe
            command, input=image, capture_output=True, timeout=_TIMEOUT_S, check=False, env=environment
        )
    except subprocess.TimeoutExpired:
        return "", f"OCR took longer than {_TIMEOUT_S} s"
    except OSError as error:
        return "", f"{Path(ocr.program).name} could not be started ({error.strerror})"
    if done.returncode != 0:
        words = clean(done.stderr.decode("utf-8", "replace")).split()
        return "", "OCR failed: " + " ".join(words)[:120]
    return done.stdout.decode("utf-8", "replace"), ""


def _from_tsv(tsv: str) -> OcrText:
    words = list(_words(tsv))
    lines: list[str] = []
    previous: tuple[int, ...] = ()
    for place, word, _ in words:
        if place == previous:
            lines[-1] += " " + word
        else:
            # A new paragraph (block or paragraph number changed) is set off by a blank line.
            lines += [""] * bool(lines and place[:2] != previous[:2]) + [word]
            previous = place
    confidence = sum(value for *_, value in words) / len(words) if words else 0.0
    return OcrText(text=clean("\n".join(lines)), confidence=round(confidence, 1))


def _words(tsv: str) -> Iterator[tuple[tuple[int, ...], str, float]]:
    """(block, paragraph, line), word and confidence of each word row."""
    for row in tsv.splitlines()[1:]:
        cells = row.split("\t")
        if len(cells) != _COLUMNS or not cells[11].strip() or cells[10].startswith("-"):
            continue
        yield (int(cells[2]), int(cells[3]), int(cells[4])), cells[11].strip(), float(cells[10])


_ORDERS: Final = {b"II*\x00": "<", b"MM\x00*": ">"}
_ENTRY_BYTES: Final = 12


def read_picture(data: bytes, ocr: Ocr | None, tell: Tell = untold) -> ReadResult:
    """One document; a page is unread, with the reason, when there is no program or it found no words."""
    if ocr is None:
        page = _unread(1, "a picture; the tesseract program is not installed")
        return ReadResult(documents=(RawDocument(pages=(page,)),))
    count = _frames(data)
    pages: list[Page] = []
    with ThreadPoolExecutor(max_workers=max(1, min(4, os.cpu_count() or 1))) as workers:
        for number, found in enumerate(workers.map(lambda frame: recognize(ocr, data, frame), range(count)), 1):
            tell(number, count)
            pages.append(_page(number, ocr, found))
    return ReadResult(documents=(RawDocument(pages=tuple(pages)),))


def _frames(data: bytes) -> int:
    """How many pictures a TIFF holds, as a scanner's or a fax's may; 1 for any other file and for a damaged one."""
    order = _ORDERS.get(data[:4])
    seen: set[int] = set()
    try:
        (at,) = struct.unpack_from(f"{order}I", data, 4) if order else (0,)
        while at and at not in seen and len(seen) < MAX_PAGES:
            (entries,) = struct.unpack_from(f"{order}H", data, at)
            seen.add(at)
            (at,) = struct.unpack_from(f"{order}I", data, at + 2 + _ENTRY_BYTES * entries)
    except struct.error:  # it is cut off here
        pass
    return max(1, len(seen))


def _unread(number: int, reason: str) -> Page:
    return Page(number=number, text="", origin="unread", reason=reason)


def _page(number: int, ocr: Ocr, found: OcrText) -> Page:
    if not found.text:
        return _unread(number, found.error or "OCR found no words")
    reason = f"{ocr.name}, mean word confidence {found.confidence:.0f}"
    return Page(number=number, text=found.text, origin="ocr", reason=reason)
