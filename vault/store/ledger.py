"""The ledger of a vault file, read: records listed and counted, each with the place to cite.

Every answer says how complete it is. Nobody is profiled: a person is found only as an
official in an act, and words that are only ever written as names find nothing (decision 42).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from pydantic import TypeAdapter

from vault.asked_matters import (
    article_key,
    is_loose,
    is_of_a_thing,
    keys_of_matter,
    naming_words,
    nobody_acted,
    only_a_name,
    other_names,
    told_as,
)
from vault.errors import InputError
from vault.facts.types import LedgerRecord
from vault.holdings import months_missing
from vault.ledger import Completeness, LedgerAnswer, LedgerQuery, LedgerRow, Order, disagreements, surname_key
from vault.store.filters import Where, all_of, any_of, document_where
from vault.store.keys import CHUNK_NAME, date_range_sql, place_key, plain_key
from vault.store.records import record_fields
from vault.text.words import content_words, stem

if TYPE_CHECKING:
    from vault.store.index import VaultIndex

__all__ = ["StoredLedger"]

_RECORD: TypeAdapter[LedgerRecord] = TypeAdapter(LedgerRecord)
_ROW = f"""
SELECT r.id, r.data, p.data, r.page, CASE WHEN c.id IS NULL THEN NULL ELSE {CHUNK_NAME} END, d.doc_id, d.title,
  d.state, d.town, d.board, r.date, d.doc_type, d.status, d.source, d.url
  FROM records AS r JOIN documents AS d USING(doc_no) LEFT JOIN chunks AS c ON c.id = r.chunk_id
  JOIN records AS p ON p.id = r.id - CASE typeof(r.data) WHEN 'blob' THEN 0 ELSE CAST(r.data AS INTEGER) END
