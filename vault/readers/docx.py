"""Word files (DOCX): paragraphs, headings and tables from the zip's XML, page by page where Word marked the pages.

Deleted text of tracked changes is left out, inserted text is kept. It unpacks only the parts it names, within limits,
and resolves no entity, link or macro.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Final
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException  # type: ignore[import-untyped]
from defusedxml.ElementTree import fromstring  # type: ignore[import-untyped]

from vault.readers.result import FileFault, ReadResult
from vault.readers.text import document_of, pages_of_text
from vault.text.clean import clean_line
from vault.text.patterns import lazy_regex
from vault.types import Metadata

__all__ = ["BROKEN_ZIP", "attribute_of", "local_name", "office_kind", "read_docx", "row_line", "xml_part", "xml_root"]

BROKEN_ZIP: Final = (zipfile.BadZipFile, zlib.error, OSError, EOFError, RuntimeError, ValueError)
"""What the standard library raises on a damaged, locked or too new zip; a `RuntimeError` is the last two."""
_MAX_PART: Final = 64 * 1024 * 1024
"""Largest unpacked part: a thousand-page document has about 20 MB of XML."""
_BODY: Final = "word/document.xml"
_FOOTNOTES: Final = "word/footnotes.xml"
_PROPERTIES: Final = "docProps/core.xml"
_KINDS: Final = {
    "word/document.xml": "docx",
    "xl/workbook.xml": "workbook",
    "xl/workbook.bin": "workbook",
    "ppt/presentation.xml": "slides",
    "META-INF/container.xml": "an e-book",
    "content.xml": "opendocument",
}
_PAGE_BREAK: Final = "\f"
# "Heading1", "heading 2", "Title"
_HEADING: Final = lazy_regex(r"(?:heading\s*([1-6])|(title))\Z", re.IGNORECASE)


def office_kind(data: bytes) -> str:
    """ "docx", "workbook", "slides", "opendocument", "an e-book", or "" for any other zip. Raises `FileFault`."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
    except BROKEN_ZIP as error:
        raise FileFault(f"the zip container is damaged ({error})") from error
    return next((kind for name, kind in _KINDS.items() if name in names), "")


def read_docx(data: bytes) -> ReadResult:
    """One document; pages follow Word's own page marks, one page when there are none. Raises `FileFault`."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        body = xml_part(archive, _BODY)
        notes = xml_part(archive, _FOOTNOTES) if _FOOTNOTES in archive.namelist() else None
        properties = xml_part(archive, _PROPERTIES) if _PROPERTIES in archive.namelist() else None
    lines = [*_blocks(body), *(_footnotes(notes) if notes is not None else [])]
    pages, metadata = pages_of_text("\n".join(lines)), Metadata(title=_title(properties))
    return document_of(pages, empty="the document holds no text", metadata=metadata)


def xml_part(archive: zipfile.ZipFile, name: str) -> Element:
    """The root of one XML part, never unpacking more than the limit whatever the directory claims."""
    try:
        with archive.open(name) as part:
            data = part.read(_MAX_PART + 1)
    except BROKEN_ZIP as error:
        raise FileFault(f"its part {name} is damaged ({error})") from error
    if len(data) > _MAX_PART:
        raise FileFault(f"its part {name} unpacks to more than {_MAX_PART:,} bytes")
    return xml_root(data, f"its part {name}")


def xml_root(data: bytes, what: str) -> Element:
    """The root of an XML text; no entity is resolved. Raises `FileFault`, which calls the text `what`."""
    try:
        root: Element = fromstring(data)
    except (ParseError, DefusedXmlException, ValueError, LookupError) as error:
        raise FileFault(f"{what} is not plain XML ({type(error).__name__})") from error
    return root


def local_name(element: Element) -> str:
    """The element's name without its namespace; empty for a comment or a processing instruction."""
    tag: object = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def attribute_of(element: Element, name: str) -> str:
    """The value of an attribute whatever its namespace; empty when it is not there."""
    return next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == name), "")


def _blocks(parent: Element) -> Iterator[str]:
    """Lines of the paragraphs and table rows under `parent`, in order."""
    for child in parent:
        kind = local_name(child)
        if kind == "p":
            yield from _paragraph(child)
        elif kind == "tbl":
            yield from _table(child)
            yield ""
        elif kind in {"body", "sdt", "sdtContent", "customXml", "ins", "smartTag"}:
            yield from _blocks(child)


def _paragraph(element: Element) -> Iterator[str]:
    text = "".join(_runs(element)).rstrip(" ")
    level = _heading_level(element)
    if level and text.strip():
        yield "\n" + "#" * level + " " + " ".join(text.split()) + "\n"
    else:
        yield ("• " if _is_list_item(element) and text.strip() else "") + text


def _runs(element: Element) -> Iterator[str]:
    for child in element:
        kind = local_name(child)
        if kind == "t":
            yield child.text or ""
        elif kind == "tab":
            yield " "
        elif kind in {"br", "cr"}:
            yield _PAGE_BREAK if attribute_of(child, "type") == "page" else "\n"
        elif kind == "lastRenderedPageBreak":
            yield _PAGE_BREAK
        elif kind == "noBreakHyphen":
            yield "-"
        elif kind not in {"del", "moveFrom", "pPr", "rPr", "instrText", "Fallback"}:
            yield from _runs(child)


def _properties(paragraph: Element) -> Iterator[Element]:
    for child in paragraph:
        if local_name(child) == "pPr":
            yield from child


def _heading_level(paragraph: Element) -> int:
    for item in _properties(paragraph):
        match = _HEADING.match(attribute_of(item, "val")) if local_name(item) == "pStyle" else None
        if match:
            return int(match[1] or 1)
    return 0


def _is_list_item(paragraph: Element) -> bool:
    return any(local_name(item) == "numPr" for item in _properties(paragraph))


def row_line(row: Element, cell: str, lines: Callable[[Element], Iterable[str]]) -> str:
    """A row of a table as one line, " | " between its cells (elements of that name), each told by its `lines`."""
    cells = (" ".join(" ".join(lines(child)).split()) for child in row if local_name(child) == cell)
    return " | ".join(cells).strip(" |")


def _table(table: Element) -> Iterator[str]:
    for row in table:
        if local_name(row) != "tr":
            continue
        line = row_line(row, "tc", _blocks)
        if line:
            yield line


def _footnotes(root: Element) -> list[str]:
    """Footnotes at the end of the document; Word's separator notes have no text."""
    lines = [" ".join(" ".join(_blocks(note)).split()) for note in root]
    found = [line for line in lines if line]
    return ["", *found] if found else []


def _title(properties: Element | None) -> str:
    """The title an author gave; a single word is what a template left behind."""
    if properties is None:
        return ""
    title = next((item.text or "" for item in properties if local_name(item) == "title"), "")
    title = clean_line(title)
    return title if " " in title else ""
