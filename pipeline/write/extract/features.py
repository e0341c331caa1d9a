"""What tells the sentence that answers from the others: named figures of every span of a brief, for a linear score.

Each figure is of a general kind: words met, words met nearby, the kind of answer, the form of the sentence, the record
it stands in. It refuses to look outside the brief or to know any document.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from pipeline.ask.cues import CUES
from pipeline.ask.names import identifier_key
from pipeline.ask.phrases import stem_words
from pipeline.quoting.negation import has_finite_verb
from pipeline.types import Brief
from pipeline.write.extract.asking import Asked
from pipeline.write.extract.meeting import Meeting, Met, joined, less
from pipeline.write.extract.outcomes import is_motion
from pipeline.write.extract.spans import Span, figures_in
from vault.law.references import find_refs
from vault.states.offices import GOVERNING_BOARDS, GOVERNING_MEMBERS
from vault.text.words import stem, stems, words
from vault.types import Chunk

__all__ = ["SELECT_BOARD", "Described", "describe", "is_of", "leads_in", "opens_item", "stem_set"]

_FADE = 0.8
"""A word of the question met so many sentences away counts by this power; half at the border of another item."""
_FAINT = 0.05
"""Below this, 13 sentences away, a word met is forgotten."""
_TITLE_SHARE = 0.6
"""A word of the title or heading: the document is about it, this sentence need not be."""
_TITLE_WORDS = 6
"""A line that ends with a colon and is longer leads into a list of the same item."""
_SHORT_WORDS = 9
"""A shorter span is a fragment, a name or a vote."""
_USUAL_WORDS = 20
"""Words of a usual sentence of minutes; the figure of length is 0 there."""
_SHOWN = 0.5
"""A word of the question counts as shown by a sentence and its surroundings from here on."""
_NAMED_NEAR = 0.3
"""A name met so far away, five sentences, still tells whom a span is about."""
_REMEMBERED = 16_384
"""Sentences whose stems and form a process remembers, under 1 KB each."""
_ROW_FIGURES = 3
"""Figures of a row of a table; an address has fewer."""
_BELOW_IDENTIFIER, _AFTER_ITEM = 0.7, 0.05
"""What stands below the line with a case number is of that case, less surely with every sentence."""
# "91" in "RSA 91-A:3"
_NUMBER = re.compile(r"\d+")
# "25-03-LM", "31-07-V": how boards number their cases
_CASE = re.compile(r"\b\d{2,4}-\d{1,3}-[A-Z]{1,4}\b")
SELECT_BOARD = frozenset(map(stem, ("select", *GOVERNING_BOARDS, *GOVERNING_MEMBERS)))


class Described(NamedTuple):
    """A span with its figures by name, the share of the question it shows with its surroundings, and those words."""

    span: Span
    figures: dict[str, float]
    coverage: float
    shown: frozenset[str]


def stem_set(text: str) -> frozenset[str]:
    """The stems of a text's words."""
    return frozenset(stem_words(text))


def opens_item(span: Span) -> bool:
    """Whether the span opens another item: "Case #25-02-BLA: …", "Article 12:", "New Business:"."""
    head = span.text[:40].lower().lstrip("•*-–# ")
    titled = span.text.endswith(":") and not leads_in(span)
    return titled or head.startswith(("case", "article", "old business", "new business"))


def leads_in(span: Span) -> bool:
    """Whether a sentence announces what stands next: "… are prohibited from the following:"."""
    return span.text.rstrip(" -").endswith(":") and span.words > _TITLE_WORDS


def _items(spans: Sequence[Span]) -> list[int]:
    numbers, number = [], 0
    for span in spans:
        number += opens_item(span)
        numbers.append(number)
    return numbers


def _faded(met: Sequence[Met], items: Sequence[int], order: Sequence[int]) -> list[dict[str, float]]:
    """What the spans before each one (in `order`) meet, fading with the distance."""
    found: list[dict[str, float]] = [{} for _ in met]
    held: dict[str, float] = {}
    before = order[0] if order else 0
    for at in order:
        fade = _FADE if items[at] == items[before] else _FADE / 2
        held = {root: share * fade for root, share in held.items() if share * fade > _FAINT}
        found[at] = dict(held)
        held = joined((held, met[at]))
        before = at
    return found


@lru_cache(maxsize=_REMEMBERED)
def _stems_of(text: str) -> tuple[str, ...]:
    return stems(words(text))


class _Form(NamedTuple):
    """What a sentence shows of itself, whatever was asked."""

    verb: bool
    digit: bool
    motion: bool


@lru_cache(maxsize=_REMEMBERED)
def _form(text: str) -> _Form:
    return _Form(has_finite_verb(text), any(map(str.isdigit, text)), is_motion(text))


