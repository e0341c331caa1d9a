"""References to law in any text: New Hampshire RSA, rules, session laws, constitution, federal law, other states.

The one grammar that ingest, search, the planner's guard and the audit share (decision 23). It reads references; it
does not know whether the section exists, and it never takes a vote, a clock, an amount, a date, a lot or a case number
for one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache

from vault.law.other import find_other
from vault.law.reference import StatuteRef
from vault.law.rsa import find_rsa

__all__ = ["find_refs", "parse_ref"]

_DIGIT = re.compile(r"\d")
"""Every reference names a number, but for those that a context gives ("this chapter")."""


@lru_cache(maxsize=16_384)
def find_refs(text: str, *, chapter_context: str = "") -> tuple[StatuteRef, ...]:
    """Every reference in the text, in order of appearance, without overlaps; empty when there is none.

    Each member of a list or range is its own reference with its own span. `chapter_context` ("RSA 91-A" or
    "RSA 91-A:3") gives a meaning to "this chapter", "this section" and "paragraph II"; without it they are not
    references. Never raises. The references of a text are remembered: every round of a retrieval asks again.
    Decision 23.
    """
    if not chapter_context and not _DIGIT.search(text):
        return ()
    others = sorted(find_other(text), key=lambda ref: (ref.start, -ref.end))
    kept = _without_overlaps(others)
    starts = [ref.start for ref in kept]
    state = [ref for ref in find_rsa(text, chapter_context) if not _touches(ref, starts, kept)]
    return tuple(sorted([*kept, *state], key=lambda ref: ref.start))


def parse_ref(text: str) -> StatuteRef | None:
    """The single reference a short text stands for ("RSA 91-A:3, II(c)", "40:13", "91-A"); None when it is none.

    A plain pair needs no context here, because the caller says that the text is a reference.
    """
    stripped = text.strip()
    if len(stripped) > 200:  # longer than the longest citation: prose, not a reference
        return None
    for candidate in (stripped, f"RSA {stripped}"):
        found = find_refs(candidate)
        if found and found[0].start == 0:
            shift = len(candidate) - len(stripped)
            return found[0].changed(end=max(0, found[0].end - shift), text=found[0].text[shift:], bare=bool(shift))
    return None


def _without_overlaps(refs: list[StatuteRef]) -> list[StatuteRef]:
    kept: list[StatuteRef] = []
    for ref in refs:
        if not kept or ref.start >= kept[-1].end:
            kept.append(ref)
    return kept


def _touches(ref: StatuteRef, starts: list[int], others: list[StatuteRef]) -> bool:
    """Whether the reference overlaps one of the others, which are sorted and apart."""
    before = bisect_left(starts, ref.end) - 1
    return before >= 0 and others[before].end > ref.start
