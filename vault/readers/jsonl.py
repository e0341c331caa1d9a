"""JSON Lines (and one JSON value): documents with pages or text, and statute sections grouped into documents.

One bad row never loses the others: it becomes a problem that names the row. A row is data; it can set a document's
metadata but names no file and no command.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from vault.readers.records import (
    Record,
    is_section,
    metadata_of_record,
    pages_named,
    pages_of_record,
    section_of_record,
)
from vault.readers.result import MAX_ROW_BYTES, FreeKeys, ReadResult
from vault.readers.text import left_out
from vault.states.known import cite_prefix
from vault.types import Metadata, RawDocument, Section

__all__ = ["read_json", "read_jsonl"]

_MAX_PROBLEMS: Final = 200  # a wrong file has as many problems as rows; two hundred make the point


def read_jsonl(data: bytes) -> ReadResult:
    """Documents of a JSON Lines file in the order their first row stands, each with a `key` unique in the file.

    Rows of sections with the same `doc_id` become one document with sections. Empty lines are skipped.
    """
    return _collect(_rows(data))


def read_json(data: bytes) -> ReadResult:
    """As `read_jsonl` for one JSON value: an object is one row, a list is its rows."""
    value = _parse(data)
    if isinstance(value, str):
        return ReadResult(documents=(), problems=(value,))
    items = value if isinstance(value, list) else [value]
    return _collect(enumerate((item if isinstance(item, dict) else "not an object" for item in items), 1))


def _rows(data: bytes) -> Iterator[tuple[int, Record | str]]:
    """Row number and the row, or what is wrong with it."""
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if not line.strip():
            continue
        if len(line) > MAX_ROW_BYTES:
            yield number, f"{len(line):,} bytes, more than the {MAX_ROW_BYTES:,} allowed"
            continue
        value = _parse(line)
        yield number, value if isinstance(value, (dict, str)) else "not an object"


def _parse(data: bytes) -> object:
    """A JSON value, or a sentence that says why there is none."""
    try:
        value: object = json.loads(data.decode("utf-8", "replace"))
    except (ValueError, RecursionError) as error:
        return f"not JSON ({str(error)[:80]})"
    return "not an object" if isinstance(value, str) else value


class _Group:
    """Sections that belong to one document, in file order."""

    def __init__(self, metadata: Metadata) -> None:
        self.metadata = metadata
        self.sections: list[Section] = []


def _collect(rows: Iterator[tuple[int, Record | str]]) -> ReadResult:
    documents: list[RawDocument | _Group] = []
    groups: dict[str, _Group] = {}
    problems: list[str] = []
    keys = FreeKeys()
    for number, row in rows:
        if isinstance(row, str):
            problems.append(f"row {number}: {row}")
        elif is_section(row):
            doc_id = _section_doc_id(row)
            if doc_id not in groups:
                groups[doc_id] = _Group(_group_metadata(row, doc_id))
                documents.append(groups[doc_id])
            section = section_of_record(row)
            groups[doc_id].sections.append(section)
        else:
            pages = pages_of_record(row)
            metadata = metadata_of_record(row)
            if not pages:
                problems.append(f"row {number}: no text in `pages`, `text` or `section`")
                continue
            problems += [f"row {number}: {words}" for words in left_out(pages_named(row))]
            key = keys.free(metadata.doc_id or f"row-{number}")
            documents.append(RawDocument(pages=pages, metadata=metadata, key=key))
    return ReadResult(
        documents=tuple(_document(item, keys) for item in documents),
        problems=tuple(problems[:_MAX_PROBLEMS]),
        more_problems=max(0, len(problems) - _MAX_PROBLEMS),
    )


def _document(item: RawDocument | _Group, keys: FreeKeys) -> RawDocument:
    if isinstance(item, RawDocument):
        return item
    key = keys.free(item.metadata.doc_id)
    return RawDocument(pages=(), sections=tuple(item.sections), metadata=item.metadata, key=key)


def _section_doc_id(row: Record) -> str:
    """Id of the document a section row belongs to.

    Sections cut out of another publication (a handbook that prints RSA 79-A) are a document of their own, so that
    they never replace that publication: "handbook" gives "handbook-rsa-79-a".
    """
    doc_id = str(row.get("doc_id") or "")
    chapter = str(row.get("chapter") or "").lower()
    is_rsa = str(row.get("authority") or "").lower() == "rsa"
    if not is_rsa or not chapter or doc_id.lower().endswith(f"-{chapter}"):
        return doc_id or "sections"
    return f"{doc_id}-rsa-{chapter}".lstrip("-")


def _group_metadata(row: Record, doc_id: str) -> Metadata:
    metadata = metadata_of_record(row)
    status = "stale" if metadata.status == "stale" else "current"
    return metadata.changed(
        doc_id=doc_id,
        title=metadata.title or _group_title(row, doc_id),
        lane="state",
        doc_type="statute",
        status=status,
        url="",
    )


def _group_title(row: Record, doc_id: str) -> str:
    chapter, name = str(row.get("chapter") or ""), str(row.get("chapter_name") or "")
    cite = str(row.get("section_id") or "")
    prefix = cite_prefix(cite)
    if prefix and chapter:
        return f"{prefix}Chapter {chapter} {name}".strip()
    # "1 V.S.A. § 51" -> "1 V.S.A."; "D.C. Code § 1-204.01" -> "D.C. Code"
    return cite.partition("§")[0].strip() or doc_id
