"""A sentence of the record told once more in its own words and order: another article, tense, or a name for "he".

Holds what may differ without a change of sense: articles, "that", a tense, "shall" for "must", a figure in words, one
verb of saying for another, a leading or closing day of the record. It refuses any other word, and any other order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pipeline.check.read.evidence import Entry, Held, Said, written_on
from pipeline.check.read.lexing import Token, Worth, worth_matches
from pipeline.check.slots.speakers import SPEECH
from pipeline.quoting.alike import base_of

__all__ = ["retold"]

_DROPPED = frozenset(["a", "an", "the", "that", "which", "also", "then"])
"""Words whose presence changes nothing; every other function word must stand in its place."""
_SAME = {"will": "will", "would": "will", "must": "must", "shall": "must", "may": "may", "can": "may"}
_PRONOUNS = frozenset(["he", "she", "they"])
_DAY_LEADS = frozenset(["on", "in", "of"])
_ASKS = frozenset(base_of(word) for word in ("ask", "inquire", "question"))
_LEAST = 4
"""Words of a sentence below which likeness is chance."""


class _Step(NamedTuple):
    """One word that counts: its normal form, and the token it comes from."""

    form: str
    token: Token


def retold(said: Said, held: Held) -> tuple[Entry, int, int] | None:
    """The entry whose own words the claim is, with the offsets in its source of the part that is told; None when a word
    that counts differs. Only entries of words that the writer named are looked at."""
    ours = _steps(said.tokens)
    for entry in held.entries if held.given and len(ours) >= _LEAST else ():
        theirs = _steps(entry.sentence.tokens)
        for mine in _without_day(ours, entry):
            at = _stands_at(mine, theirs)
            if at is not None:
                return entry, theirs[at].token.start, theirs[at + len(mine) - 1].token.end
            rest = _after_name(said, mine, entry, theirs)
            if rest and _stands_at(rest, theirs[1 : 1 + len(rest)]) == 0:
                return entry, theirs[0].token.start, theirs[len(rest)].token.end
    return None


def _steps(tokens: Sequence[Token]) -> list[_Step]:
    found: list[_Step] = []
    for token in tokens:
        words = [token.key[0]] if token.kind != "word" else [w for word in token.text.split() for w in _plain(word)]
        for word in words if token.kind != "break" else ():
            if word == "not" and found and found[-1].form in ("may", "must"):
                found[-1] = _Step("must not", found[-1].token)
            elif word not in _DROPPED:
                found.append(_Step(_form(word) if token.kind == "word" else word, token))
    return found


def _plain(word: str) -> tuple[str, ...]:
    """The word in small letters, and "not" apart from it: "can", "not" of "can't"."""
    low = word.lower().replace("’", "'")
    if low == "cannot":
        return ("can", "not")
    return (low.removesuffix("n't"), "not") if low.endswith("n't") else (low,)


def _form(word: str) -> str:
    """The normal form of a word: any verb of saying is "say", "would" is "will"."""
    base = base_of(word)
    return "say" if base in SPEECH and base not in _ASKS else _SAME.get(word, base)


def _is_same(ours: _Step, theirs: _Step) -> bool:
    left, right = ours.token.worth, theirs.token.worth
    if left is None or right is None:
        return left is right and ours.form == theirs.form
    return worth_matches(left, right) and worth_matches(right, left)


def _stands_at(ours: Sequence[_Step], theirs: Sequence[_Step]) -> int | None:
    """Where the words stand as one unbroken run of the others; None when they do not."""
    for at in range(len(theirs) - len(ours) + 1):
        if all(_is_same(left, right) for left, right in zip(ours, theirs[at:], strict=False)):
            return at
    return None


def _without_day(ours: list[_Step], entry: Entry) -> list[list[_Step]]:
    """The words, and the same without the day of the record before or after them: "On May 6, 2031, …"."""
    day = Worth("date", date=written_on(entry.source))
    found = [ours]
    for first, last, rest in ((0, 1, ours[2:]), (-2, -1, ours[:-2])):
        worth = ours[last].token.worth
        dated = worth is not None and worth.kind == "date" and day.date[0] > 0 and worth_matches(worth, day)
        if dated and ours[first].form in _DAY_LEADS and len(rest) >= _LEAST:
            found.append(rest)
    return found


def _after_name(said: Said, ours: list[_Step], entry: Entry, theirs: Sequence[_Step]) -> list[_Step]:
    """The words after the name that a claim sets for the pronoun a sentence begins with; [] when it does not."""
    named = next((one for one in said.named if one.role == "subject"), None)
    subject = entry.sentence.subject
    if named is None or subject is None or not theirs or theirs[0].form not in _PRONOUNS:
        return []
    name = said.tokens[named.first : named.last + 1]
    rest = ours[len(_steps(name)) :]
    leads = ours and ours[0].token == name[0] and subject.is_same(named.actor)
    return rest if leads and len(rest) < len(theirs) else []
