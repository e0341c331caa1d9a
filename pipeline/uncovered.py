"""What the vault cannot cover of a question, in plain sentences: texts not held, pages not read, dates not found.

Pure. It tells only what a search has shown; it refuses to say what the missing text would hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pipeline.rank import Scored
from pipeline.types import IssueMap

__all__ = ["missing_texts", "undated", "unread_pages"]

_STRONG = 0.25
"""A section that a record covering half the question names among two others; weaker ones are mentioned in passing."""
_MOST = 4
"""Sentences of one kind: a reader follows up two or three."""


def missing_texts(absent: Iterable[str], named: Sequence[str], strengths: Mapping[str, float]) -> tuple[str, ...]:
    """One sentence for each section that was looked up in vain: those the user named, then those the evidence leans on
    most. `absent` are canonical cites."""
    looked = dict.fromkeys(absent)
    asked = [cite for cite in named if cite in looked]
    leant_on = [cite for cite in looked if cite not in asked and strengths.get(cite, 0.0) >= _STRONG]
    leant_on.sort(key=lambda cite: (-strengths[cite], cite))
    return (
        *(f"The text of {cite}, which the question names, is not in the vault." for cite in asked),
        *(f"The text of {cite}, which a record found here relies on, is not in the vault." for cite in leant_on),
    )[:_MOST]


def unread_pages(counts: Mapping[str, int]) -> tuple[str, ...]:
    """One sentence for each document title with pages that could not be read (title -> how many)."""
    unread = [(title, pages) for title, pages in counts.items() if pages]
    return tuple(f"{pages} page{'s' if pages > 1 else ''} of {title} could not be read." for title, pages in unread)[
        :_MOST
    ]


def undated(question: str, issue: IssueMap, local: Sequence[Scored]) -> tuple[str, ...]:
    """A sentence when the question names a year and no local record found is of the time it asks for; else ()."""
    start, end = issue.date_from, issue.date_to or issue.date_from
    if not start or start[:4] not in question or not local or any("date" in item.parts for item in local):
        return ()
    if (start[4:], end[4:]) == ("-01-01", "-12-31"):
        start, end = start[:4], end[:4]
    span = start if start == end else f"{start} to {end}"
    return (f"No local record dated {span} was found.",)
