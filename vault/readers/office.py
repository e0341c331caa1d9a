"""Slides (PPTX), OpenDocument texts and slides, rich text, old Word files and spreadsheets: their words, page by page.

Unpacks only the parts it names, within limits; runs no macro and follows no link. Old Word files are read by the
`antiword` program when it is installed. Tables (Excel, OpenDocument, comma-separated) have a page for each sheet and a
line for each row, with values as the file holds them; formulas are never computed.
"""

from __future__ import annotations

import csv
import io
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from itertools import islice
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element

from python_calamine import CalamineError, CalamineWorkbook
from striprtf.striprtf import rtf_to_text

from vault.readers.docx import attribute_of, local_name, row_line, xml_part
from vault.readers.result import MAX_PAGES, FileFault, ReadResult
from vault.readers.text import decode, document_of, left_out, text_document
from vault.text.clean import clean, clean_line
from vault.text.patterns import lazy_regex
from vault.types import Page

__all__ = ["ole_kind", "read_old_word", "read_opendocument", "read_rtf", "read_slides", "read_table", "read_workbook"]

_SLIDE: Final = lazy_regex(r"ppt/slides/slide(\d{1,5})\.xml\Z")
_PAGE_COMMAND: Final = lazy_regex(r"\\page(?![a-z])")
# "Lot|Acres|": a row of a table
_RTF_ROW: Final = lazy_regex(r"^([^|\n]*\|[^\n]*)\|$", re.MULTILINE)
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


_MAX_ROWS: Final = 50_000
"""Rows read of one sheet: ten times the largest ledger seen."""
_MAX_CELL: Final = 4000
_NO_VALUES: Final = "the table holds no values"
_DELIMITERS: Final = ",;\t|"


def _cell(value: object) -> str:
    """ "1250" for 1250.0, "1250.5", "2025-03-11" for a day at midnight; one line whatever the cell holds."""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else f"{value:.10g}"
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "minutes")
    if isinstance(value, (date, time, timedelta)):
        return str(value)
    return clean_line(str(value)[:_MAX_CELL])


def _line(row: Sequence[object]) -> str:
    cells = [_cell(value) for value in row]
    while cells and not cells[-1]:
        cells.pop()
    return " | ".join(cells).lstrip() if any(cells) else ""


def _page(number: int, name: str, rows: Iterable[Sequence[object]]) -> Page:
    lines = [line for line in map(_line, islice(rows, _MAX_ROWS)) if line]
    head = [f"# {name}", ""] if name and lines else []
    return Page(number=number, text=clean("\n".join([*head, *lines])))


def read_workbook(data: bytes) -> ReadResult:
    """One document with a page for each sheet that holds values, in order. Raises `FileFault`."""
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        names = book.sheet_names[:MAX_PAGES]
        pages: list[Page] = []
        problems: list[str] = list(left_out(len(book.sheet_names)))
        for number, name in enumerate(names, 1):
            sheet = book.get_sheet_by_index(number - 1)
            pages.append(_page(number, f"Sheet {name}", sheet.to_python(nrows=_MAX_ROWS)))
            if sheet.total_height > _MAX_ROWS:
                problems.append(f"only the first {_MAX_ROWS:,} rows of sheet {name} were read")
    except (CalamineError, OSError, ValueError, IndexError) as error:
        raise FileFault(f"the workbook is damaged or locked ({type(error).__name__})") from error
    return document_of(pages, empty=_NO_VALUES, problems=problems)


def read_table(data: bytes) -> ReadResult:
    """One document with one page: the rows of a table with commas, semicolons, tabs or bars between the cells."""
    text = decode(data).replace("\x00", "")
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(_DELIMITERS, key=first.count)
    rows = csv.reader(io.StringIO(text), delimiter=delimiter)
    try:
        page = _page(1, "", rows)
        more = next(rows, None) is not None
    except csv.Error:  # a quotation mark that is never closed: the lines as they are
        page, more = _page(1, "", ([line] for line in text.splitlines())), text.count("\n") > _MAX_ROWS
    problems = (f"only the first {_MAX_ROWS:,} rows were read; split the file",) if more else ()
    return document_of((page,), empty=_NO_VALUES, problems=problems)
