"""Whether the words that answer a yes/no question say yes or no.

Only where they leave no doubt: a rule without a condition, a vote with its result. It refuses to infer; for anything
else the words stand for themselves.
"""

from __future__ import annotations

import re

from pipeline.write.extract.outcomes import is_motion
from pipeline.write.extract.passages import Passage

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
_ASKED_ACT = re.compile(r"\b(?:approve|grant|adopt|accept|pass|authori[sz]e|agree|award|sign)\w*", re.IGNORECASE)
_AGAINST = re.compile(r"\bto (?:deny|table|continue|postpone|reject|not)\b|\bdenied\b|\btabled\b", re.IGNORECASE)
_PASSED = re.compile(r"\b(?:passed|carried|adopted|approved|in favor|unanimous(?:ly)?)\b", re.IGNORECASE)
_FAILED = re.compile(r"\b(?:failed|defeated)\b", re.IGNORECASE)


def yes_or_no(question: str, passage: Passage) -> str:
    """ "Yes. " or "No. " where the passage decides a yes/no question; "" for every other question or where in doubt."""
    if _BOUND.search(question):
        return ""
    text = passage.text
    if _EVENT.match(question) and _ASKED_ACT.search(question) and is_motion(text):
        return _vote(text)
    if not _PERMISSION.match(question) or _CONDITION.search(text):
        return ""
    if _BARS.search(text):
        return "No. "
    return "Yes. " if _ALLOWS.search(text) else ""


def _vote(text: str) -> str:
    against, passed, failed = bool(_AGAINST.search(text)), bool(_PASSED.search(text)), bool(_FAILED.search(text))
    if passed == failed:
        return ""
    return "No. " if against or failed else "Yes. "
