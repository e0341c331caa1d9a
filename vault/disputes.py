"""Where records differ of the matters that some passages record: a draft and the approved minutes, proposed and voted.

A case, a parcel, a fund is named by its key, however it is spelled, so that it is followed from meeting to meeting
without a search. It refuses matters that only share a number from year to year, such as articles of a warrant.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from vault.facts.types import MatterKind
from vault.ledger import Disagreement, LedgerQuery, LedgerRow, disagreements
from vault.ports import Ledger
from vault.text.words import content_words, stem
from vault.types import Chunk

__all__ = ["disputes_among"]

_FOLLOWED: frozenset[MatterKind] = frozenset(
    ("case", "parcel", "fund", "budget", "contract", "resolution", "ordinance", "subject")
)
_MOST_MATTERS, _MOST_ROWS = 4, 60
"""Matters followed, and records read of each: a case has a dozen, a budget a few each year."""
_MOST_DISPUTES = 3
_SHOWN = 90


def disputes_among(ledger: Ledger, chunks: Sequence[Chunk], stems: Collection[str]) -> tuple[str, ...]:
    """In one sentence each where records differ of the matters that these local passages record and whose name says one
    of the stems; at most three."""
    pages = [(chunk.doc_id, page) for chunk in chunks if chunk.lane == "local" for page in chunk.pages]
    rows = ledger.on_pages(pages)
    asked = _asked(rows, stems)
    told = list(rows)
    for key, row in asked.items():
        query = LedgerQuery(key=key, town=row.town, state=row.state)
        told += ledger.rows(query, limit=_MOST_ROWS, order="time").rows
    once = {row.id: row for row in told if any(matter.key in asked for matter in row.record.matters)}
    return tuple(map(_dispute, disagreements(tuple(once.values()))[:_MOST_DISPUTES]))


def _asked(rows: Sequence[LedgerRow], stems: Collection[str]) -> dict[str, LedgerRow]:
    """Key of a matter of the records that the stems ask for -> the first record of it; those named most first."""
    wanted = frozenset(stems)
    met: dict[str, int] = {}
    first: dict[str, LedgerRow] = {}
    for row in rows:
        for matter in row.record.matters:
            shared = len(wanted & set(map(stem, content_words(matter.name))))
            if matter.kind in _FOLLOWED and shared:
                met[matter.key] = shared
                first.setdefault(matter.key, row)
    best = sorted(first, key=lambda key: -met[key])[:_MOST_MATTERS]
    return {key: first[key] for key in best}


def _dispute(pair: Disagreement) -> str:
    one, other = (f"{row.title}: “{' '.join(row.record.text.split())[:_SHOWN]}”" for row in (pair.one, pair.other))
    return f"{pair.about}: {one}; {other}"
