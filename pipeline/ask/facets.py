"""The parts of a question that each need their own evidence.

Pure functions. A facet is a short run of the question's own words, or one of the tax components of S0; it refuses
to add a part the question does not ask for.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pipeline.ask.lexicon import TAX_COMPONENTS
from pipeline.ask.phrases import content, first_seen, says_any
from vault.text.patterns import lazy_regex
from vault.text.sentences import sentences
from vault.text.words import words

__all__ = ["asked_clause", "asks_law", "find_facets", "split_clauses"]

_MAX_FACETS = 5
_TAX_WORDS = ("property tax", "property taxes", "taxes", "tax rate", "tax bill")
_TAX_FORMS = (
    "why", "go up", "went up", "increase", "rise", "rose", "higher", "split", "breakdown", "broken down", "components",
    "made up of", "go down", "went down", "drop",
)  # fmt: skip

# Where a new part begins: "..., and was it legal", "; who decides", "? Could they", "and within how many days",
# "and may the town"; not "T.J. Hall", not "April and May 2025"
_CLAUSE = lazy_regex(
    r"[?;]\s+|\.\s+(?=[A-Z])|,?\s+(?:and|but|or)\s+(?=(?:if\s+so|then|also|(?:(?:for|at|by|in|on|from|to|of|with"
    r"|within|until|through|against|before|after|into)\s+)?(?:what|which|whose|whom|how|when|where)|who|why"
    r"|could|can|was|were|did|does|do|is|are|am|has|have|under|must|should|would|will"
    r"|may\s+(?:the|an?|it|they|he|she|one|we|i|you|any|such|that|this|those|these))\b)",
    re.IGNORECASE,
)
# "…, why was the job open, …", "…, roughly how many of them go to court": the next of several questions in one
# sentence; not "the manager, who is leaving, …"
_HELPS = r"(?:is|are|was|were|do|does|did|can|could|may|must|has|have|had|will|would|should)"
_SOMEBODY = (
    r"(?:the|an?|it|they|he|she|we|i|you|any|anyone|anybody|that|this|those|these|there|voters|people|residents"
    r"|my|our|your|their|his|her|its|(?-i:[A-Z])[\w’'-]+)"
)
_LISTED = lazy_regex(
    r",\s+(?=(?:(?:roughly|about|exactly|and|for|at|by|in|on|from|to|of|with|within)\s+)?"
    rf"(?:why|what|how|(?:(?:who|whom|when|where|which(?:\s+\w+){{1,2}})\s+)?{_HELPS}\s+{_SOMEBODY})\b"
    r"(?:\W+[\w’'-]+){2})",
    re.IGNORECASE,
)
# "Who did the board name", "How much of it": a clause that asks; not "When the road is closed", "If it rains"
_ASKED = lazy_regex(
    rf"\A\W*(?:(?:and|but|so|then|also)\s+)?(?:(?:\w+\s+)?(?:who|whom|whose|what|why|how|which)\b"
    rf"|(?:when|where)\s+{_HELPS}\b|{_HELPS}\b)",
    re.IGNORECASE,
)
_ASKS_LAW = lazy_regex(
    r"\b(?:legal(?:ly)?|lawful(?:ly)?|allowed|required|authority|law|right|needed|valid|refused?|permitted)\b",
    re.IGNORECASE,
)


# "Under what law …", "How far over …", "Does …", "And may …", "Name the …": its first words say that a clause asks
_ASKS = lazy_regex(
    r"\W*(?:[\w’'-]+\W+){0,3}?(?:wh(?:at|o|om|ose|en|ere|y|ich|ether)|how)\b"
    r"|\W*(?:(?:and|but|so|then)\W+)?(?:is|are|am|was|were|do|does|did|can|could|may|must|has|have|had|will|would|should"
    r"|if|list|name|tell|explain|describe|compare|show|give|find|summar\w+)\b",
    re.IGNORECASE,
)


# "If it is not spent this year, is the money lost"
_CONDITION = lazy_regex(
    r"\A\W*(?:if|when|once|after|because|since)\b[^,?]{3,120},\s+"
    r"(?=(?:is|are|was|were|do|does|did|can|could|may|must|has|have|will|would|should|what|who|when|where|how)\b)",
    re.IGNORECASE,
)


@lru_cache(maxsize=256)
def asked_clause(part: str) -> str:
    """What a part asks, without the sentences before it that say what it is about and ask nothing, and without the
    condition it begins with: "Was a hearing needed" of "They took the gift. Was a hearing needed"; the whole of a part
    that only asks."""
    *_, last = [one.text for one in sentences(part)] or [part]
    asks = last if _ASKS.match(last) else part
    return _CONDITION.sub("", asks, count=1)


def _asks_itself(clause: str) -> bool:
    """Whether the last sentence of a clause asks by itself, at its beginning or after a comma: "For 2031, what …"."""
    *_, last = [one.text for one in sentences(clause)] or [clause]
    return bool(_ASKED.match(last) or _LISTED.search(last))


def split_clauses(question: str) -> tuple[str, ...]:
    """The clauses of a question that stand on their own, in order; one clause for a plain question.

    A sentence before a question that asks nothing says what it is about, and stays with it: "Voters want more. How far
    over can they go?" is one part.
    """
    found: list[str] = []
    said = sentences(question)
    at, ends = 0, {one.end for one in said}
    told = [one for one in said[:-1] if not _ASKS.match(one.text) and not one.text.rstrip().endswith("?")]
    borders = sorted((*_CLAUSE.finditer(question), *_LISTED.finditer(question)), key=lambda one: one.start())
    for border in borders:
        clause, mark = question[at : border.start()], border.group()[:1]
        if border.start() < at or (border.group().strip() == "," and not _asks_itself(clause)):
            continue
        if (mark in ".;" and not _ASKS.match(clause)) or (mark == "." and border.start() + 1 not in ends):
            continue
        if any(one.start <= border.start() < one.end - 1 for one in told):  # "I asked for it and have heard nothing."
            continue
        found.append(clause)
        at = border.end()
    found.append(question[at:])
    return tuple(part.strip(" ?.,;") for part in found if part.strip(" ?.,;"))


def _short(parts: tuple[str, ...], size: int = 7) -> str:
    return " ".join(parts[:size])


def _clause_facets(question: str) -> list[str]:
    clauses = split_clauses(question)
    if len(clauses) < 2:
        return []
    subject = content(clauses[0])
    facets: list[str] = []
    for clause in clauses:
        own = content(clause)
        # A clause such as "for how long" or "was it legal" leans on the subject of the first one.
        facets.append(_short(own) if len(own) >= 2 else _short((*own, *(w for w in subject if w not in own)), 5))
    return facets


def find_facets(question: str, towns: tuple[str, ...]) -> tuple[str, ...]:
    """The facets of the question, at most five; empty when the question has one part only.

    Taxes give town, school, county and state (S0); two towns give one facet each; further clauses give one each.
    """
    found: list[str] = []
    if says_any(question, _TAX_WORDS) and says_any(question, _TAX_FORMS):
        found += TAX_COMPONENTS
    if len(towns) > 1:
        names = {word for town in towns for word in words(town)}
        subject = _short(tuple(word for word in content(question) if word not in names), 5)
        found += [f"{town} {subject}".strip() for town in towns]
    else:
        found += _clause_facets(question)
    unique = first_seen(found)
    return unique[:_MAX_FACETS] if len(unique) > 1 else ()


def asks_law(clause: str) -> bool:
    """Whether a clause asks for a rule rather than a fact."""
    return bool(_ASKS_LAW.search(clause))
