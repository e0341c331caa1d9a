"""What is new in the vault: documents whose file came in, or whose meeting was, on or after a day.

Reads only. A file that was read again because it changed counts as new on the day it was read.
"""

from __future__ import annotations

from vault.store.index import VaultIndex
from vault.value import Value

__all__ = ["Arrival", "arrivals"]


class Arrival(Value):
    """A document that is new; `came` is the ISO day its file was last read, empty for one without a file."""

    doc_id: str
    title: str
    lane: str
    state: str
    town: str
    board: str
    doc_type: str
    date: str
    came: str


def arrivals(vault: VaultIndex, since: str, town: str = "") -> tuple[Arrival, ...]:
    """Documents new since the ISO day (that day included), by town, board and date.

    Of a vault that was filled since that day only the dates of the documents count: all of its files came in.
    """
    with vault.reading() as connection:
        (filled,) = connection.execute("SELECT coalesce(min(substr(seen, 1, 10)), '') FROM files").fetchone()
        rows = connection.execute(
            "SELECT d.doc_id, d.title, d.lane, d.state, d.town, d.board, d.doc_type, d.date,"
            " coalesce(substr(f.seen, 1, 10), '') AS came FROM documents AS d LEFT JOIN files AS f ON f.path = d.path"
            " WHERE ((came >= :since AND :filled < :since) OR d.date >= :since)"
            " AND (:town = '' OR d.town = :town COLLATE NOCASE)"
            " ORDER BY d.town, d.board, d.date, d.doc_no",
            {"since": since, "town": town, "filled": filled},
        ).fetchall()
    names = ("doc_id", "title", "lane", "state", "town", "board", "doc_type", "date", "came")
    return tuple(Arrival.model_validate(dict(zip(names, row, strict=True))) for row in rows)
