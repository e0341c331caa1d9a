"""Clauses that only tell whom to ask are no claims; whatever says more is one. Town and people are invented."""

from __future__ import annotations

import pytest
from audit_fakes import a_brief, a_chunk, an_answer

from pipeline.check.audit import audit
from pipeline.check.read.advice import is_advice, without_advice
from pipeline.types import AuditReport

PAGE = a_chunk(1, "The Planning Board closed the hearing on the mulch yard and set the next meeting for June 3.")


def audited(text: str) -> AuditReport:
    return audit(an_answer(text).changed(writer="host"), a_brief((PAGE,)))


@pytest.mark.parametrize(
    "text",
    [
        "The Town Clerk or your own receipt would be the place to ask.",
        "The town clerk would know.",
        "The town administrator, the select board or the clerk of the superior court would know.",
        "For the count, ask the town clerk for the results.",
        "Ask Otter Cove's town office for its rules and the permit of that pit, and read RSA 31:896 itself.",
        "For both, Otter Cove's own town office would know.",
        "The Public Works Director would know of anything later.",
        "The clerk's election results would have the answer.",
        "The Town Clerk, who signed that list, or the assessor would have to show it.",
    ],
)
def test_whom_to_ask_is_advice(text: str) -> None:
    assert is_advice(text)


@pytest.mark.parametrize(
    "text",
    [
        "Ask the board why it took bribes.",
        "The board that took bribes would know.",
        "Otter Cove's board that took bribes would know.",
        "Ask the clerk for the 12 letters that the board burnt.",
        "The board voted, and the town would have it.",
        "The chairman would have the deciding vote.",
        "The clerk would know that 12 abutters objected.",
    ],
)
def test_what_takes_something_for_granted_is_none(text: str) -> None:
    assert not is_advice(text)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("The vote is not shown, and the town clerk would know.", "The vote is not shown."),
        ("The copy held is cut, so ask the city which rule it applies today.", "The copy held is cut."),
        (
            "Who won is not shown; the clerk or the board would know, and RSA 31:896 is not held.",
            "Who won is not shown, and RSA 31:896 is not held.",
        ),
        ("The day is not shown, so confirm it with the clerk.", "The day is not shown."),
        ("The hearing was closed; ask the board why it took bribes.", ""),
        ("The hearing was closed, and the board that took bribes would know.", ""),
    ],
)
def test_a_clause_of_advice_is_left_out_and_no_other(text: str, left: str) -> None:
    assert without_advice(text) == (left or text)


@pytest.mark.parametrize(
    "text",
    [
        "The board closed the hearing on the mulch yard [L1]. The Town Clerk would be the place to ask for more.",
        "The board closed the hearing on the mulch yard [L1], and the Town Clerk would know.",
        "The board closed the hearing on the mulch yard [L1]. The page is read from a scan.",
        "The board closed the hearing on the mulch yard [L1]. Only that page was found, so I cannot say who spoke.",
    ],
)
def test_an_answer_that_tells_whom_to_ask_passes(text: str) -> None:
    report = audited(text)
    assert report.passed, report.findings


def test_a_name_in_a_claim_before_the_advice_is_still_looked_for() -> None:
    report = audited("Marsh closed the hearing on the mulch yard [L1], and the Town Clerk would know.")
    assert any(one.rule == "names_in_source" for one in report.findings) or not report.passed


def test_a_claim_of_a_deed_beside_it_still_needs_its_source() -> None:
    report = audited("The board took bribes on June 3; the Town Clerk would know.")
    assert not report.passed
