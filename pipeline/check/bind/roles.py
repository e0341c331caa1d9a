"""Whether bound words play the part the record gives them: all of what, denied or not, why, a count or a number.

Every word of a claim may stand in its entries and the claim still be false: "all members" of "all roads", "complies" of
"fails to comply", "lot 215" as 215 lots. Holds these last checks; each names the words it doubts. It refuses to
contradict.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence

from pipeline.check.bind.paraphrase import carried
from pipeline.check.read.evidence import Entry, Held, Said, span_text, token_in
from pipeline.check.read.lexing import Token
from pipeline.check.read.motions import movers_in
from pipeline.check.read.reading import Actor, bodies_in, content
from pipeline.check.read.words import REFERENTS
from pipeline.check.slots.rows import numbered_rows, quantity
from pipeline.check.slots.turns import denied, negates, other_way_round
from pipeline.check.slots.workings import identifier_before
from pipeline.quoting.alike import base_of, groups_of

__all__ = ["keeping_bodies", "misbound"]


def keeping_bodies(said: Said, boards: Container[str]) -> list[tuple[int, int]]:
    """Where the claim names the body whose record it cites as the one that acts; such a name needs no words beside."""
    return [
        (said.tokens[one.first].start, said.tokens[one.last].end)
        for one in said.named
        if one.actor.body in boards and one.actor.body and one.role != "object"
    ]


def misbound(said: Said, held: Held) -> tuple[str, ...]:
    """The words of the claim that the record holds in another part, as residue; () when each plays its own."""
    found = (*_quantified(said, held), *_undone(said, held), *_reasoned(said, held), *_counted(said, held))
    found += (*_asked(said, held), *_of_other_row(said, held), *_identified(said, held))
    found += (*_acting(said, held), *_led(said, held), *_upon(said, held), *_seconded(said), *_twice_denied(said, held))
    return tuple(dict.fromkeys(found))


def _twice_denied(said: Said, held: Held) -> Iterator[str]:
    """A word said for what the record denies, and denied once more: "not unused" of "not used"."""
    otherwise = carried(said, held)
    for at, token in enumerate(said.tokens):
        word = next(iter(content(said.tokens[at + 1 : at + 4])), None) if negates(token) else None
        if word is not None and any(negates(one) for one in otherwise.get(word.start, ())):
            yield f"({token.text} … {word.text})"


def _seconded(said: Said) -> Iterator[str]:
    """ "seconded" of nobody and of no motion: "The bridge costs $9,100 and seconded"."""
    verb = next((token for token in said.tokens if token.text.lower() == "seconded"), None)
    if verb is not None and not movers_in(said.text) and not re.search(r"\b(?:motion\w*|moved|by)\b", said.text):
        yield verb.text


def _upon(said: Said, held: Held) -> Iterator[str]:
    """A body to which something is done and that the entries do not name: "thanked the Board of Selectmen"."""
    shown = " ".join(span_text(entry, held) for entry in held.entries)
    named = {name for _, _, name in bodies_in(" ".join(shown.split()))}
    for one in said.named:
        if one.actor.body and one.role == "object" and one.actor.body not in named and named:
            yield f"who: {one.actor.text}"


_SAYS = groups_of((base_of("say"),))
_ASKS = groups_of((base_of("inquire"),))


def _asked(said: Said, held: Held) -> Iterator[str]:
    """Who only asks in the record and asserts it in the claim."""
    for one in said.named:
        verb = said.tokens[one.last + 1] if one.last + 1 < len(said.tokens) else None
        if one.role != "subject" or verb is None or not verb.groups & _SAYS or verb.groups & _ASKS:
            continue
        own = [entry.sentence for entry in held.entries if _acts(one.actor, entry)]
        verbs = [[token for token in sentence.tokens if token.groups & (_SAYS | _ASKS)] for sentence in own]
        if own and all(found and found[0].groups & _ASKS and not found[0].groups & _SAYS for found in verbs):
            yield f"who: {one.actor.text} (the record: {verbs[0][0].text})"


def _acts(actor: Actor, entry: Entry) -> bool:
    return entry.sentence.subject is not None and actor.is_same(entry.sentence.subject)


def _of_other_row(said: Said, held: Held) -> Iterator[str]:
    """Words that the record sets beside another article, case or lot than the one the claim names."""
    for at, token in enumerate(said.tokens):
        kind = identifier_before(said.tokens, at)
        if not kind or token.worth is None:
            continue
        rows = numbered_rows([one for entry in held.entries for one in entry.sentence.tokens], kind)
        own = [row.tokens for row in rows if row.number == token.worth.number]
        others = [row.tokens for row in rows if row.number != token.worth.number]
        if not own or not others:
            continue
        for word in said.words:
            if any(token_in(word, row) for row in others) and not any(token_in(word, row) for row in own):
                yield f"(beside another {said.tokens[at - 1].text}: {word.text})"


def _quantified(said: Said, held: Held) -> Iterator[str]:
    """ "all", "most" or "no" of a noun of which the record says no such quantity, and "only" where it has none."""
    for at, token in enumerate(said.tokens):
        low = token.text.lower()
        limited = next(iter(content(said.tokens[at + 1 : at + 6])), None) if low in _LIMITS else None
        around = any(other_way_round(said, entry) for entry in held.entries)
        if limited is not None and not around and not _is_limited(limited, held):
            yield token.text
        noun = next(iter(content(said.tokens[at + 1 : at + 5])), None)
        ours = quantity((*said.tokens[: at + 1], token), at + 1) if low in _QUANTIFIERS else ""
        if not ours or noun is None or noun.kind != "word" or _counts_all(said, at, held):
            continue
        theirs = {
            quantity(entry.sentence.tokens, n)
            for entry in held.entries
            for n, one in enumerate(entry.sentence.tokens)
            if token_in(noun, (one,)) is not None
        }
        if theirs and ours not in theirs:
            yield f"{token.text} {noun.text}"


def _is_limited(word: Token, held: Held) -> bool:
    """Whether the record too says "only" right before the word."""
    return any(
        token.text.lower() in _LIMITING and token_in(word, entry.sentence.tokens[at : at + 7])
        for entry in held.entries
        for at, token in enumerate(entry.sentence.tokens)
    )


_LIMITING = frozenset(["only", "solely", "merely", "exclusively", "just", "sole", "unless", "alone"])
_LIMITS = frozenset(["only", "solely", "merely", "exclusively"])
_QUANTIFIERS = frozenset(["all", "every", "each", "entire", "whole", "most", "few", "several"])
_VOTED = re.compile(r"\b(?:unanimous\w*|in favor|yes|ayes?|yeas?|3-0|2-0|4-0|5-0|7-0)\b", re.IGNORECASE)


def _counts_all(said: Said, at: int, held: Held) -> bool:
    """Whether "all" speaks of those who voted, or is followed by the number of them."""
    following = said.tokens[at + 1] if at + 1 < len(said.tokens) else None
    numbered = following is not None and following.worth is not None
    return numbered or any(_VOTED.search(span_text(entry, held)) for entry in held.entries)


_UNDOING = frozenset(base_of(word) for word in ("fail", "refuse", "neglect", "decline", "unable", "forget", "omit"))


def _undone(said: Said, held: Held) -> Iterator[str]:
    """What the record says was failed, refused or neglected, told as done: "complies" of "fails to comply"."""
    for at, token in enumerate(said.tokens):
        if token.kind != "word" or token not in content((token,)) or _is_undone(said.tokens, at):
            continue
        places = [
            (entry, n)
            for entry in held.entries
            for n, one in enumerate(entry.sentence.tokens)
            if one.kind == "word" and one.key == token.key
        ]
        if places and all(_is_failed(entry, n) for entry, n in places):
            yield f"(the record: {' '.join(one.text for one in _before(*places[0]))} {token.text})"


def _is_undone(tokens: Sequence[Token], at: int) -> bool:
    return denied(tokens, at) or any(one.key[0] in _UNDOING or negates(one) for one in tokens[max(0, at - 4) : at])


def _before(entry: Entry, at: int) -> tuple[Token, ...]:
    return entry.sentence.tokens[max(0, at - 3) : at]


def _is_failed(entry: Entry, at: int) -> bool:
    """Whether a verb of failing governs the word: "fails to comply", "neglects or refuses to warn"."""
    before = _before(entry, at)
    verbs = [n for n, one in enumerate(before) if one.key[0] in _UNDOING]
    return bool(verbs) and any(one.text.lower() == "to" for one in before[verbs[-1] :])


_REASON = re.compile(
    r"\b(?:because|since(?!\s+(?:\d|then|last|the\s+(?:last|end|start|beginning)|[A-Z][a-z]+\s+\d))|due to|owing to|"
    r"so that|in order to|on account of|therefore|as a result|which is why|on the ground\w*)\b",
    re.IGNORECASE,
)
_GIVES_REASON = re.compile(
    r"\b(?:because|since|due to|owing to|so|in order|therefore|result\w*|reason\w*|why|as|for|to|caus\w+|given)\b",
    re.IGNORECASE,
)
_GIVES_CAUSE = re.compile(
    r"\b(?:because|since|due to|owing to|so|therefore|result\w*|reason\w*|why|caus\w+|given|hereby|"
    r"as (?:it|they|he|she|there|a result))\b",
    re.IGNORECASE,
)


def _reasoned(said: Said, held: Held) -> Iterator[str]:
    """A reason given in the claim where the words it rests on give none."""
    match = _REASON.search(said.text)
    if match is None:
        return
    purpose = match.group().lower() in ("so that", "in order to")
    gives = _GIVES_REASON if purpose else _GIVES_CAUSE
    if not any(gives.search(span_text(entry, held)) for entry in held.entries):
        yield f"(reason: {match.group()})"


def _counted(said: Said, held: Held) -> Iterator[str]:
    """A count that stands in the record only as the number of a lot, an article or a section, or the reverse."""
    for at, token in enumerate(said.tokens):
        if token.worth is None or token.worth.kind != "number":
            continue
        places = [
            (entry.sentence.tokens, n)
            for entry in held.entries
            for n, one in enumerate(entry.sentence.tokens)
            if token_in(token, (one,)) is not None and one.worth is not None and one.worth.kind == "number"
        ]
        named = identifier_before(said.tokens, at)
        if places and not named and all(identifier_before(tokens, n) for tokens, n in places) and _counts(said, at):
            yield token.text


def _counts(said: Said, at: int) -> bool:
    """Whether the number stands right before what it counts: "215 levies"; "24 and 28 Route 28" counts nothing."""
    following = said.tokens[at + 1] if at + 1 < len(said.tokens) else None
    return following is not None and following.kind == "word" and not following.capital and bool(content((following,)))


def _kind_at(tokens: Sequence[Token], at: int) -> str:
    """What the number at a place names: "lot" of every number in "Lots 62, 63 and 64"; "" when it names nothing."""
    while at > 0:
        kind = identifier_before(tokens, at)
        if kind:
            return kind
        back = at - 1
        while back > 0 and (tokens[back].kind == "break" or tokens[back].text.lower() in _LISTING):
            back -= 1
        if back == at - 1 or tokens[back].worth is None or tokens[back].kind != "value":
            return ""
        at = back
    return ""


_RANGING = frozenset(["through", "thru", "to"])
_LISTING = frozenset(["and", "or", "&", "-"]) | _RANGING


def _identified(said: Said, held: Held) -> Iterator[str]:
    """A number that names a thing in the claim and another kind of thing, or one inside its range, in the record."""
    named = [
        (_kind_at(entry.sentence.tokens, n), one.worth.number)
        for entry in held.entries
        for n, one in enumerate(entry.sentence.tokens)
        if one.worth is not None and one.worth.kind == "number"
    ]
    for at, token in enumerate(said.tokens):
        kind = _kind_at(said.tokens, at) if token.worth is not None and token.worth.kind == "number" else ""
        numbers = {number for other, number in named if other == kind}
        if not kind or not numbers or token.worth is None:
            continue
        others = any(number == token.worth.number for other, number in named if other and other != kind)
        ranged = any(one.text.lower() in _RANGING for one in said.tokens[max(0, at - 1) : at + 2])
        if (token.worth.number not in numbers and others) or (
            ranged and token.worth.number not in (min(numbers), max(numbers))
        ):
            yield f"{kind} {token.text}"


_TAKES_OBJECT = frozenset(["the", "a", "an", "it", "them", "that", "its", "their", "his", "her", "this", "all"])
_MODALS = frozenset(["may", "shall", "must", "can", "will", "would", "should", "could", "not", "also", "never"])
_PASSIVE = frozenset(["be", "is", "are", "was", "were", "been", "being"])
_REACH = 12
"""Tokens before or after a verb in which who acts, and upon what, may stand."""


def _acting(said: Said, held: Held) -> Iterator[str]:
    """A noun right before its verb that stands with that verb in the record, but never on its side of it."""
    for at, verb in enumerate(said.tokens):
        noun = said.tokens[at - 1] if at else None
        passive = noun is not None and noun.text.lower() in _PASSIVE
        noun = said.tokens[at - 2] if passive and at > 1 else noun
        if noun is None or noun.kind != "word" or noun.capital or not content((noun,)) or noun.key[0] in REFERENTS:
            continue
        if verb.kind != "word" or not verb.text.lower().endswith("ed") or noun.text.lower() in _MODALS:
            continue
        following = said.tokens[at + 1].text.lower() if at + 1 < len(said.tokens) else ""
        if not passive and following not in _TAKES_OBJECT:  # "the position budgeted for" is acted upon
            continue
        sides = [
            _side(entry.sentence.tokens, n, noun)
            for entry in held.entries
            for n, one in enumerate(entry.sentence.tokens)
            if one.kind == "word" and one.key == verb.key and token_in(noun, entry.sentence.tokens)
        ]
        wanted = "patient" if passive else "agent"
        if sides and all(side not in ("", wanted) for side in sides):
            yield f"({noun.text} {verb.text})"


def _side(tokens: Sequence[Token], at: int, noun: Token) -> str:
    """Whether the noun acts ("agent") or is acted upon ("patient") of a verb; "far" when it stands beside it nowhere,
    "" when either may be."""
    before, after = tokens[max(0, at - _REACH) : at], tokens[at + 1 : at + 1 + _REACH]
    passive = any(one.text.lower() in _PASSIVE for one in before[-3:])
    leads, follows = token_in(noun, before) is not None, token_in(noun, after) is not None
    if leads and follows:
        return ""
    if not leads and not follows:
        return "far"
    return "patient" if leads == passive else "agent"


_TEXT_LEADING = """
    outside inside within against without above below between until during except after before toward beyond
"""
_LEADING = frozenset(_TEXT_LEADING.split())


def _led(said: Said, held: Held) -> Iterator[str]:
    """A noun after "outside" or "against" where the record sets that word before another noun only."""
    for at, token in enumerate(said.tokens):
        low = token.text.lower()
        noun = next(iter(content(said.tokens[at + 1 : at + 4])), None) if low in _LEADING else None
        if noun is None or noun.kind != "word" or noun.capital:
            continue
        places = [
            (entry.sentence.tokens, n)
            for entry in held.entries
            for n, one in enumerate(entry.sentence.tokens)
            if one.text.lower() == low
        ]
        stands = any(token_in(noun, tokens) for tokens, _ in places)
        if stands and not any(token_in(noun, tokens[n + 1 : n + 5]) for tokens, n in places):
            yield f"({token.text} … {noun.text})"
