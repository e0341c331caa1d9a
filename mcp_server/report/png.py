"""A grey page and the boxes on it as a PNG file, small enough to stand in a report.

Sixteen greys, the same sixteen as seen through a yellow marker, and one colour for the frames. It draws nothing else.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from typing import Final

from mcp_server.report.marks import Box

__all__ = ["framed_png"]

_GREYS: Final = 16
_MARKED: Final = bytes(min(value + _GREYS, 2 * _GREYS - 1) if value < _GREYS else value for value in range(256))
_QUANTIZED: Final = bytes((value * (_GREYS - 1) + 127) // 255 for value in range(256))
_FRAME: Final = 2 * _GREYS
_FRAME_COLOUR: Final = (176, 0, 32)  # dark red: 7:1 on white, told from the yellow by people who see few colours
_STROKE = 2
_MARGIN = 3
"""Pixels of a frame, and between it and the words."""


def _palette() -> bytes:
    greys = [round(255 * step / (_GREYS - 1)) for step in range(_GREYS)]
    marked = [(grey, round(grey * 0.93), round(grey * 0.45)) for grey in greys]
    return bytes(part for colour in (*((g, g, g) for g in greys), *marked, _FRAME_COLOUR) for part in colour)


def framed_png(pgm: bytes, boxes: Iterable[Box]) -> tuple[bytes, int, int]:
    """The PNG of a binary PGM picture with the words in the boxes marked and framed, its width and height."""
    head, _, pixels = pgm.partition(b"\n255\n")
    width, height = (int(number) for number in head.split(b"\n")[1].split())
    canvas = bytearray(pixels.translate(_QUANTIZED))
    for box in boxes:
        _mark(canvas, width, height, box)
    return _png(canvas, width, height), width, height


def _mark(canvas: bytearray, width: int, height: int, box: Box) -> None:
    left, right = (max(0, min(width - 1, round(x))) for x in (box.left * width - _MARGIN, box.right * width + _MARGIN))
    top, bottom = (max(0, min(height - 1, round(y))) for y in (box.top * height - 1, box.bottom * height + 1))
    for row in range(top, bottom + 1):
        start, end = row * width + left, row * width + right + 1
        edge = row < top + _STROKE or row > bottom - _STROKE
        inner = bytes([_FRAME]) * (end - start) if edge else canvas[start:end].translate(_MARKED)
        canvas[start:end] = inner
        side = bytes([_FRAME]) * min(_STROKE, end - start)
        canvas[start : start + len(side)] = side
        canvas[end - len(side) : end] = side


def _png(canvas: bytearray, width: int, height: int) -> bytes:
    rows = b"".join(b"\0" + canvas[row * width : (row + 1) * width] for row in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", head), (b"PLTE", _palette()), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )
