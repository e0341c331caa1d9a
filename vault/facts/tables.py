"""Rows of printed tables as figures bound to their row, column and year: pipes, ruled lines, one cell a line, leaders.

Each layout is found by its own shape. A row whose figures do not fit the columns is torn and left out; so are the
figures of a column whose head cannot be told: a number of no column tells nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from vault.facts.cells import (
    Cell,
    Line,
    PrintedRow,
    amount_of,
    is_year,
    lines_of,
    trailing_cells,
)
from vault.facts.dates import MONTH
from vault.facts.heads import (
    after_prose,
    are_label_and_head,
    are_telling,
    figure,
    heads_from_lines,
    heads_from_right,
    heads_from_stack,
    period_in,
    status_of,
    statuses_in,
    without_period,
)
from vault.facts.prose.lists import HEADING, MIN_ROWS, RUNS_ON, single_rows
from vault.facts.types import Quality, RowFigure
from vault.text.patterns import lazy_regex

__all__ = ["Heads", "table_figures"]

_EARLIER: Final = lazy_regex(r"\W*(?:previous|prior|old|former|existing|last)\b", re.I)
"""A head whose year stands elsewhere: "Previous Fee"."""
_LONGEST_LABEL: Final = 110
_WIDEST_ROW: Final = 20_000
"""Characters of a row between bars; a longer one is no table that anybody reads."""
_SECTION: Final = lazy_regex(r"(\d{1,2})\.(\d{1,2})")
_SECTION_STEP: Final = 2
"""The most by which the number of a section is above that of the one before: one may be left out."""
_DASHES: Final = ("-", "–", "—")
_ITEMS, _ITEM_STEP, _FIRST_ITEM = 5, 30, 400
"""Numbers that make a page one of numbered items, the most by which the next one is larger, and the largest first."""
_LIST_ROWS: Final = 8
"""Labels with one figure each that make a list of a page; fewer may be any numbers."""
_HEAD_LINES: Final = 7
_STACK_LINES: Final = 44
_CODE: Final = lazy_regex(r"\s*\d{1,5}(?:-\d+)*\s*\Z")
# "01.00.1300.230.0.000.00000.00.00", "4130-01-110": the number of an account on a line of its own
_ACCOUNT: Final = lazy_regex(r"\d{1,6}(?:[.-]\d{1,6}){2,}\Z")
_MARK_LINE: Final = lazy_regex(r"\W*(?:[A-Z]|\d{1,2}/\d{1,2}/\d{2,4})\W*\Z")
"""A line that is a mark or a day beside a row, not its label."""
_DATED: Final = lazy_regex(rf"(?i:{MONTH})$")
"""A line whose words end in a month shows a day, not figures."""
# "128950", "(300)", "-$4", "4.30 %" is the whole of a cell; after a dollar sign words may follow: "$500 + actual cost"
_SUM: Final = lazy_regex(
    r"\(?[-–]?\s?\$\s?[-–]?\s?\d|\(?[-–]?\s?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?<=\d)\s?%?\)?\Z"
)
_RULE: Final = lazy_regex(r"[-:\s|]+\Z")
_CHANGE: Final = lazy_regex(r"\b(?:change|difference|increase|decrease|variance)\b|\A%\Z", re.I)
_FOOT: Final = lazy_regex(r"^\W*(?:page\s+\d|\d+\s+of\s+\d|-\d+-)|^\W*MS-\d+", re.I)


class Heads(NamedTuple):
    """The heads of a table's columns with what they say of its year, and whether the table itself prints them."""

    names: tuple[str, ...]
    period: str
    printed: bool


def _bound(rows: Sequence[PrintedRow], heads: Heads | None, hint: str, *, sure: bool) -> Iterator[RowFigure]:
    """The figures of rows under their heads; days are no figures. Without a head a figure is torn and gets no label:
    it only keeps its place. Words over several columns tell a status only when they name one."""
    told = hint if len(statuses_in(hint)) == 1 else ""
    quality: Quality = "certain" if sure and heads and heads.printed else "likely"
    for row in rows:
        for place, cell in enumerate(row.cells):
            if cell.is_date or amount_of(cell.text) is None:
                continue
            column = heads.names[place] if heads and place < len(heads.names) else ""
            column = "" if column.endswith("#") else column  # the number of a project is no figure of it
            label, period = row.label if column else "", _period_of(heads, place) if heads else ""
            yield figure(label, cell, row.line, column=column, period=period, quality=quality, hint=told)


