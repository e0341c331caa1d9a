"""How well a span answers a question: shared words weighted by rarity, identifiers, answer cues, place in the ranking.

Pure arithmetic on values. It refuses to look outside the brief: rarity is counted over the retrieved spans themselves.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pipeline.compose.asking import Asked, cue_strength, identifier_key
from pipeline.compose.spans import Span
from vault.tokens import stem, words

__all__ = ["Scored", "score_spans", "stem_set"]

_CONTEXT = 0.45
"""Credit for a question word that stands in a neighbouring sentence: less than half of the span's own."""
_TITLE = 0.25
"""Credit for a question word of the title or heading: the document is about it, this sentence need not be."""
_CUE = 0.35
"""An answer of the wanted kind counts a third more than a sentence without it."""
_IDENTIFIER = 0.6
"""A case or article number named in the question outweighs any single word."""
_RANK = 0.12
"""Weight of the retrieval order: breaks ties between chunks, never beats a matching sentence."""
_SHORT_WORDS = 5
_LONG_WORDS = 70
"""Outside these lengths a span is a fragment or a paragraph; both read badly when quoted."""


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
    return {root: math.log(1 + (len(sets) + 1) / (count + 0.5)) for root, count in seen.items()}


def _length_factor(count: int) -> float:
    if count < _SHORT_WORDS:
        return 0.55
    return 1.0 if count <= _LONG_WORDS else 0.9


def _scope(spans: list[Span], identifiers: tuple[str, ...]) -> list[float]:
    """1 where an identifier of the question stands, 0.7 below it in the same item, fading over six spans."""
    reach = 0.0
    found: list[float] = []
    for span in spans:
        key = identifier_key(span.text)
        if any(identifier in key for identifier in identifiers):
            reach = 1.0
        elif _opens_item(span):
            reach = 0.0
        else:
            reach = max(0.0, reach - 0.05) if reach < 1 else 0.7
        found.append(reach)
    return found


def _opens_item(span: Span) -> bool:
    """Whether the span opens another item: "Case #25-02-BLA: …", "Article 12:", "New Business:"."""
    head = span.text[:40].lower()
    return head.startswith(("case", "article", "old business", "new business")) or span.text.endswith(":")


def _neighbours(stemmed: list[frozenset[str]], at: int) -> frozenset[str]:
    near = [stemmed[i] for i in (at - 2, at - 1, at + 1) if 0 <= i < len(stemmed)]
    return frozenset().union(*near)


class _Sheet(NamedTuple):
    weights: Mapping[str, float]
    total: float
    asked: Asked


def _worth(sheet: _Sheet, stems_found: frozenset[str]) -> float:
    return sum(sheet.weights[root] for root in stems_found if root in sheet.weights) / sheet.total


def _score_chunk(spans: tuple[Span, ...], sheet: _Sheet, rank: int) -> list[Scored]:
    if not spans:
        return []
    stemmed = [stem_set(span.text) for span in spans]
    chunk = spans[0].evidence.chunk
    about = stem_set(f"{chunk.title} {chunk.heading}")
    scope = _scope(list(spans), sheet.asked.identifiers)
    scored: list[Scored] = []
    for at, span in enumerate(spans):
        own = stemmed[at]
        coverage = _worth(sheet, own)
        near = _worth(sheet, _neighbours(stemmed, at) - own)
        topic = _worth(sheet, about - own)
        value = coverage + _CONTEXT * near + _TITLE * topic + _IDENTIFIER * scope[at]
        value *= (1 + _CUE * cue_strength(span.text, sheet.asked.cues)) * _length_factor(span.words)
        value += _RANK / rank if coverage or scope[at] else 0.0
        scored.append(Scored(span, value, coverage, own & frozenset(sheet.weights)))
    return scored


def score_spans(chunks: tuple[tuple[Span, ...], ...], asked: Asked) -> tuple[Scored, ...]:
    """Every span scored, in reading order, chunks in retrieval order within their lane; () when there is no span."""
    rarity = _rarity(stem_set(span.text) for spans in chunks for span in spans)
    unseen = max(rarity.values(), default=1.0)
    weights = {root: weight * rarity.get(root, unseen) for root, weight in asked.stems.items()}
    sheet = _Sheet(weights, sum(weights.values()) or 1.0, asked)
    ranks: Counter[str] = Counter()
    found: list[Scored] = []
    for spans in chunks:
        if spans:
            lane = spans[0].evidence.chunk.lane
            ranks[lane] += 1
            found.extend(_score_chunk(spans, sheet, ranks[lane]))
    return tuple(found)
