"""The outline of a document: its pages, the headings on them and the acts recorded there; of a file of law its
sections. It refuses to summarise: every line is one of the document or of the ledger."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

from vault.facts.outcomes import told
from vault.facts.types import LedgerRecord, Motion
from vault.ports import Library
from vault.text.clean import shortened
from vault.text.paragraphs import is_heading
from vault.types import Document, Page

__all__ = ["fitting", "outline_of"]

_MOST_HEADINGS, _MOST_ACTS = 4, 6
"""Lines shown of one page."""
_ACT_CHARS, _ACT_MARK = 110, "  - "
_CUT = "(shortened: ?outline gives it whole)"


def outline_of(library: Library, document: Document) -> str:
    """One block for each page: number, length, headings, acts; for a statute file its sections."""
    if document.sections and not document.pages:
        return "\n".join(f"{section.cite} {section.heading}".strip() for section in document.sections)
    acts: dict[int | None, list[str]] = defaultdict(list)
    for row in library.ledger.of_document(document.doc_id):
        if row.record.kind in ("motion", "article"):
            acts[row.page].append(shortened(told(row.record), _ACT_CHARS) + _came(row.record))
    return "\n".join(_outlined(page, acts[page.number]) for page in document.pages)


def _outlined(page: Page, acts: list[str]) -> str:
    state = f"unread: {page.reason}" if page.origin == "unread" else f"{len(page.text)} characters"
    headings = [line for line in map(str.strip, page.text.splitlines()) if is_heading(line)]
    lines = [f"[page {page.number}] {state}" + (", scan" if page.origin == "ocr" else "")]
    lines += [f"  {heading}" for heading in list(dict.fromkeys(headings))[:_MOST_HEADINGS]]
    lines += [f"{_ACT_MARK}{act}" for act in acts[:_MOST_ACTS]]
    lines += [f"{_ACT_MARK}and {len(acts) - _MOST_ACTS} more acts" for _ in acts[_MOST_ACTS : _MOST_ACTS + 1]]
    return "\n".join(lines)


def _came(record: LedgerRecord) -> str:
    """What became of it, as far as the page says."""
    if not isinstance(record, Motion):
        return ""
    came = record.outcome or record.fate
    return f" -> {came}" if came else ""


def fitting(outline: str, room: int) -> str:
    """The outline in so many characters: without the acts, else the first heading of each page that has one, as many as
    fit; it says when it is not whole."""
    if len(outline) <= room:
        return outline
    lines = outline.splitlines()
    kept = [line for line in lines if not line.startswith(_ACT_MARK)]
    if len("\n".join(kept)) > room:
        kept = [
            f"{page.partition(']')[0]}] {heading.strip()}"
            for page, heading in pairwise(kept)
            if page.startswith("[") and heading.startswith(" ")
        ]
    while kept and len("\n".join(kept)) > room:
        kept.pop()
    return "\n".join((*kept, _CUT))