def _period_of(heads: Heads, place: int) -> str:
    """The year of a column that prints none: of a change that of the last two beside it, else that of the table."""
    if place < len(heads.names) and _CHANGE.search(heads.names[place]):
        spans = [period_in(name) for name in heads.names if _CHANGE.search(name) and period_in(name)]
        years = [period_in(name) for name in heads.names[:place] if not _CHANGE.search(name) and period_in(name)]
        return spans[0] if spans else "-".join(sorted(set(years))[-2:]) if len(set(years)) > 1 else heads.period
    if not heads.period and place < len(heads.names) and not _EARLIER.match(heads.names[place]):
        years = [period_in(name) for name in heads.names if period_in(name)]
        return years[0] if len(years) > 1 and len(set(years)) == 1 else ""
    return heads.period


# --- tables of pipes -------------------------------------------------------------------------------------------------


def _is_ruled(line: Line) -> bool:
    """Whether bars part the cells of a line: "| Library | $10 |" of Markdown, "Library | 10" of a sheet."""
    return len(line.text) <= _WIDEST_ROW and (line.text.lstrip().startswith("|") or " | " in line.text)


def _pipe_cells(line: Line) -> list[Cell]:
    """The cells between the bars; those at both ends of a line of Markdown part nothing."""
    text = line.text.strip()
    frame = len(text) > 1 and text.startswith("|") and text.endswith("|")
    at = line.start + line.text.index(text) + frame
    cells: list[Cell] = []
    for piece in (text[1:-1] if frame else text).split("|"):
        start = at + len(piece) - len(piece.lstrip())
        cells.append(Cell(piece.strip(), start, start + len(piece.strip())))
        at += len(piece) + 1
    return cells


def _pipe_tables(lines: Sequence[Line], hint: str) -> tuple[list[RowFigure], set[int]]:
    """Figures of tables whose cells stand between bars, and which lines they took; a table of bars without heads, and
    rows that have more cells than heads, are left to the other layouts."""
    found: list[RowFigure] = []
    taken: set[int] = set()
    effect = _effect(lines)
    at = 0
    while at < len(lines):
        if not _is_ruled(lines[at]):
            at += 1
            continue
        last = at
        while last + 1 < len(lines) and _is_ruled(lines[last + 1]):
            last += 1
        title = lines[at - 1].text.strip("#* ") if at else ""
        table = [_pipe_cells(line) for line in lines[at : last + 1]]
        read = _pipe_figures(lines[at : last + 1], table, title or hint, effect)
        if read or lines[at].text.lstrip().startswith("|"):
            taken |= set(range(at, last + 1))
        found += read
        at = last + 1
    return found, taken


def _is_sum(cell: Cell) -> bool:
    return bool(_SUM.match(cell.text)) and not is_year(cell.text) and not cell.is_date


def _pipe_figures(lines: Sequence[Line], table: Sequence[Sequence[Cell]], title: str, effect: str) -> list[RowFigure]:
    """The figures of the rows below the heads, of columns that hold sums; none where there are no heads."""
    ruled = (place for place, line in enumerate(lines) if _RULE.match(line.text) or any(map(_is_sum, table[place][1:])))
    top = next(ruled, 0)
    width = max(len(cells) for cells in table[:top]) if top else 0
    stacked = [cells for cells in table[:top] if len(cells) == width]
    heads = [" ".join(filter(None, (cells[place].text for cells in stacked))) for place in range(width)]
    rows = [(line, cells) for line, cells in zip(lines[top:], table[top:], strict=True) if 1 < len(cells) <= width]
    if 2 * len(rows) < len(table) - top or not any(heads[1:]):
        return []
    wanted = {n for n in range(1, width) if _is_of_sums(heads[n], [c[n] for _, c in rows if len(c) > n and c[n].text])}
    return [one for line, cells in rows for one in _pipe_row(line, cells, heads, wanted, title, effect)]


def _is_of_sums(head: str, cells: Sequence[Cell]) -> bool:
    """Whether a column holds sums, rates or shares, no days or counts: by marks, by its head, or by their size."""
    sums = [cell.text for cell in cells if _is_sum(cell)]
    told = status_of(head) or any(re.search(r"[%.,]|\d{4}", text) for text in sums)
    return "$" in "".join(sums) or (bool(told) and 2 * len(sums) >= len(cells))


