"""Whether a span speaks of what is asked about, and whether the value it shows belongs to it.

The subject of a question is what is left without the words that ask ("how much", "cost", "decide") and the town:
"building permit", "fire boat". Many records share one word with a short question; few speak of its whole subject. It
refuses to know which kinds of value there are: the places of values are given.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from vault.text.words import stem

__all__ = ["Around", "Subject", "subject_figures", "subject_of", "value_figures"]

_ASKING_TEXT = """
    cost costs charge charges fee fees price pay pays paid paying spend spent money amount much many number long far
    old often soon late early high tall deep wide big large year years day days date month time times hour hours get
    gets got getting happen happened decide decided decision vote votes voted pass passed approve approved approval
    allow allowed can may must need needed new current currently now today way thing person people go went come came
    make made take took give given gave tell told say said know call called find found left start end last next first
    owe set put rule rules law legal state town city village district community area resident residents taxpayer
    taxpayers local official reason part kind total ask asked want
    exactly actual actually ever still yet per under according
"""
_ASKING = frozenset(map(stem, _ASKING_TEXT.split()))
"""Words that shape a question of any subject, or name the kind of value that is asked for."""
_APART = 3
"""Words between the two of a pair."""
_SEGMENT = 12
"""Words before or behind a value that may name it: a row's label, the clause of a sentence."""
_LEAST_LETTERS = 3

Met = Mapping[str, float]
"""Stem asked for -> 1 where it stands in a text, less where another form of it does."""


class Subject(NamedTuple):
    """What one wording of a question is about: the weight of each stem with their sum, the rarest of them, the one said
    last, and those that stand side by side."""

    weights: Mapping[str, float]
    total: float = 0.0
    rarest: str = ""
    last: str = ""
    pairs: tuple[tuple[str, str], ...] = ()


class Around(NamedTuple):
    """What a span meets of what was asked: by itself, with the heading or lead-in it stands under, with the spans
    beside it too, and with the title of its document."""

    here: Met
    line: Met
    close: Met
    about: Met


def subject_of(weights: Mapping[str, float], apart: Collection[str]) -> Subject:
    """The subject of a wording, given the weight of its stems in their order; `apart` are stems of names and times.

    A wording of nothing but words that ask is its own subject.
    """
    order = tuple(weights)
    kept = {
        root: weight
        for root, weight in weights.items()
        if root not in _ASKING and root not in apart and not root.isdigit()
    } or dict(weights)
    if not kept:
        return Subject({})
    pairs = tuple(pair for pair in pairwise(order) if pair[0] in kept and pair[1] in kept)
    return Subject(kept, sum(kept.values()), max(kept, key=lambda root: kept[root]), next(reversed(kept)), pairs)


def share_of(subject: Subject, met: Met) -> float:
    """The share of the subject that is met, 0..1; 0 of nothing."""
    if not met or not subject.total:
        return 0.0
    return sum([weight * met[root] for root, weight in subject.weights.items() if root in met]) / subject.total


def _places(order: Sequence[str], here: Met) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for place, root in enumerate(order):
        if root in here:
            places.setdefault(root, []).append(place)
    return places


def _paired(subject: Subject, places: Mapping[str, Sequence[int]]) -> float:
    """The share of the subject's neighbours that stand near each other; of one word, whether it stands there."""
    if not subject.pairs:
        return float(subject.last in places)
    close = 0
    for one, other in subject.pairs:
        if one in places and other in places:
            close += any(abs(a - b) <= _APART for a in places[one] for b in places[other])
    return close / len(subject.pairs)


def subject_figures(wordings: Sequence[Subject], around: Around, order: Sequence[str]) -> dict[str, float]:
    """How much of the subject stands in and around a span whose stems are `order`; `told` figures are the best over
    the subjects of all wordings, of which the first is that of the part itself."""
    here, line, close, about = around
    places = _places(order, here)
    shares = {
        name: [share_of(one, met) for one in wordings]
        for name, met in (("here", here), ("line", line), ("about", about))
    } | {"pairs": [_paired(one, places) for one in wordings]}
    return (
        {f"subject_{name}": own for name, (own, *_) in shares.items()}
        | {f"told_{name}": max(told) for name, told in shares.items()}
        | {"subject_close": share_of(wordings[0], close)}
    )


def _segments(order: Sequence[str], places: Sequence[int]) -> Iterable[Sequence[str]]:
    """The words before each value and those behind it, up to the values beside it."""
    for number, place in enumerate(places):
        low = places[number - 1] if number else 0
        high = places[number + 1] if number + 1 < len(places) else len(order)
        yield order[max(low, place - _SEGMENT) : place]
        yield order[place : min(high, place + _SEGMENT)]


def value_figures(
    wordings: Sequence[Subject],
    order: Sequence[str],
    places: Iterable[Sequence[int]],
    lead: Met,
    met: Callable[[Iterable[str]], Met],
) -> dict[str, float]:
    """How surely a value of the span belongs to the subject: how much of it the words beside the value name, with the
    lead-in and without, and how little else they name. `places` are those of the values of each kind asked for,
    `wordings` the subjects of the part and its phrasings; all is 0 without a value."""
    own = told = led = precise = 0.0
    for kind in places:
        for segment in _segments(order, kind):
            names = [root for root in dict.fromkeys(segment) if len(root) >= _LEAST_LETTERS and root.isalpha()]
            found = met(names)
            shares = [share_of(one, found) for one in wordings]
            own, share = max(own, shares[0]), max(shares)
            if lead:
                both = {**lead, **found}
                led = max(led, *(share_of(one, both) for one in wordings))
            else:
                led = max(led, share)
            exact = share * min(1.0, len(found) / (len(names) or 1))
            told, precise = max(told, share), max(precise, exact)
    return {"value_own": own, "value_told": told, "value_led": led, "value_precise": precise}
