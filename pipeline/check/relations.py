"""Doubts about how the words of a claim stand to each other: with or without, of whom, undone, only moved, only named.

All words of such a claim stand in the attached words; what they are to each other there is another thing. Holds one
small look for each relation; each names what it doubts. It refuses to contradict.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.check.read.evidence import Held, Said
from pipeline.check.read.lexing import Token, lex
from pipeline.check.read.negation import negates
from pipeline.check.read.reading import content
from vault.facts.numerals import ORDINAL_WORDS, ordinal_value
from vault.states.names import GOVERNING_BOARDS
from vault.text.patterns import lazy_regex
from vault.text.words import content_words, stem

__all__ = ["other_relations"]


def other_relations(said: Said, held: Held) -> list[str]:
    """The doubts of this module about a claim with attached words; [] without any."""
    theirs = held.attached()
    if not theirs:
        return []
    return [
        *_with_or_without(said, lex(theirs)),
        *_of_another(said.text, theirs),
        *_undone(said.text, theirs),
        *_only_moved(said.text, theirs),
        *_against(said.text, theirs),
        *_between(said.text, theirs),
        *_only_named(said.text, theirs),
        *_barred(said.text, theirs),
        *_of_another_number(said.text, theirs),
    ]


_BEFORE, _BEHIND = 10, 5
"""Tokens before a word in which it is denied or joined, and behind a preposition in which its thing stands."""
_STOPS = frozenset(".;,:…")
_TEXT_DENIES = """
    without no nor neither none unlawful failure fail fails failed lack lacks lacking absence excluding except
"""
_DENIES = frozenset(_TEXT_DENIES.split())


def _is_denied(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word is denied: in its own phrase ("without a vote", "no vote of the town"), but not where that is
    denied in its turn: "No shop shall open without a permit"."""
    start = next((n + 1 for n in range(at - 1, -1, -1) if tokens[n].text in (".", ";", "…")), 0)
    near = next((n + 1 for n in range(at - 1, start - 1, -1) if tokens[n].text in _STOPS), start)
    denials = [n for n in range(start, at) if tokens[n].text.lower() in _DENIES or negates(tokens[n])]
    own = [n for n in denials if n >= max(near, at - _BEFORE)]
    return bool(own) and len(denials) % 2 == 1


_OF_VOTES = frozenset(("dissent", "dissenting", "against", "opposition", "objection", "objections", "any"))
"""Words by which "without a vote against" says that it was unanimous, and that no one thing is meant."""


def _with_or_without(said: Said, shown: Sequence[Token]) -> list[str]:
    """What the claim does without or only with something, of which the record tells the other wherever it has it."""
    for at, token in enumerate(said.tokens):
        low = token.text.lower()
        only = low == "with" and at > 0 and said.tokens[at - 1].text.lower() == "only"
        led = said.tokens[at + 1 : at + 1 + _BEHIND]
        told_so = any(one.text.lower() in _OF_VOTES for one in led) or any(one.text.endswith("ing") for one in led[:1])
        either = at > 0 and said.tokens[at - 1].text.lower() == "or"  # "with or without"
        if (low != "without" and not only) or told_so or either:
            continue
        for word in [one for one in content(led) if one.worth is None][:2]:
            place = next(n for n, one in enumerate(said.tokens) if one is word)
            ours = _is_denied(said.tokens, place)
            theirs = [_is_denied(shown, n) for n, one in enumerate(shown) if one.key == word.key]
            if theirs and ours not in theirs:
                return [f"({token.text} {word.text}: the record has it otherwise)"]
    return []


# "with the approval of the selectmen", "at the request of the owner"
_OF_WHOM = lazy_regex(
    r"\b(?P<what>approval|consent|permission|recommendation|request|advice|direction|order)\s+(?:of|by|from)\s+"
    r"(?:(?:the|its|his|her|their|an?|any)\s+)*(?:(?!the\b)[\w’'-]+\s+)??(?P<whose>\w*(?:men|man|board|commission|committee|council|owners?|voters?"
    r"|treasurers?|clerks?|courts?|governor|commissioners?|moderator|trustees?|wardens?|masters?|managers?|attorneys?"
    r"|administrators?|applicants?|abutters?|town|city|port|district|director|chief|collector|assessors?))\b",
    re.IGNORECASE,
)


