"""The place of each passage that says most of the words asked with, beside the words likeliest to answer.

A span that shares few words with its neighbours is looked at by no closer measure, and its passage would be a label
without a text: here every passage has its say. It refuses to say how likely such a place answers.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from pipeline.find.spans.text import ReadPage, ReadSpan, read_page
from pipeline.types import AnswerSpan, Brief
from vault.store.page_turns import page_at
from vault.text.words import content_words, stem

__all__ = ["nearest_places"]

_ROOM = 900
"""Characters of all such places together: six to eight rows or sentences. On 350 questions of four sets the windows
around likely words showed .848 of the gold quotations, with these .859 (docs/assistant.md)."""
_AROUND = 100
"""Characters that a place costs beside its own."""
_LEAD = 0.5
"""What a word of the heading that a span stands under is worth."""


def nearest_places(brief: Brief, known: Collection[AnswerSpan]) -> tuple[AnswerSpan, ...]:
    """Of each passage held the span with most of the words of the question and of the asker's phrasings, the rarer
    among all spans the more, best first, as many as fit; none that lies in a span that is `known`."""
    said = (brief.reading.text, *brief.question.queries)
    wanted = frozenset(stem(word) for text in said for word in content_words(text))
    pages = [read_page(item) for item in brief.retrieval.merged]
    weights = _weights(pages, wanted)
    best = [(*_best(page, weights), page) for page in pages if page.spans]
    return tuple(_fitting(sorted(best, key=lambda one: -one[0]), known))


def _weights(pages: Sequence[ReadPage], wanted: Collection[str]) -> dict[str, float]:
    spans = [span for page in pages for span in page.spans]
    held = Counter(root for span in spans for root in set(span.order) & set(wanted))
    return {root: math.log(1 + len(spans) / count) for root, count in held.items()}


def _best(page: ReadPage, weights: dict[str, float]) -> tuple[float, ReadSpan]:
    def worth(span: ReadSpan) -> float:
        own = weights.keys() & span.order
        lead = (weights.keys() & span.lead) - own
        said = sum(weights[root] for root in sorted(own)) + _LEAD * sum(weights[root] for root in sorted(lead))
        return 0.0 if span.contents else said

    return max(((worth(span), span) for span in page.spans), key=lambda one: one[0])


def _fitting(best: Sequence[tuple[float, ReadSpan, ReadPage]], known: Collection[AnswerSpan]) -> Iterator[AnswerSpan]:
    left = _ROOM
    for worth, span, page in best:
        chunk, cut, label = page.evidence.chunk, span.cut, page.evidence.label
        seen = any(one.label == label and one.start <= cut.start and cut.end <= one.end for one in known)
        cost = len(cut.text) + _AROUND
        if worth and not seen and cost <= left:
            left -= cost
            yield AnswerSpan(
                chunk_id=chunk.id, start=cut.start, end=cut.end, text=cut.text, page=page_at(chunk, cut.start),
                probability=0.0, label=label,
            )  # fmt: skip
