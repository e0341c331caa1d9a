"""What a source says of a matter in figures and outcomes: amounts, dates, vote tallies, approved or denied.

Holds claims and their extraction from sentences. A claim needs a matter with a number of its own (an article, case,
bill or ordinance); a sentence without one gives none. It refuses to compare claims.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from hop_controller.reading import NamedThing, has_number, mentions, sentences, years_of
from hop_controller.types import Source

__all__ = ["ClaimKind", "SourceClaim", "claims_of"]

ClaimKind = Literal["amount", "date", "tally", "outcome"]


class SourceClaim(NamedTuple):
    """One value said of one matter in one sentence of one source; an empty string means "not said"."""

    matter: str
    name: str
    kind: ClaimKind
    value: str
    measure: str
    rounded: bool
    aspect: frozenset[str]
    body: str
    stage: str
    said_on: str
    year: str
    written_on: str
    place: str
    source: int
    sentence: str


class _Value(NamedTuple):
    """A value found in a sentence, before it belongs to a matter."""

    kind: ClaimKind
    text: str
    measure: str
    start: int
    aspect: frozenset[str] = frozenset()
    stage: str = ""
    rounded: bool = False


_ASPECTS = {
    "cost": r"cost\w*|pric\w*|expens\w*|spen[dt]\w*|paid|pay(?:s|ing)?",
    "budget": r"budget\w*",
    "appropriation": r"appropriat\w*|rais(?:e|es|ed|ing)",
    "grant": r"grants?|donations?|gifts?",
    "bond": r"bond\w*|loans?|borrow\w*",
    "fee": r"fees?|fines?|penalt\w+",
    "tax": r"tax\w*",
    "pay": r"salar\w+|wages?|stipends?|overtime|compensation",
    "fund": r"funds?|reserves?|balances?|transfer\w*|withdr\w+",
    "revenue": r"revenues?|income",
    "value": r"assess\w*|valu\w+",
    "contract": r"bids?|contract\w*",
    "settlement": r"settle\w*|damages",
    "rent": r"leas\w+|rents?",
    "unit": r"per\s+\w+|each|monthly|annual\w*|yearly|hourly",
}
"""What a sum of money is: sums under different heads are different facts, not a contradiction."""
_ASPECT = {name: re.compile(rf"\b(?:{words})\b", re.I) for name, words in _ASPECTS.items()}

_PROPOSED = re.compile(
    r"\b(?:to see if|propos\w+|request\w*|recommend\w*|estimat\w+|seek\w*|ask(?:s|ed|ing)?|would|petition\w*)\b", re.I
)
_DECIDED = re.compile(
    r"\b(?:approved|adopted|voted|passed|carried|appropriated|amended|awarded|spent|final|actual)\b", re.I
)
_HEDGE = re.compile(r"\b(?:about|approximately|roughly|around|nearly|almost|over|some|more than|less than)\s+$", re.I)

_TALLY = re.compile(
    r"(?<![\w$.,/-])(?P<yes>\d{1,4})\s?(?:-|–|to)\s?(?P<no>\d{1,4})"
    r"(?:\s?[-–]\s?\d{1,3})?(?![\w%/]|[.,]\d)"
)
"""Votes: "3-2", "312 to 120", "4-0-1"."""
_YES_NO = re.compile(r"\byes:?\s*(?P<yes>\d{1,4})\W+(?:and\s+)?no:?\s*(?P<no>\d{1,4})\b", re.I)
"""Ballot results: "Yes 312, No 120"."""
_UNANIMOUS = re.compile(r"\bunanimous(?:ly)?\b", re.I)
_VOTING = re.compile(r"\b(?:vot\w+|passed|failed|carried|approved|denied|adopted|defeated|recommend\w*|motion)\b", re.I)
_MOTION = re.compile(r"\bto\s+(?P<act>table|continue|amend|reconsider|rescind|postpone|adjourn|reopen|close)\b", re.I)

_OUTCOME = re.compile(
    r"(?P<not>\b(?:not|never)\s+(?:been\s+)?)?\b(?:(?P<yes>approved|granted|passed|adopted|carried|upheld)"
    r"|(?P<no>denied|rejected|failed|defeated|disapproved|turned down))\b(?!\s*(?:[:–-]|[Aa]mended))",
    re.I,
)
_HYPOTHETICAL = re.compile(
    r"\b(?:if|whether|unless|until|once|when|would|should|could|may|might|will|be|must|previously|earlier)\b[^,;]*$"
    r"|\bto\s+(?:deny|reject|table|continue|amend|reconsider|rescind|postpone)\b",
    re.I,
)
"""Before the outcome word: "if approved", "to be approved", "motion to deny passed" says no outcome of the matter."""

_EVENTS = {
    "adopted": r"adopted|adoption",
    "approved": r"approved|approval",
    "effective": r"effective|takes? effect|took effect",
    "expires": r"expir\w+",
    "deadline": r"deadline|due",
    "signed": r"signed",
    "filed": r"filed",
    "issued": r"issued",
    "built": r"built|constructed",
    "founded": r"founded|established|incorporated",
}
"""Events that happen once to a matter; hearings and meetings come again and are left out.

