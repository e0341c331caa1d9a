"""PDF files through PDFium, page by page.

A page whose text cannot be read is recorded as unread with the reason; nothing is invented for it.
"""

from __future__ import annotations

from pathlib import Path

import pypdfium2 as pdfium  # type: ignore[import-untyped]

from vault.clean import clean
from vault.errors import UnreadableFile
from vault.readers.result import MAX_PAGES, ReadResult
from vault.types import Page, RawDocument

__all__ = ["read_pdf"]


def read_pdf(data: bytes, path: Path) -> ReadResult:
    """The pages of a PDF. Raises `UnreadableFile` when it is encrypted or cannot be opened at all."""
    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        raise UnreadableFile(f"{path.name} was not read: {error}", next_step="print it to a new PDF") from error
    try:
        pages = tuple(_page(document, index) for index in range(min(len(document), MAX_PAGES)))
    finally:
        document.close()
    return ReadResult(documents=(RawDocument(pages=pages),))


def _page(document: pdfium.PdfDocument, index: int) -> Page:
    page = document[index]
    text = clean(page.get_textpage().get_text_range())
    if text:
        return Page(number=index + 1, text=text)
    return Page(number=index + 1, text="", origin="unread", reason="no text layer")
