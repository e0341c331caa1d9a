"""Repair, once: the findings go back to the model, the better of two answers is kept, then cutting, then less.

The order is decision 24: one rewrite, the better of both (complete before incomplete, fewest errors, score), then
truncation that never cuts a citation, then verbatim extracts, then the minimal answer (S2 §3), which states no fact: it
names the sources found by their metadata and cites them. Whatever is chosen is audited. It refuses to ask twice and to
show an answer that was not audited.

Shortening of an answer that is too long for its format, by dropping whole bullets and cutting at clause borders.

Holds `truncate` and `shorten`. They never cut through a citation, a number, a statute reference or a quotation, never
drop a condition or a negation from a sentence, and never invent a word: what cannot be shortened is dropped.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from pipeline.answer.brief import neutralised, render_brief
from pipeline.answer.format_rules import STATE_TEXT_MISSING, STATE_TEXT_MISSING_UNKNOWN, validate_answer_format
from pipeline.answer.markdown import Item, ParsedSection, count_words, parse_answer, without_citations
from pipeline.ask.phrases import stem_set
from pipeline.check.audit import preference, should_repair
from pipeline.ports import Model, ModelRequest
from pipeline.quoting.cut import clip
from pipeline.quoting.turns import has_finite_verb
from pipeline.settings import Settings
from pipeline.types import Answer, AnswerFormat, AuditReport, Brief, Evidence, Finding
from pipeline.write.extract.compose import extract
from pipeline.write.extract.frame import short_name
from pipeline.write.model import ENVELOPE_SCHEMA, answer_from_reply, system_prompt
from prompts import load_prompt
from vault.errors import ModelError
from vault.text.labels import CITATION

__all__ = [
    "AnswerSource", "Graded", "RepairedAnswer", "better", "minimal_answer", "pruned", "repair", "repair_request",
    "settle",
]  # fmt: skip

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


_NOT_SHOWN = "The documents found do not show this."
_FILL = (
    "Nothing more direct was found in the documents searched.",
    "What is missing is named at the end.",
    "Other passages found do not answer the question.",
)
_NO_ANSWER = "The documents found do not give an answer that could be checked."
_NAMED_ONLY = "No reading of the sources named here was found to hold."
_LISTED = 3


def pruned(markdown: str, findings: Sequence[Finding], answer_format: AnswerFormat) -> str:
    """The answer without the sentences and bullets that an error names; an emptied section says so.

    Headings stay. An answer of which nothing is left gives "".
    """
    places = [f.place.strip() for f in findings if f.severity == "error" and f.place.strip()]
    parsed = parse_answer(markdown, answer_format)
    kept = [(section, _kept(section, places)) for section in parsed.sections if section.known]
    if not any(lines for _, lines in kept):
        return ""
    if not answer_format.headings:
        said = [line for _, lines in kept for line in lines]
        return " ".join((*said, *_FILL[: max(0, answer_format.min_sentences - len(said))]))
    return "\n\n".join(text for text in (_section(s, lines, answer_format) for s, lines in kept) if text)


def _kept(section: ParsedSection, places: Sequence[str]) -> list[str]:
    return [item.text for item in section.items if not any(p in item.text or item.text in p for p in places)]


def _section(section: ParsedSection, lines: list[str], answer_format: AnswerFormat) -> str:
    if not lines and section.heading in answer_format.optional_headings:
        return ""
    at = answer_format.headings.index(section.heading)
    if not answer_format.bullet_caps[at]:
        return f"### {section.heading}\n{' '.join(lines) or _NOT_SHOWN}"
    low = answer_format.bullet_minimums[at] if answer_format.bullet_minimums else 1
    filled = lines or [_NOT_SHOWN]
    filled += list(_FILL[: max(0, low - len(filled))])
    return "\n".join([f"### {section.heading}", *(f"- {line}" for line in filled)])


def _named(evidence: Sequence[Evidence], kind: str) -> list[str]:
    return [f"{kind}: {short_name(e.chunk)} [{e.label}]" for e in evidence[:_LISTED]]


def _minimal_overview(brief: Brief, local: list[str], state: list[str]) -> list[list[str]]:
    glance = [_NO_ANSWER, _NAMED_ONLY, _FILL[1]]
    return [
        glance,
        local or [_NOT_SHOWN],
        state,
        ["No figure that could be checked was found."],
        ["An answer to the question was not found."],
    ]


def _minimal_analysis(brief: Brief, local: list[str], state: list[str]) -> list[list[str]]:
    law = state * 2 if len(state) == 1 else state
    unknown = "Whether the sources found settle the question." if state else STATE_TEXT_MISSING_UNKNOWN
    return [
        [_NO_ANSWER],
        local or [_NOT_SHOWN],
        law or [STATE_TEXT_MISSING],
        ["The documents found do not say what the decision changes."],
        [unknown],
    ]


def _minimal_markdown(brief: Brief) -> str:
    local = _named(brief.retrieval.local, "Local record found")
    state = _named(brief.retrieval.state, "State passage found")
    if not brief.format.headings:
        return _NO_ANSWER
    build = _minimal_analysis if brief.format.name == "analysis" else _minimal_overview
    parts = []
    for heading, cap, lines in zip(
        brief.format.headings, brief.format.bullet_caps, build(brief, local, state), strict=True
    ):
        if lines:
            body = "\n".join(f"- {line}" for line in lines) if cap else " ".join(lines)
            parts.append(f"### {heading}\n{body}")
    return "\n\n".join(parts)


def minimal_answer(brief: Brief) -> Answer:
    """The tier C minimal answer: headings kept, sources named and cited, nothing claimed of them."""
    markdown = _minimal_markdown(brief)
    return Answer(
        answer_markdown=markdown,
        used_statewide="[S" in markdown,
        statewide_reason="State passages are named, not used." if "[S" in markdown else None,
        limitations=("No answer passed its own check; the sources found are named instead.", *brief.gaps),
        writer="extract",
    )


TRUNCATABLE_RULES = frozenset(
    {"word_limit", "heading_order", "extra_section", "bullet_cap", "sentence_cap", "bullet_length", "repeated_point"}
)
"""Rules that hold after `truncate`, whatever came in. What is missing (a heading, a citation) it cannot add."""


def truncate(markdown: str, answer_format: AnswerFormat) -> str:
    """The answer within its format's caps: headings in order, extra sections gone, bullets whole or cut at a clause.

    Bullets go from the end of a section, those that a law section needs for its citations last. A second call changes
    nothing. An answer of which nothing can be kept gives "". A missing heading stays missing: see the findings.
    """
    # What is written may be read anew in another way (a stray mark becomes a list mark), so it is written until it
    # stays. Six rounds were the most in 18,000 random texts; the bound is there so that no text can hang a turn.
    text = markdown
    for _ in range(20):
        cut = _truncated(text, answer_format)
        if cut == text:
            return text
        text = cut
    return ""


def _truncated(markdown: str, answer_format: AnswerFormat) -> str:
    sections = _ordered(markdown, answer_format)
    kept = {heading: _fit_section(section, answer_format) for heading, section in sections.items()}
    text = _render(kept, answer_format)
    while kept and _breaks(text, answer_format):
        _drop_one(kept, answer_format)
        text = _render(kept, answer_format)
    return text


def shorten(text: str, max_words: int) -> str:
    """The text with at most `max_words` words, cut as a record is quoted, with all its citations kept; "" when no cut
    within a quotation's bounds allows it. A text that fits comes back as it is."""
    if count_words(f"x {text}") - 1 <= max_words:
        return text
    bare = without_citations(text)
    kept = " ".join(clip(bare, max_words, stem_set([bare])).pieces)
    cut_quotation = kept.count("“") != kept.count("”") or kept.count('"') % 2
    if cut_quotation or not has_finite_verb(kept):
        return ""
    return f"{kept.rstrip('.')} {''.join(dict.fromkeys(CITATION.findall(text)))}".rstrip() + "."


