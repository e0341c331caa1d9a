"""The words of one part of a question: its subject with what it leans on, and its time.

Reads the part beside the whole question. It refuses to add a word that nobody said.
"""

from __future__ import annotations

import re
from datetime import date

from pipeline.ask.phrases import content
from pipeline.types import IssueMap
from vault.facts.periods import resolve_dates

__all__ = ["subject_of", "time_of"]

_THAT = re.compile(r"\b(?:that|this|those|these|such an?) ([a-z]{3,})\b", re.IGNORECASE)
"""A noun pointed back to: "that tax"."""
_OWN_WORDS = 4
"""A part of fewer content words leans on the rest of the question."""
_SUBJECT = 10
"""Words of a part with those it leans on."""


def time_of(part: str, whole: str, newest_year: int) -> tuple[str, str]:
    """The time the part names; a month without a year is of the year the question names. Empty when it names none."""
    today = date(newest_year or date.max.year, 12, 31)
    said = resolve_dates(whole, today)
    if said.date_from and said.date_from[:4] in whole:
        today = date(int(said.date_from[:4]), 12, 31)
    own = resolve_dates(part, today)
    return own.date_from, own.date_to


def subject_of(part: str, whole: str, issue: IssueMap) -> tuple[str, ...]:
    """The words of the part without towns and years, with the words that tell which "that tax" is meant; with those of
    the question when they are few."""
    towns = set(content(" ".join((issue.town, *issue.other_towns))))
    own = [word for word in content(part) if word not in towns and not _is_year(word)]
    own += [word for word in _referred(part, whole) if word not in own and word not in towns]
    if len(own) < _OWN_WORDS and not _THAT.search(part):
        own += [word for word in content(whole) if word not in {*towns, *own} and not _is_year(word)]
    return tuple(dict.fromkeys(own))[:_SUBJECT]


def _referred(part: str, whole: str) -> tuple[str, ...]:
    """The words before the noun that the part points back to: of "that tax", the "excavation" of "excavation tax"."""
    for pointer in _THAT.finditer(part):
        before = re.search(rf"([\w-]+(?: [\w-]+)?) {re.escape(pointer[1])}\b", whole.split(part)[0], re.IGNORECASE)
        if before:
            return content(before[1])
    return ()


def _is_year(word: str) -> bool:
    return word.isdigit() and len(word) == 4
