"""What a claim says of its figures that the tool reads off the attached words itself: which is the largest, that one is
twice another, that both are so.

Holds what such words follow from. It refuses to look beyond the attached words and the sentences beside them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pipeline.check.read.evidence import Held, Said, token_in
from pipeline.check.read.lexing import Token, Worth, lex, worth_matches
from pipeline.check.read.negation import negates
from pipeline.check.slots.measures import is_same_measure, unit_at
from pipeline.check.slots.values import Conflict
from pipeline.check.slots.ways import as_told
from pipeline.check.slots.workings import (
    day_of,
    identifier_before,
    is_passed,
    is_year,
    tells_way,
    way_of,
    works_out,
)
from pipeline.quoting.alike import base_of
from vault.text.patterns import lazy_regex

__all__ = ["read_off", "way_conflicts"]

_TIMES = {base_of(word): times for word, times in (("doubled", 2.0), ("tripled", 3.0), ("quadrupled", 4.0))}
_TIMES |= {base_of("twice"): 2.0, base_of("halved"): 0.5}
_NEAR = 0.02
"""Share by which a figure may miss the multiple that is told."""
_MOST, _LEAST = ("largest", "biggest", "highest", "greatest", "costliest"), ("smallest", "lowest", "cheapest", "fewest")


# "a week later", "two days before"
_APART = lazy_regex(
    r"\b(?P<count>an?|one|two|three|four|five|six|ten|\d{1,2})\s+(?P<unit>day|week)s?\s+(?P<way>later|after|earlier|before)\b",
    re.IGNORECASE,
)


def _apart(said: Said, held: Held) -> frozenset[int]:
    """Where the tokens of the claim start that set a day of the attached words, by the days between, beside one that
    the claim tells."""
    told = [one for one in said.tokens if one.worth is not None and one.worth.kind == "date"]
    shown = {day_of(one.worth) for one in lex(held.attached()) if one.worth is not None} - {0}
    known = [day_of(full.worth) for one in told if (full := token_in(one, lex(held.attached()))) and full.worth]
    found: set[int] = set()
    for match in _APART.finditer(said.text) if held.given else ():
        worth = next((one.worth for one in lex(match["count"]) if one.worth), None)
        days = (worth.number if worth else 1) * (7 if match["unit"].lower() == "week" else 1)
        days *= 1 if match["way"].lower() in ("later", "after") else -1
        if any(day + days in shown for day in known if day):
            found |= {one.start for one in said.tokens if match.start() <= one.start < match.end()}
    return frozenset(found)


def read_off(said: Said, held: Held) -> frozenset[int]:
    """Where the words of the claim start that its figures, all of them in the attached words, bear out: "largest" of
    the greatest of three, "tripled" of $500 and $1,500, "both" of the only two days; none without attached words."""
    borne_out = {token.start for token in said.tokens if held.given and _is_borne_out(token, said, held)}
    return _apart(said, held) | borne_out


def _is_borne_out(token: Token, said: Said, held: Held) -> bool:
    low = token.text.lower()
    if low in _MOST + _LEAST:
        return any(_is_end(one, low in _MOST, held) for one in _sums(said.tokens))
    if token.kind == "word" and token.key[0] in _TIMES:
        told = [one.number for one in _sums(said.tokens)]
        times = _TIMES[token.key[0]]
        return len(told) == 2 and told[0] > 0 and abs(told[1] / told[0] - times) <= _NEAR * times
    if low in _EARLIER:
        return _is_what_changed(token, said, held)
    at = said.tokens.index(token)
    if at and unit_at(said.tokens, at - 1) and _is_measured(said, at - 1, held):
        return True
    if low == "after":
        return _follows_by(token, said, held)
    if low == "each":
        return _is_of_each(at, said, held)
    return low == "both" and (_are_two(said, held) or _carried_twice(at, said, held))


def _is_of_each(at: int, said: Said, held: Held) -> bool:
    """Whether the figure beside "each" stands twice at least in the attached words: "three sums of $5 each"."""
    figures = [one for one in said.tokens[max(0, at - _BESIDE) : at + _BESIDE] if one.worth is not None]
    shown = lex(held.attached())
    return any(sum(token_in(one, (other,)) is not None for other in shown) >= _PAIR for one in figures[-1:])


def _is_measured(said: Said, at: int, held: Held) -> bool:
    """Whether a count of a unit is one that the entries tell in another, or the time between two of theirs."""
    return is_same_measure(said.tokens, at, held) or (
        said.tokens[at].worth is not None and is_passed(said.tokens, at, held)
    )


_BESIDE = 4
"""Tokens on either side of "each" among which its figure stands."""
_LAST = lazy_regex(r"\blast (?:day|week|month|year|night)\b", re.IGNORECASE)
_EARLIER = ("before", "previously", "previous")
_AS_BEFORE = lazy_regex(r"\b(?:level[- ]fund\w*|flat[- ]fund\w*|unchanged|no (?:change|increase))\b", re.IGNORECASE)


def _is_what_changed(token: Token, said: Said, held: Held) -> bool:
    """Whether "before" is only the other end of a change, or of what stayed the same, that the attached words tell:
    "$5 more than before" of "an increase of $5"."""
    last = next((one.text.lower() for one in reversed(said.tokens) if one.end <= token.start), "")
    stayed = _AS_BEFORE.search(held.attached()) is not None
    changed = any(map(way_of, lex(held.attached())))
    if _LAST.search(held.attached()) and re.fullmatch(r"day|week|month|year|night", last):
        return True  # "the month before" of "last month"
    if last == "as" or not changed:
        return stayed and last.endswith(("as", "than"))
    return last.endswith("than") or works_out(said, held)


_AFTER = ("of", "from", "after", "following")


def _follows_by(token: Token, said: Said, held: Held) -> bool:
    """Whether "after" stands behind a time whose figure and unit the attached words set "of" or "from" behind: "ten
    days after the vote" of "within 10 days of the vote"."""
    before = [one for one in said.tokens if one.end <= token.start][-_PAIR:]
    if len(before) < _PAIR or before[0].worth is None:
        return False
    line = lex(held.attached())
    places = [
        n for n, one in enumerate(line) if token_in(before[0], (one,)) and token_in(before[1], line[n + 1 : n + 2])
    ]
    return bool(places) and all(any(one.text.lower() in _AFTER for one in line[n + 2 : n + 3]) for n in places)


