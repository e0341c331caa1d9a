"""One value put for another in the very words of the record, or two exchanged: the frame is the record's.

Where a claim repeats a stretch of the attached words, and a figure, a weekday, an office or "first" of "last" stands in
it where the record has another, nothing else can be meant. Refuses to speak of a value that the words tell elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from pipeline.check.read.evidence import Held, Said, token_in
from pipeline.check.read.lexing import Token, lex
from pipeline.check.read.names import COMMON_CAPITALS
from pipeline.check.read.reading import body_in, content, persons_in
from pipeline.check.slots.values import Conflict
from pipeline.check.slots.workings import is_worked_out
from vault.facts.names import BODY_HEADS, OFFICE_WORDS, TITLES
from vault.states.names import GOVERNING_PLURALS
from vault.text.patterns import lazy_regex

__all__ = ["POLES", "framed_conflicts"]

_MOST_TOKENS = 1_200
"""Tokens of attached words up to which the two are laid beside each other."""
_BESIDE = 2
"""Words of meaning that must stand beside a value in one stretch of both."""
_TEXT_EMPTY = """
    the a an this that these those its his her their such shall must will would may can is are was were be been being
    has have had do does did then also all
"""
_EMPTY = frozenset(_TEXT_EMPTY.split())
_DAYS = frozenset(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"])
_TEXT_LOW = """
    first earliest earlier sooner soonest less least lesser lower lowest smaller smallest shorter shortest fewer fewest
"""
_TEXT_HIGH = """
    last latest later more most greater greatest higher highest larger largest longer longest
