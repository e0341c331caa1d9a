"""Everyday phrases filed under keys, like the index of a handbook: under which key do the words of a question stand.

`indexed` turns a table (a key, a tab, its phrases parted by "|") into the text that `PhraseIndex` searches: stems, and
how many keys hold each. It is made once (`scripts/index_phrases.py`) and kept beside the table, so that a question
stems none of it and reads only the lines that share its words.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import accumulate
from math import fsum

from vault.text.words import content_words, stem

__all__ = ["PhraseIndex", "indexed", "phrase_rows"]

_CHANCE, _SURE = 5.0, 18.0
"""Scores: below the first the words met are chance, from the second on (a phrase of three or four telling words met
in full) a key is certain."""
_QUESTIONS = 64
"""Questions whose keys are remembered: ranking and each round of answers ask for those of the same one."""
_STEMS = 4096
"""Stems whose lines are remembered: the words of a question and of each part of it are looked up."""
_NEXT_PHRASES = 0.25
_ALL_WORDS = 0.35
"""What a key's second and third phrase add, and the words of all its phrases: one phrase met counts most."""


def phrase_rows(table: str) -> dict[str, tuple[str, ...]]:
    """Key -> phrases of a table; lines that are blank or begin with "#" are left out."""
    rows = (line.split("\t") for line in table.splitlines() if line and not line.startswith("#"))
    return {key: tuple(phrases.split("|")) for key, phrases, *_ in rows}


def indexed(table: str, *, keys: bool = False) -> str:
    """The index of a table: a line of stems, each with the number of keys that hold it, then a line for each key with
    the stems of its phrases; with `keys` the key is itself phrases parted by "|"."""
    count: Counter[str] = Counter()
    lines = []
    for key, phrases in phrase_rows(table).items():
        said = (*phrases, *(key.split("|") if keys else ()))
        stems = [dict.fromkeys(map(stem, content_words(phrase))) for phrase in said]
        count.update({part for phrase in stems for part in phrase})
        lines.append(f"{key}\t{'|'.join(f' {phrase} ' for phrase in map(' '.join, stems) if phrase)}")
    head = " ".join(f"{part}:{number}" for part, number in sorted(count.items()))
    return "\n".join((head, *lines)) + "\n"


class PhraseIndex:
    """What `indexed` made, asked for keys."""

    def __init__(self, index: str) -> None:
        head, _, self._text = index.partition("\n")
        lines = self._text.splitlines()
        self._lines = lines
        self._starts = tuple(accumulate((len(line) + 1 for line in lines), initial=0))
        self._rarity: Mapping[str, float] = {
            part: math.log(1.0 + (len(lines) - int(number) + 0.5) / (int(number) + 0.5))
            for part, _, number in (one.rpartition(":") for one in head.split())
        }
        self._near = lru_cache(maxsize=_QUESTIONS)(self._search)
        self._holding = lru_cache(maxsize=_STEMS)(self._lines_holding)

    def near(self, stems: Iterable[str]) -> tuple[tuple[str, float], ...]:
        """(key, 0..1, how surely these words are filed under it), every key that more than chance suggests, surest
        first, ties by key. A phrase met in full counts more than the same words scattered over several."""
        return self._near(frozenset(part for part in stems if part in self._rarity))

    def _search(self, asked: frozenset[str]) -> tuple[tuple[str, float], ...]:
        shared: dict[int, float] = {}
        for part in sorted(asked):
            for line in self._holding(part):
                shared[line] = shared.get(line, 0.0) + self._rarity[part]
        most = 1.0 + 2 * _NEXT_PHRASES + _ALL_WORDS
        lines = (self._lines[line] for line, held in shared.items() if held * most > _CHANCE)
        best = sorted((-score, key) for key, score in (self._score(line, asked) for line in lines) if score > _CHANCE)
        return tuple((key, min(1.0, (-score - _CHANCE) / (_SURE - _CHANCE))) for score, key in best)

    def _lines_holding(self, part: str) -> tuple[int, ...]:
        found: list[int] = []
        at = self._text.find(f" {part} ")
        while at >= 0:
            found.append(bisect_right(self._starts, at) - 1)
            at = self._text.find(f" {part} ", self._starts[found[-1] + 1] - 1)
        return tuple(found)

    def _score(self, line: str, asked: frozenset[str]) -> tuple[str, float]:
        key, _, phrases = line.partition("\t")
        met: set[str] = set()
        scores: list[float] = []
        for phrase in phrases.split("|"):
            parts = phrase.split()
            shared = [part for part in parts if part in asked]
            if shared:
                met.update(shared)
                whole = fsum(self._rarity[part] for part in parts)
                held = fsum(self._rarity[part] for part in shared)
                scores.append(held * math.sqrt(held / whole))
        if not scores:  # the word stands in the key, not in a phrase
            return key, 0.0
        scores.sort(reverse=True)
        all_words = fsum(self._rarity[part] for part in met)
        return key, scores[0] + _NEXT_PHRASES * sum(scores[1:3]) + _ALL_WORDS * all_words
