"""Sentences of careful writers that an audit once refused: sums of the sentences before, rules left free, limits far
from their "No", what is said of the records. Each has its false twin. Town, people and sections are invented."""

from __future__ import annotations

import pytest

from pipeline.check.audit import audit
from pipeline.check.claims import GivenClaim
from pipeline.check.read.evidence import Support
from pipeline.types import Answer, AuditReport

from audit_fakes import a_brief, a_chunk  # isort: skip

TAXES = a_chunk(
    1,
    "The board received a change tax for Lot 12 in the amount of $12,000. The board received a change tax for Lot 14 "
    "in the amount of $11,500. Webb made a motion to approve both.",
)
SIGNS = a_chunk(
    2,
    "No part of a freestanding sign of any kind shall be erected or maintained within three feet of the line of a "
    "street, lane or public way, or within seven feet of a side lot line.",
)
TRAIL = a_chunk(3, "A consultant has been selected to study the mill trail. The board was glad to hear it.")
POLES = a_chunk(
    11,
    "Nothing in this section shall prohibit an owner from contracting with the operator for further work. If, while an "
    "appeal is pending, later taxes are assessed using an assessment value later found to be wrong by the board of "
    "appeals, the assessors shall abate such taxes.",
    "state", section="RSA 53:898", heading="53:898", title="RSA 53:898", source="rsa/53.jsonl",
)  # fmt: skip


def report(*given: tuple[str, str, str]) -> AuditReport:
    """The audit of sentences, each with its source and the words it rests on ("" for none)."""
    claims = [GivenClaim(text=text, support=(Support(source=s, quote=q),)) for text, s, q in given if q]
    brief = a_brief((TAXES, SIGNS, TRAIL), (POLES,), question="What was taxed, and how much together?")
    text = " ".join(text for text, _, _ in given)
    return audit(Answer(answer_markdown=text, used_statewide="[S" in text, writer="host"), brief, claims=claims)


FIRST = ("The change tax for Lot 12 was $12,000 [L1].", "L1", "a change tax for Lot 12 in the amount of $12,000")
SECOND = ("The change tax for Lot 14 was $11,500 [L1].", "L1", "a change tax for Lot 14 in the amount of $11,500")


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("Together they come to $23,500.", "verified"),
        ("Added together they come to $23,500.", "verified"),
        ("That is $500 less.", "verified"),
        ("Together they come to $24,500.", "uncited"),
        ("That is $500 more.", "uncited"),
        ("That is $600 less.", "uncited"),
        ("The tax for Lot 12 was $500 less.", "uncited"),
        ("Together the heirs of Marsh paid $23,500.", "uncited"),
    ],
)
def test_what_only_works_out_a_sum_rests_on_the_sentences_before(said: str, verdict: str) -> None:
    found = report(FIRST, SECOND, (said, "", ""))
    assert found.rows[-1].verdict == verdict
    assert found.passed is (verdict == "verified")


@pytest.mark.parametrize(
    ("said", "label", "quote", "contradicted"),
    [
        ("No part of a sign shall be erected within seven feet of a side lot line [L2].", "L2", SIGNS.text, False),
        ("A sign may be erected within seven feet of a side lot line [L2].", "L2", SIGNS.text, True),
        ("An owner may contract with the operator for further work [S1].", "S1", POLES.text[:100], False),
        ("An owner may not contract with the operator for further work [S1].", "S1", POLES.text[:100], True),
        (
            "If later taxes are assessed while an appeal is pending using a value later found wrong, the assessors "
            "shall abate such taxes [S1].",
            "S1",
            POLES.text[POLES.text.index("If, while") :],
            False,
        ),
    ],
)
def test_a_rule_said_in_other_words_is_not_refused(said: str, label: str, quote: str, contradicted: bool) -> None:
    assert (report((said, label, quote)).rows[0].verdict == "contradicted") is contradicted


@pytest.mark.parametrize(
    ("said", "passed"),
    [
        ("The records do not agree on the year.", True),
        ("Of Alder Falls the vault holds only minutes.", True),
        ("The wording leaves open whether both lots are meant.", True),
        ("The records show that the year was 2031.", False),
    ],
)
def test_what_is_said_of_the_records_themselves_needs_no_citation(said: str, passed: bool) -> None:
    assert report(FIRST, (said, "", "")).passed is passed


