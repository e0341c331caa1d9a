"""A vault grown to a size in minutes: towns that were ingested, written again under other names.

Ingest of a million passages takes hours of processor time. Here a few invented towns go through the product's own
ingest; their rows are then written again as other towns, renamed in every text, under new numbers, and indexed by the
store's own indexes. A twin's rows are those that ingest would have written for the renamed files (names are of equal
length, so that no place in a text moves); a test compares them.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator
from typing import Final, NamedTuple

from vault.store.index import VaultIndex
from vault.store.keys import SCOPE_BITS
from vault.store.read import parts_of_document
from vault.store.schema import seal_document
from vault.store.scope_choice import refresh_scope_words
from vault.text.packing import numbers_in, packed, packed_numbers, unpacked

__all__ = ["TOWN_CHARS", "grow", "renamed", "town_name"]

_SYLLABLES: Final = tuple(c + v for c in "bcdfghjklmnprstvwz" for v in "aeiou")
TOWN_CHARS: Final = 8
"""Length of an invented town's name."""
_AT_ONCE: Final = 20
"""Towns of one transaction."""
_BY_DOCUMENT: Final = ("documents", "pages", "sections", "records")
_BY_SCOPE: Final = ("names", "record_words", "record_matters", "record_people")


def town_name(number: int) -> str:
    """The name of invented town `number` (0 to 8099): always eight letters ("Bedaford")."""
    first, last = _SYLLABLES[number // len(_SYLLABLES)], _SYLLABLES[number % len(_SYLLABLES)]
    return f"{first.title()}{last}ford"


class _Twin(NamedTuple):
    """One town to write again: its scope and name, and what the twin is called and numbered by."""

    scope_no: int
    town: str
    new_scope: int
    new_town: str
    documents: int
    records: int
    """How far document and record numbers move."""

    def column(self, table: str, name: str) -> str:
        """What stands in this column of the twin's row, as SQL."""
        shift = (self.new_scope - self.scope_no) << SCOPE_BITS
        moved = {
            "scope_no": str(self.new_scope),
            "doc_no": f"doc_no + {self.documents}",
            "record_id": f"record_id + {self.records}",
            "chunk_id": f"chunk_id + {shift}",
            "first_chunk": f"first_chunk + {shift}",
            "content_hash": f"printf('%08x', {self.new_scope}) || substr(content_hash, 9)",
            "doc_id": f"'n{self.new_scope}-' || doc_id",
            "path": f"'n{self.new_scope}-' || path",
            "records": f"moved(records, {self.records})",
            "packed": "packed",
        }
        if name == "id":
            return f"id + {shift if table == 'chunks' else self.records}"
        return moved.get(name, f"renamed(\"{name}\", '{self.town}', '{self.new_town}')")


_Stored = str | bytes | int | float | None


def renamed(value: _Stored, town: str, other: str) -> _Stored:
    """The value with the town's name exchanged: in text, and in text that is packed."""
    if isinstance(value, bytes):
        try:
            text = zlib.decompress(value).decode("utf-8")
        except zlib.error:  # the sketch of a document: bytes that nothing packed
            return value
        return zlib.compress(str(renamed(text, town, other)).encode("utf-8"))
    if isinstance(value, str):
        changed = value.replace(town, other).replace(town.lower(), other.lower())
        return changed.replace(town.upper(), other.upper())
    return value


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


def _copy(connection: sqlite3.Connection, twin: _Twin, table: str, where: str) -> None:
    names = _columns(connection, table)
    into = ", ".join(f'"{name}"' for name in names)
    made = ", ".join(twin.column(table, name) for name in names)
    connection.execute(f"INSERT INTO {table}({into}) SELECT {made} FROM {table} WHERE {where}")


def _write(connection: sqlite3.Connection, twin: _Twin) -> None:
    connection.execute(
        "INSERT INTO scopes(no, state, place, lane, next_n, town) SELECT ?, state, ?, lane, next_n, ? FROM scopes"
        " WHERE no = ?",
        (twin.new_scope, twin.new_town.lower(), twin.new_town, twin.scope_no),
    )
    low = twin.scope_no << SCOPE_BITS
    high, among = low | 0xFFFFFFFF, f"doc_no IN (SELECT doc_no FROM documents WHERE scope_no = {twin.scope_no})"
    _copy(connection, twin, "documents", f"scope_no = {twin.scope_no}")
    for table in ("chunks", *_BY_DOCUMENT[1:]):
        _copy(connection, twin, table, among)
    _copy(connection, twin, "chunk_refs", f"chunk_id BETWEEN {low} AND {high}")
    for table in _BY_SCOPE:
        _copy(connection, twin, table, f"scope_no = {twin.scope_no}")
    new = twin.new_scope << SCOPE_BITS
    connection.execute(
        "INSERT INTO stems(rowid, title, heading, body, aid) SELECT * FROM stems_rows WHERE id BETWEEN ? AND ?",
        (new, new | 0xFFFFFFFF),
    )
    for (doc_no,) in connection.execute(
        "SELECT doc_no FROM documents WHERE scope_no = ?", (twin.new_scope,)
    ).fetchall():
        _repack(connection, twin, doc_no)
        seal_document(connection, doc_no)


def _repack(connection: sqlite3.Connection, twin: _Twin, doc_no: int) -> None:
    """Renames the town in the pages of a twin's document, which came over packed against those of its pattern."""
    old, new = (parts_of_document(connection, number) for number in (doc_no - twin.documents, doc_no))
    rows = connection.execute("SELECT number, packed FROM pages WHERE doc_no = ?", (doc_no,)).fetchall()
    for number, value in rows:
        text = str(renamed(unpacked(value, old.on_page(number)), twin.town, twin.new_town))
        connection.execute(
            "UPDATE pages SET packed = ? WHERE doc_no = ? AND number = ?",
            (packed(text, new.on_page(number)), doc_no, number),
        )


def _moved(records: bytes, by: int) -> bytes:
    return packed_numbers(number + by for number in numbers_in(records))


def _held(connection: sqlite3.Connection) -> tuple[int, int, int, int]:
    """The highest scope, document and record numbers, and how many passages are held."""
    (scope,) = connection.execute("SELECT max(no) FROM scopes").fetchone()
    (document,) = connection.execute("SELECT max(doc_no) FROM documents").fetchone()
    (record,) = connection.execute("SELECT coalesce(max(id), 0) FROM records").fetchone()
    (passages,) = connection.execute("SELECT coalesce(sum(chunks), 0) FROM totals").fetchone()
    return int(scope), int(document), int(record), int(passages)


def _next(connection: sqlite3.Connection, patterns: list[tuple[int, str]], number: int) -> _Twin:
    scope, document, record, _ = _held(connection)
    pattern, town = patterns[number % len(patterns)]
    first, lowest = connection.execute(
        "SELECT min(d.doc_no), coalesce((SELECT min(id) FROM records WHERE scope_no = ?1), 1) FROM documents AS d"
        " WHERE d.scope_no = ?1",
        (pattern,),
    ).fetchone()
    return _Twin(pattern, town, scope + 1, town_name(number), document + 1 - first, record + 1 - lowest)


def grow(index: VaultIndex, passages: int) -> Iterator[int]:
    """Writes twins of the invented towns that were ingested until the vault holds so many passages; yields how many it
    holds after each transaction."""
    with index.reading() as connection:
        names = {town_name(n) for n in range(len(_SYLLABLES) ** 2)}
        towns = connection.execute("SELECT no, town FROM scopes WHERE lane = 'local' ORDER BY no").fetchall()
        patterns = [(no, town) for no, town in towns if town in names][:8]
        number, held = sum(town in names for _, town in towns), _held(connection)[3]
    prepared: list[sqlite3.Connection] = []
    while held < passages:
        with index.writing() as connection:
            if connection not in prepared:
                connection.create_function("renamed", 3, renamed, deterministic=True)
                connection.create_function("moved", 2, _moved, deterministic=True)
                prepared.append(connection)
            for _ in range(_AT_ONCE):
                _write(connection, _next(connection, patterns, number))
                number, held = number + 1, _held(connection)[3]
                if held >= passages:
                    break
            refresh_scope_words(connection)
        index.trim_log()
        yield held
