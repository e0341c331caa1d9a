"""Which words of the kept passages answer each part of a question, and how surely.

The one measure of "answered" (decision 33): strength, hops, windows and writers read it. It refuses to look at anything
but the evidence given, and to call a part answered because its words stand on a page.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from pipeline.ask.facets import split_clauses
from pipeline.ask.phrases import content, stem_set
from pipeline.types import AnswerSpan, Evidence, IssueMap, PartAnswer, PartVerdict, Question
from pipeline.write.extract.asking import CUES, Cue, cues_of
from pipeline.write.extract.spans import Span, spans_of
from vault.store.page_turns import page_at
from vault.text.words import stem, words

__all__ = ["find_answers", "parts_of"]

_SPANS = 5
"""Spans kept for a part, best first."""
_ANSWERED, _LIKELY = 0.7, 0.4
"""Probability from which a part counts as answered, and as likely answered."""
_NEAR = 0.5
"""What a word met in the sentence before or after, or in the title, is worth."""
_LEAST_WORDS = 2
"""A clause of fewer content words leans on the rest of the question."""


class _Part(NamedTuple):
    """One part of a question: its words, the stems it is about, the kinds of answer it asks for."""

    text: str
    stems: frozenset[str]
    cues: tuple[Cue, ...]


def parts_of(question: str) -> tuple[str, ...]:
    """The parts of a question that each need an answer, in order; the whole question when it has one part."""
    return split_clauses(question) or (question,)


def _parts(question: str, issue: IssueMap) -> Iterator[_Part]:
    known = stem_set((issue.town, *issue.other_towns))
    whole = frozenset(map(stem, content(question))) - known
    for text in parts_of(question):
        own = frozenset(map(stem, content(text))) - known
        yield _Part(text, own if len(own) > _LEAST_WORDS else whole, cues_of(text))


class _Read(NamedTuple):
    """A span with the stems in it and those around it."""

    span: Span
    stems: frozenset[str]
    around: frozenset[str]


@lru_cache(maxsize=512)
def _read(evidence: Evidence) -> tuple[_Read, ...]:
    spans = spans_of(evidence)
    stems = [frozenset(map(stem, words(span.text))) for span in spans]
    chunk = evidence.chunk
    about = frozenset(map(stem, words(f"{chunk.title} {chunk.heading} {chunk.section}")))
    return tuple(_Read(span, stems[at], about.union(*stems[max(0, at - 1) : at + 2])) for at, span in enumerate(spans))


def _odds(read: _Read, part: _Part) -> float:
    """Log odds that the span answers: words met in it and around it, kind of answer shown."""
    total = len(part.stems) or 1
    met = len(part.stems & read.stems)
    near = len(part.stems & read.around) - met
    shown = sum(bool(CUES[cue].search(read.span.text)) for cue in part.cues) / (len(part.cues) or 1)
    return -3.5 + 4.0 * (met + _NEAR * near) / total + 1.0 * shown


def _verdict(probability: float) -> PartVerdict:
    if probability >= _ANSWERED:
        return "answered"
    return "likely" if probability >= _LIKELY else "open"


def _answer(part: _Part, reads: Sequence[_Read]) -> PartAnswer:
    scored = sorted(((_odds(read, part), at) for at, read in enumerate(reads)), key=lambda one: (-one[0], one[1]))
    spans = tuple(_span(reads[at].span, 1.0 / (1.0 + math.exp(-odds))) for odds, at in scored[:_SPANS])
    best = spans[0].probability if spans else 0.0
    verdict = _verdict(best)
    return PartAnswer(
        part=part.text,
        spans=spans,
        probability=best,
        verdict=verdict,
        reason="not_held" if verdict == "open" else "",
    )


def _span(span: Span, probability: float) -> AnswerSpan:
    chunk = span.evidence.chunk
    return AnswerSpan(
        chunk_id=chunk.id,
        start=span.start,
        end=span.end,
        text=span.text,
        page=page_at(chunk, span.start),
        probability=probability,
        label=span.evidence.label,
    )


def find_answers(question: Question, issue: IssueMap, evidence: Sequence[Evidence]) -> tuple[PartAnswer, ...]:
    """For every part of the question, in order, its best spans and the probability that it is answered."""
    reads = [read for item in evidence for read in _read(item)]
    return tuple(_answer(part, reads) for part in _parts(question.text, issue))
