"""A passage as results show it: with its provenance and the stretch of its text that is asked for."""

from __future__ import annotations

import hashlib

from mcp_server.results.shapes import PassageView
from vault.text.patterns import lazy_regex
from vault.types import Chunk

__all__ = ["EXCERPT_CHARS", "passage_of", "safe_id", "safe_section"]

EXCERPT_CHARS = {"concise": 300, "detailed": 1200}
"""Ten passages of 300 characters and their data fit 2,000 tokens; 1,200 is most of a passage."""
_SAFE_SECTION = lazy_regex(r"(?:[\w.§:, ()-]{1,60})?\Z")  # "RSA 91-A:3", "1 V.S.A. § 313", ""


def safe_id(chunk: Chunk) -> str:
    """What `read_source` takes for a passage: its number always works, whatever its document is called."""
    return f"chunk:{chunk.id}"


def safe_section(chunk: Chunk) -> str:
    """The section of a passage; "" where it is no cite but whatever a document wrote there."""
    return chunk.section if _SAFE_SECTION.match(chunk.section) else ""


def passage_of(chunk: Chunk, text: str, label: str = "", *, page: int | None = None) -> PassageView:
    """A passage with its provenance; `text` is what is shown of it and stands on `page` (None: where the passage
    begins), the hash is of the whole passage."""
    return PassageView.like(
        chunk,
        label=label,
        id=safe_id(chunk),
        status="" if chunk.status == "unknown" else chunk.status,
        section=safe_section(chunk),
        page=page or chunk.page_start,
        sha256=hashlib.sha256(chunk.text.encode("utf-8", "replace")).hexdigest()[:12],
        place=", ".join(part for part in (chunk.town, chunk.board) if part),
        text=text,
    )
