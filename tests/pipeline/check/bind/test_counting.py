"""What a writer counts, measures or joins himself is bound; a wrong count is not. The record is invented."""

from __future__ import annotations

import pytest

from pipeline.check.read.case import source_of

from audit_fakes import a_chunk, judging  # isort: skip

TEXT = (
    "The hearing opened at 4:33 PM and closed at 4:47 PM. The group gave talks to these towns: "
    "Alder Falls, Birch Hill, Elm Corner, and Ash Point. The council consists of a mayor and four councilmen. If the "
    "owner fails to comply with the order, the agency may file a petition. Total payments were $216,377.88. The owner "
    "shall obtain the consent of the agency by a vote of at least 3/5 of its members. The superior court hears the "
    "appeal of the owner from the decision of the agency. Public hearings shall not commence later than 9:00 PM."
)
SOURCE = source_of("L1", a_chunk(1, TEXT, doc_type="minutes", board="Select Board", date="2031-05-06"))
HEARING = "The hearing opened at 4:33 PM and closed at 4:47 PM."
TALKS = "The group gave talks to these towns: Alder Falls, Birch Hill, Elm Corner, and Ash Point."
COUNCIL = "The council consists of a mayor and four councilmen."
ORDER = "If the owner fails to comply with the order, the agency may file a petition."
PAID = "Total payments were $216,377.88."
VOTE = "The owner shall obtain the consent of the agency by a vote of at least 3/5 of its members."
COURT = "The superior court hears the appeal of the owner from the decision of the agency."
LATE = "Public hearings shall not commence later than 9:00 PM."
judged = judging(SOURCE)


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The hearing lasted fourteen minutes.", HEARING),
        ("The group gave talks to four towns.", TALKS),
        ("The council has five members: a mayor and four councilmen.", COUNCIL),
        ("If the owner does not comply with the order, the agency may file a petition.", ORDER),
        ("Total payments were roughly $216,400.", PAID),
        ("The owner needs the consent of three fifths of the agency's members at least.", VOTE),
    ],
)
def test_what_a_writer_counts_himself_is_verified(claim: str, quote: str) -> None:
    assert judged(claim, quote).verdict == "verified", judged(claim, quote)


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The hearing lasted twenty minutes.", HEARING),
        ("The group gave talks to six towns.", TALKS),
        ("The council has seven members: a mayor and four councilmen.", COUNCIL),
        ("If the owner does comply with the order, the agency may file a petition.", ORDER),
        ("The owner court hears the appeal of the superior from the decision of the agency.", COURT),
        ("Public hearings commence after 9:00 PM.", LATE),
        ("The superior court hears the appeal of the owner, and that ended the matter.", COURT),
        ("The superior court hears the appeal of the owner because the law asks it.", COURT),
    ],
)
def test_what_the_words_do_not_bear_out_is_not_verified(claim: str, quote: str) -> None:
    assert judged(claim, quote).verdict != "verified"