def _effect(lines: Sequence[Line]) -> str:
    """The day on which new figures take effect, as printed; empty when none is stated."""
    for line in lines:
        found = re.search(
            r"\b(?:takes?\s+effect|effective)\s+(?:on\s+|as\s+of\s+)?([A-Z][a-z]+\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4})",
            line.text,
        )
        if found:
            return found[1]
    return ""


def _pipe_row(
    line: Line, cells: Sequence[Cell], heads: Sequence[str], wanted: set[int], title: str, effect: str
) -> Iterator[RowFigure]:
    for place, cell in enumerate(cells):
        if place in wanted and _is_sum(cell) and cells[0].text:
            head = heads[place]
            period = period_in(title) or (effect if re.match(r"(?:new|proposed|revised)\b", head, re.I) else "")
            is_old = _EARLIER.match(head) and not (period or period_in(head))
            sure: Quality = "likely" if is_old or not re.search(r"[$%]", cell.text) else "certain"
            yield figure(cells[0].text, cell, line, column=head, period=period, quality=sure, hint=title)


# --- rows on one line ------------------------------------------------------------------------------------------------


def _line_rows(lines: Sequence[Line], taken: set[int]) -> list[tuple[int, PrintedRow]]:
    found: list[tuple[int, PrintedRow]] = []
    for place, line in enumerate(lines):
        if place in taken:
            continue
        label, cells = trailing_cells(line)
        if len(cells) > 1 and re.fullmatch(r"\d{1,3}", cells[0].text) and "$" in cells[1].text:
            label, cells = f"{label} {cells[0].text}", cells[1:]  # the number of an article before the sums
        if all(is_year(cell.text) or cell.is_date for cell in cells):
            continue  # the heads of the columns
        runs_on = _DATED.search(label) or RUNS_ON.search(label)
        if cells and re.search(r"[A-Za-z]{2}", label) and len(label) <= _LONGEST_LABEL and not runs_on:
            found.append((place, PrintedRow(label, cells, line)))
    return found


