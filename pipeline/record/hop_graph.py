"""Why a search went where it went, as one SVG: parts of the question, hops, what each brought, and what answers what.

One column of parts, then one column for every hop with its passages under it; a line leads from a passage to the part
it answers. Pure: a retrieval in, text out. It refuses to judge: every figure in it stands in the retrieval.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import accumulate
from typing import NamedTuple

from hop_controller.types import HopDecision, HopRecord
from pipeline.types import Evidence, PartAnswer, PartVerdict, Retrieval

__all__ = ["hop_graph"]

_WIDTH, _GAP = 250, 110
"""Of a box, and between two columns: room for the lines."""
_LINE = 15
_PAD = 8
_BETWEEN = 10
_TOP = 64
_LEAST_WIDTH = 900
"""Of the picture: room for the question and for why it ended."""
_CAPITAL, _DIGIT, _SMALL, _BLANK = 9.0, 7.0, 6.6, 3.6
"""Pixels of a letter of 12 px in bold, the widest of common fonts; a title in capitals is a third longer."""
_FILL: dict[PartVerdict, str] = {"answered": "#d9f0d3", "likely": "#fff3c4", "open": "#f9d7d3"}
_LANES = {"L": "#e3edf9", "S": "#ece4f4"}


class _Span(NamedTuple):
    """The label of a passage that may answer a part, and how surely."""

    label: str
    probability: float


class _Box(NamedTuple):
    """A box with its lines of text, its tooltip and its place."""

    lines: tuple[str, ...]
    told: str
    fill: str
    x: int
    y: int

    @property
    def height(self) -> int:
        return 2 * _PAD + _LINE * len(self.lines)

    @property
    def below(self) -> int:
        return self.y + self.height + _BETWEEN


def hop_graph(question: str, held: Retrieval) -> str:
    """The hop graph of a retrieval as the text of an SVG file. A retrieval without hops has one column of passages."""
    parts = _stacked([_part(answer) for answer in held.answers], 0)
    columns = [_column(held, number) for number in range(1, max(1, len(held.hops)) + 1)]
    boxes = [*parts, *(box for column in columns for _, box in column)]
    placed = {label: box for column in columns for label, box in column if label}
    lines = [_link(placed[span.label], parts[at], span.probability) for at, span in _answering(held, placed)]
    width = max(_LEAST_WIDTH, _x(len(columns)) + _WIDTH + _PAD)
    room = width - 2 * _PAD
    asked = _cut(question, room * 12 / 14)  # in letters of 14 px
    height = max((box.below for box in boxes), default=_TOP) + _PAD
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
            ' font-family="sans-serif" font-size="12">',
            f'<rect width="{width}" height="{height}" fill="white"/>',
            f'<text x="{_PAD}" y="22" font-size="14" font-weight="bold">{escape(asked)}</text>',
            f'<text x="{_PAD}" y="44" fill="#555">{escape(_cut(_ended(held), room))}</text>',
            *lines,
            *map(_drawn, boxes),
            "</svg>\n",
        )
    )


def _x(column: int) -> int:
    return _PAD + column * (_WIDTH + _GAP)


def _stacked(boxes: Sequence[tuple[tuple[str, ...], str, str]], column: int) -> list[_Box]:
    placed: list[_Box] = []
    for lines, told, fill in boxes:
        placed.append(
            _Box(tuple(_cut(line, _WIDTH - 2 * _PAD) for line in lines), told, fill, _x(column), _top(placed))
        )
    return placed


def _top(placed: Sequence[_Box]) -> int:
    return placed[-1].below if placed else _TOP


def _part(answer: PartAnswer) -> tuple[tuple[str, ...], str, str]:
    why = f", {answer.reason.replace('_', ' ')}" if answer.reason else ""
    lines = (answer.part, f"{answer.verdict} {answer.probability:.2f}{why}")
    return lines, f"{answer.part}: {answer.spans[0].text if answer.spans else 'nothing found'}", _FILL[answer.verdict]


def _column(held: Retrieval, number: int) -> list[tuple[str, _Box]]:
    """(label, box) of a hop and of the passages it brought; the hop itself has no label."""
    hop = held.hops[number - 1] if held.hops else HopRecord()
    passages = [item for item in held.merged if item.hop == number]
    decided = held.decisions[number - 2] if 1 < number <= len(held.decisions) + 1 else None
    boxes = _stacked([_hop(held, hop, number, decided), *map(_passage, passages)], number)
    return list(zip(("", *(item.label for item in passages)), boxes, strict=True))


def _hop(held: Retrieval, hop: HopRecord, number: int, decided: HopDecision | None) -> tuple[tuple[str, ...], str, str]:
    what = (
        "first pass" if number == 1 else (hop.pattern or (decided.decision if decided else "round")).replace("_", " ")
    )
    traces = [trace for batch in held.batches for trace in batch.queries if trace.hop == number]
    spent = f"{len(traces)} searches, {sum(trace.took_ms for trace in traces):.0f} ms"
    lines = [f"Hop {number}: {what}"]
    lines += [f"from {hop.from_}"] if hop.from_ else []
    lines += [f"for: {hop.part}"] if hop.part else []
    gained = f", +{hop.gained:.2f}" if hop.gained > 0 else ""
    return (*lines, spent, f"kept {hop.sources_kept}{gained}"), "; ".join(hop.queries), "#eeeeee"


def _passage(item: Evidence) -> tuple[tuple[str, ...], str, str]:
    chunk = item.chunk
    page = f"p. {chunk.page_start}" if chunk.page_start else ""
    where = ", ".join(part for part in (chunk.section, chunk.date, page) if part)
    lines = (f"{item.label}  {chunk.title}", where or chunk.doc_id)
    return lines, " ".join(chunk.text.split())[:400], _LANES.get(item.label[:1], "#f4f4f4")


def _answering(held: Retrieval, placed: dict[str, _Box]) -> Iterator[tuple[int, _Span]]:
    """The passage that answers each part best, and the others that stand within reach of it."""
    for at, answer in enumerate(held.answers):
        seen: set[str] = set()
        for span in answer.spans:
            if span.label in placed and span.label not in seen:
                seen.add(span.label)
                yield at, _Span(span.label, span.probability)


def _link(passage: _Box, part: _Box, probability: float) -> str:
    x1, y1 = part.x + _WIDTH, part.y + part.height // 2
    x2, y2 = passage.x, passage.y + passage.height // 2
    bend = x1 + _GAP // 2
    return (
        f'<path d="M{x1} {y1} C{bend} {y1} {bend} {y2} {x2} {y2}" fill="none" stroke="#888"'
        f' stroke-width="{0.5 + 2 * probability:.1f}" stroke-opacity="0.6"/>'
    )


def _drawn(box: _Box) -> str:
    head = (
        f'<rect x="{box.x}" y="{box.y}" width="{_WIDTH}" height="{box.height}" rx="5" fill="{box.fill}" stroke="#777"/>'
    )
    texts = (
        f'<text x="{box.x + _PAD}" y="{box.y + _PAD + 11 + _LINE * at}"{_weight(at)}>{escape(line)}</text>'
        for at, line in enumerate(box.lines)
    )
    return f"<g><title>{escape(box.told)}</title>{head}{''.join(texts)}</g>"


def _weight(line: int) -> str:
    return "" if line else ' font-weight="bold"'


def _ended(held: Retrieval) -> str:
    last = held.decisions[-1].self_reflection if held.decisions else ""
    return f"Ended: {(held.stop_reason or 'not yet').replace('_', ' ')}. {last}"


def _cut(text: str, room: float) -> str:
    """The text as far as it fits into so many pixels; the whole of a box stands in its tooltip."""
    flat = " ".join(text.split())
    if _length(flat) <= room:
        return flat
    ends = accumulate(map(_length, flat))
    kept = sum(end <= room - _CAPITAL for end in ends)
    return (flat[:kept].rsplit(" ", 1)[0] or flat[:kept]) + "…"


def _length(text: str) -> float:
    """Pixels of a text in bold letters of 12 px, rather too many than too few."""
    return sum(
        _BLANK if c.isspace() else _CAPITAL if c.isupper() or c in "mwMW@%" else _DIGIT if c.isdigit() else _SMALL
        for c in text
    )
