"""Words of opposite meaning: a word of the claim that stands where the record has its opposite.

Holds this comparison and what makes two opposites tell the same: a gift from its two ends, a ban in the form of a rule.
It refuses to compare what does not speak of the same matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pipeline.check.read.evidence import Held, Said, matched, span_text, token_in
from pipeline.check.read.lexing import Token, lex, same_word
from pipeline.check.read.motions import said_of_none
from pipeline.check.read.negation import denied
from pipeline.check.read.reading import content
from pipeline.check.slots.turns import SAME_MATTER, best_entry, shown
from pipeline.check.slots.values import Conflict
from pipeline.quoting.alike import base_of, opposite
from vault.text.patterns import lazy_regex

__all__ = ["is_turned", "opposite_conflicts"]


def opposite_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """A word of the claim stands where the record has its opposite."""
    shown_words = [token for _, words, _ in held.quotes for token in lex(" ".join(words.split()))]
    everything = shown_words if held.given else held.tokens()
    for clause in said.clauses:
        entry, share = best_entry(clause, held)
        if entry is None or share < (0.4 if held.given else SAME_MATTER):
            continue
        words = content(clause)
        tokens = lex(span_text(entry, held)) if held.given else entry.sentence.tokens
        forbidden = _NO_ONE_SHALL.search(entry.flat) is not None
        for at, token in enumerate(clause):
            if token.kind != "word" or token not in words or token_in(token, (*everything, *entry.sentence.tokens)):
                continue
            for place, other in enumerate(tokens):
                if other.kind != "word" or not opposite(token.key, other.key):
                    continue
                if any(one.kind == "word" and opposite(one.key, other.key) for one in tokens):
                    continue  # the record tells both sides: "an incorrect value … the correct value"
                if any(same_word(word, other) for word in said.words if word.kind == "word"):
                    continue
                if _is_told_so(token, everything) or _ends_hours(clause, at, tokens, place):
                    continue
                if _is_converse(clause, at, tokens, place) or (_bans(token) and forbidden):
                    continue
                theirs = denied(tokens, place) or _forbidden(tokens, place)
                ours = denied(clause, at) or said_of_none(clause, at)
                in_time = opposite(token.key, _AFTER) or opposite(token.key, _BEFORE)
                if in_time and not _is_led(clause[at + 1 : at + 9], tokens[place + 1 : place + 25]):
                    continue
                if ours == theirs and _beside(clause, at, tokens, place):
                    yield Conflict("opposite", token.text, shown(entry))
                    return


_FAMILY = 5
"""Letters by which a word and one made from it are alike: "waive", "waiver"."""


def _is_told_so(token: Token, tokens: Sequence[Token]) -> bool:
    """Whether the record has a word made from that of the claim: "waive" of "accept the waiver of a plan required"."""
    begins = token.text.lower()[:_FAMILY]
    return len(begins) == _FAMILY and any(one.text.lower().startswith(begins) for one in tokens)


def _ends_hours(clause: Sequence[Token], at: int, tokens: Sequence[Token], place: int) -> bool:
    """Whether the claim tells one hour behind its word, and the record two behind the opposite, as hours that begin
    and end: "closes at eight" of "open from 8:00 am to 8:00 pm"."""
    ours, theirs = (
        sum(one.worth is not None and one.worth.kind == "time" for one in part)
        for part in (clause[at:], tokens[place:])
    )
    return ours == 1 and theirs == 2


_GIVEN = frozenset(base_of(word) for word in ("send", "give", "sell", "receive", "buy", "lend", "borrow", "get"))


def _is_converse(clause: Sequence[Token], at: int, tokens: Sequence[Token], place: int) -> bool:
    """Whether the two verbs tell one gift from its two ends: "no neighbour sent a letter" of "received no letter from
    a neighbour"."""
    giver = content(clause[:at])[-1:]
    behind = tokens[place + 1 :]
    ends = [
        one
        for n, one in enumerate(behind)
        if {"from", "to"} & {word.text.lower() for word in behind[max(0, n - 2) : n]}
    ]
    both = {clause[at].key[0], tokens[place].key[0]} <= _GIVEN
    return both and bool(giver) and matched(giver, ends) == 1


# "No elected official, except …, shall be employed by the city"
_NO_ONE_SHALL = lazy_regex(r"(?:\A|[;:.])\W*(?:\w{1,4}[.)]\W+)?No\b[^.;]*\b(?:shall|may|must)\b")


def _bans(token: Token) -> bool:
    """Whether a word tells that something is forbidden."""
    return bool(re.match(r"(?:ban|bar|forb[ia]d|prohibit)", token.text, re.IGNORECASE))


_BEFORE, _AFTER = (base_of("before"),), (base_of("after"),)


def _is_led(ours: Sequence[Token], theirs: Sequence[Token]) -> bool:
    """Whether half of the words behind the one stand behind the other: "the vote after the hearing" is "the hearing
    before the vote"."""
    words = content(ours)
    return matched(words, theirs) * 2 >= len(words)


def _forbidden(tokens: Sequence[Token], at: int) -> bool:
    """Whether the word stands in a rule of the form "No person shall …": it then forbids what it names."""
    opening = [token.text.lower() for token in tokens[:at]]
    modal = next((n for n, word in enumerate(opening) if word in ("shall", "may", "must")), 0)
    return bool({"no", "neither", "nobody", "none", "nothing"} & set(opening[max(0, modal - 6) : modal]))


def _beside(clause: Sequence[Token], at: int, tokens: Sequence[Token], place: int) -> bool:
    """Whether the two words stand among the same words: two of them, and a third of the two on either side."""
    ours = content((*clause[max(0, at - 8) : at], *clause[at + 1 : at + 9]))
    theirs = (*tokens[max(0, place - 10) : place], *tokens[place + 1 : place + 11])
    near = (*content(clause[max(0, at - 8) : at])[-2:], *content(clause[at + 1 : at + 9])[:2])
    return matched(ours, theirs) >= min(2, len(ours)) and matched(near, theirs) * 3 >= len(near)


def is_turned(token: Token, said: Said, held: Held) -> bool:
    """Whether a sentence that tells the rest of the word's clause says its opposite: "are prohibited", where another
    that tells no more of it says "allowed"."""
    clause = next((one for one in said.clauses if token in one), said.tokens)
    told = content(clause)
    words = [word for word in told if word is not token]
    at = told.index(token) if token in told else 0
    beside = told[at - 1 : at] + told[at + 1 : at + 2]  # of both neighbours, where both stand beside it there too
    ours = theirs = 0
    for tokens in (entry.sentence.tokens for entry in held.entries):
        if token_in(token, tokens):
            line = content(tokens)
            places = (n for n, one in enumerate(line) if token_in(token, (one,)))
            near = (line[max(0, n - 1) : n + 2] for n in places)
            if len(beside) > 1 and any(matched(beside, each) == len(beside) for each in near):
                return False
            ours = max(ours, matched(words, tokens))
        elif any(one.kind == "word" and opposite(token.key, one.key) for one in tokens):
            theirs = max(theirs, matched(words, tokens))
    return theirs > 1 and theirs >= ours
