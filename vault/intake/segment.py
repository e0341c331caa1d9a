"""Chooses where to cut a run of small pieces so that chunks are about one size and begin at good places.

Knows lengths and border costs only: what makes a border good is decided by the caller. The best cutting is found
exactly (dynamic programming), so the same pieces always give the same chunks.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from vault.value import Value

__all__ = ["MAX_CHARS", "Piece", "cut"]

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
