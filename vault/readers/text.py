"""Plain text and Markdown: bytes to text, front matter to metadata, form feeds to pages.

Refuses to render Markdown: its marks are part of the text. Nothing in a document is an instruction.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Sequence
from typing import Final, get_args

from pydantic import ValidationError

from vault.readers.result import MAX_CHARS, MAX_PAGES, ReadResult
from vault.text.clean import clean
from vault.text.patterns import lazy_regex
from vault.types import Metadata, Page, RawDocument

__all__ = ["decode", "document_of", "left_out", "pages_of_text", "read_markdown", "read_text", "text_document"]

_UNKNOWN: Final = Metadata()
_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# "---\ntitle: Select Board minutes\ndate: 2025-01-06\n---"
_FRONT_MATTER: Final = lazy_regex(r"\A---[ \t]*\n(.*?\n)---[ \t]*(?:\n|\Z)", re.DOTALL)
# "date: 2025-01-06"
_PAIR: Final = lazy_regex(r"^([A-Za-z_]+)[ \t]*:[ \t]*(.*?)[ \t]*$", re.MULTILINE)
_ALIASES: Final = {"type": "doc_type", "body": "board", "source_url": "url", "id": "doc_id"}


def decode(data: bytes, charset: str = "") -> str:
    """The text of `data`: by byte order mark, then `charset`, then UTF-8, else windows-1252 (never fails).

    Bytes that windows-1252 leaves undefined are dropped by `clean` later.
    """
    for bom, name in _BOMS:
        if data.startswith(bom):
            return data.decode(name, "replace")
    for name in (charset, "utf-8"):
        try:
            return data.decode(name) if name else data.decode("utf-8")
        except (UnicodeDecodeError, LookupError):
            continue
    return data.decode("cp1252", "ignore")


def pages_of_text(text: str) -> tuple[Page, ...]:
    """Cleaned pages of a text, cut at form feeds, at most `MAX_PAGES`; empty ones are left out, numbers stay."""
    parts = text.split("\f", MAX_PAGES)[:MAX_PAGES]
    pages = (Page(number=number, text=clean(part)) for number, part in enumerate(parts, 1))
    return tuple(page for page in pages if page.text)


def left_out(found: int, most: int = MAX_PAGES, what: str = "pages") -> tuple[str, ...]:
    """The problem of a document with this many pages, in one sentence; none when all of them were read."""
    told = f"only the first {most:,} {what} were read, {found - most:,} were left out; split the file"
    return (told,) if found > most else ()


def document_of(
    pages: Iterable[Page], *, empty: str, metadata: Metadata = _UNKNOWN, problems: Sequence[str] = ()
) -> ReadResult:
    """One document of the pages that hold text; none, and the problem `empty`, when no page does."""
    kept: list[Page] = []
    room = MAX_CHARS
    for page in pages:
        if page.text and room > 0:
            kept.append(page if len(page.text) <= room else page.changed(text=page.text[:room]))
        room -= len(page.text)
    if not kept:
        return ReadResult(documents=(), problems=(empty,))
    problems = (*problems, *left_out(MAX_CHARS - room, MAX_CHARS, "characters"))
    return ReadResult(documents=(RawDocument(pages=tuple(kept), metadata=metadata),), problems=problems)


def text_document(text: str, *, empty: str = "the file holds no text", metadata: Metadata = _UNKNOWN) -> ReadResult:
    """One document of a text, its pages cut at form feeds."""
    left = (*left_out(text.count("\f") + 1), *left_out(len(text), MAX_CHARS, "characters"))
    return document_of(pages_of_text(text[:MAX_CHARS]), empty=empty, metadata=metadata, problems=left)


def read_text(data: bytes) -> ReadResult:
    """One document of plain text; no document and one problem when it holds no text."""
    return text_document(decode(data))


def read_markdown(data: bytes) -> ReadResult:
    """One Markdown document; simple `key: value` front matter becomes metadata, unknown keys are left in place."""
    text = decode(data).replace("\r\n", "\n").replace("\r", "\n")
    match = _FRONT_MATTER.match(text)
    if not match:
        return text_document(text)
    metadata, problems = _front_matter(match[1])
    found = text_document(text[match.end() :], metadata=metadata)
    return found.changed(problems=problems + found.problems)


def _front_matter(block: str) -> tuple[Metadata, tuple[str, ...]]:
    metadata = Metadata()
    problems: list[str] = []
    for key, value in _PAIR.findall(block):
        name = _ALIASES.get(key.lower(), key.lower())
        value = clean(value.strip("\"'"))
        if name not in Metadata.model_fields or not value:
            continue
        try:
            metadata = Metadata.model_validate({**metadata.model_dump(), name: value})
        except ValidationError:
            choices = _choices(name)
            problems.append(f"front matter: {key} cannot be {value!r}" + (f"; use one of {choices}" if choices else ""))
    return metadata, tuple(problems)


def _choices(name: str) -> str:
    annotation = Metadata.model_fields[name].annotation
    literals = [value for part in get_args(annotation) for value in get_args(part)]
    return ", ".join(map(str, literals))
