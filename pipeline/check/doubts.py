"""Why a claim without left-over words is still not verified: its words are bound, but not as the record binds them.

Holds the last look before `verified`: whether the words stand together in one place, in the record's own words and
order, said of the one the record says them of, under no condition the claim leaves out. It refuses to contradict.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from pipeline.check.read.alike import base_of
from pipeline.check.read.evidence import Entry, Held, Said, matched, token_in, written_on
from pipeline.check.read.lexing import Token, lex
from pipeline.check.read.reading import bodies_in, content, is_person
from pipeline.check.slots.acts import deciding
from pipeline.check.slots.turns import negates
from vault.facts.dates import MONTH_NAMES

__all__ = ["doubts"]

_TEXT_HARMLESS = """
    minutes record records page document text show also too now still then thus would according total figure amount
    sum came number year matter item entry source say said note listed there here meeting mr mrs ms dr under own same
    section rsa law statute chapter paragraph article both all together combined sum differ half
"""
_HARMLESS = frozenset(base_of(word) for word in _TEXT_HARMLESS.split())
_MOTION_WORDS = frozenset(
    base_of(word) for word in ["move", "motion", "second", "vote", "pass", "carry", "approve", "grant", "board"]
)
_CALENDAR = frozenset((*(name.lower() for name in MONTH_NAMES), "morning", "afternoon", "evening", "night", "noon"))
"""Words that only spell a date or time, whose values are compared."""
_IN_ORDER = 0.65
"""Share of a clause's words that must stand in the record in the order of the claim."""
_HEDGES = re.compile(
    r"\b(?:if|unless|until|except|provided|whether|would|could|should|might|propos\w+|request\w*|recommend\w*|consider\w*"
    r"|suggest\w*|asked|may|only|every|all|any|each|none|no|not|never|at least|at most|up to|more than|less than|fewer"
    r"|over|under|approximately|about|before|after|without|subject to|maximum|minimum|some|most)\b",
    re.IGNORECASE,
)


def doubts(said: Said, held: Held) -> tuple[str, ...]:
    """The doubts about a claim whose words are all bound, each as residue; () when it may be called verified."""
    motion = deciding(said, held) is not None
    found = [*_far(said, held), *_apart(said, held), *_subjects(said, held), *_hedged(said, held, motion=motion)]
    if not motion:
        found += _reordered(said, held)
    return tuple(dict.fromkeys(found))


def _own_words(said: Said) -> list[Token]:
    return [word for word in said.words if word.kind == "word"]


def _apart(said: Said, held: Held) -> list[str]:
    """A clause whose words stand only in places that do not touch each other."""
    for clause in said.clauses:
        words = content(clause)
        if not words or not held.entries:
            continue
        whole = max(_held_in(words, run) for run in _runs(held.entries))
        anywhere = _held_in(words, held.entries)
        if whole < anywhere:
            return ["(put together from separate places)"]
    return []


def _held_in(words: Sequence[Token], entries: Sequence[Entry]) -> int:
    tokens = [token for entry in entries for token in entry.sentence.tokens]
    return matched(words, tokens, written_on(entries[0].source))


def _runs(entries: Sequence[Entry]) -> list[list[Entry]]:
    """The entries in runs of neighbours of one source."""
    runs: list[list[Entry]] = []
    for entry in sorted(entries, key=lambda one: (one.source.label, one.number)):
        last = runs[-1][-1] if runs else None
        if last is not None and last.source.label == entry.source.label and entry.number - last.number <= 1:
            runs[-1].append(entry)
        else:
            runs.append([entry])
    return runs


def _far(said: Said, held: Held) -> list[str]:
    """Words that stand only near the entries or elsewhere on the page, not in them or in the metadata of the source."""
    tokens = held.tokens()
    about = [token for source in held.sources for token in lex(source.about)]
    boards = {source.chunk.board for source in held.sources if source.chunk}
    bodies = [(start, end) for start, end, name in bodies_in(said.text) if name in boards]
    return [
        word.text
        for word in _own_words(said)
        if word.key[0] not in _HARMLESS
        and word.key[0] not in _MOTION_WORDS
        and not any(start <= word.start < end for start, end in bodies)
        and token_in(word, tokens) is None
        and token_in(word, about) is None
        and not negates(word)
        and not (word.capital and any(word.text.removesuffix("'s") in source.text for source in held.sources))
        and word.text.lower() not in _CALENDAR
    ]


def _subjects(said: Said, held: Held) -> list[str]:
    """Who acts in the claim and in its entries is named only as something else, where others act there."""
    acting = [one.actor for entry in held.entries for one in entry.sentence.mentions if one.role in ("subject", "by")]
    acting += [entry.sentence.subject for entry in held.entries if entry.sentence.subject is not None]
    boards = {source.chunk.board for source in held.sources if source.chunk and source.chunk.doc_type == "minutes"}
    text = "\n".join(source.text for source in held.sources)
    left = []
    for one in said.named:
        if not one.actor.body and not is_person(one.actor, text):
            continue
        if one.role not in ("subject", "by") or one.actor.body in boards - {""}:
            continue
        if not any(one.actor.is_same(other) for other in acting):
            left.append(f"who: {one.actor.text}")
    return left


def _hedged(said: Said, held: Held, *, motion: bool) -> list[str]:
    """Conditions, quantifiers and proposals of the sentence the claim rests on that the claim does not have."""
    claimed = {match.group().lower() for match in _HEDGES.finditer(said.text)}
    if claimed or motion:
        return []
    for clause in said.clauses:
        words = content(clause)
        scored = [(matched(words, one.sentence.tokens, written_on(one.source)), one) for one in held.entries]
        best = max(scored, key=lambda pair: pair[0], default=None)
        if best is None:
            continue
        text = _span_text(best[1], held)
        hedge = _HEDGES.search(text)
        if hedge:
            return [f"(the record: “{hedge.group()}”)"]
    return []


def _span_text(entry: Entry, held: Held) -> str:
    """The part of the sentence that the span shows, or the whole sentence without a span."""
    for source, words, start in held.quotes:
        if (
            source.label == entry.source.label
            and start < entry.sentence.end
            and entry.sentence.start < start + len(words)
        ):
            return source.text[max(start, entry.sentence.start) : min(start + len(words), entry.sentence.end)]
    return entry.source.text[entry.sentence.start : entry.sentence.end]


def _reordered(said: Said, held: Held) -> list[str]:
    """A clause whose words stand in the record in quite another order: who does what to whom may be turned round."""
    for clause in said.clauses:
        for run in _runs(held.entries):
            tokens = [token for entry in run for token in entry.sentence.tokens]
            written = written_on(run[0].source)
            places = [tokens.index(found) for word in content(clause) if (found := token_in(word, tokens, written))]
            if len(places) >= 4 and _rising(places) < _IN_ORDER * len(places):
                return ["(in another order than the record)"]
    return []


def _rising(places: Sequence[int]) -> int:
    """The length of the longest run of places that rises, gaps allowed."""
    tails: list[int] = []
    for place in places:
        at = bisect_left(tails, place)
        tails[at : at + 1] = [place]
    return len(tails)
