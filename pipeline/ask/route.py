"""The router: scope, complexity, answer format and depth of a question, each with its reason (S0 §1, decision 1).

Deterministic rules over what the reading of the question holds. A caller's choice of scope, format and depth wins; the
router never lowers a depth the caller asked for.
"""

from __future__ import annotations

import re

from pipeline.ask.lexicon import STATEWIDE_PHRASES
from pipeline.ask.reading import Reading
from pipeline.types import Complexity, FormatName, IssueMap, Question, Route, ScopeHint
from vault.states.known import jurisdiction

__all__ = ["choose_route"]

_LONG_QUESTION = 25
"""Content words; a longer question has more than one part even where no clause shows it."""
_HIGH = 0.6
_FACTS = 2
"""Parts of a question that are answered one after the other, without headings."""


def scope_of(reading: Reading, issue: IssueMap) -> ScopeHint:
    """Local when only a place or a local record is named, statewide when only law is, mixed for both or neither."""
    named = reading.names_place(issue.town) or bool(issue.other_towns)
    local = named or bool(issue.entities) or any(_is_local_identifier(item) for item in issue.identifiers)
    asks_law = STATEWIDE_PHRASES + jurisdiction(issue.state).statewide_phrases
    law = bool(issue.statutes) or reading.says_of_law(asks_law) or issue.legal_salience >= _HIGH
    if law and local:
        return "mixed"
    if law or (reading.of_any_town and not local):
        return "statewide"
    return "local" if local else "mixed"


def _is_local_identifier(item: str) -> bool:
    return not re.match(r"(?:HB|SB|CACR|HCR|SCR|HR|House|Senate)\b", item, re.IGNORECASE)


def _complexity(reading: Reading, issue: IssueMap) -> tuple[Complexity, str]:
    parts = reading.parts
    if reading.asks_legal_reading:
        return "complex", "asks for a legal reading"
    if issue.other_towns:
        return "complex", "compares towns"
    if reading.asks_explained:
        return "complex", "asks for an explanation"
    if len(parts) > 2 or (len(parts) == 2 and all(len(part.content) >= 2 for part in parts)):
        return "complex", f"{len(parts)} parts"
    if len(issue.facets) > 2 or len(reading.content) > _LONG_QUESTION:
        return "complex", "several facets"
    return "simple", "one plain question"


def _format(reading: Reading, issue: IssueMap, complexity: Complexity) -> FormatName:
    if complexity == "simple":
        return "simple"
    if issue.requested_output == "risk" or reading.asks_legal_reading:
        return "analysis"
    return "simple" if _asks_facts(reading, issue) else "overview"


def _asks_facts(reading: Reading, issue: IssueMap) -> bool:
    """Whether a question asks for no more than two things of one town, each told in a sentence or two: headings around
    them would stand over nothing."""
    few = len(reading.parts) <= _FACTS and len(issue.facets) <= _FACTS
    return few and not issue.other_towns and not reading.asks_survey


def _joins(reading: Reading) -> bool:
    """Whether a plain question needs two passages all the same: it has two clauses, or names two years."""
    return len(reading.parts) > 1 or len(set(reading.years)) > 1


def choose_route(question: Question, reading: Reading, issue: IssueMap) -> Route:
    """Scope, complexity, format and depth with the reason for them. Never raises.

    A simple question runs at depth quick, one that joins two matters and any other at standard; a caller may name
    scope, format and depth.
    """
    complexity, why = _complexity(reading, issue)
    scope = question.scope_hint or scope_of(reading, issue)
    chosen = question.format or _format(reading, issue, complexity)
    depth = question.depth or ("quick" if complexity == "simple" and not _joins(reading) else "standard")
    named = [
        name
        for name, value in (("scope", question.scope_hint), ("format", question.format), ("depth", question.depth))
        if value
    ]
    reason = f"{complexity}: {why}; legal salience {issue.legal_salience:.2f}; scope {scope}"
    if named:
        reason += f"; named by the caller: {', '.join(named)}"
    return Route(scope=scope, complexity=complexity, format=chosen, depth=depth, reason=reason)