def _holds_sums(rows: Sequence[PrintedRow]) -> bool:
    """Whether the figures of rows look like sums, rates or shares, not like days, pages and counts."""
    cells = [cell.text for row in rows for cell in row.cells]
    marked = sum(bool(re.search(r"[$%.,]", text)) for text in cells)
    return marked >= max(2, len(cells) // 4) and not _are_sections(cells)


def _are_sections(cells: Sequence[str]) -> bool:
    """Whether figures are the numbers of sections: 6.01, 6.02, … each a step above the one before."""
    steps = [_SECTION.fullmatch(text) for text in cells]
    pairs = [(before, after) for before, after in pairwise(steps) if before and after and before[1] == after[1]]
    rising = sum(0 < int(after[2]) - int(before[2]) <= _SECTION_STEP for before, after in pairs)
    return len(pairs) > MIN_ROWS and rising >= 0.9 * (len(cells) - 1)


def _runs(rows: Sequence[tuple[int, PrintedRow]]) -> list[list[tuple[int, PrintedRow]]]:
    """Runs of rows that stand close together: at most two other lines between them."""
    runs: list[list[tuple[int, PrintedRow]]] = []
    for item in rows:
        if runs and item[0] - runs[-1][-1][0] <= 3:
            runs[-1].append(item)
        else:
            runs.append([item])
    return runs


def _undashed(run: Sequence[tuple[int, PrintedRow]], lines: Sequence[Line]) -> Sequence[tuple[int, PrintedRow]]:
    """A run of rows without the dash that parts label and sum, under a heading such as "2031 Proposed Budgets:"."""
    if not all(len(row.cells) > 1 and row.cells[0].text in _DASHES for _, row in run):
        return run
    over = (line.text.strip() for line in lines[: run[0][0]])
    if any(HEADING.match(text) and period_in(text) and status_of(text) for text in over):
        return [(place, row._replace(cells=row.cells[1:])) for place, row in run]
    return run


class _Over(NamedTuple):
    """What the lines over a table say of its columns: their heads, and whether each column has its own name there."""

    heads: Heads | None = None
    named: bool = False


def _heads_over(over: Sequence[str], columns: int) -> _Over:
    names = heads_from_lines(over, columns)
    told = names or heads_from_right(over, columns)
    if not told or (names and not are_telling(names)):
        return _Over()
    period = period_in(" ".join(over)) if _one_period(over) else ""
    heads = Heads(told, period, printed=bool(names))
    return _Over(heads, named=bool(names))


def _as_held(heads: Heads | None, *, named: bool) -> Heads | None:
    """The heads of a table; those of the table before are not printed on this one."""
    return heads if named or heads is None else heads._replace(printed=False)


def _line_tables(
    lines: Sequence[Line], taken: set[int], carried: Heads | None
) -> tuple[list[RowFigure], set[int], Heads | None]:
    """Figures of tables whose rows stand on one line, which lines they took, and the last heads printed."""
    found: list[RowFigure] = []
    used: set[int] = set()
    last = carried
    for run in (_undashed(rows, lines) for rows in _runs(_line_rows(lines, taken))):
        columns, often = Counter(len(row.cells) for _, row in run).most_common(1)[0]
        if columns < 2 or often < max(2, min(MIN_ROWS, len(run))) or not _holds_sums([row for _, row in run]):
            continue
        first = run[0][0]
        full = {place: row for place, row in run if len(row.cells) == columns}
        over = [line.text for line in lines[max(0, first - _HEAD_LINES) : first]]
        above = _heads_over(over, columns)
        last = above.heads or last
        heads = last if last and len(last.names) == columns else None
        if heads is None and often < MIN_ROWS:
            continue
        used |= full.keys()
        mine = _as_held(heads, named=above.named)
        found += _bound(list(full.values()), mine, " ".join(over), sure=often >= MIN_ROWS)
    return found, used, last


def _one_period(lines: Sequence[str]) -> bool:
    """Whether the lines over a table name one period only, which is then that of the table."""
    periods = {re.sub(r"\D", "", period_in(piece)) for line in lines for piece in line.split("  ") if period_in(piece)}
    return len(periods) == 1


# --- one cell a line -------------------------------------------------------------------------------------------------


class _Group(NamedTuple):
    """Lines of words and the figures printed under them, one or two a line."""

    words: tuple[Line, ...]
    cells: tuple[Cell, ...]
    last: Line


_NONE_GIVEN: Final = lazy_regex(r"\s*(?:N/A|n/a)\s*\Z")


def _only_cells(line: Line) -> tuple[Cell, ...]:
    if _NONE_GIVEN.match(line.text):
        start = line.start + len(line.text) - len(line.text.lstrip())
        return (Cell(line.text.strip(), start, start + len(line.text.strip())),)
    label, cells = trailing_cells(line)
    return cells if not label else ()


def _numbered(lines: Sequence[Line]) -> list[Line]:
    """The lines with the number of an item joined to the label after it: "57" over "Salaries" is "57 Salaries".

    Numbers of items rise by small steps down a page; a lone figure that does not is left where it stands.
    """
    last = 0
    codes: list[int] = []
    for place, (line, after) in enumerate(pairwise(lines)):
        text = line.text.strip()
        rises = text.isdigit() and last < int(text) <= (last + _ITEM_STEP if codes else _FIRST_ITEM)
        if rises and not _only_cells(after) and not is_year(after.text):
            codes.append(place)
            last = int(text)
    if len(codes) < _ITEMS or _ends_rows(lines, codes[0]):
        return list(lines)
    joined: list[Line] = []
    for place, line in enumerate(lines):
        if place in codes:
            joined.append(Line(f"{line.text.strip()} {lines[place + 1].text.strip()}", line.start))
        elif place - 1 not in codes:
            joined.append(line)
    return joined


def _ends_rows(lines: Sequence[Line], first: int) -> bool:
    """Whether rising numbers end the rows and do not open them: a rank comes after the figures of the first row."""
    return all(_only_cells(line) for line in lines[max(0, first - 2) : first])


def _groups(lines: Sequence[Line]) -> list[_Group]:
    groups: list[_Group] = []
    words: list[Line] = []
    cells: list[Cell] = []
    last: Line | None = None
    for line in lines:
        here = _only_cells(line)
        if here and words:
            cells += here
            last = line
            continue
        if cells and last is not None:
            groups.append(_Group(tuple(words), _without_last_day(cells), last))
            words, cells = [], []
        if not here:
            words.append(line)
    if cells and last is not None:
        groups.append(_Group(tuple(words), _without_last_day(cells), last))
    return groups


def _without_last_day(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """The figures of a group without a day at their end, which stands before the label of the next row."""
    return tuple(cells[:-1] if len(cells) > 1 and cells[-1].is_date else cells)


def _with_codes(groups: Sequence[_Group], *, opened: bool) -> list[tuple[str, _Group]]:
    """The groups with the account number that stands before a label moved to it: "100 / Wages / 31,263,331".

    `opened` when a number stands before the first label; without one, a last row as long as the others shows that the
    number ends its own row ("Rank").
    """
    columns = Counter(len(group.cells) for group in groups[:-1] or groups).most_common(1)[0][0]
    if not opened and len(groups[-1].cells) >= columns:
        return [("", group) for group in groups]
    coded = sum(
        len(group.cells) == columns and bool(_CODE.match(group.cells[-1].text)) and "," not in group.cells[-1].text
        for group in groups[:-1]
    )
    if columns < 2 or coded < 0.7 * sum(len(group.cells) == columns for group in groups[:-1]) or coded < MIN_ROWS:
        return [("", group) for group in groups]
    found: list[tuple[str, _Group]] = []
    code = ""
    for group in groups:
        cells = group.cells
        ends_coded = (
            len(cells) in (columns, 2 * columns - 1) and bool(_CODE.match(cells[-1].text)) and group is not groups[-1]
        )
        found.append((code, group._replace(cells=cells[:-1] if ends_coded else cells)))
        code = cells[-1].text if ends_coded else ""
    return found


def _stack_tables(
    lines: Sequence[Line], taken: set[int], carried: Heads | None, title: str
) -> tuple[list[RowFigure], Heads | None]:
    """Figures of tables printed one cell a line, and the last heads printed."""
    groups = _groups(_numbered([line for place, line in enumerate(lines) if place not in taken]))
    if len(groups) < MIN_ROWS:
        return [], carried
    first = next((i for i, group in enumerate(groups) if not all(is_year(cell.text) for cell in group.cells)), 0)
    stack, groups = _head_stack(groups, first)
    code = stack[-1] if stack and _CODE.match(stack[-1]) and not is_year(stack[-1]) else ""
    coded = _with_codes(groups, opened=bool(code))
    columns, often = Counter(len(group.cells) for _, group in coded).most_common(1)[0]
    if columns < 2 or often < MIN_ROWS:
        return _one_column(lines, groups, title), carried
    foot = [line.text.strip() for line in lines if line.start > groups[-1].last.start]
    own = _heads_of_stack(stack, columns, lines) or _heads_of_stack([*stack, *foot], columns, lines)
    heads = own or (carried if carried and len(carried.names) == columns else None)
    numbers = [coded[0][0] or code, *(number for number, _ in coded[1:])]
    read = (_stack_row(number, group, columns) for number, (_, group) in zip(numbers, coded, strict=True))
    rows = [row for row in read if row]
    return list(_bound(rows, _as_held(heads, named=own is not None), "", sure=True)), heads or carried


def _heads_of_stack(stack: Sequence[str], columns: int, lines: Sequence[Line]) -> Heads | None:
    """The heads printed one a line over a table of so many columns; up to three lines below them may be a title's."""
    cuts = (stack[: len(stack) - cut] for cut in range(4) if cut < 2 or len(stack) > columns + cut)
    names = next(filter(None, (heads_from_stack(lines_left, columns) for lines_left in cuts)), None)
    if not names or not are_telling(names):
        return None
    period = _year_over(lines, names)
    told = period or any(period_in(name) for name in names) or not _one_period(stack)
    return Heads(names, period if told else period_in(" ".join(stack)), printed=True)


def _one_column(lines: Sequence[Line], groups: Sequence[_Group], title: str) -> list[RowFigure]:
    """Figures of a list printed one cell a line with one figure a label: a column named by the heading of the page."""
    single = [group for group in groups if len(group.cells) == 1 and not group.cells[0].is_date]
    rows: list[PrintedRow] = []
    for group in single:
        words = [line for line in group.words if not _MARK_LINE.match(line.text)]
        label, first = _label_of(words) if words else ("", lines[0])
        if re.search(r"[A-Za-z]{2}", label) and len(label) <= _LONGEST_LABEL:
            rows.append(PrintedRow(label, group.cells, Line(label, first.start)))
    if len(rows) < _LIST_ROWS or 4 * len(rows) < 3 * len(groups) or not _holds_sums(rows):
        return []
    over = [line.text.strip() for line in lines if line.start < rows[0].line.start and not _MARK_LINE.match(line.text)]
    twice = len(over) > 3 and over[-4:-2] == over[-2:]  # "Soil Type, Lot Size, Soil Type, Lot Size"
    beside = Heads((over[-1],), "", printed=False) if twice or are_label_and_head(over[-2:]) else None
    heads = beside or _head_by_year(over) or _head_of_list([title, *after_prose(over)])
    return list(_bound(rows, heads, " ".join(heads.names) if heads else "", sure=False))


def _head_of_list(texts: Sequence[str]) -> Heads | None:
    """The last of the texts that names a period, as the head of the one column."""
    named = [text for text in texts if period_in(text) and len(text.split()) > 1]
    return Heads((without_period(named[-1]),), period_in(named[-1]), printed=False) if named else None


def _head_by_year(over: Sequence[str]) -> Heads | None:
    """The line printed under a year alone, which is the head of the column: "2025" over "Village Tax Rates"."""
    years = [place for place, text in enumerate(over[:-1]) if is_year(text)]
    if len(years) != 1:
        return None
    head = over[years[0] + 1]
    return Heads((head,), over[years[0]], printed=False) if re.match(r"[A-Z]", head) else None


def _label_of(words: Sequence[Line]) -> tuple[str, Line]:
    """The label that lines of words end in, and the line it begins on: one that is broken off takes the line before."""
    label, first = words[-1].text.strip(), words[-1]
    if len(words) > 1 and (
        label[:1].islower() or re.search(r"(?:\b(?:and|of|for|the)|[&,(-])$|\([^)]*$", words[-2].text.strip())
    ):
        label, first = f"{words[-2].text.strip()} {label}", words[-2]
    return " ".join(label.split()), first


def _year_over(lines: Sequence[Line], names: Sequence[str] | None) -> str:
    """The one year printed alone on a page whose heads name none ("2024" over "Municipal Tax Rates")."""
    if names and any(period_in(name) for name in names):
        return ""
    alone = {line.text.strip() for line in lines if is_year(line.text)}
    return alone.pop() if len(alone) == 1 else ""


def _head_stack(groups: Sequence[_Group], first: int) -> tuple[list[str], list[_Group]]:
    """The lines before the first row, and the groups from it on; years printed as cells are heads."""
    stack: list[str] = []
    for group in groups[:first]:
        stack += [line.text.strip() for line in group.words] + [cell.text for cell in group.cells]
    rest = list(groups[first:])
    begin = rest[0]
    years = 0
    while years < len(begin.cells) and is_year(begin.cells[years].text):
        years += 1
    if years < 2:
        stack += [line.text.strip() for line in begin.words[:-1]]
        rest[0] = begin._replace(words=begin.words[-1:])
        return stack[-_STACK_LINES:], rest
    # "Budget Proposed Default 2026 2027 2027 100": the years are heads, what follows them is the code of the first row
    stack += [line.text.strip() for line in begin.words] + [cell.text for cell in begin.cells]
    return stack[-_STACK_LINES:], rest[1:]


def _stack_row(code: str, group: _Group, columns: int) -> PrintedRow | None:
    """The row of a group; a second set of figures is a subtotal without a name and is left out. None when torn."""
    if len(group.cells) not in (columns, 2 * columns) or not group.words:
        return None
    label, first = _label_of(group.words)
    if _FOOT.match(label) or len(label) > _LONGEST_LABEL:
        return None
    if not code and len(group.words) > 1 and _ACCOUNT.match(group.words[-2].text.strip()):
        code, first = group.words[-2].text, group.words[-2]
    name = " ".join(f"{code.strip()} {label}".split())
    return PrintedRow(
        name, group.cells[:columns], Line(" ".join((name, *(c.text for c in group.cells[:columns]))), first.start)
    )


def table_figures(text: str, start: int, title: str, carried: Heads | None) -> tuple[list[RowFigure], Heads | None]:
    """The figures of one page's tables, and the heads that go on to the next page of the document.

    `start` is the page's offset in the document text, `title` that of the document.
    """
    lines = lines_of(text, start)
    found, taken = _pipe_tables(lines, title)
    rows, used, heads = _line_tables(lines, taken, carried)
    stacked, heads_below = _stack_tables(lines, taken | used, heads, title)
    singles = list(single_rows(lines, taken | used, title)) if not stacked else []
    return [*found, *rows, *stacked, *singles], heads_below
