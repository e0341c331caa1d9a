"""The nouns of the hop controller: sources, hops, candidates and the decision (S4).

Holds values only. Field names of `HopDecision`, `NextHop` and `ReplanHint` are those of the source document,
`from` included; the additions are `stop_reason`, `facet_coverage` and what a searcher can act on: the open parts, and
the part, the searches and the expectation of a hop (decisions 14 and 18).
"""

from __future__ import annotations

from typing import Literal, get_args

from pydantic import ConfigDict, Field

from vault.types import Unit
from vault.value import Value

__all__ = [
    "PATTERNS", "CallerSaid", "Candidate", "CandidateScore", "Decision", "Depth", "HopDecision", "HopQuery",
    "HopRecord", "HopState", "NextHop", "OpenPart", "Part", "PartVerdict", "Pattern", "ReplanHint", "RunnerUp",
    "Source", "SourceTier", "StopReason",
]  # fmt: skip

Depth = Literal["quick", "standard", "deep", "exhaustive"]
Decision = Literal["continue", "stop", "replan"]
Pattern = Literal["entity_expansion", "temporal_progression", "conceptual_deepening", "causal_chain"]
PATTERNS: tuple[Pattern, ...] = get_args(Pattern)
SourceTier = Literal["T1", "T2", "T3", "T4", "unknown"]
StopReason = Literal["target_met", "budget", "early_terminated", "no_candidate", "loop", "not_worth_it"]
PartVerdict = Literal["answered", "likely", "open"]
Reader = Literal["engine", "caller"]


class _Value(Value):
    model_config = ConfigDict(populate_by_name=True)


class Source(_Value):
    """One source held so far. A missing tier is derived from `credibility_score`, else unknown (S4, decision 15)."""

    tier: SourceTier | None = None
    credibility_score: Unit | None = None
    is_primary: bool = False
    url: str = ""
    title: str = ""
    text: str = ""
    """Passage text, in which candidates are found; may be empty."""
    date: str = ""
    place: str = ""
    """Town or other jurisdiction the source speaks of."""
    answers: Unit | None = None
    """How likely the source answers a part of the question; None when nobody has read it for that (S4, literally)."""
    section: str = ""
    """Canonical cite of the section the source is; empty for a record."""
    board: str = ""
    label: str = ""


class HopQuery(_Value):
    """One search of a hop: words, lane, and the records it is held to. Empty fields mean "any"."""

    lane: Literal["local", "state"]
    words: str
    phrase: bool = False
    """Whether the words must stand side by side."""
    since: str = ""
    until: str = ""
    """ISO dates, inclusive."""
    board: str = ""
    documents: tuple[str, ...] = ()
    by_caller: bool = False
    """Whether a caller who has read the passages asked for it: it knows best what is missing."""


class Part(_Value):
    """One part of the question: how surely what is held answers it, and what a search for it can use."""

    text: str
    probability: Unit = 0.0
    verdict: PartVerdict = "open"
    reason: str = ""
    """Why it is open: not_held, other_year, other_town, other_matter, wrong_kind, unread, law_missing; else empty."""
    near: str = ""
    """What is held instead, in a few words."""
    answer: str = ""
    """The words held that answer it best; empty when there are none."""
    label: str = ""
    """Label of the source of these words."""
    since: str = ""
    until: str = ""
    """The time the part names, ISO dates, inclusive."""
    subject: tuple[str, ...] = ()
    """Its words, with those of the question it leans on."""
    terms: tuple[str, ...] = ()
    """How records and laws put what it says in everyday words."""
    law: bool = False
    """Whether it asks for a rule."""
    read_by: Reader = "engine"


class CallerSaid(_Value):
    """What a caller who has read the passages says of them: it stands above our estimate and is marked as such."""

    answered: tuple[tuple[str, str], ...] = ()
    """(part, label of the passage that answers it)."""
    still_open: tuple[str, ...] = ()
    """What is still open, in the caller's own words; where given, these are the open parts."""
    queries: tuple[str, ...] = ()
    """How the caller would search for it."""


class OpenPart(_Value):
    """A part that is below the target: its words, how sure we are, why it is open, and what is held instead."""

    part: str
    probability: Unit
    reason: str
    near: str = ""
    read_by: Reader = "engine"


