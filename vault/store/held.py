"""The gap ledger: what the vault does not hold, so that an empty answer can say why.

Lists, per town and board, the months with and without records, the pages that could not be read and the files that
were refused. It counts what is there; it does not know when a board really met.
"""

from __future__ import annotations

import json
import sqlite3
from itertools import groupby

from vault.store.filters import document_where
from vault.store.index import VaultIndex
from vault.types import Filters, Value

__all__ = ["BoardMonths", "GapLedger", "RefusedFile", "UnreadPages", "gap_ledger"]

_ANY = Filters()
_LONGEST_MONTHS = 1200  # a hundred years; a misread year must not print a page of empty months


class BoardMonths(Value):
    """One board of one town: how many dated records per month ("2025-05"), and the months between without any."""

    town: str
    board: str
    held: tuple[tuple[str, int], ...]
    missing: tuple[str, ...]
    undated: int
    """Records whose month is not known; they may fill a gap."""
    state: str = ""


class UnreadPages(Value):
    """Pages of one document that could not be read, and why."""

    doc_id: str
    source: str
    pages: tuple[int, ...]
    reason: str


class RefusedFile(Value):
    """A file, or one row of a file, that did not come in, and why."""

    source: str
    reason: str


class GapLedger(Value):
    """All three lists, each in a stable order."""

    boards: tuple[BoardMonths, ...]
    unread: tuple[UnreadPages, ...]
    refused: tuple[RefusedFile, ...]


def _months_between(first: str, last: str) -> tuple[str, ...]:
    start, end = (int(month[:4]) * 12 + int(month[5:7]) - 1 for month in (first, last))
    return tuple(f"{n // 12:04}-{n % 12 + 1:02}" for n in range(start, min(end, start + _LONGEST_MONTHS) + 1))


def _board(town: str, board: str, dates: list[str]) -> BoardMonths:
    months = sorted(date[:7] for date in dates if len(date) >= 7)
    held = tuple((month, len(list(same))) for month, same in groupby(months))
    present = set(months)
    span = _months_between(months[0], months[-1]) if months else ()
    return BoardMonths(
        town=town,
        board=board,
        held=held,
        missing=tuple(month for month in span if month not in present),
        undated=len(dates) - len(months),
    )


def _boards(connection: sqlite3.Connection, filters: Filters) -> tuple[BoardMonths, ...]:
    where = document_where(filters)
    rows = connection.execute(
        "SELECT state, town_key, board_key, town, board, date FROM documents"  # noqa: S608 - conditions of ours, values bound
        f" WHERE lane = 'local' AND board <> '' AND {where.sql} ORDER BY town_key, state, board_key, date",
        where.parameters,
    ).fetchall()
    return tuple(
        _board(same[0][3], same[0][4], [row[5] for row in same]).changed(state=same[0][0])
        for same in (list(group) for _, group in groupby(rows, key=lambda row: row[:3]))
    )


def _unread(connection: sqlite3.Connection, filters: Filters) -> tuple[UnreadPages, ...]:
    where = document_where(filters)
    rows = connection.execute(
        "SELECT doc_id, source, json_group_array(number), min(reason) FROM"  # noqa: S608 - conditions of ours
        " (SELECT d.doc_id, d.source, p.number, p.reason FROM pages AS p JOIN documents AS d USING(doc_no)"
        f" WHERE p.origin = 'unread' AND d.doc_no IN (SELECT doc_no FROM documents WHERE {where.sql})"
        " ORDER BY d.doc_id, p.number) GROUP BY doc_id ORDER BY doc_id",
        where.parameters,
    )
    return tuple(
        UnreadPages(doc_id=doc_id, source=source, pages=tuple(sorted(json.loads(numbers))), reason=reason)
        for doc_id, source, numbers, reason in rows
    )


def _refused(connection: sqlite3.Connection) -> tuple[RefusedFile, ...]:
    rows = connection.execute("SELECT source, outcome, reason, problems FROM files ORDER BY source")
    found: list[RefusedFile] = []
    for source, outcome, reason, problems in rows:
        if outcome == "refused":
            found.append(RefusedFile(source=source, reason=reason))
        found += [
            RefusedFile(source=row["source"], reason=row["reason"])
            for row in json.loads(problems)
            if row["outcome"] == "refused"
        ]
    return tuple(found)


def gap_ledger(vault: VaultIndex, filters: Filters = _ANY) -> GapLedger:
    """The ledger of the records that pass the filters; refused files have no town yet, so they are always all listed.

    Boards in order of town and board; months ascending.
    """
    with vault.reading() as connection:
        return GapLedger(
            boards=_boards(connection, filters),
            unread=_unread(connection, filters),
            refused=_refused(connection),
        )
