"""Texts and numbers as they are kept in the file: packed.

A page's words stand in its passages already, so a page is packed against them and takes a tenth of its room; without
its passages it cannot be read. Pure; it opens nothing and knows no table.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

__all__ = ["PassageText", "PassageTexts", "numbers_in", "packed", "packed_numbers", "unpacked"]

_LEVEL = 6  # zlib's default: packing costs less than indexing
_WINDOW = 32_768
"""Bytes of known text that zlib looks back on."""
_MORE, _BITS = 0x80, 7


def packed(text: str, known: bytes = b"") -> bytes:
    """The text as it is kept: half of a passage, a third of a page, a tenth of one whose passages are `known`."""
    packer = zlib.compressobj(_LEVEL, zdict=known) if known else zlib.compressobj(_LEVEL)
    return packer.compress(text.encode("utf-8")) + packer.flush()


def unpacked(value: bytes | str, known: bytes = b"") -> str:
    """The text of a packed column; a text that was never packed comes back as it is. Raises `zlib.error` for a damaged
    one, and for one packed against another text than the `known`."""
    if isinstance(value, str):
        return value
    reader = zlib.decompressobj(zdict=known) if known else zlib.decompressobj()
    text = reader.decompress(value) + reader.flush()
    if not reader.eof:
        raise zlib.error("the packed text is cut off")
    return text.decode("utf-8")


class PassageText(NamedTuple):
    """What of a passage tells where its text comes from: its section, or the pages it stands on."""

    section: str
    page_start: int | None
    page_end: int | None
    text: str


class PassageTexts:
    """The passages of a document in order: what its pages and sections are packed against."""

    def __init__(self, passages: Iterable[PassageText]) -> None:
        self._pages: defaultdict[int, list[str]] = defaultdict(list)
        self._sections: defaultdict[str, list[str]] = defaultdict(list)
        for section, first, last, text in passages:
            if section:
                self._sections[section].append(text)
            elif first is not None:
                for number in range(first, (last or first) + 1):
                    self._pages[number].append(text)

    def on_page(self, number: int) -> bytes:
        """The passages that stand on the page; empty for none."""
        return _known(self._pages.get(number, ()))

    def of_section(self, cite: str) -> bytes:
        """The passages of the section; empty for none."""
        return _known(self._sections.get(cite, ()))


def _known(texts: Sequence[str]) -> bytes:
    return "\n".join(texts).encode("utf-8")[-_WINDOW:]


def packed_numbers(numbers: Iterable[int]) -> bytes:
    """Ascending numbers as the steps between them, a byte each where a step is below 128."""
    found, before = bytearray(), 0
    for number in numbers:
        step, before = number - before, number
        while step >= _MORE:
            found.append(step % _MORE | _MORE)
            step >>= _BITS
        found.append(step)
    return bytes(found)


def numbers_in(value: bytes) -> list[int]:
    """The numbers that were packed, ascending."""
    found: list[int] = []
    number = shift = step = 0
    for byte in value:
        step |= (byte & ~_MORE) << shift
        shift += _BITS
        if byte < _MORE:
            number += step
            found.append(number)
            shift = step = 0
    return found
