"""What a question asks for: its weighted words, its identifiers and the kind of answer it expects.

Holds words and patterns only. It refuses to know any particular question: cues are the forms of English questions.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Literal, NamedTuple

from pipeline.ask.phrases import says
from pipeline.ask.topics import lay_terms
from pipeline.types import Brief
from vault.facts.dates import MONTH
from vault.text.words import content_words, fold, stem, words

__all__ = ["CUES", "Asked", "Cue", "LayWords", "asked_of", "cues_of", "identifier_key"]

Cue = Literal[
    "amount", "count", "duration", "date", "rate", "measure", "person", "place", "rule", "reason", "outcome", "law",
    "meaning",
]  # fmt: skip

# "1,200.50" is read once, from its first digit: a text of figures is no slower than any other
_NUMBER = (
    r"(?:(?<!\d,)\d++(?:,\d++)*+(?:\.\d++)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|fourteen|fifteen|twenty|thirty|forty|sixty|ninety|hundred)"
)

_FORMS: dict[Cue, str] = {
    # "How much is the fee?", "What did it cost?", "How big were the grants?"
    "amount": r"\bhow much\b|\bcost|\bcharge|\bfees?\b|\bpric|\bfine[sd]?\b|\bamount|\bpaid\b|\bpay(?:ing|s)?\b"
    r"|\bspen[dt]|\bmoney\b"
    r"|\bworth\b|\bbudget|\bgrants?\b|\bsalar|\brevenue\b|\bfund(?:ed|ing)\b|\btax(?:es)? (?:rates?|bills?)\b"
    r"|\bhow (?:big|large)\b|\$",
    "count": r"\bhow many\b|\bnumber of\b|\bhow often\b|\bhow big\b|\bwhat vote\b|\bmajority\b|\bcount\b",
    "duration": r"\bhow long\b|\bhow soon\b|\bdeadline\b|\bby when\b|\bhow late\b|\bhow old\b|\bhow quickly\b"
    r""
    r"|\bin advance\b|\bterms?\b|\btime limit\b|\bhow far ahead\b",
    "date": r"\bwhen\b|\bdeadline\b|\bwhat (?:date|year|day|month|time)\b|\bwhich (?:year|day|month)\b|\bhow soon\b"
    r"|\blast day\b|\bby what\b|\bhow late\b",
    "rate": r"\brates?\b|\bpercent|\bper thousand|\bratio|\bshare\b|\bproportion",
    "measure": r"\bhow (?:far|tall|wide|high|deep|large|big|close|fast|small|thick)\b|\bsizes?\b|\bspeed|\bsetback"
    r"|\bdistance|\bheight|\bacre|\bfrontage|\bfeet\b",
    "person": r"\bwho\b|\bwhom\b|\bwhose\b|\bwhich (?:company|firm|contractor|person|board|official|department"
    r"|bidder)\b"
    r"|\bwhat (?:company|firm|board)\b",
    "place": r"\bwhere\b|\bwhich (?:road|street|lot|building|property)\b",
    "rule": r"\bcan\b|\bcould\b|\bmay\b|\bmust\b|\ballow\w*|\brequir\w*|\bneed(?:ed|s)?\b|\blegal\w*"
    r"|\bban\w*|\bprohibit\w*"
    r"|\bpermit\w*|\bresponsib\w*|\bauthority\b|\bliab\w*|\bha(?:ve|s|d) to\b|\bshould\b|\bobliged"
    r"|\bentitled|\brules?\b",
    "reason": r"\bwhy\b|\breasons?\b|\bhow come\b|\bcaus\w+|\bbecause\b|\bexplain|\bconcern|\bproblem|\bobject",
    "outcome": r"\bdecid\w*|\bdecision\b|\bvot\w+|\bapprov\w*|\bhappened\b|\boutcome\b|\bpass(?:ed)?\b|\bden(?:y|ied)\b"
    r"|\bgrant(?:ed)?\b|\bhandled?\b|\bactions?\b|\bchange[ds]?\b|\bfound\b|\bagree\w*|\badopt\w*|\breject\w*|\bget\b"
    r"|\bresult\w*|\bdid\b|\brule[d]?\b|\bconclu\w*|\brecommend\w*|\bturned down\b|\bend up\b",
    "law": r"\brsas?\b|\bstatutes?\b|\bwhat law\b|\bwhich law\b|\bstate law\b|\bunder what authority\b"
    r"|\bgoverns?\b|\blegally\b",
    "meaning": r"\bhow (?:is|are|does|do)\b|\bcalculat\w*|\bdefin\w+|\bwhat (?:is|are) an?\b|\bmean(?:s|ing)?\b"
    r"|\bcounts? as\b|\bconsidered\b",
}
"""Each cue with the forms of question that ask for it."""

CUES: dict[Cue, re.Pattern[str]] = {
    # "$14,000", "ten dollars", "3.39"
    "amount": re.compile(r"\$\s?\d|\bdollars?\b|\b\d{1,3}(?:,\d{3})+\b|\b\d+\.\d\d\b", re.I),
    # "two opportunities", "25 or more", "3-0"
    "count": re.compile(rf"\b{_NUMBER}\b|\bmajority\b|\btwo-thirds\b|\bhalf\b|\bonce\b|\btwice\b", re.I),
    # "5 minutes", "fourteen (14) consecutive days", "9:00 PM"
    "duration": re.compile(
        rf"\b{_NUMBER}\)?[\s-]+(?:\w+\s)?(?:day|month|year|hour|minute|week)s?\b|\b\d{{1,2}}:\d\d|\b\d{{1,2}}\s?[ap]\.?m\b",
        re.I,
    ),
    # "May 20, 2025", "by 2031", "fifth Tuesday", "9/1/2025", "within sixty days"
    "date": re.compile(
        rf"\b{MONTH}\s+\d|\b(?:first|\d{{1,2}}(?:st|nd|rd|th)?)\s+(?:day\s+)?of\s+{MONTH}|"
        r"\b(?:19|20)\d\d\b|\b\d+\)?\s+days?\b"
        r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\bn(?:ot|o) later than\b|\bdeadline\b"
        r"|\b\d{1,2}/\d{1,2}/\d{2,4}\b|\b\d{1,2}:\d\d|\bwithin \w+ (?:days|months|years)\b",
        re.I,
    ),
    # "11.60", "25 percent", "per $1,000"
    "rate": re.compile(r"\b\d+\.\d+\b|%|\bpercent\b|\bper (?:\$1,?000|thousand)\b", re.I),
    # "fifteen (15) feet", "25-mph", "128 square feet"
    "measure": re.compile(
        rf"\b{_NUMBER}\)?[\s-]*(?:\w+\s)?(?:feet|foot|ft|inch|mph|acre|square|sq|mile|gallon|ton|yard|percent)\w*", re.I
    ),
    # "by the Selectboard", "Alder Builders LLC", "Ruth Tibbetts made"
    "person": re.compile(
        r"\b(?:LLC|Inc|Company|Co\.|Associates|Builders|Engineer\w*|Group)\b|\b[A-Z][a-z]+ [A-Z][a-z]{2,}\b"
        r"|\b(?:[Ss]electm[ae]n|[Ss]elect\s?[Bb]oard|[Bb]oard|[Tt]rustees?|[Cc]ommissioners?|[Cc]lerk"
        r"|[Mm]oderator|[Cc]ouncil"
        r"|[Cc]ommittee|[Aa]dministrator|[Tt]reasurer|[Cc]ollector|[Aa]gent|[Oo]fficer|[Dd]irector"
        r"|[Cc]hief|[Ii]nspector"
        r"|[Oo]wners?)\b"
    ),
    # "at the town hall", "in cemeteries", "Mill Road"
    "place": re.compile(
        r"\b(?:at|in|on|within|near|along)\s+(?:the|any|all|town|public|a|one|[A-Z]\w*)\b|\b(?:Road|Rd"
        r"|Street|St|Route|Rt"
        r"|Lane|Hall)\b|:|,\s+\w+,\s+"
    ),
    # "shall obtain", "is allowed", "may not", "no member … shall be"
    "rule": re.compile(
        r"\b(?:shall|must|may|requir\w+|allowed|permitted|prohibited|not exceed\w*|no person|only if|unless|authority"
        r"|cannot|can['’]t|liable|entitled|eligible|(?:is|are) not)\b",
        re.I,
    ),
    # "because", "due to", "in order to"
    "reason": re.compile(
        r"\b(?:because|due to|in order to|as a result|reasons?|since|therefore|so that|caused?|driven by|increase[ds]?"
        r"|higher|attributed|concern\w*|need\w*|would not|violat\w*|not compl\w+|explained)\b",
        re.I,
    ),
    # "motion passed 3-0", "all were in favor", "voted unanimously", "is granted"
    "outcome": re.compile(
        r"\b(?:motion|carried|passed|failed|defeated|adopted|approved?|grant(?:ed)?|denied|deny|unanimous(?:ly)?"
        r"|all (?:were )?in favor|voted|vote was|moved|motioned|seconded|so ordered|affirmed|reversed|remanded|tabled"
        r"|withdrawn|unconstitutional|ordered|hereby|we (?:hold|conclude|affirm|reverse)|recommended"
        r"|consensus|agreed)\b",
        re.I,
    ),
    # "RSA 40:13", "pursuant to", "Chapter 91-A"
    "law": re.compile(r"\bRSA\b|\bpursuant to\b|\bstatute\b|\bchapter \d|\bunder the provisions\b|§", re.I),
    # "\"default budget\" means", "shall be calculated", "is defined as"
    "meaning": re.compile(r"\bmeans\b|\bcalculat\w+|\bdefined\b|\bdetermined by\b|\bconsists?\b", re.I),
}
"""Each cue with what an answer of that kind shows."""

_ASKING_TEXT = """
    decide decision happen tell know question answer mean say way thing please go get need allowed able ask find long
    much many what whats whether must should would could
