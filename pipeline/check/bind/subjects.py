"""Who it is told of: what the record says of one subject, said of another one that stands beside it.

"Heads may propose, but the board decides" holds every word of "heads decide". Holds the comparison of the subject of a
claim with the one in front of the same words in the record; it refuses to speak where that one is a pronoun, or where
the record names none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipeline.check.bind.places import runs
from pipeline.check.read.evidence import Entry, Held, Said, is_verbish, matched, token_in
from pipeline.check.read.lexing import Token
from pipeline.check.read.negation import negates
from pipeline.check.read.reading import content

__all__ = ["other_subject"]

_PARTS = frozenset(["but", "while", "whereas"])
_ARTICLES = ("the", "a", "an", "his", "her", "its", "their")
_HEAD, _LEAST, _SHARE = 3, 2, 0.75
"""Words with which a claim names its subject at the most, words behind it at the least, and the share of those that one
part of the record must hold."""


def other_subject(said: Said, held: Held) -> list[str]:
    """The subject of a clause whose other words the record tells, in one part of a sentence, of a named other one."""
    for clause in said.clauses:
        words = _stated(clause)
        for run in runs(held.entries, 1):
            for parts, part in ((one, part) for one in _sentences(run) for part in one):
                strange = [n for n, word in enumerate(words[:_HEAD]) if token_in(word, part) is None]
                head, told = words[: max(strange, default=-1) + 1], words[max(strange, default=-1) + 1 :]
                if not head or len(told) < _LEAST or matched(told, part) < _SHARE * len(told):
                    continue
                beside = [one for other in parts if other is not part for one in other]
                named = _named_first(part) if matched(head, beside) == len(head) else ()
                if named and not any(token_in(one, said.tokens) for one in named):
                    return [f"who: {' '.join(one.text for one in head)}"]
    return []


def _stated(clause: Sequence[Token]) -> tuple[Token, ...]:
    """The words of a clause, behind "that" where it reports."""
    that = next((n for n, one in enumerate(clause) if one.text.lower() == "that"), -1)
    told = content(tuple(clause[that + 1 :])) or content(tuple(clause))
    return tuple(one for one in told if not negates(one))


def _named_first(part: Sequence[Token]) -> Sequence[Token]:
    """The name, or the noun behind its article, that a part of a sentence begins with."""
    verb = next((n for n, one in enumerate(part) if _is_verb(one)), len(part))
    thing = next((one.text.lower() for one in part), "") in _ARTICLES
    return [one for one in content(tuple(part[:verb])) if one.capital or thing]


def _is_verb(token: Token) -> bool:
    return token.kind == "word" and not token.capital and is_verbish(token)


def _sentences(run: Sequence[Entry]) -> Iterator[list[tuple[Token, ...]]]:
    """The parts of each sentence of a run; one that ends with "but" goes on with the next."""
    held: list[Token] = []
    for entry in run:
        held += entry.sentence.tokens
        last = next((one.text.lower() for one in reversed(held) if one.kind == "word"), "")
        if last not in _PARTS:
            yield [*_parts(held)]
            held = []
    if held:
        yield [*_parts(held)]


def _parts(tokens: Sequence[Token]) -> Iterator[tuple[Token, ...]]:
    """The tokens cut where a conjunction begins another statement."""
    start = 0
    for at, one in enumerate(tokens):
        if one.text.lower() in _PARTS and _is_statement(tokens[at + 1 :]) and _is_statement(tokens[start:at]):
            yield tuple(tokens[start:at])
            start = at + 1
    yield tuple(tokens[start:])


def _is_statement(tokens: Sequence[Token]) -> bool:
    return any(map(_is_verb, tokens)) and len(content(tuple(tokens))) >= _LEAST
