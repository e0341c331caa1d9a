"""Pictures of pages (PNG, JPEG, TIFF, BMP, WebP), read by the `tesseract` program: a page for each picture of the file.

A photograph in which no words are found is a page that could not be read, never an empty document.
"""

from __future__ import annotations

import os
import struct
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from vault.readers.ocr import Ocr, OcrText, recognize
from vault.readers.result import MAX_PAGES, ReadResult, Tell, untold
from vault.types import Page, RawDocument

__all__ = ["read_picture"]

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
