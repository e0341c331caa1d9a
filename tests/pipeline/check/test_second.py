"""A second reader takes away and gives nothing."""

from __future__ import annotations

from audit_fakes import a_brief, a_chunk, an_answer

from pipeline.check.audit import audit
from pipeline.check.second import second_read
from pipeline.types import AuditReport

PAGE = "The Board approved the footbridge permit. Osgood asked for a map of the brook. Tarr left at 8:00 PM."


class Scripted:
    """Doubts every claim that holds one of its words, and remembers what it was asked."""

    name = "scripted"

    def __init__(self, *words: str) -> None:
        self.words = words
        self.asked: list[tuple[str, str]] = []

    def doubts(self, claim: str, words: str) -> bool:
        self.asked.append((claim, words))
        return any(word in claim for word in self.words)


def report_of(text: str) -> AuditReport:
    return audit(an_answer(text), a_brief((a_chunk(1, PAGE),)))


MIXED = "The Board approved the footbridge permit [L1]. Osgood asked for a picture of the brook [L1]."


def test_without_a_reader_the_report_is_the_same_value() -> None:
    report = report_of(MIXED)
    assert second_read(report, lambda: None) is report
    assert report.second_reader == ""


def test_a_doubted_claim_is_consistent_and_says_so() -> None:
    before = report_of(MIXED)
    assert [row.verdict for row in before.rows] == ["verified", "consistent"]
    after = second_read(before, lambda: Scripted("footbridge"))
    assert [row.verdict for row in after.rows] == ["consistent", "consistent"]
    assert after.rows[0].residue == ("(a second reader doubts it)",)
    told = [one for one in after.findings if one.rule == "second_reader"]
    assert [(one.severity, one.place) for one in told] == [("warning", before.rows[0].sentence)]
    assert "approved the footbridge permit" in told[0].repair


def test_a_doubt_fails_no_answer_and_the_reader_is_named() -> None:
    before = report_of(MIXED)
    after = second_read(before, lambda: Scripted("footbridge"))
    assert before.passed
    assert after.passed
    assert after.second_reader == "scripted"


def test_a_reader_without_doubts_raises_no_verdict() -> None:
    before = report_of("Osgood asked for a picture of the brook [L1]. The Board denied the footbridge permit [L1].")
    reader = Scripted()
    after = second_read(before, lambda: reader)
    assert after.rows == before.rows
    assert after.findings == before.findings
    assert reader.asked == []  # nothing was verified, so nothing is read


def test_the_reader_is_given_the_words_of_the_record() -> None:
    reader = Scripted()
    second_read(report_of(MIXED), lambda: reader)
    assert reader.asked == [("The Board approved the footbridge permit.", "The Board approved the footbridge permit")]


def test_extracts_are_not_read_for_they_are_the_record() -> None:
    reader = Scripted("footbridge")
    report = report_of(MIXED)
    assert second_read(report, lambda: reader, "extract") is report
    assert reader.asked == []
