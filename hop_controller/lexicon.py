"""Closed word lists for telling names apart: months, titles, and the head words of bodies, places and programs.

Holds words only. It refuses to hold any town, person or case: a list is about English, never about a place.
"""

from __future__ import annotations

__all__ = ["BODY_HEADS", "MONTHS", "NOT_NAMES", "PLACE_HEADS", "PROGRAM_HEADS", "SOLE_BODIES", "TITLES"]

_MONTH_TEXT = "january february march april may june july august september october november december"
MONTHS = tuple(_MONTH_TEXT.split())
"""The months in order; index + 1 is the number."""

_TITLE_TEXT = """
    mr mrs ms dr chair chairman chairwoman selectman selectwoman selectperson representative senator councilor chief
    director moderator attorney judge justice commissioner administrator manager clerk superintendent
"""
TITLES = frozenset(_TITLE_TEXT.split())
"""Words before a person's name: "Chair Doerr"."""

_BODY_TEXT = """
    board committee commission department council court office bureau agency district association authority trust
    trustees selectmen selectboard police sheriff legislature senate house company inc llc corporation cooperative
    zba nhma nhdes society union university school library church foundation
"""
BODY_HEADS = frozenset(_BODY_TEXT.split())
"""Head words of bodies: "Planning Board", "Department of Public Works"."""

SOLE_BODIES = frozenset(["selectboard", "selectmen", "legislature", "senate"])
"""Bodies whose one word names them; "Board" alone does not."""

_PLACE_TEXT = """
    road street avenue lane drive highway route bridge pond lake river brook park forest beach dam mill hall
    cemetery village island hill mountain trail county town city hollow
"""
PLACE_HEADS = frozenset(_PLACE_TEXT.split())
"""Head words of places: "Mill Street"."""

_PROGRAM_TEXT = """
    program programme project plan fund initiative grant study survey act system software platform policy agreement
"""
PROGRAM_HEADS = frozenset(_PROGRAM_TEXT.split())
"""Head words of programs and projects: "Culvert Project"."""

_NOT_NAME_TEXT = """
    sept monday tuesday wednesday thursday friday saturday sunday article case map lot no yes motion present absent
    page section chapter rsa usc cfr hb sb lane motions minutes agenda meeting discussion vote voted members public
    member roll call am pm it approved amended adopted revised recommended nay aye total date time name
"""
NOT_NAMES = frozenset([*_NOT_NAME_TEXT.split(), *MONTHS, *(name[:3] for name in MONTHS)])
"""Capitalised words that name nothing on their own: months, days, list words of minutes, reference words."""
