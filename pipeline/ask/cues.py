"""The kinds of answer: the forms of question that ask for each, and what an answer of that kind shows.

Cues are many, loose and weighed by whoever reads them; `kinds.of_kind` is one strict answer. Holds words and patterns
only. It refuses to know any particular question or matter: cues are the forms of English questions.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Literal

from pipeline.ask.facets import asked_clause
from vault.facts.dates import MONTH
from vault.facts.numerals import ONE_WORD
from vault.law.references import find_nicknames
from vault.states.names import CODE_WORDS
from vault.text.patterns import lazy_regex
from vault.text.words import fold, stem

__all__ = [
    "ACT_STEMS",
    "CUES",
    "FIGURE_CUES",
    "GIVES_REASON",
    "HOUR",
    "Cue",
    "asks_bill",
    "asks_by_rule",
    "asks_change",
    "asks_course",
    "asks_deed",
    "asks_history",
    "asks_parts",
    "asks_rule",
    "asks_sum",
    "cues_by_head",
    "cues_of",
    "means_tax",
    "measures_act",
    "sole_kind",
]

Cue = Literal[
    "amount", "count", "duration", "date", "rate", "measure", "person", "place", "rule", "reason", "outcome", "law",
    "meaning",
]  # fmt: skip

_ACT_TEXT = """
act action adopt allow approve authorize award continue decide decision deny grant move motion outcome pass recommend
reject request result second table vote amount budget charge cost dollar fee figure fund increase money much paid pay
price raise rate spend sum tax total article case date day hearing meeting member month notice number time week year
citizen people resident taxpayer voter
"""
ACT_STEMS = frozenset(map(stem, _ACT_TEXT.split()))
"""Words that ask for an act, a sum or a day, or tell who acts or pays, in the records of every matter."""

# "1,200.50" is read once, from its first digit: a text of figures is no slower than any other
# "7:30"; "RSA 76:17" and "40:13, 31:39-a" are no hours
HOUR = "".join(rf"(?<!{code} )" for code in CODE_WORDS) + r"(?<![\d-])(?:[01]?\d|2[0-4]):[0-5]\d\b(?!-[a-z])"
"""An hour as a clock shows it, as a regular expression."""
_NUMBER = rf"(?:(?<!\d,)\d++(?:,\d++)*+(?:\.\d++)?|{ONE_WORD}|hundred)"

_FORMS: dict[Cue, str] = {
    # "How much is the fee?", "What did it cost?", "How big were the grants?"
    "amount": r"\bhow much\b|\bcost|\bcharge|\bfees?\b|\bpric|\bfine[sd]?\b|\bamount|\bpaid\b|\bpay(?:ing|s)?\b"
    r"|\bspen[dt]|\bmoney\b"
    r"|\bworth\b|\bbudget|\bgrants?\b|\bsalar|\brevenue\b|\bfund(?:ed|ing)\b|\btax(?:es)? (?:rates?|bills?)\b"
    r"|\bhow (?:big|large)\b|\$",
    "count": r"\bhow many\b|\bnumber of\b|\bhow often\b|\bhow big\b|\bwhat vote\b|\bmajority\b|\bcount\b",
    "duration": r"\bhow long\b|\bhow soon\b|\bdeadline\b|\bby when\b|\bhow late\b|\bhow old\b|\bhow quickly\b"
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

GIVES_REASON = (
    r"because|due to|in order to|as a result|reasons?|since|therefore|so that|caused?|driven by|attributed|explained"
)
"""Words that give a reason, as the alternatives of a regular expression."""
CUES: dict[Cue, re.Pattern[str]] = {
    # "$14,000", "ten dollars", "50 cents", "3.39"
    "amount": lazy_regex(r"\$\s?\d|\b(?:dollars?|cents?)\b|\b\d{1,3}(?:,\d{3})+\b|\b\d+\.\d\d\b", re.I),
    # "two opportunities", "25 or more", "3-0"
    "count": lazy_regex(rf"\b{_NUMBER}\b|\bmajority\b|\btwo-thirds\b|\bhalf\b|\bonce\b|\btwice\b", re.I),
    # "5 minutes", "fourteen (14) consecutive days", "9:00 PM", "permanently"
    "duration": lazy_regex(
        rf"\b{_NUMBER}\)?[\s-]+(?:\w+\s)?(?:day|month|year|hour|minute|week)s?\b|{HOUR}|\b\d{{1,2}}\s?[ap]\.?m\b"
        r"|\b(?:permanently|indefinitely)\b",
        re.I,
    ),
    # "May 20, 2025", "by 2031", "fifth Tuesday", "9/1/2025", "within sixty days"
    "date": lazy_regex(
        rf"\b{MONTH}\s+\d|\b(?:first|\d{{1,2}}(?:st|nd|rd|th)?)\s+(?:day\s+)?of\s+{MONTH}|"
        r"\b(?:19|20)\d\d\b|\b\d+\)?\s+days?\b"
        r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\bn(?:ot|o) later than\b|\bdeadline\b"
        rf"|\b\d{{1,2}}/\d{{1,2}}/\d{{2,4}}\b|{HOUR}|\bwithin \w+ (?:days|months|years)\b",
        re.I,
    ),
    # "11.60", "25 percent", "per $1,000"
    "rate": lazy_regex(r"\b\d+\.\d+\b|%|\bpercent\b|\bper (?:\$1,?000|thousand)\b", re.I),
    # "fifteen (15) feet", "25-mph", "128 square feet"
    "measure": lazy_regex(
        rf"\b{_NUMBER}\)?[\s-]*(?:\w+\s)?(?:feet|foot|ft|inch|mph|acre|square|sq|mile|gallon|ton|yard|percent)\w*", re.I
    ),
    # "by the Selectboard", "Alder Builders LLC", "Ruth Tibbetts made"
    "person": lazy_regex(
        r"\b(?:LLC|Inc|Company|Co\.|Associates|Builders|Engineer\w*|Group)\b|\b[A-Z][a-z]+ [A-Z][a-z]{2,}\b"
        r"|\b(?:[Ss]electm[ae]n|[Ss]elect\s?[Bb]oard|[Bb]oard|[Tt]rustees?|[Cc]ommissioners?|[Cc]lerk"
        r"|[Mm]oderator|[Cc]ouncil"
        r"|[Cc]ommittee|[Aa]dministrator|[Tt]reasurer|[Cc]ollector|[Aa]gent|[Oo]fficer|[Dd]irector"
        r"|[Cc]hief|[Ii]nspector"
        r"|[Oo]wners?)\b"
    ),
    # "at the town hall", "in cemeteries", "Mill Road"
    "place": lazy_regex(
        r"\b(?:at|in|on|within|near|along)\s+(?:the|any|all|town|public|a|one|[A-Z]\w*)\b|\b(?:Road|Rd"
        r"|Street|St|Route|Rt"
        r"|Lane|Hall)\b|:|,\s+\w+,\s+"
    ),
    # "shall obtain", "is allowed", "may not", "no member … shall be"
    "rule": lazy_regex(
        r"\b(?:shall|must|may|requir\w+|allowed|permitted|prohibited|not exceed\w*|no person|only if|unless|authority"
        r"|cannot|can['’]t|liable|entitled|eligible|(?:is|are) not)\b",
        re.I,
    ),
    # "because", "due to", "in order to"
    "reason": lazy_regex(
        rf"\b(?:{GIVES_REASON}|increase[ds]?|higher|concern\w*|need\w*|would not|violat\w*|not compl\w+)\b",
        re.I,
    ),
    # "motion passed 3-0", "all were in favor", "voted unanimously", "is granted"
    "outcome": lazy_regex(
        r"\b(?:motion|carried|passed|failed|defeated|adopted|approved?|grant(?:ed)?|denied|deny|unanimous(?:ly)?"
        r"|all (?:were )?in favor|voted|vote was|moved|motioned|seconded|so ordered|affirmed|reversed|remanded|tabled"
        r"|withdrawn|unconstitutional|ordered|hereby|we (?:hold|conclude|affirm|reverse)|recommended"
        r"|consensus|agreed)\b",
        re.I,
    ),
    # "RSA 40:13", "pursuant to", "Chapter 91-A"
    "law": lazy_regex(r"\bRSA\b|\bpursuant to\b|\bstatute\b|\bchapter \d|\bunder the provisions\b|§", re.I),
    # "\"default budget\" means", "shall be calculated", "is defined as"
    "meaning": lazy_regex(r"\bmeans\b|\bcalculat\w+|\bdefined\b|\bdetermined by\b|\bconsists?\b", re.I),
}
"""Each cue with what an answer of that kind shows."""


FIGURE_CUES: tuple[Cue, ...] = ("amount", "count", "duration", "date", "rate", "measure")
"""The kinds of answer that are figures."""


# "What happens if I do not pay": not how much is paid
_CONSEQUENCE = lazy_regex(r"\A\W*(?:and |but |so )?what (?:(?:will |would )?happens?|if)\b")


@lru_cache(maxsize=4096)
def cues_of(text: str) -> tuple[Cue, ...]:
    """The kinds of answer that a question or a part of one asks for, in table order; () when its form tells none."""
    folded = fold(text)
    raised = tuple(cue for cue, forms in _FORMS.items() if re.search(forms, folded))
    if not _CONSEQUENCE.search(folded):
        return raised
    return tuple(dict.fromkeys(("rule", *(cue for cue in raised if cue not in FIGURE_CUES))))


_SOLE: tuple[tuple[Cue, re.Pattern[str]], ...] = (
    # "How much is a dog license?", "What does a building permit cost?"
    (
        "amount",
        lazy_regex(
            r"\s*(?:and |but )?(?:how much\b|what (?:do|does|did|is|was|are|were|will|would)\b[^?]*"
            r"\b(?:cost|fees?|price|charge|fine|pay)\b)",
            re.IGNORECASE,
        ),
    ),
    ("count", lazy_regex(r"\s*(?:and |but )?how many\b", re.IGNORECASE)),
    ("date", lazy_regex(r"\s*(?:and |but )?(?:when|what (?:date|day|year))\b", re.IGNORECASE)),
    ("duration", lazy_regex(r"\s*(?:and |but )?how (?:long|soon|old)\b", re.IGNORECASE)),
    ("person", lazy_regex(r"\s*(?:and |but )?who(?:m|se)?\b", re.IGNORECASE)),
)
"""Beginnings of a question that leave no doubt about the kind of answer. Of train questions on an amount 69 % of those
with an answer have one in the three nearest spans, 26 % of those without."""
_BESIDE: dict[Cue, tuple[Cue, ...]] = {
    "amount": FIGURE_CUES,
    "count": FIGURE_CUES,
    "date": ("date", "duration"),
    "duration": ("date", "duration"),
    "person": ("person",),
}
"""The kinds that may stand beside the one a question begins by asking for: "What does a building permit cost" asks for
no rule, though "permit" is a word of rules."""


def sole_kind(text: str) -> Cue | None:
    """The one kind of answer that a part asks for by the words it begins with; None where those leave it open."""
    asks = asked_clause(text)
    return next((cue for cue, pattern in _SOLE if pattern.match(asks)), None)


def cues_by_head(text: str, cues: tuple[Cue, ...]) -> tuple[Cue, ...]:
    """Of the cues that words of a question raise, those that the words it begins with leave; all where those leave the
    kind open."""
    sole = sole_kind(text)
    if sole is None:
        return cues
    return tuple(dict.fromkeys((sole, *(cue for cue in cues if cue in _BESIDE[sole]))))


# "Would HB 12 let me", "what did lawmakers propose": else a bill as introduced is no answer, however well it fits
_ASKS_BILL = lazy_regex(r"\b(?:bills?|[HS]B|legislat\w*|lawmakers?|would|propos\w*|introduc\w*)\b", re.IGNORECASE)


def asks_bill(part: str) -> bool:
    """Whether a part may ask about a bill. "SB 2" that names a law in force, as a well-known name of it, is none."""
    plain = part
    for law in reversed(find_nicknames(part)):
        plain = plain[: law.start] + plain[law.end :]
    return bool(_ASKS_BILL.search(plain))


# "Did they approve it", "why was it tabled", "how did the vote go", "who seconded it", "what happened with the bridge"
_DEED = lazy_regex(
    r"\A\W*(?:(?:so|and|but)\W+)?(?:(?:did|has|have|had|was|were)\b|what happened\b"
    r"|(?:why|how|when|what time) (?:did|was|were)\b"
    r"|(?:how many|how often)\b(?!.*\b(?:do|does|can|may|must)\b).*\b(?:did|has|have|was|were)\b"
    r"|what (?:did|was|were)\b.*\b(?:said?|say|want|decide[ds]?|votes?|voted|approved?|agreed?|do|done)\b"
    r"|(?:who|which)\b.*\b(?:moved|motion|second(?:ed)?|vot(?:ed?|ing)|oppos\w+|abstain\w*|recus\w*|made|asked|said"
    r"|attend\w*|absent|present|resign\w*|won|(?:was|were|got) (?:\w+ )?(?:appointed|hired|elected|nominated)))",
    re.IGNORECASE,
)
# "Are we on a default budget", "Is the town in debt": how a town stands; "Is a town obliged" asks for a rule
_STATE_OF_TOWN = lazy_regex(r"\A\W*(?:(?:so|and|but)\W+)?(?:are we|is (?:the|our) (?:town|city|village))\b", re.I)
# "Did they have to hold a hearing", "was it legal": what was done is measured by a rule
_BY_RULE = lazy_regex(
    r"\b(?:ha(?:ve|d|s) to|need(?:ed)?|require[ds]?|allowed|permitted|legal\w*|(?:un)?lawful\w*|laws?|rsa|statutes?"
    r"|must|can|could|should|supposed|right to|authority|valid|violat\w+|enough|court|judge|legislature|the state"
    r"|(?-i:may))\b",
    re.IGNORECASE,
)


def measures_act(part: str) -> bool:
    """Whether a part first says what was done and then asks what a rule says of it: "They took the gift. Was a hearing
    needed", "She was refused. What can she do next"."""
    asks = asked_clause(part)
    return asks != part and asks_by_rule(asks)


