"""Whether and when a law changed: what the source note of a section says of the acts that made and changed it.

Reads the source note that is kept with a section of law. It refuses to say what an act changed: the note names acts
and days, no words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pipeline.ask.cues import asks_history
from pipeline.quoting.cut import quote
from pipeline.types import Evidence, PartAnswer
from vault.facts.dates import YEAR
from vault.law.references import find_refs
from vault.text.patterns import lazy_regex

__all__ = ["Changed", "told_history"]

_POLAR = lazy_regex(r"\A\W*(?:did|has|have|was|were)\b", re.IGNORECASE)
_SINCE = lazy_regex(r"\b(?:since|after)\s+(?:19|20)\d\d\b", re.IGNORECASE)
# "2008, 109:1, eff. July 27, 2008. 2021, 184:1-3"
_ACT = lazy_regex(r"(?<![\w,] )\b(?P<year>(?:1[89]|20)\d\d), (?:(?!\. (?:1[89]|20)\d\d, \d).)+", re.DOTALL)


class Changed(NamedTuple):
    """A sentence on the acts that changed a section, and the evidence it quotes."""

    text: str
    evidence: Evidence


def told_history(answer: PartAnswer, evidence: Sequence[Evidence]) -> Changed | None:
    """What the source note of the section a part is about says of its acts: that of the year asked about, with a yes or
    a no, else the last; None for any other part, and where no section with such a note answers."""
    section = _section(answer, evidence) if asks_history(answer.part) else None
    acts = [(one["year"], one.group().rstrip(". \n")) for one in _ACT.finditer(section.chunk.note)] if section else []
    if section is None or not acts:
        return None
    asked, cite = YEAR.findall(answer.part), section.chunk.section
    since = bool(_SINCE.search(answer.part))
    fitting = [act for year, act in acts if (year >= min(asked) if since else year in asked)] if asked else []
    told = fitting or [act for _, act in acts[-1:]]
    opens = ("Yes. " if fitting else "") if asked and _POLAR.search(answer.part) else ""
    when = f"after {min(asked)}" if since else f"of {' or '.join(dict.fromkeys(asked))}"
    said = (
        f"The source note of {cite} names {quote(told)}"
        if fitting or not asked
        else f"The source note of {cite} names no act {when}; its last is {quote(told)}"
    )
    return Changed(f"{opens}{said} [{section.label}].", section)


def _section(answer: PartAnswer, evidence: Sequence[Evidence]) -> Evidence | None:
    """The section that a part names, else the surest of those that answer it, with a source note; no bill."""
    noted = {one.label: one for one in evidence if one.chunk.note and one.chunk.section}
    named = {ref.cite for ref in find_refs(answer.part)}
    by_name = next((one for one in noted.values() if one.chunk.section in named), None)
    return by_name or next((noted[one.label] for one in answer.spans if one.label in noted), None)
