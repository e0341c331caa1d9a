"""Claims whose words all stand in the record and stand to each other otherwise there: they are never verified, and the
same claim the right way round is. All records are invented."""

from __future__ import annotations

import pytest

from pipeline.check.claims import judge
from pipeline.check.read.case import source_of
from pipeline.check.read.evidence import Support

from audit_fakes import a_chunk  # isort: skip

NOTES = (
    "To meet its needs before the annual meeting, the harbor master of any port, with the approval of the wardens, may "
    "issue notes, without a vote of the port therefor, up to 30 percent of the tolls of the year."
)
APPEAL = "Any owner aggrieved, upon payment of a $65 filing fee, may apply in writing to the board of moorings."
PERMIT = "No shop shall open without a final permit from the harbor master."
COURT = (
    "However, we reverse that portion of the order granting the motion of the owners for summary judgment and awarding "
    "the fees of counsel, and remand."
)
MOTIONS = (
    "Marlow made a motion to rename 44 slips as the pilots recommend. Lunt said she does not know enough of it. "
    "Discussion ensued. Copley made a motion that they rename only the 4 slips. Lunt seconded. Marlow opposed that "
    "motion. Roll call vote was taken. Copley- yes, Lunt- yes, Marlow- no."
)
CARRIED = "Mr. Copley moved, seconded by Mr. Lunt, to buy the oars. The motion carried unanimously."
HOURS = (
    "Mr. Copley moved to make an ordinance to limit the hours of dogs on the pier to before 9:00 am and after 5:00 pm."
)
REVIEW = "Subsequent to harbor approval, a plan review is required by the Mooring Board to open a yard."
LIABLE = (
    "Notwithstanding any law to the contrary, no member of the governing board of any port or harbor district, no "
    "member of any other board, commission, or bureau of any port created or existing pursuant to a statute or "
    "charter, and no chief officer of such port, including but not limited to wardens, pilots, members of boards of "
    "moorings, masters and keepers, shall be held liable for civil damages for any vote made in good faith."
)
SECONDED = (
    "Marlow made a motion to release the $14,000 to the builder. Copley seconded. Lunt was opposed. Motion passed."
)


def verdict(claim: str, words: str) -> str:
    law = words in (NOTES, APPEAL, PERMIT, LIABLE)
    chunk = (
        a_chunk(1, words, doc_type="ordinance", board="", title="Harbor Rules")
        if law
        else a_chunk(1, words, doc_type="minutes", board="Select Board", date="2031-09-17")
    )
    found = judge(claim, (source_of("L1", chunk),), (Support(source="L1", quote=words),))
    assert found is not None
    return found.verdict


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        pytest.param("The harbor master may issue notes without the approval of the wardens.", NOTES, id="without"),
        pytest.param("The harbor master may issue notes only with a vote of the port.", NOTES, id="only with"),
        pytest.param("The wardens may issue notes with the approval of the harbor master.", NOTES, id="whose"),
        pytest.param("An owner may apply to the board of moorings without a filing fee.", APPEAL, id="without a fee"),
        pytest.param("The court granted the motion of the owners for summary judgment.", COURT, id="undone"),
        pytest.param("The court awarded the fees of counsel.", COURT, id="undone too"),
        pytest.param("The board voted to rename 44 slips.", MOTIONS, id="only moved"),
        pytest.param("The board passed Marlow's motion to rename 44 slips.", MOTIONS, id="another motion passed"),
        pytest.param("Mr. Copley voted against the motion.", CARRIED, id="against"),
        pytest.param("The ordinance limits dogs on the pier to between 9:00 am and 5:00 pm.", HOURS, id="between"),
        pytest.param("The Mooring Board approved the plan.", REVIEW, id="only named"),
        pytest.param("Wardens are liable for civil damages for a vote made in good faith.", LIABLE, id="no member"),
    ],
)
def test_words_that_stand_to_each_other_otherwise_in_the_record_are_not_verified(claim: str, words: str) -> None:
    assert verdict(claim, words) != "verified"


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        pytest.param("The harbor master may issue notes with the approval of the wardens.", NOTES, id="with"),
        pytest.param("A shop may open only with a final permit from the harbor master.", PERMIT, id="only with"),
        pytest.param("No shop may open without a final permit from the harbor master.", PERMIT, id="twice denied"),
        pytest.param("No member of the governing board of any port shall be held liable for civil damages.", LIABLE,
                     id="no member"),
    ],
)  # fmt: skip
def test_the_same_the_right_way_round_is_verified(claim: str, words: str) -> None:
    assert verdict(claim, words) == "verified"


def test_what_is_said_of_no_member_of_a_long_list_is_denied_of_each() -> None:
    claim = "A warden shall not be held liable for civil damages for a vote made in good faith."
    assert verdict(claim, LIABLE) != "contradicted"


def test_who_seconds_a_motion_that_carried_voted_for_it() -> None:
    assert verdict("Marlow and Copley voted to release the $14,000 to the builder.", SECONDED) != "contradicted"


def test_nobody_who_voted_against_is_no_vote_against() -> None:
    assert verdict("Nobody voted against the motion to buy the oars, which carried.", CARRIED) != "contradicted"


def test_a_number_said_over_in_figures_is_told_once() -> None:
    words = "The owner shall give the harbor master notice of not less than forty-eight (48) working hours."
    told = "The owner shall give the harbor master notice of not less than forty-eight (48) working hours."
    assert verdict(told, words) == "verified"
    twice = "The owner shall give the harbor master notice of 48 working hours and not less than 48 working hours."
    assert verdict(twice, words) != "verified"


def test_what_is_said_of_one_year_is_not_said_of_another() -> None:
    words = "Year 1 of the lease is the costliest for the port. Years 2 and 3 bring steady growth."
    assert verdict("The third year of the lease is the costliest for the port.", words) != "verified"
    assert verdict("Year 1 of the lease is the costliest for the port.", words) == "verified"


def test_what_was_actually_spent_is_no_request() -> None:
    words = "Budget Actual Proposed 2031 2031 2032 … 422 Ice Removal 190,200 274,840 253,000"
    assert verdict("The port spent $274,840 on ice removal in 2031.", words) != "contradicted"


def test_a_span_of_years_may_be_written_short() -> None:
    words = "The lease for Year 2 (2031-2032): $1.31 million."
    assert verdict("The lease for Year 2 (2031-32) is $1.31 million.", words) != "contradicted"
    assert verdict("The lease for Year 2 (2032-33) is $1.31 million.", words) == "contradicted"


def test_what_follows_a_whole_belongs_to_its_portion_too() -> None:
    words = "Article 9 asks to rescind the $1,619,627 portion of the $54,844,767 borrowing authority for the pier."
    assert (
        verdict("About $1.6 million of the borrowing authority for the pier is to be rescinded.", words)
        != "contradicted"
    )
    assert (
        verdict("About $2.6 million of the borrowing authority for the pier is to be rescinded.", words) != "verified"
    )
