"""Passages cut into spans and read once for the answer finder: stems, years, forms; the same for every question.

It refuses to know a question: whatever depends on what was asked stands in `answer_figures`.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import NamedTuple

from pipeline.ask.cues import CUES, Cue
from pipeline.quoting.negation import has_finite_verb
from pipeline.types import Evidence
from pipeline.write.extract.outcomes import is_motion, tells_result
from pipeline.write.extract.spans import Span, spans_of
from vault.text.words import stem, words

__all__ = ["Form", "ReadPage", "ReadSpan", "form_of", "read_page"]

_USUAL_WORDS = 20
"""Words of a usual sentence of minutes; the figure of length is 0 there."""
_SHORT_WORDS = 9
"""A shorter span is a fragment, a name or a vote."""
_LONG_WORDS = 70
_CAPITALS = 0.6
"""Capital letters among all letters of a heading."""
_WORDLESS = 0.45
"""Tokens without a small letter in a table read as a line."""
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_MONEY = re.compile(r"\$\s?\d")
# "Ms. Ames asked whether", "He wanted to know"
_ASKS = re.compile(r"\?|\b(?:asked|wondered|inquired|questioned|wanted to know)\b", re.IGNORECASE)
_NEGATES = re.compile(r"\b(?:not|no|never|without|nor|none|cannot|neither)\b|n['’]t\b", re.IGNORECASE)
# "Respectfully submitted", "Present: A. Smith", "Pledge of Allegiance", "Article 3 ...... 12"
_FURNITURE = re.compile(
    r"^\W*(?:notes?|disclaimer|respectfully|signed|attest|prepared by|phone|table of contents|we,? the undersigned|"
    r"pledge of allegiance|roll call:|(?:members |also |others )?(?:present|absent)\b|next meeting\b)|\.{4,}|"
    r"\bmotion to adjourn\b|\b(?:accept|approve) the (?:meeting )?minutes\b|\bmeeting adjourned\b|\bundersigned\b",
    re.IGNORECASE,
)


class ReadSpan(NamedTuple):
    """A span with its stems in order and as a set."""

    span: Span
    order: tuple[str, ...]
    stems: frozenset[str]


class Form(NamedTuple):
    """What a closer look at a span's text tells: the years it names, its kinds of answer, figures of its form."""

    years: frozenset[str]
    cues: frozenset[Cue]
    figures: dict[str, float]


class ReadPage(NamedTuple):
    """One piece of evidence: its spans, the stems of its title and heading, of all its words, and its years."""

    evidence: Evidence
    spans: tuple[ReadSpan, ...]
    about: frozenset[str]
    stems: frozenset[str]
    own_years: frozenset[str]
    """Years of its date and title: what the record is of."""
    years: frozenset[str]
    """Years anywhere in it."""


@lru_cache(maxsize=4096)
def form_of(text: str, *, row: bool) -> Form:
    """The form of a span: costly, so only spans worth a closer look are asked for it."""
    cues = frozenset(cue for cue, pattern in CUES.items() if pattern.search(text))
    return Form(frozenset(_YEAR.findall(text)), cues, _figures(text, row))


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
        "money": float(bool(_MONEY.search(text))),
        "motion": float(is_motion(text)),
        "result": float(tells_result(text)),
        "asks": float(bool(_ASKS.search(text))),
        "negates": float(bool(_NEGATES.search(text))),
        "furniture": float(bool(_FURNITURE.search(text)) or text.lstrip().startswith("#")),
        "capitals": float(capital and not row),
        "wordless": float(bare > _WORDLESS * (count or 1) and not row),
        "leads_in": float(text.rstrip(" -").endswith(":")),
    }


def _read(span: Span) -> ReadSpan:
    order = tuple(map(stem, words(span.text)))
    return ReadSpan(span, order, frozenset(order))


@lru_cache(maxsize=256)
def read_page(evidence: Evidence) -> ReadPage:
    """The evidence cut and read; remembered, since every round of a retrieval asks for the same passages."""
    chunk = evidence.chunk
    spans = tuple(map(_read, spans_of(evidence)))
    about = frozenset(map(stem, words(f"{chunk.title} {chunk.heading} {chunk.section} {chunk.town} {chunk.board}")))
    return ReadPage(
        evidence=evidence,
        spans=spans,
        about=about,
        stems=about.union(*(span.stems for span in spans)),
        own_years=frozenset(_YEAR.findall(f"{chunk.date[:4]} {chunk.title}")),
        years=frozenset(_YEAR.findall(f"{chunk.date[:4]} {chunk.title} {chunk.text}")),
    )
