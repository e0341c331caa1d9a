"""Which statute sections the evidence points at: what a record says it rely on, and what a section refers to.

Pure. A reference is followed because it stands in a text that matches the question, never guessed.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from hop_controller.reading import mentions
from pipeline.ask.topics import GENERAL_TERMS
from pipeline.find.score import ScoredChunk
from vault.law.reference import STATE_CODES, names_section, number_in_code
from vault.law.references import find_refs
from vault.text.patterns import lazy_regex
from vault.text.sentences import sentences
from vault.types import Chunk, ChunkId

__all__ = ["followed_numbers", "followed_references", "governing_references", "naming_chunk", "runs_on"]

_RANKS = 10
"""Texts read for references: beyond the tenth a text is evidence of nothing."""
_CLOSERS = (".", "!", "?", ":", ";", '"', "”", ")")
_NUMBERED = 3
"""Records whose heading numbers are followed: a number of a doubtful record leads astray."""
_DECAY = 0.15
"""How fast a text's word counts for less with its rank."""
_SPECIFIC = 8
"""Letters from which a single keyword names a matter ("liability"); a shorter one ("budget") stands anywhere."""
_TIED = 2
"""A law that one sentence alone ties to a topic governs some corner of it."""
# "the state building code adopted under RSA 155-A", "rates shall be set in accordance with the provisions of …"
_GOVERNED_BY = (
    r"\w*(?:[ ,]+[\w\"’'-]+){0,6}?[ ,]+(?:under|by|in|pursuant to|in accordance with|subject to)"
    r"(?: the (?:provisions|requirements) of)? \Z"
)
# "The provisions of RSA 507-B relative to … shall apply"
_PROVISIONS_OF = lazy_regex(r"\bprovisions of \Z", re.IGNORECASE)
_APPLY = lazy_regex(r"\b(?:shall|also)? ?(?:apply|govern)\b", re.IGNORECASE)


class Governing(NamedTuple):
    """A law that a state section says governs a matter: its canonical cite, the section that names it, and how many
    sentences tie its chapter to the matter."""

    cite: str
    witness: Chunk
    times: int


def followed_references(
    ranked: Sequence[ScoredChunk], named: Sequence[str], read: dict[ChunkId, tuple[str, ...]]
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


def _sections(item: ScoredChunk) -> tuple[str, ...]:
    own = item.chunk.section
    number = number_in_code(own)
    chapter = number.split(":")[0] if number != own else ""
    cites = (ref.cite for ref in find_refs(item.chunk.text, chapter_context=chapter))
    return tuple(dict.fromkeys(cite for cite in cites if names_section(cite) and cite != own))


def followed_numbers(ranked: Sequence[ScoredChunk]) -> dict[str, float]:
    """Article, case and file numbers under which the best records treat the matter, with strength 0..1: the number of
    the heading a passage stands under ("Article 31 ..."), because that names the matter and not a neighbour."""
    strengths: dict[str, float] = {}
    for place, item in enumerate(ranked[:_NUMBERED]):
        for mention in mentions(item.chunk.heading):
            if mention.kind == "number":
                strength = item.match.coverage / (1.0 + _DECAY * place)
                strengths[mention.text] = max(strengths.get(mention.text, 0.0), strength)
    return strengths


def governing_references(ranked: Sequence[ScoredChunk], wanted: Mapping[str, Sequence[str]]) -> tuple[Governing, ...]:
    """The laws that sections found name as governing a topic, those most often named first.

    `wanted` are labels with the words that stand for them in a text. A reference
    counts where its sentence ties it to a topic's word: "the building code adopted under …".
    """
    listed = (word for keywords in wanted.values() for word in keywords)
    words = [word for word in listed if " " in word or (len(word) >= _SPECIFIC and word not in GENERAL_TERMS)]
    if not words:
        return ()
    topic = re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})", re.IGNORECASE)
    tied = re.compile(rf"(?:{topic.pattern}){_GOVERNED_BY}", re.IGNORECASE)
    times: Counter[str] = Counter()
    first: dict[str, Chunk] = {}
    for chunk in (item.chunk for item in ranked if item.chunk.section):
        for cite in _governing(chunk, topic, tied):
            times[cite.split(":")[0]] += 1
            first.setdefault(cite, chunk)
    order = sorted(first, key=lambda cite: -times[cite.split(":")[0]])
    found = (Governing(cite, first[cite], times[cite.split(":")[0]]) for cite in order)
    return tuple(one for one in found if one.times >= _TIED)


def _governing(chunk: Chunk, topic: re.Pattern[str], tied: re.Pattern[str]) -> Iterable[str]:
    for one in sentences(chunk.text):
        text = " ".join(one.text.split())
        for ref in find_refs(text):
            if ref.bare or ref.system not in STATE_CODES or ref.cite == chunk.section:
                continue
            before, after = text[: ref.start], text[ref.end :]
            applies = (
                _PROVISIONS_OF.search(before) and _APPLY.search(after) and topic.search(f"{chunk.heading} {after}")
            )
            if applies or (topic.search(chunk.heading) and tied.search(before)):
                yield ref.cite


def naming_chunk(cite: str, ranked: Sequence[ScoredChunk]) -> Chunk | None:
    """The best state section whose text names a cite, or None: what an answer may cite for the name."""
    number = number_in_code(cite)
    held = (item.chunk for item in ranked if item.chunk.section and number in item.chunk.text)
    return next((c for c in held if any(ref.cite == cite for ref in find_refs(c.text))), None)


def runs_on(chunk: Chunk, following: Chunk) -> bool:
    """Whether the passage of a chunk goes on in the next one: a sentence that is not finished, or the same numbered
    matter ("Case #24-07") still being treated."""
    if following.doc_id != chunk.doc_id or following.ord != chunk.ord + 1 or chunk.section:
        return False
    unfinished = not chunk.text.rstrip().endswith(_CLOSERS) or following.text.lstrip()[:1].islower()
    same_matter = following.heading == chunk.heading and any(m.kind == "number" for m in mentions(chunk.heading))
    return unfinished or same_matter
