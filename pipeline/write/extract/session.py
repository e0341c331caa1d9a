"""Verbatim sentences of the user's own text, cited [USER]: never archive evidence (decision 21)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.ask.interpret import topic_keywords
from pipeline.quoting.cut import clip, quote
from pipeline.write.extract.features import stem_set
from pipeline.write.extract.material import Desk
from pipeline.write.extract.passages import Passage
from pipeline.write.extract.spans import display
from vault.text.sentences import sentences

__all__ = ["user_bullets", "user_sentences", "user_text_is_closer"]

_MIN_WORDS = 6
_ENDED = re.compile(r"[.!?][\"'”’)\]]*$")  # "… may not open."


def _best(desk: Desk, count: int) -> tuple[str, ...]:
    """The sentences of the newest user text that share most with the question and its matter, in reading order; a
    headline, which has no end mark and says what the sentences below it say, only when there is nothing else."""
    if not desk.brief.sources:
        return ()
    found = [display(s.text) for s in sentences(desk.brief.sources[0].text)]
    usable = [(at, s) for at, s in enumerate(found) if len(s.split()) >= _MIN_WORDS]
    wanted = _wanted(desk)
    ranked = sorted(usable, key=lambda one: (not _ENDED.search(one[1]), -len(stem_set(one[1]) & wanted), one[0]))
    return tuple(s for _, s in sorted(ranked[:count]))


def _wanted(desk: Desk) -> frozenset[str]:
    """Stems of the question and of the legal topics it raises: a question about liability is about the permit too."""
    keywords = (word for words in topic_keywords(desk.brief.issue).values() for word in words)
    return desk.wanted | stem_set(" ".join(keywords))


def user_text_is_closer(desk: Desk, passages: Sequence[Passage]) -> bool:
    """Whether a sentence of the user's text says more of the question's words than any of the passages; false without
    such a text."""
    own = max((len(stem_set(text) & desk.wanted) for text in _best(desk, 1)), default=0)
    return own > max((len(stem_set(passage.text) & desk.wanted) for passage in passages), default=0)


def user_sentences(desk: Desk, count: int) -> tuple[str, ...]:
    """Sentences that quote the user's text; () when there is none."""
    limit = desk.brief.format.max_bullet_words - 6
    clips = [clip(s, limit, _wanted(desk)).pieces for s in _best(desk, count)]
    return tuple(f"The text you provided says: {quote(pieces)} [USER]." for pieces in clips if pieces)


def user_bullets(desk: Desk, count: int) -> tuple[str, ...]:
    """Bullets that quote the user's text; () when there is none."""
    limit = desk.brief.format.max_bullet_words - 3
    clips = [clip(s, limit, _wanted(desk)).pieces for s in _best(desk, count)]
    return tuple(f"Your text says: {quote(pieces)} [USER]" for pieces in clips if pieces)
