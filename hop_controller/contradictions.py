"""Where two sources disagree: the same matter with another amount, date, vote tally or outcome (decision 16).

Holds the extraction of claims and their comparison, both without a model. It refuses to call a disagreement what is
only a difference: other aspects, other years, other matters, a proposal beside what was adopted, a rounded figure.
When in doubt it stays silent, because one false contradiction blocks a stop (one in eight sources is a rate of 0.42).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import combinations
from typing import NamedTuple

from hop_controller.claims import ClaimKind, SourceClaim, claims_of
from hop_controller.reading import MOST_READ
from hop_controller.types import Source

__all__ = ["Contradiction", "contradiction_rate", "find_contradictions"]

_ALLOWED_SHARE = 0.3
"""S4: contradictions in 30 % of the sources make the rate 1."""
_ONE_ROUND_DAYS = 183
"""Records half a year apart speak of two rounds: article numbers start anew for each annual meeting."""
_ROUNDING = 0.05
"""A figure in words or with "about" may differ by 5 % from an exact one: "$1.2 million" and "$1,203,500" agree."""


class Contradiction(NamedTuple):
    """One matter on which two sources disagree: what is claimed in each, and where (indices of the sources)."""

    matter: str
    kind: ClaimKind
    first: str
    second: str
    sources: tuple[int, int]
    sentences: tuple[str, str]


def contradiction_rate(contradictions: int, sources: int) -> float:
    """min(1, contradictions / (0.3 x sources)), 0..1; 0 below two sources or without contradictions (decision 16)."""
    if sources < 2 or contradictions <= 0:
        return 0.0
    return min(1.0, contradictions / (_ALLOWED_SHARE * sources))


def find_contradictions(sources: Sequence[Source]) -> tuple[Contradiction, ...]:
    """One contradiction per matter, kind and aspect, in order of the first source concerned; empty for none. Of very
    many sources the first `MOST_READ` are read.

    Passages of one document never contradict each other, and two sources that share a value on the point agree.
    """
    groups: dict[tuple[str, ClaimKind], list[SourceClaim]] = {}
    for number, source in enumerate(sources[:MOST_READ]):
        for claim in claims_of(source, number):
            groups.setdefault((claim.matter, claim.kind), []).append(claim)
    found: dict[tuple[str, ClaimKind, frozenset[str]], Contradiction] = {}
    for (matter, kind), claims in groups.items():
        for one, other in combinations(claims, 2):
            key = (matter, kind, one.aspect | other.aspect)
            if key not in found and _disagree(one, other, claims, sources):
                pair, said = (one.source, other.source), (one.sentence, other.sentence)
                found[key] = Contradiction(one.name, kind, one.value, other.value, pair, said)
    return tuple(sorted(found.values(), key=lambda c: (c.sources, c.matter, c.kind)))


def _disagree(one: SourceClaim, other: SourceClaim, claims: Sequence[SourceClaim], sources: Sequence[Source]) -> bool:
    """True when both claims speak of the same act in two documents and no value of one document is the other's."""
    if _document(sources, one.source) == _document(sources, other.source) or not _same_act(one, other):
        return False
    ours = [c for c in claims if _document(sources, c.source) == _document(sources, one.source)]
    theirs = [c for c in claims if _document(sources, c.source) == _document(sources, other.source)]
    comparable = ((a, b) for a in ours for b in theirs if _same_act(a, b))
    return not any(_agree(a, b) for a, b in comparable)


def _document(sources: Sequence[Source], number: int) -> str:
    source = sources[number]
    return source.url or (f"{source.title}|{source.date}" if source.title else f"#{number}")


def _same_act(one: SourceClaim, other: SourceClaim) -> bool:
    """The same aspect, body, stage and time, where each is said on both sides."""
    if one.aspect != other.aspect and one.aspect and other.aspect:
        return False
    if one.place and other.place and one.place != other.place:
        return False
    if one.body and other.body and one.body != other.body:
        return False
    if one.stage and other.stage and one.stage != other.stage:
        return False
    return one.kind == "date" or _same_time(one, other)


def _same_time(one: SourceClaim, other: SourceClaim) -> bool:
    """Days in the sentences must be equal; otherwise the years, and nothing is reported before it happened."""
    if one.said_on and other.said_on:
        return one.said_on == other.said_on
    if one.year and other.year and one.year != other.year:
        return False
    if not (one.said_on or other.said_on) and _days_apart(one.written_on, other.written_on) > _ONE_ROUND_DAYS:
        return False
    for told, written in ((one, other), (other, one)):
        if told.said_on and len(written.written_on) == len(told.said_on) and written.written_on < told.said_on:
            return False
    return True


def _days_apart(one: str, other: str) -> int:
    """Days between two full ISO dates; 0 when either is not a full date."""
    try:
        return abs((date.fromisoformat(one) - date.fromisoformat(other)).days)
    except ValueError:
        return 0


def _agree(one: SourceClaim, other: SourceClaim) -> bool:
    if one.value == other.value:
        return True
    if one.kind == "amount" and (one.rounded or other.rounded):
        low, high = sorted((float(one.measure), float(other.measure)))
        return high - low <= _ROUNDING * high
    if one.kind == "date":  # "March 12" agrees with "March 12, 2024", "2024" with both
        return _dates_agree(one.measure, other.measure)
    if one.kind == "tally" and "unanimous" in {one.measure, other.measure}:
        return all(tally == "unanimous" or tally.endswith("-0") for tally in (one.measure, other.measure))
    return one.measure == other.measure


def _dates_agree(one: str, other: str) -> bool:
    """True when nothing written in both differs: "--03-12" (no year) agrees with "2024-03-12", "2024" with both."""
    return all(a == b or not a or not b for a, b in zip(_parts(one), _parts(other), strict=False))


def _parts(value: str) -> tuple[str, ...]:
    return ("", *value[2:].split("-")) if value.startswith("--") else tuple(value.split("-"))
