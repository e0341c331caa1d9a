"""Verbatim sentences of the user's own text, cited [USER]: never archive evidence (decision 21)."""

from __future__ import annotations

from pipeline.quoting.cut import clip, quote
from pipeline.write.extract.features import stem_set
from pipeline.write.extract.material import Desk
from pipeline.write.extract.spans import display
from vault.text.sentences import sentences

__all__ = ["user_bullets", "user_sentences"]

_MIN_WORDS = 6


def _best(desk: Desk, count: int) -> tuple[str, ...]:
    """The sentences of the newest user text that share most with the question, in reading order."""
    if not desk.brief.sources:
        return ()
    text = desk.brief.sources[0].text
    found = [display(s.text) for s in sentences(text)]
    usable = [(len(stem_set(s) & desk.wanted), -at, s) for at, s in enumerate(found) if len(s.split()) >= _MIN_WORDS]
    best = sorted(usable, reverse=True)[:count]
    return tuple(s for _, _, s in sorted(best, key=lambda item: -item[1]))


def user_sentences(desk: Desk, count: int) -> tuple[str, ...]:
    """Sentences that quote the user's text; () when there is none."""
    limit = desk.brief.format.max_bullet_words - 6
    clips = [clip(s, limit, desk.wanted).pieces for s in _best(desk, count)]
    return tuple(f"The text you provided says: {quote(pieces)} [USER]." for pieces in clips if pieces)


def user_bullets(desk: Desk, count: int) -> tuple[str, ...]:
    """Bullets that quote the user's text; () when there is none."""
    limit = desk.brief.format.max_bullet_words - 3
    clips = [clip(s, limit, desk.wanted).pieces for s in _best(desk, count)]
    return tuple(f"Your text says: {quote(pieces)} [USER]" for pieces in clips if pieces)
