"""An audit is short when all is well, and tells every contradiction."""

from __future__ import annotations

from audit_fakes import a_brief, a_chunk

from mcp_server.results.audits import audit_view, source_lines
from mcp_server.results.build import build
from mcp_server.results.shapes import AuditView, Detail
from pipeline.types import AuditReport, EvidenceRow, Finding, Verdict

LONG = "The board voted to rebuild the footbridge over the brook at the lower end of Camp Road before the snow came in."


def a_row(verdict: Verdict, **fields: object) -> EvidenceRow:
    return EvidenceRow.model_validate({"sentence": LONG, "verdict": verdict, "support": LONG, "link": "a.pdf"} | fields)


def viewed(*rows: EvidenceRow, findings: tuple[Finding, ...] = (), detail: Detail = "concise") -> AuditView:
    report = AuditReport(passed=True, findings=findings, rows=rows)
    return audit_view(report, detail=detail, offset=0, limit=0, next_step="Show the text.")


def test_verified_sentences_are_counted_and_not_repeated() -> None:
    view = viewed(*[a_row("verified")] * 9)
    assert (view.rows, view.total_rows, view.verdicts.verified, view.next_cursor) == ((), 9, 9, "")
    assert len(str(build(view).content[0])) < 300
    assert len(viewed(a_row("verified"), detail="detailed").rows) == 1


def test_a_contradicted_sentence_comes_with_the_words_of_the_record() -> None:
    (row,) = viewed(a_row("contradicted", against=("The board voted to remove it.",))).rows
    assert (row.sentence, row.support, row.against) == (LONG, LONG, ("The board voted to remove it.",))


def test_a_ready_sentence_stands_in_the_place_of_the_words_it_quotes() -> None:
    (row,) = viewed(a_row("consistent", residue=("Camp",), say="The minutes record: “The board voted” [L1].")).rows
    assert (row.support, row.say) == ("", "The minutes record: “The board voted” [L1].")
    assert len(row.sentence) < len(LONG)


def test_a_contradiction_is_told_once_in_its_row_and_as_a_finding_only_beyond_the_page() -> None:
    rows = [
        a_row("contradicted", sentence=f"The board voted on article {n}.", against=("it did not",)) for n in range(9)
    ]
    found = tuple(
        Finding(rule="claim_contradicted", severity="error", message="it did not", place=f"{row.sentence} [L1]")
        for row in rows
    )
    view = viewed(*rows, findings=found)
    assert [one.place for one in view.findings] == ["The board voted on article 8. [L1]"]
    assert len(view.rows) == 8


def test_warnings_on_form_are_one_line_and_what_a_row_tells_is_told_once() -> None:
    missing = Finding(rule="heading_missing", severity="warning", message="heading missing: Facts")
    unbound = Finding(rule="claim_unbound", severity="warning", message="not bound: who: Osgood", place=LONG)
    view = viewed(a_row("consistent", residue=("who: Osgood",)), findings=(missing, missing, unbound))
    assert (view.findings, view.form, view.rows[0].residue) == ((), "heading_missing 2", ("who: Osgood",))
    assert len(viewed(findings=(missing, missing, unbound), detail="detailed").findings) == 3


def test_content_comes_before_form_and_further_findings_are_a_call_away() -> None:
    form = [Finding(rule="heading_missing", severity="error", message="heading missing")] * 3
    content = [Finding(rule="number_unbacked", severity="error", message=f"no {place}") for place in range(8)]
    view = viewed(findings=(*form, *content))
    assert [one.rule for one in view.findings] == ["number_unbacked"] * 6
    report = AuditReport(passed=False, findings=(*form, *content))
    rest = audit_view(report, detail="concise", offset=0, limit=0, next_step="", findings_from=6)
    assert view.next_findings == "findings.6"
    assert [one.rule for one in rest.findings] == ["number_unbacked"] * 2 + ["heading_missing"] * 3


def test_a_sentence_that_only_is_not_verified_names_what_is_left_and_what_would_be_verified() -> None:
    assert viewed(a_row("consistent", page=3)).rows == ()
    said = "The minutes record: “x” [L1]."
    (row,) = viewed(a_row("consistent", page=3, residue=("rebuild", "snow"), say=said)).rows
    assert (row.residue, row.say, row.support, row.page) == (("rebuild", "snow"), said, "", None)
    assert len(row.sentence) < len(LONG)


def test_what_is_left_over_of_a_figure_comes_with_its_ready_sentence() -> None:
    (row,) = viewed(a_row("consistent", residue=("$520",), say="The minutes record: “$250” [L1].")).rows
    assert row.say == "The minutes record: “$250” [L1]."


def test_that_words_stand_in_separate_places_is_told_with_the_sentence_that_quotes_each() -> None:
    (row,) = viewed(
        a_row("consistent", residue=("(put together from separate places)",), say="It reads: “x” [L1].")
    ).rows
    assert (row.say, row.residue) == ("It reads: “x” [L1].", ("(put together from separate places)",))


def test_a_reader_is_told_title_day_and_page_of_each_source_cited() -> None:
    chunks = (
        a_chunk(1, "The wharf was mended.", title="Select Board minutes", date="2031-05-06", status="draft"),
        a_chunk(2, "Nobody came.", title="Road report 2031", date="2031-06-03"),
        a_chunk(1, "The pier too.", title="Select Board minutes", date="2031-05-06", status="draft"),
    )
    sources = a_brief(chunks).retrieval.merged
    rows = (
        EvidenceRow(sentence="It was mended.", citations=("L1",), page=4, verdict="verified"),
        EvidenceRow(sentence="It was mended twice.", citations=("L3",), page=2, verdict="consistent"),
    )
    report = AuditReport(passed=True, rows=rows)
    assert source_lines(report, sources) == ("[L1] [L3] Select Board minutes, May 6, 2031, pp. 2, 4 (draft)",)