"""
POLES = {word: side for side, text in (("low", _TEXT_LOW), ("high", _TEXT_HIGH)) for word in text.split()}
_HEADS = TITLES | BODY_HEADS | frozenset(GOVERNING_PLURALS)


_OWN_BOARD = frozenset(["board", "committee", "commission", "council"])
_WHOSE = OFFICE_WORDS - BODY_HEADS
"""What tells whose an office is, not which: "town clerk", "town treasurer"."""


class _Piece(NamedTuple):
    """A word, or a value of a kind, and what it is compared by; of a word the kind is empty."""

    kind: str
    value: frozenset[str]
    token: Token
    opens: bool = False
    """Whether it is the first of a sentence or clause."""

    @property
    def place(self) -> str:
        """What stands for it in the frame."""
        return f"<{self.kind}>" if self.kind else " ".join(self.token.key)

    def is_same(self, other: _Piece) -> bool:
        """Whether both are one figure, or names or offices that share a word or name one body."""
        if self.token.worth is not None and other.token.worth is not None:
            return self.token.worth == other.token.worth or token_in(self.token, (other.token,)) is not None
        if self.kind == "fraction":  # a majority is more than half
            return {one.token.worth.number if one.token.worth else 0.5 for one in (self, other)} == {0.5}
        return bool((self.value & other.value) - _WHOSE)


def _pieces(text: str, persons: Container[str]) -> list[_Piece]:
    """The text as pieces, without what carries nothing; a name or an office of several words is one."""
    found: list[_Piece] = []
    parted = True
    for token in lex(text):
        low = token.text.lower().removesuffix("'s")
        if token.kind == "break" or (low in _EMPTY and token.text != "May"):
            parted = parted or token.text in ".;:…"
            found += [_Piece("", frozenset(["…"]), token)] * (token.text == "…")
            continue
        kind = _kind(token, low, named=not parted or low in persons)
        value = [POLES[token.key[0]]] if kind == _POLE else [low, *token.key, *(_COURT if low in _COURT else ())]
        piece = _Piece(kind, frozenset(value), token, parted)
        last = found[-1] if found else None
        if last is not None and _is_one_name(last, piece, text):
            kind = "body" if "body" in (last.kind, piece.kind) else "name"
            whole = last.token._replace(end=token.end)
            found[-1] = last._replace(kind=kind, value=last.value | piece.value, token=whole)
        elif last is None or token.worth is None or last.token.worth is None or not piece.is_same(last):
            found.append(piece)  # "two (2) copies" counts once
        parted = False
    named = (frozenset([body_in(text[one.token.start : one.token.end])]) - {""} for one in found)
    return [one._replace(value=one.value | name) for one, name in zip(found, named, strict=True)]


def _kind(token: Token, low: str, *, named: bool) -> str:
    if token.worth is not None or low == "majority":
        return token.worth.kind if token.worth is not None else "fraction"
    if low in _DAYS:
        return "day"
    if token.key[0] in POLES and low.endswith("than"):
        return _POLE
    if token.last in _HEADS:
        return "body"
    return "name" if token.capital and named and low not in COMMON_CAPITALS else ""


def _is_one_name(last: _Piece, piece: _Piece, text: str) -> bool:
    """Whether two pieces side by side are parts of one name or office: "Ada Roy", "city council", "Board of Roads"."""
    between = text[last.token.end : piece.token.start]
    office = piece.kind == "body" and (last.kind in ("name", "body") or last.token.text.lower() in OFFICE_WORDS)
    return between.isspace() and (office or (piece.kind == "name" and last.kind in ("name", "body")))


_COURT = frozenset(("court", "judge", "justice"))
_ALL_BUT = lazy_regex(r"\ball but\s+\Z", re.IGNORECASE)
_POLE = "pole"
_CELL = lazy_regex(r"\s\|\s|^\|", re.MULTILINE)
"""The border of a cell of a printed table."""


def framed_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """A value in a stretch of the attached words where they have another, which the claim does not tell, and two values
    exchanged."""
    text = held.attached()
    persons = frozenset().union(*(persons_in(source.text) for source in held.sources)) if text else frozenset()
    ours, theirs = _pieces(said.text, persons), _pieces(text, persons)
    if len(theirs) > _MOST_TOKENS:
        return
    facing = [pair for pair in _facing(ours, theirs) if not pair[0].is_same(pair[1])]
    facing = [pair for pair in facing if not _ALL_BUT.search(said.text[: pair[0].token.start])]
    if _CELL.search(text):  # a figure of a row is bound by its row, on whichever side of it the claim says which
        facing = [pair for pair in facing if pair[0].token.worth is None]
    for one, other in facing:
        told, known = (any(mine.is_same(piece) for piece in pieces if piece.kind == mine.kind)
                       for mine, pieces in ((one, theirs), (other, ours)))  # fmt: skip
        turned = any(one.is_same(there) and other.is_same(here) for here, there in facing if here.kind == one.kind)
        itself = other.kind == "body" and other.token.text.lower() in _OWN_BOARD  # "the board" of its own minutes
        if turned or not (told or known or itself or one.kind == "name" or _is_worked(one, said, held)):
            yield Conflict(
                _SLOTS.get(one.kind, one.kind), said.text[one.token.start : one.token.end], text[:_SHOWN_CHARS]
            )
            return


def _is_worked(one: _Piece, said: Said, held: Held) -> bool:
    return one.token.worth is not None and is_worked_out(said.tokens, one.token.worth, held)


def _facing(ours: Sequence[_Piece], theirs: Sequence[_Piece]) -> Iterator[tuple[_Piece, _Piece]]:
    """The values of both that stand in one frame: a stretch of the same words with a value of the kind in its place."""
    left, right = [one.place for one in ours], [one.place for one in theirs]
    for a, b, size in SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks():
        pairs = list(zip(ours[a : a + size], theirs[b : b + size], strict=True))
        beside = [one.token for one, other in pairs if not one.kind or one.is_same(other)]
        if len(content(tuple(beside))) >= _BESIDE:
            last = ours[a + size - 1]  # a number of another unit, or who acts in the next sentence
            cut = pairs[-1:] if a + size < len(ours) and (last.kind == "number" or last.opens) else []
            yield from (
                pair
                for n, pair in enumerate(pairs)
                if pair[0].kind and pair not in cut and not _is_of_other_name(pairs, n, theirs)
            )


def _is_of_other_name(pairs: Sequence[tuple[_Piece, _Piece]], at: int, theirs: Sequence[_Piece]) -> bool:
    """Whether a name beside a figure of the stretch is another of the record's, with the figure where this one has its
    own: "Elm Day Care budget of $7" laid beside "Elm Library budget of $9"."""
    if pairs[at][0].token.worth is None:
        return False
    for n, (one, other) in enumerate(pairs):
        named = one.kind == other.kind == "name" and one.value != other.value
        places = [m + at - n for m, there in enumerate(theirs) if named and there.value == one.value]
        if any(0 <= place < len(theirs) and theirs[place].is_same(pairs[at][0]) for place in places):
            return True
    return False


_SLOTS = {"day": "date", _POLE: "limit", "name": "speaker", "body": "body"}
_SHOWN_CHARS = 280
