"""Passages cut into spans and read once for the answer finder: stems, years, leads, forms; the same for every question.

It refuses to know a question: whatever depends on what was asked stands in `figures`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from pipeline.ask.cues import CUES, Cue
from pipeline.ask.kinds import unnamed
from pipeline.types import AnswerSpan, Evidence
from pipeline.write.extract.spans import Cut, cuts_of, figures_in
from vault.facts.dates import YEAR
from vault.store.whole import page_at
from vault.text.patterns import lazy_regex
from vault.text.words import fold, stem, words
from vault.types import Chunk

__all__ = ["PREFIX", "Form", "ReadPage", "ReadSpan", "answer_span", "form_of", "places_shown", "read_page"]

PREFIX = 5
"""Letters that two forms of one word share."""
_USUAL_WORDS = 20
"""Words of a usual sentence of minutes; the figure of length is 0 there."""
_LEAD_WORDS = 12
"""A heading or lead-in is one short line."""
_LEAD_REACH = 25
"""Spans that a heading stands over at most; further on it was missed where the next one began."""
_TABLE_WORDS = 60
_TABLE_FIGURES = 0.15
"""Words of a span, and the share of figures among them, from which it is a table read as one line."""
_ROW_WORDS = 6
"""A shorter row is a part of one: its label, or a figure in words."""
_TOKEN = lazy_regex(r"\S+")
_SUM = lazy_regex(r"\$\s?[\d,.]+")
_NIL = lazy_regex(r"(?:\$\s?[0.,]+)+")
"""Sums of nothing but noughts: "Building Permits $0 $0 $0"."""
_MONEY = lazy_regex(r"\$\s?\d")
_NEGATES = lazy_regex(r"\b(?:not|no|never|without|nor|none|cannot|neither)\b|n['’]t\b", re.IGNORECASE)
# "7.4 PARKING ............ 28"
_CONTENTS = lazy_regex(r"\.{4,}\s*\d{1,3}\b")
_LEAST_LINES = 2
_PROPER = lazy_regex(r"(?<=[a-z,;] )[A-Z][a-z]+")


class ReadSpan(NamedTuple):
    """A span with its stems in order, and those of the heading or lead-in it stands under."""

    cut: Cut
    order: tuple[str, ...]
    lead: tuple[str, ...]
    figures: tuple[str, ...] = ()
    """The stems that begin with a digit."""
    contents: bool = False
    """Whether it is of a table of contents: several lines of dots that end with a page."""


class Form(NamedTuple):
    """What a closer look at a span's text tells: the years it names, stems of its names, figures of its form."""

    years: frozenset[str]
    names: frozenset[str]
    figures: dict[str, float]


class ReadPage(NamedTuple):
    """One piece of evidence: its spans, the stems of its title and heading, of all its words, and its years."""

    evidence: Evidence
    spans: tuple[ReadSpan, ...]
    about: frozenset[str]
    stems: frozenset[str]
    beginning: Mapping[str, Sequence[str]]
    """The first `PREFIX` letters of longer stems -> the stems."""
    own_years: frozenset[str]
    """Years of its date and title: what the record is of."""
    years: frozenset[str]
    """Years anywhere in it."""


def _is_contents(text: str) -> bool:
    return "...." in text and len(_CONTENTS.findall(text)) >= _LEAST_LINES


@lru_cache(maxsize=16384)
def form_of(text: str) -> Form:
    """The form of a span: costly, so only spans worth a closer look are asked for it."""
    names = _PROPER.findall(text)
    return Form(frozenset(YEAR.findall(text)), frozenset(map(stem, map(fold, names))), _figures(text, len(names)))


_MOST_PLACES = 6
_DECIMAL: tuple[Cue, ...] = ("amount", "rate")
"""Kinds of answer that a number with a point shows."""


@lru_cache(maxsize=32768)
def places_shown(cue: Cue, text: str) -> tuple[int, ...]:
    """Where a text shows a kind of answer, as the words before each place, at most six; () where it does not.

    The number of a section ("6.13") is no amount and no rate.
    """
    matches = islice(CUES[cue].finditer(unnamed(text) if cue in _DECIMAL else text), _MOST_PLACES)
    return tuple([len(words(text[: match.start()])) for match in matches])


def _figures(text: str, names: int) -> dict[str, float]:
    count, digits = len(text.split()), figures_in(text)
    return {
        "length": math.log(max(count, 1) / _USUAL_WORDS),
        "digit": float(digits > 0),
        "digits": digits / (count or 1),
        "money": float(bool(_MONEY.search(text))),
        "nil": float(_NIL.fullmatch("".join(_SUM.findall(text))) is not None),
        "negates": float(bool(_NEGATES.search(text))),
        "proper": min(names, 6) / 6.0,
    }


