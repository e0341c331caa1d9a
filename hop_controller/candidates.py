"""What a next hop could start from: things named in summaries and passages.

Holds the finding and counting of candidates and the bands of their score (decision 17). It refuses to choose: the
pattern comes from `patterns`, the winner from `ranking`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from hop_controller.memory import Memory
from hop_controller.reading import MOST_READ, Kind, meaning, mentions
from hop_controller.types import Candidate, CandidateScore, HopState
from vault.facts.names import name_key
from vault.states.known import JURISDICTIONS
from vault.text.words import STOP_WORDS, words

__all__ = [
    "CandidateKind", "Find", "ScoredCandidate", "connectedness_band", "find_candidates",
    "frequency_band", "name_order", "novelty_band", "score", "texts_of",
]  # fmt: skip

CandidateKind = Literal[Kind, "concept"]

NOTE_LIMIT = 5
"""S4 asks the index with limit 5: "5+" is all that the novelty band needs to know."""
RELATED_LIMIT = 3
"""Decision 17: three related notes or documents fill the connectedness band."""
FOUND_LIMIT = 40
"""Candidates kept by mentions and specificity, which cap seven of ten points; each costs up to three queries."""
_KIND_LIMIT = 5
"""Dates, years and sums kept, each: as many as a person would look into."""
_CONCEPT_MENTIONS = 2
"""A lower-case word pair is a concept when two texts use it; once is chance."""

_SPECIFICITY: dict[CandidateKind, int] = {
    "number": 2,
    "statute": 2,
    "date": 2,
    "amount": 2,
    "person": 1,
    "body": 1,
    "place": 1,
    "program": 1,
    "name": 1,
    "year": 1,
    "concept": 0,
}
"""S4: bill, case or data point high; named person or organisation medium; vague concept low. A bare year is medium."""


_STATES = frozenset(written.casefold() for one in JURISDICTIONS.values() for written in (one.name, *one.written))


class Find(NamedTuple):
    """A possible start before it has a pattern: name as written, kind, number of texts that mention it, bands."""

    name: str
    kind: CandidateKind
    mentions: int
    specificity: int


class ScoredCandidate(NamedTuple):
    """A candidate with its score; `unknown` tells that a memory query failed, so a band is 0 for want of an answer."""

    candidate: Candidate
    score: CandidateScore
    unknown: bool = False


def texts_of(state: HopState) -> tuple[str, ...]:
    """The texts in which mentions are counted: the summaries, or, when there are none, the sources.

    Passages of one document are one text, or a running page header would be its most frequent name.
    """
    if state.summaries_so_far:
        return state.summaries_so_far[:MOST_READ]
    passages: dict[str, list[str]] = {}
    for number, source in enumerate(state.sources_so_far[:MOST_READ]):
        if source.text:
            passages.setdefault(source.url or f"#{number}", []).append(source.text)
    return tuple("\n\n".join(parts) for parts in passages.values())


def name_order(name: str) -> tuple[bool, str]:
    """Sorting key of names, the last tie-break: names and numbers by letter, then dates by day, then sums."""
    found = mentions(name)
    key = found[0].key if len(found) == 1 and found[0].kind in {"date", "amount"} else name_key(name)
    return not key[:1].isalpha(), key


def find_candidates(state: HopState) -> tuple[Find, ...]:
    """Everything named in summaries and passages, most mentioned first, then most specific, then by name.

    The question's own words, sums of money and states are no candidate: they stand in every record. A name that is part
    of a longer one mentioned as often is left out.
    At most `FOUND_LIMIT`; empty when nothing is named.
    """
    counted = texts_of(state)
    read = (*counted, *(source.text for source in state.sources_so_far[:MOST_READ]))
    asked = meaning(state.topic)
    written: dict[str, tuple[str, Kind]] = {}
    for text in read:
        for mention in mentions(text):
            written.setdefault(mention.key, (mention.text, mention.kind))
    texts = [_Counted.of(text) for text in counted]
    lower = frozenset(word for text in read for word in re.findall(r"\b[a-z]+\b", text))
    finds = [
        Find(name, kind, _mentioned(key, texts), _SPECIFICITY[kind])
        for key, (name, kind) in written.items()
        if not (_is_no_start(name, kind) or _is_asked(name, asked) or _is_common(name, lower))
    ]
    finds += _concepts(counted, asked)
    leading = _varied(sorted(finds, key=_prominence))[: 3 * FOUND_LIMIT]  # room for the parts of names that go
    return tuple(sorted(_without_parts(leading), key=_prominence))[:FOUND_LIMIT]


def _prominence(find: Find) -> tuple[int, int, tuple[bool, str]]:
    return -frequency_band(find.mentions) - find.specificity, -find.mentions, name_order(find.name)


def _varied(finds: Iterable[Find]) -> list[Find]:
    """The finds in their order, at most `_KIND_LIMIT` dates and sums of each kind: a budget page holds hundreds."""
    kept: list[Find] = []
    counts: Counter[CandidateKind] = Counter()
    for find in finds:
        counts[find.kind] += 1
        if find.kind not in {"date", "year", "amount"} or counts[find.kind] <= _KIND_LIMIT:
            kept.append(find)
    return kept


def _is_no_start(name: str, kind: Kind) -> bool:
    """A sum of money, or a state by its name."""
    return kind == "amount" or name.casefold() in _STATES


def _is_asked(name: str, asked: frozenset[str]) -> bool:
    """True when every word of the name stands in the question; a name without words ("C++") is compared by letters."""
    return bool(asked) and set(meaning(name)) <= asked and bool(meaning(name))


def _is_common(name: str, lower: frozenset[str]) -> bool:
    """True for one capitalised word that the same texts also write small: "Board" and "board", "State" and "state"."""
    return name.istitle() and name.isalpha() and name.lower() in lower


class _Counted(NamedTuple):
    """A text prepared for counting: the keys named in it and its words in a row."""

    keys: frozenset[str]
    row: str

    @classmethod
    def of(cls, text: str) -> _Counted:
        return cls(frozenset(m.key for m in mentions(text)), f" {' '.join(words(text))} ")


def _mentioned(key: str, texts: Sequence[_Counted]) -> int:
    """How many texts name the key: as a whole, or as two or more words standing together."""
    run = words(key)
    row = f" {' '.join(run)} "
    return sum(key in text.keys or (len(run) > 1 and row in text.row) for text in texts)


def _concepts(texts: Sequence[str], asked: frozenset[str]) -> list[Find]:
    """Pairs of neighbouring lower-case words used in two or more texts: "site plan", "retention period"."""
    counts: Counter[str] = Counter()
    for text in texts:
        pairs = re.findall(r"(?=\b([a-z]{4,} [a-z]{4,})\b)", text)
        counts.update({pair for pair in pairs if not set(pair.split()) & STOP_WORDS})
    return [
        Find(pair, "concept", count, _SPECIFICITY["concept"])
        for pair, count in sorted(counts.items())
        if count >= _CONCEPT_MENTIONS and not meaning(pair) & asked
    ]


def _without_parts(finds: Iterable[Find]) -> list[Find]:
    """The finds without "Flock" where "Flock Safety" is mentioned as often."""
    kept: list[tuple[str, Find]] = []
    for find in sorted(finds, key=lambda find: (-len(find.name), find.name)):
        row = f" {' '.join(words(find.name))} "
        if not any(row in longer and other.mentions >= find.mentions for longer, other in kept):
            kept.append((row, find))
    return [find for _, find in kept]


def frequency_band(mentioned: int) -> int:
    """0 for one mention or none, 1 for two, 2 for three or four, 3 for five and more (decision 17)."""
    return (mentioned >= 2) + (mentioned >= 3) + (mentioned >= 5)


def novelty_band(hits: int | None) -> int:
    """3 for no note, 2 for one or two, 1 for three or four, 0 for five and more; 0 when the query failed."""
    if hits is None:
        return 0
    return 3 - (hits >= 1) - (hits >= 3) - (hits >= 5)


def connectedness_band(related: int | None) -> int:
    """0 for none, 1 for one or two, 2 for three and more related notes or documents; 0 when the query failed."""
    if related is None:
        return 0
    return (related >= 1) + (related >= 3)


def score(candidate: Candidate, memory: Memory) -> ScoredCandidate:
    """The candidate's four bands and their sum, 0..10. A failed query is unknown and earns nothing."""
    hits = memory.note_hits(candidate.name, NOTE_LIMIT)
    related = memory.related_notes(candidate.name, RELATED_LIMIT)
    bands = {
        "frequency": frequency_band(candidate.mentions),
        "novelty": novelty_band(hits),
        "connectedness": connectedness_band(related),
        "specificity": candidate.specificity,
    }
    return ScoredCandidate(candidate, CandidateScore(**bands, total=sum(bands.values())), hits is None)
