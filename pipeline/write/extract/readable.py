"""How well a span reads as a quotation: less for headings, signatures, tables read as a line and boilerplate.

Looks at the words of the span alone. It refuses to weigh what was asked.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pipeline.quoting.turns import has_finite_verb
from pipeline.write.extract.spans import Span

__all__ = ["reads"]

_HEADING, _CAPITALS, _WORDLESS, _BARE, _FURNITURE, _PARAGRAPH = 0.0, 0.35, 0.35, 0.55, 0.1, 0.9
"""What a heading mark, capitals, a table read as a line, a fragment, boilerplate and a long paragraph keep."""
_BARE_WORDS, _REPEATING, _LONG_WORDS = 5, 15, 70
_MOST = 0.6
"""Capital letters among all letters of a heading."""
_SAME_WORDS = 0.55
"""Distinct words among all in a table's heads read as a line: "Appropriations for Appropriations for …"."""
_FEW_WORDS = 0.45
"""Tokens without a small letter in a table read as a line: "Budget S 25,000.00 S$ 25,000.00 4711"."""
# "Conservation Commission: A. Smith, Chair", "Respectfully submitted", "Article 3 ...... 12"
_BOILERPLATE = re.compile(
    r"^\W*(?:disclaimer|respectfully|signed|attest|prepared by|commissioner|chair(?:man)?|director|phone|"
    r"table of contents|we,? the undersigned|the undersigned)\b|\.{4,}|\bcompleted as of\b|\brevised as of\b|"
    r"\brespectfully submitted\b|\bundersigned\b|^\W*amended \d{4}\b"
    r"|^\W*(?:pledge of allegiance|roll call:|(?:members |also |others )?(?:present|absent)\b)"
    r"|\bmotion to adjourn\b|\b(?:accept|approve) the (?:meeting )?minutes\b|\bmeeting adjourned\b|^\W*next meeting\b"
    r"|\bminutes (?:of|from)\b.{0,40}\bas written\b|\bminutes (?:were )?transcribed\b"
    r"|^(?:[A-Z][\w.]+ ){1,3}[A-Z]\w+, (?:\w+ ){0,2}(?:Director|Commissioner|Manager|Clerk|Secretary|Administrator)\b",
    re.IGNORECASE,
)

# "[President of the Senate To Act When the Office is Vacant.]": the heading of a section, in the brackets of its editor
_TITLE = re.compile(r"\[(?![a-zA-Z0-9]{1,3}\])[^\[\]]+\]\W?")


def reads(span: Span) -> float:
    """Below 1 for what reads badly as a quotation: fragments, headings in capitals, signatures, long paragraphs."""
    return _reading(span.text, span.words, row=span.row)


@lru_cache(maxsize=16_384)
def _reading(text: str, words: int, *, row: bool) -> float:
    # "### Case #31-07-LM: ...": a heading of a Markdown record states nothing
    if text.startswith("#") or _TITLE.fullmatch(text):
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
    heads = words > _REPEATING and not has_finite_verb(text)
    if heads and len(set(map(str.lower, tokens))) < _SAME_WORDS * len(tokens):
        return factor * _WORDLESS
    return factor if words <= _LONG_WORDS else factor * _PARAGRAPH
