"""Motions of a passage: who moved, who seconded, what for, and what became of it; and what a statement says of these.

The outcome is the action together with its fate: a motion to deny that passes is a denial. Holds the reading of
minutes as they are written; it refuses to guess a fate that is not told.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from pipeline.check.read.alike import base_of
from pipeline.check.read.lexing import Token, lex
from pipeline.check.read.names import COMMON_CAPITALS

__all__ = ["Act", "Fate", "Motion", "claimed_fate", "claimed_results", "motions_in", "movers_in", "result_of"]

Fate = Literal["passed", "failed", "tabled", "withdrawn", ""]
Act = Literal["granted", "denied", "tabled", "withdrawn", "done"]


class Motion(NamedTuple):
    """One motion: half-open offsets, lower-case surnames, the action in the record's words, its fate and tally."""

    start: int
    end: int
    mover: str
    seconder: str
    action: str
    fate: Fate
    unanimous: bool | None
    text: str


_NAME = (
    r"(?:(?:Mr|Mrs|Ms|Dr|Chair\w*|Vice[- ]Chair\w*|Select\w+|Councilor|Commissioner|Member|Trustee)\.?\s+)*"
    r"(?P<name>(?:[A-Z]\.?\s?){0,2}[A-Z][\w'’-]+(?:\s+(?:[A-Z]\.\s*)?[A-Z][\w'’-]+)?)"
)
_DID = r"(?:\s+(?:then|also|again|first|next|,))?\s+"
_MOVED = (
    re.compile(
        rf"{_NAME}{_DID}(?:(?i:ma[dk]es?|offered|introduced|entertained)\s+(?i:an?|the)?\s*(?i:motion)|(?i:motioned|motions|moved?s?|moved))\b"
    ),
    re.compile(rf"(?i:\bmotion(?:ed)?|\bmoved)(?i:\s+(?:was\s+)?(?:made|moved|offered))?\s*(?i:\bby\b:?|:)\s*{_NAME}"),
)
_SECONDED = (
    re.compile(rf"{_NAME}{_DID}(?i:seconded|2nd(?:ed)?|seconds?)\b"),
    re.compile(rf"(?i:\bsecond(?:ed)?|\b2nd(?:ed)?)(?i:\s+(?:was\s+)?made)?(?i:\s+it)?\s*(?i:\bby\b:?|:)\s*{_NAME}"),
)
_PASSED = re.compile(
    r"\bmotion\s+(?:was\s+)?(?:unanimously\s+)?(?:passed|passes|carried|carries|approved|adopted)|\b(?:so voted|unanimous(?:ly)?)\b"  # noqa: E501
    r"|\ball\s+(?:w\w{2,4}\s+)?(?:in\s+)?(?:favou?r|yes|ayes?)|\b(?:passed|carried|approved)\s+(?:unanimously|\d)|\bnone opposed\b"  # noqa: E501
    r"|\bvot(?:e|ed)\b[^.]{0,40}\b(?:in the affirmative|in favor)\b|\bmotion\b[^.]{0,30}\b(?:passed|carried)\b"
    r"|\b(?:and|which) (?:passed|carried)\b|\bthe (?:board|committee|council) (?:voted|approved)\b",
    re.IGNORECASE,
)
_FAILED = re.compile(
    r"\bmotion\b[^.]{0,30}\b(?:failed|fails|defeated|did not (?:pass|carry)|does not (?:pass|carry)|died|dies)\b"
    r"|\b(?:no|lack of a?|without a?) second\b|\ball opposed\b(?!\s*[:-]?\s*(?:none|0))",
    re.IGNORECASE,
)
_TABLED = re.compile(r"\bmotion\b[^.]{0,20}\b(?:was\s+)?tabled\b", re.IGNORECASE)
_WITHDRAWN = re.compile(
    r"\bmotion\b[^.]{0,20}\b(?:was\s+)?(?:withdrawn|rescinded)\b|\bwithdrew\b[^.]{0,20}\bmotion\b", re.I
)
_UNANIMOUS = re.compile(
    r"\bunanimous(?:ly)?\b|\ball\s+(?:w\w{2,4}\s+)?in\s+favou?r\b|\bnone opposed\b|\b[2-9]\s?(?:-|–|to)\s?0\b|\ball (?:yes|ayes?)\b",  # noqa: E501
    re.I,
)
_SPLIT = re.compile(
    r"\b\d+\s?(?:-|–|to)\s?[1-9]\d?\b(?!\s?(?:-|–)\s?\d)|\b(?:[1-9]\d?|one|two|three)\s*(?:\([^)]*\)\s*)?(?:against|opposed|nays?|no)\b"
    r"|\b(?:against|opposed|nay)\s*[:-]\s*(?!none|0)[A-Z\d]|\b(?:voted|votes) (?:no|nay|against)\b|\bopposed\.",
    re.IGNORECASE,
)
_RECORD_CHARS = 900
"""A motion, its second, a discussion and the vote; further on another matter begins."""
_BEFORE_CHARS = 500
"""What "these" and "the request" of a motion mean stands before it."""


