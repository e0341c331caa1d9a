"""What stands in which numbered row, and of how many: articles, lots and sections, years, quantities and limits.

Holds comparisons of a claim with the numbered parts of its entries and with the quantifiers and limits beside the same
words. It refuses rows that the record does not number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pipeline.check.read.evidence import Entry, Held, Said, matched, token_in, written_on
from pipeline.check.read.lexing import Token, lex, within_words, worth_matches
from pipeline.check.read.negation import negates
from pipeline.check.read.reading import content
from pipeline.check.slots.measures import is_same_measure, unit_at
from pipeline.check.slots.turns import SAME_MATTER, best_entry, shown
from pipeline.check.slots.values import Conflict
from pipeline.check.slots.workings import identifier_before, is_timed
from vault.text.patterns import lazy_regex

__all__ = [
    "limit_conflicts", "limit_of", "limits_told", "numbered_rows", "quantifier_conflicts",
    "quantity", "unit_conflicts",
]  # fmt: skip


class _Numbered(NamedTuple):
    """A numbered part of the record: the number of its kind and the tokens up to the next number of that kind."""

    number: float
    tokens: tuple[Token, ...]


def _number(tokens: Sequence[Token], at: int) -> float | None:
    worth = tokens[at].worth
    return worth.number if worth is not None and worth.kind == "number" else None


def numbered_rows(tokens: Sequence[Token], kind: str) -> list[_Numbered]:
    """The parts that begin with a number of this kind ("Article 3 …"), else with a bare one ("6) Solar", "48 Deed"); a
    list of numbers is no row."""
    starts = [
        at for at in range(len(tokens)) if identifier_before(tokens, at) == kind and _number(tokens, at) is not None
    ]
    found = []
    for place, at in enumerate(starts):
        end = starts[place + 1] - 1 if place + 1 < len(starts) else len(tokens)
        told = content(tokens[at + 1 : end])
        counted = any(one.worth is not None for one in told)
        if sum(one.kind == "word" for one in told) >= (1 if counted else 2):
            found.append(_Numbered(_number(tokens, at) or 0.0, tuple(tokens[at + 1 : end])))
    return found


_ALL = frozenset(["all", "every", "each", "everyone", "entire", "whole", "everybody", "always"])
_SOME = frozenset(["some", "most", "several", "few", "certain", "part", "half"])
_NONE = frozenset(["no", "none", "nobody", "neither"])


def quantity(tokens: Sequence[Token], at: int) -> str:
    """ "all", "some" or "none" for the quantifier before a noun; "" when it has none."""
    for token in reversed(tokens[max(0, at - 5) : at]):
        low = token.text.lower()
        if (token.kind == "break" and token.text != "\n") or token.worth is not None or low in ("a", "an"):
            return ""
        for name, words in (("all", _ALL), ("some", _SOME), ("none", _NONE)):
            if low in words:
                return name
    return ""


def quantifier_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """All of what the record says of some, or of none; any number of what it says of one."""
    yield from _of_one(said, held)
    for clause in said.clauses:
        entry, share = best_entry(clause, held)
        if entry is None or share < (0.4 if held.given else SAME_MATTER):
            continue
        tokens = entry.sentence.tokens
        if _EACH_OWN.search(entry.flat):  # "each side bears its own costs": neither pays the other's
            continue
        for at, token in enumerate(clause):
            ours = quantity(clause, at) if token.kind == "word" and token in content((token,)) else ""
            places = [n for n, one in enumerate(tokens) if one.kind == "word" and one.key == token.key] if ours else []
            theirs = {quantity(tokens, place) for place in places}
            other = ours == "none" and re.search(r"\b(?:none|neither) of\b", entry.flat, re.I)  # "…, each owner"
            if ours and theirs and "" not in theirs and ours not in theirs and _faces(ours, theirs) and not other:
                yield Conflict("quantity", f"{ours}: {token.text}", shown(entry))
                return


_EACH_OWN = lazy_regex(r"\beach\b[^.;]{0,40}\b(?:its|their|his|her) own\b", re.IGNORECASE)
_ANY_NUMBER = lazy_regex(
    r"\b(?:any number of|an? unlimited number of|as many|several|many|multiple|(?<!not )(?<!no )more than one)"
    r"\s+([a-z-]+(?:\s[a-z-]+)?)",
    re.IGNORECASE,
)
_ONLY_ONE = lazy_regex(
    r"\b(?:only|no more than|not more than|just)\s+(?:one|1|a single)(?:\s*\(1\))?\s+([a-z-]+(?:\s[a-z-]+)?)", re.I
)


def _of_one(said: Said, held: Held) -> Iterator[Conflict]:
    """Any number of what the record allows but one of."""
    ours = _ANY_NUMBER.search(said.text)
    if ours is None:
        return
    counted = content(lex(ours[1]))
    for entry in held.entries:
        theirs = _ONLY_ONE.search(entry.flat)
        if theirs and counted and matched(counted, lex(theirs[1])) and _says_so(said, entry):
            yield Conflict("quantity", ours.group(), shown(entry))
            return


def _says_so(said: Said, entry: Entry) -> bool:
    return matched(said.words, entry.sentence.tokens) * 2 >= len(said.words)


def _faces(ours: str, theirs: set[str]) -> bool:
    return (ours == "all" and theirs <= {"some", "none"}) or (ours == "none" and theirs <= {"all", "some"})


_LEAST_BEFORE = lazy_regex(
    r"\b(?:at least|not? (?:fewer|less|earlier|sooner|closer|nearer|smaller|shorter) than"
    r"|minimum(?: of|(?: [\w-]+){1,4} (?:is|are|of|was))?"
    r"|(?:more|later|longer|higher|larger|bigger|taller|greater) than|over|exceed(?:s|ing)?)\s+\Z",
    re.I,
)
_LEAST_AFTER = lazy_regex(
    r"\A(?:\+|\s*(?:\w+\s+){0,2}(?:or (?:more|greater|older|over|longer|larger|higher)|and (?:over|up)|at least|"
    r"minimum)\b)",
    re.I,
)
_MOST_BEFORE = lazy_regex(
    r"\b(?:at most|not? (?:more|later|wider|larger|higher|taller|bigger|older) than|up to|as (?:much|many|long) as|"
    r"maximum(?: of|(?: [\w-]+){1,4} (?:is|are|of|was))?|(?:limited to|capped at|cap of|limit (?:is|of))|"
    r"not (?:to )?exceed(?:ing)?|"
    r"(?:less|fewer|earlier|sooner|smaller|shorter) than|"
    r"no longer than|only)\s+\Z",
    re.I,
)
_MOST_AFTER = lazy_regex(
    r"\A\s*(?:\w+\s+){0,2}(?:or (?:less|fewer|under|younger|smaller|shorter)|at (?:the )?most|maximum)\b", re.I
)


# "shall not take place less than 5", "no vote may be held fewer than 10": never less is at least
_NEVER_LESS = lazy_regex(
    r"\b(?:(?:shall|may|must|can)\s*not|never|in no (?:event|case))\b"
    r"[^.;:,]{0,40}\b(?:less|fewer|sooner|earlier|closer|nearer) than\s+\Z"
    r"|\bno\b[^.;:,]{1,40}\b(?:shall|may|must|can)\b[^.;:,]{0,30}"
    r"\b(?:less|fewer|sooner|earlier|closer|nearer) than\s+\Z",
    re.IGNORECASE,
)


# "No elector shall sign more than 1", "shall not hold office for longer than 2": never more is at most
_NEVER_MORE = lazy_regex(
    r"(?:\b(?:no|nobody|none|neither|never|not|cannot)\b|n['’]t\b)[^.;:]{1,110}"
    r"\b(?:(?:more|greater|longer|higher|larger|later|bigger|taller|wider) than|exceed(?:ing)?|in excess of)\s+\Z",
    re.IGNORECASE,
)


# "never under $10 or over $50"
_NEVER = lazy_regex(r"\b(?:never|not)\s+(?:be\s+)?(?:\w+ \S+ or )?(under|below|over|above)\s+\Z", re.IGNORECASE)


# "not later than 25 days before the meeting": the later, the fewer days are left
_AHEAD = lazy_regex(r"\b(?:later|earlier|sooner) than\s+\Z", re.IGNORECASE)
_BEFORE = lazy_regex(r"\A[)\s]*(?:[\w-]+\s+){0,2}(?:before|prior to|ahead of|in advance)\b", re.IGNORECASE)
_TURNED = {"least": "most", "most": "least", "": ""}


def limit_of(text: str, token: Token) -> str:
    """ "least", "most" or "" for what a text sets a figure to."""
    told = _told_limit(text, token)
    ahead = _AHEAD.search(text[max(0, token.start - 20) : token.start]) and _BEFORE.match(text[token.end :])
    return _TURNED[told] if ahead else told


_FILLED = lazy_regex(r" *\{\{\w+: ?\Z")
"""What marks a figure filled in by hand: "not more than {{filled:30}} days"."""


_REACH = 200
"""Characters before a figure that may tell its limit: "No part … within three feet of a street, or within five"."""


def _told_limit(text: str, token: Token) -> str:
    reach = _FILLED.sub("", " ".join(text[max(0, token.start - _REACH) : token.start].split())) + " "
    reach = within_words(reach)
    before, after = reach[-31:], text[token.end : token.end + 30].removeprefix("}}")
    never = _NEVER.search(reach)
    if never:
        return "least" if never[1].lower() in ("under", "below") else "most"
    if _NEVER_LESS.search(reach):
        return "least"
    if _NEVER_MORE.search(reach):
        return "most"
    if re.search(r"\bno[tr]?\s+(?:\w+\s+)?(?:more|over|exceed|later)", before, re.I):
        return "most"
    if _LEAST_BEFORE.search(before) or _LEAST_AFTER.match(after):  # "no less than" holds "less than"
        return "least"
    if _WITHIN.search(before):  # "no sign within three feet": never nearer is at least
        return "least" if _NOT_WITHIN.search(reach) and _LENGTH.match(after) else "most"
    return "most" if _MOST_BEFORE.search(before) or _MOST_AFTER.match(after) else ""


_WITHIN = lazy_regex(r"\bwithin\s+\Z", re.IGNORECASE)
_NOT_WITHIN = lazy_regex(
    r"\b(?:no|not|nor|never|neither|bars?|bans?|forbids?|prohibits?|prohibited)\b[^.;:]{0,170}\bwithin\s+\Z",
    re.IGNORECASE,
)
_LENGTH = lazy_regex(
    r"\A[)\s]*(?:\([\d.]+\)\s*)?(?:feet|foot|ft|yards?|miles?|inch(?:es)?|met(?:er|re)s?|['’″\"])", re.IGNORECASE
)


def limit_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """At least what the record says of at most, and the other way round."""
    for token in said.tokens:
        worth, ours = token.worth, limit_of(said.text, token)
        if worth is None or not ours:
            continue
        theirs = {
            limit_of(entry.source.text, one): entry
            for entry in held.entries
            for one in entry.sentence.tokens
            if one.worth is not None and worth_matches(worth, one.worth)
        }
        scope = _SCOPE.search(said.text[: token.start])  # "within 50 feet of a well": where, on both sides
        if scope and any(_SCOPE.search(entry.flat[:n]) for entry in theirs.values() for n in _places_of(token, entry)):
            continue
        if theirs and ours not in theirs and "" not in theirs:
            yield Conflict("limit", f"at {ours} {token.text}", shown(next(iter(theirs.values()))))
            return


_SCOPE = lazy_regex(r"\bwithin\s+\Z", re.IGNORECASE)


def _places_of(token: Token, entry: Entry) -> list[int]:
    """Where in the flat text of an entry the figure stands."""
    return [one.start for one in lex(entry.flat) if token.worth and one.worth and worth_matches(token.worth, one.worth)]


def unit_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """A count of one measure that the record counts in another of its kind: 15 yards of 15 feet."""
    for at, token in enumerate(said.tokens):
        worth, ours = token.worth, unit_at(said.tokens, at)
        if worth is None or worth.kind != "number" or ours is None or is_timed(said.tokens, at, held):
            continue
        if is_same_measure(said.tokens, at, held):
            continue
        places = [
            (unit_at(entry.sentence.tokens, n), entry)
            for entry in held.entries
            for n, one in enumerate(entry.sentence.tokens)
            if one.worth is not None and worth_matches(worth, one.worth)
        ]
        if places and all(theirs and theirs != ours and theirs.kind == ours.kind for theirs, _ in places):
            yield Conflict("unit", f"{token.text} {ours.name}", shown(places[0][1]))
            return


_LARGER = r"(?:more|less|(?:wid|larg|high|great|long|old|few|small|low)er)"
_LIMITING = lazy_regex(
    rf"(?:not?|never) \w+ than|(?:at )?(?:least|most)|up to|{_LARGER}(?: than)?|than|only|minimum|maximum|exceed\w*|"
    r"over|within|(?:(?:may|must|shall|can) )?(?:not?|never)",
    re.IGNORECASE,
)
"""The words that set a limit to the figure beside them, none of which tells an order."""
_BEYOND = lazy_regex(rf"{_LARGER}(?: than)?|exceed\w*|over", re.IGNORECASE)
_LIMIT_REACH = 5


def limits_told(said: Said, held: Held) -> frozenset[int]:
    """Where the words of the claim start that set a figure the limit that every entry with this figure sets it to."""
    found: set[int] = set()
    for at, token in enumerate(said.tokens):
        ours = limit_of(said.text, token) if token.worth is not None else ""
        theirs = {
            limit_of(entry.source.text, one)
            for entry in held.entries
            for one in entry.sentence.tokens
            if ours and token_in(token, (one,), written_on(entry.source)) is not None
        }
        if ours and theirs == {ours}:
            for n in range(max(0, at - _LIMIT_REACH), min(len(said.tokens), at + _LIMIT_REACH)):
                one, following = said.tokens[n], said.tokens[n + 1 : n + 4]
                denies = negates(one) and not any(_BEYOND.fullmatch(other.text) for other in following)
                if _LIMITING.fullmatch(one.text) and not denies:  # "not more than", never "not at least"
                    found.add(one.start)
    return frozenset(found)
