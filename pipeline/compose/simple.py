"""The `simple` answer from extracts: two to five sentences, each cited, the missing said plainly (S0)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pipeline.compose.desk import Desk
from pipeline.compose.gaps import Gap, gaps_of
from pipeline.compose.lines import sentence
from pipeline.compose.passages import Passage
from pipeline.compose.session import user_sentences

__all__ = ["Composed", "compose_simple"]

_EVIDENCE_SENTENCES = 3
"""Of five sentences three carry evidence; the rest is for what is missing."""
_NOTHING = "The documents in the vault do not answer this question."
_NEAREST = "The documents found do not answer this directly; the nearest passages are these."
_NO_MORE = "The other documents found add nothing more direct."
_FROM_USER = "No match was found in the archive, so this rests on the text you provided."


class Composed(NamedTuple):
    """Markdown of an answer, the passages it quotes and the gaps it names."""

    markdown: str
    shown: tuple[Passage, ...]
    gaps: tuple[Gap, ...]


def choose_lanes(desk: Desk, count: int) -> tuple[Passage, ...]:
    """Passages for a short answer: the scope's lane first, the other lane where it answers as well."""
    scope = desk.brief.route.scope
    if scope == "statewide":
        law = desk.pick("state", count - 1)
        return (*law, *desk.pick("local", count - len(law), already=law, floor=0.8))
    local = desk.pick("local", count if scope == "local" else count - 1)
    if scope == "mixed":
        return (*local, *desk.pick("state", count - len(local), already=local, floor=0.6))
    return local or desk.pick("state", count - 1)


def _sentences(desk: Desk, passages: Sequence[Passage]) -> list[tuple[str, Passage]]:
    lines: list[tuple[str, Passage]] = []
    before = ""
    for passage in passages:
        doc = passage.spans[0].evidence.chunk.doc_id + passage.spans[0].evidence.chunk.section
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
        parts.append(_NO_MORE if lines else "No passage of it bears on the question.")
    return Composed(" ".join(parts[:highest]), shown, gaps)
