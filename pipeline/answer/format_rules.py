"""The mechanical check that an answer keeps its format (S2 §3).

Holds the rules as a table from rule id to what it demands and the check, and what they must know besides the text. It
refuses to look at evidence: whether a citation holds is for `pipeline.check`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain

from pipeline.answer.markdown import ParsedAnswer, ParsedSection, parse_answer
from pipeline.types import Answer, AnswerFormat, Brief, Finding, RecordTier
from vault.text.labels import CITATION
from vault.text.patterns import lazy_regex
from vault.value import Value

__all__ = [
    "FORMAT_RULES", "STATE_TEXT_MISSING", "STATE_TEXT_MISSING_UNKNOWN", "FormatContext", "context_of",
    "says_state_text_missing", "validate_answer_format",
]  # fmt: skip

STATE_TEXT_MISSING = "The specific state statute text was not found in the archive excerpts used here."
"""Stands in the law section when the state lane gave nothing (S3 Stage 3, decision 5)."""
STATE_TEXT_MISSING_UNKNOWN = "Which state statutes apply: their text was not found in the archive excerpts."
"""The Unknowns bullet that goes with it."""


class FormatContext(Value):
    """What the format check must know besides the text: tier, how many chunks of each lane were selected, whether the
    envelope says that statewide text was used (None: not said), and whether the user asked what to upload."""

    tier: RecordTier = "B"
    local_chunks: int = 0
    state_chunks: int = 0
    used_statewide: bool | None = None
    asked_uploads: bool = False

    @property
    def sources_missing(self) -> bool:
        """True only in tier C with no archive chunk at all: the one case in which tails are allowed (decision 4)."""
        return self.tier == "C" and self.local_chunks + self.state_chunks == 0


# "was not found in the archive excerpts", "no state law text is available here", "does not include the statute text".
_SAYS_MISSING = lazy_regex(
    r"\b(?:not (?:found|shown|held|included|available|in)|no|without|does not (?:include|hold|contain)|did not find)\b",
    re.IGNORECASE,
)
_STATE_TEXT = lazy_regex(r"\b(?:state(?:wide)?|statut\w+|RSAs?|law)\b", re.IGNORECASE)
_OF_ARCHIVE = lazy_regex(r"\b(?:archive|excerpts?|documents?|records?|vault|here|sources?)\b", re.IGNORECASE)


def says_state_text_missing(sentence: str) -> bool:
    """True for a sentence that says the state text is not among the excerpts (decision 5), in whatever words."""
    return all(pattern.search(sentence) for pattern in (_SAYS_MISSING, _STATE_TEXT, _OF_ARCHIVE))


def context_of(brief: Brief, answer: Answer | None = None) -> FormatContext:
    """The format context of a brief: tier, selected chunks per lane, and the envelope's `used_statewide`."""
    return FormatContext(
        tier=brief.strength.tier,
        local_chunks=len(brief.retrieval.local),
        state_chunks=len(brief.retrieval.state),
        # a host hands in text only: its flag is read off the citations, and the dossier may ask for the heading
        used_statewide=answer.used_statewide if answer and answer.writer != "host" else None,
        asked_uploads=brief.reading.asks_uploads,
    )


class _Case(Value):
    parsed: ParsedAnswer
    format: AnswerFormat
    context: FormatContext


def _error(rule: str, message: str, *, place: str = "", repair: str) -> Finding:
    return Finding(rule=rule, severity="error", message=message, place=place, repair=repair)


def _word_limit(case: _Case) -> Iterator[Finding]:
    words, limit = case.parsed.word_count, case.format.max_words
    if words > limit:
        yield _error("word_limit", f"{words} words; at most {limit} are allowed", repair=f"Cut {words - limit} words.")
    if not words:
        yield _error("empty", "the answer is empty", repair="Write the answer in the required format.")


def _headings_present(case: _Case) -> Iterator[Finding]:
    for heading in case.format.headings:
        section = case.parsed.section(heading)
        if section is None and heading not in case.format.optional_headings:
            yield _error("heading_missing", f"heading missing: {heading}", repair=f'Add the heading "{heading}".')
        elif section is not None and not section.items:
            yield _error("heading_missing", f"nothing under the heading {heading}", repair=f'Write under "{heading}".')
        elif section is not None and not section.exact:
            yield _error(
                "heading_missing", f"heading is not exact: {section.written}", repair=f'Write it as "{heading}".'
            )


def _headings_in_order(case: _Case) -> Iterator[Finding]:
    known = [section.heading for section in case.parsed.sections if section.known and section.heading]
    if known != [heading for heading in case.format.headings if heading in known]:
        order = " / ".join(case.format.headings)
        yield _error(
            "heading_order", "headings are out of order or repeated", repair=f"Use each once, in this order: {order}."
        )


