"""Reading the ledger: records listed, counted, added up, compared between years and told in order of time.

Rows come with the place to cite. Every answer says how complete it is. Nobody is profiled: a person is found only as an
official in an act, and words that are only ever written as names find nothing (decision 42).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from pydantic import Field, TypeAdapter

from vault.errors import InputError
from vault.facts.matters import fund_key, is_short_form, matters_in, spelled_out
from vault.facts.name_words import PROGRAM_HEADS
from vault.facts.types import Action, Fate, FigureStatus, LedgerRecord, MatterOutcome, RecordKind
from vault.ports import answer_to
from vault.store.filters import Where, document_where
from vault.store.index import VaultIndex
from vault.store.keys import CHUNK_NAME, date_range_sql, place_key, plain_key
from vault.store.records import record_fields, surname_key
from vault.text.words import content_words, stem
from vault.types import ChunkId, Filters, Query, SearchRequest, Value

__all__ = [
    "Completeness", "Disagreement", "Ledger", "LedgerAnswer", "LedgerQuery", "LedgerRow", "LedgerSum", "YearPair",
    "disagreements",
]  # fmt: skip

_RECORD: TypeAdapter[LedgerRecord] = TypeAdapter(LedgerRecord)
_ROW = f"""
SELECT r.id, r.data, p.data, r.page, CASE WHEN c.id IS NULL THEN NULL ELSE {CHUNK_NAME} END, d.doc_id, d.title,
  d.state, d.town, d.board, r.date, d.doc_type, d.status, d.source, d.url
  FROM records AS r JOIN documents AS d USING(doc_no) LEFT JOIN chunks AS c ON c.id = r.chunk_id
  JOIN records AS p ON p.id = r.id - CASE typeof(r.data) WHEN 'blob' THEN 0 ELSE CAST(r.data AS INTEGER) END
"""  # noqa: S608 - a name of ours
_ALL = 1_000_000
_THINGS = PROGRAM_HEADS - {"grant"}
"""A name that ends in one of these words ("Capital Improvement Plan") is nobody's."""
_EXPLAINED = 24
"""Passages with a short form in which its name is looked for: minutes explain it once."""
_LONGEST = 1200  # months; a misread year prints no page of them


class LedgerQuery(Value):
    """What to look for. Empty fields do not narrow; all that are given must hold. `person` is an official in an act:
    a mover, a seconder or one whose vote is told."""

    town: str = ""
    state: str = ""
    body: str = ""
    kinds: tuple[RecordKind, ...] = ()
    person: str = ""
    matter: str = ""
    """A case, article, parcel, fund, budget, resolution or other matter as it is printed."""
    key: str = ""
    """The key of one matter, as records carry it."""
    action: Action | None = None
    outcome: MatterOutcome | None = None
    fate: Fate | None = None
    """What became of the motion itself."""
    status: FigureStatus | None = None
    article: str = ""
    year: str = ""
    """Year of a figure's column, or of the record's date."""
    words: str = ""
    """Words of the object, the row or the column; all must occur."""
    date_from: str = ""
    date_to: str = ""
    amount_from: float | None = None
    amount_to: float | None = None
    doc_ids: tuple[str, ...] = ()
    certain_only: bool = False


class LedgerRow(Value):
    """One record with its citation."""

    id: int
    record: LedgerRecord
    doc_id: str
    title: str
    state: str
    town: str
    board: str
    date: str
    doc_type: str
    doc_status: str
    page: int | None
    chunk_id: ChunkId | None
    source: str
    url: str

    @property
    def amount(self) -> float | None:
        """The sum of the record as a number; None when it states none."""
        written = getattr(self.record, "amount", None)
        if isinstance(written, float) or written is None:
            return written
        found = re.search(r"\d[\d,]*(?:\.\d+)?", str(written))
        return float(found.group().replace(",", "")) if found else None


class Completeness(Value):
    """What stands behind an answer: the meetings and documents held, and what is missing or unread."""

    documents: int
    """Documents of the scope asked."""
    with_records: int
    meetings: int
    first: str = ""
    last: str = ""
    missing_months: tuple[str, ...] = ()
    unread_pages: int = 0
    waiting: int = 0
    """Documents the ledger has not read yet."""
    likely: int = 0
    """Rows of the answer whose reading is likely, not certain."""


class Disagreement(Value):
    """Two rows that tell one act or figure differently: a draft and the approved minutes, one year with two values."""

    one: LedgerRow
    other: LedgerRow
    about: Literal["outcome", "vote", "value"]


