"""What a board has before it, read from the ledger: the matters left open, the last meeting, the days to come.

Lines of rows with their pages, for the prompt that prepares a meeting. It writes no sentence about them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from mcp_server.results.ledger import act_line, act_view, completeness_lines, disagreement_lines, is_routine
from vault.errors import InputError
from vault.ledger import LedgerQuery, LedgerRow
from vault.ports import Ledger

__all__ = ["brief_of"]

_MOST = 3_000
"""Acts of one board read for a brief: some years of a board that meets every week."""
_SHOWN = 12
"""Rows of one part: a brief is one page."""
_OPEN = frozenset({"continued", "tabled"})


def brief_of(ledger: Ledger, scope: LedgerQuery, topics: str) -> tuple[str, ...]:
    """The lines of the brief on the body of the scope, in Markdown: its parts in the order open, last meeting, days to
    come, one part for each of the topics, and how complete it is; a part without rows says so."""
    answer = ledger.rows(scope.changed(kinds=("motion",)), limit=_MOST, order="time")
    acts = [row for row in answer.rows if not is_routine(row)]
    last = acts[-1].date if acts else ""
    announced = ledger.rows(scope.changed(kinds=("notice",), date_from=last), limit=_MOST, order="time").rows
    parts: list[tuple[str, Sequence[LedgerRow]]] = [
        ("Continued or tabled, and not decided since", _left_open(acts)),
        (f"Decided at the last meeting held ({last or 'none'})", [row for row in acts if row.date == last]),
        ("Hearings, deadlines and meetings announced for later", _once(announced)),
    ]
    lines = [line for title, rows in parts for line in _part(title, rows)]
    for topic in _topics(topics):
        lines += _about(ledger, scope, topic)
    return (*lines, *disagreement_lines(answer.disagreements), *completeness_lines(answer.completeness))


def _topics(topics: str) -> list[str]:
    return [topic for part in re.split(r"[;\n]", topics) if (topic := part.strip())][:5]


def _about(ledger: Ledger, scope: LedgerQuery, topic: str) -> list[str]:
    """The newest acts whose matter is the topic, else those whose words name it, of any body of the town."""
    title, town = f"On record about {topic}", scope.changed(body="")
    try:
        found = ledger.rows(town.changed(matter=topic), limit=_MOST, order="time").rows
        return _part(title, found or ledger.rows(town.changed(words=topic), limit=_MOST, order="time").rows)
    except InputError as error:
        return [f"### {title}", f"- {error.message} {error.next_step}".rstrip(), ""]


def _once(rows: Sequence[LedgerRow]) -> list[LedgerRow]:
    """Each announced day once for each thing it is for."""
    return list({(row.date, getattr(row.record, "what", "")): row for row in reversed(rows)}.values())[::-1]


def _left_open(acts: Iterable[LedgerRow]) -> list[LedgerRow]:
    """The last act of each matter that put it off, where no later act names the matter."""
    latest: dict[str, LedgerRow] = {}
    for row in acts:
        for matter in row.record.matters:
            latest[matter.key] = row
    put_off = {row.id: row for row in latest.values() if getattr(row.record, "outcome", "") in _OPEN}
    return list(put_off.values())


def _part(title: str, rows: Sequence[LedgerRow]) -> list[str]:
    shown = [act_line(act_view(row)) for row in rows[-_SHOWN:]]
    left = [f"- {len(rows) - _SHOWN} earlier rows are not shown."] if len(rows) > _SHOWN else []
    return [f"### {title}", *(shown or ["- none on record"]), *left, ""]
