"""What a record is about: case, parcel, article, section, resolution, fund, budget, law or minutes, with one key each.

Reads designators that are printed; it never guesses that two different designators mean one matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from vault.facts.dates import dates_in
from vault.facts.types import Matter, MatterKind
from vault.text.patterns import lazy_regex

__all__ = ["fund_key", "in_full", "is_short_form", "matters_in", "of_matter", "spelled_out"]

_NUM = r"\d+(?:\.\d+)*"
_PATTERNS: tuple[tuple[MatterKind, re.Pattern[str]], ...] = (
    # "Case #25-02-V", "Case #: 25-02-SPR", "case no. 2024-11"
    (
        "case",
        lazy_regex(
            r"\bcase\s*(?:#|no\.?|number)?\s*:?\s*#?\s*(?P<n>[A-Z]{0,4}\d\w*(?:\s?-\s?(?!(?-i:[A-Z][a-z]))\w+)+)", re.I
        ),
    ),
    # "25-03-LM", "PB25-04"
    ("case", lazy_regex(r"(?<![\w/-])(?P<n>\d{2,4}-\d{1,4}-[A-Z]{1,4})(?![\w-])")),
    # "Tax Map: 093 Lot: 024", "Map 104 Lot 014 Sub 27", "Map 135, Lot 002, Sub lot 369"
    (
        "parcel",
        lazy_regex(
            r"\b(?:tax\s+)?map:?\s*#?\s*(?P<m>\d+)(?!\d)[\s,;/]*(?:lots?)?:?\s*#?\s*(?P<l>\d+)"
            r"(?:[\s,;/]*(?:sub(?:[\s-]?lot)?s?|unit):?\s*#?\s*(?P<s>(?-i:[A-Z])?\d+\w?))?",
            re.I,
        ),
    ),
    # "Article 12", "Article XXXV", "Article 34.1 (d)"
    (
        "article",
        lazy_regex(rf"\b[Aa](?:rticle|RTICLE|rt\.)\s*(?:#|[Nn]o\.)?\s*(?P<n>{_NUM}|[IVXL]+\b)(?P<p>\s?\([a-z0-9]+\))?"),
    ),
    # "Section 9.06 F", "Sections 8.01 P and 9.06 B", "section 9.06F/11.02E", "Section 6.04.4h 14"
    (
        "section",
        lazy_regex(
            rf"\b[Ss]ections?\s+(?P<n>{_NUM}\s?(?:\([A-Za-z0-9]+\)|[A-Za-z](?![a-z]))?(?:\s\d{{1,3}}(?![\d.,-]))?)"
        ),
    ),
    ("resolution", lazy_regex(r"\bresolution\s*(?:#|no\.?|number)?\s*:?\s*(?P<n>\d+(?:\s?[-–]\s?\d+)?)", re.I)),
    ("ordinance", lazy_regex(r"\bordinance\s*(?:#|no\.?|number)?\s*:?\s*(?P<n>\d+(?:\s?[-–]\s?\d+)?)", re.I)),
    ("law", lazy_regex(r"\bRSA\s+(?P<n>\d+(?:-[A-Z])?(?::\d+(?:-[a-z])?)?)")),
    # "Highway Equipment CRF", "Bridge Repair/Replacement ETF", "Library Capital Reserve Fund", "Town Forest Fund"
    (
        "fund",
        lazy_regex(
            r"\b(?P<n>(?:[A-Z][\w/&'’.-]*\s+(?:(?:and|of|for|the)\s+)?){1,6}?)(?P<t>E[IT]+F|CRF|(?:Non-Lapsing |"
            r"Expendable )"
            r"?(?:General )?Trust(?: Funds?)?|(?:Non-)?Capital Reserves?(?: Funds?)?|Revolving(?: Fund)?|Fund)\b"
        ),
    ),
    # "the Elections proposed 2025 budget", "Police Department budget"
    (
        "budget",
        lazy_regex(
            r"\bthe\s+(?P<n>[A-Z][\w/&.’'-]*(?:\s+(?:and|of|for|the|"
            r"[A-Z(][\w/&.’')-]*)){0,6}?)\s+(?:proposed\s+)?(?:\d{4}\s+)?(?:proposed\s+)?budget\b"
        ),
    ),
)  # fmt: skip
_NUMBERED: frozenset[MatterKind] = frozenset(("case", "parcel", "article", "resolution", "ordinance"))
"""Kinds of which one number is another matter."""
_MORE_LOTS = lazy_regex(r"\s*(?:,\s*(?:and\s+|&\s*)?|&\s*|and\s+)(?:(?:sub[\s-]?)?lots?\s+)?#?"
    r"(?P<n>0\d{1,3}\b|[1-9]\d{0,3}\b(?!\s+(?!and\b)[a-z]|[.:/]\d|-\d))")  # fmt: skip
_MORE_SECTIONS = lazy_regex(
    rf"(?:\s*(?:,|;|&|/|and)\s*)+(?:sections?\s+)?(?P<n>{_NUM}\s?(?:\([A-Za-z]\)|[A-Z](?![a-z]))?)"
)
# "minutes of March 4, 2025", "June 3rd minutes", "meeting minutes from 12/12"
_MINUTES = lazy_regex(r"\bminutes\b", re.I)
_NEAR = 44  # characters beside the word in which its day stands: " of the regular meeting of September 24, 2025"
_FUND_WORDS = lazy_regex(r"\W+")
_SPELLED_OUT = {
    "bldg": "building", "bldgs": "buildings", "dept": "department", "equip": "equipment", "govt": "government",
    "maint": "maintenance", "mgmt": "management", "replace": "replacement", "reval": "revaluation", "veh": "vehicle",
}  # fmt: skip
"""Words that budgets shorten: "Highway Equip CRF" and "Highway Equipment CRF" are one fund."""
_FORMS = {"crf": "capital reserve fund", "etf": "expendable trust fund"} | dict.fromkeys(
    ("eitf", "eittf"), "expendable trust fund"
)
"""The legal forms of funds, as budgets shorten them."""
_LEAD = lazy_regex(
    r"^(?:(?:Add|Added|Establish|Create|Article|To|From|The|Town|Purpose|Said|This|Any|Smith|"
    r"Discussion)\s+(?:to\s+)?)+", re.I
)  # fmt: skip
_GENERIC_FUNDS = frozenset(
    {"", "trust", "capital reserve", "general", "the", "trustees of", "trustee of", "trustees of the"}
)


def _plain(number: str) -> str:
    return "-".join(part.lstrip("0") or "0" for part in re.split(r"\s?[-–]\s?", number.strip())).lower()


def fund_key(name: str) -> str:
    """The key of a fund whatever its legal form is called: "Technology ETF" and "Technology Expendable Trust Fund"."""
    words = (_SPELLED_OUT.get(word, word) for word in _FUND_WORDS.split(name.lower()) if word)
    return " ".join(word for word in words if word not in ("the", "fund", "and"))


def in_full(text: str) -> str:
    """The words of a line of a budget in full, in small letters: "Highway Equip CRF" is "highway equipment capital
    reserve fund"."""
    return " ".join((_SPELLED_OUT | _FORMS).get(word, word) for word in _FUND_WORDS.split(text.lower()) if word)


