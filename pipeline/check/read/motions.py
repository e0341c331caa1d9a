"""Motions of a passage as the ledger's grammar reads them, and what a statement says of motions.

The outcome is the action together with its fate: a motion to deny that passes is a denial. Holds the reading of what
statements say of movers, fates and results; the reading of minutes is the ledger's (`vault.facts.motions`). It refuses
to guess a fate that is not told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from pipeline.check.read.lexing import Token
from pipeline.check.read.names import COMMON_CAPITALS
from pipeline.quoting.alike import base_of
from vault.facts.motions import motions
from vault.facts.names import surname
from vault.facts.types import Motion as Record
from vault.facts.types import Vote
from vault.text.patterns import lazy_regex

__all__ = [
    "Act", "MotionRead", "claimed_fate", "claimed_results", "motions_in", "movers_in", "result_of", "said_of_none",
]  # fmt: skip

Fate = Literal["passed", "failed", "tabled", "withdrawn", ""]
Act = Literal["granted", "denied", "tabled", "withdrawn", "done"]


class MotionRead(NamedTuple):
    """One motion of the ledger, as claims are compared with it: half-open offsets, lower-case surnames, what was moved
    with the words it leans on, its result and fate, whether nobody was against it (None: not told), its words, its vote
    as counted and named."""

    start: int
    end: int
    mover: str
    seconder: str
    matter: str
    result: tuple[Act, bool] | None
    fate: Fate
    unanimous: bool | None
    text: str
    vote: Vote


_NAME = (
    r"(?:(?:Mr|Mrs|Ms|Dr|Chair\w*|Vice[- ]Chair\w*|Select\w+|Councilor|Commissioner|Member|Trustee)\.?\s+)*"
    r"(?P<name>(?:[A-Z]\.?\s?){0,2}[A-Z][\w'’-]+(?:\s+(?:[A-Z]\.\s*)?[A-Z][\w'’-]+)?)"
)
_DID = r"(?:,?\s+(?:then|also|again|first|next|who|,))?\s+"
# "Smith moved", "Keyes, who made the motion", "motion by Roy", "on Roy's motion"
_MOVED = (
    lazy_regex(
        rf"{_NAME}{_DID}(?:(?i:ma[dk]es?|offered|introduced|entertained)\s+(?i:an?|the)?\s*(?i:motion)|(?i:motioned|motions|moved?s?|moved))\b"
    ),
    lazy_regex(
        rf"(?i:\bmotion(?:ed)?|\bmoved)(?i:\s+(?:was\s+)?(?:made|moved|offered))?\s*(?i:\bby\b:?|:|of\b)\s*{_NAME}"
    ),
    lazy_regex(rf"{_NAME}['’]s?\s+(?i:motion)\b"),
)
_SECONDED = (
    lazy_regex(rf"{_NAME}['’]s?\s+(?i:second)\b"),
    lazy_regex(rf"{_NAME}{_DID}(?i:g[ai]v(?:e|es|ing)|(?:provid|offer|suppl)(?:ied|ed|e?s|ing)) the (?i:second)\b"),
    lazy_regex(rf"(?i:\bthe second (?:came|was) from)\s+{_NAME}"),
    lazy_regex(rf"{_NAME}{_DID}(?i:second(?:ed|ing)|2nd(?:ed)?|seconds?)\b(?!\s+(?i:by)\b)"),
    lazy_regex(
        rf"(?i:\bsecond(?:ed)?|\b2nd(?:ed)?)(?i:\s+(?:was\s+)?made)?(?i:\s+it)?\s*(?i:\b(?:by|from|of)\b:?|:)\s*{_NAME}"
    ),
)


def _all(patterns: tuple[re.Pattern[str], ...], text: str) -> list[tuple[int, str]]:
    found = [(match.start(), surname(match["name"])) for pattern in patterns for match in pattern.finditer(text)]
    return sorted(one for one in found if one[1] and one[1] not in COMMON_CAPITALS)


def movers_in(text: str) -> tuple[tuple[str, str], ...]:
    """("moved" or "seconded", surname) for everyone a statement credits with it."""
    flat = " ".join(text.split())
    moved = tuple(("moved", name) for _, name in _all(_MOVED, flat))
    return (*moved, *(("seconded", name) for _, name in _all(_SECONDED, flat)))


@lru_cache(maxsize=1024)
def motions_in(text: str) -> tuple[MotionRead, ...]:
    """The motions of a passage in order; () when it has none."""
    return tuple(_of_record(record) for record in motions(text))


def _of_record(record: Record) -> MotionRead:
    result = _RESULTS.get(record.outcome)
    matter = f"{record.object} {record.conditions}"
    return MotionRead(
        record.start, record.end, surname(record.mover), surname(record.seconder), matter, result,
        _fate(record, result), _is_unanimous(record), " ".join(record.text.split()),
        record.vote,
    )  # fmt: skip


_RESULTS: dict[str, tuple[Act, bool]] = {
    **dict.fromkeys(("granted", "accepted", "authorized", "recommended", "amended"), ("granted", True)),
    **dict.fromkeys(("appointed", "elected"), ("granted", True)),
    **dict.fromkeys(("not granted", "not accepted", "not authorized", "not appointed"), ("granted", False)),
    "not amended": ("granted", False),
    **dict.fromkeys(("tabled", "continued"), ("tabled", True)),
    **dict.fromkeys(("not tabled", "not continued"), ("tabled", False)),
    **dict.fromkeys(("done", "sealed", "adjourned", "entered nonpublic", "re-entered public meeting"), ("done", True)),
    **dict.fromkeys(("not done", "not adjourned"), ("done", False)),
    "denied": ("denied", True), "not denied": ("denied", False), "withdrawn": ("withdrawn", True),
    "not recommended": ("denied", True),
}  # fmt: skip


def _fate(record: Record, result: tuple[Act, bool] | None) -> Fate:
    if record.fate == "none":
        return ""
    if record.fate == "withdrawn":
        return "withdrawn"
    if record.fate == "passed":
        return "tabled" if result == ("tabled", True) else "passed"
    return "failed"


def _is_unanimous(record: Record) -> bool | None:
    vote = record.vote
    if vote.no or vote.against:
        return False
    counted = bool(vote.yes) and vote.no == 0 and not vote.abstained and not vote.abstaining
    return True if vote.unanimous or counted else None


def _bases(words: str) -> frozenset[str]:
    return frozenset(base_of(word) for word in words.split())


_GRANTED = _bases("approve grant accept adopt authorize award ratify endorse okay allow")
_DENIED = _bases("deny reject refuse disapprove decline")
_TABLING = _bases("table postpone defer continue")
_WITHDRAWING = _bases("withdraw rescind")
_SPOKEN: tuple[tuple[Act, str], ...] = (
    ("denied", "turn down|vote down"),
    ("tabled", "under advisement|put off|hold off|push back|lay over|hold over|carry over"),
    ("granted", "sign off"),
)
_PHRASES: dict[tuple[str, ...], Act] = {
    tuple(base_of(word) for word in phrase.split()): act for act, held in _SPOKEN for phrase in held.split("|")
}


def _act_of(token: Token) -> Act | None:
    if token.kind != "word":
        return None
    if len(token.key) > 1:
        return _PHRASES.get(token.key)
    key = token.key[0]
    if key in _GRANTED:
        return "granted"
    if key in _DENIED:
        return "denied"
    if key in _TABLING:
        return "tabled"
    return "withdrawn" if key in _WITHDRAWING else None


def result_of(motion: MotionRead) -> tuple[Act, bool] | None:
    """What was done: the act, and whether it was (a motion to approve that fails is an approval not given); None when
    the fate is not told."""
    return motion.result


_TEXT_NEGATION = """
    not never no nor neither none without cannot
