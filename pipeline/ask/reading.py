"""The reading of a question: its words, names, times, parts and what it asks for, taken once for everybody after.

One frozen value, made from the words alone; what surrounds them (town, sources, the calendar) is in the issue map. The
plan, the search, the choice of sentences, the writer and the audit take what they need from here. It refuses to guess:
everything in it stands in the question, or in a table beside words that do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from pipeline.ask.cues import Cue, cues_of, means_tax
from pipeline.ask.facets import split_clauses
from pipeline.ask.kinds import asks_reason
from pipeline.ask.names import state_asked
from pipeline.ask.phrases import content, first_said, initials, says, says_any, singular, stem_set, things
from pipeline.ask.salience import high_stakes_terms, without_neutral
from pipeline.ask.topics import lay_terms, other_words, topics
from vault.facts.dates import MONTH_NAMES, YEAR, dates_in, month_number
from vault.facts.numerals import ONE_WORD, word_value
from vault.states.names import VOTERS
from vault.store.link_names import identifiers
from vault.text.patterns import lazy_regex
from vault.text.words import STOP_WORDS, content_words, scan, spelled_out, stem, words
from vault.value import Value

__all__ = ["QuestionPart", "Reading", "WordByWord", "months_of", "read", "written"]

_MOST_YEARS = 4
"""Years compared; a question that names more asks for a table, and its first years stand for it."""
_LEAST_WORDS = 2
"""A clause of no more content words leans on the one before it."""
_IDIOM = 3
"""Words of a phrase that means what its words do not."""
_LONGEST = 4
"""Words of the longest phrase in the table of other words."""
_MOST_CHARS, _MOST_WORDS = 4000, 60
"""Of a question that is a pasted page the head is looked at for names and everyday words."""
_NUMBER = lazy_regex(r"\d[\d,.]*\d|\d")
# "Deer Run", "McDuffee", "O'Brien": words with capitals, side by side
_CAPITALS = lazy_regex(r"\b[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+)*")
_POSSESSIVE = lazy_regex(r"['’]s?\b")
# "Did the voters change …?", "what was decided": the answer is an event
_EVENT = lazy_regex(
    r"\b(?:did|was|were|ha(?:s|ve)(?! to\b)|happened|decide[ds]?|voted|passed|approved|changed)\b", re.IGNORECASE
)
# "at the last planning board meeting", "the selectmen's most recent meeting"; the annual one has a year
_LAST_MEETING = lazy_regex(
    r"\b(?:last|latest|most recent|newest)\s+(?!town |annual )(?:[\w'’]+\s+){0,3}?meeting\b", re.IGNORECASE
)
_NOW = lazy_regex(r"\b(?:now|current(?:ly)?|today|at present)\b", re.IGNORECASE)
# "What should I upload?", "what else do you need", "which documents should I add to the archive?"
_UPLOADS = lazy_regex(
    r"\b(?:what|which)\b[^.?!]{0,60}\b(?:upload|ingest|pull next)\b"
    r"|\bwhat (?:else|other|more)\b[^.?!]{0,40}\b(?:you need|provide|send)\b"
    r"|\bwhich (?:documents?|records?|files?)\b[^.?!]{0,30}\b(?:add|provide|send)\b",
    re.IGNORECASE,
)
# "Why did property taxes go up?", "What was the tax rate and how was it split?"; not abatements, credits or liens
_MOVES = (
    r"(?:rates?|bills?|split|made up|increase[ds]?|go(?:es)? up|going up|went up|rise|rising|rose|high(?:er)?|lower)"
)
_TAX_BILL = lazy_regex(rf"\b{_MOVES}\b[^?]*\btax(?:es)?\b|\btax(?:es)?\b[^?]*\b{_MOVES}\b", re.IGNORECASE)
_NOT_THE_BILL = lazy_regex(
    r"\b(?:abate\w*|exempt\w*|credits?|liens?|deed\w*|appeal\w*|collector|timber|excavat\w*|gravel)\b", re.I
)
# "the fire precinct tax rate", "the county tax": one body's part alone
_ONE_BODY = lazy_regex(
    r"\b(?:precinct|village|county|school|education|state(?:wide)?|municipal|town) (?:\w+ ){0,2}?tax(?:es)?\b",
    re.IGNORECASE,
)
# "my town", "a town", "New Hampshire towns": nobody's town in particular
_ANY_TOWN = lazy_regex(
    r"\b(?:my|our|a|any|each|every)\s+(?:nh\s+|new\s+hampshire\s+)?(?:town|municipality|select\s*board|public\s+body|city)\b",
    re.IGNORECASE,
)
# "why did", "explain how", "what happened between", "how does ... compare"
_EXPLAINS = lazy_regex(
    r"^\W*(?:why|explain|compare|summari[sz]e|describe|tell\s+me\s+about)\b|\bcompared?\b|\bdifferen", re.I
)
# "summarize …", "how does … compare": an answer that gathers from everywhere
_SURVEYS = lazy_regex(
    r"^\W*(?:explain|compare|summari[sz]e|describe|tell\s+me\s+about)\b|\bcompared?\b|\bdifferen|\boverview\b", re.I
)
# "was it legal", "could they be sued", "what is the risk": a reading of the law, not a look-up
_LEGAL_READING = lazy_regex(
    r"\b(?:liab|negligen|lawsuits?|sued?\b|suing|exposure|legal\s+risk|risks?\b)"
    r"|\b(?:is|was|were|are|can|could|did|does|do|may|would)\b[^?.]{0,80}"
    r"\b(?<!for )(?:legal(?! (?:budget|line|fees?|bills?|costs?|expenses?|services))|legally|lawful|lawfully"
    r"|illegal|illegally)\b"
    r"|\bwithin\s+(?:what\s+)?(?:the\s+)?(?:state\s+)?law\b",
    re.IGNORECASE,
)
# "Why did the chairman say there was no liability": what somebody said stands in a record
_REPORTED = lazy_regex(r"\bdid\b[^?]*\b(?:say|state|tell|explain|claim|argue|answer)\b", re.IGNORECASE)
_OTHER_BODY = lazy_regex(r"\b(?:school\s+district|county|precinct|village\s+district|regional|cooperative|sau)\b", re.I)


class Spoken(Value):
    """An everyday phrase as the question says it, and the words in which records and statutes put the same."""

    phrase: str
    law: str


class WordByWord(NamedTuple):
    """The words of a question in order, function words too: which begin with a capital, and the numbered matters
    ("Case #2025-14") with the word they begin at."""

    words: tuple[str, ...]
    capital: tuple[bool, ...]
    numbers: tuple[tuple[int, str], ...]


class QuestionPart(Value):
    """One clause of the question: as written, its words that carry a subject, and the kinds of answer it asks for."""

    text: str
    content: tuple[str, ...]
    words: tuple[str, ...]
    cues: tuple[Cue, ...]
    leans: bool = False
    """Whether it says too little to be asked alone, and goes on from the part before it: "and for how long"."""


class Reading(Value):
    """What the words of a question say. Tuples are in the order of the question."""

    text: str
    """The question with its short forms ("don't") written out, for those who hand it on."""
    phrasings: tuple[str, ...] = ()
    """The asker's own further wordings that may be searched."""
    words: tuple[str, ...] = ()
    """Its words without function words, each once."""
    content: tuple[str, ...] = ()
    """The words that carry its subject, each once: no function words, pronouns or fillers."""
    capitals: tuple[str, ...] = ()
    """Words of the runs that begin with a capital, folded; the first word of the question may only open it."""
    runs: tuple[tuple[str, ...], ...] = ()
    """Those words run by run, with a possessive left off."""
    years: tuple[str, ...] = ()
    """Years it names in four digits, repeats kept."""
    days: tuple[str, ...] = ()
    """Days it names with their year, ISO, each once, and those so many days or weeks after ("two nights later")."""
    months: tuple[str, ...] = ()
    """Months ("2031-05") that it or a phrasing names without a day; "in October" is of the one year named."""
    numbers: tuple[str, ...] = ()
    """Its other numbers, as written."""
    state: str = ""
    """The one state whose law or towns it asks about by name; "" for none."""
    cues: tuple[Cue, ...] = ()
    """The kinds of answer that the whole of it asks for."""
    parts: tuple[QuestionPart, ...] = ()
    """Its clauses that stand on their own; the whole question when there is one."""
    lay: tuple[Spoken, ...] = ()
    """Everyday phrases it says, one for each row of the tables, with the words of records and statutes."""
    others: tuple[Spoken, ...] = ()
    """Everyday words it says, each once for every word that records and statutes may put for it."""
    things: tuple[tuple[tuple[str, str], ...], ...] = ()
    """The things it names in two or three words ("an electric bus"), each by the pairs that stand side by side."""
    topics: tuple[Spoken, ...] = ()
    """Phrases that raise a legal topic, one for each topic, with the words of the law."""
    high_stakes: tuple[str, ...] = ()
    """Which of S1's high-stakes words it says."""
    asks_why: bool = False
    asks_event: bool = False
    """Whether the answer is something that happened."""
    asks_now: bool = False
    """Whether it says "now" or "current", which is read as the latest record found."""
    asks_voters: bool = False
    """Whether it is about what voters or a town meeting do."""
    asks_last_meeting: bool = False
    """Whether it is about the last meeting of somebody."""
    asks_uploads: bool = False
    """Whether the user asked what to upload or what else is needed (S2 §2)."""
    asks_tax_bill: bool = False
    """Whether it is about a tax bill as a whole, so that each body's part of it belongs to the answer (S0)."""
    asks_legal_reading: bool = False
    """Whether the law is to be read, not looked up: "was it legal", "could they be sued"."""
    asks_explained: bool = False
    """Whether it asks why, or for a comparison, a summary or a description."""
    asks_survey: bool = False
    """Whether the answer gathers from everywhere: "summarize …", "how does … compare"."""
    of_any_town: bool = False
    """Whether it is about nobody's town in particular: "a town", "my town"."""
    of_other_body: bool = False
    """Whether it names a body that is no town: a county, a district, a precinct."""

    @property
    def asks_voted(self) -> bool:
        """Whether it asks what the voters of a town decided."""
        return self.asks_voters and self.asks_event

    @property
    def roots(self) -> tuple[str, ...]:
        """The stems of `words`, in their order."""
        return tuple(map(stem, self.words))

    @property
    def weighed(self) -> tuple[str, ...]:
        """Every stem by which it may be weighed, each once: of its words and phrasings, and of their abbreviations."""
        texts = (self.text, *self.phrasings)
        said = (word for text in texts for word in (*content_words(text), *content(text)))
        return tuple(dict.fromkeys((*map(stem, said), *(short for text in texts for short in initials(text)))))

    @property
    def compared_years(self) -> tuple[str, ...]:
        """The years of a question that names at least two, each once, at most four; else ()."""
        years = tuple(dict.fromkeys(self.years))[:_MOST_YEARS]
        return years if len(years) > 1 else ()

    def says_idioms_of(self, part: str, stems: frozenset[str]) -> bool:
        """Whether a text of these stems says every everyday phrase of three words that the part says, by the phrase
        itself or by words that records have for it: behind closed doors no polls are closed. "How much water" is none:
        it asks for a figure of whatever follows."""
        met: dict[str, bool] = {}
        for one in self.others:
            said, _, _ = one.phrase.partition(" ")
            if said != "how" and len(one.phrase.split()) >= _IDIOM and one.phrase in part.lower():
                ways = (stem_set(content_words(one.phrase)), stem_set((one.law,)))
                met[one.phrase] = met.get(one.phrase, False) or any(way <= stems for way in ways)
        return all(met.values())

    def names_year(self, year: str) -> bool:
        """Whether it names the year in four digits, "FY2027" included."""
        return year in self.text

    def says(self, phrase: str) -> bool:
        """Whether it says the phrase, whatever the endings of its words."""
        return says(self.text, phrase)

    def says_of_law(self, phrases: Iterable[str]) -> bool:
        """Whether it says any of the phrases where "legal fees" and their like are left out."""
        return says_any(without_neutral(self.text), phrases)

    def means_tax(self, text: str) -> bool:
        """Whether a text that tells of a tax tells of one that it asks about: not of the tax on one doing of which it
        says nothing."""
        return means_tax(self.text, text)

    def names_place(self, name: str) -> bool:
        """Whether the place stands in it as written, whatever its case; never for an empty name."""
        return bool(name) and name.lower() in self.text.lower()

    def head(self, count: int) -> str:
        """Its first words, as written, in single spaces."""
        return " ".join(self.text.split()[:count])


