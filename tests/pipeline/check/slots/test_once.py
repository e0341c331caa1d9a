"""A slot that the attached words fill once is contradicted by another value, never by its own. Invented records."""

from __future__ import annotations

import pytest

from pipeline.check.read.case import source_of

from audit_fakes import a_chunk, judging  # isort: skip

TEXT = (
    "ARTICLE 8: Trails\nTo see if the town will vote to raise $9,000 for the trails.\nARTICLE 9: Boats\nTo see if the "
    "town will vote to let the select board lease two boats.\n3.1.6. Village District: Shops are allowed.\n3.1.7. Hill "
    "District: Open land is kept for farming.\nIV. LIGHTS\nA sign may be lit until ten at night.\nApplicants must file "
    "five copies of the plan with the clerk. The owner may pursue an appeal in the superior court. The precinct is "
    "asking for $40,000 for the pump fund.\nWebb presented a levy of $100.50 for Lot 4 and another levy of $200.25 for "
    "Lot 9. The board may hold a site walk of the property."
)
SOURCE = source_of("L1", a_chunk(1, TEXT, doc_type="ordinance", board="", date="2031-01-01"))
BOATS = "To see if the town will vote to let the select board lease two boats."
HILL = "3.1.7. Hill District: Open land is kept for farming."
LIT = "A sign may be lit until ten at night."
COPIES = "Applicants must file five copies of the plan with the clerk."
APPEAL = "The owner may pursue an appeal in the superior court."
PUMP = "The precinct is asking for $40,000 for the pump fund."
LEVIES = "Webb presented a levy of $100.50 for Lot 4 and another levy of $200.25 for Lot 9."
judged = judging(SOURCE)


@pytest.mark.parametrize(
    ("claim", "quote", "told"),
    [
        ("Article 8 would let the select board lease boats.", BOATS, "under 9"),
        ("Section 3.1.6 keeps open land for farming in the Hill District.", HILL, "under 3.1.7"),
        ("Section V lets a sign be lit until ten.", LIT, "under IV"),
        ("Applicants file three copies of the plan with the clerk.", COPIES, "five copies"),
        ("The owner must go to the superior court for an appeal.", APPEAL, "may pursue"),
        ("The precinct received $40,000 for the pump fund.", PUMP, "asking for"),
    ],
)
def test_another_value_of_a_slot_told_once_is_contradicted_with_the_records(claim: str, quote: str, told: str) -> None:
    found = judged(claim, quote)
    assert found.verdict == "contradicted"
    assert any(told in one for one in found.against), found.against


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Article 9 would let the select board lease boats.", BOATS),
        ("Section 3.1 keeps open land for farming in the Hill District.", HILL),
        ("Section IV lets a sign be lit until ten.", LIT),
        ("Applicants file several copies of the plan with the clerk.", COPIES),
        ("The owner may go to the superior court for an appeal.", APPEAL),
        ("The precinct asked for $40,000 for the pump fund.", PUMP),
        ("The two levies add up to $300.75.", LEVIES),
        ("The second levy is $200.25.", LEVIES),
    ],
)
def test_the_records_own_value_is_never_contradicted(claim: str, quote: str) -> None:
    assert judged(claim, quote).verdict != "contradicted"


FALSE = [
    ("It was Roy who warned that the well had run dry.", "Ash said the well had run dry in May."),
    ("Ada Roy pointed out that the well had run dry.", "Ben Ash told the board that the well had run dry in May."),
    ("Wells are inspected by the Planning Board.", "Wells shall be inspected by the Board of Health."),
    ("The pump was bought in the FY32 budget year.", "The pump was bought from the FY31 budget."),
    ("Each speaker has five minutes at the hearing.", "A speaker at the hearing is limited to three minutes each."),
    ("The charter of the village was adopted on May 8, 2031.", "ADOPTED this {{filled:8th}} day of May, 2029, as the "
     "charter of the village."),
    ("At the end of the season the town must have each dock inspected by a qualified person.",
     "At the end of the season the town may, at the owner's expense, have each dock inspected by a qualified person."),
    ("The agent has to set up rules for competitive bidding.",
     "The agent shall buy all supplies and may establish rules for competitive bidding."),
    ("Paragraph F asks for a letter of the surveyor.",
     "G. Prior to a permit the owner gives the clerk a letter of the surveyor."),
    ("Paragraph III lets the clerk ask for a vote where paragraph I is unclear.",
     "II. The clerk may ask for a vote where paragraph I is unclear."),
]  # fmt: skip
TRUE = [
    ("Nobody opposed Roy's motion to take up the Fenn plan.",
     "Roy moved to take up the plan. Ash seconded. Motion passed."),
    ("The Select Board was shown a notice of the Planning Board.",
     "The Board was shown a notice of decision of the Planning Board."),
    ("Notice is given within two weeks of the hearing.", "Notice is given within 14 days of the hearing."),
    ("Three members spoke against it: Roy, Ash and Fenn.", "Roy, Ash and Fenn spoke against the 5 lots."),
    ("Roy was told by Ash that the well had run dry.", "Ash informed Roy that the well had run dry in May."),
    ("In May 2031 the board approved the lease.", "Roy moved to approve the lease starting June 1. Motion passed."),
    ("The clerk may, if asked, read the list, and must keep it.",
     "The clerk shall keep the list and may read it on request."),
    ("A request must be in by the first of March.", "The owner may, by March 1, make a request to the board."),
    ("Road salt is $300, half of what was spent last year.",
     "Recommended: Road salt $300. Last year $600 was spent on road salt."),
    ("Paragraph G asks for a letter of the surveyor.",
     "G. Prior to a permit the owner gives the clerk a letter of the surveyor."),
]  # fmt: skip
PERSONS = "Ada Roy moved to adjourn. Ben Ash seconded. Mr. Fenn spoke.\n"


@pytest.mark.parametrize(("claim", "record"), FALSE)
def test_another_value_in_the_same_frame_is_contradicted(claim: str, record: str) -> None:
    source = source_of("L1", a_chunk(1, PERSONS + record, doc_type="minutes", board="Select Board", date="2031-05-06"))
    found = judging(source)(claim, record)
    assert found.verdict == "contradicted", found.residue


@pytest.mark.parametrize(("claim", "record"), TRUE)
def test_a_value_told_in_other_words_or_of_another_thing_is_not(claim: str, record: str) -> None:
    source = source_of("L1", a_chunk(1, PERSONS + record, doc_type="minutes", board="Select Board", date="2031-05-06"))
    found = judging(source)(claim, record)
    assert found.verdict != "contradicted", found.against
