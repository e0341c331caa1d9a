"""How well a span answers a question: shared words weighted by rarity, identifiers, answer cues, and its surroundings.

Pure arithmetic on values. It refuses to look outside the brief: rarity is counted over the retrieved spans themselves.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from pipeline.compose.asking import Asked, cue_strength, identifier_key
from pipeline.compose.spans import Span
from vault.tokens import content_words, stem, words

__all__ = ["Scored", "opens_item", "score_spans", "stem_set"]

_CONTEXT = 0.45
"""Credit for a question word that stands in a neighbouring sentence: less than half of the span's own."""
_TITLE = 0.25
"""Credit for a question word of the title or heading: the document is about it, this sentence need not be."""
_CHUNK = 0.4
"""Credit for the square of what the whole chunk covers: an answer seldom repeats the question, its page does."""
_HEADING = 0.25
"""Credit for the share of a section's heading that the question asks for: a heading about something else is a sign."""
_KIN = 0.5
"""A record's word for what the question says counts half of the question's own, and at most half of all."""
_CUE = 0.5
"""An answer of the wanted kind counts half more than a sentence without it."""
_IDENTIFIER = 0.6
"""A case or article number named in the question outweighs any single word."""
_RANK = 0.4
"""Weight of the retrieval order, falling with the rank: retrieval has seen more than this module can."""
_SUBJECT_SHARE = 0.5
"""A question word that so many of the retrieved chunks hold is what the question is about."""
_OFF_SUBJECT = 0.3
"""What a chunk loses that holds nothing of the subject: it was found for a side word."""
_TOUCHING = 0.3
"""A span and its neighbours that show so much of the question share fully in the credit of their page."""
_RARITY = 0.5
"""Power of the rarity of a word: what was retrieved is about the question, so its common words are the subject."""
_PAIR = 0.3
"""Credit for two neighbouring words of the question that stand near each other: "default budget"."""
_LONG = 0.1
"""How much a long span loses: it meets more words by chance."""
_USUAL_WORDS = 25
"""Words of a usual sentence of minutes."""
_SHORT_WORDS = 5
_LONG_WORDS = 70
"""Outside these lengths a span is a fragment or a paragraph; both read badly when quoted."""
_BILL = 0.55
"""A proposal is worth about half of a law unless the question is about proposals."""
_ASKS_BILL = re.compile(r"\b(?:bills?|propos\w+|change[ds]?|amend\w*|new law|legislat\w+|HB|SB)\b")
# "25-03-LM", "31-07-V": how boards number their cases
_CASE = re.compile(r"\b\d{2,4}-\d{1,3}-[A-Z]{1,4}\b")


class Scored(NamedTuple):
    """A span with its score (0 upwards), the share of the question's weight it shows alone, and the stems it shares."""

    span: Span
    score: float
    coverage: float
    shared: frozenset[str]


def stem_set(text: str) -> frozenset[str]:
    """The stems of a text's words."""
    return frozenset(map(stem, words(text)))


def _rarity(stemmed: Iterable[frozenset[str]]) -> dict[str, float]:
    sets = list(stemmed)
    seen = Counter(root for found in sets for root in found)
    return {root: math.log(1 + (len(sets) + 1) / (count + 0.5)) ** _RARITY for root, count in seen.items()}


def _shape_factor(span: Span) -> float:
    """Below 1 for what reads badly as a quotation: fragments, headings in capitals, long paragraphs."""
    if span.row:
        return 1.0
    if span.text.lstrip().startswith("#"):  # "### Case #31-07-LM: ...": a heading of a Markdown record states nothing
        return 0.05
    letters = [c for c in span.text if c.isalpha()]
    if letters and sum(c.isupper() for c in letters) > 0.6 * len(letters):
        return 0.35
    if span.words < _SHORT_WORDS:
        return 0.55
    tokens = span.text.split()
    wordless = sum(1 for token in tokens if not any(c.islower() for c in token))
    if wordless > 0.45 * len(tokens):  # a table read as a line: "Budget S 25,000.00 S$ 25,000.00 4711 —"
        return 0.4
    return 1.0 if span.words <= _LONG_WORDS else 0.9


def _scope(spans: Sequence[Span], identifiers: tuple[str, ...]) -> list[float]:
    """1 where an identifier of the question stands, 0.7 below it in the same item, fading over the item."""
    reach = 0.0
    found: list[float] = []
    for span in spans:
        key = identifier_key(span.text)
        if any(identifier in key for identifier in identifiers):
            reach = 1.0
        elif opens_item(span):
            reach = 0.0
        else:
            reach = max(0.0, reach - 0.05) if reach < 1 else 0.7
        found.append(reach)
    return found


def opens_item(span: Span) -> bool:
    """Whether the span opens another item: "Case #25-02-BLA: …", "Article 12:", "New Business:"."""
    head = span.text[:40].lower().lstrip("•*-–# ")
    return head.startswith(("case", "article", "old business", "new business")) or span.text.endswith(":")


def _neighbours(stemmed: Sequence[frozenset[str]], at: int) -> frozenset[str]:
    near = [stemmed[i] for i in (at - 2, at - 1, at + 1) if 0 <= i < len(stemmed)]
    return frozenset().union(*near)


class _Sheet(NamedTuple):
    weights: Mapping[str, float]
    kin: Mapping[str, float]
    total: float
    asked: Asked
    identifiers: tuple[str, ...]
    wants_bills: bool
    subject: Mapping[str, float] = {}
    pairs: tuple[tuple[str, str], ...] = ()


