"""Places of the kept passages that are shown beside the words likely to answer: the row of a statewide table that names
the place asked about, and of each passage the span with most of the asker's words.

It refuses to say how surely they answer: their probability is 0, but for the span it is given.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from operator import itemgetter

from pipeline.find.spans.text import ReadPage, ReadSpan, read_page
from pipeline.types import AnswerSpan, Evidence
from vault.store.page_turns import page_at
from vault.text.words import content_words, stem
from vault.types import Chunk

__all__ = ["answer_span", "in_table", "nearest_places", "rows_named"]

_NEAREST_ROOM, _NEAREST_AROUND = 900, 100
"""Characters of the nearest places together, and what each costs beside its own: six to eight rows or sentences. On 350
questions of four sets windows around likely words showed .848 of the gold, with these .859 (docs/assistant.md)."""
# "Fernholt 2031", "Fernholt\nS\n21.7", "FERNHOLT 14.3%| $ 3,913"
_FIGURES = r"[\s|*]*(?:[A-Z]\s+)?(?:[$(]?[ \t]?\d[\d.,/%|)\]$ \t\n]*)"
"""The figures behind the name of a row, with the letter that some tables print before them."""
_TABLE_REACH, _TABLE_SHARE = 200, 0.4
"""Of the words within so many characters, this share with digits makes a table: of one only the row and its neighbours
are shown; whole tables of other places' rates took a third of some dossiers."""
_OF_LEAD = 0.5
"""What a word of the heading that a span stands under is worth there."""


def nearest_places(
    said: Sequence[str], evidence: Sequence[Evidence], known: Collection[AnswerSpan]
) -> tuple[AnswerSpan, ...]:
    """Of each passage the span with most words of the texts `said`, the rarer among all spans the more, best first, as
    many as fit, without a probability; none that lies in a span that is `known`. A span that shares few words with its
    neighbours is not looked at closely, and its passage would be a label without a text."""
    wanted = frozenset(stem(word) for text in said for word in content_words(text))
    pages = [page for page in map(read_page, evidence) if page.spans]
    held = Counter(root for page in pages for span in page.spans for root in wanted.intersection(span.order))
    count = sum(len(page.spans) for page in pages)
    weights = {root: math.log(1 + count / number) for root, number in held.items()}
    best = [max(((_says(span, weights), span) for span in page.spans), key=itemgetter(0)) for page in pages]
    left, found = _NEAREST_ROOM, list[AnswerSpan]()
    for (worth, span), page in sorted(zip(best, pages, strict=True), key=lambda one: -one[0][0]):
        cut, label = span.cut, page.evidence.label
        seen = any(one.label == label and one.start <= cut.start and cut.end <= one.end for one in known)
        cost = len(cut.text) + _NEAREST_AROUND
        if worth and not seen and cost <= left:
            left -= cost
            found.append(answer_span(page, span, span, 0.0))
    return tuple(found)


def _says(span: ReadSpan, weights: Mapping[str, float]) -> float:
    """What the words of a span weigh, and half of what further ones of its heading do; 0 for a table of contents."""
    own = weights.keys() & span.order
    lead = (weights.keys() & span.lead) - own
    said = sum(weights[root] for root in sorted(own)) + _OF_LEAD * sum(weights[root] for root in sorted(lead))
    return 0.0 if span.contents else said


def rows_named(
    names: Sequence[str], evidence: Sequence[Evidence], likely: Sequence[AnswerSpan]
) -> tuple[tuple[AnswerSpan, ...], tuple[AnswerSpan, ...]]:
    """Of each table that prints a row of one of the names that row, and the `likely` spans without other rows of those
    documents."""
    if not names:
        return (), tuple(likely)
    row_of = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b{_FIGURES}", re.IGNORECASE)
    found = [(item, match) for item in evidence for match in row_of.finditer(item.chunk.text)]
    rows = {item.label: (item, match) for item, match in reversed(found) if in_table(item.chunk.text, *match.span())}
    tables = {item.chunk.doc_id for item, _ in rows.values()}
    labels = {item.label for item in evidence if item.chunk.doc_id in tables}
    kept = [one for one in likely if not (one.label in labels and is_row(one.text) and not row_of.search(one.text))]
    return tuple(_row(item.chunk, item.label, match) for item, match in reversed(rows.values())), tuple(kept)


def is_row(text: str) -> bool:
    """Whether a text is figures more than words."""
    tokens = text.split()
    return sum(any(map(str.isdigit, token)) for token in tokens) >= _TABLE_SHARE * max(1, len(tokens))


def in_table(text: str, start: int, end: int) -> bool:
    """Whether what stands around a place is figures more than words: the rows of a table."""
    return is_row(text[max(0, start - _TABLE_REACH) : end + _TABLE_REACH])


def _row(chunk: Chunk, label: str, match: re.Match[str]) -> AnswerSpan:
    start, end = match.span()
    shown = " ".join(match.group().split())
    return AnswerSpan(chunk_id=chunk.id, start=start, end=end, text=shown, page=page_at(chunk, start), label=label)


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
