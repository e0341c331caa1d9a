"""Writing and auditing for the tools, from kept evidence only: by extraction, by a model, or by the host.

Calls the writer, the audit and the repair of the pipeline. It refuses to show an answer that was not audited.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import anyio.to_thread
from pydantic import ValidationError

from mcp_server.app import Workshop
from mcp_server.results.audits import audit_view, to_mend
from mcp_server.results.errors import NotReadyError, TryInsteadError
from mcp_server.results.render import synthesis_view
from mcp_server.results.shapes import AuditView, Detail, SynthesisView
from mcp_server.tools.arguments import Ask, choice, cursor_of
from mcp_server.tools.retrieval import begun_for
from mcp_server.tools.runs import brief_of_run, dossier_of, keep, run_of, searched, work_of
from mcp_server.tools.steer import cited_on, claims_on, names_cited, pointers_cited, quoted_on, relabelled
from pipeline.answer.brief import host_brief
from pipeline.check.audit import FORM_RULES
from pipeline.check.claims import GivenClaim
from pipeline.check.outside_text import audit_text
from pipeline.check.second import second_read
from pipeline.check.table import bare_words
from pipeline.run import Run, check, repair, write
from pipeline.types import Answer, AuditReport, Evidence, FormatName
from vault.text.labels import labels_in

__all__ = ["answer_view", "audit_of_text", "audited", "no_model", "no_writer", "written"]

_MAX_TEXT_CHARS = 200_000
"""A long report; the audit reads 400 sentences of it."""


def no_model(shop: Workshop) -> str:
    """What is not done in this process and why; empty when a model writes."""
    return "" if shop.writes else "No model key is set: the answer is made of verbatim extracts."


def no_writer() -> NotReadyError:
    """What a caller is told who asks for a model where there is none."""
    return NotReadyError(
        "No model key is set, so no model can write.",
        code="E_NO_MODEL",
        valid=("auto", "extract", "host"),
        next_step="Use writer='host' to write it yourself, or writer='extract'.",
    )


async def written(shop: Workshop, retrieval_id: str, ask: Ask) -> SynthesisView:
    """The answer of a run, audited; or, for the host as writer, the brief to write from."""
    wanted = choice(ask.format, get_args(FormatName), "format") or None
    run = searched(run_of(shop, retrieval_id)).changed(format=wanted)
    if ask.writer == "host":
        return _for_host(shop, keep(shop, run), ask.detail)
    if ask.writer == "model" and not shop.writes:
        raise no_writer()
    work = work_of(shop, run)
    run = await write(run, work, by_model=ask.writer != "extract")
    run = keep(shop, await repair(run, work))
    return answer_view(shop, run, ask.detail, degraded=_failed(run) or (no_model(shop) if ask.writer == "auto" else ""))


def _failed(run: Run) -> str:
    code = run.failure.partition(":")[0]
    return f"The model did not answer ({code}): verbatim extracts instead." if code else ""


def answer_view(shop: Workshop, run: Run, detail: Detail, *, degraded: str) -> SynthesisView:
    """The audited answer of a finished run."""
    answer, report = run.answer or Answer(answer_markdown=""), run.report or AuditReport(passed=False)
    return synthesis_view(answer, report, brief_of_run(shop, run), detail=detail, degraded=degraded)


def _for_host(shop: Workshop, run: Run, detail: Detail) -> SynthesisView:
    """The dossier without what was sent before in this run; in detail, the whole brief with long excerpts."""
    brief = brief_of_run(shop, run)
    text = host_brief(brief) if detail == "detailed" else dossier_of(shop, run)[1]
    return SynthesisView(
        answer_markdown="",
        used_statewide=False,
        statewide_reason=None,
        applicability_check=None,
        assumptions=(),
        limitations=(),
        suggested_followups=(),
        writer="host",
        format=brief.format.name,
        tier=brief.strength.tier,
        brief=text,
        retrieval_id=run.id,
        next_step=f"Write the answer from `brief`, then call audit with retrieval_id {run.id} and your text.",
    )


async def audited(shop: Workshop, text: str, retrieval_id: str, *, ask: Ask) -> AuditView:
    """The audit of an answer against its evidence, or of any text against the vault when no retrieval is named and no
    claim names what it rests on."""
    claims = _claims(ask)
    _check_length(text if text.strip() or not claims else "\n".join(one.text for one in claims))
    kind, place = cursor_of(ask.cursor) if ask.cursor else ("rows", 0)
    offset, findings_from = (0, place) if kind == "findings" else (place, 0)
    detail: Detail = ask.detail
    sources: tuple[Evidence, ...] = ()
    cited = names_cited(shop, "\n".join((text, *(one.text for one in claims))))
    if not (retrieval_id.strip() or cited or any(one.support for one in claims)):
        report = await anyio.to_thread.run_sync(audit_of_text, shop, _assembled(text, claims))
        report = report.changed(passed=report.passed and all(row.verdict != "not_held" for row in report.rows))
        step = (
            "No sentence cites anything. Correct what is contradicted; 'not_held' is in no passage found (`residue`), "
            "which does not make it wrong: leave it out or name what it rests on. To have a sentence verified send "
            "claims [{text, support: [{source, quote}]}]."
        )
    else:
        run = searched(run_of(shop, retrieval_id)) if retrieval_id.strip() else await begun_for(shop, text, claims)
        said = "\n".join((text, *(one.text for one in claims)))
        run, named = await cited_on(shop, run, {**cited, **pointers_cited(shop, run, said)})
        run, claims, labels = await claims_on(shop, await quoted_on(shop, run, text), claims)
        labels = {**named, **labels}
        text = relabelled(text, labels)
        claims = tuple(one.changed(text=relabelled(one.text, labels)) for one in claims)
        whole = _assembled(text, claims)
        run = keep(shop, await anyio.to_thread.run_sync(check, run, work_of(shop, run), whole, claims))
        report = _content_of(run.report or AuditReport(passed=False), text if whole == text else "")
        sources = brief_of_run(shop, run).retrieval.merged
        told = "; ".join(f"{name} is [{label}]" for name, label in labels.items())
        step = _next_of(report) + (f" In retrieval {run.id}: {told}." if told else "")
    return audit_view(
        report,
        detail=detail,
        offset=offset,
        limit=ask.limit,
        next_step=step,
        findings_from=findings_from,
        sources=sources,
    )


def _content_of(report: AuditReport, text: str) -> AuditReport:
    """The report; without what it says of form where no `text` was given: claims have none."""
    found = [one for one in report.findings if text.strip() or one.rule not in FORM_RULES]
    return report.changed(findings=tuple(found))


def _assembled(text: str, claims: Sequence[GivenClaim]) -> str:
    """The text and the claims that it does not say, each a paragraph with the labels it rests on."""
    told = bare_words(text)
    apart = [one for one in claims if bare_words(one.text) not in told]
    return "\n\n".join((*([text] if told else []), *(f"{one.text.strip()}{_labels(one)}" for one in apart)))


def audit_of_text(shop: Workshop, text: str) -> AuditReport:
    """The audit of any text against the vault. Raises `TryInsteadError` for an empty text or one too long."""
    _check_length(text)
    return second_read(audit_text(text, shop.library), shop.second_reader)


def _check_length(text: str) -> None:
    if not text.strip():
        raise TryInsteadError("text is empty.", next_step="Send the text to be checked.")
    if len(text) > _MAX_TEXT_CHARS:
        raise TryInsteadError(
            f"The text has {len(text):,} characters, more than {_MAX_TEXT_CHARS:,}.",
            code="E_TOO_LONG",
            next_step="Send it in parts.",
        )


def _labels(claim: GivenClaim) -> str:
    """The labels of a claim's sources that its text has not."""
    named = labels_in(claim.text)
    return "".join(f" [{one}]" for one in dict.fromkeys(one.source for one in claim.support) if one not in named)