def written(reading: Reading) -> WordByWord:
    """The question word by word, for those who look for names in it."""
    head = reading.text[:_MOST_CHARS]
    cut = scan(head)
    numbers = tuple((len(words(head[:offset])), name) for offset, name in identifiers(head))
    return WordByWord(cut.words[:_MOST_WORDS], cut.capital[:_MOST_WORDS], numbers)


def _parts(texts: Sequence[str]) -> Iterator[QuestionPart]:
    for at, text in enumerate(texts):
        own = content(text)
        leans = at > 0 and len(own) <= _LEAST_WORDS
        yield QuestionPart(text=text, content=own, words=content_words(text), cues=cues_of(text), leans=leans)


_LATER = lazy_regex(
    rf"\b(?:the (?:next|following)|(?P<count>a|{ONE_WORD}|\d{{1,2}}))\s+(?P<unit>night|day|evening|morning|week)s?"
    r"(?(count)\s+(?:later|after(?:wards?\b| that\b))\b)",
    re.IGNORECASE,
)


def _days(text: str) -> tuple[str, ...]:
    """The days a text names with their year, and those that it counts from the one named before."""
    named = [one for one in dates_in(text) if one.kind == "day" and one.value[0] != "-"]
    days = [one.value for one in named]
    for match in _LATER.finditer(text):
        before = [one for one in named if one.end <= match.start()]
        told = match["count"] or "a"
        count = (int(told) if told.isdecimal() else word_value(told) or 1) * (7 if match["unit"] == "week" else 1)
        days += [str(date.fromisoformat(before[-1].value) + timedelta(days=count))] if before else []
    return tuple(dict.fromkeys(days))


