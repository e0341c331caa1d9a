"""Figures and times of a claim that an entry tells in another form: "Route 16" of "NH-16", "the second year" of "Year
2", "no more than $15,000" of "between $10,000 and $15,000", "not before it is paid" of "not until it is paid".

It refuses to work anything out: what is told is the same figure, or the same bound, in other words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pipeline.check.read.evidence import Held, Said, matched, token_in, written_on
from pipeline.check.read.lexing import Token, lex, worth_matches
from pipeline.check.read.negation import negates
from pipeline.check.read.reading import content
from pipeline.quoting.alike import base_of, groups_of
from vault.text.patterns import lazy_regex

__all__ = ["UNTIL", "told_in_another_form"]

_ROAD = frozenset(map(base_of, ("route", "rte", "rt", "highway", "road")))
# "NH-16", "US-302", "I-93", "VT 100"
_NUMBERED = lazy_regex(r"(?:[A-Z]{1,2}|Rte?|Route)[-\s.]{1,2}(?P<number>\d{1,3}[A-Z]?)", re.IGNORECASE)
_MOST, _LEAST = (groups_of(tuple(map(base_of, ("at", word)))) for word in ("most", "least"))
_BETWEEN, _JOINS = frozenset(("between", "from")), frozenset(("and", "to", "-"))
UNTIL = frozenset(("until", "till", "before", "unless and until", "prior to"))
"""Words with which a denial ends in time: "not before" is "not until"."""
_MODALS = frozenset(("may", "can", "shall", "must"))
_REACH = 8
"""Tokens behind "until" that say until what."""


def told_in_another_form(said: Said, held: Held) -> frozenset[int]:
    """Where the tokens of a claim start that an entry tells in another form."""
    rules = (_routes, _counted_off, _bounds, _waits, _bars, _is_for)
    entries = tuple(tuple(one for one in entry.sentence.tokens if one.text != "\n") for entry in held.entries)
    told = frozenset(token.start for rule in rules for token in rule(said.tokens, entries))
    return told | frozenset(token.start for token in _years_of_record(said.text, said.tokens, held))


_KINDS = frozenset(map(base_of, ("warrant", "report", "manual", "booklet", "guide", "handbook", "ordinance", "bill")))
_BEFORE_KIND = 4
"""Tokens behind the year of a record in which its kind stands: "the 2031 annual town meeting warrant"."""


def _years_of_record(text: str, ours: Sequence[Token], held: Held) -> Iterator[Token]:
    """The year in the name of the cited record, "the 2031 warrant", or behind it, "Budget for FY 2032 (2031)", whatever
    other years its words name."""
    for at, token in enumerate(ours):
        year = int(token.worth.number) if token.worth is not None and token.worth.kind == "number" else 0
        behind = text[token.start - 1 : token.end + 1] == f"({token.text})"
        if behind and any(year == written_on(source)[0] for source in held.sources):
            yield token
        kinds = {key for one in ours[at + 1 : at + 1 + _BEFORE_KIND] for key in one.key} & _KINDS
        for source in held.sources if kinds and len(token.text) == len("2031") else ():
            about = {key for one in lex(source.about) for key in one.key}
            if kinds & about and year in (written_on(source)[0], *_years_named(source.about)):
                yield token


def _years_named(about: str) -> Iterator[int]:
    return (int(one.worth.number) for one in lex(about) if one.worth is not None and one.worth.kind == "number")


def _routes(ours: Sequence[Token], entries: Sequence[Sequence[Token]]) -> Iterator[Token]:
    """The number of a road behind "Route", where an entry writes it with the letters of its state."""
    codes = (_NUMBERED.fullmatch(one.text) for entry in entries for one in entry)
    numbers = {code["number"].lower() for code in codes if code}
    for before, token in pairwise(ours):
        if token.text.lower() in numbers and _ROAD.intersection(before.key):
            yield from (before, token)


def _counted_off(ours: Sequence[Token], entries: Sequence[Sequence[Token]]) -> Iterator[Token]:
    """ "Second" of "the second year", where an entry says "Year 2" and the figures of the claim behind it, not behind
    another year."""
    told: list[Token] = []
    behind: list[Token] = []
    for at, token in enumerate(ours):
        noun = next((one for one in ours[at + 1 : at + 4] if one.kind == "word" and one.text.lower() != "and"), None)
        if token.worth is None or token.worth.kind != "ordinal" or noun is None:
            continue
        found = [stretch for entry in entries for stretch in _under(noun, token.worth.number, entry)]
        told += [token] * bool(found)
        behind += [one for stretch in found for one in stretch]
    figures = [one for one in ours if one.worth is not None and one.worth.kind != "ordinal"]
    shown = (one for one in figures if any(token_in(one, entry) for entry in entries))
    if all(token_in(one, behind) for one in shown):
        yield from told


def _under(noun: Token, number: float, entry: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """What stands behind "Year 2" in an entry, up to the next year that it counts."""
    counts = [
        (at, after.worth.number)
        for at, (one, after) in enumerate(pairwise(entry))
        if one.key == noun.key and after.worth is not None and after.worth.kind == "number"
    ]
    for place, (at, counted) in enumerate(counts):
        if counted == number:
            yield entry[at : counts[place + 1][0] if place + 1 < len(counts) else len(entry)]


def _bounds(ours: Sequence[Token], entries: Sequence[Sequence[Token]]) -> Iterator[Token]:
    """ "No more than" of an upper end of a range of the record, "at least" of its lower one."""
    ranges = [ends for entry in entries for ends in _ranges(entry)]
    for word, figure in pairwise(ours):
        worth = figure.worth
        if worth is None or not word.groups & (_MOST | _LEAST):
            continue
        end = 1 if word.groups & _MOST else 0
        if any(held.worth is not None and worth_matches(worth, held.worth) for held in (one[end] for one in ranges)):
            yield word


def _ranges(tokens: Sequence[Token]) -> Iterator[tuple[Token, Token]]:
    """The ends of "between $10 and $15"."""
    for opens, low, joins, high in zip(*(tokens[n:] for n in range(4)), strict=False):
        figures = low.worth is not None and high.worth is not None
        if figures and opens.text.lower() in _BETWEEN and joins.text.lower() in _JOINS:
            yield low, high


def _bars(ours: Sequence[Token], entries: Sequence[Sequence[Token]]) -> Iterator[Token]:
    """ "May" of "no clerk may", where an entry says "no clerk shall"; whether it bars the same is compared apart."""
    barred = any(
        one.text.lower() in _MODALS and any(map(negates, entry[:at]))
        for entry in entries
        for at, one in enumerate(entry)
    )
    for at, token in enumerate(ours if barred else ()):
        if token.text.lower() in _MODALS and any(map(negates, ours[:at])):
            yield token


def _is_for(ours: Sequence[Token], entries: Sequence[Sequence[Token]]) -> Iterator[Token]:
    """ "Is for" of "is for a period of a year", where an entry says for what: "for a period of a year"."""
    for at, token in enumerate(ours):
        *verb, last = token.text.lower().split() or ("",)
        what = next(iter(content(tuple(ours[at + 1 : at + 4]))), None)
        if last == "for" and verb in (["is"], ["was"], ["are"], ["were"]) and what is not None:
            behind = (entry[n + 1 : n + 4] for entry in entries for n, one in enumerate(entry) if one.text == "for")
            if any(matched((what,), one) for one in behind):
                yield token


def _waits(ours: Sequence[Token], entries: Sequence[Sequence[Token]]) -> Iterator[Token]:
    """ "Before" of "not before it is paid", where an entry denies the same until then: what is waited for stands behind
    the word in both."""
    for at, token in enumerate(ours):
        if token.text.lower() not in UNTIL or not any(map(negates, ours[:at])):
            continue
        waited, first = content(tuple(ours[at + 1 : at + 1 + _REACH])), content(tuple(ours[:at]))
        for theirs in entries:
            for place, other in enumerate(theirs):
                denied = other.text.lower() in UNTIL and any(map(negates, theirs[:place]))
                behind, ahead = theirs[place + 1 :], theirs[:place]
                same = denied and matched(waited, behind) > matched(waited, ahead)
                if same and matched(first, ahead) > matched(first, behind):
                    yield token
