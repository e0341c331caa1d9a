"""Sentences that are true of their records pass the audit, and their false twins do not. Town, people and sections are
invented."""

from __future__ import annotations

import pytest

from pipeline.check.audit import audit
from pipeline.check.claims import GivenClaim
from pipeline.check.read.case import says_nothing_shown, source_of
from pipeline.check.read.evidence import Support
from pipeline.types import Answer, AuditReport, Brief

from audit_fakes import a_brief, a_chunk, judging  # isort: skip

LEVY = "The Town of Alder Falls is required to assess the sum of ${} for the {} Bridge Tax."
EARLIER = a_chunk(1, LEVY.format("911,831", 2024), title="Warrant 2024", date="2024-01-01")
LATER = a_chunk(2, LEVY.format("1,018,079", 2025), title="Warrant 2025", date="2025-01-01")
FEE = a_chunk(3, "Osgood said the Board was considering increasing the fee from $3 for a 10-day pass to $12.")
RULE = a_chunk(
    4,
    "Noise. No person shall engage in, cause or permit any person to be engaged in construction activities on a site "
    "abutting a home between the hours of 7 pm of one day and 7 am of the following day.",
    doc_type="ordinance",
)
VOTE = a_chunk(
    5,
    "Marsh made a motion to approve the budget as presented. Webb seconded. Motion passed. Parades stand at $28,000.",
    board="Budget Committee",
)
ACT = a_chunk(
    6,
    "Councilor Marsh moved to adopt Ordinance 41-2017 with changes. Seconded by Councilor Webb. It passed 5-0. The "
    "code file is headed Ordinance No. 38-2017. They determined the Fenzas’s are responsible for the letters.",
)
PLAN = a_chunk(7, "The proposed 2025 budget for interest on the loan is $30,000.00.")
CLOSED = a_chunk(12, "The board entered the closed session under RSA 31:897 by roll call.")
GRANT = a_chunk(
    14,
    "Mr. Colder moved, seconded by Mr. Pell, to expend up to $40,000 of the bridge grant for two signs. The motion "
    "carried. Roy said repaving East Dover Road costs $9,000.\n3. The waivers for lighting, drainage, fences and "
    "parking stand.",
)
DEED = a_chunk(13, "Ada Roy read a part of the deed to the landing. It was signed in May.")
SECTION = a_chunk(
    11,
    "A vote to rescind shall not take place less than 5 years after the vote to authorize the bond, except as provided "
    "in paragraph III. A commission's powers shall be advisory. No change in the terms of office of the mayor may be "
    "made by bylaw.",
    "state", section="RSA 31:899", heading="31:899 Bridges", title="RSA 31:899", source="rsa/31.jsonl",
)  # fmt: skip


def _brief() -> Brief:
    brief = a_brief((EARLIER, LATER, FEE, RULE, VOTE, ACT, PLAN, CLOSED, DEED, GRANT), (SECTION,))
    return brief.model_copy(update={"retrieval": brief.retrieval.model_copy(update={"absent": ("RSA 31:898",)})})


def report(text: str, *claims: GivenClaim) -> AuditReport:
    return audit(Answer(answer_markdown=text, used_statewide="[S" in text, writer="host"), _brief(), claims=claims)


def supported(text: str, **quotes: str) -> AuditReport:
    support = tuple(Support(source=label, quote=quote) for label, quote in quotes.items())
    labels = " ".join(f"[{label}]" for label in quotes)
    return report(f"{text.rstrip('.')} {labels}.", GivenClaim(text=text, support=support))


