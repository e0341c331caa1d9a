"""What a claim tells as decided, done, voted or spent, and its entries only as something to be done.

It refuses to call such a claim wrong: it names the words that a reader must check.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, takewhile

from pipeline.check.bind.paraphrase import carried
from pipeline.check.bind.places import is_rule
from pipeline.check.read.evidence import Entry, Held, Said, is_verbish, token_in
from pipeline.check.read.lexing import Token
from pipeline.check.read.reading import content
from pipeline.check.slots.acts import CONSENT, deciding
from pipeline.check.slots.speakers import SPEECH
from pipeline.quoting.alike import base_of
from vault.text.patterns import lazy_regex

__all__ = ["DECISION_WORDS", "not_done"]

_TEXT_MOTION = """
    move motion second vote pass carry approve grant decide agree adopt accept authorize let allow board
"""
DECISION_WORDS = frozenset(base_of(word) for word in _TEXT_MOTION.split())


_TEXT_PERFORMED = """
    approve accept adopt deny table appoint elect authorize award require set enter adjourn recess waive extend
    grant reject postpone continue recommend endorse amend establish create rescind seal open renew allow enact
    ratify release name nominate designate increase raise lower reduce revoke repeal cancel
"""
_PERFORMED = frozenset(base_of(word) for word in _TEXT_PERFORMED.split())
"""What a vote itself does; a vote to buy buys nothing."""
_TEXT_PAST = """
    bought sold paid built sent gave took made spent held wrote went came brought got kept left lost met put cut
    lent won drew found hired began chose split set said cost
"""
_PAST = frozenset(_TEXT_PAST.split())


def not_done(said: Said, held: Held) -> list[str]:
    """What the claim tells as done and the entries only as something to be done."""
    motion, otherwise = deciding(said, held), carried(said, held)
    passed = motion is not None and motion.fate in ("passed", "tabled")
    left = []
    for at, token in enumerate(said.tokens):
        counts = any(one.worth is not None for one in said.tokens[at + 1 : at + 2])  # "added $5" tells no speech
        if not _is_finite_past(said.tokens, at) or (token.key[0] in SPEECH and not counts):
            continue
        is_one = token.text.lower().startswith(("is ", "are "))  # "is required" is one word
        beside = [one.text.lower() for one in (*said.tokens[max(0, at - 1) : at], *said.tokens[at + 1 : at + 2])]
        present = is_one or bool(beside and beside[0] in ("is", "are"))
        present = present or (
            beside[-1:] == ["by"] and beside[0] in (",", "and")
        )  # "three members, appointed by the mayor"
        present = present or (beside[:1] not in _PERFECT and _RULED.search(said.text[: token.start]) is not None)
        if present and any(_is_ruled(token, entry) for entry in held.entries):
            continue  # "is appointed" tells a rule, not that it was done
        if passed and token.key[0] in _PERFORMED | CONSENT:
            continue
        tokens = [(entry.sentence.tokens, n) for entry in held.entries for n, _ in enumerate(entry.sentence.tokens)]
        same = [(read, n) for read, n in tokens if token_in(token, (read[n],))]
        spoken = token.key[0] in DECISION_WORDS or token.key[0] in _LIGHT
        if any(_tells_done(one) for one in otherwise.get(token.start, ())):
            continue
        if passed and any(read[n].key[0] in _PERFORMED for read, n in same):
            continue  # "refused" of a motion to deny that passed
        told = spoken or any(read[n].key == token.key or _tells_done(read[n]) for read, n in same)
        if same and (not told or all(_is_to_do(read, n) for read, n in same)):
            left.append(f"done: {token.text}")
    return [*left, *_not_received(said, held)]


# "shall be open, with notice published in", "is presumed not affiliated": what is to be so, not what was done
_RULED = lazy_regex(r"\b(?:shall|must|may|is|are)\b[^.;]{0,120}\Z")
_PERFECT = (["was"], ["were"], ["has"], ["have"], ["had"], ["been"])
_TEXT_RECEIVED = """
    given gave got obtained secured won
