"""A true sentence told in the words of several places of one source, or in an order of its own, is verified; the same
words put to a falsehood are not. All records are invented."""

from __future__ import annotations

import pytest

from pipeline.check.claims import judge
from pipeline.check.read.case import source_of
from pipeline.check.read.evidence import Support

from audit_fakes import a_chunk  # isort: skip

BETWEEN = " ".join(f"The clerk read letter {name} aloud." for name in ("A", "B", "C", "D", "E"))
QUAY = f"Talks were opened on the Quay Slipway lease. {BETWEEN} The first offer of $25,000 was lowered to $22,700."
QUAY_SHOWN = "Talks were opened on the Quay Slipway lease. … The first offer of $25,000 was lowered to $22,700."
RATIOS = f"2031 Level Ratios of the Shire\nAlder 85.2\n{BETWEEN}\nBirch 60.5\n{BETWEEN}\nCedar 98.4"
RATIOS_SHOWN = "2031 Level Ratios of the Shire … Alder 85.2 … Birch 60.5 … Cedar 98.4"
GRANTS = (
    "A Motion by T. Ash for the Fund Board to recommend the ALM Elder Care 2032 budget of $35,000. A Motion by "
    "Roy-Webb for the Fund Board to recommend the ALM Day Nursery 2032 budget of $7,000. Birch seconded. "
    "Motion passed 9-0."
)
ROLL = (
    "The Board received a Request for Rebate for Map 027, Lot 027. 24 Quay Rd. The assessor recommends denying this "
    "request. Roy made a motion to deny this request. Webb seconded. Roll call vote was taken. Ash answered yes. Roy "
    "answered yes. Webb answered yes. Motion passed."
)
FINES = (
    "The Board of Selectmen, or their agent shall enforce the provisions of this Ordinance.; b. The Board of Selectmen "
    "or their agent shall issue any and all cards. It shall be punishable by a fine of not more than $50 per day."
)
FUNDS = (
    "The Burial Trustees have sole authority to grant exceptions to and/or change any of the by-laws. All burial trust "
    "funds shall be held in the custody of the Trustees of the Trust Funds."
)
SHELL = (
    "Harbor update - No update Shell Museum search Officers reported they are losing their space in the Quay Park and "
    "need a new one."
)
SHELL_SHOWN = "Shell Museum search Officers reported they are losing their space in the Quay Park"
BOAT = 'In this chapter the term "boat" shall mean any craft, and the clerk shall ask whether it floats.'


def _judged(claim: str, record: str, quote: str = "", *, kind: str = "minutes", ocr: bool = False) -> str:
    source = source_of("L1", a_chunk(1, record, doc_type=kind, board="", date="2031-05-06", ocr=ocr))
    return judge(claim, (source,), (Support(source="L1", quote=quote or record),)).verdict


@pytest.mark.parametrize(
    ("claim", "record", "quote"),
    [
        ("The first offer of $25,000 for the Quay Slipway lease was lowered to $22,700.", QUAY, QUAY_SHOWN),
        ("The 2031 level ratios list Cedar at 98.4, Alder at 85.2 and Birch at 60.5.", RATIOS, RATIOS_SHOWN),
        ("On a motion by Roy-Webb the Fund Board recommended the ALM Day Nursery 2032 budget of $7,000, and on a "
         "motion by T. Ash it recommended the ALM Elder Care 2032 budget of $35,000.", GRANTS, ""),
        ("On the request for rebate for 24 Quay Rd., Roy made a motion to deny this request; Ash, Roy and Webb "
         "answered yes and the motion passed.", ROLL, ""),
        ("It is punishable by a fine of not more than $50 per day, and the Board of Selectmen or their agent shall "
         "enforce the Ordinance and issue any and all cards.", FINES, ""),
        ("All burial trust funds are held in the custody of the Trustees of the Trust Funds, while the Burial Trustees "
         "have sole authority to grant exceptions to or change the by-laws.", FUNDS, ""),
        ("The Shell Museum is losing its space in the Quay Park.", SHELL, SHELL_SHOWN),
        ('The term "boat" means any craft.', BOAT, 'the term "boat" shall mean any craft'),
    ],
)  # fmt: skip
def test_a_true_sentence_of_several_places_is_verified(claim: str, record: str, quote: str) -> None:
    assert _judged(claim, record, quote) == "verified"


