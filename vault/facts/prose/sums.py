"""Sums told in sentences: each bound to what its own clause says it is, else to what the sentence before speaks of.

Reads outward from every sum. The words after it or before it name the thing; where they are a pronoun or a bare noun
such as "cost", the sentence before does, else the heading of the item. It refuses a sum for which none of these says
what it is, and both ends of a range.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from vault.facts.lead_in import sentence_end, sentence_start
from vault.facts.people import NAME
from vault.facts.prose.noun_phrases import is_bare, names, phrase_after, phrase_before, tells
from vault.facts.types import FigureStatus
from vault.states.offices import GOVERNING_PLURALS

__all__ = ["MONEY", "ToldSum", "sums"]

MONEY: Final = r"\$\s?\d+(?:,\d+)*(?:\.\d+)?(?:\s(?:million|thousand|billion)\b|K\b)?"
"""A sum as printed, as the source of a regular expression."""
_SUM: Final = re.compile(MONEY)
_BACK, _AHEAD = 260, 120
"""Characters of a sentence that are read before and after a sum."""
_NEAR: Final = 50
"""Characters on either side of a sum in which its year stands."""
_ROUGH: Final = (
    r"(?:(?:about|approximately|around|over|nearly|only|now|currently|up\s+to|(?:no|not)\s+more\s+than|less\s+than|just|"
    r"roughly|an\s+additional|the)\s+){0,2}"
)
_BE: Final = (
    r"(?:(?:has|have|had)\s+been|(?:will|would|shall|should|could|may|might|must|can|to)\s+(?:now\s+)?be|"
    r"is|are|was|were|be)"
)
# The verb between a subject and its sum: "is", "came to", "will run at", "was estimated to be", "has brought in"
_VERB: Final = re.compile(
    rf"\s+(?:{_BE}(?:\s+(?:now|currently|all))?(?:\s+(?:estimated|budgeted|set|listed|priced|quoted|valued|appraised|"
    r"assessed|level[- ]funded|capped|sold|purchased|offered|approved|funded|put)\s+(?:to\s+be(?:\s+at)?|at|for)|"
    r"\s+for|\s+at)?|(?:(?:will|would|has|have|had|could|may)\s+)?(?:c[oa]mes?(?:\s+in)?(?:\s+to|\s+at)|"
    r"amount(?:s|ed)?\s+to|total(?:s|ed|led)?|st(?:an|oo)ds?\s+at|r[ua]n(?:s|ning)?(?:\s+at)?|costs?|brought\s+in|"
    rf"brings\s+in|raised|generate[sd]|(?:remain|stay)(?:s|ed)\s+at|sold\s+for|went\s+for))\s+{_ROUGH}\Z",
    re.I,
)
# The word between a noun and its sum: "bid of", "bills totaling", "check in the amount of", "employee at"
_LINKED: Final = re.compile(
    r"\s+\(?(?P<link>of|for|at|totall?ing|worth|in\s+(?:the|an)\s+amount\s+(?:of|not\s+to\s+exceed)|amounting\s+to|"
    rf"not\s+to\s+exceed)\s+{_ROUGH}\Z",
    re.I,
)
_ASKED: Final = frozenset(["asking", "ask", "asks", "asked", "from", "through", "by", "against", "via", "under"])
"""Words whose object is who is asked, or how: the sum behind it is of something else."""
_BUDGET: Final = re.compile(r"(?P<label>.+?)\s+(?P<column>proposed\s+(?:(?:19|20)\d\d\s+)?budget)")
_NAMED_AFTER: Final = re.compile(
    r"(?:\A|\s)(?:an?|the|another|minimum|maximum|his|her|their|our|its|one|this|that)\s+\Z", re.I
)
_WAS: Final = re.compile(
    r"(?:\s+dollars)?\s+(?:is|was|were|are|will\s+be|would\s+be)\s+(?:for\s+)?(?:the|an?|our|their)\s+", re.I
)
# "reduce the allocation for the fund to", "increased the line by"
_CHANGE: Final = re.compile(
    r"\b(?:reduc|increas|rais|lower|cut|decreas|amend|chang)(?:e[sd]?|ing|s|ed)?\s+(?P<what>(?:[\w'’&/-]+\s+){1,12}?)"
    rf"(?P<way>to|by|from)\s+{_ROUGH}\Z",
    re.I,
)
# What a sum is put to or lies in: "transfer $5 to the fund", "$40 of grant funds", "$2 million in the reserve"
_COMPLEMENT: Final = re.compile(
    r"(?:\s+dollars)?\s+(?:(?:was|were|is|(?:that|which)\s+(?:(?:would|will|can|could|is|was)\s+)?"
    r"(?:go(?:es|ing)?|be\s+\w+ed|\w+ed))\s+)?(?P<link>in|into|of|for|from|to|towards?)\s+"
    r"(?P<the>(?:the|an?|our|their|this|its)\s+)?",
    re.I,
)
_PUT: Final = re.compile(
    r"\b(?P<verb>transfer|appropriat|rais|spen[dt]|expend|pa[iy]|add|contribut|donat|allocat|deposit|withdr[ae]w|award|"
    r"release|put|includ|budget|requir|need|request|reimburs|charg)\w*\s+(?:(?:the\s+)?(?:sums?|amount|total)\s+of\s+)?"
    rf"(?:and\s+appropriate\s+(?:the\s+sum\s+of\s+)?)?{_ROUGH}\Z",
    re.I,
)
_PUT_TO: Final = frozenset(["for", "to", "toward", "towards", "into"])
_NOUN_OF: Final = {"transfer": "transfer", "withdraw": "withdrawal", "withdrew": "withdrawal"}
# What money lies in: "in August" and "of the board" are no such place
_HOLDS: Final = re.compile(
    r"\b(?:funds?|accounts?|budgets?|lines?|reserves?|balances?|trusts?|CRF|ETF|grants?|revenues?|taxes|money|monies|"
    r"surplus)\b",
    re.I,
)
_RANGE_BEFORE: Final = re.compile(rf"(?:between|from)\s+\Z|{MONEY}\s*(?:-|–|to|and)\s*\Z", re.I)
_RANGE_AFTER: Final = re.compile(r"[\d,.]*\s*(?:to|-|–)\s*\$?\d")
# "$31,400, up from $29,950", "$300 or $15 a plaque": what the second sum is of was told with the first
_GOES_ON: Final = re.compile(r",?\s+(?:(?P<before>(?:(?:up|down)\s+)?from)|or)\s+")
_PER: Final = re.compile(r"(?:\s+dollars)?\s*(?:/|per\s+|an?\s+|each\s+)\s?(?P<unit>(?!year|month)[a-z]+)", re.I)
# "Church Street – $60,000;" in a line, "Church Alley $18K"
_ITEM: Final = re.compile(
    r"(?:(?:\A|[;:,]\s+(?:and\s+)?)(?P<label>[A-Z][\w'’&/-]*(?:\s+[\w'’&/()-]+){0,5}?)\s*[-–—=:]|"
    r"(?:\A|[;:]\s+(?:and\s+)?)(?P<name>(?!(?:The|This|That|These|An?|It|In|Of|For|And|At|By|To|\w+ing|\w+ed)\b)"
    r"[A-Z][\w'’&/-]+(?:\s+[A-Z&][\w'’&/-]*){0,4}))\s*\Z"
)
_PRONOUNS: Final = frozenset(["it", "this", "that", "which", "these", "those"])
_ACTORS: Final = frozenset(["they", "he", "she", "we", "i", "who"])
_OF_ANYTHING: Final = frozenset(
    ["total", "sum", "amount", "maximum", "minimum", "average", "budget", "proposed budget", "line item"]
)
"""Bare nouns that stand for anything: no sentence before says what they are of."""
# "The board" acts: "it cost" in the next sentence speaks of something else
_AGENT: Final = re.compile(
    rf"\b(?:{'|'.join(GOVERNING_PLURALS)}|board|committee|council|commission|crew|department|staff|town|village|city|trustees|members?|"
    r"chair\w*|clerk|mayor|administrator|manager|director|chief|treasurer|engineer|agent|he|she|they|we|you|i|there|it|"
    r"who)\Z",
    re.I,
)
_HEADED: Final = re.compile(r"\W*(?:\d{1,2}[.)]\s*)?(?P<head>[A-Z][^.:\n$]{2,60}?)\s*(?::|\s[-–—])\s")
# Words over a page and names of speakers, which head no item
_NO_HEAD: Final = re.compile(rf"\d|\b(?:minutes|approved|page|discussion|called|motion|vote[ds]?|comments?)\b|{NAME}\Z")
_HEAD_WORDS: Final = 6
_REPORTED: Final = re.compile(rf"\A{NAME}\s+(?:\w+ed|said|says)\s+that\s+")
_SUPPOSED: Final = re.compile(r"(?:If|When|While|Because|Since)\b")
# "The premium for next year has"; "Mrs. Roe reported" is no such opening
_OPENED: Final = re.compile(
    rf"(?:(?:The|An?|This|Our|Their)\s+)?(?P<subject>(?:(?!{_BE}\b)[\w'’&/-]+\s+){{1,8}}?)"
    rf"(?:{_BE}|has|have|had|came|will|would)\s"
)
_KIND_WORDS: Final[tuple[tuple[FigureStatus, str], ...]] = (
    ("bid", r"\b(?:bids?|quotes?|quoted|quotations?)\b"),
    ("fee", r"\b(?:fees?|fine|license|permit)\b"),
    ("rate", r"\brates?\b|\bper\s+[a-z]+\Z|\bhourly\b"),
    ("balance", r"\bbalance\b|\b(?:has|have|is|are|was|left)\b.*\b(?:funds?|accounts?|reserves?|CRF|ETF)\b"),
    ("appropriation", r"\bappropriat|\braise\b"),
    (
        "payment",
        r"\b(?:pa(?:id|y|yments?)|invoices?|bills?|spent|spend|expend\w*|reimburs\w*|refund|transfer\w*(?!\s+station))\b",
    ),
    ("requested", r"\brequest"),
    ("proposed", r"\bpropos|\bestimate"),
)
_KINDS: Final = tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _KIND_WORDS)
_KIND_REACH: Final = 80
"""Characters before a sum in which its verb tells the kind."""


class ToldSum(NamedTuple):
    """A sum with its offsets, where the sentence up to it begins, what it is of, under which head, and its kind."""

    label: str
    column: str
    start: int
    end: int
    sentence: int
    status: FigureStatus
    words: str
    """The words beside it, in which its year may stand."""


class _Sum(NamedTuple):
    """A sum in its text: where its sentence begins, and its words on both sides, their blanks single."""

    text: str
    sentence: int
    before: str
    after: str


_Named = tuple[str, str]
"""What a sum is of and the head it stands under ("transfer", "per ton"); ("", "") when nothing says it."""


def sums(text: str) -> Iterator[ToldSum]:
    """The sums of a text that its sentences say something of, in order. Never raises."""
    last: ToldSum | None = None
    for match in _SUM.finditer(text):
        start, end = match.span()
        told = _told(text, start, end)
        goes_on = _GOES_ON.fullmatch(text, last.end, start) if last else None
        if _RANGE_AFTER.match(told.after) or (not goes_on and _RANGE_BEFORE.search(told.before)):
            continue
        if last and goes_on:
            label, column = last.label, "from" if goes_on["before"] else last.column
        else:
            label, column = _named(told)
        if not label:
            continue
        per = _PER.match(told.after)
        column = column or (f"per {per['unit']}" if per else "")
        kind = _kind(column) or _kind(label) or _kind(told.before[-_KIND_REACH:])
        words = f"{label} {told.before[-_NEAR:]} {told.after[:_NEAR]}"
        last = ToldSum(" ".join(label.split()), column, start, end, told.sentence, kind, words)
        yield last


def _told(text: str, start: int, end: int) -> _Sum:
    sentence = sentence_start(text, start, max(0, start - _BACK))
    before = re.sub(r"\s+", " ", f"{text[sentence:start]} ")
    after = text[end : end + _AHEAD]
    return _Sum(text, sentence, before, re.sub(r"\s+", " ", after[: sentence_end(after, 0)]))


def _kind(words: str) -> FigureStatus:
    return next((kind for kind, pattern in _KINDS if pattern.search(words)), "")


def _named(told: _Sum) -> _Named:
    """What the nearest words that name the sum call it."""
    rules = (_by_its_noun, _by_what_it_was, _by_an_item, _by_change, _by_verb, _by_link, _by_complement)
    return next((named for rule in rules if (named := rule(told))[0]), ("", ""))


def _by_its_noun(told: _Sum) -> _Named:
    """ "a $60,000 grant", "the $2 fee"."""
    after = told.after.startswith(" ") and _NAMED_AFTER.search(told.before)
    return (phrase_after(told.after, 1) if after else "", "")


def _by_what_it_was(told: _Sum) -> _Named:
    """ "$700,000 was the purchase price of the station"."""
    was = _WAS.match(told.after)
    return (phrase_after(told.after, was.end()) if was else "", "")


def _by_an_item(told: _Sum) -> _Named:
    """ "Church Street – $60,000;", "Church Alley $18K;", "sand ($2 a yard)"."""
    item = _ITEM.search(told.before)
    label = (item["label"] or item["name"]) if item else ""
    if told.before.endswith("( "):
        label, _ = phrase_before(told.before[:-2].split())
    return (label if names(label) else "", "")


def _by_change(told: _Sum) -> _Named:
    """ "reduce the allocation for the fund to $2K"."""
    change = _CHANGE.search(told.before)
    label = phrase_before(change["what"].split())[0] if change else ""
    return (label, change["way"].lower()) if change and names(label) else ("", "")


def _by_verb(told: _Sum) -> _Named:
    """ "the premium will be $31,400", "it came to $4,200", "the minimum bid, which was $700"."""
    verb = _VERB.search(told.before)
    if verb is None:
        return "", ""
    words = told.before[: verb.start()].split()
    label, ended = phrase_before(words, infinitive=True)
    if not label and ended == "which" and len(words) > 1:
        label, _ = phrase_before([*words[:-2], words[-2].rstrip(",")])
        return (label if names(label) else "", "")
    if is_bare(label) or (not label and ended in _PRONOUNS and len(words) <= 3):
        return _leant(told, label)
    return (label if tells(label) and ended not in ("just", "only") else "", "")


def _by_link(told: _Sum) -> _Named:
    """ "the bid of $400", "bills totaling $220"."""
    linked = _LINKED.search(told.before)
    if linked is None:
        return "", ""
    label, ended = phrase_before(told.before[: linked.start()].split())
    at_verb = ended in _ACTORS or (linked["link"].lower() == "at" and ended == "to")  # "voted to level fund at"
    if not tells(label) or ended in _ASKED or at_verb or re.fullmatch(r"[a-z]+ing", label):
        return "", ""
    budget = _BUDGET.fullmatch(label)
    if budget:
        return budget["label"], budget["column"]
    if not is_bare(label):
        return label, ""
    put, _ = _by_complement(told, anything=True)
    return (put, label) if put else _leant(told, label)


def _by_complement(told: _Sum, *, anything: bool = False) -> _Named:
    """ "transfer $5,000 to the General account", "$2.7 million in the fund balance"; `anything` where the words before
    leave open only what the sum is for."""
    to = _COMPLEMENT.match(told.after)
    label = phrase_after(told.after, to.end()) if to else ""
    if to is None or not label:
        return "", ""
    link = to["link"].lower()
    if link == "to" and not to["the"] and label[0].islower():  # "to complete the plan"
        return "", ""
    put = _PUT.search(told.before)
    if anything or not told.before.strip() or _HOLDS.search(label) or (put and link in _PUT_TO):
        return label, _NOUN_OF.get(put["verb"].lower(), "") if put else ""
    return "", ""


def _leant(told: _Sum, label: str) -> _Named:
    """A bare noun or a pronoun under what it is of: the words of its sentence before a comma, the head of its sentence,
    the subject of one of the two sentences before."""
    own, _, rest = told.before.rpartition(",")
    found = (_spoken_of(own) if len(rest.split()) <= 4 else "") or _head(told.before)
    begin = told.sentence
    while not found and label.lower() not in _OF_ANYTHING and begin > max(2, told.sentence - _BACK):
        end, begin = begin, sentence_start(told.text, begin - 2, max(0, begin - 2 * _BACK))
        if "\n\n" in told.text[begin:end].strip() or _SUPPOSED.match(told.text, begin):
            break
        found = _spoken_of(" ".join(told.text[begin:end].split()))
    return (found, label) if found else ("", "")


def _spoken_of(words: str) -> str:
    """What a sentence speaks of: its subject, else its head; "" when neither is plain or somebody acts in it."""
    headed = _HEADED.match(words)
    opened = _OPENED.match(_REPORTED.sub("", words[headed.end() :] if headed else words))
    subject = phrase_before(opened["subject"].split())[0] if opened else ""
    return subject if names(subject) and not _AGENT.search(subject) else _head(words)


def _head(words: str) -> str:
    """The head before a colon or a dash, when it is one of an item and not of a page or a speaker."""
    headed = _HEADED.match(words)
    head = headed["head"].strip() if headed else ""
    return head if len(head.split()) <= _HEAD_WORDS and not _NO_HEAD.search(head) else ""
