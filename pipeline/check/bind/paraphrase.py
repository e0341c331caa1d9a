"""Words of a claim that follow from other words of the record: "walked" of "perambulated", "put off" of "continued".

Reads `said_otherwise.tsv`, which holds for one direction only what keeps a statement true. Holds the finding of its
phrases on both sides, and the light words that say nothing by themselves. It refuses to weigh what plays which part.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import NamedTuple

from pipeline.check.read.evidence import Held, Said, token_in
from pipeline.check.read.lexing import Token
from pipeline.check.read.negation import denied, negates
from pipeline.check.read.reading import read_sentences
from pipeline.quoting.alike import base_of, opposite
from vault.text.patterns import lazy_regex

__all__ = ["carried", "light"]

_GAP_HERE, _GAP_THERE = 2, 3
"""Words that may stand between two words of a phrase, in the claim ("put it off") and in the record."""


class _Saying(NamedTuple):
    """A phrase of a claim and the phrases of the record from which it follows, in base forms."""

    phrase: tuple[str, ...]
    follows: tuple[tuple[str, ...], ...]


class _Word(NamedTuple):
    """One word: its base form (a figure's own text) and the place of its token."""

    base: str
    at: int


@cache
def _sayings() -> dict[str, tuple[_Saying, ...]]:
    """The table by the first word of the claim's phrase, longest phrase first."""
    found: dict[str, list[_Saying]] = defaultdict(list)
    text = (files("pipeline") / "data" / "said_otherwise.tsv").read_text("utf-8")
    for line in text.splitlines():
        if not line.startswith("#"):
            phrase, *others = (tuple(base_of(word) for word in part.split()) for part in line.split("\t"))
            follows = tuple(other[1:] if other[0] == "be" and len(other) > 1 else other for other in others)
            found[phrase[0]].append(_Saying(phrase, follows))
    return {first: tuple(sorted(held, key=lambda one: -len(one.phrase))) for first, held in found.items()}


@lru_cache(maxsize=4096)
def _words(tokens: tuple[Token, ...]) -> tuple[_Word, ...]:
    return tuple(
        _Word(word.lower() if token.kind == "value" else base_of(word), at)
        for at, token in enumerate(tokens)
        if token.kind in ("word", "value")
        for word in token.text.split()
    )


def _places(phrase: Sequence[str], words: Sequence[_Word], gap: int) -> Iterator[tuple[int, ...]]:
    """The places at which the words of a phrase stand in order, with at most `gap` others between two of them."""
    for start, word in enumerate(words):
        if word.base != phrase[0]:
            continue
        found = [start]
        for base in phrase[1:]:
            after = range(found[-1] + 1, min(len(words), found[-1] + gap + 2))
            following = next((at for at in after if words[at].base == base), None)
            if following is None:
                break
            found.append(following)
        if len(found) == len(phrase):
            yield tuple(found)


def carried(said: Said, held: Held) -> dict[int, tuple[Token, ...]]:
    """Where the tokens of the claim start that follow from other words of one of its entries, with those words."""
    ours = _words(said.tokens)
    theirs = [(entry.sentence.tokens, _words(entry.sentence.tokens)) for entry in held.entries]
    bases = {word.base for _, words in theirs for word in words}
    found: dict[int, tuple[Token, ...]] = {token.start: (shown,) for token, shown in _other_forms(said, held)}
    for token in said.tokens:  # "get back the money" of "get the money back"
        parted = [tuple(base_of(word) for word in token.text.split())] if len(token.key) > 1 else []
        found.update((token.start, shown) for one in theirs if (shown := _shown(parted, *one)))
    for word in dict.fromkeys(one.base for one in ours):
        for saying in _sayings().get(word, ()):
            known = [phrase for phrase in saying.follows if bases.issuperset(phrase)]
            shown = next((held for held in (_shown(known, *one) for one in theirs) if held), ()) if known else ()
            for places in _places(saying.phrase, ours, _GAP_HERE) if shown else ():
                found.update((token.start, shown) for token in _said_whole(places, ours, said.tokens))
    return found


def _said_whole(places: Sequence[int], words: Sequence[_Word], tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens at these places, but no figure of which only a part stands there: the "to" of "three to twelve"."""
    for at, count in Counter(words[place].at for place in places).items():
        if tokens[at].kind != "value" or count == len(tokens[at].text.split()):
            yield tokens[at]


def _shown(phrases: Sequence[tuple[str, ...]], tokens: Sequence[Token], words: Sequence[_Word]) -> tuple[Token, ...]:
    """The tokens of an entry that are one of the phrases; () when none stands there."""
    for phrase in phrases:
        for places in _places(phrase, words, _GAP_THERE):
            shown = tuple(tokens[words[place].at] for place in places)
            if any(negates(token) for token in shown) or not denied(tokens, words[places[0]].at):
                return shown
    return ()


_TEXT_LIGHT = """
    give make take do hold keep set bring carry draw find lay lend look meet move reach serve show stand turn become
    call mean cover hang rest happen occur exist tend help try let want like see wish hour spend pick face sort place
    people man case side time day date need piece bit role job hand term basis fact question view order lead touch
    number
"""
_LIGHT = frozenset(base_of(word) for word in _TEXT_LIGHT.split())
_TEXT_NEUTRAL = """
    activity affair ahead anyway appendix area arise arose arrangement ask aspect associate belong booklet brochure
    category chart checklist circumstance come comes comment comprise compose concern consist constitute contain
    contents correspond count criterion deal dealt depict describe description detail effort element encompass entity
    enumerate example explain explanation feature footnote form format framework furthermore get glossary go group
    guidance guide guideline handbook handle handling handout have highlight idea identify inform information involve
    issue item kind label leaflet level lie lies likewise line list locate location manner matter meanwhile mechanism
    mention method mode moreover name note notation outline overall page pamphlet paperwork part pertain phrase point
    policy portray procedure process project provision purpose put questionnaire range read recap refer reference regard
    relate remark restate sat scenario sheet site sit situate situation slide speak spell spoke spot standpoint
    statement step subject summarize talk tally theme thing together topic treat type use utilize version via way
    wording word worksheet work
"""
_NEUTRAL = frozenset(base_of(word) for word in _TEXT_NEUTRAL.split())
"""Chosen from what two readers, of 7,000 words that writers use, called light in every use (docs/verdicts.md)."""
_DUTIES = frozenset(("shall", "must", "may", "can", "will", "would", "should", "to", "not"))
"""Behind these a verb is the deed itself: who must ask need not notify."""
_HEARD = ("heard", "learned", "was told", "were told")
_TAIL = lazy_regex(r" that |[.\s]*\Z|,? (?:in|on|at) [^;]{0,40}\Z")
"""What follows a verb that only tells whose record it is: "the board heard that", ", planners heard in May"."""
_PARTICLES = frozenset(["up", "out", "of", "to", "with", "into", "in", "on", "over"])


def light(said: Said, held: Held) -> frozenset[int]:
    """Where the light words of the claim start: verbs and nouns so general that what they say stands in the words
    around them ("drew 4,495 views", "that day"). One that stands elsewhere on the cited pages may be another matter's
    where it is not neutral, one with an opposite turns a statement round; neither is light. Without attached words none
    is, but for the verb of those in whose record it stands ("the board heard that")."""
    reports = (one.start for one in said.words if one.text.lower() in _HEARD and _TAIL.match(said.text[one.end :]))
    pages = [one.tokens for source in held.sources for one in read_sentences(source.text)]
    return frozenset(reports) | frozenset(
        token.start
        for before, token in pairwise((*said.tokens[:1], *said.tokens))
        if held.given
        and token.kind == "word"
        and not token.capital
        and (
            (base_of(token.text) in _NEUTRAL and before.last not in _DUTIES)
            or (
                all(base_of(word) in _LIGHT | _NEUTRAL or word in _PARTICLES for word in token.text.lower().split())
                and not any(token_in(token, tokens) for tokens in pages)
            )
        )
        and not any(opposite(token.key, one.key) for one in held.tokens())
    )


_SAME_LETTERS = 5
"""Letters that two forms of one word share at least."""
_ENDINGS = frozenset({("", "ly"), ("", "al"), ("", "ally"), ("", "age"), ("y", "ic"), ("y", "ical"), ("y", "ily")})


def _other_forms(said: Said, held: Held) -> Iterator[tuple[Token, Token]]:
    """Words of the claim with the word of an entry that differs by an ending which leaves its meaning ("topography" of
    "topographic"), or that is the one name of a family."""
    shown = {one.text.lower(): one for one in held.tokens() if one.kind == "word"}
    single: dict[str, list[Token]] = {}
    for text, one in shown.items():
        single.setdefault(_single(text), []).append(one)
    for token in said.words:
        low = token.text.lower()
        if token.kind != "word" or low in shown:
            continue
        family = (low.removesuffix("es"), low.removesuffix("s")) if token.capital else ()
        found = next((one for text, one in shown.items() if text in family or _is_derived(low, text)), None)
        if found is None and len(low) > _SAME_LETTERS:  # letters written twice: "Forest" of "Forrest"
            found = next((one for one in single.get(_single(low), ()) if one.capital >= token.capital), None)
        if found is not None:
            yield token, found


@lru_cache(maxsize=8192)
def _single(word: str) -> str:
    """A word without the second of two like letters: "Assesor" and "assessor" are "asesor"."""
    return _SINGLE.sub(r"\1", word)


_SINGLE = lazy_regex(r"(\w)\1")


def _is_derived(left: str, right: str) -> bool:
    if left[:_SAME_LETTERS] != right[:_SAME_LETTERS]:
        return False
    same = next((n for n, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))
    return same >= _SAME_LETTERS and bool({(left[same:], right[same:]), (right[same:], left[same:])} & _ENDINGS)
