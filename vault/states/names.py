"""Words of states: their names, how texts cite the codes of those whose law is often met, and how the states the engine
knows call the board that governs a town and its members.

Enough to see that a pasted text or a question is about another state; what the engine knows of a state's law and
offices is a `Jurisdiction`. Sources: RSA 41:8 (selectmen), 24 V.S.A. § 871 (selectboard), minutes naming members.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from vault.text.patterns import lazy_regex

__all__ = [
    "CODE_WORDS", "DEFAULT_STATE", "GOVERNING_BOARD", "GOVERNING_BOARDS", "GOVERNING_MEMBERS", "GOVERNING_PLURALS",
    "STATES", "STATE_CODES", "TOWN_BOARD", "VOTERS", "VOTERS_MEETING", "speaks_of_cities",
]  # fmt: skip

VOTERS: Final = lazy_regex(r"\b(?:voters?|town meeting|residents|legislative body|ballot)\b", re.IGNORECASE)
"""Those who decide where no board does."""

DEFAULT_STATE = "NH"
"""The state of a document or a question that says nothing of its own."""

STATES: Mapping[str, str] = MappingProxyType({
    "Alabama": "AL", "Alaska": "AK", "Arizona": "AZ", "Arkansas": "AR", "California": "CA", "Colorado": "CO",
    "Connecticut": "CT", "Delaware": "DE", "Florida": "FL", "Georgia": "GA", "Hawaii": "HI", "Idaho": "ID",
    "Illinois": "IL", "Indiana": "IN", "Iowa": "IA", "Kansas": "KS", "Kentucky": "KY", "Louisiana": "LA",
    "Maine": "ME", "Maryland": "MD", "Massachusetts": "MA", "Michigan": "MI", "Minnesota": "MN",
    "Mississippi": "MS", "Missouri": "MO", "Montana": "MT", "Nebraska": "NE", "Nevada": "NV", "New Hampshire": "NH",
    "New Jersey": "NJ", "New Mexico": "NM", "New York": "NY", "North Carolina": "NC", "North Dakota": "ND",
    "Ohio": "OH", "Oklahoma": "OK", "Oregon": "OR", "Pennsylvania": "PA", "Rhode Island": "RI",
    "South Carolina": "SC", "South Dakota": "SD", "Tennessee": "TN", "Texas": "TX", "Utah": "UT", "Vermont": "VT",
    "Virginia": "VA", "Washington": "WA", "West Virginia": "WV", "Wisconsin": "WI", "Wyoming": "WY",
    "District of Columbia": "DC",
})  # fmt: skip
"""Name -> two-letter code."""
STATE_CODES: tuple[tuple[str, str], ...] = (
    ("Massachusetts", "M.G.L.|MGL|Mass.|General Laws c."),
    ("Vermont", "V.S.A.|VSA|Vt."),
    ("Maine", "M.R.S.|M.R.S.A.|MRSA"),
    ("Oregon", "ORS|O.R.S."),
    ("Connecticut", "C.G.S.|Conn. Gen. Stat."),
    ("District of Columbia", "D.C. Code|D.C. Official Code"),
    ("New York", "N.Y. Town Law|NYCRR"),
    ("Rhode Island", "R.I. Gen. Laws|R.I.G.L."),
)
"""State -> ways its statutes are cited, as written."""


GOVERNING_BOARDS: Final = ("selectboard", "selectmen")
"""Its names of one word."""
GOVERNING_MEMBERS: Final = ("selectman", "selectwoman", "selectperson", "selectmember")
"""A member of it, lower case."""
GOVERNING_PLURALS: Final = {"selectmen": "selectman"}
"""Plurals of members that no rule makes -> the member."""
CODE_WORDS: Final = ("RSA",)
"""Names of codes of law that stand in a sentence like a word."""
VOTERS_MEETING: Final = "Town Meeting"
"""The voters of a town met, as records of it name their body."""
TOWN_BOARD: Final = "Select Board"
"""The name under which records keep the board that governs a town; a city has none."""
_OF_CITIES: Final = lazy_regex(r"\b(?:aldermen|mayor|city councils?)\b", re.IGNORECASE)
_OF_TOWNS: Final = lazy_regex(
    r"\b(?:towns?|selectmen|select board|municipal\w*|villages?|district|county)\b", re.IGNORECASE
)


def speaks_of_cities(text: str) -> bool:
    """Whether a law speaks of a city's mayor, aldermen or council and of no town, district or county."""
    return bool(_OF_CITIES.search(text)) and not _OF_TOWNS.search(text)


GOVERNING_BOARD: Final = r"(?:boards? of selectmen|selectmen|select board)"
"""Regular expression of the names that laws and warrants use; lower case, without word boundaries."""
