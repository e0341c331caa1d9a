"""A quotation over a page turn: it begins at the end of one source and ends at the beginning of the next of its record.

A passage ends where its page does; a sentence does not. It refuses pieces that stand anywhere else in the two.
"""

from __future__ import annotations

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
            for at in range(len(words) - _LEAST_WORDS, _LEAST_WORDS - 1, -1):
                head, tail = " ".join(words[:at]), " ".join(words[at:])
                if (place := _place(head, first)).rung != "not_found":
                    ends = place.end >= len(first.text) - _FOOT_CHARS
                    rest = _place(tail, second)
                    begins = rest.rung != "not_found" and rest.start <= _FOOT_CHARS
                    if ends and begins:
                        return (first, head), (second, tail)
                    break
    return ()


def _place(words: str, source: SourceText) -> Place:
    return locate(words, source.text, ocr=source.ocr)
