"""When was it? The date of a meeting, vote or adoption, from a file name and the words of a document.

Reads only the spellings it lists: a section number ("91-A:2"), a vote ("2-1") or a case number never becomes a date.
A print date, an approval date, a next meeting and a running header are not the date of the meeting.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from vault.facts.dates import Dated, as_day, dates_in, full_year
from vault.text.patterns import lazy_regex
from vault.types import Page

__all__ = ["adoption_date", "date_in_name", "meeting_date", "order_date", "other_event_dates", "title_date", "year_in"]

# not "FY 2031", nor "2030 2031" over columns
_NO_YEAR: Final = r"(?<![\d#$:/.,-])(?<!FY)(?<!FY )(?<!fiscal year )(?<!20\d\d )"
_YEAR: Final = lazy_regex(rf"(?i){_NO_YEAR}((?:19|20)\d\d)(?![\d/:]|,\d|-\d{{3}}(?!\d)|\s20\d\d)")
# Words that say the date beside them is another event: "Approved: March 4, 2025", "Next meeting: March 4".
_OTHER_EVENT: Final = lazy_regex(
    r"\b(?:approv|adopt|amend|repeal|rev(?:is|\b)|accept|sign|print|post|updat|introduc|passed|next|"
    r"adjourn(?:ed)? (?:to|until)|continued to|"
    r"effective|received|dated|expires?|shall|minutes of|due|deadline|as of|on or before|scheduled for|tabled to)",
    re.IGNORECASE,
)
_MEETING_WORDS: Final = lazy_regex(
    r"\b(?:minutes|meeting|hearing|session|agenda|workshop|site walk|warrant)\b", re.IGNORECASE
)
# "City Council Public Hearing: November 14, 2031": no day of the paper itself
_HELD: Final = lazy_regex(r"\b(?:hearing|meeting|reading):\W*$", re.IGNORECASE)
# "PB Minutes: February 4, 2025 Page 2 of 2": a running header is typed once and copied.
_RUNNING: Final = lazy_regex(r"\bpage\s+\d+|\bminutes:\s", re.IGNORECASE)
# "Revised Through March 11, 2025", "Amended: 07/02/2024", "Adopted by the Board on April 14, 2023"
_ADOPTION: Final = lazy_regex(
    r"\b(?:adopt|amend|revis|approv(?!als?\b)|enact|rev\b|opinion issued|initial proposal|order)|^[^\w\n]*passed\b",
    re.IGNORECASE | re.MULTILINE,
)
_EFFECTIVE: Final = lazy_regex(r"\b(?:effective\b|eff\.)", re.IGNORECASE)
# "Approved and adopted at a regular meeting this 10th day of December, 2031": over the signatures, pages further on
_SIGNED: Final = lazy_regex(r"\b(?:adopted|approved|passed|enacted)\b(?=[^.;]{0,80}\bday\s+of\b)", re.IGNORECASE)
# "Opinion Issued: March 23, 2021"
_REACH: Final = 90  # "Approved by the Board of Selectmen this 6th day of June 2012" is 60 characters
_TITLE_LINES: Final = 16
_HEADING_LINES: Final = 6
# "Minutes of May 20, 2025" over the minutes themselves; further down it names other minutes
_HEADING: Final = lazy_regex(
    r"\W*minutes of (?:the )?(?:meeting(?: of| held(?: on)?)?\W+)?(?:\w+day,? )?", re.IGNORECASE
)
_TITLE_CHARS: Final = 100
"""A longer line is a sentence: the day at its end may be the end of a term of office."""
_HEAD_CHARS: Final = 4000
_MORNING: Final = 5


def _days(text: str) -> tuple[Dated, ...]:
    """The full dates of a text in order; a month, a year or a day without its year is none."""
    return tuple(dated for dated in dates_in(text) if dated.day is not None)


def _day_of(dated: Dated) -> date:
    return dated.day or date.min


def date_in_name(name: str) -> str:
    """The one date in a file name ("bos-2025-03-03", "Minutes 3-3-25", "PB March 3 2025"), ISO; else empty.

    A recording named by its time in Greenwich ("GMT20250304-000000") is of the evening before, until five o'clock.
    """
    recorded = re.match(r"GMT(\d{4})(\d\d)(\d\d)-(\d\d)", name)
    began = as_day("-".join(recorded.groups()[:3])) if recorded else None
    if recorded and began:
        return (began - timedelta(days=int(recorded[4]) < _MORNING)).isoformat()
    spaced = re.sub(r"[_,]+|(?<=[a-z])-?(?=\d)|(?<=\d)-(?=[a-z])", " ", name, flags=re.IGNORECASE)
    days = {found.value for text in (name, spaced, name.replace("-", " ")) for found in _days(text)}
    return min(days) if len(days) == 1 else ""


def year_in(text: str) -> str:
    """The year a title is about: the first one ("2018-2022 Assessment Review Cycle" -> "2018"); empty when none."""
    match = _YEAR.search(text)
    return match[1] if match else ""


def meeting_date(pages: Sequence[Page]) -> str:
    """The day of the meeting the pages record, ISO; empty when no date in the head of the document fits.

    Title lines count most, weekdays that fit the date speak for it, other events and running headers against it.
    """
    text = "\n".join(page.text for page in pages[:2] if page.text)[: 2 * _HEAD_CHARS]
    ranked: Counter[date] = Counter()
    for found in _days(text[:_HEAD_CHARS]):
        ranked[_day_of(found)] = max(ranked.get(_day_of(found), 0), _weight(text, found))
    best = max(ranked, key=lambda day: (ranked[day], -day.toordinal()), default=None)
    return best.isoformat() if best is not None and ranked[best] > 0 else ""


def other_event_dates(pages: Sequence[Page]) -> frozenset[str]:
    """Dates (ISO) that the pages give only as an approval, a next meeting or the like, never as the meeting's own."""
    text = "\n".join(page.text for page in pages[:2])[:_HEAD_CHARS]
    standing: Counter[str] = Counter()
    for found in _days(text):
        standing[found.value] = max(standing[found.value], 1 if _weight(text, found) > 0 else 0)
    return frozenset(day for day, own in standing.items() if not own)


