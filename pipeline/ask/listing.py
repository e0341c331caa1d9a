"""Questions that ask for a list or a total of acts: which rows of the ledger they name.

Reads the words of a question against the ledger's own names of actions, outcomes and fates. It refuses questions of
rules ("how many votes are needed"), of one act, and those that name no kind of act.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from pipeline.ask.reading import Reading
from pipeline.types import IssueMap
from vault.facts.types import ACTIONS, FATES, OUTCOMES
from vault.ledger import LedgerQuery
from vault.states.names import GOVERNING_BOARDS, GOVERNING_MEMBERS
from vault.text.patterns import lazy_regex
from vault.text.words import content_words, stem
from vault.value import Value

__all__ = ["SAID", "Listing", "listing_of", "named"]

SAID: dict[str, dict[str, str]] = {
    "action": {
        "reject": "deny", "grant": "approve", "adopt": "approve", "pass": "approve", "postpone": "continue",
        "defer": "continue", "appoint": "nominate", "elect": "nominate", "rescind": "withdraw", "award": "approve",
    },
    "outcome": {
        "approved": "granted", "adopted": "granted", "rejected": "denied", "postponed": "continued",
    },
    "fate": {"defeated": "failed", "lost": "failed", "carried": "passed"},
    "status": {"approved": "voted", "passed": "voted", "adopted": "voted", "spent": "actual", "expended": "actual"},
}  # fmt: skip
"""What a person says -> what the ledger calls it."""
_OPENS = lazy_regex(
    r"\A\W*(?:(?:please\s+)?(?:list|name|show(?:\s+me)?|give\s+me)\b|every\b|each\b|all\b)"
    r"|\b(?:which|what)\s+(?:[\w$,-]+\s+){0,4}?[\w-]+s\b(?=.*\b(?:were|have|has|had|did|was|failed|passed)\b)"
    r"|\bwho\s+(?:was|were|has\s+been)\s+(?:re)?appointed\b",
    re.I,
)
# "how many times did they", not "how many people voted": the ledger counts acts
_COUNT = lazy_regex(
    r"\bhow\s+(?:many|often)\b(?!\s+(?:people|persons|folks|voters|residents|ballots)\b)|\bnumber\s+of\b", re.I
)
# "Did the board deny anyone's abatement?", "Were any waivers granted?", "Has it ever failed?"
_EXISTS = lazy_regex(r"\A\W*(?:did|has|have|was|were)\b.*\b(?:any|anyone|anybody|ever|somebody|someone)\b", re.I)
# "Did anyone get a variance?": what somebody gets is granted
_GOT = lazy_regex(r"\b(?:anyone|anybody|somebody|someone)\s+(?:ever\s+)?get\b", re.I)
_TOTAL = lazy_regex(r"\btotal\b|\baltogether\b|\bin\s+all\b|\bsum\s+of\b", re.I)
_WHO = lazy_regex(
    r"\bwho\s+(?:\w+\s+)?(moved|made|seconded|abstained|opposed|voted\s+(?:no|against))\b(?P<most>.*\b(?:most|often))?",
    re.I,
)
# "Has Ada Roe ever voted against a variance", "How often did Mr. Poe abstain"
_PERSON = lazy_regex(
    r"\b(?i:did|has)\s+(?:(?:Mr|Mrs|Ms|Dr)\.?\s+)?(?P<name>[A-Z][\w.'’-]*(?:\s+[A-Z][\w.'’-]*){0,2})"
    r"\s+(?:ever\s+)?(?:voted?\s+(?:no|against)|opposed?|(?P<abstained>abstain(?:ed)?))\b"
)
_PART = {"moved": "mover", "made": "mover", "seconded": "seconder", "abstained": "abstaining"}
_OF_RULES = lazy_regex(
    r"\b(?:must|needs?|needed|required?s?|can|may|should|shall|allowed|law|rsa|statutes?|does\s+it\s+take|why)\b", re.I
)
_NONPUBLIC = lazy_regex(r"\b(?:non-?\s?public|executive|closed)\s+sessions?\b", re.I)
_BODY = lazy_regex(r"\b(?=((?:\w+ ){1,3}(?:board|council|committee|commission|trustees)\b))", re.I)
_LEAST = lazy_regex(
    r"\b(?:over|above|more\s+than|at\s+least)\s+\$(?P<sum>[\d,]+)|\$(?P<more>[\d,]+)\s+(?:or|and)\s+(?:more|over|above)",
    re.I,
)
_ABOUT_ACTS = frozenset(
    map(stem, content_words(
        "motion article warrant vote voted time meeting year month number total sum list name case board committee "
        "council town every each all session act action item result people person most often made make since during "
        "date please ask any anyone anybody ever somebody someone"
    ))
)  # fmt: skip
"""Words that name no matter: what kind of row, how many, when."""
_GOVERNING = frozenset(map(stem, (*GOVERNING_BOARDS, *GOVERNING_MEMBERS)))
_GOVERNING_BODY = "Select Board"
"""As the vault calls the body whose members a question names: "the selectmen"."""


class Listing(Value):
    """What is listed, and how it is told; `words` are those of its matter, of which some may stand in no row."""

    mode: Literal["list", "count", "sum", "most", "exists"]
    query: LedgerQuery
    words: tuple[str, ...] = ()
    part: Literal["mover", "seconder", "abstaining", "against", ""] = ""
    bodies: tuple[str, ...] = ()
    """The body meant, or what may be part of its name: "the economic council" may be a longer council held."""


def named(name: str, value: str, known: Iterable[str]) -> str | None:
    """A value as the ledger calls it: "denying" is "deny", "approved" is "granted"; None for one it does not know."""
    plain = " ".join(value.casefold().replace("_", " ").split())
    same = {one.replace("_", " "): one for one in known if one and one != "none"}
    told = SAID.get(name, {}) | same
    return told.get(plain) or next((one for said, one in told.items() if stem(said) == stem(plain)), None)


def listing_of(reading: Reading, issue: IssueMap) -> Listing | None:
    """The list or total of acts that a question asks for; None for any other question, and where no town is named."""
    text = reading.text
    who = _WHO.search(text)
    part = _PART.get(who[1].lower(), "against") if who else ""
    who = who if who and (who["most"] or part in ("abstaining", "against")) else None
    person = _PERSON.search(text)
    if person:
        who, part = person, "abstaining" if person["abstained"] else "against"
    most = not person and who and who["most"]
    modes = {"most": most, "sum": _TOTAL.search(text), "count": _COUNT.search(text)}
    listed = not person and (who or _OPENS.search(text))
    other = "list" if listed else "exists" if person or _EXISTS.match(text) else ""
    mode = next((name for name, said in modes.items() if said), other)
    if not mode or not issue.town or len(reading.parts) > 1 or _OF_RULES.search(text):
        return None
    facts: dict[str, object] = issue.model_dump(include={"town", "state", "date_from", "date_to"})
    used = (
        _ABOUT_ACTS
        | _GOVERNING
        | {stem(word) for one in (issue.town, *issue.boards, *issue.time_hints) for word in content_words(one)}
    )
    used |= {stem("".join(word[0] for word in content_words(one))) for one in issue.boards}  # "ZBA"
    kind = "article" if re.search(r"\barticles?\b", text, re.I) else "motion"
    if _NONPUBLIC.search(text):
        facts |= {"action": "enter_nonpublic"}
        used |= {stem(word) for word in content_words(f"{text.lower()} nonpublic")}
    for word in () if "action" in facts or who else reading.words:
        came = _came_of(word.lower())
        if came and not any(key in facts for key in came):
            facts, used = facts | came, used | {stem(word)}
    if mode == "exists" and _GOT.search(text):
        facts = {"outcome": "granted"} | facts
    if who:
        used |= {stem(word) for word in content_words(who.group())}
    if person:
        facts |= {"person": person["name"]}
    if least := _LEAST.search(text):
        facts |= {"amount_from": float((least["sum"] or least["more"]).replace(",", ""))}
    acted = bool(who or facts.keys() & {"action", "outcome", "fate"})
    kinded = bool(re.search(r"\b(?:motions?|articles?|votes)\b", text, re.I))
    words = tuple(word for word in reading.content if stem(word) not in used and not re.search(r"\d", word))
    counted = kinded or bool(re.match(r"\W*(?:every|each|all|list)\b", text, re.I) and words)
    if not acted and (mode == "exists" or not counted):
        return None
    governing = not _GOVERNING.isdisjoint(map(stem, reading.words))
    return Listing.model_validate(
        {
            "mode": mode,
            "query": LedgerQuery.model_validate(facts | {"kinds": (kind,)}),
            "words": words,
            "part": part if who else "",
            "bodies": issue.boards[:1] or _BODY.findall(text) or [_GOVERNING_BODY] * governing,
        }
    )


def _came_of(word: str) -> dict[str, object]:
    """The filter that a word names: what became of a matter ("denied"), an action that passed ("deny"), a fate."""
    if outcome := named("outcome", word, OUTCOMES) if word.endswith("d") else None:
        return {"outcome": outcome}
    if fate := named("fate", word, FATES):
        return {"fate": fate}
    if action := named("action", word, ACTIONS):
        return {"action": action, "fate": "passed"}
    return {}
