"""A follow-up as a question of its own: "And who voted against it?" after a question about the speed limit on Mill Road
is "who voted against it (the speed limit on Mill Road)".

The one rule by which a turn takes its matter from the turn before, so that the reading, the search and the answer
finder see it. Pure. It refuses to change a question that has a matter of its own, and to bring in a word that nobody
said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.ask.facets import split_clauses
from pipeline.ask.lexicon import PRONOUNS
from pipeline.ask.phrases import content
from pipeline.ask.sessions import matter_words
from vault.facts.dates import dates_in
from vault.states.places import find_towns
from vault.text.words import words

__all__ = ["matter_of", "own_words", "resolved"]

_OWN_WORDS = 4
"""Words of a matter of its own: a question with so many is about that, whatever its pronouns point at."""
_SWAP_WORDS = 7
# "What about 2024?", "And Conway?", "and in 2024", "how about the fire department?"
_SWAP = re.compile(
    r"\W*(?:(?:and|but|so|ok|then)\W+)?(?:(?:what|how)\s+about|and)\s+(?P<prep>(?:in|for|of|at|on|by|with|during)\s+)?"
    r"(?P<new>[^?]+?)\W*\Z",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|do|does|did|can|could|may|must|has|have|had|will|would|should|wh(?:o|at|en|ere|y|ich|ose)|how)\b",
    re.IGNORECASE,
)
_AND = re.compile(r"\A\W*(?:(?:and|but|so|ok|okay|then)\W+)+", re.IGNORECASE)
# "How much did the town pay for the truck": the matter is what stands after the words that ask
_OPENER = re.compile(
    r"\A\W*(?:(?:and|but|so)\s+)?(?:(?:what|which|who|whom|whose|when|where|why|how)\b"
    r"(?:\s+(?:much|many|long|often|far|soon|big|old|is|are))?\s*)?"
    r"(?:(?:is|are|was|were|do|does|did|can|could|may|must|has|have|had|will|would|should)\s+)?(?:there\s+)?"
    r"(?:it\s+true\s+(?:that\s+)?)?(?:happen(?:ed|s)?\s+(?:with|to|at|about)\s+)?",
    re.IGNORECASE,
)
# "who voted against it (the speed limit on Mill Road)?": what a follow-up was given
_GIVEN = re.compile(r"(?P<asks>.+) \((?P<matter>[^()]+)\)\?\Z")
# "budget for ambulance service in 2031", "decide about the dump": what a question asks about
_OBJECT = re.compile(
    r"\b(for|about|regarding|on)\s+(?!what\b|which\b|how\b)[\w'’-]+(?:\s+(?!in\b|at\b|for\b|of\b|on\b|by\b|during\b|and\b)[\w'’-]+){0,5}",
    re.IGNORECASE,
)
_PERSON = frozenset({"he", "she", "him", "her", "his", "they", "them", "their"})


def matter_of(question: str) -> str:
    """What a question is about, as its words after those that ask; the whole of it when nothing else is left."""
    given = _GIVEN.match(question)
    if given is not None:
        return given["matter"]
    first = split_clauses(question)[:1]
    bare = first[0] if first else question
    return _OPENER.sub("", bare).strip(" ?.,;") or bare.strip(" ?.,;")


def own_words(question: str) -> tuple[str, ...]:
    """The subject words that a follow-up itself says, without the matter it was given; () for a first question."""
    given = _GIVEN.match(question.strip().rstrip("?") + "?")
    return content(given["asks"]) if given else ()


def resolved(
    question: str, before: str, matter: str = "", *, names: Sequence[str] = (), known: tuple[str, ...] = ()
) -> str:
    """The question with what it goes on about; as it is when it has a matter of its own or nothing was asked before.

    `before` is the question before it, itself resolved, `matter` what the conversation is about ("" for what `before`
    is about), `names` persons named in the last answer and `known` the towns that are held.
    """
    if not before:
        return question
    swap = _SWAP.match(question)
    if swap and len(words(swap["new"])) <= _SWAP_WORDS and not _VERB.search(swap["new"]):
        return _swapped_within(before, swap["new"].strip(), swap["prep"] or "", known)
    said = set(words(question))
    own = matter_words(question, known)
    if len(own) >= _OWN_WORDS or (own and not PRONOUNS & said and not _AND.match(question)):
        return question
    person = names[:1] if _PERSON & said else ()
    about = "; ".join((matter or matter_of(before), *(one for one in person if one not in question)))
    return f"{_AND.sub('', question).strip(' ?.')} ({about})?"


def _swapped_within(before: str, new: str, prep: str, known: tuple[str, ...]) -> str:
    """As `_swapped`, in the matter alone of a question that was itself a follow-up."""
    given = _GIVEN.match(before)
    if given is None:
        return _swapped(before, new, prep, known)
    return f"{given['asks']} ({_swapped(given['matter'], new, prep, known).rstrip('?')})?"


def _swapped(before: str, new: str, prep: str, known: tuple[str, ...]) -> str:
    """The question before with its time, its town or the thing of the same kind replaced; else the new one in front."""
    asked = before.strip(" ?")
    times, old_times = dates_in(new), dates_in(asked)
    if times and not content(new[: times[0].start] + new[times[0].end :]):
        for old in reversed(old_times):
            asked = f"{asked[: old.start]}{new if old is old_times[0] else ''}{asked[old.end :]}"
        return f"{' '.join(asked.split())}?" if old_times else f"{asked} {prep or 'in '}{new}?"
    towns, old_towns = find_towns(new, extra=known), find_towns(asked, extra=known)
    if towns and old_towns:
        return f"{re.sub(rf'{re.escape(old_towns[0])}', towns[0], asked)}?"
    last = re.search(r"(?P<head>[A-Za-z]+)(?P<number>\s+\d[\w-]*)?\W*\Z", new)
    if last is not None:
        tail = r"\s+\d[\w-]*" if last["number"] else ""
        same = re.compile(rf"\b(?:(?:the|an?)\s+(?:\w+\s+){{0,2}})?{re.escape(last['head'])}{tail}\b", re.IGNORECASE)
        if same.search(asked):
            return f"{same.sub(lambda _: new, asked, count=1)}?"
    if _OBJECT.search(asked):
        return f"{_OBJECT.sub(lambda found: f'{found[1]} {new}', asked, count=1)}?"
    return f"{new}: {asked}?"