class LedgerAnswer(Value):
    """Rows in the order asked, how many there are in all, how complete that is, and which of the rows disagree."""

    rows: tuple[LedgerRow, ...]
    total: int
    completeness: Completeness
    disagreements: tuple[Disagreement, ...] = ()


class LedgerSum(Value):
    """A sum with its rows; rows without a sum or of another unit are counted and left out."""

    total: float
    unit: str
    rows: tuple[LedgerRow, ...]
    left_out: int
    repeated: int = 0
    """Rows that tell an act or figure already counted."""
    completeness: Completeness


class YearPair(Value):
    """One row of a table in two years; a difference only where both are known."""

    label: str
    column: str
    before: LedgerRow | None
    after: LedgerRow | None
    difference: float | None = None
    share: float | None = None
    """Difference in per cent of the earlier value; None from nothing."""
    conflict: bool = Field(default=False)
    """True when one year has several values for this row."""


Order = Literal["place", "time", "amount"]
_ORDER: dict[Order, str] = {
    "place": "d.date DESC, d.doc_id, r.id",
    "time": "r.date, d.doc_id, r.id",
    "amount": "r.amount DESC, r.id",
}


class Ledger:
    """The ledger of one vault."""

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

    def timeline(self, query: LedgerQuery, *, limit: int = 100) -> LedgerAnswer:
        """The records in order of time, oldest first: what became of a matter."""
        return self.rows(query, limit=limit, order="time")

    def sum(self, query: LedgerQuery) -> LedgerSum:
        """The sum of the records' amounts in their most usual unit, each act or figure once."""
        answer = self.rows(query, limit=_ALL, order="time")
        with_sum = [row for row in answer.rows if row.amount is not None]
        units = [getattr(row.record, "unit", "$") or "$" for row in with_sum]
        unit = max(sorted(set(units)), key=units.count, default="$")
        counted: dict[tuple[object, ...], LedgerRow] = {}
        same = [row for row, one in zip(with_sum, units, strict=True) if one == unit]
        for row in same:
            counted.setdefault(_act(row), row)
        rows = tuple(counted.values())
        return LedgerSum(
            total=round(sum(row.amount or 0.0 for row in rows), 2),
            unit=unit,
            rows=rows,
            left_out=len(answer.rows) - len(same),
            repeated=len(same) - len(rows),
            completeness=answer.completeness,
        )

    def compare(self, query: LedgerQuery, before: str, after: str) -> tuple[tuple[YearPair, ...], Completeness]:
        """Figures of the same row in two years ("2024", "2025"), in order of the later table."""
        kinds = query.model_copy(update={"kinds": ("figure",), "year": ""})
        answer = self.rows(kinds, limit=_ALL, order="place")
        return _pairs(answer.rows, before, after), answer.completeness

    def records_on(self, doc_id: str, page: int | None = None) -> tuple[LedgerRow, ...]:
        """The records of a document, or of one page of it, in order of place."""
        tail, values = ("", (doc_id,)) if page is None else (" AND r.page = ?", (doc_id, page))
        with self._index.reading() as connection:
            found = connection.execute(f"{_ROW} WHERE d.doc_id = ?{tail} ORDER BY r.id", values)
            return tuple(map(_row, found))

    def on_pages(self, pages: Iterable[tuple[str, int]]) -> tuple[LedgerRow, ...]:
        """The records of some pages, each a document id and a page, in the order of the pages."""
        found = [row for doc_id, page in dict.fromkeys(pages) for row in self.records_on(doc_id, page)]
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
        if query.matter:
            parts.append(self._matter(query.matter, query, scopes))
        if query.words:
            parts += self._words(query.words, scopes)
        return Where(" AND ".join(p.sql for p in parts), tuple(v for p in parts for v in p.parameters))

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
                raise InputError(
                    f"Nobody called {query.person} moved, seconded or voted in the records held.",
                    next_step="The ledger lists officials in official acts only; ask by matter, body, article or date.",
                )
        return where

    def _matter(self, matter: str, query: LedgerQuery, scopes: tuple[int, ...]) -> Where:
        """The records of a matter: by its printed number, by a name under which it is kept, else by its words or those
        of its other name ("CIP", "Capital Improvement Plan")."""
        keys = [found.key for _, _, found in matters_in(matter)]
        if not keys:
            name = fund_key(matter)
            keys = [f"{kind}:{name}" for kind in ("fund", "budget", "subject")]
            keys += [f"{kind}:{plain_key(matter).replace(' ', '-')}" for kind in ("case", "parcel", "article")]
        with self._index.reading() as connection:
            held = [key for key in keys if _is_held(connection, key, scopes)]
        if held:
            parts = [_in_table("record_matters", "key", key, scopes) for key in held]
            return Where("(" + " OR ".join(p.sql for p in parts) + ")", tuple(v for p in parts for v in p.parameters))
        named = [self._words(name, scopes) for name in (matter, *self._other_names(matter, query))]
        ways = [
            Where(" AND ".join(p.sql for p in words), tuple(v for p in words for v in p.parameters))
            for words in named
            if words
        ]
        return Where(
            "(" + (" OR ".join(f"({way.sql})" for way in ways) or "0") + ")",
            tuple(value for way in ways for value in way.parameters),
        )

    def _other_names(self, matter: str, query: LedgerQuery) -> tuple[str, ...]:
        """The short form of a name or the name of a short form, as the records of the town explain it."""
        initials = "".join(word[0] for word in matter.split() if word[0].isupper())
        short = matter.strip() if is_short_form(matter) else initials
        if not is_short_form(short):
            return ()
        scope = Filters(towns=(query.town,) if query.town else (), states=(query.state,) if query.state else ())
        request = SearchRequest(query=Query(phrases=(short,)), filters=scope, limit=_EXPLAINED)
        hits = answer_to(self._index, request).hits
        pairs = dict.fromkeys(pair for hit in hits for pair in spelled_out(hit.chunk.text) if pair[0] == short)
        if is_short_form(matter):
            return tuple(name for _, name in pairs)
        return (short,) if any(name.casefold() == matter.casefold() for _, name in pairs) else ()

    def _words(self, text: str, scopes: tuple[int, ...]) -> list[Where]:
        stems = [stem(word) for word in content_words(text)]
        if not stems:
            return []
        marks = ", ".join("?" * len(stems))
        with self._index.reading() as connection:
            plain, any_ = connection.execute(
                "SELECT coalesce(max(plain), 0), count(*) FROM record_words"  # noqa: S608 - numbers and marks of ours
                f" WHERE stem IN ({marks}) AND scope_no IN ({', '.join(map(str, scopes)) or 'NULL'})",
                stems,
            ).fetchone()
        if any_ and not plain and text.lower().split()[-1] not in _THINGS:
            raise InputError(
                f"{text!r} is only ever written as a name in these records; people are not looked up by name.",
                next_step="Ask for the matter (a case, parcel, article, fund), the body or the date instead.",
            )
        return [_in_table("record_words", "stem", one, scopes) for one in stems]

    # --- completeness -------------------------------------------------------------------------------------------

    def _completeness(self, query: LedgerQuery, rows: Sequence[LedgerRow]) -> Completeness:
        where = document_where(
            Filters(
                towns=(query.town,) if query.town else (),
                boards=(query.body,) if query.body else (),
                states=(query.state,) if query.state else (),
                date_from=query.date_from,
                date_to=query.date_to,
                lane="local" if query.town else None,
            )
        )
        with self._index.reading() as connection:
            held, unread, recorded, waiting = connection.execute(
                "SELECT count(*), coalesce(sum(unread), 0),"  # noqa: S608 - conditions of ours, values bound
                " coalesce(sum(doc_no IN (SELECT doc_no FROM records)), 0),"
                " coalesce(sum(doc_no IN (SELECT doc_no FROM unrecorded)), 0)"
                f" FROM documents WHERE {where.sql}",
                where.parameters,
            ).fetchone()
            minutes = connection.execute(
                f"SELECT date FROM documents WHERE doc_type = 'minutes' AND date <> '' AND {where.sql} ORDER BY date",  # noqa: S608
                where.parameters,
            ).fetchall()
        dates = [date for (date,) in minutes]
        return Completeness(
            documents=held,
            with_records=recorded,
            meetings=len(dates),
            first=dates[0] if dates else "",
            last=dates[-1] if dates else "",
            missing_months=_missing(dates) if query.body else (),
            unread_pages=unread,
            waiting=waiting,
            likely=sum(row.record.quality == "likely" for row in rows),
        )