def asks_by_rule(part: str) -> bool:
    """Whether a part asks in words of rules: what may, must or can be done, or what is legal."""
    return bool(_BY_RULE.search(part))


def asks_deed(part: str) -> bool:
    """Whether a part asks what somebody did, said or decided, or how a town stands, and nothing of a rule: no law
    tells it."""
    return bool(_DEED.search(part) or _STATE_OF_TOWN.search(part)) and not asks_by_rule(part)


# "how is it made up", "What makes up the rate"; "How much of the rate goes to schools", "the share of"
_OF_PARTS = lazy_regex(
    r"\b(?:ma[dk]es? up|broken down|break(?:s|ing)? down|break-?down|composed|consists?|components?|split|divided)\b",
    re.IGNORECASE,
)
_SHARE = lazy_regex(
    r"\bhow much of\b.*\b(?:goes|go|going|went|is|was)\b|\b(?:share|portion|part|slice) of\b", re.IGNORECASE
)


def asks_rule(cues: Collection[Cue]) -> bool:
    """Whether the law or a rule is asked for, and not what something costs ("a building permit")."""
    return "law" in cues or ("rule" in cues and {"amount", "rate"}.isdisjoint(cues))


def asks_parts(text: str) -> bool:
    """Whether it is asked what a figure is made of, or which share of it goes where."""
    return bool(_OF_PARTS.search(text) or _SHARE.search(text))