"""
_ASKING_WORDS = frozenset(_ASKING_TEXT.split())
"""Words that shape the question and seldom stand in the answer."""
_DIM, _COMMON = 0.35, 0.5
"""What the words of place, board and asking weigh, and those that every record of a town holds."""
_COMMON_WORDS = frozenset(("town", "towns", "property", "state", "public", "municipal", "local", "people", "person"))
_COMMON_BODIES = frozenset(map(stem, ("board", "select", "selectmen", "selectboard", "of", "the", "town", "committee")))
"""Words that name the usual body, whose records hold everything."""


class LayWords(NamedTuple):
    """Stems of an everyday phrase of the question, and those in which records and statutes say the same."""

    said: frozenset[str]
    law: frozenset[str]


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
    lay: tuple[LayWords, ...] = ()
    names: frozenset[str] = frozenset()
    """Stems of the capitalised names of the question that are neither town nor board: "Deer", "Run"."""
    years: frozenset[str] = frozenset()
    pairs: tuple[tuple[str, str], ...] = ()
    """Neighbouring content words of the question, stemmed: ("default", "budget")."""


_NAME = re.compile(r"\b[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+)*")
_NO_NAMES = frozenset(
    ("rsa", "new", "hampshire", "nh", "state", "article", "school", "district", "town", "board", "court", "county", "i")
)


def identifier_key(text: str) -> str:
    """The text folded with everything but letters, digits, hyphens and colons removed ("# 25-03-LM" -> "25-03-lm")."""
    return re.sub(r"[^a-z0-9:\-]", "", fold(text))


def _known(brief: Brief) -> frozenset[str]:
    issue = brief.issue
    return frozenset(
        stem(w) for name in (issue.town, *issue.other_towns, brief.question.state, *issue.boards) for w in words(name)
    )


def _weights(brief: Brief) -> dict[str, float]:
    known = _known(brief)
    weights: dict[str, float] = {}
    for word in content_words(brief.question.text):
        root = stem(word)
        dim = _DIM if root in known or word in _ASKING_WORDS else _COMMON if word in _COMMON_WORDS else 1.0
        weights[root] = max(weights.get(root, 0.0), dim)
    return weights


def _lay(text: str, own: frozenset[str]) -> tuple[LayWords, ...]:
    found: list[LayWords] = []
    for term in lay_terms():
        said = next((phrase for phrase in term.said if says(text, phrase, close=True)), "")
        if said:
            stems = frozenset(map(stem, content_words(said))) & own
            found.append(LayWords(stems, frozenset(map(stem, content_words(term.law)))))
    return tuple(found)


def _names(brief: Brief) -> frozenset[str]:
    text, known = brief.question.text, _known(brief)
    found: list[str] = []
    for match in _NAME.finditer(text):
        named = words(match.group())[0 if match.start() else 1 :]
        found += [word for word in named if word not in _NO_NAMES and stem(word) not in known]
    return frozenset(stem(word) for word in found) & frozenset(map(stem, content_words(text)))


def cues_of(text: str) -> tuple[Cue, ...]:
    """The kinds of answer that a question or a part of one asks for, in table order; () when its form tells none."""
    folded = fold(text)
    return tuple(cue for cue, forms in _FORMS.items() if re.search(forms, folded))


def asked_of(brief: Brief) -> Asked:
    """What the question of the brief asks for; town and board names and asking words weigh about a third."""
    question = brief.question.text
    weights = _weights(brief)
    own = frozenset(weights)
    lay = _lay(question, own)
    said = [stem(word) for word in content_words(question)]
    bodies = {stem(word) for board in brief.issue.boards for word in words(board)} - _COMMON_BODIES
    return Asked(
        stems=weights,
        kin=frozenset().union(*(term.law for term in lay)) - own,
        identifiers=tuple(key for key in map(identifier_key, brief.issue.identifiers) if len(key) > 2),
        cues=cues_of(question),
        bodies=own & bodies,
        lay=lay,
        names=_names(brief),
        years=frozenset(re.findall(r"\b(?:19|20)\d\d\b", question)),
        pairs=tuple(pairwise(said)),
    )
