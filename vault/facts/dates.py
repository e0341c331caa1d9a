"""The dates written in a text: days, months and years, in every usual spelling, each as a typed value with its place.

Holds the only grammar of written dates; what they mean from today ("last March", a fiscal year) is read in `periods`.
It refuses to take a statute number, a house number, a case number, a clock, a sum of money or a vote for a date, and
to guess a year that is not written: "June 17" is "--06-17".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from typing import Literal, NamedTuple

from vault.facts.numerals import ORDINAL_WORDS, ordinal_value, word_value
from vault.text.patterns import lazy_regex

__all__ = [
    "ISO_DATE", "MONTH", "MONTH_NAMES", "WEEKDAYS", "YEAR", "YEAR_SPAN", "Dated", "as_day", "dates_in", "full_year",
    "month_number", "span_years", "spoken_date",
]  # fmt: skip

DateKind = Literal["day", "month", "year"]
MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
"""The months in order, as written in a sentence; index + 1 is the number."""
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
"""The days of the week in order, Monday first."""
MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|(?:jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)\b\.?)"
)
"""Pattern of a month's name, whole or shortened: "June", "Sept.", "DEC"; to be used without regard to case."""

YEAR = lazy_regex(r"(?:\b|(?<=\bFY))(?:19|20)\d\d\b")
"""A year in four digits ("2031", "FY2031") as a question names it and a record of today is of; older ones are read in
whole dates only."""
_YEAR = r"(?:1[6-9]|20)\d\d"
ISO_DATE = lazy_regex(rf"{_YEAR}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?")
"""A date as the vault keeps it, whole or in part: "2025", "2025-03", "2025-03-11"."""
_WEEKDAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b\.?"
_ND = r"(?:\s?(?:st|nd|rd|th)\b)?"
# ", 2024", " 2024", ", in the year 2024", ", '24", " in the year of our Lord two thousand twenty-four", " next 2024"
_AFTER_YEAR = (
    rf"(?:\s*,?\s*(?:next,?\s+)?(?:in\s+)?(?:the\s+year\s+)?(?:of\s+our\s+lord\s*,?\s+)?(?:a\.\s?d\.\s+)?(?:of\s+)?"
    rf"(?P<{{0}}>(?<![\d]){_YEAR}|(?<=\s)['’]\d\d|"
    rf"(?<=\s)two\s+thousand(?:\s+and)?(?:[\s-]+[a-z]+){{{{1,2}}}}|(?<=\s)nineteen\s+hundred(?:\s+and)?"
    rf"(?:[\s-]+[a-z]+){{{{1,2}}}})"
    rf"(?![\d/%]|,\d|:\d))?"
)
_NOT_NUMBERED = (
    r"(?<!article\s)(?<!lot\s)(?<!map\s)(?<!page\s)(?<!section\s)(?<!chapter\s)(?<!no\.\s)(?<!#)(?<![\d:/$.,-])"
)

