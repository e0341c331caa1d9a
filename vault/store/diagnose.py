"""Why a search found nothing, said in one plain sentence.

Asks the index a few unranked questions with one filter taken away at a time. It explains the empty answer; it never
fills it.
"""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from vault.store.filters import document_where, parts_of
from vault.store.scope_choice import MOST_LOOKED, holders, matching
from vault.store.search import Terms, match_any
from vault.types import Filters, ZeroReason

__all__ = ["Diagnosis", "why_nothing"]

_NAMED = 3
"""Towns or years named in a sentence; more would be a list, not a hint."""
_LOOKED = 128
"""Places that may hold the words in which it is looked whether they do."""


class Diagnosis(NamedTuple):
    """The reason and the sentence."""

    reason: ZeroReason | None
    detail: str


def _matches(connection: sqlite3.Connection, terms: Terms, filters: Filters, column: str) -> tuple[str, ...]:
    """A few values of a document column among the matches under these filters, sorted; empty for none."""
    found: set[str] = set()
    for part in parts_of(connection, filters, holders(connection, filters, terms, _LOOKED)):
        rows = connection.execute(
            f"SELECT DISTINCT d.{column} FROM chunks AS c JOIN documents AS d USING(doc_no) WHERE c.id IN"  # noqa: S608
            f" (SELECT rowid FROM stems WHERE stems MATCH ? AND {part.where.sql} LIMIT 200)",
            (match_any(terms, part.scope_no), *part.where.parameters),
        )
        found.update(str(row[0]) for row in rows)
        if len(found) > _NAMED:
            break
    return tuple(sorted(found))


def _unread(connection: sqlite3.Connection, filters: Filters) -> tuple[int, int]:
    where = document_where(filters)
    row = connection.execute(
        "SELECT coalesce(sum(unread), 0), count(*) FROM documents"  # noqa: S608 - conditions of ours, values bound
        f" WHERE doc_no IN (SELECT doc_no FROM pages WHERE origin = 'unread') AND {where.sql}",
        where.parameters,
    ).fetchone()
    return int(row[0]), int(row[1])


def _some(values: tuple[str, ...]) -> str:
    named = ", ".join(values[:_NAMED])
    return named + (" and others" if len(values) > _NAMED else "")


def _other_town(connection: sqlite3.Connection, terms: Terms, filters: Filters) -> Diagnosis | None:
    if not filters.towns:
        return None
    free = filters.changed(towns=())
    found = _matches(connection, terms, free, "town")
    if not found:
        return None
    held = parts_of(connection, Filters(lane="local", towns=filters.towns))
    asked = " or ".join(filters.towns)
    lead = f"The records of {asked} do not have these words" if held else f"The vault holds no records of {asked}"
    towns = tuple(town for town in found if town)
    where = f"records of {_some(towns)}" if towns else "other documents"
    return Diagnosis("other_town", f"{lead}; they occur in {where}.")


def _other_years(connection: sqlite3.Connection, terms: Terms, filters: Filters) -> Diagnosis | None:
    if not (filters.date_from or filters.date_to):
        return None
    free = filters.changed(date_from="", date_to="")
    years = tuple(sorted({date[:4] for date in _matches(connection, terms, free, "date") if date}))
    if years:
        return Diagnosis(
            "other_years", f"Nothing in the years asked for; the words occur in records of {_some(years)}."
        )
    if _matches(connection, terms, free, "date"):
        return Diagnosis("other_years", "Nothing in the years asked for; the words occur in records without a date.")
    return None


def why_nothing(connection: sqlite3.Connection, terms: Terms, filters: Filters) -> Diagnosis:
    """The reason for an empty answer to these words under `filters`.

    Order: no words, other town, other years, other filters, unread pages, not in the vault.
    """
    if not any(terms):
        return Diagnosis("no_words", "The question has no word to search for.")
    found = _other_town(connection, terms, filters) or _other_years(connection, terms, filters)
    if found:
        return found
    elsewhere = _matches(connection, terms, Filters(), "doc_type")
    if elsewhere:
        return Diagnosis(
            "filtered_out", f"The words occur only outside the filters, in documents of type {_some(elsewhere)}."
        )
    pages, documents = _unread(connection, filters)
    if pages:
        return Diagnosis(
            "unread_pages",
            f"The words are in no page that could be read; {pages} page(s) of {documents} document(s) could not be.",
        )
    left = holders(connection, Filters(), terms, MOST_LOOKED)[_LOOKED:]
    if matching(connection, terms, left, 1):
        return Diagnosis("filtered_out", "The words occur only outside the filters.")
    if _LOOKED + len(left) == MOST_LOOKED:
        return Diagnosis(None, f"{MOST_LOOKED} places that hold the words apart were looked at, not all.")
    return Diagnosis("not_in_vault", "None of these words occurs in the vault.")
