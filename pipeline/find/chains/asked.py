"""A question as chains see it: its rare words, how much of them a passage holds, the chunks the question names, and
groups of related words, so that "director" may meet "directed" and "mother" may meet "daughter".

Pure arithmetic on stems; document frequencies come in as a function, everyday relations of English from package data.
It refuses to guess what is meant, and holds no names and nothing of any document.

The words of one part of a question: its subject with what it leans on, and its time.

Reads the part beside the whole question. It refuses to add a word that nobody said.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import cache, cached_property
from importlib.resources import files
from typing import NamedTuple

from pipeline.ask.concepts import ChunkFields
from pipeline.ask.phrases import content
from pipeline.ask.reading import WordByWord
from pipeline.types import IssueMap
from vault.facts.periods import resolve_dates
from vault.store.link_names import MAX_NAME_WORDS
from vault.text.patterns import lazy_regex
from vault.text.words import STOP_WORDS, stem, words
from vault.types import ChunkId, NamedChunk

__all__ = ["AskedTerms", "Naming", "named_chunks", "spans", "subject_of", "time_of"]

_SHARED = 60
"""A name that more chunks share does not say which is meant."""
_SOFT = 0.6
"""What a related word is worth against the word itself."""
_K1, _B = 1.2, 0.75  # BM25's usual constants, as in FTS5
_TITLE_TIMES = 2
"""A word of the title counts as two of the text."""


class Holding(NamedTuple):
    """Which question terms a passage holds, as bit masks (the very word; a related one), and BM25 of each term."""

    exact: int
    soft: int
    parts: tuple[float, ...]


class Naming(NamedTuple):
    """How a question names a chunk: share of capitals in the name, share of the chunk's title that stands in the
    question, one over the chunks so named; 0..1 each."""

    capitals: float
    share: float
    one_of: float

    @property
    def worth(self) -> float:
        """How surely the chunk is meant, 0..1."""
        return self.capitals * self.share * self.one_of


@cache
def _groups() -> tuple[tuple[str, ...], ...]:
    held = json.loads(files("pipeline").joinpath("data", "kin.json").read_text(encoding="utf-8"))
    return tuple(tuple(w for w in words(" ".join(group)) if w not in STOP_WORDS) for group in held["groups"])


@cache
def _index() -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, group in enumerate(_groups()):
        for word in group:
            found.setdefault(stem(word), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


_NONE: frozenset[int] = frozenset()


def kin_of(word_stem: str) -> frozenset[int]:
    """The numbers of the groups that hold the stem; empty for a word without relations."""
    return _index().get(word_stem, _NONE)


def kin_groups(stems: frozenset[str]) -> frozenset[int]:
    """The groups that any of the stems belongs to."""
    return _NONE.union(*map(kin_of, _index().keys() & stems))


class AskedTerms:
    """The content stems of a question with their rarity; bit i of every mask stands for `terms[i]`."""

    def __init__(
        self,
        said: WordByWord,
        rarity: Callable[[str], float],
        mean_length: float,
        *,
        learn: Callable[[Sequence[str]], None] = lambda _stems: None,
        told: Callable[[Mapping[str, int]], None] = lambda _frequencies: None,
    ) -> None:
        self.said = said
        self.words, self.capital, self.numbers = said
        kept = [w for w in self.words if w not in STOP_WORDS and (len(w) > 1 or w.isdigit())]
        self.terms = tuple(dict.fromkeys(map(stem, kept)))
        self.rarity = tuple(map(rarity, self.terms))
        self.rarity_of = rarity
        self.learn = learn
        """Looks many stems up at once, ahead of `rarity_of`."""
        self.told = told
        """Notes frequencies that came with an answer, ahead of `rarity_of`."""
        self.total = sum(self.rarity) or 1.0
        self.all = (1 << len(self.terms)) - 1
        self._kin = tuple(map(kin_of, self.terms))
        self._mean_length = mean_length
        self._held: dict[ChunkId, Holding] = {}
        self._sums: dict[int, float] = {0: 0.0}

    @cached_property
    def stems(self) -> frozenset[str]:
        """Stems of all words of the question, stop words included."""
        return frozenset(map(stem, self.words))

    def weight(self, mask: int) -> float:
        """The summed rarity of the terms in the mask."""
        held = self._sums.get(mask)
        if held is None:
            held = self._sums[mask] = sum(r for i, r in enumerate(self.rarity) if mask >> i & 1)
        return held

    def holding(self, chunk_id: ChunkId, field: ChunkFields) -> Holding:
        """What the passage holds of the question; worked out once per chunk."""
        found = self._held.get(chunk_id)
        if found is None:
            found = self._held[chunk_id] = self._holding(field)
        return found

    def lacking(self, chunk_id: ChunkId, field: ChunkFields) -> tuple[str, ...]:
        """The words of the question that a passage does not hold."""
        exact = self.holding(chunk_id, field).exact
        lacked = {term for at, term in enumerate(self.terms) if not exact >> at & 1}
        return tuple(word for word in self.words if stem(word) in lacked)

    def _holding(self, field: ChunkFields) -> Holding:
        exact = soft = 0
        parts = [0.0] * len(self.terms)
        norm = _K1 * (1 - _B + _B * field.body.length / self._mean_length)
        body, title = field.body, frozenset(field.title.stems).union(field.heading.stems)
        held = title.union(body.stems)
        kin = kin_groups(held) if any(self._kin) else frozenset[int]()
        for i, term in enumerate(self.terms):
            if term in held:
                exact |= 1 << i
                times = body.text.count(f" {term} ") + _TITLE_TIMES * (term in title)
                parts[i] = self.rarity[i] * times * (_K1 + 1) / (times + norm)
            elif self._kin[i] & kin:
                soft |= 1 << i
        return Holding(exact, soft, tuple(parts))

    def covered(self, held: Holding, mask: int) -> float:
        """How much of the masked terms the passage holds, related words at a discount."""
        return self.weight(held.exact & mask) + _SOFT * self.weight(held.soft & mask)

    def bm25(self, held: Holding, mask: int) -> float:
        """BM25 of the passage for the masked terms."""
        return sum(part for i, part in enumerate(held.parts) if part and mask >> i & 1)


def spans(said: WordByWord) -> tuple[tuple[int, int, str], ...]:
    """(position, length, name) of every run of words that may be a name, longest first, then in order."""
    found: set[tuple[int, int, str]] = set()
    for position, word in enumerate(said.words):
        for size in range(1, min(MAX_NAME_WORDS, len(said.words) - position) + 1):
            if size > 1 or (word not in STOP_WORDS and len(word) > 2):
                found.add((position, size, " ".join(said.words[position : position + size])))
    for position, number in said.numbers:
        size = min(number.count(" ") + 1, MAX_NAME_WORDS)
        if position + size <= len(said.words):
            found.add((position, size, number))
    return tuple(sorted(found, key=lambda span: (-span[1], span[0], span[2])))


def named_chunks(
    asked: AskedTerms, held: Iterable[NamedChunk], title_of: Mapping[ChunkId, Sequence[str]]
) -> dict[ChunkId, Naming]:
    """Chunk id -> how the question names it, of the names held; a longer name hides the shorter ones inside it.

    `title_of` gives the stems of a chunk's title."""
    chunks: dict[str, set[ChunkId]] = {}
    for one in held:
        chunks.setdefault(one.name, set()).add(one.chunk_id)
    taken: list[range] = []
    found: dict[ChunkId, Naming] = {}
    for position, size, name in spans(asked.said):
        place = range(position, position + size)
        if name not in chunks or any(place.start < other.stop and other.start < place.stop for other in taken):
            continue
        taken.append(place)
        if len(chunks[name]) > _SHARED:
            continue
        capitals = sum(asked.capital[i] or asked.words[i][0].isdigit() for i in place) / size
        for chunk_id in chunks[name] & title_of.keys():
            new = Naming(capitals, _title_share(asked, title_of[chunk_id]), 1 / len(chunks[name]))
            if chunk_id not in found or new.worth > found[chunk_id].worth:
                found[chunk_id] = new
    return found


