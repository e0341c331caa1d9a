"""Where all the records asked about say the words of a question: what a search of its own would show.

Told beside parts that nothing surely answers, so that an assistant sees what is held and what is not. It refuses to
judge whether a passage answers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from pipeline.answer.windows import one_line
from pipeline.ask.lexicon import COMMONPLACES
from pipeline.ask.names import street_spellings
from pipeline.ask.reading import written
from pipeline.types import Brief, Evidence
from vault.facts.names import BODY_HEADS
from vault.ports import Library
from vault.store.keys import place_key
from vault.store.whole import page_at
from vault.text.sentences import sentences
from vault.text.words import STOP_WORDS, stem, words
from vault.types import Chunk, Filters, Query

__all__ = ["FoundSaying", "said_everywhere", "things_not_held", "town_searched"]

_NO_MATTER = frozenset(("yes", "ok", "please", "thanks", "hello"))
"""Words of a question that no record need say."""
_TWICE = 2
"""Wordings, of the question and the asker's phrasings, that must agree on words before they are searched for."""
_FEW, _PHRASES, _WORDS = 4, 3, 8
"""Passages with a phrase that are all named, phrases told, and words told that nothing says."""


class FoundSaying(NamedTuple):
    """Words and the passages of all that was searched which say them, each a label or a place with the sentence; no
    passage where nothing says them."""

    words: str
    places: tuple[tuple[str, str], ...] = ()
    is_thing: bool = False
    """Whether the words are a thing that the question names and nothing held says."""


def said_everywhere(library: Library, brief: Brief) -> tuple[FoundSaying, ...]:
    """For each pair of words that stands side by side in two of the asker's wordings and in at most four passages of
    `town_searched` (without one, of the state): those passages, each with the sentence that says it; and, last, the
    words of two wordings that no passage says, nor the state's law. () where no other wording than the question was
    sent."""
    town, wordings = town_searched(brief), (written(brief.reading).words, *map(words, brief.question.queries))
    states = (brief.question.state,)
    place = Filters(lane="local", towns=(town,)) if town else Filters(states=states)
    common = STOP_WORDS.union(words(brief.issue.town))
    pairs = _agreed(_pairs(one, common) for one in wordings)
    spelt = {pair: street_spellings(pair) for pair in pairs}
    counts = library.mentions([one for both in spelt.values() for one in both], _FEW + 1, (place,))
    told: dict[tuple[str, ...], FoundSaying] = {}
    for pair, both in spelt.items():
        if not 0 < sum(counts[one].chunks for one in both) <= _FEW:
            continue
        found = [(chunk, one) for one in both for chunk in library.scan(Query(phrases=(one,)), place, _FEW).chunks]
        places = (_place(chunk, one, brief.retrieval.merged) for chunk, one in found)
        passages = tuple(place for place in places if place[1])  # a full stop may stand between the two
        told.setdefault(tuple(chunk.id for chunk, _ in found), FoundSaying(pair, passages))
    single = [
        word for word in _agreed(wordings) if word not in common | _NO_MATTER and word.isalpha() and len(word) > 1
    ]
    held = library.frequencies([*map(stem, single)], (place, Filters(lane="state", states=states)))
    absent = [word for word in single if not held.get(stem(word), 0)][:_WORDS]
    said = [one for one in told.values() if one.places][:_PHRASES]
    lost = [FoundSaying(", ".join(absent))] if absent else []
    return (*said, *lost)


def things_not_held(library: Library, brief: Brief) -> tuple[FoundSaying, ...]:
    """The things the question names ("an electric bus") of whose words, or those that records put for them, no passage
    of `town_searched` (without one, of the state) says two near each other, nor the state's law. Of a thing that none
    of the asker's phrasings names with both words ("the dearest bidder") nothing is told: it is said otherwise."""
    town, phrasings = town_searched(brief), [{*map(stem, words(one))} for one in brief.question.queries]
    place = Filters(lane="local", towns=(town,)) if town else Filters(states=(brief.question.state,))
    common = {*COMMONPLACES, *BODY_HEADS, *words(" ".join((brief.issue.town, *brief.issue.boards)))}
    scopes = (place, Filters(lane="state", states=(brief.question.state,)))
    named = (
        pairs for pairs in brief.reading.things
        if not common & {*pairs[0]} and (not phrasings or any({*map(stem, pairs[0])} <= one for one in phrasings))
    )  # fmt: skip
    lost = (
        pairs[0]
        for pairs in named
        if not any(_is_said(library, *way, one) for pair in pairs for way in _ways(brief, pair) for one in scopes)
    )
    return tuple(FoundSaying(" ".join(pair), is_thing=True) for pair in lost)


