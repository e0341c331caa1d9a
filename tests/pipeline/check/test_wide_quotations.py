"""Sentences that rest on one wide quotation, in which many matters stand: what stands far apart in it says nothing
together, and what is of another matter contradicts nothing. The town of Otter Cove is invented."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from audit_fakes import a_chunk, judging

from pipeline.check.bind.joined import scattered
from pipeline.check.claims import Judged
from pipeline.check.read.case import source_of
from pipeline.check.read.evidence import Held, Support, held_of, is_wide, said_of, speaks_of
from pipeline.check.read.lexing import lex

MOORING = (
    "Keyes moved to deny the request of Roe for a second mooring at Quay Lane. Lunt seconded. The motion passed 3-2."
)
PARKING, YARD = "Two residents asked about parking.", "A dozen winter boats in the yard pay by the foot."
HARBOR = (
    f"Otter Cove Harbor Board. {MOORING} Ash, Birch and Webb, who live on Mast Road, spoke of gulls, noise and rats. "
    f"{PARKING} The trustees of the pier museum took the bid of Plodd for the roof and were content with the new bell. "
    "The lamp at the north jetty cost $640 and was paid from the light fund. The Board found the wharf plan of Fenwick "
    "complete and let Fenwick begin in May. The clerk agreed to the request of the choir for the hall. The fee for a "
    f"guest berth is $25 a night. {YARD}"
)
LETTERS = (  # no motion: its outcome words alone are compared
    "The harbor master denied Roe a second mooring. Ash, Birch and Webb, who live on Mast Road, spoke of gulls, noise "
    "and rats. Two residents asked about parking. The trustees of the pier museum took the bid of Plodd for the roof "
    "and were content with the new bell. The lamp at the north jetty was paid from the light fund. The wharf plan of "
    "Fenwick was found complete. The clerk read a letter about the hall."
)
FAR_APART = "(its words stand far apart: attach the sentence that says it)"
Judging = Callable[[str, str], Judged]
SOURCE = source_of("L1", a_chunk(1, HARBOR, board="Harbor Board", date="2031-05-06"))


@pytest.fixture(name="judged")
def of_any_passage() -> Judging:
    return lambda claim, words: judging(source_of("L1", a_chunk(1, words, board="Harbor Board", date="2031-05-06")))(
        claim, words
    )


def holding(claim: str, *quotes: str) -> Held:
    return held_of(said_of(claim), (SOURCE,), tuple(Support(source="L1", quote=quote) for quote in quotes))


# words far apart


@pytest.mark.parametrize(
    "claim",
    [
        "The choir asked about parking.",
        "Roe agreed to the winter fee.",
        "Webb spoke of boats in the yard.",
        "Fenwick spoke of gulls, noise and rats.",
        "The residents were content with parking at Quay Lane.",
        "Residents asked about parking winter boats in the yard.",
    ],
)
def test_words_far_apart_in_one_wide_quotation_do_not_verify(judged: Judging, claim: str) -> None:
    found = judged(claim, HARBOR)
    assert found.verdict == "consistent", found
    assert FAR_APART in found.residue


@pytest.mark.parametrize(
    "claim",
    [
        "Ash, Birch and Webb spoke of gulls, noise and rats.",
        "The lamp at the north jetty was paid from the light fund.",
        "The lamp at the north jetty cost $640.",
        "Two residents asked about parking.",
        "The request of Roe for a second mooring was denied 3-2.",
        "Twelve boats in the yard pay by the foot over the winter.",
    ],
)
def test_words_that_stand_together_in_a_wide_quotation_verify(judged: Judging, claim: str) -> None:
    assert judged(claim, HARBOR).verdict == "verified", judged(claim, HARBOR)


@pytest.mark.parametrize(
    ("quotes", "told"),
    [
        ((HARBOR,), [FAR_APART]),
        ((f"{PARKING} … {YARD}",), []),  # cut to what says it: two narrow quotations, joined
        ((PARKING, YARD), []),
        ((), []),  # no words named
    ],
)
def test_only_one_wide_quotation_scatters_words(quotes: tuple[str, ...], told: list[str]) -> None:
    claim = "Residents asked about parking winter boats in the yard."
    assert scattered(said_of(claim), holding(claim, *quotes)) == told


# a conflict must be of the matter


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("Plodd's bid for the roof of the museum was approved by the trustees.", HARBOR),
        ("The trustees of the pier museum accepted the bid of Plodd for the roof.", HARBOR),
        ("The pier museum accepted a new bell.", HARBOR),
        ("The Board allowed Fenwick to begin in May.", HARBOR),
        ("The choir was granted the hall.", HARBOR),
        ("The trustees of the pier museum accepted the bid of Plodd for the roof.", LETTERS),
        ("The wharf plan of Fenwick was accepted as complete.", LETTERS),
    ],
)
def test_the_outcome_of_another_matter_in_a_wide_quotation_contradicts_nothing(
    judged: Judging, claim: str, words: str
) -> None:
    assert judged(claim, words).verdict != "contradicted", judged(claim, words)


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("The Board granted Roe a second mooring.", HARBOR),
        ("The Board approved the request of Roe for a second mooring at Quay Lane.", HARBOR),
        ("The request of Roe for a second mooring was tabled.", HARBOR),
        ("The motion to deny the request of Roe for a second mooring failed.", HARBOR),
        ("The harbor master granted Roe a second mooring.", LETTERS),
        ("Roe's second mooring was approved.", LETTERS),
    ],
)
def test_the_outcome_of_the_same_matter_in_a_wide_quotation_contradicts(
    judged: Judging, claim: str, words: str
) -> None:
    found = judged(claim, words)
    assert found.verdict == "contradicted", found
    assert "outcome" in found.slots


@pytest.mark.parametrize(
    "claim",
    [
        "Three residents of Mast Road, Ash, Birch and Webb, spoke of gulls, noise and rats.",
        "Three residents, Ash, Birch and Webb of Mast Road, spoke of gulls, noise and rats.",
        "Three people who live on Mast Road spoke of gulls, noise and rats.",
    ],
)
def test_a_figure_of_another_matter_in_a_wide_quotation_contradicts_nothing(judged: Judging, claim: str) -> None:
    assert judged(claim, HARBOR).verdict != "contradicted", judged(claim, HARBOR)


@pytest.mark.parametrize(
    ("claim", "slot"),
    [
        ("Three residents asked about parking.", "number"),
        ("The lamp at the north jetty cost $700.", "amount"),
        ("The lamp at the north jetty cost $25.", "amount"),  # the figure of another matter
        ("The fee for a guest berth is $30 a night.", "amount"),
        ("The request of Roe for a second mooring was denied 4-1.", "pair"),
    ],
)
def test_a_figure_of_the_same_matter_in_a_wide_quotation_contradicts(judged: Judging, claim: str, slot: str) -> None:
    found = judged(claim, HARBOR)
    assert found.verdict == "contradicted", found
    assert slot in found.slots


def test_a_quotation_is_wide_by_its_own_words_and_not_by_those_of_its_page() -> None:
    claim = "Two residents asked about parking."
    assert is_wide(holding(claim, HARBOR))
    assert not is_wide(holding(claim, MOORING))
    assert not is_wide(holding(claim, MOORING, PARKING, YARD))  # several narrow ones are not wide together
    assert not is_wide(holding(claim))  # no words named, however long the page


@pytest.mark.parametrize(
    ("claim", "place", "of_matter"),
    [
        ("The Board granted Roe a second mooring.", MOORING, True),
        ("Plodd patched the museum roof.", MOORING, False),
        ("Roe patched roofs.", MOORING, True),  # one word of three
        ("Roe patched museum roofs.", MOORING, False),  # one word of four
    ],
)
def test_a_place_is_of_the_matter_of_which_it_has_a_third_of_the_words(
    claim: str, place: str, *, of_matter: bool
) -> None:
    assert speaks_of(said_of(claim).words, lex(place)) is of_matter


def test_what_was_decided_of_one_matter_is_not_told_of_another_in_the_same_words(judged: Judging) -> None:
    found = judged("The Board denied Birch's letter about gulls.", HARBOR)
    assert found.verdict == "consistent"
    assert "(decided of another matter in these words)" in found.residue
    assert judged("Roe was denied a second mooring, 3 to 2.", HARBOR).verdict == "verified"
