"""The ready sentence of a hint quotes the record, names it, and has been verified. Town and people are invented."""

from __future__ import annotations

from pipeline.check.audit import audit
from pipeline.check.claims import GivenClaim
from pipeline.check.read.evidence import Support
from pipeline.types import Answer, AuditReport, EvidenceRow
from vault.types import Chunk

from audit_fakes import a_brief, a_chunk  # isort: skip

MINUTES = a_chunk(
    1,
    "Roy asked for a second plow. Smith made a motion to approve. Webb seconded. All were in favor. Motion passed.\n\n"
    "The board received an abatement request of $520 for Map 12, Lot 4. The assessor recommends that they deny it. "
    "Smith made a motion to deny. Webb seconded. All were in favor. Motion passed.\n\n"
    "Dana Crane said the culvert was rebuilt in June for $4,200.",
)
LAW = a_chunk(
    2,
    "No dog shall be kept within one hundred feet of a well, a spring, a brook or any other water from which a "
    "household, a school, an inn or a public building of the town draws the water that it drinks, unless the owner of "
    "the water agrees in writing and the health officer has seen the place and put his name to the same paper.",
    doc_type="ordinance", title="The Dog Ordinance", board="", date="2030-03-11",
)  # fmt: skip
BILL = a_chunk(3, "Budgets shall be published in full line item detail.", "state", doc_type="bill", title="HB 415")


def audited(text: str, quote: str = "", *chunks: Chunk) -> AuditReport:
    claims = (GivenClaim(text=text, support=(Support(source="L1", quote=quote),)),) if quote else ()
    answer = Answer(answer_markdown=f"{text.rstrip('.')} [L1].", writer="host")
    return audit(answer, a_brief(chunks or (MINUTES,)), claims=claims)


def row_of(text: str, quote: str = "", *chunks: Chunk) -> EvidenceRow:
    return audited(text, quote, *chunks).rows[0]


def after(said: str, *chunks: Chunk) -> AuditReport:
    """The audit of the text that holds the ready sentence in the place of the claim."""
    return audit(Answer(answer_markdown=said, writer="host"), a_brief(chunks or (MINUTES,)))


def test_a_claim_in_other_words_gets_a_sentence_of_the_record_that_the_audit_verifies() -> None:
    row = row_of("The culvert was renewed in summer for $4,200.", "the culvert was rebuilt in June for $4,200")
    assert row.verdict == "consistent"
    assert row.say == (
        "The Select Board minutes of January 6, 2025 record: “Dana Crane said the culvert was rebuilt in June for "
        "$4,200” [L1]."
    )
    report = after(row.say)
    assert (report.passed, [one.verdict for one in report.rows]) == (True, ["verified"])


def test_a_false_claim_gets_what_the_record_says_and_not_what_it_claims() -> None:
    row = row_of("The board granted the abatement for Map 12, Lot 4.", "Smith made a motion to deny.")
    assert row.verdict == "contradicted"
    assert "granted" not in row.say
    assert "made a motion to deny. Webb seconded. All were in favor. Motion passed" in row.say


def test_a_motion_is_quoted_with_its_fate_and_with_the_matter_before_it() -> None:
    row = row_of("Map 12, Lot 4 got no relief of $520.", "Smith made a motion to deny.")
    assert "request of $520 for Map 12, Lot 4" in row.say
    assert row.say.rstrip(".").endswith("Motion passed” [L1]")


def test_words_that_stand_often_are_those_after_the_words_named_before_them() -> None:
    quote = "The board received an abatement request of $520 … Webb seconded. All were in favor. Motion passed."
    said = row_of("The taxpayer was turned away with his $520.", quote).say
    assert "plow" not in said
    assert "deny. Webb seconded" in said


def test_a_long_rule_is_quoted_with_its_condition() -> None:
    row = row_of("Dogs stay a hundred feet from wells.", "No dog shall be kept within one hundred feet of a well", LAW)
    assert "unless the owner of the water agrees" in row.say
    assert after(row.say, LAW).rows[0].verdict == "verified"


def test_nothing_is_offered_where_the_source_speaks_of_something_else() -> None:
    assert row_of("The library bought forty new chairs for the reading room of the school.").say == ""


def test_a_bill_is_quoted_as_a_bill() -> None:
    text = "Towns have to print budgets line by line"
    claim = GivenClaim(text=text, support=(Support(source="S1", quote=BILL.text),))
    answer = Answer(answer_markdown=f"{text} [S1].", writer="host", used_statewide=True)
    said = audit(answer, a_brief((), (BILL,)), claims=(claim,)).rows[0].say
    assert said.startswith("HB 415, a bill as introduced and not the law, proposed: “Budgets shall be published")


def test_our_own_extracts_are_not_rewritten() -> None:
    answer = Answer(answer_markdown="The culvert was renewed in summer for $4,200 [L1].", writer="extract")
    assert audit(answer, a_brief((MINUTES,))).rows[0].say == ""


def test_a_sentence_that_shares_one_word_by_chance_is_not_quoted() -> None:
    chunk = a_chunk(
        4,
        "Smith moved to raise the fee for the landfill pass to $20 for a 7 day pass. The motion passed. The plow was "
        "painted. The roof was mended. Fenn asked about the weekly market.",
    )
    said = row_of("The fee for a weekly landfill pass was pushed up to $20.", "", chunk).say
    assert "raise the fee for the landfill pass to $20" in said
    assert "market" not in said


def test_words_of_two_places_are_not_joined_and_the_foot_of_a_page_is_not_quoted() -> None:
    far = "The chair thanked the clerk for the coffee. " * 60
    apart = a_chunk(1, f"Dana Crane runs a gravel pit on Mill Road. {far}Cole Osgood sold the tractor to Webb.")
    row = row_of("Dana Crane got rid of Cole Osgood on Mill Road with Webb.", "", apart)
    assert not ("gravel pit" in row.say and "tractor" in row.say)
    motion = "Smith made a motion to buy the plow for $9,000.\n\nPage 5 of 7\n\nWebb seconded. Motion passed."
    said = row_of(
        "Smith wanted the plow for $9,000 bought.", "made a motion to buy the plow for $9,000", a_chunk(1, motion)
    )
    assert "Page 5" not in said.say


def test_a_bare_title_is_named_with_its_town() -> None:
    paper = a_chunk(1, "A slip fee is $12 for one season.", doc_type="guidance", title="Slips and Fees", board="")
    said = row_of("Owners owe $12 a season for slips.", "A slip fee is $12 for one season.", paper).say
    assert " of Alder Falls reads: “A slip fee is $12" in said
    assert after(said, paper).rows[0].verdict == "verified"


def test_who_says_that_it_is_a_bill_says_no_law() -> None:
    said = "HB 415, a bill as introduced, says budgets shall be published in full line item detail"
    row = audited(f"{said}.", "", BILL).rows[0]
    assert row.verdict != "contradicted"
    assert "introduced" not in " ".join(row.against)
    told_as_law = audited("Budgets must be published in full line item detail.", "", BILL).rows[0]
    assert told_as_law.verdict == "contradicted"
