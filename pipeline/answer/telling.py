"""How surely the best words of a part answer it, and so how they are told: as its answer, as the likely one, as near.

Reads the probabilities of the answer finder and the form of the words. It refuses to look at the evidence.
"""

from __future__ import annotations

import math
import re
from typing import Literal, NamedTuple

from pipeline.ask.conversation import own_words
from pipeline.ask.cues import CUES, FIGURE_CUES, asks_deed, cues_of, sole_kind
from pipeline.ask.kinds import asks_reason, of_kind
from pipeline.types import PartAnswer
from vault.facts.dates import MONTH_NAMES, WEEKDAYS
from vault.facts.numerals import ONE_WORD
from vault.text.patterns import lazy_regex
from vault.text.words import content_words, stem, words

__all__ = [
    "ALSO",
    "COURSE",
    "HEDGE",
    "HELD",
    "LIKELY",
    "MAY_ANSWER",
    "NEAREST",
    "NEXT",
    "THEN",
    "TO_JUDGE",
    "TURNS_ON",
    "WORTH_READING",
    "WOULD_STAND",
    "Telling",
    "says_asked",
    "sure",
    "telling",
    "worth",
]  # fmt: skip

Telling = Literal["certain", "likely", "open"]
LIKELY, ALSO, TURNS_ON = "The likely answer: ", "Also likely: ", "It turns on these words: "
COURSE, THEN = "What the records found tell of it, oldest first: ", "Then: "
TO_JUDGE = ", for you to judge: "
MAY_ANSWER, NEAREST = "This may answer ", "The nearest the records come"
WOULD_STAND, WORTH_READING = "It would most likely stand in ", "Worth reading: "
NEXT, HELD = "Near it too: ", "What is held is of "
_SAID_SO = "|".join(one.strip(": ") for one in (ALSO, NEXT, COURSE, THEN))
_A_PART = r"the \w+ part of the question"
HEDGE = lazy_regex(
    rf"\A\W*(?:(?:The (?:most )?)?likely(?: answer)?|{_SAID_SO}|{HELD}[^:“\"]{{1,80}}|(?:Likely )?{TURNS_ON[:-2]}"
    rf"|(?:{MAY_ANSWER}(?:it|{_A_PART})|{NEAREST}(?: to {_A_PART})?){TO_JUDGE[:-2]}):\s+|\A\W*Likely (?=(?:yes|no)\b)",
    re.IGNORECASE,
)
"""How surely or how nearly the words after it answer, which is no statement about the record."""
_CERTAIN, _LIKELY = 0.8, 0.36
"""How sure words are told as the answer, and as the likely one (docs/finding.md)."""
_OF_PART, _OF_WORDS = 0.46, 0.92
"""How the odds that a part is answered, and those of its best words among all, make the odds of these words: fitted on
tune, where a span's own probability was far too low wherever many words say the same."""


class _Worth(NamedTuple):
    """What the log odds of the words, the share of the rare words asked that they say and what those weigh are worth,
    and what is taken off."""

    sure: float
    share: float
    weight: float
    unsaid: float


_OWN, _PHRASED = _Worth(1.0, 1.0, 1.2, 1.28), _Worth(0.4, 2.0, 2.5, 3.45)
"""For own words, fitted on 122 parts told as likely of three authors: right words share few words with them. For
phrasings, which say what records say, on 247 of three authors and of everyday questions (docs/finding.md)."""
_MOST_WEIGHT = 1.1
"""One word that only one of the passages found holds weighs 1; more of them tell no more."""
_WORD = lazy_regex(r"[\w’'-]+")
_RIVAL = 0.25
"""Words with this share of the best ones' probability are told beside them."""


def _odds(chance: float) -> float:
    held = min(max(chance, 1e-4), 1 - 1e-4)
    return held / (1 - held)


def sure(answer: PartAnswer) -> float:
    """That the best words of a part answer it, 0..1: how surely it is answered, and how far they lead all others."""
    best = answer.spans[0].probability if answer.spans else 0.0
    if best <= 0.0 or answer.probability <= 0.0:
        return 0.0
    share = min(1.0, best / answer.probability)
    weighed = _OF_PART * math.log(_odds(answer.probability)) + _OF_WORDS * math.log(_odds(share))
    return 1 / (1 + math.exp(-weighed))


def worth(answer: PartAnswer, share: float, weight: float, *, phrased: bool) -> float:
    """That words told of a part which is likely answered are its answer, 0..1: how sure they are, the `share` of its
    rare words that they say themselves, 0..1, and the `weight` of those, 0 and more: words that stand everywhere are
    soon said. `phrased` where it was asked with phrasings."""
    by = _PHRASED if phrased else _OWN
    weighed = by.sure * math.log(_odds(sure(answer))) + by.share * share + by.weight * min(weight, _MOST_WEIGHT)
    return 1 / (1 + math.exp(by.unsaid - weighed))