def _ways(brief: Brief, pair: tuple[str, str]) -> Iterator[tuple[tuple[str, ...], int]]:
    """The words of a thing, and those that records and statutes may put for one of them or for both, with how many
    words may stand between two of them: another word for one of two tells the thing right beside the other."""
    yield pair, _NEAR
    for one in (*brief.reading.lay, *brief.reading.others):
        instead = tuple(word for word in words(one.law) if word not in STOP_WORDS)
        if instead and words(one.phrase) in (pair, pair[:1], pair[1:]):
            whole = words(one.phrase) == pair
            yield (instead, _NEAR) if whole else ((*instead, *(set(pair) - {one.phrase})), _BESIDE)


def _is_said(library: Library, thing: Sequence[str], apart: int, scope: Filters) -> bool:
    """Whether a passage says these words near each other; of very many passages with all one is taken to."""
    found = library.scan(Query(must=tuple(thing)), scope, _BOTH)
    first, *others = map(stem, thing)
    for chunk in found.chunks:
        said = [*map(stem, words(chunk.text))]
        places = (set(said[max(0, at - apart) : at + apart + 1]) for at, one in enumerate(said) if one == first)
        if any(place.issuperset(others) for place in places):
            return True
    return found.total > _BOTH


_BOTH, _NEAR, _BESIDE = 40, 9, 1
"""Passages with all words of a thing that are read, and within how many words of one its own other word may stand, and
another word for it."""


def town_searched(brief: Brief) -> str:
    """The town whose passages are looked through: that of the question where any of its records was found. What is said
    of another stands in records of its neighbours."""
    town = brief.issue.town
    return town if any(place_key(item.chunk.town) == place_key(town) for item in brief.retrieval.local) else ""


def _agreed(wordings: Iterable[Sequence[str]]) -> list[str]:
    """What two wordings have in common, by stems, as it is first said."""
    stems = [{" ".join(map(stem, one.split())): one for one in wording} for wording in wordings]
    times = Counter(key for one in stems for key in one)
    first = {key: said for one in reversed(stems) for key, said in one.items()}
    return [first[key] for key, count in times.items() if count >= _TWICE]


def _pairs(said: Sequence[str], common: frozenset[str]) -> list[str]:
    return [f"{a} {b}" for a, b in pairwise(said) if not common & {a, b} and not (a.isdigit() or b.isdigit())]


def _place(chunk: Chunk, pair: str, merged: Sequence[Evidence]) -> tuple[str, str]:
    """The label of a passage, else its document and the page of the pair as `read_source` takes them; the sentence with
    the pair."""
    same = [e for e in merged if e.chunk.doc_id == chunk.doc_id and e.chunk.section == chunk.section]
    beside = [e for e in same if {*e.chunk.pages} & {*chunk.pages} or chunk.section]
    held = [e for e in same if e.chunk.id == chunk.id] or [e for e in beside if _saying(e.chunk.text, pair)]
    label = held[0].label if held else ""
    told = _saying(chunk.text, pair)
    at = re.search(r"\W+".join(map(re.escape, pair.split())), chunk.text, re.IGNORECASE)
    number = (page_at(chunk, at.start()) if at else None) or chunk.page_start
    page = f"?page={number}" if number and not chunk.section else ""
    return label or chunk.section or f"{chunk.doc_id}{page}", told


def _saying(text: str, pair: str) -> str:
    wanted = f" {' '.join(map(stem, pair.split()))} "
    return next(
        (one_line(one.text) for one in sentences(text) if wanted in f" {' '.join(map(stem, words(one.text)))} "), ""
    )