@pytest.mark.parametrize(
    ("claim", "record", "quote"),
    [
        ("The first offer of $25,000 for the Birch Slipway lease was lowered to $22,700.", QUAY, QUAY_SHOWN),
        ("The 2031 level ratios list Cedar at 85.2, Alder at 98.4 and Birch at 60.5.", RATIOS, RATIOS_SHOWN),
        ("The Fund Board recommended the ALM Elder Care 2032 budget of $7,000.", GRANTS, ""),
        ("On a motion by T. Ash the Fund Board recommended the ALM Day Nursery 2032 budget of $7,000.", GRANTS, ""),
        ("Roy made a motion to deny this request; Ash, Roy and Birch answered yes and the motion passed.", ROLL, ""),
        ("All burial trust funds are held in the custody of the Burial Trustees, while the Trustees of the Trust Funds "
         "have sole authority to grant exceptions to or change the by-laws.", FUNDS, ""),
        ("The slip is to be cleared to a width of less than 20 feet.",
         "Roy agrees to clear the slip to a width of not less than 20 feet.", ""),
        ("The board shall keep one class of piers, with a fee to exceed the lowest of any other class.",
         "The board shall keep one class of piers, with a fee not to exceed the lowest of any other class.", ""),
        ("Moorings are sold in May.", "Moorings are not sold in May.", "sold in May"),
    ],
)  # fmt: skip
def test_a_falsehood_of_the_words_of_several_places_is_not_verified(claim: str, record: str, quote: str) -> None:
    assert _judged(claim, record, quote) != "verified"


@pytest.mark.parametrize(
    ("claim", "record", "kind"),
    [
        ("Town Manager Ada Roy noted that docks harm no fish.",
         "Town Manager/Recorder Ada Roy noted that docks harm no fish.",
         "minutes"),
        ("It shall keep an index of all wharves, slips and all other wet lands.",
         "It shall keep an index of all wharves, slips and all other wet lands in a like manner", "statute"),
        ("Before a card is issued, the owner shall sign the list.",
         "Prior to the issuance of a card, the owner shall sign the list.", "ordinance"),
        ("The slip is to be cleared to a width of 20 feet.", "Roy agrees to clear the slip to a width of 20 feet.",
         "minutes"),
        ("In Zones A and B, all new sheds are required to have a drain.",
         "The level will be used as criteria for requiring in Zones A, B that: a) all new sheds have a drain;",
         "ordinance"),
        ("The trustees put off the vote until June, due to Ada being unable to vote, and adjourned at 6:15.",
         "The trustees put off the vote until June due to Ada being unable to vote. They adjourned at 6:15.",
         "minutes"),
        ("The board shall keep one class of piers, with a fee not to exceed the lowest it has fixed for any "
         "other class.",
         "The board shall keep one class of piers, setting its fee not to exceed that of the lowest fee fixed by the "
         "board for any other class.",
         "statute"),
    ],
)  # fmt: skip
def test_words_that_say_nothing_of_their_own_leave_a_true_sentence_verified(claim: str, record: str, kind: str) -> None:
    assert _judged(claim, record, kind=kind) == "verified"


@pytest.mark.parametrize(
    ("claim", "record"),
    [
        ("Roy said that because of the new wall a Shore Plan is needed.",
         "Roy said there is no Shore Plan and will need that because of the new wall."),
        ("Aldridge advised that Quay Lane would be closed to carts on Monday.",
         "Aldtidge advised that Quay Lane will be closed to carts on Monday."),
    ],
)  # fmt: skip
def test_a_thing_that_is_lacking_and_a_misread_name_contradict_nothing(claim: str, record: str) -> None:
    assert _judged(claim, record, ocr=True) != "contradicted"
