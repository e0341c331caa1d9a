"""The audit of an answer against its brief: format, citations, facts, law, conduct; findings and an evidence table.

Holds the entry and the order of preference between two audited answers (decision 24). It refuses to change an answer:
repair and truncation are other people's work.
"""

from __future__ import annotations

from itertools import chain

from pipeline.answer.format_rules import context_of, validate_answer_format
from pipeline.answer.markdown import count_words
from pipeline.check.case import AuditCase, case_of
from pipeline.check.citations import needs_citation
from pipeline.check.rules import RULES
from pipeline.check.table import rows_of
from pipeline.types import Answer, AuditReport, Brief, EvidenceRow, Finding

__all__ = ["audit", "preference", "should_repair"]

_WORTH = {"quoted": 1.0, "supported": 1.0, "weak": 0.4, "unread": 0.4, "uncited": 0.0}
"""What a cited sentence is worth in the score; a sentence that needs no citation is not counted."""
_ERROR_COST, _WARNING_COST = 10.0, 2.0
"""An error costs five warnings; only the order of scores matters, and only between reports with as many errors."""


def audit(answer: Answer, brief: Brief, *, foreign: tuple[str, ...] = ()) -> AuditReport:
    """The report on an answer: findings of all rules in rule order, one evidence row per sentence, word count.

    `foreign` are names of other matters (other situations, foreign clusters; decision 12). `passed` is true when no
    finding is an error. Never raises, whatever the answer holds. S2 §3, S3 audit, decision 24.
    """
    case = case_of(answer, brief, foreign)
    keeping = validate_answer_format(answer.answer_markdown, brief.format, context_of(brief, answer))
    found = (*keeping, *chain.from_iterable(rule.check(case) for rule in RULES))
    findings = tuple(dict.fromkeys(found))
    rows = rows_of(case)
    return AuditReport(
        passed=not any(one.severity == "error" for one in findings),
        findings=findings,
        rows=rows,
        word_count=count_words(answer.answer_markdown, brief.format.headings),
        complete=not any(one.rule in ("heading_missing", "empty", "sentence_minimum") for one in findings),
        score=_score(case, rows, findings),
    )


def _score(case: AuditCase, rows: tuple[EvidenceRow, ...], findings: tuple[Finding, ...]) -> float:
    counted = [row for row, one in zip(rows, case.claims, strict=True) if row.citations or needs_citation(one)]
    held = sum(_WORTH[row.verdict] for row in counted) / len(counted) if counted else 0.0
    costs = {"error": _ERROR_COST, "warning": _WARNING_COST, "note": 0.0}
    return round(100.0 * held - sum(costs[one.severity] for one in findings), 2)


def preference(report: AuditReport) -> tuple[bool, int, float]:
    """Sort key, greater is better: complete before incomplete, then fewest errors, then score (decision 24)."""
    errors = sum(1 for one in report.findings if one.severity == "error")
    return report.complete, -errors, report.score


def should_repair(report: AuditReport) -> bool:
    """True when an error was found: every must-pass check of S2 is one (S2 §3, decision 24)."""
    return not report.passed