"""
_NEGATION = frozenset(_TEXT_NEGATION.split())


def said_of_none(tokens: Sequence[Token], at: int) -> bool:
    """Whether a clause says its word of none: "none of the six requests should be granted"."""
    return any(token.text.lower() in ("none", "neither", "nobody") for token in tokens[:at])


def claimed_results(tokens: tuple[Token, ...]) -> list[tuple[Act, bool, int]]:
    """What a statement says was granted, denied, tabled or withdrawn: act, whether it was, and the token's place.

    Only finite forms count: "moved to approve", "may grant" and "a request for approval" decide nothing.
    """
    found = []
    for at, token in enumerate(tokens):
        act = _act_of(token)
        if act is None or not _finite(tokens, at) or _goes_on(tokens, at):
            continue
        before = [one.text.lower() for one in tokens[max(0, at - 3) : at]]
        denied = any(word in _NEGATION or word.endswith("n't") for word in before)
        found.append((act, not (denied or said_of_none(tokens, at)), at))
    return found


def _goes_on(tokens: tuple[Token, ...], at: int) -> bool:
    """Whether somebody only went on: "Roy continued stating that", "continued to object"."""
    following = tokens[at + 1].text.lower() if at + 1 < len(tokens) else ""
    return tokens[at].text.lower() == "continued" and (following.endswith("ing") or following in ("to", "with", "on"))


def _finite(tokens: tuple[Token, ...], at: int) -> bool:
    word = tokens[at].first
    if not (word.endswith("ed") or word in ("put", "held", "withdrew", "withdrawn", "laid", "pushed", "denied")):
        return False
    before = [one.text.lower() for one in tokens[max(0, at - 2) : at]]
    if _NOT_YET.intersection(before) and "be" not in before[-1:]:
        return "been" in before
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    adjective = bool(before) and before[-1] in ("the", "an", "a", "its", "their") and following is not None
    return not adjective


_TEXT_NOT_YET = """
    to may might would will could can should shall must if whether been
"""
_NOT_YET = frozenset(_TEXT_NOT_YET.split())


# "the motion failed", "Article 33 failed", "carried unanimously", "was defeated"
_CLAIM_FAILED = lazy_regex(
    r"\b(?:(?<!\b[Aa] )(?<!\b[Tt]he )failed(?! to\b)|was defeated|were defeated|"
    r"(?:did|was|were) not (?:pass|carr)\w*|was voted down|lost)\b",
    re.I,
)
_CLAIM_PASSED = lazy_regex(r"\b(?:passed|carried)\b", re.I)


def claimed_fate(text: str) -> Fate:
    """What a statement says became of a motion, an article or a vote as such; "" when it says nothing."""
    if _CLAIM_FAILED.search(text):
        return "failed"
    return "passed" if _CLAIM_PASSED.search(text) and not re.search(r"\bnot (?:pass|carr)", text) else ""
