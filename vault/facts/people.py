"""Names of people as minutes print them before a verb: "Mr. Colbath", "K. Eldridge", "Councilor de la Cruz".

A pattern and its trimming, for grammars that look for an actor in front of a word. It knows no list of people.
"""

from __future__ import annotations

import re

from vault.states.names import GOVERNING_PLURALS

__all__ = ["NAME", "WRAPPED_NAME", "bare_name"]

_TITLE = (
    r"(?:(?:Mr|Mrs|Ms|Messrs|Dr|Rev|Hon|Rep|Sen|Atty|Supt|Lt|Capt|Sgt)\b\.?|(?:Vice[- ])?Chair(?:man|woman|person)?|"
    r"Councill?or|"
    r"Council(?:man|woman|member)|Commissioner|(?:Vice[- ])?Mayor|Select(?:man|woman|person|board)|(?:Board\s|"
    r"Committee\s)?[Mm]ember|"
    r"Trustee|Secretary|Treasurer|(?:Council\s)?President|Alderman|Supervisor|Moderator|Chief|Representative|Director|"
    r"Superintendent|Clerk)"
)
_PART = (
    r"(?:(?:Mc|Mac|O['’]|D['’])?[A-Z][A-Za-z'’]*[a-z](?:-[A-Z][A-Za-z'’]+)?|(?:[A-Z]\.){1,3}|"
    r"[A-Z]{2}(?=\s[A-Z])|[A-Z](?=\s[A-Z][a-z]))"
)
_LINK = r"(?:(?:de\s+la|de|del|della|la|le|du|van\s+der|van\s+den|van|von|der|den|di|da|dos|ter|ten|bin|St\.)\s+)"
NAME = rf"(?<![\w-])(?:{_TITLE}\s+){{0,2}}(?:{_LINK})?{_PART}(?:[ \t]+{_LINK}?{_PART}){{0,3}}"
"""A name with its titles, as the source of a regular expression; case matters in it. It begins no word's second half:
the "V." of "Case 25-02-V. Roy seconded" is no initial."""
WRAPPED_NAME = rf"(?:{NAME}[ \t]?\n{_PART}(?=\s*[,.;]|\s+(?:to|and|that|for)\b)|{NAME})"
"""A name after "by", whose last word may stand on the next line."""
_TITLES = re.compile(rf"^(?:{_TITLE}\s+)+")
_PLAIN_WORDS = frozenset(
    [
        "a",
        "all",
        "also",
        "am",
        "at",
        "pm",
        "an",
        "and",
        "any",
        "action",
        "adjournment",
        "agenda",
        "amendment",
        "application",
        "approval",
        "article",
        "attendance",
        "board",
        "budget",
        "called",
        "case",
        "chair",
        "chairman",
        "committee",
        "council",
        "court",
        "decision",
        "department",
        "discussion",
        "ensued",
        "february",
        "following",
        "for",
        "further",
        "he",
        "hearing",
        "his",
        "i",
        "if",
        "in",
        "it",
        "january",
        "july",
        "june",
        "march",
        "may",
        "meeting",
        "member",
        "members",
        "minutes",
        "motion",
        "moved",
        "new",
        "next",
        "no",
        "none",
        "note",
        "november",
        "october",
        "old",
        "on",
        "other",
        "out",
        "p",
        "page",
        "passed",
        "present",
        "public",
        "question",
        "resolution",
        "review",
        "roll",
        "second",
        *GOVERNING_PLURALS,
        "september",
        "she",
        "so",
        "that",
        "the",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "to",
        "town",
        "trustees",
        "upon",
        "vote",
        "voting",
        "was",
        "we",
        "when",
        "which",
        "while",
        "with",
        "work",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "april",
        "august",
        "december",
        "commission",
        "being",
        "seeing",
        "hearing",
        "having",
        "after",
        "before",
        "based",
        "both",
        "business",
        "duly",
        "i'll",
        "i'd",
        "into",
        "it's",
        "let's",
        "moved",
        "properly",
        "second",
        "someone",
        "closing",
        "comments",
    ]
)

_AFTER_NAME = frozenset({"to", "that", "the", "motion", "vote", "second"})


def bare_name(text: str) -> str:
    """The name without titles and without a plain word at its front ("Discussion Roy"); empty when nothing is left."""
    parts = _TITLES.sub("", " ".join(text.split())).split()
    while parts and parts[0].lower().strip(",:") in _PLAIN_WORDS:
        parts.pop(0)
    while len(parts) > 1 and parts[-1].lower() in _AFTER_NAME:  # "Roe To approve"
        parts.pop()
    name = _TITLES.sub("", " ".join(parts)).strip(" ,")
    return "" if name.lower() in _PLAIN_WORDS else name
