"""Passages: one or a few spans of a chunk that make sense together, and the choice among them.

A motion keeps its second and its outcome, a sentence that opens with a pronoun keeps the one before it. It refuses to
join spans of two matters, and to offer the same content twice.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from pipeline.ask.cues import GIVES_REASON
from pipeline.ask.issue import towns_asked
from pipeline.quoting.list_heads import hung_on
from pipeline.quoting.turns import ASKS, has_finite_verb, leans
from pipeline.types import AnswerSpan, Evidence, IssueMap
from pipeline.write.extract.outcomes import has_outcome, is_motion, tells_result
from pipeline.write.extract.spans import Span, display, figures_in, leads_in, numbered_row, opens_item, reads, stem_set
from vault.facts.dates import YEAR
from vault.facts.motions import motions
from vault.facts.tables import table_figures
from vault.facts.types import Motion, RowFigure
from vault.states.names import VOTERS
from vault.states.places import towns
from vault.text.patterns import lazy_regex
from vault.types import Lane

__all__ = [
    "AS_LIKELY", "Lines", "Passage", "Wants", "announced_list", "answering_passages", "best_two", "choose",
    "enumerated", "figures_of", "holds", "motions_of", "moved_on", "of_a_board", "of_other_town", "of_time", "overlap",
    "passage_at", "readable", "repeats", "row_passages",
]  # fmt: skip

_READS = 0.4
"""How well words must read to be told as an answer: a table read as a line has less."""
_TABLE_FIGURES = 8
"""A run of so many figures without a verb is a table."""
_SHORT_WORDS = 12
"""A sentence shorter than this seldom stands alone: the one after it goes with it."""
_MAX_SPANS = 6
"""Items quoted of a list; more is the list itself."""
_LEAST_LIST, _LIST_WORDS = 3, 190
"""A lead-in and two items are a list; of one with more words the first items are quoted, and how many there are: a
sentence has room for so many beside the name of its record."""
_ITEM_WORDS = 70
"""Words of one item: what follows belongs to no list."""
# "27.1.1 The variance …", "1. Diving", "(b) the clerk", "c.: Timing", "• Paper"
_ITEM = lazy_regex(
    r"\W*(?:\d+(?:\.\d+)+|\(?(?:[a-z]|[ivx]{1,4}|\d{1,2})[.)]:?\**|[•▪*\uf0a7\uf0a8\uf0b7–-])\s", re.IGNORECASE
)
# "(1) a map", "b) a deed", "3. a fee"
_COUNTED_OFF = lazy_regex(r"(?<![\w.])\(?(\d{1,2}|[a-z])[.)]\s")
# "County: The commissioners make …"
_LABELLED = lazy_regex(r"[A-Z][^.:;,]{2,40}: \w")
_WORD = lazy_regex(r"[^\W\d_]{3}")
_ANNOUNCES = lazy_regex(r":\W*\Z")
# "They are as follows.", "… with the following:", "he does not believe any of the following should be listed,"
_LISTS = lazy_regex(r"(?::|\bas follows|\bthe following\b[^.;:]{0,30},)\W*\Z", re.IGNORECASE)
_BACK = lazy_regex(r"\b(?:these|those|them|all|both)\b", re.IGNORECASE)
_HEADING_WORDS, _UNDER = 9, 2
"""A heading has few words, no verb and no figure; what it is about begins one or two lines below it."""
_ARTICLE = lazy_regex(r"\W*(?:article|section)\s+#?\d+\w?\W", re.IGNORECASE)
_FAR = 20
"""Spans between a motion on "these" and the sentence that announces them."""
_REACH = 10
"""A result stands within so many sentences of its motion; what is said between them is left out."""
_HEAD_WORDS = 40
"""A lead-in of more words is a paragraph: quoted with its item it would crowd it out."""
# "<script>", "https://…": what a page is made of, never a thought that goes on
_MARKUP = lazy_regex(r"</?[A-Za-z!][^>]*>|\bhttps?://|\bwww\.", re.IGNORECASE)
# "They has": the page ends, the sentence does not
_ENDED = lazy_regex(r"[.!?:;]\W*\Z")
# "(a) a map;", "1. Diving": the list goes on, where "c. Planting trees is not allowed." says all
_OPEN_ITEM = lazy_regex(r"(?:[^.!?\s]|\b(?:and|or))\s*\Z")
_THOUGHT_WORDS = 90
"""Words of a sentence with those of its paragraph that are told with it; a paragraph of no more is told whole."""
_READABLE = 0.4
"""What reads worse is a heading, a signature or boilerplate: a thought ends before it."""
_SHORT_OUTCOME = 22
"""An outcome sentence longer than this is discussion, unless it tells the result."""
_REPEAT = 0.75
"""Passages sharing more than this share of their words say the same thing; minutes and warrant often do."""
_BESIDE_CHARS = 600
"""About four sentences on either side of a passage."""


Lines = Mapping[str, Sequence[Span]]
"""Label of a piece of evidence -> its spans in reading order."""


class Wants(NamedTuple):
    """What an answering span brings: with `lists` an item its whole list and lead-in; with `thoughts` a sentence those
    that go on with it; with `reasons` the one after it that says why."""

    lists: bool = False
    thoughts: bool = True
    reasons: bool = False


WHOLE = Wants()


class Passage(NamedTuple):
    """Spans of one chunk in reading order. `score` is how surely its best span answers, 0..1."""

    spans: tuple[Span, ...]
    best: int
    score: float = 1.0
    items: tuple[int, int] = (0, 0)
    """Of a list: how many of its items are quoted, and how many it has."""

    @property
    def label(self) -> str:
        """Citation label of the evidence."""
        return self.spans[0].evidence.label

    @property
    def lane(self) -> Lane:
        """The lane of the evidence."""
        return self.spans[0].evidence.chunk.lane

    @property
    def text(self) -> str:
        """The spans' text joined by blanks."""
        return " ".join(span.text for span in self.spans)

    @property
    def words(self) -> int:
        """Words of all spans."""
        return sum(span.words for span in self.spans)

    @property
    def surroundings(self) -> str:
        """The words of the passage and the text beside it, which says what "it" is."""
        text = self.spans[0].evidence.chunk.text
        return text[max(0, self.spans[0].start - _BESIDE_CHARS) : self.spans[-1].end + _BESIDE_CHARS]