TRUE = [
    "The minutes do not say who signed the deed [L9].",
    "The board entered the closed session under RSA 31:897 [L8].",
    "$1,018,079 - $911,831 = $106,248, an increase (my subtraction) [L1] [L2].",
    "The tax rose by $106,248, from $911,831 to $1,018,079 [L1] [L2].",
    "The charge was “$3 for a 10-day pass”, and the Board was considering raising it to $12 [L3].",
    "The Board had been considering $12 [L3].",
    "The rule bars construction activities on a site abutting a home between the hours of 7 pm and 7 am [L4].",
    "Whether the voters approved the $28,000 is not shown.",
    "Whether the voters approved the budget is not shown [L5].",
    "The text of RSA 31:898 is not in the vault.",
    "The records do not hold how much the town put into paving in 2025.",
    "The vault does not tell which roads were paved.",
    "The Fenzases are responsible for the letters [L6].",
    "The $30,000.00 is the proposed 2025 budget for interest on the loan, not the one for 2026 [L7].",
    "Marsh moved to adopt Ordinance 41-2017 with changes, and it passed 5-0 [L6].",
    "On Colder's motion, seconded by Pell, up to $40,000 of the bridge grant was to be spent on two signs [L10].",
    "Repairing East Dover Road costs $9,000 [L10].",
    "Four waivers, for lighting, drainage, fences and parking, stand [L10].",
]


TENT = a_chunk(
    32, "The sexton must present the papers on arrival, and may provide a tent, mats and any other gear for the burial."
)


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("The sexton may provide a tent, mats and any other gear for the burial", "verified"),
        ("The sexton must provide a tent, mats and any other gear for the burial", "contradicted"),
        ("The sexton must supply a tent, mats and any other gear for the burial", "contradicted"),
        ("The sexton must present the papers on arrival", "verified"),
    ],
)
def test_a_duty_is_that_of_the_verb_beside_it_not_of_its_neighbour(said: str, verdict: str) -> None:
    claim = GivenClaim(text=f"{said} [L1].", support=(Support(source="L1", quote=TENT.text),))
    answer = Answer(answer_markdown=f"{said} [L1].", used_statewide=False, writer="host")
    assert audit(answer, a_brief((TENT,)), claims=(claim,)).count(verdict) == 1


NEITHER = a_chunk(
    31,
    "Neither the notice, the printed warning, the official cards of the voters, nor the ballot itself shall include "
    "any comment by an officer.",
)


@pytest.mark.parametrize(
    ("said", "contradicted"),
    [
        ("No: neither the warning nor the ballot shall include any comment by an officer", False),
        ("The ballot shall include any comment by an officer", True),
    ],
)
def test_what_neither_of_many_things_shall_do_is_a_ban(said: str, *, contradicted: bool) -> None:
    claim = GivenClaim(text=f"{said} [L1].", support=(Support(source="L1", quote=NEITHER.text),))
    answer = Answer(answer_markdown=f"{said} [L1].", used_statewide=False, writer="host")
    assert bool(audit(answer, a_brief((NEITHER,)), claims=(claim,)).count("contradicted")) is contradicted


@pytest.mark.parametrize("sentence", TRUE)
def test_a_true_sentence_has_no_error(sentence: str) -> None:
    found = report(sentence)
    assert found.passed, found.findings
    assert not [one for one in found.findings if one.severity == "error"]


FALSE = [
    "$1,018,079 - $911,831 = $107,248, an increase [L1] [L2].",
    "The tax rose by $107,248 [L1] [L2].",
    "The fee was to rise from $12 to $3 [L3].",
    "The rule allows construction activities on a site abutting a home between the hours of 7 pm and 7 am [L4].",
    "Whether the Budget Committee approved the budget as presented is not shown [L5].",
    "The text of RSA 31:899 is not in the vault.",
    "The text of RSA 31:898, which bars dogs, is not in the vault.",
    "The minutes do not hold the board to a date.",
    "The Lunts are responsible for the letters, not the Fenzases [L6].",
    "On Pell's motion, seconded by Colder, up to $40,000 of the bridge grant was to be spent on two signs [L10].",
    "Four waivers for lighting and parking stand [L10].",
    "Six waivers, for lighting, drainage, fences and parking, stand [L10].",
]


