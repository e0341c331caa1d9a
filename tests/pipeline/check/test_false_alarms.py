"""Answers that careful writers sent and an audit once refused: they pass, and their false twins do not. Town, people
and sections are invented."""

from __future__ import annotations

import pytest

from pipeline.check.audit import audit
from pipeline.check.claims import GivenClaim
from pipeline.check.read.case import source_of
from pipeline.check.read.evidence import Support
from pipeline.types import Answer, AuditReport

from audit_fakes import a_brief, a_chunk, judging  # isort: skip

FEES = a_chunk(
    1,
    "Subdivision Minor ( 3 Lots or Less )\n$150.00 Application Fee\nPlan 24” x 36” - $28.00 recording\nPostage "
    "$1,750.00\nPrinting $8,000.00",
    title="Planning Board Fee Schedule",
)
ACTS = a_chunk(
    2,
    "Marsh made a motion to authorize the attorney to pursue RSA 31:897 under the bridge rule. Webb seconded. Motion "
    "passed 3-0. The board took up the gift under RSA 31:897, III and accepted it.",
)
DRIVES = a_chunk(
    3,
    "Minimum driveway width shall not be less than 12 feet for driveways over 150 feet in length. A driveway permit "
    "shall be had from the road agent before work begins in Alder Falls. Trees may be cut under RSA 31:897 by the road "
    "agent. A roller was bought for $130.000 in June.",
)
IMMUNE = a_chunk(
    11,
    "Notwithstanding any law, no member of the governing board of a town, no member of any other board, commission or "
    "bureau of a town created or existing pursuant to a statute or charter, and no chief officer of a town, including "
    "selectmen, shall be held liable for civil damages for any vote made in good faith.",
    "state", section="RSA 31:899", heading="31:899", title="RSA 31:899", source="rsa/31.jsonl",
)  # fmt: skip
LAPSE = a_chunk(
    12,
    "All appropriations shall lapse at the end of the year, unless:\nI. The amount is encumbered by a contract; or\n"
    "II. The amount is placed in a trust fund of the town; or\nIII. The amount is raised by bonds, in which case the "
    "appropriation shall not lapse at the end of the year unless the amount is rescinded.",
    "state", section="RSA 32:899", heading="32:899", title="RSA 32:899", source="rsa/32.jsonl",
)  # fmt: skip
FENCES = a_chunk(
    13,
    "When lands are so situated that none of them are compelled to make a fence, each owner shall be liable for "
    "damages done by an animal.",
    "state", section="RSA 33:899", heading="33:899", title="RSA 33:899", source="rsa/33.jsonl",
)  # fmt: skip
QUESTION = "How wide must my 200-foot drive be?"


def report(text: str, *claims: GivenClaim) -> AuditReport:
    brief = a_brief((FEES, ACTS, DRIVES), (IMMUNE, LAPSE, FENCES), question=QUESTION)
    return audit(Answer(answer_markdown=text, used_statewide="[S" in text, writer="host"), brief, claims=claims)


def resting(text: str, *supports: tuple[str, str]) -> AuditReport:
    return report(text, GivenClaim(text=text, support=tuple(Support(source=s, quote=q) for s, q in supports)))


LIABLE = ("S1", "shall be held liable for civil damages for any vote made in good faith")
SUMS = (("L1", "Postage $1,750.00"), ("L1", "Printing $8,000.00"))
LAPSES = (
    ("S2", "All appropriations shall lapse at the end of the year, unless:"),
    ("S2", "The amount is placed in a trust fund of the town"),
)


@pytest.mark.parametrize(
    ("text", "supports"),
    [
        ("Recording costs $28.00 for a plan of 24” x 36” [L1].", (("L1", "Plan 24” x 36” - $28.00 recording"),)),
        ("Two lots are minor: the schedule lists “Subdivision Minor ( 3 Lots or Less )” [L1].", ()),
        ("The ledger of the fees has $1,750.00 for postage and $8,000.00 for printing, together $9,750.00 [L1].", SUMS),
        ("“Minimum driveway width shall not be less than 12 feet”, and 200 feet is over 150 [L3].", ()),
        ("Marsh's motion to authorize the attorney to pursue RSA 31:897 under the bridge rule passed 3-0 [L2].", ()),
        ("The board took up the gift under RSA 31:897, III and accepted it [L2].", ()),
        ("Since Postage is $1,750.00, it is less than Printing at $8,000.00 [L1].", SUMS),
        ("No selectman shall be held liable for civil damages for any vote made in good faith [S1].", (LIABLE,)),
        ("A selectman shall not be held liable for civil damages for any vote made in good faith [S1].", (LIABLE,)),
        ("Appropriations lapse at the end of the year unless placed in a trust fund (RSA 32:899, II) [S2].", LAPSES),
        ("When none of the owners is compelled to fence, “each owner shall be liable for damages” [S3].", ()),
        ("The records do not settle this: RSA 31:896 itself is not in the vault.", ()),
        ("The text of RSA 31:896 is not in the records, so the present law cannot be confirmed here.", ()),
        ("The fee schedule lists no fee for a driveway permit.", ()),
        ("The fees add up to $9,928.00: $150.00, $28.00, $1,750.00 and $8,000.00 [L1].", ()),
        ("The records do not hold the date.", ()),
        ("The minutes shown record no separate vote on the driveway.", ()),
        ("Marsh read RSA 31:897 into the record: “Marsh made a motion to authorize the attorney” [L2].", ()),
        ("The records held do not show the fee for a driveway permit in Alder Falls.", ()),
    ],
)
def test_a_good_answer_passes(text: str, supports: tuple[tuple[str, str], ...]) -> None:
    told = resting(text, *supports)
    assert told.passed, (told.rows, told.findings)


