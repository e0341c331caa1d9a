"""JSON records to values: the fields of a manifest or corpus row as `Metadata`, `Section` and pages.

Holds the words other collections use for our document types and authorities. Unknown words are left out, never
guessed; nothing here reads a file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal

from vault.facts.dates import ISO_DATE, dates_in
from vault.readers.result import MAX_PAGES
from vault.states.known import jurisdiction
from vault.states.names import DEFAULT_STATE
from vault.text.clean import clean, clean_line
from vault.text.patterns import lazy_regex
from vault.types import DOC_STATUSES, Authority, DocStatus, DocType, Lane, Metadata, Page, Section

__all__ = [
    "Record", "doc_type_of", "is_section", "metadata_of_record", "pages_named", "pages_of_record", "section_of_record",
]  # fmt: skip

Record = Mapping[str, object]

_DOC_TYPES: Final[Mapping[str, DocType]] = {
    "constitution": "constitution", "statute": "statute", "rsa_chapter": "statute", "rsa_toc": "statute",
    "statute_title": "statute", "statute_sections": "statute", "rule": "rule", "admin_rule": "rule",
    "admin_rule_proposal": "rule", "ordinance": "ordinance", "regulation": "ordinance", "bylaw": "ordinance",
    "charter": "ordinance", "resolution": "ordinance", "court": "court", "court_order": "court",
    "court_opinion": "court", "guidance": "guidance", "standards": "guidance", "manual": "guidance",
    "handbook": "guidance", "handout": "guidance", "planning_interpretation": "guidance", "minutes": "minutes",
    "transcript": "minutes", "agenda": "agenda", "warrant": "warrant", "results": "results", "budget": "budget",
    "ledger": "budget", "presentation": "budget", "report": "report", "list": "report", "schedule": "report",
    "tax_warrant": "report", "policy": "policy", "bylaws": "policy", "rules_of_procedure": "policy",
    "fee_schedule": "policy", "form": "form", "notice": "notice", "bill": "bill", "news": "news", "other": "other",
}  # fmt: skip
_LANES: Final[Mapping[str, Lane]] = {"local": "local", "state": "state"}
# What a collection's authority word says about the document type when the row names none.
_TYPE_OF_AUTHORITY: Final[Mapping[str, DocType]] = {
    "rsa": "statute", "statute": "statute", "constitution": "constitution", "court": "court",
    "ordinance": "ordinance", "minutes": "minutes", "bill_not_law": "bill", "news": "news",
}  # fmt: skip
_STATE_AUTHORITY: Final[Mapping[str, Authority]] = {
    "rsa": "rsa", "nhma": "nhma", "official": "official", "statute": "official", "constitution": "official",
    "court": "official", "news": "news", "bill_not_law": "other", "other": "other",
}  # fmt: skip
# `official` is state-scoped, so a town's own paper is told apart by its document type instead.
_LOCAL_AUTHORITY: Final[Mapping[str, Authority]] = {
    "minutes": "minutes", "news": "news", "official": "other", "ordinance": "other", "other": "other",
}  # fmt: skip
# "289:1 Definitions. –", "[RSA 47:22 repealed by 2025, 276:13, I, effective July 1, 2026.] 47:22 Grant of Power. –"
_SECTION_HEAD: Final = lazy_regex(
    r"\A(?P<note>(?:\[[^\]]{0,400}\]\s*)?)(?P<number>\d+[A-Z-]*:[\w-]+.{0,300}?)\s[–—]\s?"
)
# "effective July 1, 2026"
_EFFECTIVE: Final = lazy_regex(
    r"(?:repealed|amended|effective)\b.*?\beffective\s+([A-Z][a-z]+\s+\d{1,2},\s+\d{4})", re.DOTALL
)


def doc_type_of(word: str) -> DocType | None:
    """Our document type for a collection's word ("rsa_chapter", "Fee Schedule"), or None when it is unknown."""
    return _DOC_TYPES.get(re.sub(r"[\s-]+", "_", word.strip().lower()))


def metadata_of_record(record: Record) -> Metadata:
    """What a manifest or corpus row says of its document; fields it lacks, or says wrongly, stay empty.

    Local documents never get `official` or `rsa`; a statute's print date becomes `as_of`.
    """
    word = _text(record, "authority").lower()
    doc_type = doc_type_of(_text(record, "doc_type") or _text(record, "type")) or _TYPE_OF_AUTHORITY.get(word)
    lane = _LANES.get(_text(record, "lane").lower())
    state = _text(record, "state").upper()[:2]
    date, as_of = _iso(_text(record, "date")), _iso(_text(record, "as_of"))
    if doc_type == "statute":
        date, as_of = "", as_of or date
    return Metadata(
        doc_id=_text(record, "doc_id"),
        title=_text(record, "title").rstrip(": "),
        lane=lane,
        state=state,
        town=_text(record, "town"),
        board=_text(record, "board") or _text(record, "body"),
        doc_type=doc_type,
        authority=_authority(word, lane, state),
        date=date,
        status=_status(record, _text(record, "doc_type")),
        as_of=as_of,
        url=_text(record, "url"),
        note=_text(record, "note"),
    )


