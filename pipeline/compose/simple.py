"""The `simple` answer from extracts: two to five sentences, each cited, the missing said plainly (S0)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pipeline.compose.desk import Desk
from pipeline.compose.gaps import Gap, gaps_of
from pipeline.compose.lines import sentence
from pipeline.compose.passages import Passage
from pipeline.compose.session import user_sentences
from vault.types import Lane

__all__ = ["Composed", "compose_simple"]

_EVIDENCE_SENTENCES = 3
"""Of five sentences three carry evidence; the rest is for what is missing."""
_MAIN_FLOOR, _OTHER_FLOOR, _MIXED_FLOOR, _THIRD_FLOOR = 0.62, 0.75, 0.5, 0.8
"""Shares of the best score below which a passage is left out: by then it is about something else. A mixed question
wants both lanes, so its second lane may score less; a third passage must be nearly as good as the first."""
_NOTHING = "The documents found do not answer this question."
_NEAREST = "The documents found do not answer this directly."
_NO_MORE = "Nothing more direct was found in the other documents."
_FROM_USER = "No match was found in the archive, so this rests on the text you provided."


class Composed(NamedTuple):
    """Markdown of an answer, the passages it quotes and the gaps it names."""

    markdown: str
    shown: tuple[Passage, ...]
    gaps: tuple[Gap, ...]


def choose_lanes(desk: Desk, count: int) -> tuple[Passage, ...]:
    """Passages for a short answer: the scope's lane first, one of the other lane where it answers as well."""
    scope = desk.brief.route.scope
    first: Lane = "state" if scope == "statewide" else "local"
    other: Lane = "local" if first == "state" else "state"
    main = desk.pick(first, count - 1, floor=_MAIN_FLOOR)
    second = desk.pick(other, 1, already=main, floor=_MIXED_FLOOR if scope == "mixed" else _OTHER_FLOOR)
    more = desk.pick(first, count - len(main) - len(second), already=(*main, *second), floor=_THIRD_FLOOR)
    return _together((*main, *more, *second)) or desk.pick(None, count - 1)


def _together(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages with those of one source side by side, sources in the order of their first."""
    order = list(dict.fromkeys(_source(p) for p in passages))
    return tuple(sorted(passages, key=lambda p: order.index(_source(p))))


def _source(passage: Passage) -> str:
    chunk = passage.spans[0].evidence.chunk
    return f"{chunk.doc_id} {chunk.section}"


def _sentences(desk: Desk, passages: Sequence[Passage]) -> list[tuple[str, Passage]]:
    lines: list[tuple[str, Passage]] = []
    before = ""
    for passage in passages:
        doc = _source(passage)
        text = sentence(passage, desk, desk.brief.format, again=doc == before)
        if text:
            lines.append((text, passage))
            before = doc
    return lines


def compose_simple(desk: Desk) -> Composed:
    """Two to five sentences. Without a fitting passage it says so, with the reason and what is missing."""
    lines = _sentences(desk, choose_lanes(desk, _EVIDENCE_SENTENCES))
    shown = tuple(passage for _, passage in lines)
    gaps = gaps_of(desk.brief, shown)
    user = user_sentences(desk, 2) if not lines else ()
    parts: list[str] = []
    if user:
        parts = [*user, _FROM_USER]
    elif not lines:
        parts = [_NOTHING]
    else:
        parts = [*([] if desk.answering else [_NEAREST]), *(text for text, _ in lines)]
    highest = desk.brief.format.max_sentences
    parts += [gap.sentence for gap in gaps][: max(0, min(2, highest - len(parts)))]
    if len(parts) < desk.brief.format.min_sentences:
        parts.append(_NO_MORE if lines else "No passage that bears on it was found.")
    return Composed(" ".join(parts[:highest]), shown, gaps)
