"""The town's own rules that a record rests on by number ("Article 20.2.3 (c)"): where each is printed, and its words.

A board grants what an ordinance asks leave for: the record names the number, the ordinance has the limit. Told from the
numbers that stand beside the likeliest words and from what is printed under the same number in a rule of the same town.
It refuses to guess which of two rules is meant where neither shares a word with what names it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pipeline.answer.brief import neutralised
from pipeline.answer.windows import one_line
from pipeline.types import AnswerSpan, Brief
from vault.ports import Library
from vault.store.whole import page_at
from vault.text.clean import shortened
from vault.text.patterns import lazy_regex
from vault.text.words import content_words, stem
from vault.types import Chunk, DocType, Filters, Query

__all__ = ["own_rules"]

_RULES: tuple[DocType, ...] = ("ordinance", "policy", "rule", "guidance")
_BESIDE = 500
"""Characters on either side of the likeliest words of a part that are read for numbers of rules."""
_MOST, _SCANNED, _CHARS = 2, 30, 320
"""Rules told, passages read for one, and characters shown of it."""
_AROUND = 160
"""Characters around a number in which its rule is named or its matter told."""
_LEADERS = lazy_regex(r"(?:\.{4,}|(?:\. ){4,}) *")
_CONTENTS = lazy_regex(r"(?:\.{4,}|(?:\. ){4,})\s*\d{1,3}\s*$", re.MULTILINE)
"""A line of a table of contents."""
# "Zoning Ordinance Article 20.2.3 (c)", "Section 6.04.4", "Sec. 5.060(a)"
_NUMBERED = lazy_regex(
    r"\b(?:articles?|art\.|sections?|sec\.|§{1,2})\s*(?P<number>\d{1,3}(?:\.\d{1,3}){1,3})(?:\s?\((?P<item>[a-z])\))?",
    re.IGNORECASE,
)


class _Cited(NamedTuple):
    """A number of a rule as a record names it: "20.2.3", the letter of its item or "", and the words around."""

    number: str
    item: str
    around: str


def own_rules(library: Library, brief: Brief) -> list[str]:
    """One line for each rule of its own town that the likeliest records name by number and that is not among what was
    found: the number, where it is printed as `read_source` and `audit` take it, and its first words; [] without any."""
    shown = {(item.chunk.doc_id, page) for item in brief.retrieval.local for page in item.chunk.pages}
    lines = dict[str, str]()
    for town, cited in _named(brief):
        name = f"{cited.number}{f' ({cited.item})' if cited.item else ''}"
        found = None if name in lines or len(lines) == _MOST else _printed(library, town, cited)
        chunk, page, text = found or (None, None, "")
        if chunk is not None and (chunk.doc_id, page) not in shown:
            place = f"{chunk.doc_id}{f' p. {page}' if page else ''}"
            title = neutralised(shortened(chunk.title, _TITLE))
            lines[name] = (
                f"{name} is printed in {title} [{place}]: “{shortened(one_line(_LEADERS.sub('… ', text)), _CHARS)}”"
            )
    return list(lines.values())


_TITLE = 60
_CUT = " … "


def _named(brief: Brief) -> Iterator[tuple[str, _Cited]]:
    """The numbers beside the likeliest words of records, with the town of each, the surest first."""
    held = {item.label: item.chunk for item in brief.retrieval.local if item.chunk.doc_type not in _RULES}
    spans = [span for part in brief.retrieval.answers for span in part.spans[:1] if span.label in held]
    for span in sorted(spans, key=lambda one: -one.probability):
        chunk = held[span.label]
        for cited in _cited_in(chunk.text, span):
            yield chunk.town, cited


def _cited_in(text: str, span: AnswerSpan) -> Iterator[_Cited]:
    for match in _NUMBERED.finditer(text, max(0, span.start - _BESIDE), min(len(text), span.end + _BESIDE)):
        around = text[max(0, match.start() - _AROUND) : match.end() + _AROUND]
        yield _Cited(match["number"], (match["item"] or "").lower(), around)


def _printed(library: Library, town: str, cited: _Cited) -> tuple[Chunk, int | None, str] | None:
    """The passage of a rule of the town in which the number heads a paragraph, its page, and that paragraph with the
    item named; of several the one that shares most words with what names it."""
    filters = Filters(lane="local", towns=(town,), doc_types=_RULES)
    head = re.compile(
        rf"(?:^|\]\s?)\W*(?:section|article|art\.|sec\.)?\s*{re.escape(cited.number)}(?!\d|\.\d)", re.IGNORECASE | re.M
    )
    said = _stems(cited.around)
    best: tuple[int, Chunk, int | None, str] | None = None
    for chunk in library.scan(Query(phrases=(cited.number,)), filters, _SCANNED).chunks:
        for match in head.finditer(chunk.text):
            body = chunk.text[match.start() :].lstrip(" ]\n\t.;:")
            if _CONTENTS.search(body[:_CHARS]):
                continue
            shared = len(said & _stems(f"{chunk.title} {body[: 4 * _CHARS]}"))
            if shared > (best[0] if best else 0):
                best = shared, chunk, page_at(chunk, match.end()), _with_item(body, cited.item)
    return best[1:] if best else None


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in content_words(text) if word.isalpha())


def _with_item(body: str, item: str) -> str:
    """The heading of a rule and, where one is named, the item under its letter; the rule as it begins where that letter
    heads no line."""
    match = re.search(rf"^\W*\(?{item}[).]\s", body, re.IGNORECASE | re.MULTILINE) if item else None
    if match is None:
        return body
    following = re.search(rf"^\W*\(?{chr(ord(item) + 1)}[).]\s", body[match.end() :], re.IGNORECASE | re.MULTILINE)
    end = match.end() + following.start() if following else len(body)
    return f"{body.partition(chr(10))[0].strip()}{_CUT}{body[match.start() : end].strip()}"