# "How much did the grader cost": a motion without a sum tells nothing of it
_ASKS_SUM = lazy_regex(
    r"\bhow (?:much|big|large|high)\b|\bcosts?\b|\bfees?\b|\bfines?\b|\brates?\b|\bpric\w+|\bbudgets?\b|\bsalar\w+",
    re.IGNORECASE,
)
_ASKS_CHANGE = lazy_regex(
    r"\b(?:increas|decreas|chang|r[ao]is|rose|drop|went|go(?:es)? (?:up|down)|more|less)\w*", re.IGNORECASE
)
_ASKS_ACT = lazy_regex(r"\W*(?:who|when|did|was|were|has|have|why)\b", re.IGNORECASE)


def asks_sum(text: str) -> bool:
    """Whether it is asked what something costs, and not what somebody did."""
    return bool(_ASKS_SUM.search(text)) and not _ASKS_ACT.match(text)


def asks_change(text: str) -> bool:
    """Whether it is asked how a sum rose or fell."""
    return bool(_ASKS_CHANGE.search(text))


# "Did the law on quarries change in 2031", "When was RSA 40:13 last amended", "Has the statute been amended since 2019"
_ASKS_HISTORY = lazy_regex(
    r"\A\W*(?:did|has|have|was|were|when (?:did|was|were|has))\s+(?:the |a |this |that |any )?"
    rf"(?:state |\w+ hampshire )?(?:laws?|statutes?|section|{'|'.join(CODE_WORDS)})\b"
    r"(?:(?!\b(?:when|if|because)\b)[^?])*?"
    r"\b(?:chang|amend|revis|enact|repeal|rewrit|updat)\w*",
    re.IGNORECASE,
)


