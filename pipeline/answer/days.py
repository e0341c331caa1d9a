"""On which days the town's records speak of the matter of a question: what a search for its rarest words would list.

Told beside the passages, so that an assistant sees what came before and after what was found. It refuses to judge what
answers, and speaks of no law.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pipeline.answer.brief import neutralised
from pipeline.answer.everywhere import town_searched
from pipeline.ask.cues import asks_course
from pipeline.ask.lexicon import COMMONPLACES
from pipeline.ask.reading import written
from pipeline.types import Brief, Evidence
from vault.facts.dates import MONTH_NAMES, dates_in
from vault.ports import Library
from vault.text.patterns import lazy_regex
from vault.text.words import STOP_WORDS, stem, words
from vault.types import Chunk, DocType, Filters, Query

__all__ = ["WordDays", "day_lines", "later_line", "told_by_day"]

_RECORDS: tuple[DocType, ...] = ("minutes", "warrant", "results", "notice", "report", "budget")
"""Kinds of records that tell what happened on a day."""
_WORDS, _LEAST, _MOST = 2, 2, 40
"""Words of the matter that are told, and in how many passages of the town each may stand: what stands in one was found
with it, what stands in more is no matter's own."""
_DAYS = 8
"""Records of one word that are told: the latest, and those that say it most, of as many the later."""
_LIKELY, _BESIDE = 2, 300
"""Spans of each part that are read for words of the matter, and characters on either side of each."""


_A_DEED = lazy_regex(r"(?:ed|ing)\Z|\A(?:be|over)?c[ao]mes?\Z|\Ahappen|\Amrs?\Z")
"""Words that tell what is done or becomes of a matter, not which one it is."""
_MONTHS = frozenset(map(str.lower, MONTH_NAMES))


class WordDays(NamedTuple):
    """A word, and the records that say it, oldest first: the day, and the place as `read_source` takes it; `more` are
    how many others say it."""

    word: str
    places: tuple[tuple[str, str], ...]
    more: int = 0


def told_by_day(library: Library, brief: Brief) -> tuple[WordDays, ...]:
    """For the rarest words of the question's matter the records of its town that say them; () where the question names
    no town or asks for no course of things, and where no record but those found says them."""
    town = town_searched(brief)
    if not town or not any(asks_course(part.text) for part in brief.reading.parts):
        return ()
    place = Filters(lane="local", towns=(town,), doc_types=_RECORDS)
    labels = {(item.chunk.doc_id, page): item.label for item in brief.retrieval.local for page in item.chunk.pages}
    told = (_days_of(library, word, place, labels) for word in _words_of_matter(library, brief, town))
    return tuple(one for one in told if any("?" in place for _, place in one.places))


def later_line(library: Library, brief: Brief) -> str:
    """Which records of the town are later than the likeliest one and say the rarest word of the question's matter, or
    that none is: whether a rule or a decision still stands costs a search each time. "" where the question asks for a
    course, where the likeliest words stand in a law or in a record without a day, and where they say no such word."""
    town = town_searched(brief)
    best = max((part for part in brief.retrieval.answers if part.spans), key=lambda one: one.probability, default=None)
    lead = next((one for one in brief.retrieval.local if best and one.label == best.spans[0].label), None)
    if not town or lead is None or not lead.chunk.date or any(asks_course(part.text) for part in brief.reading.parts):
        return ""
    asked = (written(brief.reading).words, *map(words, brief.question.queries))
    wordings = [{*map(stem, one)} for one in asked]
    said = frozenset(map(stem, words(lead.chunk.text)))
    fitting = [one for one in _words_of_matter(library, brief, town, least=1, most=None) if stem(one) in said]
    word = max(fitting, key=lambda one: sum(stem(one) in wording for wording in wordings), default="")
    if sum(stem(word) in wording for wording in wordings) < _AGREED:
        return ""
    labels = {(item.chunk.doc_id, page): item.label for item in brief.retrieval.local for page in item.chunk.pages}
    found = library.scan(Query(terms=(word,)), Filters(lane="local", towns=(town,)), _MOST).chunks
    later = {one.doc_id: one for one in reversed(found) if one.date[: len(lead.chunk.date)] > lead.chunk.date}
    places = [
        f"{one.date} [{neutralised(_place(one, labels))}]" for one in sorted(later.values(), key=lambda one: one.date)
    ]
    if len(places) > _LATER:
        return ""  # so many records say the word that it is no matter's own
    told = "; ".join(places)
    named = f"Records of {neutralised(town)} later than [{lead.label}] ({lead.chunk.date})"
    lost = "".join(
        f" No record of {day}, which [{lead.label}] names, is held." for day in _put_off(library, brief, lead)
    )
    return f"{named} that say “{neutralised(word)}”: {told or 'none does; others may tell of it in other words'}.{lost}"


