"""The queries of a hop: six to ten, in words of the hop, the question and a fixed vocabulary."""

from __future__ import annotations

import pytest

from hop_controller.queries import hop_queries
from hop_controller.types import PATTERNS, CandidateScore, NextHop

SCORE = CandidateScore(frequency=0, novelty=0, connectedness=0, specificity=0, total=0)


def hop(start: str, pattern: str = "causal_chain") -> NextHop:
    return NextHop.model_validate({"pattern": pattern, "from": start, "rationale": "", "candidate_score": SCORE})


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("start", ["Mill Street Culvert", "RSA 91-A:3", "retention period", "C++", "who paid for it"])
@pytest.mark.parametrize("topic", ["why was the culvert closed", "who paid for it", ""])
def test_a_hop_gives_six_to_ten_distinct_queries(start: str, pattern: str, topic: str) -> None:
    made = hop_queries(hop(start, pattern), topic, place="Alder Falls", jurisdiction="New Hampshire")
    assert 6 <= len(made.local) + len(made.state) <= 10
    assert made.local[0] == start
    assert len(set(made.local)) == len(made.local)
    assert len(set(made.state)) == len(made.state)


def test_no_number_stands_in_a_query_that_was_not_given() -> None:
    made = hop_queries(hop("Mill Street Culvert"), "is the board liable", jurisdiction="New Hampshire")
    assert not any(character.isdigit() for query in (*made.local, *made.state) for character in query)


def test_the_state_lane_gets_a_statute_but_not_a_local_name() -> None:
    assert all("RSA 91-A:3" in query for query in hop_queries(hop("RSA 91-A:3"), "closed sessions").state)
    local_name = hop_queries(hop("Mill Street Culvert"), "closed sessions").state
    assert all("Mill" not in query and "closed sessions" in query for query in local_name)
