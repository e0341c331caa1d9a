"""One passage as one cited sentence or bullet: the source's name, the verbatim words cut to the room, the label.

Refuses to write a line whose quoted words name a statute that its citations do not hold, where the format asks for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pipeline.answer.markdown import count_words, without_citations
from pipeline.ask.cues import CUES
from pipeline.quoting.cut import Clip, clip, quote
from pipeline.quoting.locate import locate, quoted_spans
from pipeline.quoting.negation import turn_left_out
from pipeline.types import AnswerFormat, Brief
from pipeline.write.extract.asking import Asked
from pipeline.write.extract.frame import long_name, short_name, verb
from pipeline.write.extract.material import Desk
from pipeline.write.extract.outcomes import has_outcome, tells_result
from pipeline.write.extract.passages import Passage
from pipeline.write.extract.spans import display
from vault.law.reference import StatuteRef, covers
from vault.law.references import find_refs, parse_ref
from vault.text.patterns import lazy_regex
from vault.types import Chunk

__all__ = ["bullet", "law_labels", "quoted", "sentence", "sorted_by_date"]

# "www.example.org", "https://…": an address is no sentence, and a reader may follow it
_LINK = lazy_regex(r"\b(?:https?://|www\.)\S+", re.IGNORECASE)
# "**Motion:** Councilor Roy moved"
_LABEL = lazy_regex(r"\A\W*\w+:\*\*\s+")
# "where applicable: > > - (a) A description of the land"
_QUOTE_MARKS = lazy_regex(r"(?:\s+>){2,}(?:\s+[-*•])?\s+|\s+>\s+[-*•]\s+")
_LEAST_CUT = 8
"""With room for fewer words the next sentence is left out rather than cut."""
_RESULT_WORDS = 12
"""A result of so few words has its place before the end of a long motion."""
_MARK_CHARS = 6
"""What may stand between two sentences of one quotation: "IV. ", "(a) "."""
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
        if limit < most:  # cut, it may have lost what an audit binds
            return _compose(name, separator, passage, desk, most)
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


def _size(text: str) -> int:
    return count_words(f"x {text}") - 1


def quoted(passage: Passage, limit: int, asked: Asked) -> str:
    """The passage as quotations of at most `limit` words in all; "" when nothing readable fits.

    Sentences that stand side by side are one quotation, others are parted by "; ", omissions inside one by " … ".
    A motion keeps its outcome before its preamble. Every quotation is looked up in its chunk before it is given; one
    that does not stand there word for word is left out.
    """
    texts = [span.text for span in passage.spans]
    kept = _fitted(passage, texts, limit, asked)
    source = passage.spans[0].evidence.chunk
    places = {at: _places(cut, source) for at, cut in kept.items()}
    whole = [piece for found in places.values() if found for piece in found]
    if not places[passage.best] or turn_left_out(source.text, whole):
        return ""
    runs = _runs(passage, {at: kept[at] for at in sorted(kept) if places[at]})
    return "; ".join(said for run in runs for said in _joined(passage, kept, run))


def _runs(passage: Passage, kept: Mapping[int, Clip]) -> Iterator[list[int]]:
    """The places of the sentences kept, those together that stand side by side in the source and are whole."""
    run: list[int] = []
    for at in kept:
        if run and not (
            at == run[-1] + 1 and _goes_on(passage, at) and all(_is_whole(passage, kept, n) for n in (run[-1], at))
        ):
            yield run
            run = []
        run.append(at)
    if run:
        yield run


def _is_whole(passage: Passage, kept: Mapping[int, Clip], at: int) -> bool:
    return (
        not kept[at].more
        and len(kept[at].pieces) == 1
        and _size(kept[at].pieces[0]) >= _size(passage.spans[at].text) - 1
    )


def _goes_on(passage: Passage, at: int) -> bool:
    """Whether a sentence follows the one before it with no more than a mark between them; rows are no sentences."""
    before, here = passage.spans[at - 1], passage.spans[at]
    between = here.evidence.chunk.text[before.end : here.start]
    return here.start >= before.end and len(between.strip()) <= _MARK_CHARS and not (before.row or here.row)


def _joined(passage: Passage, kept: Mapping[int, Clip], run: Sequence[int]) -> tuple[str, ...]:
    """A run of whole sentences as one quotation, or one for each where the run does not stand so in the source."""
    source = passage.spans[0].evidence.chunk
    if len(run) > 1:
        text = display(source.text[passage.spans[run[0]].start : passage.spans[run[-1]].end])
        cut = clip(text, 10_000, frozenset())
        if _places(cut, source):
            return tuple(_items_of(cut.pieces))
    return tuple(said for at in run for said in _items_of(kept[at].pieces))


def _items_of(pieces: Sequence[str]) -> Iterator[str]:
    """Pieces as one quotation, parted where Markdown sets off the items of a list: its marks are no words of theirs."""
    pieces = [_LABEL.sub("", piece) for piece in pieces]
    parts = [item for piece in pieces for item in _QUOTE_MARKS.split(piece)]
    yield from [quote(pieces)] if len(parts) == len(pieces) else (quote((item,)) for item in parts if item)


def _fitted(passage: Passage, texts: Sequence[str], limit: int, asked: Asked) -> dict[int, Clip]:
    if sum(map(_size, texts)) <= limit:
        return {at: clip(text, 10_000, frozenset()) for at, text in enumerate(texts)}
    wanted, sought = frozenset(asked.stems) | asked.kin, [CUES[cue] for cue in asked.cues]
    best = passage.best
    ended = next((i for i in range(len(texts) - 1, best, -1) if tells_result(texts[i])), best)
    reserved = _size(texts[ended]) if ended > best and _size(texts[ended]) <= _RESULT_WORDS else 0
    kept = {best: clip(texts[best], limit - reserved, wanted, sought)}
    room = limit - sum(_size(piece) for piece in kept[best].pieces)
    order = [i for i in range(len(texts) - 1, best, -1) if has_outcome(texts[i])]
    for at in [*order, *range(best - 1, -1, -1), *range(best + 1, len(texts))]:
        if at not in kept and (_size(texts[at]) <= room or (at == best + 1 and room >= _LEAST_CUT)):
            kept[at] = clip(texts[at], room, wanted, sought)
            room -= sum(_size(piece) for piece in kept[at].pieces)
    return kept


def _places(cut: Clip, source: Chunk) -> tuple[tuple[int, int], ...]:
    """Where the pieces of a clip stand in the source; () when an auditor would not find one, or a reader would take it
    for a citation or an address."""
    said = quote(cut.pieces)
    if not said or without_citations(said) != said or _LINK.search(said):
        return ()
    found = [locate(span.text, source.text, ocr=source.ocr) for span in quoted_spans(said)]
    stand = all(place.rung != "not_found" for place in found)
    return tuple(piece for place in found for piece in place.pieces) if stand else ()
