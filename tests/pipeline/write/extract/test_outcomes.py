"""Motions, votes and decisions in the words of minutes; the patterns are quick on any text. All texts are invented."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.ask.cues import CUES
from pipeline.quoting.turns import leans
from pipeline.write.extract import followups, outcomes, spans
from pipeline.write.extract.outcomes import has_outcome, is_motion, tells_decision, tells_result


@pytest.mark.parametrize(
    "text",
    [
        "Tibbetts moved to close the bridge.",
        "Tibbetts made a motion to close the bridge.",
        "Varney motioned to adjourn.",
        "Motion by Pelham to accept the bid.",
        "A motion was made.",
    ],
)
def test_a_motion_is_told(text: str) -> None:
    assert is_motion(text)


@pytest.mark.parametrize("text", ["Osgood removed the planks.", "The emotion was great.", "They move to Pond Road."])
def test_other_moves_are_no_motion(text: str) -> None:
    assert not is_motion(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Varney seconded.", True),
        ("All were in favor.", True),
        ("The vote was 2-1.", True),
        ("It ended 3–0–1.", True),
        ("Pelham abstained.", True),
        ("Case #31-08-BLA is next.", False),  # a case number is no vote
        ("Case 31-08 is next.", True),  # without a mark it cannot be told from one
        ("Case #31-08 is next.", False),
        ("On 2031-05-20 they met.", False),
        ("The office is open 9-5pm.", False),
        ("Osgood asked about the road.", False),
    ],
)
def test_a_second_or_a_vote_is_an_outcome(text: str, told: bool) -> None:
    assert has_outcome(text) is told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Motion passed 3-0-1.", True),
        ("The motion to close the bridge carried.", True),
        ("Article 12 failed.", True),
        ("All were in favor.", True),
        ("The request was granted.", True),
        ("It was so voted.", True),
        ("Carried by a vote of 4-1.", True),
        ("Varney seconded.", False),
        ("The motion was discussed at length. The road passed the mill.", False),  # another sentence
        ("The board will vote in June.", False),
    ],
)
def test_a_result_tells_how_it_ended(text: str, told: bool) -> None:
    assert tells_result(text) is told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The variance is granted.", True),
        ("We affirmed the order.", True),
        ("The article is unconstitutional.", True),
        ("Voted 3-0.", True),
        ("The grantor signed the deed.", False),
        ("A hearing was held.", False),
    ],
)
def test_a_decision_is_told(text: str, told: bool) -> None:
    assert tells_decision(text) is told


@pytest.mark.parametrize(
    ("text", "leaning"),
    [
        ("He said the bridge is old.", True),
        ("The motion carried.", True),
        ("Varney seconded.", True),
        ("(See page 4.)", True),
        ("All were in favor.", True),
        ("Thistle Lane is closed.", False),
        ("The board met.", False),
    ],
)
def test_a_sentence_that_leans_on_the_one_before_is_found(text: str, leaning: bool) -> None:
    assert leans(text) is leaning


PATTERNS = [
    found
    for held in (vars(outcomes), vars(spans), vars(followups), CUES)
    for found in held.values()
    if isinstance(found, re.Pattern)
]
SIZE, LIMIT_S = 10_000, 0.05
"""A page holds 4,000 characters; a place of evidence at most 8,000."""


def seconds(pattern: re.Pattern[str], text: str) -> float:
    began = time.perf_counter()
    pattern.search(text)
    return time.perf_counter() - began


def slow(text: str) -> list[str]:
    """The patterns that are slow three times out of three: the machine may pause, the pattern may not."""
    return [p.pattern[:40] for p in PATTERNS if all(seconds(p, text) > LIMIT_S for _ in range(3))]


PIECES = (
    "motion ", "article", "vote ", "seconded", "all ", "were ", "in favor", "passed", "12", "-", "–", " ", "\n", "$",
    "1,", "31-08", "#", "not ", "two ", "(14)", "feet", "Mill ", "RSA ", "per ", "within ", "a", ".", ";",
)  # fmt: skip


@settings(deadline=None, max_examples=40)
@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=6)), min_size=1, max_size=8))
def test_no_pattern_is_slow_on_a_long_text(pieces: list[str]) -> None:
    unit = "".join(pieces) or "x"
    assert slow((unit * (SIZE // len(unit) + 1))[:SIZE]) == []


@pytest.mark.parametrize("unit", ["motion ", "1", "1,000", "1.5", "1 - ", "all were ", "Aa ", "#", "12–3", "article "])
def test_no_pattern_is_slow_on_a_text_of_one_word(unit: str) -> None:
    assert slow(unit * (SIZE // len(unit))) == []
