"""A claim said over in the record's own words is verified; the same words put to a falsehood are not. All records are
invented."""

from __future__ import annotations

import pytest

from pipeline.check.claims import judge
from pipeline.check.read.case import source_of
from pipeline.check.read.evidence import Support

from audit_fakes import a_chunk  # isort: skip

ROLL = (
    "Mr. Roy, Mr. Ash, Mr. Birch and Mr. Webb came. Voted to Approve were A. Roy, B. Ash, C. Birch. Opposed was Webb. "
    "Motion passed. (3-1-0)"
)
BIDS = "The clerk opened the bids for paving: Alder Works $344,964.60 Birch Works $378,910"
FEES = "Special Use Permit\n$200.00 Special Use Permit Application Fee\nLot Merger\n$25.00 Lot Merger Application Fee"
LUXURY = (
    "Mr. Roy stated that he had a hard time justifying the cost and referred to the boards as a luxury item. Mr. Ash "
    "disagreed and stated that if they could use grant funds, this would be one more tool."
)
MEMBER = (
    "In case of the election of any member of the council to an office where the pay does not exceed $100 in any year, "
    "the member shall not be present or vote when the election is made."
)
DETAIN = (
    "An officer may detain a person if: the officer has reasonable grounds to believe the person has violated an "
    "ordinance; and the person refuses to identify himself satisfactorily to the officer when so requested."
)
WARDEN = "The board shall appoint a warden, who need not be a resident, and may appoint from the voters other officers."


def _verdict(claim: str, record: str, quote: str = "") -> str:
    source = source_of("L1", a_chunk(1, record, doc_type="ordinance", board="", date="2031-05-06"))
    return judge(claim, (source,), (Support(source="L1", quote=quote or record),)).verdict


@pytest.mark.parametrize(
    ("claim", "record"),
    [
        ("The motion passed 3-1, and Webb was opposed.", ROLL),
        ("Alder Works' bid was $33,945.40 lower than that of Birch Works.", BIDS),
        ("A special use permit application fee is $200.00.", FEES),
        ("A member of the council shall not be present or vote when the member is elected to an office with a pay that "
         "does not exceed $100 in any year.", MEMBER),
        ("A person with a tool such as a shovel is exempt.", "A person with a tool, i.e., shovel or bag, is exempt."),
        ("A fraction below 0.5 is rounded down.", "A fraction below 0.5 shall be rounded down to the next number."),
        ("If the depot is sold, no vote is required.", "In the event the depot is sold, no vote shall be required."),
        ("The rate shall be no higher than the actual cost of the service.",
         "A town shall set a rate for the service. The rate shall be no\nhigher than the actual cost of the service."),
        ("The deal decreased the line by $15,000.",
         "The deal in turn decreased the budget line for all the oil by $-15,000.00."),
        ("TJ Roy explained that the lagoons are approximately $40,000 to clean.",
         "Present were Mr. Roy and Mr. Ash. TJ Roy, PWD explained the lagoons are approximately $40,000.00 to clean."),
        ("It passed by three votes to nothing.", "**Motion:** The motion **passed 3-0**. Councilor Roy abstained."),
        ("The budget decreases by $1,020, from $268,841 to $267,821.", "The budget was $268,841 and is $267,821."),
        ("The page drew 4,495 views in 28 days.", "In the last 28 days there have been 4,495 views of the page."),
        ("If a school asks for one, the clerk shall deliver a ballot.",
         "If a school asks for a ballot, the clerk shall deliver a ballot."),
        ("The markers shall be renewed where needed.", "The markers shall be renewed wherever there is a need."),
        ("The minutes must be available within three days.", "The minutes must be made available within three days."),
    ],
)  # fmt: skip
def test_a_claim_in_the_words_of_the_record_is_verified(claim: str, record: str) -> None:
    assert _verdict(claim, record) == "verified"


@pytest.mark.parametrize(
    ("claim", "record"),
    [
        ("The motion passed 3-1, and Birch was opposed.", ROLL),
        ("Birch Works' bid was $33,945.40 lower than that of Alder Works.", BIDS),
        ("The budget increases by $1,020, from $268,841 to $267,821.", "The budget was $268,841 and is $267,821."),
        ("Mr. Ash stated that he had a hard time justifying the cost and referred to the boards as a luxury item.",
         LUXURY),
        ("An officer with reasonable grounds to believe that a person has violated an ordinance may detain the person.",
         DETAIN),
        ("No barn shall be built within 100 feet of a dwelling.",
         "No barn shall be built within 100 feet of a dwelling or school without the consent of the owner."),
        ("All Councilors noted that they do.", "Councilors Roy, Ash, and Birch all noted that they do."),
        ("Every lighting fixture shall be shielded.", "all lighting fixtures of commercial houses shall be shielded"),
        ("The Park is not exempt from the rules.", "The Park shall be exempt from the rules."),
        ("The depot may not put up one sign.", "The depot may put up a sign."),
        ("New Fairs comes before Old Fairs.", "E. Public Hearing F. Old Fairs: G. New Fairs: H. Notices"),
    ],
)  # fmt: skip
def test_a_falsehood_in_the_words_of_the_record_is_not(claim: str, record: str) -> None:
    assert _verdict(claim, record) != "verified"


@pytest.mark.parametrize(
    ("claim", "record"),
    [
        ("No sign shall be placed nearer than fifteen (15) yards of a lot line.",
         "No sign shall be placed nearer than fifteen (15) feet of a lot line."),
        ("The board may appoint a warden.", WARDEN),
    ],
)  # fmt: skip
def test_another_unit_and_a_duty_told_as_a_choice_are_contradicted(claim: str, record: str) -> None:
    assert _verdict(claim, record) == "contradicted"