def _outcomes(line: Sequence[Span], at: int, room: int) -> tuple[int, ...]:
    """Indices of the sentences after the motion at `at` that tell its conditions, its second, its vote and its result.

    Discussion between them is left out; the next motion or item ends the search, and so does the result.
    """
    kept: list[int] = []
    used = line[at].words
    for nxt in range(at + 1, min(len(line), at + 1 + _REACH)):
        span = line[nxt]
        result = tells_result(span.text)
        ended = bool(kept) and tells_result(line[kept[-1]].text)
        if opens_item(span) or (nxt > at + 1 and span.words > 4 and is_motion(span.text) and not result):
            break
        item = bool(_LISTS.search(line[at].text) and _ITEM.match(span.text))
        outcome = result or item or (span.words <= _SHORT_OUTCOME and has_outcome(span.text))
        used += span.words if outcome and not item else 0
        if (used > room and not result) or (ended and (not outcome or nxt > kept[-1] + 1)):
            break
        if outcome and (result or not kept or nxt == kept[-1] + 1):
            kept.append(nxt)
    return tuple(kept)


@lru_cache(maxsize=64)
def moved_on(text: str) -> tuple[Motion, ...]:
    """The motions of a page; read once for all its passages."""
    return motions(text)


@lru_cache(maxsize=64)
def _figures_on(text: str, title: str) -> tuple[RowFigure, ...]:
    return tuple(table_figures(text, 0, title, None)[0])


def figures_of(passage: Passage) -> tuple[RowFigure, ...]:
    """The figures under heads of the one row of a table that the best words of a passage are, in order."""
    best = passage.spans[passage.best]
    chunk = best.evidence.chunk
    on_page = _figures_on(chunk.text, chunk.title)
    held = [one for one in on_page if best.start <= one.start < best.end and one.column]
    return tuple(held) if len({one.label for one in held}) == 1 else ()


