"""The jurisdictions the engine knows, and which of them a text or a question is about.

It refuses to guess: a text that names no known state, code or town is of none, and the caller's own choice stands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from vault.states.dc import DISTRICT_OF_COLUMBIA
from vault.states.jurisdiction import Jurisdiction
from vault.states.names import STATES
from vault.states.nh import NEW_HAMPSHIRE
from vault.states.vt import VERMONT
from vault.text.patterns import lazy_regex

__all__ = ["JURISDICTIONS", "cite_prefix", "jurisdiction", "place_and_state", "state_named"]

JURISDICTIONS: Mapping[str, Jurisdiction] = MappingProxyType(
    {one.code: one for one in (NEW_HAMPSHIRE, VERMONT, DISTRICT_OF_COLUMBIA)}
)
"""By two-letter code."""


@cache
def jurisdiction(code: str) -> Jurisdiction:
    """The jurisdiction of that code; for an unknown one a plain value with its code and nothing to add to searches."""
    plain = code.strip().upper()
    held = JURISDICTIONS.get(plain)
    return held or Jurisdiction(
        code=plain, name="", written=(), code_name="", code_marks=(), statute_system="other_state"
    )


def cite_prefix(cite: str) -> str:
    """What stands before the number of a chapter in a canonical cite ("RSA "); "" where nothing does."""
    prefixes = (one.cite_prefix for one in JURISDICTIONS.values() if one.cite_prefix)
    return next((prefix for prefix in prefixes if cite.startswith(prefix)), "")


_LETTERS = 3
"""Letters of a name that must be placed by the word before it: they stand for much else."""


@cache
def _marks(code: str) -> re.Pattern[str]:
    one = jurisdiction(code)
    names = "|".join(re.escape(name) for name in one.written if len(name) > _LETTERS)
    short = "|".join(re.escape(name) for name in one.written if len(name) <= _LETTERS)
    marks = "|".join(re.escape(mark) for mark in one.code_marks)
    # "in nh", "does dc have", "a vt town"; not "fed with DC power"
    placed = rf"\b(?:in|of|does|do|did|is|a|under|any)\s+(?:{short or '(?!)'})"
    return re.compile(rf"(?i:(?:(?<!\w)(?:{names})|{placed})(?!\w))|(?<!\w)(?:{marks})(?!\w)")


def state_named(text: str) -> str:
    """The code of the one known state that the text names or whose code it cites; empty for none and for several."""
    named = [code for code in JURISDICTIONS if _marks(code).search(text)]
    return named[0] if len(named) == 1 else ""


_CODES = frozenset(STATES.values())
_BY_NAME = {name.casefold(): code for name, code in STATES.items()}
_WITH_STATE = lazy_regex(r"(?P<town>.+?)(?:\s*,\s*(?P<after>[^,]+)|\s+(?P<letters>[A-Z]\.?[A-Z]\.?))")
"""A town and its state: "Marblehead, Massachusetts", "Washington, D.C.", "Alder Falls NH"."""


def place_and_state(place: str) -> tuple[str, str]:
    """The town and the code of the state of a place as a caller writes it; "" for what it does not say.

    "Marblehead, MA" is ("Marblehead", "MA"); "Vermont" and "Washington, D.C." are a whole jurisdiction: ("", "VT"),
    ("", "DC"). "Washington" alone stays a town: a state's name is read as one only where no town of it is asked about.
    """
    plain = " ".join(place.split())
    whole = next((code for code, one in JURISDICTIONS.items() if plain.casefold() in one.written), "")
    found = _WITH_STATE.fullmatch(plain)
    if whole or found is None:
        return ("", whole) if whole else (plain, "")
    said = (found["after"] or found["letters"]).strip()
    letters = said.replace(".", "").upper()
    code = _BY_NAME.get(said.casefold(), letters if letters in _CODES else "")
    if not code:
        return plain, ""
    town = found["town"].strip()
    return ("" if town == jurisdiction(code).city else town), code
