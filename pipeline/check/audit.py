"""The audit of an answer against its brief: format, citations, facts, law, conduct; findings and an evidence table.

Holds the entry and the order of preference between two audited answers (decision 24). It refuses to change an answer:
repair and truncation are other people's work.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from pipeline.answer.format_rules import FORMAT_RULES, context_of, validate_answer_format
from pipeline.answer.markdown import count_words
from pipeline.check.absence import NOWHERE, OutsideRun
from pipeline.check.claims import GivenClaim
from pipeline.check.read.case import AuditCase, Checked, SourceText, case_of, finding
from pipeline.check.read.lexing import lex
from pipeline.check.rules.citations import needs_citation
from pipeline.check.rules.must_pass import RULES
from pipeline.check.rules.not_held import laws_not_held
from pipeline.check.say import hint
from pipeline.check.table import rows_of, support_of
from pipeline.quoting.locate import locate, quoted_spans
from pipeline.types import Answer, AuditReport, Brief, EvidenceRow, Finding
from vault.statewide import TableCell

__all__ = ["FORM_RULES", "audit", "preference", "should_repair"]

FORM_RULES = frozenset(FORMAT_RULES) | {"empty", "sentence_minimum", "bullet_minimum", "heading_missing"}
"""Rules on form: they are reported and mended, and do not say that an answer is wrong."""
_COMPARED = frozenset(
    {"figures_in_source", "names_in_source", "unanimity_in_source", "altered_copy", "citation_points_right"}
)
"""Rules that compare words; what is verified overrules them."""
_UNCITED = frozenset({"uncited_claim", "uncited_details"})
"""Rules that want a source: silent where the vault itself was looked at and bears a sentence out."""
_PLACED = frozenset({"figures_in_source"})
"""Rules on what stands nowhere: silent where a claim was compared and no figure of it, even computed, is left over."""


def audit(
    answer: Answer,
    brief: Brief,
    *,
    foreign: tuple[str, ...] = (),
    claims: Sequence[GivenClaim] = (),
    outside: OutsideRun = NOWHERE,
) -> AuditReport:
    """The report on an answer: one row with a verdict per sentence, and the findings, content before form.

    `claims` are the sentences with the words they rest on; a sentence without is at most consistent. `foreign` are
    names of other matters (other situations, foreign clusters; decision 12). `outside` is the vault outside the run:
    what an answer says is in no record is looked for there. Never raises, whatever the answer holds.
    S2 §3, S3 audit, decisions 24 and 39.
    """
    case = _with_laws_named(_with_cells(_with_sources(case_of(answer, brief, foreign), claims), outside), outside)
    rows = rows_of(case, claims, outside)
    keeping = tuple(_on_form(answer, brief))
    found = chain.from_iterable(rule.check(case) for rule in RULES)
    compared = (one for one in found if one.rule != "altered_copy" or not _rests_on_words(one.place, claims))
    content = (*_told(case, rows), *_overruled(compared, case, rows))
    findings = tuple(dict.fromkeys((*content, *keeping)))
    stopped = any(one.severity == "error" and one.rule not in FORM_RULES for one in findings)
    wrong = any(row.verdict in ("contradicted", "uncited", "not_held") for row in rows)
    return AuditReport(
        passed=not stopped and not wrong,
        findings=findings,
        rows=rows,
        word_count=count_words(answer.answer_markdown, brief.format.headings),
        complete=not any(one.rule in ("heading_missing", "empty", "sentence_minimum") for one in findings),
    )


def _with_sources(case: AuditCase, claims: Sequence[GivenClaim]) -> AuditCase:
    """The case with each sentence on the sources of the words its writer named for it beside those it cites, and on
    those of a document it cites that hold what it quotes: a page may stand in two passages."""
    known = {source.label: source for source in case.sources}
    told: list[Checked] = []
    for one in case.claims:
        named = support_of(one.claim.text, claims) if claims else ()
        rests = tuple(known[label] for label in dict.fromkeys(s.source for s in named) if label in known)
        if not one.claim.scope:
            told.append(one.changed(own=rests, cited=rests) if rests else one)
            continue
        documents = {(source.chunk.doc_id, source.chunk.section) for source in one.cited if source.chunk}
        same = [s for s in case.sources if s.chunk and (s.chunk.doc_id, s.chunk.section) in documents]
        held = [s for s in same if _holds_quotation(s, one)]
        more = [s for s in dict.fromkeys((*rests, *held)) if s not in one.cited]
        told.append(one.changed(own=(*one.own, *more), cited=(*one.cited, *more)) if more else one)
    return case.changed(claims=tuple(told))


_MOST_PAGES = 12
"""Pages of a source whose tables are looked at: a passage has three, a whole section of a report ten."""


def _with_cells(case: AuditCase, outside: OutsideRun) -> AuditCase:
    """The case with the rows of tables that its sentences name, beside the sources that they cite for a figure."""
    told = [one for one in case.claims if any(token.worth is not None for token in lex(one.bare))]
    chunks = {source.label: source.chunk for one in told for source in one.cited if source.chunk}
    pages = {(one.doc_id, page): one for one in chunks.values() for page in one.pages[:_MOST_PAGES]}
    found = outside.cells(tuple(pages), " ".join(one.bare for one in told)) if pages else ()
    by_document: dict[str, list[TableCell]] = {}
    for cell in found:
        by_document.setdefault(cell.chunk_id.partition("@")[0], []).append(cell)
    cells = {label: tuple(by_document[chunk.doc_id]) for label, chunk in chunks.items() if chunk.doc_id in by_document}

    def beside(sources: Sequence[SourceText]) -> tuple[SourceText, ...]:
        return tuple(one.changed(cells=cells[one.label]) if one.label in cells else one for one in sources)

    if not cells:
        return case
    claims = tuple(one.changed(own=beside(one.own), cited=beside(one.cited)) for one in case.claims)
    return case.changed(claims=claims, sources=beside(case.sources))


def _with_laws_named(case: AuditCase, outside: OutsideRun) -> AuditCase:
    """The case with the laws of which a sentence says that their text is not held, as the vault lacks or holds it."""
    named = tuple(dict.fromkeys(cite for one in case.claims for cite in laws_not_held(one.bare)[1]))
    held = outside.law_held(named) if named else {}
    lacking = (cite for cite in named if held.get(cite) is False)
    return case.changed(
        absent=tuple(dict.fromkeys((*case.absent, *lacking))),
        present=tuple(cite for cite in named if held.get(cite)),
    )


def _holds_quotation(source: SourceText, checked: Checked) -> bool:
    """Whether a source holds what a sentence quotes and none of those that it cites does."""
    return any(
        locate(span.text, source.text, ocr=source.ocr).rung != "not_found"
        and all(locate(span.text, cited.text, ocr=cited.ocr).rung == "not_found" for cited in checked.cited)
        for span in quoted_spans(checked.bare)
    )


_LENGTHS = frozenset(
    {"word_limit", "bullet_length", "bullet_cap", "sentence_cap", "sentence_minimum", "bullet_minimum"}
)
"""Rules on length: quoting a proviso in full may break them, and that is right."""


def _on_form(answer: Answer, brief: Brief) -> Iterator[Finding]:
    """The findings on form; in a host's answer no errors, since `passed` does not hang on them: lengths are notes."""
    for one in validate_answer_format(answer.answer_markdown, brief.format, context_of(brief, answer)):
        if answer.writer != "host" or one.severity != "error" or one.rule not in FORM_RULES:
            yield one
        else:
            yield one.changed(severity="note" if one.rule in _LENGTHS else "warning")