def motions_of(passage: Passage) -> tuple[Motion, ...]:
    """The motions that the best words of a passage belong to, as the ledger reads the page."""
    best = passage.spans[passage.best]
    return tuple(one for one in moved_on(best.evidence.chunk.text) if one.start < best.end and best.start < one.end)


def _voted(line: Sequence[Span], at: int) -> tuple[int, ...]:
    """Indices of the sentences that tell the vote of the motion at `at` and who cast it, however far its discussion
    runs."""
    span = line[at]
    if " mo" not in f" {span.text.lower()}":
        return ()
    told = [one for one in moved_on(span.evidence.chunk.text) if span.start <= one.start < span.end][-1:]
    places = [slot for one in told for slot in one.slots if slot.name == "vote"]
    last = max((one.end for one in told), default=0)
    return tuple(
        i
        for i in range(at + 1, len(line))
        if any(line[i].start < place.end and place.start < line[i].end for place in places)
        or (line[i].end <= last and line[i].words <= _SHORT_OUTCOME and has_outcome(line[i].text))
    )


def _opening(line: Sequence[Span], at: int, room: int) -> int:
    """First index: back over sentences the one at `at` leans on, at most two."""
    first = at
    used = line[at].words
    while first > 0 and at - first < 2 and (leans(line[first].text) or leads_in(line[first - 1])):
        before = line[first - 1]
        used += before.words
        if used > room or before.row or before.block != line[first].block:
            break
        first -= 1
    return first


def _closing(line: Sequence[Span], at: int, room: int, *, whole: bool) -> int:
    """Last index: on over what the span at `at` announces ("…the following:") or leaves unfinished when it is short."""
    last = at
    used = line[at].words
    listing = line[at].text.endswith((":", ": -", ":-"))
    if not listing and (whole or used >= _SHORT_WORDS or line[at].row):
        return _thought(line, at) if whole and not line[at].row else at
    for nxt in range(at + 1, min(len(line), at + (_MAX_SPANS if listing else 2))):
        used += line[nxt].words
        if (listing and used > room) or (not listing and line[nxt].block != line[at].block):
            break
        last = nxt
    return last


def _begins(line: Sequence[Span], at: int) -> int:
    """First index of the thought that the sentence at `at` ends: the sentence before it in its paragraph, and all
    before it in a short one, which no item or motion parts from it."""
    first, used = at, line[at].words
    own = sum(one.words for one in line if one.block == line[at].block)
    while first > 0 and (first == at or own <= _THOUGHT_WORDS):
        before = line[first - 1]
        used += before.words
        parted = (
            before.row or before.block != line[at].block or opens_item(line[first]) or _ITEM.match(line[first].text)
        )
        if parted or used > _THOUGHT_WORDS or is_motion(before.text) or reads(before) < _READABLE:
            break
        first -= 1
    return first if not line[at].row else at


def _thought(line: Sequence[Span], at: int) -> int:
    """Last index of the thought that the sentence at `at` begins: what follows in its paragraph, up to a motion or the
    next item, while there are few words in all."""
    last, used = at, line[at].words
    while last + 1 < len(line):
        span = line[last + 1]
        used += span.words
        if (
            used > _THOUGHT_WORDS
            or span.row
            or span.block != line[at].block
            or (last + 2 == len(line) and not _ENDED.search(span.text))
            or _MARKUP.search(span.text)
            or opens_item(span)
            or is_motion(span.text)
            or (reads(span) < _READABLE and not _LISTS.search(line[last].text))
            or (_ITEM.match(span.text) and not (_ITEM.match(line[at].text) and _OPEN_ITEM.search(line[last].text)))
        ):
            break
        last += 1
    while last > at and (_ANNOUNCES.search(line[last].text) or not _WORD.search(line[last].text)):
        last -= 1  # what it announces is not quoted; "> 6" is a mark
    return last


