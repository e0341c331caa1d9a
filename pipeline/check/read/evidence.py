"""What a claim is compared with: the entries of the cited sources that its words point at, and the claim itself, read.

With the words a claim rests on (its spans), the entries are the sentences, rows and motions that hold them; without,
those that share most words with it. Holds values and how they are found; it refuses to judge.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, NamedTuple

from pydantic import AfterValidator

from pipeline.check.read.case import SourceText, over_a_turn
from pipeline.check.read.lexing import Token, lex, worth_matches
from pipeline.check.read.motions import MotionRead, motions_in
from pipeline.check.read.reading import Mention, ReadSentence, content, mentions, read_sentences
from pipeline.quoting.locate import NOT_FOUND, Place, locate
from vault.text.labels import plain_label
from vault.text.patterns import lazy_regex
from vault.value import Value

__all__ = [
    "Entry", "Held", "Said", "Support", "held_of", "is_unit_mark", "is_verbish", "is_wide", "matched", "said_of",
    "span_text", "speaks_of", "token_in", "written_on",
]  # fmt: skip


class Support(Value):
    """The verbatim words a claim rests on, and the label of the source they stand in; " … " joins separate places."""

    source: Annotated[str, AfterValidator(plain_label)]
    quote: str


class Entry(NamedTuple):
    """One sentence, row or motion of a source, with its place among the sentences of the source."""

    source: SourceText
    sentence: ReadSentence
    number: int

    @property
    def text(self) -> str:
        """Its words as they stand."""
        return self.source.text[self.sentence.start : self.sentence.end]

    @property
    def flat(self) -> str:
        """Its words in single spaces."""
        return " ".join(self.text.split())


class Said(NamedTuple):
    """A claim, read: its text without labels, tokens, content, clauses and who is named."""

    text: str
    tokens: tuple[Token, ...]
    words: tuple[Token, ...]
    clauses: tuple[tuple[Token, ...], ...]
    named: tuple[Mention, ...]


class Held(NamedTuple):
    """What the cited sources hold of a claim's matter: its entries, the sentences next to them, motions, and the words
    of the spans. `given` tells whether the writer named the words; `astray` are spans that stand in no cited source."""

    sources: tuple[SourceText, ...]
    entries: tuple[Entry, ...]
    near: tuple[Entry, ...]
    motions: tuple[tuple[SourceText, MotionRead], ...]
    quotes: tuple[tuple[SourceText, str, int], ...]
    given: bool
    astray: tuple[str, ...] = ()

    def tokens(self) -> tuple[Token, ...]:
        """The tokens of all entries."""
        return tuple(token for entry in self.entries for token in entry.sentence.tokens)

    def segments(self) -> tuple[tuple[SourceText, ReadSentence], ...]:
        """The sentences and rows of the spans as the writer joined them; without spans those of the whole sources."""
        if not self.given:
            return tuple((source, one) for source in self.sources for one in read_sentences(source.text))
        flat = [(source, " ".join(words.split())) for source, words, _ in self.quotes]
        return tuple((source, one) for source, words in flat for one in read_sentences(words))

    def attached(self) -> str:
        """The words that the writer attached, on one line, without the marks of what was filled in; "" without any."""
        line = " … ".join(" ".join(words.split()) for _, words, _ in self.quotes) if self.given else ""
        return _FILLED.sub(r"\1", line)

    def page(self) -> tuple[Entry, ...]:
        """All sentences of the cited sources."""
        return tuple(
            Entry(source, sentence, number)
            for source in self.sources
            for number, sentence in enumerate(read_sentences(source.text))
        )


_FILLED = lazy_regex(r"\{\{\w+: ?([^{}]*)\}\}")
"""What a reader fills in by hand: "this {{filled:8th}} day"."""
_ELLIPSIS = lazy_regex(r"\s*(?:…|\.\.\.)\s*")
_MOST_ENTRIES = 3
_NEAR = 2
"""Sentences on either side of an entry in which the things it speaks of ("these", "the request") may be named."""
_CLAUSE = lazy_regex(r",?\s+(?:and|but|while|whereas|though)\s+(?=\S)|;\s+")


@lru_cache(maxsize=4096)
def said_of(text: str) -> Said:
    """The claim read; a claim without words has no tokens."""
    tokens = lex(text)
    clauses = []
    start = 0
    for match in _CLAUSE.finditer(text):
        part = tuple(token for token in tokens if start <= token.start and token.end <= match.start())
        rest = tuple(token for token in tokens if token.start >= match.end())
        if (_is_clause(part) and _is_clause(rest)) or (match.group()[0] == ";" and content(part) and content(rest)):
            clauses.append(part)
            start = match.end()
    clauses.append(tuple(token for token in tokens if token.start >= start))
    return Said(text, tokens, content(tokens), tuple(clauses), mentions(tokens, text))


def _is_clause(tokens: tuple[Token, ...]) -> bool:
    words = [token for token in tokens if token.kind == "word" and not token.capital]
    return len(content(tokens)) >= 2 and any(is_verbish(token) for token in words)


_TEXT_VERBS = """
    is are was were be has have had do does did may must shall will would can could came went made said fell rose
    gave took held sold bought paid sent kept left lost met put cut won spent ran got told wrote spoke chose built
    began found felt grew