def asks_history(part: str) -> bool:
    """Whether a part asks if or when a law changed."""
    return bool(_ASKS_HISTORY.search(asked_clause(part)))


# "What has happened with the boardwalk", "What became of her plan", "How did the request end", "the latest on the dam"
_ASKS_COURSE = lazy_regex(
    r"\bwhat(?:['’]s| is| was| has| had)? (?:\w+ )?(?:happen(?:ed|ing)|going on|became|become|been (?:done|going on))\b"
    r"|\bwhat(?:,[^,?]{1,30},)? (?:has |had )?(?:came|come) of\b|\b(?:outcome|upshot) of the \w"
    r"|(?<!marital )\bstatus of\b|\b(?:latest on|history of|story of)\b"
    r"|\bwhere do (?:things|matters|we) stand\b"
    r"|\bwhere do(?:es)? (?:the|this|that|it|[^?]{1,40}\b(?:case|plan|project|appeal|application|matter|petition))\b"
    r"[^?]*\b(?<!statue )stand(?: now| today)?\W*\Z"
    r"|\bhow did\b[^?]*\b(?:end(?: up)?|turn out|play out|work out)(?=\W*\Z|,| (?:for|with|in|at|after|when|there)\b)",
    re.IGNORECASE,
)


def asks_course(part: str) -> bool:
    """Whether a part asks what came of a matter over time, or how it ended."""
    return bool(_ASKS_COURSE.search(part))