# "June 17, 2024", "Jan. 6", "Tuesday, June 17th 2024", "June 17 and 18, 2024", "June 17-19, 2024", "June 17, 18 & 19"
_MONTH_FIRST = lazy_regex(
    rf"\b(?:(?P<weekday>{_WEEKDAY})\s*,?\s+(?:the\s+)?)?(?P<month>{MONTH}|match(?=\s+\d{{1,2}}\s*,\s+{_YEAR}))"
    rf"\s*(?:the\s+)?"
    rf"(?P<days>\d{{1,2}}{_ND}(?:\s?(?:,|-|–|&|/|\band\b|\bto\b|\bthrough\b|\bor\b|,\s?and\b)\s?(?:the\s+)?"
    rf"\d{{1,2}}(?!\d){_ND}(?!,\d|\s?(?:[:%]|[ap]\.?m|-\d|days|votes?)))*)"
    rf"(?![\d%]|:\d|\.\d|\s?[ap]\.?\s?m\b)" + _AFTER_YEAR.format("year"),
    re.IGNORECASE,
)
# "17 June 2024", "17th of June", '17" day of June', "this 17th day of June, 2024", "17-Jun-2024", "first day of April"
_DAY_FIRST = lazy_regex(
    rf"(?:\b(?P<weekday>{_WEEKDAY})\s*,?\s+(?:the\s+)?)?{_NOT_NUMBERED}\b(?P<day>\d{{1,2}}(?:[\"”]+(?=\s+day\s+of)|{_ND})"
    rf"|{ORDINAL_WORDS}(?=\s+(?:day\s+)?of\s))"
    rf"(?P<join>\s+day\s+of\s+|\s+of\s+|\s+day,?\s+|\s+|-)(?P<month>{MONTH})-?(?!\s*\d{{1,2}}\b(?!\d|:))"
    + _AFTER_YEAR.format("year"),
    re.IGNORECASE,
)
# "2024-06-17", "2024/6/17", "2024_06_17", "20240617"
_ISO = lazy_regex(
    rf"(?<![\w#$.,-])(?P<y>{_YEAR})(?:(?P<sep>[-_/. ])(?P<m>\d{{1,2}})(?P=sep)(?P<d>\d{{1,2}})|(?P<m2>0[1-9]"
    rf"|1[0-2])(?P<d2>0[1-9]|[12]\d|3[01]))(?![\d-])"
)
# "6/17/2024", "06-17-24", "06.16.2031"; not "6.9.10", which is a section as often
_FIGURES = lazy_regex(
    r"(?<![\d/.:#$-])(?P<m>0?[1-9]|1[0-2])(?P<sep>[/.-])(?P<d>0?[1-9]|[12]\d|3[01])(?P=sep)(?P<y>(?:1[6-9]|20)"
    r"\d\d|['’]?\d\d)(?![\d/%-])"
)
# "6/2024"; not "5/18", which is a day as often
_FIGURES_MONTH = lazy_regex(r"(?<![\d/.:#$-])(?P<m>0?[1-9]|1[0-2])[/-](?P<y>20\d\d|19\d\d)(?![\d/%-])")
# "June 2024", "Sept. of 2025", "June '24", "January through March 2025"
_MONTH_YEAR = lazy_regex(
    rf"\b(?:(?P<first>{MONTH})\s?(?:-|–|/|to|through|and|&)\s?)?(?P<month>{MONTH})\s*,?\s+(?:of\s+)?"
    rf"(?P<year>{_YEAR}|['’]\d\d)(?![\d/%]|,\d|:\d)",
    re.IGNORECASE,
)
# "2024-2025", "2024-25", "2024/25", "2024 to 2026"
YEAR_SPAN = lazy_regex(
    rf"(?<![\w$#.,:/-])(?P<a>{_YEAR})\s?(?:-|–|/|\bto\b|\bthrough\b)\s?(?P<b>{_YEAR}|\d\d)(?![\w%/:-]|[.,]\d)"
)
# "in 2025", "2025's"; not "$2,025", "2025-14" (a case), "2020 Main Street", "RSA 2025:1"
_ONE_YEAR = lazy_regex(
    r"(?<![\w$#.,:/-])(?P<year>(?:(?<=in )17|(?<=since )17|18|19|20)\d\d)(?![\w%/]|:\d|-\d|-[A-Z]|,\d|\.\d"
    r"|\s+(?:Route|Rte|Highway|[A-Z]{2}[ -]\d)|\s+(?:[A-Z][a-z]+\s+){1,2}(?:Road|Rd|Street|St|Lane|Ln|Avenue|Ave"
    r"|Drive|Dr|Route|Circle|Way|Highway)\b|\s+(?:feet|square|acres|gallons|votes|dollars|residents)\b)"
)
_PAST_CENTURY = 70
"""Two digits of a year: town records on line begin in the 1970s, so that "70" is 1970 and "69" is 2069."""


class Dated(NamedTuple):
    """A written date: its value ("2024-06-17", "--06-17" without a year, "2024-06", "2024"), the kind of thing named,
    the weekday written before it (empty when none), and where it stands."""

    value: str
    kind: DateKind
    weekday: str
    start: int
    end: int

    @property
    def day(self) -> date | None:
        """The calendar day; None for a month, a year, or a day whose year is not written."""
        return as_day(self.value)

    @property
    def weekday_fits(self) -> bool | None:
        """Whether the written weekday is that of the date; None when none is written or no whole date."""
        day = self.day
        return WEEKDAYS[day.weekday()] == self.weekday if day and self.weekday else None


def as_day(value: str) -> date | None:
    """The day of an ISO date ("2024-06-17"); None for a shorter value or an impossible day."""
    try:
        return date.fromisoformat(value) if len(value) == 10 else None
    except ValueError:
        return None


def month_number(name: str) -> int:
    """1 to 12 for a month's name, whole or shortened; ValueError for any other word."""
    return [month[:3].lower() for month in MONTH_NAMES].index(name[:3].lower()) + 1