def _leads(text: str) -> bool:
    """Whether a line stands over what follows: it ends with a colon, or is short, begins with a capital and ends
    without a stop."""
    bare = text.rstrip(" -")
    if bare.endswith(":"):
        return True
    return len(bare.split()) <= _LEAD_WORDS and bare[:1].isupper() and bare[-1:].isalnum() and " " in bare


def _rows(cut: Cut, text: str) -> tuple[Cut, ...]:
    """A table that was read as one line, row by row: a row ends with its figures. Any other cut comes back as it is.

    A whole page of a budget in one span holds every word that is asked for, and so stood above the row that answers.
    """
    if cut.text.count(" ") < _TABLE_WORDS or figures_in(cut.text) < _TABLE_FIGURES * cut.text.count(" "):
        return (cut,)
    tokens = [(match.group(), match.start() + cut.start) for match in _TOKEN.finditer(text[cut.start : cut.end])]
    ends = [
        at + 1
        for at, (token, _) in enumerate(tokens[:-1])
        if token.rstrip("%)")[-1:].isdigit() and any(c.islower() for c in tokens[at + 1][0])
    ]
    rows, start = [], 0
    for end in (*ends, len(tokens)):
        if end - start >= _ROW_WORDS or end == len(tokens):
            shown, last = " ".join(token for token, _ in tokens[start:end]), tokens[end - 1]
            rows.append(Cut(cut.block, tokens[start][1], last[1] + len(last[0]), shown, True))
            start = end
    return tuple(rows)


@lru_cache(maxsize=32768)
def _stems(text: str) -> tuple[str, ...]:
    """The stems of a span: most stand in a passage and in the page that is read for it."""
    return tuple(map(stem, words(text)))


def _spans(cuts: Sequence[Cut]) -> tuple[ReadSpan, ...]:
    found: list[ReadSpan] = []
    lead: tuple[str, ...] = ()
    since = 0
    for cut in cuts:
        order = _stems(cut.text)
        since += 1
        figures = tuple(one for one in order if one[0].isdigit())
        under = lead if since <= _LEAD_REACH else ()
        found.append(ReadSpan(cut, order, under, figures, _is_contents(cut.text)))
        if _leads(cut.text) and not (cut.row and any(c.isdigit() for c in cut.text)):
            lead, since = order, 0
    return tuple(found)


class _ReadText(NamedTuple):
    spans: tuple[ReadSpan, ...]
    about: frozenset[str]
    stems: frozenset[str]
    beginning: Mapping[str, Sequence[str]]
    own_years: frozenset[str]
    years: frozenset[str]


# "FY27", "FY 2027", "fiscal year 2027", "Fiscal 27"
_FISCAL = lazy_regex(r"\b(?:FY|fiscal(?: years?)?)\W{0,2}(?P<year>(?:20)?\d\d)\b(?!,\d)", re.IGNORECASE)


def _fiscal(text: str) -> frozenset[str]:
    """The fiscal years that a text names: a budget is of the year it is for, whenever it was written."""
    return frozenset(f"20{one['year'][-2:]}" for one in _FISCAL.finditer(text))


@lru_cache(maxsize=1024)
def _read(chunk: Chunk) -> _ReadText:
    spans = _spans([row for cut in cuts_of(chunk) for row in _rows(cut, chunk.text)])
    about = frozenset(map(stem, words(f"{chunk.title} {chunk.heading} {chunk.section} {chunk.town} {chunk.board}")))
    stems = about.union(*(span.order for span in spans))
    beginning: dict[str, list[str]] = {}
    for root in stems:
        beginning.setdefault(root[:PREFIX], []).append(root)
    return _ReadText(
        spans=spans,
        about=about,
        stems=stems,
        beginning=beginning,
        own_years=frozenset(YEAR.findall(f"{chunk.date[:4]} {chunk.title}")) | _fiscal(f"{chunk.title} {chunk.text}"),
        years=frozenset(YEAR.findall(f"{chunk.date[:4]} {chunk.title} {chunk.text}")) | _fiscal(chunk.text),
    )


def read_page(evidence: Evidence) -> ReadPage:
    """The evidence cut and read; its text is read once, however often it is found."""
    return ReadPage(evidence, *_read(evidence.chunk))


def answer_span(page: ReadPage, first: ReadSpan, last: ReadSpan, sure: float) -> AnswerSpan:
    """The words from the first to the last of neighbouring spans, with their page and how surely they answer."""
    start, end, chunk = first.cut.start, last.cut.end, page.evidence.chunk
    return AnswerSpan(
        chunk_id=chunk.id,
        start=start,
        end=end,
        text=" ".join(chunk.text[start:end].split()),
        page=page_at(chunk, start),
        probability=round(sure, 4),
        label=page.evidence.label,
    )
