"""What assistants write around quotations: pages, words that end many motions, what one document does not name."""

from __future__ import annotations

import pytest
from audit_fakes import a_brief, a_chunk

from pipeline.check.audit import audit
from pipeline.check.claims import GivenClaim, Support
from pipeline.types import Answer, AuditReport

MINUTES = a_chunk(
    1,
    "The Budget Committee met.\n\nA Motion by Roe to recommend the Grader budget of $57,000. Dow seconded. A unanimous "
    "vote was taken. Motion passed 10-0.\n\nThe room was warm. A window was opened. The clerk spoke of the weather.\n\n"
    "A Motion by Fenn to recommend the Technology budget of $20,000. Parker seconded. A unanimous vote was taken. "
    "Motion passed 10-0.",
    page_start=4,
    page_end=4,
)
BILL = a_chunk(2, "The governing body may regulate the use of frozen ponds.", "state", doc_type="bill", title="HB 534")
LAW = a_chunk(3, "Recreation means hunting, fishing and ice fishing.", "state", title="RSA 900:3", section="RSA 900:3")


def _audited(text: str, *quotes: str) -> AuditReport:
    support = tuple(Support(source="L1", quote=quote) for quote in quotes)
    claims = (GivenClaim(text=text, support=support),) if support else ()
    answer = Answer(answer_markdown=text, writer="host", used_statewide="[S" in text)
    return audit(answer, a_brief((MINUTES,), (BILL, LAW)), claims=claims)


@pytest.mark.parametrize("page", ["(p. 4)", "(page 4)", "on page 4"])
def test_the_page_that_the_words_stand_on_is_no_figure_of_theirs(page: str) -> None:
    row = _audited(
        f"Roe moved the Grader budget of $57,000 {page} [L1].",
        "A Motion by Roe to recommend the Grader budget of $57,000.",
    ).rows[0]
    assert row.residue == ()


def test_another_page_is_left_over() -> None:
    report = _audited(
        "Roe moved the Grader budget of $57,000 (p. 7) [L1].",
        "A Motion by Roe to recommend the Grader budget of $57,000.",
    )
    assert report.rows[0].residue == ("7",)


def test_words_that_end_many_motions_are_those_behind_the_words_named_before() -> None:
    text = "Fenn moved the Technology budget of $20,000, and it passed unanimously, 10-0 [L1]."
    row = _audited(
        text, "A Motion by Fenn to recommend the Technology budget of $20,000. Parker seconded.", "Motion passed 10-0"
    ).rows[0]
    assert "Grader" not in row.say + row.support
    assert "(put together from separate places)" not in row.residue


def test_what_one_document_does_not_name_another_may() -> None:
    rows = _audited(
        "The bill lets a governing body regulate frozen ponds [S1]. The bill does not name ice fishing."
    ).rows
    assert rows[1].verdict == "verified"
    rows = _audited("Recreation means hunting and fishing [S2]. The section does not name ice fishing.").rows
    assert rows[1].verdict == "contradicted"


def test_a_year_is_no_answer_to_how_much() -> None:
    form = a_chunk(1, "Form 12, Dock Registration Form, August 2031.", title="Forms")
    text = "How much a dock adds is not shown."
    report = audit(Answer(answer_markdown=text, writer="host"), a_brief((form,)))
    assert report.rows[0].verdict == "consistent"


def test_a_law_whose_text_is_not_held_may_be_said_to_be_named_by_the_minutes() -> None:
    text = "Fenn moved it [L1]. The text of RSA 669:19, which the minutes name, is not held in the vault."
    assert not [one for one in _audited(text).findings if one.severity == "error"]
