"""The issue map: what a question is about, read off its words, its session sources and the situation (S3).

Pure functions. The town is never guessed: the question's own, the caller's, the session's, or none. Sources and
situation reach this module only after the gate of `pipeline.ask.sessions` let them in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from functools import lru_cache

from pipeline.ask.facets import find_facets
from pipeline.ask.lexicon import (
    ACTION_VERBS,
    CHANGE_PHRASES,
    DECISION_LABELS,
    DOC_TYPE_WORDS,
    LAW_CHANGE_WORDS,
    OUTPUT_PHRASES,
    RequestedOutput,
)
from pipeline.ask.names import find_identifiers, find_names, frequent_names, without_names
from pipeline.ask.phrases import content, first_seen, says_any, stem_words, utterances
from pipeline.ask.reading import Reading
from pipeline.ask.salience import legal_salience, salience_terms
from pipeline.ask.topics import topics
from pipeline.types import IssueMap, Question, SessionSource, Situation
from vault.facts.dates import MONTH
from vault.facts.periods import TimeTarget, resolve_dates
from vault.law.references import find_nicknames, find_refs
from vault.states.known import jurisdiction, state_named
from vault.states.names import DEFAULT_STATE
from vault.states.places import board_places, canonical_board, find_boards, find_towns
from vault.store.keys import place_key
from vault.text.patterns import lazy_regex
from vault.text.words import stem, words
from vault.types import DocType
from vault.value import Value

__all__ = [
    "PlanContext", "boards_of_the_time", "event_label", "find_topics", "is_body", "map_issue", "state_of_question",
    "towns_asked", "towns_not_held",
]  # fmt: skip

_MAX_ENTITIES = 10
_MAX_TOPICS = 8
_MAX_ACTIONS = 8
_MAX_TIMES = 5
_SOURCE_CHARS = 10_000
"""S3's planner reads this much of a session source."""
_SOURCE_TOPICS = 3
_SOURCE_MENTIONS = 2
_OWN_TOPICS = 2
_SOURCE_NAMES = 5
# "tax bill", "water bills": money owed, no act of a legislature
_OWED = lazy_regex(r"\b(?:tax|water|sewer|electric|utility|fuel|legal|ambulance|hospital) bills?\b", re.I)
_DECIDED = 6
"""The first labels are of decisions taken; a source also announces hearings and meetings, which change nothing."""
_RECENT = lazy_regex(r"\b(?:now|currently|latest|most recent|recently|newest|these days)\b", re.IGNORECASE)

# "Alder Valley RSD", "Pine Hollow Water Precinct": a body that serves several towns, or a part of one
# "of April", "by July 1": a time without its year
_BARE_MONTH = lazy_regex(rf"(?:[a-z]+ ){{0,2}}{MONTH}\.?(?: \d{{1,2}}(?:st|nd|rd|th)?)?", re.IGNORECASE)
_BODY = lazy_regex(r"\b(?:r?sd|sau|district|precinct|county)\b", re.IGNORECASE)


_DATED = rf"(?P<month>{MONTH})\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+(?:19|20)\d\d)?"


class PlanContext(Value):
    """What surrounds a question: sources newest first, the situation, the session's town, and the day.

    `today` is ISO: the day of asking, or the newest date of the vault when the archive ends earlier.
    """

    sources: tuple[SessionSource, ...] = ()
    situation: Situation | None = None
    session_town: str = ""
    known_towns: tuple[str, ...] = ()
    """Towns and districts the vault holds records of, beside those of the gazetteer."""
    town_states: tuple[tuple[str, str], ...] = ()
    """Town the vault holds records of -> its state's code."""
    townless: bool = False
    """Whether local documents are held and none is of any town: then "Orange" is a name like any other."""
    today: str = ""
    pasted: bool = False
    """Whether the newest source came with this very message: then the question is about it."""


def state_of_question(question: Question, context: PlanContext) -> str:
    """The state a question is about: the one it names, or whose town it names; else that of the caller's town; else the
    only state the vault holds records of; else the caller's. A state of which no records are held gives way to a town
    that the question names: a town hires firms from next door. A state that the caller gave beside the town is his."""
    states = dict(context.town_states)
    held = set(states.values())
    text = question.reading.text
    named = state_named(text)
    if named in held:
        return named
    towns = find_towns(text, extra=context.known_towns)
    told = next((states[town] for town in towns if town in states), "") or named
    given = question.state if question.state != DEFAULT_STATE else ""
    asker = (states[town] for town in (question.town, context.session_town) if town in states)
    return told or given or next(asker, "") or (held.pop() if len(held) == 1 else question.state)


def _towns(question: Question, context: PlanContext) -> tuple[str, ...]:
    named = () if context.townless else first_seen(find_towns(question.reading.text, extra=context.known_towns))
    if named:
        return named
    situation_town = context.situation.town if context.situation else ""
    return first_seen([question.town, situation_town, context.session_town])[:1]


