"""How the planner finds words and phrases in a text: on word boundaries, whatever their endings.

Pure functions over the words and stems of `vault.text.words`. It refuses to match inside a word: "sue" is not in
"issue", "ada" is not in "Canada".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from pipeline.ask.lexicon import FILLER_WORDS, PRONOUNS
from pipeline.quoting.alike import base_of
from vault.text.patterns import lazy_regex
from vault.text.words import STOP_WORDS, stem, words

__all__ = [
    "contains_run", "content", "first_said", "first_seen", "initials", "named", "says", "says_any", "singular",
    "stem_set", "stem_words", "things", "utterances",
]  # fmt: skip

_DETERMINERS = frozenset({"a", "an", "the", "my", "our", "your", "his", "her", "its", "their", "this", "that"})
_SLACK = 3
"""Words that may stand between the words of a phrase: "fix the fallen old headstones" still says "fix headstones"."""

_INITIALS = (3, 4)
"""Words of a name that is abbreviated."""


class _Runs(NamedTuple):
    """The words of a text in one form, and where each stands."""

    parts: tuple[str, ...]
    places: Mapping[str, tuple[int, ...]]


@lru_cache(maxsize=8192)
def stem_words(text: str) -> tuple[str, ...]:
    """The stems of all words of the text, in order; empty for a text without words."""
    return tuple(stem(word) for word in words(text))


@lru_cache(maxsize=8192)
def _singulars(text: str) -> tuple[str, ...]:
    return tuple(map(singular, words(text)))


def singular(word: str) -> str:
    """The word without the ending of a plural."""
    if len(word) > 3 and word.endswith("ies"):
        return word[:-3] + "y"
    plural = len(word) > 3 and word.endswith("s") and not word.endswith("ss") and word != "news"
    return word[:-1] if plural else word


def _indexed(parts: tuple[str, ...]) -> _Runs:
    places: dict[str, list[int]] = {}
    for position, part in enumerate(parts):
        places.setdefault(part, []).append(position)
    return _Runs(parts, {part: tuple(found) for part, found in places.items()})


@lru_cache(maxsize=256)
def _stem_index(text: str) -> _Runs:
    return _indexed(stem_words(text))


@lru_cache(maxsize=256)
def _singular_index(text: str) -> _Runs:
    return _indexed(_singulars(text))


def _starts(whole: _Runs, part: tuple[str, ...]) -> list[int]:
    size = len(part)
    return [at for at in whole.places.get(part[0], ()) if whole.parts[at : at + size] == part] if part else []


def stem_set(texts: Iterable[str]) -> frozenset[str]:
    """The stems of all words of the texts."""
    return frozenset(part for text in texts for part in stem_words(text))


def contains_run(whole: tuple[str, ...], part: tuple[str, ...]) -> bool:
    """Whether `part` stands in `whole` as one unbroken run; an empty part never does."""
    size = len(part)
    if not size or part[0] not in whole:
        return False
    return any(whole[i : i + size] == part for i in range(len(whole) - size + 1))


@lru_cache(maxsize=8192)
def _words(text: str) -> tuple[str, ...]:
    return words(text)


def named(text: str, name: str) -> bool:
    """Whether the words of `name` stand in `text` as written, side by side (case and accents ignored)."""
    return contains_run(_words(text), _words(name))


@lru_cache(maxsize=8192)
def _carrying(phrase: str) -> tuple[str, ...]:
    """The stems of a phrase that carry it: "speak at a meeting" is said by "speak at the selectmen's meeting"."""
    return tuple(stem(word) for word in words(phrase) if word not in _DETERMINERS)


def _within_window(whole: _Runs, part: tuple[str, ...], span: int) -> bool:
    wanted = set(part)
    if not wanted <= whole.places.keys():
        return False
    starts = sorted(at for word in wanted for at in whole.places[word])
    return any(wanted.issubset(whole.parts[at : at + span]) for at in starts)


def says(text: str, phrase: str, *, close: bool = False) -> bool:
    """Whether the text says the phrase: same stems side by side or, with `close`, its carrying words near each other
    in any order. A phrase with fewer than two carrying words must stand there as it is."""
    whole, carrying = _stem_index(text), _carrying(phrase)
    if close and len(carrying) > 1:
        return carrying[0] in whole.places and _within_window(whole, carrying, len(stem_words(phrase)) + _SLACK)
    return bool(_starts(whole, stem_words(phrase)))


def first_said(text: str, phrases: tuple[str, ...]) -> str:
    """The first of the phrases whose carrying words the text says close together (see `says`); "" for none."""
    held = _stem_index(text).places.keys()
    if not any(wanted <= held for wanted in _wanted(phrases)):
        return ""
    return next((one for one in phrases if says(text, one, close=True)), "")


@cache
def _wanted(phrases: tuple[str, ...]) -> tuple[frozenset[str], ...]:
    """The stems without which none of the phrases is said."""
    return tuple(frozenset(_carrying(phrase)) for phrase in phrases)


def utterances(text: str, phrase: str) -> int:
    """How often the text has the words of the phrase side by side, with no change but a plural: "parks" is a park,
    "parking" is none."""
    return len(_starts(_singular_index(text), _singulars(phrase)))


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


def things(text: str) -> tuple[tuple[tuple[str, str], ...], ...]:
    """The things a text names in two or three words behind an article or a possessive ("an electric bus", "the new
    ladder truck"), each by the pairs of words that stand side by side in it, in order."""
    found = []
    for match in _THING.finditer(text):
        run = words(match["thing"])
        until = next((at for at, word in enumerate(run) if not content(word) or word in _NO_NOUNS), len(run))
        named = run[: until - 1] if match["asks"] and until == len(run) else run[:until]
        named = named[: next((at for at, word in enumerate(named) if at and _is_verb(word)), len(named))]
        first = next((at for at, word in enumerate(named) if word not in _SET_APART), 0)
        found.append(tuple(pairwise(named[first : first + _LONGEST_THING])))
    return tuple(dict.fromkeys(pairs for pairs in found if pairs))


_THING = lazy_regex(
    r"(?:\b(?P<asks>[Dd]id|[Dd]oes|[Dd]o|[Cc]an|[Cc]ould|[Ww]ill|[Ww]ould|[Ss]hould|[Mm]ay|[Mm]ust)\s+)?"
    r"\b(?:[Aa]n?|[Tt]he|my|our|your|their|its|his|her|any|some|another|\w+['’]s)\s+"
    r"(?=(?P<thing>[a-z][a-z-]+(?:\s+(?:[a-z][a-z-]+|[A-Z]+\b)){1,3}))"
)
"""A run of words behind an article; in a question its last may be the verb ("did the ladder truck arrive")."""


def _is_verb(word: str) -> bool:
    """Whether the form of a word shows that it tells what is done: "replaced", "spoke"."""
    return word.endswith(("ed", "ing")) or base_of(word) != stem(word)


_LONGEST_THING = 3
_TEXT_SET_APART = """
    new old different proposed current recent own next last first same whole late certain big small large long good
    local actual real full
    one two three four five six seven eight nine ten twelve dozen
"""
_SET_APART = frozenset(_TEXT_SET_APART.split())
"""Words that set a thing apart from others of its kind, which a record need not say."""
_TEXT_NO_NOUNS = """
    across along end ends first last next ever anyway either without home away back there here now then today together
    alone again anymore behind near
"""
_NO_NOUNS = frozenset(_TEXT_NO_NOUNS.split())
"""Words behind a thing that are no part of its name."""


def initials(text: str) -> dict[str, tuple[str, ...]]:
    """The initials of every three or four words in a row that carry a subject, as an abbreviation would be written,
    with these words: "crf" -> "capital", "reserve", "fund"."""
    said = words(text)
    runs = (said[at : at + size] for size in _INITIALS for at in range(len(said) - size + 1))
    return {"".join(word[0] for word in run).lower(): run for run in runs if all(content(word) for word in run)}


def first_seen(items: Iterable[str]) -> tuple[str, ...]:
    """The items without blanks and without repeats (case ignored), in order of first appearance."""
    kept: dict[str, str] = {}
    for item in items:
        tidy = " ".join(item.split())
        if tidy:
            kept.setdefault(tidy.lower(), tidy)
    return tuple(kept.values())