def _named(kind: MatterKind, match: re.Match[str]) -> Matter | None:
    text = " ".join(match.group().split())
    if kind == "parcel":
        parts = [match["m"], match["l"], match["s"] or ""]
        return Matter(kind=kind, name=text, key="parcel:" + "-".join(p.lstrip("0") or "0" for p in parts if p).lower())
    if kind == "article":
        paragraph = re.sub(r"\s", "", match["p"] or "")
        return Matter(kind=kind, name=text, key=f"article:{match['n'].lower()}{paragraph}")
    if kind == "fund":
        name = _LEAD.sub("", " ".join(match["n"].split()))
        if fund_key(name) in _GENERIC_FUNDS:
            return None
        return Matter(kind=kind, name=f"{name} {match['t']}".strip(), key=f"fund:{fund_key(name)}")
    if kind == "budget":
        name = " ".join(match["n"].split())
        return Matter(kind=kind, name=f"{name} budget", key=f"budget:{fund_key(name)}")
    number = re.sub(r"\s+", "", match["n"]).lower() if kind == "section" else _plain(match["n"])
    return Matter(kind=kind, name=text, key=f"{kind}:{number}")


def _minutes(text: str) -> Iterator[tuple[int, int, Matter]]:
    for match in _MINUTES.finditer(text):
        after = re.split(r"[.;](?!\d)|\n\n", text[match.end() : match.end() + _NEAR])[0]
        near = after if dates_in(after) else text[max(0, match.start() - _NEAR) : match.start()]
        days = dates_in(near)
        if not days:
            continue
        key, name = days[0].value, near[days[0].start : days[0].end]
        yield match.start(), match.end(), Matter(kind="minutes", name=f"minutes {name}", key=f"minutes:{key}")


