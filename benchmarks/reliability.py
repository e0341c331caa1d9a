"""A reliability diagram as SVG: for each step of stated probability the share that was found true.

Draws and judges nothing. Bars are as wide as a step, dots as large as the step has cases, the diagonal is perfect.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Step", "drawn", "steps"]

_SIDE, _MARGIN = 320, 46


class Step(NamedTuple):
    """One step of stated probability: its mean, the share found true, and how many cases it has."""

    said: float
    found: float
    cases: int


def steps(sure: Sequence[float], true: Sequence[bool], count: int = 10) -> tuple[Step, ...]:
    """The steps that have cases, from 0 to 1."""
    held: list[list[int]] = [[] for _ in range(count)]
    for at, value in enumerate(sure):
        held[min(int(value * count), count - 1)].append(at)
    return tuple(
        Step(sum(sure[at] for at in own) / len(own), sum(true[at] for at in own) / len(own), len(own))
        for own in held
        if own
    )


def drawn(lines: Sequence[tuple[str, str, Sequence[Step]]], note: str) -> str:
    """The SVG of one or more (name, colour, steps), with a note below."""

    def x(value: float) -> float:
        return round(_MARGIN + value * _SIDE, 1)

    def y(value: float) -> float:
        return round(_MARGIN + (1.0 - value) * _SIDE, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SIDE + 2 * _MARGIN} {_SIDE + 2 * _MARGIN + 30}"'
        ' font-family="sans-serif" font-size="11">',
        f'<rect x="{x(0)}" y="{y(1)}" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="#888"/>',
        f'<line x1="{x(0)}" y1="{y(0)}" x2="{x(1)}" y2="{y(1)}" stroke="#bbb" stroke-dasharray="4 3"/>',
    ]
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(f'<text x="{x(tick)}" y="{y(0) + 14}" text-anchor="middle">{tick:g}</text>')
        parts.append(f'<text x="{x(0) - 6}" y="{y(tick) + 4}" text-anchor="end">{tick:g}</text>')
    parts.append(f'<text x="{x(0.5)}" y="{y(0) + 30}" text-anchor="middle">said</text>')
    parts.append(f'<text x="14" y="{y(0.5)}" text-anchor="middle" transform="rotate(-90 14 {y(0.5)})">found</text>')
    for number, (name, colour, held) in enumerate(lines):
        points = " ".join(f"{x(one.said)},{y(one.found)}" for one in held)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        for one in held:
            radius = round(2.0 + one.cases**0.5 / 5.0, 1)
            title = f"<title>said {one.said:.2f}, found {one.found:.2f}, {one.cases} parts</title>"
            parts.append(
                f'<circle cx="{x(one.said)}" cy="{y(one.found)}" r="{radius}" fill="{colour}" fill-opacity="0.6">'
                f"{title}</circle>"
            )
        parts.append(f'<text x="{x(0.04)}" y="{y(0.95) + 14 * number}" fill="{colour}">{name}</text>')
    parts.append(f'<text x="{x(0.5)}" y="{y(0) + 58}" text-anchor="middle" fill="#444">{note}</text></svg>')
    return "\n".join(parts) + "\n"
