"""The asker's own phrasings of a question: how a record or a statute may put it, guarded (decision 46).

Words of the trade may be new. Names of people, other towns, case and article numbers, dates and amounts must have been
said: they are taken out, and a phrasing about another town goes as a whole. A statute number nobody said stays as a
guess to search for; it is never shown as a fact. Nothing here searches.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from pipeline.ask.guard import SaidWords, fixed_vocabulary
from pipeline.ask.issue import PlanContext
from pipeline.ask.names import find_identifiers, find_names
from pipeline.ask.phrases import first_seen, stem_words
from pipeline.types import Question
from vault.facts.dates import MONTH
from vault.law.references import find_refs
from vault.states.names import GOVERNING_MEMBERS
from vault.states.places import find_boards, find_towns
from vault.text.patterns import lazy_regex
from vault.text.words import STOP_WORDS, words

__all__ = ["MOST_PHRASINGS", "guard_phrasings"]

MOST_PHRASINGS = 6
"""More than six ways of saying it bring nothing new and cost a search each."""
_MAX_WORDS = 24
_MIN_WORDS = 2
"""One word left is no phrasing of anything."""
_NUMBER = lazy_regex(r"(?<![\w-])(?:\$\d[\d,.]*|\d{3,}[\d,.]*|\d{1,2}/\d{1,2}(?:/\d+)?)(?![\w(:-])")
""" "$18,400", "2031", "6/1"; a small number is a term or a threshold of the trade ("10 percent", "K9", "14 days")."""
_SECTION = lazy_regex(r"\b\d+(?:-[A-Z])?:\d+(?:-[a-z])?")  # "32:19", a further section after "RSA 32:18"
_DISTRICT = lazy_regex(r"\b(?:RSD|SAU|District|Precinct)\b")
"""A district serves several towns: naming it is no other matter."""
_MEMBERS = "|".join(map(str.capitalize, GOVERNING_MEMBERS))
_TITLED = lazy_regex(rf"\b(?:Mrs?|Ms|Dr|Chair(?:man|woman)?|{_MEMBERS}|Chief)\.?\s+[A-Z][\w'’-]+")  # "Mr. Osgood"
_INITIALED = lazy_regex(r"\b[A-Z][\w'’-]*\.?\s+[A-Z]\.\s+[A-Z][\w'’-]+")  # "Ada B. Osgood"
_MONTH_DAY = lazy_regex(
    rf"\b{MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?\b",
    re.IGNORECASE,
)


class Phrasings(NamedTuple):
    """The phrasings that may be searched, and a sentence on each piece that was taken out."""

    kept: tuple[str, ...]
    dropped: tuple[str, ...]


def guard_phrasings(question: Question, context: PlanContext, read: Iterable[str] = ()) -> Phrasings:
    """The question's own phrasings, at most six, without what neither anybody nor the texts `read` before named.
    Idempotent; empty when there are none."""
    said = _Said(question, context, read)
    kept: list[str] = []
    dropped: list[str] = []
    for phrasing in first_seen(" ".join(one.split()) for one in question.queries):
        rest, lost = _guarded(phrasing, said)
        dropped += [
            f"left out of {phrasing!r}: {piece!r}, which no question and no passage held names" for piece in lost
        ]
        if len(set(words(rest)) - STOP_WORDS) >= _MIN_WORDS or find_refs(rest):
            kept.append(" ".join(rest.split()[:_MAX_WORDS]))
        elif not lost:
            dropped.append(f"phrasing too short to search for: {phrasing!r}")
    return Phrasings(first_seen(kept)[:MOST_PHRASINGS], first_seen(dropped))


class _Said(SaidWords):
    """What the asker and the conversation have said, and the towns they have named."""

    def __init__(self, question: Question, context: PlanContext, read: Iterable[str]) -> None:
        super().__init__(question, context)
        self.runs += tuple(map(words, read))
        self.known_towns = context.known_towns
        self.towns = frozenset(town for text in self.texts for town in find_towns(text, extra=context.known_towns))


def _guarded(phrasing: str, said: _Said) -> tuple[str, tuple[str, ...]]:
    """(what may be searched, what was taken out); a phrasing about another town is taken out whole."""
    found = find_towns(phrasing, extra=said.known_towns)
    others = [town for town in found if town not in said.towns and not _DISTRICT.search(town)]
    if others and said.towns:
        return "", tuple(others)
    guesses = [ref.text for ref in find_refs(phrasing)] + _SECTION.findall(phrasing)
    rest = phrasing
    lost: list[str] = []
    for piece in (*_people(phrasing, said), *_numbers(_without(phrasing, guesses))):
        if not said.names(piece):
            lost.append(piece)
            rest = _without(rest, [piece], keep=guesses)
    return " ".join(rest.split()), first_seen(lost)


def _people(phrasing: str, said: _Said) -> tuple[str, ...]:
    """Names of people: with a title or an initial, or two or three capitalised words none of which is known."""
    found = [match.group() for pattern in (_TITLED, _INITIALED) for match in pattern.finditer(phrasing)]
    known = said.own_stems | fixed_vocabulary()
    for name in find_names(phrasing, (*find_towns(phrasing), *find_boards(phrasing))):
        parts = name.split()
        if 2 <= len(parts) <= 3 and all(part[0].isupper() and not part.isupper() for part in parts):
            found += [] if known & set(stem_words(name)) else [name]
    return first_seen(found)


def _numbers(text: str) -> tuple[str, ...]:
    dates = [match.group() for match in _MONTH_DAY.finditer(text)]
    numbers = [match.group().rstrip(".,") for match in _NUMBER.finditer(_without(text, dates))]
    return first_seen([*find_identifiers(text), *dates, *numbers])


def _without(text: str, pieces: Iterable[str], keep: Iterable[str] = ()) -> str:
    """The text without the pieces; what stands in one of `keep` is left alone."""
    held = tuple(keep)
    for piece in pieces:
        if not any(piece in one for one in held):
            text = re.sub(rf"(?<!\w){re.escape(piece)}(?!\w)", " ", text)
    return text