"""  # noqa: S608 - a name of ours
_ORDER: dict[Order, str] = {
    "place": "d.date DESC, d.doc_id, r.id",
    "time": "r.date, d.doc_id, r.id",
    "amount": "r.amount DESC, r.id",
}


class StoredLedger:
    """The ledger of one vault file: `vault.ports.Ledger`."""

    def __init__(self, index: VaultIndex) -> None:
        self._index = index

    def rows(self, query: LedgerQuery, *, limit: int = 50, offset: int = 0, order: Order = "place") -> LedgerAnswer:
        """The records that pass, at most `limit` from `offset` on. Raises `InputError` for a query that asks for a
        private person."""
        where = self._where(query)
        with self._index.reading() as connection:
            (total,) = connection.execute(
                f"SELECT count(*) FROM records AS r JOIN documents AS d USING(doc_no) WHERE {where.sql}",  # noqa: S608
                where.parameters,
            ).fetchone()
            found = connection.execute(
                f"{_ROW} WHERE {where.sql} ORDER BY {_ORDER[order]} LIMIT ? OFFSET ?",
                (*where.parameters, max(limit, 0), max(offset, 0)),
            ).fetchall()
        rows = tuple(map(_row, found))
        return LedgerAnswer(
            rows=rows,
            total=int(total),
            completeness=self._completeness(query, rows),
            disagreements=disagreements(rows),
        )

    def of_document(self, doc_id: str) -> tuple[LedgerRow, ...]:
        """The records of a document, in order of place."""
        with self._index.reading() as connection:
            return tuple(map(_row, connection.execute(f"{_ROW} WHERE d.doc_id = ? ORDER BY r.id", (doc_id,))))

    def on_pages(self, pages: Iterable[tuple[str, int]]) -> tuple[LedgerRow, ...]:
        """The records of some pages, each a document id and a page, in the order of the pages."""
        found: list[LedgerRow] = []
        with self._index.reading() as connection:
            for place in dict.fromkeys(pages):
                rows = connection.execute(f"{_ROW} WHERE d.doc_id = ? AND r.page = ? ORDER BY r.id", place)
                found += map(_row, rows)
        return tuple(found)

    # --- conditions ---------------------------------------------------------------------------------------------

    def _where(self, query: LedgerQuery) -> Where:
        own, wide = self._scopes(query), self._statewide(query)
        scopes = (*own, *wide)
        parts = [_placed(own, wide, query.town), *_plain_parts(query)]
        if query.person:
            parts.append(self._person(query, scopes))
        if query.key:
            parts.append(_in_table("record_matters", "key", query.key, scopes))
        if query.article:
            parts.append(_in_table("record_matters", "key", article_key(query.article), scopes))
        if query.matter:
            parts.append(self._matter(query.matter, query, scopes))
        if query.words:
            parts += self._words(query.words, [stem(word) for word in content_words(query.words)], scopes)
        return all_of(parts)

    def _statewide(self, query: LedgerQuery) -> tuple[int, ...]:
        """The scopes of the town's state, whose tables have a row for every town; () without a town."""
        if not query.town:
            return ()
        with self._index.reading() as connection:
            rows = connection.execute(
                "SELECT no FROM scopes WHERE place = '' AND state IN (SELECT state FROM scopes WHERE place = ?)",
                (place_key(query.town),),
            )
            return tuple(int(no) for (no,) in rows)

    def _scopes(self, query: LedgerQuery) -> tuple[int, ...]:
        parts, values = ["1"], []
        if query.town:
            parts.append("place = ?")
            values.append(place_key(query.town))
        if query.of_no_town:
            parts.append("place = ''")
        if query.state:
            parts.append("state = ?")
            values.append(plain_key(query.state).upper())
        with self._index.reading() as connection:
            rows = connection.execute(f"SELECT no FROM scopes WHERE {' AND '.join(parts)}", values)  # noqa: S608 - ours
            return tuple(int(no) for (no,) in rows)

    def _person(self, query: LedgerQuery, scopes: tuple[int, ...]) -> Where:
        where = _in_table("record_people", "name", surname_key(query.person), scopes)
        with self._index.reading() as connection:
            known = connection.execute(f"SELECT 1 FROM records AS r WHERE {where.sql} LIMIT 1", where.parameters)  # noqa: S608
            if known.fetchone() is None:
                raise nobody_acted(query.person)
        return where

    def _matter(self, matter: str, query: LedgerQuery, scopes: tuple[int, ...]) -> Where:
        """The records of a matter: by its printed number or the name of a fund; else by a heading or a line of
        a budget, by its words, or by those of its other name ("CIP", "Capital Improvement Plan")."""
        with self._index.reading() as connection:
            held = [key for key in keys_of_matter(matter) if _is_held(connection, key, scopes)]
        kept = [_in_table("record_matters", "key", key, scopes) for key in held]
        if not is_loose(held):
            return any_of(kept)
        try:
            names = (matter, *other_names(self._index.search, matter, query))
            named = [self._words(name, naming_words(name), scopes) for name in names]
        except InputError:
            if not held:
                raise
            named = []
        return any_of((*kept, *(all_of(words) for words in named if words)))

    def _words(self, text: str, stems: Sequence[str], scopes: tuple[int, ...]) -> list[Where]:
        if not stems:
            return []
        marks = ", ".join("?" * len(stems))
        with self._index.reading() as connection:
            plain, any_ = connection.execute(
                "SELECT coalesce(max(plain), 0), count(*) FROM record_words"  # noqa: S608 - numbers and marks of ours
                f" WHERE stem IN ({marks}) AND scope_no IN ({_listed(scopes)})",
                stems,
            ).fetchone()
        if any_ and not plain and not is_of_a_thing(text):
            raise only_a_name(text)
        return [_with_word(one, scopes) for one in stems]

    # --- completeness -------------------------------------------------------------------------------------------

    def _completeness(self, query: LedgerQuery, rows: Sequence[LedgerRow]) -> Completeness:
        where = document_where(query.documents)
        own = f"scope_no IN ({_listed(self._scopes(query))}) AND " if query.town or query.of_no_town else ""
        with self._index.reading() as connection:
            held, unread, recorded, waiting = connection.execute(
                "SELECT count(*), coalesce(sum(unread), 0),"  # noqa: S608 - conditions of ours, values bound
                " coalesce(sum(EXISTS (SELECT 1 FROM records AS r WHERE r.doc_no = d.doc_no)), 0),"
                " coalesce(sum(EXISTS (SELECT 1 FROM unrecorded AS u WHERE u.doc_no = d.doc_no)), 0)"
                f" FROM documents AS d WHERE {own}{where.sql}",
                where.parameters,
            ).fetchone()
            minutes = connection.execute(
                "SELECT date FROM documents WHERE doc_type = 'minutes' AND date <> ''"  # noqa: S608 - as above
                f" AND {own}{where.sql} ORDER BY date",
                where.parameters,
            ).fetchall()
        dates = [date for (date,) in minutes]
        return Completeness(
            documents=held,
            with_records=recorded,
            meetings=len(dates),
            first=dates[0] if dates else "",
            last=dates[-1] if dates else "",
            missing_months=months_missing(dates) if query.body else (),
            unread_pages=unread,
            waiting=waiting,
            likely=sum(row.record.quality == "likely" for row in rows),
        )


