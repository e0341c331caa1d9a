"""How well a span answers a question: a linear score of its figures, as a share of the best span's.

The weights are fitted on development questions by `benchmarks/fit_extracts.py` and kept in `weights.py`; what reads
badly as a quotation is set back by rule. It refuses to look outside the brief.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from pipeline.types import Brief
from pipeline.write.extract.asking import Asked
from pipeline.write.extract.features import describe
from pipeline.write.extract.spans import Span
from pipeline.write.extract.weights import WEIGHTS

__all__ = ["ScoredSpan", "reads", "score_spans"]

_HEADING, _CAPITALS, _WORDLESS, _BARE, _FURNITURE, _PARAGRAPH = 0.0, 0.35, 0.35, 0.55, 0.1, 0.9
"""What a heading mark, capitals, a table read as a line, a fragment, boilerplate and a long paragraph keep."""
_BARE_WORDS, _REPEATING, _LONG_WORDS = 5, 15, 70
_MOST = 0.6
"""Capital letters among all letters of a heading."""
_SAME_WORDS = 0.55
"""Distinct words among all in a table's heads read as a line: "Appropriations for Appropriations for …"."""
_FEW_WORDS = 0.45
"""Tokens without a small letter in a table read as a line: "Budget S 25,000.00 S$ 25,000.00 4711"."""
# "Conservation Commission: A. Smith, Chair", "Respectfully submitted", "Note: This warrant …", "Article 3 ...... 12"
_BOILERPLATE = re.compile(
    r"^\W*(?:note|notes|disclaimer|respectfully|signed|attest|prepared by|commissioner|chair(?:man)?|director|phone|"
    r"table of contents|we,? the undersigned|the undersigned)\b|\.{4,}|\bcompleted as of\b|\brevised as of\b|"
    r"\brespectfully submitted\b|\bundersigned\b|^\W*to the selectmen or assessors\b"
    r"|^\W*(?:pledge of allegiance|roll call:|(?:members |also |others )?(?:present|absent)\b)"
    r"|\bmotion to adjourn\b|\b(?:accept|approve) the (?:meeting )?minutes\b|\bmeeting adjourned\b|^\W*next meeting\b"
    r"|\bminutes (?:of|from)\b.{0,40}\bas written\b|\bminutes (?:were )?transcribed\b"
    r"|^(?:[A-Z][\w.]+ ){1,3}[A-Z]\w+, (?:\w+ ){0,2}(?:Director|Commissioner|Manager|Clerk|Secretary|Administrator)\b",
    re.IGNORECASE,
)


class ScoredSpan(NamedTuple):
    """A span, its score as a share of the best span's (0..1), the share of the question that it and its surroundings
    show (0..1), and the stems of the question among them."""

    span: Span
    score: float
    coverage: float
    shared: frozenset[str]


def reads(span: Span) -> float:
    """Below 1 for what reads badly as a quotation: fragments, headings in capitals, signatures, long paragraphs."""
    return _reading(span.text, span.words, row=span.row)


@lru_cache(maxsize=16_384)
def _reading(text: str, words: int, *, row: bool) -> float:
    if text.lstrip().startswith("#"):  # "### Case #31-07-LM: ...": a heading of a Markdown record states nothing
        return _HEADING
    factor = _FURNITURE if _BOILERPLATE.search(text) else 1.0
    if row:
        return factor
    letters = [c for c in text if c.isalpha()]
    if letters and sum(c.isupper() for c in letters) > _MOST * len(letters):
        return factor * _CAPITALS
    if words < _BARE_WORDS:
        return factor * _BARE
    tokens = text.split()
    if sum(1 for token in tokens if not any(c.islower() for c in token)) > _FEW_WORDS * len(tokens):
        return factor * _WORDLESS
    if words > _REPEATING and len(set(map(str.lower, tokens))) < _SAME_WORDS * len(tokens):
        return factor * _WORDLESS
    return factor if words <= _LONG_WORDS else factor * _PARAGRAPH


def score_spans(chunks: Sequence[tuple[Span, ...]], asked: Asked, brief: Brief) -> tuple[ScoredSpan, ...]:
    """Every span scored, in reading order, chunks in the order given; () when there is no span."""
    found = describe(chunks, asked, brief)
    raw = [sum(WEIGHTS[name] * value for name, value in one.figures.items()) for one in found]
    top = max(raw, default=0.0)
    return tuple(
        ScoredSpan(one.span, math.exp(value - top) * reads(one.span), one.coverage, one.shown)
        for one, value in zip(found, raw, strict=True)
    )
