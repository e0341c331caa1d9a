"""Verbatim sentences of the user's own text, cited [USER]: never archive evidence (decision 21)."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.ask.interpret import topic_keywords
from pipeline.find.answers import ranked_spans
from pipeline.quoting.cut import clip, quote
from pipeline.types import Evidence, SessionSource
from pipeline.write.extract.material import Desk
from pipeline.write.extract.passages import Passage
from pipeline.write.extract.spans import display, stem_set
from vault.text.patterns import lazy_regex
from vault.text.sentences import sentences
from vault.text.words import content_words, stem
from vault.types import Chunk, ChunkId

__all__ = ["user_bullets", "user_sentences", "user_text_is_closer"]

_MIN_WORDS = 4
_ENDED = lazy_regex(r"[.!?][\"'”’)\]]*$")  # "… may not open."
_TOPIC = 0.1
"""What it adds to the finder's probability that a sentence raises a legal topic of the question: of a text that nothing
in it answers, what bears on the matter is told."""

_OF_BEST = 0.2
"""A second sentence is told when it is a fifth as likely to answer as the best."""


def _as_page(desk: Desk, source: SessionSource) -> Evidence:
    """The text as the answer finder reads passages; it is never among the evidence."""
    held = Chunk(
        id=ChunkId(f"{source.id}@0#0"), doc_id=source.id, ord=0, lane="local", state="", town=desk.brief.issue.town,
        board="", doc_type="other", authority="other", status="unknown", title=source.title, date="", heading="",
        section="", page_start=None, page_end=None, start=0, end=len(source.text), text=source.text, ocr=False,
        source="", url="",
    )  # fmt: skip
    return Evidence(label="USER", chunk=held, score=1.0)


def _best(desk: Desk, count: int) -> tuple[str, ...]:
    """The sentences of the newest user text that are likeliest to answer or raise a legal topic of the question, in
    reading order; a headline, which has no end mark and says what the sentences
    below it say, only when there is nothing else."""
    if not desk.brief.sources:
        return ()
    source = desk.brief.sources[0]
    spans = ranked_spans(desk.brief.reading, desk.brief.issue, [_as_page(desk, source)])
    sure = {span.start: span.probability for span in spans}
    topics = frozenset(stem(word) for one in desk.brief.reading.topics for word in content_words(one.law))
    found = [(one.start, display(one.text), sure.get(one.start, 0.0)) for one in sentences(source.text)]
    ranked = sorted(
        (one for one in found if len(one[1].split()) >= _MIN_WORDS),
        key=lambda one: (not _ENDED.search(one[1]), -one[2] - _TOPIC * bool(stem_set(one[1]) & topics), one[0]),
    )
    near = [one for one in ranked[:count] if one[2] >= _OF_BEST * ranked[0][2]]
    return tuple(text for _, text, _ in sorted(near))


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
    """Bullets that quote the user's text; () when there is none. Its label says
    whose words they are: the few words a bullet may have are for what it says."""
    limit = desk.brief.format.max_bullet_words
    clips = [clip(s, limit, _wanted(desk)).pieces for s in _best(desk, count)]
    return tuple(f"{quote(pieces)} [USER]" for pieces in clips if pieces)
