"""The page on which quoted words stand in a passage, and the address that opens it.

Holds two look-ups. It refuses to give a page to words that do not stand there.
"""

from __future__ import annotations

import re

from pipeline.quoting.locate import locate
from vault.store.page_turns import page_at
from vault.types import Chunk

__all__ = ["deep_link", "page_of"]


def page_of(words: str, chunk: Chunk) -> int | None:
    """The page of the first of the words; None when they are not in the passage or it has no pages."""
    place = locate(words, chunk.text, ocr=chunk.ocr)
    return None if place.rung == "not_found" else page_at(chunk, place.start)


def deep_link(chunk: Chunk, page: int | None = None) -> str:
    """Where a reader can check: the official address for a statute section, else the file with its page
    ("minutes.pdf#page=7"); "" when neither is known. `page` is where the words stand, else the passage's first."""
    address = chunk.url or chunk.source
    if chunk.section and chunk.url:
        return chunk.url
    is_pdf = re.search(r"\.pdf\Z", address.partition("#")[0], re.IGNORECASE)
    shown = page or chunk.page_start
    if is_pdf and shown and "#" not in address:
        return f"{address}#page={shown}"
    return address