def _surname(name: str) -> str:
    words = re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", name)
    return words[-1].lower() if words else ""


def _all(patterns: tuple[re.Pattern[str], ...], text: str) -> list[tuple[int, int, str]]:
    found = [(m.start(), m.end(), _surname(m["name"])) for pattern in patterns for m in pattern.finditer(text)]
    return sorted(one for one in found if one[2] and one[2] not in COMMON_CAPITALS)


def movers_in(text: str) -> tuple[tuple[str, str], ...]:
    """("moved" or "seconded", surname) for everyone a statement credits with it."""
    flat = " ".join(text.split())
    moved = tuple(("moved", name) for _, _, name in _all(_MOVED, flat))
    return (*moved, *(("seconded", name) for _, _, name in _all(_SECONDED, flat)))


@lru_cache(maxsize=1024)
def motions_in(text: str) -> tuple[Motion, ...]:
    """The motions of a passage in order; () when it has none."""
    flat = text.replace("\n", " ")
    heads = _heads(_all(_MOVED, flat))
    seconds = _all(_SECONDED, flat)
    found = []
    for number, (start, end, mover) in enumerate(heads):
        limit = heads[number + 1][0] if number + 1 < len(heads) else len(flat)
        limit = min(limit, start + _RECORD_CHARS)
        second = next(((at, last, name) for at, last, name in seconds if start <= at < limit), None)
        stop = _record_end(flat, start, limit)
        record = flat[start:stop]
        found.append(
            Motion(
                start, stop, mover, second[2] if second else "", _action(flat, end, stop, second),
                _fate(record), _is_unanimous(record), record,
            )
        )  # fmt: skip
    return tuple(found)


