"""Rows of figures under a heading: which year and which column a figure of a row stands in.

Holds the pairing of a row's figures with the years and words of its heading, as far as they are as many. It refuses to
pair where the numbers do not fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from pipeline.check.read.evidence import Held, Said, matched, token_in
from pipeline.check.read.lexing import Token, worth_matches
from pipeline.check.read.reading import ReadSentence, body_in, content
from pipeline.check.slots.values import Conflict
from pipeline.quoting.alike import base_of

__all__ = ["column_conflicts", "rows_in"]


class Column(NamedTuple):
    """What stands over one figure: a year (0 when none) and the words of the heading, in base form."""

    year: int
    words: frozenset[tuple[str, ...]]
    text: str


class Row(NamedTuple):
    """A row: the words before its first figure, its figures, and the column of each ("" words where not known)."""

    label: tuple[Token, ...]
    figures: tuple[Token, ...]
    columns: tuple[Column, ...]
    text: str


_COLUMN_WORDS = re.compile(
    r"\b(?:requested|request|proposed|default|recommend(?:ed|s|ation)?|passed|approved|actual|adopted|final|budget(?:ed)?|"
    r"appropriated|expended|spent|difference|increase|decrease|change|selectm[ae]n|bos|b\.\s?c\.|bc|committee|revised|"
    r"estimated|projected|total|current|prior|voted|tentative|school board|board)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?:FY\s?)?((?:19|20)\d\d)\b(?!-)|\bFY\s?'?(\d\d)\b")


def _figures(tokens: Sequence[Token]) -> list[int]:
    return [
        at
        for at, token in enumerate(tokens)
        if token.worth is not None
        and (
            token.worth.kind == "amount"
            or token.worth.kind == "percent"
            or (
                token.worth.kind == "number"
                and abs(token.worth.number) >= 1000
                and not 1900 <= token.worth.number <= 2100
            )
        )
    ]


def _row_of(tokens: tuple[Token, ...], text: str) -> Row | None:
    places = _figures(tokens)
    if len(places) < 2:
        return None
    first = places[0]
    run = [first]
    for place in places[1:]:
        between = [token for token in tokens[run[-1] + 1 : place] if token.kind != "break"]
        if between:
            break
        run.append(place)
    if len(run) < 2:
        return None
    label = content(tokens[max(0, first - 9) : first])
    return Row(label, tuple(tokens[place] for place in run), (), text)


def rows_in(held: Held) -> list[Row]:
    """The rows of the entries with the columns of their heading."""
    rows = []
    before = ""
    for source, sentence in held.segments():
        text = " ".join(token.text for token in sentence.tokens if token.kind != "break")
        row = _row_of(sentence.tokens, text)
        if row is None:
            before = f"{before} {text}"[-400:]
            continue
        lead = before if _is_heading(before, row) else f"{before} {_lead(sentence.tokens, row)}"
        heading = (
            lead
            if held.given and _is_heading(lead, row)
            else _heading_above(source.text, _start(source.text, sentence, held))
        )
        columns = _columns(heading, row)
        if columns:
            rows.append(row._replace(columns=columns))
    return rows


def _lead(tokens: Sequence[Token], row: Row) -> str:
    """What a span says before the figures of a row: the heading may stand in one sentence with it."""
    return " ".join(token.text for token in tokens if token.start < row.figures[0].start)


def _start(text: str, sentence: ReadSentence, held: Held) -> int:
    """Where the row stands in its source."""
    if not held.given:
        return sentence.tokens[0].start
    return next((start for source, words, start in held.quotes if source.text == text and _holds(words, sentence)), 0)


def _holds(words: str, sentence: ReadSentence) -> bool:
    return " ".join(words.split()).find(sentence.tokens[-1].text) >= 0


def _is_heading(words: str, row: Row) -> bool:
    return len(_YEAR.findall(words)) >= 2 or len(_COLUMN_WORDS.findall(words)) >= 2


def _heading_above(text: str, start: int) -> str:
    """The nearest lines above that hold several column words or years."""
    lines = text[:start].split("\n")[:-1]
    near: list[str] = []
    for line in reversed(lines[-60:]):
        is_head = len(_YEAR.findall(line)) + len(_COLUMN_WORDS.findall(line)) >= 2 and not re.search(
            r"\d{1,3},\d{3}", line
        )
        if is_head:
            near.insert(0, line)
        elif near:
            break
    return "\n".join(near[-3:])


def _columns(heading: str, row: Row) -> tuple[Column, ...]:
    count = len(row.figures)
    heading = re.sub(r"\b[A-Z][a-z]+ \d{1,2}, (?:19|20)\d\d", " ", heading.replace("\u00ad", ""), flags=re.IGNORECASE)
    years = [int(match[1] or f"20{match[2]}") for match in _YEAR.finditer(heading)]
    words = _worded(heading, count)
    if len(years) not in (count, count - 1, count - 2) and len(years) < 2:
        years = []
    if not words and not years:
        return ()
    found = []
    for number in range(count):
        year = years[number] if number < len(years) else 0
        text = words[number] if number < len(words) else ""
        keys = frozenset((base_of(word),) for word in re.findall(r"[A-Za-z]+", text))
        found.append(Column(year, keys, f"{text} {year or ''}".strip()))
    return tuple(found)


def _worded(heading: str, count: int) -> list[str]:
    """The heading's words by column: parted by years where there are enough, then one column word each."""
    marks = list(_YEAR.finditer(heading))
    parted: list[str] = []
    rest = heading
    between = [heading[a.end() : b.start()] for a, b in pairwise(marks)]
    if any(_COLUMN_WORDS.search(words) for words in between):
        last = re.split(r"[\d|\n]", heading[marks[-1].end() :])[0]
        parted, rest = [*between, last[:12]], heading[marks[-1].end() + min(12, len(last)) :]
    run = _run_of([match.group() for match in _COLUMN_WORDS.finditer(rest)], count)
    if not parted:
        return run
    size = max(len(parted), len(run))
    both = zip(parted + [""] * (size - len(parted)), run + [""] * (size - len(run)), strict=True)
    return [f"{first} {second}".strip() for first, second in both]