def _weight(text: str, found: Dated) -> int:
    line_start = text.rfind("\n", 0, found.start) + 1
    line_end = text.find("\n", found.end)
    line = text[line_start : line_end if line_end >= 0 else len(text)]
    number = text.count("\n", 0, found.start)
    since = max((other.end for other in _days(text[line_start : found.start])), default=0)
    before = text[max(line_start + since, found.start - 60) : found.start]
    previous = next((part for part in reversed(text[:line_start].split("\n")) if part.strip()), "")
    weight = 3 if number < _TITLE_LINES else 1
    alone = len(line.strip()) <= found.end - found.start + 12
    if _RUNNING.search(line):
        weight -= 2
    if number < _HEADING_LINES and _HEADING.fullmatch(before):
        weight += 2
    elif _OTHER_EVENT.search(before) or (alone and _OTHER_EVENT.search(previous)):
        weight -= 5
    elif _MEETING_WORDS.search(line) or (alone and _MEETING_WORDS.search(previous)):
        weight += 2
    weight += {True: 3, False: -1, None: 0}[found.weekday_fits]
    return weight + (2 if alone else 0)


def title_date(lines: Sequence[str]) -> str:
    """A day written out on a title line of its own, or after the title ("... TOWN MEETING - MARCH 12, 2025"), ISO.

    Dates of other events do not count; empty when there is none.
    """
    for line in lines:
        for found in _days(line):
            ends_line = not line[found.end :].strip(" .)")
            written_out = re.search(r"[a-z]", line[found.start : found.end], re.IGNORECASE)
            before = line[: found.start]
            other = _OTHER_EVENT.search(before) or _HELD.search(before)
            if written_out and ends_line and len(line) <= _TITLE_CHARS and not other:
                return found.value
    return ""


def order_date(pages: Sequence[Page]) -> str:
    """The day a court decided: beside "issued" in the head, else the last date of the last dated page; ISO or empty."""
    issued = re.search(
        r"\b(?:opinion issued|issued|decided)\b.{0,40}", "\n".join(page.text for page in pages[:2]), re.IGNORECASE
    )
    found = _days(issued[0]) if issued else ()
    if not found:
        found = next((dates for page in reversed(pages) if (dates := _days(page.text))), ())
    return found[-1].value if found else ""


def adoption_date(pages: Sequence[Page]) -> str:
    """The latest date in the head beside a word of adoption ("Amended: July 02, 2024"), ISO; else that over the
    signatures, else the day it takes effect; empty without any.

    Month and year alone ("Revised 05/18", "Rev. December 2020") give a month.
    """
    text = "\n".join(page.text for page in pages[:2])[:_HEAD_CHARS]
    signed = "\n".join(page.text for page in pages[:4])
    return next(filter(None, map(_latest, (text, signed, text), (_ADOPTION, _SIGNED, _EFFECTIVE))), "")


def _latest(text: str, word: re.Pattern[str]) -> str:
    days: list[str] = []
    for match in word.finditer(text := text.replace("{{filled:", " ")):  # a transcriber's mark
        if "repeal" in text[text.rfind("\n", 0, match.start()) + 1 : match.start()].lower():
            continue  # the day of a section that is gone
        reach = _EFFECTIVE.split(text[match.end() : match.start() + _REACH])[0]
        found = _days(reach)
        days += [found[0].value] if found else _months_in(reach[:40])
    return max(days, default="")


# "Revised 05/18", "(rev. 12/20)": a month and two digits of a year, as only a revision is dated
_SHORT_MONTH: Final = lazy_regex(r"(?<![\d/])(?P<m>0?[1-9]|1[0-2])/(?P<y>\d\d)(?![\d/])")


def _months_in(text: str) -> list[str]:
    months = [dated.value for dated in dates_in(text) if dated.kind == "month"]
    match = _SHORT_MONTH.search(text)
    if months or not match:
        return months[:1]
    return [f"{full_year(match['y'])}-{int(match['m']):02d}"]
