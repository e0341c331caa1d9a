"""One passage as one cited sentence or bullet: the source's name, the verbatim words, the label.

Refuses to write a line whose quoted words name a statute that its citations do not hold, where the format asks for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.answer.markdown import count_words
from pipeline.types import AnswerFormat, Brief
from pipeline.write.extract.frame import long_name, short_name, verb
from pipeline.write.extract.material import Desk, quoted
from pipeline.write.extract.passages import Passage
from vault.law.reference import StatuteRef, covers
from vault.law.references import find_refs, parse_ref
from vault.types import Chunk

__all__ = ["bullet", "law_labels", "sentence", "sorted_by_date"]

_LEAST_QUOTE = 5
"""Fewer words than this are no quotation worth reading."""


def law_labels(text: str, brief: Brief) -> tuple[str, ...] | None:
    """Labels of the state evidence that holds every statute named in the text; None when one is held by none."""
    labels: list[str] = []
    for ref in find_refs(text):
        holder = next((e.label for e in brief.retrieval.state if _holds(e.chunk, ref)), None)
        if holder is None:
            return None
        labels.append(holder)
    return tuple(dict.fromkeys(labels))


def _holds(chunk: Chunk, ref: StatuteRef) -> bool:
    own = parse_ref(chunk.section) if chunk.section else None
    return (own is not None and covers(own, ref)) or any(covers(have, ref) for have in find_refs(chunk.text))


def _labels(passage: Passage, text: str, desk: Desk, answer_format: AnswerFormat) -> tuple[str, ...] | None:
    own = (passage.label,)
    if not answer_format.law_only_from_state:
        return own
    held = law_labels(text, desk.brief)
    return None if held is None else tuple(dict.fromkeys((*own, *held)))


def _compose(name: str, separator: str, passage: Passage, desk: Desk, limit: int, most: int = 0) -> str:
    room = limit - count_words(f"x {name}") + 1
    words = quoted(passage, room, desk.asked) if room >= _LEAST_QUOTE else ""
    if words and any(words in one for one in desk.doubted):
        alone = passage._replace(spans=(passage.spans[passage.best],), best=0)
        return _compose(name, separator, alone, desk, limit, most) if len(passage.spans) > 1 else ""
    if not words and most > limit:
        return _compose(name, separator, passage, desk, most)
    return f"{name}{separator}{words}" if words else ""


def _cited(text: str, passage: Passage, desk: Desk, answer_format: AnswerFormat) -> str:
    labels = _labels(passage, text, desk, answer_format) if text else None
    return "" if labels is None else f"{text} {''.join(f'[{label}]' for label in labels)}"


def sentence(passage: Passage, desk: Desk, answer_format: AnswerFormat, *, again: bool = False, limit: int = 0) -> str:
    """A full sentence: 'The Planning Board minutes of May 20, 2025 record: “…” [L1].'; "" when it cannot be written.

    `again` names the source in short, for a second sentence from the same one. `limit` is a number of words below that
    of the format, kept where the words can be cut so.
    """
    chunk, most = passage.spans[0].evidence.chunk, answer_format.max_bullet_words
    name = f"The same {_kind(chunk)} also {verb(chunk)}" if again else f"{long_name(chunk)} {verb(chunk)}"
    text = _compose(name, ": ", passage, desk, limit or most, most)
    cited = _cited(text, passage, desk, answer_format)
    return f"{cited}." if cited else ""


def _kind(chunk: Chunk) -> str:
    return "section" if chunk.section else {"minutes": "minutes", "bill": "bill"}.get(chunk.doc_type, "document")


def bullet(passage: Passage, desk: Desk, answer_format: AnswerFormat, *, limit: int = 0, lead: str = "") -> str:
    """A bullet without its mark: 'Minutes, May 20, 2025: “…” [L1]'; "" when it cannot be written.

    The short name of the source is used where the words are few, the long one elsewhere.
    """
    chunk = passage.spans[0].evidence.chunk
    most = answer_format.max_bullet_words
    name = short_name(chunk) if most <= 20 else long_name(chunk)
    text = _compose(f"{lead}{name}", ": ", passage, desk, min(limit or most, most), most)
    return _cited(text, passage, desk, answer_format)


def sorted_by_date(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages oldest first; those without a date keep their place at the end."""
    return tuple(sorted(passages, key=lambda p: p.spans[0].evidence.chunk.date or "9999"))
