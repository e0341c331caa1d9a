"""Follows the stored links of chosen source passages and describes each link in numbers.

Reads through the store; keeps at most a fixed number of links per source, those whose target answers most of what
the source leaves open. It weighs nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pipeline.multihop.features import LinkFacts, link_features
from pipeline.multihop.question import QuestionTerms
from pipeline.multihop.store import Passage, PassageStore, StoredLink, in_scope
from pipeline.multihop.types import How, Scope

__all__ = ["MAX_LINKS", "Edge", "follow_links"]

MAX_LINKS = 24
"""Links kept of one source in each direction."""
_COMPANY = 12
"""Words within which a cue keeps company with a mention."""
_WIDEST = 120
"""Links of one source looked at before the best are kept."""


class Edge(NamedTuple):
    """A described link from a source to a target."""

    source: int
    target: int
    how: How
    features: tuple[float, ...]


def follow_links(question: QuestionTerms, store: PassageStore, sources: Sequence[int], scope: Scope = ()) -> list[Edge]:
    """The links out of and back to the sources, source by source, within the scope."""
    out = {
        i: [k for k in links if in_scope(k.target, scope)][:_WIDEST] for i, links in store.links_from(sources).items()
    }
    back = {i: [k for k in links if in_scope(k.source, scope)] for i, links in store.links_to(sources).items()}
    cited_by = {i: [k for k in links if k.kind == "cite"][:_WIDEST] for i, links in back.items()}
    ids = {k.target for links in out.values() for k in links} | {k.source for links in cited_by.values() for k in links}
    passages = store.passages([*sources, *sorted(ids)])
    indegrees = store.indegrees(sorted(ids))
    edges: list[Edge] = []
    for i in sources:
        if i not in passages:
            continue
        facts = _outward(question, passages[i], out[i], (store, indegrees))
        edges += _describe(question, passages[i], facts, passages)
        one_of = 1 / max(1, len(cited_by[i]))
        citing = {k.source: LinkFacts("cited_by", 0.0, None, one_of, indegrees[k.source]) for k in cited_by[i]}
        edges += _describe(question, passages[i], citing, passages)
    return edges


def _outward(
    question: QuestionTerms, source: Passage, links: Sequence[StoredLink], held_by: tuple[PassageStore, dict[int, int]]
) -> dict[int, LinkFacts]:
    """One description per target: the rarest mention, the earliest sentence, the best company."""
    store, indegrees = held_by
    cues = question.cues(source) if links else []
    best: dict[int, LinkFacts] = {}
    for link in links:
        if link.position >= source.length:
            continue
        span = source.stems[link.position : link.position + link.length]
        rarity = sum(map(store.idf, span)) if link.kind != "cite" else 0.0
        sentence = source.sentence_of[link.position]
        near = _company(cues, link.position, link.position + link.length)
        held = best.get(link.target)
        if held and held.sentence is not None:
            sentence, near = min(sentence, held.sentence), max(near, held.near)
        if held is None or rarity > held.rarity:
            one_of = 1 / link.fanout
            best[link.target] = LinkFacts(link.kind, rarity, sentence, one_of, indegrees[link.target], near)
        else:
            best[link.target] = held._replace(sentence=sentence, near=near)
    return best


def _company(cues: Sequence[tuple[int, float]], start: int, end: int) -> float:
    """The best cue word near a mention, less with distance; `cues` are (position, worth 0..1)."""
    best = 0.0
    for position, worth in cues:
        distance = start - position if position < start else position - end + 1
        if 0 < distance <= _COMPANY:
            best = max(best, worth * (1 - distance / (_COMPANY + 1)))
    return best


def _describe(
    question: QuestionTerms, source: Passage, facts: dict[int, LinkFacts], passages: dict[int, Passage]
) -> list[Edge]:
    targets = [t for t in facts if t in passages and t != source.chunk_id]
    if len(targets) > MAX_LINKS:
        residual = question.all & ~question.profile(source).exact
        targets.sort(key=lambda t: (-question.weight(question.profile(passages[t]).exact & residual), t))
        targets = targets[:MAX_LINKS]
    return [
        Edge(source.chunk_id, t, _how(facts[t].kind), link_features(question, source, passages[t], facts[t]))
        for t in targets
    ]


def _how(kind: str) -> How:
    ways: dict[str, How] = {"name": "name", "cite": "cite", "cited_by": "cited_by"}
    return ways.get(kind, "alias")
