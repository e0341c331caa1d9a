"""Names that lead a body or a thing, numbers as they are spoken, years that pass: true sentences that are bound, and
their falsehoods, which are not. All records are invented."""

from __future__ import annotations

import pytest

from pipeline.check.claims import judge
from pipeline.check.read.case import source_of
from pipeline.check.read.evidence import Support

from audit_fakes import a_chunk  # isort: skip

MINUTES = (
    "Alder said that Alder Falls grows. Roy made a motion to appoint Tom Ash as the pit steward. Webb seconded. All "
    "were in favor. Motion passed. The Board agreed not to take any more petitions this year. WAY SHELTER: Requested "
    "2032 budget of $10,000 (the Board has voted to level fund at $2,000). Way Shelter requested help. This resolution "
    "number appears in town records but was never actually passed by the Council. The road list was last done in 2012. "
    "Uh, the front gate at 62 10 Mill Road has no permit. A tree has a trunk of a minimum of 12 inches across. A trunk "
    "that parts shall be measured at the 54 inches across line. MOTION - by Phil Vance to nominate Gus Gray as "
    "Treasurer of the league. Seconded by Jo Mell. Unanimously approved. Councilor Tuttle moved to approve the "
    "findings for 19 Mill Road. Councilor Bahr seconded. The motion passed 5-0."
)
RECORD = source_of(
    "L1", a_chunk(1, MINUTES, doc_type="minutes", board="Planning Board", date="2031-05-06", town="Alder")
)


def _verdict(claim: str, *quotes: str) -> str:
    return judge(claim, (RECORD,), tuple(Support(source="L1", quote=one) for one in quotes)).verdict


APPOINTED = "Roy made a motion to appoint Tom Ash as the pit steward. Webb seconded. All were in favor. Motion passed."
NOMINATED = (
    "MOTION - by Phil Vance to nominate Gus Gray as Treasurer of the league. Seconded by Jo Mell. Unanimously approved."
)
TUTTLE = (
    "Councilor Tuttle moved to approve the findings for 19 Mill Road. Councilor Bahr seconded. The motion passed 5-0."
)


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The Alder Planning Board named Tom Ash as pit steward, with every member in favor.", APPOINTED),
        ("The board decided to not take any more petitions.", "agreed not to take any more petitions this year"),
        ("Way Shelter asked for $10,000, and the Board has voted to hold it at $2,000.", "WAY SHELTER: Requested 2032 "
         "budget of $10,000 (the Board has voted to level fund at $2,000)"),
        ("The road list is 19 years old.", "The road list was last done in 2012."),
        ("The front gate at 6210 Mill Road has no permit.", "the front gate at 62 10 Mill Road has no permit"),
        ("Gus Gray was nominated as Treasurer by Phil Vance, and the motion carried unanimously.", NOMINATED),
        ("It was approved 5-0 for 19 Mill Road, on Councilor Tuttle's motion.", TUTTLE),
    ],
)  # fmt: skip
def test_a_true_sentence_is_bound(claim: str, quote: str) -> None:
    assert _verdict(claim, quote) == "verified"


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The Alder Planning Board named Webb as pit steward, with every member in favor.", APPOINTED),
        ("The board decided to take more petitions this year.", "agreed not to take any more petitions this year"),
        ("The road list is 17 years old.", "The road list was last done in 2012."),
        ("The front gate at 6110 Mill Road has no permit.", "the front gate at 62 10 Mill Road has no permit"),
        ("Gus Gray was nominated as Treasurer by Jo Mell, and the motion carried unanimously.", NOMINATED),
        ("It was approved 5-0 for 19 Mill Road, on Councilor Bahr's motion.", TUTTLE),
    ],
)  # fmt: skip
def test_its_falsehood_is_not(claim: str, quote: str) -> None:
    assert _verdict(claim, quote) != "verified"


def test_a_measure_told_beside_another_of_the_same_unit_is_no_other_figure() -> None:
    claim = (
        "A tree has a trunk of at least a minimum of 12 inches across, and the trunks of one that parts are measured."
    )
    quotes = ("A tree has a trunk of a minimum of 12 inches across.", "shall be measured at the 54 inches across line")
    assert _verdict(claim, *quotes) != "contradicted"
