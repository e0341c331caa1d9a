"""How the planner finds words and phrases in a text: on word boundaries, whatever their endings.

Pure functions over the words and stems of `vault.tokens`. It refuses to match inside a word: "sue" is not in
"issue", "ada" is not in "Canada".
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from pipeline.lexicon import FILLER_WORDS, PRONOUNS
from vault.tokens import STOP_WORDS, stem, words

__all__ = ["contains_run", "content", "first_seen", "named", "says", "says_any", "stem_set", "stem_words", "utters"]

_SLACK = 3
"""Words that may stand between the words of a phrase: "fix the fallen old headstones" still says "fix headstones"."""


@lru_cache(maxsize=4096)
def stem_words(text: str) -> tuple[str, ...]:
    """The stems of all words of the text, in order; empty for a text without words."""
    return tuple(stem(word) for word in words(text))


def stem_set(texts: Iterable[str]) -> frozenset[str]:
    """The stems of all words of the texts."""
    return frozenset(part for text in texts for part in stem_words(text))


def contains_run(whole: tuple[str, ...], part: tuple[str, ...]) -> bool:
    """Whether `part` stands in `whole` as one unbroken run; an empty part never does."""
    size = len(part)
    return size > 0 and any(whole[i : i + size] == part for i in range(len(whole) - size + 1))


def named(text: str, name: str) -> bool:
    """Whether the words of `name` stand in `text` as written, side by side (case and accents ignored)."""
    return contains_run(words(text), words(name))


def _within_window(whole: tuple[str, ...], part: tuple[str, ...]) -> bool:
    wanted = set(part)
    span = len(part) + _SLACK
    return any(
        whole[i] in wanted and wanted.issubset(whole[i : i + span]) for i in range(len(whole)) if whole[i] in wanted
    )


def says(text: str, phrase: str, *, close: bool = False) -> bool:
    """Whether the text says the phrase: same stems side by side or, with `close`, near each other in any order."""
    whole, part = stem_words(text), stem_words(phrase)
    if not part:
        return False
    if close and len(part) > 1:
        return _within_window(whole, part)
    return contains_run(whole, part)


def utters(text: str, phrase: str) -> bool:
    """Whether the text has the words of the phrase side by side, with no change but a plural: "parks" is a park,
    "parking" is none."""
    whole = tuple(map(_singular, words(text)))
    return contains_run(whole, tuple(map(_singular, words(phrase))))


def _singular(word: str) -> str:
    if len(word) > 3 and word.endswith("ies"):
        return word[:-3] + "y"
    plural = len(word) > 3 and word.endswith("s") and not word.endswith("ss") and word != "news"
    return word[:-1] if plural else word


def says_any(text: str, phrases: Iterable[str], *, close: bool = False) -> bool:
    """Whether the text says at least one of the phrases (see `says`)."""
    return any(says(text, phrase, close=close) for phrase in phrases)


def content(text: str) -> tuple[str, ...]:
    """The words of a question that carry its subject, each once, in order: no function words, pronouns or fillers."""
    kept = (
        word
        for word in words(text)
        if word not in STOP_WORDS
        and word not in FILLER_WORDS
        and word not in PRONOUNS
        and (len(word) > 1 or word.isdigit())
    )
    return tuple(dict.fromkeys(kept))


def first_seen(items: Iterable[str]) -> tuple[str, ...]:
    """The items without blanks and without repeats (case ignored), in order of first appearance."""
    kept: dict[str, str] = {}
    for item in items:
        tidy = " ".join(item.split())
        if tidy:
            kept.setdefault(tidy.lower(), tidy)
    return tuple(kept.values())
