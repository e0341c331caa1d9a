"""Cuts a document into chunks that keep pages, heading path and statute section, deterministically.

A statute is cut by its sections and paragraphs, anything else by headings, items, paragraphs, rows and page ends, where
chunks come out about one size and begin at good places; the best cutting is found exactly (dynamic programming).
Every visible character of every read page is in exactly one chunk; nothing is rewritten, summarised or left out.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from pydantic import Field

from vault.intake.layout import (
    PageLine,
    is_bare_number,
    is_same_form,
    read_lines,
    runs_on,
    starts_paragraph,
    table_header,
)
from vault.law.reference import number_in_code
from vault.law.subdivisions import Subdivision, subdivisions
from vault.text.patterns import lazy_regex
from vault.text.quality import text_quality
from vault.types import ChunkDraft, Document, Page, Section
from vault.value import Value

__all__ = ["chunk_document"]

_SENTENCE = lazy_regex(r"(?<=[.;!?])\s+(?=[A-Z0-9(\"“])")
_LONG_LINE = 400  # a line longer than this is a paragraph, cut at its sentences
_PIECE_MAX = 1_000  # no sentence of a record is longer; what is longer is cut at a space
_PIECE_MIN = 40  # shorter lines join the one before, which bounds the work on one-cell-a-line tables
_FRAGMENT = 12  # characters that say nothing alone: a page number, a bullet
_HEADING_MAX = 240
_HEADING_REACH = 16_000  # about six pages: an unnumbered heading says nothing about text further away
_CONTENTS = lazy_regex(r"(?:TABLE OF )?CONTENTS\b|INDEX\Z", re.IGNORECASE)
_PATH_LEVELS = 3

# What it costs to begin a chunk at a place.
_AT_HEADING = (0.0, 0.0, 0.0, 0.2, 0.4, 0.6, 0.6, 0.6, 0.6)
_AT_PAGE = 0.8
_AT_BLANK = 2.0
_AT_PARAGRAPH = 2.6
_AT_ROW = 3.0
_AT_SENTENCE = 4.5
_MID = 9.0
_AFTER_HEADING = 14.0  # a heading must not be left behind at the end of a chunk
_AT_LEVEL = {0: 0.0, 1: 1.5, 2: 2.5, 3: 3.0, 4: 3.2}


def chunk_document(document: Document) -> tuple[ChunkDraft, ...]:
    """Chunks in reading order, of about 1,600 and at most 2,400 characters, numbered from 0.

    A document with sections gives chunks per section with offsets into the section text; any other document gives
    chunks with offsets into its pages joined by form feeds. Unread pages give none; an empty document gives ().
    """
    drafts = _statute_drafts(document) if document.sections else _page_drafts(document)
    return tuple(draft.changed(ord=ord_, quality=text_quality(draft.text)) for ord_, draft in enumerate(drafts))


# --- statutes ---------------------------------------------------------------------------------------------------


def _statute_drafts(document: Document) -> Iterator[ChunkDraft]:
    ocr_pages = {page.number for page in document.pages if page.origin == "ocr"}
    for section in document.sections:
        yield from _section_drafts(section, ocr_pages)


def _section_drafts(section: Section, ocr_pages: set[int]) -> Iterator[ChunkDraft]:
    head = _section_heading(section)
    pages = range(section.page_start or 0, (section.page_end or section.page_start or 0) + 1)
    common = {"page_start": section.page_start, "page_end": section.page_end, "section": section.cite}
    common["ocr"] = any(number in ocr_pages for number in pages)
    if not section.text.strip():
        text = section.heading or section.cite
        yield ChunkDraft.model_validate({**common, "ord": 0, "start": 0, "end": 0, "heading": head, "text": text})
        return
    marks = subdivisions(section.text)
    for start, end in _section_spans(section.text, marks):
        yield ChunkDraft.model_validate(
            {
                **common,
                "ord": 0,
                "start": start,
                "end": end,
                "heading": _with_part(head, _part_name(marks, start, end), len(section.text.strip()) > end - start),
                "text": section.text[start:end],
            }
        )


def _section_heading(section: Section) -> str:
    """ "40:13 Use of Official Ballot", with a bracketed note on its future when the source has one."""
    number = number_in_code(section.cite)
    bracket = re.match(r"\[[^\]]{3,200}\]", section.source_note)
    name = f"{number} {section.heading}".strip()
    return f"{name} {bracket.group()}" if bracket else name


def _with_part(head: str, part: str, is_fragment: bool) -> str:
    return f"{head} > {part}" if is_fragment and part else head


def _section_spans(text: str, marks: Sequence[Subdivision]) -> list[tuple[int, int]]:
    bounds = _trim(text, 0, len(text))
    if bounds[1] - bounds[0] <= MAX_CHARS:
        return [bounds]
    costs = {mark.start: _AT_LEVEL.get(len(mark.path) - 1, 3.2) for mark in reversed(marks)}
    pieces: list[Piece] = []
    for start, end in _line_spans(text, *bounds):
        cost = min((c for s, c in costs.items() if s <= start < s + 13), default=_AT_BLANK if start == 0 else 6.0)
        pieces.extend(_split_long(text, start, end, cost))
    joined = _joined(pieces)
    return [_trim(text, joined[a].start, joined[b - 1].end) for a, b in cut(joined)]


def _part_name(marks: Sequence[Subdivision], start: int, end: int) -> str:
    """Paragraphs a fragment holds: "IX", "IX(b)" when it begins inside, "IX to XI" when it runs on."""
    starts = [mark.start for mark in marks]
    first = bisect_right(starts, start - 1)
    if first == len(starts) or starts[first] > start + 12:  # white space before a mark counts as the mark
        first -= 1
    if first < 0:
        return ""
    last = bisect_right(starts, end - 1) - 1
    begin, finish = marks[first].path, marks[last].path
    opening = begin[0] + "".join(f"({p})" for p in begin[1:])
    return opening if begin[0] == finish[0] else f"{opening} to {finish[0]}"


# --- pages ------------------------------------------------------------------------------------------------------


def _page_drafts(document: Document) -> Iterator[ChunkDraft]:
    text = "\f".join(page.text for page in document.pages)
    offsets: list[int] = []
    position = 0
    for page in document.pages:
        offsets.append(position)
        position += len(page.text) + 1
    for run in _runs(document.pages):
        lines = read_lines([(i + 1, offsets[i], document.pages[i].text.replace("\f", "\n")) for i in run])
        for start, end, heading in _spans(text, lines):
            first, last = bisect_right(offsets, start) - 1, bisect_right(offsets, end - 1) - 1
            yield ChunkDraft(
                ord=0,
                page_start=document.pages[first].number,
                page_end=document.pages[last].number,
                start=start,
                end=end,
                heading=heading,
                text=text[start:end].replace("\f", "\n"),
                ocr=any(page.origin == "ocr" for page in document.pages[first : last + 1]),
            )


def _runs(pages: Sequence[Page]) -> Iterator[list[int]]:
    """Indices of pages that may share chunks: cut at unread pages and between copies of a one-page form."""
    run: list[int] = []
    for i, page in enumerate(pages):
        if page.origin == "unread":
            if run:
                yield run
            run = []
            continue
        if run and run[-1] == i - 1 and _is_form_border(pages, i):
            yield run
            run = []
        run.append(i)
    if run:
        yield run


def _is_form_border(pages: Sequence[Page], i: int) -> bool:
    return len(pages) >= 3 and len(pages[i].text) <= MAX_CHARS and is_same_form(pages[i - 1].text, pages[i].text)


def _spans(text: str, lines: Sequence[PageLine]) -> Iterator[tuple[int, int, str]]:
    """Start, end and heading path of each chunk of a run of pages."""
    if not lines:
        return
    pieces = _joined(_pieces(text, lines))
    paths = _paths(lines)
    headers = _table_headers(lines)
    starts = [line.start for line in lines]
    for a, b in cut(pieces) if pieces[-1].end - pieces[0].start > MAX_CHARS else ((0, len(pieces)),):
        start, end = _trim(text, pieces[a].start, pieces[b - 1].end)
        at = max(0, bisect_right(starts, start) - 1)
        yield start, end, _path_text(paths[at], headers[at])


def _pieces(text: str, lines: Sequence[PageLine]) -> list[Piece]:
    pieces: list[Piece] = []
    for i, line in enumerate(lines):
        cost = _border_cost(lines, i)
        pieces.extend(_split_long(text, line.start, line.end, cost))
    return pieces


def _border_cost(lines: Sequence[PageLine], i: int) -> float:
    line = lines[i]
    before = lines[i - 1] if i else line
    if before.kind == "heading" and i and not (line.kind == "heading" and line.level < before.level):
        return _AFTER_HEADING
    if line.kind == "heading":
        return _AT_HEADING[line.level]
    if line.page != before.page:
        return _MID if _paragraph_runs_on(lines, i) else _AT_PAGE
    if line.kind == "furniture" or before.kind == "furniture":
        return _AT_SENTENCE if line.kind == "furniture" else _MID
    if line.after_blank:
        return _AT_BLANK
    if line.kind == "row" or before.kind == "row":
        return _row_cost(line, before)
    return _AT_PARAGRAPH if starts_paragraph(line.text, before.text) else _MID


def _row_cost(line: PageLine, before: PageLine) -> float:
    """A row begins at its label; a bare number after another belongs to the row already begun."""
    if line.text[:1].isalpha():
        return _AT_ROW if before.kind == "row" else _MID
    return _AT_ROW if " " in line.text and " " in before.text else _MID


def _paragraph_runs_on(lines: Sequence[PageLine], i: int) -> bool:
    """Whether the text before a page end goes on after it, running titles left aside."""
    before = next((lines[j] for j in range(i - 1, -1, -1) if lines[j].kind != "furniture"), lines[i])
    after = next((lines[j] for j in range(i, len(lines)) if lines[j].kind != "furniture"), lines[i])
    if "row" in (before.kind, after.kind) or after.kind == "heading":
        return False
    return runs_on(before.text, after.text)


def _paths(lines: Sequence[PageLine]) -> list[tuple[str, ...]]:
    """Heading path in force at each line, the line's own heading included; a heading of two lines is one."""
    stack: list[tuple[int, str, int]] = []
    paths: list[tuple[str, ...]] = []
    for i, line in enumerate(lines):
        stack = [step for step in stack if line.start - step[2] < _HEADING_REACH or step[0] in (1, 3, 4)]
        if line.kind == "heading":
            name = line.text.strip("# :")
            if stack and i and _joins(lines[i - 1], line) and len(stack[-1][1]) + len(name) < 90:
                stack[-1] = (stack[-1][0], f"{stack[-1][1]} {name}", line.start)
                paths[-1] = (*paths[-1][:-1], stack[-1][1])
            else:
                stack = [*(step for step in stack if step[0] < line.level), (line.level, name, line.start)]
        paths.append(tuple(name for _, name, _ in stack if not _CONTENTS.match(name)))
    return paths


