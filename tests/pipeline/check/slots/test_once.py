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
        ("The two levies add up to $310.75.", LEVIES, "together $300.75"),
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
