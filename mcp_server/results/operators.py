"""The operators of a search: "a phrase", -word, one NEAR other, one OR other; what they ask for, and whether a text
meets it.

Words are compared by their stems, as the index does; one word in quotes is meant as it is written ("Howe" is not
"how"). It refuses to search: an engine is asked in `mcp_server.tools.search`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from pipeline.ask.phrases import stem_set
from vault.text.patterns import lazy_regex
from vault.text.words import content_words, stem, words
from vault.types import Query

__all__ = ["Near", "Operators", "read_operators"]

_PHRASE = lazy_regex(r'"([^"]{2,200})"')  # '"default budget" warrant'
_WITHOUT = lazy_regex(r"(?<!\S)-(\w[\w'’-]*)")  # "budget -school"
# "fee NEAR/5 beach", "(fee NEAR/5 beach)"
_NEAR = lazy_regex(r"(?<!\S)\(?(\w[\w'’-]*) +NEAR(?:/(\d{1,3}))? +(\w[\w'’-]*)\)?(?!\S)")
_WORD = r"[^\s\"()-][^\s\"()]*"
_ONE = rf"\(?(?:\"[^\"]{{2,200}}\"|{_WORD}(?: +NEAR(?:/\d{{1,3}})? +{_WORD})?)\)?"
# '"Deer Path" OR boardwalk', '(ZBA OR "board of adjustment")', "lot NEAR/9 grave OR plot NEAR/9 grave"
_OR = lazy_regex(r"\s+OR\s+")
_EITHER = lazy_regex(rf"(?<!\S)\(?\s*({_ONE}(?:\s+OR\s+{_ONE})+)\s*\)?(?!\S)")
_OPERAND = lazy_regex(r"[^\W_]+")  # "Name: ____ Chairman" has two words
_LINE_CHARS = 160
"""So far words stand together on a line that tells a match."""
_NEAR_WORDS = 10
"""So far apart two words may stand where no number is given: a sentence of a record has about twenty."""


class Near(NamedTuple):
    """Two words that must stand within so many words of each other, in either order."""

    one: str
    other: str
    within: int

    def place(self, text: str) -> int:
        """Where the first of the nearest such pair stands in the text; -1 when they stand farther apart or not at
        all."""
        places: dict[str, list[int]] = defaultdict(list)
        starts: list[int] = []
        for match in _OPERAND.finditer(text):
            places[stem(match.group().lower())].append(len(starts))
            starts.append(match.start())
        pairs = [
            (abs(one - other), min(one, other))
            for one in places[stem(self.one.lower())]
            for other in _beside(places[stem(self.other.lower())], one)
            if one != other
        ]
        distance, first = min(pairs, default=(self.within + 1, 0))
        return starts[first] if distance <= self.within else -1


def _beside(places: Sequence[int], place: int) -> Sequence[int]:
    """The nearest of the ordered places before and after this one."""
    at = bisect_left(places, place)
    return [*places[max(0, at - 1) : at], *[later for later in places[at : at + 2] if later != place][:1]]


class Operators(NamedTuple):
    """What a line of words asks for: phrases that must occur, words that must not, pairs that must stand near each
    other, the other words, and groups of words or phrases of which one must occur."""

    phrases: tuple[str, ...]
    without: tuple[str, ...]
    near: tuple[Near, ...]
    rest: str
    either: tuple[tuple[str, ...], ...] = ()

    @property
    def query(self) -> Query:
        """What an engine is asked: any content word or alternative, all phrases and paired words."""
        paired = tuple(word for near in self.near for word in (near.one, near.other))
        alternatives = tuple(word for group in self.either for one in group for word in _words_of(one))
        terms = (*content_words(self.rest), *paired)
        return Query(terms=terms, phrases=(*self.phrases, *alternatives), must=(*self.phrases, *paired))

    def sieve(self, *, all_words: bool) -> Query:
        """What all matches are looked for with; with `all_words` the other words must occur, too."""
        rest = content_words(self.rest) if all_words else ()
        return Query(phrases=_any_of(self.either[0]) if self.either else (), must=(*self.query.must, *rest))

    def required(self, *, all_words: bool) -> tuple[tuple[str, Query], ...]:
        """What must occur, one by one, as it is told and asked for."""
        runs = ((one, Query(must=(one,))) for one in self.sieve(all_words=all_words).must)
        return (*runs, *((" OR ".join(group), Query(phrases=_any_of(group))) for group in self.either))

    def told(self, *, all_words: bool) -> str:
        """How the line was read: what must occur, what must not, and, unless all words must, what only ranks; "" for
        words alone and for one operator alone."""
        groups = [f"({' OR '.join(map(_quoted, group))})" for group in self.either]
        near = [f"{one.one} NEAR/{one.within} {one.other}" for one in self.near]
        rest = content_words(self.rest)
        must = [*(f'"{phrase}"' for phrase in self.phrases), *groups, *near, *(rest if all_words else ())]
        marks = [f"NOT {word}" for word in self.without]
        if not (self.phrases or groups or near or marks) or len(must) + len(marks) + len(rest) * (not all_words) < 2:
            return ""
        ranked = f", ranked by: {' '.join(rest)}" if rest and not all_words else ""
        return f"{' AND '.join((*must, *marks))}{ranked}".removeprefix(", ")

    @property
    def wanted(self) -> frozenset[str]:
        """The stems of the words that a match may hold."""
        query = self.query
        return frozenset(stem_set([*query.terms, *query.phrases]))

    @property
    def as_written(self) -> tuple[str, ...]:
        """The single words in quotes."""
        return tuple(phrase for phrase in self.phrases if len(words(phrase)) == 1)

    def let_through(self, text: str) -> bool:
        """Whether the text holds every pair near each other, quoted words as they are written and no unwanted one."""
        unwanted = self.without and stem_set(self.without) & stem_set([text])
        near = all(near.place(text) >= 0 for near in self.near)
        found = all(any(_said_at(text, one) >= 0 for one in group) for group in self.either)
        return not unwanted and near and found and all(_phrase_at(text, word) >= 0 for word in self.as_written)

    def holds(self, text: str) -> bool:
        """Whether the text is let through and holds every phrase."""
        return self.let_through(text) and all(_phrase_at(text, phrase) >= 0 for phrase in self.phrases)

    def place(self, text: str) -> int:
        """Where the first phrase or pair stands in the text, whatever parts its words; -1 when none does."""
        spots = [_phrase_at(text, phrase) for phrase in self.phrases] + [near.place(text) for near in self.near]
        spots += [_said_at(text, one) for group in self.either for one in group]
        return next((spot for spot in spots if spot >= 0), -1)

    def places(self, text: str) -> tuple[int, ...]:
        """Where each phrase, alternative or pair stands, in order; without operators where each of the words does."""
        options = [one for group in self.either for one in group]
        pairs = [*self.near, *(pair for one in options if (pair := _pair(one)))]
        runs = (*self.phrases, *(one for one in options if len(words(one)) > 1 and not _pair(one)))
        spots = {match.start() for run in runs for match in _phrase(run).finditer(text)}
        spots |= {spot for near in pairs if (spot := near.place(text)) >= 0}
        alone = stem_set([one for one in options if len(words(one)) == 1])
        sought = alone or (self.wanted if not (runs or pairs) else frozenset())
        if sought:
            spots |= {one.start() for one in _OPERAND.finditer(text) if stem(one.group().lower()) in sought}
        return tuple(sorted(spots))

    def best(self, text: str, spots: Sequence[int]) -> int:
        """Of the spots the one with the most of the words behind it on a line's length."""
        return max(spots, key=lambda spot: len(self.wanted & stem_set([text[spot : spot + _LINE_CHARS]])))


