"""The page on which quoted words stand in a passage, the address that opens it, and the page of each citation of an
answer.

Holds look-ups. It refuses to give a page to words that do not stand there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.answer.markdown import parse_answer
from pipeline.quoting.locate import NOT_FOUND, locate, quoted_spans
from vault.readers.captions import place_in
from vault.store.whole import page_at
from vault.types import Chunk

if TYPE_CHECKING:
    from pipeline.types import Answer, Brief

__all__ = ["cited_pages", "deep_link", "page_of"]


def page_of(words: str, chunk: Chunk, beside: str = "") -> int | None:
    """The page of the first of the words; None when they are not in the passage or it has no pages. Words that stand
    several times are looked for after the words `beside` which they are quoted, first."""
    start = locate(beside, chunk.text, ocr=chunk.ocr).start if beside else 0
    place = locate(words, chunk.text[start:], ocr=chunk.ocr) if start else NOT_FOUND
    if place.rung == "not_found":
        start, place = 0, locate(words, chunk.text, ocr=chunk.ocr)
    return None if place.rung == "not_found" else page_at(chunk, start + place.start)


def deep_link(chunk: Chunk, page: int | None = None) -> str:
    """Where a reader can check: the official address for a statute section, else the file with its page or its time
    ("minutes.pdf#page=7", "meeting.vtt#t=00:12:31"); "" when neither is known. `page` is where the words stand, else
    the passage's first."""
    address = chunk.url or chunk.source
    if chunk.section and chunk.url:
        return chunk.url
    has_places = re.search(r"\.(?:pdf|vtt|srt)\Z", address.partition("#")[0], re.IGNORECASE)
    shown = page or chunk.page_start
    if has_places and shown and "#" not in address:
        return address + place_in(address, shown, chunk.text)
    return address


def cited_pages(answer: Answer, brief: Brief) -> dict[str, tuple[int, ...]]:
    """The pages of the quotations from each cited source by its label, in the order of the answer and each once, else
    the page its passage begins on.

    Sources without pages are left out.
    """
    chunks = {item.label: item.chunk for item in brief.retrieval.merged}
    found: dict[str, dict[int, None]] = {}
    for claim in parse_answer(answer.answer_markdown, brief.format).claims:
        words = [span.text for span in quoted_spans(claim.text)]
        for label in claim.labels:
            if label in chunks:
                pages = (page_of(text, chunks[label]) for text in words)
                found.setdefault(label, {}).update(dict.fromkeys(page for page in pages if page))
    starts = {label: (chunk.page_start,) for label, chunk in chunks.items() if chunk.page_start}
    return starts | {label: tuple(pages) for label, pages in found.items() if pages}
