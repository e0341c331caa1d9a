"""What a reporter, a clerk or an assistant writes of a record in a voice of his own: true sentences that turn its words
round, work out its figures or call its people otherwise, beside them falsehoods that look like them. All records are
invented."""

from __future__ import annotations

import pytest

from pipeline.check.claims import judge
from pipeline.check.read.case import source_of
from pipeline.check.read.evidence import Support

from audit_fakes import a_chunk  # isort: skip

MINUTES = (
    "Present: Ada Marlow, Brenda Lunt, Kathleen Parr, Tom Quill. Kathleen nominated Ada Marlow as Chairman. Brenda "
    "seconded. Nomination carried. Ada nominated Kathleen Parr as Vice Chair. Brenda seconded. Nomination carried.\n\n"
    "Brenda said she does not believe the trust can pay more than is needed and suggests we table this.\n\n"
    "Quill mentioned the comments from Nora Fenn at Town Meeting regarding an engine bill of $21,000. Copley advised "
    "that he got billed for $6,300.\n\n"
    "Marlow confirmed that the board did not receive any letters of objection from abutters.\n\n"
    "A consultant has been selected but the Bureau of Ferries has not yet announced the selection.\n\n"
    "The Variance was approved on August 12th, 2031.\n\n"
    "A Motion by Fenwick to Continue Case #31-02 of the Dunmores until September 2, 2031. Copley seconded. A unanimous "
    "vote was taken. Motion passed.\n\n"
    "Tower Office the proposed 2032 budget of $1,127,133.00 is an increase of $28,512.31 or 2.60 %.\n\n"
    "MOTION by Quill to pay Ferncastle Web $250 a month. Motion Approved 5-0 with Robert Levin abstaining.\n\n"
    "MOTION by Quill to reimburse Ash Fenwick for two expenses of $126.54 and $174.96. Unanimously Approved.\n\n"
    "Ferry Warden - Level Funded at $14,450.00. Tower Warden - Level Funded at $22,070.00.\n\n"
    "Rusk was told by Fenwick that public comment was closed last month.\n\n"
    "The owner wants to donate 3 parcels. They consist of 7 acres, 103 acres and 4.9 acres.\n\n"
    "Lunt narrowed the lots under review from 117 to 57.\n\n"
    "Fenwick recused himself since he is also on the Harbor Panel.\n\n"
    "The board received two warrants: $270.00 for the school and $13, 962.38 for hydrants.\n\n"
    "Copley moved to deny the abatement of 9 Elm Lane. Fenwick seconded. All were in favor. Motion passed.\n\n"
    "The ordinance: first reading May 5, 2031. Adopted by the Ferry Council on May 12, 2031."
)
LAW = (
    "The commission shall consist of no fewer than 3 nor more than 10 members. In cities, the members of the "
    "commission "
    "shall be appointed by the city council subject to the city charter, and in towns the members of the commission "
    "shall be appointed by the board of selectmen. "
    "The charter may require a period of domicile of up to one year. "
    "Before the Harbor Town may accept an application to create a mooring district, the Harbor Town shall receive a "
    "resolution from the Ferry Council. "
    "No elected officer of the harbor, except ferry wardens, who is authorized to spend its funds shall be employed by "
    "the harbor for pay. "
    "In the Elm plan, the mayor shall devote full time to his duties. In the Oak plan, the mayor shall not be "
    "full-time. "
    "The panel has these members: (a) Three members of the house. (b) Three members of the senate. (c) One pilot. (d) "
    "The harbor master. (e) A reeve. "
    "The Mooring Panel shall consist of three members to be appointed by the mayor. "
    "No signs shall be lit between midnight and six (6) a.m. "
    "In no case shall the Harbor be responsible to repair any buoy. "
    "The panel shall appoint a pilot who may or may not, when appointed, be a resident of the harbor. "
    "2nd offense - $50.00 fine 3rd offense - $250.00 fine"
)
RECORD = source_of("L1", a_chunk(1, MINUTES, doc_type="minutes", board="Select Board", date="2031-08-19"))
SECTION = source_of("L1", a_chunk(1, LAW, doc_type="ordinance", board="", title="ENERGY COMMISSIONS and Harbor Rules"))


def _verdict(claim: str, quote: str) -> str:
    source = SECTION if quote.split(" … ")[0] in LAW else RECORD
    return judge(claim, (source,), (Support(source="L1", quote=quote),)).verdict