class _Page(NamedTuple):
    """One piece of evidence: its spans and what each of them and its surroundings meet."""

    spans: tuple[Span, ...]
    stems: tuple[tuple[str, ...], ...]
    met: tuple[Met, ...]
    before: list[dict[str, float]]
    after: list[dict[str, float]]
    items: list[int]
    about: Met

    @property
    def chunk(self) -> Chunk:
        """The cited chunk."""
        return self.spans[0].evidence.chunk

    def around(self, at: int) -> dict[str, float]:
        """What a span meets with what stands near it and what its title says."""
        title = {root: _TITLE_SHARE * share for root, share in self.about.items()}
        return joined((self.met[at], self.before[at], self.after[at], title))


def _page(spans: tuple[Span, ...], meeting: Meeting) -> _Page:
    chunk = spans[0].evidence.chunk
    stems = tuple(_stems_of(span.text) for span in spans)
    met = tuple(meeting.met(frozenset(found)) for found in stems)
    items = _items(spans)
    order = range(len(spans))
    return _Page(
        spans=spans,
        stems=stems,
        met=met,
        before=_faded(met, items, order),
        after=_faded(met, items, order[::-1]),
        items=items,
        about=meeting.met(stem_set(f"{chunk.title} {chunk.heading} {chunk.town}")),
    )


def _scope(spans: Sequence[Span], identifiers: tuple[str, ...]) -> list[float]:
    """1 where an identifier of the question stands, 0.7 below it in the same item, fading over the item."""
    reach = 0.0
    found: list[float] = []
    for span in spans:
        key = identifier_key(span.text) if identifiers else ""
        if any(identifier in key for identifier in identifiers):
            reach = 1.0
        elif opens_item(span):
            reach = 0.0
        else:
            reach = max(0.0, reach - _AFTER_ITEM) if reach < 1 else _BELOW_IDENTIFIER
        found.append(reach)
    return found


def _case_numbers(chunks: Sequence[tuple[Span, ...]], identifiers: tuple[str, ...]) -> tuple[str, ...]:
    """The question's identifiers and the case numbers that stand in the same sentence as one of them."""
    if not identifiers or any(_CASE.search(identifier.upper()) for identifier in identifiers):
        return identifiers
    linked = [
        identifier_key(number)
        for spans in chunks
        for span in spans
        if any(identifier in identifier_key(span.text) for identifier in identifiers)
        for number in _CASE.findall(span.text)
    ]
    return tuple(dict.fromkeys((*identifiers, *linked)))


def _cited(pages: Sequence[_Page], meeting: Meeting) -> dict[str, float]:
    """The held sections' statutes that local records name, with the most that a sentence naming one shows of the
    question. A sentence without the number of a held chapter names none of its sections."""
    chapters = {number for page in pages for number in _NUMBER.findall(page.chunk.section)[:1]}
    found: dict[str, float] = {}
    for page in pages:
        for at, span in enumerate(page.spans if page.chunk.lane == "local" else ()):
            for ref in find_refs(span.text) if any(number in span.text for number in chapters) else ():
                found[ref.cite] = max(found.get(ref.cite, 0.0), meeting.worth(page.around(at)))
    return found


def _other_board(chunk: Chunk, boards: Sequence[str]) -> bool:
    if not boards or not chunk.board or chunk.lane != "local":
        return False
    own = {stem(word) for word in words(chunk.board)} - {stem(w) for w in ("board", "town", "of", *words(chunk.town))}
    named = {stem(word) for board in boards for word in words(board)}
    return bool(own) and not own & named and not (own & SELECT_BOARD and named & SELECT_BOARD)


