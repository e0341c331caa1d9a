"""What two authors wrote that nobody who mends had read: falsehoods close to the record, and true sentences that the
record says another way. All records are invented."""

from __future__ import annotations

import pytest

from pipeline.check.claims import judge
from pipeline.check.read.case import source_of
from pipeline.check.read.evidence import Support
from vault.facts.figures import figures_in

from audit_fakes import a_chunk  # isort: skip

MINUTES = (
    "Ruth Pelham spoke first. He believes that Marsh should say what he lied about, and if he cannot then he believes "
    "Marsh owes him an apology. Webb asked if the board should be reminding people of their permits. Lunt said they "
    "could try to remind people. The trustees received a request from Plodd & Sons to provide papers for the audit. "
    "At 9:14 AM the Board returned and Marsh moved to open the doors again. Marsh said that ultimately the Board voted "
    "unanimously to dismiss Ada Roe. The trust will transfer 73.36 acres to the Alder Foundation. MOTION to adjourn at "
    "8:01 pm by Webb, seconded by Lunt. Approved."
)
LAW = (
    "Every 2 years a reeve shall be chosen by ballot. The reeve shall be chosen for his skill and without reference to "
    "his creed. A fund is set up by a majority of the voters present and voting at an annual or special meeting in the "
    "case of a town or a district."
)
RECORD = source_of("L1", a_chunk(1, MINUTES, doc_type="minutes", board="Select Board", date="2031-05-06"))
SECTION = source_of("L1", a_chunk(1, LAW, doc_type="guidance", board="", title="Reeves and Funds"))


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The board voted that people will be reminded of their permits.", "Webb asked if the board should be "
         "reminding people of their permits. … Lunt said they could try to remind people."),
        ("The trustees asked Plodd & Sons to provide papers for the audit.", "The trustees received a request from "
         "Plodd & Sons to provide papers for the audit."),
        ("A reeve must not have a ballot every 2 years.", "Every 2 years a reeve shall be chosen by ballot."),
        ("A reeve shall be chosen by ballot every year.", "Every 2 years a reeve shall be chosen by ballot."),
        ("The reeve is chosen with “reference to his creed”.", "without reference to his creed"),
    ],
)  # fmt: skip
def test_a_falsehood_in_the_words_of_the_record_is_not_verified(claim: str, quote: str) -> None:
    source = SECTION if quote in LAW else RECORD
    assert judge(claim, (source,), (Support(source="L1", quote=quote),)).verdict != "verified"


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Pelham asked for an apology if Marsh could not say what he had lied about.", "He believes that Marsh should "
         "say what he lied about, and if he cannot then he believes Marsh owes him an apology."),
        ("The Board came back at 9:14 and Marsh said it had voted unanimously to dismiss Ada Roe.", "At 9:14 AM the "
         "Board returned … ultimately the Board voted unanimously to dismiss Ada Roe."),
        ("The trust will pass a little over 73 acres to the foundation.", "The trust will transfer 73.36 acres to the "
         "Alder Foundation."),
        ("The meeting adjourned a minute after eight in the evening.", "MOTION to adjourn at 8:01 pm by Webb"),
        ("A fund takes a majority of the voters present and voting at a town meeting.", "by a majority of the voters "
         "present and voting at an annual or special meeting in the case of a town or a district"),
    ],
)  # fmt: skip
def test_a_true_sentence_that_says_it_another_way_is_not_contradicted(claim: str, quote: str) -> None:
    source = SECTION if quote in LAW else RECORD
    assert judge(claim, (source,), (Support(source="L1", quote=quote),)).verdict != "contradicted"


def test_a_body_called_by_its_kind_alone_is_the_body_that_the_claim_names_in_full() -> None:
    rules = source_of("L1", a_chunk(1, "Both steps are strongly encouraged by the Board.", doc_type="rule", board=""))
    support = (Support(source="L1", quote="Both steps are strongly encouraged by the Board."),)
    assert (
        judge("Both steps are strongly encouraged by the Planning Board.", (rules,), support).verdict != "contradicted"
    )
    other = "Both steps are strongly encouraged by the Library Trustees."
    assert judge(other, (rules,), support).verdict != "verified"


def test_a_draft_may_approve_the_minutes_of_another_day() -> None:
    text = "Minutes of April 6, 2031: motion to accept by Webb, seconded by Lunt. Approved."
    draft = source_of("L1", a_chunk(1, text, doc_type="minutes", date="2031-05-06", status="draft"))
    support = (Support(source="L1", quote=text),)
    told = "The motion to accept the April 6 minutes was approved."
    assert judge(told, (draft,), support).verdict != "contradicted"
    assert judge("The approved minutes of May 6, 2031 tell of Webb.", (draft,), support).verdict == "contradicted"


@pytest.mark.parametrize(
    ("text", "rough"),
    [("a little over 73 acres", "about"), ("slightly below $40", "about"), ("over 73 acres", "bound")],
)
def test_a_little_over_is_about(text: str, rough: str) -> None:
    assert [one.rough for one in figures_in(text)] == [rough]


def test_a_minute_after_eight_is_a_time() -> None:
    assert [one.value for one in figures_in("a minute after eight in the evening")] == [
        one.value for one in figures_in("one minute after eight in the evening")
    ]
