"""The board that governs a town and its members, as the states the engine knows call them.

Source: the `governing_bodies` of each `Jurisdiction`, and how minutes name single members. It refuses to say which
state a word belongs to: that is a `Jurisdiction`'s to tell.
"""

from __future__ import annotations

from typing import Final

__all__ = ["GOVERNING_BOARD", "GOVERNING_BOARDS", "GOVERNING_MEMBERS"]

GOVERNING_BOARDS: Final = ("selectboard", "selectmen")
"""Its names of one word."""
GOVERNING_MEMBERS: Final = ("selectman", "selectwoman", "selectperson", "selectmember")
"""A member of it, lower case."""
GOVERNING_BOARD: Final = r"(?:boards? of selectmen|selectmen|select board)"
"""Regular expression of the names that laws and warrants use; lower case, without word boundaries."""
