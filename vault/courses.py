"""What became of the matters that some passages record: the other passages that record them, and where records differ.

A case, a parcel, a fund is named by its key, however it is spelled, so that its course is followed from meeting to
meeting without a search. It refuses matters that only share a number from year to year, such as articles of a warrant.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from vault.facts.types import Matter, MatterKind
from vault.ledger import Disagreement, LedgerQuery, LedgerRow, Telling, disagreements
from vault.ports import Ledger
from vault.text.words import content_words, stem
from vault.types import Chunk, ChunkId
from vault.value import Value

__all__ = ["Course", "Courses", "courses_of"]

_FOLLOWED: frozenset[MatterKind] = frozenset(
    ("case", "parcel", "fund", "budget", "contract", "resolution", "ordinance", "subject")
)
_MOST_MATTERS, _MOST_ROWS = 4, 60
"""Matters followed, and records read of each: a case has a dozen, a budget a few each year."""
_MOST_DISPUTES = 3
_SHOWN = 90


class Course(Value):
    """A matter recorded in a passage held, and the other passages that record it, in order of time."""

    matter: str
    held: ChunkId
    others: tuple[Telling, ...] = ()


class Courses(Value):
    """The courses of the matters asked about, and in one sentence each where records of them differ."""

    courses: tuple[Course, ...] = ()
    disputes: tuple[str, ...] = ()


def courses_of(ledger: Ledger, chunks: Sequence[Chunk], stems: Collection[str]) -> Courses:
    """What became of the matters that these local passages record and whose name says one of the stems; the passages
    themselves are no part of a course."""
    pages = [(chunk.doc_id, page) for chunk in chunks if chunk.lane == "local" for page in chunk.pages]
    rows = ledger.on_pages(pages)
    known = {row.chunk_id for row in rows if row.chunk_id}
    found: list[Course] = []
    told = list(rows)
    for key, (matter, row) in _asked(rows, stems).items():
        query = LedgerQuery(key=key, town=row.town, state=row.state)
        course = ledger.rows(query, limit=_MOST_ROWS, order="time").rows
        told += course
        others = {one.chunk_id: one for one in course if one.chunk_id and one.chunk_id not in known}
        found.append(Course(matter=matter.name, held=row.chunk_id or "", others=tuple(map(_telling, others.values()))))
    keys = frozenset(_asked(rows, stems))
    once = {row.id: row for row in told if any(matter.key in keys for matter in row.record.matters)}
    differ = disagreements(tuple(once.values()))[:_MOST_DISPUTES]
    return Courses(courses=tuple(found), disputes=tuple(map(_dispute, differ)))


def _asked(rows: Sequence[LedgerRow], stems: Collection[str]) -> dict[str, tuple[Matter, LedgerRow]]:
    """Key -> a matter of the records that the stems ask for, and the first record of it; those named most first."""
    wanted = frozenset(stems)
    met: dict[str, int] = {}
    first: dict[str, tuple[Matter, LedgerRow]] = {}
    for row in rows:
        for matter in row.record.matters:
            shared = len(wanted & set(map(stem, content_words(matter.name))))
            if matter.kind in _FOLLOWED and shared:
                met[matter.key] = shared
                first.setdefault(matter.key, (matter, row))
    best = sorted(first, key=lambda key: -met[key])[:_MOST_MATTERS]
    return {key: first[key] for key in best}


def _telling(row: LedgerRow) -> Telling:
    return Telling(row.chunk_id or "", row.doc_id, row.page or 0, row.date, 1.0)


def _dispute(pair: Disagreement) -> str:
    one, other = (f"{row.title}: “{' '.join(row.record.text.split())[:_SHOWN]}”" for row in (pair.one, pair.other))
    return f"{pair.about}: {one}; {other}"