@pytest.mark.parametrize(
    ("text", "supports"),
    [
        ("The ledger has $1,750.00 for postage and $8,000.00 for printing, together $9,850.00 [L1].", SUMS),
        ("The fees add up to $9,938.00: $150.00, $28.00, $1,750.00 and $8,000.00 [L1].", ()),
        ("The records do not hold the board to the bid, and its clerk took a bribe.", ()),
        ("Five lots are minor: the schedule lists “Subdivision Minor ( 3 Lots or Less )” [L1].", ()),
        ("RSA 31:897 requires that the attorney be authorized [L2].", ()),
        ("A selectman shall be held liable for civil damages for any vote made in good faith [S1].", ()),
        ("Appropriations lapse at the end of the year unless raised by bonds (RSA 32:899, II) [S2].", ()),
        ("RSA 31:896 is not in the vault, so the town must pay.", ()),
        ("The minutes say “the board", ()),
    ],
)
def test_its_false_twin_does_not(text: str, supports: tuple[tuple[str, str], ...]) -> None:
    assert not resting(text, *supports).passed, resting(text, *supports).rows


def test_words_that_its_writer_named_are_its_citation() -> None:
    text = "Postage is $1,750.00."
    told = resting(text, ("L1", "Postage $1,750.00"))
    assert told.passed
    assert [(one.severity, one.repair) for one in told.findings if one.rule == "uncited_claim"] == [
        ("warning", "Add [L1].")
    ]
    assert not report(text).passed
    assert not resting("Postage is $1,950.00.", ("L1", "Postage $1,750.00")).passed


RATES = a_chunk(1, "2031 Municipal Tax Rates\nAlder Falls 11/25/31 4,805,951 $3.21 $8.36", title="2031 Tax Rates")
FARES = a_chunk(2, "The levy of Alder Falls is $8.36 per $100 of value.", title="Levy")
BALLOT = a_chunk(
    11, "In towns that vote by ballot budgets shall be posted on or before the last Monday in January.",
    "state", section="RSA 40:899", heading="40:899", title="RSA 40:899", source="rsa/40.jsonl",
)  # fmt: skip


def figures_refused(text: str) -> list[str]:
    brief = a_brief((RATES, FARES), (BALLOT,), question="What is the rate?")
    found = audit(Answer(answer_markdown=text, used_statewide="[S" in text, writer="host"), brief).findings
    return [one.message for one in found if one.rule == "figures_in_source"]


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("The 2031 rate of Alder Falls is $8.36 per $1,000 [L1].", False),
        ("The 2031 rate of Alder Falls is $8.36 per $100 [L1].", True),
        ("The levy of Alder Falls is $8.36 per $1,000 of value [L2].", True),
        ("The 2031 rate of Alder Falls is $1,000 [L1].", True),
        ("In SB 2 towns budgets are posted on or before the last Monday in January [S1].", False),
        ("In 2 towns budgets are posted on or before the last Monday in January, after 3 readings [S1].", True),
    ],
)
def test_the_unit_of_a_rate_and_the_number_in_the_name_of_a_law_are_no_figures(text: str, refused: bool) -> None:
    assert bool(figures_refused(text)) is refused


COUNCIL = a_chunk(
    1,
    "The Moderator rules by state law and local custom. The Council heard nobody on other matters. The proposed Lot 5 "
    "will be 5.03 acres, Lot 6 will be 5.30 acres, and 9.21 acres remain with Lot 7. V. No clerk, warden, auditor, "
    "constable of the village district, full-time employee, or part-time head of any department shall serve as a "
    "member at large. Cottages are allowed in the barn or the house. Weekly rentals are prohibited in both the barn "
    "and the house. A permit may be had from the clerk. No change shall be made in the purpose of a fund unless such "
    "change has been authorized by a vote of 2/3 of all the voters present. Most councils either do not allow dogs on "
    "their beaches, or limit the hours. The town has bought the former Lamp building for the new school. A motion to "
    "accept the waiver request for a copy of any required district approvals. The motion passed.",
    state="VT", town="Fernhollow", board="City Council",
)  # fmt: skip
told = judging(source_of("L1", COUNCIL))
SERVE = (
    "warden, auditor, constable of the village district, full-time employee, or part-time head of any department shall "
    "serve as a member at large."
)
LOTS = "The proposed Lot 5 will be 5.03 acres, Lot 6 will be 5.30 acres, and 9.21 acres remain with Lot 7."
FUND = (
    "No change shall be made in the purpose of a fund unless such change has been authorized by a vote of 2/3 of all "
    "the voters present."
)
BOUGHT = "The town has bought the former Lamp building for the new school."
WAIVED = "A motion to accept the waiver request for a copy of any required district approvals. The motion passed."
DOGS = "Most councils either do not allow dogs on their beaches, or limit the hours."
LETS = COUNCIL.text[COUNCIL.text.index("Cottages") : COUNCIL.text.index(" A permit")]


