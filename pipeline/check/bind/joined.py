"""A clause put together from several sources: what each says, and what only both together would say.

Holds which part of a clause stands in which source. It refuses to speak of a sum or a difference, which takes both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipeline.check.read.evidence import Held, Said, token_in, written_on
from pipeline.check.read.lexing import Token, lex
from pipeline.check.read.reading import content
from pipeline.check.slots.workings import works_out

__all__ = ["joined_sources"]

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
    labels = [source.label for source in held.sources]
    if len(labels) < 2 or works_out(said, held):  # a difference of two sources is put together from both
        return []
    if _is_of_one_day(said, held):
        return [_TWO_SOURCES]
    for part in (part for clause in said.clauses for part in _cut_at_commas(clause)):
        holders, firm = [], []
        for word in content(part):
            found = {e.source.label for e in held.entries if token_in(word, e.sentence.tokens, written_on(e.source))}
            found |= {source.label for source in held.sources if token_in(word, lex(source.about))}
            holders.append(found)
            firm.append(word.worth is not None or word.capital)
        weights = [
            sum(_FIRM if sure else 1 for found, sure in zip(holders, firm, strict=True) if found == {label})
            for label in labels
        ]
        if sum(weight >= _FIRM for weight in weights) >= 2:  # one plain word may stand anywhere
            return [_TWO_SOURCES]
    return []


_FIRM = 2
"""What a figure or a name that stands in one source only weighs; a plain word weighs one."""
_TWO_SOURCES = "(put together from two sources)"


def _is_of_one_day(said: Said, held: Held) -> bool:
    """Whether a claim on records of two days names one for both: "on May 6 it granted … and chose"."""
    days = {written_on(entry.source) for entry in held.entries} - {(0, 0, 0)}
    told = [one.worth.date for one in said.tokens if one.worth is not None and one.worth.kind == "date"]
    return len(days) > 1 and len(told) == 1 and told[0] in days and len(said.clauses) < 2
