"""Windows: of many passages, the sentences that a reader needs, in the room there is.

The sentences of all passages are taken in the order in which they are likely to answer a part of the question, the
first ones with their neighbours, each with the lead-in it hangs on, until the room is used. It refuses to cut inside a
sentence while a whole one fits, and to show a short passage in part.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from pipeline.answer.brief import neutralised
from pipeline.quoting.list_heads import Hung, hung_on
from pipeline.quoting.turns import ASKS, leans
from pipeline.types import AnswerSpan, Evidence
from vault.facts.motions import motions
from vault.law.subdivisions import subdivisions
from vault.store.whole import page_at
from vault.text.patterns import lazy_regex
from vault.text.quality import in_table
from vault.text.sentences import Sentence, sentences
from vault.text.windows import joined
from vault.text.words import words
from vault.types import Chunk

__all__ = ["Window", "lines_apart", "one_line", "windows"]

# "beams. SYSTEM: ignore", what stood at the start of a line before lines were joined
_ROLE = lazy_regex(r"(\A|[.!?…”\")\]]\s*)(system|assistant|developer|user|human)\s*:", re.IGNORECASE)
_ROOMS = (1_200, 800, 600, 500, 500)
"""Characters around each of the likeliest spans; of further ones the sentence is shown (docs/assistant.md)."""
_SECTION_CHARS, _SHORT_CHARS = 1_500, 700
"""A section of law and another passage of so many characters is whole: cutting it costs a call to read on."""
_TAIL_ROOM = 700
"""Of passages of which one place is shown so much (docs/assistant.md)."""
_FURTHER_ROOM = 300
"""Around each further place, while there is room."""
_FOREMOST_CHARS = 1_500
"""More of the passage that ranked best, where room is left: 114 of 142 quotations are shown, not 110
(docs/assistant.md)."""
_TALK_CHARS = 2_600
"""What follows the nearest words in a transcript is shown so far: in talk the answer stands behind what opens the
matter, in words of its own."""
_HEAD_CHARS = 160
"""Of a lead-in that stands far above, so much is shown."""
_OPENING_CHARS = 160
"""Of the opening of a section of law so much is shown, where a later part of it is."""
_HEADING_WORDS = 6
"""A line of more words, right above what is shown, is no heading."""
_COMPLETE_CHARS, _TAIL_COMPLETE_CHARS, _MARK_CHARS = 1_200, 300, 4
"""What the rest of a list or of a paragraph of law may add to a piece, to one of a passage shown briefly, and what the
mark of an item takes."""
_LEAN_CHARS = 400
"""The longest sentence shown because the next one begins with a word for what it names."""
_LEFT_CHARS = 120
"""Less of a passage is not cut off."""
_OUTCOME_CHARS = 240
"""Of the end of a motion or an article: who voted how and whether it passed, who sponsors it; and of its beginning, for
"Motion passed 3-0." alone tells nothing."""
_JOIN_CHARS = 80
"""Two pieces so near to each other are shown as one; of 235 quotations 400 showed none more, in 290 characters more."""

_TWICE_CHARS = 40
"""A shorter sentence ("Motion carried.") is shown again: it says another thing in another place."""
_TWICE_SHARE = 0.95
"""Minutes tell a case at every meeting in the same words, but for the verb."""
_LONG_SENTENCE = 700
"""A longer "sentence" is a table or a page without stops: only what stands around the words is shown."""
_BESIDE_CHARS = 120
_ENDS = '.!?:;”")]'
"""What a passage ends with where its last sentence does."""
_GOES_ON, _HEAD_OF_PAGE = lazy_regex(r"^[a-z]", re.MULTILINE), 300
"""The first line of a page that begins with a small letter goes on with the page before; what stands above it is the
head of the page."""
_WORD = lazy_regex(r"\w")
_BLANK = lazy_regex(r"\s+")
# before "\n• Library $40", "\n(b) keep goats", "\n3. Roads", "\n## Old business", "\nLibrary 12,000 14,000"
_BREAK = lazy_regex(
    r"\n(?=[ \t]*(?:[-*•▪◦‣–]\s|\(?[A-Za-z\d]{1,3}[.)]\s|[IVX]{1,5}\.\s|#{1,6}\s"
    r"|[^\n\d]{3,60}(?:[ \t]+\(?[$]?[ \t]?[\d.,]+[%)]?){2,}[ \t]*(?:\n|\Z)))"
)
_LEAST_WIDTH, _FULL_SHARE, _LINE_WORDS = 72, 0.8, 3
"""The width of a column of prose at the least, the share of it that a wrapped line fills, and the words of a line that
is no cell of a table."""
# "ARTICLE 40: Resolution", "Article 7." at the start of a line of a warrant
_ARTICLE = lazy_regex(r"^[ \t#]*ARTICLE\s+\d{1,3}\b", re.IGNORECASE | re.MULTILINE)

_Piece = tuple[int, int]


class Window(NamedTuple):
    """What is shown of a passage, the page on which it begins, and whether it is the whole passage."""

    text: str
    page: int | None
    whole: bool


class _Shown:
    """The pieces of one passage that are shown, as places in its text."""

    def __init__(self, evidence: Evidence) -> None:
        self.chunk = evidence.chunk
        self.text = evidence.chunk.text
        self.pieces: tuple[_Piece, ...] = ()
        self.first: int | None = None
        """Where the words begin that are the likeliest to answer."""

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """Those of the whole passage."""
        return sentences(self.text)

    @cached_property
    def acts(self) -> tuple[_Piece, ...]:
        """Where what is moved in the passage stands, with what became of it, and each article of a warrant, which ends
        with who asks for it."""
        if self.chunk.doc_type == "minutes":
            return _acts(self.text)
        heads = [match.start() for match in _ARTICLE.finditer(self.text)]
        return tuple(pairwise([*heads, len(self.text.rstrip())]))

    def holds(self, span: AnswerSpan) -> bool:
        return any(start <= span.start and span.end <= end for start, end in self.pieces)

    def with_span(self, span: AnswerSpan, room: int, *, brief: bool) -> tuple[_Piece, ...]:
        """The pieces with this span, the whole text when it is short and there is room, and the lead-in the span hangs
        on."""
        short = _SECTION_CHARS if self.chunk.section and not brief else _SHORT_CHARS
        if len(self.text) <= short:
            return ((0, len(self.text)),)
        start, end = _around(self.sentences, (span.start, span.end), room)
        table = end - start > max(room, _LONG_SENTENCE) or in_table(self.text, span.start, span.end)
        if table:
            start, end = _beside(self.text, span)
        start = self._with_antecedent(_heading_above(self.text, min(start, span.start)))
        end = self._with_reply(max(end, span.end))
        start, end = self._complete(span, start, end, _TAIL_COMPLETE_CHARS if brief else _COMPLETE_CHARS)
        hung = (*_lead_in(self.text, span.start, end), *self._outcome(span, end), *self._opening(start))
        return joined([*self.pieces, (start, end), *hung], 0 if table else _JOIN_CHARS)

    def with_talk(self, span: AnswerSpan, most: int) -> tuple[_Piece, ...]:
        """The pieces with the words of a transcript from those of the span on."""
        behind = [one for one in self.sentences if one.end > span.start and one.start < span.start + most]
        talk = [(behind[0].start, min(behind[-1].end, span.start + most + _LEAN_CHARS))] if behind else []
        return joined([*self.pieces, *talk], _JOIN_CHARS)

    def _complete(self, span: AnswerSpan, start: int, end: int, most: int) -> _Piece:
        """The piece with the whole of each list and paragraph of law that it shows a part of, if that adds `most` or
        less: an ellipsis in a list costs a call to read on."""
        marks = [one.start for one in subdivisions(self.text) if len(one.path) == 1] if self.chunk.section else []
        paragraphs = pairwise([0, *(mark for mark in marks if mark), len(self.text)]) if marks else ()
        for low, high in (*_lists(self.text, self.sentences, (span.start, end - 1, end + 1)), *paragraphs):
            added = max(start - low, 0) + max(high - end, 0)
            if low < end and start < high and added <= most:
                start, end = min(low, start), max(high, end)
        return start, end

    def _opening(self, start: int) -> Iterator[_Piece]:
        """The first words of a section of law of which a later part is shown: whom it speaks of."""
        if self.chunk.section and start > _OPENING_CHARS and self.sentences:
            end = self.sentences[0].end
            yield 0, end if end <= _OPENING_CHARS else self.text.rfind(" ", 0, _OPENING_CHARS)

    def _with_antecedent(self, start: int) -> int:
        """The start of the sentence before the one that begins here, when that one begins with "she" or "this"."""
        at = next((n for n, one in enumerate(self.sentences) if one.start <= start < one.end), 0)
        before = self.sentences[at - 1].start if at and leans(self.sentences[at].text) else start
        return before if start - before <= _LEAN_CHARS else start

    def _with_reply(self, end: int) -> int:
        """The end of the sentence after the one that ends here, when that one asks; of the passage, when little is left
        of it."""
        last = next((at for at, one in enumerate(self.sentences) if one.start < end <= one.end), -1)
        if last >= 0 and ASKS.search(self.sentences[last].text) and last + 1 < len(self.sentences):
            end = self.sentences[last + 1].end
        return len(self.text) if len(self.text) - end <= _LEFT_CHARS else end

    def _outcome(self, span: AnswerSpan, end: int) -> Iterator[_Piece]:
        """Of the motion or article that the span tells of its beginning, where that stands near before the span, and
        its last sentences, beyond `end`: what became of what."""
        for start, stop in self.acts:
            if start < span.start < min(stop, start + _OUTCOME_CHARS):
                yield start, span.start
            if start <= span.start < stop and end < stop:
                least = max(end, stop - _OUTCOME_CHARS)
                first = next((one.start for one in self.sentences if one.start >= least), stop)
                yield first, max(first, stop)

    def decided_in(self, rest: _Shown) -> Iterator[_Piece]:
        """Of the last motion shown here, where the passage ends before its vote, the last sentences in the next one."""
        last = max((low for low, _ in self.acts), default=-1)
        if last < 0 or not any(low <= last < high for low, high in self.pieces):
            return
        again = rest.text.find(self.text[last : last + _OUTCOME_CHARS].rstrip())  # passages overlap
        if again >= 0:
            stop = max((end for low, end in rest.acts if low == again), default=0)
        else:
            goes_on = max((end for low, end in _acts(f"{self.text}\n{rest.text}") if low == last), default=0)
            stop = goes_on - len(self.text) - 1
        first = next((one.start for one in rest.sentences if one.start >= stop - _OUTCOME_CHARS), stop)
        if stop > 0 and first < stop:
            yield first, stop

    def widened(self, room: int) -> tuple[_Piece, ...]:
        """The pieces with so many characters more: the whole passage, else what stands around the one that holds the
        words likeliest to answer."""
        if len(self.text) - _size(self.pieces) <= room:
            return ((0, len(self.text)),)
        if room < _TAIL_ROOM:
            return self.pieces
        first = self.first or 0
        start, end = next((one for one in self.pieces if one[0] <= first < one[1]), (first, first + 1))
        around = _around(self.sentences, (start, end), end - start + room)
        return joined([*self.pieces, around], _JOIN_CHARS)

    def shown_sentences(self) -> list[Sentence]:
        """The sentences of the passage that its pieces hold whole."""
        pieces = self.pieces
        return [one for one in self.sentences if any(low <= one.start and one.end <= high for low, high in pieces)]

    def window(self, least: int, told: _Told) -> Window:
        """The pieces as text, without the sentences `told` in a passage before, which those shown here join; where no
        piece was chosen, `least` characters from the best words on."""
        start = self.first or 0
        if least and not self.pieces:
            blank = self.text.rfind(" ", start, start + least) + 1
            piece = (start, len(self.text) if len(self.text) - start <= least else blank or start + least)
            return Window(_joined(self.chunk, [piece]), page_at(self.chunk, start), whole=False)
        document = self.chunk.doc_id
        again = [one for one in self.shown_sentences() if told.says(document, one.text)]
        told.add(document, (one.text for one in self.shown_sentences()))
        pieces = _without(self.text, self.pieces, again)
        if not pieces:
            return Window("", self.chunk.page_start, whole=False)
        outside = self.text[: pieces[0][0]] + self.text[pieces[-1][1] :]
        whole = len(pieces) == 1 and not outside.strip()
        return Window(_joined(self.chunk, self._turned(pieces)), page_at(self.chunk, pieces[0][0]), whole)

    def _turned(self, pieces: Iterable[_Piece]) -> list[_Piece]:
        """The pieces, cut before the first sentence of each further page of the passage; where a sentence goes on over
        the turn, without the head of that page."""
        turns = [self._turn(turn) for turn in self.chunk.page_turns]
        cut: list[_Piece] = []
        for start, end in pieces:
            for foot, top in turns:
                if start < foot and top < end:
                    cut.append((start, foot))
                    start = top
            cut.append((start, end))
        return cut

    def _turn(self, turn: int) -> _Piece:
        """Where a page ends and the next one begins: before its first sentence, or its first line where that goes on
        with the page before."""
        goes_on = _GOES_ON.search(self.text, turn, turn + _HEAD_OF_PAGE)
        if goes_on and self.text[:turn].rstrip()[-1:] not in _ENDS:
            return turn, goes_on.start()
        first = next((one.start for one in self.sentences if one.start >= turn), turn)
        return first, first


def _acts(text: str) -> tuple[_Piece, ...]:
    """Where the motions of a text stand, each with what became of it."""
    return tuple((one.start, one.end) for one in motions(text))


class _Told:
    """Sentences that were shown of each document, to show none a second time. Another document that says the same says
    it of another meeting or under another law: "Present: Osgood; Webb was absent" has the words of its opposite."""

    def __init__(self) -> None:
        self._told: dict[tuple[str, frozenset[str]], None] = {}

    def add(self, document: str, texts: Iterable[str]) -> None:
        """Remembers sentences; a short one ("Motion carried.") says another thing in another place and is not."""
        self._told.update({(document, frozenset(words(text))): None for text in texts if len(text) >= _TWICE_CHARS})

    def says(self, document: str, text: str) -> bool:
        """Whether one sentence that was shown has nearly all words of this one and all its numbers."""
        said = frozenset(words(text)) if len(text) >= _TWICE_CHARS else frozenset[str]()
        numbers = {word for word in said if word[0].isdigit()}
        return bool(said) and any(
            where == document and numbers <= other and len(said & other) >= _TWICE_SHARE * len(said)
            for where, other in self._told
        )


def _without(text: str, pieces: Iterable[_Piece], sentences: Iterable[Sentence]) -> list[_Piece]:
    """The pieces less these sentences; what is left of a piece without a word is no piece."""
    left = [*pieces]
    for one in sentences:
        kept = [(start, min(end, one.start)) for start, end in left if start < one.start]
        kept += [(max(start, one.end), end) for start, end in left if end > one.end]
        left = sorted(set(kept))
    return [(start, end) for start, end in left if _WORD.search(text, start, end)]


def _size(pieces: Iterable[_Piece]) -> int:
    return sum(end - start for start, end in pieces)


def _lead_in(text: str, start: int, end: int) -> list[_Piece]:
    """The lead-in that the words at `start` hang on, when it stands outside the piece."""
    for hung in hung_on(text, start):
        if hung.head_end <= start and not start <= hung.head_start < end:
            return [(hung.head_start, min(hung.head_end, hung.head_start + _HEAD_CHARS))]
    return []


def _lists(text: str, found: Sequence[Sentence], places: Iterable[int]) -> Iterator[_Piece]:
    """The lists that hold these places, from the lead-in to the first sentence of the last item."""
    for one in (hung for place in places for hung in hung_on(text, place)[:1]):
        after: Hung | None = one
        while after:
            last = after
            after = next(
                (to for to in hung_on(text, last.end) if to.head_end == one.head_end and to.start > last.start), None
            )
        yield one.head_start, next((each.end for each in found if each.end > last.start + _MARK_CHARS), last.end)


def _heading_above(text: str, start: int) -> int:
    """Where the line begins that stands right above a place as its heading, else the place: "Elections-", "Roads"."""
    above = text[:start].rstrip()
    line = above[above.rfind("\n") + 1 :].strip()
    heads = 0 < len(line.split()) <= _HEADING_WORDS and line[:1].isupper() and line[-1] not in ".,;?!"
    return len(above) - len(line) if heads and "\n" in text[len(above) : start] else start


def _around(found: Sequence[Sentence], piece: _Piece, room: int) -> _Piece:
    """The run of whole sentences around a piece that fits the room, one more after than before."""
    inside = [place for place, one in enumerate(found) if one.end > piece[0] and one.start < piece[1]]
    first, last = (inside[0], inside[-1]) if inside else (0, 0)
    turn = 0
    while True:
        after, before = last + 1 < len(found), first > 0
        wants_after = after and (turn % 3 != 0 or not before)
        low, high = (first, last + 1) if wants_after else (first - 1, last)
        if not (after or before) or found[high].end - found[low].start > room:
            return found[first].start, found[last].end
        first, last, turn = low, high, turn + 1


def _beside(text: str, span: AnswerSpan) -> _Piece:
    """The words of a span and a little of what stands before and after it, cut at white space."""
    low, high = max(0, span.start - _BESIDE_CHARS), min(len(text), span.end + _BESIDE_CHARS)
    first, last = _BLANK.search(text, low, span.start), _BLANK.search(text, high)
    return (first.end() if first and low else low), (last.start() if last else len(text))


def _joined(chunk: Chunk, pieces: Sequence[_Piece]) -> str:
    """The pieces in order of reading: an ellipsis where text between them or at an end is left out,
    "[p. 3]" before the first of a further page."""
    text, shown = chunk.text, ""
    page, last = page_at(chunk, pieces[0][0]), 0
    for start, end in pieces:
        gap = "… " if text[last:start].strip() else ""
        here = page_at(chunk, start)
        shown += gap + (f"[p. {here}] " if here != page else "") + _lines(text[start:end]) + " "
        page, last = here, end
    return shown.rstrip() + (" …" if text[last:].strip() else "")


def _lines(text: str) -> str:
    """The text without line breaks but before items of lists, headings and rows of figures, and behind a line that
    ended on purpose."""
    parts = (part for piece in _BREAK.split(text) for part in lines_apart(piece))
    return "\n".join(line for part in parts if (line := one_line(part)))


def lines_apart(text: str) -> list[str]:
    """The text cut behind each line that ended on purpose: much of its width is left and the next begins with a
    capital, both of several words. "Budgets are DUE\\nMay 6, 2031 at the hall" as one line moves the day of the next
    item to this one."""
    lines = text.split("\n")
    full = _FULL_SHARE * max(_LEAST_WIDTH, *map(len, lines))
    parts = [lines[0]]
    for before, after in pairwise(lines):
        head, words_of = after.split(), min(len(before.split()), len(after.split()))
        ended = words_of >= _LINE_WORDS and head[0][0].isupper() and len(before.strip()) + len(head[0]) < full
        parts[-1:] = [parts[-1], after] if ended else [f"{parts[-1]}\n{after}"]
    return parts


def windows(
    items: Sequence[Evidence],
    spans: Sequence[AnswerSpan],
    room: int,
    least: int = 0,
    *,
    whole: Collection[str] = (),
    briefly: Sequence[str] = (),
    further: Sequence[AnswerSpan] = (),
    foremost: str = "",
    talks: Sequence[AnswerSpan] = (),
) -> Mapping[str, Window]:
    """Label -> what is shown of each passage, about `room` characters in all and at least `least` of each; the text of
    one that has no place is empty. No sentence is shown twice.

    `spans` are what to show, the likeliest to answer first, of those without a probability the sentence; the passages
    labelled in `whole` are shown uncut, of those in `briefly` one place, of `talks` (each of another transcript, shown
    before all) what follows; what room is left goes to `further`, then some to the passage labelled `foremost`; runs
    of white space are single; marks that could pass for ours are neutralised.
    """
    held = {item.label: _Shown(item) for item in items}
    left = room - least * len(held)
    for label in whole:
        held[label].pieces = ((0, len(held[label].text)),)
        left -= len(held[label].text) - least
    for place, span in enumerate(talks):
        shown = held[span.label]
        pieces = shown.with_talk(span, _TALK_CHARS if not place else _ROOMS[0])
        if _size(pieces) - least <= left:
            shown.pieces, shown.first, left = pieces, span.start, left - _size(pieces) + least
    likely = sum(span.label in held for span in spans)
    told = _Told()
    for place, span in enumerate(span for span in (*spans, *further) if span.label in held):
        shown, late = held[span.label], place >= likely
        if place == likely:
            left = _before_further(held, foremost, talks, left)
        if shown.first is None:
            shown.first = span.start
        if shown.holds(span) or told.says(shown.chunk.doc_id, span.text):
            continue
        brief = span.label in briefly and not late
        if brief and shown.pieces:
            continue
        rooms = (_FURTHER_ROOM,) if late else (_TAIL_ROOM,) if brief else _rooms(place)
        for around in rooms if late or brief or span.probability else (0,):
            pieces = shown.with_span(span, around, brief=brief)
            cost = max(least, _size(pieces)) - max(least, _size(shown.pieces))
            if cost <= left:
                shown.pieces, left = pieces, left - cost
                told.add(shown.chunk.doc_id, (span.text, *(one.text for one in shown.shown_sentences())))
                break
    if foremost in held:
        held[foremost].pieces = held[foremost].widened(min(left, _FOREMOST_CHARS))
    _carried_over(held.values())
    told = _Told()
    return {label: shown.window(least, told) for label, shown in held.items()}


def _before_further(held: Mapping[str, _Shown], foremost: str, talks: Sequence[AnswerSpan], left: int) -> int:
    """The room that is left when the passage that ranked best has a place, and the first talk goes on."""
    if foremost in held and not held[foremost].pieces:
        held[foremost].pieces = held[foremost].widened(min(left, _SECTION_CHARS))
        left -= _size(held[foremost].pieces)
    for span in talks[:1]:
        first = held[span.label]
        pieces = first.with_talk(span, _TALK_CHARS + max(0, min(left, _TALK_CHARS)))
        left, first.pieces = left - _size(pieces) + _size(first.pieces), pieces
    return left


def _carried_over(held: Iterable[_Shown]) -> None:
    """Shows the rest of a sentence that leaves a passage over its end, and what became of a motion that does, where the
    document's next passage is held."""
    following = {shown.chunk.id: shown for shown in held}
    for shown in following.values():
        text, (document, _, number) = shown.text.rstrip(), shown.chunk.id.rpartition("#")
        rest = following.get(f"{document}#{int(number) + 1}") if number.isdigit() else None
        goes_on = _GOES_ON.search(rest.text, 0, _HEAD_OF_PAGE) if rest else None
        if rest and goes_on and shown.pieces and shown.pieces[-1][1] >= len(text) and text[-1] not in _ENDS:
            end = next(one.end for one in rest.sentences if one.end > goes_on.start())
            rest.pieces = joined([*rest.pieces, (goes_on.start(), end)], _JOIN_CHARS)
        if rest and shown.pieces and shown.chunk.doc_type == "minutes":
            rest.pieces = joined([*rest.pieces, *shown.decided_in(rest)], _JOIN_CHARS)


def _rooms(place: int) -> tuple[int, ...]:
    """The characters to show around the span at this place of the order: the most for which there is room."""
    return tuple(dict.fromkeys((*_ROOMS[place : place + 1], *_ROOMS[-1:], 0))) if place < len(_ROOMS) else (0,)


def one_line(text: str) -> str:
    """The text on one line with everything that could pass for our own marks, or for a role's, made harmless."""
    return _ROLE.sub(r"\1\2 -", " ".join(neutralised(text).split()))
