"""Whom to ask: clauses and sentences that only tell a reader where what is not held may be found.

Holds their form alone. It refuses to pass over a clause that says anything of a figure, a reason or a deed: "ask the
board why it took bribes" is no advice.
"""

from __future__ import annotations

import re

from vault.text.patterns import lazy_regex

__all__ = ["is_advice", "without_advice"]

_WOULD = r"(?:would|should|may|might|could|can|will)"
_WORD = r"(?!(?:that|which|who|whose|because|since)\b)[^\W\d][\w'’/&-]*"
_WORDS = rf"{_WORD}(?: {_WORD}){{0,9}}?"
_OTHERS = rf"(?:, (?:the|your) {_WORDS})*?(?:(?:, who [^,.;\d]{{2,40}})?,? or {_WORDS})*?,?"
_WHO = rf"(?:the|its|their|your|those) {_WORDS}{_OTHERS}"
_IT = r"(?:it|this|that|them|those|more|the (?:answer|result|count|figure|text|rest|current one|later one)s?)"
# "the town clerk would know", "the City Recorder would be the place to ask", "your own receipt would have to show it"
_WOULD_KNOW = (
    rf"{_WHO} {_WOULD} (?:know|say|tell|(?:know|tell you|say) (?:more|this|that|it)|"
    rf"(?:have to )?(?:have|hold|show|tell|give) {_IT}|"
    r"be the (?:places?|ones?|office|body) to (?:ask|check|look)(?: for \w+)?|be able to (?:say|tell)(?: you)?)"
    r"(?: (?:now|today|for sure))?"
)
# "so ask the City which rule it applies today", "check with the assessing office"
_ASK = (
    r"(?:please )?(?:ask|contact|call|check with|write to) (?:the|your|its|their) (?:[\w'’/&-]+ ?){1,10}?"
    r"(?: ?\b(?:whether|if|which|what|when|for|about)\b[^.;:,“\"\d]{2,90}?)?"
)
_OTHER_MATTER = r"(?![^.;]*\b(?:why|how|that|because|since|who|whose)\b)"
_CLAUSE = lazy_regex(
    rf"(?:;|,)\s+(?:(?:and|but|so)\s+)*(?:{_WOULD_KNOW}|{_OTHER_MATTER}{_ASK})"
    r"(?=\W*\Z|[,;] (?:and|but|no|nor)\b|;)"
)
_SENTENCE = lazy_regex(
    r"\A\W*(?:(?:for|to (?:see|learn|know|find out?))\b[^.;:“\"\d]{0,90}, )?(?:please )?"
    r"(?:ask|contact|check with|call|write to|look (?:at|in)|see)\b"
    r"(?![^.]*\b(?:why|how|that|because|since|who|whose|which|whether)\b)[^.;:“\"\d]*\.?\Z"
    rf"|\A\W*(?:{_WOULD_KNOW})\W*\Z",
    re.IGNORECASE,
)


def is_advice(text: str) -> bool:
    """Whether a sentence only tells where to look: "For the count, ask the town clerk for the results."; it takes
    nothing for granted and tells no figure, reason or deed."""
    return bool(_SENTENCE.match(text))


def without_advice(text: str) -> str:
    """A sentence without the clauses that only tell whom to ask; as it is where nothing would be left."""
    left = _CLAUSE.sub("", text)
    return left if len(left.split()) > 3 else text
