"""Keys under which places, boards, dates and words compare equal however they were written.

Pure functions on strings. They fold and trim; they know no list of towns, and of spellings only what people call a
board.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from vault.ids import VERSION_DIGITS
from vault.states.names import GOVERNING_BOARDS, GOVERNING_PLURALS
from vault.text.patterns import lazy_regex
from vault.text.words import stems, words

__all__ = [
    "CHUNK_NAME", "SCOPE_BITS", "body_among", "date_range_sql", "place_key", "plain_key", "scope_tag", "slug",
    "storable", "tagged",
]  # fmt: skip

SCOPE_BITS = 32
"""Chunk id = scope number << 32 | running number: all chunks of a scope are one range of ids."""

_OF = lazy_regex(r"^(?:the )?(?:town|city|village|village district) of ")
"""In front of a place: "town of alder falls" and "alder falls" are one place."""

_NOT_IN_SLUG = lazy_regex(r"[^a-z0-9]+")

CHUNK_NAME = f"d.doc_id || '@' || substr(d.content_hash, 1, {VERSION_DIGITS}) || '#' || c.ord"
"""A chunk's name (`vault.ids`) as a column, where `c` is the chunk and `d` its document."""


def storable(text: str) -> str:
    """The text without halves of characters, which no database takes."""
    return text.encode("utf-8", "replace").decode()


def plain_key(text: str) -> str:
    """Lower case, one space between words, without accents, full stops and unprintable characters."""
    flat = unicodedata.normalize("NFKD", text.replace(".", "").replace("’", "'")).casefold()
    return " ".join("".join(c for c in flat if c.isspace() or unicodedata.category(c)[0] not in "CM").split())


def slug(text: str, most: int) -> str:
    """Small letters and digits with hyphens between them, at most so many, for ids and file names; may be empty."""
    return _NOT_IN_SLUG.sub("-", plain_key(text)).strip("-")[:most].strip("-")


@lru_cache(maxsize=20_000)
def place_key(town: str) -> str:
    """The key of a town: `plain_key` without "Town of" in front."""
    return _OF.sub("", plain_key(town))


def scope_tag(scope_no: int) -> str:
    """What stands in front of every stem of a scope in the full text index ("1f_"); no word holds its last letter."""
    return f"{scope_no:x}_"


def tagged(scope_no: int, text: str) -> str:
    """The text as it is indexed: its stems in order, each with the tag of its scope ("1f_culvert 1f_fund")."""
    tag = scope_tag(scope_no)
    return " ".join([tag + root for root in stems(words(text))])


def date_range_sql(column: str) -> tuple[str, str]:
    """Two conditions, each with one parameter: the date is not before it, the date is not after it.

    Dates are ISO and may be only a year or a month; a partial date counts as any day within it, on both sides.
    """
    return f"{column} <> '' AND {column} || '~' >= ?", f"{column} <> '' AND {column} <= ? || '~'"


_EVERY_BODY = frozenset({"board", "of", "the", "town", "city", "committee", "commission", "meeting"})
_SAME = {"zba": "zoning"} | dict.fromkeys((*GOVERNING_BOARDS, *GOVERNING_PLURALS.values()), "select")


def _words(name: str) -> frozenset[str]:
    return frozenset(_SAME.get(word, word) for word in plain_key(name).split()) - _EVERY_BODY


def body_among(held: Sequence[str], name: str) -> str:
    """The first of the bodies held that the name fits, as the vault writes it; "" when none does."""
    wanted = _words(name)
    fits = (one for one in held if plain_key(one) == plain_key(name) or (wanted and wanted <= _words(one)))
    return next(fits, "")
