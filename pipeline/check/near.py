"""A claim nearly in the record's words, laid beside them as one text: what it adds, changes, jumps over.

Where a claim repeats the attached words in their order only the differences can be wrong. Holds the comparison and what
a difference may be. It refuses to speak of a claim in other words.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple

from pipeline.check.bind.paraphrase import carried, light
from pipeline.check.read.evidence import Held, Said, token_in
from pipeline.check.read.lexing import Token, lex
from pipeline.check.read.negation import negates
from pipeline.check.read.reading import content
from pipeline.check.residue import is_harmless, sums_up
from pipeline.check.slots.acts import told_by_record
from pipeline.check.slots.turns import attached_other_way
from pipeline.check.slots.ways import ways_told
from pipeline.check.slots.workings import is_working, works_out
from pipeline.quoting.turns import BUT, CONDITION, TURN, has_finite_verb, stripped
from vault.text.patterns import lazy_regex

__all__ = ["is_as_written", "put_for_another"]

_MOST_TOKENS = 1_200
"""Tokens of attached words up to which the two are laid beside each other."""


_NEARLY = 0.6
"""Share of a claim's words that stand in the attached words in its order, from which on it is nearly as written."""


class Beside(NamedTuple):
    """What stands between two runs of words that both tell: the claim's words, the record's, the runs, and whether the
    claim begins another clause there."""

    told: tuple[Token, ...]
    skipped: tuple[Token, ...]
    before: tuple[Token, ...]
    after: tuple[Token, ...]
    parted: bool

    def other(self) -> Beside:
        """The same seen from the record."""
        return self._replace(told=self.skipped, skipped=self.told)


def is_as_written(said: Said, held: Held, residue: Collection[str]) -> bool:
    """Whether a claim differs from the words attached to it in nothing that counts; `residue` are its words that
    nothing binds. A claim of several clauses may tell them in an order of its own."""
    if _differs_in_nothing(said, held, residue):
        return True
    parts = [said._replace(tokens=clause, words=content(clause)) for clause in said.clauses]
    return len(parts) > 1 and all(_differs_in_nothing(part, held, residue) for part in parts)


def _differs_in_nothing(said: Said, held: Held, residue: Collection[str]) -> bool:
    gaps = _gaps(said, held)
    if _share(said, held, gaps) < _NEARLY or any(_turns(gap, said) or _is_of_another(gap, said) for gap in gaps):
        return False
    return not any(True for _ in _strange(said, held, gaps, residue))


def put_for_another(said: Said, held: Held) -> list[str]:
    """A noun of the claim that stands where the attached words have another, and a quantity that they do not tell
    there: "approved by the vote" of "approved by the board", "half of the fund" of "the fund"."""
    gaps = _gaps(said, held)
    if _share(said, held, gaps) < _HALF:
        return []
    around = attached_other_way(said, held)
    told = told_by_record(said, held) | {start for start, rightly in ways_told(said, held).items() if rightly}
    found = []
    for gap, token in _strange(said, held, gaps, ()):
        there = content(gap.skipped)
        led = gap.before and gap.after and gap.before[-1].text.lower() in _LEADS and not negates(token)
        if (
            led
            and token.worth is None
            and token.text != "ones"
            and len(gap.told) == 1
            and there
            and len(gap.skipped) < _FEW
        ):
            found.append(f"({token.text}: the record: {there[0].text})")
        elif not around and gap.before and gap.after and (force := _other_force(token, gap, said)):
            found.append(f"({token.text}: the record: {force})")
        elif token.capital and gap.before and gap.after and there:
            found += [f"({token.text}: the record: {there[0].text})"] * all(
                one.capital for one in (*there, *content(gap.told))
            )
        elif (
            token.text.lower() in _QUANTITIES
            and token.start not in told
            and not sums_up(said.tokens.index(token), said)
            and not (around and any(map(negates, gap.skipped)))
        ):
            found.append(token.text)
    return found


def _other_force(token: Token, gap: Beside, said: Said) -> str:
    """The modal of the record where the claim, which denies nothing before it, has one that demands more or less."""
    if any(negates(one) for one in said.tokens if one.start < token.start):
        return ""
    there = [one.text.lower() for one in gap.skipped]
    own = next((pair for pair in _ALIKE if token.text.lower() in pair), None)
    return next((one for one in there for pair in _ALIKE if own and pair != own and one in pair), "")


_HALF = 0.5
_TEXT_QUANTITIES = """
    only most half all every any few more less never always twice
"""
_QUANTITIES = frozenset(_TEXT_QUANTITIES.split())


