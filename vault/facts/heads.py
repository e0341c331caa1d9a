"""Column heads of a printed table from the lines over its rows: one a column, or none when they cannot be told apart;
and the figure of one cell under its head: label, year, unit, and what kind of sum it is.

Heads wrap over lines and lose their gaps when a page becomes text. The rules here cut them by years, brackets, repeated
words and closing words. They refuse to guess: a set of heads is given only when it fits the number of columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from vault.facts.cells import Cell, Line, amount_of, is_year, unit_of
from vault.facts.types import FigureStatus, Quality, RowFigure, Slot
from vault.text.patterns import lazy_regex

__all__ = [
    "after_prose", "are_label_and_head", "are_telling", "figure", "heads_from_lines", "heads_from_right",
    "heads_from_stack", "period_in", "status_of", "statuses_in", "without_period",
]  # fmt: skip

_LABEL_HEAD: Final = lazy_regex(
    r"(?:municipalit(?:y|ies)|town|city|county|name|accounts?|articles?|items?|descriptions?|purposes?|district|"
    r"village|departments?|"
    r"expense object|object|fund|type|fee type|review type|category|line|source|function|revenue|appropriation)\b",
    re.I,
)
_CLOSING: Final = lazy_regex(
    r"(?:rate|date|valuation|utilities|commitment|total|amount|budget|difference|change|increase|decrease|"
    r"actual|actuals|year|"
    r"proposed|voted|recommended|recommends|request(?:ed)?|variance|passed|approved|expended|balance|appropriations?|municipality|"
    r"county|town|default|fee|value|ratio|rank|railroad|levy|votes?|adjustment|limits?|tax(?:es)?|%)\W*\Z",
    re.I,
)
# "The Committee voted unanimously to recommend", "page 3 of 5": words of a sentence or of the page, no heads
_PROSE: Final = lazy_regex(
    r"\b(?:the|that|this|which|was|were|is|are|be|it|they|voted|would|shall|will|stated|said)\s+\w+.*\b(?:the|to|of|by|"
    r"that|a|in|for|on)\b|^\W*(?:comment|recommendation)\s*:|\bpage\s+\d|\bapproved(?:\s+as\s+amended)?\s*:|\bminutes\s*:",
    re.I,
)
_GOES_ON: Final = lazy_regex(r"(?:including|of|and|tax|rate|for|to|as|in|per|ending|by)\b|\(", re.I)
_LABEL_WORD: Final = lazy_regex(r"\b(?:category|categories|departments?|descriptions?|purposes?|accounts?)\b", re.I)
"""A head over the labels of the rows, when the words before it say what kind ("BUDGET CATEGORY")."""
_OF_CHANGE: Final = lazy_regex(r"%|\b(?:change|variance|difference|increase|decrease)\b", re.I)
_LONGEST_HEAD: Final = 46
_SPANS: Final = r"(?:FY\s?\d{2,4}|(?:19|20)\d\d(?:\s?[-–/]\s?(?:(?:19|20)?\d\d))?|\d\d-\d\d)"
_DATE: Final = r"\d{1,2}/\d{1,2}/\d{2,4}"
# "Period ending 12/31/2025", "FY2025", "2024-2025", "Fiscal 2026", "June 30, 2026"
_PERIOD: Final = lazy_regex(
    rf"\b(?:per[il]od\s+ending\s+{_DATE}|{_DATE}|FY\s?\d{{2,4}}(?:\s?[-–/]\s?(?:FY\s?)?\d{{2,4}})?|(?:fiscal|"
    rf"fiscal\s+year|calendar)\s+(?:19|20)\d\d|"
    r"(?:19|20)\d\d(?:\s?[-–/]\s?(?:19|20)?\d\d)?|\d\d-\d\d)(?![\d,])",
    re.I,
)
_MAX_COLUMNS: Final = 14


@lru_cache(maxsize=4096)
def period_in(text: str) -> str:
    """The year or period a head or heading names ("FY2026", "period ending 12/31/2025"); empty when none."""
    found = _PERIOD.search(text)
    return " ".join(found.group().split()) if found else ""


@lru_cache(maxsize=4096)
def without_period(head: str) -> str:
    """A head without "for period ending" and its date; a year stays, it is part of the head as printed."""
    return " ".join(
        re.sub(rf"(?:\bfor\s+)?(?:\bper[il]od\s+ending(?:\s+{_DATE})?|\b{_DATE})", "", head, flags=re.I).split()
    ).strip()


def _pieces(line: str, columns: int) -> list[str] | None:
    """The line cut into as many pieces as there are columns; None when no rule does it."""
    line = line.strip()
    wide = [part.strip() for part in re.split(r"\s{2,}|\s*\|\s*|\t", line) if part.strip()]
    if len(wide) == columns or (len(wide) == columns + 1 and _LABEL_HEAD.match(wide[0])):
        return wide[-columns:]
    bracketed = re.findall(r"\([^()]+\)", line)
    if len(bracketed) == columns:
        return bracketed
    days = re.findall(_DATE, line)
    if len(days) == columns:
        return days
    spans = [m.start() for m in re.finditer(rf"(?<!\S){_SPANS}(?!\S)", line)]
    if spans and len(spans) == columns:
        return [line[a:b].strip() for a, b in zip(spans, [*spans[1:], len(line)], strict=True)]
    return _repeated(line, columns) or _tokens(line, columns)


def _repeated(line: str, columns: int) -> list[str] | None:
    """ "Appropriations for Appropriations for", "Selectmen's Budget Committee's"."""
    words = line.split()
    if words and len(words) % columns == 0 and columns > 1:
        size = len(words) // columns
        parts = [" ".join(words[i : i + size]) for i in range(0, len(words), size)]
        if len({part.lower() for part in parts}) == 1 or (size == 1 and all(w.endswith(("'s", "’s")) for w in words)):
            return parts
    owners = [i for i, word in enumerate(words) if word.endswith(("'s", "’s"))]
    if len(owners) == columns and owners[-1] == len(words) - 1:
        starts = [0, *(i + 1 for i in owners[:-1])]
        return [" ".join(words[a : b + 1]) for a, b in zip(starts, owners, strict=True)]
    return None


def _tokens(line: str, columns: int) -> list[str] | None:
    """Single words, "% Increase" counting as one; a word for the first column in front is left out."""
    words = [w for w in re.sub(r"([%$#])\s+", r"\1_", line.replace("|", " ")).split() if w.strip("_~.")]
    words = [w.replace("_", " ").strip() for w in words]
    if len(words) == columns + 1 and _LABEL_HEAD.match(words[0]):
        return words[1:]
    telling = sum(bool(_CLOSING.search(word) or is_year(word) or word[0] in "%$#") for word in words)
    if len(words) == columns and columns > 1 and 2 * telling >= columns and not _LABEL_HEAD.match(words[0]):
        return words
    return None


def are_telling(heads: Sequence[str]) -> bool:
    """Whether most of the heads say what stands under them: a year, a bracket, a word such as "proposed"."""
    telling = sum(
        bool(_CLOSING.search(head) or _PERIOD.search(head) or re.search(r"[%()]|\$(?!\s?\d)", head)) for head in heads
    )
    return 2 * telling > len(heads)


def heads_from_lines(lines: Sequence[str], columns: int) -> tuple[str, ...] | None:
    """Heads from the lines over a table whose rows stand on one line each; top to bottom. None when they do not fit."""
    if not 1 <= columns <= _MAX_COLUMNS:
        return None
    return _stacked(lines, columns, lambda line: _pieces(line, columns) or _years_first(line, columns))


def heads_from_right(lines: Sequence[str], columns: int) -> tuple[str, ...] | None:
    """Heads of which some lines stand over the last columns only: "Appropriations for" four times over the last four of
    six. A guess that never makes a figure certain. None when they do not fit."""
    if not 4 <= columns <= _MAX_COLUMNS:
        return None
    return _stacked(lines, columns, lambda line: _pieces(line, columns) or _from_right(line, columns))


def _stacked(lines: Sequence[str], columns: int, cut: Callable[[str], Sequence[str] | None]) -> tuple[str, ...] | None:
    """The pieces of the lines put together column by column; None unless every column has a head of its own."""
    stacked: list[list[str]] = [[] for _ in range(columns)]
    for line in lines:
        pieces = () if _PROSE.search(line) else cut(line)
        for place, piece in enumerate(pieces or ()):
            stacked[place].append(piece)
    heads = tuple(" ".join(part for part in parts if part) for parts in stacked)
    return heads if all(heads) and len({h.lower() for h in heads}) == columns else None


def _from_right(line: str, columns: int) -> list[str] | None:
    """The pieces of a line that repeats its end: the repeats stand over the last columns, the words before them over
    the first ones. None for any other line."""
    words = line.split()
    for count in range(columns, 1, -1):
        found = _last_pieces(line, words, count)
        if found is None:
            continue
        before, pieces = found
        room = columns - count
        first = (_pieces(before, room) if room and before else None) or _capital_parts(before, room)
        return [*first, *[""] * (room - len(first)), *pieces]
    return None


def _last_pieces(line: str, words: Sequence[str], count: int) -> tuple[str, list[str]] | None:
    """The words before the last `count` pieces and these, when they are brackets, owners or one phrase repeated."""
    bracketed = list(re.finditer(r"\([^()]+\)", line))
    if len(bracketed) == count and not line[bracketed[-1].end() :].strip():
        return line[: bracketed[0].start()].strip(), [found.group() for found in bracketed]
    for size in range(len(words) // count, 0, -1):
        parts = [" ".join(words[len(words) - size * n : len(words) - size * (n - 1)]) for n in range(count, 0, -1)]
        if len({part.lower() for part in parts}) == 1:
            return " ".join(words[: len(words) - size * count]), parts
    owners = [word for word in words if word.endswith(("'s", "’s"))]
    return ("", list(words)) if len(owners) == len(words) == count else None


def _capital_parts(words: str, most: int) -> list[str]:
    """ "Expenditures for Appropriations" as two heads, each from its capital on; () for more than there is room for."""
    parts = [part.strip() for part in re.split(r"(?<=\s)(?=[A-Z])", words) if part.strip()]
    return parts if len(parts) <= most else []


def _years_first(line: str, columns: int) -> list[str] | None:
    """ "2024 Budget As 2025 BOS 2025 BC 24-25" over five columns: the years name the first ones, a change has none."""
    spans = [m.start() for m in re.finditer(rf"(?<!\S){_SPANS}(?!\S)", line)]
    if not (columns > 2 and columns - 1 <= len(spans) < columns):
        return None
    pieces = [line[a:b].strip() for a, b in zip(spans, [*spans[1:], len(line)], strict=True)]
    return [*pieces, *[""] * (columns - len(pieces))]


def heads_from_stack(stack: Sequence[str], columns: int) -> tuple[str, ...] | None:
    """Heads of a table printed one cell a line: from the lines before its first row. None when they do not fit."""
    if not 1 < columns <= _MAX_COLUMNS:
        return None
    ways = (_row_major, _column_major, _one_a_line, _words_then_years)
    return next(filter(None, (way(tuple(stack), columns) for way in ways)), None)


def _words_then_years(stack: Sequence[str], columns: int) -> tuple[str, ...] | None:
    """Heads whose words are printed first and then the years under them: "Actual, Voted, Item, Code #, 2030, 2031". A
    column of numbers that no sums are ("Code #") stands first, those of a change, which have no year, last."""
    lines = [line.strip() for line in after_prose(stack)]
    first = next((len(lines) - n for n, line in enumerate(reversed(lines)) if not is_year(line)), 0)
    years, words = lines[first:], [line for line in lines[:first] if not _LABEL_HEAD.fullmatch(line)]
    codes = [line for line in words if line.endswith("#")]
    words = [line for line in words if line not in codes]
    spare = columns - len(years) - len(codes)
    changes = words[len(words) - spare :] if spare > 0 else []
    words = words[: len(words) - len(changes)]
    if len(years) < 2 or spare < 0 or len(codes) > 1 or not all(map(_OF_CHANGE.search, changes)):
        return None
    if not all(map(_CLOSING.search, words[-len(years) :])):
        ends = [place + 1 for place, line in enumerate(words) if _CLOSING.search(line)][: len(years) - 1]
        words = [" ".join(words[a:b]) for a, b in pairwise([0, *ends, len(words)])]
        if len(words) != len(years):
            return None
    dated = (f"{word} {year}" for word, year in zip(words[-len(years) :], years, strict=False))
    heads = (*codes, *dated, *changes)
    return heads if len(heads) == columns == len(set(heads)) else None


def _one_a_line(stack: Sequence[str], columns: int) -> tuple[str, ...] | None:
    """Heads of one line each, with none over the labels: "Requested", "BC Recommended"; the line before is none."""
    lines = after_prose(stack)
    heads = tuple(line.strip() for line in lines[-columns:])
    before = lines[-columns - 1] if len(lines) > columns else ""
    if len(heads) < columns or _CLOSING.search(before) or not all(status_of(head) or "%" in head for head in heads):
        return None
    return heads if len({head.lower() for head in heads}) == columns else None


def _split_years(lines: Sequence[str]) -> list[str]:
    """Lines with two heads on them are cut before a year: "PROPOSED FY26-FY27"."""
    cut: list[str] = []
    for line in lines:
        place = re.search(rf"(?<=\S)\s+(?=(?:{_SPANS}|FY\d\d-FY\d\d)\Z)", line)
        cut += [line[: place.start()], line[place.end() :]] if place else [line]
    return cut


def after_prose(stack: Sequence[str]) -> list[str]:
    """The lines after the last sentence: heads of a table are short and end in no full stop."""
    last = max((i for i, line in enumerate(stack) if _is_prose(line.strip())), default=-1)
    return list(stack[last + 1 :])


def _is_prose(line: str) -> bool:
    return len(line) > _LONGEST_HEAD or line.endswith((".", ";", ":")) or bool(_PROSE.search(line))


def _row_major(stack: Sequence[str], columns: int) -> tuple[str, ...] | None:
    """Two rows of heads, years and words, each printed from left to right."""
    stack = after_prose(stack)
    first = next((i for i, line in enumerate(stack) if is_year(line)), None)
    if first is None:
        return None
    block = list(stack[first : first + columns])
    spare = 1 if columns > 2 else 0  # the column of the change names no year
    if len(block) < columns or sum(map(is_year, block)) < columns - spare:
        return None
    rest = _split_years(stack[first + columns :])
    after = (rest[1:] if rest and _LABEL_WORD.search(rest[0]) else rest)[:columns]
    before = list(stack[max(0, first - columns) : first])
    if all(map(is_year, block)) and len(before) == columns and not any(map(is_year, before)):
        return tuple(f"{word} {year}" for word, year in zip(before, block, strict=True))
    if len(after) == columns and sum(len(line) < 24 for line in after) == columns:
        return tuple(f"{year} {word}" for year, word in zip(block, after, strict=True))
    return None


def are_label_and_head(lines: Sequence[str]) -> bool:
    """Whether two lines are the head over the labels and that over the one column of figures beside them."""
    return len(lines) > 1 and bool(_LABEL_HEAD.fullmatch(lines[0].strip()) and _CLOSING.search(lines[1]))


def _column_major(stack: Sequence[str], columns: int) -> tuple[str, ...] | None:
    """Heads printed column after column: cut where a head closes and the next one does not go on."""
    opened = [i for i, line in enumerate(stack) if _LABEL_HEAD.match(line.strip())]
    for begin in reversed(opened):
        heads = _cut(tuple(line.strip() for line in stack[begin:]), columns)
        if heads:
            return heads
    return None


def _cut(lines: Sequence[str], columns: int) -> tuple[str, ...] | None:
    """The lines cut into the head of the first column and those of the others; None when two cuts are equally good."""
    wanted = columns + 1
    if not wanted <= len(lines) <= 60:
        return None

    @cache
    def best(at: int, left: int) -> tuple[int, int, tuple[int, ...]] | None:
        """Score, how many ways reach it, and the cuts, for `left` heads from line `at` on."""
        if left == 0:
            return (0, 1, ()) if at == len(lines) else None
        found: tuple[int, int, tuple[int, ...]] | None = None
        for end in range(at + 1, min(len(lines) - left + 1, at + 6) + 1):
            rest = best(end, left - 1)
            if rest is None:
                continue
            score = rest[0] + _head_score(lines, at, end)
            if found is None or score > found[0]:
                found = (score, rest[1], (end, *rest[2]))
            elif score == found[0]:
                found = (score, found[1] + rest[1], found[2])
        return found

    cut = best(0, wanted)
    if cut is None or cut[1] != 1 or cut[0] < 2 * wanted:  # a head that does not close is a guess
        return None
    starts = (0, *cut[2][:-1])
    heads = tuple(" ".join(lines[a:b]) for a, b in zip(starts, cut[2], strict=True))[1:]
    return heads if len({h.lower() for h in heads}) == columns else None


def _head_score(lines: Sequence[str], at: int, end: int) -> int:
    closes = 2 if _CLOSING.search(lines[end - 1]) else -2
    goes_on = -4 if _GOES_ON.match(lines[at]) else 0
    years = sum(map(is_year, lines[at + 1 : end]))  # a year opens a head
    early = sum(
        1
        for line, after in pairwise(lines[at:end])
        if _CLOSING.search(line) and line.lower() != "total" and not _GOES_ON.match(after)
    )
    return closes + goes_on - early - 2 * years


_STATUS: Final[tuple[tuple[FigureStatus, re.Pattern[str]], ...]] = (
    ("default", lazy_regex(r"\bdefault\b", re.I)),
    ("requested", lazy_regex(r"\brequest(?:ed|s)?\b", re.I)),
    ("recommended", lazy_regex(r"(?<!\bnot )\brecommend(?:ed|s|ation)?\b", re.I)),
    ("amended", lazy_regex(r"\bamended\b|\brevised\b", re.I)),
    ("proposed", lazy_regex(r"\bpropos(?:ed|al)\b|\bestimated?\b|\blooking to\b", re.I)),
    (
        "actual",
        lazy_regex(r"\bactuals?\b|\bexpended\b|\bspent\b|\breceived\b|\bpaid\b|\baudited\b|\bcollected\b", re.I),
    ),
    ("voted", lazy_regex(r"\bpassed\b|\bvoted\b|\bas approved\b|\badopted\b|\bappropriated\b", re.I)),
    ("rate", lazy_regex(r"\brates?\b", re.I)),
    ("fee", lazy_regex(r"\bfees?\b|\bfine\b|\bdeposit\b", re.I)),
)
_REFUSED: Final = lazy_regex(r"\bnot\s+recommended\b", re.I)
"""A head that says what a sum is not; words over the table do not outweigh it."""


def statuses_in(words: str) -> list[FigureStatus]:
    """Every status that words say, in the order in which one is preferred."""
    return [status for status, pattern in _STATUS if pattern.search(words)]


@lru_cache(maxsize=4096)
def status_of(words: str) -> FigureStatus:
    """Proposed, recommended, voted, actual …, as the words of a head or heading say; empty when they say none."""
    return next(iter(statuses_in(words)), "")


def figure(
    label: str, cell: Cell, line: Line, *, column: str, period: str, quality: Quality, hint: str = ""
) -> RowFigure:
    """The figure of one cell in its row. `hint` are words over the table that may tell the status."""
    own = period_in(column)
    head = without_period(column)
    return RowFigure(
        text=line.text,
        start=line.start,
        end=line.end,
        quality=quality,
        slots=(Slot(name="value", start=cell.start, end=cell.end),),
        label=label,
        column=head,
        period=own or period,
        unit=unit_of(cell.text, head),
        value=cell.text,
        amount=amount_of(cell.text),
        status=status_of(head) or ("" if _REFUSED.search(head) else status_of(hint)),
    )