def _of_another(ours: str, theirs: str) -> list[str]:
    """Whose approval, consent or request it is, where the record names another for it and does something else with the
    one the claim names."""
    told = [(one["what"].lower(), stem(one["whose"].lower())) for one in _OF_WHOM.finditer(theirs)]
    elsewhere = set(map(stem, content_words(theirs)))
    for one in _OF_WHOM.finditer(ours):
        what, whose = one["what"].lower(), stem(one["whose"].lower())
        others = {name for thing, name in told if thing == what}
        if others and whose not in others and whose in elsewhere:
            return [f"({one.group()}: the record has another's)"]
    return []


# "we reverse that portion of the order granting the motion and awarding fees"
_UNDOES = lazy_regex(
    r"\b(?:revers|vacat|overturn|overrul|rescind|revok|annul|quash|set(?:s|ting)? aside)\w*(?P<what>[^.;]{0,300})", re.I
)
_GERUND = lazy_regex(r"\b(\w{3,}?)ing\b", re.IGNORECASE)


def _undone(ours: str, theirs: str) -> list[str]:
    """A deed that the record tells only as a part of what is undone: "granted" of "reverse the order granting"."""
    if _UNDOES.search(ours):
        return []
    undone = {
        stem(f"{verb[1].lower()}ing") for one in _UNDOES.finditer(theirs) for verb in _GERUND.finditer(one["what"])
    }
    deeds = [word for word in re.findall(r"\b\w{3,}ed\b", ours) if stem(word.lower()) in undone]
    return [f"({deeds[0]}: the record undoes it)"] if deeds else []


_MOVES = lazy_regex(
    r"\b(?:ma(?:de|kes) (?:a|the) motion|moved(?!\W*\d)|motioned|a motion (?:was made|by))\b", re.IGNORECASE
)
_RESULTS = lazy_regex(
    r"\b(?:pass(?:ed|es)|carr(?:ied|ies)|fail(?:ed|s)?|approved|adopted|granted|denied|unanimous\w*|in favou?r|so voted"
    r"|ayes?|nays?|yes|voted|oppos\w+|roll[ -]call|\d+\s?[-–]\s?\d+)\b",
    re.IGNORECASE,
)
# "voted to change", "the board passed the motion"
_DECIDES = lazy_regex(r"\b(?:voted to|passed|approved|adopted|carried|agreed to|decided to)\b", re.IGNORECASE)


_OF_ANY_VOTE = frozenset(
    map(stem, ("vote", "voted", "motion", "moved", "pass", "passed", "approve", "approved", "board"))
)


def _only_moved(ours: str, theirs: str) -> list[str]:
    """What is told as decided, where of the motions told the one that says most of it has no result."""
    starts = [theirs.rfind(". ", 0, one.start()) + 1 for one in _MOVES.finditer(theirs)]
    found = _DECIDES.search(ours)
    if not found or len(starts) < 2:
        return []
    told = [theirs[at:end] for at, end in zip(starts, (*starts[1:], len(theirs)), strict=True)]
    wanted = set(map(stem, content_words(ours))) - _OF_ANY_VOTE
    nearest = max(told, key=lambda one: len(wanted & set(map(stem, content_words(one)))))
    shared = [len(wanted & set(map(stem, content_words(one)))) for one in told]
    alone = shared.count(max(shared)) == 1
    return (
        [f"({found.group()}: the record tells no result of this motion)"]
        if alone and not _RESULTS.search(nearest)
        else []
    )


_VOTES_NO = lazy_regex(r"\bvot\w+ (?:\w+ )?against\b|\bopposed\b|\bvot\w+ no\b", re.IGNORECASE)
_SOME_NO = lazy_regex(
    r"\b(?:against|oppos\w+|nays?|no|not|dissent\w*|abstain\w*|disagree\w*|den(?:y|ied)|reject\w*)\b", re.I
)


def _against(ours: str, theirs: str) -> list[str]:
    """A vote against that nothing in the record tells."""
    found = _VOTES_NO.search(ours)
    denied = found is not None and _DENIAL.search(ours[: found.start()])
    return [f"({found.group()})"] if found and not denied and not _SOME_NO.search(theirs) else []


_AT = r"(?P<{0}>\d[\d:.,/]*)(?:\s?[ap]\.?m\.?)?"
_WITHIN = lazy_regex(
    rf"\b(?:between|from)\s+(?:\w+\s+)?{_AT.format('first')}\s+(?:and|to|until|through)\s+(?:\w+\s+)?{_AT.format('last')}",
    re.IGNORECASE,
)
_OUTSIDE = lazy_regex(
    rf"\bbefore\s+(?:\w+\s+)?{_AT.format('first')}\s+(?:and|or)\s+after\s+(?:\w+\s+)?{_AT.format('last')}",
    re.IGNORECASE,
)