"""
_VERBS = frozenset(_TEXT_VERBS.split())


def is_verbish(token: Token) -> bool:
    """Whether a word may be a finite verb by its form."""
    low = token.first
    return low in _VERBS or low.endswith("ed") or (low.endswith("s") and len(low) > 4 and not low.endswith("ss"))


def matched(words: Sequence[Token], tokens: Sequence[Token], written: tuple[int, int, int] = (0, 0, 0)) -> int:
    """How many of the words have a like word or the same figure among the tokens."""
    return sum(token_in(word, tokens, written) is not None for word in words)


def token_in(word: Token, tokens: Sequence[Token], written: tuple[int, int, int] = (0, 0, 0)) -> Token | None:
    """The first token that is the same word, a like word, the same figure or reference; None when none is."""
    if word.worth is not None:
        return next((t for t in tokens if t.worth is not None and worth_matches(word.worth, t.worth, written)), None)
    if word.kind == "ref":
        return next((t for t in tokens if t.kind == "ref" and _is_one_law(word.key[0], t.key[0])), None)
    key, groups = word.key, word.groups
    alone = key[0] if len(key) == 1 else None
    like = within = None
    for token in tokens:
        if token.key == key:
            return token
        if like is None:
            if token.kind == "word" and not groups.isdisjoint(token.groups):
                like = token
            elif within is None and alone is not None and len(token.key) > 1 and alone in token.key:
                within = token  # "available" of "made available"
    return like or within


def _is_one_law(ours: str, theirs: str) -> bool:
    """Whether two references are one: "§ 2-534" in a text of the code is "D.C. Code § 2-534"."""
    longer, shorter = (ours, theirs) if len(ours) > len(theirs) else (theirs, ours)
    return ours == theirs or (shorter[0] == "§" and longer.endswith(f" {shorter}"))


_UNIT_MARKS = {"inches": lazy_regex(r"\d\s?[\"”″]"), "feet": lazy_regex(r"\d\s?['’′](?!\w)")}


def is_unit_mark(word: Token, held: Held) -> bool:
    """Whether an entry writes the unit as a mark behind a figure: 24" is "24 inches"."""
    mark = _UNIT_MARKS.get(word.text.lower())
    return mark is not None and any(mark.search(entry.text) for entry in held.entries)


_WIDE = 60
"""Tokens of one quotation from which on it speaks of several matters."""
_OF_MATTER = 3
"""Of so many words of a claim a place in a wide quotation must have one to be of its matter."""


def is_wide(held: Held) -> bool:
    """Whether a writer attached a whole passage, in which many matters stand."""
    return held.given and any(len(words) > _WIDE and len(lex(words)) > _WIDE for _, words, _ in held.quotes)


def speaks_of(words: Sequence[Token], tokens: Sequence[Token]) -> bool:
    """Whether a place in a wide quotation is of a claim's matter: it has a third of its words."""
    return matched(words, tokens) * _OF_MATTER >= len(words)


def written_on(source: SourceText) -> tuple[int, int, int]:
    """The date of a source as year, month, day; zeros for what is not known."""
    parts = [int(part) for part in source.date.split("-") if part.isdigit()]
    return (*parts, 0, 0, 0)[:3]  # type: ignore[return-value]


