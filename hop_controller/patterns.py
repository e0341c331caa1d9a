"""Which of the four kinds of hop is missing, which is spent, and which one suits a candidate (S4 step 4).

Holds pure rules over what was found. It refuses to score candidates and to ask a vault.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from hop_controller.candidates import CandidateKind, Find, texts_of
from hop_controller.reading import sentences, years
from hop_controller.types import PATTERNS, HopRecord, HopState, Pattern
from vault.facts.names import name_key
from vault.text.patterns import lazy_regex

__all__ = ["Need", "needs", "pattern_for", "pattern_order", "spent_patterns"]

_IMPORTANT_MENTIONS = 2
"""An entity two texts name is important; S4's lowest band above zero."""
_TIMELINE_POINTS = 2
"""One year is a point; two make a time line."""
_DEEP_SHARE = 0.15
"""Below this share of sentences that say how or why, understanding is shallow (about one in seven)."""

_ENTITY_KINDS: frozenset[CandidateKind] = frozenset({"person", "body", "place", "program", "name", "number", "statute"})
_HOW = lazy_regex(
    r"\b(?:how|why|because|in order to|by means of|requires?|provided that|procedure|process|method|criteria|standard"
    r"|means that|defined|consists?|under which|in which case|for example)\b",
    re.I,
)
"""Words of mechanism: "a permit requires", "because", "the procedure"."""
_OUTCOME = lazy_regex(
    r"\b(?:approved|denied|passed|failed|defeated|increas\w+|decreas\w+|rose|fell|dropp?ed|clos(?:ed|ure)|cost\w*"
    r"|lawsuit|sued|resign\w+|terminat\w+|delay\w+|damag\w+|result\w*|rejected|adopted)\b",
    re.I,
)
"""Words of an outcome: "was denied", "the rate rose"."""
_DRIVER = lazy_regex(
    r"\b(?:because|due to|caused?|causing|as a result|in response to|led to|leading to|driven by|owing to|so that"
    r"|in order to|the reason|reasons?|prompted|after the|following the|citing)\b",
    re.I,
)
"""Words of a cause: "because of", "in response to", "citing traffic"."""

_SUITS: dict[CandidateKind, tuple[Pattern, ...]] = {
    "person": ("entity_expansion", "causal_chain", "temporal_progression"),
    "body": ("entity_expansion", "causal_chain", "temporal_progression"),
    "place": ("entity_expansion", "temporal_progression", "causal_chain"),
    "program": PATTERNS,
    "name": PATTERNS,
    "number": PATTERNS,
    "statute": ("entity_expansion", "conceptual_deepening", "causal_chain"),
    "date": ("temporal_progression", "causal_chain"),
    "year": ("temporal_progression",),
    "amount": ("causal_chain", "temporal_progression"),
    "concept": ("conceptual_deepening", "causal_chain"),
}
"""Which hops a kind of thing can start: a concept has no owner to expand, a year no mechanism."""


class Need(NamedTuple):
    """Whether one kind of hop is missing, and the observation behind it in a few words."""

    pattern: Pattern
    missing: bool
    why: str


def needs(state: HopState, finds: Sequence[Find]) -> tuple[Need, ...]:
    """The four needs in S4's order; with nothing read yet only entities and overview can be missing."""
    texts = texts_of(state)
    lines = [line for text in texts for line in sentences(text)]
    return (
        _entities(state, finds),
        _time(state, texts),
        _mechanism(lines),
        _drivers(lines),
    )


def _entities(state: HopState, finds: Sequence[Find]) -> Need:
    tried = [name_key(" ".join((record.from_, *record.queries))) for record in state.hop_genealogy]
    fresh = [
        find
        for find in finds
        if find.kind in _ENTITY_KINDS
        and find.mentions >= _IMPORTANT_MENTIONS
        and not any(name_key(find.name) in text for text in tried)
    ]
    why = f"{len(fresh)} named matters not looked into" if fresh else "named matters are looked into"
    return Need("entity_expansion", bool(fresh), why)


def _time(state: HopState, texts: Sequence[str]) -> Need:
    points = {source.date[:4] for source in state.sources_so_far if source.date}
    for text in texts:
        if len(points) >= _TIMELINE_POINTS:
            break
        points |= years(text)
    why = ("no time context", "only one point in time", "several years are covered")[min(len(points), 2)]
    return Need("temporal_progression", bool(texts) and len(points) < _TIMELINE_POINTS, why)


def _mechanism(lines: Sequence[str]) -> Need:
    deep = sum(bool(_HOW.search(line)) for line in lines)
    shallow = bool(lines) and deep < _DEEP_SHARE * len(lines)
    return Need("conceptual_deepening", shallow, "how and why are shallow" if shallow else "how and why are described")


def _drivers(lines: Sequence[str]) -> Need:
    outcomes = sum(bool(_OUTCOME.search(line)) for line in lines)
    drivers = sum(bool(_DRIVER.search(line)) for line in lines)
    missing = outcomes > 0 and drivers == 0
    return Need("causal_chain", missing, "outcomes without their causes" if missing else "causes are named")


def spent_patterns(genealogy: Sequence[HopRecord]) -> frozenset[Pattern]:
    """Patterns whose latest hop ran to its end; an early-terminated one may be tried again (S4 step 4)."""
    latest = {record.pattern: record.early_terminated for record in genealogy if record.pattern is not None}
    return frozenset(pattern for pattern, ended_early in latest.items() if not ended_early)


def pattern_order(found: Sequence[Need], spent: frozenset[Pattern]) -> tuple[Pattern, ...]:
    """The patterns still open, missing ones first, each group in S4's order; empty when all four are spent."""
    ranked = sorted(found, key=lambda need: (not need.missing, PATTERNS.index(need.pattern)))
    return tuple(need.pattern for need in ranked if need.pattern not in spent)


def pattern_for(find: Find, order: Sequence[Pattern]) -> Pattern | None:
    """The first open pattern that suits the find. None when none is open."""
    return next((pattern for pattern in order if pattern in _SUITS[find.kind]), None)
