"""The states by name, and how texts cite the codes of those whose law is often met.

Holds words only: enough to see that a pasted text or a question is about another state. What the engine knows of a
state's law and offices is a `Jurisdiction`.
"""

from __future__ import annotations

__all__ = ["STATES", "STATE_CODES"]

STATES = (
    "Alabama", "Alaska", "Arizona", "Arkansas", "California", "Colorado", "Connecticut", "Delaware", "Florida",
    "Georgia", "Hawaii", "Idaho", "Illinois", "Indiana", "Iowa", "Kansas", "Kentucky", "Louisiana", "Maine", "Maryland",
    "Massachusetts", "Michigan", "Minnesota", "Mississippi", "Missouri", "Montana", "Nebraska", "Nevada",
    "New Hampshire", "New Jersey", "New Mexico", "New York", "North Carolina", "North Dakota", "Ohio", "Oklahoma",
    "Oregon", "Pennsylvania", "Rhode Island", "South Carolina", "South Dakota", "Tennessee", "Texas", "Utah",
    "Vermont", "Virginia", "Washington", "West Virginia", "Wisconsin", "Wyoming", "District of Columbia",
)  # fmt: skip
STATE_CODES: tuple[tuple[str, str], ...] = (
    ("Massachusetts", "M.G.L.|MGL|Mass.|General Laws c."),
    ("Vermont", "V.S.A.|VSA|Vt."),
    ("Maine", "M.R.S.|M.R.S.A.|MRSA"),
    ("Oregon", "ORS|O.R.S."),
    ("Connecticut", "C.G.S.|Conn. Gen. Stat."),
    ("District of Columbia", "D.C. Code|D.C. Official Code"),
    ("New York", "N.Y. Town Law|NYCRR"),
    ("Rhode Island", "R.I. Gen. Laws|R.I.G.L."),
)
"""State -> ways its statutes are cited, as written."""
