"""Which candidate wins the next hop, which ones come second, and why none can (S4 step 5, decision 17).

Holds the order of candidates and the grounds that exclude one. It refuses to decide whether to hop at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from hop_controller.candidates import Find, ScoredCandidate, name_order, score
from hop_controller.memory import Memory
from hop_controller.patterns import pattern_for
from hop_controller.types import Candidate, HopState, Pattern, StopReason
from vault.facts.names import name_key

__all__ = ["Choice", "Proposal", "choose", "proposals"]

_KEPT = 3  # the winner and S4's "1-2 runner-up alternatives"


class Choice(NamedTuple):
    """The best candidates, best first, at most three; when there is none, the reason."""

    ranked: tuple[ScoredCandidate, ...]
    nothing: StopReason = "no_candidate"


class Proposal(NamedTuple):
    """A candidate and whether it answers what keeps the loop alive (an open part, a contradiction)."""

    candidate: Candidate
    aimed: bool = False


def proposals(
    outside: Sequence[Candidate], finds: Sequence[Find], order: Sequence[Pattern], *, aims: frozenset[str] = frozenset()
) -> tuple[Proposal, ...]:
    """Candidates from outside and found ones, each name once and in a pattern that is still open.

    A candidate from outside keeps its own pattern and wins over a found one of the same name. `aims` are the names the
    hop should serve before any other.
    """
    keys = {name_key(aim) for aim in aims}
    listed = {name_key(c.name): Proposal(c, name_key(c.name) in keys) for c in outside if c.pattern in order and c.name}
    for find in finds:
        pattern = pattern_for(find, order)
        if pattern is not None and name_key(find.name) not in listed:
            listed[name_key(find.name)] = Proposal(
                Candidate(name=find.name, pattern=pattern, specificity=find.specificity, mentions=find.mentions),
                name_key(find.name) in keys,
            )
    return tuple(listed.values())


def choose(state: HopState, memory: Memory, offered: Sequence[Proposal]) -> Choice:
    """The best three candidates: aimed ones first, then by total, specificity, novelty, unused pattern and name.

    Left out are candidates whose sources were all seen, starts already hopped from, and what no lane holds.
    """
    fresh = [p for p in offered if not _exhausted(p.candidate, state)]
    new = [p for p in fresh if not _visited(p.candidate, state)]
    used = {record.pattern for record in state.hop_genealogy}
    memory.prepare([p.candidate.name for p in new])
    scored = [score(p.candidate, memory, aimed=p.aimed) for p in new]
    ordered = sorted(scored, key=lambda s: _rank(s, s.candidate.pattern in used))
    return Choice(tuple(islice(_reachable(ordered, memory), _KEPT)), _nothing(state, looped=bool(fresh) and not new))


def _rank(scored: ScoredCandidate, used: bool) -> tuple[bool, int, int, int, bool, tuple[bool, str]]:
    bands = scored.score
    return not scored.aimed, -bands.total, -bands.specificity, -bands.novelty, used, name_order(scored.candidate.name)


def _reachable(ordered: Sequence[ScoredCandidate], memory: Memory) -> Iterator[ScoredCandidate]:
    """The candidates some lane can answer, asked one by one so that only the best cost a query."""
    return (s for s in ordered if memory.retrievable(s.candidate.name) is not False)


def _exhausted(candidate: Candidate, state: HopState) -> bool:
    return bool(candidate.sources) and set(candidate.sources) <= set(state.seen_urls)


def _visited(candidate: Candidate, state: HopState) -> bool:
    """True when a hop started here before; after an early end the same start may be tried in another pattern."""
    key = name_key(candidate.name)
    return any(
        name_key(record.from_) == key and (not record.early_terminated or record.pattern == candidate.pattern)
        for record in state.hop_genealogy
    )


def _nothing(state: HopState, *, looped: bool) -> StopReason:
    if looped:
        return "loop"
    ended_early = bool(state.hop_genealogy) and state.hop_genealogy[-1].early_terminated
    return "early_terminated" if ended_early else "no_candidate"
