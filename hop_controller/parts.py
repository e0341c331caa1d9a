"""The parts of a question and what follows from how surely each is answered: what is open, why, and how sure we are.

Holds the arithmetic of decision 34 and the words for a part that stays open. It refuses to read a source: how surely a
part is answered is handed in, by the answer finder or by a caller who has read the passages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hop_controller.confidence import DEPTHS, is_at_least
from hop_controller.types import Depth, HopState, OpenPart, Part

__all__ = [
    "WHY_OPEN",
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

_WEAKEST_SHARE = 0.5
"""Half of the share is the weakest part: one unanswered part of two caps the confidence near a quarter."""

WHY_OPEN: Mapping[str, str] = {
    "not_held": "no record held answers it",
    "other_year": "held only for another time",
    "other_town": "held only for another place",
    "other_matter": "what was found is about another matter",
    "wrong_kind": "the records speak of it but do not give what is asked",
    "law_missing": "the text of the law is not held",
    "unread": "pages that may hold it could not be read",
    "unsure": "what is held may say it, but not surely",
}
"""Why nothing answers a part, by the reason of the finder or of the controller."""


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


def answered_confidence(parts: Sequence[Part]) -> float:
    """How sure we are of the whole: the mean over its parts of how surely each is answered (decision 34), 0..1. What
    kind of source stands there does not count: state law that answers nothing adds nothing. 0 without parts."""
    return sum(map(probability_of, parts)) / len(parts) if parts else 0.0


def deep_enough(depth: Depth, hops: int) -> Depth:
    """The depth, or the shallowest deeper one that leaves a hop after those made; the deepest where none does."""
    ordered = list(DEPTHS)
    deeper = ordered[ordered.index(depth) :]
    return next((one for one in deeper if DEPTHS[one].max_hops > hops), ordered[-1])


def told(state: HopState, part: Part) -> str:
    """Why the part stays open, as a code of `OpenPart.reason`."""
    if part.reason:
        return part.reason
    if part.verdict != "open":
        return "unsure"
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
    return f"{WHY_OPEN.get(reason, reason)}{f' ({near})' if near else ''}"
