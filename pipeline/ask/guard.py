"""The planner's guard (decision 20): a plan may hold only words of the user's text, the session sources, the situation,
or the fixed tables; numbers are clamped; what is dropped is listed.

Pure, idempotent, and the same for a deterministic plan, a model's draft and a plan handed back by a caller. It never
adds a name, a statute or a query of its own, except S0's lane builder when a lane has no query left.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from pipeline.ask.issue import PlanContext, is_body, map_issue, towns_asked, towns_not_held
from pipeline.ask.lexicon import (
    LOCAL_HINTS,
    LOCAL_TAX_WORDS,
    LOCAL_TEMPLATES,
    STATE_INSTRUCTION,
    STATE_TAX_WORDS,
    TAX_COMPONENTS,
)
from pipeline.ask.phrases import contains_run, first_seen, stem_set, stem_words
from pipeline.ask.queries import build_local_lane_query, build_state_lane_query, searchable
from pipeline.ask.reading import Reading
from pipeline.ask.topics import lay_terms, topics
from pipeline.settings import Settings
from pipeline.types import IssueMap, LanePlan, MustInclude, Plan, Question, RetrievalPlan
from vault.states.known import JURISDICTIONS
from vault.text.patterns import lazy_regex
from vault.text.words import STOP_WORDS, stem, words
from vault.types import DOC_TYPES, Filters

__all__ = ["SaidWords", "fixed_vocabulary", "guard_plan", "lane_filters", "user_texts"]

_MAX_QUERY_WORDS = 40
"""A query of more words finds everything; the longest question that means one thing is shorter."""
_MIN_K = 4
_SALIENT_MIN_STATE = 4
_MEDIUM_MIN_STATE = 3
_PLAIN_MAX_MIN_STATE = 2
"""Decision 6; "if so many candidates exist" is decided where the candidates are known."""
_WORD = lazy_regex(r"[^\W_]+(?:['’][a-z]+)?")


def _state_words() -> tuple[str, ...]:
    """What any known jurisdiction adds to searches of its law."""
    known = JURISDICTIONS.values()
    return tuple(text for one in known for text in (*one.state_anchors, *one.state_templates, one.law_query))


@lru_cache(maxsize=1)
def fixed_vocabulary() -> frozenset[str]:
    """The word stems of every fixed table: anchors, templates, hints, statutory words, topic labels. No digits."""
    templates = [re.sub(r"\{\w+\}", " ", text) for text in (*LOCAL_TEMPLATES, *_state_words())]
    tables = [
        *LOCAL_HINTS,
        STATE_INSTRUCTION,
        *TAX_COMPONENTS,
        *LOCAL_TAX_WORDS,
        *STATE_TAX_WORDS,
        *templates,
        *DOC_TYPES,
    ]
    tables += [row.law for row in lay_terms()]
    tables += [part for label, topic in topics().items() for part in (label, topic.law)]
    tables += ["authority duties statute", "zoning board of adjustment", "trustees commission committee council clerk"]
    found = stem_set(tables) | frozenset(map(stem, STOP_WORDS))
    return frozenset(part for part in found if not any(letter.isdigit() for letter in part))


def user_texts(question: Question, context: PlanContext) -> tuple[str, ...]:
    """Every text a plan may take words from: the question and its fields, the session sources, the situation."""
    situation = context.situation
    return (
        question.reading.text,
        question.town,
        *question.boards,
        *question.domains,
        context.session_town,
        *(part for source in context.sources for part in (source.title, source.text)),
        *((situation.title, situation.town, *situation.entities) if situation else ()),
    )


class SaidWords:
    """What the asker and the conversation have said, computed once for a question and its context."""

    def __init__(self, question: Question, context: PlanContext) -> None:
        self.texts = user_texts(question, context)
        self.runs = tuple(words(text) for text in self.texts if text)
        self.own_stems = stem_set(self.texts)

    def names(self, piece: str) -> bool:
        """Whether the piece stands word by word in one of the texts."""
        return any(contains_run(run, words(piece)) for run in self.runs)


class _Allowed(SaidWords):
    """What may stand in a plan."""

    def __init__(self, question: Question, context: PlanContext) -> None:
        super().__init__(question, context)
        self.own = map_issue(question, context)
        years = (self.own.date_from[:4], self.own.date_to[:4])
        otherwise = (one.law for one in question.reading.others)
        self.stems = self.own_stems | fixed_vocabulary()
        self.stems |= stem_set((*self.own.statutes, *self.own.boards, *years, *otherwise))

    def speaks(self, text: str) -> bool:
        """Whether every word of the text is allowed."""
        return all(part in self.stems for part in stem_words(text))


def _sieve(kind: str, items: Iterable[str], keep: Callable[[str], bool]) -> tuple[tuple[str, ...], list[str]]:
    listed = first_seen(items)
    kept = tuple(item for item in listed if keep(item))
    return kept, [f"{kind} not in the user's text: {item}" for item in listed if item not in kept]


def _guard_issue(issue: IssueMap, allowed: _Allowed) -> tuple[IssueMap, list[str]]:
    own = allowed.own
    dropped: list[str] = []
    changes: dict[str, object] = {}
    rules: tuple[tuple[str, str, Callable[[str], bool]], ...] = (
        ("entities", "entity", allowed.names),
        ("other_towns", "town", allowed.names),
        ("identifiers", "identifier", allowed.names),
        ("time_hints", "time", allowed.names),
        ("actions", "action", lambda item: set(stem_words(item)) <= allowed.own_stems),
        ("boards", "board", lambda item: item in own.boards or allowed.names(item)),
        ("legal_topics", "legal topic", lambda item: item in topics() or allowed.names(item)),
        ("statutes", "statute", lambda item: item in own.statutes),
        ("facets", "facet", allowed.speaks),
    )
    for field, kind, keep in rules:
        changes[field], lost = _sieve(kind, getattr(issue, field), keep)
        dropped += lost
    if issue.town and not allowed.names(issue.town):
        dropped.append(f"town not in the user's text: {issue.town}")
        changes["town"] = own.town
    fixed: dict[str, object] = {
        "situation_title": own.situation_title,
        "event_label": own.event_label,
        "legal_salience": own.legal_salience,
        "date_from": own.date_from,
        "date_to": own.date_to,
    }
    return issue.changed(**changes | fixed), dropped


def _lost_names(dropped: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    kinds = ("entity", "town", "identifier", "statute")
    return tuple(words(line.split(": ", 1)[1]) for line in dropped if line.startswith(kinds) and ": " in line)


def _guard_query(query: str, allowed: _Allowed, lost: tuple[tuple[str, ...], ...]) -> str:
    """The query with the words that are allowed; empty when it is about something the user did not name."""
    text = searchable(query)
    if any(contains_run(words(text), name) for name in lost):
        return ""
    strange = [match.group() for match in _WORD.finditer(text) if not allowed.speaks(match.group())]
    if any(word[0].isupper() or any(letter.isdigit() for letter in word) for word in strange):
        return ""  # an unknown name or number: the whole query is about something else
    if strange:
        text = _WORD.sub(lambda match: match.group() if allowed.speaks(match.group()) else " ", text)
        if len(stem_set([text]) - {stem(word) for word in STOP_WORDS}) < 2:
            return ""
    return " ".join(text.split()[:_MAX_QUERY_WORDS])


def _guard_queries(queries: Iterable[str], allowed: _Allowed, dropped: list[str]) -> tuple[str, ...]:
    lost = _lost_names(dropped)
    kept: list[str] = []
    for query in first_seen(queries):
        passed = _guard_query(query, allowed, lost)
        if passed and stem_words(passed):
            kept.append(passed)
        else:
            dropped.append(f"query with words the user did not use: {query}")
    return first_seen(kept)


def _minimums(asked: MustInclude, salience: float, settings: Settings) -> MustInclude:
    if salience >= settings.high_salience:
        least = _SALIENT_MIN_STATE
    elif salience >= settings.medium_salience:
        least = _MEDIUM_MIN_STATE
    else:
        least = min(asked.min_state, _PLAIN_MAX_MIN_STATE)
    return MustInclude(min_state=least, min_local_facts=min(asked.min_local_facts, settings.local_context_cap))


def _lane(asked: LanePlan, queries: tuple[str, ...], most: tuple[int, int], *, limit: int) -> LanePlan:
    k, cap = most
    return LanePlan(
        queries=queries[:limit],
        k=max(_MIN_K, min(asked.k, k)),
        cap=max(1, min(asked.cap, cap)),
    )


def lane_filters(
    question: Question, reading: Reading, issue: IssueMap, known_towns: tuple[str, ...], *, local_scope: bool
) -> tuple[Filters, Filters]:
    """(local, state) filters: lane and state always; the town only when the asker gave it or the question is plainly
    about one, or no town it asks about is among those known to be held. Then no other town's records stand in for it:
    only those of districts do, where it asks about one."""
    states = (question.state,) if question.state else ()
    other_body = reading.of_other_body and not is_body(issue.town)  # a district asked about by its name is no other one
    one_town = bool(issue.town) and not issue.other_towns and not other_body
    plain = one_town and (issue.town == question.town or (local_scope and reading.names_place(issue.town)))
    towns = (issue.town,) if plain else ()
    missing = towns_not_held(issue, known_towns)
    if missing and local_scope and missing == towns_asked(issue):
        districts = filter(is_body, known_towns) if reading.of_other_body else ()
        towns = (*missing, *districts)
    local = Filters(lane="local", states=states, towns=towns)
    return local, Filters(lane="state", states=states)


def guard_plan(plan: Plan, question: Question, context: PlanContext, *, settings: Settings) -> Plan:
    """The plan with everything removed that the user did not say and no table holds, numbers clamped. Idempotent.

    `dropped` lists what went and why. Legal salience, event label and dates are computed anew, never taken over.
    Never raises.
    """
    allowed, reading = _Allowed(question, context), question.reading
    issue, dropped = _guard_issue(plan.issue, allowed)
    asked = plan.retrieval
    local = _guard_queries(asked.local.queries, allowed, dropped)
    state = _guard_queries(asked.state.queries, allowed, dropped)
    salient = issue.legal_salience >= settings.high_salience
    state_cap = settings.state_context_cap_salient if salient else settings.state_context_cap
    if not local and not plan.clarification:
        local = (build_local_lane_query(reading.head(30), issue, question.domains),)
    if not state and not plan.clarification:
        state = (searchable(build_state_lane_query(reading.head(24), question.state)),)
    extra, limit = settings.second_pass_extra_k, settings.max_queries_per_lane
    filters = lane_filters(question, reading, issue, context.known_towns, local_scope=plan.route.scope != "statewide")
    retrieval = RetrievalPlan(
        local=_lane(asked.local, local, (settings.local_lane_k + extra, settings.local_context_cap), limit=limit),
        state=_lane(asked.state, state, (settings.state_lane_k + extra, state_cap), limit=limit),
        must_include=_minimums(asked.must_include, issue.legal_salience, settings),
        priority=asked.priority,
        reason=asked.reason,
        local_filters=filters[0],
        state_filters=filters[1],
    )
    return plan.changed(issue=issue, retrieval=retrieval, dropped=first_seen([*plan.dropped, *dropped]))