def held_of(said: Said, sources: Sequence[SourceText], support: Sequence[Support]) -> Held:
    """The entries of the cited sources for a claim. Spans that stand nowhere are told, and the closest entries used."""
    by_label = {source.label: source for source in sources}
    entries: list[Entry] = []
    quotes: list[tuple[SourceText, str, int]] = []
    astray: list[str] = []
    ends: dict[str, int] = {}  # of the words placed last in each source: "All were in favor" ends many motions
    for one in support:
        source = by_label.get(one.source)
        for piece in (part for words in _ELLIPSIS.split(one.quote) for part in _on_pages(words, source)):
            place = _place(piece, source, ends.get(one.source, 0)) if source is not None else NOT_FOUND
            if source is None or not place.pieces:
                if source is None or not locate(piece, source.about).pieces:  # the heading of a section is its own
                    astray.append(piece)
                continue
            ends[one.source] = place.end
            start = place.start
            if quotes and quotes[-1][0] is source and _is_leader(source.text, quotes[-1], start):
                start = quotes.pop()[2]
            quotes.append((source, source.text[start : place.end], start))
            entries.extend(_overlapping(source, place.start, place.end))
    given = bool(entries) and not astray
    if not entries:
        entries = [entry for source in sources for entry in _closest(said, source)]
    unique = {(entry.source.label, entry.number): entry for entry in entries}
    kept = tuple(unique.values())
    return Held(
        tuple(sources), kept, _around(kept, sources), _motions(kept, sources), tuple(quotes), given, tuple(astray)
    )


def _on_pages(words: str, source: SourceText | None) -> Sequence[str]:
    """Attached words as they stand in a source: in two pieces where a page turns within them; none of a blank."""
    if source is None or not words.strip() or locate(words, source.text, ocr=source.ocr).pieces:
        return (words,) if words.strip() else ()
    return [part for _, part in over_a_turn(words, (source,))] or (words,)


def _is_leader(text: str, before: tuple[SourceText, str, int], start: int) -> bool:
    """Whether only dots stand between the words before and `start`: a course of them, "Balance ........ $1,200", cuts
    nothing."""
    between = text[before[2] + len(before[1]) : start]
    return bool(between) and not any(map(str.isalnum, between)) and any(mark in between for mark in "….")


def _place(piece: str, source: SourceText, after: int) -> Place:
    """Where the piece stands, after the piece before it if it does."""
    later = locate(piece, source.text[after:], ocr=source.ocr) if after else NOT_FOUND
    if not later.pieces:
        return locate(piece, source.text, ocr=source.ocr)
    start, end = later.start + after, later.end + after
    return later.changed(start=start, end=end, pieces=((start, end),))


def span_text(entry: Entry, held: Held) -> str:
    """The parts of the sentence that the spans show, or the whole sentence without a span."""
    first, last = entry.sentence.start, entry.sentence.end
    shown = [
        source.text[max(start, first) : min(start + len(words), last)]
        for source, words, start in held.quotes
        if source.label == entry.source.label and start < last and first < start + len(words)
    ]
    return " ".join(shown) or entry.text


def _overlapping(source: SourceText, start: int, end: int) -> list[Entry]:
    return [
        Entry(source, sentence, number)
        for number, sentence in enumerate(read_sentences(source.text))
        if sentence.start < end and start < sentence.end
    ]


def _closest(said: Said, source: SourceText) -> list[Entry]:
    """The sentences that share most words with the claim, with the one after each."""
    sentences = read_sentences(source.text)
    written = written_on(source)
    scores = [(matched(said.words, content(one.tokens), written), number) for number, one in enumerate(sentences)]
    best = sorted(scores, key=lambda pair: (-pair[0], pair[1]))[:_MOST_ENTRIES]
    top = best[0][0] if best else 0
    return [
        Entry(source, sentences[number], number)
        for score, number in sorted(best, key=lambda p: p[1])
        if score and score * 2 >= top
    ]


def _around(entries: Sequence[Entry], sources: Sequence[SourceText]) -> tuple[Entry, ...]:
    found = {}
    for source in sources:
        sentences = read_sentences(source.text)
        own = [entry.number for entry in entries if entry.source.label == source.label]
        for number in own:
            for other in range(max(0, number - _NEAR), min(len(sentences), number + _NEAR + 1)):
                if other not in own:
                    found[source.label, other] = Entry(source, sentences[other], other)
    return tuple(found.values())


def _motions(entries: Sequence[Entry], sources: Sequence[SourceText]) -> tuple[tuple[SourceText, MotionRead], ...]:
    found = []
    for source in sources:
        own = [entry.sentence for entry in entries if entry.source.label == source.label]
        for motion in motions_in(source.text):
            if any(motion.start < one.end and one.start < motion.end for one in own):
                found.append((source, motion))
    return tuple(found)