def _no_extra_sections(case: _Case) -> Iterator[Finding]:
    for section in case.parsed.sections:
        if not section.known:
            yield _error(
                "extra_section", f"extra section: {section.heading}", place=section.heading, repair="Remove it."
            )
    for item in case.parsed.preamble:
        yield _error("extra_section", "text before the first heading", place=item.text, repair="Move or remove it.")


def _bullets(case: _Case) -> Iterator[Finding]:
    minimums = case.format.bullet_minimums or tuple(0 for _ in case.format.headings)
    for heading, cap, minimum in zip(case.format.headings, case.format.bullet_caps, minimums, strict=False):
        section = case.parsed.section(heading)
        count = len(section.items) if section else 0
        if section is None or not count:
            continue
        if cap and count > cap:
            yield _error(
                "bullet_cap", f"{count} bullets under {heading}; at most {cap}", repair=f"Keep the {cap} strongest."
            )
        if cap and count < minimum:
            yield _error(
                "bullet_minimum", f"{count} bullets under {heading}; at least {minimum}", repair="Add cited bullets."
            )


def _prose_sections(case: _Case) -> Iterator[ParsedSection]:
    caps = dict(zip(case.format.headings, case.format.bullet_caps, strict=False))
    yield from (section for section in case.parsed.sections if not caps.get(section.heading, 0) and section.known)


def _sentence_count(case: _Case) -> Iterator[Finding]:
    low, high = case.format.min_sentences, case.format.max_sentences
    for section in _prose_sections(case):
        count = sum(1 for claim in case.parsed.claims if claim.heading == section.heading)
        where = section.heading or "the answer"
        if high and count > high:
            yield _error("sentence_cap", f"{count} sentences in {where}; at most {high}", repair="Drop the weakest.")
        if section.items and count < low:
            yield _error("sentence_minimum", f"{count} sentences in {where}; at least {low}", repair="Add a sentence.")


def _bullet_length(case: _Case) -> Iterator[Finding]:
    limit = case.format.max_bullet_words
    prose = {section.heading for section in _prose_sections(case)} if case.format.headings else set()
    for section in case.parsed.sections:
        for item in section.items:
            if section.heading not in prose and item.words > limit:
                message = f"{item.words} words; at most {limit} in a bullet"
                yield _error(
                    "bullet_length", message, place=item.text, repair="Shorten at a clause and keep the citation."
                )


def _law_citations(case: _Case) -> Iterator[Finding]:
    wanted, section = case.format.min_law_citations, case.parsed.section(case.format.law_heading)
    if not wanted or not case.context.state_chunks or section is None:
        return
    count = sum(1 for label in section.labels if label.startswith("S"))
    if count < wanted:
        message = f"{count} state citations under {case.format.law_heading}; at least {wanted}"
        yield _error("law_citations", message, repair="Cite the state excerpts as [S1], [S2] in this section.")


def _state_missing_said(case: _Case) -> Iterator[Finding]:
    section = case.parsed.section(case.format.law_heading)
    if not case.format.law_only_from_state or case.context.state_chunks or section is None:
        return
    if not any(says_state_text_missing(item.text) for item in section.items):
        yield _error(
            "state_missing_unsaid", "the law section does not say that state text is missing", repair=STATE_TEXT_MISSING
        )


def _user_only_in_facts(case: _Case) -> Iterator[Finding]:
    allowed, law = case.format.user_heading, case.format.law_heading
    for claim in case.parsed.claims:
        outside = claim.heading != allowed if allowed else bool(law) and claim.heading == law
        if "USER" in claim.labels and outside:
            repair = f'Cite [USER] only under "{allowed}".' if allowed else "Cite [Sx] for law."
            yield _error("user_misplaced", "[USER] where it may not stand", place=claim.text, repair=repair)


def _statewide_only_when_used(case: _Case) -> Iterator[Finding]:
    heading, used = case.format.law_heading, case.context.used_statewide
    if heading not in case.format.optional_headings or used is None:
        return
    present = case.parsed.section(heading) is not None
    if present and not used:
        yield _error(
            "statewide_unused",
            f"{heading} stands although used_statewide is false",
            repair="Remove it or set the flag.",
        )
    if used and not present:
        yield _error(
            "statewide_unused", f"{heading} is missing although used_statewide is true", repair=f'Add "{heading}".'
        )


