"""Which statute sections the evidence points at: what a record says it rely on, and what a section refers to.

Pure. A reference is followed because it stands in a text that matches the question, never guessed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from hop_controller.reading import mentions
from pipeline.rank import Scored
from vault.statutes import find_refs
from vault.types import Chunk

__all__ = ["followed_numbers", "followed_references", "runs_on"]

_RANKS = 10
"""Texts read for references: beyond the tenth a text is evidence of nothing."""
_CLOSERS = (".", "!", "?", ":", ";", '"', "”", ")")
_NUMBERED = 3
"""Records whose heading numbers are followed: a number of a doubtful record leads astray."""
_DECAY = 0.15
"""How fast a text's word counts for less with its rank."""


def followed_references(
    ranked: Sequence[Scored], named: Sequence[str], read: dict[int, tuple[str, ...]]
) -> dict[str, float]:
    """Canonical section cite -> strength 0..1. A cite the user named has strength 1; one found in a text has that
    text's coverage of the question, less with its rank and with how many cites share the text. `read` remembers the
    cites of every text read, by chunk id."""
    strengths: dict[str, float] = {}
    counts: Counter[str] = Counter()
    for place, item in enumerate(ranked[:_RANKS]):
        if item.chunk.id not in read:
            read[item.chunk.id] = _sections(item)
        cites = read[item.chunk.id]
        for cite in cites:
            strength = item.match.coverage / (1.0 + _DECAY * place) / math.sqrt(1.0 + 0.25 * (len(cites) - 1))
            strengths[cite] = max(strengths.get(cite, 0.0), strength)
            counts[cite] += 1
    for cite, times in counts.items():
        strengths[cite] = min(1.0, strengths[cite] * (1.0 + 0.1 * (times - 1)))
    return {**strengths, **dict.fromkeys(named, 1.0)}


def _sections(item: Scored) -> tuple[str, ...]:
    own = item.chunk.section
    chapter = own.removeprefix("RSA ").split(":")[0] if own.startswith("RSA ") else ""
    cites = (ref.cite for ref in find_refs(item.chunk.text, chapter_context=chapter))
    return tuple(dict.fromkeys(cite for cite in cites if ":" in cite and cite != own))


def followed_numbers(ranked: Sequence[Scored]) -> dict[str, float]:
    """Article, case and file numbers under which the best records treat the matter, with strength 0..1: the number of
    the heading a passage stands under ("Article 31 ..."), because that names the matter and not a neighbour."""
    strengths: dict[str, float] = {}
    for place, item in enumerate(ranked[:_NUMBERED]):
        for mention in mentions(item.chunk.heading):
            if mention.kind == "number":
                strength = item.match.coverage / (1.0 + _DECAY * place)
                strengths[mention.text] = max(strengths.get(mention.text, 0.0), strength)
    return strengths


def runs_on(chunk: Chunk, following: Chunk) -> bool:
    """Whether the passage of a chunk goes on in the next one: a sentence that is not finished, or the same numbered
    matter ("Case #24-07") still being treated."""
    if following.doc_id != chunk.doc_id or following.ord != chunk.ord + 1 or chunk.section:
        return False
    unfinished = not chunk.text.rstrip().endswith(_CLOSERS) or following.text.lstrip()[:1].islower()
    same_matter = following.heading == chunk.heading and any(m.kind == "number" for m in mentions(chunk.heading))
    return unfinished or same_matter
