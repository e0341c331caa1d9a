"""Everyday words for statute sections: an extra search field beside the law's own words, like the index of a handbook.

A hand-made table in our own words (`vault/data/plain_words.tsv`). It is searched and never shown, quoted or cited; a
section the table does not know simply has none. It refuses to hold text of the law.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType

__all__ = ["aided_sections", "plain_words"]


@lru_cache(maxsize=1)
def aided_sections() -> Mapping[str, str]:
    """Canonical cite -> everyday phrases, in one line; read once."""
    text = files("vault").joinpath("data", "plain_words.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return MappingProxyType({cite: phrases.replace("|", ", ") for cite, phrases in rows})


def plain_words(cite: str) -> str:
    """The everyday phrases for a section ("RSA 35:16"), or an empty string."""
    return aided_sections().get(cite, "")
