"""The evidence confidence of S4 with its known faults, and the second score that has none of them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hop_controller.confidence import (
    DEPTHS,
    TOLERANCE,
    contradiction_rate,
    evidence_confidence,
    is_at_least,
    is_at_most,
    is_below,
    tier_of,
)
from hop_controller.types import Depth, Source, SourceTier


def sources(tiers: str, primary: int = 0) -> tuple[Source, ...]:
    """ "T1 T1 T4" as sources, the first `primary` of them primary."""
    return tuple(Source.model_validate({"tier": t, "is_primary": i < primary}) for i, t in enumerate(tiers.split()))


# covers: 444, 445
@pytest.mark.parametrize(
    ("depth", "hops", "wanted", "target"),
    [("quick", 1, 10, 0.6), ("standard", 3, 20, 0.7), ("deep", 4, 40, 0.8), ("exhaustive", 5, 50, 0.9)],
)
def test_the_depth_decides_hops_sources_and_target(depth: Depth, hops: int, wanted: int, target: float) -> None:
    assert DEPTHS[depth] == (hops, wanted, target)


# covers: 447, 452
@pytest.mark.parametrize(
    ("held", "expected"),
    [
        (sources("T1 T1 T2 T2", primary=2), 0.87),  # the strong set
        (sources("T4"), 0.105),
        ((), 0.0),
        (sources("T1"), 0.4 + 0.1 + 0.005),
        (sources("T1 T2 T3 T4"), 0.4 * 0.625 + 0.3 * 2 / 3 + 0.1 * 4 / 20),
        (sources("T1 T1"), 0.4 + 0.3 * 2 / 3 + 0.1 * 2 / 20),
        (sources("T3 T4"), 0.4 * 0.375 + 0.1 * 2 / 20),
        (sources("T1 T1 T1", primary=1), 0.4 + 0.3 + 0.1 + 0.015),
        (sources("T1 " * 10, primary=5), 0.4 + 0.3 + 0.2 + 0.05),
        (sources("T1 " * 30, primary=5), 1.0),
    ],
)
def test_the_formula_gives_the_known_values_at_standard(held: tuple[Source, ...], expected: float) -> None:
    assert evidence_confidence(held, "standard") == pytest.approx(expected, abs=1e-12)


# covers: 447
@pytest.mark.parametrize(
    ("tier", "score", "expected"),
    [
        ("T2", 0.99, "T2"),
        (None, 0.95, "T1"),
        (None, 0.9, "T1"),
        (None, 0.7, "T2"),
        (None, 0.5, "T3"),
        (None, 0.49, "T4"),
        (None, None, "unknown"),
    ],
)
def test_a_missing_tier_comes_from_the_score_or_stays_unknown(
    tier: SourceTier | None, score: float | None, expected: str
) -> None:
    assert tier_of(Source(tier=tier, credibility_score=score)) == expected


def test_a_source_of_unknown_tier_weighs_as_much_as_t4() -> None:
    assert evidence_confidence((Source(),), "standard") == evidence_confidence(sources("T4"), "standard")


@pytest.mark.parametrize("depth", ["quick", "standard", "deep", "exhaustive"])
def test_known_fault_three_first_class_sources_satisfy_every_depth(depth: Depth) -> None:
    assert evidence_confidence(sources("T1 T1 T1", primary=2), depth) >= DEPTHS[depth].confidence_target


def test_known_fault_more_weak_evidence_lowers_the_score_of_the_formula() -> None:
    strong = sources("T1 T1 T1", primary=2)
    weakened = evidence_confidence((*strong, *sources("T4 T4 T4 T4 T4")), "standard")
    assert evidence_confidence(strong, "standard") == pytest.approx(0.915)
    assert weakened == pytest.approx(0.7525)


def test_known_fault_fifty_community_sources_never_pass_half() -> None:
    assert evidence_confidence(sources("T3 " * 50, primary=2), "quick") == pytest.approx(0.5)


# covers: 460
def test_scores_that_miss_a_limit_by_binary_noise_meet_it() -> None:
    paper = evidence_confidence(sources("T1 " * 40), "deep")  # 0.8 on paper
    assert is_at_least(paper, 0.8)
    assert not is_below(0.49, 0.7 * 0.7)
    assert is_at_most(0.1 + 0.2, 0.3)
    assert is_below(0.49 - 2 * TOLERANCE, 0.7 * 0.7)


SOURCES = st.builds(
    Source,
    tier=st.sampled_from([None, "T1", "T2", "T3", "T4", "unknown"]),
    is_primary=st.booleans(),
    url=st.sampled_from(["", "a", "b", "c"]),
)


@settings(max_examples=80, deadline=None)
@given(st.lists(SOURCES, max_size=12), st.sampled_from(["quick", "standard", "deep", "exhaustive"]))
def test_the_formula_stays_between_zero_and_one(held: list[Source], depth: Depth) -> None:
    assert 0.0 <= evidence_confidence(held, depth) <= 1.0


@pytest.mark.parametrize(
    ("contradictions", "count", "rate"),
    [(0, 10, 0.0), (1, 1, 0.0), (1, 3, 1.0), (1, 10, 1 / 3), (1, 12, 1 / 3.6), (5, 3, 1.0)],
)
def test_the_rate_is_contradictions_over_three_tenths_of_the_sources(
    contradictions: int, count: int, rate: float
) -> None:
    assert contradiction_rate(contradictions, count) == pytest.approx(rate)
