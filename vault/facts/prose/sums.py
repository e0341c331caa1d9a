"""Sums and shares told in sentences: each bound to what its own clause says it is, else to what stands before it.

Reads outward from every figure. The words after it or before it name the thing; where they are a pronoun or a bare noun
such as "cost", the sentence before does, else the heading of the item. What a sum rose by, from and to keeps the name
of the first. It refuses a figure for which none of these says what it is, and both ends of a range.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from vault.facts.lead_in import sentence_end, sentence_start
from vault.facts.names import NAME
from vault.facts.prose.noun_phrases import is_bare, names, phrase_after, phrase_before, tells
from vault.facts.types import FigureStatus
from vault.states.names import GOVERNING_PLURALS
from vault.text.patterns import lazy_regex

__all__ = ["MONEY", "sums"]

MONEY: Final = r"\$\s?\d+(?:,\d+)*(?:\.\d+)?(?:\s(?:million|thousand|billion)\b|K\b)?"
"""A sum as printed, as the source of a regular expression."""
_SUM: Final = lazy_regex(rf"{MONEY}|(?<![\w.,/])\d+(?:\.\d+)?\s?%")
_BACK, _AHEAD = 260, 120
"""Characters of a sentence that are read before and after a sum."""
_NEAR: Final = 50
"""Characters on either side of a sum in which its year stands."""
_YEAR_BEFORE: Final = 16
"""Characters before the name of a sum in which its year may stand: "the 2031 equalized"."""
_OF_ANOTHER: Final = lazy_regex(r"\sof the (?=(?:19|20)\d\d\s[a-z])")
"""Words behind a sum whose year is that of what it is a share of: "$1.12 of the 2031 valuation"."""
_ROUGH: Final = (
    r"(?:(?:about|approximately|around|over|nearly|almost|only|now|currently|up\s+to|at\s+least|(?:no|not)\s+more\s+than|"
    r"(?:less|more)\s+than|just|roughly|another|an\s+additional|a\s+total\s+of|a\s+maximum\s+of|the)\s+){0,2}"
)
_BE: Final = (
    r"(?:(?:has|have|had)\s+been|(?:will|would|shall|should|could|may|might|must|can|to)\s+(?:now\s+)?be|"
    r"is|are|was|were|be)"
)
# The verb between a subject and its sum: "is", "came to", "will run at", "was estimated to be", "shall not exceed"
_VERB: Final = lazy_regex(
    rf"\s+(?:(?:remains?|stays?|{_BE})(?:\s+(?:now|currently|all))?(?:\s+(?:estimated|budgeted|set|listed|priced|quoted|"
    r"valued|appraised|assessed|level[- ]funded|capped|sold|purchased|offered|approved|funded|put)"
    r"\s+(?:to\s+be(?:\s+at)?|at|for)|"
    r"\s+for|\s+at)?|(?:(?:will|would|has|have|had|could|may|shall|should|must)\s+)?(?:c[oa]mes?(?:\s+in)?(?:\s+to|\s+at)|"
    r"amount(?:s|ed)?\s+to|total(?:s|ed|led)?|st(?:an|oo)ds?\s+at|r[ua]n(?:s|ning)?(?:\s+at)?|costs?|brought\s+in|"
    r"brings\s+in|raised|generate[sd]?|(?:remain|stay)(?:s|ed)\s+at|sold\s+for|went\s+for|(?:not\s+)?exceed(?:s|ed)?|"
    rf"equal(?:s|ed)?|represents?|constitutes?))\s+{_ROUGH}\Z",
    re.I,
)
# The word between a noun and its sum: "bid of", "bills totaling", "check in the amount of", "employee at"
_LINKED: Final = lazy_regex(
    r"\s+\(?(?P<link>of|for|at|totall?ing|worth|valued\s+at|in\s+(?:the|an)\s+amount\s+(?:of|not\s+to\s+exceed)|"
    rf"amounting\s+to|not\s+(?:to\s+exceed|exceeding)|exceeding|in\s+excess\s+of)\s+{_ROUGH}\Z",
    re.I,
)
# "reside the building at a cost of"
_AT_A: Final = lazy_regex(
    rf"\s+(?:at|for|with)\s+an?\s+(?:\w+\s+)?(?P<column>cost|price|value|rate)\s+of\s+{_ROUGH}\Z", re.I
)
_ASKED: Final = frozenset(["asking", "ask", "asks", "asked"])
"""Words whose object is who is asked: the sum behind it is of something else."""
_SIDE: Final = frozenset(["from", "through", "against", "via"])
"""Words whose object is who gives or how: what the sum is of stands before them."""
# "recommend the Library proposed 2025 budget of", "• Library the proposed 2025 budget of"
_BUDGET: Final = lazy_regex(
    r"(?:\A[\W\d]*|\b(?:recommend|approve)\s+(?:(?:the|an?)\s+)?(?:Adding\s+to\s+)?)(?P<label>[A-Z](?:(?!\b(?:recommend|approve|"
    r"stated|said|explained|noted|reported)\b)[^$;]){1,90}?)(?:\s+the)?\s+(?P<column>proposed\s+(?:(?:19|20)\d\d\s+)?"
    rf"budget)\s+(?:of|at|for)\s+{_ROUGH}\Z"
)
_NAMED_AFTER: Final = lazy_regex(
    r"(?:\A|\s)(?:an?|the|another|additional|minimum|maximum|his|her|their|our|its|one|this|that)\s+\Z", re.I
)
# "$40,000 project", "$8700 increase": a small word after the sum that is no verb, adverb or linking word
_SMALL_NOUN: Final = lazy_regex(
    r" (?!(?:worth|each|apiece|left|less|more|which|who|went|came|up|down|back|due|present|available|net|goes|comes|"
    r"plus)\b)[a-z]+"
)
_SHARE_NOUN: Final = lazy_regex(r" of (?:the |said |their |its )?(?=[a-z]{3})")
_WAY: Final = (
    r"(?P<way>reduc|increas|rais|lower|cut|decreas|amend|correct|revis|chang|adjust|drop)"
    r"(?:e[sd]?|ing|s|t?ed|ped|ping)?"
)
# "reduce the allocation for the fund to", "increased the line by"
_CHANGE: Final = lazy_regex(
    rf"\b{_WAY}\s+(?P<what>(?:[\w'’&/-]+\s+){{1,12}}?)(?:down\s+|up\s+)?(?P<by>to|by|from)\s+{_ROUGH}\Z", re.I
)
# "the line was increased by", "Training went up", "Dues rose from"
_MOVED: Final = lazy_regex(
    rf"(?:\A|\s)(?:(?:{_BE}|has|have|had|will|would|should|may|could|being|went|going|"
    rf"gone|goes|go|\w+ed\s+to)\s+){{0,3}}(?:{_WAY}|(?P<up>up(?!\s+to)|rose|risen)|"
    rf"(?P<down>down|fell))(?:\s+(?P<by>by|to|from))?\s+{_ROUGH}\Z",
    re.I,
)
_BEFORE_NOUN: Final = (" the", " an", " a")
_UP: Final = lazy_regex(r"increas|rais|up|rose|risen", re.I)
# "an increase in health insurance of", "cost increases of"
_CHANGE_OF: Final = lazy_regex(
    r"(?:(?P<before>.+?)\s+)?(?P<way>increase|decrease|reduction)s?(?:\s+(?:in|to|of)\s+(?:the\s+)?(?P<label>.+)|"
    r"\s+(?:across|for|over|from)\s.+)?",
    re.I,
)
_NOUN_GOES_ON: Final = lazy_regex(r" (?P<link>in|of|for) (?:the |an? |each )?")
# What a sum is put to or lies in: "transfer $5 to the fund", "$40 of grant funds", "$600 encumbered from the budget"
_COMPLEMENT: Final = lazy_regex(
    r"(?:\s+dollars)?\s+(?:each\s+|apiece\s+|back\s+)?(?:(?:was|were|is|(?:that|which)\s+(?:(?:would|will|can|could|is|was)"
    r"\s+)?(?:go(?:es|ing)?|be\s+\w+ed|\w+ed))\s+)?(?P<done>(?:previously\s+|already\s+)?(?:allotted|allocated|encumbered|budgeted|"
    r"appropriated|earmarked|deposited|transferred|spent|paid|added|given|put|going|remaining|left|set\s+aside)\s+(?:per\s+\w+\s+)?)?(?P<link>in|into|of|for|from|on|to|towards?)\s+"
    r"(?P<the>(?:the|an?|our|their|this|its)\s+)?",
    re.I,
)
_PUT: Final = lazy_regex(
    r"\b(?P<verb>transfer|appropriat|rais|spen[dt]|expend|pa[iy]|add|contribut|donat|allocat|deposit|withdr[ae]w|award|"
    r"release|put|includ|budget|requir|need|request|reimburs|charg|g[ia]v[ei]|tak|took|us(?=e|ing)|"
    r"commit|accept|receiv|invest|los[et]|sav)\w*\s+(?:(?:the\s+)?(?:sums?|amount|total)"
    rf"\s+of\s+)?(?:and\s+appropriate\s+(?:the\s+sum\s+of\s+)?)?{_ROUGH}\Z",
    re.I,
)
_PUT_TO: Final = frozenset(["for", "to", "toward", "towards", "into", "in", "on", "from"])
_NOUN_OF: Final = {"transfer": "transfer", "withdraw": "withdrawal", "withdrew": "withdrawal"}
# What money lies in: "in August" and "of the board" are no such place
_HOLDS: Final = lazy_regex(
    r"\b(?:funds?|accounts?|budgets?|lines?|reserves?|balances?|trusts?|CRF|ETF|grants?|revenues?|taxes|money|monies|"
    r"surplus)\b",
    re.I,
)
# Nouns of paper that a "for" behind the sum goes on with: "an invoice of $594 for the second edition"
_PAPER: Final = lazy_regex(
    r"\b(?:payment|invoice|grant|expenses?|warrant|refund|check|bill|contract|quote|bid|request)s?\Z",
    re.I,
)
_RANGE_BEFORE: Final = lazy_regex(rf"(?:between|from)\s+\Z|(?:{MONEY}|%)\s*(?:-|–|to|and)\s*\Z", re.I)
_RANGE_AFTER: Final = lazy_regex(r"[\d,.]*\s*(?:to|-|–|and)\s*\$?\d")
# "$31,400, up from $29,950", "$300 or $15 a plaque", "$18,500 an increase of $500 or 2 %": the first sum's name goes on
_GOES_ON: Final = lazy_regex(
    r",?\s+(?:(?:bring(?:ing|s)?\s+it\s+)?(?:(?:up|down)\s+)?(?P<side>from|to)|(?:which\s+(?:is|was)\s+|for\s+)?an?\s+"
    r"(?P<way>increase|decrease|reduction)\s+of|which\s+(?:represents?|equals?)|for\s+a\s+(?P<total>total)\s+(?:proposed\s+)?(?:budget\s+)?of|or)\s+"
    r"(?:approximately\s+|about\s+)?"
)
_NUMBERED: Final = lazy_regex(r"\A\W*\d{1,2}[.)]\s")
_PLANNED: Final = lazy_regex(r",? (?:which is )?an? (?:increase|decrease) of")
_LEVEL: Final = lazy_regex(r"\blevel[- ]funded at \Z", re.I)
_PER: Final = lazy_regex(
    r"(?:\s+dollars)?\s*(?:/|per\s+|each\s+|an?\s+(?=[a-z]+(?:\W*\Z|[.,;)]|\s(?:for|and|or|to|plus)\b)))\s?"
    r"(?P<unit>(?!year|month)[a-z]+)"
)
# "21. Paving: $300,000", "Treasurer - Level Funded at $8,395" on a line of their own
_LINE_ITEM: Final = lazy_regex(
    r"[\s•▪*o-]*(?:\d{1,3}[.)]?\s+)?(?P<label>[A-Z][^$]{1,70}?)(?:\s*[-–—=]|:)[-–—=\s]*(?:(?i:level\s+funded\s+at)\s+)?\Z"
)
# "Church Street – $60,000;" in a line, "Church Alley $18K"
_ITEM: Final = lazy_regex(
    r"(?:(?:\A|[;:,]\s+(?:and\s+)?)(?P<label>[A-Z][\w'’&/-]*(?:\s+[\w'’&/()-]+){0,5}?)\s*[-–—=:]|"
    r"(?:\A|[;:]\s+(?:and\s+)?)(?P<name>(?!(?:The|This|That|These|An?|It|In|Of|For|And|At|By|To|About|Another|Over|"
    r"\w+ing|\w+ed|\w+ly)\b)[A-Z][\w'’&/-]+(?:\s+[A-Z&][\w'’&/-]*){0,4}))\s*\Z"
)
_PRONOUNS: Final = frozenset(["it", "this", "that", "which", "these", "those"])
_ACTORS: Final = frozenset(["they", "he", "she", "we", "i", "who"])
_OF_ANYTHING: Final = frozenset(
    ["total", "sum", "amount", "maximum", "minimum", "average", "budget", "proposed budget", "line item"]
)
"""Bare nouns that stand for anything: no sentence before says what they are of."""
# "The board" acts: "it cost" in the next sentence speaks of something else
_AGENT: Final = lazy_regex(
    rf"\b(?:{'|'.join(GOVERNING_PLURALS)}|board|committee|council|commission|crew|department|staff|town|village|city|trustees|members?|"
    r"chair\w*|clerk|mayor|administrator|manager|director|chief|treasurer|engineer|agent|he|she|they|we|you|i|there|it|"
    r"who)\Z",
    re.I,
)
_HEADED: Final = lazy_regex(r"\W*(?:\d{1,2}[.)]\s*)?(?P<head>[A-Z][^.:\n$]{2,60}?)\s*(?::|\s?[-–—])\s")
_ITEM_HEAD: Final = lazy_regex(r"\W*(?P<head>[A-Z][^.:\n$]{2,60}?)\s?[-–—]\s")
# Words over a page and names of speakers, which head no item
_NO_HEAD: Final = lazy_regex(rf"\d|\b(?:minutes|approved|page|discussion|called|motion|vote[ds]?|comments?)\b|{NAME}\Z")
_HEAD_WORDS: Final = 6
_REPORTED: Final = lazy_regex(rf"\A{NAME}\s+(?:\w+ed|said|says)\s+that\s+")
_SUPPOSED: Final = lazy_regex(r"(?:If|When|While|Because|Since)\b")
# "The premium for next year has"; "Mrs. Roe reported" is no such opening
_OPENED: Final = lazy_regex(
    rf"(?:(?:The|An?|This|Our|Their)\s+)?(?P<subject>(?:(?!{_BE}\b)[\w'’&/-]+\s+){{1,8}}?)"
    rf"(?:{_BE}|has|have|had|came|will|would)\s"
)
_CLAUSE_END: Final = lazy_regex(r"[;:]\s|,\s+(?=[A-Z])|\sso\s+(?=the\b)|\sthat\s")
# "Hydrants is charged by the town and", "Rescue Supplies for medical supplies", "Overtime for the captain if he"
_OPENS: Final = lazy_regex(
    r"\W*(?:(?:[Tt]he|[Ss]o|[Aa]nd|[Bb]ut|[Ss]pecifically|[Hh]owever),?\s+)*(?P<label>(?:(?!(?:for|if|to|of|is|are|was|were|has|"
    r"have|had|would|it|[a-z]+ed)\b)[A-Za-z][\w'’/&()-]*\s+){1,7}?)(?:(?:for|if)\s.*|(?:is|are|was|were|has)\s.*\band)\Z"
)
_IS_NAME: Final = lazy_regex(NAME)
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
_KINDS: Final = tuple((kind, lazy_regex(pattern, re.IGNORECASE)) for kind, pattern in _KIND_WORDS)
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
    is_planned: bool
    """Whether it is an item of a list, level funded, or told with what it rose or fell by."""


class _Sum(NamedTuple):
    """A sum in its text: where its sentence begins, and its words on both sides, their blanks single."""

    text: str
    sentence: int
    before: str
    after: str
    line: str
    """The words of its own line before it."""
    is_share: bool


_Named = tuple[str, str]
"""What a sum is of and the head it stands under ("transfer", "per ton"); ("", "") when nothing says it."""


def sums(text: str) -> Iterator[ToldSum]:
    """The sums and shares of a text that its sentences say something of, in order. Never raises."""
    last: ToldSum | None = None
    for match in _SUM.finditer(text):
        start, end = match.span()
        told = _told(text, start, end)
        goes_on = _GOES_ON.fullmatch(text, last.end, start) if last else None
        if last and goes_on:
            label, column = last.label, _way_on(goes_on, last)
        else:
            label, column = _named(told)
        if not label or (column not in ("from", "to") and _in_range(told, goes_on=bool(goes_on))):
            continue
        per = _PER.match(told.after)
        column = column or (f"per {per['unit']}" if per and not told.is_share else "")
        kind = _kind(column) or _kind(label) or ("" if told.is_share else _kind(told.before[-_KIND_REACH:]))
        near = max(_NEAR, len(told.before) - told.before.rfind(label) + _YEAR_BEFORE) if label in told.before else _NEAR
        words = f"{label} {told.before[-near:]} {_OF_ANOTHER.split(told.after[:_NEAR])[0]}"
        planned = bool(_PLANNED.match(told.after) or _LEVEL.search(told.before))
        kind = "" if column in ("increase", "decrease") else kind or ("proposed" if planned else "")
        planned = planned or bool(_LINE_ITEM.fullmatch(told.line)) or bool(goes_on and last and last.is_planned)
        last = ToldSum(" ".join(label.split()), column, start, end, told.sentence, kind, words, planned)
        yield last


def _in_range(told: _Sum, *, goes_on: bool) -> bool:
    return bool(_RANGE_AFTER.match(told.after)) or (not goes_on and bool(_RANGE_BEFORE.search(told.before)))


def _way_on(goes_on: re.Match[str], last: ToldSum) -> str:
    """The head of a sum that goes on with the name of the one before: what it rose by, from, or to."""
    way = goes_on["side"] or goes_on["way"] or goes_on["total"]
    return way.replace("reduction", "decrease") if way else last.column


def _told(text: str, start: int, end: int) -> _Sum:
    sentence = sentence_start(text, start, max(0, start - _BACK))
    before = _NUMBERED.sub("", re.sub(r"\s+", " ", f"{text[sentence:start]} "))
    line = text[max(start - _BACK, text.rfind("\n", 0, start) + 1) : start]
    if not line.strip():  # the sum begins the next line
        line = text[max(0, start - _BACK) : start].rstrip().rpartition("\n")[2] + " "
    after = text[end : end + _AHEAD]
    after = re.sub(r"\s+", " ", after[: sentence_end(after, 0)])
    return _Sum(text, sentence, before, after, line, text[end - 1] == "%")


def _kind(words: str) -> FigureStatus:
    return next((kind for kind, pattern in _KINDS if pattern.search(words)), "")


def _named(told: _Sum) -> _Named:
    """What the nearest words that name the sum call it, a change under the head of its way."""
    label, column = next((named for rule in _RULES if (named := rule(told))[0]), ("", ""))
    change = _CHANGE_OF.fullmatch(label) if label and not column else None
    if change is None:
        return label, column
    way = change["way"].lower().replace("reduction", "decrease")
    of = change["label"] or ""
    if not of:
        of = _by_complement(told, anything=True)[0] or (change["before"] or "")
    return (of, way) if names(of) else _leant(told, way)


def _by_budget(told: _Sum) -> _Named:
    """ "recommend the Library proposed 2025 budget of $9"."""
    budget = _BUDGET.search(told.before) if "roposed" in told.before else None
    return (budget["label"].strip(" -–:"), budget["column"]) if budget else ("", "")


def _by_its_noun(told: _Sum) -> _Named:
    """ "a $60,000 grant", "the $2 fee for a permit", "a 4% reduction in headcount"."""
    return (_noun_after(told) if _NAMED_AFTER.search(told.before) else "", "")


def _by_small_noun(told: _Sum) -> _Named:
    """ "$8,700 increase", "50% canopy coverage": a noun that stands right after, where nothing before tells more."""
    label = _noun_after(told) if _SMALL_NOUN.match(told.after) else ""
    return ("" if label.partition(" ")[0].endswith(("ed", "ing", "ly")) else label, "")


def _noun_after(told: _Sum) -> str:
    """The noun phrase right after a sum, a bare noun or a change with what it is for or in."""
    label = phrase_after(told.after, 1, bare=True) if told.after.startswith(" ") else ""
    if not label or (names(label) and not _CHANGE_OF.fullmatch(label)):
        return label
    within = _NOUN_GOES_ON.match(told.after, 1 + len(label))
    whole = phrase_after(told.after, within.end()) if within else ""
    named = f"{label} {within['link']} {whole}" if within and whole else label
    return named if names(named) else ""


def _by_an_item(told: _Sum) -> _Named:
    """ "Church Street – $60,000;", "Church Alley $18K;", "sand ($2 a yard)"."""
    item = _LINE_ITEM.fullmatch(told.line) or _ITEM.search(told.before)
    label = next(filter(None, item.groups()), "").strip(" -–:") if item else ""
    if told.before.endswith("( "):
        label, _ = phrase_before(told.before[:-2].split())
    return (label if names(label) else "", "")


def _by_change(told: _Sum) -> _Named:
    """ "reduce the allocation for the fund to $2K", "the line was increased by $500", "Training went up $1,000"."""
    change = _CHANGE.search(told.before)
    label = phrase_before(change["what"].split())[0] if change else ""
    if change and names(label):
        return label, _direction(change)
    moved = _MOVED.search(told.before)
    if moved is None:
        return "", ""
    if told.before[: moved.start()].lower().endswith(_BEFORE_NOUN):
        return "", ""
    label, ended = _subject(told.before[: moved.start()])
    if names(label):
        return label, _direction(moved)
    leans = is_bare(label) or (not label and (not ended or ended in _PRONOUNS))
    return _leant(told, label, _direction(moved)) if leans else ("", "")


def _direction(change: re.Match[str]) -> str:
    """What the sum of a change is called: "from", "to", "increase"."""
    by = change.groupdict().get("by")
    if by and by.lower() != "by":
        return by.lower()
    up = change.groupdict().get("up") or _UP.match(change["way"] or "")
    return "increase" if up else "decrease"


def _by_verb(told: _Sum) -> _Named:
    """ "the premium will be $31,400", "it came to $4,200", "the minimum bid, which was $700"."""
    verb = _VERB.search(told.before)
    if verb is None:
        return "", ""
    words = told.before[: verb.start()].split()
    label, ended = _subject(told.before[: verb.start()])
    whole, _ = phrase_before(words)
    label = whole if whole.startswith(f"{label} for ") else label  # "the assessment for wetland shall be"
    if not label and ended == "which" and len(words) > 1:
        label, _ = phrase_before([*words[:-2], words[-2].rstrip(",")])
        return (label if names(label) else "", "")
    if is_bare(label) or (not label and ended in _PRONOUNS and len(words) <= 3):
        return _leant(told, label)
    return (label if tells(label) and ended not in ("just", "only") else "", "")


def _subject(before: str) -> tuple[str, str]:
    """The subject of a verb that follows some words, as `phrase_before` gives it: the noun phrase before it, or the one
    the clause opens with where only what that is for, or a verb joined by "and", stands between."""
    opened = _OPENS.match(_CLAUSE_END.split(before)[-1])
    label = phrase_before(opened["label"].split())[0] if opened else ""
    if names(label) and not _AGENT.search(label):
        return label, ""
    return phrase_before(before.split(), infinitive=True)


def _by_link(told: _Sum) -> _Named:
    """ "the bid of $400", "bills totaling $220"."""
    at_a = _AT_A.search(told.before)
    if at_a:
        label, _ = phrase_before(told.before[: at_a.start()].split(), infinitive=True)
        return (label, at_a["column"].lower()) if names(label) else ("", "")
    linked = _LINKED.search(told.before)
    if linked is None:
        return "", ""
    words = told.before[: linked.start()].split()
    label, ended = phrase_before(words)
    while label and (ended in _SIDE or (ended.endswith(",") and _IS_NAME.fullmatch(label))):
        # "a grant from the state of", "from Senator, Ada Roe in the amount of"
        words = words[: -len(label.split()) - (1 if ended in _SIDE else 0)]
        words = [*words[:-1], words[-1].rstrip(",")] if words else words
        while words and words[-1].lower() in (*_SIDE, "the", "a", "an"):
            words.pop()
        label, ended = phrase_before(words)
    who, _, what = label.partition(" for ")
    if what and _IS_NAME.fullmatch(who):  # "reimburse Ada Roe for expenses of"
        label = what
    at_verb = ended in _ACTORS or (linked["link"].lower() == "at" and ended == "to")  # "voted to level fund at"
    if not tells(label) or ended in _ASKED or at_verb or re.fullmatch(r"[a-z]+ing", label):
        return "", ""
    put, _ = _by_complement(told, anything=True)
    if not is_bare(label):
        return (f"{label} for {put}" if put and _PAPER.search(label) and told.after.startswith(" for ") else label), ""
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
    if link == "from" and _IS_NAME.fullmatch(label):
        return "", ""
    put = _PUT.search(told.before)
    if anything or not told.before.strip() or to["done"] or _HOLDS.search(label) or (put and link in _PUT_TO):
        return label, _NOUN_OF.get(put["verb"].lower(), "") if put else ""
    return "", ""


def _by_share(told: _Sum) -> _Named:
    """ "less than 70% of said surface coverage": the whole it is a share of."""
    of = _SHARE_NOUN.match(told.after) if told.is_share else None
    return (phrase_after(told.after, of.end()) if of else "", "")


_RULES: Final[tuple[Callable[[_Sum], _Named], ...]] = (
    _by_budget, _by_its_noun, _by_an_item, _by_change, _by_verb, _by_link, _by_complement,
    _by_small_noun, _by_share,
)  # fmt: skip


def _leant(told: _Sum, label: str, column: str = "") -> _Named:
    """A bare noun or a pronoun under what it is of: the words of its sentence before a comma, the head of its sentence,
    the subject of one of the two sentences before."""
    own, _, rest = told.before.rpartition(",")
    found = (_spoken_of(own) if len(rest.split()) <= 4 else "") or _head(told.before)
    begin = told.sentence
    while not found and (column or label.lower() not in _OF_ANYTHING) and begin > max(2, told.sentence - _BACK):
        end, begin = begin, sentence_start(told.text, begin - 2, max(0, begin - 2 * _BACK))
        if "\n\n" in told.text[begin:end].strip() or _SUPPOSED.match(told.text, begin):
            break
        found = _spoken_of(" ".join(told.text[begin:end].split()))
    if not found and label.lower() in ("total", "cost", "amount"):
        found = _over(told)
    return (found, column or label) if found else ("", "")


def _over(told: _Sum) -> str:
    """What opens the line, or one over it, that tells of one thing: "Bridge Fund- … Total is $9"; "" without one."""
    above = told.text[max(0, told.sentence - 2 * _BACK) : told.sentence]
    lines = above[max(above.rfind("\n\n"), above.rfind("$")) + 1 :].split("\n")
    heads = (_ITEM_HEAD.match(line) for line in (told.before, *reversed(lines)))
    return next((" ".join(head["head"].split()) for head in heads if head), "")


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
