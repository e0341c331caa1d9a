"""Parts of a question: what is open, why, how sure the evidence makes us, and which searches follow."""

from __future__ import annotations

import pytest
from hop_fakes import FakeMemory

from hop_controller.confidence import DEPTHS
from hop_controller.decide import decide
from hop_controller.gains import expected_gain, gains, kind_of
from hop_controller.machines import MACHINES
from hop_controller.parts import answered_confidence, deep_enough
from hop_controller.types import PATTERNS, Depth, HopDecision, HopRecord, HopState, Part, Source

MEMORY = FakeMemory(documents=["the footbridge repair"])


def minutes(label: str = "L1", text: str = "The footbridge repair was tabled.", **more: object) -> Source:
    told = {"tier": "T1", "is_primary": True, "url": f"doc-{label}", "title": "Board minutes", "date": "2031-03-04"}
    return Source.model_validate({**told, "label": label, "text": text, "answers": 0.9, **more})


def part(text: str = "who paid for the repair", probability: float = 0.1, **more: object) -> Part:
    return Part.model_validate({"text": text, "probability": probability, **more})


def decided(*parts: Part, hop: int = 2, depth: Depth = "standard", **more: object) -> HopDecision:
    given = {"topic": "What was decided of the footbridge, and who paid?", "current_hop": hop, "depth": depth}
    return decide(HopState.model_validate({"sources_so_far": (minutes(),), **given, "parts": parts, **more}), MEMORY)


def test_a_search_stops_when_every_part_is_answered() -> None:
    made = decided(part("what was decided", 0.9), part("who paid", 0.85))
    assert (made.decision, made.stop_reason, made.open_parts) == ("stop", "target_met", ())


@pytest.mark.parametrize(
    ("reason", "told"),
    [("", "not_held"), ("other_year", "other_year"), ("other_town", "other_town"), ("wrong_kind", "wrong_kind")],
)
def test_a_search_that_may_not_go_on_says_which_part_is_open_and_why(reason: str, told: str) -> None:
    made = decided(part("what was decided", 0.9), part("who paid", 0.1, reason=reason, near="2029"), hop=3)
    assert (made.decision, made.stop_reason) == ("stop", "budget")
    assert [(one.part, one.reason, one.near) for one in made.open_parts] == [("who paid", told, "2029")]


def test_words_that_may_answer_are_open_as_unsure_and_not_as_missing() -> None:
    (told,) = decided(part("who paid", 0.66, verdict="likely"), hop=3).open_parts
    assert told.reason == "unsure"


def test_a_rule_whose_law_is_not_held_is_open_for_that() -> None:
    made = decided(part("is that legal", 0.1, law=True), hop=3, absent_laws=("RSA 999:1",))
    assert made.open_parts[0].reason == "law_missing"


def test_a_first_search_that_missed_the_matter_is_made_again_by_the_words_of_each_open_part() -> None:
    made = decided(part("who paid for the repair", 0.1), part("when was the dam sold", 0.1), hop=1)
    assert made.decision == "replan"
    assert made.replan_hint is not None
    asked = {query.words for query in made.replan_hint.queries}
    assert any("paid" in words for words in asked)
    assert any("dam" in words for words in asked)


def test_a_hop_names_the_part_it_serves_and_what_it_expects() -> None:
    made = decided(part("what was decided", 0.9), part("who paid for the repair in 2031", 0.3, **YEAR))
    assert made.next_hop is not None
    assert made.next_hop.part == "who paid for the repair in 2031"
    assert made.next_hop.expects
    assert made.next_hop.queries


YEAR = {"since": "2031-01-01", "until": "2031-12-31", "subject": ("paid", "repair")}


def test_what_a_caller_read_stands_above_our_estimate() -> None:
    read = part("what was decided", 0.0, verdict="answered", read_by="caller")
    assert decided(read).stop_reason == "target_met"
    unread = part("what was decided", 0.99, verdict="open", read_by="caller")
    assert [one.read_by for one in decided(unread, hop=3).open_parts] == ["caller"]


def test_state_law_that_answers_nothing_does_not_make_us_surer() -> None:
    law = [Source(tier="T1", is_primary=True, url=f"law-{n}", section=f"RSA 999:{n}", answers=0.0) for n in range(5)]
    alone, among = decided(part("who paid", 0.6)), decided(part("who paid", 0.6), sources_so_far=(minutes(), *law))
    assert alone.confidence_score == among.confidence_score == 0.6


