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

from pipeline.ask.cues import CUES, Cue, unnamed
from pipeline.quoting.turns import has_finite_verb
from pipeline.types import Evidence
from pipeline.write.extract.outcomes import is_motion, leans, tells_result
from pipeline.write.extract.spans import Cut, cuts_of, figures_in
from vault.text.words import fold, stem, words
from vault.types import Chunk

__all__ = ["PREFIX", "Form", "ReadPage", "ReadSpan", "form_of", "places_shown", "read_page"]

PREFIX = 5
"""Letters that two forms of one word share."""
_USUAL_WORDS = 20
"""Words of a usual sentence of minutes; the figure of length is 0 there."""
_SHORT_WORDS = 9
"""A shorter span is a fragment, a name or a vote."""
_LONG_WORDS = 70
_LEAD_WORDS = 12
"""A heading or lead-in is one short line."""
_LEAD_REACH = 25
"""Spans that a heading stands over at most; further on it was missed where the next one began."""
_CAPITALS = 0.6
"""Capital letters among all letters of a heading."""
_WORDLESS = 0.45
"""Tokens without a small letter in a table read as a line."""
_TABLE_WORDS = 60
_TABLE_FIGURES = 0.15
"""Words of a span, and the share of figures among them, from which it is a table read as one line."""
_ROW_WORDS = 6
"""A shorter row is a part of one: its label, or a figure in words."""
_TOKEN = re.compile(r"\S+")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_SUM = re.compile(r"\$\s?[\d,.]+")
_NIL = re.compile(r"(?:\$\s?[0.,]+)+")
"""Sums of nothing but noughts: "Building Permits $0 $0 $0"."""
_MONEY = re.compile(r"\$\s?\d")
# "Ms. Ames asked whether", "He wanted to know"
_ASKS = re.compile(r"\?|\b(?:asked|wondered|inquired|questioned|wanted to know)\b", re.IGNORECASE)
_NEGATES = re.compile(r"\b(?:not|no|never|without|nor|none|cannot|neither)\b|n['’]t\b", re.IGNORECASE)
# "Mr. Roy said that", "explained", "noted"
_SAYS = re.compile(
    r"\b(?:said|says|stated|explained|noted|reported|responded|replied|answered|told|informed|added|mentioned|"
    r"announced|clarified|indicated|commented)\b",
    re.IGNORECASE,
)
# "the work will begin", "they plan to", "would cost"
_AHEAD = re.compile(
    r"\b(?:will|shall|would|going to|plans? to|propos\w+|expected|scheduled|may|could)\b", re.IGNORECASE
)
_PAST = re.compile(r"\b(?:was|were|had|did|voted|\w{3,}ed)\b")
# "\"default budget\" means", "is defined as", "The term \"owner\""
_DEFINES = re.compile(r"\bmeans?\b|\bdefined as\b|\bthe term\b|\brefers to\b|\bincludes?\b", re.IGNORECASE)
_MUST = re.compile(r"\b(?:shall|must|may not|required|prohibited|not exceed)\b", re.IGNORECASE)
# "Application fee: $75", "Hours - 9 to 5"
_LABEL = re.compile(r"^[^.?!]{3,60}(?::|\s[-–—]\s|\.{3,})\s*\S")
# "7.4 PARKING ............ 28"
_CONTENTS = re.compile(r"\.{4,}\s*\d{1,3}\b")
_LEAST_LINES = 2
# "There was discussion about", "presented", "regarding the signs", "is seeking a variance"
_ANNOUNCES = re.compile(
    r"\b(?:discuss\w*|addressed|presented|introduced|reviewed|opened|hearing on|consideration of|requested|"
    r"(?:is|are|was|were) (?:seeking|requesting|looking)|would like|regarding|concerning|agenda)\b",
    re.IGNORECASE,
)
_LISTED = re.compile(r"^\s*(?:[-*•▪◦‣]|\d{1,3}[.)]|\([a-z0-9]{1,4}\)|[IVX]{1,5}\.)\s")
_PROPER = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+")
# "Respectfully submitted", "Present: A. Smith", "Pledge of Allegiance", "Article 3 ...... 12"
_FURNITURE = re.compile(
    r"^\W*(?:notes?|disclaimer|respectfully|signed|attest|prepared by|phone|table of contents|we,? the undersigned|"
    r"pledge of allegiance|roll call:|(?:members |also |others )?(?:present|absent)\b|next meeting\b)|\.{4,}|"
    r"\bmotion to adjourn\b|\b(?:accept|approve) the (?:meeting )?minutes\b|\bmeeting adjourned\b|\bundersigned\b",
    re.IGNORECASE,
)


