"""Legal topics and lay words of town government, read from the tables in `pipeline/data`.

Holds the reading of four tables (`topics.tsv`, `lay_terms.tsv`, `lay_terms_local.tsv`, `other_words.tsv`) and nothing
else. The tables name no section number: the words lead to the text, and the text names the section. It refuses to know
any town, case or question.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import NamedTuple

from vault.states.names import CODE_WORDS, GOVERNING_PLURALS

__all__ = ["GENERAL_TERMS", "lay_terms", "other_words", "topics"]

GENERAL_TERMS = (
    "municipal liability", "ADA", "building code", *CODE_WORDS, "compliance", "ordinance", "zoning", "variance",
    "permit",
    "governmental immunity", "negligence", "statute", "municipality", *GOVERNING_PLURALS, "governing body",
)  # fmt: skip
"""A state chunk that holds one of these, or a keyword of a topic asked for, is above the low bar (decision 6)."""


_MOST_OTHERS = 10
"""Words of records that may stand for one everyday word; with six the gain is half (docs/finding.md)."""
_LAY_TABLES = ("lay_terms.tsv", "lay_terms_local.tsv")
"""The words of statutes first, then those of a town's own records; a phrase stands in one of them only."""


class Topic(NamedTuple):
    """`asked` phrases in a question raise the topic; `keywords` stand for it in a text; `law` is how statutes say it.

    `domain` is the area of town life, used to tell whether a new question has left the old subject.
    """

    domain: str
    asked: tuple[str, ...]
    keywords: tuple[str, ...]
    law: str


class LayTerm(NamedTuple):
    """Everyday phrases (`said`) and the words in which records and statutes put the same thing (`law`).

    `alone` is false for mere other names ("selectmen" for "select board"): they join a query and never are one.
    """

    said: tuple[str, ...]
    law: str
    alone: bool = True


def _rows(name: str) -> tuple[tuple[str, ...], ...]:
    text = files("pipeline").joinpath("data", name).read_text("utf-8")
    return tuple(tuple(line.split("\t")) for line in text.splitlines() if line and not line.startswith("#"))


def _alternatives(cell: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split("|") if part.strip())


@lru_cache(maxsize=1)
def topics() -> Mapping[str, Topic]:
    """Label -> topic in table order. `topics()[label].keywords` are the words to look for in a text."""
    table = {
        label: Topic(domain, _alternatives(asked), _alternatives(keywords), law)
        for label, domain, asked, keywords, law in _rows("topics.tsv")
    }
    return MappingProxyType(table)


@lru_cache(maxsize=1)
def other_words() -> Mapping[str, tuple[str, ...]]:
    """Everyday word or phrase -> the words of records and statutes that may stand for it, at most ten, the nearest
    first: those in whose row it stands further to the front."""
    found: dict[str, list[tuple[int, int, str]]] = {}
    for row, (law, said) in enumerate(_rows("other_words.tsv")):
        for place, one in enumerate(_alternatives(said)):
            found.setdefault(one, []).append((place, row, law))
    return MappingProxyType(
        {one: tuple(law for _, _, law in sorted(laws)[:_MOST_OTHERS]) for one, laws in found.items()}
    )


@lru_cache(maxsize=1)
def lay_terms() -> tuple[LayTerm, ...]:
    """Everyday phrases and the words of statutes and records for them: the general table, then the one of town records,
    each in its own order."""
    rows = (row for name in _LAY_TABLES for row in _rows(name))
    return tuple(LayTerm(_alternatives(said), law.lstrip("+ "), law[:1] != "+") for said, law in rows)
