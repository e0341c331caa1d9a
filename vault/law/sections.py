"""Cuts a printed RSA chapter into sections: heading, text, source note, pages, and whether the section is in force.

Reads what the General Court's chapter pages print ("Section 41:2-a", "Source.", bracketed notes) and nothing else. A
status is read from the words of the page, never looked up; a document without section marks gives no sections.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from vault.facts.dates import dates_in
from vault.law.reference import official_url
from vault.text.patterns import lazy_regex
from vault.types import DocStatus, Page, Section

__all__ = ["parse_chapter", "printed_date"]

_CITE = r"\d{1,3}(?:-[A-Z]{1,2})?:\d{1,4}(?:[.-]\d{1,3})?(?:-[a-z]{1,3})?"
_MARK = lazy_regex(rf"Section (?P<cite>{_CITE}(?:(?: to |, ){_CITE})*)\s*\Z")
"""Example: "Section 41:2-a", "Section 31:15 to 31:17"."""
_PRINTED = lazy_regex(r"(?P<month>\d{1,2})/(?P<day>\d{1,2})/(?P<year>\d{2,4}), \d{1,2}:\d{2}\s?[AP]M")
"""Example: "12/29/25, 11:42 AM Chapter 41 ..." at the foot of a printed web page."""
_ADDRESS = lazy_regex(r"https?://\S+(?:\s+\d{1,4}/\d{1,4})?\s*\Z")
_PAGE_OF = lazy_regex(r"\d{1,4}/\d{1,4}\s*\Z")
_TITLE_LINES = 5  # a running title of the longest chapter name wraps over four lines
_RUNNING = lazy_regex(r"(?:Chapter \d|New Hampshire Statutes)")
_CHAPTER_LINE = lazy_regex(r"Chapter \d{1,3}(?:-[A-Z]{1,2})?\s*\Z", re.IGNORECASE)
_SOURCE = lazy_regex(r"Source\.\s*")
_NOTE_WORDS = lazy_regex(r"\d:\d|\beff\.|\d{4}|\A\d")
_BRACKET = lazy_regex(r"\s*\[(?P<note>[^\[\]]{3,600})\]\s*")
_DASH = lazy_regex(r"\s?[–—]\s?")
_REPEALED = lazy_regex(r"(?:\[?Repealed\b|Omitted\b|Expired\b|Reserved\b)", re.IGNORECASE)
"""Examples: "Repealed by 1979, 410:2, III, eff. July 1, 1979", "[Repealed.]"."""
_COMING = lazy_regex(
    r"(?:repealed\s+by|(?<!\w)(?:text|version|section)?\s*effective\s+until|repealed\s+effective)", re.IGNORECASE
)
"""Examples: "[RSA 47:22 repealed by 2025, 276:13, I, effective July 1, 2026.]", "[Effective until July 1, 2026]"."""
_LATER = lazy_regex(r"\beffective\s+(?!until)", re.IGNORECASE)
"""Example: "[Section effective January 1, 2027; see also ...]"."""
_EFFECTIVE = lazy_regex(
    r"(?:eff(?:ective|\.)?)\s+(?:until\s+|on\s+)?(?P<date>[A-Z][a-z]{2,8}\.?\s+\d{1,2},?\s+\d{4})", re.IGNORECASE
)
"""Example: "effective July 1, 2026", "eff. Sept. 3, 2019"."""


@dataclass
class _Raw:
    """Lines of one section as printed, before they are read; filled while the pages are walked."""

    cite: str
    page: int
    subdivision: str
    lines: list[tuple[int, str]] = field(default_factory=list)


def parse_chapter(pages: Sequence[Page], *, as_of: str = "") -> tuple[Section, ...]:
    """Sections in printed order; empty when the pages carry no section marks.

    `as_of` (ISO) is the date of the text; when empty the print date at the foot of a page is used. A range of
    repealed sections stays one section ("RSA 31:15 to 31:17"). A repeal or version whose date has passed at `as_of`
    makes a section repealed, a coming one leaves it current with `effective` set; text that starts later is
    `effective_later`. Issue scope: statutes become one unit per section.
    """
    date = as_of or printed_date(pages)
    raws = _collect([(page.number, line) for page in pages for line in _body_lines(page.text)])
    return tuple(_section(raw, date) for raw in raws)


def printed_date(pages: Sequence[Page]) -> str:
    """ISO date of the print at the foot of the pages ("12/29/25, 11:42 AM"); empty when there is none."""
    for page in pages:
        found = _PRINTED.search(page.text)
        if found:
            year = int(found["year"]) + (2000 if len(found["year"]) == 2 else 0)
            return f"{year:04d}-{int(found['month']):02d}-{int(found['day']):02d}"
    return ""


def _body_lines(text: str) -> list[str]:
    """Lines of a page without the browser's print date, running title, address and page count."""
    lines = text.replace("\f", "\n").split("\n")
    kept: list[str] = []
    skip_to = -1
    for i, line in enumerate(lines):
        bare = line.strip().lstrip("#").lstrip()  # a heading of a web page is marked
        if i <= skip_to or _ADDRESS.match(bare) or _PAGE_OF.match(bare):
            continue
        if _PRINTED.match(bare):
            skip_to = _end_of_running_title(lines, i)
        elif bare:
            kept.append(bare)
    return kept


