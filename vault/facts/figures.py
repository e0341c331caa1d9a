"""The figures of a text as typed values: amounts, dates, times, votes, ranges, case numbers, percentages, counts.

Holds the only grammar of figures and the strict rule by which two of them are the same. Spelling is free ("$1,000" is
"1000 dollars", "Jan. 6, 2025" is "1/6/2025", "3-0" is "3 to 0", "two-thirds" is "2/3"); value is not: nothing is
rounded and nothing is near, but a figure that is itself called rough ("about $1.2 million") says so.
Statute references are not figures and are passed over; they have a grammar of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from vault.facts.dates import MONTH, dates_in, month_number
from vault.facts.numerals import (
    DECIMAL,
    NUMBER_WORDS,
    ONE_WORD,
    ORDINAL_WORDS,
    canonical_number,
    number_runs,
    ordinal_value,
    word_value,
)
from vault.facts.roughly import rounding_after, rounding_before
from vault.law.references import find_refs
from vault.text.patterns import lazy_regex
from vault.value import Value

__all__ = ["Figure", "all_figures_in", "figures_in", "holds_figure", "numbers_title"]

FigureKind = Literal["amount", "date", "time", "pair", "code", "percent", "number", "ordinal", "counted"]


class Figure(Value):
    """One figure: kind, canonical value ("1000", "2025-01-06", "--01-06", "3-0", "4-0-1", "2/3"), the words as written.

    `counted` is a number written in letters ("three members"), which a writer may have counted himself. `step` is the
    size of the last digit written ("1.4 million": 100,000); 0 for what measures nothing.
    """

    kind: FigureKind
    value: str
    text: str
    start: int
    end: int
    step: float = 0.0
    rough: Literal["", "about", "bound"] = ""
    """How the text itself calls the figure rough: "about 40", "$1.2 million or so"; "more than 40" is a bound."""
    way: Literal["", "over", "under"] = ""
    """On which side of the figure the true one lies: "just over 40", "nearly 40"; "" on either or on none."""
    led: int = -1
    """Where the rounding words before it start; `start` without any."""

    @property
    def rounded(self) -> bool:
        """Whether the text itself calls the figure rough in either way."""
        return self.rough != ""


_Read = tuple[FigureKind, str, float]
"""Kind, canonical value and step of a match."""

_SMALL = rf"(?:{ONE_WORD})"
_SCALE = r"(?:[\s-]?(?P<{0}>hundred|thousand|million|billion|[km{1}](?![\w.]))\b)?"
_MONEY, _PLAIN = "b", ""  # "$2B" is a sum, "Route 16B" is none
_SIDE = rf"\d{{1,5}}|{_SMALL}|none|nil|nothing"
_PATTERNS: tuple[tuple[str, Literal["sure", "all", "both"], str], ...] = (
    # "2/3 vote", "a vote by ballot of 3/5"; any other pair is a day in what is read whole: "by 6/15"
    ("slash", "all", r"(?<![\d/.$-])(?P<sn>[1-4]/[2-58])(?![\d/])"
     r"(?=\s*(?:,\s*)?(?:vote|majority|of|ballot|affirmative)\b)|(?<=\bof )(?P<tn>[1-4]/[2-58])(?![\d/])"),
    ("day", "all", r"(?<![\d/.$-])(?P<hm>1[0-2]|0?[1-9])/(?P<hd>3[01]|[12]\d|0?[1-9])(?![\d/%])"),
    # "half past six", "a quarter to four", "two minutes before eight", "twenty-five to five in the afternoon"
    ("clock", "both", r"\b(?:(?P<kq>half|(?:a\s+)?quarter)|(?P<km>twenty-five|a(?=\s+minute\b)"
     rf"|{_SMALL}|\d{{1,2}}(?=\s+minutes?\s+\w+\s+(?!\d)))"
     r"(?:\s+minutes?|"
     r"(?=\s+(?:past|to)\s+\w+\s+(?:in\s+the\s+(?:morning|afternoon|evening)|at\s+night)\b)))\s+(?P<kw>past|after|to|before)"
     rf"\s+(?P<kc>{_SMALL}|\d{{1,2}}|noon|midnight)\b"),
    # "seven o'clock", "nine in the evening", "six (6) a.m."
    ("hour", "both", rf"\b(?P<kh>{_SMALL}|\d{{1,2}})"
     r"(?:\s+o['’]clock\b|(?=\s+(?:in\s+the\s+(?:morning|afternoon|evening)|at\s+night)\b)"
     r"|(?<=[a-z])(?:\s*\(\d{1,2}\))?\s(?P<ka>[ap])\.?\s?m\b\.?)"),
    # "eight-thirty"
    ("spoken", "both", rf"(?<![\w-])(?P<eh>{_SMALL})-(?P<em>fifteen|twenty|thirty|forty|fifty|forty-five)(?![\w-])"),
    # "7 p.m.", "7:00 PM", "19:00"
    ("time", "both", r"\b(?P<hh>\d{1,2})(?::(?P<mi>\d{2})(?::\d{2})?)?\s?(?P<ap>[ap])\.?\s?m\b\.?"
     r"|(?<![\d:])(?P<h2>\d{1,2}):(?P<m2>\d{2})(?![\d:])"),
    ("midday", "both", r"\b(?:12\s+)?(?P<mw>noon|midnight|midday)\b"),
    # "$5-10 million", "$5 to $10 million": a range shares its scale
    ("amounts", "both", rf"\$\s?(?P<ra>{DECIMAL})\s?(?:-|–|\bto\b)\s?"
     rf"\$?(?P<rb>{DECIMAL})\s?(?P<rs>thousand|million|billion)\b"),
    # "$14,000", "$1.2 million", "$40K"; "$13, 962.38" as scanned
    ("amount", "both", rf"(?:-|(?<!\d\s)-\s)?\$\s?(?P<am>\d{{1,3}},\s\d{{3}}\.\d\d(?!\d)|{DECIMAL})"
     + _SCALE.format("as", _MONEY)),
    # "a quarter of a million dollars", "half a million", "two and a half million dollars"
    ("shares", "both", r"\b(?:(?:(?P<st>a|one|two|three)\s+)?(?P<sp>half|thirds?|quarters?)"
     rf"(?:(?:\s+of)?\s+an?|(?<=quarter))|(?P<sw>\d{{1,3}}|{_SMALL})\s+and\s+a\s+half)\s+(?P<sz>thousand|million|billion)\b(?P<sd>\s+dollars?\b)?"),
    # "14,000 dollars", "two hundred dollars"; "50 cents", "fifty cents"
    ("dollars", "both", rf"(?<![\w.,-])(?:(?P<dm>{DECIMAL})" + _SCALE.format("ds", _MONEY)
     + rf"|(?P<dw>{NUMBER_WORDS}))\s+dollars?\b"),
    ("cents", "both", rf"(?<![\w.,-])(?:(?P<ct>\d{{1,3}})\s?(?:cents?\b|¢)|(?P<cw>{NUMBER_WORDS})\s+cents?\b)"),
    # "2.5%", "15 per cent", "15 percentage points", "forty percent", "nine and three-quarters percent"
    ("percent", "both", rf"(?:(?<![\w.,])(?<!\d-)-?(?P<pc>{DECIMAL})\s?%|(?:(?<![\w.,])(?<!\d-)(?P<pd>{DECIMAL})\s?|"
     rf"(?<![\w-])(?P<pw>{NUMBER_WORDS})(?:\s+and\s+(?P<pf>an?|{_SMALL})[\s-]+(?P<ph>half|quarters?|tenths?))?\s+)"
     r"(?:percent\b|per\s?cent\b|percentage points?\b))"),
    # votes of three members: "4-0-1", "3-0-2"; more digits are a case
    ("votes", "both", r"(?<![\w.,$/-])(?P<v1>\d{1,2})\s?-\s?(?P<v2>\d{1,2})\s?-\s?(?P<v3>\d)(?![\w%/-]|[.,]\d)"),
    # "a five-member board"
    ("member", "all", rf"\b(?P<xn>\d{{1,2}}|{_SMALL})(?:-|\s-\s?)(?:man|men|person|member|seat)\b"),
    # "25-03-LM", "2025-0012-A", "12-14-1001", "PB25-04": digits and letters joined by dashes; not "30-day"
    ("code", "both", r"(?<![\w-])(?=[\w-]*\d)(?:[A-Za-z]{1,4}\d+(?:-\w+)*|\d+(?:-\d+){2,}(?:-[A-Za-z]+)?"
     r"|(?!\d+-(?:day|year|hour|week|foot|inch|acre|mile|lot|unit|ton|bed|yard|lane|vote)s?\b)"
     r"\d+(?:-\d+)*-[A-Za-z]{1,4}(?:-\d+)?(?!\w))(?![\w-])"),
    ("dotted", "all", r"(?<![\w.,$])\d+(?:\.\d+){2,3}(?![\w/]|[.,]\d)"),  # a section of a rule, "8.02.1"
    ("form", "all", r"(?<![\w-])[A-Za-z]{1,4}-\d+(?:-\w+)*(?![\w-])"),  # "DD-214", which others write "DD 214"
    # "three in favor and none against"
    ("tally", "all", rf"\b(?P<va>{_SIDE})\s+(?:votes?\s+)?(?:in favor|yes|yeas?|ayes?|for)\W{{1,3}}(?:and\s+)?"
     rf"(?P<vb>{_SIDE})\s+(?:\([^)]*\)\s*)?(?:votes?\s+)?(?:against|opposed|in opposition|no|nays?)\b"),
    # votes and ranges: "3-0", "3 to 0", "2024-2025"; "from 5 to 10" is two numbers in what is read whole
    ("pair", "both", r"(?<![\w.,$/-])(?<!\bfrom )(?P<p1>\d{1,5})\s?(?:-|–|\bto\b)\s?(?P<p2>(?!0\d)\d{1,5})"
     r"(?![\w%/-]|[.,]\d)"),
    # "three to none", "two votes to one"
    ("sides", "all", rf"(?<![\w.,$/-])(?<!\bfrom )(?P<s1>{_SIDE})(?:\s+votes?)?\s?(?:-|\bto\b)\s?"
     rf"(?P<s2>(?!0\d)(?:{_SIDE}))(?![\w%/-]|[.,]\d|\s+(?:hundred|thousand|million|billion)\b)"),
    ("range", "sure", r"(?<=\bfrom )(?P<q1>\d{1,5})\s?(?:-|–|\bto\b)\s?(?P<q2>\d{1,5})(?![\w%/-]|[.,]\d)"),
    ("written", "sure", r"(?<![\w.,/-])(?P<wf>\d{1,3}/\d{1,3})(?![\w/])"),
    # "seven in ten", "three out of four"
    ("of", "all", r"\b(?P<nt>one|two|three|four|five|six|seven|eight|nine)\s+(?:in|out\s+of)"
     r"\s+(?P<nd>three|four|five|ten)\b(?!\s+(?:minute|hour|day|week|month|year)s?\b)"),
    # "two-thirds", "a three-fifths vote", "one half", "nine-tenths"
    ("fraction", "both", r"\b(?P<ft>one|two|three|four|five|seven|nine)[-\s]+(?P<fl>half|halves|thirds?|quarters?"
     r"|fourths?|fifths?|sixths?|eighths?|tenths?)\b(?!\s+(?:party|offense|reading|meeting|past|to|after)\b)"),
    ("sign", "all", r"(?<!\d)(?<!\d\s)[½¼¾]"),
    # "a third" of something; "a third is a $250 fine" counts on
    ("part", "all", r"\b(?:a[\s-]+)?(?P<fp>half|quarters?"
     r"|thirds?(?!\s+(?:is|was|will|would|costs?|brings?|violation|time|person|member|vote|hearing|article|notice)\b))\b"
     r"(?!\s+(?:party|offense|reading|meeting|past|to|after))"),
    ("number", "both", rf"(?<![\w.,])(?P<no>{DECIMAL})" + _SCALE.format("ns", _PLAIN)
     + r"(?P<nth>st|nd|rd|th)?(?!\w|\.\d)"),
    ("ordinal", "all", rf"\b(?P<ow>{ORDINAL_WORDS})\b(?!\s+by\b)"),
    # "tenfold"
    ("fold", "all", rf"\b(?P<fo>{_SMALL})[\s-]?fold\b"),
    # "three", "three hundred and twelve"
    ("words", "both", rf"\b(?P<wo>{NUMBER_WORDS})\b"
     rf"(?!-(?:man|men|member|person|seat|{ORDINAL_WORDS})\b|\s+hundredths)"),
    ("glued", "both", r"\d+(?:\.\d+)?"),
)  # fmt: skip


def _grammar(view: str) -> re.Pattern[str]:
    rows = (f"(?P<{name}>{pattern})" for name, seen, pattern in _PATTERNS if seen in (view, "both"))
    return lazy_regex("|".join(rows), re.IGNORECASE)


_GRAMMARS = {view: _grammar(view) for view in ("sure", "all")}
_NAMES = frozenset(name for name, _, _ in _PATTERNS)
# Ballot results: "Yes 312 No 45", "YES: 312 ... NO: 45", "3 in favor, 0 opposed, 1 abstaining", "3 yeas and 2 nays".
_FOR, _AGAINST = r"(?:yes|yeas?|ayes?|in favor|for)", r"(?:no|nays?|opposed|in opposition|against)"
_ABSTAINED = r"(?:\D{0,12}?(?P<c>\d{1,2})\s+(?:abstain\w*|abstention\w*))?"
_BALLOTS = (
    lazy_regex(
        rf"(?<!\d\s)\b{_FOR}\b\W{{0,4}}(?P<a>\d{{1,5}})\b\D{{0,25}}?\b{_AGAINST}\b\W{{0,4}}(?P<b>\d{{1,5}})\b(?P<c>)",
        re.I,
    ),
    lazy_regex(
        rf"\b(?P<a>\d{{1,5}})\s+(?:votes?\s+)?{_FOR}\b\D{{0,25}}?(?P<b>\d{{1,5}})\s+(?:votes?\s+)?"
        rf"{_AGAINST}\b{_ABSTAINED}",
        re.I,
    ),
)
# "the last day of September", "the end of June"
_MONTH_END = lazy_regex(rf"\b(?:last day|end)\s+of\s+(?P<gm>{MONTH})(?:,?\s+(?P<gy>(?:19|20)\d\d)\b)?", re.I)
_LOW = {"hal": 2, "thi": 3, "qua": 4, "fou": 4, "fif": 5, "six": 6, "eig": 8, "ten": 10}
_SOME_WORD = (
    r"two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|teen\b|twenty|thirty|forty|fifty|sixty"
    r"|seventy|eighty|ninety|hundred|thousand|million|dozen|one[-\s]|noon|midnight|midday|half\s+past|quarter"
)
_ANY_FIGURE = lazy_regex(rf"\d|{_SOME_WORD}", re.IGNORECASE)


@lru_cache(maxsize=8192)
def figures_in(text: str) -> tuple[Figure, ...]:
    """Every figure of a text in order that surely is one; () when it has none. Offsets are into the text given. The
    sides of a ballot are given alone and as a pair. Never raises."""
    if not _ANY_FIGURE.search(text):
        return ()
    plain = _without_references(text)
    dates = tuple(_dates(plain))
    rest = _without(plain, dates)
    return _in_order(text, [*dates, *_scanned(rest, "sure"), *_ballots(rest)])


def all_figures_in(text: str) -> tuple[Figure, ...]:
    """The figures of a text in order and without overlap, with what may be no figure elsewhere: "one", "first", "half",
    "6/15" as a day, "three in favor, none against" as one vote. Offsets are into the text given. Never raises."""
    plain = _without_references(text)
    ends = tuple(_month_ends(plain))
    dates = (*ends, *_dates(_without(plain, ends)))
    return _in_order(text, [*dates, *_scanned(_without(plain, dates), "all")])


def _without_references(text: str) -> str:
    return _blanked(text, ((ref.start, ref.end) for ref in find_refs(text) if not ref.bare or ":" in ref.text))


def _without(text: str, found: Iterable[Figure]) -> str:
    return _blanked(text, ((figure.start, figure.end) for figure in found))


def _in_order(text: str, found: Iterable[Figure]) -> tuple[Figure, ...]:
    return tuple(_with_cents(text, sorted(found, key=lambda figure: (figure.start, figure.kind))))


# "twenty-four dollars and fifty cents": one sum
_AND_CENTS = lazy_regex(r",?\s+(?:and\s+)?\Z")


def _with_cents(text: str, found: Sequence[Figure]) -> Iterator[Figure]:
    """The figures with dollars and the cents after them as one."""
    held: Figure | None = None
    for one in found:
        if held is not None and _is_cents(one) and _AND_CENTS.match(text[held.end : one.start]):
            worth = canonical_number(str(Decimal(held.value) + Decimal(one.value)))
            held = _figure(text, ("amount", worth, 0.01), held.start, one.end)
            continue
        if held is not None:
            yield held
        held = one if one.text.lower().endswith("dollars") else None
        if held is None:
            yield one
    if held is not None:
        yield held


def _is_cents(figure: Figure) -> bool:
    return figure.kind == "amount" and figure.text.lower().endswith(("cents", "cent", "¢"))


def _blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _figure(text: str, read: _Read, start: int, end: int) -> Figure:
    kind, value, step = read
    words = None if kind in ("date", "code") else rounding_before(text, start, end)
    rough: Literal["", "about", "bound"] = ""
    if words is not None:
        rough = "about" if words.near else "bound"
    elif kind not in ("date", "code") and rounding_after(text, end):
        rough = "bound"
    way: Literal["", "over", "under"] = words.way if words is not None else ""
    led = words.start if words is not None else start
    return Figure(
        kind=kind, value=value, text=text[start:end], start=start, end=end, step=step, rough=rough, way=way, led=led
    )


_WEEKDAY_BEFORE = lazy_regex(r"[a-z]+\.?\s*,?\s+(?:the\s+)?", re.IGNORECASE)


def _dates(text: str) -> Iterator[Figure]:
    """Days and months; a bare year stays a number, because it may be a count ("2024 votes") or half a range."""
    for dated in dates_in(text):
        if dated.kind != "year":
            weekday = _WEEKDAY_BEFORE.match(text, dated.start) if dated.weekday else None
            start = weekday.end() if weekday else dated.start
            yield _figure(text, ("date", dated.value, 0.0), start, dated.end)


def _month_ends(text: str) -> Iterator[Figure]:
    for match in _MONTH_END.finditer(text):
        month = month_number(match["gm"])
        last = 28 if month == 2 else 30 if month in (4, 6, 9, 11) else 31
        yield _figure(text, ("date", f"{match['gy'] or '-'}-{month:02d}-{last}", 0.0), *match.span())


def _scanned(text: str, view: Literal["sure", "all"]) -> Iterator[Figure]:
    for match in _GRAMMARS[view].finditer(text):
        name = next(key for key, held in match.groupdict().items() if held is not None and key in _NAMES)
        if name == "amounts":
            for group in ("ra", "rb"):
                yield _figure(text, ("amount", *_measure(match[group], match["rs"])), *match.span(group))
        elif name == "words":
            for start, end, value in number_runs(match["wo"]):
                if value != 1 or view == "all":  # alone, "one" is a pronoun as often
                    yield _figure(text, ("counted", *_measure(str(value))), match.start() + start, match.start() + end)
        elif (read := _READERS[name](match)) is not None:
            yield _figure(text, read, *match.span())


def _measure(number: str, scale: str | None = None) -> tuple[str, float]:
    """The canonical value of a number as written and the size of its last digit that is no zero of its end."""
    whole, _, part = number.replace(",", "").partition(".")
    times = float(canonical_number("1", scale))
    if part or times > 1:
        return canonical_number(number, scale), times / 10 ** len(part)
    return canonical_number(number), float(10 ** (len(whole) - len(whole.rstrip("0"))))


# "$130.000" as typed for "$130,000": no price or rate is written to a thousandth that is none
_POINTED_THOUSANDS = lazy_regex(r"[1-9]\d{1,2}\.000")


def _amount(match: re.Match[str]) -> _Read | None:
    number = re.sub(r"\s", "", match["am"])
    return "amount", *_measure(number.replace(".", "") if _POINTED_THOUSANDS.fullmatch(number) else number, match["as"])


def _dollars(match: re.Match[str]) -> _Read | None:
    if match["dm"]:
        return "amount", *_measure(match["dm"], match["ds"])
    value = word_value(match["dw"])
    return None if value is None else ("amount", *_measure(str(value)))


_SHARES = {"half": 2, "third": 3, "quarter": 4, "tenth": 10}


def _shares(match: re.Match[str]) -> _Read:
    """A size in parts of a thousand, a million or a billion, as rough as a hundredth of it."""
    size = int(canonical_number("1", match["sz"]))
    if match["sw"]:
        value = (_side(match["sw"]) * 2 + 1) * size // 2
    else:
        times = _side(match["st"]) if match["st"] and match["st"].lower() != "a" else 1
        value = times * size // _SHARES[match["sp"].lower().rstrip("s")]
    return "amount" if match["sd"] else "counted", str(value), size / 100


def _cents(match: re.Match[str]) -> _Read | None:
    cents = int(match["ct"]) if match["ct"] else word_value(match["cw"])
    return None if cents is None else ("amount", canonical_number(str(Decimal(cents) / 100)), 0.01)


def _percent(match: re.Match[str]) -> _Read | None:
    written = match["pc"] or match["pd"]
    if written:
        value, step = _measure(written)
        return "percent", value, min(step, 1.0)
    words = word_value(match["pw"])
    if words is None or not match["pf"]:
        return None if words is None else ("percent", str(words), 1.0)
    share = Decimal(word_value(match["pf"]) or 1) / _SHARES[match["ph"].lower().rstrip("s")]
    return "percent", *_measure(str(words + share))


def _number(match: re.Match[str]) -> _Read | None:
    if match["nth"]:
        return "ordinal", canonical_number(match["no"]), 0.0
    return "number", *_measure(match["no"], match["ns"])


def _votes(match: re.Match[str]) -> _Read | None:
    return "pair", "-".join(canonical_number(match[group]) for group in ("v1", "v2", "v3")), 0.0


# "FY2031", "FY31", which titles and heads write "FY 2031"
_FISCAL_YEAR = lazy_regex(r"FY(?:20)?(\d\d)", re.IGNORECASE)


def _fiscal_year(text: str) -> _Read | None:
    found = _FISCAL_YEAR.fullmatch(text)
    return ("number", f"20{found[1]}", 1.0) if found else None


def _sides(match: re.Match[str]) -> _Read | None:
    first, second = _side(match["s1"]), _side(match["s2"])
    if first >= 20 and 0 < second < 10 and re.fullmatch(r"[a-z]+-[a-z]+", match.group(), re.I):
        return "counted", str(first + second), 1.0  # "forty-five" is no vote
    return "pair", f"{first}-{second}", 0.0


def _side(text: str) -> int:
    """One side of a vote or a range: "3", "three", "none"."""
    return int(text) if text.isdigit() else word_value(text) or 0


def _clock(match: re.Match[str]) -> _Read | None:
    hour = _side(match["kc"]) or 12 * (match["kc"].lower() in ("noon", "midnight"))
    if not 1 <= hour <= 12:
        return None
    quarter = 30 if (match["kq"] or "").lower() == "half" else 15
    minutes = quarter if match["kq"] else _side("one" if match["km"] == "a" else match["km"])
    told = (60 * hour + (minutes if match["kw"].lower() in ("past", "after") else -minutes)) % 720
    return "time", _day_time(told // 60 or 12, f"{told % 60:02d}", _half_of_day(match)), 0.0


def _hour(match: re.Match[str]) -> _Read | None:
    hour = _side(match["kh"])
    half = (match["ka"] or "").lower() or _half_of_day(match)
    return ("time", _day_time(hour, "00", half), 0.0) if 1 <= hour <= 12 else None


def _spoken(match: re.Match[str]) -> _Read | None:
    hour, minutes = _side(match["eh"]), word_value(match["em"]) or 0
    return ("time", _day_time(hour, f"{minutes:02d}", _half_of_day(match)), 0.0) if 1 <= hour <= 12 else None


def _time(match: re.Match[str]) -> _Read | None:
    half = (match["ap"] or "").lower() or _half_of_day(match)
    return "time", _day_time(int(match["hh"] or match["h2"]), match["mi"] or match["m2"] or "00", half), 0.0


def _midday(match: re.Match[str]) -> _Read | None:
    return "time", _day_time(12, "00", "a" if match["mw"].lower() == "midnight" else "p"), 0.0


def _day_time(hour: int, minutes: str, half: str) -> str:
    return f"{hour}:{minutes}{half}"


_PART_OF_DAY = lazy_regex(r"\s+(?:in\s+the|this|that)\s+(morning|afternoon|evening)|\s+at\s+night")
# "from 6 to 7 p.m."
_LATER_HOUR = lazy_regex(r"\s*(?:to|-|and|until)\s*\d{1,2}(?::\d\d)?\s?([ap])\.?\s?m", re.IGNORECASE)


def _half_of_day(match: re.Match[str]) -> str:
    """The half of the day that the words after a time tell: "3:31 in the afternoon" -> "p"; "" when they tell none."""
    part = _PART_OF_DAY.match(match.string, match.end())
    if part:
        return "a" if part[1] == "morning" else "p"
    later = _LATER_HOUR.match(match.string, match.end())
    return later[1].lower() if later else ""


_READERS: Mapping[str, Callable[[re.Match[str]], _Read | None]] = {
    "slash": lambda match: ("pair", match["sn"] or match["tn"], 0.0),
    "day": lambda match: ("date", f"--{int(match['hm']):02d}-{int(match['hd']):02d}", 0.0),
    "clock": _clock,
    "hour": _hour,
    "spoken": _spoken,
    "time": _time,
    "midday": _midday,
    "amount": _amount,
    "dollars": _dollars,
    "shares": _shares,
    "cents": _cents,
    "percent": _percent,
    "votes": _votes,
    "member": lambda match: ("code", f"{_side(match['xn'])}-member", 0.0),
    "code": lambda match: _fiscal_year(match.group()) or ("code", match.group().lower(), 0.0),
    "tally": lambda match: ("pair", f"{_side(match['va'])}-{_side(match['vb'])}", 0.0),
    "pair": lambda match: ("pair", f"{int(match['p1'])}-{int(match['p2'])}", 0.0),
    "sides": _sides,
    "form": lambda match: ("code", match.group().lower(), 0.0),
    "dotted": lambda match: ("code", match.group(), 0.0),
    "range": lambda match: ("pair", f"{int(match['q1'])}-{int(match['q2'])}", 0.0),
    "written": lambda match: ("pair", match["wf"], 0.0),
    "fraction": lambda match: ("pair", f"{word_value(match['ft'])}/{_LOW[match['fl'][:3].lower()]}", 0.0),
    "of": lambda match: ("pair", f"{word_value(match['nt'])}/{word_value(match['nd'])}", 0.0),
    "sign": lambda match: ("pair", {"½": "1/2", "¼": "1/4", "¾": "3/4"}[match.group()], 0.0),
    "part": lambda match: ("pair", f"1/{_LOW[match['fp'][:3].lower()]}", 0.0),
    "number": _number,
    "ordinal": lambda match: ("ordinal", str(ordinal_value(match["ow"]) or 0), 0.0),
    "fold": lambda match: ("counted", str(_side(match["fo"])), 1.0),
    "glued": lambda match: ("number", canonical_number(match.group()), 1.0),
}


def _ballots(text: str) -> Iterator[Figure]:
    for pattern in _BALLOTS:
        for match in pattern.finditer(text):
            tally = [canonical_number(match[group]) for group in ("a", "b", "c") if match[group]]
            yield _figure(text, ("pair", "-".join(tally), 0.0), *match.span())


_SAME_MEASURE: dict[FigureKind, tuple[FigureKind, ...]] = {
    "amount": ("amount", "number"),  # a table prints the sum without its sign
    "percent": ("percent", "number"),
    "number": ("number", "amount", "percent", "ordinal", "counted"),
    "ordinal": ("ordinal", "number", "counted"),
    "counted": ("counted", "number", "ordinal"),
    "pair": ("pair", "code"),
    "code": ("code", "pair"),
}


def holds_figure(held: Sequence[Figure], claimed: Figure, *, written: str = "") -> bool:
    """True when one of the held figures is the claimed one. `written` is the ISO date of the source, which supplies
    the year that a source leaves out ("January 6" in minutes of 2025)."""
    if claimed.kind == "date":
        return any(_same_date(figure.value, claimed.value, written) for figure in held if figure.kind == "date")
    if claimed.kind == "time":
        return any(figure.kind == "time" and _same_time(figure.value, claimed.value) for figure in held)
    kinds = _SAME_MEASURE.get(claimed.kind, (claimed.kind,))
    if any(figure.kind in kinds and figure.value == claimed.value for figure in held):
        return True
    if claimed.kind == "number" and len(claimed.value) == 4:  # a year: part of a date or of "2024-2025"
        return any(figure.kind == "date" and figure.value.startswith(claimed.value) for figure in held) or any(
            figure.kind in ("pair", "code") and claimed.value in figure.value.split("-") for figure in held
        )
    return claimed.kind == "pair" and _as_members(held, claimed.value)


def _same_date(held: str, claimed: str, written: str) -> bool:
    if held == claimed or held.startswith(f"{claimed}-"):
        return True
    if claimed.startswith("--"):  # "January 6" against "January 6, 2025"
        return held[-len(claimed) + 2 :] == claimed[2:] and len(held) >= len(claimed)
    return held.startswith("--") and bool(written) and f"{written[:4]}{held[1:]}" == claimed


def _same_time(held: str, claimed: str) -> bool:
    return held == claimed or (
        held.rstrip("ap") == claimed.rstrip("ap") and not (held[-1:] in "ap" and claimed[-1:] in "ap")
    )


def _as_members(held: Sequence[Figure], pair: str) -> bool:
    """ "5 to 10 days" is held by "from 5 days to 10 days"; never when the source has the pair the other way round."""
    members = re.split(r"[-/]", pair)
    if len(members) != 2 or any(one.kind == "pair" and set(one.value.split("-")) & set(members) for one in held):
        return False
    singles = {figure.value for figure in held if figure.kind in ("number", "amount", "percent", "counted")}
    return set(members) <= singles and int(members[0]) < int(members[1])


_NUMBER_OF_YEAR = lazy_regex(r"(?P<number>\d{1,4})-(?P<year>(?:19|20)\d\d)")


def numbers_title(written: str, title: str) -> bool:
    """Whether a number with its year is that of the matter a title names: "300-2024" of "2024 Res #300 Fees"."""
    told = _NUMBER_OF_YEAR.fullmatch(written)
    return told is not None and all(re.search(rf"(?<!\d){told[one]}(?!\d)", title) for one in ("number", "year"))
