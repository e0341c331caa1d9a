"""Which row and which column of a table a figure of a claim stands in, as the ledger reads the table.

The rows are those that the vault holds of the cited pages, with the heads that stand on another page of the table; of a
text without a vault those that its own lines show. It refuses rows that the ledger reads as likely only, and to call a
figure bound that another column or row explains as well.
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
from pipeline.check.slots.workings import identifier_before, tells_way
from vault.facts.rows import Context, figures
from vault.statewide import TableCell
from vault.text.patterns import lazy_regex

__all__ = ["column_conflicts", "told_in_list", "told_in_rows"]


class Column(NamedTuple):
    """What stands over one figure: a year (0 when none) and the words of the heading."""

    year: int
    words: tuple[Token, ...]
    text: str


class Row(NamedTuple):
    """A row: the words before its first figure, its figures, and the column of each ("" words where not known)."""

    label: tuple[Token, ...]
    figures: tuple[Token, ...]
    columns: tuple[Column, ...]
    text: str


class Placed(NamedTuple):
    """A figure of a claim in the row it is told of: the words beside it, how well they go with each column, and which
    columns hold the figure."""

    row: Row
    beside: tuple[Token, ...]
    fits: tuple[int, ...]
    same: tuple[int, ...]

    @property
    def best(self) -> int:
        """The column that the words go with best."""
        return self.fits.index(max(self.fits))

    @property
    def is_told(self) -> bool:
        """Whether the words name a column that holds the figure, and none that holds another one as well."""
        ours = max((self.fits[n] for n in self.same), default=0)
        return ours > max((fit for n, fit in enumerate(self.fits) if n not in self.same), default=0)


def column_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """A figure claimed for a year, a column or a row that stands in another one, but for one that is told once more
    under its own head: "the rate of $7.62 comes to …: a local rate of 7.62"."""
    found = list(_misplaced(said, held))
    placed = told_in_rows(said, held) if found else frozenset()
    again = {one.worth.number for one in said.tokens if one.worth is not None and one.start in placed}
    for token, one in found:
        if token.worth is None or token.start in placed or token.worth.number not in again:
            yield one


def _misplaced(said: Said, held: Held) -> Iterator[tuple[Token, Conflict]]:
    """Each figure with what stands against its place."""
    sure, printed = _vault_rows(held), _rows_in(held)
    for clause in said.clauses:
        for token in _cells_told(clause):
            row = _named_row(said, clause, token, sure)
            if row is not None:
                conflicts = (*_in_row(said, clause, token, row), *_in_another(said, clause, token, row, sure))
                yield from ((token, one) for one in conflicts)
            elif token.worth and (token.worth.kind == "amount" or _is_sum(token.worth)):
                likely = max(printed, key=lambda one: matched(content(clause), one.label), default=None)
                if likely is not None and matched(content(clause), likely.label):
                    yield from ((token, one) for one in _in_row(said, clause, token, likely))


def told_in_rows(said: Said, held: Held) -> frozenset[int]:
    """Where the words of the claim begin that tell figures of rows as the table has them: the figures, the names of
    their rows, the words of their heads and their year."""
    rows, found = _vault_rows(held), set[int]()
    for clause in said.clauses if rows else ():
        for token in _cells_told(clause):
            row = _named_row(said, clause, token, rows)
            placed = _placed(said, clause, token, row) if row is not None else None
            if placed is None or not placed.is_told:
                continue
            heads = [placed.row.columns[n] for n in placed.same]
            words = [word for head in heads for word in head.words]
            found |= {token.start, *(one.start for one in said.words if token_in(one, placed.row.label))}
            found |= {one.start for one in placed.beside if one.kind == "word" and token_in(one, words)}
            found |= {one.start for one in said.tokens if _year_of(one) in {head.year for head in heads} - {0}}
    return frozenset(found)


def told_in_list(said: Said, held: Held) -> frozenset[int]:
    """Where the words of the claim begin that tell lines of a list, each a name and one figure behind it ("Elm Village
    5.63"): the only line attached, or a figure that stands beside its name in the claim too."""
    lines = [line for _, words, _ in held.quotes if (line := _line_of(words))]
    found = set[int]()
    for clause in said.clauses:
        for line in lines:
            at = [n for n, one in enumerate(clause) if token_in(one, line)]
            part = clause[at[0] : at[-1] + 1] if at and matched(line, clause) == len(line) else ()
            beside = len(content(part)) == len(at) and not any(one.kind == "break" or one.text == "and" for one in part)
            if part and (beside or len(lines) == 1):
                found |= {clause[n].start for n in at}
    return frozenset(found)


def _line_of(words: str) -> tuple[Token, ...]:
    """The name and the figure of a line of a list; () of other words."""
    tokens = content(lex(words))
    names, figure = tokens[:-1], tokens[-1].worth if tokens else None
    plain = 0 < len(names) <= _NAMED and all(one.worth is None and one.capital for one in names)
    told = figure is not None and figure.kind in ("amount", "percent", "number")
    return tokens if plain and told and not identifier_before(tokens, len(names)) else ()


_NAMED = 4
"""Words of the longest name of a line of a list."""


def _year_of(token: Token) -> int:
    """The year that a bare number may be, or that "FY2031" names; 0 for any other token."""
    worth, fiscal = token.worth, _FISCAL.fullmatch(token.text)
    if fiscal:
        return int(fiscal[1]) + 2000
    return int(worth.number) if worth and worth.kind == "number" and 1900 <= worth.number <= 2100 else 0


_FISCAL = lazy_regex(r"FY\s?(?:20)?(\d\d)", re.IGNORECASE)


def _is_sum(worth: Worth) -> bool:
    """Whether a bare number is large enough for a sum, and no year."""
    return abs(worth.number) >= 1000 and not 1900 <= worth.number <= 2100


def _cells_told(clause: Sequence[Token]) -> list[Token]:
    """The figures of a clause that a cell may hold, without those that tell a change."""
    return [
        token
        for at, token in enumerate(clause)
        if token.worth is not None
        and token.worth.kind in ("amount", "number", "percent", "ordinal")
        and not _year_of(token)
        and not _is_change(clause, at)
    ]


def _is_change(clause: Sequence[Token], at: int) -> bool:
    """Whether a figure tells by how much something rose, fell or differs, or what it was before: "up by $5", "$5 more",
    "a cut of $5", "up from $5"."""
    led = clause[at].led
    first = next((n for n, one in enumerate(clause[:at]) if one.start >= led >= 0), at)  # "by about $5"
    before = clause[first - 1].text.lower() if first else ""
    near = (*clause[max(0, at - 2) : at], *clause[at + 1 : at + 2])
    return before in ("by", "from") or (before != "to" and any(map(tells_way, near)))


# ---- rows


def _vault_rows(held: Held) -> tuple[Row, ...]:
    """The rows that the vault holds of the cited pages, each with its heads."""
    return tuple(row for source in held.sources for row in _rows_of(source.cells))


@lru_cache(maxsize=256)
def _rows_of(cells: tuple[TableCell, ...]) -> tuple[Row, ...]:
    found: dict[tuple[str, str], list[tuple[Token, Column]]] = {}
    for one in cells:
        value = _only_figure(one.value)
        if value is not None:
            found.setdefault((one.place, one.row), []).append((value, _column(one.head, one.year)))
    return tuple(_row(label, text, told) for (label, text), told in found.items())


@lru_cache(maxsize=512)
def _printed_rows(text: str) -> tuple[tuple[int, int, Row], ...]:
    """The rows that the lines of a passage show, each with its place; of those that tell a head and a sum."""
    found: dict[tuple[int, int, str], list[tuple[Token, Column]]] = {}
    for one in figures(text, Context()):
        value = _only_figure(one.value)
        if one.quality == "certain" and value is not None:
            found.setdefault((one.start, one.end, one.label), []).append((value, _column(one.column, one.period)))
    return tuple(
        (start, end, _row(label, text[start:end], told)) for (start, end, label), told in found.items()
    )  # fmt: skip


def _row(label: str, text: str, told: Sequence[tuple[Token, Column]]) -> Row:
    cells, columns = zip(*told, strict=True)
    return Row(content(lex(label)), cells, columns, " ".join(text.split()))


def _column(head: str, period: str) -> Column:
    years = set(re.findall(r"(?:19|20)\d\d", f"{head} {period}"))
    text = " ".join(dict.fromkeys(f"{head} {period}".split()))
    words = tuple(one for one in content(lex(head)) if one.kind == "word")
    return Column(int(min(years)) if len(years) == 1 else 0, words, text)


def _only_figure(value: str) -> Token | None:
    return next((token for token in lex(value) if token.worth is not None), None)


def _rows_in(held: Held) -> list[Row]:
    """The printed rows at the places of the spans; without spans those of the sentences compared with."""
    places = [(source, start, start + len(words)) for source, words, start in held.quotes]
    places = places or [(one.source, one.sentence.start, one.sentence.end) for one in held.entries]
    return [
        row
        for source, start, end in places
        for first, last, row in _printed_rows(source.text)
        if first < end and start < last
    ]


def _named_row(said: Said, clause: Sequence[Token], token: Token, rows: Sequence[Row]) -> Row | None:
    """The row whose whole name stands beside the figure, else in its clause, else in the claim; of several the one with
    the longest name, then the one that holds the figure; None when none is named."""
    for words in (content(_beside(clause, token)), content(tuple(clause)), said.words):
        named = [row for row in rows if _is_named(row, words)]
        if named:
            return max(named, key=lambda row: (len(row.label), bool(_same(token, row))))
    return None


def _is_named(row: Row, words: Sequence[Token]) -> bool:
    name = [one for one in row.label if one.kind == "word"]
    return bool(name) and matched(name, words) == len(name)


def _same(token: Token, row: Row) -> tuple[int, ...]:
    """The places of the figure in a row."""
    worth = token.worth
    return tuple(n for n, one in enumerate(row.figures) if worth and one.worth and _is_same(worth, one.worth))


def _is_same(claimed: Worth, held: Worth) -> bool:
    """Whether two figures are the same, whatever sign one of them is written without."""
    return worth_matches(claimed, held) or (claimed.kind != held.kind and worth_matches(_bare(claimed), _bare(held)))


def _bare(worth: Worth) -> Worth:
    return worth._replace(kind="number")


# ---- figures in their rows


def _placed(said: Said, clause: Sequence[Token], token: Token, row: Row) -> Placed:
    than = next((t.start for t in clause if t.start > token.end and t.text.lower() == "than"), len(said.text))
    years = {year for t in said.tokens if (year := _year_of(t)) and t.start < than}
    near = _before_than(_beside(clause, token), token)
    text = said.text[near[0].start : near[-1].end]
    is_end = clause[max(0, clause.index(token) - 1)].text.lower() == "to"  # "rises to $5" is not what it rises by
    name = [one for one in near if token_in(one, row.label) is None and not (is_end and tells_way(one))]
    fits = tuple(_fit(column, name, text, years) for column in row.columns)
    earlier = [one for one in _cells_told(clause) if one.start < token.start]
    if earlier and len(set(fits)) == 1 and len(fits) > 1:  # "the rate was $5 in Alder Falls and $6 in Birch Mills"
        return _placed(said, clause, earlier[-1], row)._replace(same=_same(token, row))
    return Placed(row, near, fits, _same(token, row))


_OF_SHARE = lazy_regex(r"\b(?:ratio|percent\w*|share)\b|%", re.IGNORECASE)
"""Heads of columns that hold shares: a share that stands there is told of no other column."""


def _in_row(said: Said, clause: Sequence[Token], token: Token, row: Row) -> Iterator[Conflict]:
    placed = _placed(said, clause, token, row)
    right = placed.best
    if (
        token.worth
        and token.worth.kind == "percent"
        and any(_OF_SHARE.search(row.columns[n].text) for n in placed.same)
    ):
        return
    if _is_elsewhere(placed) and not _is_told_too(said, row, row.figures[right]):
        ours = placed.same[0]
        yield Conflict(
            "column",
            f"{token.text} ({row.columns[ours].text})",
            f"{row.figures[right].text} ({row.columns[right].text}): {row.text}",
        )


def _is_elsewhere(placed: Placed) -> bool:
    """Whether the row has the figure, and the words beside it go better with another of its columns."""
    return bool(placed.same) and placed.fits[placed.best] > max(0, *(placed.fits[n] for n in placed.same))


def _is_told_too(said: Said, row: Row, figure: Token) -> bool:
    """Whether the claim tells this figure of the row as well, and not in the place of another: "rates of $2 and $3, in
    all $5" has a column for each."""
    told = [(clause, one) for clause in said.clauses for one in _cells_told(clause)]
    own = [(clause, one) for clause, one in told if one.worth and figure.worth and _is_same(one.worth, figure.worth)]
    return bool(own) and not any(_is_elsewhere(_placed(said, clause, one, row)) for clause, one in own)


def _in_another(said: Said, clause: Sequence[Token], token: Token, row: Row, rows: Sequence[Row]) -> Iterator[Conflict]:
    """A figure of another row, which the claim does not name, told of this one for a column that its words name."""
    placed = _placed(said, clause, token, row)
    most, name = placed.fits[placed.best], {one.key for one in row.label}
    if placed.same or most <= 0:
        return
    if not (token.worth and (token.worth.kind != "number" or _is_sum(token.worth) or "." in token.text)):
        return
    heads = {row.columns[n].text: n for n, fit in enumerate(placed.fits) if fit == most}
    for other in rows:
        there = (other.columns[n].text for n in _same(token, other))
        right = next((heads[text] for text in there if text in heads), None)
        if right is not None and (not _is_named(other, said.words) or {one.key for one in other.label} < name):
            told = row.columns[right].text
            yield Conflict("row", f"{token.text} ({told})", f"{row.figures[right].text} ({told}): {row.text}")
            return


def _before_than(part: tuple[Token, ...], token: Token) -> tuple[Token, ...]:
    """The part up to what the figure is compared with: "$5 higher than the 2031 budget" is no figure of that budget."""
    ends = [n for n, one in enumerate(part) if one.text.lower() == "than" and one.start > token.end]
    return part[: min(ends)] if ends else part


def _beside(clause: Sequence[Token], token: Token) -> tuple[Token, ...]:
    """The part of the clause that tells what a figure is of: between two commas, and of two figures in it up to where
    the words of the other one begin, after what joins them or, without that, at the figure before."""
    at = clause.index(token)
    cells = [n for n, one in enumerate(clause) if one in _cells_told(clause)]
    before = max((n for n in cells if n < at), default=-1)
    after = min((n for n in cells if n > at), default=len(clause))
    commas = [n for n, one in enumerate(clause) if one.kind == "break" and one.text == ","]
    joins = [n for n, one in enumerate(clause) if one.text.lower() == "and" or _ends_change(clause, n, cells)]
    starts = (*commas, *(n for n in joins if n > before >= 0), before)
    ends = (*commas, *(n for n in joins if n < after < len(clause)))
    start = max(n + 1 for n in (*starts, -1) if n < at)
    end = min((n for n in ends if n > at), default=len(clause))
    part = tuple(clause[start : end if end <= after else at + 1])
    return part if len(content(part)) >= 2 else tuple(clause)


def _ends_change(clause: Sequence[Token], at: int, cells: Sequence[int]) -> bool:
    """Whether "to" stands there between the two ends of a change: "from $5 in 2030 to $6 in 2031"."""
    if clause[at].text.lower() != "to":
        return False
    before = max((n for n in cells if n < at), default=-1)
    return any(one.text.lower() == "from" for one in clause[max(0, before - 3) : max(0, before)])


_WORD, _LIKE, _YEAR = 2, 1, 2
"""What a word of the head, a like word ("spent" of "expended") and the year say for a column."""


def _fit(column: Column, clause: Sequence[Token], text: str, years: set[int]) -> int:
    """How well a claim's year and words go with a column; a year that is another counts against it."""
    fit = 0
    if column.year and years:
        fit += _YEAR if column.year in years else -_YEAR
    for token in content(tuple(clause)):
        same = token_in(token, column.words) if token.kind == "word" else None
        fit += 0 if same is None else _WORD if same.key == token.key else _LIKE
    body = body_in(column.text)
    if body and re.search(r"committee|board|selectm", text, re.IGNORECASE):
        fit += _WORD if body in {body_in(text)} else 0
    return fit