def _heads(found: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    heads: list[tuple[int, int, str]] = []
    for one in found:
        if not heads or one[0] >= heads[-1][1]:
            heads.append(one)
    return heads


def _record_end(text: str, start: int, limit: int) -> int:
    """The record ends with the sentence that tells its fate, or with the text before the next motion."""
    fates = [m.end() for p in (_PASSED, _FAILED, _TABLED, _WITHDRAWN) for m in p.finditer(text, start, limit)]
    if not fates:
        return limit
    stop = text.find(".", max(fates))
    return min(limit, stop + 1) if 0 <= stop < max(fates) + 120 else min(limit, max(fates) + 20)


def _action(text: str, start: int, stop: int, second: tuple[int, int, str] | None) -> str:
    """What is moved: the words after the mover up to the full stop, the clause of the second left out."""
    part = text[start:stop]
    if second and start <= second[0] < stop:
        before, after = text[start : second[0]], text[second[1] : stop]
        part = before if len(before.split()) > 2 else after
    end = re.search(r"(?<![A-Z])(?<!\bSt)(?<!\bNo)\.\s+(?=[A-Z])", part)
    return part[: end.start()] if end else part


def _fate(record: str) -> Fate:
    if _FAILED.search(record):
        return "failed"
    if _TABLED.search(record):
        return "tabled"
    if _WITHDRAWN.search(record):
        return "withdrawn"
    pair = re.search(r"(?<![\w-])(\d{1,2})\s?(?:-|–|to)\s?(\d{1,2})(?![\w-]|\s?(?:-|–)\s?\d)", record)
    if _PASSED.search(record):
        return "passed"
    tally = re.search(r"\b(\d{1,2}) in favor\W{1,4}(\d{1,2})", record)
    if tally:
        return "passed" if int(tally[1]) > int(tally[2]) else "failed"
    return "passed" if pair and "vote" in record.lower() and int(pair[1]) > int(pair[2]) else ""


def _is_unanimous(record: str) -> bool | None:
    if _SPLIT.search(record):
        return False
    return True if _UNANIMOUS.search(record) else None


def _bases(words: str) -> frozenset[str]:
    return frozenset(base_of(word) for word in words.split())


_GRANTED = _bases("approve grant accept adopt authorize award ratify endorse okay allow")
_DENIED = _bases("deny reject refuse disapprove decline")
_TABLING = _bases("table postpone defer continue")
_WITHDRAWING = _bases("withdraw rescind")
_SPOKEN: tuple[tuple[Act, str], ...] = (
    ("denied", "turn down|vote down"),
    ("tabled", "put off|hold off|push back|lay over|hold over|carry over"),
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


_TEXT_NOUNS = """
    approval approvals acceptance adoption award awards denial table tables withdrawal withdrawals allowance
"""
_NOUNS = frozenset(_TEXT_NOUNS.split())


def result_of(motion: Motion) -> tuple[Act, bool] | None:
    """What was done: the act, and whether it was (a motion to approve that fails is an approval not given); None when
    the fate is not told."""
    named = (_act_of(token) for token in lex(motion.action) if token.text.lower() not in _NOUNS)
    act: Act = next(filter(None, named), "done")
    if motion.fate in ("tabled", "withdrawn"):
        return motion.fate, True
    return (act, motion.fate == "passed") if motion.fate else None


_TEXT_NEGATION = """
    not never no nor neither none without cannot
"""
_NEGATION = frozenset(_TEXT_NEGATION.split())
_TEXT_UNREAL = """
    to may might would will could can should shall must if whether not yet who recommended recommends
"""
_UNREAL = frozenset(_TEXT_UNREAL.split())


def claimed_results(tokens: tuple[Token, ...]) -> list[tuple[Act, bool, int]]:
    """What a statement says was granted, denied, tabled or withdrawn: act, whether it was, and the token's place.

    Only finite forms count: "moved to approve", "may grant" and "a request for approval" decide nothing.
    """
    found = []
    for at, token in enumerate(tokens):
        act = _act_of(token)
        if act is None or not _finite(tokens, at):
            continue
        before = [one.text.lower() for one in tokens[max(0, at - 3) : at]]
        found.append((act, not any(word in _NEGATION or word.endswith("n't") for word in before), at))
    return found


def _finite(tokens: tuple[Token, ...], at: int) -> bool:
    word = tokens[at].text.lower().split()[0]
    if not (word.endswith("ed") or word in ("put", "held", "withdrew", "withdrawn", "laid", "pushed", "denied")):
        return False
    before = [one.text.lower() for one in tokens[max(0, at - 2) : at]]
    if (
        any(
            one
            in (
                "to",
                "may",
                "might",
                "would",
                "will",
                "could",
                "can",
                "should",
                "shall",
                "must",
                "if",
                "whether",
                "been",
            )
            for one in before
        )
        and "be" not in before[-1:]
    ):
        return "been" in before
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    adjective = bool(before) and before[-1] in ("the", "an", "a", "its", "their") and following is not None
    return not adjective


# "the motion failed", "Article 33 failed", "carried unanimously", "was defeated"
_CLAIM_FAILED = re.compile(
    r"\b(?:failed|was defeated|were defeated|did not (?:pass|carry)|was voted down|lost)\b", re.I
)
_CLAIM_PASSED = re.compile(r"\b(?:passed|carried)\b", re.I)


def claimed_fate(text: str) -> Fate:
    """What a statement says became of a motion, an article or a vote as such; "" when it says nothing."""
    if _CLAIM_FAILED.search(text):
        return "failed"
    return "passed" if _CLAIM_PASSED.search(text) and not re.search(r"\bnot (?:pass|carr)", text) else ""
