"""The audit never raises and always gives one row per sentence, whatever an answer and its sources hold."""

from __future__ import annotations

from audit_fakes import a_brief, a_chunk, an_answer
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pipeline.check.audit import FORM_RULES, audit

PIECES = st.sampled_from(
    [
        "## Bottom line", "## What happened", "- ", "The board voted 3-0", " [L1]", "[S1][USER]", "[L99]", ". ", "\n",
        "RSA 91-A:3, II(c)", "“a quoted run”", "“", '"', " unless ", " not ", "$1,250.00", "Osgood moved", "%",
        "next steps", "\u2028", "\x00", "\ud800", "é", "1/0/0000", "99:99 p.m.", "0-0", "https://x.example", "…",
        "<img src=x>",
    ]
)  # fmt: skip
MESSES = st.lists(PIECES, max_size=40).map("".join)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(MESSES, MESSES, st.booleans())
@example(answer=" [L1]……1/0/0000", source="## Bottom line", ocr=False)
def test_the_audit_never_raises(answer: str, source: str, ocr: bool) -> None:
    brief = a_brief(
        (a_chunk(1, source, ocr=ocr),), (a_chunk(2, source[::-1], "state"),), form="analysis", pasted=source
    )
    report = audit(an_answer(answer), brief)
    wrong = [one for one in report.findings if one.severity == "error" and one.rule not in FORM_RULES]
    assert not (report.passed and wrong)


@settings(max_examples=60, deadline=None)
@given(MESSES)
def test_the_same_answer_gets_the_same_report(answer: str) -> None:
    brief = a_brief((a_chunk(1, "The board voted 3-0."),))
    assert audit(an_answer(answer), brief) == audit(an_answer(answer), brief)