def telling(answer: PartAnswer) -> Telling:
    """How the best words of a part are told; open where the part is, or where none of them is of the kind asked for."""
    chance = sure(answer)
    if answer.verdict == "open" or chance < _LIKELY:
        return "open"
    least = _RIVAL * answer.spans[0].probability
    if not any(_answers(answer.part, one.text) for one in answer.spans if one.probability >= least):
        return "open"
    sure_of_it = answer.verdict == "answered" and chance >= _CERTAIN
    return "certain" if sure_of_it and _gives_reason(answer, least) else "likely"


def _gives_reason(answer: PartAnswer, least: float) -> bool:
    """Whether words told give a reason, where a part asks why."""
    told = " ".join(one.text for one in answer.spans if one.probability >= least)
    return not asks_reason(answer.part) or bool(CUES["reason"].search(told))


_DAYS = frozenset((*map(str.lower, MONTH_NAMES), *WEEKDAYS))
"""What is left of a heading that only repeats the day asked about."""
# "Where was the meeting held", "and where do I park"
_WHERE = lazy_regex(r"\A\W*(?:and |but )?where\b", re.IGNORECASE)
# "at the school", "on Mill Road", "Town Hall"; "May 14, 7:00 p.m." is no place
_PLACE = lazy_regex(r"\b(?:at|in|on|to|near|along|within|from|behind|beside)\s+(?!\d)\w|\b[A-Z][a-z]+\s+[A-Z][a-z]+")


# "if we keep the budget within 3 %, it should not change the rate by much": what may come gives no figure and tells no
# deed
_MAY_COME = lazy_regex(
    r"\bwill (?:have the (?:chance|opportunity) to|be asked to) (?:vote|decide)\b"
    r"|\bif\b(?:[^;.]|\.\d){0,200}\b(?:would|should|could|might)\b|\b(?:would|could|might)\b(?:[^;.]|\.\d){0,200}\bif\b",
    re.I,
)
# "What interest would the town pay on a loan of a million"
_SUPPOSES = lazy_regex(r"\b(?:would|could|might)\b", re.IGNORECASE)


# "How many signatures does a petitioned article need"
_HOW_MANY = lazy_regex(r"\A\W*(?:and |but )?how many (?P<things>[\w’'-]+(?: [\w’'-]+)?)", re.IGNORECASE)
_COUNTED = lazy_regex(rf"(?<![\w.,$])(?:\d{{1,3}}|{ONE_WORD})\b(?P<things>(?:[ -]+[^\W\d]+){{1,3}})", re.IGNORECASE)


# "How many votes did it get"; "312 Yes", "Yes 312", "3-0", "240 to 31", "a vote of", "unanimously"
_VOTES_ASKED = lazy_regex(r"\A\W*(?:and |but |by )?how many (?:votes?|people voted)\b", re.IGNORECASE)
_VOTES_TOLD = lazy_regex(
    r"\b\d+ ?(?:[-–]|to) ?\d+\b|\bunanim|\bvotes? of\b|\b\d+ (?:votes?|yes|no|in favou?r|against|opposed|yeas?|nays?)\b"
    r"|\b(?:yes|no|yeas?|nays?|in favou?r|opposed|votes?)\W{1,3}\d",
    re.IGNORECASE,
)


def _counts_other(part: str, text: str) -> bool:
    """Whether all that a text counts are other things that a part names: "4 petitioned articles" are no signatures; or
    it counts no votes, where these are asked for."""
    if _VOTES_ASKED.match(part):
        return not _VOTES_TOLD.search(text)
    asked = _HOW_MANY.match(part)
    things = set(map(stem, words(asked["things"]))) if asked else set[str]()
    others = set(map(stem, content_words(part))) - things
    counted = [set(map(stem, words(one["things"]))) for one in _COUNTED.finditer(text)] if asked else []
    return bool(counted) and all(one & others and not one & things for one in counted)


def _new(part: str, text: str) -> str:
    """A text without the words of the question: "Article 40, the resolution of the town" names nobody to who asks who
    sponsored Article 40 of the town."""
    said = set(map(stem, words(part)))
    return _WORD.sub(lambda one: "" if said.issuperset(map(stem, words(one.group()))) else one.group(), text)


def says_asked(part: str, text: str) -> bool:
    """Whether a text says something of the kind asked for that the question does not say itself."""
    new = _new(part, text)
    days = frozenset() if sole_kind(part) == "date" else _DAYS
    rules = "rule" in cues_of(part) and bool(CUES["rule"].search(new))  # "C. Planting trees is not allowed."
    said = (rules or not days.issuperset(content_words(new))) and of_kind(part, new)
    done = asks_deed(part) or not frozenset(FIGURE_CUES).isdisjoint(cues_of(part))
    if done and _MAY_COME.search(text) and not _SUPPOSES.search(part):
        return False
    return said and not _counts_other(part, text) and (not _WHERE.match(part) or bool(_PLACE.search(new)))


def _answers(part: str, text: str) -> bool:
    """Whether a text says what is asked and, for a follow-up, a word of its own: the matter alone is what the question
    before was about."""
    own = set(map(stem, own_words(part)))
    return says_asked(part, text) and (not own or not own.isdisjoint(map(stem, words(text))))
