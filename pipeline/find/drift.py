"""Names of other matters: what strong chunks speak of that belong to neither the situation nor the question.

Pure. The names are data found in the evidence (decision 12); no name is known in advance. Without a situation there
is nothing to drift from, and nothing is foreign.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from hop_controller.reading import mentions
from pipeline.ask.concepts import ChunkFields, needle, stemmed
from pipeline.find.score import ScoredChunk, holds_any
from vault.text.words import words
from vault.types import ChunkId

__all__ = ["foreign_names"]

_TOP = 12
"""Chunks read: what stands below could not win in any case."""
_STRONG = 0.5
"""A chunk with less than half the best score is no cluster that could take the answer over."""
_TIMES = 2
"""S1's count: two chunks that speak of the same stranger are a cluster, one is a mention."""
_KINDS = frozenset({"person", "name", "number", "program"})
"""Bodies and places belong to every matter of a town; amounts and dates name nothing."""


def foreign_names(
    ranked: Sequence[ScoredChunk], fields: Mapping[ChunkId, ChunkFields], entities: Sequence[str], known: Iterable[str]
) -> tuple[str, ...]:
    """Names that stand in at least two of the strongest chunks without a situation entity and in no chunk with one,
    in order of first appearance; () without a situation. `known` are texts whose words are never foreign: the
    question, the town, the boards, the legal topics."""
    if not entities or not ranked:
        return ()
    top = [item for item in ranked[:_TOP] if item.score >= _STRONG * ranked[0].score]
    own = [item for item in ranked if holds_any(fields[item.chunk.id], entities)]
    strangers = [item for item in top if not holds_any(fields[item.chunk.id], entities)]
    barred = {part for text in (*entities, *known) for part in stemmed(text)}
    counts = Counter(name for item in strangers for name in _names(item, barred))
    return tuple(
        name
        for name, times in counts.items()
        if times >= _TIMES and not any(needle(name) in fields[item.chunk.id].body.text for item in own)
    )


def _names(item: ScoredChunk, barred: set[str]) -> tuple[str, ...]:
    found = (mention.text for mention in mentions(item.chunk.text) if mention.kind in _KINDS)
    return tuple(dict.fromkeys(name for name in found if words(name) and not barred & set(stemmed(name))))
