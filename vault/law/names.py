"""Names of laws: well-known ones ("Right-to-Know Law") and what they stand for, from a data file.

Kept apart from the grammar on purpose: a name is a hint for search and planning, not a citation.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files

from pydantic import Field

from vault.value import Value

__all__ = ["find_nicknames"]


class Nickname(Value):
    """A law called by name: what the name stands for, and where it stands in the text."""

    cite: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)


@cache
def _table() -> tuple[re.Pattern[str], dict[str, str]]:
    raw = json.loads((files("vault") / "data" / "statute_nicknames.json").read_text(encoding="utf-8"))
    cites = {_key(row["name"]): str(row["cite"]) for row in raw["names"]}
    longest_first = sorted((row["name"] for row in raw["names"]), key=len, reverse=True)
    pattern = "|".join(_flexible(name) for name in longest_first)
    return re.compile(rf"(?<![A-Za-z0-9])(?:{pattern})(?![A-Za-z0-9])", re.IGNORECASE), cites


def _flexible(name: str) -> str:
    """Hyphens and spaces are alike and may be line breaks ("Right-to-Know\\nLaw"); before a number they may lack."""
    first, *rest = (re.escape(word).replace("'", "['’]?") for word in re.split(r"[\s-]+", name))
    return first + "".join(rf"[\s-]{{{0 if word.isdigit() else 1},3}}{word}" for word in rest)


def _key(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def find_nicknames(text: str) -> tuple[Nickname, ...]:
    """Laws called by a well-known name, in order of appearance, the longest name at each place; may be empty."""
    pattern, cites = _table()
    return tuple(
        Nickname(cite=cites[_key(match.group())], start=match.start(), end=match.end())
        for match in pattern.finditer(text)
    )
