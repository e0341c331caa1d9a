"""A statement or a passage as tokens: words with their base form, figures and dates as values, negations, boundaries.

Holds one reading for both sides of a comparison. Offsets are into the text as given. It refuses to judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from pipeline.quoting.alike import base_of, groups_of, phrases
from vault.facts.dates import MONTH, month_number
from vault.facts.numerals import ORDINAL_WORDS, UNITS, ordinal_value
from vault.law.references import find_refs

__all__ = ["Token", "TokenKind", "Worth", "lex", "same_word", "worth_matches"]

TokenKind = Literal["word", "name", "value", "break", "ref"]
WorthKind = Literal["amount", "percent", "number", "ordinal", "date", "time", "pair", "code", "fraction"]


class Worth(NamedTuple):
    """A figure as a value. `number` is what it counts to; dates are year, month, day (0 when not said); `places` is the
    size of the last digit written ("1.4 million": 100,000); `about` when the writer says so."""

    kind: WorthKind
    number: float = 0.0
    other: float = 0.0
    text: str = ""
    date: tuple[int, int, int] = (0, 0, 0)
    places: float = 0.0
    about: bool = False


class Token(NamedTuple):
    """One token: kind, text as written, base forms (several for a phrase), groups of like words, value, offsets."""

    kind: TokenKind
    text: str
    key: tuple[str, ...]
    groups: frozenset[int] = frozenset()
    worth: Worth | None = None
    start: int = 0
    end: int = 0
    capital: bool = False


_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " ", "−": "-"})
_MONTH = rf"(?:{MONTH})"
_TENS = {
    word: 10 * n
    for n, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2)
}
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000, "dozen": 12}
_FRACTIONS = {"half": 0.5, "third": 1 / 3, "quarter": 0.25, "fifth": 0.2}
_SMALL = "|".join([*UNITS, *_TENS])
_IN_WORDS = (
    rf"(?:(?:{_SMALL}|a(?=\s+(?:hundred|thousand|million|dozen)))"
    rf"(?:(?:[\s-]+(?:and\s+)?)(?:{_SMALL}|hundred|thousand|million|billion|dozen)\b)*)"
)
_NUM = r"(?!0)\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+"
_SCALE = r"(?:[\s-]?(?P<{0}>hundred|thousand|million|billion|[kKM](?![\w.])))?"
_PATTERNS: tuple[tuple[str, str], ...] = (
    ("d1", rf"\b(?P<am>{_MONTH})\s*(?P<ad>\d{{1,2}})(?:st|nd|rd|th)?\b(?!,\d{{3}})(?:,?\s+(?P<ay>(?:19|20)\d\d)\b)?"),
    (
        "d2",
        rf"\b(?P<bd>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:day\s+)?(?:of\s+)?(?P<bm>{_MONTH})(?:,?\s+(?P<by>(?:19|20)\d\d)\b)?",
    ),
    ("d3", rf"\b(?P<cm>{_MONTH}),?\s+(?:of\s+)?(?P<cy>(?:19|20)\d\d)\b"),
    ("d4", r"\b(?P<dy>(?:19|20)\d\d)-(?P<dm>\d\d)-(?P<dd>\d\d)\b"),
    ("d5", r"(?<![\d/.-])(?P<em>\d{1,2})(?P<es>[/.-])(?P<ed>\d{1,2})(?P=es)(?P<ey>(?:19|20)\d\d|\d\d)(?![\d/-])"),
    # "the first of March", "the last day of September", "the end of June"
    ("d6", rf"\b(?P<fo>{ORDINAL_WORDS})\s+(?:day\s+)?of\s+(?P<fm>{_MONTH})(?:,?\s+(?P<fy>(?:19|20)\d\d)\b)?"),
    ("d7", rf"\b(?:last day|end)\s+of\s+(?P<gm>{_MONTH})(?:,?\s+(?P<gy>(?:19|20)\d\d)\b)?"),
    # "2/3 vote", "a vote by ballot of 3/5"; any other pair is a day: "by 6/15"
    ("share", r"(?<![\d/.$-])(?P<sn>[1-4])/(?P<sd>[2-58])(?![\d/])"
              r"(?=\s*(?:,\s*)?(?:vote|majority|of|ballot|affirmative)\b)"
              r"|(?<=\bof )(?P<tn>[1-4])/(?P<td>[2-58])(?![\d/])"),
    ("d8", r"(?<![\d/.$-])(?P<hm>1[0-2]|0?[1-9])/(?P<hd>3[01]|[12]\d|0?[1-9])(?![\d/%])"),
    # "half past six", "a quarter to four", "two minutes before eight"; "nine in the evening", "seven o'clock"
    ("clock", rf"\b(?:(?P<kq>half|(?:a\s+)?quarter)|(?P<km>{_SMALL})\s+minutes?)\s+(?P<kw>past|after|to|before)\s+(?P<kc>{_SMALL}|\d{{1,2}})\b"),  # noqa: E501
    ("hour", rf"\b(?P<kh>{_SMALL}|\d{{1,2}})"
             r"(?:\s+o['’]clock\b|(?=\s+(?:in\s+the\s+(?:morning|afternoon|evening)|at\s+night)\b))"),
    ("midday", r"\b(?P<mw>noon|midnight|midday)\b"),
    ("time", r"\b(?P<th>\d{1,2})(?::(?P<tm>\d\d))?\s?(?P<tp>[ap])\.?\s?m\b\.?|\b(?P<uh>\d{1,2}):(?P<um>\d\d)\b"),
    ("amount", rf"(?P<sign>-|(?<!\d\s)-\s)?\$\s?(?P<mo>{_NUM})" + _SCALE.format("ms")),
    ("both", rf"(?<![\w.,-])(?:(?P<qdn>\d+)|(?P<qdw>{_IN_WORDS}))\s+dollars?,?\s+(?:and\s+)?"
             rf"(?:(?P<qcn>\d{{1,2}})|(?P<qcw>{_IN_WORDS}))\s+cents?\b"),
    ("cents", rf"(?<![\w.,-])(?:(?P<cn>\d{{1,3}})|(?P<cw>{_IN_WORDS}))\s+cents?\b"),
    ("dollars", rf"(?<![\w.,-])(?:(?P<dn>{_NUM})" + _SCALE.format("ds") + rf"|(?P<dw>{_IN_WORDS}))\s+dollars?\b"),
    ("percent", rf"(?<![\w.,])(?P<pn>-?(?:{_NUM}))\s?(?:%|percent\b|per\s?cent\b)|(?<![\w-])(?P<pw>{_IN_WORDS})\s+percent\b"),  # noqa: E501
    ("member", rf"\b(?P<xn>\d{{1,2}}|{_SMALL})(?:-|\s-\s?)(?P<xw>man|men|person|member|seat)\b"),
    ("code", r"(?<![\w-])(?=[\w-]*\d)(?:[A-Za-z]{1,4}-?\d+(?:-\w+)*|\d+(?:-\d+){2,}(?:-[A-Za-z]+)?"
             r"|(?!\d+-(?:day|year|hour|week|foot|inch|acre|mile|lot|unit|ton|bed|yard|lane|vote)s?\b)"
             r"\d+(?:-\d+)*-[A-Za-z]{1,4}(?:-\d+)?(?!\w))(?![\w-])"),
    ("favor", r"\b(?P<va>\d{1,4}|[a-z]+)\s+(?:votes?\s+)?(?:in favor|yes|yeas?|ayes?|for)\W{1,3}(?:and\s+)?(?P<vb>\d{1,4}|[a-z]+)"  # noqa: E501
              r"\s+(?:\([^)]*\)\s*)?(?:votes?\s+)?(?:against|opposed|no|nays?)\b"),
    ("pair", rf"(?<![\w.,$/-])(?<!\bfrom )(?P<p1>\d{{1,4}}|{_SMALL})(?:\s+votes?)?\s?(?:-|\bto\b)\s?(?P<p2>(?!0\d)\d{{1,4}}|{_SMALL}|none|nil)(?![\w%/-]|[.,]\d)"),  # noqa: E501
    ("fraction", r"\b(?:(?P<fa>a|one|two|three)[\s-]+)?(?P<fw>half|thirds?|quarters?)\b(?!\s+(?:party|offense|reading|meeting|past|to|after))"  # noqa: E501
                 r"|\b(?P<ga>one|two|three|four)[\s-]+(?P<gw>fifths?)\b"),
    ("number", rf"(?<![\w.,])(?P<no>{_NUM})" + _SCALE.format("ns") + r"(?P<nth>st|nd|rd|th)?(?!\w|\.\d)"),
    ("ordinal", rf"\b(?P<ow>{ORDINAL_WORDS})\b(?!\s+by\b)"),
    ("words", rf"\b(?P<wo>{_IN_WORDS})\b(?!-(?:man|member|person))"),
    ("glued", r"\d+(?:\.\d+)?"),
)  # fmt: skip
_FIGURE = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in _PATTERNS), re.IGNORECASE)
_ABOUT = re.compile(
    r"(?:about|around|roughly|nearly|almost|approximately|approx\.?|close to|just (?:over|under)|or so|some)\s+\Z",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*(?:-[^\W\d_]+)*|\d+[^\W\d_]+")
# a full stop that ends a sentence, a bullet, an ellipsis, a line's end, a dash between words
_BREAK = re.compile(r"\n\s*|[.;:!?…•]+(?=\s|$|[\"')])|\s-\s|,(?=\s)|[()]|[·▪◦]")


def _number(text: str, scale: str | None = None) -> tuple[float, float]:
    digits = text.replace(",", "")
    times = {"k": 1_000, "m": 1_000_000}.get((scale or "").lower(), _SCALES.get((scale or "").lower(), 1))
    decimals = len(digits.partition(".")[2])
    value = round(float(digits) * times, 4)
    if decimals or times > 1:
        return value, times / (10**decimals)
    zeros = len(digits) - len(digits.rstrip("0"))
    return value, float(10**zeros)


def _worded(text: str) -> float:
    total, part = 0, 0
    for word in re.split(r"[\s-]+", text.lower()):
        if word in UNITS:
            part += UNITS[word]
        elif word in _TENS:
            part += _TENS[word]
        elif word == "a":
            part += 1
        elif word in ("hundred", "dozen"):
            part = max(part, 1) * _SCALES[word]
        elif word in _SCALES:
            total, part = total + max(part, 1) * _SCALES[word], 0
    return float(total + part)


def _either(text: str) -> float | None:
    low = text.lower()
    if low.isdigit():
        return float(low)
    if low == "nil":
        return 0.0
    return float(UNITS[low]) if low in UNITS else float(_TENS[low]) if low in _TENS else 0.0 if low == "none" else None


def _month(name: str) -> int:
    return month_number(name)


def _year(text: str | None) -> int:
    return 0 if not text else int(text) + (2000 if len(text) == 2 else 0)


_LAST_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def _clock(group: dict[str, str | None], name: str, text: str) -> Worth | None:
    """A time told in words; the half of the day is read from what follows."""
    if name == "midday":
        noon = (group["mw"] or "").lower() != "midnight"
        return Worth("time", number=0, other=2 if noon else 1, text=text)
    hour = _either((group["kc"] if name == "clock" else group["kh"]) or "")
    if hour is None or not 1 <= hour <= 12:
        return None
    minutes = 0.0
    if name == "clock":
        told = (
            30.0
            if (group["kq"] or "").lower() == "half"
            else 15.0
            if group["kq"]
            else _either(group["km"] or "") or 0.0
        )
        minutes = told if (group["kw"] or "").lower() in ("past", "after") else -told
    return Worth("time", number=(hour % 12 * 60 + minutes) % 720, text=text)


def _dated(group: dict[str, str | None], name: str, text: str) -> Worth | None:
    if name == "d1":
        date = (_year(group["ay"]), _month(group["am"] or ""), int(group["ad"] or 0))
    elif name == "d2":
        date = (_year(group["by"]), _month(group["bm"] or ""), int(group["bd"] or 0))
    elif name == "d3":
        date = (_year(group["cy"]), _month(group["cm"] or ""), 0)
    elif name == "d4":
        date = (_year(group["dy"]), int(group["dm"] or 0), int(group["dd"] or 0))
    elif name == "d6":
        date = (_year(group["fy"]), _month(group["fm"] or ""), ordinal_value(group["fo"] or "") or 0)
    elif name == "d7":
        month = _month(group["gm"] or "")
        date = (_year(group["gy"]), month, _LAST_DAYS[month - 1] if month else 0)
    elif name == "d8":
        date = (0, int(group["hm"] or 0), int(group["hd"] or 0))
    else:
        date = (_year(group["ey"]), int(group["em"] or 0), int(group["ed"] or 0))
    return Worth("date", text=text, date=date) if 1 <= date[1] <= 12 and date[2] <= 31 else None


def _read(match: re.Match[str], before: str) -> Worth | None:
    group = match.groupdict()
    name = next(key for key, _ in _PATTERNS if group[key] is not None)
    text, about = match.group(), bool(_ABOUT.search(before))
    if name[0] == "d" and name[1:].isdigit():
        return _dated(group, name, text)
    if name in ("clock", "hour", "midday"):
        return _clock(group, name, text)
    if name == "share":
        upper, lower = (group["sn"], group["sd"]) if group["sn"] else (group["tn"], group["td"])
        return Worth("fraction", int(upper or 0) / int(lower or 1), text=text)
    if name == "time":
        hour, minute = int(group["th"] or group["uh"] or 0), int(group["tm"] or group["um"] or 0)
        half = (group["tp"] or "").lower()
        return Worth("time", number=hour % 12 * 60 + minute, other={"a": 1, "p": 2}.get(half, 0), text=text)
    if name == "amount":
        number, places = _number(group["mo"] or "0", group["ms"])
        return Worth("amount", -number if group["sign"] else number, text=text, places=places, about=about)
    if name == "cents":
        cents = float(group["cn"]) if group["cn"] else _worded(group["cw"] or "")
        return Worth("amount", cents / 100, text=text, places=0.01, about=about)
    if name == "both":
        dollars, cents = (float(group[n] or 0) or _worded(group[w] or "") for n, w in (("qdn", "qdw"), ("qcn", "qcw")))
        return Worth("amount", dollars + cents / 100, text=text, places=0.01, about=about)
    if name == "dollars":
        if group["dw"]:
            return Worth("amount", _worded(group["dw"]), text=text, places=1, about=about)
        number, places = _number(group["dn"] or "0", group["ds"])
        return Worth("amount", number, text=text, places=places, about=about)
    if name == "percent":
        if group["pw"]:
            return Worth("percent", _worded(group["pw"]), text=text, places=1, about=about)
        number, places = _number((group["pn"] or "0").lstrip("-"))
        return Worth("percent", number, text=text, places=min(places, 1), about=about)
    return _read_plain(name, group, text, about=about)


def _read_plain(name: str, group: dict[str, str | None], text: str, *, about: bool) -> Worth | None:
    if name == "member":
        value = _either(group["xn"] or "")
        return Worth("code", text=f"{value:.0f}-member") if value is not None else None
    if name in ("favor", "pair"):
        first, second = (
            _either((group["va"] if name == "favor" else group["p1"]) or ""),
            _either((group["vb"] if name == "favor" else group["p2"]) or ""),
        )
        low = text.lower()
        if (
            name == "pair"
            and first in _TENS.values()
            and 0 < (second or 0) < 10
            and re.fullmatch(r"[a-z]+-[a-z]+", low)
        ):
            return Worth("number", _worded(low), text=text, places=1, about=about)  # "forty-five" is no vote
        return Worth("pair", first, second, text) if first is not None and second is not None else None
    if name == "fraction":
        times = {"two": 2, "three": 3, "four": 4}.get((group["fa"] or group["ga"] or "").lower(), 1)
        return Worth(
            "fraction", times * _FRACTIONS[(group["fw"] or group["gw"] or "").lower().removesuffix("s")], text=text
        )
    if name == "number":
        number, places = _number(group["no"] or "0", group["ns"])
        if group["nth"]:
            return Worth("ordinal", number, text=text)
        return Worth("number", number, text=text, places=places, about=about)
    if name == "words":
        return Worth("number", _worded(group["wo"] or ""), text=text, places=1, about=about)
    if name == "ordinal":
        return Worth("ordinal", float(ordinal_value(group["ow"] or "") or 0), text=text)
    if name == "glued":
        return Worth("number", float(text), text=text, places=1)
    return Worth("code", text=text.lower())


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
        return held.kind == "pair" and (claimed.number, claimed.other) == (held.number, held.other)
    if claimed.kind == "code":
        return held.kind == "code" and held.text.replace("-", "") == claimed.text.replace("-", "")
    if claimed.kind == "fraction":
        percent = held.kind == "percent" and abs(held.number / 100 - claimed.number) < 0.006
        return percent or (held.kind == "fraction" and abs(held.number - claimed.number) < 0.001)
    if not _same_measure(claimed, held):
        return False
    if claimed.kind == "amount" and _is_bare_year(held):  # "$2,000" is never the year 2010
        return claimed.number == held.number
    return _near(claimed, abs(held.number))


def _is_bare_year(worth: Worth) -> bool:
    return worth.kind == "number" and worth.text.isdigit() and 1900 <= worth.number <= 2100


def _same_measure(claimed: Worth, held: Worth) -> bool:
    if claimed.kind == held.kind:
        return True
    if claimed.kind == "number" and held.kind == "date":
        return claimed.number == held.date[0] > 0
    return {claimed.kind, held.kind} in ({"amount", "number"}, {"percent", "number"})


_UNTOLD = 0.02
"""Share by which a round figure may differ where nobody says that it is rounded: "$450,000" of $449,000."""


def _near(claimed: Worth, held: float) -> bool:
    number = abs(claimed.number)
    if number == held or (number == held // 1 and held - number < 1 and number >= 100):
        return True
    told = claimed.about or "illion" in claimed.text
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
    plain = text.translate(_STRAIGHT)
    spans = _spans(plain)
    found: list[Token] = []
    at = 0
    for start, end, token in spans:
        found.extend(_words(plain, at, start))
        found.append(token)
        at = end
    found.extend(_words(plain, at, len(plain)))
    return tuple(_joined(found))


def _spans(plain: str) -> list[tuple[int, int, Token]]:
    spans: list[tuple[int, int, Token]] = []
    taken = 0
    refs = [ref for ref in find_refs(plain) if not ref.bare or ":" in ref.text]
    blanked = plain
    for ref in refs:
        blanked = blanked[: ref.start] + " " * (ref.end - ref.start) + blanked[ref.end :]
        spans.append((ref.start, ref.end, Token("ref", ref.full, (ref.full,), start=ref.start, end=ref.end)))
    for match in _FIGURE.finditer(blanked):
        worth = _read(match, blanked[max(0, match.start() - 16) : match.start()])
        if worth is None or match.start() < taken:
            continue
        end = match.end() - match.group().endswith(".")  # "7:00 p.m." may end a sentence
        worth = _afternoon(worth, blanked[match.end() :])
        spans.append((match.start(), end, Token("value", plain[match.start() : end], ("#",), worth=worth,
                                                start=match.start(), end=end)))  # fmt: skip
        taken = match.end()
    return sorted(spans, key=lambda span: span[0])


def _afternoon(worth: Worth, after: str) -> Worth:
    """ "3:31 in the afternoon" is 3:31 PM."""
    if worth.kind != "time" or worth.other:
        return worth
    half = re.match(r"\s+(?:in the|this|that)\s+(morning|afternoon|evening)|\s+at night", after)
    if half:
        return worth._replace(other=1 if half[1] == "morning" else 2)
    second = re.match(r"\s*(?:to|-|and|until)\s*\d{1,2}(?::\d\d)?\s?([ap])\.?\s?m", after, re.IGNORECASE)
    return worth._replace(other=1 if second[1].lower() == "a" else 2) if second else worth


def _words(text: str, start: int, end: int) -> Iterator[Token]:
    at = start
    marks = [(match.start(), match.end(), True) for match in _WORD.finditer(text, start, end)]
    marks += [(match.start(), match.end(), False) for match in _BREAK.finditer(text, start, end)]
    for first, last, word in sorted(marks):
        if first < at or last > end:
            continue
        written = text[first:last]
        if word:
            yield from _parts(written, first)
        else:
            yield Token("break", written.strip() or "\n", ("|",), start=first, end=last)
        at = last


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
        key = (base_of(part),)
        end = start + len(part)
        yield Token("word", part, key, groups_of(key), start=start, end=end, capital=part[:1].isupper())
        start = end + 1


def _joined(tokens: list[Token]) -> Iterator[Token]:
    """Phrases of the tables as one token: "put off", "no longer"."""
    known = phrases()
    at = 0
    while at < len(tokens):
        token = tokens[at]
        phrase = next((key for key in known.get(token.key[0], ()) if _stands(tokens, at, key)), None)
        if phrase is None or token.kind != "word":
            yield token
            at += 1
            continue
        last = tokens[at + len(phrase) - 1]
        text = " ".join(one.text for one in tokens[at : at + len(phrase)])
        yield Token("word", text, phrase, groups_of(phrase), start=token.start, end=last.end, capital=token.capital)
        at += len(phrase)


def _stands(tokens: list[Token], at: int, key: tuple[str, ...]) -> bool:
    part = tokens[at : at + len(key)]
    return len(part) == len(key) and all(
        one.kind == "word" and one.key == (base,) for one, base in zip(part, key, strict=True)
    )
