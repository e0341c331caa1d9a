"""Doubts about what turns a claim round: a second denial, a duty, the other end, another body, a ground, a part.

Holds one small look each at claims whose words are all bound; each names what it doubts. It refuses to contradict.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.check.bind.bodies import other_kind_of_body
from pipeline.check.bind.paraphrase import carried
from pipeline.check.bind.subjects import other_subject
from pipeline.check.read.evidence import Held, Said, token_in
from pipeline.check.read.lexing import Token, lex
from pipeline.check.read.negation import limits, negates
from pipeline.check.read.reading import bodies_in, content
from pipeline.check.relations import other_relations
from pipeline.check.slots.acts import may_be, told_by_record
from pipeline.check.slots.framed import POLES
from pipeline.check.slots.turns import attached_other_way
from pipeline.check.slots.ways import rounding_words
from pipeline.check.slots.workings import LEFT_OVER, identifier_before, kind_at
from vault.text.patterns import lazy_regex

__all__ = ["turned_round"]


def turned_round(said: Said, held: Held) -> list[str]:
    """The doubts of this module about a claim with attached words; [] without any."""
    shown = lex(held.attached())
    if not shown:
        return []
    return [
        *_denied_twice(said, held),
        *_denied_alone(said, held, shown),
        *_no_duty(said, held),
        *_other_side(said, shown),
        *_other_particle(said, shown),
        *_of_other_kind(said, held, shown),
        *_other_body(said, held),
        *_rest_for_whole(said, held, shown),
        *_by_law(said, held, shown),
        *_part_for_all(said, held),
        *_other_manner(said, held, shown),
        *other_relations(said, held),
        *other_subject(said, held),
        *_without_exception(said, held),
        *other_kind_of_body(said, held),
    ]


# "nobody may not", "is not no bank", "may not be no more than 5"
_TWICE = lazy_regex(
    r"\b(?:no(?:body| one)?|nor|neither|not|never|nothing)\b"
    r"(?:\s+(?!(?:who|that|which|and|or|but|not)\b)[\w-]+){0,3}?\s+(?:not(?! only\b)|never|no)\b",
    re.IGNORECASE,
)


def _denied_twice(said: Said, held: Held) -> list[str]:
    """Two negations in one clause, of which the attached words have no such pair."""
    found = _TWICE.search(said.text)
    return [f"({found.group()})"] if found and not _TWICE.search(held.attached()) else []


_REACH = 8
"""Tokens before a word in which the record may deny it."""
_BARS = lazy_regex(
    r"(?:un|dis|non)\w{4,}|fail\w*|refus\w*|declin\w*|den(?:y|ie\w+|ial)|reject\w*|absen\w*|oppos\w*|exempt\w*"
    r"|except\w*|unless|forb\w+|prohibit\w*|lack\w*|avoid\w*|without|only|until|before|bar(?:s|red)?|no|nor|neither|rather",
    re.IGNORECASE,
)
_TEXT_HELPS = """
    is are was were be been has have had do does did may can could will would shall must should