@pytest.mark.parametrize("sentence", FALSE)
def test_its_false_twin_does_not_pass(sentence: str) -> None:
    found = report(sentence)
    assert not found.passed or found.count("verified") == 0
    assert [one for one in found.findings if one.severity == "error"], found.rows


def test_a_figure_computed_from_two_sources_is_no_figure_in_another_connection() -> None:
    found = report("$1,018,079 - $911,831 = $106,248 (my subtraction) [L1] [L2].")
    assert not {one.rule for one in found.findings} & {"figures_in_source"}


def test_a_quotation_that_is_its_own_support_is_verified() -> None:
    quote = "A commission's powers shall be advisory"
    for lead in ("Under RSA 31:899", "The same paragraph adds that"):
        assert supported(f"{lead} “{quote}”.", S1=quote).count("verified") == 1


def test_two_sentences_given_as_one_claim_both_rest_on_its_words() -> None:
    first, second = "Marsh moved to adopt Ordinance 41-2017 with changes", "It passed 5-0"
    claim = GivenClaim(
        text=f"{first}. {second}.",
        support=(
            Support(source="L6", quote="Councilor Marsh moved to adopt Ordinance 41-2017 with changes."),
            Support(source="L6", quote="It passed 5-0."),
        ),
    )
    assert report(f"{first} [L6]. {second} [L6].", claim).count("verified") == 2


@pytest.mark.parametrize("verb", ["budgeted", "spent"])
def test_an_amount_only_proposed_and_told_as_voted_or_spent_is_named(verb: str) -> None:
    found = supported(f"Alder Falls {verb} $30,000.00 for interest on the loan.", L7=PLAN.text)
    assert found.count("verified") == 0
    assert any("ropos" in told for row in found.rows for told in (*row.residue, *row.against))


def test_a_condition_said_in_other_words_is_not_dropped() -> None:
    text = "A vote to rescind shall not take place less than 5 years after the vote to authorize the bond"
    told = report(f"{text}, with the exception of what paragraph III provides [S1].").rows[0]
    assert not any("left out" in one for one in told.residue)
    assert any("left out" in one for one in report(f"{text} [S1].").rows[0].residue)


def test_a_verb_that_governs_another_act_turns_nothing() -> None:
    found = report("It cannot order a town to change its rules, since a commission's powers shall be advisory [S1].")
    assert not found.count("contradicted")


def test_the_form_of_a_hosts_answer_is_never_an_error() -> None:
    long = " ".join(["The Board was considering increasing the fee from $3 for a 10-day pass to $12 [L3]."] * 30)
    found = report(f"## Statewide context\n- {long}")
    form = [one for one in found.findings if one.rule in ("word_limit", "bullet_length", "extra_section")]
    assert form
    assert not [one for one in form if one.severity == "error"]
    assert "statewide_unused" not in {one.rule for one in found.findings}


def test_a_proviso_quoted_in_the_next_sentence_is_not_dropped() -> None:
    words = "A vote to rescind shall not take place less than 5 years after the vote to authorize the bond"
    head = f"The section says “{words}” [S1]."
    rest = "It goes on: “except as provided in paragraph III” [S1]."
    assert "quotation_drops_negation" in {one.rule for one in report(head).findings}
    assert "quotation_drops_negation" not in {one.rule for one in report(f"{head} {rest}").findings}


def test_who_writes_that_nothing_was_found_asserts_nothing_to_cite() -> None:
    assert says_nothing_shown("I found no exception for members of the family.")
    assert says_nothing_shown("We have found nothing on other permits.")
    assert says_nothing_shown("The records found do not decide this.")
    assert says_nothing_shown("The archive does not hold the tax rate of Pinfold for 2023.")
    assert says_nothing_shown("The archive holds town records; it does not hold the fares of the ferry.")
    assert says_nothing_shown("The records I can search do not hold the fee.")
    assert not says_nothing_shown("The records do not hold the board to a date.")
    assert not says_nothing_shown("The Board did not decide this.")
    assert not says_nothing_shown("The Board found the driver at fault.")