NOMINATED = "Kathleen nominated Ada Marlow as Chairman. … Ada nominated Kathleen Parr as Vice Chair."
CONTINUED = (
    "The Variance was approved on August 12th, 2031 … A Motion by Fenwick to Continue Case #31-02 of the Dunmores"
)
CONTINUED += " until September 2, 2031. Copley seconded. A unanimous vote was taken. Motion passed."
COMMISSION = "The commission shall consist of no fewer than 3 nor more than 10 members."
TABLES = "Brenda said she does not believe the trust can pay more than is needed and suggests we table this."
SELECTED = "A consultant has been selected but the Bureau of Ferries has not yet announced the selection."
EMPLOYED = (
    "No elected officer of the harbor, except ferry wardens, who is authorized to spend its funds shall be employed"
)
EMPLOYED += " by the harbor for pay."
MAYOR = "In the Elm plan, the mayor shall devote full time to his duties. In the Oak plan, the mayor shall not be "
MAYOR += "full-time."
RESOLVED = (
    "Before the Harbor Town may accept an application to create a mooring district, the Harbor Town shall receive a"
)
RESOLVED += " resolution from the Ferry Council."


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Kathleen Parr nominated Ada Marlow to chair, and Ada in turn nominated her for vice chair.", NOMINATED),
        ("An energy commission has between three and ten members.", COMMISSION),
        ("Lunt does not believe the trust can pay more than is needed and suggested tabling it.", TABLES),
        ("The Variance was approved on August 12, 2031, but the Dunmores' case was continued to September 2.",
         CONTINUED),
        ("The charter may demand up to twelve months' domicile.", "The charter may require a period of domicile of "
         "up to "
         "one year."),
        ("Full time works the mayor under the Elm plan.", MAYOR),
        ("Fenn had told Town Meeting of a $21,000 engine bill.", "Quill mentioned the comments from Nora Fenn at Town "
         "Meeting regarding an engine bill of $21,000."),
        ("No abutter sent a letter of objection, Marlow confirmed.", "Marlow confirmed that the board did not "
         "receive any "
         "letters of objection from abutters."),
        ("A consultant has been selected, but the Bureau of Ferries has yet to announce the selection.", SELECTED),
        ("The Harbor Town may not accept an application to create a mooring district until it has a resolution from "
         "the "
         "Ferry Council.", RESOLVED),
        ("Ferry wardens are excepted from the ban on harbor pay for elected officers.", EMPLOYED),
        ("The panel would have nine members.", "(a) Three members of the house. (b) Three members of the senate. "
         "(c) One "
         "pilot. (d) The harbor master. (e) A reeve."),
        ("The Tower Office budget proposed for 2032 is roughly $1.13 million, about $28,500 more than before.",
         "Tower Office the proposed 2032 budget of $1,127,133.00 is an increase of $28,512.31 or 2.60 %."),
    ],
)  # fmt: skip
def test_a_true_sentence_in_a_voice_of_its_own_is_not_contradicted(claim: str, quote: str) -> None:
    assert _verdict(claim, quote) != "contradicted"


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The charter may demand up to eighteen months' domicile.", "The charter may require a period of domicile "
         "of up "
         "to one year."),
        ("The Variance was approved on September 2, 2031.", CONTINUED),
        ("The panel would have eight members.", "(a) Three members of the house. (b) Three members of the senate. "
         "(c) One "
         "pilot. (d) The harbor master. (e) A reeve."),
        ("Quill does not believe the trust can pay more than is needed and suggested tabling it.", TABLES),
        ("The Bureau of Ferries has announced the selection.", SELECTED),
        ("The Tower Office budget proposed for 2032 is about $58,500 more than before.",
         "Tower Office the proposed 2032 budget of $1,127,133.00 is an increase of $28,512.31 or 2.60 %."),
    ],
)  # fmt: skip
def test_the_same_with_another_value_is_contradicted(claim: str, quote: str) -> None:
    assert _verdict(claim, quote) == "contradicted"


