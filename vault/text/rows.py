"""Whether a text is rows of a table: figures more than words.

It refuses to read the rows: `vault/facts/tables.py` does.
"""

from __future__ import annotations

__all__ = ["in_table", "is_row"]

_TABLE_REACH, _TABLE_SHARE = 200, 0.4
"""Of the words within so many characters, this share with digits makes a table: of one only the row and its neighbours
are shown; whole tables of other places' rates took a third of some dossiers."""


def is_row(text: str) -> bool:
    """Whether a text is figures more than words."""
    tokens = text.split()
    return sum(any(map(str.isdigit, token)) for token in tokens) >= _TABLE_SHARE * max(1, len(tokens))


def in_table(text: str, start: int, end: int) -> bool:
    """Whether what stands around a place is figures more than words: the rows of a table."""
    return is_row(text[max(0, start - _TABLE_REACH) : end + _TABLE_REACH])