def test_a_change_is_told_with_the_way_it_went() -> None:
    row = "Special Duty $25,000 $37,025 $37,025 $12,025 48.10%"
    assert _verdict("Special duty goes from $25,000 to $37,025, an increase of $12,025 or 48.10%.", row) == "verified"
    assert _verdict("Special duty goes from $25,000 to $37,025, a decrease of $12,025 or 48.10%.", row) != "verified"


def test_a_light_word_that_stands_elsewhere_on_the_page_is_not_light() -> None:
    shown = "There have been 4,495 views of the page."
    assert _verdict("The page drew 4,495 views.", f"{shown} The meeting ended at nine.", shown) == "verified"
    assert _verdict("The page drew 4,495 views.", f"{shown} The council will draw a plan.", shown) == "consistent"


def test_what_somebody_is_to_have_done_is_not_told_as_done() -> None:
    record = "Mr. Ash moved to set aside $350 for a reprinting of the trail guide. Mr. Roy seconded. Motion passed."
    assert _verdict("$350 was set aside to have the trail guide reprinted.", record) == "verified"
    assert _verdict("$350 was set aside and the trail guide was reprinted.", record) == "consistent"


LOTS = (
    "Every lot of waterfront property to be used in common shall contain a minimum area of forty-four thousand "
    "(44,000) square feet plus three thousand (3,000) square feet for each additional dwelling unit."
)
GAINS = (
    "All other gains shall be repaid. The treasurer shall credit to the general fund all gains over the total sum of "
    "such rate bill."
)
TERMS = "To limit employment contracts for harbor staff, excepting union contracts, to the term of one calendar year."
OFFICES = "The contract may provide: That one person shall hold the same office in the participating towns."
LIEN = "Within 15 days after a lien or a memorandum has been delivered to the clerk, such clerk shall record it."
SEALED = "Roe made a motion to seal the closed sessions 1, 2, and 3. Webb seconded. All in favor. Motion passed."
NOMINEE = "Fitch moved to accept the plan. Cole seconded. Motion passed."
TOLD = "Bob Webb raised two topics. Ed Marsh mentioned that Poole is also a commissioner of the harbor league."
CHIPPER = "Cole Roe stated again that the chipper will run an hour a day but the digger will run most of the day."


@pytest.mark.parametrize(
    ("claim", "record", "verdict"),
    [
        (
            "Every lot of waterfront property to be used in common shall contain a minimum area of 44,000 square feet, "
            "plus 3,000 square feet for each additional dwelling unit.",
            LOTS,
            "verified",
        ),
        (
            "Every lot of waterfront property to be used in common shall contain a minimum area of 34,000 square feet, "
            "plus 3,000 square feet for each additional dwelling unit.",
            LOTS,
            "contradicted",
        ),
        (
            "The treasurer shall credit to the general fund all gains over the total sum of such rate bill.",
            GAINS,
            "verified",
        ),
        ("All gains shall be repaid.", GAINS.partition(" The")[0], "kept"),
        (
            "The article would limit employment contracts for harbor staff, excepting union contracts, to the term of "
            "one calendar year.",
            TERMS,
            "kept",
        ),
        (
            "A contract may provide that one person shall hold the same office in the participating towns.",
            OFFICES,
            "verified",
        ),
        ("Roe's motion to seal the closed sessions 1, 2 and 3 passed with all in favor.", SEALED, "verified"),
        ("Cole gave the second when Fitch moved to accept the plan.", NOMINEE, "verified"),
        ("Webb gave the second when Fitch moved to accept the plan.", NOMINEE, "contradicted"),
        ("It was Ed Marsh who mentioned that Poole is also a commissioner of the harbor league.", TOLD, "verified"),
        ("Roe brought up that Poole is also a commissioner of the harbor league.", TOLD, "contradicted"),
        ("Cole Roe said that the digger will run most of the day.", CHIPPER, "kept"),
        ("Cole Roe said that the chipper will run most of the day.", CHIPPER, "left"),
    ],
)
def test_near_verbatim_sentences_are_bound_and_their_falsehoods_are_not(claim: str, record: str, verdict: str) -> None:
    found = _verdict(claim, record, record if record != TOLD else record.partition(". ")[2])
    if verdict == "kept":
        assert found != "contradicted"
    elif verdict == "left":
        assert found != "verified"
    else:
        assert found == verdict


def test_two_pieces_of_one_sentence_tell_its_duty() -> None:
    quote = "Within 15 days after a lien … such clerk shall record it."
    assert _verdict("Within 15 days after a lien, the clerk shall record it.", LIEN, quote) == "verified"
    assert _verdict("Within 15 days after a lien, the clerk may record it.", LIEN, quote) != "verified"


def test_whatever_a_bill_says_it_proposes() -> None:
    bill = a_chunk(1, "Any new boat shall be inspected once every two years.", "state", doc_type="bill", title="HB 12")
    source = source_of("S1", bill)
    claim = (
        "House Bill 12, a bill as introduced and not the law, proposed that any new boat shall be inspected once every "
        "two years."
    )
    support = (Support(source="S1", quote=bill.text),)
    assert judge(claim, (source,), support).verdict == "verified"
    assert judge(claim.replace("two", "nine"), (source,), support).verdict == "contradicted"
