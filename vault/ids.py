"""Names of passages: `doc_id@version#ord`, the same in every engine.

A version is the first digits of the document's content hash, so that a name never comes to mean another text. Pure.
"""

from __future__ import annotations

from typing import NamedTuple

from vault.text.patterns import lazy_regex
from vault.types import ChunkId

__all__ = ["CHUNK_ID", "VERSION_DIGITS", "chunk_id", "reading_order", "split_id", "version_of"]

CHUNK_ID = lazy_regex(r"(?:chunk:)?(.+@\w*#\d{1,9})\Z")  # "chunk:af-pb-2031-05-12@9f86d081#4"
"""A passage as a caller names it; its first group is the id."""

VERSION_DIGITS = 8
"""Four billion versions of one document: none comes up twice by chance."""


class ChunkName(NamedTuple):
    """The parts of a passage's name. `ord` is -1 in what is no name of a passage."""

    doc_id: str
    version: str
    ord: int


def version_of(content_hash: str) -> str:
    """The version of a document by the hash of its content."""
    return content_hash[:VERSION_DIGITS]


def chunk_id(doc_id: str, version: str, place: int) -> ChunkId:
    """The name of the chunk at that place (0-based) of that version."""
    return f"{doc_id}@{version}#{place}"


def reading_order(identity: ChunkId) -> tuple[str, int]:
    """What sorts names by document and place: passage 9 before passage 10."""
    name = split_id(identity)
    return name.doc_id, name.ord


def split_id(identity: ChunkId) -> ChunkName:
    """The parts of a name; with `ord` -1, which no chunk has, when it is none."""
    front, _, place = identity.encode("utf-8", "replace").decode().rpartition("#")
    doc_id, _, version = front.rpartition("@")
    return ChunkName(doc_id, version, int(place) if place.isascii() and place.isdigit() and len(place) < 10 else -1)
