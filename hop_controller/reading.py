"""What can be read off a text without a model: sentences, dates, amounts, identifying numbers and proper names.

Holds the patterns of identifying numbers and gathers what the grammars of `vault.facts` read. It refuses to judge:
what counts as a candidate is decided in `candidates`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from vault.facts.dates import dates_in
from vault.facts.figures import figures_in
from vault.facts.names import name_key, named_in
from vault.law.references import find_refs
from vault.text.patterns import lazy_regex
from vault.text.sentences import sentences as split_sentences
from vault.text.words import content_words, stems

__all__ = ["MOST_READ", "Kind", "NamedThing", "meaning", "mentions", "sentences", "years"]

MOST_READ = 200
"""Sources and summaries whose words are read, in the order given: later ones count with their tier alone. A state of
10,000 sources is decided in a second; no run holds a tenth of 200."""

Kind = Literal["person", "body", "place", "program", "name", "number", "statute", "date", "year", "amount"]

_NUMBERS = (
    lazy_regex(
        r"\b(?:Case|Docket|Application|Permit|Appeal|File|Ordinance|Resolution|Contract|Grant)s?\s+"
        r"(?:No\.?\s*|Number\s+|#\s*)?[A-Z]{0,5}-?\d[\w\-]*(?:[.:]\d[\w\-]*)*"
    ),  # "Case No. ZBA-24-07", "Docket 2024-118", "Ordinance 14"
    lazy_regex(r"\b(?:Warrant\s+)?Article\s+(?:No\.?\s*|#\s*)?\d{1,3}[A-Z]?\b(?!\.\d)"),  # "Warrant Article 12"
    lazy_regex(r"\b(?:[A-Z]{2}\s)?(?:HB|SB|HCR|SCR|HJR|CACR|H\.\s?R\.|[HS]\.)\s?\d{1,5}\b"),  # "HB 1124", "SC H.3456"
    lazy_regex(r"\b(?:Tax\s+)?Map\s+\d+\w*[,/]?\s+(?:and\s+)?Lots?\s+\d[\w.\-]*\b"),  # "Map 12, Lot 34-1"
    lazy_regex(r"\b[A-Z]{2,5}-\d{2,4}-\d{1,4}\b"),  # "ZBA-24-07"
)


class NamedThing(NamedTuple):
    """One thing named in a text: kind, words as written (a statute's canonical cite), comparison key and offsets."""

    kind: Kind
    text: str
    key: str
    start: int
    end: int


@lru_cache(maxsize=1024)
def sentences(text: str) -> tuple[str, ...]:
    """The sentences of the text in order, in single spaces; an abbreviation ("No.") ends none. Empty for no text."""
    return tuple(" ".join(sentence.text.split()) for sentence in split_sentences(text))


@lru_cache(maxsize=20_000)
def meaning(text: str) -> frozenset[str]:
    """The stems of the words that carry meaning; the unit in which phrases are compared. Empty for none."""
    return frozenset(stems(content_words(text)))


@lru_cache(maxsize=2048)
def years(text: str) -> frozenset[str]:
    """The four-digit years named in the text, alone or in a date."""
    dated = {m.key[:4] for m in _apart(text, _exact_mentions(text)) if m.kind in {"date", "year"}}
    return frozenset(year for year in dated if year.isdigit())


@lru_cache(maxsize=4096)
def mentions(text: str) -> tuple[NamedThing, ...]:
    """Everything named in the text in order of place, no two overlapping; numbers win over names."""
    return tuple(sorted(_apart(text, (*_exact_mentions(text), *_name_mentions(text))), key=lambda m: m.start))


def _apart(text: str, found: Iterable[NamedThing]) -> list[NamedThing]:
    """The mentions without those that overlap an earlier one of the list."""
    taken = bytearray(len(text))
    kept: list[NamedThing] = []
    for mention in found:
        if not any(taken[mention.start : mention.end]):
            taken[mention.start : mention.end] = b"\x01" * (mention.end - mention.start)
            kept.append(mention)
    return kept


def _name_mentions(text: str) -> Iterator[NamedThing]:
    for named in named_in(text):
        yield NamedThing(named.kind, named.text, named.key, named.start, named.end)


def _exact_mentions(text: str) -> Iterator[NamedThing]:
    """Numbers, sums and dates, which win over names, the more exact kinds first."""
    for ref in find_refs(text):
        yield NamedThing("statute", ref.cite, name_key(ref.cite), ref.start, ref.end)
    for pattern in _NUMBERS:
        for m in pattern.finditer(text):
            yield NamedThing("number", m.group().rstrip(".-"), name_key(m.group().rstrip(".-")), m.start(), m.end())
    for figure in figures_in(text):
        if figure.kind == "amount":
            yield NamedThing("amount", figure.text, figure.value, figure.start, figure.end)
    for dated in dates_in(text):
        if dated.kind != "month":  # a month is no day
            kind: Kind = "date" if dated.kind == "day" else "year"
            yield NamedThing(kind, text[dated.start : dated.end], dated.value, dated.start, dated.end)
