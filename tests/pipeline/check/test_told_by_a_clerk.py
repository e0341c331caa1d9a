"""What a clerk writes of a record for its readers: true sentences in another order or with what stands beside the
quoted words, beside falsehoods that give an act, a day or a right to another. All records are invented."""

from __future__ import annotations

import pytest

from pipeline.check.absence import found_after_all
from pipeline.check.claims import judge
from pipeline.check.read.case import SourceText, source_of
from pipeline.check.read.evidence import Support

from audit_fakes import a_chunk  # isort: skip

MINUTES = (
    "Fenwick noted that each harbor warden can suggest what the wardens hope for, but the Ferry Council has final say "
    "over what the Harbor Plan will include.\n\n"
    "Four local builders sent a bid. The high bid was $102,000 and the low bid was $66,796. Lunt asked who is the low "
    "bidder. Quill advised it is Husk Builders. Copley moved, seconded by Lunt, to go with the low bidder at $66,796. "
    "The motion carried unanimously.\n\n"
    "Opened the hearing on the mooring permit. A discussion ensued. Copley motioned to increase the fee from $2 for a "
    "14-day permit to $20 for a 7 day permit. Fenwick seconded and the motion passed 3-0.\n\n"
    "The request was recommended for denial by the Assesor.\n\n"
    "Fenwick said the Council is in agreement on this.\n\n"
    "Ferry Purposes - $20,000.00 which is an increase of $6,000.00 or 42.86%."
)
RULES = (
    "Vacancies shall be filled by the selectmen for the remainder of the term. "
    "The Harbor Panel shall consist of three members to be appointed by the mayor with the approval of the Ferry "
    "Council. "
    "No stall shall open for business without final approval from the Ferry Council. "
    "You are hereby required to assess the sum of $894,014 for the 2031 Harbor Tax. Per RSA 999:3, this amount is "
    "based on a uniform rate of $1.220/1000 of the valuation. "
    "A town shall not license a kiosk run by a person under the age of 18. "
    "Fees for the first three moorings not in a Water Quality Resource Area¹ in a year are waived. "
    "Revised - 05/28/2031 FC Approved - 06/04/2031"
)
RECORD = source_of("L1", a_chunk(1, MINUTES, doc_type="minutes", board="Ferry Council", date="2031-08-19"))
SECTION = source_of(
    "L1", a_chunk(1, RULES, doc_type="ordinance", board="", title="Harbor Rules of trustees and panels")
)


def _verdict(claim: str, quote: str, source: SourceText | None = None) -> str:
    told = source or (SECTION if quote.split(" … ")[0] in RULES else RECORD)
    return judge(claim, (told,), (Support(source="L1", quote=quote),)).verdict


SAY = MINUTES.partition("\n")[0]
BIDS = "The high bid was $102,000 and the low bid was $66,796."
LOW = MINUTES[MINUTES.index("Quill advised") : MINUTES.index("\n\nOpened")]
FEE = MINUTES[MINUTES.index("Copley motioned") : MINUTES.index("\n\nThe request")]
PANEL = RULES[RULES.index("The Harbor Panel") : RULES.index(" No stall")]
TAX = RULES[RULES.index("required to assess") : RULES.index(" of the valuation")]


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The mayor appoints the three members of the Harbor Panel, with the approval of the Ferry Council.", PANEL),
        (
            "No stall shall open without the Ferry Council's final approval, the harbor rules say.",
            "No stall shall open for business without final approval from the Ferry Council.",
        ),
        (
            "Ferry Purposes grows by $6,000 to $20,000, an increase of about 43 percent.",
            "Ferry Purposes - $20,000.00 which is an increase of $6,000.00 or 42.86%.",
        ),
        ("After discussion Copley's motion to increase the fee to $20 passed 3-0.", FEE),
        ("The high bid was $102,000, $35,204 more than the low bid.", BIDS),
        ("The highest bid was $102,000.", BIDS),
        (
            "The assessor recommended denial of the request; these records do not show whether it was paid.",
            "The request was recommended for denial by the Assesor.",
        ),
        ("The Council agreed on this, Fenwick said.", "Fenwick said the Council is in agreement on this."),
        (
            "Fees for the first three moorings not in a Water Quality Resource Area are waived.",
            "Fees for the first three moorings not in a Water Quality Resource Area¹ in a year are waived.",
        ),
    ],
)
def test_a_true_sentence_is_verified(claim: str, quote: str) -> None:
    assert _verdict(claim, quote) == "verified"


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("About $894,000 was to be assessed for the 2031 harbor tax, at $1.22 for each thousand of valuation.", TAX),
        ("Husk Builders, the low bidder at $66,796: the council voted unanimously to go with it.", LOW),
    ],
)
def test_a_true_sentence_is_not_contradicted(claim: str, quote: str) -> None:
    assert _verdict(claim, quote) != "contradicted"