# "next steps", "consult (with) counsel / an attorney", "you may wish to", "I recommend" (S2 §3) and close kin:
# "seek legal advice", "you should contact", "let me know if".
_TAIL = lazy_regex(
    r"\bnext steps?\b|\bconsult(?:ing|ation)? (?:with )?(?:(?:an?|your|the|town|legal|local|qualified) )*"
    r"(?:counsel|attorneys?|lawyers?)\b|\byou (?:may|might) (?:wish|want) to\b|\b(?:I|we)(?:'d| would)? recommend\b"
    r"|\bseek (?:legal|professional) (?:advice|counsel)\b|\byou (?:should|could) (?:contact|consult|reach out)\b"
    r"|\blet me know if\b|\bplease (?:contact|consult)\b",
    re.IGNORECASE,
)
# "what to pull next", "upload the 2024 minutes", "documents to ingest", "what would clarify".
_SHOPPING = lazy_regex(
    r"\bwhat (?:to|would) (?:pull|clarify|upload|ingest)\b|\bpull next\b|\b(?:upload|ingest)(?:ing)?\b", re.IGNORECASE
)
_QUOTED = lazy_regex(r"“[^”]*”|\"[^\"]*\"")  # a tail inside a verbatim quote is the record's, not the writer's


def _tails(case: _Case) -> Iterator[Finding]:
    if case.context.sources_missing:
        return
    for claim in case.parsed.claims:
        match = _TAIL.search(_QUOTED.sub(" ", claim.text))
        if match:
            yield _error("tail", f'"{match.group()}" is advice, not evidence', place=claim.text, repair="Remove it.")


def _shopping_list(case: _Case) -> Iterator[Finding]:
    if case.context.tier == "C" and case.context.asked_uploads:
        return
    for claim in case.parsed.claims:
        match = _SHOPPING.search(_QUOTED.sub(" ", claim.text))
        if match:
            yield _error(
                "upload_suggestion",
                f'"{match.group()}": nobody asked for uploads',
                place=claim.text,
                repair="Remove it.",
            )


def _repeats(case: _Case) -> Iterator[Finding]:
    seen: dict[str, str] = {}
    for section in case.parsed.sections:
        for item in section.items:
            key = " ".join(CITATION.sub(" ", item.text).casefold().split()).rstrip(".")
            if seen.setdefault(key, section.heading) != section.heading and key:
                message = f"said already under {seen[key]}"
                yield _error("repeated_point", message, place=item.text, repair="Say it once.")


_Check = Callable[[_Case], Iterator[Finding]]
FORMAT_RULES: dict[str, tuple[str, _Check]] = {
    "word_limit": ("Word count is within the limit (S2 §3); an answer without a word is `empty`", _word_limit),
    "heading_missing": ("Every heading is present, exact and has text under it (S2 §3)", _headings_present),
    "heading_order": ("Headings stand once and in order (S2 §3)", _headings_in_order),
    "extra_section": ("No section beyond the format's, no text before the first (S2 §3)", _no_extra_sections),
    "bullet_cap": ("Bullets keep the cap, and S0's minimum as `bullet_minimum` (S2 §3)", _bullets),
    "sentence_cap": ("Prose keeps its number of sentences, too few as `sentence_minimum` (S0, S2 §1)", _sentence_count),
    "bullet_length": ("No bullet is too long (S2 §3)", _bullet_length),
    "law_citations": ("The law section cites enough state excerpts when there are any (S2 §3)", _law_citations),
    "state_missing_unsaid": ("Without state text the law section says so (S3, decision 5)", _state_missing_said),
    "user_misplaced": (
        "[USER] stands only under the facts heading, never in a law section (S2 §8)",
        _user_only_in_facts,
    ),
    "statewide_unused": (
        "Statewide context stands exactly when statewide text was used (S0)",
        _statewide_only_when_used,
    ),
    "tail": ("No advice tails unless tier C without any archive excerpt (S2 §3)", _tails),
    "upload_suggestion": ("No upload suggestions unless tier C and asked for (S2 §2)", _shopping_list),
    "repeated_point": ("No point is repeated across sections (S2 §1)", _repeats),
}
"""Rule id -> what it demands, and the check. Every finding of these rules is an error (decision 24)."""


def validate_answer_format(
    markdown: str, answer_format: AnswerFormat, context: FormatContext | None = None
) -> tuple[Finding, ...]:
    """Every way in which an answer breaks its format, in rule order; () when it keeps it (S2 §3). Never raises."""
    parsed = parse_answer(markdown, answer_format)
    case = _Case(parsed=parsed, format=answer_format, context=context or FormatContext())
    return tuple(chain.from_iterable(check(case) for _, check in FORMAT_RULES.values()))
