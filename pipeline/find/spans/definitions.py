"""What a term means, where a part asks for it: the sentence that defines it, found by its form.

"What does 'default budget' mean" has one right sentence, and the words that it shares with the question stand in every
other sentence on the matter as well. It refuses a text that only uses the term.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from pipeline.find.spans.text import ReadPage, ReadSpan, answer_span, read_page
from pipeline.types import Evidence, IssueMap, PartAnswer
from vault.text.patterns import lazy_regex

__all__ = ["term_asked", "told_definition"]

_SURE, _LIKELY = 0.93, 0.8
"""How surely a sentence that says what the term "means" answers, and one that says what it is (docs/finding.md)."""
_MOST_WORDS = 5
"""Words of a term."""
_MOST_TOLD = 2
"""Definitions told: a town's own and the law's."""
# "What does \"default budget\" mean exactly", "what is a tax lien", "What counts as a sign", "How is frontage defined"
_ASKED = lazy_regex(
    r"\A\W*(?:and |so )?(?:what (?:does|do|did) (?P<means>(?!it\b|they\b|this\b|that\b)[^?]+?) mean\b(?! (?:to|by)\b)"
    r"|what (?:is|are) (?:meant by|considered(?: to be)?|the (?:legal )?(?:definition|meaning) of) (?P<of>[^?]+)"
    r"|what (?:counts as|qualifies as) (?P<counts>[^?]+)|how (?:is|are) (?P<defined>[^?]+?) defined\b"
    r"|(?:define|what is the meaning of) (?P<define>[^?]+)|what(?: exactly)? (?:is|are) (?:an?|this) (?P<thing>[^?]+))",
    re.IGNORECASE,
)
# "... for my lot", "... on the ballot", "... in Alder Falls", "... here, and who decides"
_BEHIND = lazy_regex(
    r"(?:,.*|\s+(?:for (?:me|my|us|our|the)|on (?:the|my|a)|in (?:the|my|our|this|[A-Z])|under|according to|here"
    r"|exactly|really|anyway|anyhow|again|when|and (?:who|what|how|can|do|is))\b.*)\Z",
    re.IGNORECASE,
)
_ARTICLE = lazy_regex(r"\A(?:an?|the|my|our|your|this|that)\s+", re.IGNORECASE)
_MARKS = "\"'“”‘’*. "
_QUOTE = r"[\"“”*'’‘_]{0,4}"
_ITS_SHORT = r"(?:\s*\([^()\n]{1,30}\))?"
_MEANS = (
    r"[^.;:\n]{0,60}?\b(?:shall\s+)?(?:means?|refers?\s+to|(?:is|are|be)\s+(?:hereby\s+)?defined\s+(?:as|to\s+mean))\b"
)
_IS = r"\s*(?:[:–—]|\s-)\s+(?=\S+\s+\S+\s+\S+)|\s+(?:is|are)\s+(?:the|an?|any|defined)\b"


def term_asked(part: str) -> str:
    """The term whose meaning a part asks for ("default budget"); "" for any other part."""
    asked = _ASKED.match(part)
    told = next(filter(None, asked.groups()), "") if asked else ""
    term = _ARTICLE.sub("", _BEHIND.sub("", told).strip(_MARKS)).strip(_MARKS)
    return term if 0 < len(term.split()) <= _MOST_WORDS else ""


class _Forms(NamedTuple):
    """How a text defines a term: what it means, in quotation marks or at the beginning of a sentence; what it is."""

    means: re.Pattern[str]
    says: re.Pattern[str]


@lru_cache(maxsize=64)
def _forms(term: str) -> _Forms:
    words = r"[\s-]+".join(rf"{re.escape(word.rstrip('s'))}(?:e?s)?" for word in re.split(r"[\s-]+", term))
    begins = rf"\A(?:[\W_]*(?:\(?\w{{1,4}}[.)]\s+)?){_QUOTE}(?:The\s+(?:term|word)\s+|An?\s+|The\s+)?{_QUOTE}"
    means = rf"(?:[\"“*]\s*|{begins}){words}{_ITS_SHORT}{_QUOTE}{_ITS_SHORT}{_MEANS}"
    says = rf"{begins}{words}{_QUOTE}{_ITS_SHORT}{_QUOTE}(?:{_IS})"
    return _Forms(re.compile(means, re.IGNORECASE), re.compile(says, re.IGNORECASE))


def _defining(term: str, pages: Sequence[ReadPage]) -> Iterator[tuple[bool, ReadPage, ReadSpan]]:
    """The spans that define a term: whether they say what it means, the page, the span."""
    forms = _forms(term)
    for page in pages:
        for span in page.spans:
            if page.evidence.chunk.doc_type == "bill" or span.contents:
                continue
            if forms.means.search(span.cut.text):
                yield True, page, span
            elif forms.says.search(span.cut.text):
                yield False, page, span


def told_definition(part: str, issue: IssueMap, evidence: Sequence[Evidence]) -> PartAnswer | None:
    """The answer to a part that asks what a term means: the town's own definition before the law's, one that says what
    it "means" before one that says what it is; None for any other part, and where no passage defines the term."""
    term = term_asked(part)
    found = list(_defining(term, tuple(map(read_page, evidence)))) if term else []
    lane = "local" if issue.town else "state"
    order = sorted(found, key=lambda one: (not one[0], one[1].evidence.chunk.lane != lane))
    first: dict[str, tuple[bool, ReadPage, ReadSpan]] = {}
    for one in order:
        first.setdefault(one[1].evidence.chunk.lane, one)
    told = [one for one in first.values() if one[0] or not order[0][0]][:_MOST_TOLD]
    if not told:
        return None
    sure = _SURE if told[0][0] else _LIKELY
    verdict: Literal["answered", "likely"] = "answered" if told[0][0] else "likely"
    spans = tuple(
        answer_span(page, span, span, sure if at == 0 else sure / _MOST_TOLD) for at, (_, page, span) in enumerate(told)
    )
    return PartAnswer(part=part, spans=spans, probability=sure, verdict=verdict)
