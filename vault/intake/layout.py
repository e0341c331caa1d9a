"""What the lines of a page are: headings with their level, table rows, paragraph starts, running titles.

Looks at the words and the shape of lines, never at a particular document. A doubtful line is plain text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

from vault.text.patterns import lazy_regex

__all__ = ["PageLine", "is_bare_number", "is_same_form", "read_lines", "runs_on", "starts_paragraph", "table_header"]

LineKind = Literal["blank", "heading", "row", "text", "furniture"]

_ARTICLE = lazy_regex(
    r"(?:ARTICLE|Article|CHAPTER|Chapter|PART|Part|SECTION|Section|APPENDIX|Appendix)\s+(?:\d{1,3}|[IVXL]{1,7}|[A-Z])\b[.:]?(?:\s+\S.*|\Z)"
)
"""Examples: "Article 31:", "ARTICLE IV - SIGNS", "Section 3.2"."""
_NUMBERED = lazy_regex(r"(?P<number>\d{1,3}(?:\.\d{1,3}){0,4})\.?\s+(?P<title>[A-Z][^\n]{2,90})\Z")
"""Examples: "4.9.2 Accessory Uses", "12. Penalties"."""
_ROMAN_TITLE = lazy_regex(r"[IVX]{1,6}\.\s+[A-Z][A-Za-z ,/&'’-]{3,70}:?\Z")
"""Example: "IV. Duties of the Chair"."""
_NUMBER_ALONE = lazy_regex(
    r"(?:(?P<number>\d{1,3}(?:\.\d{1,3}){1,4})\.?|(?:ARTICLE|Article|SECTION|Section)\s+(?:[IVXL]+|\d{1,3}))\s*\Z"
)
"""Example: "3.2" on a line of its own before "BOUNDARIES"."""
_LEADERS = lazy_regex(r"\.{4}|…{2}|(?:\. ){4}|_{4}")
"""Dots of a table of contents, or a blank to fill in: no heading."""
_MARKDOWN = lazy_regex(r"(?P<marks>#{1,6})\s+\S")
_ITEM = lazy_regex(
    r"(?:Case|CASE|Hearing|Map|Application)\s*(?:#|No\.?|Number)?\s*:?\s*#?\s*\d{1,4}\s*[-/]\s*\d|[•▪]\s*Case\b|(?:Case|CASE)\s*(?:#|No\.)"
)
"""Example: "Case #25-03-LM: ...", one matter of an agenda."""
_AGENDA = lazy_regex(
    r"(?:(?:New|Old|Unfinished|Other|Any Other|Continued|Board|Town) Business|Public (?:Hearings?|Comments?|Input)|"
    r"Correspondence|Approval of Minutes|Minutes|(?:Informal|General) Discussion|Sub-?committees?|Communications?|"
    r"Reports?|Appointments?|Announcements?|"
    r"Non-?public Sessions?|Adjournment|Roll Call|Call to Order|(?:Old|New) Cases)\b.{0,40}\Z",
    re.IGNORECASE,
)
"""Example: "New Business:", a part of an agenda that holds several matters."""
_COLON = lazy_regex(r"(?P<title>[A-Z][^\n:]{2,70}):\s*\Z")
"""Example: "New Business:"."""
_NUMBER = lazy_regex(r"[-+(]?\$?\s?\d[\d,]*(?:\.\d+)?\)?%?")
_CELL = lazy_regex(r"[-+($]{0,3}\s?\d[\d,./:-]*(?:\.\d+)?\)?%?|-|N/?A|\$")
_ENDS = (".", "!", "?", ":", ";", '."', ".”", ".)")
_BULLET = lazy_regex(r"\s*(?:[•▪●○*–-]\s|\(?[a-z0-9]{1,3}[.)]\s|\([A-Za-z0-9]{1,3}\)|[IVX]{1,6}\.\s|[A-Z][.)]\s)")
_FORM_SHARE = 0.5  # half of the lines alike once digits are masked: the same form filled in again
_TITLE_PAGES = 3  # a line on fewer pages is not a running title
_CAPITALS = 2  # level of a line in capitals: below "ARTICLE IV", above numbered sections
_TITLE_LETTERS = 4  # fewer are a cell of a table that happens to stand at the edge
_EDGE_LINES = 4  # running titles stand among the first or last lines of a page


class PageLine(NamedTuple):
    """One line with its offsets in the document text, its page number, what it is and its heading level (1 outer)."""

    start: int
    end: int
    page: int
    text: str
    kind: LineKind
    level: int = 0
    after_blank: bool = False
    """Whether an empty line or a page end stands before it."""


def _mask(line: str) -> str:
    return re.sub(r"\d+", "0", line.strip())


def running_titles(pages: Sequence[str]) -> frozenset[str]:
    """Masked lines that stand at the edge of many pages: headers and footers, with digits as 0."""
    counts: Counter[str] = Counter()
    for page in pages:
        lines = [line for line in page.split("\n") if sum(map(str.isalpha, line)) >= _TITLE_LETTERS]
        counts.update({_mask(line) for line in lines[:_EDGE_LINES] + lines[-_EDGE_LINES:]})
    least = max(_TITLE_PAGES, len(pages) * 0.4)
    return frozenset(line for line, seen in counts.items() if line and seen >= least)


def is_same_form(page: str, following: str) -> bool:
    """Whether two pages are the same one-page form filled in twice."""
    first, second = ({_mask(line) for line in text.split("\n") if line.strip()} for text in (page, following))
    return min(len(first), len(second)) >= 4 and len(first & second) >= _FORM_SHARE * max(len(first), len(second))


def heading_level(line: str, following: str = "") -> int:
    """Level of a heading line (1 outermost), 0 when it is not one. `following` is the next line that is not blank."""
    bare = line.strip()
    if not 3 <= len(bare) <= 100 or (bare[0].islower() and bare[-1] != ":") or _LEADERS.search(bare):
        return 0
    if _starts_numbered_title(bare, following):
        return min(5, 3 + bare.count(".")) if bare[0].isdigit() else 1
    if sum(map(str.isalpha, bare)) < 0.45 * len(bare.replace(" ", "")):
        return 0
    markdown = _MARKDOWN.match(bare)
    if markdown:
        return len(markdown["marks"])
    if _ITEM.match(bare):
        return 6
    if bare[-1] in '.,;”"’' and not _ARTICLE.match(bare):
        return 0
    return _word_level(bare, following)


def is_bare_number(line: str) -> bool:
    """Whether a line is only the number of a heading whose words stand on the next line ("3.2", "ARTICLE IV")."""
    return _NUMBER_ALONE.match(line.strip()) is not None


def _starts_numbered_title(bare: str, following: str) -> bool:
    """Whether a line is only a number and the next one is its title in capitals or title case."""
    if not _NUMBER_ALONE.match(bare) or not 3 <= len(following) <= 90 or _LEADERS.search(following):
        return False
    letters = sum(map(str.isalpha, following))
    certain = following.isupper() or bare.count(".") > 1 or not bare[0].isdigit()
    return certain and letters >= 0.7 * len(following.replace(" ", "")) and _is_title(following, "")


def _word_level(bare: str, following: str) -> int:
    numbered = _NUMBERED.match(bare)
    if _ARTICLE.match(bare) and (len(bare) <= 60 or bare.isupper()) and not following[:1].islower():
        return 1 if "." not in bare.split(" ")[1][:-1] else 3
    if numbered and _is_title(numbered["title"], following):
        return 3 + min(2, numbered["number"].count("."))
    if _AGENDA.match(bare.rstrip(": ")) and (bare[-1] == ":" or bare.isupper()):
        return 5
    if bare.isupper() and len(bare.split()) <= 12:
        return _CAPITALS
    if _ROMAN_TITLE.match(bare) and not following[:1].islower():
        return 3
    colon = _COLON.match(bare)
    return 7 if colon and _is_colon_title(colon["title"]) else 0


def _is_colon_title(title: str) -> bool:
    """ "Board Members Present" and "Discussion", not "Representative Doe stated"."""
    words = [word for word in title.split() if len(word) > 3]
    return len(title.split()) <= 8 and all(word[0].isupper() or not word[0].isalpha() for word in words)


def _is_title(title: str, following: str) -> bool:
    """A title starts its words with capitals or is short, and the next line does not run on from it."""
    words = [word for word in title.split() if len(word) > 3 and word[0].isalpha()]
    capitals = sum(word[0].isupper() for word in words)
    return len(title) <= 70 and not following[:1].islower() and (capitals >= 0.6 * len(words) or title.endswith(":"))


def _is_row(line: str) -> bool:
    """A table row: a cell that is only a number, or a line with two numbers that are most of what follows its label."""
    bare = line.strip()
    if _CELL.fullmatch(bare):
        return True
    numbers = _NUMBER.findall(bare)
    return len(numbers) >= 2 and sum(map(len, numbers)) >= 0.3 * len(bare.replace(" ", ""))


def read_lines(pages: Sequence[tuple[int, int, str]]) -> tuple[PageLine, ...]:
    """Lines of pages given as (page number, offset in the document text, text), in order, blank ones left out."""
    titles = running_titles([text for _, _, text in pages])
    raw: list[tuple[int, int, str, bool]] = []
    for number, offset, text in pages:
        after_blank = True
        for line in text.split("\n"):
            if line.strip():
                raw.append((number, offset, line, after_blank))
            after_blank = not line.strip()
            offset += len(line) + 1
    lines: list[PageLine] = []
    for i, (number, offset, line, after_blank) in enumerate(raw):
        following = raw[i + 1][2].strip() if i + 1 < len(raw) else ""
        kind, level = _kind(line, following, titles)
        if lines and lines[-1].kind == "heading" and is_bare_number(lines[-1].text):
            kind, level = "heading", lines[-1].level
        elif level == _CAPITALS and lines and lines[-1].kind == "row" and not after_blank:
            kind, level = "text", 0  # the label of a table's next row
        start, end = offset + len(line) - len(line.lstrip()), offset + len(line.rstrip())
        lines.append(PageLine(start, end, number, line.strip(), kind, level, after_blank))
    return tuple(lines)


def _kind(line: str, following: str, titles: frozenset[str]) -> tuple[LineKind, int]:
    if titles and _mask(line) in titles:
        return "furniture", 0
    level = heading_level(line, following) if _NUMBER_ALONE.match(line.strip()) else 0
    if level:
        return "heading", level
    if _is_row(line):
        return "row", 0
    level = 0 if _CELL.fullmatch(following) else heading_level(line, following)
    return ("heading", level) if level else ("text", 0)


def starts_paragraph(line: str, before: str) -> bool:
    """Whether a line begins a paragraph: a list mark, or a capital after a line that ended a sentence."""
    if _BULLET.match(line):
        return True
    return before.endswith(_ENDS) and not line[:1].islower()


def runs_on(before: str, line: str) -> bool:
    """Whether a paragraph goes on from one page's last line to the next page's first line."""
    return not before.endswith(_ENDS) and (line[:1].islower() or before[-1:].islower() or before.endswith(","))


def table_header(lines: Sequence[PageLine], first_row: int) -> str:
    """Column heads above a table's first row, joined; empty when they cannot be told from the text before.

    In a table printed one cell a line the last line before the first number is the first row's label.
    """
    cells = bool(_CELL.fullmatch(lines[first_row].text))
    stop = first_row - 1 if cells else first_row
    heads: list[str] = []
    while stop > 0 and len(heads) < (24 if cells else 3) and _is_column_head(lines[stop - 1], lines[stop], cells):
        stop -= 1
        heads.insert(0, lines[stop].text)
    joined = " | ".join(heads)
    return joined if len(heads) > (2 if cells else 1) and len(joined) <= 240 else ""


def _is_column_head(line: PageLine, below: PageLine, cells: bool) -> bool:
    """A short line right above the table that is neither a sentence nor the end of one."""
    words = line.text[:1].isupper() and not line.text.endswith((".", ",", ";", ":"))
    plain = words and "http" not in line.text and "$" not in line.text
    longest = 28 if cells else 60  # a column head over one cell wraps; a line over a whole row does not
    return plain and not below.after_blank and line.kind in ("text", "heading") and len(line.text) <= longest
