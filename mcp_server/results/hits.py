"""Every match of a search as one line under its document: its page, and the sentence with the words.

What stands in the same line of many documents (a letterhead, an address) is told once. It refuses to rank.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from mcp_server.results.operators import Operators
from mcp_server.results.shapes import FoundView
from vault.store.whole import page_at
from vault.text.clean import shortened
from vault.text.sentences import sentences
from vault.text.words import words
from vault.types import Chunk

__all__ = ["Listed", "found_views", "matches_in", "span_of"]

_HIT_CHARS, _BEFORE_CHARS = 160, 60
"""Of the sentence with the words so much is shown, of it so much before them."""
_MANY_DOCUMENTS = 4
"""A line of so many documents says nothing of one of them."""
_TITLE_CHARS, _LINES_TOLD = 90, 3

_LineKey = frozenset[str]


class Listed(NamedTuple):
    """A passage, and where in it stands what is told of it; -1 where its heading or title says the words."""

    chunk: Chunk
    at: int


def matches_in(chunks: Sequence[Chunk], operators: Operators) -> tuple[tuple[Listed, ...], tuple[str, ...]]:
    """The passages with the words outside lines that many documents have, in their order; and of the others, a line for
    each line that recurs."""
    spots = {chunk.id: operators.places(chunk.text) or (-1,) for chunk in chunks}
    lines = {chunk.id: [_line_at(chunk, spot) for spot in spots[chunk.id]] for chunk in chunks}
    having = defaultdict[_LineKey, set[str]](set)
    for chunk in chunks:
        for line in lines[chunk.id]:
            having[_key(line)].add(chunk.doc_id)
    kept, left_out = list[Listed](), dict[_LineKey, tuple[str, Chunk]]()
    for chunk in chunks:
        placed = zip(spots[chunk.id], lines[chunk.id], strict=True)
        own = [spot for spot, line in placed if _is_prose(line) or len(having[_key(line)]) < _MANY_DOCUMENTS]
        if own:
            kept.append(Listed(chunk, operators.best(chunk.text, own)))
        else:
            line = lines[chunk.id][0]
            left_out.setdefault(_key(line), (" ".join(line.split()), chunk))
    often = sorted(left_out, key=lambda key: -len(having[key]))[:_LINES_TOLD]
    return tuple(kept), tuple(_told_once(*left_out[key], len(having[key])) for key in often)


def _told_once(line: str, chunk: Chunk, documents: int) -> str:
    return f"the same line in {documents} documents, not listed: “{shortened(line, _HIT_CHARS)}”, e.g. chunk:{chunk.id}"


def _is_prose(line: str) -> bool:
    """Whether the line ends a sentence: a letterhead ends none."""
    return line.rstrip().endswith((".", "!", "?"))


def _line_at(chunk: Chunk, spot: int) -> str:
    """The line of the text in which the spot stands; the heading without one."""
    text = chunk.text
    if spot < 0:
        return chunk.heading or chunk.title
    end = text.find("\n", spot)
    return text[text.rfind("\n", 0, spot) + 1 : end if end >= 0 else len(text)]


def _key(line: str) -> _LineKey:
    """What two lines have in common that say the same in another order ("P.O. Box 6, 5 Elm Street", "5 Elm Street – PO
    Box 6")."""
    return frozenset(word for word in words(line) if len(word) > 2 or word.isdigit())


def found_views(matches: Sequence[Listed]) -> tuple[FoundView, ...]:
    """The matches under their documents, in their order."""
    return tuple(_view([*group]) for _, group in groupby(matches, key=lambda one: one.chunk.doc_id))


def _view(group: Sequence[Listed]) -> FoundView:
    chunk = group[0].chunk
    place = chunk.town or chunk.board
    return FoundView(
        id=f"chunk:{chunk.id.rpartition('#')[0]}",
        date=chunk.date,
        title=shortened(chunk.title, _TITLE_CHARS),
        place="" if place in chunk.title else place,
        hits=tuple(_told(one) for one in group),
    )


def _told(one: Listed) -> str:
    """A match on one line: the rest of its id, its page or section, and the words around the place."""
    page = page_at(one.chunk, max(0, one.at))
    where = one.chunk.section or (f"p. {page}" if page else "")
    number = one.chunk.id.rpartition("#")[2]
    over = shortened(one.chunk.heading or one.chunk.title, _TITLE_CHARS)
    said = _sentence(one.chunk.text, one.at) if one.at >= 0 else f"(under “{over}”)"
    return f"#{number} {where}: {said}".replace(" :", ":")


def _sentence(text: str, at: int) -> str:
    """The sentence in which the place stands, a long one around it."""
    start, end = next(((one.start, one.end) for one in sentences(text) if one.start <= at < one.end), (at, len(text)))
    if end - start > _HIT_CHARS:
        start = max(start, at - _BEFORE_CHARS)
        start = start if start in (0, at) or text[start - 1].isspace() else text.find(" ", start, at) + 1 or at
    cut = shortened(text[start:end], _HIT_CHARS)
    return cut if start == 0 or text[:start].rstrip().endswith((".", "!", "?", ":", "\n")) else f"… {cut}"


def span_of(chunks: Sequence[Chunk]) -> str:
    """The first and the last date among the passages ("2024-02-07 to 2025-11-03"), and how many documents have none."""
    dates = sorted({chunk.date for chunk in chunks if chunk.date})
    undated = len({chunk.doc_id for chunk in chunks if not chunk.date})
    span = dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}" if dates else ""
    return ", ".join(filter(None, (span, f"{undated} undated" if undated else "")))
