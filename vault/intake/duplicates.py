"""Whether the vault already holds a document's text, exactly or nearly.

Compares within one town and lane and never across towns: many towns fill in the same form. Numbers count: two notices
that differ in a case number are two documents. It reads; what becomes of a duplicate is the ingest's decision.
"""

from __future__ import annotations

import sqlite3
import struct
import zlib
from collections.abc import Sequence
from typing import NamedTuple

from vault.store.keys import place_key, plain_key
from vault.store.write import load_document
from vault.text.words import words
from vault.types import Document, Metadata

__all__ = ["Fingerprint", "Kept", "find_exact", "find_near", "fingerprint"]

_RUN = 5  # words in a shingle
_SKETCH = 64
"""Smallest shingle hashes kept: the share two documents have in common estimates their likeness within ±0.06."""
_SKETCH_FLOOR = 0.7
_NEAR = 0.9
"""Share of common shingles above which two texts are one: a second scan or another extraction of one document."""
_SAME_NUMBERS = 0.95
_LENGTH_RATIO = 0.9
_MIN_WORDS = 30
"""Shorter texts ("Meeting cancelled") say too little to be called the same."""


class Fingerprint(NamedTuple):
    """Number of words and the packed smallest shingle hashes; no words for a text without any."""

    words: int
    sketch: bytes


class Kept(NamedTuple):
    """The document the vault holds already, and where it came from."""

    doc_id: str
    source: str
    path: str


def _shingles(found: Sequence[str]) -> set[int]:
    if len(found) < _RUN:
        return {zlib.crc32(" ".join(found).encode())}
    runs = zip(*(found[i:] for i in range(_RUN)), strict=False)
    return set(map(zlib.crc32, map(str.encode, map(" ".join, runs))))


def _words_of(document: Document | None) -> tuple[str, ...]:
    parts = (document.pages or document.sections) if document else ()
    return words("\n".join(part.text for part in parts))


def fingerprint(document: Document) -> Fingerprint:
    """The fingerprint of a document's whole text."""
    found = _words_of(document)
    smallest = sorted(_shingles(found))[:_SKETCH] if found else []
    return Fingerprint(len(found), struct.pack(f"<{len(smallest)}I", *smallest))


def _likely(one: bytes, two: bytes) -> bool:
    first, second = (set(struct.unpack(f"<{len(s) // 4}I", s)) for s in (one, two))
    smallest = set(sorted(first | second)[:_SKETCH])
    return bool(smallest) and len(smallest & first & second) >= _SKETCH_FLOOR * len(smallest)


def _jaccard(one: set[int] | set[str], two: set[int] | set[str]) -> float:
    return len(one & two) / len(one | two) if one or two else 1.0


def _alike(one: Sequence[str], two: Sequence[str]) -> bool:
    numbers = [{word for word in found if any(c.isdigit() for c in word)} for found in (one, two)]
    return _jaccard(*numbers) >= _SAME_NUMBERS and _jaccard(_shingles(one), _shingles(two)) >= _NEAR


_SAME_PLACE = """
FROM documents AS d JOIN scopes AS s ON s.no = d.scope_no
WHERE s.lane = ? AND s.state = ? AND s.place = ? AND d.doc_id <> ? AND (d.date = '' OR ? = '' OR d.date = ?)
"""


def _place(document: Document) -> tuple[str, ...]:
    facts = document.metadata
    place = place_key(facts.town) if facts.lane == "local" else ""
    return str(facts.lane), facts.state, place, document.doc_id, facts.date, facts.date


def find_exact(connection: sqlite3.Connection, document: Document) -> Kept | None:
    """Another document of the same town and lane with the very same text and no other date, or None."""
    row = connection.execute(
        f"SELECT d.doc_id, d.source, d.path {_SAME_PLACE} AND d.content_hash = ? AND d.words > 0 ORDER BY d.doc_no",
        (*_place(document), document.content_hash),
    ).fetchone()
    return Kept(*row) if row else None


def _comparable(facts: Metadata) -> bool:
    """Only records of a known town: among undated, unplaced papers likeness proves nothing."""
    return facts.lane == "local" and bool(facts.town)


def find_near(connection: sqlite3.Connection, document: Document, print_: Fingerprint) -> Kept | None:
    """Another document of the same town, type and board that is nearly word for word this one, or None.

    Dates and statuses must not contradict one another: last year's warrant, or the draft of these minutes, is
    another document however alike.
    """
    facts = document.metadata
    if document.sections or print_.words < _MIN_WORDS or not _comparable(facts):
        return None
    rows = connection.execute(
        f"SELECT d.doc_id, d.source, d.path, d.sketch {_SAME_PLACE} AND d.doc_type = ? AND d.board_key = ?"
        " AND (d.status = ? OR d.status = 'unknown' OR ? = 'unknown') AND d.words BETWEEN ? AND ? ORDER BY d.doc_no",
        (
            *_place(document),
            facts.doc_type,
            plain_key(facts.board),
            *(facts.status or "unknown", facts.status or "unknown"),
            int(print_.words * _LENGTH_RATIO),
            int(print_.words / _LENGTH_RATIO) + 1,
        ),
    ).fetchall()
    own: tuple[str, ...] = ()
    for doc_id, source, path, sketch in rows:
        if _likely(print_.sketch, sketch):
            own = own or _words_of(document)
            if _alike(own, _words_of(load_document(connection, doc_id))):
                return Kept(doc_id, source, path)
    return None
