"""Closed word lists for telling names apart: titles, and the head words of bodies, places and programs.

Holds words only. It refuses to hold any town, person or case: a list is about English, never about a place.
"""

from __future__ import annotations

from vault.facts.dates import MONTH_NAMES
from vault.states.offices import GOVERNING_BOARDS, GOVERNING_MEMBERS

__all__ = ["BODY_HEADS", "NOT_NAMES", "OFFICE_WORDS", "PLACE_HEADS", "PROGRAM_HEADS", "SOLE_BODIES", "TITLES"]

_TITLE_TEXT = """
    mr mrs ms miss dr chair chairman chairwoman chairperson vice-chair vice-chairman representative rep senator
    sen councilor councillor alderman alderwoman mayor chief deputy director moderator attorney atty judge justice
    commissioner administrator manager clerk superintendent treasurer secretary trustee member alternate officer
    sergeant sgt lieutenant lt captain capt sheriff inspector engineer planner assessor collector agent
    coordinator president governor gov professor prof reverend rev honorable hon principal supervisor
"""
TITLES = frozenset((*_TITLE_TEXT.split(), *GOVERNING_MEMBERS))
"""Words before a person's name: "Chair Doerr", "Vice-Chair Roe"."""

_OFFICE_TEXT = """
    town city village county state police fire road vice select selectboard board planning zoning conservation budget
    tax code health building school library highway public works finance assistant acting interim former deputy
    recreation committee commission enforcement ex-officio emergency management human resources welfare
"""
OFFICE_WORDS = frozenset(_OFFICE_TEXT.split())
"""Words that make a longer title with one of `TITLES` after them: "Town Administrator", "Acting Police Chief"."""

_BODY_TEXT = """
    board committee commission department council court office bureau agency district association authority trust
    trustees police sheriff legislature senate house company co inc llc corp corporation
    cooperative zba society union university school library church foundation
"""
BODY_HEADS = frozenset((*_BODY_TEXT.split(), *GOVERNING_BOARDS))
"""Head words of bodies: "Planning Board", "Department of Public Works"."""

SOLE_BODIES = frozenset([*GOVERNING_BOARDS, "legislature", "senate"])
"""Bodies whose one word names them; "Board" alone does not."""

_PLACE_TEXT = """
    road rd street avenue ave lane ln drive highway route bridge pond lake river brook park forest beach dam mill hall
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
_MONTHS = tuple(name.lower() for name in MONTH_NAMES)
NOT_NAMES = frozenset([*_NOT_NAME_TEXT.split(), *_MONTHS, *(name[:3] for name in _MONTHS)])
"""Capitalised words that name nothing on their own: months, days, list words of minutes, reference words."""
