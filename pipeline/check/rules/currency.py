"""The currency stamp of a statute section: as of when its text is held, and what is known of its past and future.

Holds the reading of a section's own words. It refuses to say that a law is in force today: it says what is printed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from vault.types import Section
from vault.value import Value

__all__ = ["Stamp", "stamp_of"]

_YEAR = re.compile(r"\b(1[89]\d\d|20\d\d)\b(?=\s*,\s*\d|[^\d]|\Z)")
"""A session year in a source note: "1979, 410:2, II. 2021, 81:1, eff. Aug. 30, 2021."."""
_TELLS = {
    "repealed": "repealed",
    "effective_later": "not yet in force",
    "stale": "an old text; a later one may exist",
    "superseded": "superseded",
    "draft": "a draft",
}


class Stamp(Value):
    """What is known of a section's currency. `last_changed` is the latest year of its source note, "" when none."""

    cite: str
    as_of: str = ""
    status: str = "unknown"
    effective: str = ""
    last_changed: str = ""
    url: str = ""

    @property
    def words(self) -> str:
        """The stamp in one line: "RSA 40:13: text as of 2025-12-29, last changed 2023"."""
        parts = [f"text as of {self.as_of}" if self.as_of else "date of the text not known"]
        if self.status in _TELLS:
            parts.append(_TELLS[self.status])
        if self.effective:
            parts.append(f"a change takes effect {self.effective}")
        if self.last_changed:
            parts.append(f"last changed {self.last_changed}")
        return f"{self.cite}: {', '.join(parts)}"


def stamp_of(cite: str, sections: Sequence[Section]) -> Stamp | None:
    """The stamp of the section of that name among the sections of a document; None when it is not among them."""
    held = next((section for section in sections if section.cite == cite), None)
    if held is None:
        return None
    years = [match.group(1) for match in _YEAR.finditer(held.source_note)]
    return Stamp(
        cite=held.cite, as_of=held.as_of, status=held.status, effective=held.effective,
        last_changed=max(years, default=""), url=held.url,
    )  # fmt: skip