def _sums(tokens: Sequence[Token]) -> list[Worth]:
    """The amounts, shares and counts among the tokens: no years, no numbers of lots or articles."""
    return [
        one.worth for at, one in enumerate(tokens)
        if one.worth is not None and one.worth.kind in ("amount", "percent", "number")
        and not (is_year(one) or identifier_before(tokens, at))
    ]  # fmt: skip


def _is_end(worth: Worth, most: bool, held: Held) -> bool:
    """Whether a figure is the greatest, or the least, of three at least of its kind in the attached words and of all
    those beside them."""
    shown = {one.number for one in _sums(lex(held.attached())) if one.kind == worth.kind}
    beside = {one.number for entry in held.near for one in _sums(entry.sentence.tokens) if one.kind == worth.kind}
    return len(shown) > _PAIR and worth.number == (max if most else min)(shown | beside)


_PAIR = 2


def _are_two(said: Said, held: Held) -> bool:
    """Whether the claim tells exactly two days, or two sums, and these are all of the attached words."""
    shown = [one for one in lex(held.attached()) if one.worth is not None]
    for kind in ("date", "amount"):
        told = {one.worth for one in said.tokens if one.worth is not None and one.worth.kind == kind}
        of_kind = [one for one in shown if one.worth is not None and one.worth.kind == kind]
        ours = [one for one in said.tokens if one.worth in told]
        if len(told) == _PAIR and of_kind and all(token_in(one, of_kind) for one in ours):
            return all(token_in(one, ours) for one in of_kind)
    return False