def test_confidence_is_the_mean_over_the_parts_and_what_a_caller_read_counts_whole() -> None:
    assert answered_confidence((part("a", 0.9), part("b", 0.3))) == pytest.approx(0.6)
    read = part("b", 0.3, verdict="answered", read_by="caller")
    assert answered_confidence((part("a", 0.9), read)) == pytest.approx(0.95)
    assert answered_confidence(()) == 0.0


def test_each_machine_searches_in_its_own_way() -> None:
    state = HopState(
        topic="What did the board decide, and why?",
        current_hop=2,
        sources_so_far=(
            minutes(text="Ada Osgood's Case No. 31-07 was tabled under RSA 999:4."),
            minutes("S1", "The board may act.", section="RSA 999:1", date="", url="law-999"),
        ),
        parts=(
            part("what did the board decide", 0.9, answer="Case No. 31-07 was tabled under RSA 999:4.", label="L1"),
        ),
    )
    wanted = part("why was it tabled later in 2031 under the law", 0.2, law=True, **YEAR)
    found = {pattern: MACHINES[pattern](state, wanted) for pattern in PATTERNS}
    assert any("31-07" in one.name for one in found["entity_expansion"])
    assert any(query.since for one in found["temporal_progression"] for query in one.queries)
    assert any(query.documents == ("law-999",) for one in found["conceptual_deepening"] for query in one.queries)
    assert any(query.documents == ("doc-L1",) for one in found["causal_chain"] for query in one.queries)
    assert all(one.facet == wanted.text for machine in found.values() for one in machine)


def test_a_hop_for_a_reason_reads_the_record_found_where_nothing_answers_yet() -> None:
    asked = part("why was the roof repair put off", 0.1)
    state = HopState(topic="?", current_hop=2, parts=(asked,), sources_so_far=(minutes(text="Roof."),))
    (found,) = MACHINES["causal_chain"](state, asked)
    assert {query.documents for query in found.queries} >= {("doc-L1",)}


def test_words_that_answer_nothing_start_no_hop() -> None:
    state = HopState(
        topic="Who paid?",
        current_hop=2,
        sources_so_far=(minutes(text="Case No. 31-07 was tabled."),),
        parts=(part("who paid", 0.2, answer="Case No. 31-07 was tabled.", label="L1"),),
    )
    assert not MACHINES["entity_expansion"](state, state.parts[0])


def test_a_hop_that_is_not_worth_it_is_not_made() -> None:
    nearly = part("who paid", 0.69)
    assert all(expected_gain(nearly, pattern) < gains()[kind_of(nearly)][pattern] for pattern in PATTERNS)
    spent = tuple(HopRecord.model_validate({"pattern": pattern}) for pattern in PATTERNS)
    made = decided(part("who paid", 0.1), hop=2, hop_genealogy=spent)
    assert made.decision == "stop"
    assert made.stop_reason in {"no_candidate", "not_worth_it", "loop"}


def test_no_search_is_offered_twice() -> None:
    first = decided(part("who paid in 2031", 0.4, **YEAR))
    assert first.next_hop is not None
    again = decided(part("who paid in 2031", 0.4, **YEAR), searched=first.next_hop.queries)
    assert again.next_hop is None or not set(again.next_hop.queries) & set(first.next_hop.queries)


@pytest.mark.parametrize(
    ("depth", "hops", "wanted"), [("quick", 1, "standard"), ("standard", 3, "deep"), ("deep", 9, "exhaustive")]
)
def test_a_caller_may_go_one_depth_further(depth: Depth, hops: int, wanted: Depth) -> None:
    assert deep_enough(depth, hops) == wanted
    assert DEPTHS[wanted].max_hops >= min(hops + 1, 5)


def test_the_first_hop_searches_every_open_part_in_both_lanes_and_no_later_one_does() -> None:
    both = (part("who paid in 2031", 0.4, **YEAR), part("when was the dam sold", 0.5))
    first = decided(*both)
    assert first.next_hop is not None
    assert {query.lane for query in first.next_hop.queries if query.words == "dam sold"} == {"local", "state"}
    later = decided(*both, searched=first.next_hop.queries)
    assert later.next_hop is None or all(query.documents for query in later.next_hop.queries)
