"""The board that governs a town, its members, and names of codes of law, as the states the engine knows say them.

Sources: RSA 41:8 (selectmen), 24 V.S.A. § 871 (selectboard), and how minutes name single members. It refuses to say
which state a word belongs to: that is a `Jurisdiction`'s to tell.
"""

from __future__ import annotations

from typing import Final

__all__ = ["CODE_WORDS", "GOVERNING_BOARD", "GOVERNING_BOARDS", "GOVERNING_MEMBERS", "GOVERNING_PLURALS"]

GOVERNING_BOARDS: Final = ("selectboard", "selectmen")
"""Its names of one word."""
GOVERNING_MEMBERS: Final = ("selectman", "selectwoman", "selectperson", "selectmember")
"""A member of it, lower case."""
GOVERNING_PLURALS: Final = {"selectmen": "selectman"}
"""Plurals of members that no rule makes -> the member."""
CODE_WORDS: Final = ("RSA",)
"""Names of codes of law that stand in a sentence like a word."""
GOVERNING_BOARD: Final = r"(?:boards? of selectmen|selectmen|select board)"
"""Regular expression of the names that laws and warrants use; lower case, without word boundaries."""