VOTED = "MOTION by Quill to pay Ferncastle Web $250 a month. Motion Approved 5-0 with Robert Levin abstaining."
REIMBURSED = "MOTION by Quill to reimburse Ash Fenwick for two expenses of $126.54 and $174.96. Unanimously Approved."
WARDENS = "Ferry Warden - Level Funded at $14,450.00 … Tower Warden - Level Funded at $22,070.00"
ACRES = "The owner wants to donate 3 parcels. They consist of 7 acres, 103 acres and 4.9 acres."
DENIED = "Copley moved to deny the abatement of 9 Elm Lane. Fenwick seconded. All were in favor. Motion passed."
READ = "The ordinance: first reading May 5, 2031. Adopted by the Ferry Council on May 12, 2031."
WARRANTS = "The board received two warrants: $270.00 for the school and $13, 962.38 for hydrants."


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Five members voted yes, none no, and Levin abstained on the motion to pay Ferncastle Web $250 a month.",
         VOTED),
        ("Ferncastle Web will be paid $250 a month; five voted for it and Robert Levin abstained.", VOTED),
        ("In all the board voted to pay Ash Fenwick back $301.50.", REIMBURSED),
        ("The ferry warden and the tower warden are level funded, together at $36,520.", WARDENS),
        ("Fenwick told Rusk that public comment was closed the month before.", "Rusk was told by Fenwick that public "
         "comment was closed last month."),
        ("The owner offered 3 parcels, and they total 114.9 acres.", ACRES),
        ("Lunt took sixty lots off, leaving 57 under review.", "Lunt narrowed the lots under review from 117 to 57."),
        ("Fenwick recused himself because he also sits on the Harbor Panel.", "Fenwick recused himself since he is "
         "also "
         "on the Harbor Panel."),
        ("The Mooring Panel had three members, appointed by the mayor.", "The Mooring Panel shall consist of three "
         "members to be appointed by the mayor."),
        ("Signs may not be lit between midnight and six in the morning.", "No signs shall be lit between midnight "
         "and six "
         "(6) a.m."),
        ("The board received two warrants, $14,232.38 in all.", WARRANTS),
        ("The abatement of 9 Elm Lane was refused.", DENIED),
        ("The ordinance had its first reading on May 5, 2031 and the Ferry Council adopted it a week later.", READ),
        ("A pilot need not be a resident of the harbor when appointed.", "The panel shall appoint a pilot who may "
         "or may not, when appointed, be a resident of the harbor."),
    ],
)  # fmt: skip
def test_what_the_words_carry_in_another_shape_is_verified(claim: str, quote: str) -> None:
    assert _verdict(claim, quote) == "verified"


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Four members voted yes, none no, and Levin abstained on the motion to pay Ferncastle Web $250 a month.",
         VOTED),
        ("Ferncastle Web is paid $250 a month; five voted against it and Robert Levin abstained.", VOTED),
        ("In all the board voted to pay Ash Fenwick back $391.50.", REIMBURSED),
        ("The ferry warden and the tower warden are level funded, together at $46,520.", WARDENS),
        ("The owner offered 3 parcels, and they total 214.9 acres.", ACRES),
        ("Lunt narrowed the lots, leaving 60 under review.", "Lunt narrowed the lots under review from 117 to 57."),
        ("Fenwick recused himself because he has a stake in the Harbor Panel.", "Fenwick recused himself since he "
         "is also "
         "on the Harbor Panel."),
        ("The Mooring Panel had three members, appointed by the council.", "The Mooring Panel shall consist of three "
         "members to be appointed by the mayor."),
        ("No signs may be lit between midnight and seven in the morning.", "No signs shall be lit between midnight and "
         "six (6) a.m."),
        ("The abatement of 9 Elm Lane was granted.", DENIED),
        ("The ordinance had its first reading on May 5, 2031 and the Ferry Council adopted it two weeks later.", READ),
        ("The ordinance had its first reading on May 12, 2031, and the Ferry Council adopted it a week later.", READ),
        ("The harbor fines a third offense fifty dollars.", "2nd offense - $50.00 fine 3rd offense - $250.00 fine"),
        ("The Harbor has to repair any buoy.", "In no case shall the Harbor be responsible to repair any buoy."),
    ],
)  # fmt: skip
def test_and_with_one_thing_changed_it_is_not(claim: str, quote: str) -> None:
    assert _verdict(claim, quote) != "verified"


@pytest.mark.parametrize("sum_told", ["$8,000", "$2,004", "$6,000"])
def test_a_vote_is_no_factor_and_no_summand_of_a_sum_of_money(sum_told: str) -> None:
    record = "The budget passed 4-0. Amendment: the pier repairs item increases $2,000 from $1,500 in the general fund."
    held = source_of("L1", a_chunk(1, record))
    said = f"It raised pier repairs in the general fund by {sum_told}."
    assert judge(said, (held,), (Support(source="L1", quote=record),)).verdict != "verified"


@pytest.mark.parametrize(("sum_told", "verified"), [("$720", True), ("$780", False)])
def test_a_price_of_each_times_a_count_is_worked_out(sum_told: str, *, verified: bool) -> None:
    record = "The clerk ordered 12 banners at $60 each."
    held = source_of("L1", a_chunk(1, record))
    said = f"The clerk ordered 12 banners at $60 each, {sum_told} in all."
    assert (judge(said, (held,), (Support(source="L1", quote=record),)).verdict == "verified") is verified
