"""A second reader of what was verified: it may only doubt, never confirm.

Holds how a reader's doubt changes a report: *verified* becomes *consistent*, with the doubt as residue. It refuses to
raise a verdict, to contradict, or to fail an answer.
"""

from __future__ import annotations

from collections.abc import Callable

from pipeline.ports import SecondReader
from pipeline.types import AuditReport, EvidenceRow, Finding, Writer

__all__ = ["second_read"]

_DOUBTED = "(a second reader doubts it)"


def second_read(report: AuditReport, opened: Callable[[], SecondReader | None], writer: Writer = "host") -> AuditReport:
    """The report as it is without a reader; else named after it, each verified row it doubts set back to consistent.

    Extracts are not read: they are the record's own words. Raises what opening or asking the reader raises.
    """
    reader = None if writer == "extract" else opened()
    if reader is None:
        return report
    rows = tuple(_read(row, reader) for row in report.rows)
    doubted = tuple(row for row, before in zip(rows, report.rows, strict=True) if row != before)
    findings = tuple(
        Finding(
            rule="second_reader",
            severity="warning",
            message=f"not bound: {_DOUBTED}",
            place=row.sentence,
            repair=f"Read it against: “{row.support}”",
        )
        for row in doubted
    )
    return report.changed(rows=rows, findings=(*report.findings, *findings), second_reader=reader.name)


def _read(row: EvidenceRow, reader: SecondReader) -> EvidenceRow:
    if row.verdict != "verified" or not row.support or not reader.doubts(row.sentence, row.support):
        return row
    return row.changed(verdict="consistent", residue=(*row.residue, _DOUBTED))
