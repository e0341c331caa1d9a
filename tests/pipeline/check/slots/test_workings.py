"""What a claim works out or says the other way round from the figures of its record. The town is invented."""

from __future__ import annotations

import pytest

from pipeline.check.read.case import source_of

from audit_fakes import a_chunk, judging  # isort: skip

GIFT = "Roy moved to accept the gift of ten licence plates to the Alder Falls Fire Department valued at $200."
HOURS = "From May through October, the landing shall be open from 8:00 am to 9:00 pm."
OLDER = "A motion by Ash to approve the minutes of February 07, 2031 as submitted. Birch seconded. Motion passed."
COUNT = "The landing commission shall consist of no fewer than 3 nor more than 10 members."

CALL = (
    "Webb made a motion to deny the request. Ash seconded. Roll call vote was taken. Roy answered yes. Webb answered "
    "yes. Ash answered yes. Motion passed."
)
NAMED = "Roy asked about the pumps. Per the state, TJ Ashdown (PWD) was quoted $32,032 for the concrete."
SOLD = "The former ferry station at Pier Street was sold and is on the tax roll with the new owner."
ASKED = "The board received a letter from the harbor trustees asking them to appoint Ada Dow."
RULES = "The meeting is run under local tradition. Please know that Hull's Rules of Order are not applied."


@pytest.mark.parametrize(
    ("quote", "claim", "verdict"),
    [
        (GIFT, "The plates for the fire department were valued at $20 apiece.", "consistent"),
        (GIFT, "The plates for the fire department were valued at $20 in all.", "contradicted"),
        (GIFT, "The plates for the fire department were valued at $30 apiece.", "contradicted"),
        (HOURS, "From May through October the landing closes at nine in the evening.", "consistent"),
        (HOURS, "From May through October the landing is closed from 8:00 am to 9:00 pm.", "contradicted"),
        (OLDER, "On June 19, 2031 the minutes of 7 February 2031 were approved as submitted.", "verified"),
        (OLDER, "On June 19, 2031 the minutes of 8 February 2031 were approved as submitted.", "contradicted"),
        (CALL, "Webb moved to deny the request; Roy, Webb and Ash answered yes and the motion passed.", "verified"),
        (NAMED, "Roy asked about the pumps, and TJ Ashdown was quoted $32,032 for the concrete.", "verified"),
        (RULES, "The meeting is run under Hull's Rules of Order and local tradition.", "consistent"),
        (SOLD, "The sale of the old ferry station on Pier Street was announced.", "consistent"),
        (ASKED, "The Select Board got a letter from the harbor trustees asking them to appoint Ada Dow.", "verified"),
        (COUNT, "The landing commission has three to ten members.", "verified"),
        (COUNT, "The landing commission has three to twelve members.", "consistent"),
    ],
)
def test_what_follows_from_the_figures_is_no_conflict_with_them(quote: str, claim: str, verdict: str) -> None:
    source = source_of("L1", a_chunk(1, quote, doc_type="minutes", board="Select Board", date="2031-06-19"))
    found = judging(source)(claim, quote)
    assert found.verdict == verdict, found


@pytest.mark.parametrize(
    ("named", "verdict"),
    [("II and III", "kept"), ("III", "contradicted"), ("I", "contradicted"), ("II", "kept")],
)
def test_the_words_stand_in_one_of_the_paragraphs_named(named: str, verdict: str) -> None:
    text = (
        "31:899 Landings. –\nI. The harbor master keeps a list of berths.\nII. The town may charge a fee of $9 for "
        "each berth at the landing.\nIII. The money goes to the landing fund."
    )
    law = a_chunk(1, text, "state", section="RSA 31:899", heading="31:899 Landings", title="RSA 31:899")
    claim = f"Under RSA 31:899, {named}, a town may charge a fee of $9 for each berth at the landing."
    found = judging(source_of("L1", law))(claim, "The town may charge a fee of $9 for each berth at the landing.")
    assert (found.verdict == "contradicted") is (verdict == "contradicted"), found


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("HB 251, a bill as introduced and not the law, would require a lamp at each landing.", "verified"),
        ("HB 251, a bill as introduced, proposed to require a lamp at each landing.", "verified"),
        ("HB 252, a bill as introduced, proposed to require a lamp at each landing.", "consistent"),
        ("HB 251, a bill as introduced, proposed to forbid a lamp at each landing.", "consistent"),
    ],
)
def test_a_bill_is_told_by_its_number_and_as_what_it_is(claim: str, verdict: str) -> None:
    text = "HB 251-FN - AS INTRODUCED. AN ACT relative to landings. This bill requires a lamp at each landing."
    bill = a_chunk(1, text, "state", doc_type="bill", authority="official", title="HB251-FN (2031): on landings")
    found = judging(source_of("L1", bill))(claim, "This bill requires a lamp at each landing.")
    assert found.verdict == verdict, found