@pytest.mark.parametrize(
    ("claim", "quote", "verdict"),
    [
        ("The harbor wardens have the final say over what the Harbor Plan will include.", SAY, "consistent"),
        (
            "The harbor trustees fill vacancies for the rest of the term.",
            "Vacancies shall be filled by the selectmen",
            "consistent",
        ),
        (
            "The harbor must assess about $894,000 for the tax, at $1.42 per $1,000 of the valuation.",
            TAX,
            "contradicted",
        ),
        (
            "The Ferry Council approved the harbor rules on May 28, 2031.",
            "Revised - 05/28/2031 FC Approved - 06/04/2031",
            "consistent",
        ),
        (
            "A town may not license a kiosk, no matter how old the person is who runs it.",
            "A town shall not license a kiosk run by a person under the age of 18.",
            "consistent",
        ),
    ],
)
def test_a_false_sentence_that_looks_like_the_record_is_not_verified(claim: str, quote: str, verdict: str) -> None:
    assert _verdict(claim, quote) == verdict


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("The commission may adopt rules for the harbor.", "verified"),
        ("The board may adopt rules for the harbor.", "verified"),
        ("The council may adopt rules for the harbor.", "consistent"),
        ("The committee may adopt rules for the harbor.", "consistent"),
    ],
)
def test_one_kind_of_body_is_not_said_for_another(claim: str, verdict: str) -> None:
    words = "The commission may adopt rules for the harbor."
    rule = source_of("L1", a_chunk(1, words, doc_type="ordinance", board="", title="Harbor Rules"))
    assert _verdict(claim, words, rule) == verdict


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Six months: no person is eligible unless he has lived in the city for six months.", "verified"),
        ("Two months: no person is eligible unless he has lived in the city for six months.", "consistent"),
    ],
)
def test_the_answer_may_stand_before_the_sentence_that_says_it(claim: str, verdict: str) -> None:
    words = "No person is eligible unless he has lived in the city for six (6) months."
    rule = source_of("L1", a_chunk(1, words, doc_type="ordinance", board="", title="Charter"))
    assert _verdict(claim, words, rule) == verdict


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("The clerk answers at (603) 555-0161.", "verified"),
        ("The clerk answers at 603-555-0161.", "verified"),
        ("The clerk answers at (603) 555-0162.", "contradicted"),
    ],
)
def test_a_telephone_number_is_one_figure_however_printed(claim: str, verdict: str) -> None:
    words = "The clerk answers at (603) 555-0161 on weekdays."
    rule = source_of("L1", a_chunk(1, words, doc_type="policy", board="", title="Office"))
    assert _verdict(claim, words, rule) == verdict


def test_what_a_claim_denies_is_not_contradicted_by_words_that_nobody_attached() -> None:
    """A denial may stand in another sentence than the one that shares most words with it."""
    page = "The plan speaks of public beach access to the lake. At present nobody may bathe there."
    source = source_of("L1", a_chunk(1, page, doc_type="minutes", board="Ferry Council"))
    assert judge("There is no public beach access to the lake.", (source,)).verdict == "consistent"


def test_the_heading_of_a_section_is_its_own() -> None:
    law = source_of(
        "L1", a_chunk(1, "The board may borrow money.", section="RSA 999:7", title="RSA 999:7 Harbor Notes")
    )
    judged = judge(
        "The board may borrow money.",
        (law,),
        (Support(source="L1", quote="The board may borrow money."), Support(source="L1", quote="Harbor Notes")),
    )
    assert judged.verdict == "verified"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("One must also not own assets in excess of $60,000.", "verified"),
        ("One must also own assets in excess of $60,000.", "contradicted"),
    ],
)
def test_a_word_before_not_leaves_it_a_denial(claim: str, verdict: str) -> None:
    words = "One must not own assets in excess of $60,000."
    rule = source_of("L1", a_chunk(1, words, doc_type="form", board="", title="Exemption worksheet"))
    assert _verdict(claim, words, rule) == verdict


def test_one_word_beside_how_many_is_no_matter() -> None:
    page = "The plan is amended to read: a lot of 10,000 square feet. Ten abutters were against the pier."
    sources = (source_of("L1", a_chunk(1, page, doc_type="minutes", board="Ferry Council")),)
    assert not found_after_all("The records held do not show how many were against it.", sources)
    assert found_after_all("The records held do not show how many abutters were against the pier.", sources)


@pytest.mark.parametrize(("board", "found"), [("Select Board", False), ("Conservation Commission", True)])
def test_what_is_sent_to_a_body_is_not_decided_by_it(board: str, *, found: bool) -> None:
    page = (
        "Roe made a motion to accept the land and send it to the Conservation Commission. Lunt seconded. Motion passed."
    )
    sources = (source_of("L1", a_chunk(1, page, doc_type="minutes", board=board, title=f"{board} minutes")),)
    text = "Whether the Conservation Commission accepted the land is not held."
    assert bool(found_after_all(text, sources)) is found
