"""A statement or a passage as tokens: words with their base form, figures and dates as values, negations, boundaries.

Holds one reading for both sides of a comparison, and the words that frame, join or round and say nothing themselves.
Offsets are into the text as given. It refuses to judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from pipeline.quoting.alike import base_of, groups_of, phrases
from vault.facts.figures import Figure, all_figures_in
from vault.law.references import find_refs
from vault.text.patterns import lazy_regex
from vault.text.quality import read_right

__all__ = [
    "FRAME",
    "JOINTS",
    "REFERENTS",
    "Token",
    "Worth",
    "lex",
    "reads_as_year",
    "same_word",
    "within_words",
    "worth_matches",
]

TokenKind = Literal["word", "name", "value", "break", "ref"]
WorthKind = Literal["amount", "percent", "number", "ordinal", "date", "time", "pair", "code", "fraction"]


class Worth(NamedTuple):
    """A figure as a value. `number` is what it counts to; dates are year, month, day (0 when not said); `places` is the
    size of the last digit written ("1.4 million": 100,000); `about` when the writer says so; `way` is 1 where he says
    that the true figure lies above ("over"), -1 below ("nearly"), else 0; `near` where he says that it is near."""

    kind: WorthKind
    number: float = 0.0
    other: float = 0.0
    text: str = ""
    date: tuple[int, int, int] = (0, 0, 0)
    places: float = 0.0
    about: bool = False
    way: int = 0
    near: bool = False


class Token(NamedTuple):
    """One token: kind, text as written, base forms (several for a phrase), groups of like words, value, offsets; `led`
    is where the rounding words before a figure start ("a little over $300"), -1 without any."""

    kind: TokenKind
    text: str
    key: tuple[str, ...]
    groups: frozenset[int] = frozenset()
    worth: Worth | None = None
    start: int = 0
    end: int = 0
    capital: bool = False
    led: int = -1

    @property
    def first(self) -> str:
        """The first word of a phrase in lower case; "" of a line break."""
        return next(iter(self.text.lower().split()), "")

    @property
    def last(self) -> str:
        """The last word of a phrase in lower case; "" of a line break."""
        return next(iter(self.text.lower().split()[-1:]), "")


_STRAIGHT = str.maketrans("’‘“”–—−\u00a0*¹²³⁴⁵⁶⁷⁸⁹⁰", "''\"\"---  " + " " * 10)
"""Straight marks for printed ones; a star only sets a word off or apart, as the mark of a footnote does."""
_FILL_IN = lazy_regex(r"\{\{\w+: ?|\}\}")
"""The marks around what was filled in by hand: "adopted on {{filled:May 6, 2031}}"."""
_PHONE = lazy_regex(r"\((\d{3})\)\s?(\d{3}-\d{4})\b")
"""A telephone number is one code, however it is printed."""
_WORD = lazy_regex(r"[^\W\d_]+(?:['’][^\W\d_]+)*(?:-[^\W\d_]+)*|\d+[^\W\d_]+")
# a full stop that ends a sentence, a bullet, an ellipsis, a line's end, a dash between words
_BREAK = lazy_regex(r"\n\s*|[.;:!?…•]+(?=\s|$|[\"')])|\s-\s|,(?=\s)|[()]|[·▪◦]")


# "Balance ........ $1,200": a course of dots between the head of a row and its figure
_LEADER = lazy_regex(r"(?:[.…]\s?){4,}\Z|…{2,}\s*\Z")
_MARK_WITHIN = lazy_regex(r"(?<=\w)[.;:,](?=\w)")


def within_words(text: str) -> str:
    """The text, as long as before, with "_" for a mark that ends no clause: that of "RSA 33-B:2", of "$1,000.50"."""
    return _MARK_WITHIN.sub("_", text)


def _worth(figure: Figure) -> Worth:
    """The figure as the audit compares it."""
    about = figure.rough == "about"
    if figure.kind == "date":
        year, month, day = (int(part or 0) for part in f"{figure.value.replace('--', '-', 1)}-0".split("-")[:3])
        return Worth("date", text=figure.text, date=(year, month, day))
    if figure.kind == "time":
        hour, minute = figure.value.rstrip("ap").split(":")
        half = {"a": 1, "p": 2}.get(figure.value[-1], 0)
        return Worth("time", number=int(hour) % 12 * 60 + int(minute), other=half, text=figure.text)
    if figure.kind == "pair":
        return _pair(figure)
    if figure.kind == "code":
        return Worth("code", text=figure.value)
    number = float(figure.value)
    if figure.kind == "ordinal":
        return Worth("ordinal", number, text=figure.text)
    kind: WorthKind = "number" if figure.kind == "counted" else figure.kind
    way = {"over": 1, "under": -1}.get(figure.way, 0)
    near = bool(way) and about
    return Worth(kind, number, text=figure.text, places=figure.step, about=about, way=way, near=near)


_SHARE = lazy_regex(r"([1-9])/([2-9]|10)")
_OF_SHARE = lazy_regex(r"\A\s*(?:votes?|majority|of|acres?|miles?|inch(?:es)?|hours?|ballot|interest|share)\b", re.I)
_FOR_SHARE = lazy_regex(r"\b(?:least|than|ballot of|vote of|a|majority of)\s+\Z", re.I)


def _share(figure: Figure, before: str, after: str) -> Worth | None:
    """The share that "3/5 vote" or "at least 2/3" tells, which alone would read as a day; None for any other figure."""
    told = _SHARE.fullmatch(figure.text) if figure.kind == "date" else None
    if told is None or int(told[1]) >= int(told[2]) or not (_OF_SHARE.match(after) or _FOR_SHARE.search(before)):
        return None
    return Worth("fraction", int(told[1]) / int(told[2]), text=figure.text)


def _pair(figure: Figure) -> Worth:
    upper, slash, lower = figure.value.partition("/")
    if slash:
        return Worth("fraction", int(upper) / int(lower), text=figure.text)
    sides = figure.value.split("-")
    if len(sides) > 2:
        return Worth("code", text=figure.value)
    return Worth("pair", float(sides[0]), float(sides[1]), figure.text)


_TALLY = lazy_regex(r"\d{1,3}-\d{1,3}-\d{1,2}")
"""A vote with those who abstained: "7-1-0"."""


def worth_matches(claimed: Worth, held: Worth, written: tuple[int, int, int] = (0, 0, 0)) -> bool:
    """True when the two figures are the same: kinds that go together, rounding where the claim rounds, parts of a date.

    `written` is the date of the source, which supplies a year that the source leaves out.
    """
    if claimed.kind == "date":
        return held.kind == "date" and _same_date(claimed.date, held.date, written)
    if claimed.kind == "time":
        both = claimed.other and held.other
        return held.kind == "time" and held.number == claimed.number and (not both or held.other == claimed.other)
    if claimed.kind == "pair":
        told = held.text.split("-")[:2] if _TALLY.fullmatch(held.text) else [str(held.number), str(held.other)]
        first, last = map(float, told)
        return held.kind in ("pair", "code") and _span_of(claimed.number, claimed.other) == _span_of(first, last)
    if claimed.kind == "code":
        return held.kind == "code" and held.text.replace("-", "") == claimed.text.replace("-", "")
    if claimed.kind == "fraction" and held.kind != "ordinal":
        percent = held.kind == "percent" and abs(held.number / 100 - claimed.number) < 0.006
        return percent or (held.kind == "fraction" and abs(held.number - claimed.number) < 0.001)
    if {claimed.kind, held.kind} == {"ordinal", "fraction"}:  # "the first and third Tuesday"
        return claimed.number + held.number == 3 + 1 / 3
    if not _same_measure(claimed, held):
        return False
    if held.kind == "date":
        return True
    if claimed.kind == "amount" and reads_as_year(held):  # "$2,000" is never the year 2010
        return claimed.number == held.number
    return _near(claimed, abs(held.number))


def _span_of(first: float, last: float) -> tuple[float, float]:
    """The two numbers of a pair; those of a span of years in full: "2027-28" is "2027-2028"."""
    if not 1900 <= first <= 2100 or last >= 100:
        return first, last
    century = first - first % 100
    return first, century + last + (100 if last < first % 100 else 0)


def reads_as_year(worth: Worth) -> bool:
    """Whether a bare number reads as a year, 1900 to 2100, or is a fiscal year: "FY31"."""
    written = worth.text.isdigit() or worth.text[:2].upper() == "FY"
    return worth.kind == "number" and written and 1900 <= worth.number <= 2100


def _same_measure(claimed: Worth, held: Worth) -> bool:
    if claimed.kind == held.kind:
        return True
    if claimed.kind == "number" and held.kind == "date":
        return claimed.number == held.date[0] > 0
    return {claimed.kind, held.kind} in ({"amount", "number"}, {"percent", "number"})


_UNTOLD = 0.02
"""Share by which a round figure may differ where nobody says that it is rounded: "$450,000" of $449,000."""


_NEAR, _BEYOND = 0.1, 0.34
"""Shares of a figure within which the true one lies that is called near ("just over", "nearly"), or only beyond."""


def _near(claimed: Worth, held: float) -> bool:
    number = abs(claimed.number)
    if number == held or (number == held // 1 and held - number < 1 and number >= 100):
        return True
    told = claimed.about or "illion" in claimed.text
    if claimed.kind == "percent" and 0 < claimed.places < 1:  # "20.08 percent" of 20.0816
        return abs(number - held) <= claimed.places / 2
    apart = (held - number) * claimed.way
    if 0 < apart <= claimed.places and apart <= (_NEAR if claimed.near else _BEYOND) * number:
        return True
    rounded = told or (1_000 <= claimed.places < number and abs(number - held) <= _UNTOLD * held)
    return rounded and claimed.places > 0 and abs(number - held) <= max(claimed.places / 2, 0.5)


def _same_date(claimed: tuple[int, int, int], held: tuple[int, int, int], written: tuple[int, int, int]) -> bool:
    if held[0] == 0 and claimed[0]:
        held = (written[0] or 0, held[1], held[2])
    pairs = zip(claimed, held, strict=True)
    return all(ours == theirs or not ours for ours, theirs in pairs)


def same_word(left: Token, right: Token) -> bool:
    """True when the two are one word in another inflection, or stand in one group of the table."""
    return left.key == right.key or bool(left.groups & right.groups)


@lru_cache(maxsize=8192)
def lex(text: str) -> tuple[Token, ...]:
    """The tokens of a text in order; () for a blank text."""
    plain = _FILL_IN.sub(lambda mark: " " * len(mark.group()), text.translate(_STRAIGHT))
    calls = {call.start() + 1: call.span() for call in _PHONE.finditer(plain)}
    plain = _PHONE.sub(lambda call: f" {call[1]}-{call[2]}".ljust(len(call.group())), plain)
    spans = [_over(*calls[one[0]], one[2]) if one[0] in calls else one for one in _spans(plain)]
    found: list[Token] = []
    at = 0
    for start, end, token in spans:
        found.extend(_words(plain, at, start))
        led = token.kind == "value" and bool(_LEADER.search(plain, at, start))
        if led and found and found[-1].kind == "break":
            found.pop()
        found.append(token)
        for named in _IN_TALLY.finditer(plain, start, end) if token.kind == "value" else ():
            found.extend(_words(plain, named.start() + 1, named.end() - 1))
        if led:
            found.append(Token("break", "\n", ("|",), start=end, end=end))
        at = end
    found.extend(_words(plain, at, len(plain)))
    return tuple(_joined(found))


# "5 in favor, 1 (Roe) against": who it was
_IN_TALLY = lazy_regex(r"\([A-Z][^()\d]*\)")


def _over(start: int, end: int, token: Token) -> tuple[int, int, Token]:
    """A token as it stands in the text from `start` to `end`."""
    return start, end, token._replace(start=start, end=end)


def _spans(plain: str) -> list[tuple[int, int, Token]]:
    spans: list[tuple[int, int, Token]] = []
    for ref in find_refs(plain):
        if not ref.bare or ":" in ref.text:
            spans.append((ref.start, ref.end, Token("ref", ref.full, (ref.full,), start=ref.start, end=ref.end)))
    for figure in all_figures_in(plain):
        end = figure.end - figure.text.endswith(".")  # "7:00 p.m." may end a sentence
        if plain[: figure.start].rstrip().endswith("§"):  # a section of the text's own code counts nothing
            written = f"§ {figure.text}"
            spans.append((figure.start, end, Token("ref", written, (written,), start=figure.start, end=end)))
            continue
        worth = _share(figure, plain[: figure.start], plain[end:]) or _worth(figure)
        led = figure.led if figure.led < figure.start else -1
        token = Token("value", plain[figure.start : end], ("#",), worth=worth, start=figure.start, end=end, led=led)
        spans.append((figure.start, end, token))
    return sorted(spans, key=lambda span: span[0])


def _words(text: str, start: int, end: int) -> Iterator[Token]:
    at = start
    marks = [(match.start(), match.end(), True) for match in _WORD.finditer(text, start, end)]
    marks += [(match.start(), match.end(), False) for match in _BREAK.finditer(text, start, end)]
    for first, last, word in sorted(marks):
        if first < at or last > end:
            continue
        written = text[first:last]
        if _NUMERO.match(text, first):  # "Ordinance No. 28" is ordinance 28
            at = last + 1
        elif word:
            yield from _parts(written, first)
        elif written != "." or not _TITLE.search(text, max(0, first - _TITLE_CHARS), first):
            yield Token("break", written.strip() or "\n", ("|",), start=first, end=last)
        at = last


# "Mr. and Mrs. Roe": a stop that ends nothing
_TITLE = lazy_regex(r"\b(?:Mr|Mrs|Ms|Dr|Messrs|Rev|Hon|Atty|Lt|Sgt|Capt)\Z")
_TITLE_CHARS = 7
_NUMERO = lazy_regex(r"\b(?:No|NO|Nos)\.(?=\s?(?:\d|[IVXLC]+\b))")


_TEXT_PREFIXES = """
    re non pre co ex un sub multi anti self semi mid inter intra e x t vice