class ReadSpan(NamedTuple):
    """A span with its stems in order, and those of the heading or lead-in it stands under."""

    cut: Cut
    order: tuple[str, ...]
    lead: tuple[str, ...]
    figures: tuple[str, ...] = ()
    """The stems that begin with a digit."""

    @property
    def moves(self) -> bool:
        """Whether it tells a motion."""
        return is_motion(self.cut.text)

    @property
    def results(self) -> bool:
        """Whether it tells how a vote ended."""
        return tells_result(self.cut.text)

    @property
    def contents(self) -> bool:
        """Whether it is of a table of contents: several lines of dots that end with a page."""
        return is_contents(self.cut.text)


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


@lru_cache(maxsize=32768)
def is_contents(text: str) -> bool:
    """Whether a text is of a table of contents."""
    return "...." in text and len(_CONTENTS.findall(text)) >= _LEAST_LINES


@lru_cache(maxsize=16384)
def form_of(text: str, *, row: bool) -> Form:
    """The form of a span: costly, so only spans worth a closer look are asked for it."""
    names = frozenset(stem(fold(name)) for name in _PROPER.findall(text))
    return Form(frozenset(_YEAR.findall(text)), names, _figures(text, row))


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


def _figures(text: str, row: bool) -> dict[str, float]:
    letters = [c for c in text if c.isalpha()]
    tokens = text.split()
    capital = sum(c.isupper() for c in letters) > _CAPITALS * (len(letters) or 1)
    count = len(tokens)
    bare = sum(1 for token in tokens if not any(c.islower() for c in token))
    return {
        "short": float(count < _SHORT_WORDS),
        "length": math.log(max(count, 1) / _USUAL_WORDS),
        "long": float(count > _LONG_WORDS),
        "row": float(row),
        "verb": float(has_finite_verb(text)),
        "digit": float(any(c.isdigit() for c in text)),
        "digits": sum(any(c.isdigit() for c in token) for token in tokens) / (count or 1),
        "money": float(bool(_MONEY.search(text))),
        "nil": float(_NIL.fullmatch("".join(_SUM.findall(text))) is not None),
        "motion": float(is_motion(text)),
        "result": float(tells_result(text)),
        "asks": float(bool(_ASKS.search(text))),
        "says": float(bool(_SAYS.search(text))),
        "ahead": float(bool(_AHEAD.search(text))),
        "past": float(bool(_PAST.search(text))),
        "defines": float(bool(_DEFINES.search(text))),
        "must": float(bool(_MUST.search(text))),
        "negates": float(bool(_NEGATES.search(text))),
        "leans": float(leans(text)),
        "label": float(bool(_LABEL.search(text))),
        "listed": float(bool(_LISTED.search(text))),
        "proper": min(len(_PROPER.findall(text)), 6) / 6.0,
        "furniture": float(bool(_FURNITURE.search(text)) or text.lstrip().startswith("#")),
        "capitals": float(capital and not row),
        "wordless": float(bare > _WORDLESS * (count or 1) and not row),
        "announces": float(bool(_ANNOUNCES.search(text))),
        "leads_in": float(text.rstrip(" -").endswith(":")),
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


def _spans(cuts: Sequence[Cut]) -> tuple[ReadSpan, ...]:
    found: list[ReadSpan] = []
    lead: tuple[str, ...] = ()
    since = 0
    for cut in cuts:
        order = tuple(map(stem, words(cut.text)))
        since += 1
        figures = tuple(one for one in order if one[0].isdigit())
        found.append(ReadSpan(cut, order, lead if since <= _LEAD_REACH else (), figures))
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
        own_years=frozenset(_YEAR.findall(f"{chunk.date[:4]} {chunk.title}")),
        years=frozenset(_YEAR.findall(f"{chunk.date[:4]} {chunk.title} {chunk.text}")),
    )


def read_page(evidence: Evidence) -> ReadPage:
    """The evidence cut and read; its text is read once, however often it is found."""
    return ReadPage(evidence, *_read(evidence.chunk))
