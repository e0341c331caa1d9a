"""Everyday words for statute sections: an extra search field beside the law's own words, like the index of a handbook.

Hand-made tables in our own words, one a state (`Jurisdiction.finding_aid` names its file in `vault/data`). They are
searched and never shown, quoted or cited; a section that no table knows simply has none. They refuse to hold text of
the law.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from vault.states.known import JURISDICTIONS, jurisdiction
from vault.text.phrase_index import PhraseIndex, phrase_rows

__all__ = ["aided_sections", "plain_words", "suggested_sections"]


@cache
def aided_sections() -> Mapping[str, tuple[str, ...]]:
    """Canonical cite -> everyday phrases, of every state; read once."""
    tables = (phrase_rows(_read(state.finding_aid)) for state in JURISDICTIONS.values())
    return MappingProxyType({cite: row for table in tables for cite, row in table.items()})


def _read(name: str) -> str:
    return files("vault").joinpath("data", name).read_text("utf-8") if name else ""


def plain_words(cite: str) -> str:
    """The everyday phrases for a section ("RSA 35:16") in one line, or an empty string."""
    return ", ".join(aided_sections().get(cite, ()))


@cache
def _index(name: str) -> PhraseIndex:
    return PhraseIndex(_read(name.replace(".tsv", ".stems")))


def suggested_sections(stems: Iterable[str], limit: int, state: str) -> dict[str, float]:
    """Canonical cite -> 0..1, how surely the table of a state ("NH") files these words under that section; the `limit`
    surest, surest first, ties by cite; none for a state without a table."""
    return dict(_index(jurisdiction(state).finding_aid).near(stems)[:limit])