def announced_list(line: Sequence[Span], at: int) -> tuple[int, int]:
    """The first and the last index of the list that the span at `at` is an item of, or announces, lead-in first; `at`
    twice where it is none."""
    text = line[at].evidence.chunk.text
    hung = hung_on(text, line[at].start)[:1] or hung_on(text, line[min(at + 1, len(line) - 1)].start)[:1]
    if not hung or hung[0].head_start > line[at].start:
        return _announced(line, at)
    head = hung[0].head_start
    last = at
    while last + 1 < len(line) and any(one.head_start == head for one in hung_on(text, line[last + 1].start)[:2]):
        last += 1
    return next(i for i, one in enumerate(line) if one.end > head), last


def _announced(line: Sequence[Span], at: int) -> tuple[int, int]:
    """The same for items marked as no statute marks them ("27.1.1 …", "Map 2, Lot 7, …") under a sentence that
    announces them, for that sentence, for the one before it and for the motion on "these" right behind them."""
    head = at + 1 if at + 1 < len(line) and leans(line[at + 1].text) and _LISTS.search(line[at + 1].text) else at
    while head > 0 and at - head < _FAR and not _LISTS.search(line[head].text):
        head -= 1
    if not _LISTS.search(line[head].text):
        return at, at
    last = head
    while last + 1 < len(line) and _goes_on(line, head, last + 1):
        last += 1
    behind = at == last + 1 and _BACK.search(line[at].text) is not None
    return (head, last) if last > head and (at <= last or behind) else (at, at)


def _goes_on(line: Sequence[Span], head: int, at: int) -> bool:
    """Whether the span at `at` belongs to the list that the one at `head` announces: an item, or what stands beside one
    in its paragraph."""
    if is_motion(line[at].text) or opens_item(line[at]):
        return False
    return _opens_like(line, head, at) or (at > head + 1 and line[at].block == line[at - 1].block)


def _opens_like(line: Sequence[Span], head: int, at: int) -> bool:
    """Whether a span is a row as the first item of a list is, or begins as that does: with a mark or a label, or with
    the same word, or with a sum, where "as follows" or "the following" announces it."""
    first, here = line[head + 1].text, line[at].text
    if line[head + 1].row:
        return line[at].row and line[at].block == line[head].block
    for opens in (_ITEM, _LABELLED):
        if opens.match(first):
            return bool(opens.match(here))
    return "follow" in line[head].text and (here.split()[0] == first.split()[0] or ("$" in first and "$" in here))


def _whole_list(line: Sequence[Span], at: int) -> Passage | None:
    """The list that the span at `at` is an item of, or announces, with its lead-in: whole, or the first items and that
    at `at` where it is long; None where it is no list."""
    first, last = announced_list(line, at)
    if is_motion(line[first].text):  # what stands below its vote is no item of it
        voted = [tells_result(one.text) for one in line[: last + 1]]
        last = next((i for i in range(max(first, at), last) if voted[i] and not voted[i + 1]), last)
    owners = _owners(line, first, last)
    room = _LIST_WORDS - line[first].words - (line[at].words if at > first else 0)
    kept = {first, at}
    said: Counter[int] = Counter()
    blocks: dict[int, int] = {}
    for place in range(first + 1, last + 1):
        size, item = line[place].words, owners[place]
        apart = line[place].block != blocks.setdefault(item, line[place].block)
        if said[item] and (apart or said[item] + size > _ITEM_WORDS):
            continue  # what stands flush under the last item
        said[item] += size
        room -= size if place != at else 0
        if room >= 0:
            kept.add(place)
    items = (len({owners[place] for place in kept if first < place <= last}), len(set(owners.values())))
    if items[0] < _LEAST_LIST - 1:
        return None
    if at > last:
        kept.update(_outcomes(line, at, max(room, 0)))
    if first and leans(line[first].text) and line[first - 1].block == line[first].block:
        kept.add(first - 1)
    return Passage(tuple(line[place] for place in sorted(kept)), sorted(kept).index(at), items=items)


def enumerated(text: str) -> int:
    """How many items a sentence counts off: "(1) a map; (2) a deed; and (3) a fee"."""
    count = 0
    for label in _COUNTED_OFF.findall(text.lower()):
        count += label in (str(count + 1), chr(ord("a") + count))
    return count


