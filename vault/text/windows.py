"""Stretches of a text worth reading closely: those around a word that a grammar cannot do without.

A grammar that begins with a name would try every capital letter of a page; with windows it tries those near its word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["joined", "windows"]


def joined(spans: Iterable[tuple[int, int]], apart: int = 0) -> tuple[tuple[int, int], ...]:
    """Half-open spans in order, those no more than so many characters `apart` as one."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1] + apart:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return tuple(found)


def windows(text: str, word: re.Pattern[str], before: int, after: int) -> tuple[tuple[int, int], ...]:
    """Stretches from `before` characters before each match of `word` to `after` characters behind it, joined where they
    meet, in order."""
    places = (match.span() for match in word.finditer(text))
    return joined((max(0, start - before), min(len(text), end + after)) for start, end in places)
