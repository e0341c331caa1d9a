"""Pictures of pages (PNG, JPEG, TIFF, BMP, WebP): one page, read by the `tesseract` program.

A photograph in which no words are found is a page that could not be read, never an empty document.
"""

from __future__ import annotations

from vault.readers.ocr import Ocr, recognize
from vault.readers.result import ReadResult
from vault.types import Page, RawDocument

__all__ = ["read_picture"]


def read_picture(data: bytes, ocr: Ocr | None) -> ReadResult:
    """One document with one page; unread, with the reason, when there is no program or it found no words."""
    page = _unread("a picture; the tesseract program is not installed") if ocr is None else _recognized(ocr, data)
    return ReadResult(documents=(RawDocument(pages=(page,)),))


def _unread(reason: str) -> Page:
    return Page(number=1, text="", origin="unread", reason=reason)


def _recognized(ocr: Ocr, data: bytes) -> Page:
    found = recognize(ocr, data)
    if not found.text:
        return _unread(found.error or "OCR found no words")
    reason = f"{ocr.name}, mean word confidence {found.confidence:.0f}"
    return Page(number=1, text=found.text, origin="ocr", reason=reason)