def _joins(before: PageLine, line: PageLine) -> bool:
    """Whether two heading lines are one heading: two lines of capitals, or a number and its title."""
    if before.kind != "heading":
        return False
    return (before.level == line.level == 2) or is_bare_number(before.text)


def _table_headers(lines: Sequence[PageLine]) -> list[str]:
    """Column heads for the lines of each table below its first row; empty elsewhere."""
    headers = [""] * len(lines)
    current, since = "", 0
    for i, line in enumerate(lines):
        if line.kind == "row":
            if not current or since > 6 or line.page != lines[i - 1].page:
                current = table_header(lines, i) or (current if since <= 6 else "")
            since = 0
        else:
            since += 1
        headers[i] = current if current and since <= 6 and i and line.text not in current else ""
    return headers


def _path_text(path: Sequence[str], header: str) -> str:
    parts = [part[:100] for part in path[-_PATH_LEVELS:]]
    if header:
        parts.append(header)
    return " > ".join(parts)[:_HEADING_MAX]


# --- spans ------------------------------------------------------------------------------------------------------


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without white space at its ends."""
    part = text[start:end]
    lead = len(part) - len(part.lstrip())
    return (start + lead, start + len(part.rstrip())) if part.strip() else (start, start)


def _line_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        if text[start:stop].strip():
            yield start, stop
        start = stop + 1


def _split_long(text: str, start: int, end: int, cost: float) -> Iterator[Piece]:
    """The line as one piece, or as its sentences when it is a whole paragraph."""
    if end - start <= _LONG_LINE:
        yield Piece(start=start, end=end, cost=cost)
        return
    begin = start
    for border in (*(match.end() for match in _SENTENCE.finditer(text, start, end)), end):
        while border - begin > _PIECE_MAX:
            space = text.rfind(" ", begin + 1, begin + _PIECE_MAX)
            stop = space + 1 if space > begin else begin + _PIECE_MAX
            yield Piece(start=begin, end=stop, cost=cost)
            begin, cost = stop, _MID
        if border > begin:
            yield Piece(start=begin, end=border, cost=cost)
        begin, cost = border, _AT_SENTENCE


def _joined(pieces: Sequence[Piece]) -> list[Piece]:
    """Pieces with very short ones joined to the one before, unless a heading or a page begins there."""
    joined: list[Piece] = []
    for piece in pieces:
        last = joined[-1] if joined else None
        if last and piece.end - last.start <= _PIECE_MAX and _is_joined(last.end - last.start, piece.cost):
            joined[-1] = Piece(start=last.start, end=piece.end, cost=last.cost)
            continue
        joined.append(piece)
    return joined


def _is_joined(length_before: int, cost: float) -> bool:
    """Whether a piece joins one of that length: fragments always, short lines unless a heading or a page begins."""
    if length_before < _FRAGMENT:
        return True
    return cost > _AT_PAGE and (length_before < _PIECE_MIN or cost >= _MID)


TARGET_CHARS = 1_600  # about 350 words: one agenda item or ordinance section with its context
MAX_CHARS = 2_400
MIN_CHARS = 200  # shorter fragments match words without saying anything about them
_FIXED_COST = 3.0  # what a further chunk costs, so that small sections share one
_LONG_COST = 10.0  # a chunk of the maximal length costs 10 * 0.5**2 = 2.5
_SHORT_COST = 6.0  # a chunk of half the target costs 6 * 0.5**2 = 1.5
_TINY_COST = 60.0  # more than any border can save


class Piece(Value):
    """A span that is never cut: offsets, and what it costs to begin a chunk at it (0 best, about 9 worst)."""

    start: int = Field(ge=0)
    end: int = Field(ge=0)
    cost: float = Field(default=0.0, ge=0.0)


def cut(pieces: Sequence[Piece]) -> tuple[tuple[int, int], ...]:
    """Ranges of piece indices (from, to exclusive), each at most `MAX_CHARS` long, in order; empty for no pieces.

    A single piece longer than the maximum stays whole: pieces are made small by the caller.
    """
    count = len(pieces)
    best = [0.0] + [float("inf")] * count
    came_from = [0] * (count + 1)
    for end in range(1, count + 1):
        for begin in range(end - 1, -1, -1):
            length = pieces[end - 1].end - pieces[begin].start
            if length > MAX_CHARS and begin < end - 1:
                break
            cost = best[begin] + _length_cost(length) + (pieces[begin].cost if begin else 0.0)
            if cost < best[end]:
                best[end], came_from[end] = cost, begin
    ranges: list[tuple[int, int]] = []
    end = count
    while end > 0:
        ranges.append((came_from[end], end))
        end = came_from[end]
    return tuple(reversed(ranges))


def _length_cost(length: int) -> float:
    share = (length - TARGET_CHARS) / TARGET_CHARS
    tiny = _TINY_COST if length < MIN_CHARS else 0.0
    return _FIXED_COST + tiny + (_LONG_COST if share > 0 else _SHORT_COST) * share * share
