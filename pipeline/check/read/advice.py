"""Whom to ask: clauses and sentences that only tell a reader where what is not held may be found.

Holds their form alone. It refuses to pass over a clause that says anything of a figure, a reason or a deed: "ask the
board why it took bribes" is no advice.
"""

from __future__ import annotations

import re

from vault.law.references import find_refs
from vault.text.patterns import lazy_regex

__all__ = ["is_advice", "without_advice"]

_WOULD = r"(?:would|should|may|might|could|can|will)"
_WORD = r"(?!(?:that|which|who|whose|because|since)\b)[^\W\d][\w'’/&-]*"
_WORDS = rf"{_WORD}(?: {_WORD}){{0,9}}?"
_OTHERS = rf"(?:, (?:the|your) {_WORDS})*?(?:(?:, who [^,.;\d]{{2,40}})?,? or {_WORDS})*?,?"
# "T.J. Lee (DPW)", "Ada Roy at Public Works"
_SOMEBODY = (
    r"(?:(?-i:[A-Z])[\w.’]*(?: (?-i:[A-Z])[\w.’-]+){1,3}(?: \((?-i:[A-Z]{2,6})\))?"
    r"(?:,? (?:at|of|in) (?:the )?(?:[\w’-]+ ?){1,4}?)?)"
)
_WHO = (
    rf"(?:(?:(?:the|its|their|your|those|(?-i:[A-Z])[\w’]+(?: (?-i:[A-Z])[\w’]+)?['’]s(?: own)?) {_WORDS}{_OTHERS})"
    rf"|{_SOMEBODY})"
)
_RECORD = r"(?:answer|result|count|figure|text|rest|rule|ordinance|vote|price|status|date|list|current one|later one)s?"
_IT = rf"(?:it|this|that|them|those|both|more|anything later|(?:the|its|their) {_RECORD})"
# "the town clerk would know", "the City Recorder would be the place to ask", "your own receipt would have to show it"
_WOULD_KNOW = (
    rf"{_WHO} {_WOULD} (?:know(?: of)?|say|tell|(?:know|know of|tell you|say) {_IT}|"
    rf"(?:have to )?(?:have|hold|show|tell|give) {_IT}|"
    r"be the (?:places?|ones?|office|body) to (?:ask|check|look)(?: for (?:an? |the )?\w+)?|"
    r"be able to (?:say|tell)(?: you)?)"
    r"(?: (?:now|today|for sure))?"
)
# "so ask the City which rule it applies today", "check with the assessing office"
_ASK = (
    r"(?:please )?(?:ask|contact|call|check with|write to|confirm (?:it|this|that|the \w+) with) "
    r"(?:the|your|its|their|(?-i:[A-Z])[\w’]+['’]s) (?:[\w'’/&-]+ ?){1,10}?"
    r"(?: ?\b(?:whether|if|which|what|when|for|about)\b[^.;:,“\"\d]{2,90}?)?"
)
_OTHER_MATTER = r"(?![^.;]*\b(?:why|how|that|because|since|who|whose)\b)"
_CLAUSE = lazy_regex(
    rf"(?:;|,)\s+(?:(?:and|but|so)\s+)*(?:{_WOULD_KNOW}|{_OTHER_MATTER}{_ASK})"
    r"(?=\W*\Z|[,;] (?:and|but|no|nor)\b|;)",
    re.IGNORECASE,
)
_SENTENCE = lazy_regex(
    r"\A\W*(?:(?:for|to (?:see|learn|know|find out?))\b[^.;:“\"\d]{0,90}, )?(?:please )?"
    r"(?:ask|contact|check with|call|write to|look (?:at|in)|see)\b"
    r"(?![^.]*\b(?:why|how|because|since|who|whose|which|whether)\b|[^.]*\bthat (?:it|he|she|they|the|an?)\b)"
    r"[^.;:“\"\d]*\.?\Z"
    rf"|\A\W*(?:for (?:both|it|this|that|either|more|the (?:rest|others?|answer)), )?(?:{_WOULD_KNOW})\W*\Z",
    re.IGNORECASE,
)


def is_advice(text: str) -> bool:
    """Whether a sentence only tells where to look: "For the count, ask the town clerk for the results.", "read RSA 9:9
    itself"; it takes nothing for granted and tells no figure, reason or deed."""
    for ref in sorted(find_refs(text), key=lambda one: -one.start):
        text = f"{text[: ref.start]}the law{text[ref.end :]}"
    return bool(_SENTENCE.match(text))


def without_advice(text: str) -> str:
    """A sentence without the clauses that only tell whom to ask; as it is where nothing would be left."""
    left = _CLAUSE.sub("", text)
    return left if len(left.split()) > 3 else text
