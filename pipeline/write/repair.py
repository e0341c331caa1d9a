"""Repair, once: the findings go back to the model, the better of two answers is kept, then cutting, then less.

The order is decision 24: one rewrite, the better of both (complete before incomplete, fewest errors, score), then
truncation that never cuts a citation, then verbatim extracts, then the minimal answer. Whatever is chosen is audited.
It refuses to ask twice and to show an answer that was not audited.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from pipeline.answer.brief import neutralised, render_brief
from pipeline.answer.truncate import truncate
from pipeline.check.audit import preference, should_repair
from pipeline.ports import Model, ModelRequest
from pipeline.settings import Settings
from pipeline.types import Answer, AuditReport, Brief, Finding
from pipeline.write.extract.compose import extract
from pipeline.write.minimal import minimal_answer, pruned
from pipeline.write.model import ENVELOPE_SCHEMA, answer_from_reply, system_prompt
from prompts import load_prompt
from vault.errors import ModelError

__all__ = ["AnswerSource", "Graded", "RepairedAnswer", "better", "repair", "repair_request", "settle"]

Audit = Callable[[Answer, Brief], AuditReport]
"""The audit as a function: what is checked is not repair's business."""
AnswerSource = Literal["draft", "repair", "truncated", "minimal", "extract"]
_ROUNDS = 3
"""Rounds of cutting, or of writing again: a fixed point in practice."""
_FINDINGS_SHOWN = 20
"""More findings than this say nothing new and crowd the evidence out."""


class Graded(NamedTuple):
    """An answer with its audit and where it came from."""

    answer: Answer
    report: AuditReport
    source: AnswerSource

    @property
    def errors(self) -> int:
        """Number of findings that are errors."""
        return sum(1 for finding in self.report.findings if finding.severity == "error")


class RepairedAnswer(NamedTuple):
    """The chosen answer, whether the model was asked to rewrite, and the words of a failed rewrite."""

    chosen: Graded
    asked: bool = False
    failure: str = ""


def better(first: Graded, second: Graded) -> Graded:
    """The better of two, by the order of preference of the audit (decisions 24 and 39); a tie keeps the first."""
    return second if preference(second.report) > preference(first.report) else first


def _finding_lines(findings: Sequence[Finding]) -> str:
    errors = [f for f in findings if f.severity == "error"] or list(findings)
    lines = []
    for finding in errors[:_FINDINGS_SHOWN]:
        place = f' at "{neutralised(finding.place)}"' if finding.place else ""
        lines.append(f"- {finding.message}{place}. {finding.repair}".rstrip())
    return "\n".join(lines)


def repair_request(graded: Graded, brief: Brief, settings: Settings) -> ModelRequest:
    """The one repair request: the same rules, the findings, the evidence and the answer to rewrite."""
    boundary = hashlib.sha256(graded.answer.answer_markdown.encode("utf-8")).hexdigest()[:12]
    stricter = load_prompt("repair").render({"findings": _finding_lines(graded.report.findings)})
    body = load_prompt("repair_input").render(
        {
            "brief": render_brief(brief, excerpt_chars=settings.excerpt_chars),
            "boundary": boundary,
            "answer": graded.answer.answer_markdown.replace("<<<", "‹").replace(">>>", "›"),
        }
    )
    return ModelRequest(
        stage="repair",
        system=f"{system_prompt(brief)}\n\n{stricter}",
        prompt=body,
        json_schema=ENVELOPE_SCHEMA,
        temperature=settings.repair_temperature,
        deadline_s=settings.model_deadline_s,
    )


async def _rewritten(graded: Graded, brief: Brief, model: Model, settings: Settings) -> Answer:
    reply = await model.ask(repair_request(graded, brief, settings))
    return answer_from_reply(reply.body, brief)


def _graded(answer: Answer, brief: Brief, audit: Audit, source: AnswerSource) -> Graded:
    return Graded(answer, audit(answer, brief), source)


def _with_markdown(answer: Answer, markdown: str) -> Answer:
    used = "[S" in markdown
    return answer.changed(
        answer_markdown=markdown,
        used_statewide=used,
        statewide_reason=answer.statewide_reason if used else None,
        applicability_check=answer.applicability_check if used else None,
    )


def _cut(graded: Graded, brief: Brief, audit: Audit) -> Graded | None:
    """The answer without its faulty lines and within its caps; None when nothing is left of it."""
    text = graded.answer.answer_markdown
    report = graded.report
    for _ in range(_ROUNDS):  # removing one line may bare another fault
        text = truncate(pruned(text, report.findings, brief.format), brief.format)
        if not text.strip():
            return None
        answer = _with_markdown(graded.answer, text)
        report = audit(answer, brief)
        if not should_repair(report):
            return Graded(answer, report, "truncated")
    return None


def settle(graded: Graded, brief: Brief, audit: Audit) -> Graded:
    """An answer that passes, without any further call: as it is, cut, extracted, or minimal. Extracts are written again
    without the sentences that their audit could not verify."""
    doubted = list[str]()
    for _ in range(_ROUNDS if graded.answer.writer == "extract" else 0):
        found = [row.sentence for row in graded.report.rows if row.citations and row.verdict != "verified"]
        if not found:
            break
        doubted += found
        graded = _graded(extract(brief, doubted=doubted), brief, audit, graded.source)
    if not should_repair(graded.report):
        return graded
    cut = _cut(graded, brief, audit)
    if cut is not None:
        return cut
    if graded.answer.writer != "extract":
        extracted = settle(_graded(_noted(extract(brief)), brief, audit, "extract"), brief, audit)
        if not should_repair(extracted.report):
            return extracted
    return _graded(minimal_answer(brief), brief, audit, "minimal")


def _noted(answer: Answer) -> Answer:
    note = "The model's answer did not pass its check; verbatim extracts are shown instead."
    return answer.changed(limitations=(note, *answer.limitations))


async def repair(
    graded: Graded, brief: Brief, audit: Audit, *, model: Model | None, settings: Settings
) -> RepairedAnswer:
    """An audited answer for the brief: the given one when it passes, else the best that one rewrite and cutting give.

    The model is asked at most once, and only to rewrite what a model wrote.
    """
    if not should_repair(graded.report) or model is None or graded.answer.writer != "model":
        return RepairedAnswer(settle(graded, brief, audit))
    try:
        answer = await _rewritten(graded, brief, model, settings)
    except ModelError as error:
        return RepairedAnswer(settle(graded, brief, audit), asked=True, failure=f"{error.code}: {error.message}")
    best = better(graded, _graded(answer, brief, audit, "repair"))
    return RepairedAnswer(settle(best, brief, audit), asked=True)
