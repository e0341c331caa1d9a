"""Which of the words asked for a text meets, and how much of their weight.

Words only: it refuses to know where a text stands or what kind of answer it shows.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from pipeline.ask.cues import Cue
from pipeline.find.spans.text import PREFIX, ReadPage

__all__ = ["Met", "SameWords", "Shown", "Weights", "best_met", "focused", "scaled", "share_met"]

_FORM = 0.6
"""What another form of a word ("regulatory" for "regulation") is worth."""
_OTHER = 0.75
"""What a word of records is worth where the question says another for it ("complaints" for "gripes"): .5 lets
gaps stand less apart (docs/finding.md)."""

_CLAUSE = 14
"""Words of a clause."""
_NONE: Mapping[str, frozenset[str]] = MappingProxyType({})
Met = dict[str, float]
"""Stem asked for -> 1 where it stands in a text, less where another form of it does."""
Shown = Mapping[Cue, Sequence[int]]
"""The kinds of answer asked for that a span shows, with their places."""


class Weights(dict[str, float]):
    """The weight of every stem of a wording, which is not changed once made; `total` is their sum, `heaviest` the stem
    of the highest, "" of none."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        super().__init__(weights)
        self.total = sum(weights.values())
        self.heaviest = max(weights, key=lambda root: weights[root], default="")


class SameWords:
    """Which stems of the evidence are the same word, or another form of it, as one that was asked for."""

    def __init__(
        self, pages: Sequence[ReadPage], wanted: Iterable[str], others: Mapping[str, frozenset[str]] = _NONE
    ) -> None:
        """`others`: stem asked for -> stems of records that may stand for it."""
        self._stand_for: dict[str, list[tuple[str, float]]] = {}
        for root in wanted:
            self._stand_for.setdefault(root, []).append((root, 1.0))
            for other in self._forms(root, pages):
                self._stand_for.setdefault(other, []).append((root, _FORM))
            for other in others.get(root, ()):
                self._stand_for.setdefault(other, []).append((root, _OTHER))

    @staticmethod
    def _forms(root: str, pages: Sequence[ReadPage]) -> Iterable[str]:
        if len(root) < PREFIX:
            return ()
        least, begins = root[: max(PREFIX, len(root) - 3)], root[:PREFIX]
        held = {one for page in pages for one in page.beginning.get(begins, ())}
        return [one for one in held if one != root and one.startswith(least)]

    def met(self, stems: Iterable[str]) -> Met:
        """What of all that was asked for stands in the text."""
        found: Met = {}
        known = self._stand_for
        for one in stems:
            if one in known:
                for root, share in known[one]:
                    if share > found.get(root, 0.0):
                        found[root] = share
        return found


def share_met(weights: Weights, met: Mapping[str, float]) -> float:
    """The share of the weights that is met, 0..1."""
    if not met or not weights.total:
        return 0.0
    return math.fsum([weights[root] * share for root, share in met.items() if root in weights]) / weights.total


def best_met(*parts: Mapping[str, float]) -> dict[str, float]:
    """What any of the texts meets, each stem as well as the best of them does."""
    joined: dict[str, float] = {}
    for part in parts:
        for root, share in part.items():
            if share > joined.get(root, 0.0):
                joined[root] = share
    return joined


def scaled(met: Mapping[str, float], by: float) -> dict[str, float]:
    """What is met, counted less: of words that stand beside."""
    return {root: share * by for root, share in met.items()}


def focused(weights: Weights, order: Sequence[str], alone: Met) -> float:
    """The most of all wordings that stands within a clause's length of words."""
    met = [(place, one) for place, one in enumerate(order) if one in alone and one in weights]
    best = 0.0
    for number, (first, _) in enumerate(met):
        inside = {one for place, one in met[number:] if place - first < _CLAUSE}
        best = max(best, math.fsum(weights[one] for one in inside))
    return best / (weights.total or 1.0)
