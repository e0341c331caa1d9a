"""Whether bound words play the part the record gives them: all of what, denied or not, why, a count or a number.

Every word of a claim may stand in its entries and the claim still be false: "all members" of "all roads", "complies" of
"fails to comply", "lot 215" as 215 lots. Holds these last checks; each names the words it doubts. It refuses to
contradict.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pipeline.check.read.alike import base_of, groups_of
from pipeline.check.read.evidence import Entry, Held, Said, span_text, token_in
from pipeline.check.read.lexing import Token
from pipeline.check.read.reading import Actor, content
from pipeline.check.slots.rows import numbered_rows, quantity
from pipeline.check.slots.turns import denied, negates
from pipeline.check.slots.values import identifier_before

__all__ = ["misbound"]


def misbound(said: Said, held: Held) -> tuple[str, ...]:
    """The words of the claim that the record holds in another part, as residue; () when each plays its own."""
    found = (*_quantified(said, held), *_undone(said, held), *_reasoned(said, held), *_counted(said, held))
    return tuple(dict.fromkeys((*found, *_asked(said, held), *_of_other_row(said, held))))


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
    shown = {token.text.lower() for token in held.tokens()}
    for at, token in enumerate(said.tokens):
        low = token.text.lower()
        if low in _LIMITS and not _LIMITS & shown:
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