def _between(ours: str, theirs: str) -> list[str]:
    """A time between two hours that the record names as the ends of what lies outside them."""
    outside = {(one["first"], one["last"]) for one in _OUTSIDE.finditer(theirs)}
    found = next((one for one in _WITHIN.finditer(ours) if (one["first"], one["last"]) in outside), None)
    return [f"({found.group()}: the record has before and after)"] if found else []


_BODY = (
    rf"\b(?:board|commission|committee|council|{'|'.join(GOVERNING_BOARDS)}|court|department|town|city|voters)"
    r"(?: \w+ly)?"
)
_NAMED_ONLY = tuple(
    tuple(lazy_regex(pattern, re.IGNORECASE) for pattern in patterns)
    for patterns in (
        (rf"{_BODY} approved\b", r"\bapprov(?:e|es|ed|ing)\b", r"\bapprovals?\b"),
        (rf"{_BODY} denied\b", r"\bden(?:y|ies|ied|ying)\b", r"\bdenials?\b"),
        (rf"{_BODY} rejected\b", r"\breject(?:s|ed|ing)?\b", r"\brejections?\b"),
    )
)
"""A deed as a claim tells it, the verb in any form, and the noun that only names it."""


def _only_named(ours: str, theirs: str) -> list[str]:
    """A deed of which the record has only the noun, and no result: "approved" of "subsequent to approval"."""
    return [
        f"({found.group()}: the record only names it)"
        for deed, verb, noun in _NAMED_ONLY
        if (found := deed.search(ours)) and noun.search(theirs) and not verb.search(theirs)
        if not _RESULTS.search(theirs)
    ]


_NO_ONE = lazy_regex(
    r"\bno (?:member|person|officer|official|employee|town|city|one)s?\b[^.;]{1,1500}?"
    r"\b(?:shall|may|is|are) (?:be )?(?:\w+ )?"
    r"(?P<what>liable|responsible|required|entitled|allowed|permitted)\b",
    re.IGNORECASE,
)
_DENIAL = lazy_regex(
    r"\b(?:not|no|never|nor|neither|none|nobody|cannot|immun\w+|exempt\w*|free|protect\w*|bar(?:s|red)?|without|unless)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)


def _barred(ours: str, theirs: str) -> list[str]:
    """What the claim affirms of somebody that the record says of no one, however far its "no" stands from it."""
    what = {one["what"].lower() for one in _NO_ONE.finditer(theirs)}
    said = [word for word in re.findall(r"\w+", ours.lower()) if word in what]
    return [f"({said[0]}: the record says it of no one)"] if said and not _DENIAL.search(ours) else []


# "the third year", "phase 2", "Years 2 and 3"
_NTH = lazy_regex(
    rf"\b(?P<nth>{ORDINAL_WORDS})\s(?P<thing>[a-z]{{3,}})\b"
    r"|\b(?P<named>year|phase|stage|step|part|option|tier|class|offen[cs]e|quarter|round)s?\s"
    r"(?P<number>\d{1,2})(?:\s(?:and|or|to|&)\s(?P<other>\d{1,2}))?\b",
    re.IGNORECASE,
)


def _numbers_in(text: str) -> set[tuple[str, int]]:
    """The things that a text tells by their number in a row, each with the number."""
    return {
        (stem((one["thing"] or one["named"]).lower()), number)
        for one in _NTH.finditer(text)
        for told in (one["nth"], one["number"], one["other"])
        if told and (number := ordinal_value(told)) is not None
    }


def _of_another_number(ours: str, theirs: str) -> list[str]:
    """What the claim says of the third year, and the record of the first alone; of a claim that tells of one only."""
    told = [(_numbers_in(one), set(map(stem, content_words(one)))) for one in re.split(r"(?<=[.;…])\s", theirs)]
    counted = _numbers_in(ours)
    found = []
    for thing, number in sorted(counted):
        if sum(name == thing for name, _ in counted) > 1:
            continue
        of_others = [
            said for named, said in told if thing in {name for name, _ in named} and (thing, number) not in named
        ]
        rest = [said for named, said in told if thing not in {name for name, _ in named} or (thing, number) in named]
        others = (word for word in content_words(ours) if not word.isdigit() and len(word) > _SHORT)
        word = next((one for one in others if _in_any(stem(one), of_others) and not _in_any(stem(one), rest)), "")
        found += [f"(of another {thing}: {word})"] if word else []
    return found


_SHORT = 3
"""Letters of a word that says nothing of its own: "one", "say"."""


def _in_any(word: str, texts: Sequence[set[str]]) -> bool:
    return any(word in one for one in texts)
