"""How a text from outside is read: what in it states anything, the clauses of a long sentence, a passage cut to size.

Holds the reading of letters, articles and chatbot answers. It refuses to check anything.
"""

from __future__ import annotations

import re

from pipeline.check.read.case import stems_of
from pipeline.quoting.cut import clip
from pipeline.quoting.locate import quoted_spans
from pipeline.quoting.turns import has_finite_verb

__all__ = ["clauses_of", "plain", "shown", "states_something"]

_SHOWN_WORDS = 45
"""A passage of more words is shown by the parts that speak of the matter."""
_CLAUSE_WORDS = 4
# "Dear Members of the Board,", "Sincerely, Ada Osgood", "To whom it may concern:"
_COURTESY = re.compile(
    r"\A\W*(?:dear\b|hello\b|hi\b|greetings\b|good (?:morning|afternoon|evening)|to whom it may concern|"
    r"(?:yours |very |most )*(?:sincerely|truly|respectfully)\b|(?:with |best |kind |warm )*regards\b|best wishes\b|"
    r"thank(?:s| you)\b|great question|good question|let me know\b|feel free\b|i hope (?:this|you|that helps)\b|"
    r"here (?:is|are) (?:a|an|the|some|your)\b[^.]{0,60}\b(?:summary|overview|answer|draft|letter)\b|"
    r"(?:sure|certainly|of course|absolutely)[!,.])",
    re.IGNORECASE,
)
# "Let me know | if you have questions", "I hope this helps | you to decide what you need"
_OFFER = re.compile(r"(?:if|whether|when|should|to|you|for)\b", re.IGNORECASE)
_MARKUP = re.compile(r"\*\*|__|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)|`")
# "At the meeting of January 6, 2031, Osgood moved": what is copied begins after it
_OCCASION = re.compile(
    r"\A(?:at|in|during) (?:the|its|their) [^,]{0,40}\b(?:meeting|minutes|session|hearing)s?"
    r"(?: (?:of|on|held on) [A-Z]\w+ \d{1,2}, \d{4})?,\s+",
    re.IGNORECASE,
)
_BORDER = re.compile(r"(?:[,;]\s+(?:and|but|while|so)\s+|;\s+|\s[—–]\s)")


def plain(text: str) -> str:
    """The sentence without the marks of bold, italic and code type."""
    return _MARKUP.sub("", text).strip()


def states_something(text: str) -> bool:
    """False for a greeting, a closing and a chatbot's courtesy, which state nothing that a record could hold.

    What goes on after the courtesy is judged: "Of course, the board voted for it", and so is all with a figure.
    """
    courtesy = _COURTESY.match(text)
    if not courtesy or quoted_spans(text) or any(map(str.isdigit, text)):
        return True
    rest = text[courtesy.end() :].strip(" ,.!")
    return len(rest.split()) >= _CLAUSE_WORDS and _has_verb(rest) and not _OFFER.match(rest)


def clauses_of(text: str) -> tuple[str, ...]:
    """The coordinate clauses of a sentence, each with a verb and four words; the sentence itself when it is one.

    A sentence that says two things copies two places of a record, and neither as a whole. The occasion that opens it
    ("At the meeting of January 6, 2031,") is left out.
    """
    if quoted_spans(text):
        return (text,)
    text = _OCCASION.sub("", text)
    parts = [part.strip() for part in _BORDER.split(text)]
    whole = all(len(part.split()) >= _CLAUSE_WORDS and _has_verb(part) for part in parts)
    return tuple(parts) if whole else (text,)


def _has_verb(text: str) -> bool:
    return has_finite_verb(text) or bool(re.search(r"\b[a-z]{3,}ed\b", text))


def shown(passage: str, claim: str) -> str:
    """The passage on one line, a long one cut to what it says of the claim's matter and with its negation kept."""
    flat = " ".join(passage.split())
    if len(flat.split()) <= _SHOWN_WORDS:
        return flat
    pieces = clip(flat, _SHOWN_WORDS, stems_of(claim)).pieces
    return " … ".join(pieces) or flat