def _with_more(match: re.Match[str], text: str) -> Iterator[tuple[int, int, Matter]]:
    """The further sections of a list: "Section 8.01 P & Section 9.06 B"."""
    at = match.end()
    while more := _MORE_SECTIONS.match(text, at):
        name = f"Section {' '.join(more['n'].split())}"
        key = "section:" + "".join(more["n"].split()).lower()
        yield more.start("n"), more.end(), Matter(kind="section", name=name, key=key)
        at = more.end()


def _more_lots(match: re.Match[str], text: str) -> Iterator[tuple[int, int, Matter]]:
    """The further lots of a list of one map, or parts of one lot: "Map 5 Lots 62, 63 and 64", "Lot 3 Subs 5, 1"."""
    last = match["s"] or match["l"]
    front = match.group()[: match.start("s" if match["s"] else "l") - match.start()]
    several, at = front.rstrip(" :#").lower().endswith("s"), match.end()
    while more := _MORE_LOTS.match(text, at):
        if not several and ("," in more.group() or len(more["n"]) != len(last)):
            return
        at = more.end()
        yield from ((more.start("n"), at, matter) for _, _, matter in matters_in(f"{front}{more['n']}"))


_SHORT = lazy_regex(r"[A-Z]{2,7}")
# "Capital Improvement Plan (CIP)", "Annual Town Meeting (“ATM”)"
_SPELLED = lazy_regex(
    r"(?P<name>(?:[A-Z][\w’'-]+[ \n]+(?:(?:of|and|the|for|to)[ \n]+)*){2,8})\(\W?(?P<short>[A-Z]{2,7})\W?\)"
)


def spelled_out(text: str) -> tuple[tuple[str, str], ...]:
    """The short forms a text explains, each with its name: ("CIP", "Capital Improvement Plan"); () when it explains
    none. The initials must be those of the last words before the bracket."""
    found: list[tuple[str, str]] = []
    for match in _SPELLED.finditer(text):
        words = match["name"].split()
        for first in range(len(words) - 1):
            tail = words[first:]
            if "".join(word[0] for word in tail if word[0].isupper()) == match["short"] and tail[0][0].isupper():
                found.append((match["short"], " ".join(tail)))
                break
    return tuple(dict.fromkeys(found))


def is_short_form(text: str) -> bool:
    """Whether a name is a short form in capitals ("CIP")."""
    return bool(_SHORT.fullmatch(text.strip()))


def matters_in(text: str) -> tuple[tuple[int, int, Matter], ...]:
    """Matters a text names with their places, in order, each key once; () when it names none."""
    found: list[tuple[int, int, Matter]] = []
    for kind, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            matter = _named(kind, match)
            if matter:
                found.append((match.start(), match.end(), matter))
            if kind == "section":
                found += _with_more(match, text)
            if kind == "parcel":
                found += _more_lots(match, text)
    if "minutes" in text.lower():
        found += _minutes(text)
    kept: dict[str, tuple[int, int, Matter]] = {}
    for item in sorted(found, key=lambda each: (each[0], -each[1])):
        kept.setdefault(item[2].key, item)
    return tuple(kept.values())


def of_matter(text: str, asked: str) -> bool:
    """Whether a text may be about the matters `asked` names by number: of each kind it names one of these, the whole
    or a part ("Map 12 Lot 3", "Map 12 Lot 3 Sub 1"), or none."""
    wanted, named = (_by_number(one) for one in (asked, text))
    return all(
        any(f"{one}-".startswith(f"{key}-") or f"{key}-".startswith(f"{one}-") for one in named[kind] for key in keys)
        for kind, keys in wanted.items()
        if kind in named
    )


def _by_number(text: str) -> dict[MatterKind, set[str]]:
    """The keys of the matters a text names by number, by their kind."""
    found: dict[MatterKind, set[str]] = {}
    for _, _, matter in matters_in(text):
        if matter.kind in _NUMBERED:
            found.setdefault(matter.kind, set()).add(matter.key)
    return found