def _share(said: Said, held: Held, gaps: Sequence[Beside]) -> float:
    """The share of the claim's words that stand in the attached words in its order; those that name the source count
    for nothing."""
    titles = _titles(held)
    words = [one for one in said.words if not is_harmless(one) and token_in(one, titles) is None]
    aligned = {one.start for gap in gaps for one in gap.after}
    return sum(one.start in aligned for one in words) / len(words) if words and aligned else 0.0


def _titles(held: Held) -> list[Token]:
    return [token for one in held.sources if one.chunk for token in lex(f"{one.chunk.title}. {one.chunk.town}")]


_TEXT_LEADS = """
    the a an this these those its his her their such said
"""
_LEADS = frozenset(_TEXT_LEADS.split())
"""Words that lead a noun, any of which may stand for another."""
_TEXT_PARTS = """
    and but while that which who because
"""
_PARTS = frozenset(_TEXT_PARTS.split())
"""Words with which another clause begins."""


def _name(token: Token) -> str:
    """What a token is compared by."""
    worth = token.worth
    if worth is not None:
        return f"{worth.kind} {worth.number} {worth.other} {worth.date} {worth.text if worth.kind == 'code' else ''}"
    return "the" if token.text.lower() in _LEADS else " ".join(token.key)


def _shared(ours: Sequence[Token], line: Sequence[Token]) -> list[tuple[int, int, int]]:
    """The runs of words that both tell: place in the claim, place in the record, length."""
    words = [one for one in line if one.kind != "break"]
    left, right = [_name(token_in(one, words) or one) for one in ours], [_name(one) for one in line]
    found = SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks()
    return [(a, b, size) for a, b, size in found if content(ours[a : a + size])]


def _gaps(said: Said, held: Held) -> list[Beside]:
    """The claim laid beside the words attached to it; [] without words or where these are too many."""
    line = tuple(one for one in lex(held.attached()) if one.text not in "()")
    if not line or len(line) > _MOST_TOKENS:
        return []
    ours = [one for one in said.tokens if one.kind != "break"]
    parts = [one.start for one in said.tokens if one.kind == "break" or one.text.lower() in _PARTS]
    runs = [(0, 0, 0), *_shared(ours, line), (len(ours), len(line), 0)]
    gaps = []
    for (a, b, size), (c, d, length) in pairwise(runs):
        before, after = tuple(ours[a : a + size]), tuple(ours[c : c + length])
        parted = not (before and after) or any(before[-1].start < one < after[0].start for one in parts)
        gaps.append(Beside(tuple(ours[a + size : c]), tuple(line[b + size : d]), before, after, parted))
    return gaps


def _strange(
    said: Said, held: Held, gaps: Sequence[Beside], residue: Collection[str]
) -> Iterator[tuple[Beside, Token]]:
    """The words of the claim that are not the record's in that place and mean something."""
    harmless = frozenset(carried(said, held)) | light(said, held)
    titles = _titles(held)
    ways, works, moved = ways_told(said, held), works_out(said, held), _moved(gaps)
    for n, gap in enumerate(gaps):
        around = (*(gaps[n - 1].skipped[-_FEW:] if n else ()), *(gaps[n + 1].skipped[:_FEW] if gap.after else ()))
        working = {one.start for one in gap.told if (works and is_working(one)) or ways.get(one.start)}
        added = not content(gap.skipped) or (not gap.before and gap.told[-1:] and gap.told[-1].text.lower() == "that")
        for token in gap.told:
            other = _TURNED_JOINTS.get(token.text.lower(), "")
            if other and any(one.text.lower() == other for one in gap.skipped):
                yield gap, token
            means = content((token,)) or negates(token) or token.text.lower() in _MODES
            if not means or token.start in moved or _stands_for(token, gap) or _is_turned_about(token, gap, around):
                continue
            bound = token.text not in residue and not negates(token) and token.text.lower() not in _MODES
            worked = working - {token.start} and (is_working(token) or token.worth is not None or ways.get(token.start))
            named = token_in(token, titles) and (token.capital or not gap.before)
            plain = named or (added and is_harmless(token)) or token.start in harmless or _is_said_again(token, gap)
            if not (bound and (worked or plain)):
                yield gap, token


def _moved(gaps: Sequence[Beside]) -> frozenset[int]:
    """Where the tokens start of a stretch of the claim that the record tells word for word in another place."""
    found = []
    for gap in gaps:
        for other in gaps:
            for at, _, size in _shared(gap.told, other.skipped) if gap.told and other.skipped else ():
                part = gap.told[at : at + size]
                words = content(part)
                if size >= _MOVED and len(words) > 1 and any(not word.capital for word in words):
                    found += [token.start for token in part]
    return frozenset(found)


