"""Figures that a sentence rounds in words: which of them the record bears out, and on which side the true one lies.

The figures are those of the invented town of Otter Cove.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from audit_fakes import a_brief, a_chunk, an_answer, judging

from pipeline.check.audit import audit
from pipeline.check.claims import GivenClaim, Judged
from pipeline.check.read.case import source_of
from pipeline.check.read.evidence import Support, held_of, said_of
from pipeline.check.slots.ways import keeps_limit, rounding_words, rounds_rightly

WALL = "The repair of the seawall cost $312,480."
FUND = "The dredging fund holds $97,350."
FERRY = "The ferry carried 1,942 riders in June."
OVERTIME = "Overtime is up 18.4 percent."
BILLS = "The bill of Plodd is $40,120. The bill of Birch is $38,210."
Judging = Callable[[str, str], Judged]


@pytest.fixture(name="judged")
def of_any_passage() -> Judging:
    return lambda claim, words: judging(source_of("L1", a_chunk(1, words, date="2031-05-06")))(claim, words)


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("The repair of the seawall cost about $312,000.", WALL),
        ("The repair of the seawall cost about $310,000.", WALL),
        ("The repair of the seawall cost roughly $312,500.", WALL),
        ("The repair of the seawall cost just over $312,000.", WALL),
        ("The repair of the seawall cost a little over $312,000.", WALL),
        ("The repair of the seawall cost more than $300,000.", WALL),
        ("The repair of the seawall cost well over $300,000.", WALL),
        ("The repair of the seawall cost nearly $313,000.", WALL),
        ("The repair of the seawall cost just under $313,000.", WALL),
        ("The repair of the seawall cost almost $312,500.", WALL),
        ("The repair of the seawall cost less than $320,000.", WALL),
        ("The dredging fund holds nearly $100,000.", FUND),
        ("The dredging fund holds just over $97,000.", FUND),
        ("The ferry carried nearly 2,000 riders in June.", FERRY),
        ("The ferry carried fewer than 2,000 riders in June.", FERRY),
        ("The ferry carried more than 1,900 riders in June.", FERRY),
        ("The ferry carried about 1,900 riders in June.", FERRY),
        ("Overtime is up about 18 percent.", OVERTIME),
        ("Overtime is up just over 18 percent.", OVERTIME),
        ("Overtime is up almost 19 percent.", OVERTIME),
        ("The two bills come to a little over $78,000.", BILLS),
        ("The two bills come to about $78,000.", BILLS),
    ],
)
def test_a_figure_rounded_to_the_side_on_which_the_true_one_lies_is_verified(
    judged: Judging, claim: str, words: str
) -> None:
    assert judged(claim, words).verdict == "verified", judged(claim, words)


@pytest.mark.parametrize(
    ("claim", "words", "left"),
    [
        ("The repair of the seawall cost nearly $312,000.", WALL, "nearly"),
        ("The repair of the seawall cost almost $312,000.", WALL, "almost"),
        ("The repair of the seawall cost just under $312,000.", WALL, "just under"),
        ("The repair of the seawall cost less than $312,000.", WALL, "less than"),
        ("The repair of the seawall cost just over $312,500.", WALL, "just over"),
        ("The dredging fund holds just under $97,000.", FUND, "just under"),
        ("The dredging fund holds just over $100,000.", FUND, "just over"),
        ("The ferry carried almost 1,900 riders in June.", FERRY, "almost"),
        ("The ferry carried just under 1,900 riders in June.", FERRY, "just under"),
        ("Overtime is up nearly 18 percent.", OVERTIME, "nearly"),
    ],
)
def test_on_the_wrong_side_the_rounding_words_are_left_over_to_be_read(
    judged: Judging, claim: str, words: str, left: str
) -> None:
    found = judged(claim, words)
    assert found.verdict == "consistent", found
    assert left in found.residue


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("The repair of the seawall cost about $290,000.", WALL),
        ("The repair of the seawall cost more than $320,000.", WALL),
        ("The repair of the seawall cost just over $313,000.", WALL),
        ("The repair of the seawall cost nearly $400,000.", WALL),
        ("The ferry carried over 2,000 riders in June.", FERRY),
        ("Overtime is up more than 19 percent.", OVERTIME),
    ],
)
def test_a_figure_that_no_rounding_reaches_is_another_figure(judged: Judging, claim: str, words: str) -> None:
    assert judged(claim, words).verdict == "contradicted", judged(claim, words)


@pytest.mark.parametrize(
    ("claim", "left"),
    [
        ("The two bills come to a little over $79,000.", "$79,000"),
        ("The two bills come to about $87,000.", "$87,000"),
    ],
)
def test_a_sum_that_no_rounding_reaches_is_left_over(judged: Judging, claim: str, left: str) -> None:
    found = judged(claim, BILLS)
    assert found.verdict == "consistent", found
    assert left in found.residue


@pytest.mark.parametrize(
    ("text", "verdict", "passed"),
    [
        ("The repair of the seawall cost just over $312,000 [L1].", "verified", True),
        ("The repair of the seawall cost just under $312,000 [L1].", "consistent", True),
        ("The repair of the seawall cost more than $320,000 [L1].", "contradicted", False),
    ],
)
def test_an_answer_with_a_rounded_figure_passes_where_its_side_is_right_or_left_to_be_read(
    text: str, verdict: str, *, passed: bool
) -> None:
    claim = GivenClaim(text=text, support=(Support(source="L1", quote=WALL),))
    report = audit(an_answer(text).changed(writer="host"), a_brief((a_chunk(1, WALL),)), claims=(claim,))
    assert (report.rows[0].verdict, report.passed) == (verdict, passed), report.findings
    assert any(one.rule == "claim_unbound" and "just under" in one.message for one in report.findings) is (
        verdict == "consistent"
    )


@pytest.mark.parametrize(
    ("claim", "rounding", "figures"),
    [
        ("The wall cost about $312,000.", {"about"}, {"$312,000"}),
        ("The wall cost just over $312,000 and nearly fell.", {"just over"}, {"$312,000"}),
        ("The wall cost $312,480.", set(), set()),
        ("They spoke about the wall of 1931.", set(), set()),
    ],
)
def test_only_words_before_a_figure_round_it(claim: str, rounding: set[str], figures: set[str]) -> None:
    said = said_of(claim)
    found = rounding_words(said)
    words = " ".join(one.text for one in said.tokens if one.start in found)
    assert words == " ".join(rounding)
    assert {one.text for one in found.values()} == figures


@pytest.mark.parametrize(
    ("claim", "rightly"),
    [
        ("The wall cost about $312,000.", True),
        ("The wall cost just over $312,000.", True),
        ("The wall cost just under $312,000.", False),
        ("The wall cost nearly $313,000.", True),
        ("The wall cost nearly $312,000.", False),
    ],
)
def test_rounding_words_are_borne_out_by_the_side_of_the_held_figure(claim: str, *, rightly: bool) -> None:
    said = said_of(claim)
    held = held_of(said, (source_of("L1", a_chunk(1, WALL)),), (Support(source="L1", quote=WALL),))
    assert rounding_words(said)
    assert (rounds_rightly(said, held) == rounding_words(said).keys()) is rightly


@pytest.mark.parametrize(
    ("claimed", "beyond"),
    [
        ("more than $100,000", True),
        ("less than $400,000", True),
        ("more than $400,000", False),
        ("about $100,000", False),
        ("nearly $400,000", False),
        ("just over $100,000", False),
        ("at least $300,000", True),
        ("at least $320,000", False),
        ("up to $313,000", True),
        ("not more than $300,000", False),
    ],
)
def test_a_figure_keeps_a_limit_only_on_the_side_that_is_told_however_far(claimed: str, *, beyond: bool) -> None:
    text = f"The wall cost {claimed}."
    (ours,) = (one for one in said_of(text).tokens if one.worth is not None)
    (theirs,) = (one for one in said_of(WALL).tokens if one.worth is not None)
    assert keeps_limit(ours, theirs, text) is beyond


@pytest.mark.parametrize("claimed", ["under $312,000", "below $312,000", "a bit under $312,000"])
def test_a_side_on_which_the_record_s_figure_does_not_lie_is_left_over_in_the_record_s_own_words(
    judged: Judging, claimed: str
) -> None:
    found = judged(f"The repair of the seawall cost {claimed}.", WALL)
    assert found.verdict == "consistent"
    assert f"(rounded the wrong way: {claimed})" in found.residue


@pytest.mark.parametrize("claimed", ["nearly $400,000", "just over $400,000", "about $410,000"])
def test_a_chance_sum_of_two_figures_bears_out_no_rounded_one(judged: Judging, claimed: str) -> None:
    assert judged(f"The repair of the seawall cost {claimed}.", f"{WALL} {FUND}").verdict != "verified"


@pytest.mark.parametrize(("claimed", "verdict"), [("just over $78,000", "verified"), ("nearly $78,000", "consistent")])
def test_a_sum_bears_out_the_side_on_which_it_lies(judged: Judging, claimed: str, verdict: str) -> None:
    assert judged(f"The bills of Plodd and Birch together come to {claimed}.", BILLS).verdict == verdict
