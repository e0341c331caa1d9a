"""Slots that the attached words fill once: one duty, one stage of a sum.

The words a writer attaches are those his claim rests on. Where they tell one duty, and he tells another, nothing else
can be meant. Holds these comparisons; it refuses to speak without attached words, and where they fill a slot twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.check.read.evidence import Held, Said, matched, token_in
from pipeline.check.read.lexing import lex
from pipeline.check.slots.rows import limit_of
from pipeline.check.slots.turns import modes_of, other_way_round
from pipeline.check.slots.values import Conflict
from pipeline.check.slots.workings import is_year

__all__ = ["duty_conflicts", "stage_conflicts"]

_SHOWN_CHARS = 280


def _quoted(held: Held) -> str:
    """The attached words on one line; "" without."""
    return " … ".join(" ".join(words.split()) for _, words, _ in held.quotes) if held.given else ""


_AGAINST = frozenset([("demands", "permits"), ("demands", "exempts"), ("permits", "demands")])


def duty_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """A duty where the attached words, which tell one modal, leave it free; and the reverse."""
    text = _quoted(held)
    ours, theirs = modes_of(said.text), modes_of(text)
    if len(ours) != 1 or len({mode for mode, _, _ in theirs}) != 1 or (ours[0][0], theirs[0][0]) not in _AGAINST:
        return
    if ours[0][0] == "permits" and not _FREE.search(said.text):
        return  # "voters can send it to the meeting" of what must then be done is no freedom to leave it
    limits = any(token.worth is not None and limit_of(said.text, token) for token in said.tokens)
    if limits or any(other_way_round(said, entry) for entry in held.entries):
        return
    if matched(said.words, lex(text)) * 2 >= len(said.words):
        yield Conflict("modality", f"{ours[0][0]}: {' '.join(one.text for one in ours[0][1][:2])}", text[:_SHOWN_CHARS])


_FREE = re.compile(
    r"\b(?:whether|choos\w+|decid\w+|option\w*|leave out|skip|need not|without|only|"
    r"if (?:it|they|he|she) (?:like|want|wish)\w*)\b",
    re.IGNORECASE,
)


# "received $5", "was given 7,800", "has put $5 into", "spent $5"
_DONE = re.compile(
    r"\b(?:received|(?:was|were|has been|have been) (?:given|granted|awarded|paid|approved)|"
    r"(?:has|have) (?:put|paid|spent|received)|got|spent|appropriated|approved|awarded|paid)\b",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"\b(?:request(?:s|ed|ing)?|propos(?:al|es|ed|ing)|ask(?:s|ed|ing)? (?:for|to)|seek(?:s|ing)?)\b", re.IGNORECASE
)
_SETTLED = re.compile(
    r"\b(?:approv\w+|grant(?:ed|s)|award\w*|receiv\w+|appropriat\w+|adopt\w+|vot\w+|pass(?:ed|es)|carried|paid|spent|"
    r"favor|in place|given|gave|got|reimburs\w+)\b",
    re.IGNORECASE,
)


def stage_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """A sum told as given or spent, where the attached words and the lines beside them tell it only as asked for."""
    text = _quoted(held)
    done = _DONE.search(said.text)
    if not text or done is None or _ASKED.search(said.text) or re.search(r"\b(?:would|will)\b", said.text):
        return
    around = " ".join(entry.flat for entry in (*held.entries, *held.near))
    amounts = [one for one in said.tokens if one.worth is not None and one.worth.kind in ("amount", "number")]
    told = any(token_in(one, lex(text)) for one in amounts if not is_year(one))
    if told and _ASKED.search(text) and not _SETTLED.search(around):
        yield Conflict("stage", done.group(), text[:_SHOWN_CHARS])