_ANY_TAX = lazy_regex(r"\btax(?:es)?\b|\babate\w*|\bassess\w*", re.IGNORECASE)
_SPECIAL_TAXES = (
    (lazy_regex(r"\bland use change tax\b", re.I), lazy_regex(r"\b(?:current|land) use\b|\b(?:develop|subdivi)", re.I)),
    (lazy_regex(r"\b(?:timber|yield) tax\b", re.I), lazy_regex(r"\b(?:timber|wood|log(?:s|ging)?\b|tree|yield)", re.I)),
    (lazy_regex(r"\bexcavation(?: activity)? tax\b", re.I), lazy_regex(r"\b(?:excavat|gravel|earth|sand|dig)", re.I)),
)
"""Taxes on one doing, each with the words by which a question is about it."""


_ONE_TAX = lazy_regex(
    r"\b(?:(?:out of|in|into|from) current use|land use change|timber tax|yield tax|excavation tax)\b", re.IGNORECASE
)
_PROPERTY_TAX = lazy_regex(r"\bproperty tax(?:es)?\b|\babate\w*", re.IGNORECASE)


def means_tax(question: str, text: str) -> bool:
    """Whether a text is not about a tax on one doing of which a question on taxes says nothing: the abatement of a land
    use change tax is not that of a property tax; nor the other way round."""
    if not _ANY_TAX.search(question):
        return True
    if _ONE_TAX.search(question) and _PROPERTY_TAX.search(text) and not _PROPERTY_TAX.search(question):
        return any(matter.search(text) for _, matter in _SPECIAL_TAXES)
    return all(matter.search(question) for tax, matter in _SPECIAL_TAXES if tax.search(text))
