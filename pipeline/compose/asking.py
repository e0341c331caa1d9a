"""What a question asks for: its weighted words, its identifiers and the kind of answer it expects.

Holds words and patterns only. It refuses to know any particular question: cues are the forms of English questions.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from pipeline.topics import lay_terms
from pipeline.types import Brief
from pipeline.words import says
from vault.tokens import content_words, fold, stem, words

__all__ = ["CUES", "Asked", "Cue", "asked_of", "cue_strength", "identifier_key"]

Cue = Literal["amount", "count", "date", "person", "place", "rule", "reason", "outcome", "law", "meaning"]

# Each form of question and the cue of its answer: "How much is …", "What did the board decide …".
_FORMS: tuple[tuple[str, Cue], ...] = (
    (r"\bhow much\b|\bcosts?\b|\bfees?\b|\bprice\b|\bfine\b|\bamount\b|\brevenue\b|\bpaid\b|\bfunded\b", "amount"),
    (r"\btax(?:es)?\b|\brates?\b|\bgrant\b|\bbudget\b|\$\d", "amount"),
    (r"\bhow many\b|\bhow long\b|\bhow often\b|\bnumber of\b|\bhow far\b|\bwhat vote\b", "count"),
    (r"\bwhen\b|\bdeadline\b|\bwhat date\b|\bwhat year\b|\bhow soon\b|\blast day\b|\bby what time\b", "date"),
    (r"\bwho\b|\bwhom\b|\bwhose\b", "person"),
    (r"\bwhere\b", "place"),
    (r"\bcan\b|\bcould\b|\bmay\b|\bmust\b|\ballow\w*|\brequir\w*|\bneed(?:ed|s)?\b|\blegal\w*|\bban\w*", "rule"),
    (r"\bprohibit\w*|\bpermit\w*|\bresponsib\w*|\bauthority\b|\bliab\w*|\bhave to\b|\bhas to\b", "rule"),
    (r"\bwhy\b|\breasons?\b|\bhow come\b|\bcaus\w+", "reason"),
    (
        r"\bdecid\w*|\bdecision\b|\bvot\w+|\bapprov\w*|\bhappened\b|\boutcome\b|\bpass(?:ed)?\b|\bden(?:y|ied)\b",
        "outcome",
    ),
    (r"\bgrant(?:ed)?\b|\bhandled?\b|\bactions?\b|\bchange[ds]?\b|\bfound\b", "outcome"),
    (r"\brsas?\b|\bstatutes?\b|\bwhat law\b|\bwhich law\b|\bunder what authority\b|\bgoverns?\b", "law"),
    (r"\bhow (?:is|are)\b|\bcalculat\w*|\bdefin\w+|\bwhat (?:is|are) an?\b|\bmean(?:s|ing)?\b", "meaning"),
)

CUES: dict[Cue, re.Pattern[str]] = {
    # "$14,000", "3.39", "25 percent", "ten dollars"
    "amount": re.compile(r"\$\s?\d|\b\d+\.\d\d\b|\bpercent\b|\d\s?%|\bdollars?\b|\b\d{1,3}(?:,\d{3})+\b", re.I),
    # "two opportunities", "25 or more", "3-0", "5 minutes"
    "count": re.compile(
        r"\b\d+\b|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|majority|half|thirds)\b",
        re.I,
    ),
    # "May 20, 2025", "by 2031", "14 days before", "fifth Tuesday", "not later than"
    "date": re.compile(
        r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d|\b(?:19|20)\d\d\b|\b\d+\s+days?\b"
        r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\bnot later than\b|\bno later than\b|\bdays\b|\bdeadline\b"
        r"|\b\d{1,2}/\d{1,2}/\d{2,4}\b",
        re.I,
    ),
    # "by the Selectboard", "the selectmen shall", "Osgood made"
    "person": re.compile(
        r"\b(?:selectm[ae]n|select\s?board|board|trustees?|commissioners?|clerk|moderator|council|committee"
        r"|administrator|treasurer|collector|agent|officer|director|chief|inspector|owners?)\b",
        re.I,
    ),
    # "at the town hall", "in cemeteries", "within 200 feet"
    "place": re.compile(r"\b(?:at|in|on|within|near|along)\s+(?:the|any|all|town|public|a|one)\b|:|,\s+\w+,\s+", re.I),
    # "shall obtain", "is allowed", "may not", "no member … shall be"
    "rule": re.compile(
        r"\b(?:shall|must|may|required?|allowed|permitted|prohibited|not exceeding|no person|only if|unless"
        r"|authority|not permitted|cannot|can't|liable)\b",
        re.I,
    ),
    # "because", "due to", "in order to"
    "reason": re.compile(
        r"\b(?:because|due to|in order to|as a result|reasons?|since|therefore|so that|caused?|driven by"
        r"|increase[ds]?|higher|attributed)\b",
        re.I,
    ),
    # "motion passed 3-0", "all were in favor", "voted unanimously", "is Granted"
    "outcome": re.compile(
        r"\b(?:motion (?:passed|carried|failed)|carried|passed|failed|defeated|adopted|approved?|granted?|denied|deny"
        r"|unanimous(?:ly)?|all (?:were )?in favor|voted|vote was|moved|motioned|made a motion|seconded|so ordered"
        r"|affirmed|reversed|remanded|tabled|withdrawn|unconstitutional|ordered|we (?:hold|conclude|affirm|reverse)"
        r"|is granted|consensus|agreed)\b",
        re.I,
    ),
    # "RSA 40:13", "pursuant to", "Chapter 91-A"
    # "\"default budget\" means", "shall be calculated", "is defined as"
    "meaning": re.compile(r"\bmeans\b|\bcalculat\w+|\bdefined\b|\bdetermined by\b|\bconsists?\b", re.I),
    "law": re.compile(r"\bRSA\b|\bpursuant to\b|\bstatute\b|\bchapter \d|\bunder the provisions\b|§", re.I),
}

_ASKING_TEXT = """
    decide decision happen tell know question answer mean say way thing please go get need allowed able ask find long
    much many what whats whether