def _told(case: AuditCase, rows: Sequence[EvidenceRow]) -> Iterator[Finding]:
    """The verdicts as findings: what the record says against a claim, and what of it nothing binds."""
    for row, checked in zip(rows, case.claims, strict=True):
        if row.verdict == "contradicted":
            for against in row.against or ("the cited source says otherwise",):
                yield finding("claim_contradicted", "error", against, checked, hint(row, checked, case))
        elif row.verdict == "not_held":
            yield finding("claim_not_held", "error", "the cited source holds no text", checked, "Cite what is held.")
        elif row.verdict == "uncited" and not needs_citation(checked):
            message = "takes for granted what no source says"
            yield finding(
                "claim_uncited", "error", message, checked, "Cite where it stands, or ask no more than is open."
            )
        unnamed = _unnamed(checked)
        if unnamed and row.verdict in ("verified", "consistent"):
            message = f"rests on [{unnamed}] too, which it does not cite"
            yield finding("claim_cites_part", "warning", message, checked, f"Cite [{unnamed}] in the sentence as well.")
        if row.verdict == "consistent" and row.residue:
            left = "; ".join(row.residue)
            yield finding("claim_unbound", "warning", f"not bound: {left}", checked, hint(row, checked, case))


def _unnamed(checked: Checked) -> str:
    """The first source of another document on whose words a sentence rests that cites sources, and not that one."""
    cited = [one for one in checked.own if one.label in checked.claim.scope]
    documents = {(one.chunk.doc_id, one.chunk.section) for one in cited if one.chunk}
    rests = [one for one in checked.own if one not in cited]
    others = (one.label for one in rests if one.chunk and (one.chunk.doc_id, one.chunk.section) not in documents)
    return next(others, "") if cited else ""


def _rests_on_words(sentence: str, claims: Sequence[GivenClaim]) -> bool:
    """Whether its writer named the words a sentence rests on: with these it is compared slot by slot, and is no copy of
    whatever else it is like."""
    return bool(support_of(sentence, claims))


def _overruled(found: Iterable[Finding], case: AuditCase, rows: Sequence[EvidenceRow]) -> Iterator[Finding]:
    """The findings without those that a verdict overrules: none of a likeness on what is verified, none as an error on
    what is consistent."""
    told = {checked.claim.text: row for row, checked in zip(rows, case.claims, strict=True)}
    for one in found:
        row = told.get(one.place)
        if one.rule in _UNCITED and row is not None and row.verdict == "verified" and not row.citations:
            continue
        if one.rule not in _COMPARED or row is None or row.verdict == "contradicted":
            yield one
        elif row.verdict != "verified":
            bound = one.rule in _PLACED and not _is_left(one.message, row.residue)
            if bound and row.support:
                continue
            yield one.changed(severity="warning") if bound and one.severity == "error" else one


def _is_left(message: str, residue: Sequence[str]) -> bool:
    """Whether the figure that a finding names first is among the words that nothing binds; "(put together from two
    sources)" is a remark."""
    named = next((token for token in lex(message) if token.worth is not None), None)
    left = [token for word in residue if word[:1] != "(" for token in lex(word) if token.worth is not None]
    return bool(left) and (named is None or any(token.worth == named.worth for token in left))


def preference(report: AuditReport) -> tuple[bool, int, int, int, int]:
    """Sort key, greater is better: complete, then fewest contradicted, fewest uncited, fewest errors, most verified
    (decisions 24 and 39)."""
    errors = sum(1 for one in report.findings if one.severity == "error")
    missing = report.count("uncited") + report.count("not_held")
    return report.complete, -report.count("contradicted"), -missing, -errors, report.count("verified")


def should_repair(report: AuditReport) -> bool:
    """True when an error was found, be it of form: every must-pass check of S2 is one (S2 §3, decision 24)."""
    return not report.passed or any(one.severity == "error" for one in report.findings)
