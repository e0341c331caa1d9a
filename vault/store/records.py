"""Writing the ledger: the records of one document in, or out, always as a whole.

Every function takes a connection inside a write transaction. Words, matters and officials of a record are kept
beside it under the scope of its town, so that nothing of one town is found under another.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from vault.facts.cells import amount_of
from vault.facts.outcomes import said
from vault.facts.types import Article, LedgerRecord, Motion, Notice, Officer, RowFigure, Rule, Utterance
from vault.ledger import surname_key
from vault.text.packing import packed_numbers
from vault.text.patterns import lazy_regex
from vault.text.words import content_words, stem

__all__ = ["forget_records", "keys_of", "officials_of", "put_records", "record_fields", "words_of"]

_WORD = lazy_regex(r"[^\W\d_]+")
_INSERT = """
INSERT INTO records(id, doc_no, scope_no, kind, date, page, chunk_id, quality, action, fate, outcome, status, period,
  amount, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_LOOKS_BACK, _YEAR_DAYS = 31, 365
"""Days before it was told that an announced day may lie."""
_MAX_WORDS = 60
"""Words of one record that are looked up; an object runs to a few lines."""


def forget_records(connection: sqlite3.Connection, doc_no: int) -> None:
    """Removes the records of a document with all that hangs on them."""
    first, last, scope_no = connection.execute(
        "SELECT min(id), max(id), max(scope_no) FROM records WHERE doc_no = ?", (doc_no,)
    ).fetchone()
    connection.execute("DELETE FROM record_words WHERE scope_no = ? AND doc_no = ?", (scope_no, doc_no))
    for table in ("record_matters", "record_people") if first is not None else ():
        connection.execute(  # the records of a document have numbers of their own in a row: no index is needed
            f"DELETE FROM {table} WHERE scope_no = ? AND record_id BETWEEN ? AND ?",  # noqa: S608 - our names
            (scope_no, first, last),
        )
    connection.execute("DELETE FROM records WHERE doc_no = ?", (doc_no,))
    connection.execute("DELETE FROM unrecorded WHERE doc_no = ?", (doc_no,))


def put_records(connection: sqlite3.Connection, doc_no: int, records: Sequence[LedgerRecord]) -> int:
    """Stores the records of a document in place of its earlier ones; returns how many."""
    forget_records(connection, doc_no)
    scope_no, told_on = connection.execute(
        "SELECT scope_no, date FROM documents WHERE doc_no = ?", (doc_no,)
    ).fetchone()
    (first,) = connection.execute("SELECT coalesce(max(id), 0) + 1 FROM records").fetchone()
    places: dict[str, list[tuple[int, int, int]]] = {}
    for section, *place in connection.execute(
        'SELECT section, start, id, "end" FROM chunks WHERE doc_no = ? ORDER BY start', (doc_no,)
    ):
        places.setdefault(section, []).append((place[0], place[1], place[2]))
    for number, (record, data) in enumerate(zip(records, packed_records(records), strict=True), first):
        chunk_id = _chunk_at(places.get(record.section, ()), record.start)
        facts = keys_of(record, told_on)
        place = (facts.kind, facts.date, record.page, chunk_id, *facts[2:])
        connection.execute(_INSERT, (number, doc_no, scope_no, *place, data))
        _put_names(connection, scope_no, number, record)
    _put_words(connection, (scope_no, doc_no), list(enumerate(records, first)))
    return len(records)


_PACK = 64
"""Records whose words are packed together: neighbours are alike, and so packed they take a seventh of the room."""


def packed_records(records: Sequence[LedgerRecord]) -> list[bytes | str]:
    """What stands in the column `data` for each record: in the first of a pack the words of all of it, compressed, in
    the others how many records back the first one is."""
    found: list[bytes | str] = []
    for place in range(len(records)):
        if place % _PACK:
            found.append(str(place % _PACK))
            continue
        fields = [_fields(one) for one in records[place : place + _PACK]]
        lines = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
        found.append(zlib.compress(lines.encode("utf-8"), 9))
    return found


def _fields(record: LedgerRecord) -> dict[str, object]:
    return record.model_dump(mode="json", exclude_defaults=True, exclude={"page"}) | {"kind": record.kind}


@lru_cache(maxsize=256)
def _unpacked(pack: bytes) -> tuple[dict[str, object], ...]:
    return tuple(json.loads(zlib.decompress(pack)))


def record_fields(data: bytes | str, pack: bytes | str) -> dict[str, object]:
    """The fields of a record from its own `data` and that of the first of its pack."""
    if isinstance(pack, str):  # a vault of an earlier grammar, which the next ingest fills anew
        return dict(json.loads(pack))
    return dict(_unpacked(pack)[int(data) if isinstance(data, str) else 0])


def _chunk_at(chunks: Sequence[tuple[int, int, int]], start: int) -> int | None:
    """The chunk that holds the character at `start`; None when none does."""
    place = bisect_right([chunk[0] for chunk in chunks], start) - 1
    if place < 0:
        return None
    return chunks[place][1] if start < chunks[place][2] else None


class RecordKeys(NamedTuple):
    """The fields a question narrows records by; empty where a kind of record has none."""

    kind: str
    date: str
    """The day the record is of: that of its document, or the one a notice announces."""
    quality: str
    action: str
    fate: str
    outcome: str
    status: str
    period: str
    amount: float | None


def keys_of(record: LedgerRecord, told_on: str) -> RecordKeys:
    """What a record of a document of this date is narrowed by."""
    action, fate, outcome = (record.action, record.fate, record.outcome) if isinstance(record, Motion) else ("", "", "")
    status, period = (record.status, record.period) if isinstance(record, RowFigure) else ("", "")
    when = _in_year(record.date, told_on) if isinstance(record, Notice) and record.date else told_on
    return RecordKeys(record.kind, when, record.quality, action, fate, outcome, status, period, _amount(record))


def _in_year(day: str, told: str) -> str:
    """A day without a year as the one within the month before it was told or the year after: minutes of December that
    announce January mean the next. Other days, and those of records without a full date, as they are."""
    try:
        on = date.fromisoformat(told)
        nearby = [date.fromisoformat(f"{year}{day[1:]}") for year in (on.year - 1, on.year, on.year + 1)]
    except ValueError:
        return day
    return next((one.isoformat() for one in nearby if -_LOOKS_BACK <= (one - on).days < _YEAR_DAYS - _LOOKS_BACK), day)


def _put_words(
    connection: sqlite3.Connection, place: tuple[int, int], numbered: Sequence[tuple[int, LedgerRecord]]
) -> None:
    """The words the records of one document (scope and number) are found by, a row each."""
    held: defaultdict[str, dict[int, int]] = defaultdict(dict)
    for number, record in numbered:
        for word, plain in words_of(record):
            held[word].setdefault(number, plain)
    connection.executemany(
        "INSERT INTO record_words(scope_no, stem, doc_no, plain, records) VALUES (?, ?, ?, ?, ?)",
        [(place[0], word, place[1], max(known.values()), packed_numbers(known)) for word, known in held.items()],
    )


def _put_names(connection: sqlite3.Connection, scope_no: int, record_id: int, record: LedgerRecord) -> None:
    """The matters and officials a record is found by."""
    connection.executemany(
        "INSERT OR IGNORE INTO record_matters(scope_no, key, record_id, name) VALUES (?, ?, ?, ?)",
        [(scope_no, matter.key, record_id, matter.name) for matter in record.matters],
    )
    connection.executemany(
        "INSERT OR IGNORE INTO record_people(scope_no, name, record_id, part) VALUES (?, ?, ?, ?)",
        [(scope_no, surname_key(name), record_id, part) for part, name in officials_of(record) if surname_key(name)],
    )


def _amount(record: LedgerRecord) -> float | None:
    if isinstance(record, RowFigure):
        return record.amount
    return amount_of(record.amount) if isinstance(record, Motion | Article) and record.amount else None


def officials_of(record: LedgerRecord) -> Iterator[tuple[str, str]]:
    """Those who voted, held an office or spoke for the public; applicants and other people named are never listed."""
    if isinstance(record, Motion):
        yield "mover", record.mover
        yield "seconder", record.seconder
        for part, names in (
            ("against", record.vote.against),
            ("abstained", record.vote.abstaining),
            ("recused", record.vote.recused),
        ):
            yield from ((part, name) for name in names)
    elif isinstance(record, Officer):
        yield "office", record.person
    elif isinstance(record, Utterance):
        yield from (("speaker", name) for name in record.speaker.split(" and "))


def words_of(record: LedgerRecord) -> list[tuple[str, int]]:
    """Stems a record is found by; `plain` is 1 for a word that is no part of a name: written small or in capitals
    throughout, in the label of a row, or in the printed name of a matter."""
    text = said(record)
    known = " ".join(matter.name for matter in record.matters if matter.kind != "subject")
    loose = " ".join(matter.name for matter in record.matters if matter.kind == "subject")
    small = {
        word.lower() for word in _WORD.findall(text) if not word[0].isupper() or (word.isupper() and len(word) > 1)
    }
    of_matter, of_text = content_words(known), content_words(text)
    labelled = isinstance(record, RowFigure | Article | Rule | Officer)
    plain = {*of_matter, *(word for word in of_text if labelled or word in small)}
    every = list(dict.fromkeys((*of_matter, *content_words(loose), *of_text)))[:_MAX_WORDS]
    return [(stem(word), int(word in plain or word.isdigit())) for word in every]
