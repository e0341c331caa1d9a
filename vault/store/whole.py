"""Where a passage stands: where its pages turn, so that quoted words are cited on the page they stand on, and the whole
page or section around it, found by the passage, read as a whole.

Holds offsets and the joining of stored chunks that stand next to each other. It refuses to guess, and to join across
places: another section, or a page the passage does not begin on, is another source.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from vault.text.packing import PassageText
from vault.types import Chunk

__all__ = ["WHOLE_CHARS", "page_at", "turns_in", "turns_told", "whole_place"]

WHOLE_CHARS = 8_000
"""Characters of a place at most: two dense pages; the longest sections are read around the passage."""
_PARTED = 2
"""Line breaks between two joined chunks at most."""


def _same_place(chunk: Chunk, other: Chunk) -> bool:
    if chunk.doc_id != other.doc_id or chunk.section != other.section:
        return False
    if chunk.section or chunk.page_start is None or other.page_start is None:
        return True
    return other.page_start <= chunk.page_start <= (other.page_end or other.page_start)


def _run(chunk: Chunk, around: Sequence[Chunk]) -> list[Chunk]:
    """The chunk with its neighbours of the same place, in reading order, as far as there is room; those after first."""
    held = {other.ord: other for other in around if _same_place(chunk, other)}
    run, room = [chunk], WHOLE_CHARS - len(chunk.text)
    while True:
        after, before = held.get(run[-1].ord + 1), held.get(run[0].ord - 1)
        fits = [one for one in (after, before) if one is not None and len(one.text) + _PARTED <= room]
        if not fits:
            return run
        for one in fits:
            if len(one.text) + _PARTED <= room:
                run = [*run, one] if one is after else [one, *run]
                room -= len(one.text) + _PARTED


def whole_place(chunk: Chunk, around: Sequence[Chunk]) -> Chunk:
    """The chunk with the text of its page or section, as far as `around` holds it and `WHOLE_CHARS` allows.

    Keeps id, labels and metadata of the chunk. `start` and `end` span the joined chunks; between two stands what parted
    them, a line break or a blank line. Page turns are counted anew. Without neighbours the chunk comes back as it is.
    """
    run = _run(chunk, around)
    if len(run) == 1:
        return chunk
    text, turns = run[0].text, list(run[0].page_turns)
    for before, one in pairwise(run):
        text += "\n" * min(_PARTED, max(0, one.start - before.end))
        if one.page_start is not None and run[0].page_start is not None:
            # a page whose beginning was not found in the text before has begun by now
            turns += [len(text)] * (one.page_start - run[0].page_start - len(turns))
        turns += [len(text) + turn for turn in one.page_turns]
        text += one.text
    return chunk.changed(
        text=text,
        start=run[0].start,
        end=run[-1].end,
        page_start=run[0].page_start,
        page_end=run[-1].page_end,
        page_turns=() if chunk.section else tuple(turns),
        ocr=any(one.ocr for one in run),
        quality=min(one.quality for one in run),
    )


def _turn(text: str, page: str, after: int) -> int:
    """Where in `text`, from `after` on, a line begins with which the page begins; -1 when none does."""
    at = text.find("\n", after)
    while at >= 0:
        rest = text[at + 1 :]
        if rest and page[: len(rest)] == rest[: len(page)]:
            return at + 1
        at = text.find("\n", at + 1)
    return -1


def turns_told(part: PassageText, pages: Mapping[int, str]) -> str:
    """Offsets into a passage's text at which its second and later pages begin, in order, as they are kept ("812 1540");
    empty for one page or a section. The list ends at the first page that is not found."""
    found: list[int] = []
    missing = 1
    if part.section or part.page_start is None or part.page_end is None:
        return ""
    for number in range(part.page_start + 1, part.page_end + 1):
        if number not in pages:  # ten minutes without a word in captions
            missing += 1
            continue
        page = pages[number].replace("\f", "\n")
        at = _turn(part.text, page, found[-1] if found else 0) if page else -1
        if at < 0:
            break
        found += [at] * missing
        missing = 1
    return " ".join(map(str, found))


def turns_in(told: str) -> tuple[int, ...]:
    """The offsets that `turns_told` told."""
    return tuple(map(int, told.split()))


def page_at(chunk: Chunk, offset: int) -> int | None:
    """The page on which the character at `offset` of the chunk's text stands; None when the chunk has no pages."""
    if chunk.page_start is None:
        return None
    return chunk.page_start + sum(turn <= offset for turn in chunk.page_turns)