def _run_of(singles: list[str], count: int) -> list[str]:
    """As many column words as the row has figures: a body joins the word after it ("BC Recommended")."""
    joined: list[str] = []
    for word in singles:
        if joined and re.fullmatch(
            r"selectm[ae]n|bos|b\.\s?c\.|bc|committee|school board|board", joined[-1], re.IGNORECASE
        ):
            joined[-1] = f"{joined[-1]} {word}"
        elif joined and joined[-1].lower() == "budget" and len(singles) > count:
            joined[-1] = word
        else:
            joined.append(word)
    return joined if count - 1 <= len(joined) <= count + 1 else []


def column_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """A figure claimed for a year or column that stands in another column of the row."""
    rows = rows_in(held)
    for clause in said.clauses:
        for token in clause:
            if token.worth is None or token.worth.kind not in ("amount", "number") or not _figures((token,)):
                continue
            row = max(rows, key=lambda one: matched(content(clause), one.label), default=None)
            if row is None or not matched(content(clause), row.label):
                continue
            yield from _in_row(said, clause, token, row)


def _in_row(said: Said, clause: Sequence[Token], token: Token, row: Row) -> Iterator[Conflict]:
    worth = token.worth
    same = [n for n, figure in enumerate(row.figures) if worth and figure.worth and worth_matches(worth, figure.worth)]
    if not same:
        return
    years = {
        int(t.worth.number)
        for t in said.tokens
        if t.worth and t.worth.kind == "number" and 1900 <= t.worth.number <= 2100
    }
    near = _beside(clause, token)
    text = said.text[near[0].start : near[-1].end]
    scores = [_fit(column, near, text, years) for column in row.columns]
    best = max(scores)
    ours = max(scores[n] for n in same)
    if best > ours and best > 0:
        right = row.figures[scores.index(best)].text
        yield Conflict(
            "column",
            f"{token.text} ({row.columns[same[0]].text})",
            f"{right} ({row.columns[scores.index(best)].text}): {row.text}",
        )


def _beside(clause: Sequence[Token], token: Token) -> tuple[Token, ...]:
    """The part of the clause between two commas in which the figure stands."""
    at = clause.index(token)
    commas = [n for n, one in enumerate(clause) if one.kind == "break" and one.text == ","]
    start = max((n + 1 for n in commas if n < at), default=0)
    end = min((n for n in commas if n > at), default=len(clause))
    part = tuple(clause[start:end])
    return part if len(content(part)) >= 2 else tuple(clause)


def _fit(column: Column, clause: Sequence[Token], text: str, years: set[int]) -> int:
    """How well a claim's year and words go with a column; a year that is another counts against it."""
    fit = 0
    if column.year and years:
        fit += 2 if column.year in years else -2
    words = [Token("word", key[0], key) for key in column.words]
    for token in content(clause):
        if token.kind == "word" and token_in(token, words) and token.key in column.words:
            fit += 2
    body = body_in(column.text)
    if body and re.search(r"committee|board|selectm", text, re.IGNORECASE):
        fit += 2 if body in {body_in(text)} else 0
    return fit