def _end_of_running_title(lines: Sequence[str], start: int) -> int:
    """Last line of the block that begins with the print date: the address ends it, else the title line alone."""
    for j in range(start + 1, min(start + 1 + _TITLE_LINES, len(lines))):
        if _ADDRESS.match(lines[j].strip()):
            return j
    following = lines[start + 1].strip() if start + 1 < len(lines) else ""
    return start + 1 if _RUNNING.match(following) else start


def _collect(lines: Sequence[tuple[int, str]]) -> list[_Raw]:
    raws: list[_Raw] = []
    first = _first_subdivision([line for _, line in lines])
    for page, line in lines:
        mark = _MARK.match(line)
        if mark:
            subdivision = raws[-1].subdivision if raws else first
            if raws:
                subdivision = _take_subdivision(raws[-1]) or subdivision
            raws.append(_Raw(mark["cite"], page, subdivision))
        elif raws:
            raws[-1].lines.append((page, line))
    return raws


def _first_subdivision(lines: Sequence[str]) -> str:
    """Heading printed between the chapter's name, which is in capitals, and its first section; empty when none is."""
    end = next((i for i, line in enumerate(lines) if _MARK.match(line)), 0)
    start = end
    while start and not lines[start - 1].isupper() and not _CHAPTER_LINE.match(lines[start - 1]):
        start -= 1
    return " ".join(lines[start:end]) if start else ""


def _take_subdivision(raw: _Raw) -> str:
    """Removes and returns the heading of the next subdivision, printed after the last section before it."""
    source = next((i for i in range(len(raw.lines) - 1, -1, -1) if _SOURCE.match(raw.lines[i][1])), None)
    if source is None:
        source = next((i for i, (_, line) in enumerate(raw.lines) if _DASH.search(line)), None)
        if source is None or not _REPEALED.match(raw.lines[source][1].removeprefix(raw.cite).strip()):
            return ""
    keep = len(raw.lines)
    while keep > source + 1 and not _is_note(raw.lines[keep - 1][1]):
        keep -= 1
    heading = " ".join(line for _, line in raw.lines[keep:])
    del raw.lines[keep:]
    return heading


def _is_note(line: str) -> bool:
    return bool(_NOTE_WORDS.search(line)) or line.endswith(".")


def _section(raw: _Raw, date: str) -> Section:
    source = next((i for i in range(len(raw.lines) - 1, -1, -1) if _SOURCE.match(raw.lines[i][1])), len(raw.lines))
    note = _SOURCE.sub("", " ".join(line for _, line in raw.lines[source:]), count=1)
    bracket, heading, text = _split_head("\n".join(line for _, line in raw.lines[:source]), raw.cite)
    status, effective = _status(bracket, heading, date)
    return Section(
        cite=f"RSA {raw.cite}",
        heading=heading,
        subdivision=raw.subdivision,
        text=text,
        source_note=" ".join(part for part in (bracket, note) if part),
        status=status,
        as_of=date,
        effective=effective,
        url=official_url(f"RSA {raw.cite}"),
        page_start=raw.lines[0][0] if raw.lines else raw.page,
        page_end=raw.lines[-1][0] if raw.lines else raw.page,
    )


def _split_head(body: str, cite: str) -> tuple[str, str, str]:
    """Bracketed note before the section, heading without its stop, and the operative text."""
    bracket = _BRACKET.match(body)
    note = f"[{bracket['note'].strip()}]" if bracket else ""
    rest = body[bracket.end() :] if bracket else body
    rest = rest.strip()
    if rest.startswith(cite):
        rest = rest[len(cite) :].lstrip()
    dash = _DASH.search(rest[:400])  # the longest heading of the code has under 300 characters
    if dash is None:
        return note, "", rest
    heading = " ".join(rest[: dash.start()].split())
    return note, heading.removesuffix("."), rest[dash.end() :].strip()


def _status(bracket: str, heading: str, date: str) -> tuple[DocStatus, str]:
    """Status and the ISO date of a coming change, both from the printed words."""
    if _REPEALED.match(heading):
        return "repealed", ""
    effective = _iso_effective(bracket)
    if not effective:
        return ("repealed", "") if _REPEALED.match(bracket) else ("current", "")
    passed = bool(date) and effective <= date
    if _COMING.search(bracket):
        return ("repealed", "") if passed else ("current", effective)
    if _LATER.search(bracket):
        return ("current", "") if passed else ("effective_later", effective)
    return "current", ""


def _iso_effective(note: str) -> str:
    found = _EFFECTIVE.search(note)
    return next((dated.value for dated in dates_in(found["date"])), "") if found else ""