def full_year(text: str) -> int:
    """A year of two or four digits, with or without an apostrophe: "27" is 2027, "'98" is 1998."""
    digits = text.lstrip("'’")
    return int(digits) if len(digits) == 4 else int(digits) + (1900 if int(digits) >= _PAST_CENTURY else 2000)


def spoken_date(iso: str) -> str:
    """ "May 20, 2025" for "2025-05-20", "May 2025" for "2025-05", "2025" for "2025"; other text as it is."""
    match = re.fullmatch(r"(\d{4})-(\d{2})(?:-(\d{2}))?", iso)
    if not match or not 1 <= int(match[2]) <= 12:
        return iso
    month = MONTH_NAMES[int(match[2]) - 1]
    return f"{month} {int(match[3])}, {match[1]}" if match[3] else f"{month} {match[1]}"


@lru_cache(maxsize=4096)
def dates_in(text: str) -> tuple[Dated, ...]:
    """Every date of the text in order of place, no two overlapping; impossible ones ("February 30") are left out.

    A list or a range of days gives one value a day named ("June 17 and 18, 2024": two), a span of years its first and
    last year. Empty for a text without dates.
    """
    if not _HAS_DATE.search(text):
        return ()
    taken: list[tuple[int, int]] = []
    found: list[Dated] = []
    for read in (_month_first, _day_first, _iso, _figures, _months, _year_spans, _single_years):
        for (start, end), group in read(text):
            if not any(start < e and s < end for s, e in taken):
                taken.append((start, end))  # an impossible day keeps its year from being read alone
                found.extend(group)
    return _with_shared_years(text, sorted(found, key=lambda item: item.start))


_Group = tuple[tuple[int, int], list[Dated]]
"""The stretch a spelling takes and the dates read in it, none when they are impossible."""
_HAS_DATE = lazy_regex(rf"\d|\b(?:day|{ORDINAL_WORDS})\s+of\s", re.IGNORECASE)
# "June 30 to July 2, 2024", "between June 5 and June 9, 2025"
_SHARES = lazy_regex(r"\s*(?:-|–|&|,|\bto\b|\bthrough\b|\band\b|\buntil\b|\bor\b)\s*(?:on\s+)?\Z", re.IGNORECASE)


def _with_shared_years(text: str, found: list[Dated]) -> tuple[Dated, ...]:
    """A day that is joined to a later one in the text takes the year written after that one."""
    for at in range(len(found) - 2, -1, -1):
        one, following = found[at], found[at + 1]
        if one.value.startswith("--") and following.day and _SHARES.match(text[one.end : following.start]):
            over_new_year = one.value[2:] > following.value[5:]  # "Dec. 31 to Jan. 2, 2031"
            year = int(following.value[:4]) - over_new_year
            whole = _value(year, int(one.value[2:4]), int(one.value[5:7]))
            found[at] = one._replace(value=whole or one.value)
    return tuple(found)


def _year(written: str | None) -> int | None:
    if not written:
        return None
    if written[0].isdigit() or written[0] in "'’":
        return full_year(written)
    words = re.sub(r"\s+", " ", written.lower())
    tail = word_value(words.removeprefix("nineteen hundred") if words.startswith("nineteen") else words)
    return None if tail is None else tail + (1900 if words.startswith("nineteen") else 0)


def _value(year: int | None, month: int, day: int | None) -> str:
    """The ISO text of what is written, empty when there is no such day."""
    if day is not None:
        try:
            date(year or 2000, month, day)  # 2000 is a leap year: "February 29" stands
        except ValueError:
            return ""
    head = f"{year:04d}" if year else "-"
    return f"{head}-{month:02d}" + ("" if day is None else f"-{day:02d}")


def _weekday(written: str | None) -> str:
    return next((day for day in WEEKDAYS if written and day.startswith(written[:3].lower())), "")


def _verb(match: re.Match[str]) -> bool:
    """Small "may" and "march" before a number are verbs unless a year or an ending makes a date of them."""
    if match["month"] not in ("may", "march", "mar", "sat") or match["year"]:
        return False
    after = match.string[match.end() : match.end() + 2]
    return not (re.search(r"(?:st|nd|rd|th)\Z", match.group(), re.I) or not after.strip() or after[0] in ".,;?!)")