def _missing(dates: Sequence[str]) -> tuple[str, ...]:
    """Months between the first and the last meeting held of which no minutes are held."""
    held = {date[:7] for date in dates if len(date) >= 7}
    if not held:
        return ()
    first, last = (int(month[:4]) * 12 + int(month[5:]) - 1 for month in (min(held), max(held)))
    between = (f"{n // 12:04}-{n % 12 + 1:02}" for n in range(first, min(last, first + _LONGEST) + 1))
    return tuple(month for month in between if month not in held)


def _is_held(connection: object, key: str, scopes: tuple[int, ...]) -> bool:
    execute = connection.execute  # type: ignore[attr-defined]
    marks = ", ".join(map(str, scopes)) or "NULL"
    sql = f"SELECT 1 FROM record_matters WHERE key = ? AND scope_no IN ({marks}) LIMIT 1"  # noqa: S608 - numbers of ours
    return execute(sql, (key,)).fetchone() is not None


def _in_table(table: str, column: str, value: str, scopes: tuple[int, ...]) -> Where:
    marks = ", ".join(map(str, scopes)) or "NULL"
    return Where(
        f"r.id IN (SELECT record_id FROM {table} WHERE scope_no IN ({marks}) AND {column} = ?)",  # noqa: S608 - our names
        (value,),
    )


