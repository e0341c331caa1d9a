"""The decision after a hop: stop, replan or continue, and where to (S4).

Holds the ordered rules and the JSON form of their outcome. It refuses to write anything, to search, and to speak
anywhere but in the decision it returns: the same state and memory always give the same decision.

The words of a decision: reflection, rationale, replan hint and stop reason in plain sentences (S4 step 6).

Holds text building from numbers already computed. It refuses to compute or to decide; a reflection never passes
eighty words, and long names are cut at a word.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from pydantic import JsonValue

from hop_controller.candidates import Find, ScoredCandidate, find_candidates
from hop_controller.confidence import (
    DEPTHS,
    MAX_CONTRADICTION_RATE,
    REPLAN_SHARE,
    TOLERANCE,
    contradiction_rate,
    evidence_confidence,
    is_at_least,
    is_at_most,
    is_below,
    tier_of,
)
from hop_controller.gains import Choice, choose, choose_for, fresh_search, proposals
from hop_controller.memory import Memory
from hop_controller.parts import answered_confidence, least_sure, open_parts, share_answered, shown, told, why_open
from hop_controller.patterns import Need, needs, pattern_order, spent_patterns
from hop_controller.types import (
    Decision,
    HopDecision,
    HopState,
    NextHop,
    Part,
    Pattern,
    ReplanHint,
    RunnerUp,
    Source,
    StopReason,
)
from vault.errors import InputError

__all__ = ["decide", "to_json"]

_SHOWN_DIGITS = 4
"""Digits of a score in the JSON object; more would show binary noise (0.6799999999999999)."""


def decide(state: HopState, memory: Memory) -> HopDecision:
    """What to do after the hop just completed (S4 steps 1-6).

    In order: target met and few contradictions -> stop; no hops left -> stop; far below target after hop 1 ->
    replan; else continue. When nothing is left to start from, continue becomes stop and the stop reason says so.
    Raises `InputError` when a budget or target handed in does not belong to the depth.
    """
    _check(state)
    if state.parts:
        return _decide_parts(state, memory)
    finds = find_candidates(state)
    found = _measure(state, finds)
    ruling, reason = _ruling(state, found)
    if reason is not None:
        return _stop(state, found, reason)
    if ruling == "replan":
        return _replan(state, found)
    choice = _choose(state, memory, (finds, found))
    return _continue(state, found, choice) if choice.ranked else _stop(state, found, choice.nothing)


def _decide_parts(state: HopState, memory: Memory) -> HopDecision:
    """The decision by what is answered: stop when every part is, or nothing worth it is left for one that is not."""
    found = _measure_parts(state)
    open_now = open_parts(state)
    met = not open_now and is_at_least(found.confidence, found.target)
    open_now = open_now or least_sure(state)
    if met and found.aim != "contradiction":
        return _stop(state, found, "target_met")
    if state.current_hop >= DEPTHS[state.depth].max_hops:
        return _stop(state, found, "budget")
    blocked, first = found.aim == "contradiction", state.current_hop == 1
    if first and not blocked and is_below(found.confidence, REPLAN_SHARE * found.target):
        return _replan_parts(state, found, open_now)
    found = found._replace(needs=needs(state, ()))
    if blocked:
        choice = _choose(state, memory, (find_candidates(state), found))
        return _continue(state, found, choice) if choice.ranked else _stop(state, found, choice.nothing)
    choice = choose_for(state, memory, open_now)
    return _continue(state, found, choice) if choice.ranked else _stop(state, found, choice.nothing)


def _measure_parts(state: HopState) -> Findings:
    """The numbers of a state with parts: confidence and coverage are of answers (decision 34)."""
    rate = _rate(state)
    open_now = open_parts(state)
    blocked = not open_now and not is_at_most(rate, MAX_CONTRADICTION_RATE)
    return Findings(
        confidence=answered_confidence(state.parts),
        target=DEPTHS[state.depth].confidence_target,
        rate=rate,
        aim="contradiction" if blocked else "part" if open_now else "",
        open_parts=tuple(part.text for part in open_now),
        why=tuple(why_open(told(state, part), part.near) for part in open_now),
        share_answered=share_answered(state.parts),
        answered=not open_now,
    )


def _rate(state: HopState) -> float:
    """How far the records disagree: as handed in, else by what the ledger tells differently of the matters asked about
    (decision 16)."""
    handed_in = state.contradiction_rate
    return contradiction_rate(len(state.disputes), len(state.sources_so_far)) if handed_in is None else handed_in


def _replan_parts(state: HopState, found: Findings, open_now: Sequence[Part]) -> HopDecision:
    """Searching again by each open part's own words, and by the pattern most likely to bring the first of them."""
    pattern, queries = fresh_search(state, open_now)
    first = open_now[0].text if open_now else state.topic
    issue = f"the first search did not find what answers “{first}”"
    hint = ReplanHint(issue=issue, suggested_pattern=pattern, suggested_query_focus=first, queries=queries)
    words = reflection(found, state.sources_so_far, hint)
    return _decision(state, found, "replan").changed(replan_hint=hint, self_reflection=words)


