"""Why a search found nothing, said in one plain sentence: one ladder for every engine.

It asks the engine a few unranked questions with one filter taken away at a time. It explains the empty answer; it
never fills it.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol

from vault.ports import ANY
from vault.types import Filters, ZeroReason

__all__ = ["NOT_HELD", "Column", "Diagnosis", "why_nothing"]

Column = Literal["town", "date", "doc_type"]
_NAMED = 3
"""Towns or years named in a sentence; more would be a list, not a hint."""


class Diagnosis(NamedTuple):
    """The reason and the sentence; no reason where not all could be looked at."""

    reason: ZeroReason | None
    detail: str


NOT_HELD = Diagnosis("not_in_vault", "None of these words occurs in the vault.")


class Probes(Protocol):
    """What an engine is asked about the words of one search."""

    def values(self, column: Column, filters: Filters) -> tuple[str, ...]:
        """A few values of a column among the passages under these filters that match, sorted; () where none does."""
        ...

    def holds(self, filters: Filters) -> bool:
        """Whether there is any document under these filters, whatever its words."""
        ...

    def unread(self, filters: Filters) -> tuple[int, int]:
        """How many pages under these filters could not be read, and in how many documents."""
        ...

    def otherwise(self) -> Diagnosis:
        """What is to be said when nothing above explains it."""
        ...


def why_nothing(probes: Probes, filters: Filters, *, worded: bool) -> Diagnosis:
    """The reason for an empty answer under `filters` to a search that has words or not.

    Order: no words, other town, a board of which nothing is held, other years, other filters, unread pages, what the
    engine says otherwise.
    """
    if not worded:
        return Diagnosis("no_words", "The question has no word to search for.")
    return (
        _other_town(probes, filters)
        or _board_not_held(probes, filters)
        or _other_years(probes, filters)
        or _other_types(probes)
        or _unread(probes, filters)
        or probes.otherwise()
    )


def _some(values: tuple[str, ...]) -> str:
    named = ", ".join(values[:_NAMED])
    return named + (" and others" if len(values) > _NAMED else "")


def _other_town(probes: Probes, filters: Filters) -> Diagnosis | None:
    found = probes.values("town", filters.changed(towns=())) if filters.towns else ()
    if not found:
        return None
    asked = " or ".join(filters.towns)
    held = probes.holds(Filters(lane="local", towns=filters.towns))
    lead = f"The records of {asked} do not have these words" if held else f"The vault holds no records of {asked}"
    towns = tuple(town for town in found if town)
    where = f"records of {_some(towns)}" if towns else "other documents"
    return Diagnosis("other_town", f"{lead}; they occur in {where}.")


def _board_not_held(probes: Probes, filters: Filters) -> Diagnosis | None:
    """That nothing of the boards asked for is held at all, whatever its words."""
    scope = Filters(lane="local", towns=filters.towns, states=filters.states, boards=filters.boards)
    if not filters.boards or probes.holds(scope):
        return None
    of = f" of {' or '.join(filters.towns)}" if filters.towns else ""
    return Diagnosis("filtered_out", f"No record of the {' or '.join(filters.boards)}{of} is held.")


def _other_years(probes: Probes, filters: Filters) -> Diagnosis | None:
    if not (filters.date_from or filters.date_to):
        return None
    dates = probes.values("date", filters.changed(date_from="", date_to=""))
    years = tuple(sorted({date[:4] for date in dates if date}))
    if years:
        return Diagnosis(
            "other_years", f"Nothing in the years asked for; the words occur in records of {_some(years)}."
        )
    if dates:
        return Diagnosis("other_years", "Nothing in the years asked for; the words occur in records without a date.")
    return None


def _other_types(probes: Probes) -> Diagnosis | None:
    types = probes.values("doc_type", ANY)
    if not types:
        return None
    return Diagnosis("filtered_out", f"The words occur only outside the filters, in documents of type {_some(types)}.")


def _unread(probes: Probes, filters: Filters) -> Diagnosis | None:
    pages, documents = probes.unread(filters)
    if not pages:
        return None
    return Diagnosis(
        "unread_pages",
        f"The words are in no page that could be read; {pages} page(s) of {documents} document(s) could not be.",
    )