@pytest.mark.parametrize(("said", "verdict"), [("approved 3-0", "verified"), ("approved 2-1", "contradicted")])
def test_that_minutes_are_a_draft_denies_no_act(said: str, verdict: str) -> None:
    draft = a_chunk(1, "Webb moved to approve the new gate. Roe seconded. Motion passed 3-0.", status="draft")
    text = f"The draft minutes, not approved, record that Webb moved to approve the new gate, which was {said} [L1]."
    claim = GivenClaim(text=text, support=(Support(source="L1", quote=draft.text),))
    brief = a_brief((draft,), question="What became of the gate?")
    rows = audit(Answer(answer_markdown=text, used_statewide=False, writer="host"), brief, claims=[claim]).rows
    assert (rows[0].verdict == "contradicted") is (verdict == "contradicted")


def test_who_was_against_stands_in_the_tally() -> None:
    held = a_chunk(
        1, "Webb made a motion to join the Harbor League ($250), seconded by Roe. 5 in favor, 1 (Ames) against."
    )
    brief = a_brief((held,), question="Who was against it?")

    def told(name: str) -> str:
        text = f"It passed with 5 in favor and 1 against, and the one against was {name} [L1]."
        claim = GivenClaim(text=text, support=(Support(source="L1", quote="5 in favor, 1 (Ames) against."),))
        answer = Answer(answer_markdown=text, used_statewide=False, writer="host")
        return audit(answer, brief, claims=[claim]).rows[0].verdict

    assert told("Ames") == "verified"
    assert told("Roe") != "verified"


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("His permit would be valid for a maximum of six years.", "kept"),
        ("By the law as held here, an old text, a permit shall be valid for a maximum of six years.", "verified"),
        ("By the law as held here, an old text, a permit shall be valid for a maximum of nine years.", "contradicted"),
    ],
)
def test_a_permit_is_a_thing_and_that_a_text_is_old_is_told_of_its_source(said: str, verdict: str) -> None:
    law = a_chunk(1, "A permit shall be valid for a maximum of six (6) years.", "state", status="stale")
    claim = GivenClaim(text=f"{said} [S1]", support=(Support(source="S1", quote=law.text),))
    brief = a_brief((), (law,), question="How long is a permit good?")
    answer = Answer(answer_markdown=f"{said[:-1]} [S1].", used_statewide=True, writer="host")
    found = audit(answer, brief, claims=[claim]).rows[0].verdict
    assert found != "contradicted" if verdict == "kept" else found == verdict


def test_a_day_of_which_nothing_is_held_stands_in_no_source() -> None:
    held = a_chunk(1, "Roll call: Webb, Roe and Bruce Ames (Alternate).", date="2031-10-21")
    untold = "Bruce Ames is an alternate [L1], and who was elected in March 2032 is not in the records held"

    def wrong(text: str) -> bool:
        findings = audit(
            Answer(answer_markdown=text, used_statewide=False, writer="host"),
            a_brief((held,), question="Who has the seat?"),
            claims=[GivenClaim(text=text, support=(Support(source="L1", quote="Bruce Ames (Alternate)"),))],
        ).findings
        return any(one.rule == "figures_in_source" for one in findings)

    assert not wrong(f"{untold}.")
    assert not wrong(f"{untold}, where the board's minutes end in October 2031.")
    assert wrong(f"{untold}, where the board took $900 in bribes.")


@pytest.mark.parametrize(("other", "severity"), [("Line | 2030 budget | 2031 budget", "warning"), ("Line", "error")])
def test_a_year_that_a_passage_has_lost_with_its_heads_stands_in_another_of_its_document(
    other: str, severity: str
) -> None:
    row = a_chunk(1, "Boats $226,505 $254,055", doc_id="warrant", date="2031-02-11")
    heads = a_chunk(2, other, doc_id="warrant", date="2031-02-11")
    text = "Boats had $226,505 in 2030 [L1]."
    brief = a_brief((row, heads), question="What is asked for boats?")
    findings = audit(Answer(answer_markdown=text, used_statewide=False, writer="host"), brief).findings
    assert [one.severity for one in findings if one.rule == "figures_in_source"] == [severity]
