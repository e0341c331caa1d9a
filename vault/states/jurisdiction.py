"""What differs from state to state, as one value: names, code of law, offices, calendar, words that searches add.

Holds the type only; each state's value stands in a folder of its own (`nh`, `vt`) and is found through `known`. It
refuses to decide anything: planning, retrieval and ingest read these fields instead of naming a state.
"""

from __future__ import annotations

from vault.facts.periods import CivicCalendar
from vault.types import Authority, StatuteSystem
from vault.value import Value

__all__ = ["Jurisdiction"]


class Jurisdiction(Value):
    """One state as the engine needs it. Word lists are lower case unless a form is written in capitals only."""

    code: str
    """Two letters, as in the metadata of documents: "NH"."""
    name: str
    """As searched and shown: "New Hampshire"."""
    written: tuple[str, ...]
    """Every way the name is written in a text, the full one first."""
    code_name: str
    """What its code of statutes is called in a citation: "RSA", "V.S.A."."""
    code_marks: tuple[str, ...]
    """Ways its statutes are cited, as written: a text that holds one speaks of this state's law."""
    statute_system: StatuteSystem
    """The system of the statute grammar that reads its citations."""
    city: str = ""
    """The city that is the whole jurisdiction, so that its name says no more than the state's: "Washington"."""
    cite_prefix: str = ""
    """What stands before the number in a canonical cite: "RSA "."""
    statute_authority: Authority = "official"
    """The authority of its statutes in the vault."""
    finding_aid: str = ""
    """The table in `vault/data` of everyday words for sections of its code; "" where there is none."""
    calendar: CivicCalendar = CivicCalendar()
    legislature: str = ""
    state_anchors: tuple[str, ...] = ()
    """Words that the last query of the state lane adds (S0)."""
    state_templates: tuple[str, ...] = ()
    """Queries of a second pass in the state lane; `{legal_topic}` is filled in (S1). No section number."""
    law_query: str = ""
    """Words that make a query ask for the statutes: "New Hampshire RSA"."""
    statewide_phrases: tuple[str, ...] = ()
    """Words of a question that ask for this state's law."""
    parts_of_tax_bill: tuple[tuple[str, str], ...] = ()
    """The bodies whose rates add up to a property tax bill: name, and a regular expression of what records call it."""
