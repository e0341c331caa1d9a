"""The page of a citation: where the quoted words stand, not where their passage begins.

Holds look-ups in the cited chunks. It refuses to give a page to words that do not stand there.
"""

from __future__ import annotations

from pipeline.answer.markdown import parse_answer
from pipeline.quoting.locate import quoted_spans
from pipeline.quoting.pages import page_of
from pipeline.types import Answer, Brief

__all__ = ["cited_pages"]


def cited_pages(answer: Answer, brief: Brief) -> dict[str, int]:
    """The page of the first quotation from each cited source by its label, else the page its passage begins on.

    Sources without pages are left out.
    """
    chunks = {item.label: item.chunk for item in brief.retrieval.merged}
    found: dict[str, int] = {}
    for claim in parse_answer(answer.answer_markdown, brief.format).claims:
        words = [span.text for span in quoted_spans(claim.text)]
        for label in claim.labels:
            if label in chunks and label not in found:
                pages = [page for page in (page_of(text, chunks[label]) for text in words) if page]
                found |= {label: pages[0]} if pages else {}
    starts = {label: chunk.page_start for label, chunk in chunks.items() if chunk.page_start}
    return starts | found
