"""What of a ranked lane may be kept, and what has a reserved place: eligibility, low bar, facts, facets, years.

Pure rules over ranked chunks (S1 part D, decision 6). They look at what a chunk speaks of, never at its score: that
something exists decides, and garbage fills no reserved place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipeline.ask.concepts import ChunkFields, Concept
from pipeline.ask.facets import asks_law
from pipeline.ask.interpret import facet_words
from pipeline.ask.phrases import says_any
from pipeline.ask.queries import law_words
from pipeline.ask.topics import GENERAL_TERMS, topics
from pipeline.find.score import ScoredChunk, holds_any
from pipeline.types import IssueMap
from vault.law.references import find_refs
from vault.types import ChunkId, DocType

__all__ = ["above_low_bar", "eligible", "factual", "law_facets"]

_OWN = frozenset({"word", "phrase", "identifier"})
"""Concepts somebody said. A town's name stands in all its records and a word of the tables was never asked for."""
_POINTED = frozenset({"reference", "aid", "number", "runs on", "town row", "phrasing", "linked", "named", "day"})
"""Parts of a score that say: other evidence leads here."""
_FACTS: frozenset[DocType] = frozenset(
    {"minutes", "ordinance", "warrant", "results", "budget", "report", "policy", "notice"}
)
"""Records that state what happened or what holds in a town (S3: minutes, ordinance)."""


def eligible(
    ranked: Sequence[ScoredChunk],
    fields: Mapping[ChunkId, ChunkFields],
    concepts: Sequence[Concept],
    also: Sequence[str],
) -> frozenset[ChunkId]:
    """Ids of chunks that hold a keyword of the question, or one of the names and legal keywords in `also`, or that
    other evidence points at; empty when nothing does, and then everything may be kept (S1 part D)."""
    own = {concept.name for concept in concepts if concept.kind in _OWN}
    return frozenset(
        item.chunk.id
        for item in ranked
        if not own.isdisjoint(item.match.matched)
        or not _POINTED.isdisjoint(item.parts)
        or holds_any(fields[item.chunk.id], also)
    )


def above_low_bar(
    ranked: Sequence[ScoredChunk], fields: Mapping[ChunkId, ChunkFields], topic_words: Sequence[str], most: int
) -> tuple[ChunkId, ...]:
    """Ids of the best chunks above the low bar, at most `most`: one keyword of a legal topic or one general term of
    municipal law is enough, a score is not asked for (S3, decision 6). A bill is no law and fills no minimum."""
    found: list[ChunkId] = []
    for item in ranked:
        if len(found) >= most:
            break
        if item.chunk.doc_type != "bill" and holds_any(fields[item.chunk.id], (*topic_words, *GENERAL_TERMS)):
            found.append(item.chunk.id)
    return tuple(found)


def factual(ranked: Sequence[ScoredChunk], allowed: frozenset[ChunkId], most: int) -> tuple[ChunkId, ...]:
    """Ids of the best records of facts among the allowed chunks, at most `most` (S3 minLocalFacts)."""
    found = [item.chunk.id for item in ranked if item.chunk.doc_type in _FACTS]
    return tuple([chunk_id for chunk_id in found if not allowed or chunk_id in allowed][:most])


def law_facets(issue: IssueMap, concepts: Sequence[Concept]) -> tuple[tuple[str, ...], ...]:
    """Concept names of each facet that is about law, without towns: the parts the state lane must cover."""
    towns = {concept.name for concept in concepts if concept.kind == "town"}
    groups = (
        tuple(name for name in facet_words(facet, concepts) if name not in towns)
        for facet in issue.facets
        if _about_law(facet)
    )
    return tuple(dict.fromkeys(group for group in groups if group))


def _about_law(facet: str) -> bool:
    raised = any(says_any(facet, topic.asked, close=True) for topic in topics().values())
    return raised or asks_law(facet) or bool(law_words(facet)) or any(find_refs(facet))