"""
_ASKING_WORDS = frozenset(_ASKING_TEXT.split())
"""Words that shape the question and seldom stand in the answer."""


_COMMON_BODIES = frozenset(map(stem, ("board", "select", "selectmen", "selectboard", "of", "the", "town", "committee")))
"""Words that name the usual body, whose records hold everything."""


class Asked(NamedTuple):
    """Weighted stems of the question, its exact identifiers (folded, without blanks) and the cues of its answer.

    `kin` are stems of the words in which records put what the question says in everyday words.
    """

    stems: dict[str, float]
    kin: frozenset[str]
    identifiers: tuple[str, ...]
    cues: tuple[Cue, ...]
    bodies: frozenset[str] = frozenset()
    """Stems that tell one body from another: "cemetery", "library", "trustee"."""
    words: frozenset[str] = frozenset()
    """Content words of the question in their own form."""


def identifier_key(text: str) -> str:
    """The text folded with everything but letters, digits, hyphens and colons removed ("# 25-03-LM" -> "25-03-lm")."""
    return re.sub(r"[^a-z0-9:\-]", "", fold(text))


def _weights(brief: Brief) -> dict[str, float]:
    issue = brief.issue
    place = {stem(w) for name in (issue.town, *issue.other_towns, brief.question.state) for w in words(name)}
    board = {stem(w) for name in issue.boards for w in words(name)}
    weights: dict[str, float] = {}
    for word in content_words(brief.question.text):
        root = stem(word)
        dim = 0.35 if root in place or root in board or word in _ASKING_WORDS else 1.0
        weights[root] = max(weights.get(root, 0.0), dim)
    return weights


def _kin(text: str, own: frozenset[str]) -> frozenset[str]:
    laws = [term.law for term in lay_terms() if any(says(text, phrase, close=True) for phrase in term.said)]
    return frozenset(stem(word) for law in laws for word in content_words(law)) - own


def asked_of(brief: Brief) -> Asked:
    """What the question of the brief asks for; town and board names and asking words weigh about a third."""
    text = fold(brief.question.text)
    cues = tuple(dict.fromkeys(cue for pattern, cue in _FORMS if re.search(pattern, text)))
    identifiers = tuple(key for key in map(identifier_key, brief.issue.identifiers) if len(key) > 2)
    weights = _weights(brief)
    bodies = {stem(word) for board in brief.issue.boards for word in words(board)} - _COMMON_BODIES
    spoken = frozenset(content_words(brief.question.text))
    kin = _kin(brief.question.text, frozenset(weights))
    return Asked(weights, kin, identifiers, cues, frozenset(weights) & bodies, spoken)


def cue_strength(text: str, cues: tuple[Cue, ...]) -> float:
    """Share of the wanted cues that the text shows, 0..1; 0 when nothing particular is wanted."""
    return sum(1 for cue in cues if CUES[cue].search(text)) / len(cues) if cues else 0.0
