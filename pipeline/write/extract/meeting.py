"""How far a text meets the words of a question: its own words, their near forms, and the words records have for them.

Pure arithmetic on stems, weighted by rarity among the retrieved spans. It refuses to look outside the brief.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from pipeline.write.extract.asking import Asked

__all__ = ["Meeting", "Met", "joined", "less"]

Met = Mapping[str, float]
"""Stem of the question -> how far a text meets it, 0..1."""

_NEAR_FORM, _MISREAD, _LAY = 0.5, 0.7, 0.7
"""What "regulatory" counts for "regulation", "readdtess" for "readdress", and a record's words for everyday ones."""
_PREFIX = 5
"""Letters that two forms of one word share."""
_FUZZY_LENGTH = 6
"""A shorter word is another word when one letter differs."""
_LAY_GAIN = 1.2
"""Five sixths of those words count as all of them."""
_LAY_SHARE = 0.34
"""A third of a record's words for an everyday phrase must stand in a text to count at all."""


def joined(parts: Iterable[Met]) -> dict[str, float]:
    """The best of several texts for every stem."""
    best: dict[str, float] = {}
    for part in parts:
        for root, share in part.items():
            best[root] = max(best.get(root, 0.0), share)
    return best


def less(one: Met, other: Met) -> dict[str, float]:
    """What `one` meets beyond `other`."""
    return {root: share - other.get(root, 0.0) for root, share in one.items() if share > other.get(root, 0.0)}


def _misread(one: str, other: str) -> bool:
    """Whether two words differ by one letter: replaced, missing or added."""
    if abs(len(one) - len(other)) > 1 or min(len(one), len(other)) < _FUZZY_LENGTH:
        return False
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return one[at + 1 :] == other[at + 1 :] or one[at:] == other[at + 1 :] or one[at + 1 :] == other[at:]


def _same_root(one: str, other: str) -> bool:
    if min(len(one), len(other)) < _PREFIX or one[:_PREFIX] != other[:_PREFIX]:
        return False
    return one.startswith(other[: max(_PREFIX, len(other) - 3)])


class Meeting:
    """The words of a question weighed by how rare they are among the texts of one brief."""

    def __init__(self, asked: Asked, texts: Sequence[frozenset[str]]) -> None:
        seen = Counter(root for text in texts for root in text)
        rarity = {root: math.log(1 + (len(texts) + 1) / (seen.get(root, 0) + 0.5)) for root in asked.stems}
        self.weights = {root: weight * math.sqrt(rarity[root]) for root, weight in asked.stems.items()}
        self.plain = {root: weight * rarity[root] for root, weight in asked.stems.items()}
        self._total = sum(self.weights.values()) or 1.0
        self._plain_total = sum(self.plain.values()) or 1.0
        self._lay = asked.lay
        self._near = _near_forms(asked.stems, seen)

    def met(self, text: frozenset[str]) -> dict[str, float]:
        """How far a text, given as its stems, meets each word of the question."""
        found = {root: 1.0 for root in self.weights if root in text}
        for root in text & self._near.keys():
            for own, share in self._near[root].items():
                found[own] = max(found.get(own, 0.0), share)
        for term in self._lay:
            share = len(term.law & text) / (len(term.law) or 1)
            if share >= _LAY_SHARE:
                for own in term.said:
                    found[own] = max(found.get(own, 0.0), _LAY * min(1.0, _LAY_GAIN * share))
        return found

    def worth(self, met: Met) -> float:
        """Share of the question met, 0..1, by the square root of rarity: what was retrieved is about the question, so
        its common words are the subject."""
        return _sum(self.weights, met) / self._total

    def rare_worth(self, met: Met) -> float:
        """Share of the question met, 0..1, by rarity itself."""
        return _sum(self.plain, met) / self._plain_total


def _sum(weights: Mapping[str, float], met: Met) -> float:
    """In the order of the question's words, whatever order they were met in: the same to the last digit every time."""
    return sum([weight * met[root] for root, weight in weights.items() if root in met])


def _near_forms(stems: Iterable[str], seen: Mapping[str, int]) -> dict[str, dict[str, float]]:
    """Stem of the texts -> the stems of the question it is a form of. Misreadings count only for words never found."""
    near: dict[str, dict[str, float]] = {}
    alike: dict[str, list[str]] = {}
    for root in seen:
        alike.setdefault(root[:_PREFIX], []).append(root)
    for own in stems:
        for root in alike.get(own[:_PREFIX], ()) if own in seen else seen:
            if root == own:
                continue
            share = _NEAR_FORM if _same_root(root, own) else 0.0
            if own not in seen and _misread(root, own):
                share = _MISREAD
            if share:
                near.setdefault(root, {})[own] = share
    return near
