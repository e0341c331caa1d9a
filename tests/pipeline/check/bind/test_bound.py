"""What is bound in other words is verified; what only reuses the record's words in another part is not: invented."""

from __future__ import annotations

import pytest

from pipeline.check.claims import judge
from pipeline.check.read.case import source_of
from pipeline.check.read.evidence import Support

from audit_fakes import a_chunk  # isort: skip

MINUTES = (
    "Ada Roy called the meeting to order at 6:30 PM. Webb asked about the recording of the annual meeting. Marsh "
    "stated that the annual meeting is not recorded. The Chief will review the fire section to ensure the numbers "
    "are correct. "
    "Marsh made a motion to continue case 31-04 to the next meeting on April 1, 2031. Webb seconded. All were in "
    "favor. "
    "Motion passed. Article 4 passed. These funds will go to the Alder Fund. Article 5 passed. These funds will go to "
    "the Birch Fund. Street lights fell from $10,000 to $7,000. The bridge must be inspected in 2031."
)
RULES = (
    "A petition shall be signed by not less than five percent of the voters and presented to the clerk within 44 days "
    "following the date of adoption. If the owner fails to comply with an order, the agency may file a petition in the "
    "superior court. Boundaries shall be perambulated once in every 7 years. Lots 62, 63 and 64 are open to the "
    "public. "
    "The council shall adopt the rule by ballot. A person outside the state may be served by mail."
)
KEPT = source_of("L1", a_chunk(1, MINUTES, doc_type="minutes", board="Select Board", date="2031-03-06"))
RULED = source_of("L1", a_chunk(1, RULES, doc_type="ordinance", board="", date="2030-01-01"))


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("A petition needs the signatures of no fewer than five percent of the voters and must be handed in within "
         "44 days of its adoption.", "A petition shall be signed by not less than five percent of the voters and "
         "presented to the clerk within 44 days following the date of adoption."),
        ("Boundaries have to be walked once in every seven years.", "Boundaries shall be perambulated once in every "
         "7 years."),
        ("Lots 62 through 64 are open to the public.", "Lots 62, 63 and 64 are open to the public."),
    ],
)  # fmt: skip
def test_what_follows_from_the_words_of_a_rule_is_verified(claim: str, quote: str) -> None:
    assert judge(claim, (RULED,), (Support(source="L1", quote=quote),)).verdict == "verified"


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The Chief wants to check the numbers in the fire section.", "The Chief will review the fire section to "
         "ensure the numbers are correct."),
        ("Case 31-04 was put off to April 1, 2031.", "Marsh made a motion to continue case 31-04 to the next "
         "meeting on April 1, 2031. Webb seconded. All were in favor. Motion passed."),
    ],
)  # fmt: skip
def test_what_follows_from_the_words_of_minutes_is_verified(claim: str, quote: str) -> None:
    assert judge(claim, (KEPT,), (Support(source="L1", quote=quote),)).verdict == "verified"


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Lots 62 through 63 are open to the public.", "Lots 62, 63 and 64 are open to the public."),
        ("All boundaries shall be perambulated only once in every 7 years.", "Boundaries shall be perambulated once in "
         "every 7 years."),
        ("A petition shall be signed by not less than five percent of the voters and presented to the clerk within 49 "
         "days following the date of adoption.", "A petition shall be signed by not less than five percent of the "
         "voters and presented to the clerk within 44 days following the date of adoption."),
        ("The ballot adopted the rule by council.", "The council shall adopt the rule by ballot."),
    ],
)  # fmt: skip
def test_a_rule_whose_words_play_another_part_is_not_verified(claim: str, quote: str) -> None:
    assert judge(claim, (RULED,), (Support(source="L1", quote=quote),)).verdict != "verified"


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The money of Article 4 goes to the Birch Fund.", "Article 4 passed. These funds will go to the Alder Fund. "
         "Article 5 passed. These funds will go to the Birch Fund."),
        ("Webb said that the annual meeting is not recorded.", "Webb asked about the recording of the annual meeting. "
         "Marsh stated that the annual meeting is not recorded."),
        ("Street lights fell from $10,000 to $3,000.", "Street lights fell from $10,000 to $7,000."),
        ("Street lights fell from $10,000 to $2,000.", "Street lights fell from $10,000 to $7,000. The bridge must be "
         "inspected in 2031."),
        ("Street lights fell to $7,000 because the bridge must be inspected.", "Street lights fell from $10,000 to "
         "$7,000. The bridge must be inspected in 2031."),
        ("Ada Roy opened the meeting at 6:30 PM and the motion was not carried.", "Ada Roy called the meeting to order "
         "at 6:30 PM. … Motion passed."),
    ],
)  # fmt: skip
def test_minutes_whose_words_play_another_part_are_not_verified(claim: str, quote: str) -> None:
    assert judge(claim, (KEPT,), (Support(source="L1", quote=quote),)).verdict != "verified"
