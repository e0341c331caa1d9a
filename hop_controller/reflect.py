"""The words of a decision: reflection, rationale, replan hint and stop reason in plain sentences (S4 step 6).

Holds text building from numbers already computed. It refuses to compute or to decide; a reflection never passes
eighty words, and long names are cut at a word.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from hop_controller.candidates import ScoredCandidate
from hop_controller.confidence import TOLERANCE, tier_of
from hop_controller.contradictions import Contradiction
from hop_controller.patterns import Need
from hop_controller.types import Pattern, ReplanHint, Source, StopReason

__all__ = ["Aim", "Findings", "rationale", "reflection", "replan_hint"]

Aim = Literal["", "part", "contradiction"]

_MAX_WORDS = 80
"""S4 step 6."""
_NAME_WORDS = 9
"""A part or name longer than this is cut in prose; the full text stands in `from`."""


class Findings(NamedTuple):
    """What was measured before the decision: scores, target, parts left open, disagreements and needs."""

    confidence: float
    target: float
    rate: float
    contradictions: tuple[Contradiction, ...]
    needs: tuple[Need, ...]
    aim: Aim = ""
    previous: float | None = None
    open_parts: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    """Why each open part is open, in words, in the order of `open_parts`."""
    share_answered: float | None = None
    answered: bool = False
    """Whether every part of the question is answered: what kinds of sources stand there is then no gap."""


_STOPPED: dict[StopReason, str] = {
    "target_met": "The target is met and nothing is left open.",
    "budget": "No hops are left.",
    "early_terminated": "The last hop ended early and no other start is left.",
    "no_candidate": "Nothing that could be retrieved is left to start from.",
    "loop": "Every start left was hopped from before.",
    "not_worth_it": "No hop left is likely to bring it.",
}


def reflection(found: Findings, sources: Sequence[Source], ending: ScoredCandidate | StopReason | ReplanHint) -> str:
    """At most eighty words: whether confidence improves, which gap remains, and why this hop, replan or stop."""
    if isinstance(ending, ScoredCandidate):
        last = f"{_readable(ending.candidate.pattern)} on {_short(ending.candidate.name)} {_purpose(found, ending)}."
    elif isinstance(ending, ReplanHint):
        last = f"Searching anew: {ending.issue}."
    else:
        last = _STOPPED[ending]
    text = f"{_trend(found)} {_gap(found, sources)} {last}"
    return " ".join(text.split()[:_MAX_WORDS])


def _trend(found: Findings) -> str:
    side = "below" if found.confidence < found.target - TOLERANCE else "at or above"
    rounded = f"{found.confidence:.2f}"
    shown = f"{found.confidence:.4f}" if side == "below" and float(rounded) >= found.target else rounded
    said = f"Confidence {side} target ({shown} vs {found.target:.1f})"
    if found.previous is None:
        return f"{said}, first measurement."
    change = found.confidence - found.previous
    if change > TOLERANCE:
        return f"{said}, improving by {change:.2f}."
    return f"{said}, stagnating." if change >= -TOLERANCE else f"{said}, stagnating: it fell by {-change:.2f}."


def _gap(found: Findings, sources: Sequence[Source]) -> str:
    """The most pressing gap: a disagreement that blocks, an open part, a missing kind of source, a missing pattern."""
    if found.aim == "contradiction":
        return f"Sources disagree{_about(found)} (rate {found.rate:.2f})."
    if found.open_parts:
        more = len(found.open_parts) - 1
        because = f": {found.why[0]}" if found.why else ""
        return f"Not covered yet: {_short(found.open_parts[0])}{because}{f'; {more} more open' if more else ''}."
    if found.answered:
        return ""
    kind = _missing_kind(sources)
    if kind:
        return f"Remaining gap: {kind}."
    need = next((need for need in found.needs if need.missing), None)
    return f"Remaining gap: {need.why}." if need else "No gap stands out."


def _missing_kind(sources: Sequence[Source]) -> str:
    if not sources:
        return "no source at all"
    if not any(source.is_primary for source in sources):
        return "no primary source"
    return "" if any(tier_of(source) in {"T1", "T2"} for source in sources) else "no T1 or T2 source"


def _about(found: Findings) -> str:
    return f" on {_short(found.contradictions[0].matter)}" if found.contradictions else ""


def _purpose(found: Findings, chosen: ScoredCandidate) -> str:
    if found.aim == "contradiction" and chosen.aimed:
        return "may settle the disagreement"
    if chosen.candidate.facet:
        return "addresses that facet"
    return f"is the highest-value next step ({chosen.score.total} of 10)"


def rationale(found: Findings, chosen: ScoredCandidate) -> str:
    """Why this hop in one or two sentences; a contradiction that blocks a stop is named with both values."""
    candidate = chosen.candidate
    if found.aim == "contradiction" and chosen.aimed and found.contradictions:
        at = found.contradictions[0]
        return (
            f"The target is met but sources disagree on {at.matter}: {at.first} against {at.second} ({at.kind}). "
            "The hop looks for the record that settles it."
        )
    need = next((need for need in found.needs if need.pattern == candidate.pattern), None)
    parts = []
    if found.aim == "contradiction":
        parts.append(f"The contradiction rate {found.rate:.2f} blocks a stop{_about(found)}.")
    if candidate.expects:
        parts.append(f'It should find {candidate.expects}, for "{candidate.facet}".')
    else:
        texts = "1 text" if candidate.mentions == 1 else f"{candidate.mentions} texts"
        parts.append(f"{texts} mention{'s' if candidate.mentions == 1 else ''} {candidate.name}.")
    parts.append(_noted(chosen))
    if need is not None and need.missing:
        parts.append(f"Pattern: {need.why}.")
    return " ".join(parts)


def _noted(chosen: ScoredCandidate) -> str:
    if chosen.unknown:
        return "Whether a saved note covers it is unknown: the query failed."
    return {
        3: "No saved note covers it.",
        2: "It extends a thin note.",
        1: "Notes cover it in part.",
        0: "Notes cover it well.",
    }[chosen.score.novelty]


def replan_hint(topic: str, sources: Sequence[Source], pattern: Pattern) -> ReplanHint:
    """What was wrong with the first search, the pattern to begin with, and words to aim the queries at (S4)."""
    tiers = sorted({tier_of(source) for source in sources})
    if not sources:
        issue = "the first search returned no source"
    elif not {"T1", "T2"} & set(tiers):
        issue = f"the first search returned only {' and '.join(tiers)} sources"
    elif not any(source.is_primary for source in sources):
        issue = "the first search returned no primary source"
    else:
        few = "1 source" if len(sources) == 1 else f"{len(sources)} sources"
        issue = f"the first search returned too little: {few}"
    return ReplanHint(issue=issue, suggested_pattern=pattern, suggested_query_focus=f"official records on {topic}")


def _readable(pattern: Pattern) -> str:
    return pattern.replace("_", " ").capitalize()


def _short(name: str) -> str:
    kept = name.split()
    return " ".join(kept[:_NAME_WORDS]) + (" …" if len(kept) > _NAME_WORDS else "")