def _ordered(markdown: str, answer_format: AnswerFormat) -> dict[str, ParsedSection]:
    parsed = parse_answer(markdown, answer_format)
    wanted = answer_format.headings or ("",)
    merged: dict[str, ParsedSection] = {}
    for heading in wanted:
        items = [item for section in parsed.sections if section.heading == heading for item in section.items]
        if items:
            merged[heading] = ParsedSection(heading=heading, written=heading, items=tuple(items))
    return merged


def _caps(answer_format: AnswerFormat) -> dict[str, int]:
    return dict(zip(answer_format.headings, answer_format.bullet_caps, strict=False))


def _fit_section(section: ParsedSection, answer_format: AnswerFormat) -> list[Item]:
    cap = _caps(answer_format).get(section.heading, 0)
    limit = answer_format.max_bullet_words
    fitted: list[Item] = []
    for item in section.items:
        prose = bool(answer_format.headings) and not cap
        text = item.text if prose else shorten(item.text, limit)
        if text:
            fitted.append(item.changed(text=text))
    most = cap or answer_format.max_sentences
    while most and len(fitted) > most:
        fitted.pop(_droppable(section.heading, fitted, answer_format))
    return fitted


def _droppable(heading: str, items: Sequence[Item], answer_format: AnswerFormat) -> int:
    """Index of the last item whose loss leaves a law section its citations; the last item when there is none."""
    if heading != answer_format.law_heading:
        return len(items) - 1
    counts = [sum(1 for label in item.labels if label.startswith("S")) for item in items]
    total = sum(counts)
    spare = [index for index, count in enumerate(counts) if total - count >= answer_format.min_law_citations]
    return spare[-1] if spare else len(items) - 1


def _render(kept: dict[str, list[Item]], answer_format: AnswerFormat) -> str:
    caps, blocks = _caps(answer_format), []
    for heading, items in kept.items():
        lines = [f"- {item.text}" for item in items] if caps.get(heading) else [" ".join(item.text for item in items)]
        body = "\n".join(line for line in lines if line.strip())
        if body:
            blocks.append(f"## {heading}\n{body}" if heading else body)
    return "\n\n".join(blocks)


def _breaks(text: str, answer_format: AnswerFormat) -> bool:
    if not text:
        return False
    return any(finding.rule in TRUNCATABLE_RULES for finding in validate_answer_format(text, answer_format))


def _drop_one(kept: dict[str, list[Item]], answer_format: AnswerFormat) -> None:
    """Drop one item of the fullest section, the later one on a tie; a section without items goes."""
    fullest = max(kept, key=lambda heading: (len(kept[heading]), list(kept).index(heading)))
    if kept[fullest]:
        kept[fullest].pop(_droppable(fullest, kept[fullest], answer_format))
    if not kept[fullest]:
        del kept[fullest]
