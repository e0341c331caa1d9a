"""What the tables of a state tell of one town: the figures of its row, each under its column head.

Values, and one question to the ledger. It refuses figures without a head: a number of no column tells nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from vault.errors import InputError
from vault.ledger import LedgerQuery
from vault.ports import Ledger
from vault.store.keys import plain_key
from vault.types import ChunkId

__all__ = ["TableCell", "table_cells"]

_MOST_CELLS = 200
"""Figures read of one town; the statewide tables of two years hold some fifty of each."""


class TableCell(NamedTuple):
    """One figure of a town's row. `about` is the title of the table and who publishes it."""

    chunk_id: ChunkId
    place: str
    """The town, district or village of the row."""
    row: str
    head: str
    year: str
    value: str
    about: str


def table_cells(ledger: Ledger, town: str, state: str) -> tuple[TableCell, ...]:
    """The figures of the town's rows in statewide tables of that state, in order of place; () for no town, and for the
    name of a person, whom the ledger does not look up."""
    if not town:
        return ()
    try:
        rows = ledger.rows(LedgerQuery(kinds=("figure",), state=state, words=town), limit=_MOST_CELLS).rows
    except InputError:
        return ()
    return tuple(
        TableCell(
            chunk_id=row.chunk_id,
            place=town,
            row=" ".join(row.record.text.split()),
            head=" ".join(row.record.column.split()),
            year=row.record.period[:4] or row.date[:4],
            value=" ".join(row.record.value.split()),
            about=f"{row.title} {row.board}",
        )
        for row in rows
        if row.record.kind == "figure"
        and row.chunk_id
        and not row.town
        and row.record.column
        and plain_key(row.record.label) == plain_key(town)
    )
