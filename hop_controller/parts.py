"""The parts of a question and what follows from how surely each is answered: what is open, why, and how sure we are.

Holds the arithmetic of decision 34 and the words for a part that stays open. It refuses to read a source: how surely a
part is answered is handed in, by the answer finder or by a caller who has read the passages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hop_controller.confidence import DEPTHS, TIER_WEIGHTS, is_at_least, tier_of
from hop_controller.types import Depth, HopState, OpenPart, Part, Source

__all__ = [
    "answered_confidence",
    "deep_enough",
    "least_sure",
    "open_parts",
    "probability_of",
    "share_answered",
    "shown",
    "told",
    "why_open",
]

_STRONG_WANTED, _PRIMARY_WANTED = 3.0, 2.0
"""Decision 14: three strong and two primary sources fill their terms; here no more are wanted than answer the parts."""
_WEAKEST_SHARE = 0.5
"""Half of the share is the weakest part: one unanswered part of two caps the confidence near a quarter."""

_WHY: Mapping[str, str] = {
    "not_held": "nothing held says it",
    "other_year": "only another year is held",
    "other_town": "only another town's record is held",
    "other_matter": "only another matter is held",
    "wrong_kind": "what is held is of another kind",
    "unread": "the page could not be read",
    "law_missing": "the text of the law is not held",
}


def probability_of(part: Part) -> float:
    """How likely the part is answered, 0..1; what a caller read stands above our estimate."""
    if part.read_by == "caller":
        return 1.0 if part.verdict == "answered" else 0.0
    return part.probability


def open_parts(state: HopState) -> tuple[Part, ...]:
    """The parts below the depth's target, least sure first."""
    target = DEPTHS[state.depth].confidence_target
    below = [part for part in state.parts if not is_at_least(probability_of(part), target)]
    return tuple(sorted(below, key=probability_of))


def least_sure(state: HopState) -> tuple[Part, ...]:
    """The part answered least surely: what a hop serves when no part is open and the whole is not sure enough. Never a
    part that a caller found answered."""
    ours = [part for part in state.parts if part.read_by == "engine"]
    return (min(ours, key=probability_of),) if ours else ()


def share_answered(parts: Sequence[Part]) -> float:
    """How much of the question is answered, 0..1: half the mean over its parts, half the weakest."""
    sure = [probability_of(part) for part in parts]
    return (1 - _WEAKEST_SHARE) * sum(sure) / len(sure) + _WEAKEST_SHARE * min(sure) if sure else 0.0


def answered_confidence(sources: Sequence[Source], parts: Sequence[Part], depth: Depth) -> float:
    """S4's confidence where a source counts with the probability that it answers a part, capped by the share of parts
    answered (decision 34). State law that answers nothing adds nothing. 0 without sources."""
    counted = [(source, source.answers or 0.0) for source in sources]
    total = sum(weight for _, weight in counted)
    if total <= 0.0 or not parts:
        return 0.0
    mean_tier = sum(weight * TIER_WEIGHTS[tier_of(source)] for source, weight in counted) / total
    answering = len({part.label for part in parts})
    strong_wanted, primary_wanted = min(_STRONG_WANTED, answering), min(_PRIMARY_WANTED, answering)
    strong = min(1.0, sum(w for source, w in counted if tier_of(source) in {"T1", "T2"}) / strong_wanted)
    primary = min(1.0, sum(w for source, w in counted if source.is_primary) / primary_wanted)
    number = min(1.0, total / DEPTHS[depth].target_sources)
    literal = 0.4 * mean_tier + 0.3 * strong + 0.2 * primary + 0.1 * number
    return min(1.0, literal, share_answered(parts))


def deep_enough(depth: Depth, hops: int) -> Depth:
    """The depth, or the shallowest deeper one that leaves a hop after those made; the deepest where none does."""
    ordered = list(DEPTHS)
    deeper = ordered[ordered.index(depth) :]
    return next((one for one in deeper if DEPTHS[one].max_hops > hops), ordered[-1])


def told(state: HopState, part: Part) -> str:
    """Why the part stays open, as a code of `OpenPart.reason`."""
    if part.reason:
        return part.reason
    return "law_missing" if part.law and state.absent_laws else "not_held"


def shown(state: HopState) -> tuple[OpenPart, ...]:
    """The open parts as the decision tells them."""
    return tuple(
        OpenPart(
            part=part.text,
            probability=probability_of(part),
            reason=told(state, part),
            near=part.near,
            read_by=part.read_by,
        )
        for part in open_parts(state)
    )


def why_open(reason: str, near: str) -> str:
    """The reason in words, with what is held instead."""
    return f"{_WHY.get(reason, reason)}{f' ({near})' if near else ''}"
