"""Slides (PPTX), OpenDocument texts and slides, rich text and old Word files: their words, page by page.

Unpacks only the parts it names, within limits; runs no macro and follows no link. Old Word files are read by the
`antiword` program when it is installed.
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element

from striprtf.striprtf import rtf_to_text

from vault.readers.docx import attribute_of, local_name, row_line, xml_part
from vault.readers.result import MAX_PAGES, FileFault, ReadResult
from vault.readers.text import decode, document_of, left_out, text_document
from vault.text.clean import clean
from vault.types import Page

__all__ = ["ole_kind", "read_old_word", "read_opendocument", "read_rtf", "read_slides"]

_SLIDE: Final = re.compile(r"ppt/slides/slide(\d{1,5})\.xml\Z")
_PAGE_COMMAND: Final = re.compile(r"\\page(?![a-z])")
# "Lot|Acres|": a row of a table
_RTF_ROW: Final = re.compile(r"^([^|\n]*\|[^\n]*)\|$", re.MULTILINE)
_TIMEOUT_S: Final = 60
_NO_TEXT: Final = "the document holds no text"
_OLE_KINDS: Final = {
    "WordDocument": "word",
    "Workbook": "workbook",
    "Book": "workbook",
    "PowerPoint Document": "an old PowerPoint presentation (.ppt)",
    "__properties_version1.0": "an Outlook message (.msg)",
    "EncryptedPackage": "an Office file with a password",
}


# --- slides -----------------------------------------------------------------------------------------------------------


def _slide_lines(element: Element) -> Iterator[str]:
    """Paragraphs and table rows of a slide in order."""
    for child in element:
        kind = local_name(child)
        if kind == "tr":
            yield row_line(child, "tc", _slide_lines)
        elif kind == "p":
            yield "".join(part.text or "" for part in child.iter() if local_name(part) == "t")
        else:
            yield from _slide_lines(child)


def read_slides(data: bytes) -> ReadResult:
    """One document with a page for each slide that holds words. Raises `FileFault`."""
    pages: list[Page] = []
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = sorted((int(m[1]), name) for name in archive.namelist() if (m := _SLIDE.match(name)))
        for number, (_, name) in enumerate(names[:MAX_PAGES], 1):
            root = xml_part(archive, name)
            text = clean("\n".join(_slide_lines(root)))
            pages.append(Page(number=number, text=f"# {text}" if "\n" in text else text))
    return document_of(pages, empty="the slides hold no words", problems=left_out(len(names)))


# --- OpenDocument -----------------------------------------------------------------------------------------------------


def _inline(element: Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        kind = local_name(child)
        if kind == "s":
            yield " "
        elif kind in {"tab", "line-break"}:
            yield " " if kind == "tab" else "\n"
        elif kind == "soft-page-break":
            yield "\f"
        elif kind not in {"annotation", "note-citation"}:
            yield from _inline(child)
        yield child.tail or ""


def _blocks(element: Element) -> Iterator[str]:
    for child in element:
        kind = local_name(child)
        if kind == "h":
            level = attribute_of(child, "outline-level")
            marks = "#" * min(6, int(level)) if level.isdigit() and level != "0" else "#"
            yield f"\n{marks} {' '.join(''.join(_inline(child)).split())}\n"
        elif kind == "p":
            yield "".join(_inline(child))
        elif kind == "table-row":
            yield row_line(child, "table-cell", _blocks)
        elif kind == "soft-page-break":
            yield "\f"
        elif kind == "page":  # a slide
            yield from (*_blocks(child), "\f")
        elif kind not in {"tracked-changes", "sequence-decls", "forms", "notes"}:
            yield from _blocks(child)


def read_opendocument(data: bytes) -> ReadResult:
    """One document; pages follow the page marks the program left, one page when there are none. Raises `FileFault`."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        root = xml_part(archive, "content.xml")
    body = next((child for child in root if local_name(child) == "body"), None)
    if body is None:
        raise FileFault("its main part holds no document")
    return text_document("\n".join(_blocks(body)), empty=_NO_TEXT)


# --- rich text and old Word -------------------------------------------------------------------------------------------


def read_rtf(data: bytes) -> ReadResult:
    """One document of a rich text file; pages where the writer broke them."""
    marked = _PAGE_COMMAND.sub(r"\\'0c", decode(data))
    text = str(rtf_to_text(marked, errors="ignore"))  # type: ignore[no-untyped-call]
    return text_document(_RTF_ROW.sub(lambda row: row[1].replace("|", " | "), text), empty=_NO_TEXT)


def ole_kind(data: bytes) -> str:
    """ "word", "workbook", what else an old Office file is in words, or "" when its directory tells nothing."""
    return next((kind for name, kind in _OLE_KINDS.items() if name.encode("utf-16-le") in data), "")


def read_old_word(data: bytes) -> ReadResult:
    """One document of a .doc file, by `antiword`. Raises `FileFault` when the program is missing or fails."""
    program = shutil.which("antiword")
    if program is None:
        raise FileFault("the antiword program that reads .doc files is not installed (apt install antiword)")
    with tempfile.TemporaryDirectory(prefix="opencouncil-") as folder:
        place = Path(folder, "document.doc")
        place.write_bytes(data)
        try:
            done = subprocess.run(  # noqa: S603 - the program found on the path, fixed arguments
                [program, "-m", "UTF-8", "-w", "0", str(place)], capture_output=True, timeout=_TIMEOUT_S, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise FileFault("antiword did not finish") from error
    if done.returncode or not done.stdout.strip():
        raise FileFault("antiword found no text in it")
    return text_document(done.stdout.decode("utf-8", "replace"), empty=_NO_TEXT)