@pytest.mark.parametrize(
    ("claim", "quote", "refused"),
    [
        ("The Moderator rules by state law.", "The Moderator rules by state law and local custom.", False),
        ("The Fernhollow Council heard nobody.", "The Council heard nobody on other matters.", False),
        ("The Planning Board heard nobody.", "The Council heard nobody on other matters.", True),
        ("Lots 5 and 6 take 10.33 acres between them.", LOTS, False),
        ("Councils either ban dogs from beaches or limit the hours.", DOGS, False),
        ("Councils allow dogs on their beaches.", DOGS, True),
        ("The town bought the old Lamp building to house the school.", BOUGHT, False),
        ("The town sold the former Lamp building.", BOUGHT, True),
        ("The board granted a motion to waive copies of district approvals.", WAIVED, False),
        ("The purpose of a fund cannot be changed unless two thirds of the voters present approve.", FUND, False),
        ("No full-time employee shall serve as a member at large.", SERVE, False),
        ("A full-time employee shall serve as a member at large.", SERVE, True),
    ],
)
def test_what_stands_in_other_words_is_not_contradicted_and_its_false_twin_is(
    claim: str, quote: str, refused: bool
) -> None:
    assert (told(claim, quote).verdict == "contradicted") is refused, told(claim, quote)


def test_a_word_from_one_sentence_does_not_verify_what_the_next_denies() -> None:
    assert told("Weekly rentals are allowed in both the barn and the house.", LETS).verdict != "verified"
    assert told("Weekly rentals are prohibited in both the barn and the house.", LETS).verdict == "verified"


def test_a_colon_after_file_is_no_link() -> None:
    for text, refused in (("You pay when you file: the clerk says so [L1].", False), ("See file:/etc/x [L1].", True)):
        assert ("foreign_link" in {one.rule for one in report(text).findings}) is refused


@pytest.mark.parametrize(
    ("text", "rule", "refused"),
    [
        ("The record does not name Larkwell or any other builder [L1].", "names_in_source", False),
        ("The record names Larkwell [L1].", "names_in_source", True),
        ("The passages I read show neither the fee nor the result of the vote.", "uncited_claim", False),
        ("The passages I read show the fee and the result of the vote.", "uncited_claim", True),
        ('Searches for "barn" and "hay loft" found nothing.', "quotes_verbatim", False),
        ('The record calls it "hay loft", and searches found nothing else [L1].', "quotes_verbatim", True),
        ('The records do not show who searched; searches for "hay loft" found nothing.', "uncited_claim", False),
        ("Marsh pointed to the bridge rule under RSA 31:897 [L2].", "statute_supported", False),
        ("The bridge rule is made under RSA 31:897 [L2].", "statute_supported", True),
        ("Trees may be cut under RSA 31:897 by the road agent [L3].", "statute_supported", False),
        ("Hedges may be cut under RSA 31:897 by the road agent [L3].", "statute_supported", True),
        ("A roller was bought for $130,000 [L3].", "figures_in_source", False),
        ("A roller was bought for $13,000 [L3].", "figures_in_source", True),
    ],
)
def test_what_is_said_not_to_be_there_or_said_by_one_of_the_record_is_no_error(
    text: str, rule: str, refused: bool
) -> None:
    assert (rule in {one.rule for one in report(text).findings if one.severity == "error"}) is refused


TERM = a_chunk(
    11, 'The use of the term "Hill Power" behind the name of a town shall be reserved for that town.',
    "state", section="RSA 53:899", heading="53:899", title="RSA 53:899", source="rsa/53.jsonl",
)  # fmt: skip


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        ('"The use of the term "Hill Power" behind the name of a town shall be reserved for that town"', False),
        ('"The use of the term "Dale Power" behind the name of a town shall be reserved for that town"', True),
        ('"the name of a town shall be reserved', True),
    ],
)
def test_a_quotation_may_hold_the_marks_of_the_record(said: str, refused: bool) -> None:
    text = f"RSA 53:899 provides: {said} [S1]."
    found = audit(Answer(answer_markdown=text, used_statewide=True, writer="host"), a_brief((), (TERM,))).findings
    assert ("quotes_verbatim" in {one.rule for one in found}) is refused
