"""Statutes in XML (the `section / num / heading / para` form that the D.C. Council publishes) as sections.

Other XML is read as plain text, one block per element. No entity is resolved and no schema is fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element

from vault.readers.docx import local_name, xml_root
from vault.readers.result import ReadResult
from vault.readers.text import document_of, pages_of_text
from vault.text.clean import clean, clean_line
from vault.types import DocStatus, Metadata, RawDocument, Section

__all__ = ["read_xml"]

_STATES: Final = {"D.C. Code": "DC"}
_REPEALED: Final = re.compile(r"\[?Repealed\b", re.IGNORECASE)
_INLINE: Final = frozenset({"cite", "em", "i", "b", "strong", "u", "sup", "sub", "span", "a", "code-cite", "def"})


def read_xml(data: bytes) -> ReadResult:
    """One document: its statute sections, or the plain text when the file holds none. Raises `FileFault`."""
    root = xml_root(data, "it")
    sections = tuple(_section(element) for element in root.iter() if _is_section(element))
    if not sections:
        return document_of(pages_of_text("\n".join(_lines(root))), empty="the file holds no text")
    state = _STATES.get(_code(root), "")
    title = sections[0].cite + " " + sections[0].heading if len(sections) == 1 else _code(root)
    metadata = Metadata(
        title=title,
        lane="state",
        state=state,
        doc_type="statute",
        authority="official" if state else None,
        status=sections[0].status if len(sections) == 1 else "current",
    )
    return ReadResult(documents=(RawDocument(pages=(), sections=sections, metadata=metadata),))


def _child(element: Element, name: str) -> Element | None:
    return next((child for child in element if local_name(child) == name), None)


def _is_section(element: Element) -> bool:
    return local_name(element) == "section" and _child(element, "num") is not None


def _code(element: Element) -> str:
    """Name of the code a section stands in, such as "D.C. Code"; empty when the file does not say."""
    return clean_line(element.get("containing-doc", ""))


def _section(element: Element) -> Section:
    number, heading = (_inline(_child(element, name)) for name in ("num", "heading"))
    code = _code(element)
    lines = [line for child in element if local_name(child) not in _NOT_TEXT for line in _paragraph(child)]
    status: DocStatus = "repealed" if _REPEALED.match(heading) else "current"
    return Section(
        cite=f"{code} § {number}" if code else f"§ {number}",
        heading=heading.rstrip("."),
        text=clean("\n".join(lines)),
        source_note=_history(element),
        status=status,
    )


_NOT_TEXT: Final = frozenset({"num", "heading", "annotations", ""})


def _paragraph(element: Element) -> list[str]:
    """Lines of one paragraph and those below it; a number stands before the text it counts: "(b) A meeting ..."."""
    kind = local_name(element)
    if kind in _NOT_TEXT - {"num"}:
        return []
    if not any(local_name(child) not in _INLINE for child in element):
        text = _inline(element)
        return [text] if text else []
    lines: list[str] = []
    label = ""
    for child in element:
        if local_name(child) == "num":
            label = _inline(child)
            continue
        found = _paragraph(child)
        if found and label:
            found[0] = f"{label} {found[0]}"
            label = ""
        lines.extend(found)
    return lines


def _history(element: Element) -> str:
    """The "History" annotations of a section, in order; comments of editors are left out."""
    notes = _child(element, "annotations")
    if notes is None:
        return ""
    return "; ".join(_inline(note) for note in notes if note.get("type") == "History")


def _inline(element: Element | None) -> str:
    return clean_line("".join(element.itertext())) if element is not None else ""


def _lines(element: Element) -> Iterator[str]:
    """Text of any XML, one line per element that holds text of its own."""
    if not any(local_name(child) not in _INLINE for child in element):
        yield _inline(element)
        return
    yield clean_line(element.text or "")
    for child in element:
        yield from _lines(child)
        yield clean_line(child.tail or "")
