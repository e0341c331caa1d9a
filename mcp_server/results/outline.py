"""The outline of a document: its pages, the headings on them and the acts recorded there, to choose what to read.

Made of what ingest has read; it refuses to summarise.
"""

from __future__ import annotations

import re
from collections import defaultdict

from vault.facts.told import told
from vault.facts.types import LedgerRecord, Motion
from vault.ports import Library
from vault.text.clean import shortened
from vault.types import Document, Page

__all__ = ["outline_of"]

_MOST_HEADINGS, _MOST_ACTS = 4, 6
"""Lines shown of one page."""
_ACT_CHARS = 110
_HEADINGS = (
    re.compile(r"[A-Z][A-Z0-9 ,.&'/()-]{4,70}\Z"),  # "OLD BUSINESS"
    re.compile(r"[A-Z][\w&'/-]*(?: [\w&'/-]+){0,6}:\Z"),  # "Public Input:"
    re.compile(r"(?:ARTICLE|Article|Section|CHAPTER|Chapter) [\w.-]+.{0,60}\Z"),  # "Section 4. Signs"
)


def outline_of(library: Library, document: Document) -> str:
    """One block for each page: number, length, headings, acts; for a statute file its sections."""
    if document.sections and not document.pages:
        return "\n".join(f"{section.cite} {section.heading}".strip() for section in document.sections)
    acts: dict[int | None, list[str]] = defaultdict(list)
    for row in library.ledger.of_document(document.doc_id):
        if row.record.kind in ("motion", "article"):
            acts[row.page].append(shortened(told(row.record), _ACT_CHARS) + _came(row.record))
    return "\n".join(_page(page, acts[page.number]) for page in document.pages)


def _page(page: Page, acts: list[str]) -> str:
    state = f"unread: {page.reason}" if page.origin == "unread" else f"{len(page.text)} characters"
    headings = [line for line in map(str.strip, page.text.splitlines()) if any(one.match(line) for one in _HEADINGS)]
    lines = [f"[page {page.number}] {state}" + (", scan" if page.origin == "ocr" else "")]
    lines += [f"  {heading}" for heading in list(dict.fromkeys(headings))[:_MOST_HEADINGS]]
    lines += [f"  - {act}" for act in acts[:_MOST_ACTS]]
    lines += [f"  - and {len(acts) - _MOST_ACTS} more acts" for _ in acts[_MOST_ACTS : _MOST_ACTS + 1]]
    return "\n".join(lines)


def _came(record: LedgerRecord) -> str:
    """What became of it, as far as the page says."""
    if not isinstance(record, Motion):
        return ""
    came = record.outcome or record.fate
    return f" -> {came}" if came else ""
