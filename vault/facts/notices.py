"""Hearings, deadlines, petitions, next meetings and postings that a record announces, each with its date.

Reads a day beside words that say what it is for; of a sentence that names two days both are announced. It refuses days
without such words, and the days of minutes and earlier meetings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal

from vault.facts.dates import MONTH, Dated, dates_in
from vault.facts.lead_in import sentence_end
from vault.facts.types import Notice, Slot
from vault.text.patterns import lazy_regex

__all__ = ["notices"]

What = Literal["hearing", "deadline", "meeting", "petition", "notice"]
_LAST: Final = r"\b(?:deadlines?|last\s+day)\b"
"""Words for a deadline on either side of its day."""
_DUE: Final = (
    r"\b(?:deadlines?|last\s+day|ha(?:s|ve|d)\s+until|expires?|(?:are|is)\s+due|no\s+later\s+than|not\s+later\s+than|due\s+(?:by|on)|on\s+or\s+before|"
    r"(?:must|need(?:s|ed)?|ha(?:s|ve|d)\s+to|required|shall|would|will|should|wants?|like|agreed\s+to)\b[^.;]{0,80}?\bby\s+(?=[A-Z\d]|the\s+end)|"
    r"must\s+be\s+(?:received|submitted|filed|completed))"
)
_WORDS: Final[tuple[tuple[What, re.Pattern[str]], ...]] = (
    ("deadline", lazy_regex(_LAST, re.IGNORECASE)),
    ("petition", lazy_regex(r"\bpetition(?:ed|s)?\b", re.IGNORECASE)),
    ("hearing", lazy_regex(r"\b(?:re-?)?hearings?\b|\bcontinu(?:ed?|ances?)\b", re.IGNORECASE)),
    ("notice", lazy_regex(r"\b(?:abutters?[’']?\s+notices?|notices?\s+(?:to|will|be)|posted)\b", re.IGNORECASE)),
    ("meeting", lazy_regex(r"\b(?:meetings?|sessions?)\b", re.IGNORECASE)),
)
# What is held on a day and is no meeting of the body: "an Open House on April 10", "elections will be on March 10"
_EVENT: Final = (
    r"events?|open\s+house|dedication|ceremony|elections?|trainings?|workshops?|celebration|sale|auction|"
    r"ribbon[- ]cutting|parade|fair|sessions?|clinic|concert"
)
_ANY: Final = lazy_regex(
    rf"{_DUE}|\bpetition|\b(?:re-?)?hearings?\b|\bposted\b|\babutters?[’']?\s+notices?\b|"
    r"\bcontinu(?:ed?|ances?)\b[^.;]{0,60}?\b(?:to|until)\b|\bwill\s+be\s+(?:held|closed|open|available|cancell?ed|rescheduled)\b|"
    rf"\b(?:will|to)\s+(?:occur|meet|take\s+place|begin|start|open|close|host|be\s+presenting)\b|\bthere\s+will\s+be\b|"
    rf"\b(?:{_EVENT})\b[^.;]{{0,60}}?\bon\s+(?=[A-Z\d])|\buntil\s+(?=(?:[A-Z][a-z]+day,?\s+)?(?:{MONTH})\s+\d|\d)|"
    r"\bupcoming\s+events?\b|\bnotified\s+to\s+meet\b|\bnext\s+(?:regular\s+|work\s+|public\s+)?(?:meeting|session)|\b(?:meeting|session)\s+(?:is|will\s+be|date)",
    re.IGNORECASE,
)
# What makes a day one to come: "will be held on", "scheduled for", "continued to", "Date:", "next meeting, June 17"
_TO_COME: Final = lazy_regex(
    r"\b(?:will|would|shall|to\s+be|scheduled|set\s+for|next|until|continued?|postponed?|upcoming|tentative(?:ly)?|date\s*:|"
    r"date\s+certain|hold|deadline|due|by|before|later\s+than|posted|notices?|noticed|for)\b",
    re.IGNORECASE,
)
_PAST: Final = lazy_regex(
    rf"\bminutes\b,?(?:\s+(?:of|from|for|the|and|{MONTH}|\d[\d,]*|public|special|regular|hearing|meeting),?)*\s*\Z|"
    r"\bminutes\b[^.;\n]{0,120}\Z|\b(?:approved|adopted)\s*:?\s*\Z|\b(?:meeting\s+(?:of|from)|(?:continued|rescheduled|postponed|moved)\s+from|(?<!\bbe\s)(?:granted|issued|signed)|adopted|approved|amended|revised|dated|since)\b"
    r"[^.;\n]{0,40}\Z",
    re.IGNORECASE,
)
_OWN_TITLE: Final = lazy_regex(r"\bhearings?(?:\s*/\s*\w+)?(?:\s+meeting)?\s+minutes\b", re.IGNORECASE)
"""The head of the minutes of a hearing announces nothing."""
_HEARD: Final = lazy_regex(rf"\b(?:re-?)?hearings?\b|\b(?:{_EVENT})\b[^.;]{{0,60}}?\bon\b", re.IGNORECASE)
"""A hearing is announced also where it is told as held: an ordinance recites those before it; so is an event."""
_DEADLINE_DAY: Final = lazy_regex(r"\b(?:by|before|deadline|than|due|day)\b[^.;]{0,50}\Z", re.IGNORECASE)
# "(By Petition)", "Submitted by Petition", "petitioned warrant article": no day belongs to it
_ASKED_FOR: Final = lazy_regex(
    r"(?<!\bthis\s)(?<!\bthat\s)(?<!\bthe\s)(?<!\bnot\sa\s)(?<!\bof\sa\s)\b(?:by|petitioned)\s+(?:citizen[’']?s?\s+)?(?:petition|warrant\s+article)\b|"
    r"(?<!\bthis\s)(?<!\bthat\s)(?<!\bthe\s)(?<!\bnot\sa\s)(?<!\bof\sa\s)\bpetition(?:ed)?\s+(?:warrant\s+)?article\b",
    re.IGNORECASE,
)
_AFTER: Final = 60
"""Characters after a sentence in which a day alone belongs to it: "for a date certain. June 17"."""
_ALONE: Final = lazy_regex(r"[ \t\n•]*(?:[A-Z][a-z]+day,?\s+)?(?=[A-Z][a-z]+ \d{1,2}(?:st|nd|rd|th)?\b)")
# "[10 calendar days before February 3]", "the bill was sent after December 31": counted from, announced by nobody
_COUNTED_FROM: Final = lazy_regex(r"\[[^\]]{0,160}\Z|\b(?:days?\s+before|sent\s+(?:out\s+)?after)\s*\Z", re.IGNORECASE)
# "Next Meeting: May 6, 2025 at the hall\nAdjournment: …": the next head ends what is announced
_NEXT_HEAD: Final = lazy_regex(r"\n(?=[ \t•*]*[A-Z][A-Za-z ]{2,40}:(?!\d))")
_LONGEST: Final = 400
_LEAD: Final = 160
"""Characters before a sentence in which the case is told that it continues: "Case 9 of Roe. Tax Map: 2 until May 6"."""
_CONTINUED: Final = lazy_regex(r"\bcontinu(?:ed?|ances?)\b", re.IGNORECASE)
_UNTIL: Final = lazy_regex(r"\buntil\s+(?:[A-Z][a-z]+day,?\s+)?\Z")
_SOON: Final = 40
"""Characters between "no later than" and its day."""


# "February 5, 2025 Public Hearing and April 23, 2025 meeting"
_DAY_OF: Final = lazy_regex(r"\s+(?:(?:public|regular|special|work)\s+)?(?P<what>hearing|meeting)\b", re.IGNORECASE)


def _begin(text: str, at: int) -> int:
    """Where the sentence around a place begins."""
    marks = (". ", ".\n", ":\n", "\n\n", "\n• ", "\f")
    return max([0, *(place + len(mark) for mark in marks if (place := text.rfind(mark, 0, at)) >= 0)])


def _days(text: str, start: int, end: int) -> Iterator[tuple[Dated, int]]:
    """The days of a sentence that are to come, each with the offset it is counted from."""
    sentence = text[start:end]
    found = dates_in(sentence)
    dated = {day.value[4:] for day in found if not day.value.startswith("--")}
    for day in found:
        if day.value.startswith("--") and day.value[1:] in dated:
            continue  # "January 31 … Friday, January 31, 2025": one day
        if _PAST.search(sentence[: day.start]) or not (_TO_COME.search(sentence) or _HEARD.search(sentence)):
            continue
        if _COUNTED_FROM.search(sentence[: day.start]):
            continue
        whole = len(day.value) > len("2026-05") or day.value.startswith("--")
        if not whole and not _DEADLINE_DAY.search(sentence[: day.start]):
            continue  # a year or a month alone is a deadline or nothing
        yield day, start


def _what(sentence: str, day: int, end: int, lead: str) -> What:
    """What the day between two offsets of a sentence is for: what stands right after it says; a day soon after "by" or
    "no later than" is a deadline, and so is one after "until", unless the words before it continue a case."""
    own = _DAY_OF.match(sentence, end)
    if own and not _CONTINUED.search(sentence):
        return "hearing" if own["what"].lower() == "hearing" else "meeting"
    due = [match for match in re.finditer(_DUE, sentence, re.IGNORECASE) if match.start() < day]
    if due and 0 <= day - due[-1].end() <= _SOON:
        return "deadline"
    named = next((name for name, pattern in _WORDS if pattern.search(sentence)), None)
    if named is None and _UNTIL.search(sentence[:day]):
        return "hearing" if _CONTINUED.search(lead) else "deadline"
    return "deadline" if due and named in (None, "meeting") else named or "notice"


def _notice(text: str, start: int, end: int, what: What, date: str, place: tuple[int, int] | None) -> Notice:
    lead = len(text[start:end]) - len(text[start:end].lstrip())
    words = text[start + lead : end]
    return Notice(
        text=words,
        start=start + lead,
        end=end,
        slots=(Slot(name="date", start=place[0], end=place[1]),) if place else (),
        what=what,
        date=date,
        subject=" ".join(words.split())[:200],
    )


def notices(text: str) -> tuple[Notice, ...]:
    """The announcements of a text in order, one for each day of a sentence; () when nothing is announced."""
    found: list[Notice] = []
    done = 0
    for match in _ANY.finditer(text):
        if match.start() < done:
            continue
        start = _begin(text, match.start())
        start = start if match.start() - start < _LONGEST else match.start()
        start = max(start, done)
        done = sentence_end(text, match.end())
        head = _NEXT_HEAD.search(text, match.end(), done)
        done = head.start() if head else done
        if done - start > 2 * _LONGEST or _OWN_TITLE.search(text, start, done):
            continue
        days = list(_days(text, start, done))
        alone = _ALONE.match(text, done, done + _AFTER) if not days else None
        if alone:
            days = [(day, done) for day in dates_in(text[done : done + _AFTER])[:1] if day.start <= alone.end() - done]
        sentence = text[start:done]
        told: set[tuple[What, str]] = set()
        for day, base in days:
            at = base - start
            what = _what(sentence, at + day.start, at + day.end, text[max(0, start - _LEAD) : start])
            place = (base + day.start, base + day.end)
            if (what, day.value) in told:
                continue
            told.add((what, day.value))
            found.append(_notice(text, start, max(done, place[1]), what, day.value, place))
        if not days and _ASKED_FOR.search(sentence):
            found.append(_notice(text, start, done, "petition", "", None))
    return tuple(found)