def test_what_a_law_lets_is_not_told_from_a_record_that_names_it() -> None:
    told = report("Under RSA 31:897 the board may enter a closed session [L8].")
    assert any(one.rule == "statute_supported" and one.severity == "error" for one in told.findings)


def test_an_absence_that_no_look_settles_shows_the_words_to_be_read() -> None:
    told = report("The minutes do not say when Ada Roy got the deed [L9].").rows[0]
    assert (told.verdict, told.say) == ("consistent", "")
    words = "Ada Roy read a part of the deed to the landing. It was signed in May"
    assert told.residue == (f"(does this say it? “{words}”)",)


def test_who_did_it_is_not_called_unsaid_where_a_sentence_names_him() -> None:
    told = report("The minutes do not say who read from the deed [L9].")
    assert [row.verdict for row in told.rows] == ["contradicted"]


ABATED = a_chunk(
    14,
    "The Board received 4 requests for abatements. Roy recommends they all get denied. Abated for lot 3 in the amount"
    " of $33.00. Abated for lot 5 in the amount of $206.00. Abated for lot 6 in the amount of $120.00. Abated for lot 8"
    " in the amount of $24.50.",
)


@pytest.mark.parametrize(
    ("claim", "quotes"),
    [
        ("None of the four requests should be granted, the assessor advised", ("Roy recommends they all get denied",)),
        ("The abatement for lot 8 was twenty-four dollars and fifty cents", ("for lot 8 in the amount of $24.50",)),
        (
            "The four abatements sum to $383.50",
            ("in the amount of $33.00", "in the amount of $206.00", "in the amount of $120.00", "amount of $24.50"),
        ),
    ],
)
def test_none_granted_sums_of_many_and_cents_in_words_are_no_contradiction(claim: str, quotes: tuple[str, ...]) -> None:
    support = tuple(Support(source="L1", quote=quote) for quote in quotes)
    given = GivenClaim(text=f"{claim} [L1].", support=support)
    found = audit(Answer(answer_markdown=given.text), a_brief((ABATED,)), claims=(given,))
    assert [row.verdict for row in found.rows] != ["contradicted"]
    assert not [one for one in found.findings if one.rule == "claim_contradicted"]


PRICE = "Ash has lowered the cost of a tire change by $16.00 on a town truck to $80.00, when it used to be $96.00."
ASKED = "Webb asked if the board could vote on the deed with 4 members."
SHOP = a_chunk(15, f"{PRICE} {ASKED} Fenn said we have a quorum.\nMill Village $3.10\nLower Village $2.80")


@pytest.mark.parametrize(
    ("claim", "quote", "contradicted"),
    [
        ("A tire change on a town truck used to cost $96 and now costs $80", PRICE, False),
        ("Fenn held that 4 members were enough to vote on the deed", f"{ASKED} Fenn said we have a quorum.", False),
        ("Copper Crown's rate of $3.40 was above Mill Village's", "Mill Village $3.10", False),
        ("Lower Village's rate is $3.10", "Mill Village $3.10 … Lower Village $2.80", True),
    ],
)
def test_a_price_then_and_now_an_answer_and_a_row_of_another_name_are_no_contradiction(
    claim: str, quote: str, contradicted: bool
) -> None:
    given = GivenClaim(text=f"{claim} [L1].", support=(Support(source="L1", quote=quote),))
    report = audit(Answer(answer_markdown=given.text), a_brief((SHOP,)), claims=(given,))
    assert ([row.verdict for row in report.rows] == ["contradicted"]) is contradicted, report.rows


def test_a_verb_parted_from_its_small_word_is_one() -> None:
    said = "Ash said the town will get the money back after the audit."
    own = judging(source_of("L1", a_chunk(1, said)))
    assert own("Ash said the town will get back the money after the audit.", said).verdict == "verified"
