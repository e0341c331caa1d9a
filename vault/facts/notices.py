"""Hearings, deadlines, petitions and next meetings that a record announces, each with its date.

Reads a day beside the word that says what it is. It refuses days without such a word.
"""

from __future__ import annotations

import re
from typing import Final, Literal

from vault.facts.dates import dates_in
from vault.facts.lead_in import sentence_end
from vault.facts.types import Notice, Slot

__all__ = ["notices"]

What = Literal["hearing", "deadline", "meeting", "petition", "notice"]
_WORDS: Final[tuple[tuple[What, re.Pattern[str]], ...]] = (
    (
        "deadline",
        re.compile(
            r"\b(?:deadline|last\s+day|no\s+later\s+than|due\s+(?:by|on)|must\s+be\s+(?:received|submitted|filed))\b",
            re.I,
        ),
    ),
    ("petition", re.compile(r"\bpetition(?:ed|s)?\b", re.I)),
    ("hearing", re.compile(r"\bpublic\s+hearing\b|\bhearing\s+(?:is|will|on|to)\b", re.I)),
    ("meeting", re.compile(r"\b(?:meeting|session)\b", re.I)),
)
_ANY: Final = re.compile(
    r"\b(?:deadline|last\s+day|no\s+later\s+than|due\s+(?:by|on)|petition|public\s+hearing|hearing\s+(?:is|will|on|to)|"
    r"next\s+(?:regular\s+|work\s+)?(?:meeting|session)|(?:meeting|session)\s+(?:is|will\s+be)|"
    r"must\s+be\s+(?:received|submitted|filed))",
    re.I,
)
_LONGEST: Final = 400


def _begin(text: str, at: int) -> int:
    """Where the sentence around a place begins."""
    marks = (". ", ".\n", "\n\n", "\n• ", "\f")
    return max([0, *(place + len(mark) for mark in marks if (place := text.rfind(mark, 0, at)) >= 0)])


def notices(text: str) -> tuple[Notice, ...]:
    """The announcements of a text in order, each sentence once; () when no day is announced."""
    found: list[Notice] = []
    done = 0
    for match in _ANY.finditer(text):
        if match.start() < done:
            continue
        start = _begin(text, match.start())
        start = start if match.start() - start < _LONGEST else match.start()
        done = sentence_end(text, match.end())
        sentence = text[start:done]
        days = dates_in(sentence[match.start() - start :]) if len(sentence) <= 2 * _LONGEST else ()
        if not days:
            continue
        lead = len(sentence) - len(sentence.lstrip())
        what: What = next((name for name, pattern in _WORDS if pattern.search(sentence)), "notice")
        base = match.start()
        found.append(
            Notice(
                text=text[start + lead : done],
                start=start + lead,
                end=done,
                slots=(Slot(name="date", start=base + days[0].start, end=base + days[0].end),),
                what=what,
                date=days[0].value,
                subject=" ".join(sentence.split())[:200],
            )
        )
    return tuple(found)
