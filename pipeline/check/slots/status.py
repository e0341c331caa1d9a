"""What a record is: a proposal is no decision, a bill no law, a draft not approved, another state's law not this one's.

Compares one claim with the kind and stage of its sources. It refuses to say what became of a matter later.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.check.read.evidence import Held, Said
from pipeline.check.slots.turns import best_entry, shown
from pipeline.check.slots.values import Conflict
from vault.states.known import jurisdiction
from vault.states.names import DEFAULT_STATE

__all__ = ["status_conflicts"]

_PROPOSES = re.compile(r"\bto see (?:if|whether)\b[^.]{0,40}\bwill\b", re.IGNORECASE)
_UNDONE = re.compile(
    r"\b(?:would|will|may|if|whether|asks?|asked|propos\w+|seeks?|sought|request\w*|recommend\w*|back(?:s|ed)|support\w*|"
    r"oppos\w+|to see|petition\w*|could|should|under consideration|against|article asks)\b",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"\b(?:appropriated|raised|voted|approved|adopted|passed|established|created|bought|purchased|authorized|spent|"
    r"changed|set up|reduced|cut|granted|accepted|decided|agreed|discontinued|closed|enacted)\b",
    re.IGNORECASE,
)
_LAW = re.compile(r"\b(?:became law|is (?:now )?(?:the )?law|was enacted|enacted|law now|since)\b", re.I)
_DEMANDS = re.compile(r"\b(?:requires?|must|has to|have to|shall)\b", re.I)
_BILL = re.compile(
    r"\b(?:would|proposed?|proposes|as introduced|if (?:passed|enacted)|bill (?:would|proposes|seeks))\b", re.I
)
_DRAFT = re.compile(
    r"\b(?:approved|official|adopted|final)\s+(?:\w+\s+)?minutes\b|\bminutes\b[^.]{0,30}\bapproved\b", re.I
)
_HOME = re.compile(r"\bNew Hampshire\b|\bRSA\b|\bNH (?:law|statute)\b|\bstate law\b", re.IGNORECASE)


_RULES = ("ordinance", "policy", "guidance", "rule", "other")


def status_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """A proposal is not a decision, a bill not the law, a draft not approved, another state's law not this one's."""
    if _DONE.search(said.text) and not _UNDONE.search(said.text):
        for clause in said.clauses:
            entry, share = best_entry(clause, held)
            if entry is not None and share >= 0.4 and held.given and _PROPOSES.search(entry.flat):
                yield Conflict("status", "decided", f"only proposed: {shown(entry)}")
                break
    for source in held.sources:
        chunk = source.chunk
        if chunk is None:
            continue
        told = "status" if _LAW.search(said.text) else "bill" if _DEMANDS.search(said.text) else ""
        if chunk.doc_type == "bill" and told and not _BILL.search(said.text):
            yield Conflict(told, "law", f"[{source.label}] is a bill as introduced: {chunk.title}")
        quoted = " ".join(words for one, words, _ in held.quotes if one == source)
        if _DRAFT.search(said.text) and (chunk.status == "draft" or re.search(r"\bDRAFT\b", quoted)):
            yield Conflict("status", "approved minutes", f"[{source.label}] is a draft")
        named = jurisdiction(chunk.state).name
        home = bool(_HOME.search(said.text)) and not (named and named in said.text)  # "Vermont's boundary with …"
        foreign = chunk.state != DEFAULT_STATE and len(held.sources) == 1 and home
        if foreign and (chunk.lane == "state" or chunk.doc_type in _RULES):
            yield Conflict("jurisdiction", "this state", f"[{source.label}] is of {chunk.state}: {chunk.title}")
