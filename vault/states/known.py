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
from vault.states.nh import NEW_HAMPSHIRE
from vault.states.vt import VERMONT

__all__ = ["JURISDICTIONS", "cite_prefix", "jurisdiction", "state_named"]

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
