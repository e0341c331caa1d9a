"""From the archive's words for a record to the controller's words for a source (decision 15).

Holds one pure table: authority, document type and lane in, tier and primacy out. It refuses to read a document's text
to guess its standing, and it never turns what a user pasted into a source.
"""

from __future__ import annotations

from hop_controller.types import Source, SourceTier
from vault.types import Authority, DocType, Lane

__all__ = ["source_of", "tier_and_primacy"]

_OWN_RECORDS: frozenset[DocType] = frozenset(
    {"minutes", "warrant", "ordinance", "results", "budget", "report", "policy"}
)
"""A town's own records of its own acts: first-hand for local facts (decision 15 names three)."""
_OWN_ANNOUNCEMENTS: frozenset[DocType] = frozenset({"agenda", "notice", "form"})
"""A town's word on what is planned, not on what was done."""


def tier_and_primacy(authority: Authority, doc_type: DocType, lane: Lane) -> tuple[SourceTier, bool]:
    """The source tier and whether the record is first-hand.

    State law and official state text T1 primary; a town's own records T1 primary, its announcements T2; municipal
    association guidance T2; news and anything else T3.
    """
    if authority in {"rsa", "official"}:
        return "T1", True
    if authority == "news" or doc_type == "news":
        return "T3", False
    if authority == "nhma":
        return "T2", False
    if authority == "minutes" or (lane == "local" and doc_type in _OWN_RECORDS):
        return "T1", True
    if lane == "local" and doc_type in _OWN_ANNOUNCEMENTS:
        return "T2", False
    return "T3", False


def source_of(
    authority: Authority,
    doc_type: DocType,
    lane: Lane,
    *,
    url: str = "",
    title: str = "",
    text: str = "",
    date: str = "",
    place: str = "",
) -> Source:
    """One archive record as a source of the controller; text that a user pasted is none.

    `url` identifies the document (passages of one document never contradict each other), `place` its town.
    """
    tier, primary = tier_and_primacy(authority, doc_type, lane)
    return Source(
        tier=tier,
        is_primary=primary,
        url=url,
        title=title,
        text=text,
        date=date,
        place=place,
    )
