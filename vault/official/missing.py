"""Chapters of law that local records cite and the vault does not hold, so that they can be brought in.

It counts citations that ingest found; it knows nothing of a chapter's content.
"""

from __future__ import annotations

from collections import defaultdict

from vault.law.reference import natural_key, official_url
from vault.ports import Library
from vault.states.nh import NEW_HAMPSHIRE
from vault.value import Value

__all__ = ["missing_chapters"]


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
