"""How sure the evidence makes us: S4's formula, the depth table, and a second score without its weak points.

Holds arithmetic only. It refuses to look at a vault or to decide anything; what follows from a score is in `decide`.

Two scores live side by side. `evidence_confidence` is S4's and is the one reported as `confidence_score`. It has two
known faults, kept visible by tests: three T1 sources satisfy every depth, and adding weak sources lowers it.
`coverage_confidence` has neither: it asks of every facet of the question how likely it is that at least one held
source answers it, and blends the mean over facets with the weakest facet.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from hop_controller.reading import meaning
from hop_controller.types import Depth, Source, SourceTier

__all__ = [
    "DEPTHS",
    "MAX_CONTRADICTION_RATE",
    "REPLAN_SHARE",
    "TOLERANCE",
    "coverage_confidence",
    "evidence_confidence",
    "facet_coverage",
    "is_at_least",
    "is_at_most",
    "is_below",
    "tier_of",
]

TOLERANCE = 1e-9
"""Scores closer than this are equal: 0.7 x 0.7 is 0.48999... in binary (decision 14)."""
REPLAN_SHARE = 0.7
"""S4 step 3: below this share of the target the first search counts as wrong."""
MAX_CONTRADICTION_RATE = 0.3
"""S4 step 3: a stop needs a rate no higher than this."""


class DepthProfile(NamedTuple):
    """Budget and target of one depth: hops at most, sources wanted, evidence confidence wanted."""

    max_hops: int
    target_sources: int
    confidence_target: float


DEPTHS: dict[Depth, DepthProfile] = {
    "quick": DepthProfile(1, 10, 0.6),
    "standard": DepthProfile(3, 20, 0.7),
    "deep": DepthProfile(4, 40, 0.8),
    "exhaustive": DepthProfile(5, 50, 0.9),
}
"""Decision 14."""

TIER_WEIGHTS: dict[SourceTier, float] = {"T1": 1.0, "T2": 0.75, "T3": 0.5, "T4": 0.25, "unknown": 0.25}
_SCORE_BANDS: tuple[tuple[float, SourceTier], ...] = ((0.9, "T1"), (0.7, "T2"), (0.5, "T3"))
_STRONG_WANTED = 3  # T1 and T2 sources for full coverage, decision 14
_PRIMARY_WANTED = 2  # primary sources for the full primary part, decision 14

_ANSWER_ODDS: dict[SourceTier, float] = {"T1": 0.8, "T2": 0.65, "T3": 0.4, "T4": 0.15, "unknown": 0.15}
"""How likely one source that speaks of all words of a facet answers it; below 1, so that a second one helps."""
_UNREAD_MATCH = 0.5
"""Share of a facet credited to a source handed in without text: nobody has looked whether it speaks of the facet."""
_PASSING_MENTION = 0.5
"""A text holding fewer than half of a facet's words speaks of something else."""
_DOCUMENTS_COUNTED = 3
"""The three best documents of a facet count, S4's own number for full coverage: a heap of weak pages proves little."""
_WEAKEST_SHARE = 0.5
"""Half of the score is the weakest facet: one unanswered facet caps a two-facet question at a quarter."""


def is_below(value: float, limit: float) -> bool:
    """True when `value` is under `limit` by more than the tolerance; an exact tie is not below."""
    return value < limit - TOLERANCE


def is_at_least(value: float, limit: float) -> bool:
    """True when `value` reaches `limit`; an exact tie reaches it."""
    return not is_below(value, limit)


def is_at_most(value: float, limit: float) -> bool:
    """True when `value` does not pass `limit`; an exact tie does not pass it."""
    return value <= limit + TOLERANCE


def tier_of(source: Source) -> SourceTier:
    """The tier as given, else by credibility score (>= 0.9 T1, >= 0.7 T2, >= 0.5 T3, else T4), else "unknown"."""
    if source.tier is not None:
        return source.tier
    if source.credibility_score is None:
        return "unknown"
    score = source.credibility_score
    return next((tier for bar, tier in _SCORE_BANDS if is_at_least(score, bar)), "T4")


def evidence_confidence(sources: Sequence[Source], depth: Depth) -> float:
    """S4's confidence, 0..1: 0.4 mean tier weight + 0.3 strong sources + 0.2 primary + 0.1 count (decision 14).

    An empty set of sources gives 0.
    """
    if not sources:
        return 0.0
    tiers = [tier_of(source) for source in sources]
    mean_tier = sum(TIER_WEIGHTS[tier] for tier in tiers) / len(tiers)
    strong = min(1.0, sum(tier in {"T1", "T2"} for tier in tiers) / _STRONG_WANTED)
    primary = min(1.0, sum(source.is_primary for source in sources) / _PRIMARY_WANTED)
    count = min(1.0, len(sources) / DEPTHS[depth].target_sources)
    return min(1.0, 0.4 * mean_tier + 0.3 * strong + 0.2 * primary + 0.1 * count)


def facet_coverage(facets: Sequence[str], covered: Sequence[str]) -> float | None:
    """Share of the facets that are covered, 0..1; None for a question without facets (decision 14)."""
    wanted = set(facets)
    return len(wanted & set(covered)) / len(wanted) if wanted else None


def coverage_confidence(sources: Sequence[Source], facets: Sequence[str], topic: str = "") -> float:
    """How likely every facet is answered by what is held, 0..1; adding a source never lowers it.

    Per facet: 1 - product over its three best documents of (1 - tier odds x share of the facet's words in the
    text), a document counted once with its best passage. Over facets: half the mean, half the weakest. A question
    without facets is one facet, its topic. An empty set of sources, or nothing to ask for, gives 0.
    """
    wanted = tuple(dict.fromkeys(facets)) or (topic,)
    answered = [_answered(sources, facet) for facet in wanted]
    mean = sum(answered) / len(answered)
    return (1 - _WEAKEST_SHARE) * mean + _WEAKEST_SHARE * min(answered)


def _answered(sources: Sequence[Source], facet: str) -> float:
    """How likely at least one document answers the facet, 0..1."""
    best: dict[str, float] = {}
    for number, source in enumerate(sources):
        document = source.url or source.title or f"#{number}"
        odds = _ANSWER_ODDS[tier_of(source)] * _match(source, facet)
        best[document] = max(best.get(document, 0.0), odds)
    strongest = sorted(best.values(), reverse=True)[:_DOCUMENTS_COUNTED]
    return 1 - prod(1 - odds for odds in strongest)


def _match(source: Source, facet: str) -> float:
    """Share of the facet's words that the source's title and text hold, 0..1; 0 when it is a passing mention."""
    wanted = meaning(facet)
    if not source.text:
        return _UNREAD_MATCH
    share = len(wanted & meaning(f"{source.title} {source.text}")) / len(wanted) if wanted else 0.0
    return share if is_at_least(share, _PASSING_MENTION) else 0.0
