"""What a turn hears of its conversation: the pasted text goes into the session before anything is searched (S1), and
a follow-up becomes a question of its own.

Pure: the session comes in and goes out, keeping it is the caller's. It refuses to keep more than the last three texts
and to let a text into a turn that is not about it (the gate of `pipeline.ask.sessions` decides that later).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from pipeline.ask.facets import split_clauses
from pipeline.ask.issue import PlanContext
from pipeline.ask.lexicon import PRONOUNS
from pipeline.ask.phrases import content, first_seen, stem_set
from pipeline.ask.sessions import Session, detect_source, matter_words, recent_sources, remember, situation_from
from pipeline.types import Question, SessionSource, TurnResult
from vault.facts.dates import dates_in
from vault.facts.names import named_in
from vault.states.places import find_towns
from vault.text.patterns import lazy_regex
from vault.text.words import words

__all__ = ["Heard", "after_turn", "hear", "matter_of", "own_words", "resolved", "with_source", "with_town"]

_PERSONS = 3
_OPENING_CHARS = 300
"""A text pasted without a question is asked about by its opening."""


class Heard(NamedTuple):
    """A message as a turn sees it: the question without the paste, what surrounds it, the session, whether a text was
    pasted, and whether it goes on about what was asked before."""

    question: Question
    context: PlanContext
    session: Session
    pasted: bool
    followed: bool = False


def with_source(session: Session, source: SessionSource, known_towns: tuple[str, ...]) -> Session:
    """The session with a text added, and what it is about as the situation."""
    situation = situation_from(source, known_towns)
    return remember(session, source).changed(situation=situation, town=session.town or situation.town)


def with_town(session: Session, town: str) -> Session:
    """The session with the town a turn was about; unchanged for a turn about none."""
    return session.changed(town=town) if town else session


def after_turn(session: Session, result: TurnResult) -> Session:
    """The session with the town a turn was about and the persons its answer quotes: whom "she" means next."""
    cited = [part for line in result.answer.answer_markdown.split("“")[1:] for part in line.split("”")[:1]]
    persons = first_seen(one.text for part in cited for one in named_in(part) if one.kind == "person")
    return with_town(session, result.plan.issue.town).changed(persons=persons[:_PERSONS])


def hear(
    question: Question,
    session: Session,
    *,
    known_towns: tuple[str, ...],
    town_states: tuple[tuple[str, str], ...] = (),
    townless: bool = False,
    now: datetime,
) -> Heard:
    """The question split from what was pasted, and the context of its session, which holds the pasted text."""
    split = detect_source(
        question.text, source_id=f"src-{len(session.sources) + 1}", created=now.isoformat(timespec="seconds")
    )
    pasted = split.source is not None
    if split.source is not None:
        session = with_source(session, split.source, known_towns)
    context = PlanContext(
        sources=recent_sources(session),
        situation=session.situation,
        session_town=session.town,
        known_towns=known_towns,
        town_states=town_states,
        townless=townless,
        today=now.date().isoformat(),
        pasted=pasted,
    )
    text = split.question or question.text[:_OPENING_CHARS]
    own = matter_words(text, known_towns)
    if any(not own or own & stem_set([source.text]) for source in context.sources):
        asked, session = text, session.changed(asked=text, matter=matter_of(text))  # the text says what it is about
    else:
        asked, session = _followed(text, session, known_towns)
    return Heard(question.changed(text=asked), context, session, pasted, asked != text)


def _followed(text: str, session: Session, known: tuple[str, ...]) -> tuple[str, Session]:
    """The question with what it goes on about, and the session that remembers it as asked."""
    asked = resolved(text, session.asked, session.matter, names=session.persons, known=known)
    stays = bool(session.matter) and session.matter in asked
    return asked, session.changed(asked=asked, matter=session.matter if stays else matter_of(asked))


_OWN_WORDS = 4
"""Words of a matter of its own: a question with so many is about that, whatever its pronouns point at."""
_SWAP_WORDS = 7
# "What about 2024?", "And Conway?", "and in 2024", "how about the fire department?"
_SWAP = lazy_regex(
    r"\W*(?:(?:and|but|so|ok|then)\W+)?(?:(?:what|how)\s+about|and)\s+(?P<prep>(?:in|for|of|at|on|by|with|during)\s+)?"
    r"(?P<new>[^?]+?)\W*\Z",
    re.IGNORECASE,
)
_VERB = lazy_regex(
    r"\b(?:is|are|was|were|do|does|did|can|could|may|must|has|have|had|will|would|should|wh(?:o|at|en|ere|y|ich|ose)|how)\b",
    re.IGNORECASE,
)
_AND = lazy_regex(r"\A\W*(?:(?:and|but|so|ok|okay|then)\W+)+", re.IGNORECASE)
# "How much did the town pay for the truck": the matter is what stands after the words that ask
_OPENER = lazy_regex(
    r"\A\W*(?:(?:and|but|so)\s+)?(?:(?:what|which|who|whom|whose|when|where|why|how)\b"
    r"(?:\s+(?:much|many|long|often|far|soon|big|old|is|are))?\s*)?"
    r"(?:(?:is|are|was|were|do|does|did|can|could|may|must|has|have|had|will|would|should)\s+)?(?:there\s+)?"
    r"(?:it\s+true\s+(?:that\s+)?)?(?:happen(?:ed|s)?\s+(?:with|to|at|about)\s+)?",
    re.IGNORECASE,
)
# "who voted against it (the speed limit on Mill Road)?": what a follow-up was given
_GIVEN = lazy_regex(r"(?P<asks>.+) \((?P<matter>[^()]+)\)\?\Z")
# "budget for ambulance service in 2031", "decide about the dump": what a question asks about
_OBJECT = lazy_regex(
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
