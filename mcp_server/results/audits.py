"""An audit as a result: its counts, its findings, and of its evidence table what still has to be looked at.

Pure functions. A concise view is short when all is well: what was verified is counted, faults of form are one line. It
never judges, and never leaves out a contradiction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from mcp_server.results.shapes import AuditView, Detail, FindingView, RowView, VerdictCounts
from pipeline.answer.markdown import without_citations
from pipeline.check.audit import FORM_RULES
from pipeline.types import AuditReport, Evidence, EvidenceRow, Finding
from vault.facts.dates import spoken_date
from vault.text.patterns import lazy_regex

__all__ = ["audit_view", "finding_views", "source_lines", "to_mend"]

_ROWS: dict[Detail, int] = {"concise": 8, "detailed": 40}
_FINDINGS: dict[Detail, int] = {"concise": 6, "detailed": 60}
_SHORT = 300
_SENTENCE_CHARS = 90
"""Of a sentence so much is repeated: its writer knows the rest."""
_SUPPORT_CHARS = 160
"""Of the words that a sentence rests on and is not against; who gave them as a claim knows them."""
_POINTED = lazy_regex(r"\d|\b[A-Z]|\(left out")  # "$755,000", "who: Osgood", "(left out: unless)"; not "proposal"


def to_mend(row: EvidenceRow) -> bool:
    """Whether a writer has something to do about a sentence: nothing binds it, the record speaks against it, or what is
    left over of it is a figure, a name, a day or a condition."""
    return row.verdict not in ("verified", "consistent") or bool(row.against) or any(map(_POINTED.search, row.residue))


def _short(text: str, detail: Detail, room: int = _SHORT) -> str:
    return text if detail == "detailed" or len(text) <= room else f"{text[: room - 1]}…"


def finding_views(findings: Iterable[Finding], detail: Detail, offset: int = 0) -> tuple[FindingView, ...]:
    """Findings from `offset` on, content before form and errors first, as many as the detail allows."""
    order = {"error": 0, "warning": 1, "note": 2}
    ordered = sorted(findings, key=lambda found: (order[found.severity], found.rule in FORM_RULES))
    return tuple(
        FindingView(
            rule=found.rule,
            severity=found.severity,
            message=_short(found.message, detail),
            place=_short(found.place, detail, _SENTENCE_CHARS),
            repair=_short(found.repair, detail),
        )
        for found in ordered[offset : offset + _FINDINGS[detail]]
    )


def _row(row: EvidenceRow, detail: Detail) -> RowView:
    """A row of the table; a concise one repeats the words it rests on only where they are to be compared and no ready
    sentence quotes them, and of a sentence with nothing to mend only names what stands in no source, with the sentence
    that would be verified in its place."""
    full, mend = detail == "detailed", to_mend(row)
    if not (full or mend):
        sentence = _short(row.sentence, detail, _SENTENCE_CHARS)
        return RowView(sentence=sentence, verdict=row.verdict, residue=row.residue, say=row.say)
    quoted = not full and (bool(row.say) or not (row.residue or row.against or row.verdict == "contradicted"))
    return RowView.like(
        row,
        sentence=_short(row.sentence, detail, _SENTENCE_CHARS if quoted or row.verdict == "uncited" else _SHORT),
        support="" if quoted else _short(row.support, detail, _SHORT if row.against else _SUPPORT_CHARS),
        link=row.link if full else "",
        against=tuple(_short(words, detail) for words in row.against),
    )


def _in_rows(found: Finding, rows: Sequence[EvidenceRow]) -> bool:
    """Whether the table tells the finding already: as residue, or as what is said against a row of this page."""
    place = without_citations(found.place)
    return found.rule == "claim_unbound" or (
        found.rule == "claim_contradicted" and any(row.against and row.sentence == place for row in rows)
    )


def _form(findings: Sequence[Finding]) -> str:
    """The warnings on form in one line, "" without any."""
    counted = Counter(one.rule for one in findings)
    return ", ".join(f"{rule} {count}" if count > 1 else rule for rule, count in counted.items())


def audit_view(
    report: AuditReport,
    *,
    detail: Detail,
    offset: int,
    limit: int,
    next_step: str,
    findings_from: int = 0,
    sources: Sequence[Evidence] = (),
) -> AuditView:
    """One page of findings and one page of the evidence table; `limit` 0 means the usual number. `sources` is what may
    be cited."""
    full = detail == "detailed"
    mere_form = [one for one in report.findings if one.rule in FORM_RULES and one.severity != "error"]
    listed = [row for row in report.rows if full or row.residue or to_mend(row)]
    rows = listed[offset : offset + (limit or _ROWS[detail])]
    told = [one for one in report.findings if full or not (one in mere_form or _in_rows(one, rows))]
    shown = () if offset else finding_views(told, detail, findings_from)
    last = findings_from + len(shown)
    page = [_row(row, detail) for row in rows]
    end = offset + len(page)
    return AuditView(
        passed=report.passed,
        errors=sum(found.severity == "error" for found in report.findings),
        warnings=sum(found.severity == "warning" for found in report.findings),
        verdicts=VerdictCounts(**report.verdicts),
        findings=shown,
        next_findings=f"findings.{last}" if shown and last < len(told) else "",
        form="" if full else _form(mere_form),
        second_reader=report.second_reader,
        rows=tuple(page),
        total_rows=len(report.rows),
        next_cursor=f"rows.{end}" if end < len(listed) else "",
        sources=() if offset or findings_from else source_lines(report, sources),
        next_step=next_step,
    )


def source_lines(report: AuditReport, sources: Sequence[Evidence]) -> tuple[str, ...]:
    """A line for each document or section that a row cites, in label order: what a reader looks up, with its labels and
    the pages that the rows rest on."""
    cited = {label for row in report.rows for label in row.citations}
    pages = {(row.citations[0], row.page) for row in report.rows if len(row.citations) == 1 and row.page}
    named: dict[tuple[str, str], list[Evidence]] = {}
    for item in sources:
        if item.label in cited:
            named.setdefault((item.chunk.doc_id, item.chunk.section), []).append(item)
    return tuple(
        _source_line(items, sorted({page for label, page in pages if any(label == one.label for one in items)}))
        for items in named.values()
    )


def _source_line(items: Sequence[Evidence], pages: Sequence[int]) -> str:
    chunk, labels = items[0].chunk, " ".join(f"[{one.label}]" for one in items)
    named = f"{chunk.section}, {chunk.title}" if chunk.section else chunk.title
    day = spoken_date(chunk.date) if chunk.date and not chunk.section and chunk.date[:4] not in chunk.title else ""
    on = f"{'p.' if len(pages) == 1 else 'pp.'} {', '.join(map(str, pages))}" if pages and not chunk.section else ""
    status = f" ({chunk.status})" if chunk.status not in ("unknown", "current", "approved") else ""
    return f"{labels} {', '.join(filter(None, (named, day, on)))}{status}"
