"""The decision after a hop: the ordered rules, the choice of the next hop, and the JSON object. Names are invented,
but for the words of the worked example."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from hop_fakes import FakeMemory

import hop_controller
from hop_controller.decide import decide, to_json
from hop_controller.types import Candidate, HopState, Source
from vault.errors import InputError

MEMORY = FakeMemory()


def tiers(text: str, primary: int = 0) -> list[Source]:
    return [Source.model_validate({"tier": t, "is_primary": i < primary}) for i, t in enumerate(text.split())]


def state(**given: object) -> HopState:
    return HopState.model_validate({"topic": "culvert at Mill Street", "current_hop": 1, **given})


def candidate(name: str, pattern: str = "entity_expansion", **given: object) -> Candidate:
    return Candidate.model_validate({"name": name, "pattern": pattern, "specificity": 1, "mentions": 2, **given})


EXAMPLE = state(
    topic="ALPR use in SC",
    current_hop=2,
    sources_so_far=tiers("T1 T1 T1 T2 T2 T2"),
    contradiction_rate=0.22,
    hop_genealogy=({"sources_kept": 3}, {"pattern": "entity_expansion", "from": "agencies", "sources_kept": 3}),
    candidates=(
        candidate("Flock Safety federal data sharing", "causal_chain", specificity=2, mentions=5),
        candidate("SC ALPR adoption history", "temporal_progression", specificity=0, mentions=3),
    ),
)
EXAMPLE_MEMORY = FakeMemory(
    notes=["On SC ALPR adoption history."],
    documents=["Flock Safety federal data sharing", "SC ALPR adoption history", "SC ALPR adoption history"],
)


# covers: 435, 438, 439, 474, 476, 477, 482, 485, 486, 487, 490, 491
def test_the_worked_example_continues_with_nine_points_and_a_runner_up() -> None:
    made = to_json(decide(EXAMPLE, EXAMPLE_MEMORY))
    hop = made["next_hop"]
    assert isinstance(hop, dict)
    assert hop.pop("rationale")
    assert made.pop("self_reflection")
    assert made == {
        "topic": "ALPR use in SC",
        "current_hop": 2,
        "decision": "continue",
        "confidence_score": 0.68,
        "contradiction_rate": 0.22,
        "next_hop": {
            "pattern": "causal_chain",
            "from": "Flock Safety federal data sharing",
            "candidate_score": {"frequency": 3, "novelty": 3, "connectedness": 1, "specificity": 2, "total": 9},
            "runner_up_alternatives": [
                {"pattern": "temporal_progression", "from": "SC ALPR adoption history", "total": 6}
            ],
            "part": "",
            "expects": "",
        },
        "stop_reason": None,
        "facet_coverage": None,
        "open_parts": [],
    }


# covers: 478, 479, 480, 481
def test_the_reflection_says_trend_gap_and_why_this_hop() -> None:
    said = decide(EXAMPLE, EXAMPLE_MEMORY).self_reflection
    assert said == (
        "Confidence below target (0.68 vs 0.7), stagnating: it fell by 0.03. Remaining gap: no primary source. "
        "Causal chain on Flock Safety federal data sharing is the highest-value next step (9 of 10)."
    )
    assert len(said.split()) <= 80


@pytest.mark.parametrize(
    ("held", "words"),
    [
        ("T3 T3 T3 T3 T1 T1", "improving by 0."),
        ("T1 T1 T1 T1 T4 T4", "stagnating: it fell by 0."),
        (f"{'T3 ' * 40}T3 T3", "stagnating."),
    ],
)
def test_the_trend_is_measured_against_the_hop_before(held: str, words: str) -> None:
    kept = [{"sources_kept": len(held.split()) - 2}, {"sources_kept": 2}]
    made = decide(state(current_hop=2, sources_so_far=tiers(held), hop_genealogy=kept), MEMORY)
    assert words in made.self_reflection


STRONG = tiers("T1 T1 T2 T2", primary=2)  # 0.87 at standard


# covers: 438, 455, 456, 484
def test_the_target_met_with_few_contradictions_stops() -> None:
    made = decide(state(sources_so_far=STRONG, contradiction_rate=0.3), MEMORY)
    assert (made.decision, made.stop_reason, made.next_hop) == ("stop", "target_met", None)
    assert to_json(made)["next_hop"] is None


# covers: 455, 456
def test_the_first_rule_wins_over_the_budget() -> None:
    made = decide(state(sources_so_far=STRONG, current_hop=3), MEMORY)
    assert (made.decision, made.stop_reason) == ("stop", "target_met")


# covers: 457, 484
@pytest.mark.parametrize("hop", [3, 4])
def test_the_budget_stops_at_the_last_hop_and_beyond(hop: int) -> None:
    made = decide(state(sources_so_far=tiers("T2"), current_hop=hop), MEMORY)
    assert (made.decision, made.stop_reason, made.next_hop) == ("stop", "budget", None)


# covers: 440, 458, 488, 489, 492
def test_a_weak_first_hop_is_replanned_with_a_hint() -> None:
    made = to_json(decide(state(sources_so_far=tiers("T3 T3")), MEMORY))
    assert made["decision"] == "replan"
    assert "next_hop" not in made
    assert made["replan_hint"] == {
        "issue": "the first search returned only T3 sources",
        "suggested_pattern": "entity_expansion",
        "suggested_query_focus": "official records on culvert at Mill Street",
    }


# covers: 459, 492
def test_a_weak_second_hop_continues() -> None:
    made = decide(state(sources_so_far=tiers("T3 T3"), current_hop=2, candidates=[candidate("HB 1")]), MEMORY)
    assert made.decision == "continue"


@pytest.mark.parametrize(
    ("held", "issue"),
    [
        ([], "the first search returned no source"),
        (tiers("T4 T3"), "the first search returned only T3 and T4 sources"),
        (tiers("T2"), "the first search returned no primary source"),
    ],
)
def test_the_hint_says_what_was_wrong(held: list[Source], issue: str) -> None:
    hint = decide(state(sources_so_far=held), MEMORY).replan_hint
    assert hint is not None
    assert hint.issue == issue


# covers: 460
@pytest.mark.parametrize(
    ("depth", "held"),
    [
        ("standard", tiers("T1 T1 T3 T3 T3 T3 T3 T3")),  # 0.49 of 0.7
        ("deep", tiers("T1 T2 T3 T4", primary=1)),  # 0.55999... of 0.8
        ("exhaustive", tiers("T2 T2 T2 T4 T4", primary=1)),  # 0.63 of 0.9
    ],
)
def test_an_exact_tie_at_seven_tenths_of_the_target_continues(depth: str, held: list[Source]) -> None:
    made = decide(state(depth=depth, sources_so_far=held, candidates=[candidate("HB 1")]), MEMORY)
    assert made.decision == "continue"
    assert decide(state(depth=depth, sources_so_far=held[1:]), MEMORY).decision == "replan"


def test_a_score_on_the_target_stops_although_binary_falls_short() -> None:
    made = decide(state(depth="deep", sources_so_far=tiers("T1 " * 40)), MEMORY)
    assert (made.decision, made.stop_reason) == ("stop", "target_met")


# covers: 492
def test_quick_depth_never_replans() -> None:
    made = decide(state(depth="quick", sources_so_far=tiers("T4")), MEMORY)
    assert (made.decision, made.stop_reason) == ("stop", "budget")


# covers: 454
def test_without_texts_and_without_a_rate_handed_in_the_rate_is_zero() -> None:
    assert decide(state(sources_so_far=STRONG), MEMORY).contradiction_rate == 0.0


DISPUTES = ("vote: Minutes (draft): “Motion passed 2-1”; Minutes: “Motion passed 3-0”",) * 2


def test_records_that_differ_are_counted_before_the_decision_and_block_a_stop() -> None:
    made = decide(state(sources_so_far=STRONG, disputes=DISPUTES, candidates=[candidate("HB 1")]), MEMORY)
    assert made.decision == "continue"
    assert made.contradiction_rate == pytest.approx(min(1, 2 / (0.3 * len(STRONG))))
    assert made.next_hop is not None
    assert "blocks a stop" in made.next_hop.rationale
    assert "Sources disagree" in made.self_reflection
    assert made.disputes == DISPUTES


# covers: 453
def test_a_rate_handed_in_stands_over_the_computed_one() -> None:
    made = decide(state(sources_so_far=STRONG, disputes=DISPUTES, contradiction_rate=0.1), MEMORY)
    assert (made.decision, made.contradiction_rate) == ("stop", 0.1)


# covers: 453, 456
def test_a_rate_handed_in_blocks_a_stop_and_the_rationale_says_so() -> None:
    made = decide(state(sources_so_far=STRONG, contradiction_rate=0.4, candidates=[candidate("HB 1")]), MEMORY)
    assert made.decision == "continue"
    assert made.next_hop is not None
    assert "contradiction rate 0.40 blocks a stop" in made.next_hop.rationale


def won(*offered: Candidate, memory: FakeMemory = MEMORY, **given: object) -> str:
    made = decide(state(current_hop=2, sources_so_far=tiers("T3"), candidates=offered, **given), memory)
    return made.next_hop.from_ if made.next_hop else f"{made.decision} {made.stop_reason}"


# covers: 476
def test_the_highest_total_wins() -> None:
    assert won(candidate("B", mentions=5), candidate("A", mentions=2)) == "B"


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        # specificity before novelty: both total 5
        (
            candidate("Noted HB 1", specificity=2, mentions=2),
            candidate("Fresh", specificity=1, mentions=2),
            "Noted HB 1",
        ),
        # novelty next: 3 + 1 of 2 mentions against 2 + 2 of 3 mentions
        (candidate("Noted B", mentions=3), candidate("Xenia", mentions=2), "Xenia"),
        # then an unused pattern, then the name
        (candidate("A", "causal_chain"), candidate("B", "temporal_progression"), "B"),
        (candidate("B"), candidate("A"), "A"),
    ],
)
def test_ties_go_to_specificity_novelty_unused_pattern_and_name(
    first: Candidate, second: Candidate, winner: str
) -> None:
    memory = FakeMemory(notes=["Noted HB 1 and Noted B."])
    memory.related_notes = lambda phrase, limit: 0  # type: ignore[method-assign]
    tried = [{"pattern": "causal_chain", "from": "x", "early_terminated": True}]
    assert won(first, second, memory=memory, hop_genealogy=tried) == winner
    assert won(second, first, memory=memory, hop_genealogy=tried) == winner


# covers: 466
def test_a_spent_pattern_cannot_win_but_an_early_terminated_one_can() -> None:
    strong, weak = candidate("A", "causal_chain", mentions=9), candidate("B", mentions=1)
    spent = [{"pattern": "causal_chain", "from": "x"}]
    assert won(strong, weak, hop_genealogy=spent) == "B"
    assert won(strong, weak, hop_genealogy=[{**spent[0], "early_terminated": True}]) == "A"


# covers: 449
def test_a_candidate_whose_sources_were_all_seen_cannot_win() -> None:
    seen, fresh = candidate("A", mentions=9, sources=("u", "v")), candidate("B", sources=("u", "w"))
    assert won(seen, fresh, seen_urls=("u", "v")) == "B"
    assert won(seen, fresh, seen_urls=("u",)) == "A"


def test_what_no_lane_holds_cannot_win() -> None:
    assert won(candidate("A", mentions=9), candidate("B"), memory=FakeMemory(unreachable=["A"])) == "B"


def test_an_unknown_reach_does_not_exclude_and_the_rationale_admits_it() -> None:
    made = decide(state(current_hop=2, candidates=[candidate("A")]), FakeMemory(broken=True))
    assert made.next_hop is not None
    assert "unknown: the query failed" in made.next_hop.rationale
    assert made.next_hop.candidate_score.novelty == 0


def test_the_same_start_is_not_hopped_from_twice() -> None:
    tried = [{"pattern": "causal_chain", "from": "A"}]
    assert won(candidate("A", mentions=9), candidate("B"), hop_genealogy=tried) == "B"
    assert won(candidate("A"), hop_genealogy=tried) == "stop loop"
    ended = [{"pattern": "causal_chain", "from": "A", "early_terminated": True}]
    assert won(candidate("A"), hop_genealogy=ended) == "A"
    assert won(candidate("A", "causal_chain"), hop_genealogy=ended) == "stop loop"


def test_with_nothing_to_start_from_continue_becomes_a_stop_that_says_so() -> None:
    assert won() == "stop no_candidate"
    assert won(hop_genealogy=[{"pattern": "causal_chain", "early_terminated": True}]) == "stop early_terminated"


# covers: 477
def test_at_most_two_runners_up_are_recorded() -> None:
    offered = [candidate(name) for name in "ABCD"]
    made = decide(state(current_hop=2, candidates=offered), MEMORY)
    assert made.next_hop is not None
    assert [r.from_ for r in made.next_hop.runner_up_alternatives] == ["B", "C"]


def test_a_candidate_found_in_the_summaries_can_win() -> None:
    texts = ("Article 12 paid for it.", "Article 12 was amended.", "The fund is empty.")
    assert won(candidate("B", mentions=1), summaries_so_far=texts) == "Article 12"


# covers: 442, 444, 445
def test_a_budget_or_target_that_does_not_belong_to_the_depth_is_refused() -> None:
    assert decide(state(max_hops=3, confidence_target=0.7), MEMORY).decision == "replan"
    with pytest.raises(InputError, match="max_hops 9 does not belong to depth 'standard', which has 3"):
        decide(state(max_hops=9), MEMORY)
    with pytest.raises(InputError, match=r"confidence_target 0\.5 does not belong"):
        decide(state(confidence_target=0.5), MEMORY)


# covers: 441, 442, 443, 446, 447, 448, 449
@pytest.mark.parametrize(
    "wrong",
    [{"depth": "endless"}, {"current_hop": 0}, {"sources_so_far": [{"tier": "T9"}]}, {"hop_genealogy": [{"kind": 1}]}],
)
def test_inputs_outside_the_contract_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        state(**wrong)


# covers: 437, 482, 483
@pytest.mark.parametrize(
    "given",
    [
        {"sources_so_far": STRONG},
        {"sources_so_far": tiers("T4")},
        {"sources_so_far": tiers("T4"), "current_hop": 2, "candidates": [candidate("A")]},
    ],
)
def test_the_output_is_one_json_object_with_the_fields_of_the_contract(given: dict[str, object]) -> None:
    made = to_json(decide(state(**given), MEMORY))
    step = "replan_hint" if made["decision"] == "replan" else "next_hop"
    assert list(made) == [
        *("topic", "current_hop", "decision", "confidence_score", "contradiction_rate", step, "self_reflection"),
        *("stop_reason", "facet_coverage", "open_parts"),
    ]
    assert made["decision"] in {"continue", "stop", "replan"}
    assert json.loads(json.dumps(made)) == made


PACKAGE = Path(hop_controller.__file__).parent


# covers: 436, 451
def test_the_controller_writes_no_file_and_fills_no_placeholder() -> None:
    for path in PACKAGE.glob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        imported = {a.name for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names}
        assert not names & {"open", "Path", "exec", "eval", "print"}, path.name
        assert not imported & {"os", "sys", "shutil", "subprocess", "pathlib", "sqlite3"}, path.name
        assert "scripts_dir" not in path.read_text("utf-8")


# covers: 493
def test_scraps_of_the_web_page_left_no_trace() -> None:
    text = " ".join(path.read_text("utf-8").casefold() for path in PACKAGE.glob("*.py"))
    assert not [scrap for scrap in ("eslint", "typescript", "prompts.chat", "loading actions") if scrap in text]
