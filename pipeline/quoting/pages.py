"""The page on which quoted words stand in a passage.

Holds one look-up. It refuses to give a page to words that do not stand there.
"""

from __future__ import annotations

from pipeline.quoting.locate import locate
from vault.store.page_turns import page_at
from vault.types import Chunk

__all__ = ["page_of"]


def page_of(words: str, chunk: Chunk) -> int | None:
    """The page of the first of the words; None when they are not in the passage or it has no pages."""
    place = locate(words, chunk.text, ocr=chunk.ocr)
    return None if place.rung == "not_found" else page_at(chunk, place.start)
