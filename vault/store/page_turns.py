"""Where the pages of a chunk turn, so that quoted words are cited on the page they stand on.

Holds offsets and how they are found. It refuses to guess: a page whose text does not continue the chunk is not counted.
"""

from __future__ import annotations

from collections.abc import Mapping

from vault.text.packing import PassageText
from vault.types import Chunk

__all__ = ["page_at", "turns_in", "turns_told"]


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
    if part.section or part.page_start is None or part.page_end is None:
        return ""
    for number in range(part.page_start + 1, part.page_end + 1):
        page = pages.get(number, "").replace("\f", "\n")
        at = _turn(part.text, page, found[-1] if found else 0) if page else -1
        if at < 0:
            break
        found.append(at)
    return " ".join(map(str, found))


def turns_in(told: str) -> tuple[int, ...]:
    """The offsets that `turns_told` told."""
    return tuple(map(int, told.split()))


def page_at(chunk: Chunk, offset: int) -> int | None:
    """The page on which the character at `offset` of the chunk's text stands; None when the chunk has no pages."""
    if chunk.page_start is None:
        return None
    return chunk.page_start + sum(turn <= offset for turn in chunk.page_turns)