"Approved: March 12" with a colon is page furniture of minutes and speaks of the minutes themselves.
"""
_EVENT = {name: re.compile(rf"\b(?:{words})\b(?!\s*(?:[:–-]|amended))", re.I) for name, words in _EVENTS.items()}
_EVENT_REACH = 40
"""Characters between an event word and its date: "adopted by the voters on March 12"."""
_SCALED = re.compile(r"(?:[kmb]|thousand|million|billion)\Z", re.I)
""" "$1.2 million" is rounded by its very form."""
_NUMBER_REACH = 120
"""Characters between a number and a value said of it; further away another matter is meant."""
_TABLE_AMOUNTS = 3
"""A "sentence" with more sums than this is a row of a table, whose columns nobody can tell apart here."""


def claims_of(source: Source, number: int) -> tuple[SourceClaim, ...]:
    """The claims of one source in order of its text; empty for a source without text or without named matters."""
    page = _Page(source.text, source.title, source.date, source.place)
    return tuple(claim._replace(source=number) for claim in _claims_on(page))


class _Page(NamedTuple):
    """What claims are read of; where a source stands among others and how well it answers changes none of them."""

    text: str
    title: str
    date: str
    place: str


@lru_cache(maxsize=2048)
def _claims_on(page: _Page) -> tuple[SourceClaim, ...]:
    return tuple(claim for sentence in sentences(page.text) for claim in _claims(sentence, page))


def _claims(sentence: str, source: _Page) -> Iterator[SourceClaim]:
    if not has_number(sentence):  # reading its names takes most of the time
        return
    named = mentions(sentence)
    days = [m.key for m in named if m.kind == "date" and not m.key.startswith("-")]
    said = sorted(years_of(named)) or ([source.date[:4]] if source.date else [])
    for value in _values(sentence, named):
        for matter in _matters(named, value):
            yield SourceClaim(
                matter=matter.key,
                name=matter.text,
                kind=value.kind,
                value=value.text,
                measure=value.measure,
                rounded=value.rounded,
                aspect=value.aspect,
                body=_body(named, source.title) if value.kind in {"tally", "outcome"} else "",
                stage=value.stage,
                said_on=days[0] if len(days) == 1 and value.kind != "date" else "",
                year=said[0] if len(said) == 1 else "",
                written_on=source.date,
                place=source.place.casefold(),
                source=0,
                sentence=sentence,
            )


def _matters(named: tuple[NamedThing, ...], value: _Value) -> tuple[NamedThing, ...]:
    """The number the value is said of: the nearest before it, else the next one; () where none stands near."""
    numbers = [m for m in named if m.kind == "number" and not m.key.startswith("map ")]  # a parcel sees many acts
    near = [m for m in numbers if abs(m.start - value.start) <= _NUMBER_REACH]
    before = [m for m in near if m.start < value.start]
    return (before[-1],) if before else tuple(near[:1])


def _body(named: tuple[NamedThing, ...], title: str) -> str:
    """The one body that acts in the sentence, else the one in the title; empty when none or several are named."""
    for group in (named, mentions(title)):
        found = {_body_key(m.key) for m in group if m.kind == "body"}
        if found:
            return found.pop() if len(found) == 1 else ""
    return ""


def _body_key(key: str) -> str:
    """One key for the spellings of a board: "Board of Selectmen" and "Selectboard", "ZBA" and "Zoning Board"."""
    for sign, name in (("select", "select"), ("zoning", "zba"), ("zba", "zba"), ("planning", "planning")):
        if sign in key:
            return name
    return key


def _values(sentence: str, named: tuple[NamedThing, ...]) -> Iterator[_Value]:
    yield from _amounts(sentence, named)
    yield from _tallies(sentence, named)
    yield from _outcomes(sentence)
    yield from _dates(sentence, named)


def _amounts(sentence: str, named: tuple[NamedThing, ...]) -> Iterator[_Value]:
    found = [m for m in named if m.kind == "amount"]
    if len(found) > _TABLE_AMOUNTS:
        return
    if len(found) == 2 and re.search(r"\bamended\b.*\bto\s+(?:read\s+)?$", sentence[: found[1].start], re.I):
        found = found[1:]  # "amended from $50,000 to $40,000": only the second figure was adopted
    for i, mention in enumerate(found):
        left = found[i - 1].end if i else 0
        right = found[i + 1].start if i + 1 < len(found) else len(sentence)
        around = sentence[left:right]
        aspect = frozenset(name for name, pattern in _ASPECT.items() if pattern.search(around))
        about = bool(_HEDGE.search(sentence[: mention.start])) or _SCALED.search(mention.text) is not None
        yield _Value("amount", mention.text, mention.key, mention.start, aspect, _stage(sentence), about)


def _stage(sentence: str) -> str:
    """Whether the sentence proposes or decides: "To see if the Town will vote ..." proposes."""
    if re.search(r"\bto see if\b", sentence, re.I):
        return "proposed"
    if _DECIDED.search(sentence):
        return "decided"
    return "proposed" if _PROPOSED.search(sentence) else ""


def _tallies(sentence: str, named: tuple[NamedThing, ...]) -> Iterator[_Value]:
    if not _VOTING.search(sentence):
        return
    blank = _without(sentence, named)
    motion = _MOTION.search(sentence)
    advice = re.search(r"\brecommend", sentence, re.I)
    aspect = frozenset({motion["act"].lower() if motion else "recommend" if advice else "decide"})
    counted = [*_YES_NO.finditer(blank)] or [*_TALLY.finditer(blank)]
    for match in counted:
        yield _Value("tally", match.group(), f"{match['yes']}-{match['no']}", match.start(), aspect)
    agreed = _UNANIMOUS.search(blank)
    if agreed and not counted:
        yield _Value("tally", agreed.group(), "unanimous", agreed.start(), aspect)


def _without(sentence: str, named: tuple[NamedThing, ...]) -> str:
    """The sentence with case numbers, dates and sums blanked, so that "24-07" is no vote."""
    for mention in named:
        if mention.kind in {"number", "statute", "date", "year", "amount"}:
            sentence = sentence[: mention.start] + "_" * (mention.end - mention.start) + sentence[mention.end :]
    return sentence


def _outcomes(sentence: str) -> Iterator[_Value]:
    for match in _OUTCOME.finditer(sentence):
        if _HYPOTHETICAL.search(sentence[: match.start()]):
            continue
        granted = bool(match["yes"]) != bool(match["not"])
        measure = "approved" if granted else "denied"
        yield _Value("outcome", match.group().strip(), measure, match.start(), frozenset({"outcome"}))


def _dates(sentence: str, named: tuple[NamedThing, ...]) -> Iterator[_Value]:
    found = [m for m in named if m.kind in {"date", "year"}]
    for name, pattern in _EVENT.items():
        for event in pattern.finditer(sentence):
            near = [m for m in found if 0 <= m.start - event.end() <= _EVENT_REACH]
            if near:
                yield _Value("date", near[0].text, near[0].key, near[0].start, frozenset({name}))