def _month_first(text: str) -> Iterator[_Group]:
    for match in _MONTH_FIRST.finditer(text):
        if _verb(match):
            continue
        month = 3 if match["month"].lower() == "match" else month_number(match["month"])
        group: list[Dated] = []
        year = _year(match["year"])
        days = list(re.finditer(rf"(\d{{1,2}}){_ND}", match["days"]))
        for number, day in enumerate(days):
            start = match.start() if number == 0 else match.start("days") + day.start()
            end = match.end() if number == len(days) - 1 else match.start("days") + day.end()
            value = _value(year, month, int(day[1]))
            if value:
                group.append(Dated(value, "day", _weekday(match["weekday"]) if number == 0 else "", start, end))
        yield match.span(), group


# "the 20th and the 27th of August"
_DAY_JOINED = lazy_regex(
    r"\b(?P<whole>(?P<day>\d{1,2})(?:st|nd|rd|th))\s?(?:,|-|–|&|\band\b|\bto\b|\bthrough\b|\bor\b)\s?(?:the\s+)?\Z",
    re.IGNORECASE,
)
_JOINED_CHARS = 20
"""Characters before a day in which the one joined to it stands."""


def _day_first(text: str) -> Iterator[_Group]:
    for match in _DAY_FIRST.finditer(text):
        plain = not re.search(r"of|day|-", match["join"], re.I)
        if plain and not match["year"] and (match["month"].islower() or (match["day"].isdigit() and _may(match))):
            continue
        day, year = ordinal_value(re.sub(r"\s(?=st|nd|rd|th)|[\"”]", "", match["day"])), _year(match["year"])
        month = month_number(match["month"])
        value = _value(year, month, day) if day else ""
        yield match.span(), [Dated(value, "day", _weekday(match["weekday"]), *match.span())] if value else []
        joined = _DAY_JOINED.search(text[max(0, match.start() - _JOINED_CHARS) : match.start()])
        first = _value(year, month, int(joined["day"])) if joined else ""
        if joined and first:
            start = match.start() - len(joined.group())
            yield (start, match.start()), [Dated(first, "day", "", start, start + len(joined["whole"]))]


def _may(match: re.Match[str]) -> bool:
    """ "12 May be sold": the verb after a number."""
    return match["month"].lower() == "may" and bool(re.match(r"\s+[a-z]", match.string[match.end() :]))


def _iso(text: str) -> Iterator[_Group]:
    for match in _ISO.finditer(text):
        value = _value(int(match["y"]), int(match["m"] or match["m2"]), int(match["d"] or match["d2"]))
        if value:
            yield match.span(), [Dated(value, "day", "", *match.span())]


def _figures(text: str) -> Iterator[_Group]:
    for match in _FIGURES.finditer(text):
        if match["sep"] == "." and len(match["y"]) == 2 and int(match["d"]) <= 12 and len(match["m"] + match["d"]) < 4:
            continue  # "6.9.10"
        value = _value(full_year(match["y"]), int(match["m"]), int(match["d"]))
        if value:
            yield match.span(), [Dated(value, "day", "", *match.span())]
    for match in _FIGURES_MONTH.finditer(text):
        yield match.span(), [Dated(_value(int(match["y"]), int(match["m"]), None), "month", "", *match.span())]


def _months(text: str) -> Iterator[_Group]:
    for match in _MONTH_YEAR.finditer(text):
        year = full_year(match["year"])
        group: list[Dated] = []
        if match["first"]:
            group.append(Dated(_value(year, month_number(match["first"]), None), "month", "", *match.span("first")))
        start = match.start("month") if match["first"] else match.start()
        group.append(Dated(_value(year, month_number(match["month"]), None), "month", "", start, match.end()))
        yield match.span(), group


def span_years(match: re.Match[str]) -> tuple[int, int] | None:
    """First and last year of a match of `YEAR_SPAN`; None when the second does not follow within thirty years."""
    last = match["b"] if len(match["b"]) == 4 else match["a"][:2] + match["b"]
    return (int(match["a"]), int(last)) if int(match["a"]) < int(last) <= int(match["a"]) + 30 else None


def _year_spans(text: str) -> Iterator[_Group]:
    for match in YEAR_SPAN.finditer(text):
        years = span_years(match)
        if years:
            first = Dated(str(years[0]), "year", "", *match.span("a"))
            yield match.span(), [first, Dated(str(years[1]), "year", "", *match.span("b"))]


def _single_years(text: str) -> Iterator[_Group]:
    for match in _ONE_YEAR.finditer(text):
        yield match.span(), [Dated(match["year"], "year", "", *match.span())]
