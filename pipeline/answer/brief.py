"""A brief in words: what a writer (a model, or the connected assistant) is shown, with a clear boundary around data.

Evidence stands as `[L1] Title — excerpt`, session text as `[USER] …`, between two boundary lines whose mark is made
from the evidence itself, so no document can write it. Look-alikes of labels, boundaries and role marks inside the text
are neutralised. It refuses to decide anything about the answer; the format rules are read off the `AnswerFormat` value.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence

from pipeline.answer.format_rules import STATE_TEXT_MISSING
from pipeline.ask.facets import asks_law
from pipeline.ask.lexicon import LAW_CHANGE_WORDS
from pipeline.ask.phrases import says_any
from pipeline.quoting.cut import excerpt
from pipeline.types import AnswerFormat, Brief, Evidence, SessionSource
from pipeline.write.extract.asking import asked_of
from prompts import load_prompt
from vault.text.patterns import lazy_regex

__all__ = [
    "SESSION_CHARS", "asks_of_history", "asks_of_law", "evidence_block", "format_slots", "host_brief", "missing_lines",
    "neutralised", "render_brief",
]  # fmt: skip

SESSION_CHARS = 12_000
"""Characters of session text shown in all: a long article or three pages of minutes."""
HOST_EXCERPT_CHARS = 900
"""Characters of a chunk shown to a connected assistant: its context is shared with a whole conversation."""
_HISTORY = (*LAW_CHANGE_WORDS, "effective", "take effect", "took effect", "in force", "source note")
# "<<<EVIDENCE 1f…>>>", "<<< END", "[S1]", "[L2; S3]", "[L1 p. 5]", "[USER]", "SYSTEM:", "<|im_start|>", "```"
_BOUNDARY = lazy_regex(r"<{2,}|>{2,}|`{3,}|<\|.{0,24}?\|>")
_ONE = r"(?:[LS]\s?\d{1,4}(?:,?\s*p[a-z]{0,4}\.?\s*\d{1,4}(?:\s*[-–]\s*\d{1,4})?)?|USER)"
_LABEL = lazy_regex(rf"\[\s*({_ONE}(?:\s*[,;]\s*{_ONE})*)\s*\]", re.IGNORECASE)
_ROLE = lazy_regex(r"^([ \t]*)(system|assistant|developer|user|human)([ \t]*):", re.IGNORECASE | re.MULTILINE)


def neutralised(text: str) -> str:
    """The text with everything that could pass for our own marks made harmless; its words stay.

    "[S1]" becomes "(S1)", runs of angle brackets and code fences become single ones, "SYSTEM:" at a line start becomes
    "SYSTEM -".
    """
    plain = _BOUNDARY.sub("·", text)
    plain = _LABEL.sub(lambda m: f"({m[1]})", plain)
    return _ROLE.sub(lambda m: f"{m[1]}{m[2]} -", plain)


def _heading_of(evidence: Evidence) -> str:
    chunk = evidence.chunk
    facts = [f"{chunk.lane.upper()} lane", f"authority {chunk.authority}", chunk.doc_type]
    facts += [chunk.date] if chunk.date else []
    facts += [f"page {chunk.page_start}"] if chunk.page_start else []
    facts += [chunk.status] if chunk.status not in ("unknown", "current", "approved") else []
    named = f"{chunk.section}, {chunk.title}" if chunk.section and chunk.section not in chunk.title else chunk.title
    return f"[{evidence.label}] {neutralised(named)} ({', '.join(facts)})"


def _item(evidence: Evidence, wanted: frozenset[str], limit: int) -> str:
    body = neutralised(excerpt(evidence.chunk.text, wanted, limit))
    return f"{_heading_of(evidence)} — {body}"


def _user_items(sources: Sequence[SessionSource]) -> list[str]:
    """Session text as it comes (newest first), together at most `SESSION_CHARS` characters."""
    room = SESSION_CHARS
    items: list[str] = []
    for source in sources:
        body = source.text.strip()[:room]
        if body:
            title = neutralised(source.title) or "text the user provided"
            items.append(f"[USER] {title} ({source.type}, not archive evidence) — {neutralised(body)}")
        room -= len(body)
    return items


def evidence_block(brief: Brief, limit: int) -> str:
    """All evidence of a brief, labelled, between boundary lines that no document can know in advance.

    `limit` is in characters per chunk. Without evidence the block says so.
    """
    wanted = frozenset(asked_of(brief).stems)
    items = [_item(evidence, wanted, limit) for evidence in brief.retrieval.merged] + _user_items(brief.sources)
    body = "\n\n".join(items) or "(no evidence)"
    mark = hashlib.sha256(body.encode("utf-8")).hexdigest()[:12]
    return f"<<<EVIDENCE {mark}>>>\n{body}\n<<<END EVIDENCE {mark}>>>"


def _list(title: str, lines: Iterable[str]) -> str:
    listed = "\n".join(f"- {line}" for line in lines)
    return f"{title}\n{listed}" if listed else ""


def missing_lines(brief: Brief) -> tuple[str, ...]:
    """What is known to be missing, each sentence once; a lane whose search failed is not an empty one."""
    failed = (f"The search of the {one.lane} lane failed; say so." for one in brief.retrieval.receipts if one.failed)
    return tuple(dict.fromkeys((*brief.gaps, *brief.retrieval.gaps, *failed)))


def _caps(answer_format: AnswerFormat) -> list[str]:
    lines = [f"- At most {answer_format.max_words} words in all."]
    if not answer_format.headings:
        lines.append(f"- {answer_format.min_sentences} to {answer_format.max_sentences} sentences, no headings.")
        return lines
    for heading, cap in zip(answer_format.headings, answer_format.bullet_caps, strict=False):
        low, high = answer_format.min_sentences, answer_format.max_sentences
        lines.append(
            f"- {heading}: " + (f"at most {cap} bullets." if cap else f"{low} to {high} sentences, no bullets.")
        )
    lines.append(f"- At most {answer_format.max_bullet_words} words in a bullet; citations do not count.")
    return lines


def _structure(answer_format: AnswerFormat) -> str:
    if not answer_format.headings:
        return "Plain sentences without headings or bullets."
    optional = [f'Leave "{h}" out when no STATE excerpt is used.' for h in answer_format.optional_headings]
    return "\n".join(
        ["Headings, exactly these, in this order:", *(f"### {h}" for h in answer_format.headings), *optional]
    )


def _citations(brief: Brief) -> str:
    labels = [evidence.label for evidence in brief.retrieval.merged]
    lines = [
        "- Cite after each sentence or bullet with the labels of the evidence, as [L1] or [S1]."
        f" The only labels are: {', '.join(labels) or 'none'}{', USER' if brief.sources else ''}.",
        "- Every sentence or bullet that states a fact or a rule has at least one citation.",
    ]
    if brief.sources and brief.format.user_heading:
        lines.append(f'- [USER] may be cited only under "{brief.format.user_heading}". It is not archive evidence.')
    elif brief.sources:
        lines.append("- [USER] marks what only the user's text says. It is not archive evidence.")
    return "\n".join(lines)


def asks_of_law(brief: Brief) -> bool:
    """Whether the question asks for law or names one: only then is missing state text worth a sentence."""
    named = bool(brief.issue.statutes) or brief.route.scope == "statewide" or brief.format.law_only_from_state
    return named or any(asks_law(part.text) for part in brief.reading.parts) or asks_law(brief.reading.text)


def asks_of_history(brief: Brief) -> bool:
    """Whether the question or a phrasing asks for the acts that made or changed a law, or for their days."""
    return says_any("; ".join((brief.reading.text, *brief.question.queries)), _HISTORY)


def _law(brief: Brief) -> str:
    lines = ["Name a statute, rule or procedure only with an [S] label whose own excerpt holds it, in that sentence."]
    heading = brief.format.law_heading
    if brief.retrieval.state and heading and brief.format.min_law_citations:
        lines.append(f'"{heading}" cites at least {brief.format.min_law_citations} [S] labels.')
    if brief.retrieval.state:
        lines.append("Say from its own words why a state excerpt applies; a bill is a proposal, never the law.")
    elif asks_of_law(brief):
        lines.append(
            "There is no state text: speak of the law in general words, without numbers, and write once: "
            f"{STATE_TEXT_MISSING}"
        )
    return " ".join(lines)


def format_slots(brief: Brief) -> dict[str, str]:
    """The format rules of a brief as prompt slots: structure, limits, citations, law."""
    return {
        "structure": _structure(brief.format),
        "limits": "\n".join(_caps(brief.format)),
        "citations": _citations(brief),
        "law": _law(brief),
    }


def render_brief(brief: Brief, *, excerpt_chars: int) -> str:
    """The brief as the user part of a model request: question, situation, facets, evidence as data, what is missing."""
    situation = brief.issue.situation_title
    slots = {
        "question": neutralised(brief.reading.text),
        "situation": f"SITUATION\n{neutralised(situation)}\n" if situation else "",
        "facets": _list("PARTS OF THE QUESTION", map(neutralised, brief.issue.facets)) + "\n"
        if brief.issue.facets
        else "",
        "evidence": evidence_block(brief, excerpt_chars),
        "missing": _list("KNOWN TO BE MISSING", missing_lines(brief)),
    }
    return load_prompt("evidence").render(slots)


def host_brief(brief: Brief) -> str:
    """The brief for a connected assistant that writes the answer itself and then calls `audit`."""
    slots = format_slots(brief) | {
        "retrieval_id": brief.retrieval.retrieval_id,
        "question": neutralised(brief.reading.text),
        "strength": load_prompt(f"tier_{brief.strength.tier.lower()}").text,
        "evidence": evidence_block(brief, HOST_EXCERPT_CHARS),
        "missing": _list("KNOWN TO BE MISSING", missing_lines(brief)),
    }
    return load_prompt("host_writer").render(slots).rstrip()
