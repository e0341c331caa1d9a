"""The `simple` answer from extracts: two to five sentences, each cited, the missing said plainly (S0)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pipeline.compose.desk import Desk
from pipeline.compose.gaps import Gap, gaps_of
from pipeline.compose.lines import sentence
from pipeline.compose.passages import Passage, choose, tells_result
from pipeline.compose.relevance import adds, decided_first, outshone
from pipeline.compose.session import user_sentences
from vault.types import Lane

__all__ = ["Composed", "compose_simple"]

_EVIDENCE_SENTENCES = 3
"""Of five sentences three carry evidence; the rest is for what is missing."""
_SENTENCE_WORDS = 40
"""Words of a sentence; only a motion with its vote may have what the format allows."""
_MAIN_FLOOR, _OTHER_FLOOR, _MIXED_FLOOR = 0.6, 0.7, 0.5
"""Shares of the best score below which a passage is left out: by then it is about something else. A mixed question
wants both lanes, so its second lane may score less."""
_NOTHING = "The documents found do not answer this question."
_NEAREST = "The documents found do not answer this directly."
_NO_MORE = "The documents found show no more on this."
_AT_LEAST, _NEAR, _SAME_NEAR, _THIRD, _RIVAL = 2, 0.85, 0.7, 0.75, 0.6
"""A second passage nearly as good as the best is shown; a rival must score so much to outshine one."""
_LOOKED_AT = 6
"""So many passages of a lane are looked at for what they add."""
_LEAD_SHARE = 0.5
"""A rule of state law leads when it scores at least half of the best record."""
_FROM_USER = "No match was found in the archive, so this rests on the text you provided."


class Composed(NamedTuple):
    """Markdown of an answer, the passages it quotes and the gaps it names."""

    markdown: str
    shown: tuple[Passage, ...]
    gaps: tuple[Gap, ...]


def choose_lanes(desk: Desk, count: int) -> tuple[Passage, ...]:
    """Passages for a short answer: the lane asked for first, then only what adds to what is already shown."""
    first = _leading(desk)
    other: Lane = "local" if first == "state" else "state"
    main = desk.pick(first, 1, floor=_MAIN_FLOOR) or desk.pick(other, 1)
    kept = list(main)
    floor = _MIXED_FLOOR if desk.brief.route.scope == "mixed" else _OTHER_FLOOR
    for lane, least in ((first, _MAIN_FLOOR), (other, floor)):
        pool = desk.pick(lane, _LOOKED_AT, already=kept, floor=least)
        for passage in sorted(pool, key=lambda p: -p.score):
            if len(kept) >= _AT_LEAST and lane == first and passage.score < _THIRD * desk.best:
                continue
            enough = _SAME_NEAR if kept and _source(passage) == _source(kept[0]) else _NEAR
            near = len(kept) < _AT_LEAST and lane == first and passage.score >= enough * desk.best
            if len(kept) < count and (near or adds(passage, kept, desk.asked)):
                kept.append(passage)
    if desk.brief.route.scope != "mixed":
        rivals = [p for p in desk.pick(None, _LOOKED_AT) if p.score >= _RIVAL * desk.best]
        kept = [p for p in kept if not outshone(p, rivals if p is kept[0] else kept, desk.asked)] or rivals[:1]
    return _together(decided_first(kept, desk.asked))


def _leading(desk: Desk) -> Lane:
    """State law leads where the question names no town and asks for a rule, the records of the town elsewhere."""
    if desk.brief.route.scope == "statewide":
        return "state"
    town = desk.brief.question.town or desk.brief.issue.town or desk.brief.issue.other_towns
    best = max((p.score for p in desk.lane("state")), default=0.0)
    asks_rule = {"rule", "count", "law", "date", "meaning"} & set(desk.asked.cues)
    return "state" if not town and asks_rule and best >= _LEAD_SHARE * desk.best else "local"


def _opened(desk: Desk, shown: Sequence[Passage]) -> tuple[Passage, ...]:
    """What comes before a lone passage in its record and names the matter, for the second sentence."""
    if len(shown) != 1:
        return ()
    pool = [p for p in desk.passages if p.label == shown[0].label and p.spans[-1].ord < shown[0].spans[0].ord]
    return choose([p for p in pool if p.shared], 1, already=shown)


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
        limit = 0 if tells_result(passage.text) else _SENTENCE_WORDS
        text = sentence(passage, desk, desk.brief.format, again=doc == before, limit=limit)
        if text:
            lines.append((text, passage))
            before = doc
    return lines


def _law_named(desk: Desk, gaps: Sequence[Gap]) -> list[str]:
    """When a law is asked for and its text is not held, the record that names it leads the answer."""
    return [gap.sentence for gap in gaps if gap.label and "law" in desk.asked.cues][:1]


def compose_simple(desk: Desk) -> Composed:
    """Two to five sentences. Without a fitting passage it says so, with the reason and what is missing."""
    lines = _sentences(desk, choose_lanes(desk, _EVIDENCE_SENTENCES)) or _sentences(desk, desk.pick(None, 8))[:1]
    shown = tuple(passage for _, passage in lines)
    gaps = gaps_of(desk.brief, shown)
    if len(lines) == 1 and not gaps:
        more = _sentences(desk, (*shown, *_opened(desk, shown)))[1:]
        lines += more
        shown = tuple(passage for _, passage in lines)
    user = user_sentences(desk, 2) if not lines else ()
    parts: list[str] = []
    if user:
        parts = [*user, _FROM_USER]
    elif not lines:
        parts = [_NOTHING]
    else:
        parts = [*([] if desk.answering else [_NEAREST]), *_law_named(desk, gaps), *(text for text, _ in lines)]
    highest = desk.brief.format.max_sentences
    parts += [gap.sentence for gap in gaps if gap.sentence not in parts][: max(0, min(2, highest - len(parts)))]
    if len(parts) < desk.brief.format.min_sentences:
        parts.append(_NO_MORE if lines else "No passage that bears on it was found.")
    return Composed(" ".join(parts[:highest]), shown, gaps)