def _check(state: HopState) -> None:
    profile = DEPTHS[state.depth]
    if state.max_hops not in {None, profile.max_hops}:
        raise InputError(
            f"max_hops {state.max_hops} does not belong to depth {state.depth!r}, which has {profile.max_hops}.",
            next_step="Leave max_hops out or choose another depth (quick 1, standard 3, deep 4, exhaustive 5).",
        )
    target = state.confidence_target
    if target is not None and (is_below(target, profile.confidence_target) or not is_at_most(target, profile[2])):
        raise InputError(
            f"confidence_target {target} does not belong to depth {state.depth!r} ({profile.confidence_target}).",
            next_step="Leave confidence_target out or choose another depth (0.6 / 0.7 / 0.8 / 0.9).",
        )


def _measure(state: HopState, finds: tuple[Find, ...]) -> Findings:
    """All numbers of steps 1 and 2. Once the target is met a contradiction alone keeps the loop alive."""
    rate = _rate(state)
    confidence, target = evidence_confidence(state.sources_so_far, state.depth), DEPTHS[state.depth].confidence_target
    blocked = not is_below(confidence, target) and not is_at_most(rate, MAX_CONTRADICTION_RATE)
    return Findings(
        confidence=confidence,
        target=target,
        rate=rate,
        needs=needs(state, finds),
        aim="contradiction" if blocked else "",
        previous=_previous(state),
    )


def _previous(state: HopState) -> float | None:
    """Confidence of the sources kept until the hop before; None after the first hop."""
    kept = sum(record.sources_kept for record in state.hop_genealogy[: state.current_hop - 1])
    if state.current_hop == 1 or not 0 < kept <= len(state.sources_so_far):
        return None
    return evidence_confidence(state.sources_so_far[:kept], state.depth)


def _ruling(state: HopState, found: Findings) -> tuple[Decision, StopReason | None]:
    """S4 step 3 in its order."""
    if is_at_least(found.confidence, found.target) and is_at_most(found.rate, MAX_CONTRADICTION_RATE):
        return "stop", "target_met"
    if state.current_hop >= DEPTHS[state.depth].max_hops:
        return "stop", "budget"
    if is_below(found.confidence, REPLAN_SHARE * found.target) and state.current_hop == 1:
        return "replan", None
    return "continue", None


def _choose(state: HopState, memory: Memory, read: tuple[tuple[Find, ...], Findings]) -> Choice:
    finds, found = read
    order = pattern_order(found.needs, spent_patterns(state.hop_genealogy))
    return choose(state, memory, proposals(state.candidates, finds, order))


def _stop(state: HopState, found: Findings, reason: StopReason) -> HopDecision:
    words = reflection(found, state.sources_so_far, reason)
    return _decision(state, found, "stop").changed(stop_reason=reason, self_reflection=words)


