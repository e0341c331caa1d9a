"""Groups of related words, so that "director" may meet "directed" and "mother" may meet "daughter".

Loads a small list of everyday English relations from package data; it holds no names and nothing of any document.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from vault.text.words import STOP_WORDS, stem, words

__all__ = ["kin_groups", "kin_of"]


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