def _placed(own: Sequence[int], wide: Sequence[int], town: str) -> Where:
    """Records of the town, and figures of statewide tables in the row of the town."""
    here = f"r.scope_no IN ({', '.join(map(str, own)) or 'NULL'})"
    stems = [stem(word) for word in content_words(town)]
    if not wide or not stems:
        return Where(here, ())
    rows = [_in_table("record_words", "stem", one, tuple(wide)) for one in stems]
    return Where(
        f"({here} OR (r.kind = 'figure' AND {' AND '.join(row.sql for row in rows)}))",
        tuple(value for row in rows for value in row.parameters),
    )


def _plain_parts(query: LedgerQuery) -> Iterable[Where]:
    """Conditions on the columns of a record and of its document."""
    asked = (("action", query.action), ("outcome", query.outcome), ("fate", query.fate), ("status", query.status))
    for column, value in asked:
        if value is not None:
            yield Where(f"r.{column} = ?", (value,))
    if query.kinds:
        yield Where(f"r.kind IN ({', '.join('?' * len(query.kinds))})", tuple(query.kinds))
    if query.body:
        yield Where("d.board_key = ?", (plain_key(query.body),))
    if query.article:
        key = f"article:{plain_key(query.article).removeprefix('article').strip(' #')}"
        yield Where("r.id IN (SELECT record_id FROM record_matters WHERE key = ?)", (key,))
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
    if query.certain_only:
        yield Where("r.quality = 'certain'")


def _row(row: Sequence[object]) -> LedgerRow:
    record_id, data, pack, page, chunk_id, *rest = row
    fields = record_fields(_bytes(data), _bytes(pack)) | {"page": page}
    doc_id, title, state, town, board, date, doc_type, status, source, url = map(str, rest)
    return LedgerRow(
        id=int(str(record_id)),
        record=_RECORD.validate_python(fields, strict=False),
        doc_id=doc_id,
        title=title,
        state=state,
        town=town,
        board=board,
        date=date,
        doc_type=doc_type,
        doc_status=status,
        page=int(str(page)) if page is not None else None,
        chunk_id=str(chunk_id) if chunk_id is not None else None,
        source=source,
        url=url,
    )


def _bytes(value: object) -> bytes | str:
    return value if isinstance(value, bytes) else str(value)


def _act(row: LedgerRow) -> tuple[object, ...]:
    """What makes two rows tell one act: draft and approved minutes of a meeting, a table printed twice."""
    record = row.record
    label = getattr(record, "label", "") or getattr(record, "object", "") or getattr(record, "title", "")
    return (
        *(record.kind, row.state, row.town, plain_key(str(label))[:80], row.amount, getattr(record, "column", "")),
        *(
            getattr(record, "period", ""),
            row.date if record.kind == "motion" else "",
            tuple(m.key for m in record.matters),
        ),
    )


def disagreements(rows: Sequence[LedgerRow]) -> tuple[Disagreement, ...]:
    """The pairs of rows from two documents that tell the same act or figure and differ in its outcome, its vote or its
    value; each act at most once, in the order of the rows."""
    first: dict[tuple[object, ...], LedgerRow] = {}
    found: dict[tuple[object, ...], Disagreement] = {}
    for row in rows:
        key = _same(row)
        held = first.setdefault(key, row) if key else row
        about = _differs(held, row) if held.doc_id != row.doc_id else None
        if about:
            found.setdefault(key, Disagreement(one=held, other=row, about=about))
    return tuple(found.values())


