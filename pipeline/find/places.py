"""Places of the kept passages that are shown beside the words likely to answer: the row of a statewide table that names
the place asked about, and of each passage the span with most of the asker's words.

It refuses to say how surely they answer: their probability is 0, but for the span it is given.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise, zip_longest

from pipeline.ask.issue import towns_asked
from pipeline.ask.reading import Reading
from pipeline.find.answers import ranked_spans
from pipeline.find.spans.text import ReadSpan, answer_span, read_page
from pipeline.types import AnswerSpan, Evidence, IssueMap, PartAnswer, Retrieval, ScopeHint
from vault.law.references import find_refs
from vault.store.whole import page_at
from vault.text.quality import POOR_QUALITY, in_table, is_row, text_quality
from vault.text.words import STOP_WORDS, content_words, stem
from vault.types import Chunk

__all__ = ["nearest_places", "places_to_show", "rows_named"]

_BEFORE_ROWS = 2
"""So many of the likeliest spans are laid out before the rows of the town asked about in statewide tables."""
_SHARE_SHOWN, _SPANS_LEAST = 0.9, 4
"""The spans laid out have this share of the probability of all likely ones; 97 % took 330 characters and showed no
quotation of 361 more, 85 % lost two (docs/assistant.md)."""

_NEAREST_OF_EACH = 3
"""Places of a passage that are worth the room which is left."""
_NEAR_OF_BEST = 0.5
"""What they say at the least of what the nearest place of all says: .3 took 1,500 characters and showed no more."""
# "Fernholt 2031", "Fernholt\nS\n21.7", "FERNHOLT 14.3%| $ 3,913"
_FIGURES = r"[\s|*]*(?:[A-Z]\s+)?(?:[$(]?[ \t]?\d[\d.,/%|)\]$ \t\n]*)"
"""The figures behind the name of a row, with the letter that some tables print before them."""
_OF_LEAD = 0.5
"""What a word of the heading that a span stands under, or of the title of its document, is worth there."""


def nearest_places(
    said: Sequence[str], evidence: Sequence[Evidence]
) -> tuple[tuple[AnswerSpan, ...], tuple[AnswerSpan, ...]]:
    """Of each passage the few spans with most words of the texts `said`, the rarer among all spans the more, the best
    of all first, without a probability, those of sections of law that the texts name before all others; and the best
    readable one of each passage, however little it says."""
    wanted = frozenset(stem(word) for text in said for word in content_words(text))
    named = {ref.cite for ref in find_refs("; ".join(said))}
    pages = [page for page in map(read_page, evidence) if page.spans]
    held = Counter(root for page in pages for span in page.spans for root in wanted.intersection(span.order))
    count = sum(len(page.spans) for page in pages)
    weights = {root: math.log(1 + count / number) for root, number in held.items()}
    found = list[tuple[bool, float, AnswerSpan]]()
    for page in pages:
        chunk = page.evidence.chunk
        title = frozenset(map(stem, content_words(f"{chunk.title} {chunk.heading if chunk.section else ''}")))
        worths = ((_says(span, weights, title), span) for span in page.spans)
        most = sorted((one for one in worths if one[0]), key=lambda one: -one[0])[:_NEAREST_OF_EACH]
        found += [(chunk.section in named, worth, answer_span(page, span, span, 0.0)) for worth, span in most]
    least = _NEAR_OF_BEST * max((worth for _, worth, _ in found), default=0.0)
    found.sort(key=lambda one: (not one[0], -one[1]))
    near = tuple(span for by_name, worth, span in found if by_name or worth >= least)
    best: dict[str, AnswerSpan] = {}
    for _, _, span in found:
        best.setdefault(span.label, span)
    return near, tuple(span for span in best.values() if text_quality(span.text) >= POOR_QUALITY)


def _says(span: ReadSpan, weights: Mapping[str, float], title: frozenset[str]) -> float:
    """What the words of a span weigh, and half of what further ones of its heading and of the title of its document do;
    by as much as it is readable; 0 without words of its own or of its heading and for a table of contents."""
    own, lead = weights.keys() & span.order, weights.keys() & span.lead
    above = (lead | (weights.keys() & title)) - own
    said = sum(weights[root] for root in sorted(own)) + _OF_LEAD * sum(weights[root] for root in sorted(above))
    return 0.0 if span.contents or not (own or lead) else said * text_quality(span.cut.text)


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


def _row(chunk: Chunk, label: str, match: re.Match[str]) -> AnswerSpan:
    start, end = match.span()
    shown = " ".join(match.group().split())
    return AnswerSpan(chunk_id=chunk.id, start=start, end=end, text=shown, page=page_at(chunk, start), label=label)


def places_to_show(
    reading: Reading,
    issue: IssueMap,
    held: Retrieval,
    below: Sequence[Evidence],
    *,
    scope: ScopeHint,
    said: Sequence[str],
) -> tuple[tuple[AnswerSpan, ...], tuple[AnswerSpan, ...], tuple[AnswerSpan, ...]]:
    """The places of what is `held` and of what ranked `below` that are worth showing, in the order in which there is
    room: what answers the parts, the rows of the towns asked about, the likely spans; for the room that is left what
    stands nearest to the texts `said`; and of each passage the words that stand nearest to them."""
    evidence, answers = held.merged, held.answers
    ranked = ranked_spans(reading, issue, [*evidence, *below], scope=scope, likely=True)
    towns = towns_asked(issue)
    named = (*towns, *_pairs(said))
    rows, likely = rows_named(named, evidence, ranked)
    near, best = nearest_places(said, evidence if said else ())
    spans = _most_of(_told_first(answers, likely))
    return (*spans[:_BEFORE_ROWS], *rows, *spans[_BEFORE_ROWS:]), rows_named(named, evidence, near)[1], best


def _pairs(said: Sequence[str]) -> list[str]:
    """The words side by side in the asker's phrasings, as rows of a table may be named: "snow removal"."""
    pairs = (pair for text in said for pair in pairwise(text.split()))
    plain = [pair for pair in pairs if all(word.isalpha() and word.lower() not in STOP_WORDS for word in pair)]
    return [*dict.fromkeys(" ".join(pair) for pair in plain)]


def _told_first(answers: Sequence[PartAnswer], likely: Sequence[AnswerSpan]) -> Sequence[AnswerSpan]:
    """The likely spans, before all others those that were chosen to answer the parts, the best of each part first."""
    chances = {(span.label, span.start): span for span in likely}
    told = (span for row in zip_longest(*(part.spans for part in answers)) for span in row if span)
    return tuple(
        {**{(one.label, one.start): chances.get((one.label, one.start), one) for one in told}, **chances}.values()
    )


def _most_of(spans: Sequence[AnswerSpan]) -> tuple[AnswerSpan, ...]:
    """The first spans that have nearly all of the probability between them, and a few at the least."""
    sums = accumulate((span.probability for span in spans), initial=0.0)
    enough = _SHARE_SHOWN * sum(span.probability for span in spans)
    return tuple(
        span for at, (span, before) in enumerate(zip(spans, sums, strict=False)) if before < enough or at < _SPANS_LEAST
    )
