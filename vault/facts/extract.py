"""All records of a document: its motions, articles and figures, each with the page it begins on.

Runs the grammars that fit the kind of document. It reads no file and stores nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import Final

from vault.facts.articles import articles
from vault.facts.matters import matters_in
from vault.facts.meeting.officers import elected_in, officers
from vault.facts.meeting.utterances import officials_of, utterances
from vault.facts.motions import enactments, motions
from vault.facts.notices import notices
from vault.facts.rows import Context, figures
from vault.facts.rules import rules
from vault.facts.types import Article, LedgerRecord, RowFigure
from vault.text.patterns import lazy_regex
from vault.types import Document

__all__ = ["GRAMMAR", "records_in_text", "records_of"]

GRAMMAR: Final = 24
"""Number of the grammars; a vault filled by earlier ones is filled again by the next ingest."""
_NO_MOTIONS: Final = frozenset({"statute", "constitution", "rule", "bill", "budget", "form", "court"})
_ENACTED: Final = frozenset({"ordinance", "policy", "guidance", "warrant"})
"""Texts that were moved elsewhere: what they tell of a vote is their own passage."""
_RULED: Final = frozenset({"ordinance", "rule", "policy"})
_NAMES_MATTER: Final = lazy_regex(r"\b(?:Fund|E[IT]+F|CRF|Trust|Reserves?|Article|Map|Case|Resolution|Ordinance)\b")
_NO_FIGURES: Final = frozenset({"statute", "constitution", "bill", "court"})


def records_in_text(text: str, context: Context) -> tuple[LedgerRecord, ...]:
    """The records of a text with offsets into it, in order of place."""
    found: list[LedgerRecord] = []
    if context.doc_type not in _NO_MOTIONS:
        moved = enactments(text) if context.doc_type in _ENACTED else motions(text)
        found += moved
        found += notices(text)
        if context.doc_type not in _ENACTED:
            found += officers(text, elected_in(moved))
            found += utterances(text, officials_of(text, found))
    if context.doc_type in _RULED:
        found += rules(text, outline=True)
    if context.doc_type not in _NO_FIGURES:
        found += articles(text)
        found += figures(text, context)
    found = [_with_matters(record) for record in found]
    return tuple(sorted(found, key=lambda record: (record.start, record.kind)))


def _with_matters(record: LedgerRecord) -> LedgerRecord:
    """A row or article with the funds, articles and parcels its words name."""
    if isinstance(record, RowFigure) and _NAMES_MATTER.search(record.label):
        named = [matter for _, _, matter in matters_in(record.label)]
    elif isinstance(record, Article):
        named = [
            m for _, _, m in matters_in(f"{record.title}. {record.text}") if m.kind in ("fund", "law", "ordinance")
        ]
    else:
        return record
    held = {matter.key for matter in record.matters}
    return record.changed(matters=(*record.matters, *(m for m in named if m.key not in held)))


def records_of(document: Document) -> tuple[LedgerRecord, ...]:
    """The records of a document in order of place; of one cut into sections of law the rules of each section."""
    if document.sections:
        return _rules_of(document)
    facts = document.metadata
    context = Context(doc_type=facts.doc_type or "other", date=facts.date, title=facts.title)
    text = "\f".join(page.text for page in document.pages)
    starts = [0, *accumulate(len(page.text) + 1 for page in document.pages[:-1])]
    found: list[LedgerRecord] = []
    for record in records_in_text(text, context):
        page = document.pages[bisect_right(starts, record.start) - 1]
        quality = "likely" if page.origin == "ocr" else record.quality
        found.append(record.changed(page=page.number, quality=quality))
    return tuple(found)


def _rules_of(document: Document) -> tuple[LedgerRecord, ...]:
    """The rules of the sections in force, with offsets into the section's text; a bill binds nobody."""
    if document.metadata.doc_type == "bill":
        return ()
    return tuple(
        rule.changed(page=section.page_start, section=section.cite)
        for section in document.sections
        if section.status != "repealed"
        for rule in rules(section.text)
    )
