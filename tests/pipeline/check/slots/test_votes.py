"""The vote of a claim against the motion's record: counts, who kept out, who seconded. The record is invented."""

from __future__ import annotations

import pytest

from pipeline.check.claims import Support, judge
from pipeline.check.read.case import source_of

from audit_fakes import a_chunk  # isort: skip

TEXT = (
    "Birch made a motion to recommend the seawall to the voters. Crane seconded. A unanimous vote was taken. Motion "
    "passed (6-0-0).\n\nMr. Ash moved, seconded by Mr. Roy, to sign the ferry agreement. The motion carried "
    "unanimously.\n\nA Motion by Fenn to accept the waiver request for the septic plan. Crane seconded. All others "
    "voted in favor. Doyle abstained. Motion passed."
)
SOURCE = source_of("L1", a_chunk(1, TEXT, doc_type="minutes", board="Planning Board", date="2031-05-06"))
WALL = TEXT.split("\n\n")[0]
FERRY = TEXT.split("\n\n")[1]
WAIVER = TEXT.split("\n\n")[2]


@pytest.mark.parametrize(
    ("claim", "quote", "verdict"),
    [
        ("All six members backed the recommendation of the seawall to the voters.", WALL, "verified"),
        ("Six members, with none against and none abstaining, backed the seawall.", WALL, "verified"),
        ("Five members voted to recommend the seawall.", WALL, "consistent"),
        ("The board agreed without dissent to sign the ferry agreement.", FERRY, "verified"),
        ("The ferry agreement was signed on Ash's motion with Roy's second.", FERRY, "consistent"),
        ("On Ash's motion with Roy's second the board agreed to sign the ferry agreement.", FERRY, "verified"),
        ("On Roy's motion with Ash's second the board agreed to sign the ferry agreement.", FERRY, "contradicted"),
        ("Everyone but Doyle voted to accept the waiver for the septic plan.", WAIVER, "verified"),
        ("Everyone but Crane voted to accept the waiver for the septic plan.", WAIVER, "contradicted"),
    ],
)
def test_a_vote_is_bound_to_the_record_of_its_motion(claim: str, quote: str, verdict: str) -> None:
    found = judge(claim, (SOURCE,), (Support(source="L1", quote=quote),))
    assert found.verdict == verdict, found


FAILED = (
    "A Motion by Fenn for the Budget Committee to recommend a Ferry Assistant at $48,000. Seconded by Crane. A Roll "
    "Call vote was taken. Crane - no. Motion failed 4-5-1."
)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("The Committee voted to recommend a Ferry Assistant at $48,000.", "contradicted"),
        ("The Committee voted 4-5-1 to recommend a Ferry Assistant at $48,000.", "contradicted"),
        ("Fenn voted to recommend a Ferry Assistant at $48,000.", "verified"),
        ("Four members voted to recommend a Ferry Assistant at $48,000.", "verified"),
    ],
)
def test_what_a_body_voted_to_do_was_not_voted_down(claim: str, verdict: str) -> None:
    source = source_of("L1", a_chunk(1, FAILED, doc_type="minutes", board="Budget Committee", date="2031-05-06"))
    assert judge(claim, (source,), (Support(source="L1", quote=FAILED),)).verdict == verdict


def test_the_colon_of_a_law_ends_no_limit() -> None:
    law = "No bond shall mature more than 40 years from the date of its issue."
    source = source_of("L1", a_chunk(1, law, doc_type="statute", board="", section="RSA 33-Z:2"))
    found = judge("No bond under RSA 33-Z:2 shall mature more than 40 years from its date of issue.", (source,),
                  (Support(source="L1", quote=law),))  # fmt: skip
    assert found.verdict != "contradicted"


HEADED = (
    "Minutes of the Budget Committee\nMay 6, 2031\nThe clerk read a letter. It was long. Nobody spoke. The lamp was "
    "lit. The door was shut. Snow fell. The vote came late. Fenn moved to post a limit of 20 MPH on Quay Lane. The "
    "motion carried unanimously."
)


def test_the_body_and_the_day_of_a_record_stand_in_no_separate_place() -> None:
    source = source_of("L1", a_chunk(1, HEADED, doc_type="minutes", board="Budget Committee", date="2031-05-06"))
    quotes = ("May 6, 2031", "Fenn moved to post a limit of 20 MPH on Quay Lane. The motion carried unanimously.")
    claim = (
        "The minutes of May 6, 2031 record that the motion to post a limit of 20 MPH on Quay Lane carried unanimously."
    )
    found = judge(claim, (source,), tuple(Support(source="L1", quote=words) for words in quotes))
    assert found.verdict == "verified", found


SPLIT = (
    "Ms. Seaver nominated Stephen Porter as the delegate to the harbor trust, seconded by Mr. Roy. It carried 3-1-1."
)
PAIR = "Ash motioned to approve the warrant for unlicensed boats. Roy seconded and the motion passed 2-0."


@pytest.mark.parametrize(
    ("claim", "quote", "verdict"),
    [
        ("The two Selectmen present approved the warrant for unlicensed boats.", PAIR, "verified"),
        ("The three Selectmen present approved the warrant for unlicensed boats.", PAIR, "consistent"),
        ("The motion to approve the warrant passed, and nobody on the board voted against it.", PAIR, "verified"),
        ("It carried three votes to one with one abstention on Porter as delegate to the harbor trust.", SPLIT, "kept"),
        ("It carried three votes to one with two abstentions on Porter as delegate to the harbor trust.", SPLIT, "two"),
    ],
)
def test_the_count_of_a_vote_tells_how_many_were_there_and_how_many_kept_out(
    claim: str, quote: str, verdict: str
) -> None:
    source = source_of("L1", a_chunk(1, quote, doc_type="minutes", board="Select Board", date="2031-05-06"))
    found = judge(claim, (source,), (Support(source="L1", quote=quote),))
    if verdict in ("verified", "consistent"):
        assert found.verdict == verdict, found
    else:
        assert ("two" in found.residue) is (verdict == "two"), found
