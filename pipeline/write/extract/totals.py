"""A list or a total that is asked for: the series that a record lists, whole, and the sum of its amounts, worked out
here.

A series is what a sentence announces ("received 7 abatements. They are as follows."), the amounts of one sentence, or
the sentences of one record that name what the question names. It refuses to add what is not counted alike: where the
question or the record says how many there are, the series has just as many.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pipeline.ask.phrases import content
from pipeline.quoting.turns import leans
from pipeline.types import IssueMap, PartAnswer
from pipeline.write.extract.passages import Lines, Passage, Wants, announced_list, answering_passages, enumerated, holds
from pipeline.write.extract.spans import Span, stem_set
from vault.facts.dates import spoken_date
from vault.facts.figures import all_figures_in
from vault.facts.numerals import ONE_WORD
from vault.text.patterns import lazy_regex
from vault.text.words import stem, words

__all__ = ["Total", "asks_list", "asks_total", "counted_list", "counts_in", "total_of"]

# "what do they total", "how much altogether", "all told", "come to", "the combined budget"
_ASKS = lazy_regex(
    r"\b(?:total(?:led)? of|(?:in|to|they|these|those) total|total(?=\W*\Z)|altogether|all told|in all|add(?:s|ed)? up|"
    r"added|com(?:e|es|ing) to|combined|together|sum of)\b",
    re.IGNORECASE,
)
_NO_VERB = r"(?!(?:did|do|does|is|was|has|had|can|could|may|might|must|shall|should|will|would)\b)"
# "Which documents must …", "What are the five components …", "Name the towns …", "for what purposes"; "on what ground
# did Dallas …" and "what paper is owed by owners" ask for no list
_ASKS_LIST = lazy_regex(
    rf"\b(?:which|what|who|whom|where|name|list)\b(?:\s+{_NO_VERB}[\w’'-]+){{0,5}}?\s+{_NO_VERB}[\w’'-]*[^s\W]s\b",
    re.IGNORECASE,
)
_TOTAL = lazy_regex(r"\btotal", re.IGNORECASE)
"""The "total appropriations" are printed: this word alone asks for a sum only of things that are counted."""
_LEAST, _MOST = 2, 40
"""Amounts of a series."""
_COUNTED = range(2, _MOST)
_CENT = 0.01
_COUNTED_SHARE, _BEST_SHARE, _SHARE = 0.65, 0.5, 0.85
"""Share of the rare words of the question that a series, with the words that announce it and its title, must hold,
where the question or the record counts as many, where it is what answers best, and where it is neither."""
# "three" warrants may be "3 Warrants" on record
_NUMBER = lazy_regex(ONE_WORD, re.IGNORECASE)
_NUMBERED = lazy_regex(r"\b(?:map|lot|sub|sublot|article|route|rt|case|page|section|no|#)\W*\Z", re.IGNORECASE)


# "$157,000 in the loan fund and $30,000 in the other"; "$5, an increase of $1" are not added up
_JOINED = lazy_regex(
    r"\A(?!.*\b(?:in|de)creas)(?:[^$]+\$[\d,.]+(?:[^$]{0,60}(?:,|\band\b) ?\$[\d,.]+)+[^$]{0,120})\Z", re.IGNORECASE
)


class Total(NamedTuple):
    """A series that is added up: its sentences as one passage, its amounts in order, the share of the question's rare
    words it holds, and whether the question or the record counts as many."""

    passage: Passage
    amounts: tuple[float, ...]
    share: float
    counted: bool

    @property
    def value(self) -> float:
        """The sum, in dollars."""
        return round(sum(self.amounts), 2)

    @property
    def said(self) -> str:
        """The sentence that tells the sum."""
        return f"Added up here, that comes to ${self.value:,.2f} in all.".replace(".00 in", " in")


def asks_total(text: str) -> bool:
    """Whether a question asks what several sums come to."""
    return _ASKS.search(text) is not None or (bool(_TOTAL.search(text)) and bool(counts_in(text)))


def asks_list(text: str) -> bool:
    """Whether a question asks for several things."""
    return _ASKS_LIST.search(text) is not None


def counted_list(lines: Lines, answer: PartAnswer, *, room: int) -> tuple[Passage, ...]:
    """The list of as many items as a part counts ("the six addresses") that its best words stand in, however sure they
    are by themselves; () where there is none."""
    counts = counts_in(answer.part)
    best = answer.spans[:1] if counts else ()
    found = answering_passages(lines, best, room=room, wants=Wants(lists=True))
    return tuple(one for one in found if not counts.isdisjoint((one.items[1], enumerated(one.spans[one.best].text))))


def total_of(
    lines: Lines, answer: PartAnswer, phrasings: Sequence[str], issue: IssueMap, rare: Callable[[str], float]
) -> Total | None:
    """The series of the evidence that a part asks the total of, in its own words or in a phrasing's; None where it asks
    for none, and where no series of a record of the days that the issue names is surely meant."""
    part = answer.part
    if not asks_total(part):
        return None
    asked = counts_in(part)
    wanted = [_rare_words(text, rare) for text in (part, *phrasings)]
    found = []
    for line in lines.values():
        if not line or not issue.date_from <= (line[0].evidence.chunk.date or issue.date_from) <= (
            issue.date_to or "9"
        ):
            continue
        for series in _series(line, frozenset(wanted[0])):
            said = counts_in(" ".join(span.text for span in series.heads))
            if said and asked and said.isdisjoint(asked):
                continue
            told = _told(series, asked or said)
            share = max(_share(told, line, words_of) for words_of in wanted)
            amounts = tuple(amount for span in told.items for amount in _amounts(span.text))
            is_summed = abs(2 * max(amounts, default=0.0) - sum(amounts)) < _CENT  # one is the total of the others
            if len(amounts) < _LEAST or (asked and len(amounts) not in asked) or is_summed:
                continue
            counted = (told.counted and len(amounts) > _LEAST) or bool(asked)
            spans = tuple(dict.fromkeys((*told.heads, *told.items)))
            is_best = told.closed and any(holds(Passage(spans, 0), one) for one in answer.spans[:1])
            least = _COUNTED_SHARE if counted else _BEST_SHARE if is_best else _SHARE
            if share >= least and (counted or told.closed):
                found.append(Total(Passage(spans, len(spans) - 1, items=(len(amounts),) * 2), amounts, share, counted))
    return max(found, key=lambda one: (one.counted, one.share), default=None)


def _rare_words(text: str, rare: Callable[[str], float]) -> dict[str, float]:
    """The weight of each stem of a text that says which sums are meant."""
    said = content(_ASKS.sub(" ", text))
    roots = (stem(word) for word in said if not word.isdigit() and not _NUMBER.fullmatch(word))
    return {root: weight for root in roots if (weight := rare(root)) > 0}


class _Series(NamedTuple):
    """Sentences or items with an amount each, or one sentence with several, and those that announce them."""

    heads: tuple[Span, ...]
    items: tuple[Span, ...]
    closed: bool = False
    """Whether a sentence joins its amounts, so that it says where they end."""
    counted: bool = False
    """Whether as many are told as its heads say there are."""


def _told(series: _Series, counts: set[int]) -> _Series:
    """A series cut to as many items as are counted, where it runs on: what follows belongs to something else."""
    if len(series.items) < _LEAST:
        return series._replace(counted=len(_amounts(series.items[0].text)) in counts if series.items else False)
    fitting = max((one for one in counts if one <= len(series.items)), default=0)
    return series._replace(items=series.items[:fitting] if fitting else series.items, counted=fitting > 0)


def _share(series: _Series, line: Sequence[Span], wanted: Mapping[str, float]) -> float:
    """The share of the rare words of a question that a series holds with its heads, its title and its day."""
    chunk = line[0].evidence.chunk
    text = " ".join((chunk.title, spoken_date(chunk.date), *(span.text for span in (*series.heads, *series.items))))
    held = {stem(word) for word in words(text)}
    return sum(weight for root, weight in wanted.items() if root in held) / (sum(wanted.values()) or 1.0)


def _series(line: Sequence[Span], wanted: frozenset[str]) -> Iterator[_Series]:
    """The series of one passage."""
    single = list[tuple[frozenset[str], Span]]()
    for at, span in enumerate(line):
        count = len(_amounts(span.text))
        first, last = announced_list(line, at)
        heads = tuple(line[first - (first > 0 and leans(line[first].text)) : first + 1])
        if _LEAST <= count <= _MOST and not span.row:
            before = heads if first < at else tuple(line[max(0, at - 1) : at]) if leans(span.text) else ()
            yield _Series(before, (span,), closed=_JOINED.search(span.text) is not None)
        if first == at < last:
            yield _Series(heads, tuple(one for one in line[at + 1 : last + 1] if len(_amounts(one.text)) == 1))
        if count == 1:
            single.append((wanted & stem_set(span.text), span))
    named = _named(line, wanted)
    if named:
        yield _Series((), named, closed=True)
    most = max((len(said) for said, _ in single), default=0)
    for told in dict.fromkeys(said for said, _ in single if said and len(said) == most):
        yield _Series((), tuple(span for said, span in single if said == told))


def _named(line: Sequence[Span], wanted: frozenset[str]) -> tuple[Span, ...]:
    """The sentences with one sum each that name it by a word of the question which no other of them names a sum by
    ("Water fund is $5. Sewer fund is $7."); () where two do."""
    names = [(wanted & stem_set(one.text.split("$")[0]), one) for one in line if len(_amounts(one.text)) == 1]
    said = Counter(root for roots, _ in names for root in roots)
    own = tuple(one for roots, one in names if any(said[root] == 1 for root in roots))
    return own if len(own) == sum(bool(roots) for roots, _ in names) else ()


def counts_in(text: str) -> set[int]:
    """The numbers by which a text may count things: "7 abatements", "the three warrants"; never the number of a lot."""
    return {
        int(figure.value)
        for figure in all_figures_in(text)
        if figure.kind in ("number", "counted")
        and figure.value.isdigit()
        and int(figure.value) in _COUNTED
        and not figure.text.startswith("0")
        and not _NUMBERED.search(text[: figure.start])
    }


def _amounts(text: str) -> list[float]:
    return [float(one.value) for one in all_figures_in(text) if one.kind == "amount"]
