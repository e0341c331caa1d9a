"""The figures of a sentence as typed values: amounts, dates, times, votes, case numbers, percentages, counts.

Holds the reading of figures and the one rule by which two of them are the same. Spelling is free ("$1,000" is
"1000 dollars", "Jan. 6, 2025" is "1/6/2025", "3-0" is "3 to 0"), value is not: nothing is rounded and nothing is near.
Statute references are not figures and are passed over; they have rules of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

from pipeline.quoting.locate import folded_text
from vault.law.references import find_refs
from vault.types import Value

__all__ = ["Mark", "MarkKind", "holds", "marks_of"]

MarkKind = Literal["amount", "date", "time", "pair", "code", "percent", "number", "counted"]


class Mark(Value):
    """One figure: kind, canonical value ("1000", "2025-01-06", "--01-06", "3-0"), and the words as written.

    `counted` is a number written in letters ("three members"), which a writer may have counted himself.
    """

    kind: MarkKind
    value: str
    text: str
    start: int


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    r"|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
_NUM = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_SCALE = r"(?:\s?(?P<{0}>hundred|thousand|million|billion|[kKmM](?![\w.])))?"
_PATTERNS: tuple[tuple[str, str], ...] = (
    # "January 6th, 2025", "Jan 6", "June 2025" comes below
    ("date_text", rf"\b(?P<tm>{_MONTH})\s+(?P<td>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(?P<ty>\d{{4}})\b)?"),
    # "6 January 2025", "6th of January, 2025"
    (
        "date_rev",
        rf"\b(?P<rd>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:day\s+)?(?:of\s+)?(?P<rm>{_MONTH})(?:,?\s+(?P<ry>\d{{4}})\b)?",
    ),
    ("date_month", rf"\b(?P<mm>{_MONTH}),?\s+(?:of\s+)?(?P<my>\d{{4}})\b"),
    ("date_iso", r"\b(?P<iy>\d{4})-(?P<im>\d{2})-(?P<id>\d{2})\b"),
    # "1/6/2025", "01-06-25", "06.16.2025"
    ("date_num", r"(?<![\d/.-])(?P<nm>\d{1,2})(?P<ns>[/.-])(?P<nd>\d{1,2})(?P=ns)(?P<ny>\d{4}|\d{2})(?![\d/-])"),
    ("time", r"\b(?P<hh>\d{1,2})(?::(?P<mi>\d{2}))?\s?(?P<ap>[ap])\.?\s?m\b\.?|\b(?P<h2>\d{1,2}):(?P<m2>\d{2})\b"),
    ("amount", rf"\$\s?(?P<am>{_NUM})" + _SCALE.format("as")),
    ("dollars", rf"(?<![\w.,-])(?P<dm>{_NUM})" + _SCALE.format("ds") + r"\s+dollars\b"),
    ("percent", rf"(?<![\w.,-])(?P<pc>{_NUM})\s?(?:%|percent\b|per cent\b)"),
    # "25-03-LM", "2025-0012-A", "12-4-1", "PB25-04": digits and letters joined by dashes
    (
        "code",
        r"(?<![\w-])(?=[\w-]*\d)(?:[A-Za-z]{1,4}\d+(?:-\w+)*|\d+(?:-\d+){2,}(?:-[A-Za-z]+)?"
        r"|\d+(?:-\d+)*-[A-Za-z]{1,3}(?:-\d+)?)(?![\w-])",
    ),
    # votes and ranges: "3-0", "3 to 0", "2024-2025", "4-0-1" is a code
    ("pair", r"(?<![\w.,$/-])(?P<p1>\d{1,5})\s?(?:-|\bto\b)\s?(?P<p2>\d{1,5})(?![\w%/-]|[.,]\d)"),
    ("fraction", r"(?<![\w.,/-])(?P<f1>\d{1,3})/(?P<f2>\d{1,3})(?![\w/])"),
    ("number", rf"(?<![\w.,])(?P<no>{_NUM})" + _SCALE.format("nsc") + r"(?:st|nd|rd|th)?(?![\w])"),
    ("glued", r"\d+(?:\.\d+)?"),
)  # fmt: skip
_FIGURE = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in _PATTERNS), re.IGNORECASE)
# Ballot results: "Yes 312 No 45", "YES: 312 ... NO: 45", "3 in favor, 0 opposed", "3 yeas and 2 nays".
_FOR, _AGAINST = r"(?:yes|yeas?|ayes?|in favor|for)", r"(?:no|nays?|opposed|against)"
_BALLOTS = (
    re.compile(rf"\b{_FOR}\b\W{{0,4}}(?P<a>\d{{1,5}})\b\D{{0,25}}?\b{_AGAINST}\b\W{{0,4}}(?P<b>\d{{1,5}})\b", re.I),
    re.compile(
        rf"\b(?P<a>\d{{1,5}})\s+(?:votes?\s+)?{_FOR}\b\D{{0,25}}?(?P<b>\d{{1,5}})\s+(?:votes?\s+)?{_AGAINST}\b", re.I
    ),
)
_UNIT_TEXT = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
_UNITS = (*_UNIT_TEXT.split(), "sixteen", "seventeen", "eighteen", "nineteen")
_WORD_VALUE = {word: number for number, word in enumerate(_UNITS)}
_TEN_TEXT = "twenty thirty forty fifty sixty seventy eighty ninety"
_TENS = {word: 20 + 10 * number for number, word in enumerate(_TEN_TEXT.split())}
# "three", "twenty-five", "thirty"; "one" is a pronoun as often as a number and is left out
_IN_LETTERS = re.compile(
    rf"\b(?:(?P<tens>{'|'.join(_TENS)})(?:[- ](?P<unit>{'|'.join(_UNITS[1:10])}))?"
    rf"|(?P<word>{'|'.join(word for word in _UNITS if word != 'one')}))\b",
    re.IGNORECASE,
)
_ANY_FIGURE = re.compile(rf"\d|{_IN_LETTERS.pattern}", re.IGNORECASE)
_SCALES = {"hundred": 2, "thousand": 3, "k": 3, "million": 6, "m": 6, "billion": 9}


def _plain(number: str, scale: str | None) -> str:
    """Canonical digits: no commas, no trailing zeros after the point, scale words multiplied out."""
    whole, _, part = number.replace(",", "").partition(".")
    shift = _SCALES.get((scale or "").lower(), 0)
    digits = part.ljust(shift, "0")
    whole, part = whole + digits[:shift], digits[shift:].rstrip("0")
    whole = whole.lstrip("0") or "0"
    return f"{whole}.{part}" if part else whole


def _month(name: str) -> int:
    return _MONTHS.index(name[:3].lower()) + 1


def _date(year: str | None, month: int, day: str | None) -> str:
    century = f"20{year}" if year and len(year) == 2 else year or "-"
    return f"{century}-{month:02d}" + (f"-{int(day):02d}" if day else "")


def _read(match: re.Match[str]) -> tuple[MarkKind, str]:
    kind, group = match.lastgroup or "", match.groupdict()
    name = next((key for key, _ in _PATTERNS if group[key] is not None), kind)
    if name == "date_text":
        return "date", _date(group["ty"], _month(group["tm"]), group["td"])
    if name == "date_rev":
        return "date", _date(group["ry"], _month(group["rm"]), group["rd"])
    if name == "date_month":
        return "date", _date(group["my"], _month(group["mm"]), None)
    if name == "date_iso":
        return "date", f"{group['iy']}-{group['im']}-{group['id']}"
    if name == "date_num" and 1 <= int(group["nm"]) <= 12:
        return "date", _date(group["ny"], int(group["nm"]), group["nd"])
    return _read_number(name, group, match.group())


def _read_number(name: str, group: dict[str, str | None], text: str) -> tuple[MarkKind, str]:
    if name == "time":
        hour, minute = int(group["hh"] or group["h2"] or 0), group["mi"] or group["m2"] or "00"
        half = (group["ap"] or "").lower()
        return "time", f"{hour}:{minute}{half}"
    if name in ("amount", "dollars"):
        return "amount", _plain(group["am"] or group["dm"] or "0", group["as"] or group["ds"])
    if name == "percent":
        return "percent", _plain(group["pc"] or "0", None)
    if name == "pair":
        return "pair", f"{_plain(group['p1'] or '0', None)}-{_plain(group['p2'] or '0', None)}"
    if name == "fraction":
        return "pair", f"{group['f1']}/{group['f2']}"
    if name == "number":
        return "number", _plain(group["no"] or "0", group["nsc"])
    if name == "glued":
        return "number", _plain(text, None)
    return "code", text.lower()


def _blanked(text: str) -> str:
    """The text with statute references blanked out, so that their numbers are no figures."""
    for ref in find_refs(text):
        if not ref.bare or ":" in ref.text:
            text = text[: ref.start] + " " * (ref.end - ref.start) + text[ref.end :]
    return text


def _in_letters(text: str) -> Iterator[Mark]:
    for match in _IN_LETTERS.finditer(text):
        if match["tens"]:
            value = _TENS[match["tens"].lower()] + (_WORD_VALUE[match["unit"].lower()] if match["unit"] else 0)
        else:
            value = _WORD_VALUE[match["word"].lower()]
        yield Mark(kind="counted", value=str(value), text=match.group(), start=match.start())


@lru_cache(maxsize=8192)
def marks_of(text: str) -> tuple[Mark, ...]:
    """Every figure of a text in order; () when it has none. Offsets are into the folded text. Never raises."""
    plain = folded_text(text)
    if not _ANY_FIGURE.search(plain):
        return ()
    folded = _blanked(plain)
    found = [
        Mark(kind=_read(match)[0], value=_read(match)[1], text=match.group(), start=match.start())
        for match in _FIGURE.finditer(folded)
    ]
    found.extend(_in_letters(folded))
    for pattern in _BALLOTS:
        for match in pattern.finditer(folded):
            value = f"{_plain(match['a'], None)}-{_plain(match['b'], None)}"
            found.append(Mark(kind="pair", value=value, text=match.group(), start=match.start()))
    return tuple(sorted(found, key=lambda mark: (mark.start, mark.kind)))


_SAME_MEASURE: dict[MarkKind, tuple[MarkKind, ...]] = {
    "amount": ("amount", "number"),  # a table prints the sum without its sign
    "percent": ("percent", "number"),
    "number": ("number", "amount", "percent", "counted"),
    "counted": ("counted", "number"),
}


def holds(held: Sequence[Mark], claimed: Mark, *, written: str = "") -> bool:
    """True when one of the held figures is the claimed one. `written` is the ISO date of the source, which supplies
    the year that a source leaves out ("January 6" in minutes of 2025)."""
    if claimed.kind == "date":
        return any(_same_date(mark.value, claimed.value, written) for mark in held if mark.kind == "date")
    if claimed.kind == "time":
        return any(mark.kind == "time" and _same_time(mark.value, claimed.value) for mark in held)
    kinds = _SAME_MEASURE.get(claimed.kind, (claimed.kind,))
    if any(mark.kind in kinds and mark.value == claimed.value for mark in held):
        return True
    if claimed.kind == "number" and len(claimed.value) == 4:  # a year: part of a date or of "2024-2025"
        return any(mark.kind == "date" and mark.value.startswith(claimed.value) for mark in held) or any(
            mark.kind in ("pair", "code") and claimed.value in mark.value.split("-") for mark in held
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


def _as_members(held: Sequence[Mark], pair: str) -> bool:
    """ "5 to 10 days" is held by "from 5 days to 10 days"; never when the source has the pair the other way round."""
    members = re.split(r"[-/]", pair)
    if len(members) != 2 or any(mark.kind == "pair" and set(mark.value.split("-")) & set(members) for mark in held):
        return False
    singles = {mark.value for mark in held if mark.kind in ("number", "amount", "percent")}
    return set(members) <= singles and int(members[0]) < int(members[1])
