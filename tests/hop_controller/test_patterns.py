"""Which kind of hop is missing, which is spent, and which suits a candidate."""

from __future__ import annotations

from typing import get_args

import pytest

from hop_controller.candidates import Find, find_candidates
from hop_controller.patterns import needs, pattern_for, pattern_order, spent_patterns
from hop_controller.types import PATTERNS, HopRecord, HopState, Pattern, Source


def missing(*summaries: str, **more: object) -> dict[str, bool]:
    asked = HopState.model_validate({"topic": "x", "current_hop": 1, "summaries_so_far": summaries, **more})
    return {need.pattern: need.missing for need in needs(asked, find_candidates(asked))}


# covers: 465
def test_there_are_exactly_four_patterns() -> None:
    assert get_args(Pattern) == PATTERNS
    assert sorted(missing("Text.")) == sorted(PATTERNS)


# covers: 461
def test_entity_expansion_is_missing_while_a_named_matter_is_not_investigated() -> None:
    texts = ("The contract is with Flock Safety.", "A letter came from Flock Safety.")
    assert missing(*texts)["entity_expansion"]
    assert not missing(texts[0])["entity_expansion"]  # one mention is not important
    tried = (HopRecord.model_validate({"pattern": "entity_expansion", "from": "Flock Safety"}),)
    assert not missing(*texts, hop_genealogy=tried)["entity_expansion"]


# covers: 462
def test_temporal_progression_is_missing_without_two_points_in_time() -> None:
    assert missing("The bridge is closed.")["temporal_progression"]
    assert missing("The bridge was closed in 2019.")["temporal_progression"]
    assert not missing("The bridge was closed in 2019 and opened in 2021.")["temporal_progression"]
    dated = (Source(date="2020-05-01"), Source(date="2021-05-01"))
    assert not missing("The bridge is closed.", sources_so_far=dated)["temporal_progression"]


# covers: 463
def test_conceptual_deepening_is_missing_while_how_and_why_are_shallow() -> None:
    assert missing("The board has a rule.", "The rule is new.")["conceptual_deepening"]
    assert not missing("The rule requires a survey.", "The rule is new.")["conceptual_deepening"]
    assert not missing()["conceptual_deepening"]  # no overview is in place yet


# covers: 464
def test_a_causal_chain_is_missing_when_outcomes_have_no_drivers() -> None:
    assert missing("The permit was denied.")["causal_chain"]
    assert not missing("The permit was denied because of traffic.")["causal_chain"]
    assert not missing("The board met.")["causal_chain"]


def record(pattern: str, *, early: bool = False) -> HopRecord:
    return HopRecord.model_validate({"pattern": pattern, "from": "x", "early_terminated": early})


# covers: 448, 466
@pytest.mark.parametrize(
    ("genealogy", "spent"),
    [
        ((), set()),
        ((HopRecord(),), set()),  # the first search has no pattern
        ((record("causal_chain"),), {"causal_chain"}),
        ((record("causal_chain", early=True),), set()),
        ((record("causal_chain", early=True), record("causal_chain")), {"causal_chain"}),
        ((record("causal_chain"), record("entity_expansion", early=True)), {"causal_chain"}),
    ],
)
def test_a_pattern_is_spent_once_used_unless_it_was_terminated_early(
    genealogy: tuple[HopRecord, ...], spent: set[str]
) -> None:
    assert spent_patterns(genealogy) == spent


def test_missing_patterns_come_first_and_spent_ones_never() -> None:
    asked = HopState(topic="x", current_hop=1, summaries_so_far=("The permit was denied in 2019 and 2021.",))
    found = needs(asked, ())
    assert pattern_order(found, frozenset()) == (
        "conceptual_deepening",
        "causal_chain",
        "entity_expansion",
        "temporal_progression",
    )
    assert pattern_order(found, frozenset({"causal_chain"}))[0] == "conceptual_deepening"
    assert pattern_order(found, frozenset(PATTERNS)) == ()


def test_a_find_whose_patterns_are_all_spent_has_none() -> None:
    assert pattern_for(Find("2019", "year", 1, 1), ("causal_chain",)) is None
