"""A question as the engine sees it: its words with their rarity, and the chunks it names.

Pure arithmetic on words; what is asked of the vault comes through the store. It refuses to guess what is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import NamedTuple

from pipeline.multihop.kin import kin_of
from pipeline.multihop.store import Passage, PassageStore
from pipeline.multihop.types import Scope
from vault.store.link_names import MAX_NAME_WORDS, identifiers
from vault.text.words import STOP_WORDS, scan, stem, words

__all__ = ["Anchor", "Profile", "QuestionTerms", "Run", "anchors", "match_any", "match_phrase"]

MAX_WORDS = 60
"""Words of a question that are looked at; a pasted page is not a question."""
MAX_ANCHORS_PER_NAME = 60
"""A name that more chunks share does not say which is meant."""
_SOFT = 0.6
"""What a related word is worth against the word itself."""
_K1, _B = 1.2, 0.75  # BM25's usual constants, as in FTS5


class Anchor(NamedTuple):
    """How a question names a chunk: whether inside a longer name, rarity and capitals of the words, how much of the
    title they are, one over the number of chunks so named, and the kind of name."""

    inside: bool
    rarity: float
    capitals: float
    share: float
    one_of: float
    kind: str


class Profile(NamedTuple):
    """Which question terms a passage holds, as bit masks, and the BM25 part of each term."""

    exact: int
    soft: int
    lead: int
    title: int
    parts: tuple[float, ...]


class Run(NamedTuple):
    """Neighbouring words of the question: the terms among them, the stems as they would stand in a passage, and the
    summed rarity of the terms."""

    mask: int
    text: str
    rarity: float

    def stands_in(self, profile: Profile, flat: str) -> bool:
        """Whether the words stand together in the passage; the mask saves most of the looking."""
        return profile.exact & self.mask == self.mask and self.text in flat


class QuestionTerms:
    """The content stems of a question, each with its rarity; bit i of every mask stands for `terms[i]`."""

    def __init__(self, text: str, store: PassageStore) -> None:
        cut = scan(text[:4000])
        self.words = cut.words[:MAX_WORDS]
        self.capital = cut.capital[:MAX_WORDS]
        self.text = text[:4000]
        kept = [w for w in self.words if w not in STOP_WORDS and (len(w) > 1 or w.isdigit())]
        self.query_words = tuple(dict.fromkeys(kept)) or tuple(dict.fromkeys(self.words))
        self._word_of = {stem(w): w for w in reversed(self.query_words)}
        self.terms = tuple(dict.fromkeys(map(stem, self.query_words)))
        self.rarity = tuple(map(store.idf, self.terms))
        self.total = sum(self.rarity) or 1.0
        self.all = (1 << len(self.terms)) - 1
        self._place = {term: i for i, term in enumerate(self.terms)}
        self.rarest = 1 << max(range(len(self.terms)), key=lambda i: (self.rarity[i], -i)) if self.terms else 0
        self._kin = tuple(map(kin_of, self.terms))
        self._kin_groups = frozenset[int]().union(*self._kin)
        self._kin_bearing = [i for i, kin in enumerate(self._kin) if kin]
        self._average = store.average_length
        self._sums: dict[int, float] = {0: 0.0}
        self._profiles: dict[int, Profile] = {}

    @cached_property
    def stems(self) -> frozenset[str]:
        """Stems of all words of the question, stop words included."""
        return frozenset(map(stem, self.words))

    @cached_property
    def pairs(self) -> tuple[Run, ...]:
        """Words that stand side by side in the question, both with meaning."""
        return self._runs(2, lambda run: not STOP_WORDS.intersection(run))

    @cached_property
    def bridged(self) -> tuple[Run, ...]:
        """Two words with meaning and one function word between them: "members of boards"."""
        return self._runs(3, lambda run: [word in STOP_WORDS for word in run] == [False, True, False])

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """Three words in a row, at least two with meaning."""
        return self._runs(3, lambda run: sum(word not in STOP_WORDS for word in run) > 1)

    def _runs(self, size: int, wanted: Callable[[tuple[str, ...]], bool]) -> tuple[Run, ...]:
        found: dict[str, Run] = {}
        for start in range(len(self.words) - size + 1):
            run = self.words[start : start + size]
            if wanted(run):
                parts = tuple(map(stem, run))
                text = f" {' '.join(parts)} "
                bits = [self._place[part] for part in parts if part in self._place]
                mask = sum({1 << bit for bit in bits})
                found.setdefault(text, Run(mask, text, sum(self.rarity[bit] for bit in bits)))
        return tuple(found.values())

    def words_of(self, mask: int) -> list[str]:
        """The question's own words for the masked terms."""
        return [self._word_of[t] for i, t in enumerate(self.terms) if mask >> i & 1]

    def weight(self, mask: int) -> float:
        """The summed rarity of the terms in the mask."""
        held = self._sums.get(mask)
        if held is None:
            held = self._sums[mask] = sum(r for i, r in enumerate(self.rarity) if mask >> i & 1)
        return held

    def profile(self, passage: Passage) -> Profile:
        """What the passage holds of the question; computed once per passage."""
        held = self._profiles.get(passage.chunk_id)
        if held is None:
            held = self._profiles[passage.chunk_id] = self._profile(passage)
        return held

    def _profile(self, passage: Passage) -> Profile:
        exact = soft = lead = title = 0
        parts = [0.0] * len(self.terms)
        norm = _K1 * (1 - _B + _B * passage.length / self._average)
        terms, flat = passage.terms, passage.flat
        for i, term in enumerate(self.terms):
            bit = 1 << i
            if term in terms:
                exact |= bit
                times = flat.count(f" {term} ")
                if term in passage.title_stems:
                    title |= bit
                    times += 2  # as the title counts twice in the index
                if term in passage.lead:
                    lead |= bit
                parts[i] = self.rarity[i] * times * (_K1 + 1) / (times + norm)
            elif self._kin[i] and self._kin[i] & passage.kin:
                soft |= bit
        return Profile(exact, soft, lead, title, tuple(parts))

    def cues(self, passage: Passage) -> list[tuple[int, float]]:
        """Where words like the question's stand in the passage, with their worth: rarity as a share of the rarest.

        Words of the passage's own title are no cues: they name it, they do not lead on.
        """
        top = max(self.rarity, default=0.0) or 1.0
        open_terms = passage.terms.difference(passage.title_stems)
        worth = {term: self.rarity[i] / top for term, i in self._place.items() if term in open_terms}
        if passage.kin & self._kin_groups:
            for word in open_terms.difference(self._place):
                alike = [self.rarity[i] for i in self._kin_bearing if self._kin[i] & kin_of(word)]
                if alike:
                    worth[word] = _SOFT * max(alike) / top
        if not worth:
            return []
        return [(i, worth[word]) for i, word in enumerate(passage.stems) if word in worth]

    def covered(self, profile: Profile, mask: int) -> float:
        """How much of the masked terms the passage holds, related words at a discount."""
        return self.weight(profile.exact & mask) + _SOFT * self.weight(profile.soft & mask)

    def bm25(self, profile: Profile, mask: int) -> float:
        """BM25 of the passage for the masked terms."""
        if mask == self.all:
            return sum(profile.parts)
        return sum(part for i, part in enumerate(profile.parts) if part and mask >> i & 1)


