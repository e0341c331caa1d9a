"""Which hop is worth making for an open part: what each kind of hop brought on questions with known passages.

Holds the learned table and the choice of pattern and candidate that follows from it. It refuses to offer a hop that
brought too little; S4's bands decide between the candidates of the pattern chosen.

Which candidate wins the next hop, which ones come second, and why none can (S4 step 5, decision 17).

Holds the order of candidates and the grounds that exclude one. It refuses to decide whether to hop at all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Literal, NamedTuple

from hop_controller.candidates import Find, ScoredCandidate, name_order, score
from hop_controller.machines import MACHINES, afresh
from hop_controller.memory import Memory
from hop_controller.parts import open_parts
from hop_controller.patterns import pattern_for, spent_patterns
from hop_controller.types import Candidate, HopQuery, HopState, Part, Pattern, StopReason
from vault.facts.names import name_key
from vault.law.references import find_refs

__all__ = ["Choice", "Kind", "choose", "choose_for", "expected_gain", "fresh_search", "gains", "kind_of", "proposals"]

Kind = Literal["why", "law", "dated", "plain"]


_LEAST_GAIN = 0.01
"""Below one hop in a hundred a hop costs a reader more than it brings."""
_OFFERED = 4
"""Candidates of a pattern that are scored; each costs up to three questions to the vault."""
_REPLANNED = 3
"""Open parts searched for at once."""


@cache
def gains() -> Mapping[Kind, Mapping[Pattern, float]]:
    """What a part asks -> pattern -> share of hops that brought a missing gold passage, as `benchmarks/hops.py --fit`
    found it on training questions."""
    held: dict[Kind, dict[Pattern, float]] = json.loads(
        files("hop_controller").joinpath("gains.json").read_text(encoding="utf-8")
    )
    return held


def kind_of(part: Part) -> Kind:
    """What the part asks: a reason, a rule of law, something of a time it names, or none of these."""
    if re.search(r"\b(?:why|reasons?|because|concerns?)\b", part.text, re.IGNORECASE):
        return "why"
    if part.law or find_refs(part.text) or re.search(r"\b(?:statute|state law|law)\b", part.text, re.IGNORECASE):
        return "law"
    return "dated" if part.since else "plain"


def expected_gain(part: Part, pattern: Pattern) -> float:
    """The chance that a hop of the pattern brings a passage the part needs, 0..1."""
    return gains()[kind_of(part)][pattern] * (1.0 - part.probability)


def choose_for(state: HopState, memory: Memory, open_now: Sequence[Part]) -> Choice:
    """The best candidates of the most promising pattern that has any; with the reason when there is none."""
    spent, worth, nothing = spent_patterns(state.hop_genealogy), False, Choice((), "no_candidate")
    for part, pattern in _promising(open_now):
        if pattern in spent:
            continue
        if expected_gain(part, pattern) < _LEAST_GAIN:
            worth = True
            continue
        offered = _offered(state, part, pattern)
        choice = choose(state, memory, offered)
        if choice.ranked:
            return choice
        nothing = choice if offered else nothing
    return Choice((), "not_worth_it") if worth and nothing.nothing == "no_candidate" else nothing


def _promising(open_now: Sequence[Part]) -> Iterator[tuple[Part, Pattern]]:
    """Open parts with the patterns that may serve them, the most promising pair first."""
    pairs = [(part, pattern) for part in open_now for pattern in MACHINES]
    pairs.sort(key=lambda pair: -expected_gain(*pair))
    return iter(pairs)


def _offered(state: HopState, part: Part, pattern: Pattern) -> Sequence[Candidate]:
    given = [one for one in state.candidates if one.pattern == pattern]
    offered = (_unsearched(state, part, one) for one in MACHINES[pattern](state, part))
    return (*given, *(one for one in offered if one.queries))[:_OFFERED]


def _unsearched(state: HopState, part: Part, candidate: Candidate) -> Candidate:
    """The candidate with the searches not made yet; with the first hop every open part's
    own words, later those of a caller, are searched too."""
    own = [query for query in candidate.queries if query not in state.searched]
    alone = [query for query in _own_words(state, part) if own and query not in state.searched]
    given = [query for query in state.given if query not in state.searched]
    return candidate.changed(queries=tuple(dict.fromkeys((*given, *own, *alone))))


def _own_words(state: HopState, part: Part) -> Iterator[HopQuery]:
    """The open parts' own words, with the first hop those of each; later a caller's, which nothing has searched."""
    served = open_parts(state)[:_REPLANNED] if not state.searched else (part,) * (part.read_by == "caller")
    return (query for one in served for query in afresh(one))


def fresh_search(state: HopState, open_now: Sequence[Part]) -> tuple[Pattern, tuple[HopQuery, ...]]:
    """The pattern to begin with, and the searches of a replan: every open part by its own words, then that
    pattern."""
    own = (query for part in open_now[:_REPLANNED] for query in afresh(part))
    queries = [*state.given, *own]
    pattern: Pattern = "entity_expansion"
    for part, likely in _promising(open_now):
        offered = MACHINES[likely](state, part)
        if offered and expected_gain(part, likely) >= _LEAST_GAIN:
            pattern = likely
            queries += offered[0].queries
            break
    return pattern, tuple(dict.fromkeys(queries))


_KEPT = 3  # the winner and S4's "1-2 runner-up alternatives"


class Choice(NamedTuple):
    """The best candidates, best first, at most three; when there is none, the reason."""

    ranked: tuple[ScoredCandidate, ...]
    nothing: StopReason = "no_candidate"


def proposals(outside: Sequence[Candidate], finds: Sequence[Find], order: Sequence[Pattern]) -> tuple[Candidate, ...]:
    """Candidates from outside and found ones, each name once and in a pattern that is still open.

    A candidate from outside keeps its own pattern and wins over a found one of the same name.
    """
    listed = {name_key(one.name): one for one in outside if one.pattern in order and one.name}
    for find in finds:
        pattern = pattern_for(find, order)
        if pattern is not None:
            found = Candidate(name=find.name, pattern=pattern, specificity=find.specificity, mentions=find.mentions)
            listed.setdefault(name_key(find.name), found)
    return tuple(listed.values())


def choose(state: HopState, memory: Memory, offered: Sequence[Candidate]) -> Choice:
    """The best three candidates, by total, specificity, novelty, unused pattern and name.

    Left out are candidates whose sources were all seen, starts already hopped from, and what no lane holds.
    """
    fresh = [one for one in offered if not _exhausted(one, state)]
    new = [one for one in fresh if not _visited(one, state)]
    used = {record.pattern for record in state.hop_genealogy}
    memory.prepare([one.name for one in new])
    scored = [score(one, memory) for one in new]
    ordered = sorted(scored, key=lambda s: _rank(s, s.candidate.pattern in used))
    return Choice(tuple(islice(_reachable(ordered, memory), _KEPT)), _nothing(state, looped=bool(fresh) and not new))


def _rank(scored: ScoredCandidate, used: bool) -> tuple[int, int, int, bool, tuple[bool, str]]:
    bands = scored.score
    return -bands.total, -bands.specificity, -bands.novelty, used, name_order(scored.candidate.name)


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