class HopRecord(_Value):
    """One hop that was made: which pattern, from what, and what came of it."""

    pattern: Pattern | None = None
    from_: str = Field(default="", alias="from")
    queries: tuple[str, ...] = ()
    sources_kept: int = Field(default=0, ge=0)
    early_terminated: bool = False
    part: str = ""
    """The part of the question it served; empty for a first pass or a search for the whole question."""
    asked: int = Field(default=0, ge=0)
    """Searches it made; how long each took stands with the batches."""
    gained: float = 0.0
    """By how much it raised the probability of the part it served, or of the surest part it raised."""


class Candidate(_Value):
    """A thing a next hop could start from. `sources` are the ids or URLs that would be fetched for it."""

    name: str
    pattern: Pattern
    specificity: int = Field(ge=0, le=2)
    mentions: int = Field(ge=0)
    sources: tuple[str, ...] = ()
    facet: str = ""
    """The open part this candidate addresses, if any."""
    queries: tuple[HopQuery, ...] = ()
    """Searches that follow it; empty searches for its name with the question's words."""
    expects: str = ""
    """What the hop should find, in a few words."""


class CandidateScore(_Value):
    """The four bands of S4 and their sum, 0..10."""

    frequency: int = Field(ge=0, le=3)
    novelty: int = Field(ge=0, le=3)
    connectedness: int = Field(ge=0, le=2)
    specificity: int = Field(ge=0, le=2)
    total: int = Field(ge=0, le=10)


class RunnerUp(_Value):
    """A candidate that lost, for the record."""

    pattern: Pattern
    from_: str = Field(alias="from")
    total: int = Field(ge=0, le=10)


class NextHop(_Value):
    """Where to go next and why."""

    pattern: Pattern
    from_: str = Field(alias="from")
    rationale: str
    candidate_score: CandidateScore
    runner_up_alternatives: tuple[RunnerUp, ...] = ()
    part: str = ""
    """The part of the question it serves."""
    expects: str = ""
    queries: tuple[HopQuery, ...] = ()


class ReplanHint(_Value):
    """What was wrong with the first search and how to search again; `queries` are that search."""

    issue: str
    suggested_pattern: Pattern
    suggested_query_focus: str
    queries: tuple[HopQuery, ...] = ()


class HopState(_Value):
    """All that `decide` reads. `current_hop` is the 1-based number of the hop just completed."""

    topic: str
    depth: Depth = "standard"
    current_hop: int = Field(ge=1)
    summaries_so_far: tuple[str, ...] = ()
    sources_so_far: tuple[Source, ...] = ()
    hop_genealogy: tuple[HopRecord, ...] = ()
    seen_urls: tuple[str, ...] = ()
    contradiction_rate: Unit | None = None
    """Handed in by a caller who measured it; None reckons it from `disputes` (decision 16)."""
    candidates: tuple[Candidate, ...] = ()
    """Candidates proposed from outside (a model, the link table); the arithmetic stays here."""
    max_hops: int | None = Field(default=None, ge=1)
    confidence_target: Unit | None = None
    """S4 hands both in although they follow from `depth`; a value that does not belong to the depth is refused."""
    parts: tuple[Part, ...] = ()
    """The parts of the question as read from what is held; none leaves the decision to sources."""
    given: tuple[HopQuery, ...] = ()
    """A caller's own searches for what is open: made with the first hop that is made."""
    searched: tuple[HopQuery, ...] = ()
    """The searches that hops made already; none is made twice."""
    disputes: tuple[str, ...] = ()
    """Where records of these matters differ: a draft and the approved minutes, a sum as proposed and as voted."""
    bridges: tuple[str, ...] = ()
    """Rare words that stand beside the question's in the best passages held, those of each passage together."""
    absent_laws: tuple[str, ...] = ()
    """Sections named whose text is not held."""


class HopDecision(_Value):
    """S4's JSON object. `next_hop` is None unless the decision is continue; `replan_hint` only on replan."""

    topic: str
    current_hop: int = Field(ge=1)
    decision: Decision
    confidence_score: Unit
    contradiction_rate: Unit
    next_hop: NextHop | None = None
    replan_hint: ReplanHint | None = None
    self_reflection: str
    stop_reason: StopReason | None = None
    facet_coverage: Unit | None = None
    open_parts: tuple[OpenPart, ...] = ()
    """The parts below the depth's target, least sure first."""
    disputes: tuple[str, ...] = ()
    """Where records of the matters asked about differ, one sentence each."""
