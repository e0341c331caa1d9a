"""A clause put together from several sources, or from words far apart in a long passage.

Holds which part of a clause stands in which source, and how close together its words stand. It refuses to speak of a
sum or a difference, which takes both.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from pipeline.check.read.case import SourceText
from pipeline.check.read.evidence import Held, Said, span_text, token_in, written_on
from pipeline.check.read.lexing import FRAME, Token, lex
from pipeline.check.read.reading import content
from pipeline.check.slots.acts import told_by_record
from pipeline.check.slots.tables import told_in_list, told_in_rows
from pipeline.check.slots.workings import works_out
from vault.text.patterns import lazy_regex

__all__ = ["joined_sources", "scattered"]

_JOINS = ("and", "but", "when", "while", "after", "before", "because", "since", "though", "which", "who", "where")


def _cut_at_commas(clause: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """A clause in the parts that its commas and conjunctions set apart, each of a figure or two words of content."""
    start = 0
    for at, token in enumerate(clause):
        cuts = token.text in (",", ";") or token.text.lower() in _JOINS
        sides = [content(clause[start:at]), content(clause[at:])] if cuts else []
        if cuts and all(len(side) > 1 or any(one.worth is not None for one in side) for side in sides):
            yield clause[start:at]
            start = at
    yield clause[start:]


def joined_sources(said: Said, held: Held) -> list[str]:
    """A clause whose words stand partly in one source only and partly in another only says what neither says."""
    place_of = _places(held.sources)
    places = set(place_of.values())
    if len(places) < 2 or works_out(said, held):  # a difference of two sources is put together from both
        return []
    if _is_of_one_day(said, held):
        return [_TWO_SOURCES]
    for part in (part for clause in said.clauses for part in _cut_at_commas(clause)):
        holders, firm = [], []
        for word in content(part):
            shown = (e for e in held.entries if token_in(word, e.sentence.tokens, written_on(e.source)))
            found = {place_of[entry.source.label] for entry in shown}
            found |= {place_of[source.label] for source in held.sources if token_in(word, lex(source.about))}
            holders.append(found)
            firm.append(word.worth is not None or word.capital)
        weights = [
            sum(_FIRM if sure else 1 for found, sure in zip(holders, firm, strict=True) if found == {place})
            for place in sorted(places)
        ]
        if sum(weight >= _FIRM for weight in weights) >= 2:  # one plain word may stand anywhere
            return [_TWO_SOURCES]
    return []


def _places(sources: Sequence[SourceText]) -> dict[str, int]:
    """For each label the number of its place: a passage and the one right behind it are one, cut by the page."""
    found: dict[str, int] = {}
    known: list[tuple[str, int, int]] = []  # document, place in it, number
    for number, source in enumerate(sources):
        chunk = source.chunk
        near = [
            at for doc, ord_, at in known if chunk is not None and doc == chunk.doc_id and abs(ord_ - chunk.ord) == 1
        ]
        found[source.label] = min(near, default=number)
        if chunk is not None:
            known.append((chunk.doc_id, chunk.ord, found[source.label]))
    return found


_FIRM = 2
"""What a figure or a name that stands in one source only weighs; a plain word weighs one."""
_TWO_SOURCES = "(put together from two sources)"


def _is_of_one_day(said: Said, held: Held) -> bool:
    """Whether a claim on records of two days names one for both: "on May 6 it granted … and chose"."""
    days = {written_on(entry.source) for entry in held.entries} - {(0, 0, 0)}
    told = [one.worth.date for one in said.tokens if one.worth is not None and one.worth.kind == "date"]
    leads = len(said.clauses) < 2 or _LEADING_DAY.match(said.text) is not None
    return len(days) > 1 and len(told) == 1 and told[0] in days and leads


# "On May 6, 2031, Roy moved … and the Board chose …": the day of both
_LEADING_DAY = lazy_regex(r"\A\W*(?:on|at the) [^,;]{3,20},? \d{4}\b", re.IGNORECASE)
_WIDE = 50
"""Tokens of one quotation from which on any word of a page may be among them by chance."""
_SPREAD, _PER_WORD = 30, 8
"""Tokens among which the words of a clause may stand, however few, and how many for each of them. Of 900 true claims
that were verified seven stand farther apart; with whole passages attached 13 of 25 false ones do, and 15 of 54 true
ones."""


def scattered(said: Said, held: Held) -> list[str]:
    """A clause whose words stand far apart in a long passage: each is there, and they say nothing together."""
    widest = max((len(lex(words)) for _, words, _ in held.quotes), default=0)
    if not held.given or widest <= _WIDE or works_out(said, held):
        return []
    rows = told_in_rows(said, held) | told_in_list(said, held) | told_by_record(said, held)
    about = [token for source in held.sources for token in lex(source.about)]
    line = [token for entry in held.entries for token in lex(span_text(entry, held))]
    for clause in said.clauses:
        words = [one for one in content(clause) if one.key[0] not in FRAME and one.start not in rows]
        words = [one for one in words if token_in(one, about) is None]
        met = [(at, n) for at, token in enumerate(line) for n, one in enumerate(words) if token_in(one, (token,))]
        count = len({n for _, n in met})
        if count > 1 and _reach(met, count) > max(_SPREAD, _PER_WORD * count):
            return ["(its words stand far apart: attach the sentence that says it)"]
    return []


def _reach(met: Sequence[tuple[int, int]], count: int) -> int:
    """The length of the shortest run of tokens in which each of the words met stands."""
    best, first = met[-1][0] - met[0][0] + 1, 0
    shown: Counter[int] = Counter()
    for at, n in met:
        shown[n] += 1
        while len(shown) == count:
            start, left = met[first]
            best = min(best, at - start + 1)
            shown[left] -= 1
            shown += Counter()  # without the words of which none is left
            first += 1
    return best