def _owners(line: Sequence[Span], first: int, last: int) -> dict[int, int]:
    """Index of each span of a list after its lead-in -> where the item begins that it belongs to."""
    text, owners, head = line[first].evidence.chunk.text, dict[int, int](), line[first]
    for place in range(first + 1, last + 1):
        span = line[place]
        starts = [one.start for one in hung_on(text, span.start)[:2] if head.start <= one.head_start < head.end]
        beside = place > first + 1 and not _opens_like(line, first, place) and span.block == line[place - 1].block
        owners[place] = starts[0] if starts else owners[place - 1] if beside else span.start
    return owners


def _extend(line: Sequence[Span], at: int, room: int, *, whole: bool = True) -> Passage:
    here = line[at]
    first = _opening(line, at, room)
    if whole and not is_motion(here.text):
        first = min(first, _begins(line, at))
    used = sum(span.words for span in line[first:at])
    motion = not here.row and any(is_motion(span.text) for span in line[first : at + 1])
    after = (
        _outcomes(line, at, room - used) if motion else range(at + 1, _closing(line, at, room - used, whole=whole) + 1)
    )
    if motion:
        after = tuple(sorted({*after, *_voted(line, at)}))
    head = _head(line, first) or (_moved_before(line, at, first) if motion else ())
    kept = [*head, *line[first : at + 1], *(line[i] for i in after)]
    return Passage(tuple(kept), at - first + len(head))


def _head(line: Sequence[Span], first: int) -> tuple[Span, ...]:
    """The short sentence that the item at `first` hangs on ("No person shall:") and that is not its own; () else."""
    span = line[first]
    hung = hung_on(span.evidence.chunk.text, span.end - 1)[:1]
    if not hung or hung[0].head_end > span.start:
        return ()
    heads = [at for at in range(first) if line[at].start < hung[0].head_end and hung[0].head_start < line[at].end][-1:]
    for at in heads:
        if at and leans(line[at].text) and line[at - 1].block == line[at].block:
            heads = [at - 1, at]  # "The board may permit signs off the site. These signs shall:"
    return tuple(line[at] for at in heads if line[at].words <= _HEAD_WORDS and has_finite_verb(line[at].text))


def _moved_before(line: Sequence[Span], at: int, first: int) -> tuple[Span, ...]:
    """The sentence that says what the motion at `at` is on ("The Board received a petition for …"), where it stands
    before the one at `first` and is short; () else."""
    span = line[at]
    moved = (one for one in moved_on(span.evidence.chunk.text) if one.start < span.end and span.start < one.end)
    told = [slot for one in moved for slot in one.slots if slot.name == "matter"]
    heads = (one for one in line[:first] if any(one.start < slot.end and slot.start < one.end for slot in told))
    return tuple(one for one in heads if one.words <= _HEAD_WORDS)[:1]


def answering_passages(
    lines: Lines, answers: Sequence[AnswerSpan], *, room: int, wants: Wants = WHOLE
) -> tuple[Passage, ...]:
    """The passage around each answering span, its score the probability that it answers, best first, none twice.

    Spans of a source that is not among the lines are left out.
    """
    best: dict[tuple[str, int], Passage] = {}
    for answer in answers:
        line = lines.get(answer.label, ())
        at = _at(line, answer.start, answer.end)
        if at is None:
            continue
        row = numbered_row(line[at])
        at = at if row else _below(line, at)
        listed = _whole_list(line, at) if wants.lists else None
        passage = (
            Passage((row,), 0) if row else _finished(line, listed or _extend(line, at, room, whole=wants.thoughts))
        )
        passage = _reasoned(line, passage) if wants.reasons else passage
        passage = _through(line, passage, answer.end)._replace(score=answer.probability)
        key = (answer.label, at)
        if key not in best or best[key].score < passage.score:
            best[key] = passage
    return tuple(sorted(best.values(), key=lambda p: -p.score))


