"""The words in which minutes tell a motion, what became of it, and a decision of any body.

Patterns only. They refuse to weigh: a text tells it or does not.
"""

from __future__ import annotations

import re

from vault.text.patterns import lazy_regex

__all__ = ["has_outcome", "is_motion", "tells_decision", "tells_result"]

# "Copeland moved …", "made a motion to …", "Smith motioned"
_MOTION = lazy_regex(r"\b(?:moved|motioned|made a motion|motion (?:made|by|was made)|motion to)\b", re.IGNORECASE)
# "Keyes seconded", "All in favor.", "Motion passed.", "the vote was 2-1", "Roll call", "Roe voted no", "Poe- yes"
_OUTCOME = lazy_regex(
    r"\b(?:second(?:ed|s)?|all (?:were )?in favor|all in favor|motion (?:passed|carried|failed|passes|carries)|passed|"
    r"carried|failed|vote[ds]?|unanimous(?:ly)?|opposed|abstain\w*|roll call|aye|nay|so moved)\b|"
    r"(?<=\w)\s?(?:[-–—:]|\banswered)\s?(?:yes|no|recused)\b|"
    r"(?<![#\d-])\b\d{1,2}\s?[-–]\s?\d{1,2}(?:\s?[-–]\s?\d{1,2})?\b(?![-–]?\w|\s?%|\s(?:year|month|week|day|hour|minute|feet|foot)\b"
    r"|\s(?:year|month|week|day|hour|minute)['’]?s\b)",
    re.IGNORECASE,
)
# "Motion passed 3-0-1.", "All were in favor.", "The vote was 2-1", "Article 12 failed", "it was so voted"
_RESULT = lazy_regex(
    r"\b(?:motion|article|vote|request|it|application|amendment)s?\b[^.;]{0,30}?\b(?:passe[sd]|carrie[sd]|fail(?:ed|s)|"
    r"defeated|granted|denied|approved|adopted)\b|\ball (?:were |voted )?in favor\b|\bunanimous(?:ly)?\b|"
    r"\b(?:passed|carried|failed|voted|vote)\b[^.;]{0,20}?\b\d{1,2}\s?[-–]\s?\d{1,2}\b|\bso (?:voted|ordered)\b",
    re.IGNORECASE,
)
# "granted", "affirmed", "passed 3-0"
_DECISION = lazy_regex(
    r"\b(?:motion (?:passed|carried|failed)|granted?|denied|approved|adopted|affirmed|reversed|remanded|defeated|"
    r"carried unanimously|passed \d|voted \d|failed|unconstitutional|opposed)\b",
    re.IGNORECASE,
)


def is_motion(text: str) -> bool:
    """Whether the text tells that something was moved."""
    return bool(_MOTION.search(text))


def has_outcome(text: str) -> bool:
    """Whether the text tells a second, a vote or a result."""
    return bool(_OUTCOME.search(text))


def tells_result(text: str) -> bool:
    """Whether the text tells how a vote ended."""
    return bool(_RESULT.search(text))


def tells_decision(text: str) -> bool:
    """Whether the text tells what a board or a court decided."""
    return bool(_DECISION.search(text))