# "in October", "that May": a month whose year the question names elsewhere
_BARE_MONTH = lazy_regex(rf"\b(?:in|that|this|last) (?P<month>{'|'.join(MONTH_NAMES)})\b(?![\s,]*\d)")
# "since March 2031", "by May", "before October": no time of what is asked for
_BOUND = lazy_regex(r"\b(?:since|until|till|by|before|after|from|between|for) (?:early |late |mid-?)?\Z", re.IGNORECASE)


def months_of(text: str) -> frozenset[str]:
    """The months ("05") in which a text places what it tells or asks of, not those from or up to which."""
    dated = [one for one in dates_in(text) if one.kind != "year" and not _BOUND.search(text[: one.start])]
    bare = (f"{month_number(one['month']):02}" for one in _BARE_MONTH.finditer(text))
    told = (one.value[-5:-3] if one.kind == "day" else one.value[-2:] for one in dated)  # "--05-20" names no year
    return frozenset((*told, *bare))


def _months(text: str, phrasings: Sequence[str]) -> tuple[str, ...]:
    """The months that a text or its phrasings name without a day: with their year, or of the one year named at all."""
    named = [one for wording in (text, *phrasings) for one in dates_in(wording) if one.value[:1].isdigit()]
    years = {one.value[:4] for one in named}
    bare = _BARE_MONTH.finditer(text) if len(years) == 1 else ()
    in_year = [f"{year}-{month_number(one['month']):02}" for one in bare for year in sorted(years)]
    return tuple(dict.fromkeys([one.value for one in named if one.kind == "month"] + in_year))


