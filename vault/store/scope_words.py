"""Which scopes hold a word: one small index over the stems of every scope, so that a search of all towns opens only
those that can match.

It may name a scope whose last such word is gone, never the other way round: a scope that has changed since it was
counted is named for every word. A few bytes for each stem of a scope.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

__all__ = ["SCOPE_WORDS", "fill_scope_words", "scopes_with"]

SCOPE_WORDS = (
    "CREATE VIRTUAL TABLE IF NOT EXISTS scope_words USING fts5(stems, content='', columnsize=0, detail=none,"
    " tokenize='unicode61 remove_diacritics 2')"
)
"""A row is a scope: its number, and its stems as they stand in its own index."""


def fill_scope_words(connection: sqlite3.Connection, scope_no: int, vocabulary: str) -> None:
    """Adds what the scope's index (its term table is `vocabulary`) holds and this one does not yet. Inside a write
    transaction."""
    held = [term for (term,) in connection.execute(f"SELECT term FROM {vocabulary}")]  # noqa: S608 - a name of ours
    (counted,) = connection.execute("SELECT counted FROM scopes WHERE no = ?", (scope_no,)).fetchone()
    fresh = [term for term in held if not _has(connection, scope_no, term)] if counted else held
    if fresh:
        connection.execute("INSERT INTO scope_words(rowid, stems) VALUES (?, ?)", (scope_no, " ".join(fresh)))


def _has(connection: sqlite3.Connection, scope_no: int, stem: str) -> bool:
    query = "SELECT 1 FROM scope_words WHERE scope_words MATCH ? AND rowid = ?"
    return connection.execute(query, (_quoted((stem,)), scope_no)).fetchone() is not None


def _quoted(stems: Iterable[str]) -> str:
    return " AND ".join('"' + one.replace('"', '""') + '"' for one in stems)


def scopes_with(connection: sqlite3.Connection, stems: Sequence[str]) -> frozenset[int]:
    """The scopes that may hold all of these stems; those not counted yet are among them. None for no stem."""
    if not stems:
        return frozenset()
    found = connection.execute("SELECT rowid FROM scope_words WHERE scope_words MATCH ?", (_quoted(stems),))
    fresh = connection.execute("SELECT no FROM scopes WHERE counted <> changed")
    return frozenset(no for rows in (found, fresh) for (no,) in rows)