def _through(line: Sequence[Span], passage: Passage, end: int) -> Passage:
    """The passage with the item after its own where both answer, up to the `end` of the words that do."""
    best, last = passage.spans[passage.best], passage.spans[-1].ord
    more = [one for one in line if one.ord > last and one.start < end and _ITEM.match(one.text)]
    return passage._replace(spans=(*passage.spans, *more)) if _ITEM.match(best.text) else passage


def _finished(line: Sequence[Span], passage: Passage) -> Passage:
    """The passage with what its last sentence only leads to: the list that it announces ("They are as follows."), the
    reply to what somebody asked."""
    last = next(i for i, one in enumerate(line) if one.ord == passage.spans[-1].ord)
    if last + 1 == len(line) or line[last].row:
        return passage
    if _LISTS.search(line[last].text):
        listed, (_, end) = _whole_list(line, last), announced_list(line, last)
        more = listed.spans if listed else line[last + 1 : end + 1][:_MAX_SPANS]  # its end may stand in another passage
        spans = (*passage.spans, *(span for span in more if span.ord > line[last].ord))
        return passage._replace(spans=spans, items=listed.items if listed else passage.items)
    if moved := _moved_after(line, passage, last):
        return passage._replace(spans=(*passage.spans, *moved))
    reply = line[last + 1]
    parted = reply.row or opens_item(reply) or is_motion(reply.text) or reads(reply) < _READABLE
    if not ASKS.search(line[last].text) or parted:
        return passage
    return passage._replace(spans=(*passage.spans, reply))


_SAYS_WHY = lazy_regex(rf"\b(?:{GIVES_REASON})\b", re.IGNORECASE)


def _reasoned(line: Sequence[Span], passage: Passage) -> Passage:
    """The passage with the sentence right behind it in its paragraph that says why, where it does not say so itself."""
    last = passage.spans[-1]
    behind = [one for one in line if one.ord == last.ord + 1 and one.block == last.block and not one.row]
    says = [one for one in behind if _SAYS_WHY.search(one.text) and not _SAYS_WHY.search(passage.text)]
    return passage._replace(spans=(*passage.spans, *says))


def _moved_after(line: Sequence[Span], passage: Passage, last: int) -> tuple[Span, ...]:
    """The motion right after the sentence at `last`, the end of a passage, with its vote, where it is on what the best
    words of the passage say ("They are looking to appoint … Smith makes a motion to approve."); () else."""
    best, after = passage.spans[passage.best], line[last + 1]
    if best.row or is_motion(line[last].text) or not is_motion(after.text):
        return ()
    for one in moved_on(after.evidence.chunk.text):
        on = any(slot.name == "matter" and slot.start < best.end and best.start < slot.end for slot in one.slots)
        if on and after.start <= one.start < after.end:
            places = {last + 1, *_outcomes(line, last + 1, _SHORT_WORDS), *_voted(line, last + 1)}
            return tuple(line[place] for place in sorted(places))
    return ()


def row_passages(evidence: Iterable[Evidence], answers: Sequence[AnswerSpan]) -> tuple[Passage, ...]:
    """The rows of tables that answer, just as they stand, in the order of the answers."""
    held = {item.label: item for item in evidence}
    spans = (Span(held[one.label], 0, 0, one.start, one.end, display(one.text), row=True) for one in answers)
    return tuple(Passage((span,), 0, one.probability) for span, one in zip(spans, answers, strict=True))


def passage_at(line: Sequence[Span], start: int, end: int, *, room: int) -> tuple[Passage, ...]:
    """The passage around the first span of a chunk's `line` that lies between the offsets; () where none does."""
    at = _at(line, start, end)
    return () if at is None else (_extend(line, at, room),)


def _below(line: Sequence[Span], at: int) -> int:
    """The first sentence under the heading at `at`, which says what it is about; `at` for anything but a heading."""
    span = line[at]
    if hung_on(span.evidence.chunk.text, span.start):
        return at  # "o. Smoking in any building." is what the lead-in forbids
    named = _ARTICLE.match(span.text) is not None  # "ARTICLE 14: Water Loan, Interest Free"
    figures = any(map(str.isdigit, _ITEM.sub("", _ARTICLE.sub("", span.text, 1), 1)))
    if span.words > _HEADING_WORDS * (1 + named) or has_finite_verb(span.text) or figures:
        return at
    under = (i for i in range(at + 1, min(len(line), at + 1 + _UNDER)) if has_finite_verb(line[i].text))
    return next(under, at)