def _pair(said: str) -> Near | None:
    """An alternative that is a pair of words near each other."""
    match = _NEAR.fullmatch(said)
    return Near(match[1], match[3], int(match[2] or _NEAR_WORDS)) if match else None


def _words_of(said: str) -> tuple[str, ...]:
    """What is looked for of an alternative: itself, or both words of a pair."""
    pair = _pair(said)
    return (pair.one, pair.other) if pair else (said,)


def _any_of(group: Sequence[str]) -> tuple[str, ...]:
    """What one of the alternatives must hold: itself, or the first word of a pair."""
    return tuple(_words_of(one)[0] for one in group)


def _quoted(said: str) -> str:
    return f'"{said}"' if len(words(said)) > 1 and not _pair(said) else said


def _phrase_at(text: str, phrase: str) -> int:
    """Where the words stand in a row: the last of several may go on ("default budgets"), one alone may not."""
    match = _phrase(phrase).search(text)
    return match.start() if match else -1


@lru_cache(maxsize=256)
def _phrase(phrase: str) -> re.Pattern[str]:
    """The words in a row, whatever parts them; a figure is none inside a longer one ("500" of "$2,500")."""
    found = words(phrase)
    end = r"\b" if len(found) == 1 else ""
    opens = r"(?<![\d.,])\b" if found and found[0].isdigit() else r"\b"
    ends = r"(?!,?\d|\.(?!00\b)\d)" if found and found[-1].isdigit() else end
    return re.compile(opens + r"[\W_]+".join(map(re.escape, found)) + ends, re.IGNORECASE)


def _said_at(text: str, said: str) -> int:
    """Where a phrase, a pair, or a word by its stem, stands."""
    pair = _pair(said)
    if pair:
        return pair.place(text)
    if len(words(said)) > 1 or said.strip("$").isdigit():
        return _phrase_at(text, said)
    wanted = stem_set([said])
    return next((one.start() for one in _OPERAND.finditer(text) if stem(one.group().lower()) in wanted), -1)


def read_operators(text: str) -> Operators:
    """The operators of a line of words."""
    either = tuple(tuple(one.strip('()" ') for one in _OR.split(group)) for group in _EITHER.findall(text))
    text = _EITHER.sub(" ", text)
    left = _PHRASE.sub(" ", text)
    near = tuple(Near(one, other, int(within) if within else _NEAR_WORDS) for one, within, other in _NEAR.findall(left))
    left = _NEAR.sub(" ", left)
    phrases, without = tuple(_PHRASE.findall(text)), tuple(_WITHOUT.findall(left))
    return Operators(phrases, without, near, _WITHOUT.sub(" ", left), either)
