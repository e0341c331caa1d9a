"""The side that the record rejects, another choice, case or reason is contradicted; its own never. Invented records."""

from __future__ import annotations

import pytest

from pipeline.check.read.case import source_of

from audit_fakes import a_chunk, judging  # isort: skip

TEXT = (
    "The company may notify the tenants by mail rather than by posting.\n"
    "The ramp was built to town standards, not state and Ash agreed to it.\n"
    "The term ends on the 45th day or when the contract is signed, whichever occurs first.\n"
    "(a) In the case of a town, the selectmen. (b) In the case of any other place, the mayor.\n"
    "The Finance Committee voted unanimously to recommend Article 29.\n"
    "The gate was closed because the bridge is too weak for trucks.\n"
    "Recordings are destroyed after 30 days, unless an appeal has been filed.\n"
    "I will occasionally hold speakers to the two-minute limit.\n"
    "Roy moved to accept the plan. Doyle seconded. Fenn abstained. Motion passed.\n"
    "The lots come to 5.06 acres, 5.19 acres, 6.11 acres and 5.02 acres."
)
judged = judging(source_of("L1", a_chunk(1, TEXT, doc_type="policy", board="", date="2031-01-01")))
LINES = TEXT.splitlines()


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("The company may notify the tenants by posting rather than by mail.", 0),
        ("The ramp was built to state standards rather than town standards.", 1),
        ("The term ends on the 45th day or when the contract is signed, whichever is later.", 2),
        ("In a town, it is the mayor.", 3),
        ("The Finance Committee voted unanimously against recommending Article 29.", 4),
        ("The gate was closed because a vandal had broken the lock.", 5),
        ("Recordings are in all cases destroyed after 30 days.", 6),
        ("He will always hold speakers to the two-minute limit.", 7),
        ("The plan was accepted with Crane abstaining.", 8),
    ],
)
def test_the_other_side_of_what_the_record_sets_apart_is_contradicted(claim: str, line: int) -> None:
    found = judged(claim, LINES[line])
    assert found.verdict == "contradicted", found


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("The company may notify the tenants by mail instead of by posting.", 0),
        ("The ramp was built to town standards rather than state standards.", 1),
        ("The term ends on the 45th day or when the contract is signed, whichever comes earlier.", 2),
        ("In a town, it is the selectmen.", 3),
        ("In any other place than a town, it is the mayor.", 3),
        ("The Finance Committee voted unanimously to recommend Article 29.", 4),
        ("The gate was closed because the bridge is weak.", 5),
        ("Recordings are always destroyed after 30 days unless an appeal was filed.", 6),
        ("The plan was accepted with Fenn abstaining.", 8),
        ("The four lots come to 21.38 acres together.", 9),
    ],
)
def test_the_records_own_side_is_not(claim: str, line: int) -> None:
    assert judged(claim, LINES[line]).verdict != "contradicted"


def test_a_reason_that_the_record_does_not_give_is_never_verified() -> None:
    assert (
        judged("The gate was closed because the bridge is too low for trucks and buses.", LINES[5]).verdict
        != "verified"
    )
