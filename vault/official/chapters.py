"""Chapters of the code brought into the vault from the legislature's published pages.

A chapter is fetched, read into sections, and only then stored; a page that does not read as its chapter is a clear
error and changes nothing. It refuses to decide which chapters are wanted: a person names them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Final

from vault.errors import InputError, UnreadableFile
from vault.intake.ingest import ingest
from vault.law.reference import natural_key, official_url
from vault.law.sections import parse_chapter
from vault.official.client import OfficialPage, PoliteClient, SourceError
from vault.ports import Library
from vault.readers.markup import read_html
from vault.readers.open import read_file
from vault.states.nh import NEW_HAMPSHIRE
from vault.store.index import VaultIndex
from vault.types import Metadata, Section
from vault.value import Value

__all__ = ["AddedChapter", "add_chapters", "chapter_number", "missing_chapters"]

Tell = Callable[[str], None]
_MIN_SOURCED: Final = 0.5
"""Of the sections of a chapter as printed, nearly all carry their source note; a page where few do has changed."""


class AddedChapter(Value):
    """What became of one chapter: how many sections, as of which day, from where, or why not."""

    chapter: str
    outcome: str
    """added, updated, unchanged, or failed."""
    sections: int = 0
    repealed: int = 0
    as_of: str = ""
    url: str = ""
    reason: str = ""
    next_step: str = ""


def chapter_number(written: str) -> str:
    """ "91-A" from "rsa 91-a" or "91-A". Raises `InputError` for what is no chapter of the code."""
    number = written.strip().upper().removeprefix(NEW_HAMPSHIRE.code_name).strip()
    if not official_url(number) or ":" in number:
        raise InputError(
            f"{written!r} is no chapter of the code.", next_step="Name chapters as 91-A or 31, without a section."
        )
    return number


def add_chapters(
    index: VaultIndex, chapters: Sequence[str], client: PoliteClient, *, base: str = "", tell: Tell = lambda told: None
) -> tuple[AddedChapter, ...]:
    """Fetches and stores each chapter in the order given; one that fails stops no other.

    `base` stands for the publisher's address in tests. Raises `InputError` before anything is fetched when a name is no
    chapter.
    """
    numbers = tuple(dict.fromkeys(map(chapter_number, chapters)))
    done: list[AddedChapter] = []
    for number in numbers:
        tell(number)
        url = official_url(number)
        try:
            done.append(_add(index, number, client, base.rstrip("/") + url.partition("/rsa/html")[2] if base else url))
        except (SourceError, UnreadableFile) as error:
            done.append(
                AddedChapter(chapter=number, outcome="failed", url=url, reason=error.message, next_step=error.next_step)
            )
    return tuple(done)


def _add(index: VaultIndex, number: str, client: PoliteClient, url: str) -> AddedChapter:
    name = f"chapter-{number.lower()}.html"
    page = client.fetch(url, name)
    if page.is_pdf:
        name = f"chapter-{number.lower()}.pdf"
    sections = _sections(page, number, client, name)
    place = client.keep(page, name)
    facts = Metadata(
        doc_id=f"nh-rsa-{number.lower()}",
        lane="state",
        state=NEW_HAMPSHIRE.code,
        doc_type="statute",
        authority=NEW_HAMPSHIRE.statute_authority,
        as_of=page.day,
        url=official_url(number),
    )
    report = ingest(index, [place], forced=facts)
    result = report.files[0]
    if result.outcome == "refused":
        raise SourceError(f"{url} came, and could not be stored: {result.reason}.")
    return AddedChapter(
        chapter=number,
        outcome=result.outcome,
        sections=len(sections),
        repealed=sum(section.status == "repealed" for section in sections),
        as_of=page.day,
        url=official_url(number),
        reason=result.reason,
    )


def _sections(page: OfficialPage, number: str, client: PoliteClient, name: str) -> tuple[Section, ...]:
    """The sections on the page. Raises `SourceError` when it does not read as this chapter."""
    if page.is_pdf:
        client.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = client.folder / f".new-{name}"
        draft.write_bytes(page.data)
        try:
            result = read_file(draft)
        finally:
            draft.unlink()
    else:
        result = read_html(page.data)
    pages = result.documents[0].pages if result.documents else ()
    sections = parse_chapter(pages, as_of=page.day)
    own = [section for section in sections if section.cite.startswith(f"{NEW_HAMPSHIRE.cite_prefix}{number}:")]
    sourced = [section for section in own if section.source_note or section.status == "repealed"]
    if not own or len(own) < len(sections) or len(sourced) < _MIN_SOURCED * len(own):
        raise SourceError(
            f"{page.url} does not read as chapter {number}: {len(own)} of its sections were found,"
            f" {len(sourced)} with a source note. The page's layout may have changed; nothing was stored.",
            next_step="Print the chapter to a PDF from a browser and ingest that file.",
        )
    return sections


class MissingChapter(Value):
    """A chapter by its number ("91-A"), how many local documents cite it, and the title of one of them."""

    chapter: str
    documents: int
    example: str


def missing_chapters(library: Library, limit: int = 10) -> tuple[MissingChapter, ...]:
    """The `limit` chapters cited by most local documents and not held, most cited first; ties by number."""
    prefix = NEW_HAMPSHIRE.cite_prefix
    held = {_chapter(cite, prefix) for cite in library.sections(prefix)}
    citing: dict[str, dict[str, str]] = defaultdict(dict)
    for one in library.cited_law(prefix, NEW_HAMPSHIRE.code):
        chapter = _chapter(one.cite, prefix)
        if chapter not in held and official_url(chapter):
            citing[chapter][one.doc_id] = one.title
    ranked = sorted(citing.items(), key=lambda item: (-len(item[1]), natural_key(item[0])))
    return tuple(
        MissingChapter(chapter=c, documents=len(by), example=next(iter(by.values()))) for c, by in ranked[:limit]
    )


def _chapter(cite: str, prefix: str) -> str:
    """ "91-A" of "RSA 91-A:3"."""
    return cite.removeprefix(prefix).partition(":")[0].split(" ")[0]
