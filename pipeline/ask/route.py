"""The router: scope, complexity, answer format and depth of a question, each with its reason (S0 §1, decision 1).

Deterministic rules over the words of the question. A caller's choice of scope, format and depth wins; the router
never lowers a depth the caller asked for.
"""

from __future__ import annotations

import re

from pipeline.ask.facets import split_clauses
from pipeline.ask.lexicon import STATEWIDE_PHRASES
from pipeline.ask.phrases import content, says_any
from pipeline.ask.salience import without_neutral
from pipeline.types import Complexity, FormatName, IssueMap, Question, Route, ScopeHint
from vault.states.known import jurisdiction

__all__ = ["choose_route", "scope_of"]

_LONG_QUESTION = 25
"""Content words; a longer question has more than one part even where no clause shows it."""
_HIGH = 0.6
_FACTS = 2
"""Parts of a question that are answered one after the other, without headings."""

# "my town", "a town", "New Hampshire towns": nobody's town in particular
_ANY_TOWN = re.compile(
    r"\b(?:my|our|a|any|each|every)\s+(?:nh\s+|new\s+hampshire\s+)?(?:town|municipality|select\s*board|public\s+body|city)\b",
    re.IGNORECASE,
)
# "why did", "explain how", "what happened between", "how does ... compare"
_EXPLAINS = re.compile(
    r"^\W*(?:why|explain|compare|summari[sz]e|describe|tell\s+me\s+about)\b|\bcompared?\b|\bdifferen", re.I
)
# "summarize …", "how does … compare": an answer that gathers from everywhere
_SURVEYS = re.compile(
    r"^\W*(?:explain|compare|summari[sz]e|describe|tell\s+me\s+about)\b|\bcompared?\b|\bdifferen|\boverview\b", re.I
)
# "was it legal", "could they be sued", "what is the risk": a reading of the law, not a look-up
_LEGAL_READING = re.compile(
    r"\b(?:liab|negligen|lawsuits?|sued?\b|suing|exposure|legal\s+risk|damages|risks?\b)"
    r"|\b(?:is|was|were|are|can|could|did|does|do|may|would)\b[^?.]{0,80}\b(?:legal|legally|lawful|lawfully|illegal|illegally)\b"
    r"|\bwithin\s+(?:what\s+)?(?:the\s+)?(?:state\s+)?law\b",
    re.IGNORECASE,
)


_YEAR = re.compile(r"\b(?:19|20)\d\d\b")  # "for 2025 and for 2026"


def scope_of(text: str, issue: IssueMap) -> ScopeHint:
    """Local when only a place or a local record is named, statewide when only law is, mixed for both or neither."""
    named = bool(issue.town and _names_place(text, issue)) or bool(issue.other_towns)
    local = named or bool(issue.entities) or any(_is_local_identifier(item) for item in issue.identifiers)
    asks_law = STATEWIDE_PHRASES + jurisdiction(issue.state).statewide_phrases
    law = bool(issue.statutes) or says_any(text, asks_law) or issue.legal_salience >= _HIGH
    if law and local:
        return "mixed"
    if law or (_ANY_TOWN.search(text) and not local):
        return "statewide"
    return "local" if local else "mixed"


def _names_place(text: str, issue: IssueMap) -> bool:
    return issue.town.lower() in text.lower()


def _is_local_identifier(item: str) -> bool:
    return not re.match(r"(?:HB|SB|CACR|HCR|SCR|HR|House|Senate)\b", item, re.IGNORECASE)


def _complexity(text: str, issue: IssueMap) -> tuple[Complexity, str]:
    clauses = split_clauses(text)
    if _LEGAL_READING.search(text):
        return "complex", "asks for a legal reading"
    if issue.other_towns:
        return "complex", "compares towns"
    if _EXPLAINS.search(text):
        return "complex", "asks for an explanation"
    if len(clauses) > 2 or (len(clauses) == 2 and all(len(content(clause)) >= 2 for clause in clauses)):
        return "complex", f"{len(clauses)} parts"
    if len(issue.facets) > 2 or len(content(text)) > _LONG_QUESTION:
        return "complex", "several facets"
    return "simple", "one plain question"


def _format(text: str, issue: IssueMap, complexity: Complexity) -> FormatName:
    if complexity == "simple":
        return "simple"
    if issue.legal_salience >= _HIGH or issue.requested_output == "risk" or _LEGAL_READING.search(text):
        return "analysis"
    return "simple" if _asks_facts(text, issue) else "overview"


def _asks_facts(text: str, issue: IssueMap) -> bool:
    """Whether a question asks for no more than two things of one town, each told in a sentence or two: headings around
    them would stand over nothing."""
    parts = split_clauses(text)
    return len(parts) <= _FACTS and len(issue.facets) <= _FACTS and not issue.other_towns and not _SURVEYS.search(text)


def _joins(text: str) -> bool:
    """Whether a plain question needs two passages all the same: it has two clauses, or names two years."""
    return len(split_clauses(text)) > 1 or len(set(_YEAR.findall(text))) > 1


def choose_route(question: Question, issue: IssueMap) -> Route:
    """Scope, complexity, format and depth with the reason for them. Never raises.

    A simple question runs at depth quick, one that joins two matters and any other at standard; a caller may name
    scope, format and depth.
    """
    text = without_neutral(question.text)
    complexity, why = _complexity(text, issue)
    scope = question.scope_hint or scope_of(text, issue)
    chosen = question.format or _format(text, issue, complexity)
    depth = question.depth or ("quick" if complexity == "simple" and not _joins(text) else "standard")
    named = [
        name
        for name, value in (("scope", question.scope_hint), ("format", question.format), ("depth", question.depth))
        if value
    ]
    reason = f"{complexity}: {why}; legal salience {issue.legal_salience:.2f}; scope {scope}"
    if named:
        reason += f"; named by the caller: {', '.join(named)}"
    return Route(scope=scope, complexity=complexity, format=chosen, depth=depth, reason=reason)