def _listed(scopes: Sequence[int]) -> str:
    """The numbers of some scopes as they stand in a statement."""
    return ", ".join(map(str, scopes)) or "NULL"


def _is_held(connection: sqlite3.Connection, key: str, scopes: tuple[int, ...]) -> bool:
    sql = f"SELECT 1 FROM record_matters WHERE key = ? AND scope_no IN ({_listed(scopes)}) LIMIT 1"  # noqa: S608 - numbers of ours
    return connection.execute(sql, (key,)).fetchone() is not None


def _in_table(table: str, column: str, value: str, scopes: tuple[int, ...]) -> Where:
    return Where(
        f"r.id IN (SELECT record_id FROM {table} WHERE scope_no IN ({_listed(scopes)}) AND {column} = ?)",  # noqa: S608 - our names
        (value,),
    )


def _with_word(one: str, scopes: tuple[int, ...]) -> Where:
    """Records of the scopes that hold the stem."""
    return Where(
        "r.id IN (SELECT value FROM record_words, json_each(numbers_in(records))"  # noqa: S608 - numbers of ours
        f" WHERE scope_no IN ({_listed(scopes)}) AND stem = ?)",
        (one,),
    )


def _placed(own: Sequence[int], wide: Sequence[int], town: str) -> Where:
    """Records of the town, and figures of statewide tables in the row of the town."""
    here = f"r.scope_no IN ({_listed(own)})"
    stems = [stem(word) for word in content_words(town)]
    if not wide or not stems:
        return Where(here, ())
    rows = all_of(_with_word(one, tuple(wide)) for one in stems)
    return Where(f"({here} OR (r.kind = 'figure' AND {rows.sql}))", rows.parameters)


def _plain_parts(query: LedgerQuery) -> Iterable[Where]:
    """Conditions on the columns of a record and of its document."""
    asked = (("action", query.action), ("outcome", query.outcome), ("fate", query.fate), ("status", query.status))
    for column, value in asked:
        if value is not None:
            yield any_of(Where(f"r.{one} = ?", (value,)) for one in told_as(column, value))
    if query.kinds:
        yield Where(f"r.kind IN ({', '.join('?' * len(query.kinds))})", tuple(query.kinds))
    if query.body:
        yield Where("d.board_key = ?", (plain_key(query.body),))
    if query.year:
        year = query.year[-4:]
        yield Where("(r.period LIKE ? OR (r.period = '' AND r.date LIKE ?))", (f"%{year}%", f"{year}%"))
    not_before, not_after = date_range_sql("r.date")
    if query.date_from:
        yield Where(not_before, (query.date_from,))
    if query.date_to:
        yield Where(not_after, (query.date_to,))
    for sign, bound in ((">=", query.amount_from), ("<=", query.amount_to)):
        if bound is not None:
            yield Where(f"r.amount {sign} CAST(? AS REAL)", (str(bound),))
    if query.doc_ids:
        yield Where(f"d.doc_id IN ({', '.join('?' * len(query.doc_ids))})", tuple(query.doc_ids))


_PLACED = ("doc_id", "title", "state", "town", "board", "date", "doc_type", "doc_status", "source", "url")
"""Fields of a row that are columns of its document."""


@lru_cache(maxsize=6144)
def _row(row: tuple[bytes | str | int | None, ...]) -> LedgerRow:
    """The record of a row with its place, read once: every decision after a hop asks for those of the pages held."""
    record_id, data, pack, page, chunk_id, *rest = row
    record = _RECORD.validate_python(record_fields(_bytes(data), _bytes(pack)) | {"page": page}, strict=False)
    places = {"id": record_id, "page": page, "chunk_id": chunk_id}
    return LedgerRow.model_validate({**places, "record": record, **dict(zip(_PLACED, rest, strict=True))})


def _bytes(value: object) -> bytes | str:
    return value if isinstance(value, bytes) else str(value)