"""
_HELPS = frozenset(_TEXT_HELPS.split())


def _is_barred(tokens: Sequence[Token], at: int) -> bool:
    """Whether the record denies or bars a word right before or behind it, or begins its sentence with "No"."""
    start = next((n + 1 for n in range(at - 1, -1, -1) if tokens[n].text in (".", ";", "…")), 0)
    near = (*tokens[max(0, at - _REACH) : at], *tokens[at + 1 : at + 4])
    none = any(one.text.lower() in ("no", "nor", "neither", "none") for one in tokens[start:at])
    return none or any(negates(one) or _BARS.fullmatch(one.text) for one in near)


def _denied_alone(said: Said, held: Held, shown: Sequence[Token]) -> list[str]:
    """A word right behind a "not" of the claim that the attached words have, nowhere denied."""
    if attached_other_way(said, held):
        return []
    for at, token in enumerate(said.tokens):
        low = token.text.lower()
        led = [one.text.lower() for one in said.tokens[max(0, at - 1) : at]]
        plain = low in ("not", "never") and led and led[0] in _HELPS
        if not (plain or (negates(token) and token.first in _HELPS)) or limits(said.tokens, at):
            continue
        for word in content(said.tokens[at + 1 : at + 5])[:1]:
            same = ((n, one) for n, one in enumerate(shown) if one.key == word.key or word.worth)
            places = [n for n, one in same if token_in(word, (one,))]
            if places and not any(_is_barred(shown, n) for n in places):
                return [f"({token.text} {word.text}: the record denies it nowhere)"]
    return []


_DUTY = lazy_regex(
    r"\b(?:must|has to|have to|had to|requires?|required to|obliged to|needs? to|bound to)\b(?! not\b)", re.IGNORECASE
)
_DEMANDS = lazy_regex(
    r"\b(?:must|shall|ha[sd] to|have to|requir\w*|oblig\w*|need\w*|necess\w*|mandat\w*|due|deadline|(?:is|are) to|"
    r"(?:was|were) to|will|should|no (?:later|more|less|fewer) than|only|minimum|maximum|limited to|at least|at most|"
    r"duty|duties|direct(?:s|ed)|order(?:s|ed)|condition\w*|before|until|cannot|not)\b",
    re.IGNORECASE,
)
_NOBODY_MUST = lazy_regex(r"\b(?:nobody|no one|no \w+) (?:must|has to|needs to)\b", re.IGNORECASE)


def _no_duty(said: Said, held: Held) -> list[str]:
    """A duty that the claim tells, where nothing in the attached words demands anything, and "nobody must" of what no
    one may."""
    found = _DUTY.search(said.text)
    nobody = _NOBODY_MUST.search(said.text)
    if nobody and not re.search(r"\b(?:require|need|oblige|have to|has to)", held.attached(), re.IGNORECASE):
        return [nobody.group()]
    return [found.group()] if found and not _DEMANDS.search(held.attached()) else []


def _other_side(said: Said, shown: Sequence[Token]) -> list[str]:
    """A "last" or "largest" of the claim of which the attached words have only the opposite."""
    theirs = {POLES[low] for one in shown if (low := one.text.lower()) in POLES}
    return [
        f"({one.text}: the record has the opposite)"
        for one in said.tokens
        if (low := one.text.lower()) in _ENDS and theirs and POLES[low] not in theirs
    ]


_ENDS = frozenset(["first", "last", "earliest", "latest", "highest", "lowest", "largest", "smallest", "greatest"])
# "turned up" of "denied", "set down" of "set up", "come up" of "removed"
_WITH = lazy_regex(r"\b(?:(?:turn(?:s|ed)?|com(?:e|es)|came)\s+(up)|set(?:ting)?\s+(down))\b", re.IGNORECASE)


def _other_particle(said: Said, shown: Sequence[Token]) -> list[str]:
    """What a light verb tells with "up" or "down" that it tells otherwise with the other, where the attached words have
    neither: "turned up" of "denied"."""
    words = {one.text.lower() for one in shown}
    return [f"({one.group()})" for one in _WITH.finditer(said.text) if (one[1] or one[2]).lower() not in words]


def _of_other_kind(said: Said, held: Held, shown: Sequence[Token]) -> list[str]:
    """A number of a map, lot or article, or a sum, that the attached words have only as the number of another thing."""
    about = [token for one in held.sources for token in lex(one.about)]
    left = []
    for at, token in enumerate(said.tokens):
        named = identifier_before(said.tokens, at)
        if token.worth is None or not (named or token.worth.kind == "amount"):
            continue
        lines = (shown, about)
        kinds = {kind_at(line, n) for line in lines for n, one in enumerate(line) if token_in(token, (one,))}
        if named and kinds and not kinds & {named, "number", "year", "address"} and kinds <= _THINGS:
            left.append(f"({named} {token.text}: the record has another thing of this number)")
        if not named and kinds and kinds <= _THINGS:
            left.append(f"({token.text}: the record has it as a number)")
    return left


_THINGS = frozenset(["map", "lot", "sublot", "article", "section", "case", "unit", "page", "ordinance", "resolution"])


def _other_body(said: Said, held: Held) -> list[str]:
    """The only body of a claim about a local record, where neither the attached words nor the heading name it."""
    if any(one.is_state or one.chunk is None or not one.chunk.board for one in held.sources):
        return []
    text = ". ".join((held.attached(), *(one.about for one in held.sources)))
    known = [*(one.chunk.board for one in held.sources if one.chunk), *(name for _, _, name in bodies_in(text))]
    told = [one.actor for one in said.named if one.actor.body]
    strange = [one for one in told if not any(name and may_be(one.body, name) for name in known)]
    return [f"(which body: {strange[0].text})"] if strange and len(strange) == len(told) else []


def _rest_for_whole(said: Said, held: Held, shown: Sequence[Token]) -> list[str]:
    """A percentage told of what is left that another of the attached words, told of what is left too, leaves of the
    whole: "54.06 percent remain" of "45.94 % remaining"."""
    if not (LEFT_OVER.search(said.text) and LEFT_OVER.search(held.attached())):
        return []
    theirs = [one.worth.number for one in shown if one.worth is not None and one.worth.kind == "percent"]
    ours = [one for one in said.tokens if one.worth is not None and one.worth.kind == "percent"]
    return [
        f"(the rest of the whole: {one.text})"
        for one in ours
        if one.worth is not None and token_in(one, shown) is None
        and any(abs(100 - other - one.worth.number) < 1 for other in theirs)
    ]  # fmt: skip


# "since the law requires it", "because the charter says so"
_BY_LAW = lazy_regex(
    r"\b(?:because|since|as)\s+(?:the\s+|state\s+|a\s+)*(?:law|statute|ordinance|charter|rules?)\s+"
    r"(?:require|demand|say|oblige|order|want)\w*",
    re.IGNORECASE,
)
_GROUNDS = lazy_regex(
    r"\b(?:because|since|pursuant|under|according|by (?:law|statute|charter)|requir\w+ by)\b", re.IGNORECASE
)


def _by_law(said: Said, held: Held, shown: Sequence[Token]) -> list[str]:
    """A law given as the reason, where the attached words name no ground."""
    found = _BY_LAW.search(said.text)
    grounds = _GROUNDS.search(held.attached()) or any(one.kind == "ref" for one in shown)
    return [f"(why: {found.group()})"] if found and not grounds else []


_PART = lazy_regex(r"\b(most|half|part) of\b", re.IGNORECASE)
_OF_PARTS = lazy_regex(
    r"\b(?:most|half|part|partial\w*|portion|some|majority|mainly|mostly)\b|%|\bpercent|\d/\d|½", re.IGNORECASE
)


def _part_for_all(said: Said, held: Held) -> list[str]:
    """ "most of", "half of" or "part of" a thing where the attached words tell of no part, and no figure is halved."""
    found = _PART.search(said.text)
    figure = found is not None and any(one.worth is not None and one.start < found.start() for one in said.tokens)
    return [f"({found.group()})"] if found and not figure and not _OF_PARTS.search(held.attached()) else []


_BEGINS, _SHORT = 5, 6
"""Letters by which a word and one made from it are alike; those of "apply", "supply" and "namely", no adverbs or none
of manner."""


def _other_manner(said: Said, held: Held, shown: Sequence[Token]) -> list[str]:
    """How a thing was done, in an adverb of which the attached words have no form, only a word of like meaning."""
    otherwise = carried(said, held).keys() | told_by_record(said, held)
    rounding = rounding_words(said)
    begins = {one.text.lower()[:_BEGINS] for one in shown}
    return [
        one.text
        for one in said.words
        if one.text.endswith("ly") and len(one.text) > _SHORT and not one.capital and one.start not in otherwise
        and one.text[:_BEGINS] not in begins and one.start not in rounding
    ]  # fmt: skip


_NO_EXCEPTION = lazy_regex(
    r"\b(?:with(?:out| no)|no) (?:any )?(?:exceptions?|exemptions?|ifs)\b|\bwithout fail\b|\b(?:in|under) (?:all|any) "
    r"(?:cases|circumstances)\b|\bno matter (?:what|how|who|where)\b",
    re.IGNORECASE,
)
_EXCEPTION = lazy_regex(
    r"\b(?:unless|except\w*|exempt\w*|other than|provided|however|waive\w*|if|when|where|over|under"
    r"|(?:more|less|fewer|younger|older) than)\b",
    re.IGNORECASE,
)


def _without_exception(said: Said, held: Held) -> list[str]:
    """A rule told without exception of which the attached words make one."""
    told = _NO_EXCEPTION.search(said.text)
    made = _EXCEPTION.search(held.attached()) if told else None
    return [f"({told.group()}: the record: {made.group()} …)"] if told and made else []
