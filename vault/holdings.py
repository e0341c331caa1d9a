"""What a vault holds, counted: the months of a board, the spread of a search's matches.

Values, and the arithmetic that needs no engine. It counts what is there; it does not know when a board really met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from vault.store.keys import place_key, plain_key
from vault.value import Value

__all__ = ["BoardMonths", "CitedLaw", "Facets", "months_by_board", "months_missing", "spread"]

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


class CitedLaw(Value):
    """A cite as a local record writes it, with the record."""

    cite: str
    doc_id: str
    title: str


class Facets(Value):
    """Matching passages and documents in all, and the passages by document id, year and body, most first."""

    passages: int = 0
    documents: int = 0
    by_document: tuple[tuple[str, int], ...] = ()
    by_year: tuple[tuple[str, int], ...] = ()
    by_body: tuple[tuple[str, int], ...] = ()
    uncounted: int = 0
    """Places that may hold more and were not counted."""


def months_between(first: str, last: str) -> tuple[str, ...]:
    """The months from one to another ("2025-05"), both included."""
    start, end = (int(month[:4]) * 12 + int(month[5:7]) - 1 for month in (first, last))
    return tuple(f"{n // 12:04}-{n % 12 + 1:02}" for n in range(start, min(end, start + _LONGEST_MONTHS) + 1))


def months_missing(dates: Sequence[str]) -> tuple[str, ...]:
    """The months between the first and the last of some dates in which none of them lies; () without a month."""
    held = {date[:7] for date in dates if len(date) >= 7}
    return tuple(month for month in months_between(min(held), max(held)) if month not in held) if held else ()


def months_by_board(records: Iterable[tuple[str, str, str, str]]) -> tuple[BoardMonths, ...]:
    """The months of each board, in order of town and board, from the state, town, board and date of its records; a date
    is an ISO text that may be empty or a year alone."""

    def place(record: tuple[str, str, str, str]) -> tuple[str, str, str]:
        return place_key(record[1]), record[0], plain_key(record[2])

    boards = (list(same) for _, same in groupby(sorted(records, key=lambda one: (place(one), one[3])), key=place))
    return tuple(_board_months(*same[0][:3], [date for *_, date in same]) for same in boards)


def _board_months(state: str, town: str, board: str, dates: Sequence[str]) -> BoardMonths:
    months = sorted(date[:7] for date in dates if len(date) >= 7)
    held = tuple((month, len(list(same))) for month, same in groupby(months))
    present = set(months)
    span = months_between(months[0], months[-1]) if months else ()
    return BoardMonths(
        state=state,
        town=town,
        board=board,
        held=held,
        missing=tuple(month for month in span if month not in present),
        undated=len(dates) - len(months),
    )


def spread(matches: Iterable[tuple[str, str, str, int]]) -> Facets:
    """The facets of matches, each a document id, its date, its body and how many passages of it match."""
    documents: Counter[str] = Counter()
    years: Counter[str] = Counter()
    bodies: Counter[str] = Counter()
    for doc_id, date, body, count in matches:
        documents[doc_id] += count
        years[date[:4] or "undated"] += count
        bodies[body or "none"] += count
    return Facets(
        passages=documents.total(),
        documents=len(documents),
        by_document=_most_first(documents),
        by_year=tuple(sorted(years.items(), reverse=True)),
        by_body=_most_first(bodies),
    )


def _most_first(counted: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counted.items(), key=lambda one: (-one[1], one[0])))
