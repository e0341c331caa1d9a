"""Words said of a figure: which way a sum went, and which words round it, as far as the record's figures bear them out.

Holds limits that a held figure keeps as well. It refuses to call a figure wrong for its words: on the wrong side of it
they are left over, to be read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.check.read.evidence import Held, Said, token_in
from pipeline.check.read.lexing import Token, lex, worth_matches
from pipeline.check.slots.workings import CENT, is_year, summands, tells_way, way_of, worked_out, working_words
from vault.text.patterns import lazy_regex

__all__ = [
    "as_told", "keeps_limit", "rounded_wrongly", "rounding_words", "rounds_rightly", "ways_told", "works_way",
]  # fmt: skip


def rounding_words(said: Said) -> dict[int, Token]:
    """Where the rounding words of the claim start, each with its figure; empty where no figure is rounded."""
    figures = [one for one in said.tokens if one.worth is not None and one.led >= 0]
    return {one.start: figure for figure in figures for one in said.tokens if figure.led <= one.start < figure.start}


def rounds_rightly(said: Said, held: Held) -> frozenset[int]:
    """Where the rounding words start that the held figures bear out: all that only say about, and those that say on
    which side the true figure lies where it lies there."""
    return frozenset(start for start, figure in rounding_words(said).items() if _is_rightly(figure, said, held))


def _is_rightly(figure: Token, said: Said, held: Held) -> bool:
    worth = figure.worth
    if worth is None or not worth.way:
        return worth is not None and worth.about
    if working_words(said, worth) and any((value - worth.number) * worth.way > 0 for value in worked_out(worth, held)):
        return True  # "a little over $78,000" of the bills that come to it
    near = [one for one in held.tokens() if one.worth is not None and worth_matches(worth, one.worth)]
    return any(_lies_beyond(figure, one) for one in near)


def rounded_wrongly(said: Said, held: Held) -> list[str]:
    """The figures, with their rounding words, of which these say on which side the true one lies, where the held one
    that is near lies on the other, and is told with no such words itself."""
    figures = {figure.start: figure for figure in rounding_words(said).values() if figure.worth and figure.worth.way}
    return [
        f"(rounded the wrong way: {said.text[figure.led : figure.end]})"
        for _, figure in sorted(figures.items())
        if not _is_rightly(figure, said, held) and _is_near(figure, held)
    ]


def _is_near(figure: Token, held: Held) -> bool:
    near = [one for one in held.tokens() if figure.worth and one.worth and worth_matches(figure.worth, one.worth)]
    return bool(near) and all(one.led < 0 and one.worth and one.worth.kind == "amount" for one in near)


def _lies_beyond(claimed: Token, held: Token) -> bool:
    """Whether a claim says on which side of its figure the true one lies, and the held one lies there, however far."""
    ours, theirs = claimed.worth, held.worth
    return ours is not None and theirs is not None and (abs(theirs.number) - ours.number) * ours.way > 0


_OF_RULES = lazy_regex(r"\b(?:may|must|shall|can|could)\b", re.IGNORECASE)
"""Words of a rule, whose figure is itself a limit: "may set fines of up to $1,800"."""
_LEAST = lazy_regex(r"\bleast\b|\b(?:no|not)\s+(?:less|fewer|lower)\b", re.IGNORECASE)


def keeps_limit(claimed: Token, held: Token, text: str) -> bool:
    """Whether a held figure lies on the side that a claim's `text` tells without saying how near ("more than
    $100,000"), or is an amount that keeps the limit it sets ("at least $300,000", "up to $313,000") and has none of
    its own. Of a rule the limit itself is the figure."""
    ours, theirs, words = claimed.worth, held.worth, text[claimed.led : claimed.start] if claimed.led >= 0 else ""
    if ours is None or theirs is None or not words.strip():
        return False
    if ours.way:
        return not ours.near and _lies_beyond(claimed, held)
    beyond = theirs.number >= ours.number if _LEAST.search(words) else theirs.number <= ours.number
    plain = held.led < 0 and ours.kind == "amount" and not ours.about
    return beyond and plain and _OF_RULES.search(text) is None


def ways_told(said: Said, held: Held) -> dict[int, bool]:
    """Where the words of the claim start that say which way a sum went, each with whether the figures went that way:
    from one held amount to another, by a difference to a sum whose other end is held, or beside what is named after
    "than"; without the words of which the figures tell nothing."""
    before = ("", *(token.text.lower() for token in said.tokens))
    words = {
        token.start: tells_way(token)
        for last, token in zip(before, said.tokens, strict=False)
        if tells_way(token) and last not in ("no", "not")
        if not token.capital or not (token.start or token.text == "Under")
    }
    ways = (works_way(said, held) or as_told(said, held)) if words else set()
    return {start: ways == {way} for start, way in words.items() if ways}


def works_way(said: Said, held: Held) -> set[str]:
    """Which ways the sums of a claim that tells more or less went by the figures of its entries; empty where these tell
    nothing."""
    sums = [one for one in said.tokens if one.worth is not None and one.worth.kind in ("amount", "number")]
    sums = [one for one in sums if not is_year(one)]
    if not sums or not any(map(tells_way, said.tokens)):
        return set()
    ways = {_from_to(said, sums, held), _by_change(sums, held), _compared(said, sums, held)} - {""}
    return ways or {_set_beside(said, sums, held)} - {""}


def _from_to(said: Said, sums: Sequence[Token], held: Held) -> str:
    ends = {}
    for one in sums:
        before = said.tokens[said.tokens.index(one) - 1].text.lower()
        if before in ("from", "to") and token_in(one, held.tokens()) and one.worth:
            ends[before] = one.worth.number
    if len(ends) < 2 or ends["from"] == ends["to"]:
        return ""
    return "rose" if ends["to"] > ends["from"] else "fell"


def _by_change(sums: Sequence[Token], held: Held) -> str:
    """ "rose" where a sum of the claim less its change is held and the sum more it is not; "fell" the other way."""
    numbers = [round(number, 2) for number in summands(held)]
    told = [abs(one.worth.number) for one in sums if one.worth is not None]
    ends = [(a, b) for a in told for b in told if 0 < b < a != 2 * b and round(a, 2) in numbers]
    before = {round(a - b, 2) in numbers for a, b in ends}, {round(a + b, 2) in numbers for a, b in ends}
    rose, fell = (True in one for one in before)
    return "" if rose == fell else "rose" if rose else "fell"


def as_told(said: Said, held: Held, *, behind: bool = False) -> set[str]:
    """Which way the record says a figure went that the claim sets before a word of more or less ("$5 more" of "an
    increase of $5"), or `behind` one too: "fell by $5"."""
    told = [n for n, one in enumerate(said.tokens) if tells_way(one)]
    after = _BESIDE if behind else 0
    sides = [(*said.tokens[max(0, n - _BESIDE) : n], *said.tokens[n + 1 : n + after]) for n in told]
    figures = [one for side in sides for one in side if one.worth is not None and not is_year(one)]
    ways = set()
    for tokens in (entry.sentence.tokens for entry in held.entries):
        places = [n for n, other in enumerate(tokens) if any(token_in(one, (other,)) for one in figures)]
        beside = [word for n in places for word in (*tokens[max(0, n - _BESIDE) : n], *tokens[n + 1 : n + 2])]
        ways |= set(map(way_of, beside))
        before = (word for n in places for word in tokens[max(0, n - 1) : n])
        ways |= {tells_way(word) for word in before if word.text.lower() in _UP_OR_DOWN}
    return ways - {""}


_UP_OR_DOWN = ("up", "is up", "was up", "down", "is down", "was down")
"""Words that say right before a figure which way it went: "up 18%"."""
_BESIDE = 3
"""Tokens before a figure, or before a word of more and less, in which the other stands."""


def _compared(said: Said, sums: Sequence[Token], held: Held) -> str:
    """Which of the two quoted amounts, whose difference the claim tells, is of what it names before "than"."""
    than = next((token.start for token in said.tokens if "than" in token.text.lower().split()), 0)
    tokens = lex(held.attached())
    places = [n for n, one in enumerate(tokens) if one.worth is not None and one.worth.kind == "amount"]
    if not than or len(places) != 2 or len(sums) != 1 or sums[0].worth is None:
        return ""
    left, right = (tokens[n].worth for n in places)
    if left is None or right is None or abs(abs(left.number - right.number) - sums[0].worth.number) >= CENT:
        return ""
    labels = tokens[: places[0]], tokens[places[0] + 1 : places[1]]
    sides = [one for one in said.words if one.start < than], [one for one in said.words if one.start > than]
    own, its = ([sum(token_in(w, label) is not None for w in side) for label in labels] for side in sides)
    if own[0] + its[1] == own[1] + its[0]:
        return ""
    first, second = (left, right) if own[0] + its[1] > own[1] + its[0] else (right, left)
    return "rose" if first.number > second.number else "fell"


def _set_beside(said: Said, sums: Sequence[Token], held: Held) -> str:
    """Which of two held sums is the greater, where a claim tells their difference last: "rose" for the first, or
    for that of the name of which the difference is told ("Alder had $8, Birch had $5, so Alder paid $3 more")."""
    numbers = [one.worth.number for one in sums if one.worth is not None and token_in(one, held.tokens())]
    change = sums[-1].worth
    if len(sums) != _ENDS + 1 or len(numbers) != _ENDS or change is None or change.number in numbers:
        return ""
    if abs(abs(numbers[0] - numbers[1]) - change.number) >= CENT:
        return ""
    last = max((one.start for one in said.tokens if one.kind == "break" and one.start < sums[-1].start), default=-1)
    bounds = ((0, sums[0].start), (sums[0].start, sums[1].start), (max(last, sums[1].start), sums[-1].start))
    names = [{one.key for one in said.tokens if one.capital and low < one.start < high} for low, high in bounds]
    told = names[-1]
    if told and (told <= names[0]) == (told <= names[1]):
        return ""
    own, other = numbers if not told or told <= names[0] else numbers[::-1]
    return "rose" if own > other else "fell"


_ENDS = 2
"""Sums of which a difference is told."""
