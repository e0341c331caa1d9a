"""The dated decision a question turns on, as a short label: "Jan 6 vote".

Pure functions. It refuses to label a date beside which no decision is named.
"""

from __future__ import annotations

import re

from vault.facts.dates import MONTH

__all__ = ["event_label"]

_DATED = rf"(?P<month>{MONTH})\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+(?:19|20)\d\d)?"


def event_label(text: str, nouns: tuple[tuple[str, str], ...]) -> str:
    """Label of the first dated decision named in the text ("Jan 6 vote"), empty when there is none (decision 2).

    `nouns` pairs a pattern of a decision word with the noun of the label. The word stands right beside the date
    ("the Jan. 6 vote", "voted on January 6") or in the sentence the date opens ("On Jan. 6 the board voted").
    """
    words = "|".join(f"(?:{pattern})" for pattern, _ in nouns)
    forms = (
        rf"\b{_DATED}(?:\s+(?:select\s*board|board|town|council|public|special|\w+ing))?\s+(?P<noun>{words})\b",
        rf"\b(?P<noun>{words})\s+(?:of|on|from|held)\s+(?:\w+day,?\s+)?{_DATED}",
        rf"\bOn\s+(?:\w+day,?\s+)?{_DATED},?[^.?!\n]{{0,80}}?\b(?P<noun>{words})\b",
        rf"\b(?P<noun>{words})\b[^.?!\n]{{0,60}}?\bon\s+(?:\w+day,?\s+)?{_DATED}",
    )
    for form in forms:
        match = re.search(form, text, re.I)
        if match:
            noun = next(label for pattern, label in nouns if re.fullmatch(pattern, match["noun"], re.I))
            return f"{match['month'][:3].capitalize()} {int(match['day'])} {noun}"
    return ""
