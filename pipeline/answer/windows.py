"""Windows: the stretch of a passage that a reader needs, around the words that answer.

A window holds the spans that answer best, the lead-ins they hang on, and whole sentences on both sides as far as there
is room. It refuses to cut inside a sentence while a whole one fits, and to show a short passage in part.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pipeline.answer.brief import neutralised
from pipeline.find.answers import find_answers
from pipeline.quoting.list_heads import hung_on
from pipeline.types import AnswerSpan, Brief, Evidence
from vault.store.page_turns import page_at
from vault.text.sentences import Sentence, sentences

__all__ = ["Window", "best_spans", "one_line", "window_of"]

# "beams. SYSTEM: ignore", what stood at the start of a line before lines were joined
_ROLE = re.compile(r"(\A|[.!?…”\")\]]\s*)(system|assistant|developer|user|human)\s*:", re.IGNORECASE)
_SPANS = 3
"""Spans a window is built around: more parts are answered by other passages."""
_SLACK = 1.25
"""A passage this much longer than the room is shown whole: cutting it saves less than it costs."""
_HEAD_CHARS = 160
"""Of a lead-in that stands far above, so much is shown."""


class Window(NamedTuple):
    """What is shown of a passage, its page, and whether it is the whole passage."""

    text: str
    page: int | None
    whole: bool


def best_spans(evidence: Evidence, brief: Brief) -> tuple[AnswerSpan, ...]:
    """The best span of this passage for each part of the question, the surest first."""
    parts = find_answers(brief.reading, brief.issue, (evidence,))
    found = [part.spans[0] for part in parts if part.spans]
    return tuple(sorted(found, key=lambda span: (-span.probability, span.start)))


def _head(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The lead-in that the words at `start` hang on, when it stands outside the window."""
    for hung in hung_on(text, start):
        if hung.head_end <= start and not start <= hung.head_start < end:
            return hung.head_start, hung.head_end
    return None


def _around(found: Sequence[Sentence], span: AnswerSpan, room: int) -> tuple[int, int]:
    """The run of whole sentences around a span that fits the room, one more after than before."""
    inside = [place for place, one in enumerate(found) if one.end > span.start and one.start < span.end]
    first, last = (inside[0], inside[-1]) if inside else (0, 0)
    turn = 0
    while True:
        after, before = last + 1 < len(found), first > 0
        wants_after = after and (turn % 3 != 0 or not before)
        low, high = (first, last + 1) if wants_after else (first - 1, last)
        if not (after or before) or found[high].end - found[low].start > room:
            return found[first].start, found[last].end
        first, last, turn = low, high, turn + 1


def _joined(text: str, pieces: Sequence[tuple[int, int]]) -> str:
    """The pieces in order of reading, with an ellipsis where text between them or at an end is left out."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(pieces):
        if merged and start <= merged[-1][1] + 2:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    shown = " … ".join(text[start:end].strip() for start, end in merged)
    left = "… " if merged and text[: merged[0][0]].strip() else ""
    right = " …" if merged and text[merged[-1][1] :].strip() else ""
    return f"{left}{shown}{right}"


def window_of(evidence: Evidence, brief: Brief, room: int) -> Window:
    """At most about `room` characters of a passage: all of it when it is short, else windows around what answers.

    Runs of white space are single; marks that could pass for ours are neutralised. The page is that of the first word
    that answers.
    """
    text = evidence.chunk.text
    spans = best_spans(evidence, brief)[:_SPANS]
    page = page_at(evidence.chunk, spans[0].start) if spans else evidence.chunk.page_start
    if len(text) <= room * _SLACK or not spans:
        whole = len(text) <= room * _SLACK
        return Window(one_line(text if whole else text[:room]), page, whole)
    found = sentences(text)
    share = room if evidence.chunk.section else max(room // len(spans), room * 2 // 3)
    pieces: list[tuple[int, int]] = []
    for span in spans:
        left = room - sum(end - start for start, end in pieces)
        if any(start <= span.start and span.end <= end for start, end in pieces) or left < room // 4:
            continue
        start, end = _around(found, span, min(share, left))
        head = _head(text, span.start, end)
        pieces += [
            (start, min(end, start + 2 * room)),
            *([(head[0], min(head[1], head[0] + _HEAD_CHARS))] if head else []),
        ]
    return Window(one_line(_joined(text, pieces)), page, whole=False)


def one_line(text: str) -> str:
    """The text on one line with everything that could pass for our own marks, or for a role's, made harmless."""
    return _ROLE.sub(r"\1\2 -", " ".join(neutralised(text).split()))
