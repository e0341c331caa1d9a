"""A quotation over a page turn: it begins at the end of one source and ends at the beginning of the next of its record.

A passage ends where its page does; a sentence does not. It refuses pieces that stand anywhere else in the two.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import permutations

from pipeline.check.read.case import SourceText
from pipeline.quoting.locate import Place, locate

__all__ = ["over_a_turn"]

_LEAST_WORDS = 2
"""Words of the quotation on either side of the turn."""
_FOOT_CHARS = 300
"""What may stand between the quotation and the edge of the page: its foot, the head of the next one."""


def over_a_turn(quote: str, sources: Sequence[SourceText]) -> tuple[tuple[SourceText, str], ...]:
    """The two sources with the words of the quotation that each holds; () for one that stands otherwise."""
    words = quote.split()
    for first, second in permutations(sources, 2):
        if first.chunk and second.chunk and first.chunk.doc_id == second.chunk.doc_id:
            at = _held_by(words, first)
            head, tail = " ".join(words[:at]), " ".join(words[at:])
            if at < _LEAST_WORDS or _place(head, first).end < len(first.text) - _FOOT_CHARS:
                continue
            rest = _place(tail, second)
            if rest.rung != "not_found" and rest.start <= _FOOT_CHARS:
                return (first, head), (second, tail)
    return ()


def _held_by(words: Sequence[str], source: SourceText) -> int:
    """How many of the first words a source holds, all but the last few at most; whoever holds some holds fewer."""
    lengths = range(_LEAST_WORDS, len(words) - _LEAST_WORDS + 1)
    lacks = bisect_left(lengths, True, key=lambda at: _place(" ".join(words[:at]), source).rung == "not_found")
    return lengths.start + lacks - 1


def _place(words: str, source: SourceText) -> Place:
    return locate(words, source.text, ocr=source.ocr)
