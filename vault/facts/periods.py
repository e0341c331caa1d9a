"""What a time named in a text covers: days, months, quarters, seasons, fiscal and tax years as spans of ISO dates.

Pure functions over `dates`; "today" (the day of asking, or the newest date of the vault) and the calendar of the
jurisdiction are handed in. It refuses to read the clock and to know when any town meets.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import chain
from typing import NamedTuple

from vault.facts.dates import MONTH, YEAR_SPAN, Dated, dates_in, full_year, month_number, span_years
from vault.text.patterns import lazy_regex
from vault.value import Value

__all__ = ["CivicCalendar", "TimeTarget", "resolve_dates"]

_Day = tuple[int, int]


class CivicCalendar(Value):
    """When the years of a jurisdiction begin, as (month, day): fiscal year (named by the year it ends in), property
    tax year (named by the year it begins in); and the months in which warrants are posted and voters meet."""

    fiscal_begins: _Day = (7, 1)
    fiscal_papers_lead_years: int = 1
    """The papers of a fiscal year are written up to so many years before it begins."""
    tax_begins: _Day = (4, 1)
    meeting_months: tuple[int, int] = (1, 12)


PLAIN_CALENDAR = CivicCalendar()
"""The commonest calendar, for a text of which nothing is known."""


class Period(NamedTuple):
    """A time named in a text: the offsets of its words, and the first and last day it covers."""

    start: int
    end: int
    first: date
    last: date


class TimeTarget(NamedTuple):
    """`hints` are the words of the text that name a time, in order; `date_from` and `date_to` are ISO, inclusive, and
    empty when the text names no time."""

    hints: tuple[str, ...]
    date_from: str
    date_to: str


class _Asked(NamedTuple):
    """What the rules read a time against."""

    today: date
    civic: CivicCalendar


_Span = tuple[date, date]
_Rule = tuple[re.Pattern[str], Callable[[re.Match[str], _Asked], _Span | None]]


def _month_span(year: int, month: int) -> _Span:
    return date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])


def _fiscal(m: re.Match[str], asked: _Asked) -> _Span | None:
    written = m["fy"] or m["fy2"] or m["fy3"]
    return _fiscal_year(full_year(written) if len(written) == 4 else 2000 + int(written), asked.civic)


def _fiscal_year(year: int, civic: CivicCalendar) -> _Span:
    month, day = civic.fiscal_begins
    begins = date(year - (month > 1), month, day)
    ends = date(begins.year + 1, month, day) - timedelta(days=1)
    return begins.replace(year=begins.year - civic.fiscal_papers_lead_years), ends


def _tax_year(m: re.Match[str], asked: _Asked) -> _Span | None:
    year = int(m["ty"] or m["ty2"])
    first = date(year, *asked.civic.tax_begins)
    return first, date(year + 1, *asked.civic.tax_begins) - timedelta(days=1)


def _town_meeting(m: re.Match[str], asked: _Asked) -> _Span | None:
    year = int(m["year"] or m["year2"])
    first, last = asked.civic.meeting_months
    return date(year, first, 1), _month_span(year, last)[1]


_QUARTERS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": 4}


def _quarter(m: re.Match[str], asked: _Asked) -> _Span | None:
    number = int(m["q"]) if m["q"] else _QUARTERS[m["qword"].lower()]
    year = int(m["year"]) if m["year"] else asked.today.year
    return date(year, 3 * number - 2, 1), _month_span(year, 3 * number)[1]


_SEASONS = {"spring": (3, 5), "summer": (6, 8), "fall": (9, 11), "autumn": (9, 11), "winter": (12, 2)}


def _season_of(year: int, season: str) -> _Span:
    first, last = _SEASONS[season]
    return date(year, first, 1), _month_span(year + (last < first), last)[1]


def _season(m: re.Match[str], asked: _Asked) -> _Span | None:
    season, lead = m["season"].lower(), (m["lead"] or "").lower()
    if m["year"]:
        return _season_of(int(m["year"]), season)
    span = _season_of(asked.today.year, season)
    ahead = span[0] > asked.today
    return _season_of(asked.today.year - 1, season) if ahead or (lead == "last" and span[1] >= asked.today) else span


_WITHIN_MONTH = {"early": (1, 12), "mid": (8, 22), "late": (18, 31)}
"""Days that are meant by the word, with some room on either side: nobody counts them."""


def _part_of_month(m: re.Match[str], _asked: _Asked) -> _Span | None:
    first, last = _month_span(int(m["year"]), month_number(m["month"]))
    begins, ends = _WITHIN_MONTH[m["part"].lower()]
    return first.replace(day=begins), first.replace(day=min(ends, last.day))


def _bare_month(m: re.Match[str], asked: _Asked) -> _Span | None:
    month, today = month_number(m["month"]), asked.today
    lead = (m["lead"] or "").lower()
    year = today.year if month <= today.month else today.year - 1
    if lead == "last" and month == today.month:
        year -= 1
    if lead == "next":
        year = today.year if month > today.month else today.year + 1
    return _month_span(year, month)


def _relative(m: re.Match[str], asked: _Asked) -> _Span | None:
    step = {"this": 0, "current": 0, "last": -1, "past": -1, "previous": -1, "next": 1}[m["rel"].lower()]
    today = asked.today
    if m["unit"].lower() == "year":
        return date(today.year + step, 1, 1), date(today.year + step, 12, 31)
    if m["unit"].lower() == "week":
        monday = today - timedelta(days=today.weekday()) + timedelta(weeks=step)
        return monday, monday + timedelta(days=6)
    index = today.year * 12 + today.month - 1 + step
    return _month_span(index // 12, index % 12 + 1)


def _past_units(m: re.Match[str], asked: _Asked) -> _Span | None:
    number = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10, "couple": 2}.get(m["n"].lower(), 0)
    days = {"year": 365, "month": 31, "week": 7, "day": 1}[m["unit"].lower()]
    count = number or int(m["n"])
    first = asked.today - timedelta(days=days * count)
    return (date(asked.today.year - count, 1, 1) if days == 365 else first), asked.today


def _day_word(m: re.Match[str], asked: _Asked) -> _Span | None:
    found = asked.today - timedelta(days=int(m["word"].lower() == "yesterday"))
    return found, found


def _year_pair(m: re.Match[str], asked: _Asked) -> _Span | None:
    """ "2024-25" is a fiscal or school year; a longer span is a time only when it is over ("the 2028-2032 cycle")."""
    years, joined = span_years(m), re.search(r"[-–/]", m.group()) is not None
    if years is None or (joined and years[1] > years[0] + 1 and years[1] > asked.today.year):
        return None
    if joined and years[1] == years[0] + 1:
        return _fiscal_year(years[1], asked.civic)
    return date(years[0], 1, 1), date(years[1], 12, 31)


def _decade(m: re.Match[str], asked: _Asked) -> _Span | None:
    return date(int(m["decade"]), 1, 1), date(int(m["decade"]) + 9, 12, 31)


_YEAR = r"(?P<year>(?:19|20)\d\d)"
_FY = r"(?:20)?\d\d"
_BEFORE_DATES: tuple[_Rule, ...] = (
    # "FY2027", "FY 27", "FY26-27", "fiscal year 2027", "fiscal year ending June 30, 2027", "2026-27 fiscal year"
    (
        lazy_regex(
            rf"\b(?:(?:fy|fiscal\s+year)\s*['’]?(?:(?:20)?\d\d\s?[-/]\s?)?(?P<fy>{_FY})\b"
            rf"|fiscal\s+year\s+(?:that\s+)?end(?:s|ing|ed)\s+(?:on\s+)?{MONTH}\s+\d{{1,2}},?\s+(?P<fy2>20\d\d)"
            rf"|(?:20\d\d\s?[-/]\s?)?(?P<fy3>{_FY})\s+fiscal\s+year)\b",
            re.I,
        ),
        _fiscal,
    ),
    # "tax year 2025", "TY2025", "2025 tax year"
    (lazy_regex(r"\b(?:(?:ty|tax\s+year)\s*(?P<ty>20\d\d)|(?P<ty2>20\d\d)\s+tax\s+year)\b", re.I), _tax_year),
    # "the 2025 town meeting", "town meeting of 2025", "2025 deliberative session", "2025 warrant"
    (
        lazy_regex(
            r"\b(?:(?P<year>20\d\d)\s+(?:annual\s+)?(?:town\s+meeting|district\s+meeting|deliberative\s+session"
            r"|(?:town\s+)?warrant)|(?:town\s+meeting|deliberative\s+session|warrant)\s+(?:of|in|for)"
            r"\s+(?P<year2>20\d\d))\b",
            re.I,
        ),
        _town_meeting,
    ),
    # "Q3 2025", "the third quarter of 2025"
    (
        lazy_regex(
            r"\b(?:q(?P<q>[1-4])|(?P<qword>first|second|third|fourth|last|1st|2nd|3rd|4th)\s+quarter)"
            rf"(?:\s+(?:of\s+)?{_YEAR})?\b",
            re.I,
        ),
        _quarter,
    ),
    # "summer 2025", "last spring"; "fall" alone is a verb
    (
        lazy_regex(
            rf"\b(?:(?:(?P<lead>last|this|past)\s+)?(?P<season>spring|summer|fall|autumn|winter)\s+(?:of\s+)?"
            rf"{_YEAR})\b",
            re.I,
        ),
        _season,
    ),
    # "early March 2025", "mid-March 2025", "late in May 2019"
    (
        lazy_regex(
            rf"\b(?P<part>early|mid|late)[\s-]+(?:in\s+)?(?P<month>{MONTH}),?\s+(?:of\s+)?{_YEAR}\b",
            re.I,
        ),
        _part_of_month,
    ),
    (lazy_regex(r"\b(?P<decade>(?:19|20)\d0)s\b"), _decade),
    # "2024-2025", "2024-25"
    (YEAR_SPAN, _year_pair),
)  # fmt: skip
_AFTER_DATES: tuple[_Rule, ...] = (
    # "last March", "in July", "since May"; a month alone needs such a word, so that "may" and "march" stay verbs
    (
        lazy_regex(
            r"\b(?P<lead>last|this|past|next|in|since|by|of|during|until|from|before|after)\s+"
            rf"(?P<month>(?!mar\b){MONTH})(?!\w)",
            re.I,
        ),
        _bare_month,
    ),
    (
        lazy_regex(r"\b(?P<lead>last|this|past)\s+(?P<season>spring|summer|fall|autumn|winter)(?P<year>)\b", re.I),
        _season,
    ),
    # "last year", "this month", "the current year"
    (
        lazy_regex(
            r"\b(?P<rel>this|current|last|past|previous|next)\s+(?:fiscal\s+|calendar\s+)?(?P<unit>year|month"
            r"|week)\b", re.I
        ),
        _relative,
    ),
    # "the past three years", "last 6 months"
    (
        lazy_regex(
            r"\b(?:last|past)\s+(?P<n>\d{1,2}|two|three|four|five|six|ten|couple)\s+(?:of\s+)?(?P<unit>year"
            r"|month|week|day)s\b",
            re.I,
        ),
        _past_units,
    ),
    (lazy_regex(r"\b(?P<word>yesterday|today)\b", re.I), _day_word),
)  # fmt: skip


def _written(dated: Dated, today: date) -> _Span | None:
    """The days a written date covers; a day without a year is the last such day that has passed."""
    if dated.kind == "year":
        return date(int(dated.value), 1, 1), date(int(dated.value), 12, 31)
    if dated.kind == "month":
        return _month_span(int(dated.value[:4]), int(dated.value[5:7]))
    day = dated.day
    if day is None:
        month, number = int(dated.value[2:4]), int(dated.value[5:7])
        years = (year for year in range(today.year, today.year - 9, -1) if _exists(year, month, number))
        day = next((date(year, month, number) for year in years if date(year, month, number) <= today), None)
    return (day, day) if day else None


def _exists(year: int, month: int, day: int) -> bool:
    return day <= calendar.monthrange(year, month)[1]


_Read = tuple[tuple[int, int], _Span | None]


def _named(text: str, rules: tuple[_Rule, ...], asked: _Asked) -> Iterator[_Read]:
    for pattern, read in rules:
        for match in pattern.finditer(text):
            try:
                yield match.span(), read(match, asked)
            except (ValueError, OverflowError):
                continue


def periods_in(text: str, today: date, civic: CivicCalendar = PLAIN_CALENDAR) -> tuple[Period, ...]:
    """Every time the text names, in order of place, no two overlapping; () when it names none."""
    asked = _Asked(today, civic)
    written = (((dated.start, dated.end), _written(dated, today)) for dated in dates_in(text))
    taken: list[tuple[int, int]] = []
    found: list[Period] = []
    for (start, end), span in chain(_named(text, _BEFORE_DATES, asked), written, _named(text, _AFTER_DATES, asked)):
        if any(start < e and s < end for s, e in taken):
            continue
        taken.append((start, end))
        if span:
            found.append(Period(start, end, *span))
    return tuple(sorted(found))


_OPEN_END = lazy_regex(r"\b(?:since|after|from)\s*$", re.I)
_OPEN_START = lazy_regex(r"\b(?:before|until|prior to|up to)\s*$", re.I)


def resolve_dates(text: str, today: date, civic: CivicCalendar = PLAIN_CALENDAR) -> TimeTarget:
    """The times the text names: hints as written, and the span from the earliest to the latest of them.

    "since 2022" runs to today; "before 2022" has no beginning (empty `date_from`). All empty when no time is named.
    """
    found = periods_in(text, today, civic)
    if not found:
        return TimeTarget((), "", "")
    hints = tuple(dict.fromkeys(" ".join(text[period.start : period.end].split()) for period in found))
    first, last = min(period.first for period in found), max(period.last for period in found)
    lead = text[: found[0].start]
    opens = _OPEN_END.search(lead) or re.match(r"(?:since|after)\b", hints[0], re.I)
    closes = _OPEN_START.search(lead) or re.match(r"(?:before|until)\b", hints[0], re.I)
    if len(found) == 1 and opens and last < today:
        last = today
    start_text = "" if len(found) == 1 and closes else first.isoformat()
    return TimeTarget(hints, start_text, last.isoformat())
