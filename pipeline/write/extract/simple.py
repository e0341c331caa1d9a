"""The `simple` answer from extracts: two to five sentences, each cited, the missing said plainly (S0)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pipeline.write.extract.gaps import Gap, gaps_of
from pipeline.write.extract.lines import heads_line, sentence
from pipeline.write.extract.material import Desk
from pipeline.write.extract.outcomes import tells_result
from pipeline.write.extract.passages import Passage, choose
from pipeline.write.extract.relevance import adds, decided_first
from pipeline.write.extract.session import user_sentences
from vault.types import Lane

__all__ = ["Composed", "compose_simple"]

_EVIDENCE_SENTENCES = 3
"""Of five sentences three carry evidence; the rest is for what is missing."""
_SENTENCE_WORDS = 50
"""Words of a sentence; only a motion with its vote may have what the format allows."""
_NEXT_FLOOR, _NEAR, _LANE_FLOOR = 0.15, 0.3, 0.05
"""Shares of the best score: below the first a passage is left out, from the second on it is shown whatever it adds; the
other lane of a mixed question may score less."""
_NOTHING = "The documents found do not answer this question."
_NEAREST = "The documents found do not answer this directly."
_NO_MORE = "The documents found show no more on this."
_LOOKED_AT = 6
"""So many passages are looked at for what they add."""
_FROM_USER = "No match was found in the archive, so this rests on the text you provided."


class Composed(NamedTuple):
    """Markdown of an answer, the passages it quotes and the gaps it names."""

    markdown: str
    shown: tuple[Passage, ...]
    gaps: tuple[Gap, ...]


def _candidates(desk: Desk) -> tuple[Passage, ...]:
    """Passages worth a sentence, best first; a mixed question has the best of its second lane right after the first."""
    best = desk.pick(None, _LOOKED_AT, floor=_NEXT_FLOOR)
    if desk.brief.route.scope != "mixed" or not best:
        return best
    other: Lane = "state" if best[0].lane == "local" else "local"
    second = [p for p in desk.pick(other, 1, already=best[:1]) if p.score >= _LANE_FLOOR * desk.best]
    return tuple(dict.fromkeys((best[0], *second, *best)))


def _sentence(desk: Desk, passage: Passage, *, again: bool = False) -> str:
    limit = 0 if tells_result(passage.text) else _SENTENCE_WORDS
    return sentence(passage, desk, desk.brief.format, again=again, limit=limit)


def _chosen(desk: Desk, count: int) -> tuple[Passage, ...]:
    """Passages for a short answer, the best first, then only what adds to what is already shown; all can be quoted."""
    kept: list[Passage] = []
    for passage in _candidates(desk):
        wanted = passage.score >= _NEAR * desk.best or adds(passage, kept, desk.asked)
        if len(kept) < count and wanted and _sentence(desk, passage):
            kept.append(passage)
    asks_rule = {"rule", "law"} & set(desk.asked.cues)
    if asks_rule and len(kept) <= count and all(p.lane == "local" for p in kept):
        fits = (p for p in desk.named_law(kept) if p.score >= _LANE_FLOOR * desk.best)
        kept += [p for p in fits if _sentence(desk, p)][:1]
    return _together(decided_first(kept, desk.asked))


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
        text = _sentence(desk, passage, again=doc == before)
        if text:
            heads = heads_line(passage)
            lines.append((f"{text} {heads}." if heads else text, passage))
            before = doc
    return lines


def _law_named(desk: Desk, gaps: Sequence[Gap]) -> list[str]:
    """When a law is asked for and its text is not held, the record that names it leads the answer."""
    return [gap.sentence for gap in gaps if gap.label and "law" in desk.asked.cues][:1]


def compose_simple(desk: Desk) -> Composed:
    """Two to five sentences. Without a fitting passage it says so, with the reason and what is missing."""
    lines = _sentences(desk, _chosen(desk, _EVIDENCE_SENTENCES))
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
