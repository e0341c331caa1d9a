"""What is known not to be told by what was found: of a yearly report the years held, of a bill its fate, and where the
records of a town that has none of its own stand.

Each costs an assistant a search that ends in nothing. It refuses to say that a thing did not happen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.answer.brief import neutralised
from pipeline.quoting.pages import page_of
from pipeline.types import Brief, Evidence
from vault.facts.dates import MONTH_NAMES
from vault.ports import Library
from vault.text.clean import shortened
from vault.text.patterns import lazy_regex
from vault.text.words import stands_as_word, words
from vault.types import Chunk, DocType, Filters, Query, SearchRequest

__all__ = ["untold"]

_YEARLY: tuple[DocType, ...] = ("report", "budget", "warrant", "results", "guidance", "form", "other")
"""Kinds of documents that come out year after year under one title."""
_YEAR = lazy_regex(r"(?<![\d-])(?:19|20)\d\d(?![\d-])")
_DATED = lazy_regex(rf"\b(?:{'|'.join(MONTH_NAMES)})\b", re.IGNORECASE)
_READ, _SIMILAR, _NAMING, _TITLE = 3, 20, 5, 70
"""Documents of each lane that are looked up, others compared with each, passages named, characters of a title."""


def untold(library: Library, brief: Brief) -> tuple[str, ...]:
    """One sentence for each thing known to be missing, the surest first; () where nothing of the kind is."""
    return (*_towns_named(library, brief), *_years_held(library, brief), *_bills(brief))


def _towns_named(library: Library, brief: Brief) -> list[str]:
    """Where the statewide records stand that name a town of which the vault has no record."""
    town = brief.issue.town
    if not town or brief.retrieval.local or town in library.towns():
        return []
    named = [item for item in brief.retrieval.state if not item.chunk.section and stands_as_word(town, item.chunk.text)]
    places = [
        f"{item.label}{f' p. {page_of(town, item.chunk) or item.chunk.page_start}' if item.chunk.page_start else ''}"
        for item in named
    ]
    return [f"Statewide records that name {neutralised(town)}: {', '.join(places[:_NAMING])}."] if places else []


def _years_held(library: Library, brief: Brief) -> list[str]:
    """Which years of a yearly document are held, where the question names one of which it is not."""
    asked = {year for year in brief.reading.years if len(year) == len("2031")}
    lines, foremost = dict[str, str](), _foremost(brief) if asked else ()
    if any(year in f"{item.chunk.title} {item.chunk.date}" for item in foremost for year in asked):
        return []  # what is of the year asked about was found
    for item in foremost:
        base, own = _base(item.chunk.title), set(_YEAR.findall(item.chunk.title))
        if len(own) != 1 or base in lines or _DATED.search(item.chunk.title):
            continue
        others = _years_of(library, item.chunk, base) - own
        lost = sorted(asked - others)
        if lost:
            title = neutralised(shortened(item.chunk.title, _TITLE))
            also = f" and that of {', '.join(sorted(others))}" if others else ""
            lines[base] = f"“{title}”{also} is held, none of it for {' or '.join(lost)}."
    return list(lines.values())


def _foremost(brief: Brief) -> Sequence[Evidence]:
    """The yearly documents that ranked best in each lane, or have the likeliest words of a part."""
    likely = {span.label for part in brief.retrieval.answers for span in part.spans[:1]}
    ranked = (
        sorted(lane, key=lambda item: -item.score)[:_READ] for lane in (brief.retrieval.local, brief.retrieval.state)
    )
    first = {item.label for lane in ranked for item in lane} | likely
    found = (item for item in brief.retrieval.merged if item.label in first)
    town = brief.issue.town
    yearly = [item for item in found if item.chunk.doc_type in (*_YEARLY, "bill") and not item.chunk.section]
    return [item for item in yearly if item.label in likely or town in f"{item.chunk.town} {item.chunk.text}"]


def _base(title: str) -> str:
    """A title without its year: "2031 Road Report" and "Road Report 2032" are one."""
    return " ".join(_YEAR.sub(" ", title).split()).strip(" ,:-–—()")


def _years_of(library: Library, chunk: Chunk, base: str) -> set[str]:
    """The years of the documents held that have the same title."""
    filters = Filters(
        lane=chunk.lane, states=(chunk.state,), towns=(chunk.town,) if chunk.town else (), doc_types=(chunk.doc_type,)
    )
    ask = SearchRequest(query=Query(terms=tuple(words(base))), filters=filters, limit=_SIMILAR, explained=False)
    (found,) = library.search([ask])
    if isinstance(found, Exception):
        return set()
    titles = (hit.chunk.title for hit in found.hits)
    return {year for title in titles if _base(title) == base for year in _YEAR.findall(title)}


def _bills(brief: Brief) -> list[str]:
    """That of a bill with the likeliest words of a part nothing but the bill is held."""
    first = {span.label for part in brief.retrieval.answers for span in part.spans[:1]}
    titles = [
        item.chunk.title for item in brief.retrieval.merged if item.label in first and item.chunk.doc_type == "bill"
    ]
    names = dict.fromkeys(neutralised(title.partition(":")[0].strip()) for title in titles)
    return [f"Of {name} the bill alone is held: what became of it is not shown." for name in names]
