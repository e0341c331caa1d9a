"""The figures of a text as typed values: amounts, dates, times, votes, ranges, case numbers, percentages, counts.

Holds the only reading of figures and the one rule by which two of them are the same. Spelling is free ("$1,000" is
"1000 dollars", "Jan. 6, 2025" is "1/6/2025", "3-0" is "3 to 0", "two-thirds" is "2/3"); value is not: nothing is
rounded and nothing is near, but a figure that is itself called rough ("about $1.2 million") says so in `rounded`.
Statute references are not figures and are passed over; they have a grammar of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from vault.facts.dates import dates_in
from vault.facts.numerals import DECIMAL, NUMBER_WORDS, canonical_number, word_value
from vault.law.references import find_refs
from vault.value import Value

__all__ = ["Figure", "FigureKind", "figures_in", "holds_figure", "is_rough"]

FigureKind = Literal["amount", "date", "time", "pair", "code", "percent", "number", "counted"]


class Figure(Value):
    """One figure: kind, canonical value ("1000", "2025-01-06", "--01-06", "3-0", "4-0-1"), and the words as written.

    `counted` is a number written in letters ("three members"), which a writer may have counted himself.
    """

    kind: FigureKind
    value: str
    text: str
    start: int
    end: int
    rounded: bool = False
    """Whether the text itself calls the figure rough: "about", "nearly", "more than", "$1.2 million"."""


_SCALE = r"(?:\s?(?P<{0}>hundred|thousand|million|billion|[kKmMbB](?![\w.]))\b)?"
_CLOCK = r"[ap]\.?\s?m\b\.?|o['’]clock\b|noon\b|midnight\b"
_PATTERNS: tuple[tuple[str, str], ...] = (
    # "7 p.m.", "7:00 PM", "19:00", "6 o'clock", "12 noon"
    ("time", rf"\b(?P<hh>\d{{1,2}})(?::(?P<mi>\d{{2}}))?\s?(?P<ap>{_CLOCK})"
    rf"|(?<![\d:])(?P<h2>\d{{1,2}}):(?P<m2>\d{{2}})(?![\d:])"),
    # "$5-10 million", "$5 to $10": a range shares its scale
    ("amounts", rf"\$\s?(?P<ra>{DECIMAL})\s?(?:-|–|\bto\b)\s?"
    rf"\$?(?P<rb>{DECIMAL})\s?(?P<rs>thousand|million|billion)\b"),
    # "$14,000", "$1.2 million", "$40K"
    ("amount", rf"\$\s?(?P<am>{DECIMAL})" + _SCALE.format("as")),
    # "14,000 dollars", "50 cents"
    ("dollars", rf"(?<![\w.,-])(?P<dm>{DECIMAL})" + _SCALE.format("ds") + r"\s+dollars\b"),
    ("cents", r"(?<![\w.,-])(?P<ct>\d{1,2})\s?(?:cents\b|¢)"),
    # "2.5%", "2.5 percent", "15 per cent", "15 percentage points"
    ("percent", rf"(?<![\w.,])(?<!\d-)(?P<pc>{DECIMAL})\s?(?:%|percent\b|per\s?cent\b|percentage points?\b)"),
    # votes of three members: "4-0-1", "3-0-2"; more digits are a case
    ("votes", r"(?<![\w.,$/-])(?P<v1>\d{1,2})\s?-\s?(?P<v2>\d{1,2})\s?-\s?(?P<v3>\d)(?![\w%/-]|[.,]\d)"),
    # "25-03-LM", "2025-0012-A", "12-14-1001", "PB25-04": digits and letters joined by dashes
    (
        "code",
        r"(?<![\w-])(?=[\w-]*\d)(?:[A-Za-z]{1,4}\d+(?:-\w+)*|\d+(?:-\d+){2,}(?:-[A-Za-z]+)?"
        r"|\d+(?:-\d+)*-[A-Za-z]{1,3}(?:-\d+)?)(?![\w-])",
    ),
    # votes and ranges: "3-0", "3 to 0", "2024-2025"
    ("pair", r"(?<![\w.,$/-])(?P<p1>\d{1,5})\s?(?:-|–|\bto\b)\s?(?P<p2>\d{1,5})(?![\w%/-]|[.,]\d)"),
    ("fraction", r"(?<![\w.,/-])(?P<f1>\d{1,3})/(?P<f2>\d{1,3})(?![\w/])"),
    ("number", rf"(?<![\w.,])(?P<no>{DECIMAL})" + _SCALE.format("nsc") + r"(?:st|nd|rd|th)?(?![\w])"),
    ("glued", r"\d+(?:\.\d+)?"),
)  # fmt: skip
_FIGURE = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in _PATTERNS), re.IGNORECASE)
# Ballot results: "Yes 312 No 45", "YES: 312 ... NO: 45", "3 in favor, 0 opposed, 1 abstaining", "3 yeas and 2 nays".
_FOR, _AGAINST = r"(?:yes|yeas?|ayes?|in favor|for)", r"(?:no|nays?|opposed|against)"
_ABSTAINED = r"(?:\D{0,12}?(?P<c>\d{1,2})\s+(?:abstain\w*|abstention\w*))?"
_BALLOTS = (
    re.compile(
        rf"(?<!\d\s)\b{_FOR}\b\W{{0,4}}(?P<a>\d{{1,5}})\b\D{{0,25}}?\b{_AGAINST}\b\W{{0,4}}(?P<b>\d{{1,5}})\b(?P<c>)",
        re.I,
    ),
    re.compile(
        rf"\b(?P<a>\d{{1,5}})\s+(?:votes?\s+)?{_FOR}\b\D{{0,25}}?(?P<b>\d{{1,5}})\s+(?:votes?\s+)?"
        rf"{_AGAINST}\b{_ABSTAINED}",
        re.I,
    ),
)
# "two hundred thousand dollars", "forty percent", "three": "one" alone is a pronoun as often as a number
_IN_LETTERS = re.compile(
    rf"\b(?P<words>{NUMBER_WORDS})(?P<unit>\s+(?:dollars|percent|per\s?cent|cents)\b)?(?![\w-]|\s+hundredths)",
    re.IGNORECASE,
)
# "two-thirds", "a three-fifths vote", "one half"
_FRACTION = re.compile(
    r"\b(?P<top>one|two|three|four|five|seven)[-\s](?P<low>half|halves|thirds?|quarters?|fourths?|fifths?"
    r"|sixths?|eighths?)\b",
    re.I,
)
_LOW = {"hal": 2, "thi": 3, "qua": 4, "fou": 4, "fif": 5, "six": 6, "eig": 8}
_SOME_WORD = (
    r"two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|teen\b|twenty|thirty|forty|fifty|sixty"
    r"|seventy|eighty|ninety|hundred|thousand|million|one[-\s]"
)
_ANY_FIGURE = re.compile(rf"\d|{_SOME_WORD}", re.IGNORECASE)
_ROUGH = re.compile(
    r"\b(?:about|approximately|approx\.?|roughly|around|nearly|almost|over|some|more than|less than|fewer than|at least"
    r"|up to|close to|just under|just over|an estimated|estimated at|upwards of|circa)\s+(?:an?\s+)?\Z",
    re.IGNORECASE,
)
_ROUGH_AFTER = re.compile(r"\s?\+|\s+(?:or so|or more|or less|plus)\b", re.IGNORECASE)
_LOOK_BACK = 24
"""Characters before a figure in which a rounding word stands; longer than the longest of them."""


def is_rough(text: str, start: int, end: int) -> bool:
    """Whether the words around a figure call it rough: "about 40", "$1.2 million or so"; not whether it looks round."""
    return bool(_ROUGH.search(text[max(0, start - _LOOK_BACK) : start]) or _ROUGH_AFTER.match(text, end))


@lru_cache(maxsize=8192)
def figures_in(text: str) -> tuple[Figure, ...]:
    """Every figure of a text in order; () when it has none. Offsets are into the text given. Never raises."""
    if not _ANY_FIGURE.search(text):
        return ()
    plain = _blanked(text, ((ref.start, ref.end) for ref in find_refs(text) if not ref.bare or ":" in ref.text))
    dates = tuple(_dates(plain))
    rest = _blanked(plain, ((found.start, found.end) for found in dates))
    found = [*dates, *_in_figures(rest), *_in_letters(rest), *_ballots(rest)]
    return tuple(_with_cents(text, sorted(found, key=lambda figure: (figure.start, figure.kind))))


# "twenty-four dollars and fifty cents": one sum
_AND_CENTS = re.compile(r",?\s+(?:and\s+)?\Z")


def _with_cents(text: str, found: Sequence[Figure]) -> Iterator[Figure]:
    """The figures with dollars and the cents after them as one."""
    held: Figure | None = None
    for one in found:
        if held is not None and _is_cents(one) and _AND_CENTS.match(text[held.end : one.start]):
            worth = canonical_number(str(Decimal(held.value) + Decimal(one.value)))
            held = _figure(text, "amount", worth, held.start, one.end)
            continue
        if held is not None:
            yield held
        held = one if one.text.lower().endswith("dollars") else None
        if held is None:
            yield one
    if held is not None:
        yield held


def _is_cents(figure: Figure) -> bool:
    return figure.kind == "amount" and figure.text.lower().endswith(("cents", "¢"))


def _blanked(text: str, spans: Iterator[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _figure(text: str, kind: FigureKind, value: str, start: int, end: int) -> Figure:
    rough = kind not in ("date", "code") and is_rough(text, start, end)
    return Figure(kind=kind, value=value, text=text[start:end], start=start, end=end, rounded=rough)


def _dates(text: str) -> Iterator[Figure]:
    """Days and months; a bare year stays a number, because it may be a count ("2024 votes") or half a range."""
    for dated in dates_in(text):
        if dated.kind != "year":
            yield _figure(text, "date", dated.value, dated.start, dated.end)


def _in_figures(text: str) -> Iterator[Figure]:
    for match in _FIGURE.finditer(text):
        name = next(key for key, _ in _PATTERNS if match[key] is not None)
        if name == "amounts":
            for group in ("ra", "rb"):
                yield _figure(text, "amount", canonical_number(match[group], match["rs"]), *match.span(group))
            continue
        kind, value = _read(name, match)
        yield _figure(text, kind, value, *match.span())


def _read(name: str, match: re.Match[str]) -> tuple[FigureKind, str]:
    if name == "time":
        return "time", _time(match)
    if name in ("amount", "dollars"):
        return "amount", canonical_number(match["am"] or match["dm"], match["as"] or match["ds"])
    if name == "cents":
        return "amount", canonical_number(f"0.{int(match['ct']):02d}")
    if name == "percent":
        return "percent", canonical_number(match["pc"])
    if name == "votes":
        return "pair", "-".join(canonical_number(match[group]) for group in ("v1", "v2", "v3"))
    if name == "pair":
        return "pair", f"{canonical_number(match['p1'])}-{canonical_number(match['p2'])}"
    if name == "fraction":
        return "pair", f"{match['f1']}/{match['f2']}"
    if name == "number":
        return "number", canonical_number(match["no"], match["nsc"])
    return ("number", canonical_number(match.group())) if name == "glued" else ("code", match.group().lower())


def _time(match: re.Match[str]) -> str:
    hour, minute = int(match["hh"] or match["h2"]), match["mi"] or match["m2"] or "00"
    half = (match["ap"] or "").lower()
    if half in ("noon", "midnight"):
        half = "p" if half == "noon" else "a"
    return f"{hour}:{minute}{half[:1] if half[:1] in ('a', 'p') else ''}"


def _in_letters(text: str) -> Iterator[Figure]:
    fractions = [(match.start(), match.end()) for match in _FRACTION.finditer(text)]
    for match in _FRACTION.finditer(text):
        top = word_value(match["top"])
        yield _figure(text, "pair", f"{top}/{_LOW[match['low'][:3].lower()]}", *match.span())
    for match in _IN_LETTERS.finditer(text):
        value = word_value(match["words"])
        if value is None or (value == 1 and not match["unit"]) or any(s <= match.start() < e for s, e in fractions):
            continue
        unit = (match["unit"] or "").strip().lower()
        kind: FigureKind = "amount" if unit == "dollars" else "percent" if unit.startswith("per") else "counted"
        if unit == "cents":
            yield _figure(text, "amount", canonical_number(f"0.{value:02d}"), *match.span())
        else:
            yield _figure(text, kind, str(value), *match.span())


def _ballots(text: str) -> Iterator[Figure]:
    for pattern in _BALLOTS:
        for match in pattern.finditer(text):
            tally = [canonical_number(match[group]) for group in ("a", "b", "c") if match[group]]
            yield _figure(text, "pair", "-".join(tally), *match.span())


_SAME_MEASURE: dict[FigureKind, tuple[FigureKind, ...]] = {
    "amount": ("amount", "number"),  # a table prints the sum without its sign
    "percent": ("percent", "number"),
    "number": ("number", "amount", "percent", "counted"),
    "counted": ("counted", "number"),
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
    singles = {figure.value for figure in held if figure.kind in ("number", "amount", "percent")}
    return set(members) <= singles and int(members[0]) < int(members[1])