def _authority(word: str, lane: Lane | None, state: str) -> Authority | None:
    if not word:
        return None
    if lane == "local":
        return _LOCAL_AUTHORITY.get(word)
    if word == "rsa":
        return jurisdiction(state or DEFAULT_STATE).statute_authority
    return _STATE_AUTHORITY.get(word)


def _status(record: Record, doc_type: str) -> DocStatus | None:
    if record.get("draft") or doc_type.endswith("_proposal"):
        return "draft"
    if record.get("approved"):
        return "approved"
    return _status_word(_text(record, "status"))


def _status_word(word: str) -> DocStatus | None:
    # "stale_2018" carries its year; the year is in `as_of` as well.
    return "stale" if word.startswith("stale") else next((status for status in DOC_STATUSES if status == word), None)


def pages_of_record(record: Record) -> tuple[Page, ...]:
    """Cleaned pages of a row with `pages` (texts, or objects with number and text) or `text`; empty when neither."""
    scanned = record.get("ocr_pages")
    ocr = set(scanned) if isinstance(scanned, list) else set()
    pages: list[Page] = []
    for index, item in enumerate(_page_items(record), 1):
        number, text = _page_item(item, index)
        origin: Literal["text", "ocr"] = "ocr" if number in ocr else "text"
        cleaned = clean(text)
        if cleaned:
            pages.append(Page(number=number, text=cleaned, origin=origin))
    return tuple(pages)


def _page_items(record: Record) -> list[object]:
    pages = record.get("pages")
    if isinstance(pages, list):
        return pages[:MAX_PAGES]
    text = _raw(record, "text")
    # A manifest row names the file of its text ("docs.jsonl.gz"); one word without white space is no document.
    return list(text.split("\f", MAX_PAGES)[:MAX_PAGES]) if len(text.split(None, 1)) > 1 else []


def pages_named(record: Record) -> int:
    """How many pages a row has, read or not."""
    pages = record.get("pages")
    return len(pages) if isinstance(pages, list) else _raw(record, "text").count("\f") + 1


def _page_item(item: object, index: int) -> tuple[int, str]:
    if isinstance(item, Mapping):
        number, text = item.get("number"), item.get("text")
        return (number if isinstance(number, int) and number > 0 else index, text if isinstance(text, str) else "")
    return index, item if isinstance(item, str) else ""


def is_section(record: Record) -> bool:
    """Whether a row is one section of a statute rather than a document."""
    return isinstance(record.get("text"), str) and bool(_text(record, "section_id") or _text(record, "section"))


def section_of_record(record: Record) -> Section:
    """The statute section of a row; its text is without section number and heading, bracketed notes go to the note."""
    text = clean(_raw(record, "text"))
    head = _SECTION_HEAD.match(text)
    note = _text(record, "source_note")
    if head:
        text = text[head.end() :]
        note = " ".join(part for part in (head["note"].strip(), note) if part)
    status = _status_word(_text(record, "status")) or "current"
    if text.startswith("[Repealed"):
        status = "repealed"
    return Section(
        cite=_text(record, "section_id") or _text(record, "section"),
        heading=_text(record, "heading").rstrip("."),
        subdivision=_text(record, "subdivision") or _named_chapter(record),
        text=text.strip(),
        source_note=note,
        status=status,
        as_of=_iso(_text(record, "as_of")),
        effective=_effective(head["note"]) if head else "",
        url=_text(record, "url"),
        page_start=_page_number(record, "page_start"),
        page_end=_page_number(record, "page_end"),
    )


def _named_chapter(record: Record) -> str:
    """ "Subchapter 2. Enactment ..." says where a section stands; a bare chapter number does not."""
    chapter = _text(record, "chapter")
    return chapter if " " in chapter else ""


def _effective(note: str) -> str:
    match = _EFFECTIVE.search(note)
    return next((dated.value for dated in dates_in(match[1])), "") if match else ""


def _page_number(record: Record, key: str) -> int | None:
    value = record.get(key)
    return value if isinstance(value, int) and value > 0 else None


def _raw(record: Record, key: str) -> str:
    value = record.get(key)
    return value if isinstance(value, str) else ""


def _text(record: Record, key: str) -> str:
    return clean_line(_raw(record, key))


def _iso(word: str) -> str:
    return word if ISO_DATE.fullmatch(word) else ""
