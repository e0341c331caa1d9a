"""What holds of every decision, whatever the state."""

from __future__ import annotations

from hop_fakes import FakeMemory
from hypothesis import given, settings
from hypothesis import strategies as st

from hop_controller.confidence import DEPTHS
from hop_controller.decide import decide, to_json
from hop_controller.types import PATTERNS, Candidate, HopRecord, HopState, Source

TEXTS = st.sampled_from(
    [
        "",
        "Article 12 passed 312-120 on March 12, 2024.",
        "Article 12 was defeated in 2024.",
        "The Mill Street Culvert cost $250,000 because of RSA 91-A:3.",
        "J. O'Brien of the Planning Board spoke on the C++ module [draft] (HB 1124).",
        "\x00\ufffd $ - 3-2 No. ; \n\n• Map 1, Lot 2",
    ]
)
NAMES = st.sampled_from(["RSA 91-A", "O'Brien", "SC H.3456", "C++", "Flock-Safety", "a [b] (c)", "why it failed"])
SOURCES = st.builds(
    Source,
    tier=st.sampled_from([None, "T1", "T2", "T3", "T4", "unknown"]),
    credibility_score=st.none() | st.floats(0, 1),
    is_primary=st.booleans(),
    url=st.sampled_from(["", "a", "b", "c"]),
    text=TEXTS,
)
RECORDS = st.builds(
    HopRecord,
    pattern=st.none() | st.sampled_from(PATTERNS),
    **{"from": NAMES},
    sources_kept=st.integers(0, 5),
    early_terminated=st.booleans(),
)
CANDIDATES = st.builds(
    Candidate,
    name=NAMES,
    pattern=st.sampled_from(PATTERNS),
    specificity=st.integers(0, 2),
    mentions=st.integers(0, 9),
    sources=st.lists(st.sampled_from(["a", "b"]), max_size=2).map(tuple),
)
STATES = st.builds(
    HopState,
    topic=st.sampled_from(["why it failed", "culvert " * 60, "Mill Street Culvert"]),
    depth=st.sampled_from(list(DEPTHS)),
    current_hop=st.integers(1, 7),
    summaries_so_far=st.lists(TEXTS, max_size=4).map(tuple),
    sources_so_far=st.lists(SOURCES, max_size=8).map(tuple),
    hop_genealogy=st.lists(RECORDS, max_size=5).map(tuple),
    seen_urls=st.lists(st.sampled_from(["a", "b"]), max_size=2).map(tuple),
    contradiction_rate=st.none() | st.floats(0, 1),
    candidates=st.lists(CANDIDATES, max_size=5).map(tuple),
)


@settings(max_examples=200, deadline=None)
@given(STATES, st.booleans())
def test_a_decision_keeps_its_budget_its_sums_and_its_shape(state: HopState, broken: bool) -> None:
    memory = FakeMemory(notes=["O'Brien"], documents=["RSA 91-A"], broken=broken)
    made = decide(state, memory)
    assert made == decide(state, memory)
    if state.current_hop >= DEPTHS[state.depth].max_hops:
        assert made.decision == "stop"
    assert (made.next_hop is None) == (made.decision != "continue")
    assert (made.replan_hint is None) == (made.decision != "replan")
    assert (made.stop_reason is None) == (made.decision != "stop")
    assert made.decision != "replan" or state.current_hop == 1
    assert len(made.self_reflection.split()) <= 80
    assert to_json(made)["topic"] == state.topic
    if made.next_hop:
        parts = made.next_hop.candidate_score
        assert parts.total == parts.frequency + parts.novelty + parts.connectedness + parts.specificity
        assert len(made.next_hop.runner_up_alternatives) <= 2
        used = [r for r in state.hop_genealogy if r.pattern == made.next_hop.pattern]
        assert not used or used[-1].early_terminated


@settings(max_examples=60, deadline=None)
@given(STATES.filter(lambda state: state.current_hop == 1))
def test_a_run_that_follows_the_decisions_ends_within_the_depth(state: HopState) -> None:
    memory, hops = FakeMemory(), 1
    while decide(state, memory).decision == "continue":
        hop = decide(state, memory).next_hop
        assert hop is not None
        record = HopRecord.model_validate({"pattern": hop.pattern, "from": hop.from_, "sources_kept": 1})
        hops += 1
        state = state.model_copy(update={"current_hop": hops, "hop_genealogy": (*state.hop_genealogy, record)})
    assert hops <= DEPTHS[state.depth].max_hops
