"""The kinds of answer: the forms of question that ask for each, and what an answer of that kind shows.

Holds words and patterns only. It refuses to know any particular question: cues are the forms of English questions.
"""

from __future__ import annotations

import re
from typing import Literal

from vault.facts.dates import MONTH
from vault.text.words import fold

__all__ = ["CUES", "FIGURE_CUES", "Cue", "cues_of"]

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


FIGURE_CUES: tuple[Cue, ...] = ("amount", "count", "duration", "date", "rate", "measure")
"""The kinds of answer that are figures."""


def cues_of(text: str) -> tuple[Cue, ...]:
    """The kinds of answer that a question or a part of one asks for, in table order; () when its form tells none."""
    folded = fold(text)
    return tuple(cue for cue, forms in _FORMS.items() if re.search(forms, folded))
