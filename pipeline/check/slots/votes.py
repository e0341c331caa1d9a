"""The vote a claim tells, bound to the vote in the motion's record: how many were for it, who kept out, who seconded.

Holds what only the record's slots can bind: counts of members, "without dissent", who abstained. It refuses to count
where the record gives no number and no name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.check.read.evidence import Held, Said
from pipeline.check.read.motions import MotionRead, movers_in
from pipeline.check.slots.acts import deciding
from pipeline.check.slots.rows import limits_told
from pipeline.quoting.alike import base_of
from vault.facts.names import surname
from vault.states.names import GOVERNING_PLURALS

__all__ = ["CONSENT", "kept_out", "out_of", "told_by_record"]

CONSENT = frozenset(base_of(word) for word in ("agree", "back", "support", "favor", "consent", "endorse", "vote"))
"""What those do who are for a motion, whatever it is about."""
_COUNT = re.compile(
    rf"\b(?P<all>all (?:of the )?)?(?P<count>\w+)(?: of the)?(?: (?!and\b|or\b)\w+){{0,2}} "
    rf"(?:members|commissioners|trustees|{'|'.join(GOVERNING_PLURALS)})\b(?: present)?",
    re.IGNORECASE,
)
_NONE = re.compile(
    r"\b(?:none|no one|nobody|without|no)\b(?: \w+)? (?:(?P<out>abstain\w*|abstention\w*)|"
    r"against|oppos\w+|dissent\w*)",
    re.IGNORECASE,
)
_NAME = r"(?P<name>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?)"
_OUT = r"(?:abstain\w*|sitting out|sat out|not voting|did not vote|recus\w+)"
# "Roy abstained", "with Roy sitting out", "Roy was the only member not voting", "everyone but Roy voted"
_KEPT_OUT = (
    re.compile(rf"\b{_NAME}(?:,? who)?(?: was (?:the )?(?:only )?(?:one|member))? {_OUT}\b"),
    re.compile(rf"\b(?i:everyone|everybody|all) (?i:but|except)(?: for)? {_NAME}\b"),
)
_ROLES = frozenset(["second", "motion"])


def kept_out(said: Said) -> frozenset[str]:
    """Lower-case surnames of those who, the claim says, did not vote."""
    found = (match for pattern in _KEPT_OUT for match in pattern.finditer(said.text))
    return frozenset(surname(match["name"]) for match in found)


def told_by_record(said: Said, held: Held) -> frozenset[int]:
    """Where the tokens of the claim start that tell only what the slots of the record hold: a limit that it sets alike,
    a motion's vote, its mover and its seconder."""
    motion, limits = deciding(said, held), limits_told(said, held)
    if motion is None:
        return limits
    spans = list(_spans(said, motion))
    movers = set(movers_in(said.text))
    roles = {("moved", motion.mover), ("seconded", motion.seconder)} & movers == movers and bool(movers)
    return limits | frozenset(
        token.start
        for token in said.tokens
        if (motion.fate == "passed" and token.key[0] in CONSENT)
        or (roles and token.text.lower() in _ROLES)
        or any(start <= token.start < end for start, end in spans)
    )


def _spans(said: Said, motion: MotionRead) -> Iterator[tuple[int, int]]:
    """The parts of the claim that the record's counts and names bear out."""
    vote = motion.vote
    for match in _NONE.finditer(said.text):
        if vote.abstained == 0 if match["out"] else motion.unanimous or vote.no == 0:
            yield match.span()
    for match in _COUNT.finditer(said.text):
        if _counted(said, match) == vote.yes is not None and (not match["all"] or motion.unanimous):
            yield match.span()
    if kept_out(said) and kept_out(said) == out_of(motion):
        yield from (match.span() for pattern in _KEPT_OUT for match in pattern.finditer(said.text))


def _counted(said: Said, match: re.Match[str]) -> float | None:
    worth = next((one.worth for one in said.tokens if one.start == match.start("count")), None)
    return worth.number if worth is not None and worth.kind == "number" else None


def out_of(motion: MotionRead) -> frozenset[str]:
    """Lower-case surnames of those who, the record says, did not vote."""
    return frozenset(surname(name) for name in (*motion.vote.abstaining, *motion.vote.recused))
