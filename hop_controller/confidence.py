"""How sure the evidence makes us: S4's formula, the depth table, and the tier of a source by the archive's words.

Holds arithmetic and one pure table (decision 15): authority, document type and lane in, tier and primacy out. It
refuses to look at a vault, to read a document's text to guess its standing, or to decide anything; what follows from a
score is in `decide`, and what a user pasted is never a source.
S4's formula decides only where no part of the question was read for an answer (decision 34). It has two known faults,
kept visible by tests: three T1 sources satisfy every depth, and adding weak sources lowers it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hop_controller.types import Depth, Source, SourceTier
from vault.types import Authority, DocType, Lane

__all__ = [
    "DEPTHS", "MAX_CONTRADICTION_RATE", "REPLAN_SHARE", "TOLERANCE", "contradiction_rate", "evidence_confidence",
    "is_at_least", "is_at_most", "is_below", "tier_and_primacy", "tier_of",
]  # fmt: skip

TOLERANCE = 1e-9
"""Scores closer than this are equal: 0.7 x 0.7 is 0.48999... in binary (decision 14)."""
REPLAN_SHARE = 0.7
"""S4 step 3: below this share of the target the first search counts as wrong."""
MAX_CONTRADICTION_RATE = 0.3
"""S4 step 3: a stop needs a rate no higher than this."""
_ALLOWED_SHARE = 0.3
"""S4: contradictions in 30 % of the sources make the rate 1."""


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


def contradiction_rate(contradictions: int, sources: int) -> float:
    """min(1, contradictions / (0.3 x sources)), 0..1; 0 below two sources or without contradictions (decision 16)."""
    if sources < 2 or contradictions <= 0:
        return 0.0
    return min(1.0, contradictions / (_ALLOWED_SHARE * sources))


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


_OWN_RECORDS: frozenset[DocType] = frozenset(
    {"minutes", "warrant", "ordinance", "results", "budget", "report", "policy"}
)
"""A town's own records of its own acts: first-hand for local facts (decision 15 names three)."""
_OWN_ANNOUNCEMENTS: frozenset[DocType] = frozenset({"agenda", "notice", "form"})
"""A town's word on what is planned, not on what was done."""


def tier_and_primacy(authority: Authority, doc_type: DocType, lane: Lane) -> tuple[SourceTier, bool]:
    """The source tier and whether the record is first-hand.

    State law and official state text T1 primary; a town's own records T1 primary, its announcements T2; municipal
    association guidance T2; news and anything else T3.
    """
    if authority in {"rsa", "official"}:
        return "T1", True
    if authority == "news" or doc_type == "news":
        return "T3", False
    if authority == "nhma":
        return "T2", False
    if authority == "minutes" or (lane == "local" and doc_type in _OWN_RECORDS):
        return "T1", True
    if lane == "local" and doc_type in _OWN_ANNOUNCEMENTS:
        return "T2", False
    return "T3", False
