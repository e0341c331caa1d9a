"""Stage two: names in the sources that no title carries become phrase queries of their own.

Used only when the links gave no strong chain. At most a few queries per source; a phrase in too many chunks is
asked together with what the source leaves open, and one in very many is no bridge at all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from pipeline.multihop.expand import Edge
from pipeline.multihop.features import LinkFacts, link_features
from pipeline.multihop.kin import kin_of, kin_words
from pipeline.multihop.question import QuestionTerms, match_any, match_phrase
from pipeline.multihop.store import Passage, PassageStore
from pipeline.multihop.types import How, Scope
from vault.text.words import STOP_WORDS, Scan, stem, words

__all__ = ["EntityQueries"]

_RARE = 14
"""A phrase in at most this many chunks is asked alone."""
_COMMON = 150
"""A phrase whose rarest word is in more chunks than this is no bridge."""
_FOLLOWED = 6
"""Hits kept of a query that also needs the open terms."""
_NEAR = 8.0
"""Words over which a cue next to a name loses two thirds of its weight."""
_WINDOW = 25
_MAX_SPAN = 6
_HEAD = 5
"""Stems that share this many letters are forms of one word."""
_JOINERS = frozenset({"of", "the", "de", "von", "and", "for", "in"})


class EntityQueries:
    """Runs the phrase queries of one search and remembers them."""

    def __init__(self, question: QuestionTerms, store: PassageStore, scope: Scope = ()) -> None:
        self._question = question
        self._store = store
        self._scope = scope
        self._alike: dict[str, tuple[tuple[int, float], ...]] = {}
        self._heads = frozenset(term[:_HEAD] for term in question.terms)
        self._kin = frozenset[int]().union(*map(kin_of, question.terms))
        self.queries: list[str] = []

    def edges(self, sources: Sequence[int], per_source: int) -> list[Edge]:
        """Links found by phrase queries from the sources, at most `per_source` phrases and one title query each."""
        passages, texts = self._store.passages(sources), self._store.texts(sources)
        found: list[Edge] = []
        for i in sources:
            if i in passages and i in texts:
                open_terms = self._question.all & ~self._question.profile(passages[i]).exact
                found += self._from_spans(passages[i], texts[i], open_terms, per_source)
                found += self._from_title(passages[i], open_terms)
        return found

    def _run(self, match: str, limit: int) -> list[int]:
        self.queries.append(match)
        return [i for i, _ in self._store.ranked(match, limit, self._scope)]

    def _from_spans(self, source: Passage, text: Scan, mask: int, limit: int) -> list[Edge]:
        if not mask:
            return []
        valued = self._spans(source, text, mask)
        wider = self._question.words_of(mask)
        wider += [w for word in tuple(wider) for w in kin_words(stem(word))]
        edges: list[Edge] = []
        for phrase, (_, rarity, sentence) in sorted(valued.items(), key=lambda kv: (-kv[1][0], kv[0]))[:limit]:
            hits = self._run(match_phrase(phrase), _RARE + 1)
            if len(hits) > _RARE:
                if min(self._store.frequency(stem(w)) for w in phrase.split()) > _COMMON:
                    continue
                hits = self._run(f"{match_phrase(phrase)} AND ({match_any(dict.fromkeys(wider))})", _FOLLOWED)
            edges += self._describe(source, hits, "entity", (rarity, sentence))
        return edges

    def _from_title(self, source: Passage, mask: int) -> list[Edge]:
        title = words(source.title.partition("(")[0])
        if not mask or mask == self._question.all or not 0 < len(title) <= _MAX_SPAN:
            return []
        rarity = sum(self._store.idf(stem(w)) for w in title)
        match = f"{match_phrase(' '.join(title))} AND ({match_any(self._question.words_of(mask))})"
        return self._describe(source, self._run(match, _FOLLOWED), "title_phrase", (rarity, 0))

    def _describe(self, source: Passage, hits: Sequence[int], how: How, place: tuple[float, int]) -> list[Edge]:
        rarity, sentence = place
        facts = LinkFacts(how, rarity, sentence, 0.0, 0)
        passages = self._store.passages(hits)
        return [
            Edge(source.chunk_id, i, how, link_features(self._question, source, passages[i], facts))
            for i in hits
            if i != source.chunk_id and i in passages
        ]

    def _spans(self, source: Passage, text: Scan, mask: int) -> dict[str, tuple[float, float, int]]:
        """Capitalised spans -> (worth, rarity, sentence); spans of the question or the title are left out."""
        asked, title = frozenset(self._question.words), frozenset(words(source.title))
        cues = self._cues(text, mask)
        found: dict[str, tuple[float, float, int]] = {}
        for start, end in _capital_spans(text):
            span = text.words[start:end]
            if len(span) > _MAX_SPAN or asked.issuperset(span) or title.issuperset(span):
                continue
            rarity = sum(self._store.idf(stem(w)) for w in span)
            sentence = text.sentence[start]
            worth = self._cue(text, (start, end), cues) + 0.02 * min(rarity, 20.0) + 0.2 / (1 + sentence)
            key = " ".join(span)
            found[key] = max(found.get(key, (0.0, 0.0, 0)), (worth, rarity, sentence))
        return found

    def _cues(self, text: Scan, mask: int) -> list[tuple[float, list[tuple[int, float]]]]:
        """Per open term its rarity and the positions of words like it, with how alike they are."""
        near: dict[int, list[tuple[int, float]]] = {i: [] for i in range(len(self._question.terms)) if mask >> i & 1}
        for position, word in enumerate(text.words):
            for i, worth in self._likeness(word):
                if i in near:
                    near[i].append((position, worth))
        return [(self._question.rarity[i], places) for i, places in near.items()]

    def _likeness(self, word: str) -> tuple[tuple[int, float], ...]:
        """The question terms a word is like, with how much; remembered for the search."""
        held = self._alike.get(word)
        if held is None:
            other = stem(word)
            pairs = ((i, _alike(term, other)) for i, term in enumerate(self._question.terms))
            worth_asking = other in self._question.terms or other[:_HEAD] in self._heads or kin_of(other) & self._kin
            held = self._alike[word] = tuple((i, worth) for i, worth in pairs if worth) if worth_asking else ()
        return held

    def _cue(self, text: Scan, span: tuple[int, int], cues: list[tuple[float, list[tuple[int, float]]]]) -> float:
        """How near the span stands to words the question still asks for, 0..1."""
        start, end = span
        gained = 0.0
        for rarity, near in cues:
            best = 0.0
            for position, worth in near:
                distance = start - position if position < start else position - end + 1
                if 0 < distance <= _WINDOW and text.sentence[position] == text.sentence[start]:
                    best = max(best, worth * math.exp(-distance / _NEAR))
            gained += rarity * best
        return gained / (sum(rarity for rarity, _ in cues) or 1.0)


def _alike(term: str, other: str) -> float:
    if term == other:
        return 1.0
    if len(term) >= _HEAD and term[:_HEAD] == other[:_HEAD]:  # "direct" and "directori"
        return 0.9
    return 0.8 if kin_of(term) & kin_of(other) else 0.0


def _capital_spans(text: Scan) -> list[tuple[int, int]]:
    """Runs of capitalised words inside a sentence, "of" and the like between them included."""
    spans: list[tuple[int, int]] = []
    position, size = 0, len(text.words)

    def inside(j: int, start: int) -> bool:
        return j < size and text.sentence[j] == text.sentence[start]

    while position < size:
        if not text.capital[position] or text.words[position] in STOP_WORDS:
            position += 1
            continue
        end = position + 1
        while inside(end, position) and (
            text.capital[end] or (text.words[end] in _JOINERS and inside(end + 1, position) and text.capital[end + 1])
        ):
            end += 1
        spans.append((position, end))
        position = end
    return spans
