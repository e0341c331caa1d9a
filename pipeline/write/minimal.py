"""Two last resorts that need no writer: an answer without its faulty lines, and the tier C minimal answer (S2 §3).

Neither states a fact: pruning only removes, the minimal answer names the sources found by their metadata and cites
them. Both keep the headings of the format.
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.answer.format_rules import STATE_TEXT_MISSING, STATE_TEXT_MISSING_UNKNOWN
from pipeline.answer.markdown import ParsedSection, parse_answer
from pipeline.types import Answer, AnswerFormat, Brief, Evidence, Finding
from pipeline.write.extract.frame import short_name

__all__ = ["minimal_answer", "pruned"]

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
