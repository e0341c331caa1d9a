"""Where the pages of a chunk turn, so that quoted words are cited on the page they stand on.

Holds offsets and how they are found. It refuses to guess: a page whose text does not continue the chunk is not counted.
"""

from __future__ import annotations

from collections.abc import Callable

from vault.types import Chunk

__all__ = ["page_at", "page_turns"]


def _turn(text: str, page: str, after: int) -> int:
    """Where in `text`, from `after` on, a line begins with which the page begins; -1 when none does."""
    at = text.find("\n", after)
    while at >= 0:
        rest = text[at + 1 :]
        if rest and page[: len(rest)] == rest[: len(page)]:
            return at + 1
        at = text.find("\n", at + 1)
    return -1


def page_turns(chunk: Chunk, page_text: Callable[[int], str]) -> tuple[int, ...]:
    """Offsets into the chunk's text at which its second and later pages begin, in order; () for one page or a section.

    `page_text` gives the text of a page by its number. The list ends at the first page that is not found.
    """
    found: list[int] = []
    first, last = chunk.page_start, chunk.page_end
    if chunk.section or first is None or last is None:
        return ()
    for number in range(first + 1, last + 1):
        page = page_text(number).replace("\f", "\n")
        at = _turn(chunk.text, page, found[-1] if found else 0) if page else -1
        if at < 0:
            break
        found.append(at)
    return tuple(found)


def page_at(chunk: Chunk, offset: int) -> int | None:
    """The page on which the character at `offset` of the chunk's text stands; None when the chunk has no pages."""
    if chunk.page_start is None:
        return None
    return chunk.page_start + sum(turn <= offset for turn in chunk.page_turns)
