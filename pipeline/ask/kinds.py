"""The one strict kind of answer that the form of a question asks for: a sum for "how much", a day for "when", a person
or a body for "who", a reason for "why", and never the running of a meeting for what was decided.

Words and patterns only. It refuses to know any particular question or matter: a sum on another matter is of the kind
asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from pipeline.ask.cues import CUES, HOUR
from pipeline.ask.facets import asked_clause
from vault.facts.dates import MONTH_NAMES, WEEKDAYS
from vault.facts.numerals import ONE_WORD
from vault.text.patterns import lazy_regex

__all__ = ["asks_reason", "has_kind", "is_routine", "of_kind", "same_kind", "unnamed"]


class _Kind(NamedTuple):
    """A kind of answer: the forms of question that leave no doubt about it, and whether a text shows it."""

    asked: re.Pattern[str]
    shown: Callable[[str], bool]


_NUMBER_WORD = rf"(?:{ONE_WORD}|hundred|thousand|half|third|once|twice)"
_FIGURE = lazy_regex(
    rf"\d|\b{_NUMBER_WORD}\b|\b(?:percent|majority|none|free|annual\w*|month\w*|week\w*|daily|quarterly|immediate\w*|permanent\w*|indefinite\w*|forever)\b"
    r"|%|\bno (?:fee|charge|limit|more|one)\b",
    re.IGNORECASE,
)
# Numbers that only name something: "May 6", "2031", "RSA 21-J:3", "Article 12", "Sections 6.12 and 6.13", "Map
# 34 Lot 12", "6/16/2031", "4.2.1 Signs"
_NAMING = lazy_regex(
    rf"\b(?:{'|'.join(MONTH_NAMES)})\.? \d{{1,2}}(?:st|nd|rd|th)?\b"
    r"|\b(?:19|20)\d\d\b|\b\d+-[A-Z]:\d+\b|\b\d{1,2}/\d{1,2}/\d{2,4}\b|\A[^\w$]*\d{1,2}(?:\.\d{1,2})*[.)]?\s"
    r"|\b(?:article|section|rsa|chapter|map|lot|case|page|ord(?:inance)?\.?|resolution|route|rte?\.?|part|table"
    r"|paragraph)s?\.?\s*#?:?\s*[\dIVX][\w:.-]*(?:(?:,|,? and|,? or| to)\s+\d+[.:][\w:.-]*\d)*",
    re.IGNORECASE,
)
# "May 6", "in 2031", "last spring", "two years ago", "5/6/31"
_PAST_DAY = lazy_regex(
    rf"\b(?:{'|'.join((*MONTH_NAMES, *WEEKDAYS))})\b|\b1[5-9]\d\d\b|\b20\d\d\b|\b\d{{1,2}}/\d{{1,2}}/\d\d|\bago\b"
    r"|\b(?:last|past|previous|prior|this|same)\s+(?:year|month|week|spring|summer|fall|autumn|winter|meeting|night)\b"
    r"|\b(?:yesterday|today|tonight)\b",
    re.IGNORECASE,
)
_DIGIT = lazy_regex(r"\d")
_MONEY = lazy_regex(
    r"\$\s?\d|\b(?:dollars?|cents?|free|waived|percent)\b|%|\b\d{1,3}(?:,\d{3})+\b|\b\d+\.\d\d\b"
    r"|\bno (?:fee|charge|cost)\b",
    re.IGNORECASE,
)
_TIME = lazy_regex(
    rf"\b(?:{'|'.join((*MONTH_NAMES, *WEEKDAYS))}|days?|weeks?|months?|years?|annual\w*|immediate\w*|upon|before|after"
    r"|until|soon|permanent\w*)\b|\b1[5-9]\d\d\b",
    re.IGNORECASE,
)
# "Alder Paving … Ames", "the owner", "the voters", "the commission"
_SOMEBODY = lazy_regex(
    r"\b[A-Z][a-z]+\b.*\b[A-Z][a-z]+\b|\b(?:home)?owners?\b|\b(?:applicant|resident|voter|person|member|employee"
    r"|commission|committee|council|department|district|court|staff|crew|town|city|state|police)s?\b"
    r"|\b(?:governing|legislative) body\b"
)
# "March 14", "the first Monday", "6/16/2031", "until dusk"; "may apply" is no month
_MONTH_NAME = rf"(?-i:{'|'.join(MONTH_NAMES)}|{'|'.join(MONTH_NAMES).upper()})"
_DAY = lazy_regex(
    rf"\b(?:{_MONTH_NAME}|(?:{'|'.join(WEEKDAYS)})s?|\d{{1,2}}/\d{{1,2}}/\d{{2,4}}|dawn|dusk|sun(?:rise|set))\b",
    re.IGNORECASE,
)
_VOTED = lazy_regex(
    r"\b(?:pass(?:ed)?|fail(?:ed)?|carried|adopted|approved|defeated|rejected|denied|granted|unanimous\w*|opposed|voted"
    r"|in favor|in the affirmative|yes|nays?|ayes?|\d+\s?[-–]\s?\d+)\b",
    re.IGNORECASE,
)
# "is not compliant", "needs a handrail", "the wall leaks", "concerned about the noise"
_TROUBLE = lazy_regex(
    r"\b(?:not|no|never|problems?|issues?|violat\w+|defects?|deficien\w+|damag\w+|fail\w*|leak\w*|rot(?:s|ted|ting)?"
    r"|crack\w*|crumbl\w+|broken?|unsafe|hazard\w*|danger\w*|concern\w*|complain\w*|needs?|repairs?|lack\w*|missing"
    r"|non-?complian\w+|unauthori[sz]ed|illegal\w*|inadequate|worr\w+|too)\b",
    re.IGNORECASE,
)
_HABIT = lazy_regex(
    rf"\b(?:every|each|(?:bi-?)?(?:week|month)ly|quarterly|annually|(?:once|twice|times) an?|(?:{'|'.join(WEEKDAYS)})s"
    rf"|(?:first|second|third|fourth|last|\d(?:st|nd|rd|th))(?: (?:and|or|&) \w+)? (?:{'|'.join(WEEKDAYS)}))\b",
    re.IGNORECASE,
)
_LENGTH = lazy_regex(
    r"\b(?:remainder|balance|rest|end|expiration|duration) of\b|\bunexpired\b|\b(?:indefinite|permanent)\w*|\buntil\b"
    r"|\bas long as\b|\bfor life\b|\bnext (?:\w+ )?(?:election|meeting)\b",
    re.IGNORECASE,
)
_CLOCK = lazy_regex(
    rf"\b\d{{1,2}}(?::\d\d)?\s?[ap]\.?\s?m\b|{HOUR}|\bnoon\b|\bby appointment\b"
    r"|\bdawn\b|\bdusk\b|\bsun(?:rise|set)\b",
    re.IGNORECASE,
)
_PENAL = lazy_regex(
    r"\bfine[ds]?\b|\bpenal\w+|\bpunish\w*|\bimprison\w*|\b(?:misdemeanor|felony)\b|\$\s?\d|\brevo(?:ke|cation)\w*"
    r"|\btowed\b|\bforfeit\w*",
    re.IGNORECASE,
)
_SAYS_WHAT = lazy_regex(
    r"\b(?:is|are|was|were|means?|shall|may|must|includes?|refers?|called|defined)\b|[:–—]\s+\D", re.IGNORECASE
)
_JOINING = lazy_regex(
    r"\b(?:appoint\w*|elect(?:ed|ion|s)?|nominat\w+|volunteer\w*|candida\w+|appl(?:y|ication)|letters? of interest"
    r"|vacanc\w+|sworn)\b",
    re.IGNORECASE,
)
_BECAUSE = lazy_regex(r"\b(?:so|to|if|by default|in order|as)\b", re.IGNORECASE)
_WHY = lazy_regex(r"\bwhy\b|\breasons?\b|\bhow come\b", re.IGNORECASE)


@lru_cache(maxsize=16384)
def _gives_figure(text: str) -> bool:
    return bool(_FIGURE.search(_NAMING.sub(" ", text)))


@lru_cache(maxsize=16384)
def _gives_sum(text: str) -> bool:
    return bool(_MONEY.search(_NAMING.sub(" ", text)))


def unnamed(text: str) -> str:
    """The text with an x for every digit of the numbers that only name something, as long as before."""
    return _NAMING.sub(lambda named: _DIGIT.sub("x", named.group()), text)


def _gives_time(text: str) -> bool:
    return any(CUES[cue].search(text) for cue in ("date", "duration")) or bool(_TIME.search(text))


def _gives_length(text: str) -> bool:
    return any(CUES[cue].search(text) for cue in ("duration", "measure", "date")) or bool(_LENGTH.search(text))


_OUTCOME = lazy_regex(
    r"\b(?:pass(?:ed|es)|fail(?:ed|s)|carried|defeated|won|lost|elected|adopted|prevailed|yes\W{1,3}\d|no\W{1,3}\d"
    r"|(?:in the )?(?:affirmative|negative))\b"
    r"|\b(?:voters|residents|the town) (?:approved|rejected|adopted|accepted)\b",
    re.IGNORECASE,
)
_AHEAD = lazy_regex(
    r"\brecommend\w*|\bwould\b|\bwill (?:be|have|vote|go)\b|\bif (?:approved|passed|adopted)\b", re.IGNORECASE
)


def _tells_outcome(text: str) -> bool:
    """Whether a text tells how a vote turned out, and not what was said of it before."""
    return bool(_OUTCOME.search(text)) and not _AHEAD.search(text)


def _tells_vote(text: str) -> bool:
    return bool(_VOTED.search(text))


def _tells_trouble(text: str) -> bool:
    return bool(_TROUBLE.search(text))


def _gives_day(text: str) -> bool:
    return bool(_DAY.search(text)) or _gives_hours(text)


def _gives_past(text: str) -> bool:
    return bool(_PAST_DAY.search(text)) or _gives_hours(text)


def _gives_habit(text: str) -> bool:
    return bool(_HABIT.search(text))


def _gives_hours(text: str) -> bool:
    return bool(_CLOCK.search(_NAMING.sub(" ", text)))


def _gives_penalty(text: str) -> bool:
    return bool(_PENAL.search(text))


def _names_somebody(text: str) -> bool:
    return bool(CUES["person"].search(text) or _SOMEBODY.search(text))


def _states(text: str) -> bool:
    return bool(_SAYS_WHAT.search(text)) or not _MONEY.search(text)


def _tells_joining(text: str) -> bool:
    return bool(_JOINING.search(text))


def _gives_reason(text: str) -> bool:
    return bool(CUES["reason"].search(text) or _BECAUSE.search(text))


_MONEY_WORDS = (
    r"cost|pa(?:y|id)|charge|fees?|spen[dt]|fine|tax|worth|money|budget|salar|appropriat|reimburs|rent|price|owe"
)
_SUMS = r"cost|fees?|price|charge|fine|payment|bid|salary|appropriations?|balance|budget"
_ASKER = r"(?:i|we|you|one|someone|somebody|people|residents?|(?:home)?owners?|voters?|taxpayers?)"
_PERSONS = r"(?:owners?|neighbou?rs?|applicants?|abutters?|tenants?|landlords?|petitioners?|famil(?:y|ies)|persons?)"
# "may apply in writing", "upon written application", "Forms are available at the office", "shall file a petition"
_STEP = lazy_regex(
    r"\b(?:appl(?:y|ies|ied|ying|ications?)|fil(?:e|ed|es|ing)|submi\w+|request\w*|petition\w*|contact\w*|in writing"
    r"|written|forms?|appeal\w*|inspect\w*|obtain\w*|regist\w+|sign(?:ed|s|ing)?|call|phone|e-?mail\w*|visit|pay\w*|paid|permits?"
    r"|licen\w+|notif\w+)\b",
    re.IGNORECASE,
)
_MAY = lazy_regex(r"\b(?:may|must|shall|can|should|need|please|available)\b", re.IGNORECASE)
# "Any person aggrieved", "25 or more registered voters", "your application", "forms are available"
_ACTOR = lazy_regex(
    rf"\b(?:{_PERSONS}|applica(?:nts?|tions?)|owners?|voters?|residents?|taxpayers?|inhabitants?|citizens?|petitioners?"
    r"|part(?:y|ies)|you|your|any(?:one|body)|who(?:ever)?|available|please)\b",
    re.IGNORECASE,
)


def _tells_steps(text: str) -> bool:
    """Whether a text says what somebody does to get something: of whom, where or in what form."""
    return all(told.search(text) for told in (_STEP, _MAY, _ACTOR))


_KINDS: tuple[_Kind, ...] = (
    _Kind(_WHY, _gives_reason),
    # "What is a warrant article": a row of figures under that name tells it not
    _Kind(lazy_regex(rf"\A\W*what (?:is|are) an? (?!.*\b(?:{_SUMS}|rate|tax|worth)\b)[^?]+\Z", re.I), _states),
    # "What does 'default budget' mean": no sum, whatever the term
    _Kind(lazy_regex(r"\bwhat (?:do|does|did) [^?]+ mean\b(?! (?:to|by)\b)", re.IGNORECASE), bool),
    # "What are the office hours …", "What hours is the gate open": "at least 72 hours" is none
    # "When does the office open", "What time does the park close", "What are the quiet hours"
    _Kind(
        lazy_regex(
            r"\b(?:office|opening|business|operating) hours\b|\bwhat hours\b|(?<!within )(?<!in )\bwhat time\b"
            r"|\bwhat(?:['’]s| are| is) the (?:\w+ )?hours\b"
            r"|\bwhen (?:do|does|is|are) (?![^?,]*\b(?:have|has|need|supposed) )[^?,]*\b(?:open|close)\b",
            re.IGNORECASE,
        ),
        _gives_hours,
    ),
    # "What is the penalty for", "What penalties apply"
    _Kind(lazy_regex(r"\bwhat\b[^?]*\bpenalt(?:y|ies)\b", re.IGNORECASE), _gives_penalty),
    # "When does the council meet": a meeting that was held on a day tells nothing of the next
    _Kind(
        lazy_regex(
            r"\bwhen (?:do|does)\b(?![^?]*\b(?:next|this|annual|(?:19|20)\d\d)\b)[^?,]*\bmeets?\b"
            r"|\bhow often (?:do|does)\b[^?,]*\bmeets?\b",
            re.IGNORECASE,
        ),
        _gives_habit,
    ),
    # "When is the next town meeting", "When does the board meet": "not less than 60 days before" is no such day
    _Kind(
        lazy_regex(
            r"\bwhen\b[^?,]*\bnext\b|\bwhen (?:do|does|will) [^?,]*\b(?:meet|start|begin|end|happen|take place)s?\b",
            re.IGNORECASE,
        ),
        _gives_day,
    ),
    # "When was the fee last raised", "What year did they vote": "upon approval of the board" tells no day that was
    _Kind(
        lazy_regex(r"\A\W*(?:and |but )?(?:when (?:did|was|were)|what (?:date|day|year) (?:did|was|were))\b", re.I),
        _gives_past,
    ),
    # "When must …", "Until what date …"; not "When a seat is empty, who …", "need a permit when they sell"
    _Kind(
        lazy_regex(
            r"\A\W*(?:and |but |since |until |by )?when\b"
            r"(?![^?]*,\s*(?:may|can|do|does|did|is|are|must|what|who|how)\b)"
            r"|\b(?:what|which) (?:date|day|year|time|month)s?\b|\bwhat(?:['’]s| is)? (?:the |my )?deadline\b",
            re.IGNORECASE,
        ),
        _gives_time,
    ),
    # "How much did the town pay …", "What is the fee …", "What did the roof cost"
    _Kind(
        lazy_regex(
            rf"\bhow much\b[^?]*\b(?:{_MONEY_WORDS})|\bwhat (?:do|does|did)\b[^?]*\b(?:cost|pay|charge|owe)\b"
            rf"|\bwhat(?:['’]?s)? (?:is |are |was |were |the |did |does )[^?]{{0,60}}\b(?:{_SUMS})\b"
            rf"|\bwhat (?:\w+ ){{0,2}}(?:{_SUMS})\b|\bmoney penalt(?:y|ies)\b"
            r"|\A\W*(?!(?:what|which|who|when|where|why|how|did|does|do|is|are|was|were|can|may|must)\b)"
            r"(?:[\w'’-]+ ){0,4}(?:fees?|charges?|price)\b",
            re.IGNORECASE,
        ),
        _gives_sum,
    ),
    # "What problems were found with the roof", "Were there any complaints": what is well is none
    _Kind(
        lazy_regex(
            r"\b(?:what|which|any) (?:[\w’'-]+ )?(?:problems?|issues?|defects?|violations?|deficienc\w+|faults?"
            r"|damages?|complaints?|concerns?)\b",
            re.IGNORECASE,
        ),
        _tells_trouble,
    ),
    # "How did the June vote turn out": what was recommended before it tells no result
    _Kind(
        lazy_regex(
            r"\bhow did\b[^?]*\b(?:votes?|elections?|ballots?|referendum|override)\b"
            r"[^?]*\b(?:(?:turn|come) out|go|end)\b",
            re.IGNORECASE,
        ),
        _tells_outcome,
    ),
    # "How did the town meeting vote": who recommends it says nothing of the vote
    _Kind(lazy_regex(r"\bhow (?:did|was|were)\b[^?]*\bvoted?\b", re.IGNORECASE), _tells_vote),
    # "and for how long", "How long does a term last": "for the remainder of the term"
    _Kind(lazy_regex(r"\bhow long\b", re.IGNORECASE), _gives_length),
    # "How many acres …", "How soon must …", "What share of the voters …"
    _Kind(
        lazy_regex(
            r"\bhow (?:much|many|soon|old|far|tall|wide|high|deep|large|big|close|fast|often|late|early|quickly"
            r"|cold)\b|\A\W*(?:the )?(?:min(?:imum)?|max(?:imum)?|largest|smallest|highest|lowest|shortest|longest)\b"
            r"|\A\W*(?!(?:what|which|who|when|where|why|how|did|does|do|is|are|was|were|can|may|must)\b)"
            r"(?:[\w'’-]+ ){0,4}(?:limit|acreage|size|height|width|distance|setback|frontage|percentage|fee|rate"
            r"|cost)s?\b"
            r"|\bwhat (?:share|percent\w*|rate|number|vote|majority|age|size|height|distance)\b|\brates?\b",
            re.IGNORECASE,
        ),
        _gives_figure,
    ),
    _Kind(
        lazy_regex(
            r"\bwho(?:m|se)?\b|\b(?:which|what) (?:company|firm|contractor|person|board|official|department|bidder"
            r"|body)\b",
            re.IGNORECASE,
        ),
        _names_somebody,
    ),
    # "How do I get on the planning board", "How do people join the committee"
    _Kind(
        lazy_regex(
            rf"\bhow (?:do|can|could|would|does) {_ASKER} (?:get (?:on|onto|appointed|elected|a seat)|join|become"
            r"|serve on|run for|volunteer)\b",
            re.IGNORECASE,
        ),
        _tells_joining,
    ),
    # "How do I get an abatement", "how can residents put an article on the warrant", "What do I need to do to …",
    # "They denied it. What can the owner do next?"
    _Kind(
        lazy_regex(
            rf"\bhow (?:do|can|could|would|should|may|must) {_ASKER}\b|\bhow to \w+"
            rf"|\bwhat (?:do|must|should) (?:{_ASKER}|(?:he|she|they)) (?:(?:have|need) to )?do\b"
            rf"|\bwhat (?:can|could|may) (?:{_ASKER}|(?:he|she|they)|(?:[\w’'-]+ ){{1,3}}{_PERSONS}) do\b",
            re.IGNORECASE,
        ),
        _tells_steps,
    ),
)
"""The first whose form stands in a part decides; a part with none of them may be answered by anything."""
# "moved to adjourn", "accept the minutes of …", "enter nonpublic session", "take a recess"
_ROUTINE = lazy_regex(
    r"\badjourn|\b(?:approve|accept)\w*\s+(?:the\s+|\w+\s+){0,4}minutes\b|\bminutes\b[^.]{0,40}\b(?:approved|accepted"
    r"|as (?:written|amended|presented))|\bnon-?public session|\brecess\b"
    r"|\b(?:leave|re-?enter|return)\w*\b[^.]{0,20}\bsession"
    r"|\bseal the minutes",
    re.IGNORECASE,
)
# "When did the meeting end", "how late did the board's meeting go"
_ASKS_ROUTINE = lazy_regex(
    r"adjourn|minutes|non-?public|session|recess|seal"
    r"|\bmeet(?:ing)?s?\b.*\b(?:end|ended|over|finish\w*|clos\w+|wrap\w*|break|broke|let out|go|last)\b"
    r"|\b(?:end|ended|over|finish\w*|clos\w+|wrap\w*|broke|last)\b.*\bmeet(?:ing)?s?\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=64)
def _kind_of(part: str) -> _Kind | None:
    asks = asked_clause(part)
    return next((kind for kind in _KINDS if kind.asked.search(asks)), None)


def has_kind(part: str) -> bool:
    """Whether the form of a part tells what kind of answer it asks for."""
    return _kind_of(part) is not None


def same_kind(part: str, other: str) -> bool:
    """Whether two parts ask for one kind of answer: "by when must I ask, and by when must they answer"."""
    return _kind_of(part) is _kind_of(other)


def of_kind(part: str, text: str) -> bool:
    """Whether a text shows the kind of answer that a part of a question asks for; true where its form tells none."""
    kind = _kind_of(part)
    return (kind is None or _shows(kind, text)) and not is_routine(part, text)


@lru_cache(maxsize=16384)
def _shows(kind: _Kind, text: str) -> bool:
    return kind.shown(" ".join(text.split()))  # a form may run over the end of a line


def is_routine(part: str, text: str) -> bool:
    """Whether a text only tells how a meeting was run, and a part asks for nothing of the kind."""
    return _is_routine(text) and not _ASKS_ROUTINE.search(part)


@lru_cache(maxsize=16384)
def _is_routine(text: str) -> bool:
    """Whether a text only tells how a meeting was run (adjourned, its minutes accepted, its doors closed), which no
    part asks for unless it says so."""
    return bool(_ROUTINE.search(" ".join(text.split())))


def asks_reason(part: str) -> bool:
    """Whether a part asks why."""
    return bool(_WHY.search(part))