def _claims(ask: Ask) -> tuple[GivenClaim, ...]:
    try:
        return tuple(GivenClaim.model_validate(row) for row in ask.claims)
    except ValidationError as error:
        fault = error.errors()[0]
        raise TryInsteadError(
            f"claims: {'.'.join(map(str, fault['loc']))}: {fault['msg']}",
            next_step="Each claim is {text, support: [{source: 'L1', quote: verbatim words of that source}]}.",
        ) from error


def _next_of(report: AuditReport) -> str:
    """What to do with the text next; never how to make a falsehood pass."""
    left = [row for row in report.rows if row.verdict != "verified"]
    ready = any(row.say for row in left)
    if not report.passed:
        mend = "Put its `say` in place of a sentence: that needs no second audit. " if ready else ""
        return f"{mend}Correct what `against` or `repair` names by the record's words; cite the rest, or leave it out."
    if not any(row.say or to_mend(row) for row in left):
        return "Show the text, and under it `sources`."
    pointed = [row for row in left if to_mend(row)]
    told = "Nothing contradicts it."
    if pointed:
        instead = "put `say` in their place: that is verified" if any(row.say for row in pointed) else "quote"
        told += (
            f" {len(pointed)} not bound in a figure, a name or a condition: read just these once more against their"
            f" words (`residue`) and correct them, or {instead}."
        )
    if plain := len(left) - len(pointed):
        told += (
            f" {plain} in other words than the record's: read just these once more against them (`residue`); plain"
            " words that say no more may stay, `say` in their place is verified."
        )
    return f"{told} Show the text, and under it `sources`."