def _carried_twice(at: int, said: Said, held: Held) -> bool:
    """Whether "both" are motions that carried, and the attached words hold two, each of which did."""
    fates = [motion.fate for _, motion in held.motions]
    carried = any(one.text.lower() in ("carried", "passed") for one in said.tokens[at + 1 : at + _BESIDE])
    return carried and fates == ["passed"] * _PAIR


def way_conflicts(said: Said, held: Held) -> Iterator[Conflict]:
    """A rise that the record calls a fall, or the reverse, of the very figure: "$5 more" of "a decrease of $5"; a rise
    of a change that a row prints as a loss: "(5,000)", "-5,000"."""
    ways = as_told(said, held, behind=True) if held.given else set()
    told = [one for one in said.tokens if tells_way(one)]
    if len(ways) == 1 and len(told) == 1 and tells_way(told[0]) not in ways:
        shown = next((entry for entry in held.entries if any(map(way_of, entry.sentence.tokens))), held.entries[0])
        yield Conflict("direction", told[0].text, shown.flat)
    elif not ways and told and {tells_way(one) for one in told} == {"rose"} and not any(map(negates, said.tokens)):
        lost = [one for one in said.tokens if one.worth is not None and _is_printed_as_lost(one, said, held)]
        if lost:
            yield Conflict("direction", told[0].text, held.attached())


# "(5,000)", "($94,986)", "-1,500,000" of a row of figures; no "$1500 - $3500", no "(2)"
_LOST = lazy_regex(r"(?<![\w.])(?:\(\$? ?(\d[\d,]*\d(?:\.\d+)?)\)|[-−–]\$?(\d[\d,]*\d(?:\.\d+)?)(?![\d%]))")
_FIGURE = lazy_regex(r"(?<![\w.,])\$?\d[\d,]*\d(?:\.\d+)?")
_OF_ROW, _ROW_CHARS = 3, 90
"""Figures that stand among so many characters before or behind one of a row."""
_CHANGES = lazy_regex(r"\b(?:by|of)\s+\Z", re.IGNORECASE)
_MORE = lazy_regex(r"\A\s+(?:more|higher|increase|rise|gain)\b", re.IGNORECASE)


def _is_printed_as_lost(figure: Token, said: Said, held: Held) -> bool:
    """Whether a figure by which something rose is in the attached words only a loss in a row of figures, and not by how
    much what the row holds went over a sum of the claim."""
    led = figure.led if figure.led >= 0 else figure.start
    before = [one for one in said.tokens if one.end <= led]
    rose = any(map(way_of, before)) and (_CHANGES.search(said.text[:led]) or way_of(before[-1]))
    if not (rose or _MORE.match(said.text[figure.end :])):
        return False
    line = held.attached()
    lost = [one for one in _LOST.finditer(line) if _matches(figure, one[1] or one[2]) and _in_row(line, one)]
    others = [one.group() for one in _FIGURE.finditer(_LOST.sub(" ", line))]
    than = [one.start for one in said.tokens if one.text.lower().endswith("than") and one.start > figure.start][:1]
    ends = [one for one in said.tokens if one.worth is not None and than and one.start > than[0]]
    told = [one for one in others if any(_matches(token, one) for token in ends)]
    over = any(_plus(one, loss[1] or loss[2]) in map(_number, others) for one in told for loss in lost)
    return bool(lost) and not over and not any(_matches(figure, one) for one in others)


def _number(written: str) -> float:
    return float(written.strip("$").replace(",", ""))


def _plus(budgeted: str, lost: str) -> float:
    """What was spent of a sum that the claim tells, where a row prints as a loss by how much it went over that."""
    return round(_number(budgeted) + _number(lost), 2)


def _matches(figure: Token, written: str) -> bool:
    told = [one.worth for one in lex(f"{written} ") if one.worth is not None]
    return bool(told and figure.worth and worth_matches(figure.worth, told[0]))


def _in_row(line: str, one: re.Match[str]) -> bool:
    beside = line[max(0, one.start() - _ROW_CHARS) : one.end() + _ROW_CHARS]
    return len(_FIGURE.findall(beside)) >= _OF_ROW
