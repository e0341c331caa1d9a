"""A question as weighted concepts, and how well a text matches them.

A concept is one content word or phrase of the question with the other words that would answer it ("camper":
"recreational vehicle"). Alternatives weigh less than the user's own word and never add up: one concept is
satisfied once. Pure: no index is read here; document frequencies come in as a function.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from vault.tokens import stems, words
from vault.types import Unit, Value

__all__ = ["Alternative", "Concept", "Field", "Match", "Profile", "idf", "match", "profile", "stemmed", "weigh"]

ConceptKind = Literal["word", "phrase", "identifier", "town", "template"]

_K1 = 1.2
_B = 0.7
"""BM25's constants; 1.2 is FTS5's own, 0.7 (not 0.75) because a chunk is a page, not a document."""
_MAX_TF = _K1 + 1.0
"""The most a term can add: the saturation limit of BM25."""
_AID = 0.8
"""A word of the finding aid beside a word of the text."""
_PASSAGE = 45
"""Words of a passage: about two sentences."""
_BAG_FLOOR = 0.3
"""Below this share the words of a handful stand in a text by chance."""
_FIELD_TF = 1.3
"""A word of a heading or title counts as if it stood a little more than once in the text."""


class Alternative(Value):
    """Stems that satisfy a concept, and how much (1 = the user's own word)."""

    stems: tuple[str, ...]
    weight: Unit = 1.0
    together: bool = True
    """False for a handful of words that need not stand together: the more of them a text has, the more it counts."""


class Concept(Value):
    """One thing the question asks about; `weight` is its idf-based importance (set by `weigh`)."""

    name: str
    alternatives: tuple[Alternative, ...]
    kind: ConceptKind = "word"
    weight: float = 1.0
    factor: float = 1.0
    """Multiplies the idf: below 1 for words the planner added, above 1 for identifiers."""


class Profile(Value):
    """The stems of a text: in order, and joined with spaces and closed by spaces so that a run is found by `in`."""

    text: str
    stems: tuple[str, ...]

    @property
    def length(self) -> int:
        """Words in the text."""
        return len(self.stems)


class Field(Value):
    """The fields of a chunk, as profiles; `aid` are the everyday words for its statute section, if any."""

    body: Profile
    heading: Profile
    title: Profile
    aid: Profile


class Match(Value):
    """How a chunk meets the concepts: `score` is a normalised BM25 (0..about 1.5), `coverage`, `lead_coverage` and
    `focus` are idf-weighted shares 0..1 (all fields; heading and title only; the best passage of about two
    sentences), `matched` the names of the concepts met."""

    score: float
    coverage: Unit
    lead_coverage: Unit
    focus: Unit
    matched: tuple[str, ...]


def stemmed(text: str) -> tuple[str, ...]:
    """The Porter stems of all words of a text, in order."""
    return stems(words(text))


def profile(text_stems: Iterable[str]) -> Profile:
    """The profile of a text given as stems."""
    listed = tuple(text_stems)
    return Profile.model_construct(text=f" {' '.join(listed)} ", stems=listed)


def idf(df: int, total: int) -> float:
    """Inverse document frequency, > 0: ln(1 + (N - df + 0.5) / (df + 0.5))."""
    return math.log(1.0 + (max(total - df, 0) + 0.5) / (df + 0.5))


def weigh(concepts: Sequence[Concept], df: Callable[[str], int], total: int) -> tuple[Concept, ...]:
    """The concepts with `weight` set from document frequencies: the idf of the user's own word, or of the rarest
    word of a phrase. A word the archive does not hold weighs as much as its best alternative, so that it can
    neither be met nor drown the rest."""
    return tuple(
        concept.model_copy(update={"weight": concept.factor * _weight(concept, df, total)}) for concept in concepts
    )


def _weight(concept: Concept, df: Callable[[str], int], total: int) -> float:
    own = [part for alternative in concept.alternatives if alternative.weight >= 1.0 for part in alternative.stems]
    held = [part for part in own if df(part) > 0]
    if held:
        return max(idf(df(part), total) for part in held)
    others = [
        max(idf(df(part), total) for part in alt.stems) for alt in concept.alternatives if all(map(df, alt.stems))
    ]
    return min(others, default=0.0)


def match(concepts: Sequence[Concept], field: Field, mean_length: float) -> Match:
    """How well one chunk meets the concepts; all zero when the question has no concept."""
    total = sum(concept.weight for concept in concepts) or 1.0
    norm = _K1 * (1.0 - _B + _B * field.body.length / max(mean_length, 1.0))
    score = coverage = lead = 0.0
    met: list[str] = []
    for concept in concepts:
        frequency, best, best_lead = _count(concept, field)
        if best > 0.0:
            met.append(concept.name)
            score += concept.weight * frequency * _MAX_TF / (frequency + norm)
            coverage += concept.weight * best
            lead += concept.weight * best_lead
    return Match(
        score=score / (total * _MAX_TF),
        coverage=min(1.0, coverage / total),
        lead_coverage=min(1.0, lead / total),
        focus=min(1.0, max(_focus(concepts, field.body.stems), _AID * _focus(concepts, field.aid.stems)) / total),
        matched=tuple(met),
    )


def _count(concept: Concept, field: Field) -> tuple[float, float, float]:
    """(weighted frequency, best weight anywhere, best weight in heading or title)."""
    frequency = best = lead = 0.0
    for alternative in concept.alternatives:
        body, anywhere, head = _run(alternative, field) if alternative.together else _bag(alternative, field)
        if anywhere > 0.0:
            frequency += alternative.weight * (body + _FIELD_TF * head)
            best = max(best, alternative.weight * anywhere)
            lead = max(lead, alternative.weight * head)
    return frequency, best, lead


def _focus(concepts: Sequence[Concept], stems_in_order: Sequence[str]) -> float:
    """The most concept weight that stands within one passage of `_PASSAGE` words: words scattered over a page say
    less than the same words in two sentences."""
    wanted: dict[str, list[tuple[int, float]]] = {}
    for number, concept in enumerate(concepts):
        for alternative in concept.alternatives:
            if alternative.together:
                wanted.setdefault(alternative.stems[0], []).append((number, concept.weight * alternative.weight))
    places = [(place, hit) for place, part in enumerate(stems_in_order) for hit in wanted.get(part, ())]
    best = total = 0.0
    inside: dict[int, list[float]] = {}
    start = 0
    for place, (number, weight) in places:
        held = inside.setdefault(number, [])
        total += max(0.0, weight - max(held, default=0.0))
        held.append(weight)
        while places[start][0] <= place - _PASSAGE:
            old_number, old_weight = places[start][1]
            left = inside[old_number]
            before = max(left)
            left.remove(old_weight)
            total -= before - max(left, default=0.0)
            start += 1
        best = max(best, total)
    return best


def _run(alternative: Alternative, field: Field) -> tuple[float, float, float]:
    needle = f" {' '.join(alternative.stems)} "
    body = field.body.text.count(needle)
    head = needle in field.heading.text or needle in field.title.text
    aided = 0.0 if body or head or needle not in field.aid.text else _AID
    return body + aided, max(float(body > 0 or head), aided), float(head)


def _bag(alternative: Alternative, field: Field) -> tuple[float, float, float]:
    """A share of the words below `_BAG_FLOOR` is chance and counts nothing."""
    needles = [f" {word} " for word in alternative.stems]
    head = sum(needle in field.heading.text or needle in field.title.text for needle in needles) / len(needles)
    anywhere = sum(
        needle in field.body.text or needle in field.heading.text or needle in field.title.text for needle in needles
    ) / len(needles)
    return tuple(max(0.0, (share - _BAG_FLOOR) / (1.0 - _BAG_FLOOR)) for share in (anywhere, anywhere, head))  # type: ignore[return-value]