def _put_off(library: Library, brief: Brief, lead: Evidence) -> list[str]:
    """The next meetings to which the likeliest words, or those beside them, put a matter off and of which the town has
    no record."""
    spans = [one for part in brief.retrieval.answers for one in part.spans[:_LIKELY] if one.label == lead.label]
    near = (lead.chunk.text[max(0, one.start - _BESIDE) : one.end + _BESIDE] for one in spans)
    dated = (one for text in near for put in _PUTS_OFF.finditer(text) for one in dates_in(put.group()))
    days = sorted({one.value for one in dated if len(one.value) == len("2031-05-06") and one.value > lead.chunk.date})
    held = library.documents(Filters(lane="local", towns=(lead.chunk.town,))) if days else ()
    return [day for day in days if all(one.metadata.date != day for one in held)][:1]


# "continued to Monday, August 27, 2018", "tabled until May 6, 2031"
_PUTS_OFF = lazy_regex(r"\b(?:continu|tabl|postpon|adjourn|defer|recess|put off|resum)\w*[^.;]{0,120}", re.IGNORECASE)
_LATER, _AGREED = 5, 2
"""Later records that are named at the most, and wordings of the question that say a word of its matter at the least."""


def _words_of_matter(
    library: Library, brief: Brief, town: str, least: int = _LEAST, most: int | None = _WORDS
) -> list[str]:
    """The rarest words of the question and its phrasings that the likeliest sentences say too, and so many passages."""
    common = STOP_WORDS.union(COMMONPLACES, words(" ".join((brief.issue.town, *brief.issue.boards))))
    asked = (*brief.reading.content, *(word for one in brief.question.queries for word in words(one)))
    likely = _likely_stems(brief)
    plain = [word for word in dict.fromkeys(map(str.lower, asked)) if word.isalpha() and word not in common]
    plain = [word for word in plain if not _A_DEED.search(word) and word not in _MONTHS]
    plain = list({stem(word): word for word in reversed(plain) if stem(word) in likely}.values())[::-1]
    held = library.frequencies([*map(stem, plain)], (Filters(lane="local", towns=(town,)),))
    fitting = [word for word in plain if least <= held.get(stem(word), 0) <= _MOST]
    return sorted(fitting, key=lambda word: held[stem(word)])[:most]


def _likely_stems(brief: Brief) -> frozenset[str]:
    """The stems of the sentences likeliest to answer a part and of those beside them: words of the matter, not only of
    the question."""
    texts = {item.label: item.chunk.text for item in brief.retrieval.local}
    spans = [span for part in brief.retrieval.answers for span in part.spans[:_LIKELY] if span.label in texts]
    shown = (texts[one.label][max(0, one.start - _BESIDE) : one.end + _BESIDE] for one in spans)
    return frozenset(stem(word) for text in shown for word in words(text))


def _days_of(library: Library, word: str, place: Filters, labels: Mapping[tuple[str, int], str]) -> WordDays:
    """The records that say a word, each by the passage that says it most."""
    root = stem(word)
    times: dict[str, tuple[int, Chunk]] = {}
    for chunk in library.scan(Query(terms=(word,)), place, _MOST).chunks:
        count = Counter(map(stem, words(chunk.text)))[root]
        if chunk.date and count > times.get(chunk.doc_id, (0, chunk))[0]:
            times[chunk.doc_id] = (count, chunk)
    latest = max(times.values(), key=lambda one: one[1].date, default=None)
    kept = sorted(times.values(), key=lambda one: (one is latest, one[0], one[1].date), reverse=True)[:_DAYS]
    chunks = sorted((chunk for _, chunk in kept), key=lambda one: one.date)
    return WordDays(word, tuple((chunk.date, _place(chunk, labels)) for chunk in chunks), len(times) - len(kept))


def _place(chunk: Chunk, labels: Mapping[tuple[str, int], str]) -> str:
    """The label under which a page of the passage was found, else its document and page."""
    label = next((labels[chunk.doc_id, page] for page in chunk.pages if (chunk.doc_id, page) in labels), "")
    return label or f"{chunk.doc_id}?page={chunk.page_start or 1}"


def day_lines(told: Sequence[WordDays]) -> list[str]:
    """One line for each word; the words are data, the labels ours."""
    return [
        f"“{neutralised(one.word)}”: "
        + "; ".join(f"{day} [{neutralised(place)}]" for day, place in one.places)
        + (f"; and {one.more} more" if one.more else "")
        for one in told
    ]