def match_any(query_words: Iterable[str]) -> str:
    """FTS5 expression: any of the words. Words come from `vault.text.words`, so they hold no quote."""
    return " OR ".join(f'"{word}"' for word in query_words)


def match_phrase(phrase: str) -> str:
    """FTS5 expression: the words side by side."""
    return f'"{phrase}"'


def anchors(question: QuestionTerms, store: PassageStore, scope: Scope = ()) -> dict[int, Anchor]:
    """The chunks the question names, with how; a longer name comes before the shorter ones inside it."""
    spans = _spans(question)
    rows: dict[str, dict[int, str]] = {}
    for row in store.named(dict.fromkeys(name for _, _, name in spans), scope):
        rows.setdefault(row.name, {}).setdefault(row.chunk_id, row.kind)
    spans = [span for span in spans if span[2] in rows]
    taken: list[tuple[int, int]] = []
    found: dict[int, Anchor] = {}
    for position, size, name in spans:
        inside = any(position < a + b and a < position + size for a, b in taken)
        named = rows.get(name, {})
        if not inside:
            taken.append((position, size))
        if not named or len(named) > MAX_ANCHORS_PER_NAME:
            continue
        span = range(position, position + size)
        rarity = sum(store.idf(stem(question.words[i])) for i in span)
        capitals = sum(question.capital[i] or question.words[i][0].isdigit() for i in span) / size
        for chunk_id, passage in store.passages(named).items():
            share = _title_share(passage, question, store)
            new = Anchor(inside, rarity, capitals, share, 1 / len(named), named[chunk_id])
            old = found.get(chunk_id)
            if old is None or (new.inside, -new.rarity) < (old.inside, -old.rarity):
                found[chunk_id] = new
    return found


def _spans(question: QuestionTerms) -> list[tuple[int, int, str]]:
    """(position, length, name) of every run of words that may be a name, longest first, then in order."""
    spans: set[tuple[int, int, str]] = set()
    for position, word in enumerate(question.words):
        for size in range(1, min(MAX_NAME_WORDS, len(question.words) - position) + 1):
            if size > 1 or (word not in STOP_WORDS and len(word) > 2):
                spans.add((position, size, " ".join(question.words[position : position + size])))
    for offset, number in identifiers(question.text):
        position = len(words(question.text[:offset]))
        size = min(number.count(" ") + 1, MAX_NAME_WORDS)
        if position + size <= len(question.words):
            spans.add((position, size, number))
    return sorted(spans, key=lambda span: (-span[1], span[0], span[2]))


def _title_share(passage: Passage, question: QuestionTerms, store: PassageStore) -> float:
    parts = {term: store.idf(term) for term in passage.title_stems}
    whole = sum(parts.values())
    return sum(r for term, r in parts.items() if term in question.stems) / whole if whole else 0.0
