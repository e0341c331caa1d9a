"""Where a sentence may be cut without turning it round: what governs a clause must stay with it.

Holds the rules for cutting (strict) and for judging a quotation (only what is certain). It refuses to weigh words: a
cut is free or it is not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from pipeline.quoting.lists import head_left_out
from pipeline.quoting.turns import (
    BARS,
    BUT,
    CONDITION,
    FINITE,
    HEADLESS,
    NO,
    NOT,
    TURN,
    has_finite_verb,
    stripped,
)
from vault.text.patterns import lazy_regex
from vault.text.sentences import sentences

__all__ = [
    "dropped_in_sentence", "dropped_turn", "end_is_free", "gap_is_free", "start_is_free", "subject_head",
    "turn_left_out",
]  # fmt: skip

_MODAL = lazy_regex(
    r"\A(?:shall|may|must|will|would|can|could|should|is|are|was|were|has|have|had|does|do|did)\b", re.I
)
# "In any such case," "On May 20, 2031," "Upon approval,": an opening that the clause can do without
_OPENING = lazy_regex(
    r"\A(?:in|on|at|upon|for|under|pursuant|after|by|with|as|during|from|per|following)\b[^;:]*,\s*\Z", re.I
)
# "II. ", "(a) ", "CAMPING GROUNDS: ", "Town clerk – ": a mark or a short heading before the sentence proper
_LABEL = lazy_regex(r"\A\W*(?:\(?\w{1,5}[.)]\s*)*(?:[^.;:]{1,50}[:–—-])?\s*\Z")
_TAIL_TURNS = lazy_regex(
    rf"\A[\s,;:.(—–-]*(?:and\s+|with\s+|as\s+|is\s+|are\s+|was\s+|were\s+|be\s+|shall\s+|may\s+|has\s+|have\s+|been\s+)*"
    rf"(?:{BUT}|{NO}|{NOT}|{BARS}|but|however|only|although|though|if|when|where|until|before|denied|failed|rejected|"
    rf"defeated|tabled|withdrawn|opposed|save|than)\b",
    re.IGNORECASE,
)
_TAIL_BOUND = lazy_regex(
    r"\b(?:unless|except|only if|provided(?:,? however,?)?(?: that)?|in no (?:event|case))\b", re.I
)
# what a quotation certainly may not leave behind it
_TAIL_CERTAIN = lazy_regex(
    r"\A[\s,;(—–-]*(?:unless|except(?! for the )|only if|provided,?(?: however,?)? that|provided, however|"
    r"but (?:not|only|in no)|"
    r"(?:(?:is|are|was|were|be|shall|may|has|have|had|been|must|will)\s+){0,2}(?:not|never|denied|prohibited)|failed)\b",
    re.IGNORECASE,
)
_CLAUSE = lazy_regex(r"[,;:—–]|\s-\s|\b(?:and|but|or|which|who|that|because|so|although|while)\b", re.IGNORECASE)
_HEAD_WORDS = (2, 16)
"""A subject shorter than two words is no subject, and one longer leaves no room for what it does."""
_CLAIM_WORDS = 4
"""Fewer quoted words name a thing and claim nothing."""


def _unit(text: str, at: int) -> int:
    """Where the clause group that holds `at` begins: after the last semicolon, unless a colon opened a list before."""
    cut = max(text.rfind("; ", 0, at), text.rfind(". ", 0, at))
    return 0 if cut < 0 or ":" in text[:cut] else cut + 1


def _bounds(text: str) -> bool:
    return bool(TURN.search(text) or CONDITION.search(text))


@lru_cache(maxsize=8192)
def start_is_free(text: str, start: int) -> bool:
    """Whether a quotation may begin at `start`: nothing before it negates, bounds or is the subject of what follows."""
    if not text[:start].strip():
        return True
    before, after = stripped(text[_unit(text, start) : start]), text[start:].lstrip(" ,;:—–-")
    if HEADLESS.match(after) or _bounds(before):
        return False
    return not before.strip(" ;,") or bool(_LABEL.match(before) or _OPENING.match(before.strip() + " ")) or (
        has_finite_verb(before) and bool(re.search(r"(?:[,;:—–.]|\bthat|[,;]\s*(?:and|but))\s*\Z", before))
    )  # fmt: skip


def end_is_free(text: str, end: int) -> bool:
    """Whether a quotation may end at `end`: what follows in the sentence takes nothing of it back."""
    tail = text[end:]
    if not any(map(str.isalnum, tail)):
        return True
    stop = re.search(r";\s|\.\s", tail[1:])
    unit = tail[: stop.end()] if stop else tail
    return not (_TAIL_TURNS.match(tail) or _TAIL_BOUND.search(unit) or (stop and _TAIL_TURNS.match(tail[stop.end() :])))


def _gap(text: str, first: tuple[int, int], start: int) -> str:
    gap = stripped(text[first[1] : start])
    if re.search(r"\bno\b", text[slice(*first)], re.IGNORECASE):
        gap = re.sub(r"(?:\A|[,;])\s*(?:and |or |nor )?no\b", ",", gap)
    return gap


def gap_is_free(text: str, first: tuple[int, int], start: int) -> bool:
    """Whether the words between a first piece and a second that begins at `start` may be left out.

    "no member of the board, no officer … shall": the left-out "no" repeats the first piece's own.
    """
    gap = _gap(text, first, start)
    return not _bounds(gap) and not re.search(r";\s|\.\s", gap)


def subject_head(text: str, piece: tuple[int, int], start: int) -> bool:
    """Whether `piece` is the bare subject, or the whole condition, of the clause that begins at `start`."""
    said = text[slice(*piece)].strip(" ,;")
    low, high = _HEAD_WORDS
    if not low <= len(said.split()) <= high or not start_is_free(text, piece[0]):
        return False
    if _MODAL.match(text[start:]):
        return not has_finite_verb(said) and not CONDITION.search(said) and not re.match(r"\b(?:in|on|by|for)\b", said)
    whole = bool(CONDITION.match(said) or re.match(rf"{BUT}\b", said, re.I)) and has_finite_verb(said)
    closed = text[: piece[1]].rstrip().endswith(",") and text[:start].rstrip().endswith(",")
    return whole and closed and not HEADLESS.match(text[start:])


def _governs(match: re.Match[str], between: str) -> bool:
    word = match.group().lower()
    if re.fullmatch(BUT, word):
        return False
    if re.fullmatch(NO, word):
        verb = FINITE.search(between)
        if verb is None:
            return ":" not in between  # "No discussion: a vote was taken"
        return not _CLAUSE.search(between, verb.end())
    if word == "without":
        return len(between.split()) <= 1
    return not _CLAUSE.search(between)


def _head_turn(sentence: str, start: int) -> str:
    before = stripped(sentence[:start])
    before = " " * _unit(sentence, start) + before[_unit(sentence, start) :]
    opens = re.match(rf"\W*{BUT}\b", before, re.IGNORECASE)
    if opens and before.rstrip().endswith(",") and not re.search(r"\b(?:he|she|they) \w+ed,\s*\Z", before):
        return opens.group().strip()
    found = (match for match in TURN.finditer(before) if _governs(match, before[match.end() :]))
    return next((match.group() for match in found), "")


def dropped_turn(sentence: str, pieces: Sequence[tuple[int, int]]) -> str:
    """The negation or exception of a sentence that governs the quoted pieces and stands in none of them, or "".

    `pieces` are offsets into the sentence in order. Only what is certain is reported; a phrase that claims nothing
    (no verb, or fewer than four words) cannot be turned round.
    """
    ordered = sorted(pieces)
    if not ordered:
        return ""
    said = " ".join(sentence[start:end] for start, end in ordered)
    bare = re.search(rf"\b(?:{NOT})\s+\Z", sentence[: ordered[0][0]], re.IGNORECASE)
    if len(said.split()) < _CLAIM_WORDS or not (
        bare or re.search(rf"{FINITE.pattern}|\b\w{{3,}}ed\b", said, re.IGNORECASE)
    ):
        return ""
    inside = TURN.search(said)
    head = "" if inside else _head_turn(sentence, ordered[0][0])
    gaps = (_gap(sentence, one, two[0]) for one, two in pairwise(ordered))
    between = next((found.group() for gap in gaps if not inside and (found := TURN.search(gap))), "")
    tail = _TAIL_CERTAIN.match(sentence[ordered[-1][1] :])
    return head or between or (tail.group().strip(" ,;(—–-") if tail else "")


def dropped_in_sentence(text: str, places: Sequence[tuple[int, int]]) -> str:
    """The first `dropped_turn` among the sentences of a source that quotations at these places are cut from, or ""."""
    for one in sentences(text):
        inside = [(max(s, one.start), min(e, one.end)) for s, e in places if s < one.end and e > one.start]
        lost = dropped_turn(
            text[one.start : one.end].replace("\n", " "), [(s - one.start, e - one.start) for s, e in inside]
        )
        if lost:
            return lost
    return ""


def turn_left_out(text: str, places: Sequence[tuple[int, int]]) -> str:
    """What governs quotations at these places of a source and stands in none of them, or "" when nothing certain does.

    A negation or exception of their sentence (`dropped_in_sentence`), or the lead-in of their list (`head_left_out`).
    """
    lost = dropped_in_sentence(text, places)
    head = None if lost else head_left_out(text, places)
    return head.words if head and head.certain else lost
