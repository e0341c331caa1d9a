"""The words that turn a clause round or bound it: negations, prohibitions, exceptions, conditions; and finite verbs.

Holds the grammar that cutting (`bounds`) and lists (`lead_ins`) share. It refuses to judge what governs what.
"""

from __future__ import annotations

import re

from vault.text.patterns import lazy_regex

__all__ = [
    "ASKS", "BARS", "BUT", "CONDITION", "FINITE", "HEADLESS", "NO", "NOT", "TURN", "has_finite_verb", "leans",
    "stripped",
]  # fmt: skip

# "no member", "in no event", "shall not", "isn't", "without", "unless"; never "No. 4", the ballot's "No 45" nor an
# answer ("Any conflict: No", and then "Mr. Roy said" or a line that begins anew)
NO = r"(?:no(?!\.|\W{0,3}\d|,|\s+(?-i:M[rs]s?|Dr)\b|[^\S\n]*\n\s*(?-i:[A-Z]))|nor|neither|none|nobody|nothing)"
NOT = r"(?:not|never|cannot)|n['’]t"
BARS = r"(?:prohibit\w*|forbid\w*|forbidden|unlawful|(?:fail|refuse|decline)[sd]?(?:ed)? to)"
BUT = r"(?:unless|except(?:ed|ing)?|only if|provided,?(?: however,?)?(?: that)?|other than)"
TURN = lazy_regex(rf"\b(?:{NO}|{NOT}|{BARS}|{BUT}|without)\b|n['’]t\b", re.IGNORECASE)
# "if the town votes", "when", "where", "until", "notwithstanding RSA 32:8", "subject to"
CONDITION = lazy_regex(r"\b(?:if|when|where|whenever|wherever|until|notwithstanding|subject to|in case)\b", re.I)
# "Notwithstanding any provisions of law to the contrary", "including but not limited to", "not later than": these
# overrule, widen or measure, and take nothing back
_OVERRIDE = lazy_regex(
    r"\bnotwithstanding any(?: other)? (?:provisions?|laws?)(?: of (?:the )?laws?)?(?: to the contrary)?"
    r"|\b(?:but )?(?:(?:shall|may|is|are) )?not (?:be )?(?:limited|restricted|confined) to\b|\bwhether or not\b"
    r"|\bno(?:t)? (?:later|less|more|fewer) than\b|\bnot (?:exceeding|to exceed)\b"
    r"|\b(?:at|with) no (?:\w+ )?(?:cost|charge|expense|fee)s?\b",
    re.IGNORECASE,
)
# "He said", "This article", "The motion", "They", "It passed", "Such vote", "Smith made a motion to approve."
_LEANING = lazy_regex(
    r"^[‘“\"']?(?:he|she|they|it|this|that|these|those|such|the motion|the vote|the same|said|also|however|motion|"
    r"all (?:were )?in favor|discussion|second(?:ed)?)\b|^\w+ seconded|^\("
    r"|\b(?:motion(?:ed)?|moved) to \w+(?: (?:it|this|that|these|those|them))?\W*$",
    re.IGNORECASE,
)
# "Chairman Osgood inquired about flooding issues.", "Webb asked if the culvert is cleared."
ASKS = lazy_regex(r"\b(?:asked|inquired|wondered|questioned)\b|\?\W*\Z", re.IGNORECASE)
FINITE = lazy_regex(
    r"\b(?:is|are|was|were|be|shall|may|must|will|would|can(?:not)?|could|should|has|have|had|do|does|did|said|says|states?|"
    r"made|voted|moved|motioned|asked|noted|stated|explained|received|passed|carried|read|means|includes|seconded)\b"
    r"|\b(?:can|do|does|did|is|are|was|were|would|could|should|has|have|had)n['’]t\b",
    re.IGNORECASE,
)
# A piece that opens so has lost its subject or its head: "shall be held", "to permit", "of the town", "seconded by"
HEADLESS = lazy_regex(
    r"\A[\s,;:—–-]*(?:(?:and|or|but)\s+)?(?:shall|may|must|will|would|can|could|should|is|are|was|were|be|been|has|have|"
    r"had|does|do|did|to|of|for|by|from|in|on|at|with|within|as|that|which|who|whose|whom|than|not|nor|so|including|"
    r"such as|because|while|if|when|where|until|unless|except|provided|case\b|subject|prior|upon|under|per|"
    r"[a-z]+ed (?:by|to|in|at|on|from|under|with|for|and|or)\b|seconded|held|given|made|known|used|required)\b"
)


def has_finite_verb(text: str) -> bool:
    """Whether the text says something: "shall", "was", "voted"."""
    return bool(FINITE.search(text))


def stripped(text: str) -> str:
    """The text with what only overrules, widens or measures blanked: "notwithstanding any law", "not limited to"."""
    return _OVERRIDE.sub(lambda match: " " * len(match.group()), text)


def leans(text: str) -> bool:
    """Whether a sentence leans on the one before it: "He said", "The motion", "It passed"."""
    return bool(_LEANING.search(text))
