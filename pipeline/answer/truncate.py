"""Shortening of an answer that is too long for its format, by dropping whole bullets and cutting at clause borders.

Holds `truncate` and `shorten`. They never cut through a citation, a number, a statute reference or a quotation, never
drop a condition or a negation from a sentence, and never invent a word: what cannot be shortened is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.answer.format_rules import validate_answer_format
from pipeline.answer.markdown import Item, ParsedSection, count_words, parse_answer, without_citations
from pipeline.types import AnswerFormat
from vault.text.labels import CITATION

__all__ = ["TRUNCATABLE_RULES", "shorten", "truncate"]

TRUNCATABLE_RULES = frozenset(
    {"word_limit", "heading_order", "extra_section", "bullet_cap", "sentence_cap", "bullet_length", "repeated_point"}
)
"""Rules that hold after `truncate`, whatever came in. What is missing (a heading, a citation) it cannot add."""

# A place where a clause may end: before " — ", " – ", "; ", ", ", " (", " which ", " and ", " but ", " while ".
_BORDER = re.compile(r"(?:\s+[—–]\s+|;\s+|,\s+|\s+(?=\()|\s+(?=(?:which|and|while|after|when|as|where)\b))")
# Spans that are kept whole: citations, quotations, parentheses, amounts and numbers with their marks, statute
# references ("RSA 91-A:3, II(c)"), names with initials ("J. Osgood").
_PROTECTED = re.compile(
    r"\[[^\]]*\]|“[^”]*”|\"[^\"]*\"|\([^()]*\)"
    r"|(?:RSAs?|Chapters?|§+|Sections?)\s*[\dIVXLC][\w:.\-]*(?:,\s*(?:\(?[IVXLC]+\b|\([a-z0-9]+\))[\w().\-]*)*"
    r"|\$?\d[\d,.:\-–/]*\d|\b[A-Z][a-z]{2,8}\.? \d{1,2}, \d{4}\b|\b[A-Z]\.\s",
)
# Words that turn a statement round; a cut that would drop one is refused.
_TURNING = re.compile(
    r"\b(?:not|no|never|none|unless|except|only|if|without|until|but|however|although|though|provided|subject to|"
    r"tentative(?:ly)?|draft|may|might|could|failed|denied|tabled|withdr\w+)\b|n['’]t\b",
    re.IGNORECASE,
)
# A further statement of its own, "; the chair ..." or ", and the clerk ...", leaves the one before it true, so only
# a condition or an outcome in it could reach back.
_COORDINATE = re.compile(r"\s*(?:;|,\s+and\b)")
_REACHING_BACK = re.compile(
    r"\b(?:unless|except|if|provided|subject to|but|however|failed|denied|tabled|withdr\w+)\b", re.IGNORECASE
)
_DANGLING = re.compile(r"[\s,;:—–-]+\Z|\s+(?:and|or|the|a|an|of|to|in|on|for|with|by|at|from|that)\Z", re.IGNORECASE)


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
    """The text with at most `max_words` words, cut at a clause border with all its citations kept; "" when no border
    allows it. A text that fits comes back as it is."""
    if count_words(f"x {text}") - 1 <= max_words:
        return text
    citations = "".join(dict.fromkeys(CITATION.findall(text)))
    bare = without_citations(text)
    protected = [match.span() for match in _PROTECTED.finditer(bare)]
    for border in reversed(list(_BORDER.finditer(bare))):
        cut = border.start()
        turning = _REACHING_BACK if _COORDINATE.match(bare, cut) else _TURNING
        if any(start < cut < end for start, end in protected) or turning.search(bare, cut):
            continue
        head = _tidy(bare[:cut])
        if head and _is_clause(head) and count_words(f"x {head}") - 1 <= max_words:
            return f"{head} {citations}." if citations else f"{head}."
    return ""


def _tidy(head: str) -> str:
    while (shorter := _DANGLING.sub("", head)) != head:
        head = shorter
    return head


def _is_clause(head: str) -> bool:
    # Four words is the shortest statement with an actor, an act and an object: "The board tabled Article 12".
    return len(head.split()) >= 4 and head.count("(") == head.count(")")


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
