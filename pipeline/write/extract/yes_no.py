"""Whether the words that answer a yes/no question say yes or no.

Only where they leave no doubt: a rule without a condition, a vote with its result. It refuses to infer; for anything
else the words stand for themselves.
"""

from __future__ import annotations

import re

from pipeline.write.extract.passages import Passage, motions_of
from vault.facts.types import MatterOutcome
from vault.text.words import content_words, stem, words

__all__ = ["yes_or_no"]

# "Can the board …", "Does a petition need …", "Did the selectmen approve …"
_PERMISSION = re.compile(
    r"\A\W*(?:can|could|may|is|are)\b(?=.*\b(?:can|could|may|allowed|permitted|legal|able)\b)", re.I
)
_EVENT = re.compile(r"\A\W*(?:did|was|were|has|have)\b", re.IGNORECASE)
# A question turned round or bound to a condition: "without a vote", "not", "if", "unless", "or"
_BOUND = re.compile(
    r"\b(?:without|not|never|no|if|unless|except|only|or|before|after|until|than)\b|n['’]t\b", re.IGNORECASE
)
_BARS = re.compile(
    r"\b(?:shall not|may not|must not|cannot|no person shall|prohibited|not (?:be )?(?:allowed|permitted))\b", re.I
)
_ALLOWS = re.compile(
    r"\b(?:may|is allowed|are allowed|is permitted|are permitted|is authorized|are authorized)\b", re.I
)
_CONDITION = re.compile(r"\b(?:if|unless|except|only|provided|until|when|where|subject to|without)\b", re.IGNORECASE)
_MODAL = re.compile(r"allowed|permitted|legal|able", re.IGNORECASE)
_ABOUT = 0.6
"""A rule that holds fewer of the question's words may be about something else: "meet in private" and a rule on pay."""
_ASKED_ACT = re.compile(r"\b(?:approve|grant|adopt|accept|pass|authori[sz]e|agree|award|sign)\w*", re.IGNORECASE)
_ASKED_DENIAL = re.compile(r"\b(?:den(?:y|ied)|reject(?:ed)?|turn(?:ed)? down)\b", re.IGNORECASE)
_DONE: frozenset[MatterOutcome] = frozenset({"granted", "accepted", "authorized"})
_DENIED: frozenset[MatterOutcome] = frozenset({"denied", "not granted", "not accepted", "not authorized"})
_PUT_OFF: frozenset[MatterOutcome] = frozenset({"tabled", "continued"})


def yes_or_no(question: str, passage: Passage) -> str:
    """ "Yes. " or "No. " where the passage decides a yes/no question; "" for every other question or where in doubt."""
    if _BOUND.search(question):
        return ""
    text = passage.text
    if _EVENT.match(question) and (_ASKED_ACT.search(question) or _ASKED_DENIAL.search(question)):
        return _decided(question, passage)
    if not _PERMISSION.match(question) or _CONDITION.search(text) or not _of_the_matter(question, text):
        return ""
    if _BARS.search(text):
        return "No. "
    return "Yes. " if _ALLOWS.search(text) else ""


def _decided(question: str, passage: Passage) -> str:
    """Yes or no by what became of the one motion that the passage tells; "" where none, several or no vote is told."""
    told = motions_of(passage)
    if len(told) != 1 or told[0].outcome not in _DONE | _DENIED | _PUT_OFF:
        return ""
    outcome = told[0].outcome
    denial = bool(_ASKED_DENIAL.search(question))
    if outcome in _PUT_OFF:
        return "No. "
    return "Yes. " if (outcome in _DENIED) == denial else "No. "


def _of_the_matter(question: str, text: str) -> bool:
    """Whether a rule is about what is asked: it holds most of the words of the question."""
    asked = {stem(word) for word in content_words(question) if not _MODAL.fullmatch(word)}
    held = {stem(word) for word in words(text)}
    return len(asked & held) >= _ABOUT * len(asked)
