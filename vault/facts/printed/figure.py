"""The figure of one cell in its row: label, head, year, unit, and what kind of sum it is.

Knows no layout: who finds the rows of a table is `vault.facts.tables`.
"""

from __future__ import annotations

import re
from typing import Final

from vault.facts.cells import Cell, Line, amount_of, unit_of
from vault.facts.heads import period_in, without_period
from vault.facts.types import FigureStatus, Quality, RowFigure, Slot

__all__ = ["figure", "status_of", "statuses_in"]

_STATUS: Final[tuple[tuple[FigureStatus, re.Pattern[str]], ...]] = (
    ("default", re.compile(r"\bdefault\b", re.I)),
    ("requested", re.compile(r"\brequest(?:ed|s)?\b", re.I)),
    ("recommended", re.compile(r"(?<!\bnot )\brecommend(?:ed|s|ation)?\b", re.I)),
    ("amended", re.compile(r"\bamended\b|\brevised\b", re.I)),
    ("proposed", re.compile(r"\bpropos(?:ed|al)\b|\bestimated?\b|\blooking to\b", re.I)),
    (
        "actual",
        re.compile(r"\bactuals?\b|\bexpended\b|\bspent\b|\breceived\b|\bpaid\b|\baudited\b|\bcollected\b", re.I),
    ),
    ("voted", re.compile(r"\bpassed\b|\bvoted\b|\bas approved\b|\badopted\b|\bappropriated\b", re.I)),
    ("rate", re.compile(r"\brates?\b", re.I)),
    ("fee", re.compile(r"\bfees?\b|\bfine\b|\bdeposit\b", re.I)),
)
_REFUSED: Final = re.compile(r"\bnot\s+recommended\b", re.I)
"""A head that says what a sum is not; words over the table do not outweigh it."""


def statuses_in(words: str) -> list[FigureStatus]:
    """Every status that words say, in the order in which one is preferred."""
    return [status for status, pattern in _STATUS if pattern.search(words)]


def status_of(words: str) -> FigureStatus:
    """Proposed, recommended, voted, actual …, as the words of a head or heading say; empty when they say none."""
    return next(iter(statuses_in(words)), "")


def figure(
    label: str, cell: Cell, line: Line, *, column: str, period: str, quality: Quality, hint: str = ""
) -> RowFigure:
    """The figure of one cell in its row. `hint` are words over the table that may tell the status."""
    own = period_in(column)
    head = without_period(column)
    return RowFigure(
        text=line.text,
        start=line.start,
        end=line.end,
        quality=quality,
        slots=(Slot(name="value", start=cell.start, end=cell.end),),
        label=label,
        column=head,
        period=own or period,
        unit=unit_of(cell.text, head),
        value=cell.text,
        amount=amount_of(cell.text),
        status=status_of(head) or ("" if _REFUSED.search(head) else status_of(hint)),
    )