def _at(line: Sequence[Span], start: int, end: int) -> int | None:
    return next((i for i, one in enumerate(line) if one.start < end and start < one.end), None)


def overlap(one: Passage, other: Passage) -> bool:
    """Whether two passages of one chunk share or enclose a span."""
    meet = one.spans[0].ord <= other.spans[-1].ord and other.spans[0].ord <= one.spans[-1].ord
    return one.label == other.label and meet


def holds(passage: Passage, answer: AnswerSpan) -> bool:
    """Whether words stand in the quoted spans of a passage."""
    inside = (one.start < answer.end and answer.start < one.end for one in passage.spans)
    return passage.label == answer.label and any(inside)


def readable(passage: Passage) -> bool:
    """Whether the best words of a passage read as a quotation: no heading, no table read as a line."""
    best = passage.spans[passage.best]
    if not best.row and figures_in(best.text) >= _TABLE_FIGURES and not has_finite_verb(best.text):
        return False
    return reads(best) >= _READS


def repeats(one: Passage, other: Passage) -> bool:
    """Whether two passages share a span or say the same in other places; minutes and warrant often do."""
    said, again = stem_set(one.text), stem_set(other.text)
    return overlap(one, other) or len(said & again) > _REPEAT * (min(len(said), len(again)) or 1)


def choose(passages: Sequence[Passage], count: int, *, already: Sequence[Passage] = ()) -> tuple[Passage, ...]:
    """At most `count` passages, best first, none repeating another or one of `already`."""
    kept: list[Passage] = []
    for passage in sorted(passages, key=lambda one: -one.score):
        if len(kept) < count and not any(repeats(passage, one) for one in (*already, *kept)):
            kept.append(passage)
    return tuple(kept)


# "Birch Dell 10/28/31 1,144,240": what a row of a statewide table is called
_ROW_OF = lazy_regex(r"\W*(?P<name>[A-Z][A-Za-z.' -]*?)[\s|*]*(?=[\d$])")


def of_other_town(passage: Passage, issue: IssueMap) -> bool:
    """Whether a passage is the row of a statewide table that tells of a town which is not asked about."""
    best = passage.spans[passage.best]
    named = None if best.evidence.chunk.town or not issue.town else _ROW_OF.match(best.text)
    name = named["name"] if named else ""
    return name in towns(issue.state) and name not in towns_asked(issue)


def of_time(passage: Passage, years: Sequence[str]) -> bool:
    """Whether a passage may be of a year that the question names: its record is of that year or its words name it, or
    they name none. What is held of 2018 is no answer on 2016, nor is "the 2018 tax, on the values of 2016" in a paper
    titled as of 2018."""
    chunk = passage.spans[0].evidence.chunk
    named = set(YEAR.findall(passage.text))
    its_own = named.intersection(YEAR.findall(chunk.title)) - {chunk.date[:4]}
    if not years or not named:
        return True
    return not its_own.isdisjoint(years) if its_own else any(year in f"{passage.text} {chunk.date}" for year in years)


def of_a_board(passage: Passage) -> bool:
    """Whether a passage of minutes tells of a board alone, not of the town's voters too."""
    chunk = passage.spans[0].evidence.chunk
    return chunk.doc_type == "minutes" and bool(chunk.board) and not VOTERS.search(f"{chunk.board} {passage.text}")


AS_LIKELY = 0.4
"""Share of the first one's probability that a second lead must have; and the probability that words need to be shown
as the nearest in whatever wording."""


def best_two(found: Sequence[Passage]) -> tuple[Passage, ...]:
    """The best passage, and that of another document which is about as likely."""
    first = found[0].spans[0].evidence.chunk.doc_id
    others = (one for one in found if one.spans[0].evidence.chunk.doc_id != first)
    return (found[0], *(one for one in list(others)[:1] if one.score >= AS_LIKELY * found[0].score))