def _lay(text: str) -> tuple[Spoken, ...]:
    said = ((first_said(text, term.said), term.law) for term in lay_terms())
    return tuple(Spoken(phrase=phrase, law=law) for phrase, law in said if phrase)


def _others(text: str) -> tuple[Spoken, ...]:
    """Every word or phrase of the table that the text says, the longest first where two begin at one word; a word
    alone that begins with a capital within a sentence is a name."""
    said, table = scan(text[:_MOST_CHARS]), other_words()
    found: list[Spoken] = []
    at = 0
    while at < len(said.words):
        step, laws = next(_stood_for(said.words, at, table), (1, ()))
        if step > 1 or not (said.words[at] in STOP_WORDS or (at and said.capital[at])):
            phrase = " ".join(said.words[at : at + step])
            found += [Spoken(phrase=phrase, law=law) for law in laws]
        at += step
    return tuple(found)


def _stood_for(
    said: Sequence[str], at: int, table: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The words of the longest phrase that begins there, and what stands for it or, as well, for a phrase in it."""
    for size in range(min(_LONGEST, len(said) - at), 0, -1):
        if laws := _laws(said[at : at + size], table):
            inner = (said[at + first : at + last] for first, last in combinations(range(size + 1), 2))
            others = (law for part in inner if 1 < len(part) < size for law in _laws(part, table))
            yield size, tuple(dict.fromkeys((*laws, *others)))


def _laws(phrase: Sequence[str], table: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    ways = (table.get(" ".join(way), ()) for way in product(*map(_forms, phrase)))
    return next(filter(None, ways), ())


def _forms(word: str) -> tuple[str, ...]:
    """A word as it may stand in a table: as it is, in the singular, without its ending."""
    return tuple(dict.fromkeys((word, singular(word), stem(word))))


def _topics(text: str) -> tuple[Spoken, ...]:
    rows = topics().values()
    said = ((first_said(text, row.asked), row.law) for row in rows)
    return tuple(Spoken(phrase=phrase, law=law) for phrase, law in said if phrase)


@lru_cache(maxsize=64)
def read(question: str, phrasings: tuple[str, ...] = ()) -> Reading:
    """The reading of a question's words; of a blank text it is empty but for one empty part. Never raises."""
    text = spelled_out(question)
    capitals, plain = tuple(_CAPITALS.finditer(text)), without_neutral(text)
    about_taxes = bool(_TAX_BILL.search(text)) and not (_NOT_THE_BILL.search(text) or _ONE_BODY.search(text))
    return Reading(
        text=text,
        phrasings=phrasings,
        words=content_words(text),
        content=content(text),
        capitals=tuple(word for run in capitals for word in words(run.group())),
        runs=tuple(words(_POSSESSIVE.sub("", run.group())) for run in capitals),
        years=tuple(YEAR.findall(text)),
        days=_days(text),
        months=_months(text, phrasings),
        numbers=tuple(number for number in _NUMBER.findall(text) if not YEAR.fullmatch(number)),
        state=state_asked(text),
        cues=cues_of(text),
        parts=tuple(_parts(split_clauses(text) or (text,))),
        lay=_lay(text),
        others=_others(text),
        things=things(text),
        topics=_topics(text),
        high_stakes=high_stakes_terms(text),
        asks_why=asks_reason(text),
        asks_event=bool(_EVENT.search(text)),
        asks_now=bool(_NOW.search(text)),
        asks_voters=any(match.group().lower() != "residents" for match in VOTERS.finditer(text)),
        asks_last_meeting=bool(_LAST_MEETING.search(text)),
        asks_uploads=bool(_UPLOADS.search(text)),
        asks_tax_bill=about_taxes,
        asks_legal_reading=bool(_LEGAL_READING.search(plain)) and not _REPORTED.search(plain),
        asks_explained=bool(_EXPLAINS.search(plain)),
        asks_survey=bool(_SURVEYS.search(plain)),
        of_any_town=bool(_ANY_TOWN.search(plain)),
        of_other_body=bool(_OTHER_BODY.search(text)),
    )
