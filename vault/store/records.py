"""Writing the ledger: the records of one document in, or out, always as a whole.

Every function takes a connection inside a write transaction. Words, matters and officials of a record are kept
beside it under the scope of its town, so that nothing of one town is found under another.
"""

from __future__ import annotations

import json
import re
import sqlite3
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from vault.facts.names import surname
from vault.facts.told import said
from vault.facts.types import Article, LedgerRecord, Motion, Notice, RowFigure, Rule
from vault.store.keys import plain_key
from vault.text.words import content_words, stem

__all__ = ["forget_records", "put_records", "surname_key"]

_WORD = re.compile(r"[^\W\d_]+")
_INSERT = """
INSERT INTO records(doc_no, scope_no, kind, date, page, chunk_id, quality, action, fate, outcome, status, period,
  amount, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_SUM = re.compile(r"\d[\d,]*(?:\.\d+)?")
_MAX_WORDS = 60
"""Words of one record that are looked up; an object runs to a few lines."""


def surname_key(name: str) -> str:
    """The key of an official: the last word of the name, as minutes print "Smith" and "Jonathan Smith" for one."""
    return plain_key(surname(name))


def forget_records(connection: sqlite3.Connection, doc_no: int) -> None:
    """Removes the records of a document with all that hangs on them."""
    for table in ("record_words", "record_matters", "record_people"):
        connection.execute(
            f"DELETE FROM {table} WHERE record_id IN (SELECT id FROM records WHERE doc_no = ?)",  # noqa: S608 - our names
            (doc_no,),
        )
    connection.execute("DELETE FROM records WHERE doc_no = ?", (doc_no,))
    connection.execute("DELETE FROM unrecorded WHERE doc_no = ?", (doc_no,))


def put_records(connection: sqlite3.Connection, doc_no: int, records: Sequence[LedgerRecord]) -> int:
    """Stores the records of a document in place of its earlier ones; returns how many."""
    forget_records(connection, doc_no)
    scope_no, date = connection.execute("SELECT scope_no, date FROM documents WHERE doc_no = ?", (doc_no,)).fetchone()
    places: dict[str, list[tuple[int, int, int]]] = {}
    for section, *place in connection.execute(
        'SELECT section, start, id, "end" FROM chunks WHERE doc_no = ? ORDER BY start', (doc_no,)
    ):
        places.setdefault(section, []).append((place[0], place[1], place[2]))
    for record in records:
        chunk_id = _chunk_at(places.get(record.section, ()), record.start)
        _put(connection, doc_no, scope_no, date, chunk_id, record)
    return len(records)


def _chunk_at(chunks: Sequence[tuple[int, int, int]], start: int) -> int | None:
    """The chunk that holds the character at `start`; None when none does."""
    place = bisect_right([chunk[0] for chunk in chunks], start) - 1
    if place < 0:
        return None
    return chunks[place][1] if start < chunks[place][2] else None


def _put(
    connection: sqlite3.Connection, doc_no: int, scope_no: int, date: str, chunk_id: int | None, record: LedgerRecord
) -> None:
    fields = record.model_dump(mode="json", exclude_defaults=True, exclude={"page"})
    fields["kind"] = record.kind
    action, fate, outcome = (record.action, record.fate, record.outcome) if isinstance(record, Motion) else ("", "", "")
    status, period = (record.status, record.period) if isinstance(record, RowFigure) else ("", "")
    when = record.date if isinstance(record, Notice) and record.date else date
    row = (doc_no, scope_no, record.kind, when, record.page, chunk_id, record.quality, action, fate, outcome, status)
    data = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    cursor = connection.execute(_INSERT, (*row, period, _amount(record), data))
    record_id = int(cursor.lastrowid or 0)
    connection.executemany(
        "INSERT OR IGNORE INTO record_words(scope_no, stem, record_id, plain) VALUES (?, ?, ?, ?)",
        [(scope_no, word, record_id, plain) for word, plain in _words(record)],
    )
    connection.executemany(
        "INSERT OR IGNORE INTO record_matters(scope_no, key, record_id, name) VALUES (?, ?, ?, ?)",
        [(scope_no, matter.key, record_id, matter.name) for matter in record.matters],
    )
    connection.executemany(
        "INSERT OR IGNORE INTO record_people(scope_no, name, record_id, part) VALUES (?, ?, ?, ?)",
        [(scope_no, surname_key(name), record_id, part) for part, name in _officials(record) if surname_key(name)],
    )


def _amount(record: LedgerRecord) -> float | None:
    if isinstance(record, RowFigure):
        return record.amount
    sum_ = _SUM.search(record.amount) if isinstance(record, Motion | Article) else None
    return float(sum_.group().replace(",", "")) if sum_ else None


def _officials(record: LedgerRecord) -> Iterator[tuple[str, str]]:
    """Those who acted for the public in a vote; applicants and other people named are never listed."""
    if isinstance(record, Motion):
        yield "mover", record.mover
        yield "seconder", record.seconder
        for part, names in (
            ("against", record.vote.against),
            ("abstained", record.vote.abstaining),
            ("recused", record.vote.recused),
        ):
            yield from ((part, name) for name in names)


def _words(record: LedgerRecord) -> list[tuple[str, int]]:
    """Stems a record is found by; `plain` is 1 for a word that is no part of a name: written small or in capitals
    throughout, in the label of a row, or in the printed name of a matter."""
    text = said(record)
    known = " ".join(matter.name for matter in record.matters if matter.kind != "subject")
    loose = " ".join(matter.name for matter in record.matters if matter.kind == "subject")
    small = {
        word.lower() for word in _WORD.findall(text) if not word[0].isupper() or (word.isupper() and len(word) > 1)
    }
    plain = set(content_words(known)) | {word for word in content_words(text) if word in small}
    if isinstance(record, RowFigure | Article | Rule):
        plain |= set(content_words(text))
    every = list(dict.fromkeys((*content_words(known), *content_words(loose), *content_words(text))))[:_MAX_WORDS]
    return [(stem(word), int(word in plain or word.isdigit())) for word in every]
