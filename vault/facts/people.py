"""Names of people as minutes print them before a verb: "Mr. Colbath", "K. Eldridge", "Councilor de la Cruz".

A pattern and its trimming, for grammars that look for an actor in front of a word. It knows no list of people.
"""

from __future__ import annotations

import re

from vault.facts.dates import MONTH_NAMES, WEEKDAYS
from vault.states.names import GOVERNING_PLURALS

__all__ = ["NAME", "WRAPPED_NAME", "bare_name"]

_TITLE = (
    r"(?:(?:Mr|Mrs|Ms|Messrs|Dr|Rev|Hon|Rep|Sen|Atty|Supt|Lt|Capt|Sgt|Commr)\b\.?|"
    r"(?:Vice[- ])?Chair(?:man|woman|person)?|Councill?or|"
    r"Council(?:man|woman|member)|Commissioner|(?:Vice[- ])?Mayor(?:\sPro[- ]Tem)?|Select(?:man|woman|person|board)|"
    r"(?:Board\s|Committee\s)?[Mm]ember|"
    r"Trustee|Secretary|Treasurer|(?:Council\s)?President|Alder(?:man|woman|person)|Ald\.|"
    r"Supervisor|Moderator|Chief|Representative|Director|"
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
_PLAIN_WORDS = frozenset([
    "a", "action", "adjournment", "after", "agenda", "all", "also", "am", "amendment", "an", "and", "any",
    "application", "approval", "article", "at", "attendance", "based", "before", "being", "board", "both", "budget",
    "business", "called", "case", "closing", "comments", "commission", "committee", "council", "court", "decision",
    "department", "discussion", "duly", "ensued", "following", "for", "further", "having", "he", "hearing", "his",
    "i", "i'd", "i'll", "if", "in", "into", "it", "it's", "let's", "meeting", "member", "members", "minutes",
    "motion", "moved", "new", "next", "no", "none", "note", "old", "on", "other", "out", "p", "page", "passed",
    "pm", "present", "properly", "public", "question", "resolution", "review", "roll", "second", "seeing", "she",
    "so", "someone", "that", "the", "then", "there", "these", "they", "this", "those", "to", "town", "trustees",
    "upon", "vote", "voting", "was", "we", "when", "which", "while", "with", "work",
    *GOVERNING_PLURALS, *MONTH_NAMES, *WEEKDAYS,
])  # fmt: skip

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