def is_body(name: str) -> bool:
    """Whether a place is a district, precinct or county: its records may speak for towns that have none."""
    return bool(_BODY.search(name))


def towns_asked(issue: IssueMap) -> tuple[str, ...]:
    """The towns a question is about, in order; () for none."""
    return tuple(town for town in (issue.town, *issue.other_towns) if town)


def towns_not_held(issue: IssueMap, known_towns: Iterable[str]) -> tuple[str, ...]:
    """Those of the towns asked about of which no record is held; () where the towns held are not known. A district is
    never told to be missing: it goes by many names."""
    held = set(map(place_key, known_towns))
    return tuple(town for town in towns_asked(issue) if held and place_key(town) not in held and not is_body(town))


@lru_cache(maxsize=128)
def find_topics(text: str, least: int = 1) -> tuple[str, ...]:
    """Labels of the legal topics the text raises at least so often, those raised by longer phrases first."""
    raised: list[tuple[int, int, str]] = []
    for position, (label, topic) in enumerate(topics().items()):
        counts = {phrase: utterances(text, phrase) for phrase in topic.asked}
        if sum(counts.values()) >= least:
            longest = max(len(stem_words(phrase)) for phrase, times in counts.items() if times)
            raised.append((-longest, position, label))
    return tuple(label for *_, label in sorted(raised))


def _actions(text: str) -> tuple[str, ...]:
    roots = {stem(verb) for verb in ACTION_VERBS}
    return first_seen(word for word in words(text) if stem(word) in roots)[:_MAX_ACTIONS]


def _with_year_before(text: str, target: TimeTarget) -> TimeTarget:
    """The target with the year before it when the text asks for a change: a change is seen against what was before."""
    first, last = target.date_from, target.date_to
    if not first or first[:4] != last[:4] or not says_any(text, CHANGE_PHRASES):
        return target
    return target._replace(date_from=f"{int(first[:4]) - 1}-01-01")


def _of_every_year(reading: Reading, target: TimeTarget) -> bool:
    """Whether a rule is asked for, and the time it names comes every year ("by the end of April"): no record's own."""
    return "rule" in reading.cues and not reading.asks_event and all(map(_BARE_MONTH.fullmatch, target.hints))


def _requested_output(text: str) -> RequestedOutput | None:
    for output, phrases in OUTPUT_PHRASES:
        if says_any(text, phrases.split("|")):
            return output
    return None


def _statutes(text: str) -> tuple[str, ...]:
    return first_seen([*(ref.cite for ref in find_refs(text)), *(name.cite for name in find_nicknames(text))])


def _confidence(text: str, known: Iterable[bool], *, follows: bool) -> float:
    """How well the planner understood: half for the words, half for what it recognised in them."""
    subject = content(text)
    if not subject:
        return 0.5 if follows else 0.1  # "and?" is clear when there is something it follows on
    recognised = sum(known)
    return round(min(1.0, 0.15 + 0.1 * min(3, len(subject)) + 0.15 * recognised), 2)


def _source_text(context: PlanContext) -> str:
    return "\n\n".join(source.text[:_SOURCE_CHARS] for source in context.sources)


def _entities(question: Question, context: PlanContext, barred: tuple[str, ...]) -> tuple[str, ...]:
    text = question.reading.text
    numbers = {number.lstrip("#").lower() for number in find_identifiers(text)}
    found = [name for name in find_names(text, barred) if name.lower() not in numbers]
    if context.situation:
        found += context.situation.entities
    if context.sources:
        found += frequent_names(_source_text(context), barred, _SOURCE_NAMES)
    return first_seen(found)[:_MAX_ENTITIES]


def _all_topics(text: str, source: str) -> tuple[str, ...]:
    """The topics of the question; when it has fewer than two, also those its source returns to."""
    asked = find_topics(text)
    if source and len(asked) < _OWN_TOPICS:
        held = (label for label in find_topics(source, least=_SOURCE_MENTIONS) if label not in asked)
        asked += tuple(held)[:_SOURCE_TOPICS]
    return asked[:_MAX_TOPICS]


def _salience(text: str, source: str) -> float:
    asked = legal_salience(text)
    # A legal paste tips a question that leans towards law; it never makes a plain question legal.
    lift = min(0.1, 0.05 * len(salience_terms(source)[0])) if source and asked >= 0.25 else 0.0
    return round(min(1.0, asked + lift), 2)


def _doc_types(text: str) -> tuple[DocType, ...]:
    """The document types the words point at; a change of the law points at bills, which a law in force does not."""
    text = _OWED.sub(" ", text)
    said = [kind for kind, spoken in DOC_TYPE_WORDS if any(utterances(text, phrase) for phrase in spoken.split("|"))]
    if "bill" not in said and "statute" in said and says_any(text, LAW_CHANGE_WORDS):
        said.append("bill")
    return tuple(said)


