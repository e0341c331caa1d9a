"""Names in a source that no title carries become searches of their own, nearest to what the question still asks first.

Pure: it reads a passage and gives phrases. It refuses to search.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from pipeline.ask.concepts import ChunkFields
from pipeline.find.chains.asked import AskedTerms
from pipeline.find.chains.kin import kin_of, kin_words
from vault.text.words import STOP_WORDS, Scan, scan, stem, words
from vault.types import Chunk, ChunkId

__all__ = ["Phrase", "phrases_of", "weighed_in"]

_PER_SOURCE = 3
_MOST_WORDS = 6
_HEAD = 5
"""Stems that share this many letters are forms of one word ("direct", "directori")."""
_NEAR = 8.0
"""Words over which a cue next to a name loses two thirds of its weight."""
_WINDOW = 25
_JOINERS = frozenset({"of", "the", "de", "von", "and", "for", "in"})


class Phrase(NamedTuple):
    """A name to search for: its source, its words and their place, and the words one of which must stand beside it."""

    source: ChunkId
    words: str
    position: int
    length: int
    beside: tuple[str, ...]
    rarity: float


def weighed_in(asked: AskedTerms, source: Chunk, field: ChunkFields) -> list[str]:
    """The stems whose rarity `phrases_of` asks for; none where the passage leaves nothing open."""
    if not asked.all & ~asked.holding(source.id, field).exact:
        return []
    text = scan(source.text)
    spans = [word for start, end in _capital_spans(text) for word in text.words[start:end]]
    return [stem(word) for word in (*words(source.title.partition("(")[0]), *spans)]


def phrases_of(asked: AskedTerms, source: Chunk, field: ChunkFields) -> tuple[Phrase, ...]:
    """The names of a passage worth searching for: those near the words the question still asks, and its title."""
    open_terms = asked.all & ~asked.holding(source.id, field).exact
    if not open_terms:
        return ()
    wanted = asked.words_of(open_terms)
    beside = tuple(dict.fromkeys((*wanted, *(kin for word in wanted for kin in kin_words(stem(word))))))
    title = words(source.title.partition("(")[0])
    found = _valued(asked, source, wanted)
    named = [
        Phrase(source.id, name, position, name.count(" ") + 1, beside, rarity)
        for name, (_, rarity, position) in sorted(found.items(), key=lambda item: (-item[1][0], item[0]))[:_PER_SOURCE]
    ]
    if open_terms != asked.all and 0 < len(title) <= _MOST_WORDS:
        rarity = sum(asked.rarity_of(stem(word)) for word in title)
        named.append(Phrase(source.id, " ".join(title), 0, len(title), tuple(wanted), rarity))
    return tuple(named)


def _valued(asked: AskedTerms, source: Chunk, wanted: list[str]) -> dict[str, tuple[float, float, int]]:
    """Capitalised spans -> (worth, rarity, position); spans of the question or the title are left out."""
    text, said, title = scan(source.text), frozenset(asked.words), frozenset(words(source.title))
    cues = _cues(asked, text, wanted)
    found: dict[str, tuple[float, float, int]] = {}
    places = tuple(_capital_spans(text))
    for start, end in places:
        span = text.words[start:end]
        if len(span) > _MOST_WORDS or said.issuperset(span) or title.issuperset(span):
            continue
        rarity = sum(asked.rarity_of(stem(word)) for word in span)
        worth = _cue(text, (start, end), cues) + 0.02 * min(rarity, 20.0) + 0.2 / (1 + text.sentence[start])
        key = " ".join(span)
        found[key] = max(found.get(key, (0.0, 0.0, 0)), (worth, rarity, start))
    return found


def _cues(asked: AskedTerms, text: Scan, wanted: list[str]) -> list[tuple[float, list[tuple[int, float]]]]:
    """Per open term its rarity and the positions of words like it, with how alike they are."""
    stems = [stem(word) for word in text.words]
    found = []
    for word in wanted:
        term = stem(word)
        near = [(place, worth) for place, other in enumerate(stems) if (worth := _alike(term, other))]
        found.append((asked.rarity_of(term), near))
    return found


def _alike(term: str, other: str) -> float:
    if term == other:
        return 1.0
    if len(term) >= _HEAD and term[:_HEAD] == other[:_HEAD]:
        return 0.9
    return 0.8 if kin_of(term) & kin_of(other) else 0.0


def _cue(text: Scan, span: tuple[int, int], cues: list[tuple[float, list[tuple[int, float]]]]) -> float:
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


def _capital_spans(text: Scan) -> list[tuple[int, int]]:
    """Runs of capitalised words inside a sentence, "of" and the like between them included."""
    found: list[tuple[int, int]] = []
    position, size = 0, len(text.words)

    def inside(place: int, start: int) -> bool:
        return place < size and text.sentence[place] == text.sentence[start]

    while position < size:
        if not text.capital[position] or text.words[position] in STOP_WORDS:
            position += 1
            continue
        end = position + 1
        while inside(end, position) and (
            text.capital[end] or (text.words[end] in _JOINERS and inside(end + 1, position) and text.capital[end + 1])
        ):
            end += 1
        found.append((position, end))
        position = end
    return found
