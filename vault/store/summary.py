"""A first glance at a vault file: what it holds, in one short read, without opening it for work.

For a status line or a server's greeting, where loading the whole vault would cost more than the answer. It never
raises for a missing, damaged or busy file and never writes.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from vault.value import Value

__all__ = ["Glance", "glance"]

_TOWNS = 8
"""Towns named; a greeting is no list."""
_WAIT_S = 0.5


class Glance(Value):
    """What was seen. `trouble` is "missing", "unreadable" or empty; without trouble the counts are true."""

    trouble: str = ""
    local_documents: int = 0
    state_documents: int = 0
    unread_pages: int = 0
    date_from: str = ""
    date_to: str = ""
    towns: tuple[str, ...] = ()
    """The towns with most records, most first, at most eight."""
    all_towns: int = 0


def glance(path: Path) -> Glance:
    """The glance at the file; all zero for an empty vault."""
    if not path.is_file():
        return Glance(trouble="missing")
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=_WAIT_S)
    except sqlite3.Error:
        return Glance(trouble="unreadable")
    try:
        return _seen(connection)
    except sqlite3.Error:
        return Glance(trouble="unreadable")
    finally:
        connection.close()


def _seen(connection: sqlite3.Connection) -> Glance:
    local, state, unread, first, last = connection.execute(
        "SELECT coalesce(sum(documents * (lane = 'local')), 0), coalesce(sum(documents * (lane = 'state')), 0),"
        " coalesce(sum(unread), 0), coalesce(min(nullif(first, '')), ''), coalesce(max(last), '')"
        " FROM totals JOIN scopes ON no = scope_no"
    ).fetchone()
    towns = connection.execute(
        "SELECT town, sum(documents) FROM totals JOIN scopes ON no = scope_no WHERE lane = 'local' AND town <> ''"
        " GROUP BY no ORDER BY 2 DESC, 1"
    ).fetchall()
    return Glance(
        local_documents=local,
        state_documents=state,
        unread_pages=unread,
        date_from=first,
        date_to=last,
        towns=tuple(name for name, _ in towns[:_TOWNS]),
        all_towns=len(towns),
    )