def _same(row: LedgerRow) -> tuple[object, ...]:
    """What two tellings of one act or figure have in common; () for a row that cannot be told twice."""
    record = row.record
    place = (record.kind, row.state, row.town)
    if record.kind == "motion" and record.fate != "none":
        return (*place, row.board, row.date, record.action, plain_key(record.object)[:60], surname_key(record.mover))
    if record.kind == "figure" and record.period and record.column:
        return (*place, plain_key(record.label), plain_key(record.column), record.period)
    return ()


def _differs(one: LedgerRow, other: LedgerRow) -> Literal["outcome", "vote", "value"] | None:
    a, b = one.record, other.record
    if a.kind == "motion" and b.kind == "motion":
        if a.outcome != b.outcome:
            return "outcome"
        counts = [(vote.yes, vote.no) for vote in (a.vote, b.vote) if vote.yes is not None]
        return "vote" if len(set(counts)) == 2 else None
    return "value" if one.amount is not None and other.amount is not None and one.amount != other.amount else None


_CHANGE = re.compile(r"\b(?:change|difference|increase|decrease|variance)\b|%", re.IGNORECASE)
_MARKS = "•▪*- ."  # before the words of a row


def _pairs(rows: Sequence[LedgerRow], before: str, after: str) -> tuple[YearPair, ...]:
    """Figures of equal label under two years: beside a later value the same column of the earlier year, else another of
    the same document, else any."""
    by_row: dict[tuple[str, str], tuple[list[LedgerRow], list[LedgerRow]]] = {}
    for row in rows:
        year = _year_of(str(getattr(row.record, "period", "")), before, after)
        if not year or row.amount is None or _CHANGE.search(_column(row)):
            continue
        key = (row.town, plain_key(str(getattr(row.record, "label", "")).strip(_MARKS)))
        by_row.setdefault(key, ([], []))[year == after].append(row)
    found: list[YearPair] = []
    for earlier, later in by_row.values():
        found += [_pair(_match(earlier, row), row, later) for row in _distinct(later)]
        found += [_pair(row, None, earlier) for row in _distinct(earlier) if not later]
    return tuple(sorted(found, key=lambda pair: pair.before is None or pair.after is None))


def _column(row: LedgerRow) -> str:
    return str(getattr(row.record, "column", ""))


def _year_of(period: str, before: str, after: str) -> str:
    """Which of the two years a period is; empty for another one and for a span of years."""
    years = [y for y in (before, after) if re.search(rf"(?<!\d){y[-4:]}(?!\d)|FY\s?{y[-2:]}(?!\d)", period)]
    return years[0] if len(years) == 1 and len(re.findall(r"\d{4}", period)) <= 1 else ""


def _distinct(rows: Sequence[LedgerRow]) -> list[LedgerRow]:
    """One row for each document, column and value."""
    kept: dict[tuple[str, str, float | None], LedgerRow] = {}
    for row in rows:
        kept.setdefault((row.doc_id, plain_key(_column(row)), row.amount), row)
    return list(kept.values())


def _match(earlier: Sequence[LedgerRow], later: LedgerRow) -> LedgerRow | None:
    """The earlier value to set beside a later one."""

    def closeness(row: LedgerRow) -> tuple[bool, bool]:
        same = re.sub(r"\d", "", _column(row)) == re.sub(r"\d", "", _column(later))
        return row.doc_id == later.doc_id, same

    return max(earlier, key=closeness, default=None)


def _pair(one: LedgerRow | None, two: LedgerRow | None, rows: Sequence[LedgerRow]) -> YearPair:
    known = two or one
    difference = share = None
    if one and two and one.amount is not None and two.amount is not None:
        difference = round(two.amount - one.amount, 2)
        share = round(100 * difference / abs(one.amount), 2) if one.amount else None
    alike = {row.amount for row in rows if known and _column(row) == _column(known) and row.doc_id == known.doc_id}
    return YearPair(
        label=str(getattr(known.record, "label", "")) if known else "",
        column=_column(known) if known else "",
        before=one,
        after=two,
        difference=difference,
        share=share,
        conflict=len(alike) > 1,
    )
