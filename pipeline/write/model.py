"""One synthesis call: the brief goes in, a draft comes back, and one pure function makes it an answer or says no.

The prompt is S0's, word for word, with the later rules as a second part read off the format value. A failed call is
answered with the extractive composer and a limitation that says so; it is never shown as an answer (decision 26).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, ValidationError

from pipeline.answer.brief import format_slots, render_brief
from pipeline.errors import ModelBadOutput
from pipeline.ports import Model, ModelRequest
from pipeline.settings import Settings
from pipeline.types import Answer, Brief
from pipeline.write.extract.compose import extract
from prompts import load_prompt
from vault.errors import ModelError
from vault.text.labels import labels_in
from vault.text.patterns import lazy_regex
from vault.value import Value

__all__ = ["ENVELOPE_SCHEMA", "answer_from_reply", "synthesis_request", "synthesize", "system_prompt"]

_MAX_ANSWER_CHARS = 20_000
"""Three times the longest format; more is a runaway reply."""
_FOLLOWUPS = 3
# "No relevant documents were found in the archive": the dead end S1 forbids
_DEAD_END = lazy_regex(r"\bno (?:relevant|matching) (?:documents?|records?|sources?) (?:were|was|are|could be)\b", re.I)
_OUR_MARKS = lazy_regex(r"<<<\s*(?:END )?(?:EVIDENCE|ANSWER|TEXT)\b")
# "I'm sorry, but I can't help with that", "As an AI language model"
_REFUSAL = lazy_regex(
    r"\A\W*(?:i['’]?m sorry|i am sorry|sorry|i can(?:no|['’])t|i am unable|i['’]m unable|as an ai)\b", re.IGNORECASE
)


class _Draft(BaseModel):
    """The answer with what it rests on, exactly in these fields."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    answer_markdown: str
    used_statewide: bool
    statewide_reason: str | None
    applicability_check: str | None
    assumptions: list[str]
    limitations: list[str]
    suggested_followups: list[str]


ENVELOPE_SCHEMA: Mapping[str, object] = _Draft.model_json_schema()
"""S0's seven fields as a JSON schema."""


class Written(Value):
    """An answer and, when a model was asked and failed, the code and words of its failure."""

    answer: Answer
    failure: str = ""


def _parsed(text: str) -> _Draft:
    try:
        return _Draft.model_validate_json(text)
    except ValidationError as wrong:
        first = wrong.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "reply"
        raise ModelBadOutput(f"the reply is not the envelope asked for: {where}: {first['msg']}") from wrong


def _refuse(markdown: str, brief: Brief) -> str:
    """Why a draft cannot be an answer, or "" when it can."""
    if not markdown.strip():
        return "the answer is empty"
    if len(markdown) > _MAX_ANSWER_CHARS:
        return f"the answer has {len(markdown)} characters"
    if _OUR_MARKS.search(markdown):
        return "the answer repeats the evidence boundary"
    if _REFUSAL.match(markdown):
        return "the model declined to answer"
    if brief.sources and not brief.retrieval.archive_chunks_found and _DEAD_END.search(markdown):
        return "the answer is a dead end although the user supplied text"
    return ""


def answer_from_reply(text: str, brief: Brief) -> Answer:
    """The reply as an answer. `used_statewide` is read off the citations, not believed.

    Raises:
        ModelBadOutput: not the JSON envelope, empty, a refusal, a runaway, our own marks, or a dead end (S1).
    """
    draft = _parsed(text)
    why_not = _refuse(draft.answer_markdown, brief)
    if why_not:
        raise ModelBadOutput(f"the reply cannot be used: {why_not}")
    used = any(label.startswith("S") for label in labels_in(draft.answer_markdown))
    return Answer(
        answer_markdown=draft.answer_markdown.strip(),
        used_statewide=used,
        statewide_reason=draft.statewide_reason if used else None,
        applicability_check=draft.applicability_check if used else None,
        assumptions=tuple(draft.assumptions),
        limitations=tuple(dict.fromkeys((*draft.limitations, *brief.retrieval.caveats))),
        suggested_followups=tuple(draft.suggested_followups[:_FOLLOWUPS]),
        writer="model",
    )


def system_prompt(brief: Brief) -> str:
    """S0's prompt for the format, then the later rules as a second part."""
    first = "simple_answer" if brief.format.name == "simple" else "complex_synthesis"
    rules = load_prompt("format_rules").render(
        format_slots(brief)
        | {"format_name": brief.format.name, "tier": load_prompt(f"tier_{brief.strength.tier.lower()}").text}
    )
    parts = [load_prompt(first).text, load_prompt("envelope").text, rules]
    if brief.sources and not brief.retrieval.archive_chunks_found:
        parts.append(load_prompt("no_dead_end").text)
    return "\n\n".join(part.rstrip() for part in parts)


def synthesis_request(brief: Brief, settings: Settings) -> ModelRequest:
    """The one request of the synthesis stage."""
    return ModelRequest(
        stage="synthesis",
        system=system_prompt(brief),
        prompt=render_brief(brief, excerpt_chars=settings.excerpt_chars),
        json_schema=ENVELOPE_SCHEMA,
        temperature=settings.synthesis_temperature,
        deadline_s=settings.model_deadline_s,
    )


def fallback(brief: Brief, error: ModelError) -> Written:
    """The extractive answer with a limitation that names the failure."""
    answer = extract(brief)
    note = f"The model did not give a usable answer ({error.code}); verbatim extracts are shown instead."
    return Written(
        answer=answer.changed(limitations=(note, *answer.limitations)),
        failure=f"{error.code}: {error.message}",
    )


async def synthesize(brief: Brief, model: Model | None, settings: Settings) -> Written:
    """The model's answer; without a model, or when it fails, the extractive one. Never raises `ModelError`."""
    if model is None:
        return Written(answer=extract(brief))
    try:
        reply = await model.ask(synthesis_request(brief, settings))
        answer = answer_from_reply(reply.body, brief)
    except ModelError as error:
        return fallback(brief, error)
    if not answer.suggested_followups:
        answer = answer.changed(suggested_followups=extract(brief).suggested_followups)
    return Written(answer=answer)