def _title_share(asked: AskedTerms, title: Sequence[str]) -> float:
    parts = {part: asked.rarity_of(part) for part in title}
    whole = sum(parts.values())
    return sum(rare for part, rare in parts.items() if part in asked.stems) / whole if whole else 0.0


_THAT = lazy_regex(r"\b(?:that|this|those|these|such an?) ([a-z]{3,})\b", re.IGNORECASE)
"""A noun pointed back to: "that tax"."""
_OWN_WORDS = 4
"""A part of fewer content words leans on the rest of the question."""
_SUBJECT = 10
"""Words of a part with those it leans on."""


def time_of(part: str, whole: str, newest_year: int) -> tuple[str, str]:
    """The time the part names; a month without a year is of the year the question names. Empty when it names none."""
    today = date(newest_year or date.max.year, 12, 31)
    said = resolve_dates(whole, today)
    if said.date_from and said.date_from[:4] in whole:
        today = date(int(said.date_from[:4]), 12, 31)
    own = resolve_dates(part, today)
    return own.date_from, own.date_to


def subject_of(part: str, whole: str, issue: IssueMap) -> tuple[str, ...]:
    """The words of the part without towns and years, with the words that tell which "that tax" is meant; with those of
    the question when they are few."""
    towns = set(content(" ".join((issue.town, *issue.other_towns))))
    own = [word for word in content(part) if word not in towns and not _is_year(word)]
    own += [word for word in _referred(part, whole) if word not in own and word not in towns]
    if len(own) < _OWN_WORDS and not _THAT.search(part):
        own += [word for word in content(whole) if word not in {*towns, *own} and not _is_year(word)]
    return tuple(dict.fromkeys(own))[:_SUBJECT]


def _referred(part: str, whole: str) -> tuple[str, ...]:
    """The words before the noun that the part points back to: of "that tax", the "excavation" of "excavation tax"."""
    for pointer in _THAT.finditer(part):
        before = re.search(rf"([\w-]+(?: [\w-]+)?) {re.escape(pointer[1])}\b", whole.split(part)[0], re.IGNORECASE)
        if before:
            return content(before[1])
    return ()


def _is_year(word: str) -> bool:
    return word.isdigit() and len(word) == 4
