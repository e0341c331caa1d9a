"""The facts of a key, and which of them a text states: figures by value, names by their words, the rest by its words.

One fact for each figure of the key and for each name in it that the question has not said already; a key with neither
is one fact, its words. Refuses to judge whether a text says more than the key, or says it of the right matter: a person
reads that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.retrieval_questions import AskedRow
from vault.facts.figures import Figure, figures_in, holds_figure
from vault.text.words import content_words, stem, words

__all__ = ["Facts", "facts_of", "form_of", "stated", "tells_key"]

_SHARED = 2
"""Words of the question that a text which tells the key says too."""
_SHARE = 0.5
"""A fact without figure or name is stated when the text holds this share of its words."""
# "Bob Freeman", "Frank's Beach", "Winnipesaukee": a capital after the beginning of a sentence
_NAME = re.compile(r"(?<![.?!:;]\s)(?<!\A)(?<!\A\W)\b[A-Z][a-z][\w’'-]*(?:\s+[A-Z][\w’'-]+)*")
_NO_NAME = re.compile(
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|Article|Board|Town|RSA|"
    r"Yes|No)\Z"
)
_FORMS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "yes-no",
        re.compile(r"\A\W*(?:is|are|was|were|do|does|did|can|could|may|must|has|have|will|would|should)\b", re.I),
    ),
    ("vote", re.compile(r"\bvot(?:e|ed|es)\b|\bmotion\b|\bmoved\b|\bseconded\b|\bdecide|\bapprove|\bagree", re.I)),
    ("amount", re.compile(r"\bhow much\b|\bcost|\bfees?\b|\bpaid\b|\bpay\b|\bamount|\bprice|\bsum\b|\bbudget", re.I)),
    ("count", re.compile(r"\bhow many\b|\brate\b|\bpercent", re.I)),
    ("date", re.compile(r"\bwhen\b|\bhow long\b|\bdeadline\b|\bhow soon\b|\bwhat (?:day|date|year|month)\b", re.I)),
    ("who", re.compile(r"\bwho\b|\bwhom\b|\bwhich (?:company|firm|board|official)\b", re.I)),
    ("why", re.compile(r"\bwhy\b|\breason", re.I)),
    ("rule", re.compile(r"\bcan\b|\bmust\b|\bmay\b|\ballow|\brequire|\bneed|\bRSA\b|\blaw\b", re.I)),
)  # fmt: skip


class Facts(NamedTuple):
    """What a key states: figures, names as their stems, and the stems of its words where it has neither."""

    figures: tuple[Figure, ...]
    names: tuple[frozenset[str], ...]
    said: frozenset[str]

    @property
    def total(self) -> int:
        """Facts in all."""
        return len(self.figures) + len(self.names) + bool(self.said)


def form_of(row: AskedRow) -> str:
    """What kind of answer a question asks for, by its form; its type for lists and joins, "other" for no known form."""
    if row.type in ("multi-hop", "list", "total"):
        return row.type
    return next((name for name, form in _FORMS if form.search(row.question)), "other")


def _stems(text: str) -> frozenset[str]:
    return frozenset(map(stem, words(text)))


def facts_of(row: AskedRow) -> Facts:
    """The facts of a key that are not in the question already; none for an empty key."""
    asked = _stems(row.question)
    known = figures_in(row.question)
    figures = {
        (one.kind, one.value): one
        for one in figures_in(row.answer)
        if not holds_figure(known, one) and one.value != "1"
    }
    names = [_stems(found) - asked for found in _NAME.findall(row.answer) if not _NO_NAME.match(found)]
    named = tuple(dict.fromkeys(name for name in names if name))
    rest = frozenset(map(stem, content_words(row.answer))) - asked
    return Facts(tuple(figures.values()), named, frozenset() if figures or named else rest)


def tells_key(row: AskedRow, text: str) -> bool:
    """Whether a text states every figure and name of the key and speaks of what was asked: the same fact, wherever it
    stands. False for a key without figure or name, and for one that answers several parts."""
    facts = facts_of(row)
    if facts.said or not facts.total or len({quote.part for quote in row.gold}) > 1:
        return False
    asked = frozenset(map(stem, content_words(row.question))) - _stems(row.town or "")
    return stated(facts, [text]) == facts.total and len(asked & _stems(text)) >= _SHARED


def stated(facts: Facts, texts: Sequence[str], day: str = "") -> int:
    """How many of the facts the texts state. `day` is the ISO date of the record, which gives a figure its year."""
    text = " ; ".join(texts)
    held, stems = figures_in(text), _stems(text)
    figures = sum(holds_figure(held, one, written=day) for one in facts.figures)
    names = sum(len(name & stems) * 2 >= len(name) for name in facts.names)
    rest = bool(facts.said) and len(facts.said & stems) >= _SHARE * len(facts.said)
    return figures + names + rest