def event_label(text: str, nouns: tuple[tuple[str, str], ...]) -> str:
    """Label of the first dated decision named in the text ("Jan 6 vote"), empty when there is none (decision 2).

    `nouns` pairs a pattern of a decision word with the noun of the label. The word stands right beside the date
    ("the Jan. 6 vote", "voted on January 6") or in the sentence the date opens ("On Jan. 6 the board voted").
    """
    words = "|".join(f"(?:{pattern})" for pattern, _ in nouns)
    forms = (
        rf"\b{_DATED}(?:\s+(?:select\s*board|board|town|council|public|special|\w+ing))?\s+(?P<noun>{words})\b",
        rf"\b(?P<noun>{words})\s+(?:of|on|from|held)\s+(?:\w+day,?\s+)?{_DATED}",
        rf"\bOn\s+(?:\w+day,?\s+)?{_DATED},?[^.?!\n]{{0,80}}?\b(?P<noun>{words})\b",
        rf"\b(?P<noun>{words})\b[^.?!\n]{{0,60}}?\bon\s+(?:\w+day,?\s+)?{_DATED}",
    )
    for form in forms:
        match = re.search(form, text, re.I)
        if match:
            noun = next(label for pattern, label in nouns if re.fullmatch(pattern, match["noun"], re.I))
            return f"{match['month'][:3].capitalize()} {int(match['day'])} {noun}"
    return ""


def _event(text: str, source: str, situation: Situation | None) -> str:
    """The dated decision of the question, else of the situation's title, else the first one a source reports."""
    title = situation.title if situation else ""
    return (
        event_label(text, DECISION_LABELS)
        or event_label(title, DECISION_LABELS)
        or event_label(source, DECISION_LABELS[:_DECIDED])
    )


def map_issue(question: Question, context: PlanContext) -> IssueMap:
    """The issue map of a question in its context; lists are in order of appearance and may be empty. Never raises."""
    day = context.today or date.today().isoformat()
    return _map(question, context.changed(today=day))


def boards_of_the_time(reading: Reading, issue: IssueMap) -> tuple[str, ...]:
    """The boards asked about whose meeting the time of the question is: of several that it names those that stand
    nearest to a time in its words ("the selectmen in June 2031 … what the town meeting had passed" is no town meeting
    of June); all where none of them stands beside one."""
    named = [one for one in board_places(reading.text) if one[0] in issue.boards]
    low = reading.text.casefold()
    hints = [(low.find(hint.casefold()), len(hint)) for hint in issue.time_hints]
    near = {
        min(named, key=lambda one: max(at - one[2], one[1] - at - length))[0]
        for at, length in hints
        if named and at >= 0
    }
    said = {name for name, _, _ in named}
    return tuple(board for board in issue.boards if not near or board in near or board not in said)


@lru_cache(maxsize=16)
def _map(question: Question, context: PlanContext) -> IssueMap:
    """Cached because the guard reads the same question again."""
    text, source = question.reading.text, _source_text(context)
    towns = _towns(question, context)
    boards = first_seen([*find_boards(text), *(canonical_board(board) or board for board in question.boards)])
    calendar = jurisdiction(question.state).calendar
    times = _with_year_before(text, resolve_dates(text, date.fromisoformat(context.today), calendar))
    if _of_every_year(question.reading, times):
        times = times._replace(date_from="", date_to="")
    recent = tuple(match.group() for match in _RECENT.finditer(text))
    identifiers = find_identifiers(text)
    entities = _entities(question, context, (*towns, *boards))
    plain = without_names(text, entities)
    legal_topics = _all_topics(plain, source)
    statutes = _statutes(text)
    label = _event(text, source, context.situation)
    follows = bool(context.sources or context.situation)
    known = (
        bool(towns),
        bool(boards or entities),
        bool(legal_topics),
        bool(identifiers or statutes),
        bool(times.hints),
    )
    return IssueMap(
        state=question.state,
        town=towns[0] if towns else "",
        other_towns=towns[1:],
        situation_title=context.situation.title if context.situation else "",
        entities=entities,
        actions=_actions(text),
        legal_topics=legal_topics,
        boards=boards,
        time_hints=first_seen([*times.hints, *recent])[:_MAX_TIMES],
        requested_output=_requested_output(text),
        legal_salience=_salience(text, source),
        planner_confidence=_confidence(text, known, follows=follows),
        event_label=label,
        facets=find_facets(text, towns),
        statutes=statutes,
        date_from=times.date_from,
        date_to=times.date_to,
        doc_types=_doc_types(plain),
        identifiers=identifiers,
    )
