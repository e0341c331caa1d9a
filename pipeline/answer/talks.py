"""Transcripts: what was said is read on behind the words that open a matter: the answer has words of its own.

Tells a transcript by its marks, and reads its passages on past the end of what was held of them. It refuses to judge
where the talk of a matter ends.
"""

from __future__ import annotations

import re
from collections import Counter

from pipeline.types import Brief, Evidence
from vault.ports import Library
from vault.text.patterns import lazy_regex
from vault.types import Chunk

__all__ = ["is_talk", "with_talk_behind"]

_MARKS = 3
"""How often a text that is a transcript says who speaks, or when."""
# "**Ada Roy:** thank you", "Ada Roy: thank you"; each line of a form has such a beginning of its own
_SPEAKS = lazy_regex(r"\*\*[^*\n]{2,40}:\*\*|^[A-Z][\w.'’ -]{2,30}:\s", re.MULTILINE)
# who speaks says "I think" and "you know"; the heads of minutes ("Approved: May 6") and of forms ("Owner:") do not
_TO_EACH_OTHER = lazy_regex(r"\b(?:I|[Yy]ou|[Ww]e)\b")
_TIME = lazy_regex(r"\[\d{1,2}:\d\d(?::\d\d)?\]")
_BEHIND, _CHUNKS = 6_000, 16
"""Characters that a passage of a transcript is read on, and the chunks behind its own that are looked at: the first of
them stand in the passage already."""


def is_talk(text: str) -> bool:
    """Whether a text is the transcript of what was said: it tells again and again when, or who speaks, one of them more
    than once and to each other."""
    speakers = Counter(_SPEAKS.findall(text))
    in_turn = speakers.total() >= _MARKS and max(speakers.values()) > 1
    return len(_TIME.findall(text)) >= _MARKS or (in_turn and len(_TO_EACH_OTHER.findall(text)) >= speakers.total())


def with_talk_behind(library: Library, brief: Brief) -> Brief:
    """The brief with the passages of transcripts read on: their text, as far as it went, stays as it is, so that places
    in it are the same."""
    talks = [item for item in brief.retrieval.local if is_talk(item.chunk.text)]
    around = library.around([item.chunk.id for item in talks], 0, _CHUNKS) if talks else {}
    longer = {item.label: _read_on(item.chunk, around.get(item.chunk.id, ())) for item in talks}

    def read(items: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
        return tuple(item.changed(chunk=longer[item.label]) if item.label in longer else item for item in items)

    held = brief.retrieval
    return brief.changed(retrieval=held.changed(local=read(held.local))) if longer else brief


def _read_on(chunk: Chunk, following: tuple[Chunk, ...]) -> Chunk:
    text, end = chunk.text, chunk.end
    for one in following:
        if one.start < end or len(text) + len(one.text) > len(chunk.text) + _BEHIND:
            continue
        text, end = f"{text}\n{one.text}", one.end
    return chunk.changed(text=text, end=end)