"""
_RECEIVED = frozenset(_TEXT_RECEIVED.split())


def _not_received(said: Said, held: Held) -> list[str]:
    """What the claim tells as given or received and the entries only as something to get: "has given permission" of "is
    working to get approval"."""
    otherwise = carried(said, held)
    left = []
    for at, token in enumerate(said.tokens):
        if token.text.lower() not in _RECEIVED:
            continue
        behind = takewhile(lambda one: one.text.lower() not in _TO_DO, said.tokens[at + 1 : at + 5])
        for thing in [one for one in behind if one.kind == "word" and not one.capital]:
            likes = (thing, *otherwise.get(thing.start, ()))
            places = [
                _is_to_do(read, n)
                for read in (entry.sentence.tokens for entry in held.entries)
                for n, one in enumerate(read)
                if content((thing,)) and any(token_in(like, (one,)) for like in likes)
            ]
            if places and all(places):
                left.append(f"done: {token.text} {thing.text}")
    return left


def _is_ruled(token: Token, entry: Entry) -> bool:
    """Whether a rule says it, or a sentence that it shall be done."""
    ruled = re.search(rf"\b(?:shall|must) be {re.escape(token.text)}\b", entry.flat, re.IGNORECASE)
    return ruled is not None or is_rule(entry.source)


_INTENDED = frozenset(["offered", "urged", "proposed", "planned", "intended", "promised", "wanted", "hoped"])
"""Verbs of what is still to be done."""
_TEXT_NO_PAST = """
    need feed speed seed proceed exceed indeed hundred unlimited
"""
_NO_PAST = frozenset(_TEXT_NO_PAST.split())


def _is_finite_past(tokens: Sequence[Token], at: int) -> bool:
    token = tokens[at]
    low = token.text.lower()
    if token.kind != "word" or low in _NO_PAST or not (low.endswith("ed") or low in _PAST):
        return False
    before = [one.text.lower() for one in tokens[max(0, at - 2) : at]]
    after = [one.text.lower() for one in tokens[at + 1 : at + 3]]
    if (
        _is_hypothetical(tokens, at)
        or after == ["or", "not"]
        or low in _INTENDED
        or (low in ("left", "cost") and before[:1] == ["what"])
    ):
        return False
    named = {"the", "a", "an"} & set(before[-1:])  # "the approved plan"; of "the article added $5" it is the one verb
    if {"the", "a", "an"} & set(before[:1]) and any(is_verbish(one) for one in (*tokens[:at], *tokens[at + 1 :])):
        return False
    return not (named or {"be", "to", "may", "would", "shall", "must", "should", "could", "can", "will"} & set(before))


_IF = frozenset(["whether", "unless", "if", "where", "when", "whenever", "until", "before", "once"])
_IF_REACH, _HAD_REACH = 6, 8
"""Tokens before a participle among which a condition, or "have" of "to have the sign removed", makes it one."""


def _is_hypothetical(tokens: Sequence[Token], at: int) -> bool:
    """Whether a participle tells of something that need not be done: "where needed", "to have the sign removed"."""
    parts = takewhile(lambda one: one.kind != "break", reversed(tokens[max(0, at - _HAD_REACH) : at]))
    before = [one.text.lower() for one in parts]
    had = any(a in ("have", "get") and b in (*_TO_DO, "themselves") for a, b in pairwise(before[1:]))
    return had or bool(_IF & set(before[:_IF_REACH]))


_LIGHT = frozenset(base_of(word) for word in ["hold", "have", "get", "make"])


def _tells_done(token: Token) -> bool:
    return any(word.endswith(("ed", "s", "ing", "en")) or word in _PAST for word in token.text.lower().split())


_TEXT_TO_DO = """
    to for may would will shall must should could can if whether
"""
_TO_DO = frozenset(_TEXT_TO_DO.split())


def _is_to_do(tokens: Sequence[Token], at: int) -> bool:
    """Whether the word stands as something to be done: "to send", "will be paid", "for the purchase"."""
    before = [token.text.lower() for token in tokens[max(0, at - 4) : at]]
    near = before[-3:] if before and before[-1] in ("the", "a", "an", "be") else before[-2:]
    low = tokens[at].text.lower()
    finite = low.endswith("ed") or low in _PAST
    return bool(_TO_DO & set(near)) and not (finite and "be" not in near)
