"""Stretches of a text worth reading closely: those around a word that a grammar cannot do without.

A grammar that begins with a name would try every capital letter of a page; with windows it tries those near its word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["windows"]


def windows(text: str, word: re.Pattern[str], before: int, after: int) -> Iterator[tuple[int, int]]:
    """Stretches from `before` characters before each match of `word` to `after` characters behind it, joined where they
    meet, in order."""
    low = high = -1
    for match in word.finditer(text):
        start, end = max(0, match.start() - before), min(len(text), match.end() + after)
        if start > high:
            if high >= 0:
                yield low, high
            low = start
        high = end
    if high >= 0:
        yield low, high
