"""Follows the stored links of chosen source passages and describes each link in numbers.

Reads through the store; keeps at most a fixed number of links per source, those whose target answers most of what
the source leaves open. It weighs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pipeline.multihop.features import LinkFacts, link_features
from pipeline.multihop.question import QuestionTerms
from pipeline.multihop.store import Passage, PassageStore, StoredLink, in_scope
from pipeline.multihop.types import How, Scope

__all__ = ["MAX_LINKS", "Edge", "follow_links"]

MAX_LINKS = 16
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
    cited_by = {i: [s for s in citing if in_scope(s, scope)] for i, citing in store.citing(sources).items()}
    ids = {k.target for links in out.values() for k in links}.union(*cited_by.values())
    passages = store.passages([*sources, *sorted(ids)])
    kept = {
        i: (
            _best_targets(question, i, [k.target for k in out[i] if k.position < passages[i].length], passages),
            _best_targets(question, i, cited_by[i], passages),
        )
        for i in sources
        if i in passages
    }
    indegrees = store.indegrees(sorted({t for both in kept.values() for targets in both for t in targets}))
    edges: list[Edge] = []
    for i, (outward, back) in kept.items():
        wanted = frozenset(outward)
        facts = _outward(question, passages[i], [k for k in out[i] if k.target in wanted], (store, indegrees))
        one_of = 1 / max(1, len(cited_by[i]))
        citing = {s: LinkFacts("cited_by", 0.0, None, one_of, indegrees[s]) for s in back}
        for targets, described in ((outward, facts), (back, citing)):
            edges += [
                Edge(i, t, _how(described[t].kind), link_features(question, passages[i], passages[t], described[t]))
                for t in targets
            ]
    return edges


def _best_targets(
    question: QuestionTerms, source: int, targets: Iterable[int], passages: Mapping[int, Passage]
) -> list[int]:
    """The targets that answer most of what the source leaves open, in order of finding unless some are left out."""
    found = list(dict.fromkeys(t for t in targets if t in passages and t != source))
    if len(found) > MAX_LINKS:
        residual = question.all & ~question.profile(passages[source]).exact
        found.sort(key=lambda t: (-question.weight(question.profile(passages[t]).exact & residual), t))
    return found[:MAX_LINKS]


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
        sentence = source.sentence_of(link.position)
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


def _how(kind: str) -> How:
    ways: dict[str, How] = {"name": "name", "cite": "cite", "cited_by": "cited_by"}
    return ways.get(kind, "alias")