def _worth(sheet: _Sheet, stems_found: frozenset[str]) -> float:
    own = sum(sheet.weights[root] for root in stems_found if root in sheet.weights)
    kin = sum(sheet.kin[root] for root in stems_found if root in sheet.kin)
    return (own + min(_KIN * kin, 0.5 * sheet.total)) / sheet.total


def _subject_share(stems_found: frozenset[str], sheet: _Sheet) -> float:
    """Share of the subject of the question that a chunk speaks of, 1 when the question has no clear subject."""
    total = sum(sheet.subject.values())
    return sum(sheet.subject[root] for root in stems_found if root in sheet.subject) / total if total else 1.0


def _pairs(text: str, sheet: _Sheet) -> float:
    """Share of the question's neighbouring words that stand near each other in the text."""
    if not sheet.pairs:
        return 0.0
    found = list(map(stem, words(text)))
    near = {(a, b) for i, a in enumerate(found) for b in found[i + 1 : i + 4]}
    return sum(pair in near or pair[::-1] in near for pair in sheet.pairs) / len(sheet.pairs)


def _heading_share(heading: str, sheet: _Sheet) -> float:
    roots = {stem(word) for word in content_words(heading)}
    return sum(root in sheet.weights or root in sheet.kin for root in roots) / len(roots) if roots else 0.0


def _score_chunk(spans: tuple[Span, ...], sheet: _Sheet, rank: int) -> list[Scored]:
    stemmed = [stem_set(span.text) for span in spans]
    chunk = spans[0].evidence.chunk
    about = stem_set(f"{chunk.title} {chunk.heading} {chunk.town}")
    page = _worth(sheet, frozenset().union(about, *stemmed))
    page = _CHUNK * page * page + _HEADING * _heading_share(chunk.heading, sheet)
    on_subject = 1 - _OFF_SUBJECT * (1 - _subject_share(frozenset().union(about, *stemmed), sheet))
    scope = _scope(spans, sheet.identifiers)
    proposal = _BILL if chunk.doc_type == "bill" and not sheet.wants_bills else 1.0
    interest = frozenset(sheet.weights) | frozenset(sheet.kin)
    scored: list[Scored] = []
    for at, span in enumerate(spans):
        own = stemmed[at]
        coverage = _worth(sheet, own)
        near = _worth(sheet, _neighbours(stemmed, at) - own)
        topic = _worth(sheet, about - own) * (_CONTEXT if span.row else _TITLE)
        value = coverage + _PAIR * _pairs(span.text, sheet) + _CONTEXT * near + topic + _IDENTIFIER * scope[at]
        value *= 1 + _CUE * cue_strength(span.text, sheet.asked.cues)
        value /= 1 + _LONG * max(0.0, math.log(max(span.words, 1) / _USUAL_WORDS))
        touches = min(1.0, (coverage + near + scope[at]) / _TOUCHING)
        value = (value + (page + _RANK / (rank + 1)) * touches) * _shape_factor(span) * proposal * on_subject
        scored.append(Scored(span, value, coverage, own & interest))
    return scored


def _case_numbers(chunks: Sequence[tuple[Span, ...]], identifiers: tuple[str, ...]) -> tuple[str, ...]:
    """The question's identifiers and the case numbers that stand in the same sentence as one of them."""
    linked = [
        identifier_key(number)
        for spans in chunks
        for span in spans
        if any(identifier in identifier_key(span.text) for identifier in identifiers)
        for number in _CASE.findall(span.text)
    ]
    asked_number = any(_CASE.search(identifier.upper()) for identifier in identifiers)
    return identifiers if asked_number else tuple(dict.fromkeys((*identifiers, *linked)))


def _subject(chunks: Sequence[tuple[Span, ...]], asked: Asked) -> dict[str, float]:
    """The full words of the question that a fair share of the retrieved chunks speak of, with that share."""
    pages = [frozenset().union(*(stem_set(span.text) for span in spans)) for spans in chunks if spans]
    full = [root for root, weight in asked.stems.items() if weight >= 1]
    share = {root: sum(root in page for page in pages) / len(pages) for root in full} if pages else {}
    return {root: held for root, held in share.items() if held >= _SUBJECT_SHARE}


def _sheet(chunks: Sequence[tuple[Span, ...]], asked: Asked, question: str) -> _Sheet:
    rarity = _rarity(stem_set(span.text) for spans in chunks for span in spans)
    unseen = max(rarity.values(), default=1.0)
    weights = {root: weight * rarity.get(root, unseen) for root, weight in asked.stems.items()}
    return _Sheet(
        weights=weights,
        kin={root: rarity.get(root, 0.0) for root in asked.kin},
        total=sum(weights.values()) or 1.0,
        asked=asked,
        identifiers=_case_numbers(chunks, asked.identifiers),
        subject=_subject(chunks, asked),
        wants_bills=bool(_ASKS_BILL.search(question)),
        pairs=tuple(pairwise(stem(w) for w in content_words(question))),
    )


def score_spans(chunks: Sequence[tuple[Span, ...]], asked: Asked, question: str = "") -> tuple[Scored, ...]:
    """Every span scored, in reading order, chunks in retrieval order within their lane; () when there is no span."""
    sheet = _sheet(chunks, asked, question)
    ranks: Counter[str] = Counter()
    found: list[Scored] = []
    for spans in chunks:
        if spans:
            lane = spans[0].evidence.chunk.lane
            ranks[lane] += 1
            found.extend(_score_chunk(spans, sheet, ranks[lane]))
    return tuple(found)
