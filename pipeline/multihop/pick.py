"""Chooses the order of the answer: greedily, so that the top holds different parts of the question.

Pure; ties go to the lower chunk id.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from pipeline.multihop.question import QuestionTerms
from pipeline.multihop.score import Scores
from pipeline.multihop.store import Passage
from pipeline.multihop.weights import PickWeights

__all__ = ["pick"]

POOL = 40
"""Passages the greedy pick chooses from; nothing below has been seen to deserve a place among the first ten."""
_SIBLINGS = 2


def pick(
    question: QuestionTerms, scores: Scores, passages: Mapping[int, Passage], how: tuple[PickWeights, float, float, int]
) -> list[int]:
    """At most `limit` passages of `how` = (weights, need, chain strength, limit), best first.

    A passage gains for question terms that nothing above it holds, where a chain was found, and for a source above it,
    where the question needs a hop; it loses for being a further child of one source.
    """
    weights, need, strength, limit = how
    order = sorted(scores.value, key=lambda i: (-scores.value[i], i))
    rest, tail = order[:POOL], order[POOL:]
    held = {i: question.profile(passages[i]).exact for i in rest}
    chosen: list[int] = []
    covered = 0
    children: Counter[int] = Counter()
    while rest and len(chosen) < limit:
        best, best_value = rest[0], float("-inf")
        for i in rest:
            value = scores.value[i]
            edge = scores.best_edge.get(i)
            if chosen:
                value += weights.new_terms * strength * question.weight(held[i] & ~covered) / question.total
            if edge is not None:
                value += weights.source_picked * need * (edge.source in chosen)
                value -= weights.sibling * min(children[edge.source], _SIBLINGS)
            if value > best_value:
                best, best_value = i, value
        chosen.append(best)
        rest.remove(best)
        covered |= held[best]
        if best in scores.best_edge:
            children[scores.best_edge[best].source] += 1
    return [*chosen, *tail][:limit]
