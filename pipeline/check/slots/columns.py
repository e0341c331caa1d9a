"""Rows of figures under a heading: which year and which column a figure of a row stands in.

The rows are the ledger's, read off the passage at the place of the words compared with, with their label, heads and
years. It refuses rows that the ledger reads as likely only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from pipeline.check.read.evidence import Held, Said, matched, token_in
from pipeline.check.read.lexing import Token, Worth, lex, worth_matches
from pipeline.check.read.reading import body_in, content
from pipeline.check.slots.values import Conflict
from pipeline.quoting.alike import base_of
from vault.facts.rows import Context, figures

__all__ = ["column_conflicts"]


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


@lru_cache(maxsize=512)
def _ledger_rows(text: str) -> tuple[tuple[int, int, Row], ...]:
    """The rows that the ledger reads in a passage, each with its place; of those that tell a head and a sum."""
    found: dict[tuple[int, int, str], list[tuple[Token, Column]]] = {}
    for one in figures(text, Context()):
        value = _only_figure(one.value)
        if one.quality == "certain" and value is not None:
            years = re.findall(r"(?:19|20)\d\d", one.period)
            keys = frozenset((base_of(word),) for word in re.findall(r"[A-Za-z]+", one.column))
            year = int(years[0]) if len(years) == 1 else 0
            told = Column(year, keys, " ".join(dict.fromkeys(f"{one.column} {one.period}".split())))
            found.setdefault((one.start, one.end, one.label), []).append((value, told))
    return tuple(
        (start, end, Row(content(lex(label)), tuple(one for one, _ in cells), tuple(told for _, told in cells),
                         " ".join(text[start:end].split())))
        for (start, end, label), cells in found.items()
    )  # fmt: skip


def _only_figure(value: str) -> Token | None:
    return next((token for token in lex(value) if token.worth is not None), None)


def _rows_in(held: Held) -> list[Row]:
    """The ledger's rows at the places of the spans; without spans those of the sentences compared with."""
    places = [(source, start, start + len(words)) for source, words, start in held.quotes]
    places = places or [(one.source, one.sentence.start, one.sentence.end) for one in held.entries]
    return [
        row
        for source, start, end in places
        for first, last, row in _ledger_rows(source.text)
        if first < end and start < last
    ]


def column_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """A figure claimed for a year or column that stands in another column of the row."""
    rows = _rows_in(held)
    for clause in said.clauses:
        for token in clause:
            worth = token.worth
            if (
                worth is None
                or worth.kind not in ("amount", "number")
                or (worth.kind == "number" and not _is_sum(worth))
            ):
                continue
            row = max(rows, key=lambda one: matched(content(clause), one.label), default=None)
            if row is None or not matched(content(clause), row.label):
                continue
            yield from _in_row(said, clause, token, row)


def _is_sum(worth: Worth) -> bool:
    """Whether a bare number is large enough for a sum, and no year."""
    return abs(worth.number) >= 1000 and not 1900 <= worth.number <= 2100


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