_MOVED = 3
"""Words that, told in one go in another place, are a phrase and not two names exchanged."""
_TURNED_JOINTS = {"and": "or", "or": "and"}
_TEXT_MODES = """
    shall must may can could would should might will
"""
_MODES = frozenset(_TEXT_MODES.split())
_ALIKE = ({"shall", "must"}, {"may", "can"})
_SAME_LETTERS, _FEW = 5, 3
"""Letters that two forms of one word share at least; words of the record that one word may stand for."""


def _stands_for(token: Token, gap: Beside) -> bool:
    """Whether a word stands where the record has the same word in another form or misspelt, or a modal as strong."""
    low = token.text.lower()
    there = {one.text.lower() for one in gap.skipped}
    if low in _MODES:
        return low in there or any(low in pair and pair & there for pair in _ALIKE)
    if token.worth is not None or negates(token):
        return False
    ends = (*gap.skipped[:_FEW], *gap.skipped[-_FEW:])
    return len(low) >= _SAME_LETTERS and any(one.text.lower()[:_SAME_LETTERS] == low[:_SAME_LETTERS] for one in ends)


def _is_turned_about(token: Token, gap: Beside, around: Sequence[Token]) -> bool:
    """Whether a word stands on the other side of its neighbour only: "seconded by Roy", "falling income"."""
    if token.worth is not None or negates(token) or token_in(token, around) is None:
        return False
    near = gap.told[0].text.lower() == "by" or (not token.capital and min(len(gap.before), len(gap.after)) <= _FEW)
    return near and gap.told.index(token) <= _FEW


def _is_said_again(token: Token, gap: Beside) -> bool:
    return token.worth is None and token_in(token, (*gap.before, *gap.after)) is not None


_BOUNDS = lazy_regex(rf"\b(?:{BUT}|if|until|subject to|only)\b", re.IGNORECASE)
# "asked whether", "proposed", "half of", "recommended": what stands under it is less than said
_WEAKENS = lazy_regex(
    r"\b(?:may|can|could|would|should|might|some|most|half|part|portion|whether|ask\w*|propos\w*|suggest\w*|den\w*|oppos\w*|"
    r"fail\w*|refus\w*|declin\w*|exempt\w*|question\w*|consider\w*|request\w*|recommend\w*)\b",
    re.IGNORECASE,
)


def _parts(gap: Beside) -> list[str]:
    """What the claim jumps over, sentence by sentence."""
    return re.split(r"(?<=[.;!?…:])(?=\s|\Z)", " ".join(one.text for one in gap.skipped))


def _turns(gap: Beside, said: Said) -> bool:
    """Whether what the claim jumps over negates, bounds or weakens what it tells: in the rest of a sentence only what
    bounds it, before a run whatever governs it."""
    parts = _parts(gap)
    if gap.before and (len(parts) > 1 or not gap.after) and _BOUNDS.search(stripped(parts[0])):
        return True
    bare = stripped(parts[-1]) if gap.after else ""
    told = {one.text.lower() for one in said.tokens}
    weaker = next((one for one in _WEAKENS.finditer(bare) if one.group().lower() not in told), None)
    return bool(TURN.search(bare) or CONDITION.search(bare) or weaker)


def _is_of_another(gap: Beside, said: Said) -> bool:
    """Whether the jump leads to another matter: over a figure of the kind, into a sentence with a subject of its own,
    over a verb."""
    if not (gap.after and gap.skipped):
        return False
    parts = _parts(gap)
    own = [one for one in content(lex(parts[-1])) if not is_harmless(one) and token_in(one, said.tokens) is None]
    if not gap.before:
        return bool(own) and not parts[-1].rstrip().lower().endswith((":", ",", " that"))
    kinds = {one.worth.kind for one in (*gap.before, *gap.after) if one.worth is not None}
    rivals = [one for one in gap.skipped if one.worth is not None and one.worth.kind in kinds]
    if not gap.parted and any(token_in(one, (*gap.before, *gap.after)) is None for one in rivals):
        return True
    words = [
        one for one in content(gap.skipped) if one.text.lower() not in _MODES and not _stands_for(one, gap.other())
    ]
    if len(parts) > 1 and not gap.parted and not {":", "…"} & {one.text for one in gap.skipped}:
        return True
    if len(parts) == 1 or not words:
        return not gap.parted and bool(words) and has_finite_verb(parts[0])
    return bool(own) if gap.parted else not parts[0].rstrip().endswith(":")
