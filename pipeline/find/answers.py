"""Which words of the kept passages answer each part of a question, and how surely.

The one measure of "answered" (decision 33): strength, hops, windows and writers read it. Spans are ordered by a fitted
score, and the probability that a part is answered is calibrated on questions of which some have no answer. It refuses
to look at anything but the evidence given.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from pipeline.ask.reading import Reading
from pipeline.find.answer_figures import Candidate, Setting, Sought, candidates, setting_of, sought_of
from pipeline.find.answer_model import probability, span_score
from pipeline.find.answer_parts import near_of, part_figures, reason_of
from pipeline.find.answer_text import ReadPage, read_page
from pipeline.types import AnswerSpan, Evidence, IssueMap, OpenReason, PartAnswer, PartVerdict, ScopeHint
from vault.store.page_turns import page_at

__all__ = ["answered", "find_answers"]

_SPANS = 8
"""Spans kept for a part, best first: a list or a join of two meetings needs more than one."""
_ANSWERED, _LIKELY = 0.85, 0.7
"""Probability from which a part counts as answered, and as likely answered. Below 0.7 lie all parts of questions from
elsewhere, three of four near misses, and one of 23 parts whose answer is held (train and tune questions)."""
_CLEAR = 0.33
"""A single sentence that answers with this probability makes an open part likely, unless its time or place is wrong:
of the small sample the fine and the cost of the bridge lie above, the fee of a year not held below."""
_ELSEWHERE: frozenset[OpenReason] = frozenset({"other_year", "other_town"})


def _even(_stem: str) -> float:
    return 1.0


def find_answers(
    reading: Reading,
    issue: IssueMap,
    evidence: Sequence[Evidence],
    *,
    scope: ScopeHint = "mixed",
    rarity: Callable[[str], float] = _even,
) -> tuple[PartAnswer, ...]:
    """For every part of the question, in order, its best spans and the probability that it is answered.

    `rarity` gives the weight of a stem in the archive, larger for rarer words; without it all words weigh the same.
    """
    pages = tuple(map(read_page, evidence))
    setting = setting_of(reading, issue, scope, rarity)
    return tuple(_answer(part, pages, setting) for part in sought_of(reading, setting))


def answered(answers: Sequence[PartAnswer]) -> float:
    """How surely the question is answered, 0..1: the mean over its parts; 0 for none."""
    return sum(part.probability for part in answers) / len(answers) if answers else 0.0


def _verdict(sure: float) -> PartVerdict:
    if sure >= _ANSWERED:
        return "answered"
    return "likely" if sure >= _LIKELY else "open"


def _answer(part: Sought, pages: Sequence[ReadPage], setting: Setting) -> PartAnswer:
    found = candidates(part, pages, setting)
    if not found:
        return PartAnswer(part=part.text, reason="not_held")
    scores = [span_score(one.figures) for one in found]
    figures = part_figures(part, setting, found, scores, pages)
    sure = probability(figures)
    verdict = _verdict(sure)
    order = sorted(range(len(found)), key=lambda at: (-scores[at], at))
    spans = _spans(found, scores, order, sure)
    reason = reason_of(figures) if verdict == "open" else ""
    if reason == "other_town" and found[order[0]].page.evidence.chunk.lane == "state":
        reason = "not_held"  # the law of a state is nobody else's
    if verdict == "open" and spans[0].probability >= _CLEAR and reason not in _ELSEWHERE:
        verdict, reason = "likely", ""
    return PartAnswer(
        part=part.text,
        spans=spans,
        probability=round(sure, 4),
        verdict=verdict,
        reason=reason,
        near=near_of(reason, setting, found[order[0]].page) if reason else "",
    )


def _spans(
    found: Sequence[Candidate], scores: Sequence[float], order: Sequence[int], sure: float
) -> tuple[AnswerSpan, ...]:
    """The best spans; a span answers when the part is answered and it is the one that does."""
    high = scores[order[0]]
    total = sum(math.exp(score - high) for score in scores)
    return tuple(_span(found[at], sure * math.exp(scores[at] - high) / total) for at in order[:_SPANS])


def _span(one: Candidate, sure: float) -> AnswerSpan:
    span, chunk = one.read.span, one.page.evidence.chunk
    return AnswerSpan(
        chunk_id=chunk.id,
        start=span.start,
        end=span.end,
        text=span.text,
        page=page_at(chunk, span.start),
        probability=round(sure, 4),
        label=one.page.evidence.label,
    )
