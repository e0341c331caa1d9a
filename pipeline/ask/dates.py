"""When a question is about: dates, months, quarters, seasons, calendar, fiscal and tax years resolved to ISO dates.

Pure functions; "today" is handed in (the day of asking, or the newest date of the vault). It refuses to take a house
number, a statute number, a sum of money or the verb "may" for a date.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import NamedTuple

__all__ = ["TimeTarget", "event_label", "resolve_dates"]

_MONTH_NAMES = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_MONTH = (
    r"(?P<month>january|february|march|april|may|june|july|august|september|october|november|december"
    r"|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)\b\.?"
)
_YEAR = r"(?P<year>(?:19|20)\d\d)"


class TimeTarget(NamedTuple):
    """`hints` are the words of the text that name a time, in order; `date_from` and `date_to` are ISO, inclusive, and
    empty when the text names no time."""

    hints: tuple[str, ...]
    date_from: str
    date_to: str


class _Span(NamedTuple):
    start: date
    end: date


_Rule = tuple[re.Pattern[str], Callable[[re.Match[str], date], _Span | None]]


def _month_number(name: str) -> int:
    return next(i for i, full in enumerate(_MONTH_NAMES, 1) if full.startswith(name.lower()[:3]))


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _one(found: date | None) -> _Span | None:
    return _Span(found, found) if found else None


def _month_span(year: int, month: int) -> _Span:
    return _Span(date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1]))


def _full_year(text: str) -> int:
    """A year of two or four digits: "27" is 2027."""
    return int(text) if len(text) == 4 else 2000 + int(text)


def _iso(m: re.Match[str], today: date) -> _Span | None:
    return _one(_day(int(m["y"]), int(m["m"]), int(m["d"])))


def _american(m: re.Match[str], today: date) -> _Span | None:
    return _one(_day(_full_year(m["y"]), int(m["m"]), int(m["d"])))


def _month_day(m: re.Match[str], today: date) -> _Span | None:
    month, day = _month_number(m["month"]), int(m["day"])
    if m["year"]:
        return _one(_day(int(m["year"]), month, day))
    this = _day(today.year, month, day)
    # A day without a year is the last such day that has passed: in November "Jan 6" is this January.
    return _one(this if this and this <= today else _day(today.year - 1, month, day))


def _month_year(m: re.Match[str], today: date) -> _Span | None:
    return _month_span(int(m["year"]), _month_number(m["month"]))


def _bare_month(m: re.Match[str], today: date) -> _Span | None:
    month = _month_number(m["month"])
    lead = (m["lead"] or "").lower()
    year = today.year if month <= today.month else today.year - 1
    if lead == "last" and month == today.month:
        year -= 1
    if lead == "next":
        year = today.year if month > today.month else today.year + 1
    return _month_span(year, month)


def _fiscal(m: re.Match[str], today: date) -> _Span | None:
    year = _full_year(m["fy"])
    # Fiscal years that are not calendar years end on June 30, and the papers of a fiscal year are written in the year
    # before it begins.
    return _Span(date(year - 2, 7, 1), date(year, 6, 30))


def _tax_year(m: re.Match[str], today: date) -> _Span | None:
    year = int(m["ty"] or m["ty2"])
    return _Span(date(year, 4, 1), date(year + 1, 3, 31))  # the property tax year runs from April 1 to March 31


def _town_meeting(m: re.Match[str], today: date) -> _Span | None:
    year = int(m["year"] or m["year2"])
    # Warrants are posted from January; meetings are in March, April or May.
    return _Span(date(year, 1, 1), date(year, 5, 31))


_QUARTERS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": 4}


def _quarter(m: re.Match[str], today: date) -> _Span | None:
    number = int(m["q"]) if m["q"] else _QUARTERS[m["qword"].lower()]
    year = int(m["year"]) if m["year"] else today.year
    return _Span(date(year, 3 * number - 2, 1), _month_span(year, 3 * number).end)


_SEASONS = {"spring": (3, 5), "summer": (6, 8), "fall": (9, 11), "autumn": (9, 11), "winter": (12, 2)}


def _season(m: re.Match[str], today: date) -> _Span | None:
    first, last = _SEASONS[m["season"].lower()]
    year = int(m["year"]) if m["year"] else today.year
    if (
        not m["year"]
        and ((m["lead"] or "").lower() == "last" or date(year, first, 1) > today)
        and (_month_span(year + (last < first), last).end >= today or date(year, first, 1) > today)
    ):
        year -= 1
    return _Span(date(year, first, 1), _month_span(year + (last < first), last).end)


def _relative(m: re.Match[str], today: date) -> _Span | None:
    step = {"this": 0, "current": 0, "last": -1, "past": -1, "previous": -1, "next": 1}[m["rel"].lower()]
    if m["unit"].lower() == "year":
        return _Span(date(today.year + step, 1, 1), date(today.year + step, 12, 31))
    if m["unit"].lower() == "week":
        monday = today - timedelta(days=today.weekday()) + timedelta(weeks=step)
        return _Span(monday, monday + timedelta(days=6))
    index = today.year * 12 + today.month - 1 + step
    return _month_span(index // 12, index % 12 + 1)


def _day_word(m: re.Match[str], today: date) -> _Span | None:
    found = today - timedelta(days=int(m["word"].lower() == "yesterday"))
    return _Span(found, found)


def _years(m: re.Match[str], today: date) -> _Span | None:
    return _Span(date(int(m["year"]), 1, 1), date(int(m["year"]), 12, 31))


_RULES: tuple[_Rule, ...] = (
    # "2025-10-28"
    (re.compile(r"(?<![\w#-])(?P<y>(?:19|20)\d\d)-(?P<m>\d{1,2})-(?P<d>\d{1,2})(?![\w-])"), _iso),
    # "10/28/2025", "10/28/25"
    (re.compile(r"(?<![\w/])(?P<m>\d{1,2})/(?P<d>\d{1,2})/(?P<y>(?:19|20)?\d\d)(?![\w/])"), _american),
    # "March 2, 2025", "Jan. 6", "January 6th"
    (re.compile(rf"\b{_MONTH}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?!\s*[:%])(?:,?\s+{_YEAR}\b)?", re.I), _month_day),
    # "6 January 2026", "the 6th of January"
    (re.compile(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH}(?:,?\s+{_YEAR}\b)?", re.I), _month_day),
    # "FY2027", "FY 27", "fiscal year 2027"
    (re.compile(r"\b(?:fy|fiscal\s+year)\s*'?(?P<fy>(?:20)?\d\d)\b", re.I), _fiscal),
    # "tax year 2025", "TY2025", "2025 tax year"
    (re.compile(r"\b(?:(?:ty|tax\s+year)\s*(?P<ty>20\d\d)|(?P<ty2>20\d\d)\s+tax\s+year)\b", re.I), _tax_year),
    # "the 2025 town meeting", "town meeting of 2025", "2025 deliberative session", "2025 warrant"
    (
        re.compile(
            r"\b(?:(?P<year>20\d\d)\s+(?:annual\s+)?(?:town\s+meeting|district\s+meeting|deliberative\s+session|(?:town\s+)?warrant)"
            r"|(?:town\s+meeting|deliberative\s+session|warrant)\s+(?:of|in|for)\s+(?P<year2>20\d\d))\b",
            re.I,
        ),
        _town_meeting,
    ),
    # "Q3 2025", "the third quarter of 2025"
    (
        re.compile(
            rf"\b(?:q(?P<q>[1-4])|(?P<qword>first|second|third|fourth|last|1st|2nd|3rd|4th)\s+quarter)(?:\s+(?:of\s+)?{_YEAR})?\b",
            re.I,
        ),
        _quarter,
    ),
    # "July 2024", "Sept. of 2025"
    (re.compile(rf"\b{_MONTH},?\s+(?:of\s+)?{_YEAR}\b", re.I), _month_year),
    # "last March", "in July", "since May"; a month alone needs such a word, so that "may" and "march" stay verbs
    (
        re.compile(rf"\b(?P<lead>last|this|past|next|in|since|by|of|during|until|from|before|after)\s+{_MONTH}", re.I),
        _bare_month,
    ),
    # "summer 2025", "last spring"
    (
        re.compile(
            rf"\b(?:(?P<lead>last|this|past)\s+)?(?P<season>spring|summer|fall|autumn|winter)\s+(?:of\s+)?{_YEAR}\b",
            re.I,
        ),
        _season,
    ),
    (
        re.compile(r"\b(?P<lead>last|this|past)\s+(?P<season>spring|summer|fall|autumn|winter)(?P<year>)\b", re.I),
        _season,
    ),
    # "last year", "this month", "the current year"
    (
        re.compile(
            r"\b(?P<rel>this|current|last|past|previous|next)\s+(?:fiscal\s+|calendar\s+)?(?P<unit>year|month|week)\b",
            re.I,
        ),
        _relative,
    ),
    (re.compile(r"\b(?P<word>yesterday|today)\b", re.I), _day_word),
    # "in 2025", "2019 and 2021", "2025's"; not "$2,025", "2025-14" (a case), "2020 Main Street", "RSA 2025:1"
    (
        re.compile(
            rf"(?<![\w$#.,:/-]){_YEAR}(?![\w:%/]|-\d|-[A-Z]|,\d|\.\d"
            r"|\s+(?:[A-Z][a-z]+\s+){1,2}(?:Road|Rd|Street|St|Lane|Avenue|Ave|Drive|Dr|Route)\b)"
        ),
        _years,
    ),
)  # fmt: skip


def _matches(text: str, today: date) -> list[tuple[int, int, _Span]]:
    """(start, end, span) of every time named; an earlier rule keeps its words from a later one."""
    found: list[tuple[int, int, _Span]] = []
    for pattern, read in _RULES:
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(start < e and s < end for s, e, _ in found):
                continue
            try:
                span = read(match, today)
            except (ValueError, OverflowError):
                span = None
            if span:
                found.append((start, end, span))
    return sorted(found)


_OPEN_END = re.compile(r"\b(?:since|after|from)\s*$", re.I)
_OPEN_START = re.compile(r"\b(?:before|until|prior to|up to)\s*$", re.I)


def resolve_dates(text: str, today: date) -> TimeTarget:
    """The times the text names: hints as written, and the span from the earliest to the latest of them.

    "since 2022" runs to today; "before 2022" has no beginning (empty `date_from`). Years outside 1900..2099 and
    impossible days ("Feb 31") are no dates. All empty when no time is named.
    """
    found = _matches(text, today)
    if not found:
        return TimeTarget((), "", "")
    hints = tuple(dict.fromkeys(" ".join(text[start:end].split()) for start, end, _ in found))
    first, last = min(span.start for *_, span in found), max(span.end for *_, span in found)
    lead = text[: found[0][0]]
    opens = _OPEN_END.search(lead) or re.match(r"(?:since|after)\b", hints[0], re.I)
    closes = _OPEN_START.search(lead) or re.match(r"(?:before|until)\b", hints[0], re.I)
    if len(found) == 1 and opens and last < today:
        last = today
    start_text = "" if len(found) == 1 and closes else first.isoformat()
    return TimeTarget(hints, start_text, last.isoformat())


_DATED = rf"{_MONTH}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+(?:19|20)\d\d)?"


def event_label(text: str, nouns: tuple[tuple[str, str], ...]) -> str:
    """Label of the first dated decision named in the text ("Jan 6 vote"), empty when there is none (decision 2).

    `nouns` pairs a pattern of a decision word with the noun of the label. The word stands right beside the date
    ("the Jan. 6 vote", "voted on January 6") or in the sentence the date opens ("On Jan. 6 the board voted").
    """
    words = "|".join(f"(?:{pattern})" for pattern, _ in nouns)
    forms = (
        rf"\b{_DATED}(?:\s+(?:select\s*board|board|town|council|public|special|\w+ing))?\s+(?P<noun>{words})\b",
        rf"\b(?P<noun>{words})\s+(?:of|on|from|held)\s+(?:\w+day,?\s+)?{_DATED}",
        rf"\bOn\s+(?:\w+day,?\s+)?{_DATED},?[^.?!\n]{{0,80}}?\b(?P<noun>{words})\b",
        rf"\b(?P<noun>{words})\b[^.?!\n]{{0,60}}?\bon\s+(?:\w+day,?\s+)?{_DATED}",
    )
    for form in forms:
        match = re.search(form, text, re.I)
        if match:
            noun = next(label for pattern, label in nouns if re.fullmatch(pattern, match["noun"], re.I))
            return f"{match['month'][:3].capitalize()} {int(match['day'])} {noun}"
    return ""
