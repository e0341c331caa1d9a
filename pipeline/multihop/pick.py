"""Chooses the order of the answer: greedily, so that the top holds different parts of the question.

Pure; ties go to the lower chunk id.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from pipeline.multihop.question import QuestionTerms
from pipeline.multihop.score import Scores
from pipeline.multihop.store import Passage
from pipeline.multihop.weights import PickWeights

__all__ = ["fuse", "pick"]

POOL = 40
"""Passages the greedy pick chooses from; nothing below has been seen to deserve a place among the first ten."""
_RECIPROCAL = 3
"""Rank offset of the fusion: small, because only the first places matter."""
_FUSED = 10
_SIBLINGS = 2


def pick(
    question: QuestionTerms, scores: Scores, passages: Mapping[int, Passage], how: tuple[PickWeights, float, int]
) -> list[int]:
    """At most `limit` passages of `how` = (weights, need, limit), best first.

    A passage gains for question terms that nothing above it holds and for a source above it, and loses for being the
    third child of one source or another of the same title; the gains shrink when the question needs no hop.
    """
    weights, need, limit = how
    order = sorted(scores.value, key=lambda i: (-scores.value[i], i))
    rest, tail = order[:POOL], order[POOL:]
    held = {i: question.profile(passages[i]).exact for i in rest}
    chosen: list[int] = []
    covered = 0
    children: Counter[int] = Counter()
    titles: set[str] = set()
    while rest and len(chosen) < limit:
        best, best_value = rest[0], float("-inf")
        for i in rest:
            value = scores.value[i]
            edge = scores.best_edge.get(i)
            if chosen:
                value += weights.new_terms * need * question.weight(held[i] & ~covered) / question.total
            if edge is not None:
                value += weights.source_picked * need * (edge.source in chosen)
                value -= weights.sibling * min(children[edge.source], _SIBLINGS)
            if passages[i].title in titles:
                value -= weights.same_title * need
            if value > best_value:
                best, best_value = i, value
        chosen.append(best)
        rest.remove(best)
        covered |= held[best]
        titles.add(passages[best].title)
        if best in scores.best_edge:
            children[scores.best_edge[best].source] += 1
    return [*chosen, *tail][:limit]


def fuse(chosen: Sequence[int], plain: Sequence[int], weight: float) -> list[int]:
    """The chosen order mixed with plain BM25 order by reciprocal rank; weight 0 keeps the chosen order."""
    if weight <= 0:
        return list(chosen)
    gained: dict[int, float] = {}
    for order, share in ((chosen, 1.0), (plain[:_FUSED], weight)):
        for rank, i in enumerate(order):
            gained[i] = gained.get(i, 0.0) + share / (_RECIPROCAL + rank)
    return sorted(gained, key=lambda i: (-gained[i], i))
