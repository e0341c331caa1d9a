"""Which body of the vault a person means by a name: "ZBA" is the Zoning Board of Adjustment.

Compares words, without those that every body has; refuses to choose a body that shares none of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from vault.store.keys import plain_key

__all__ = ["body_among"]

_EVERY_BODY = frozenset({"board", "of", "the", "town", "city", "committee", "commission", "meeting"})
_SAME = {"selectmen": "select", "selectboard": "select", "selectman": "select", "zba": "zoning"}


def _words(name: str) -> frozenset[str]:
    return frozenset(_SAME.get(word, word) for word in plain_key(name).split()) - _EVERY_BODY


def body_among(held: Sequence[str], name: str) -> str:
    """The first of the bodies held that the name fits, as the vault writes it; "" when none does."""
    wanted = _words(name)
    fits = (one for one in held if plain_key(one) == plain_key(name) or (wanted and wanted <= _words(one)))
    return next(fits, "")
