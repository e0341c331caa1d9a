"""What a multi-hop search gives back: scored chunks, each with the reason it is there, and the trace of the run.

Values only.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from vault.types import Unit, Value

__all__ = ["Expanded", "HopSearch", "HopTrace", "How", "Scope", "ScoredChunk"]

How = Literal["words", "named", "name", "alias", "cite", "cited_by", "entity", "title_phrase"]
"""What brought a chunk: the question's words, its name in the question, a link of that kind, or a phrase query."""

Scope = tuple[tuple[int, int], ...]
"""Allowed chunk ids as inclusive ranges (a vault scope is one range); empty means all."""


class ScoredChunk(Value):
    """One ranked chunk. `score` is a log-odds and comparable only inside one search; `source` is the chunk whose text
    led here, 0 when the question itself did; `why` says it in words."""

    chunk_id: int
    score: float
    how: How
    source: int = 0
    why: str = ""


class HopTrace(Value):
    """How the search went: FTS queries run, chunks whose links were followed, stage reached (1 links, 2 entities),
    strength of the best chain, and how far the question was held to need a hop (0 one passage answers, 1 it hops)."""

    queries: tuple[str, ...] = ()
    expanded: tuple[int, ...] = ()
    stage: int = Field(default=1, ge=1, le=2)
    chain_strength: Unit = 0.0
    hop_need: Unit = 0.0
    candidates: int = Field(default=0, ge=0)


class HopSearch(Value):
    """Chunks best first, at most `k`, and the trace; no chunks for a question without words."""

    ranked: tuple[ScoredChunk, ...]
    trace: HopTrace


class Expanded(Value):
    """A chunk reached from another by one link, with its worth (higher is better) and the reason in words."""

    chunk_id: int
    source: int
    how: How
    score: float
    why: str