class _Reader:
    """The figures of one brief."""

    def __init__(self, chunks: Sequence[tuple[Span, ...]], asked: Asked, brief: Brief) -> None:
        held = [spans for spans in chunks if spans]
        self.asked, self.brief = asked, brief
        self.meeting = Meeting(asked, [frozenset(_stems_of(span.text)) for spans in held for span in spans])
        self.pages = [_page(spans, self.meeting) for spans in held]
        self.cited = _cited(self.pages, self.meeting)
        self.identifiers = _case_numbers(held, asked.identifiers)
        self.best = max((self.meeting.worth(met) for page in self.pages for met in page.met), default=0.0) or 1.0
        self.keys = frozenset(r for r, weight in asked.stems.items() if weight >= 1) or frozenset(asked.stems)
        self.wants_bills = brief.reading.asks_bills
        scores = [(page.chunk.lane, page.spans[0].evidence.score) for page in self.pages]
        self.top = {lane: max(score for own, score in scores if own == lane) for lane, _ in scores}

    def described(self) -> Iterator[Described]:
        """Every span with its figures, in reading order, chunks in retrieval order."""
        ranks: Counter[str] = Counter()
        for page in self.pages:
            ranks[page.chunk.lane] += 1
            shared = self._of_page(page, ranks[page.chunk.lane])
            scope = _scope(page.spans, self.identifiers)
            items = {number: self._item(page, number) for number in set(page.items)}
            for at, span in enumerate(page.spans):
                around = page.around(at)
                figures = {
                    **self._words(page, at, around),
                    **self._kind(span, page.met[at]),
                    **shared,
                    "item": items[page.items[at]],
                    "ident": scope[at],
                    "secfirst": float(bool(page.chunk.section) and at == 0),
                    "townrow": float(span.row and self._is_town_row(span.text)),
                }
                shown = frozenset(root for root, share in around.items() if share >= _SHOWN)
                yield Described(span, figures, self.meeting.worth(around), shown)

    def _item(self, page: _Page, number: int) -> float:
        own = (met for met, item in zip(page.met, page.items, strict=True) if item == number)
        return self.meeting.worth(joined(own))

    def _is_town_row(self, text: str) -> bool:
        town = self.brief.issue.town
        return bool(town) and town.lower() in text.lower() and figures_in(text) >= _ROW_FIGURES

    def _words(self, page: _Page, at: int, around: Met) -> dict[str, float]:
        met, stems, names = page.met[at], page.stems[at], self.asked.names
        cov, worth = self.meeting.worth(met), self.meeting.worth
        pairs = self.asked.pairs
        near = {(a, b) for i, a in enumerate(stems) for b in stems[i + 1 : i + 4]} if pairs else frozenset()
        return {
            "cov": cov,
            "rare": self.meeting.rare_worth(met),
            "covrel": cov / self.best,
            "dens": min(sum(root in self.asked.stems for root in stems) / (len(stems) or 1), 0.5),
            "key0": float(not any(met.get(root, 0.0) >= _SHOWN for root in self.keys)),
            "noname": float(bool(names) and not any(around.get(root, 0.0) >= _NAMED_NEAR for root in names)),
            "pairs": sum(p in near or p[::-1] in near for p in pairs) / (len(pairs) or 1),
            "near": worth(around),
            "before": 0.0 if page.chunk.section else worth(less(page.before[at], met)),
            "before_law": worth(less(page.before[at], met)) if page.chunk.section else 0.0,
            "about": worth(less(page.about, met)),
        }

    def _kind(self, span: Span, met: Met) -> dict[str, float]:
        text, cues = span.text, self.asked.cues
        shown = [cue for cue in cues if CUES[cue].search(text)]
        form = _form(text)
        return {
            "cues": len(shown) / (len(cues) or 1),
            "cue": float(bool(shown)),
            "amount": float("amount" in shown),
            "rule": float("rule" in shown),
            "measure": float("measure" in shown or "rate" in shown),
            "duration": float("duration" in shown),
            "date": float("date" in shown),
            "short": float(span.words < _SHORT_WORDS),
            "length": math.log(max(span.words, 1) / _USUAL_WORDS),
            "verb": float(form.verb),
            "digit": float(form.digit),
            "motion": float(form.motion),
            "motion_asked": float(form.motion and "outcome" in cues),
        }

    def _of_page(self, page: _Page, rank: int) -> dict[str, float]:
        chunk, scope = page.chunk, self.brief.route.scope
        state = chunk.lane == "state"
        link = max((share for cite, share in self.cited.items() if is_of(cite, chunk.section)), default=0.0)
        years = self.asked.years
        told = f"{chunk.date} {chunk.title} {chunk.text}" if years else ""
        return {
            "score": page.spans[0].evidence.score / (self.top[chunk.lane] or 1.0),
            "first": 1.0 / rank,
            "other_board": float(_other_board(chunk, self.brief.issue.boards)),
            "other_year": float(bool(years and chunk.date) and not any(year in told for year in years)),
            "state_local": float(state and scope == "local"),
            "state_wide": float(state and scope == "statewide"),
            "bill": float(chunk.doc_type == "bill" and not self.wants_bills),
            "stale": float(chunk.status in ("stale", "repealed", "superseded")),
            "link": link,
        }


def is_of(cite: str, section: str) -> bool:
    """Whether a cite names that section or a paragraph of it; False for a chunk that is no section."""
    return bool(section) and (cite == section or cite.startswith(f"{section},"))


def describe(chunks: Sequence[tuple[Span, ...]], asked: Asked, brief: Brief) -> tuple[Described, ...]:
    """Every span of the evidence with its figures, in reading order, chunks in the order given; () without a span."""
    return tuple(_Reader(chunks, asked, brief).described())