"""
_PREFIXES = frozenset(_TEXT_PREFIXES.split())


def _parts(written: str, start: int) -> Iterator[Token]:
    """The token of a word; of a hyphenated one that of each part ("full-time" is "full time"), a prefix stays on."""
    parts = written.split("-")
    if len(parts) == 1 or parts[0].lower() in _PREFIXES or any(len(part) < 2 for part in parts):
        parts = [written]
    for part in parts:
        key = (base_of(read_right(part.removesuffix("'s").removesuffix("’s"))),)
        end = start + len(part)
        yield Token("word", part, key, groups_of(key), start=start, end=end, capital=part[:1].isupper())
        start = end + 1


def _joined(tokens: list[Token]) -> Iterator[Token]:
    """Phrases of the tables as one token: "put off", "no longer"."""
    known = phrases()
    at = 0
    while at < len(tokens):
        token = tokens[at]
        keys = known.get(token.key[0], ()) if token.kind == "word" else ()
        part = next((held for key in keys if (held := _standing(tokens, at, key))), [token])
        if len(part) > 1:
            text, phrase = " ".join(one.text for one in part), tuple(one.key[0] for one in part)
            groups = groups_of(phrase)
            yield Token("word", text, phrase, groups, start=token.start, end=part[-1].end, capital=token.capital)
        else:
            yield token
        at = tokens.index(part[-1], at) + 1


def _standing(tokens: list[Token], at: int, key: tuple[str, ...]) -> list[Token]:
    """The tokens from a place on that are the phrase, over the end of a line too; [] for others."""
    part = [one for one in tokens[at : at + 2 * len(key)] if one.text != "\n"][: len(key)]
    stands = len(part) == len(key) and all(one.key == (base,) for one, base in zip(part, key, strict=True))
    if stands and key == ("be", "up") and [one.text for one in tokens[at + len(part) :][:1]] == ["to"]:
        return []  # "is up to $100" is no "is up"
    return part if stands and all(one.kind == "word" for one in part) else []


_TEXT_FRAME = """
    minutes record records page document text show also too now still then thus would according total figure amount
    sum came number year matter item entry source say said note listed there here meeting mr mrs ms dr under own same
    section rsa law statute chapter paragraph article both all together combined sum differ half
    come go get put bring take make
"""
_TEXT_JOINTS = """
    though although whereas however instead either itself himself herself themselves ones whoever besides moreover
    respectively thing things something somebody someone apiece taken find found mean lie stood aside away otherwise
    anything already onto toward along kind sort including plus minus
"""
JOINTS = frozenset(base_of(word) for word in _TEXT_JOINTS.split())
"""Words that join or point and say nothing of their own: what they join is bound word by word."""
FRAME = frozenset(base_of(word) for word in _TEXT_FRAME.split()) | JOINTS
_TEXT_REFERENTS = """
    precinct committee department board council town city district commission trustee county agency group village
    association school meeting member
"""
REFERENTS = frozenset(base_of(word) for word in _TEXT_REFERENTS.split())
"""Who a record is of or speaks of all along: "the precinct" need not stand in the sentence itself."""
