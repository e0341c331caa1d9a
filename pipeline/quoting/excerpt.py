"""A stretch of a text that fits: whole sentences, those that share most with the words that are wanted."""

from __future__ import annotations

from pipeline.ask.phrases import stem_set
from vault.text.sentences import sentences

__all__ = ["excerpt"]


def excerpt(text: str, wanted: frozenset[str], limit: int) -> str:
    """At most `limit` characters of the text: all of it, or the run of whole sentences that shares most with `wanted`.

    An ellipsis marks each end that was cut. A single sentence longer than the limit is cut at a blank.
    """
    if len(text) <= limit:
        return text.strip()
    found = sentences(text)
    worth = [len(stem_set([s.text]) & wanted) for s in found]
    best, place = -1, (0, 0)
    last = 0
    for first in range(len(found)):
        last = max(last, first)
        while last < len(found) and found[last].end - found[first].start <= limit - 2:
            last += 1
        gain = sum(worth[first:last])
        if gain > best and last > first:
            best, place = gain, (found[first].start, found[last - 1].end)
    if best < 0:
        return f"{text[: limit - 1].rsplit(' ', 1)[0]}…"
    start, end = place
    return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text.rstrip()) else ''}"