def _replan(state: HopState, found: Findings) -> HopDecision:
    order = pattern_order(found.needs, spent_patterns(state.hop_genealogy)) or ("entity_expansion",)
    hint = replan_hint(state.topic, state.sources_so_far, order[0])
    words = reflection(found, state.sources_so_far, hint)
    return _decision(state, found, "replan").changed(replan_hint=hint, self_reflection=words)


def _continue(state: HopState, found: Findings, choice: Choice) -> HopDecision:
    chosen, *others = choice.ranked
    runners = [
        {"pattern": other.candidate.pattern, "from": other.candidate.name, "total": other.score.total}
        for other in others
    ]
    hop = NextHop.model_validate(
        {
            "pattern": chosen.candidate.pattern,
            "from": chosen.candidate.name,
            "rationale": rationale(found, chosen),
            "candidate_score": chosen.score,
            "runner_up_alternatives": tuple(RunnerUp.model_validate(runner) for runner in runners),
            "part": chosen.candidate.facet,
            "expects": chosen.candidate.expects,
            "queries": chosen.candidate.queries,
        }
    )
    words = reflection(found, state.sources_so_far, chosen)
    return _decision(state, found, "continue").changed(next_hop=hop, self_reflection=words)


def _decision(state: HopState, found: Findings, ruling: Decision) -> HopDecision:
    return HopDecision(
        topic=state.topic,
        current_hop=state.current_hop,
        decision=ruling,
        confidence_score=found.confidence,
        contradiction_rate=found.rate,
        self_reflection="",
        facet_coverage=found.share_answered,
        open_parts=shown(state),
        disputes=state.disputes,
    )


def to_json(decision: HopDecision) -> dict[str, JsonValue]:
    """S4's JSON object in its order of fields: `next_hop` is null on stop and gives way to `replan_hint` on replan.

    Added are `stop_reason`, `facet_coverage`, `open_parts`, and the `part` and `expects` of a hop; a hop's searches are
    told beside the object, not in it. Scores carry four digits.
    """
    searches = {"next_hop": {"queries"}, "replan_hint": {"queries"}}
    dumped: dict[str, JsonValue] = decision.model_dump(mode="json", by_alias=True, exclude=searches)
    step = "replan_hint" if decision.decision == "replan" else "next_hop"
    fields = ("topic", "current_hop", "decision", "confidence_score", "contradiction_rate", step, "self_reflection")
    chosen = {name: dumped[name] for name in (*fields, "stop_reason", "facet_coverage", "open_parts")}
    return {name: round(v, _SHOWN_DIGITS) if isinstance(v, float) else v for name, v in chosen.items()}


Aim = Literal["", "part", "contradiction"]

_MAX_WORDS = 80
"""S4 step 6."""
_NAME_WORDS = 9
"""A part or name longer than this is cut in prose; the full text stands in `from`."""


class Findings(NamedTuple):
    """What was measured before the decision: scores, target, parts left open and needs."""

    confidence: float
    target: float
    rate: float
    needs: tuple[Need, ...] = ()
    """The missing kinds of hop, where one may be made."""
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
        last = f"{_readable(ending.candidate.pattern)} on {_short(ending.candidate.name)} {_purpose(ending)}."
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
        return f"Sources disagree (rate {found.rate:.2f})."
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


def _purpose(chosen: ScoredCandidate) -> str:
    if chosen.candidate.facet:
        return "addresses that facet"
    return f"is the highest-value next step ({chosen.score.total} of 10)"


def rationale(found: Findings, chosen: ScoredCandidate) -> str:
    """Why this hop in one or two sentences; that sources disagree where this blocks a stop."""
    candidate = chosen.candidate
    need = next((need for need in found.needs if need.pattern == candidate.pattern), None)
    parts = []
    if found.aim == "contradiction":
        parts.append(f"The contradiction rate {found.rate:.2f} blocks a stop.")
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
