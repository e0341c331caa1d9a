""" "Before" and "after" of a claim that the attached words have in another form: "plus postage", a motion and its vote.

Holds the reading of such a word and of what stands behind it. It refuses to read the order of two acts from the order
of the sentences that tell them.
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.check.read.evidence import Held, Said, token_in
from pipeline.check.read.lexing import Token
from pipeline.check.read.motions import claimed_results
from pipeline.check.read.reading import content
from pipeline.quoting.alike import base_of

__all__ = ["told_in_order"]

_AFTER = ("after", "once", "following")
_BEFORE = ("before", "without", "not counting", "excluding", "apart from", "not including")
_REACH = 4
"""Tokens behind "plus" in which what is added stands."""
_ADJOURN = base_of("adjourn")
_MOVES = frozenset(map(base_of, ("move", "second", "motion", "vote", "adjourn")))
"""Words of a motion and its vote that tell no outcome: "after the commission approved it" is another one's act."""


def told_in_order(said: Said, held: Held) -> frozenset[int]:
    """Where the words of the claim start that set apart what the attached words add to a sum ("before postage" of a fee
    "plus postage"), or an outcome from the motion it follows ("approved after Roe moved and Doe seconded")."""
    if not held.given:
        return frozenset()
    marks = [at for at, one in enumerate(said.tokens) if one.text.lower() in (*_AFTER, *_BEFORE)]
    return frozenset(said.tokens[at].start for at in marks if _holds(said, at, held))


def _holds(said: Said, at: int, held: Held) -> bool:
    end = next((n for n in range(at + 1, len(said.tokens)) if said.tokens[n].kind == "break"), len(said.tokens))
    behind = content(tuple(said.tokens[at + 1 : end]))
    if said.tokens[at].text.lower() in _BEFORE:
        return bool(behind) and _is_added(behind, held)
    return bool(behind) and _only_moves(behind, said)


def _is_added(behind: Sequence[Token], held: Held) -> bool:
    """Whether the attached words add to a sum what the claim leaves out of it: "$120 plus interest"."""
    added = (
        entry.sentence.tokens[n + 1 : n + _REACH]
        for entry in held.entries
        for n, one in enumerate(entry.sentence.tokens)
        if one.text.lower() == "plus"
    )
    return any(token_in(behind[0], one) for one in added) and all(token_in(one, held.tokens()) for one in behind)


def _only_moves(behind: Sequence[Token], said: Said) -> bool:
    """Whether nothing stands behind the word but who moved and seconded, or a vote, and the claim tells its outcome."""
    acts = [word.key[0] for word in behind if word.key[0] in _MOVES]
    moved = all(word.capital or word.key[0] in acts for word in behind)
    return moved and bool(acts) and (bool(claimed_results(said.tokens)) or _ADJOURN in acts)
