"""A question as weighted concepts, and how well a text matches them.

A concept is one content word or phrase of the question with the other words that would answer it ("camper":
"recreational vehicle"). Alternatives weigh less than the user's own word and never add up: one concept is
satisfied once. Pure: no index is read here; document frequencies come in as a function.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import compress, count
from typing import Literal, NamedTuple

from vault.text.words import stems, words
from vault.types import Unit
from vault.value import Value

__all__ = [
    "Alternative", "ChunkFields", "Concept", "Match", "Matcher", "Profile", "idf", "needle", "profile", "stemmed",
    "stems_of", "weigh",
]  # fmt: skip

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
_FIELD_TF = 1.3
"""A word of a heading or title counts as if it stood a little more than once in the text."""


class Alternative(Value):
    """Stems that satisfy a concept, and how much (1 = the user's own word)."""

    stems: tuple[str, ...]
    weight: Unit = 1.0

    @property
    def stands_in(self) -> bool:
        """Whether it is one word or run of words in place of the user's own."""
        return self.weight < 1.0


class Concept(Value):
    """One thing the question asks about; `weight` is its idf-based importance (set by `weigh`)."""

    name: str
    alternatives: tuple[Alternative, ...]
    kind: ConceptKind = "word"
    weight: float = 1.0
    factor: float = 1.0
    """Multiplies the idf: below 1 for words the planner added, above 1 for identifiers."""


class Profile(NamedTuple):
    """The stems of a text: in order, and joined with spaces and closed by spaces so that a run is found by `in`.

    A plain tuple, and a small one: thousands are made for one question and remembered.
    """

    text: str
    stems: tuple[str, ...]

    @property
    def length(self) -> int:
        """Words in the text."""
        return len(self.stems)


class ChunkFields(NamedTuple):
    """The fields of a chunk, as profiles; `aid` are the everyday words for its statute section, if any."""

    body: Profile
    heading: Profile
    title: Profile
    aid: Profile


class Match(NamedTuple):
    """How a chunk meets the concepts: `score` is a normalised BM25 (0..about 1.5), `coverage`, `lead_coverage` and
    `focus` are idf-weighted shares 0..1 (all fields; heading and title only; the best passage of about two
    sentences), `matched` the names of the concepts met."""

    score: float
    coverage: float
    lead_coverage: float
    focus: float
    matched: tuple[str, ...]


def stemmed(text: str) -> tuple[str, ...]:
    """The Porter stems of all words of a text, in order."""
    return stems(words(text))


def profile(text_stems: Iterable[str]) -> Profile:
    """The profile of a text given as stems."""
    listed = tuple(text_stems)
    return Profile(f" {' '.join(listed)} ", listed)


@lru_cache(maxsize=8192)
def needle(name: str) -> str:
    """The stems of a name as they stand in `Profile.text`: " rv " never stands in " survey "; a name without words
    stands nowhere."""
    return f" {' '.join(stemmed(name)) or chr(0)} "


def idf(df: int, total: int) -> float:
    """Inverse document frequency, > 0: ln(1 + (N - df + 0.5) / (df + 0.5))."""
    return math.log(1.0 + (max(total - df, 0) + 0.5) / (df + 0.5))


def weigh(concepts: Sequence[Concept], df: Callable[[str], int], total: int) -> tuple[Concept, ...]:
    """The concepts with `weight` set from document frequencies: the idf of the user's own word, or of the rarest
    word of a phrase. A word the archive does not hold weighs as much as its best alternative, so that it can
    neither be met nor drown the rest."""
    return tuple(concept.changed(weight=concept.factor * _weight(concept, df, total)) for concept in concepts)


def stems_of(concepts: Sequence[Concept]) -> tuple[str, ...]:
    """Every stem that weighing these concepts may ask for, each once."""
    return tuple(dict.fromkeys(part for one in concepts for way in one.alternatives for part in way.stems))


def _weight(concept: Concept, df: Callable[[str], int], total: int) -> float:
    own = [part for alternative in concept.alternatives if alternative.weight >= 1.0 for part in alternative.stems]
    held = [part for part in own if df(part) > 0]
    if held:
        return max(idf(df(part), total) for part in held)
    others = [
        max(idf(df(part), total) for part in alt.stems) for alt in concept.alternatives if all(map(df, alt.stems))
    ]
    return min(others, default=0.0)


class _Way(NamedTuple):
    """One alternative, ready to be looked for: a run of stems."""

    stems: tuple[str, ...]
    needle: str
    weight: float


Places = Mapping[str, Sequence[int]]
"""Stem -> where it stands in a text, in order; only stems that are looked for."""


class Matcher:
    """The concepts of a question made ready to be matched with many chunks."""

    def __init__(self, concepts: Sequence[Concept], mean_length: float, others: float = 1.0) -> None:
        """`others`: 0..1, what the words that stand in one by one for the user's own are worth of their weight."""
        self._concepts = tuple((concept.name, concept.weight, _ways(concept, others)) for concept in concepts)
        self._total = sum(concept.weight for concept in concepts) or 1.0
        self._mean_length = max(mean_length, 1.0)
        self._firsts = _first_stems(self._concepts)
        self._wanted = frozenset(self._firsts)
        self._opening = [frozenset(way.stems[0] for way in ways) for _, _, ways in self._concepts]

    def match(self, field: ChunkFields) -> Match:
        """How well the chunk of these fields meets the concepts; those of which it holds no stem are passed over."""
        body, aid = _places_in(field.body, self._wanted), _places_in(field.aid, self._wanted)
        norm = _K1 * (1.0 - _B + _B * field.body.length / self._mean_length)
        score = coverage = lead = 0.0
        met: list[str] = []
        beside = self._wanted.intersection(field.heading.stems + field.title.stems + field.aid.stems)
        standing = beside.union(body)
        for (name, weight, ways), opening in zip(self._concepts, self._opening, strict=True):
            if standing.isdisjoint(opening):
                continue
            frequency, best, best_lead = _count(ways, field, body, beside)
            if best > 0.0:
                met.append(name)
                score += weight * frequency * _MAX_TF / (frequency + norm)
                coverage += weight * best
                lead += weight * best_lead
        focus = max(self._focus(body), _AID * self._focus(aid) if aid else 0.0)
        return Match(
            score=score / (self._total * _MAX_TF),
            coverage=min(1.0, coverage / self._total),
            lead_coverage=min(1.0, lead / self._total),
            focus=min(1.0, focus / self._total),
            matched=tuple(met),
        )

    def _focus(self, held: Places) -> float:
        """The most concept weight that stands within one passage of `_PASSAGE` words: words scattered over a page say
        less than the same words in two sentences."""
        places = sorted(
            (place, number, weight)
            for part in held.keys() & self._firsts.keys()
            for number, weight in self._firsts[part]
            for place in held[part]
        )
        best = total = 0.0
        inside: dict[int, list[float]] = {}
        start = 0
        for place, number, weight in places:
            if (others := inside.get(number)) is None:
                others = inside[number] = []
            high = max(others) if others else 0.0
            if weight > high:
                total += weight - high
            others.append(weight)
            while places[start][0] <= place - _PASSAGE:
                total -= _leave(inside[places[start][1]], places[start][2])
                start += 1
            if total > best:
                best = total
        return best


def _places_in(text: Profile, wanted: frozenset[str]) -> Places:
    """Where the wanted stems stand in a text; a stem that does not stand in it is left out."""
    found: dict[str, list[int]] = {}
    for place in compress(count(), map(wanted.__contains__, text.stems)):
        found.setdefault(text.stems[place], []).append(place)
    return found


def _leave(held: list[float], weight: float) -> float:
    """What the total loses when one hit of a concept leaves the passage."""
    before = max(held)
    held.remove(weight)
    return before - max(held, default=0.0)


def _ways(concept: Concept, others: float) -> tuple[_Way, ...]:
    ways = (
        _Way(way.stems, f" {' '.join(way.stems)} ", way.weight * others if way.stands_in else way.weight)
        for way in concept.alternatives
    )
    return tuple(way for way in ways if way.weight and way.stems)


def _first_stems(concepts: Sequence[tuple[str, float, tuple[_Way, ...]]]) -> dict[str, list[tuple[int, float]]]:
    wanted: dict[str, list[tuple[int, float]]] = {}
    for number, (_, weight, ways) in enumerate(concepts):
        for way in ways:
            wanted.setdefault(way.stems[0], []).append((number, weight * way.weight))
    return wanted


def _count(
    ways: Sequence[_Way], field: ChunkFields, held: Places, beside: frozenset[str]
) -> tuple[float, float, float]:
    """(weighted frequency, best weight anywhere, best weight in heading or title). Ways of which no stem stands in the
    chunk, most of them, are passed over; where the user's own word stands, which comes first, no other adds to it."""
    frequency = best = lead = 0.0
    for way in ways:
        if way.stems[0] not in held and way.stems[0] not in beside:
            continue
        body, anywhere, head = _run(way, field, held)
        if anywhere > 0.0:
            frequency += way.weight * (body + _FIELD_TF * head)
            best = max(best, way.weight * anywhere)
            lead = max(lead, way.weight * head)
            if best >= 1.0:
                break
    return frequency, best, lead


def _run(way: _Way, field: ChunkFields, held: Places) -> tuple[float, float, float]:
    body = len(held.get(way.stems[0], ()))
    if body and len(way.stems) > 1:
        body = field.body.text.count(way.needle)
    head = way.needle in field.heading.text or way.needle in field.title.text
    aided = _AID if not (body or head) and way.needle in field.aid.text else 0.0
    return body + aided, max(float(body > 0 or head), aided), float(head)
